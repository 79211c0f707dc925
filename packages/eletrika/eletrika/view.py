"""The view of one seat, and games that agree with it.

The faces of the stack and of the tiles set aside are secret, everything else is open. All seats
have seen the tiles that went under the stack in set-up.
"""

from dataclasses import dataclass
from typing import SupportsIndex

from eletrika.setup import Setup, draws
from eletrika.state import NO_TILE, State
from eletrika.tables import HIDDEN, UNKNOWN_KIND, Kind, TileNumber
from eletrika.tile_edges import is_known_tile
from gridcommon.arguments import seat_among, whole
from gridcommon.chance import shuffle
from gridcommon.contract import Seat
from gridcommon.pickling import pickle_by_fields


@dataclass(frozen=True, slots=True)
class View:
    """The view of ``seat``: a state in which hidden tiles are ``HIDDEN``, without a generator.

    All questions of legality can be asked of ``public``, but it cannot be advanced over a draw: use
    :func:`determinize` for that.
    """

    seat: Seat
    public: State


def observe(state: State, seat: SupportsIndex) -> View:
    """Return the view of ``seat``. Raises NotationError for an unknown seat.

    Rules: EL-SETUP-03, EL-SETUP-04, EL-SETUP-06.
    """
    return View(seat_among(seat, state.seats), spectate(state))


def spectate(state: State) -> State:
    """Return a copy of a state without the faces of hidden tiles, the same for every seat.

    Rules: EL-SETUP-03, EL-SETUP-04, EL-SETUP-06.
    """
    public = state.copy()
    seen = state.stack[: state.under]
    public.stack = seen + [HIDDEN] * (len(state.stack) - len(seen))
    public.aside = [HIDDEN] * len(state.aside)
    public.rng = 0
    public.draws = None
    return public


def supposed_setup(state: State) -> Setup:
    """Return draws with which the same actions lead to what every seat sees of ``state``.

    The hidden tiles are in ascending order, wherever they are. Raises ValueError for a state that
    does not come from a new game.
    """
    made = draws(state)
    hidden = {*state.stack[state.under :], *state.aside}
    supposed = iter(sorted(hidden))

    def seen(tiles: tuple[TileNumber, ...] | None) -> tuple[TileNumber, ...]:
        return tuple(next(supposed) if tile in hidden else tile for tile in tiles or ())

    return Setup(seen(made.stack), made.row, seen(made.aside), made.queue, made.first)


def unseen(state: State) -> list[TileNumber]:
    """Return the tiles that may be face down in the stack or aside, in order.

    Tiles seen and declared by their edges are excluded if the table has them; a partly known tile
    may be any.  Rules: EL-COMP-01, EL-COMP-09.
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
    """Return the tiles that a partly known tile could be. A fully known tile is returned alone."""
    if is_known_tile(tile):
        return [tile]
    tiles = state.ruleset.tiles
    return [other for other in unseen(state) if tiles.agree(tile, other)]


def determinize(view: View, rng: SupportsIndex) -> State:
    """Return a full state consistent with the view. Hidden information is sampled at random.

    This includes unknown edges in the row and in hand; laid tiles stay as declared. Raises
    NotationError for a generator that is not a whole number.
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
    """Draw the undeclared bonus tiles, except those below the one in force."""
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


pickle_by_fields(View)
