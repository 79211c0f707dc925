"""Editions, maps and options as people choose them."""

from pathlib import Path

import pytest

import powergrid
from gridcommon.errors import NotationError
from gridcommon.options import find_option
from powergrid import Ruleset
from powergrid.ruleset import CHOICES, OPTIONS, terms


def test_the_options_are_those_of_the_ledger_with_its_defaults():
    ledger = Path(powergrid.__path__[0], "rules.md").read_text(encoding="utf-8")
    table = ledger.split("## Ambiguities and our default")[1].split("##")[0]
    rows = [row.split("|")[1:5] for row in table.splitlines() if row.startswith("| `")]
    found = {}
    for cell, _, default, others in rows:
        name = cell.strip().strip("`")
        value = default.strip().split()[0].strip("`").strip('"')
        found[name] = OPTIONS[name].from_text(value)
        for choice in CHOICES.get(name, ())[1:]:
            assert f"`{str(choice).lower()}`".replace("`", "") in others.replace('"', ""), name
    assert found == {name: one.default for name, one in OPTIONS.items()}


def test_only_what_differs_is_written_and_all_is_read_back():
    for ruleset in (
        Ruleset(),
        Ruleset("classic", "usa", house_limit=20, hidden_money=True),
        Ruleset(scrap_keep="free", refill_2p=3, cartel_uses_depot=False),
    ):
        assert Ruleset.from_json(ruleset.to_json()) == ruleset
    assert Ruleset().options() == {}
    assert Ruleset(refill_2p=3).options() == {"refill_2p": 3}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start_cities", "true", True),
        ("start_cities", "False", False),
        ("house_limit", "20", 20),
        ("house_limit", "null", None),
        ("refill_2p", "3", 3),
        ("market_update_after_step2_draw", "none", "none"),
        ("scrap_keep", "free", "free"),
    ],
)
def test_options_as_text(name, text, value):
    found = find_option(OPTIONS, name).from_text(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("start_city", "true"),
        ("start_cities", "yes"),
        ("start_cities", "1"),
        ("house_limit", "0"),
        ("house_limit", "-3"),
        ("house_limit", "true"),
        ("house_limit", "many"),
        ("refill_2p", "4"),
        ("scrap_keep", "null"),
    ],
)
def test_options_that_cannot_be(name, text):
    with pytest.raises(NotationError) as caught:
        find_option(OPTIONS, name).from_text(text)
    assert caught.value.key == f"ruleset.options.{name}"


def test_a_ruleset_is_checked_when_it_is_made():
    with pytest.raises(NotationError):
        Ruleset("deluxe")
    with pytest.raises(NotationError):
        Ruleset(map="france")
    with pytest.raises(NotationError):
        Ruleset(start_cities=1)


def test_every_option_changes_what_the_rules_read():
    """No option is there for show: each is read by name in a rule, or changes the terms."""
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(powergrid.__path__[0]).glob("*.py")
        if path.name != "ruleset.py"
    )
    for name in OPTIONS:
        changed = terms(Ruleset(**{name: 5 if name == "house_limit" else CHOICES[name][1]}), 2)
        plain = terms(Ruleset(), 2)
        in_terms = (changed.refill, changed.end_cities) != (plain.refill, plain.end_cities)
        assert in_terms or f"ruleset.{name}" in sources, name
