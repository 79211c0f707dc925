"""Setting up a game, by chance or from explicit draws."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, SupportsIndex

from eletrika.ruleset import Ruleset
from eletrika.state import Draws, State
from eletrika.tables import (
    ASIDE,
    HIDDEN,
    KINDS,
    MARKERS,
    PAWNS,
    ROW,
    SEATS,
    STRUCTURES,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
    Kind,
    TileNumber,
    kind_from_json,
    kind_text,
)
from eletrika.tile_edges import is_known_tile, read_tiles, tile_to_json
from eletrika.turns import draw_setup_tile
from gridcommon.arguments import whole
from gridcommon.chance import draw, seeded, shuffle
from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridcommon.events import NOBODY_LISTENS
from gridcommon.pickling import pickle_by_fields
from gridcommon.tables import check_keys


@dataclass(frozen=True, slots=True)
class Setup:
    """Predetermined draws; None for draws left to chance.

    ``stack`` and ``aside`` start with the top tile; ``stack`` includes the set-up tiles.
    """

    stack: tuple[TileNumber, ...] | None = None
    row: tuple[TileNumber, ...] | None = None
    aside: tuple[TileNumber, ...] | None = None
    queue: tuple[Kind, ...] | None = None
    first: Seat | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Setup":
        """Read the ``setup`` of a record's header. Raises NotationError naming the key."""
        check_keys(data, set(SETUP_KEYS), within="setup")
        return cls(**{key: _READ[key](value, f"setup.{key}") for key, value in data.items()})

    def to_json(self) -> dict[str, Any]:
        """Return the ``setup`` of a record's header, without draws left to chance."""
        data: dict[str, Any] = {
            key: list(map(tile_to_json, tiles))
            for key, tiles in (("stack", self.stack), ("row", self.row), ("aside", self.aside))
            if tiles is not None
        }
        if self.queue is not None:
            data["queue"] = list(map(kind_text, self.queue))
        if self.first is not None:
            data["first"] = self.first
        return data


SETUP_KEYS = tuple(field.name for field in fields(Setup))


def _tiles(value: Any, key: str) -> tuple[TileNumber, ...]:
    return tuple(read_tiles(value, key))


def _queue(value: Any, key: str) -> tuple[Kind, ...]:
    kinds = [kind_from_json(face) for face in (value if isinstance(value, list) else [value])]
    if None in kinds:
        raise NotationError(
            "expected a list of the letters {letters}, found {found}",
            key=key,
            letters=" ".join((*KINDS, UNKNOWN_LETTER)),
            found=repr(value),
        )
    return tuple(kind for kind in kinds if kind is not None)


def _seat(value: Any, key: str) -> Seat:
    if type(value) is not int:
        raise NotationError("expected a seat, found {found}", key=key, found=repr(value))
    return value


_READ: Mapping[str, Callable[[Any, str], Any]] = {
    "stack": _tiles,
    "row": _tiles,
    "aside": _tiles,
    "queue": _queue,
    "first": _seat,
}


def new_game(
    ruleset: Ruleset,
    seats: SupportsIndex,
    seed: SupportsIndex | None = None,
    setup: Setup | None = None,
) -> State:
    """Return a game at the set-up tile of its first seat.

    ``setup`` replaces the draws that it names; the others are made from ``seed``. Raises
    NotationError, naming the key, for an impossible set-up, or for arguments that are not numbers.
    Rules: EL-SETUP-01, EL-SETUP-02, EL-SETUP-03, EL-SETUP-04, EL-SETUP-05, EL-SETUP-06,
    EL-SETUP-07, EL-SETUP-09, EL-COMP-07.
    """
    count = whole(seats, "players")
    if count not in SEATS:
        raise NotationError(
            "{fewest} to {most} players, found {found}",
            key="players",
            fewest=SEATS[0],
            most=SEATS[-1],
            found=count,
        )
    given = setup or Setup()
    _check(given, ruleset, count)
    if seed is None:
        for key in SETUP_KEYS:
            if getattr(given, key) is None:
                raise NotationError("missing, and no seed to draw it from", key=f"setup.{key}")
    state = State(ruleset, count)
    state.rng = seeded(0 if seed is None else whole(seed, "seed"))
    _draw_tiles(state, given)
    queue, state.rng = shuffle(ruleset.bonus_faces, state.rng)
    state.queue = tuple(queue) if given.queue is None else given.queue
    first, state.rng = draw(state.rng, count)
    state.first = first if given.first is None else given.first
    state.reserve = [count - 1 for count in STRUCTURES]
    state.hands = [PAWNS] * count
    state.markers_in_hand = [MARKERS] * count
    state.scores = [0] * count
    state.put_tile(ruleset.tiles.source, 0, state.source)
    state.draws = Draws(
        tuple(state.stack[::-1]),
        tuple(state.row),
        tuple(state.aside[::-1]),
        state.queue,
        state.first,
    )
    draw_setup_tile(state, NOBODY_LISTENS)
    return state


