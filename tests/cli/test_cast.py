"""The names of bots at a table with people; see also the transcript of their names."""

from typing import Any

import pytest

from gridgames.bots.cast import CAST, Sitting, sitting
from gridgames.games.registry import Choice
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import render_value
from gridgames.screen.play import GameApp
from screens import driven, new_session, shown


def cast() -> list[str]:
    return [render_value(name) for name in CAST]


def test_the_cast_has_its_own_names_in_each_language() -> None:
    names = []
    for language in Language:
        with use_language(language):
            names += cast()
    assert len({*names}) == len(Language) * len(CAST)
    assert max(map(len, names)) <= len("normal 2"), "panels have room for that"


def test_names_are_free_and_bots_among_themselves_keep_theirs() -> None:
    everybody = [(name, None) for name in cast()]
    assert sitting([*everybody, ("easy 13", "easy")])[-1].name == "easy 13"
    bots = (("easy 1", "easy"), ("normal 2", "normal"))
    assert sitting(bots) == [Sitting("easy 1"), Sitting("normal 2")]
    theirs = (("OTTO", None), ("bot:Careful 2", "bot:Careful"), ("Nim", "host"), ("easy 4", "easy"))
    assert [one.name for one in sitting(theirs)] == ["OTTO", "bot:Careful 2", "Nim", "Viktor"]


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_panel_shows_the_level_of_a_rival(game: str) -> None:
    app = GameApp(new_session(Choice(game), ("Ana", "easy 2", "normal 3"), 3), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "● Otto (easy)" in shown(app)
        assert "■ Mabel (normal)" in shown(app)

    driven(app, script, size=(130, 50))
