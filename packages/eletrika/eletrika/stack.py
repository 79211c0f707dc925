"""The stack, the row beside it, and the end of the stack."""

from collections.abc import Sequence

from eletrika.events import AsideReturned, RowDiscarded, StackRanOut, TileRevealed
from eletrika.state import State
from eletrika.tables import FINAL_ROUNDS, ROW
from gridcommon.events import Events


def reserve_after_drawing(state: State) -> Sequence[int]:
    """Return the reserve at a bonus build, after the row has been refilled.

    The tile that ends the stack brings the set-aside structures back before the bonus action.
    Rules: EL-TILE-06, EL-END-02 (A-07, A-21).
    """
    ruleset = state.ruleset
    last = 1 if ruleset.end_trigger == "empty" else 0
    if (
        state.aside
        and len(state.stack) <= last
        and ruleset.refill == "placement"
        and ruleset.aside_from == "now"
        and not state.end_round
    ):
        return [left + 1 for left in state.reserve]
    return state.reserve


def refill(state: State, events: Events) -> None:
    """Turn up tiles until the row is full or no tile is left. The stack may run out.

    Rules: EL-TILE-06, EL-TILE-07, EL-END-01, EL-END-05.
    """
    while len(state.row) < ROW:
        if not state.stack:
            if not state.aside:
                return
            run_out(state, events)  # A-07 failed_draw; under "empty" it has happened already
            if not state.stack:
                return  # the set-aside tiles come with the next turn: A-21
        tile = state.stack.pop()
        state.under = min(state.under, len(state.stack))
        state.row.append(tile)
        events.add(TileRevealed, tile)
        if not state.stack and state.aside and state.ruleset.end_trigger == "empty":
            run_out(state, events)


def run_out(state: State, events: Events, rule: str = "EL-END-01") -> None:
    """Start the final phase, once. ``rule`` is the reason.

    Rules: EL-END-01, EL-END-02, EL-END-03, EL-END-05, EL-STUCK-03.
    """
    if not state.end_round:
        state.end_round = state.round + FINAL_ROUNDS
        state.aside_due = True
        events.add(StackRanOut, rule)
        if state.ruleset.aside_from == "now":
            return_aside(state, events)


def return_aside(state: State, events: Events) -> None:
    """Return the set-aside structures to the reserve, and form the second stack.

    The rest of the first stack is below it.  Rules: EL-END-02, EL-STUCK-03.
    """
    state.return_aside()
    events.add(AsideReturned)


def discard_row(state: State, events: Events) -> None:
    """Remove all face-up tiles from the game.  Rules: EL-TILE-08 (A-08 ``row_redraw``)."""
    state.discarded += tuple(state.row)
    events.add(RowDiscarded, tuple(state.row))
    state.row = []
