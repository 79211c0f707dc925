"""Editions, maps and options as people choose them."""

from pathlib import Path

import pytest

import powergrid
from gridcommon.errors import InvalidState, NotationError
from powergrid import Ruleset
from powergrid.ruleset import CHOICES, OPTIONS, terms
from powergrid.ruleset_change import change_ruleset
from powergrid.state import CARTEL
from powergrid.tables import STEP3
from powergrid_positions import cartel, deal, own_cities, say


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


# About the discount token, the coal depot and the Cartel, which Classic has not.
ONLY_RECHARGED = (
    "lower_replacement",
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


@pytest.mark.rule("PG-CART-01", "PG-CART-05")
def test_without_the_cartel_its_fuel_is_in_the_supply_and_its_cities_are_empty():
    state = cartel()
    own_cities(state, 0, 1)
    state.cartel_fuel = (1, 0, 0, 0)
    state.market[0] -= 1
    found = change_ruleset(state, Ruleset("classic")).state
    assert found.supply[0] == state.supply[0] + 1
    assert CARTEL not in {owner for slots in found.houses for owner in slots}
    assert found.city_count == state.city_count


@pytest.mark.rule("PG-AUC-11")
def test_the_discount_token_is_laid_unless_a_plant_was_bought():
    for state in (deal(), deal("classic")):
        assert change_ruleset(state, Ruleset("classic")).state.discount == 0
        assert change_ruleset(state, Ruleset()).state.discount == 3
    say(state, "open 5 5", "pass", "pass")
    assert change_ruleset(state, Ruleset()).state.discount == 0


@pytest.mark.rule("PG-BUILD-08")
def test_plants_that_are_obsolete_in_the_other_edition_leave_but_cannot_be_on_auction():
    stack = (*range(3, 11), *range(19, 41), STEP3)
    state = deal(setup={"market": tuple(range(11, 19)), "stack": stack})
    own_cities(state, 0, 12)
    assert change_ruleset(state, Ruleset()).obsolete == ()
    assert change_ruleset(state, Ruleset("classic")).obsolete == (11, 12)
    say(state, "open 12 12")
    with pytest.raises(InvalidState) as caught:
        change_ruleset(state, Ruleset("classic"))
    assert [problem.rule for problem in caught.value.problems] == ["PG-BUILD-08"]


@pytest.mark.rule("PG-SETUP-01", "PG-COMP-10")
def test_another_number_of_regions_must_suit_the_players():
    for seats, few in ((2, 3), (3, 3), (4, 4), (5, 5), (6, 5)):
        for count in range(1, 8):
            rules = Ruleset(region_count=count)
            if few <= count <= 6:
                state = powergrid.new_game(rules, seats, 1)
                assert len(state.board.regions) == terms(rules, seats).regions == count
                continue
            with pytest.raises(NotationError, match="PG-COMP-10: Germany") as caught:
                terms(rules, seats)
            assert caught.value.key == "ruleset.options.region_count"
