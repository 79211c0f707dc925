"""Setting up a game, by chance or from explicit draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eletrika.ruleset import FEWEST_SEATS, MOST_SEATS, Ruleset
from eletrika.stack import ASIDE, ROW
from eletrika.state import Draws, State
from eletrika.tables import KINDS, MARKERS, PAWNS, STRUCTURES, Kind, TileNumber
from eletrika.turns import draw_setup_tile
from gridcommon.chance import draw, seeded, shuffle
from gridcommon.errors import NotationError
from gridcommon.tables import check_keys

SETUP_KEYS = ("stack", "row", "aside", "queue", "first")


@dataclass(frozen=True, slots=True)
class Setup:
    """Draws that are given instead of drawn, as a record has them (see ``SETUP_KEYS``)."""

    given: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Setup":
        """Read the ``setup`` of a record's header; ``new_game`` checks what it names."""
        return cls(data)

    def to_json(self) -> dict[str, Any]:
        """Return the ``setup`` of a record's header."""
        return dict(self.given)


def new_game(
    rules: Ruleset,
    seats: int,
    seed: int | None = None,
    setup: Setup | Mapping[str, Any] | None = None,
) -> State:
    """Return a game whose first seat is to lay its set-up tile.

    ``setup`` replaces the draws it names (see ``SETUP_KEYS``); the others are made from ``seed``.
    Raises NotationError naming the key of a set-up that cannot be.
    Rules: EL-SETUP-01, EL-SETUP-02, EL-SETUP-03, EL-SETUP-04, EL-SETUP-05, EL-SETUP-06,
    EL-SETUP-07, EL-SETUP-09, EL-COMP-07.
    """
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise NotationError(
            "{fewest} to {most} players, found {found}",
            key="players",
            fewest=FEWEST_SEATS,
            most=MOST_SEATS,
            found=seats,
        )
    named = setup.given if isinstance(setup, Setup) else setup
    given = _checked(named or {}, rules, seats)
    if seed is None:
        for key in SETUP_KEYS:
            if key not in given:
                raise NotationError("missing, and no seed to draw it from", key=f"setup.{key}")
    state = State(rules, seats)
    state.rng = seeded(seed or 0)
    _draw_tiles(state, given)
    queue, state.rng = shuffle(rules.bonus_faces, state.rng)
    state.queue = tuple(given.get("queue", queue))
    first, state.rng = draw(state.rng, seats)
    state.first = given.get("first", first)
    state.reserve = [count - 1 for count in STRUCTURES]
    state.hands = [PAWNS] * seats
    state.markers_in_hand = [MARKERS] * seats
    state.scores = [0] * seats
    state.put_tile(rules.tiles.source, 0, state.source)
    state.draws = Draws(
        tuple(state.stack[::-1]),
        tuple(state.row),
        tuple(state.aside[::-1]),
        state.queue,
        state.first,
    )
    draw_setup_tile(state, None)
    return state


def _draw_tiles(state: State, given: Mapping[str, Any]) -> None:
    """Deal the row, the tiles set aside and the stack; tiles that are given are dealt first."""
    named = {tile for key in ("row", "aside", "stack") for tile in given.get(key, ())}
    rules = state.rules
    others = [
        tile.number
        for tile in rules.tiles.tiles
        if tile.number not in named and tile.number != rules.tiles.source
    ]
    others, state.rng = shuffle(others, state.rng)
    dealt: dict[str, list[TileNumber]] = {}
    for key, count in (("row", ROW), ("aside", ASIDE), ("stack", len(others))):
        if key in given:
            dealt[key] = list(given[key])
        else:
            dealt[key], others = others[:count], others[count:]
    state.row = dealt["row"]
    state.aside = dealt["aside"][::-1]  # the top last
    state.stack = dealt["stack"][::-1]


def draws_to_json(draws: Draws) -> dict[str, Any]:
    """Return the draws as ``new_game`` takes them."""
    return {
        "stack": list(draws.stack),
        "row": list(draws.row),
        "aside": list(draws.aside),
        "queue": [KINDS[kind] for kind in draws.queue],
        "first": draws.first,
    }


def _checked(setup: Mapping[str, Any], rules: Ruleset, seats: int) -> dict[str, Any]:
    check_keys(setup, set(SETUP_KEYS), "", within="setup")
    given: dict[str, Any] = {}
    seen: dict[TileNumber, str] = {rules.tiles.source: "the source"}
    total = len(rules.tiles.tiles)
    for key, count in (("row", ROW), ("aside", ASIDE), ("stack", total - 1 - ROW - ASIDE)):
        if key in setup:
            given[key] = _tiles(setup[key], key, count, total, seen)
    if "queue" in setup:
        given["queue"] = _queue(setup["queue"], rules)
    if "first" in setup:
        first = setup["first"]
        if not isinstance(first, int) or isinstance(first, bool) or not 0 <= first < seats:
            raise NotationError(
                "a seat from 0 to {last}, found {found}",
                key="setup.first",
                last=seats - 1,
                found=repr(first),
            )
        given["first"] = first
    return given


def _tiles(
    value: Any, key: str, count: int, total: int, seen: dict[TileNumber, str]
) -> Sequence[TileNumber]:
    where = f"setup.{key}"
    if not isinstance(value, list) or len(value) != count:
        found = len(value) if isinstance(value, list) else repr(value)
        raise NotationError(
            "a list of {count} tiles, found {found}", key=where, count=count, found=found
        )
    for tile in value:
        if not isinstance(tile, int) or isinstance(tile, bool) or not 0 <= tile < total:
            raise NotationError(
                "a tile is a number from 0 to {last}, found {found}",
                key=where,
                last=total - 1,
                found=repr(tile),
            )
        if tile in seen:
            raise NotationError(
                "tile {tile} is in {place} already", key=where, tile=tile, place=seen[tile]
            )
        seen[tile] = where
    return value


def _queue(value: Any, rules: Ruleset) -> tuple[Kind, ...]:
    faces = value if isinstance(value, list) else []
    known = all(isinstance(face, str) and len(face) == 1 and face in KINDS for face in faces)
    kinds = tuple(KINDS.index(face) for face in faces) if known else ()
    if sorted(kinds) != sorted(rules.bonus_faces):
        raise NotationError(
            "the bonus tiles in some order: {faces}; found {found}",
            key="setup.queue",
            faces=" ".join(KINDS[kind] for kind in rules.bonus_faces),
            found=repr(value),
        )
    return kinds
