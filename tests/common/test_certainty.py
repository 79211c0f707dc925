"""How sure values are: the form, and what the games ship."""

import tomllib
from importlib.resources import files

import pytest

from gridcommon.caveats import read_caveats, unique_caveats
from gridcommon.ledger import read_ledger

GAMES = ("powergrid", "eletrika")


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