def unknown_setup(ruleset: Ruleset) -> Setup:
    """Return the draws of a wholly unknown box. The first seat starts."""
    stack = len(ruleset.tiles.tiles) - 1 - ROW - ASIDE
    hidden = (HIDDEN,) * stack, (HIDDEN,) * ROW, (HIDDEN,) * ASIDE
    return Setup(*hidden, (UNKNOWN_KIND,) * len(ruleset.bonus_faces), 0)


def too_many(kinds: Iterable[Kind], faces: Sequence[Kind]) -> Kind | None:
    """Return a kind that is named more often than bonus tiles have it, or None.

    Rules: EL-COMP-05.
    """
    left = list(faces)
    for kind in kinds:
        if kind in left:
            left.remove(kind)
        elif kind >= 0:
            return kind
    return None


def draws(state: State) -> Setup:
    """Return all draws of a game.

    Raises ValueError for a game that started from a position, whose draws are unknown.
    """
    made = state.draws
    if made is None:
        raise ValueError("a game that goes on from a position has no recorded beginning")
    return Setup(made.stack, made.row, made.aside, made.queue, made.first)


def _draw_tiles(state: State, given: Setup) -> None:
    """Deal the row, the tiles set aside and the stack. Predetermined tiles are dealt first."""
    named = [*(given.row or ()), *(given.aside or ()), *(given.stack or ())]
    tiles = state.ruleset.tiles
    others = [
        tile.number
        for tile in tiles.tiles
        if tile.number not in named and tile.number != tiles.source
    ]
    for told in named:
        if told < 0 and is_known_tile(told):
            others = [tile for tile in others if not tiles.agree(told, tile)]
    others, state.rng = shuffle(others, state.rng)
    dealt: list[list[TileNumber]] = []
    for chosen, count in (
        (given.row, ROW),
        (given.aside, ASIDE),
        (given.stack, len(tiles.tiles) - 1 - ROW - ASIDE),
    ):
        if chosen is not None:
            dealt.append(list(chosen))
        else:
            dealt.append(others[:count])
            others = others[count:]
    state.row, aside, stack = dealt
    state.aside = aside[::-1]  # the top last
    state.stack = stack[::-1]


def _check(given: Setup, ruleset: Ruleset, seats: int) -> None:
    seen: dict[TileNumber, str] = {ruleset.tiles.source: "the source"}
    total = len(ruleset.tiles.tiles)
    for key, tiles, count in (
        ("row", given.row, ROW),
        ("aside", given.aside, ASIDE),
        ("stack", given.stack, total - 1 - ROW - ASIDE),
    ):
        if tiles is not None:
            _check_tiles(tiles, f"setup.{key}", count, total, seen)
    if given.queue is not None and (
        len(given.queue) != len(ruleset.bonus_faces)
        or too_many(given.queue, ruleset.bonus_faces) is not None
    ):
        raise NotationError(
            "the bonus tiles in some order: {faces}; found {found}",
            key="setup.queue",
            faces=" ".join(KINDS[kind] for kind in ruleset.bonus_faces),
            found=" ".join(map(kind_text, given.queue)),
        )
    if given.first is not None and not 0 <= given.first < seats:
        raise NotationError(
            "a seat from 0 to {last}, found {found}",
            key="setup.first",
            last=seats - 1,
            found=given.first,
        )


def _check_tiles(
    tiles: tuple[TileNumber, ...], key: str, count: int, total: int, seen: dict[TileNumber, str]
) -> None:
    if len(tiles) != count:
        raise NotationError(
            "a list of {count} tiles, found {found}", key=key, count=count, found=len(tiles)
        )
    for tile in tiles:
        if tile >= total:
            raise NotationError(
                "a tile is a number from 0 to {last}, found {found}",
                key=key,
                last=total - 1,
                found=tile,
            )
        if tile >= 0 and tile in seen:
            raise NotationError(
                "tile {tile} is already in {place}", key=key, tile=tile, place=seen[tile]
            )
        seen[tile] = key


pickle_by_fields(Setup)
