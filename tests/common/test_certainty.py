"""How sure values are: the form, and what the games ship."""

import tomllib
from importlib.resources import files

import pytest

from gridcommon import caveats
from gridcommon.caveats import read_caveats, unique_caveats
from gridcommon.errors import NotationError
from gridcommon.ledger import read_ledger

GAMES = ("powergrid", "eletrika")


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
    monkeypatch.setattr(caveats, "shipped_toml", lambda *_: {"refill": row})
    with pytest.raises(NotationError, match=key) as problem:
        read_caveats("toy")
    assert problem.value.source == "toy/data/doubts.toml"


@pytest.mark.parametrize("game", GAMES)
def test_every_doubt_is_about_a_rule_and_a_field_that_exist(game):
    rules = read_ledger(game)
    for caveat in read_caveats(game).values():
        assert set(caveat.rules) <= rules.keys()
        assert all((caveat in rules[rule].caveats) is bool(caveat.field) for rule in caveat.rules)
        if caveat.field:
            name, _, keys = caveat.field.partition(" ")
            table = tomllib.loads(files(game).joinpath("data", name).read_text("utf-8"))
            for key in keys.split("."):
                assert key in table, caveat
                table = table[key]
    assert unique_caveats([*read_caveats(game).values()] * 2) == tuple(read_caveats(game).values())
