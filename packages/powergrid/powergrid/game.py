"""The game as a whole: the round, the table of actions, and the contract of gridcommon.

This module keeps :class:`gridcommon.contract.Game`: pass it wherever a game is asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, Refusal, Word, word_list
from gridcommon.records import Header
from powergrid import auction, building, bureaucracy, ending, order, resources, setup
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.ending import Result
from powergrid.events import Event, Events, PhaseBegan
from powergrid.notation import action_from_json, action_to_json
from powergrid.record import (
    NAME,
    facts,
    header,
    is_checkpoint,
    result_facts,
)
from powergrid.ruleset import Ruleset
from powergrid.setup import Setup
from powergrid.state import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    NOBODY,
    ORDER,
    OVER,
    PHASES,
    RESOURCES,
    SETUP,
    State,
)
from powergrid.steps import begin_step3
from powergrid.view import observe, redraw

__all__ = [
    "NAME",
    "action_from_json",
    "action_to_json",
    "advance",
    "apply",
    "check",
    "facts",
    "header",
    "is_checkpoint",
    "legal_actions",
    "new_game",
    "observe",
    "redraw",
    "result",
    "result_facts",
    "start",
    "to_act",
]


def _nothing(state: State, events: Events) -> None:
    del state, events


def _no_actions(state: State) -> list[Action]:
    del state
    return []


@dataclass(frozen=True, slots=True)
class PhaseSpec:
    """A phase: what happens when it begins and ends, who may do what, and what comes next."""

    phase: int
    enter: Callable[[State, Events], None]
    legal: Callable[[State], list[Action]]
    finish: Callable[[State, Events], None]
    turn_rule: str  # says whose turn it is


# The phases of a round in the order of the rulebook.  Rules: PG-ROUND-01, PG-ORDER-03.
ROUND = (
    PhaseSpec(ORDER, order.enter, _no_actions, _nothing, "PG-ORDER-01"),
    PhaseSpec(AUCTION, auction.enter, auction.legal, auction.finish, "PG-AUC-01"),
    PhaseSpec(RESOURCES, resources.enter, resources.legal, _nothing, "PG-ORDER-03"),
    PhaseSpec(BUILDING, building.enter, building.legal, building.finish, "PG-ORDER-03"),
    PhaseSpec(BUREAUCRACY, bureaucracy.enter, bureaucracy.legal, bureaucracy.finish, "PG-ORDER-03"),
)
_BEFORE = PhaseSpec(SETUP, setup.enter, setup.legal, _nothing, "PG-SETUP-09")
_AFTER = PhaseSpec(OVER, _nothing, _no_actions, _nothing, "PG-END-03")
_SPECS: tuple[PhaseSpec, ...] = (_BEFORE, *ROUND, _AFTER)  # by phase


def _done_check(state: State, action: Done) -> Refusal | None:
    """Nobody has to buy, build or start.  Rules: PG-RES-01, PG-BUILD-07."""
    del state, action
    return None


def _do_done(state: State, action: Done, events: Events) -> None:
    if state.phase == RESOURCES:
        resources.do_done(state, action, events)
    else:
        building.do_done(state, action, events)


# Each kind of action: its phases, why it may not be made, and what it does.
RULES: Mapping[type[Action], tuple[tuple[int, ...], Callable[..., Any], Callable[..., None]]] = {
    PlaceCartel: ((SETUP,), setup.check_place_cartel, setup.do_place_cartel),
    MarkStart: ((SETUP,), setup.check_mark_start, setup.do_mark_start),
    Open: ((AUCTION,), auction.check_open, auction.do_open),
    Decline: ((AUCTION,), auction.check_decline, auction.do_decline),
    Bid: ((AUCTION,), auction.check_bid, auction.do_bid),
    Pass: ((AUCTION,), auction.check_pass, auction.do_pass),
    Scrap: ((AUCTION,), auction.check_scrap, auction.do_scrap),
    Buy: ((RESOURCES,), resources.check_buy, resources.do_buy),
    Build: ((BUILDING,), building.check_build, building.do_build),
    Run: ((BUREAUCRACY,), bureaucracy.check_run, bureaucracy.do_run),
    Done: ((RESOURCES, BUILDING), _done_check, _do_done),
}


def new_game(
    ruleset: Ruleset, seats: int, seed: int | None, setup_draws: Setup | None = None
) -> State:
    """Return a game at its first choice; ``setup_draws`` replaces the draws that it names.

    Raises NotationError, naming the key, for too few or many seats or draws that cannot be.

    >>> state = new_game(Ruleset("classic", "usa"), seats=4, seed=7)
    >>> to_act(state) == state.turn_order[0]
    True
    """
    state = setup.deal(ruleset, seats, seed or 0, setup_draws or Setup())
    setup.enter(state, None)
    _go_on(state, None)
    return state


def to_act(state: State) -> Seat | None:
    """Return the seat that must choose now, None when the game is over."""
    return None if state.actor == NOBODY else state.actor


def legal_actions(state: State) -> list[Action]:
    """Return every action ``check`` finds nothing against, in a fixed order.

    Each thing that can be done is listed once: a :class:`Scrap` with its loss written out (the
    short form without it is accepted too). Kinds stand together; Done, Pass and Decline last.
    """
    return _SPECS[state.phase].legal(state)


def check(state: State, action: Action) -> Refusal | None:
    """Say why ``action`` may not be made now, or None.  Rules: PG-ROUND-01, PG-ORDER-03."""
    phases, check_kind, _ = RULES[type(action)]
    if state.phase == OVER:
        return Refusal(_AFTER.turn_rule, "the game is over")
    if state.phase not in phases:
        return Refusal(
            "PG-ROUND-01",
            "possible only during {wanted}; this is {phase}",
            wanted=word_list((PHASES[phase] for phase in phases), "or"),
            phase=Word(PHASES[state.phase]),
        )
    if action.seat != state.actor:
        return Refusal(
            _turn_rule(state),
            "seat {actor} is to act, not seat {seat}",
            actor=state.actor,
            seat=action.seat,
        )
    refusal: Refusal | None = check_kind(state, action)
    return refusal


def _turn_rule(state: State) -> str:
    if state.auction:
        return "PG-AUC-03"
    if state.phase == SETUP and state.terms.cartel:
        return "PG-CART-02"
    return _SPECS[state.phase].turn_rule


def apply(state: State, action: Action) -> State:
    """Return the state after ``action``; the argument stays as it was. Raises IllegalAction."""
    if refusal := check(state, action):
        raise IllegalAction(action, refusal)
    after = state.copy()
    advance(after, action, None)
    return after


def advance(state: State, action: Action, events: list[Event] | None = None) -> None:
    """Make a legal ``action`` in place and append what happened to ``events``, if given."""
    RULES[type(action)][2](state, action, events)
    if state.actor == NOBODY:
        _go_on(state, events)


def _go_on(state: State, events: Events) -> None:
    """Go on from phase to phase until somebody is to act or the game is over.

    Rules: PG-ROUND-01, PG-AUC-18, PG-STEP-05.
    """
    while state.actor == NOBODY:
        _SPECS[state.phase].finish(state, events)
        if state.phase == OVER:
            return
        state.phase = ORDER if state.phase == BUREAUCRACY else state.phase + 1
        began = 0 if events is None else len(events)
        begin_step3(state, events)
        _SPECS[state.phase].enter(state, events)
        if events is not None and state.actor != NOBODY:
            events.insert(began, PhaseBegan(state.round, PHASES[state.phase]))


def result(state: State) -> Result | None:
    """Return who won and by which rule, None while the game goes on."""
    return ending.result(state)


def start(record_header: Header) -> State:
    """Return the first state of a recorded game. Raises NotationError naming the key."""
    ruleset = Ruleset.from_json(record_header.ruleset)
    draws = Setup.from_json(record_header.setup)
    return new_game(ruleset, len(record_header.players), record_header.seed or 0, draws)
