"""``set`` lines of records: what the table says is put, and the game continues from there."""

from dataclasses import replace

import pytest
from hypothesis import given

import powergrid
from gridcommon.errors import NotationError
from gridcommon.events import NOBODY_LISTENS
from powergrid import Ruleset, format_position, new_game, to_position
from powergrid.actions import Open, Pass
from powergrid.declarations import apply_declaration, drawable
from powergrid.plant_market import UnknownCard, draw
from powergrid.position_fields import facts, full_facts
from powergrid.setup import unknown_setup
from powergrid.state import BUILDING
from powergrid.tables import STEP3, UNKNOWN
from powergrid_play import positions
from powergrid_positions import deal

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fábio")


@given(positions())
def test_a_game_begins_at_any_position(state):
    seats = state.terms.seats
    text = format_position(to_position(state, NAMES[:seats], cards=True))
    fresh = new_game(state.ruleset, seats, 5)
    powergrid.apply_declaration(fresh, "set", {"position": text}, None)
    assert full_facts(fresh) == full_facts(state)
    assert powergrid.legal_actions(fresh) == powergrid.legal_actions(state)
    if state.surplus or state.auction:
        return  # what is pending has no keys of its own
    before = full_facts(state)  # what is told as it is changes nothing
    powergrid.apply_declaration(state, "set", facts(state), None)
    assert full_facts(state) | {"stack": 0} == before | {"stack": 0}
    assert set(state.stack) == {STEP3 if card == "step3" else card for card in before["stack"]}


@pytest.mark.rule("PG-SETUP-09", "PG-BUILD-09")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_network_that_was_never_begun_leaves_its_city_marked(seats):
    ruleset = Ruleset(start_cities=True)
    state = new_game(ruleset, seats, 1)
    while state.phase != BUILDING:
        powergrid.advance(state, powergrid.legal_actions(state)[0], None)
    before = full_facts(state)
    city = before["marked"][0]
    powergrid.apply_declaration(state, "set", {"cities": [[city], *[[]] * (seats - 1)]}, None)
    assert full_facts(state)["marked"] == before["marked"][1:]
    powergrid.apply_declaration(state, "set", {"cities": [[]] * seats}, None)
    assert full_facts(state) == before


@pytest.mark.rule("PG-SETUP-06", "PG-SETUP-07", "PG-SETUP-08")
@pytest.mark.parametrize(("edition", "top"), [("recharged", UNKNOWN), ("classic", 13)])
def test_the_stack_of_a_real_box_has_as_many_cards_as_a_dealt_one(edition, top):
    ruleset = powergrid.Ruleset(edition)
    dealt = new_game(ruleset, 4, 1)
    setup = unknown_setup(ruleset, 4, dealt.draws.regions, range(4), dealt.plant_market)
    assert len(setup.stack) == len(dealt.stack)
    assert setup.stack[0] == top


@pytest.mark.rule("PG-COMP-08", "PG-STEP-06")
@pytest.mark.parametrize("told", [(), (21,), (20, 22, 21), (23,)])
def test_the_shuffle_of_a_real_stack_is_known_as_far_as_it_is_told(told):
    state = deal()
    state.stack = [STEP3, 20, 21, 22]
    state.draws = replace(state.draws, stack=(UNKNOWN,), after_step3=told)
    assert drawable(state) == sorted({20, 21, 22, *state.plant_market} - {*told})
    if told == (23,):
        with pytest.raises(NotationError) as caught:
            draw(state, NOBODY_LISTENS)
        assert caught.value.key == "reveal.stack"
        return
    draw(state, NOBODY_LISTENS)
    assert state.stack == [*told, *[UNKNOWN] * (3 - len(told))]
    assert state.draws.after_step3 == (20, 21, 22)
    assert drawable(state) == sorted({20, 21, 22} - {*told})


@pytest.mark.rule("PG-COMP-08")
def test_a_card_that_nobody_told_is_never_drawn() -> None:
    ruleset = powergrid.Ruleset()
    face_up = (3, 4, 5, 7, 8, 11, 13, 14)
    setup = unknown_setup(ruleset, 3, ("northwest", "southwest", "west"), (0, 1, 2), face_up)
    assert powergrid.Setup.from_json(setup.to_json()) == setup
    state = new_game(ruleset, 3, 1, setup)
    for action in (Open(0, 3, 3), Pass(1)):
        powergrid.advance(state, action)
    with pytest.raises(UnknownCard, match="reveal"):
        powergrid.apply(state, Pass(2))
    with pytest.raises(NotationError, match="cannot be drawn now"):
        apply_declaration(state, "reveal", {"stack": [3]})
    apply_declaration(state, "reveal", {"stack": [30]})
    assert 30 in powergrid.apply(state, Pass(2)).plant_market
