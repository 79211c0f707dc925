"""The game as a whole: the phases of a round with their actions, and making an action.

The package implements :class:`gridcommon.contract.Game`; this module is its centre.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, SupportsIndex

from gridcommon.arguments import whole
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, Refusal, Word, word_list
from gridcommon.events import NOBODY_LISTENS, Events
from gridcommon.lazy_actions import LegalActions
from powergrid import auction, building, bureaucracy, ending, resources, setup, turn_order
from powergrid.actions import Action, Handlers
from powergrid.ending import Result
from powergrid.events import Event, PhaseBegan
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


def _nothing(state: State, events: Events) -> None:
    del state, events


def _no_actions(state: State) -> LegalActions[Action]:
    del state
    return LegalActions([])


@dataclass(frozen=True, slots=True)
class PhaseSpec:
    """A phase: its turn order, its actions, its start and end, and its legal actions.

    ``seats`` returns the seat that acts after another one, or the first seat after NOBODY.
    """

    phase: int
    seats: Callable[[State, Seat], Seat]
    turn_rule: str  # decides whose turn it is
    actions: Handlers = field(default_factory=dict)
    enter: Callable[[State, Events], None] = _nothing
    legal: Callable[[State], LegalActions[Action]] = _no_actions
    finish: Callable[[State, Events], None] = _nothing


# The phases of a round in the order of the rulebook.  Rules: PG-ROUND-01, PG-ORDER-03.
ROUND = (
    PhaseSpec(ORDER, turn_order.nobody, "PG-ORDER-01", enter=turn_order.enter),
    PhaseSpec(
        AUCTION,
        auction.next_opener,
        "PG-AUC-01",
        auction.ACTIONS,
        auction.enter,
        auction.legal_bids,
        auction.finish,
    ),
    PhaseSpec(
        RESOURCES,
        turn_order.in_reverse,
        "PG-ORDER-03",
        resources.ACTIONS,
        legal=resources.legal_purchases,
    ),
    PhaseSpec(
        BUILDING,
        turn_order.in_reverse,
        "PG-ORDER-03",
        building.ACTIONS,
        legal=building.legal_builds,
        finish=building.finish,
    ),
    PhaseSpec(
        BUREAUCRACY,
        turn_order.in_turn_order,
        "PG-ORDER-03",
        bureaucracy.ACTIONS,
        bureaucracy.enter,
        bureaucracy.legal_runs,
        bureaucracy.finish,
    ),
)
_BEFORE = PhaseSpec(
    SETUP, setup.next_chooser, "PG-SETUP-09", setup.ACTIONS, setup.enter, setup.legal_placements
)
_AFTER = PhaseSpec(OVER, turn_order.nobody, "PG-END-03")
_SPECS: Final[tuple[PhaseSpec, ...]] = (_BEFORE, *ROUND, _AFTER)  # by phase


def new_game(
    ruleset: Ruleset,
    seats: SupportsIndex,
    seed: SupportsIndex | None,
    setup_draws: Setup | None = None,
) -> State:
    """Return a game at its first decision. Draws given in ``setup_draws`` are not random.

    Raises NotationError, naming the key, for a wrong number of seats, a seed that is not an
    integer, or impossible draws.

    >>> state = new_game(Ruleset("classic", "usa"), seats=4, seed=7)
    >>> to_act(state) == state.turn_order[0]
    True
    """
    number = 0 if seed is None else whole(seed, "seed")
    state = setup.deal(ruleset, whole(seats, "players"), number, setup_draws or Setup())
    setup.enter(state, NOBODY_LISTENS)
    state.actor = first_seat(state)
    _advance_phases(state, NOBODY_LISTENS)
    return state


def first_seat(state: State) -> Seat:
    """Return the first seat to act in the phase, or NOBODY.

    Rules: PG-ORDER-03.
    """
    return _SPECS[state.phase].seats(state, NOBODY)


def to_act(state: State) -> Seat | None:
    """Return the seat to act, or None when the game is over."""
    return None if state.actor == NOBODY else state.actor


def legal_actions(state: State) -> LegalActions[Action]:
    """Return all legal actions, in a fixed order: a sequence that creates them on access.

    Each choice is listed once: a :class:`Scrap` names its loss, though the short form without it
    is legal too. Actions are grouped by kind; Done, Pass and Decline come last.
    """
    return _SPECS[state.phase].legal(state)


def check(state: State, action: Action) -> Refusal | None:
    """Return the reason why ``action`` is illegal now, or None if it is legal.

    Rules: PG-ROUND-01, PG-ORDER-03.
    """
    if state.phase == OVER:
        return Refusal(_AFTER.turn_rule, "the game is over")
    handlers = _SPECS[state.phase].actions.get(type(action))
    if handlers is None:
        phases = [spec.phase for spec in _SPECS if type(action) in spec.actions]
        return Refusal(
            "PG-ROUND-01",
            "possible only during {wanted}; this is {phase}",
            wanted=word_list((PHASES[phase] for phase in phases), "or"),
            phase=Word(PHASES[state.phase]),
        )
    if action.seat != state.actor:
        return Refusal(
            _turn_rule(state),
            "it is seat {actor}'s turn, not seat {seat}'s",
            actor=state.actor,
            seat=action.seat,
        )
    return handlers[0](state, action)


def _turn_rule(state: State) -> str:
    if state.auction:
        return "PG-AUC-03"
    if state.phase == SETUP and state.terms.cartel:
        return "PG-CART-02"
    return _SPECS[state.phase].turn_rule


def apply(state: State, action: Action) -> State:
    """Return the state after ``action``; ``state`` is not modified. Raises IllegalAction."""
    if refusal := check(state, action):
        raise IllegalAction(action, refusal)
    after = state.copy()
    advance(after, action, None)
    return after


def advance(state: State, action: Action, events: list[Event] | None = None) -> None:
    """Make a legal ``action`` in place, and append its events to ``events``, if given."""
    listener = NOBODY_LISTENS if events is None else Events(events)
    _SPECS[state.phase].actions[type(action)][1](state, action, listener)
    if state.actor == NOBODY:
        state.actor = _SPECS[state.phase].seats(state, action.seat)
        _advance_phases(state, listener)


def _advance_phases(state: State, events: Events) -> None:
    """Advance through the phases until a seat has to act or the game is over.

    Rules: PG-ROUND-01, PG-AUC-18, PG-STEP-05.
    """
    while state.actor == NOBODY:
        _SPECS[state.phase].finish(state, events)
        if state.phase == OVER:
            return
        state.phase = ORDER if state.phase == BUREAUCRACY else state.phase + 1
        began = events.count
        begin_step3(state, events)
        _SPECS[state.phase].enter(state, events)
        state.actor = first_seat(state)
        if state.actor != NOBODY:
            events.insert(began, PhaseBegan, state.round, PHASES[state.phase])


def next_auctions(state: State) -> State:
    """Return the state at the start of the next auction phase, as if it began now.

    In an auction phase that is a copy of the state. Otherwise the token is on the lowest plant,
    every seat may buy, and a drawn Step 3 card has taken effect; no hidden card is drawn.
    Rules: PG-AUC-01, PG-AUC-11, PG-ORDER-01, PG-STEP-05.
    """
    coming = state.copy()
    if coming.phase != AUCTION:
        coming.phase = ORDER
        begin_step3(coming, NOBODY_LISTENS)
        turn_order.enter(coming, NOBODY_LISTENS)
        coming.phase = AUCTION
        auction.enter(coming, NOBODY_LISTENS)
        coming.actor = first_seat(coming)
    return coming


def result(state: State) -> Result | None:
    """Return the result, or None while the game is in progress."""
    return ending.result(state)
