"""What one seat may see, and a game that agrees with it.

Nothing on the table is secret; the faces of the stack and of the tiles set aside are. Everybody has
seen the tiles that went under the stack in set-up.
"""

from dataclasses import dataclass
from typing import SupportsIndex

from eletrika.state import NO_TILE, State
from eletrika.tables import HIDDEN, UNKNOWN_KIND, Kind, TileNumber
from eletrika.tile_edges import is_known_tile
from gridcommon.arguments import seat_among, whole
from gridcommon.chance import shuffle
from gridcommon.contract import Seat


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` sees: a state in which every hidden tile is ``HIDDEN`` and no generator is.

    ``public`` answers every question about legality; it cannot be advanced over a draw. For that,
    see :func:`determinize`.
    """

    seat: Seat
    public: State


def observe(state: State, seat: SupportsIndex) -> View:
    """Return what ``seat`` may see. Raises NotationError for a seat that there is not.

    Rules: EL-SETUP-03, EL-SETUP-04, EL-SETUP-06.
    """
    return View(seat_among(seat, state.seats), spectate(state))


def spectate(state: State) -> State:
    """Return a copy of a state without what is face down: every seat sees the same.

    Rules: EL-SETUP-03, EL-SETUP-04, EL-SETUP-06.
    """
    public = state.copy()
    seen = state.stack[: state.under]
    public.stack = seen + [HIDDEN] * (len(state.stack) - len(seen))
    public.aside = [HIDDEN] * len(state.aside)
    public.rng = 0
    public.draws = None
    return public


def unseen(state: State) -> list[TileNumber]:
    """Return the tiles that may lie face down in the stack or aside, in order.

    A face that was seen and told by its edges is no longer among them, if the table has it; one
    that is known in part may be any.  Rules: EL-COMP-01, EL-COMP-09.
    """
    tiles = state.ruleset.tiles
    seen = [tile for tile, _ in state.laid.values()]
    seen += (*state.row, *state.stack[: state.under], *state.discarded)
    if state.drawn != NO_TILE:
        seen.append(state.drawn)
    numbers = set(seen)
    left = [tile.number for tile in tiles.tiles if tile.number not in numbers]
    for told in seen:
        if told < 0 and is_known_tile(told):
            twin = next((tile for tile in left if tiles.agree(told, tile)), None)
            if twin is not None:
                left.remove(twin)
    return left


def faces_of(state: State, tile: TileNumber) -> list[TileNumber]:
    """Return the tiles that a partly known tile could be; a fully known tile is returned alone."""
    if is_known_tile(tile):
        return [tile]
    tiles = state.ruleset.tiles
    return [other for other in unseen(state) if tiles.agree(tile, other)]


def determinize(view: View, rng: SupportsIndex) -> State:
    """Return a whole state that agrees with the view; what is hidden is drawn at random.

    So is what nobody knows of the tiles in the row and in hand; what lies, lies as it is told.
    Raises NotationError for a generator that is no whole number.
    """
    state = view.public.copy()
    tiles, state.rng = shuffle(unseen(state), whole(rng, "rng"))

    def drawn(tile: TileNumber) -> TileNumber:
        if is_known_tile(tile):
            return tile
        if tile == HIDDEN and tiles:
            return tiles.pop(0)
        found = next((one for one in tiles if state.ruleset.tiles.agree(tile, one)), tile)
        if found in tiles:
            tiles.remove(found)
        return found

    state.row = [drawn(tile) for tile in state.row]
    if state.drawn != NO_TILE:
        state.drawn = drawn(state.drawn)
    state.stack = [drawn(tile) for tile in state.stack]
    state.aside = [drawn(tile) for tile in state.aside]
    draw_bonus_tiles(state)
    return state


def draw_bonus_tiles(state: State) -> None:
    """Draw the bonus tiles that nobody has told, those below the one in force left out."""
    if state.bonus != UNKNOWN_KIND and UNKNOWN_KIND not in state.queue:
        return
    left = list(state.ruleset.bonus_faces)
    for kind in (*state.covered, state.bonus, *state.queue):
        if kind in left:
            left.remove(kind)
    left, state.rng = shuffle(left, state.rng)

    def drawn(kind: Kind) -> Kind:
        return left.pop() if kind == UNKNOWN_KIND and left else kind

    state.bonus, state.queue = drawn(state.bonus), tuple(map(drawn, state.queue))
