"""The names of bots at a table with people; records and tables of bots keep the levels."""

import json
from pathlib import Path
from typing import Any

import pytest

from gridgames.bots.cast import CAST, Sitting, sitting
from gridgames.games.registry import Choice
from gridgames.languages.catalogue import read_catalogue
from gridgames.languages.language import folders
from gridgames.languages.messages import render_value, use_catalogue
from gridgames.screen.play import GameApp
from plain_games import gridgames
from screens import driven, new_session, shown

PORTUGUESE = read_catalogue(folders()["pt_BR"])
PEOPLE = (("Ana", None), ("normal 2", "normal"), ("hard-miser 3", "hard-miser"))


def cast() -> list[str]:
    return [render_value(name) for name in CAST]


def test_a_seat_has_the_same_rival_in_every_game():
    assert sitting(PEOPLE) == [
        Sitting("Ana"),
        Sitting("Otto", "normal"),
        Sitting("Mabel", "hard-miser"),
    ]
    with use_catalogue(PORTUGUESE):
        assert sitting(PEOPLE) == [
            Sitting("Ana"),
            Sitting("Otávio", "normal"),
            Sitting("Zuza", "difícil-avarento"),
        ]


def test_the_cast_has_its_own_names_in_each_language():
    english = cast()
    with use_catalogue(PORTUGUESE):
        portuguese = cast()
    assert len({*english, *portuguese}) == 2 * len(CAST)
    assert max(map(len, (*english, *portuguese))) <= len("normal 2"), "panels have room for that"


@pytest.mark.parametrize("person", ["Otto", "otto", "OTTO"])
def test_a_persons_name_wins(person):
    named = sitting(((person, None), ("easy 2", "easy"), ("easy 3", "easy")))
    assert [one.name for one in named] == [person, "Viktor", "Mabel"]


def test_a_rival_whose_name_everybody_has_is_called_by_its_level():
    everybody = [(name, None) for name in cast()]
    assert sitting([*everybody, ("easy 13", "easy")])[-1].name == "easy 13"


def test_bots_among_themselves_and_bots_of_others_keep_their_names():
    bots = (("easy 1", "easy"), ("normal 2", "normal"))
    assert sitting(bots) == [Sitting("easy 1"), Sitting("normal 2")]
    theirs = (("Ana", None), ("bot:Careful 2", "bot:Careful"), ("Nim", "host"))
    assert [one.name for one in sitting(theirs)] == ["Ana", "bot:Careful 2", "Nim"]


def test_a_record_keeps_the_levels(tmp_path: Path):
    save = tmp_path / "game.jsonl"
    words = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "3", "--plain")
    done = gridgames(tmp_path, *words, "--save", save, typed="1\n")
    assert "Otto (easy)" in done.output
    header = json.loads(save.read_text(encoding="utf-8").splitlines()[0])
    assert header["players"] == ["Ana", "easy 2", "easy 3"]


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_panel_shows_the_level_of_a_rival(game):
    app = GameApp(new_session(Choice(game), ("Ana", "easy 2", "normal 3"), 3), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "● Otto (easy)" in shown(app)
        assert "■ Mabel (normal)" in shown(app)

    driven(app, script, size=(130, 50))
