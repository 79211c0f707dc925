"""What one seat may see, and a game that agrees with it.

Nothing on the table is secret; the faces of the stack and of the tiles set aside are. Everybody has
seen the tiles that went under the stack in set-up.
"""

from dataclasses import dataclass

from eletrika.state import HIDDEN, NO_TILE, State
from eletrika.tables import TileNumber
from gridcommon.chance import shuffle
from gridcommon.contract import Seat


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` sees: a state in which every hidden tile is ``HIDDEN`` and no generator is.

    ``public`` answers every question about legality; it cannot be advanced over a draw. For that,
    see :func:`redraw`.
    """

    seat: Seat
    public: State


def observe(state: State, seat: Seat) -> View:
    """Return what ``seat`` may see.  Rules: EL-SETUP-03, EL-SETUP-04, EL-SETUP-06."""
    public = state.copy()
    seen = state.stack[: state.under]
    public.stack = seen + [HIDDEN] * (len(state.stack) - len(seen))
    public.aside = [HIDDEN] * len(state.aside)
    public.rng = 0
    public.draws = None
    return View(seat, public)


def unseen(state: State) -> list[TileNumber]:
    """Return the tiles that may lie face down in the stack or aside, in order."""
    seen = {tile for tile, _ in state.laid.values()}
    seen.update(state.row, state.stack[: state.under], state.discarded)
    if state.drawn != NO_TILE:
        seen.add(state.drawn)
    return [tile.number for tile in state.ruleset.tiles.tiles if tile.number not in seen]


def redraw(view: View, rng: int) -> State:
    """Return a whole state that agrees with the view; what is hidden is drawn at random."""
    state = view.public.copy()
    tiles, state.rng = shuffle(unseen(state), rng)
    aside = len(state.aside)
    state.aside = tiles[:aside]
    state.stack = state.stack[: state.under] + tiles[aside:]
    return state
