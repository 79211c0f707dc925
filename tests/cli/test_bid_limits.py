"""Limits in auctions and undo, and what is asked twice; transcripts show how they are typed."""

import pytest

from gridgames.show.registry import GameChoice
from gridgames.table.session import Session
from powergrid.actions import Bid, Buy, Done, Open
from powergrid.state import RESOURCES
from powergrid.tables import CITY_NAMES, COAL
from screens import new_session


def people() -> Session:
    """Return a game of three people whose turn order is by seat."""
    session = new_session(GameChoice("powergrid"), ("Ana", "Bia", "Caio"))
    session.state.turn_order = (0, 1, 2)
    session.state.actor = 0
    return session


@pytest.mark.parametrize("removed", ["limits off", "limit all 0"])
def test_an_undo_brings_back_no_limit_that_another_has_removed(removed):
    session = people()
    session.order(2, "limit 4 31")
    session.act(Open(0, 3, 3))
    session.order(2, removed)
    orders = session.standing[2]
    session.undo(0)
    assert session.standing[2] == orders
    session.act(Open(0, 5, 5))
    session.act(Bid(1, 6))
    assert session.waits_for_human == (removed == "limits off")


def test_one_plays_on_past_choices_with_one_answer():
    session = people()
    assert not session.skip_forced_moves(), "a real choice"
    state = session.state
    state.phase, state.money[0] = RESOURCES, 0
    state.plants[0] = (13,)
    assert session.waits_for_human
    assert session.skip_forced_moves()
    assert session.next_move().action == Done(0)
    assert not session.plays_on, "the next one has a choice"


@pytest.mark.parametrize("typed", ["open 4 up to 9", "4 up to 9", "4 4 up to 9"])
def test_an_auction_is_opened_with_its_limit(typed):
    session = people()
    assert session.order(0, typed)
    assert session.moves[0].action == Open(0, 4, 4)
    assert session.standing[0].limits.plants == {4: 9}
    session.act(Bid(1, 5))
    session.act(Bid(2, 8))
    assert session.next_move().action == Bid(0, 9)


@pytest.mark.parametrize(
    ("typed", "count"), [("{}, {}, fuel", 2), ("coal 2 at most 1 else coal 1", 1)]
)
def test_the_fuel_that_is_due_is_what_the_panel_of_the_plan_shows(typed, count):
    session = people()
    state = session.state
    state.phase, state.actor, state.plants[0] = RESOURCES, 0, (10,)
    planned = typed.format(*(CITY_NAMES[city] for city in state.board.cities))
    plan = session.order(0, f"plan {planned}").standing
    assert f"buy coal {count}" in str(plan.panel(state, 0, ("Ana", "Bia", "Caio")))
    assert plan.due(state, 0) == [Buy(0, COAL, count)]
