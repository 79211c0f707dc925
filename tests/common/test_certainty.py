"""How sure values are: the form, and what the games ship."""

import tomllib
from importlib.resources import files

import pytest

from gridcommon import certainty
from gridcommon.certainty import Doubt, read_doubts, together
from gridcommon.errors import NotationError
from gridcommon.ledger import read_ledger

GAMES = ("powergrid", "eletrika")


def test_a_game_without_the_file_has_no_doubts():
    assert read_doubts("toy") == {}


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"degree": "guessed", "rules": [], "why": "So."}, "degree"),
        ({"degree": "estimated", "rules": [], "why": "So."}, "degree"),
        ({"degree": "reported", "rules": [], "why": "So.", "percent": 50}, "degree"),
        ({"degree": "reported", "rules": []}, "why"),
        ({"degree": "reported", "rules": [], "why": "So.", "perhaps": 1}, "perhaps"),
    ],
)
def test_a_doubt_that_cannot_be_is_refused_with_its_key(row, key, monkeypatch):
    monkeypatch.setattr(certainty, "shipped_toml", lambda *_: {"refill": row})
    with pytest.raises(NotationError, match=key) as problem:
        read_doubts("toy")
    assert problem.value.source == "toy/data/doubts.toml"


@pytest.mark.parametrize("game", GAMES)
def test_every_doubt_is_about_a_rule_and_a_field_that_exist(game):
    rules = read_ledger(game)
    for doubt in read_doubts(game).values():
        assert set(doubt.rules) <= rules.keys()
        assert all((doubt in rules[rule].doubts) is bool(doubt.field) for rule in doubt.rules)
        if doubt.field:
            name, _, keys = doubt.field.partition(" ")
            table = tomllib.loads(files(game).joinpath("data", name).read_text("utf-8"))
            for key in keys.split("."):
                assert key in table, doubt
                table = table[key]


def test_doubts_are_listed_once():
    one, other = (Doubt(name, "unknown", (), "") for name in "ab")
    assert together([one, other, one]) == (one, other)
