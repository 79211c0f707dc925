"""Records: headers, action lines, facts, and what is wrong with a bad one."""

import pytest

import powergrid
from gridcommon.errors import NotationError
from gridcommon.game_loop import header as header_of
from gridcommon.game_loop import start
from gridcommon.records import Header
from powergrid.events import PhaseBegan
from powergrid_positions import cartel, deal, own_cities, skip_to


def test_a_seed_is_enough_and_the_written_header_gives_the_same_game():
    rules = {"edition": "recharged", "map": "germany"}
    state = start(powergrid, Header("powergrid", rules, ("a", "b", "c"), 7))
    header = header_of(powergrid, state, ["a", "b", "c"], 7)
    assert set(header.setup) == {"regions", "turn_order", "market", "stack"}
    assert start(powergrid, header) == state
    null = {"after_step3": None, "market": None}  # is left out
    assert start(powergrid, Header("powergrid", header.ruleset, header.players, 7, null)) == state
    alone = Header("powergrid", header.ruleset, header.players, None, header.setup)
    assert start(powergrid, alone).draws == state.draws


@pytest.mark.parametrize(
    ("missing", "rules"), [("edition", {"map": "usa"}), ("map", {"edition": "classic"})]
)
def test_a_ruleset_names_edition_and_map(missing, rules):
    with pytest.raises(NotationError) as caught:
        start(powergrid, Header("powergrid", rules, ("a", "b", "c"), 7))
    assert caught.value.key == f"ruleset.{missing}"


def test_facts_have_the_keys_of_the_format_in_its_order():
    state = deal()
    assert powergrid.facts(state)["stack"] == 31  # with the Step 3 card
    assert list(powergrid.facts(state)) == [
        "round", "phase", "step", "turn_order", "money", "plants", "fuel", "cities", "market",
        "supply", "plant_market", "stack",
    ]  # fmt: skip
    two = cartel()
    facts = powergrid.facts(two)
    assert list(facts)[-1] == "cartel"
    assert facts["cartel"] == {"plants": [], "fuel": [0, 0, 0, 0], "houses": 10}
    assert facts["turn_order"] == [0, 1]
    own_cities(two, 1, 3)
    names = powergrid.facts(two)["cities"][1]
    assert names == sorted(names)


def test_a_check_line_follows_each_phase_and_the_set_up():
    state = deal(seats=2)
    assert powergrid.facts(state)["phase"] == "setup"
    events = skip_to(state, "auction")
    assert PhaseBegan(1, "auction") in events
    for phase in ("resources", "building", "bureaucracy", "auction"):
        events = skip_to(state, phase)
        assert powergrid.is_checkpoint(events)
        assert events[-1] == PhaseBegan(state.round, phase) or phase in ("bureaucracy", "auction")
        assert powergrid.facts(state)["phase"] == phase
    assert not powergrid.is_checkpoint(events[:1])
    skip_to(state, "building")
    state.houses = [(-1, -1, -1)] * len(state.houses)
    own_cities(state, 0, 18)
    events = skip_to(state, "over")
    assert events == [PhaseBegan(2, "over", "PG-END-01")]
    assert set(powergrid.result_facts(powergrid.result(state))) == {
        "winners", "powered", "money", "cities", "decided_by",
    }  # fmt: skip
