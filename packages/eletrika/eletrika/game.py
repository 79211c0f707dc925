"""The game as a whole: the table of actions, which are legal, and making them.

The package implements :class:`gridcommon.contract.Game`; this module is its centre.
"""

from collections.abc import Callable, Sequence

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.building import check_build, do_build, legal_builds
from eletrika.events import Event
from eletrika.markers import check_recall, do_recall, legal_recalls
from eletrika.placement import check_tile, legal_tiles
from eletrika.scoring import (
    check_abandon,
    check_score,
    do_abandon,
    do_score,
    legal_abandons,
    legal_scores,
)
from eletrika.state import AFTER, OVER, SETUP, State
from eletrika.turns import check_end, check_pass, end_turn, finish_main_action, lay_tile
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, Refusal
from gridcommon.events import NOBODY_LISTENS, Events
from gridcommon.lazy_actions import LegalActions


def _build(state: State, action: Build, events: Events) -> None:
    do_build(state, action, events)
    finish_main_action(state, events)


def _abandon(state: State, action: Abandon, events: Events) -> None:
    do_abandon(state, action, events)
    end_turn(state, events)


def _score(state: State, action: Score, events: Events) -> None:
    do_score(state, action, events)
    if state.phase == AFTER:
        end_turn(state, events)


def _end(state: State, _action: EndTurn | Pass, events: Events) -> None:
    end_turn(state, events)


# The check and the effect of each kind of action
HANDLERS: dict[type, tuple[Callable[..., Refusal | None], Callable[..., None]]] = {
    LayTile: (check_tile, lay_tile),
    Build: (check_build, _build),
    Abandon: (check_abandon, _abandon),
    Score: (check_score, _score),
    EndTurn: (check_end, _end),
    Pass: (check_pass, _end),
    Recall: (check_recall, do_recall),
}


def to_act(state: State) -> Seat | None:
    """Return the seat to act, or None when the game is over.  Rules: EL-TURN-06."""
    return None if state.phase == OVER else state.actor


def check(state: State, action: Action) -> Refusal | None:
    """Return the reason why ``action`` is illegal now, or None if it is legal.

    Rules: EL-TURN-01, EL-TURN-06, EL-END-03.
    """
    if state.phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    if not 0 <= action.seat < state.seats:
        return Refusal("EL-TURN-06", "seat {seat} does not exist", seat=action.seat)
    if action.seat != state.actor and not isinstance(action, Recall):
        return Refusal("EL-TURN-06", "it is seat {seat}'s turn", seat=state.actor)
    return HANDLERS[type(action)][0](state, action)


def legal_actions(state: State) -> LegalActions[Action]:
    """Return all legal actions of the seat to act, a sequence that creates them on access.

    The order is: tiles, builds, abandoning, scoring, ending the turn, passing, recalling; each kind
    has its own order.  Rules: EL-TURN-01, EL-TURN-02, EL-STUCK-01.
    """
    seat = state.actor
    if state.phase == OVER:
        return LegalActions([])
    kinds: list[Sequence[Action]]
    recalls = legal_recalls(state)
    if state.phase == SETUP:
        kinds = [legal_tiles(state), recalls]
    elif state.phase == AFTER:
        kinds = [legal_scores(state), [EndTurn(seat)], recalls]
    else:
        tiles = legal_tiles(state)
        builds = legal_builds(state)
        kinds = [tiles, builds, legal_abandons(state), legal_scores(state)]
        if not tiles and not builds and check_pass(state, Pass(seat)) is None:
            kinds.append([Pass(seat)])
        kinds.append(recalls)
    return LegalActions(kinds)


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
    HANDLERS[type(action)][1](state, action, listener)
