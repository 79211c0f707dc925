"""The game of Eletrika, by the contract of :class:`gridcommon.contract.Game`."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, overload

from eletrika.abandoning import check_abandon, do_abandon, legal_abandons
from eletrika.actions import (
    Abandon,
    Action,
    Build,
    EndTurn,
    LayTile,
    Pass,
    Recall,
    Score,
)
from eletrika.building import check_build, do_build, legal_builds
from eletrika.ending import Result, result
from eletrika.events import Event, TurnEnded
from eletrika.markers import check_recall, do_recall, legal_recalls
from eletrika.notation.actions import action_from_json, action_to_json
from eletrika.placement import check_tile, legal_tiles
from eletrika.ruleset import Ruleset
from eletrika.scoring import check_score, do_score, legal_scores
from eletrika.setup import Setup, draws_to_json, new_game
from eletrika.state import AFTER, OVER, SETUP, State
from eletrika.tables import KINDS
from eletrika.turns import check_end, check_pass, end_turn, finish_main_action, lay_tile
from eletrika.view import View, observe, redraw
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal
from gridcommon.records import Header

__all__ = [
    "NAME",
    "LegalActions",
    "Ruleset",
    "State",
    "View",
    "action_from_json",
    "action_to_json",
    "advance",
    "apply",
    "check",
    "draws",
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

NAME = "eletrika"


def _build(state: State, action: Build, events: list[Event] | None) -> None:
    do_build(state, action, events)
    finish_main_action(state, events)


def _abandon(state: State, action: Abandon, events: list[Event] | None) -> None:
    do_abandon(state, action, events)
    end_turn(state, events)


def _score(state: State, action: Score, events: list[Event] | None) -> None:
    do_score(state, action, events)
    if state.phase == AFTER:
        end_turn(state, events)


def _end(state: State, _action: EndTurn | Pass, events: list[Event] | None) -> None:
    end_turn(state, events)


# Which rules an action answers to: why not, and what it does.
_RULES: dict[type, tuple[Callable[..., Refusal | None], Callable[..., None]]] = {
    LayTile: (check_tile, lay_tile),
    Build: (check_build, _build),
    Abandon: (check_abandon, _abandon),
    Score: (check_score, _score),
    EndTurn: (check_end, _end),
    Pass: (check_pass, _end),
    Recall: (check_recall, do_recall),
}


def to_act(state: State) -> Seat | None:
    """Return the seat that must act now, None when the game is over.  Rules: EL-TURN-06."""
    return None if state.phase == OVER else state.seat


def check(state: State, action: Action) -> Refusal | None:
    """Say why ``action`` may not be made now, or None.

    Rules: EL-TURN-01, EL-TURN-06, EL-END-03.
    """
    if state.phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    if not 0 <= action.seat < state.seats:
        return Refusal("EL-TURN-06", "there is no seat {seat}", seat=action.seat)
    if action.seat != state.seat and not isinstance(action, Recall):
        return Refusal("EL-TURN-06", "it is the turn of seat {seat}", seat=state.seat)
    return _RULES[type(action)][0](state, action)


class LegalActions(Sequence[Action]):
    """Every legal action in a fixed order, and ``kinds``: the same, one sequence a kind."""

    __slots__ = ("kinds",)

    def __init__(self, *kinds: Sequence[Action]) -> None:
        self.kinds: tuple[Sequence[Action], ...] = tuple(kind for kind in kinds if kind)

    def __len__(self) -> int:
        return sum(len(kind) for kind in self.kinds)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> list[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | list[Action]:
        if isinstance(place, slice):
            return list(self)[place]
        rest = place + len(self) if place < 0 else place
        for kind in self.kinds:
            if 0 <= rest < len(kind):
                return kind[rest]
            rest -= len(kind)
        raise IndexError("no such action")

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self.kinds)


def legal_actions(state: State) -> LegalActions:
    """Return every action of the seat to act that ``check`` finds nothing against.

    In this order: tiles, builds, abandoning, scoring, ending the turn, passing, recalling; each
    kind in the order that its own list tells.  Rules: EL-TURN-01, EL-TURN-02, EL-STUCK-01.
    """
    seat = state.seat
    if state.phase == OVER:
        return LegalActions()
    recalls = legal_recalls(state, seat)
    if state.phase == SETUP:
        return LegalActions(legal_tiles(state, seat), recalls)
    if state.phase == AFTER:
        return LegalActions(legal_scores(state, seat), [EndTurn(seat)], recalls)
    tiles = legal_tiles(state, seat)
    builds = legal_builds(state, seat)
    stuck = not tiles and not builds and check_pass(state, Pass(seat)) is None
    return LegalActions(
        tiles,
        builds,
        legal_abandons(state, seat),
        legal_scores(state, seat),
        [Pass(seat)] if stuck else [],
        recalls,
    )


def apply(state: State, action: Action) -> State:
    """Return the state after ``action``; ``state`` stays as it was. Raises IllegalAction."""
    if refusal := check(state, action):
        raise IllegalAction(action, refusal)
    after = state.copy()
    advance(after, action, None)
    return after


def advance(state: State, action: Action, events: list[Event] | None = None) -> None:
    """Make a legal ``action`` in place and append what happened to ``events``, if given."""
    _RULES[type(action)][1](state, action, events)


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Say whether a turn ended among these events."""
    return any(isinstance(event, TurnEnded) for event in events)


def start(header: Header) -> State:
    """Return the first state of a recorded game. Raises NotationError naming the key."""
    if header.game != NAME:
        raise NotationError("expected {name}", key="game", name=NAME)
    rules = Ruleset.from_json(header.ruleset)
    return new_game(rules, len(header.players), header.seed, header.setup)


def draws(state: State) -> Setup:
    """Return all the draws of a game.

    Raises ValueError for a game that was played on from a position: it has no beginning.
    """
    if state.draws is None:
        raise ValueError("a game that goes on from a position has no recorded beginning")
    return Setup(draws_to_json(state.draws))


def header(state: State, players: Sequence[str], seed: int | None) -> Header:
    """Return the header of the game that ``state`` is of, with all its draws.

    Raises ValueError for a game that was played on from a position: it has no beginning.
    """
    return Header(NAME, state.rules.to_json(), tuple(players), seed, draws(state).to_json())


def facts(state: State) -> dict[str, Any]:
    """Return every key that a ``check`` line may hold, as the state is now."""
    return {
        "turn": to_act(state),
        "round": state.round,
        "scores": list(state.scores),
        "hands": list(state.hands),
        "markers": [list(values) for values in state.markers_in_hand],
        "reserve": dict(zip(KINDS, state.reserve, strict=True)),
        "stack": len(state.stack),
        "row": sorted(state.row),
        "bonus": None if state.bonus < 0 else KINDS[state.bonus],
        "lit": [list(cell) for cell in sorted(state.lit)],
        "final_rounds": final_rounds(state),
    }


def final_rounds(state: State) -> int | None:
    """Return how many final rounds are still to end, None until the stack has run out.

    Rules: EL-END-03.
    """
    if not state.end_round:
        return None
    if state.phase == OVER:
        return 0
    return min(2, state.end_round - state.round + 1)


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "pawns_on_board": list(result.pawns_on_board),
        "decided_by": result.decided_by,
    }
