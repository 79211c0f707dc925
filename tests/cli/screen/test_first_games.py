"""The walk through the first ten minutes: what the page says is so."""

import asyncio
from pathlib import Path

import pytest
from walk import Step, steps, walk

from gridgames.screen.play import GameApp
from screens import shown

PAGE = Path(__file__).parents[3] / "docs" / "first-games.md"


def test_the_first_games_go_as_the_page_says() -> None:
    text = PAGE.read_text("utf-8")
    seen: list[Step] = []

    def see(app: GameApp, step: Step) -> None:
        seen.append(step)
        if step.kind == "shows":
            screen = shown(app)
            assert [words for words in step.words if words not in screen] == [], screen
        else:
            (name,) = step.words
            assert (PAGE.parent / "pictures" / f"{name}.png").is_file()
            assert "Not allowed" not in shown(app), "what was told before is allowed"

    asyncio.run(walk(text, see))
    assert [step for step in seen if step.kind == "picture"] == [
        Step("picture", [f"first-{game}-{number}"])
        for game in ("powergrid", "eletrika")
        for number in (1, 2, 3, 4)
    ]
    assert sum(step.kind == "shows" for step in seen) >= 8


@pytest.mark.parametrize(
    ("prose", "step"),
    [
        ("Now press `F2`, then `Enter`.", Step("press", ["F2", "Enter"])),
        ("press `Tab`,\n`Tab` and look", Step("press", ["Tab", "Tab"])),
        ("Type `bid 4`: the answer", Step("type", ["bid 4"])),
        ("the title shows `round 2`", Step("shows", ["round 2"])),
        ("![alt](pictures/one-2.png)", Step("picture", ["one-2"])),
    ],
)
def test_prose_is_read_as_steps(prose: str, step: Step) -> None:
    assert list(steps(prose)) == [step]
