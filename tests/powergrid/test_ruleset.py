"""Editions, maps and options as people choose them."""

from pathlib import Path

import pytest

import powergrid
from gridcommon.chance import choose
from gridcommon.errors import NotationError
from gridcommon.options import find_option
from powergrid import Ruleset
from powergrid.position_fields import full_facts
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


# About the discount token, the coal depot and the Cartel, which Classic has not.
ONLY_RECHARGED = (
    "unsold_discount_with_step3",
    "refill_2p",
    "depot_coal",
    "cartel_buys_39",
    "cartel_uses_depot",
    "cartel_step3_pick",
)


@pytest.mark.rule("PG-AUC-11", "PG-RES-03", "PG-CART-01")
def test_options_about_what_an_edition_lacks_are_of_the_others():
    found = {name: option.editions for name, option in OPTIONS.items() if option.editions}
    assert found == dict.fromkeys(ONLY_RECHARGED, ("recharged",))


@pytest.mark.parametrize("name", ONLY_RECHARGED)
def test_a_record_with_an_option_that_its_edition_has_no_use_for_is_still_read(name):
    """Programs before could write one; it is the same game as without the option."""
    data = {"edition": "classic", "map": "usa", "options": {name: OPTIONS[name].values[1]}}
    rules = Ruleset.from_json(data)
    assert rules.to_json() == data
    ends = []
    for one in (rules, Ruleset("classic", "usa")):
        state, rng = powergrid.new_game(one, 2, 3), 3
        for _ in range(200):
            if actions := powergrid.legal_actions(state):
                action, rng = choose(actions, rng)
                powergrid.advance(state, action)
        ends.append(full_facts(state))
    assert ends[0] == ends[1]


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
