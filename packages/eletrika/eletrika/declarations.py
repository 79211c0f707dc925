"""What the table tells: tiles that were turned up, and what lies otherwise than was recorded.

A record of a game with the real box has ``reveal`` lines where the draws are not known before, and
``set`` lines where the people at the table say that something is so, whatever the rules say.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eletrika.analysis import aside_waits
from eletrika.building import computed_lit
from eletrika.events import BonusTold, Corrected, TileRevealed
from eletrika.notation.full import parse_full
from eletrika.position import Position
from eletrika.position_setup import (
    centred_on_source,
    cover,
    put_board,
    put_hands,
    reserve_left,
    row_of,
)
from eletrika.scoring import settle
from eletrika.setup import too_many
from eletrika.stack import return_aside
from eletrika.state import MAIN, NO_KIND, NO_TILE, OVER, SETUP, State, Unsettled
from eletrika.tables import (
    FINAL_ROUNDS,
    HIDDEN,
    KIND_NAMES,
    KINDS,
    MARKERS,
    PAWNS,
    ROW,
    STRUCTURES,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
    Kind,
    Owner,
    TileNumber,
    is_known_tile,
    kind_from_json,
    tile_from_json,
    tile_text,
)
from eletrika.turns import look_at_row, seat_at
from eletrika.view import unseen
from gridcommon.contract import Seat
from gridcommon.errors import (
    NotationError,
    Typed,
    Word,
    Wording,
)
from gridcommon.events import NOBODY_LISTENS, Events
from gridcommon.playing import tell_nothing
from gridcommon.spelling import quoted
from gridcommon.tables import check_keys


def tell(state: State, kind: str, data: Mapping[str, Any], events: list[Any] | None = None) -> None:
    """Follow a ``reveal`` or ``set`` line of a record, in place.

    Raises NotationError naming the key, and leaves the state as it was.  Rules: EL-COMP-09.
    """
    if kind not in _KINDS_OF_LINES:
        tell_nothing(state, kind, data, events)
    told = state.copy()
    made: list[Any] = []
    _KINDS_OF_LINES[kind](told, data, Events(made))
    settle(told, Events(made))
    state.become(told)
    if events is not None:
        events += made


def unknown_in_row(state: State) -> list[int]:
    """Return the places of the row with tiles of which not all is known."""
    return [place for place, tile in enumerate(state.row) if not is_known_tile(tile)]


def _reveal(state: State, data: Mapping[str, Any], events: Events) -> None:
    """Turn up tiles of the row.  Rules: EL-TILE-06, EL-TILE-08, EL-STUCK-03, EL-COMP-09."""
    check_keys(data, {"row", "queue"}, "", within="reveal", required=set() if data else {"row"})
    if "queue" in data:
        _reveal_bonus_tiles(state, data["queue"], "reveal.queue", events)
    tiles = state.ruleset.tiles
    for tile in _tiles(data.get("row", []), "reveal.row"):
        if tile >= len(tiles.tiles) or (tile >= 0 and tile not in unseen(state)):
            raise NotationError(
                "tile {tile} cannot have been turned up", key="reveal.row", tile=tile_text(tile)
            )
        place = next(
            (place for place in unknown_in_row(state) if tiles.agree(state.row[place], tile)), None
        )
        if place is None:
            raise NotationError(
                "no unknown tile of the row can be {tile}", key="reveal.row", tile=tile_text(tile)
            )
        state.row[place] = tile
        events.add(TileRevealed, tile)
    if state.phase == MAIN and not state.scored:
        look_at_row(state, events)


def _reveal_bonus_tiles(state: State, data: Any, key: str, events: Events) -> None:
    """Tell bonus tiles in their order, from the first of the game.

    Rules: EL-COMP-05, EL-COMP-09, EL-SETUP-06.
    """
    told = [kind_from_json(one) for one in data] if isinstance(data, list) else []
    order = bonus_tiles(state)
    if len(told) != len(order) or None in told:
        letters = " ".join((*KINDS, UNKNOWN_LETTER))
        wanted = Wording(
            "{count} of the letters {letters}", {"count": len(order), "letters": letters}
        )
        raise _wrong(key, wanted, data)
    for place, kind in enumerate(told):
        if kind is None or kind == UNKNOWN_KIND or kind == order[place]:
            continue
        if order[place] != UNKNOWN_KIND:
            raise NotationError(
                "bonus tile {place} is {known}, not {found}; write {words} to correct it",
                key=key,
                words=Typed("set queue"),
                place=place + 1,
                known=KINDS[order[place]],
                found=KINDS[kind],
            )
        order[place] = kind
    twice = too_many(order, state.ruleset.bonus_faces)
    if twice is not None:
        raise NotationError(
            "EL-COMP-05: no bonus tile with {kind} is left; write {words} if your box has one",
            key=key,
            words=Typed("set queue"),
            kind=Word(KIND_NAMES[twice]),
        )
    state.covered = tuple(order[: len(state.covered)])
    shown = order[len(state.covered) : len(order) - len(state.queue)]
    state.bonus = shown[0] if shown else NO_KIND
    state.queue = tuple(order[len(order) - len(state.queue) :])
    events.add(BonusTold, tuple(order))


def bonus_tiles(state: State) -> list[Kind]:
    """Return the bonus tiles in their order, from the first of the game."""
    shown = () if state.bonus == NO_KIND else (state.bonus,)
    return [*state.covered, *shown, *state.queue]


def _set(state: State, data: Mapping[str, Any], events: Events) -> None:
    """Put what the table says as it is given; nothing of it is judged.  Rules: EL-COMP-09."""
    check_keys(data, set(_SET), "", within="set")
    for key, put in _SET.items():
        if key in data:
            put(state, data[key], f"set.{key}")
    events.add(Corrected, tuple(data))


_KINDS_OF_LINES: Mapping[str, Callable[[State, Mapping[str, Any], Events], None]] = {
    "reveal": _reveal,
    "set": _set,
}


def _wrong(key: str, wanted: Word | Wording, found: Any) -> NotationError:
    return NotationError(
        "expected {wanted}, found {found}", key=key, wanted=wanted, found=quoted(found)
    )


def _tiles(data: Any, key: str) -> list[TileNumber]:
    if not isinstance(data, list):
        raise _wrong(key, Word("a list of tiles"), data)
    try:
        return [tile_from_json(tile) for tile in data]
    except NotationError as problem:
        problem.key = key
        raise


def _number(data: Any, key: str, most: int) -> int:
    if type(data) is not int or not 0 <= data <= most:
        raise _wrong(key, Wording("a whole number from 0 to {most}", {"most": most}), data)
    return data


_MOST = 9999  # points and rounds: far more than any game has


def _by_seat(state: State, data: Any, key: str) -> list[Any]:
    if not isinstance(data, list) or len(data) != state.seats:
        wanted = Wording("a list with one value for each of {seats} seats", {"seats": state.seats})
        raise _wrong(key, wanted, data)
    return data


def _set_round(state: State, data: Any, key: str) -> None:
    state.round = _number(data, key, _MOST)
    if state.round and state.phase == SETUP:
        state.phase, state.drawn = MAIN, NO_TILE
    elif not state.round:
        state.phase, state.drawn = SETUP, HIDDEN
    if state.end_round:
        state.end_round = max(state.end_round, state.round)


def _set_final_rounds(state: State, data: Any, key: str) -> None:
    """Rules: EL-END-02, EL-END-03."""
    if data is None:
        state.end_round = 0
        return
    left = _number(data, key, FINAL_ROUNDS)
    if state.aside:
        return_aside(state, NOBODY_LISTENS)
    if left == 0:
        state.phase, state.end_round = OVER, state.round
    elif left < FINAL_ROUNDS:
        state.end_round = state.round
    elif state.end_round <= state.round:
        state.end_round = state.round + FINAL_ROUNDS


def _set_turn(state: State, data: Any, key: str) -> None:
    """Begin the turn of a seat, unless it goes on.  Rules: EL-TURN-06."""
    if data is None:
        state.phase = OVER
        return
    seat = _number(data, key, state.seats - 1)
    if seat != state.actor or state.phase == OVER:
        _begin(state, seat)


def _begin(state: State, seat: Seat) -> None:
    """Begin the turn of a seat."""
    state.actor = seat
    state.turn = (seat - seat_at(state, 0)) % state.seats
    state.scored = state.city_built = False
    if state.phase == SETUP:
        state.drawn = HIDDEN
    else:
        state.phase = MAIN


def _set_scores(state: State, data: Any, key: str) -> None:
    """Put the points of each seat; null leaves a seat as it is, points that are not sure too."""
    for seat, points in enumerate(_by_seat(state, data, key)):
        if points is not None:
            _put_score(state, seat, _number(points, key, _MOST), is_sure=True)


def _put_score(state: State, seat: Seat, points: int, *, is_sure: bool) -> None:
    """Put the points of a seat, which are no longer open if they are sure."""
    open_ones = [one for one in state.unsettled if one.seat == seat]
    if is_sure:
        state.unsettled = tuple(one for one in state.unsettled if one.seat != seat)
    elif not open_ones or points != state.scores[seat]:
        state.unsettled += (Unsettled(seat),)
    state.scores[seat] = points


def _set_hands(state: State, data: Any, key: str) -> None:
    state.hands = [_number(pawns, key, PAWNS) for pawns in _by_seat(state, data, key)]


def _set_markers(state: State, data: Any, key: str) -> None:
    found = []
    for values in _by_seat(state, data, key):
        if not isinstance(values, list) or any(
            values.count(one) > (one in MARKERS) for one in values
        ):
            raise _wrong(key, Word("lists of markers, 1 or 2 or both"), data)
        found.append(tuple(sorted(values)))
    state.markers_in_hand = found


def _set_reserve(state: State, data: Any, key: str) -> None:
    if not isinstance(data, dict):
        raise _wrong(key, Wording("counts by {letters}", {"letters": " ".join(KINDS)}), data)
    check_keys(data, set(KINDS), "", within=key)
    for letter, left in data.items():
        kind = KINDS.index(letter)
        state.reserve[kind] = _number(left, f"{key}.{letter}", STRUCTURES[kind])


def _set_stack(state: State, data: Any, key: str) -> None:
    _make_stack(state, _number(data, key, len(state.ruleset.tiles.tiles)))


def _make_stack(state: State, count: int) -> None:
    """Take tiles off the top, or put unknown ones at the bottom."""
    state.stack = [HIDDEN] * (count - len(state.stack)) + state.stack[:count]
    state.under = min(state.under, count)


def _set_row(state: State, data: Any, key: str) -> None:
    row = _tiles(data, key)
    if len(row) > ROW or any(tile >= len(state.ruleset.tiles.tiles) for tile in row):
        raise _wrong(key, Wording("at most {most} tiles of the box", {"most": ROW}), data)
    state.row = row


def _set_bonus(state: State, data: Any, key: str) -> None:
    kind = NO_KIND if data is None else kind_from_json(data)
    if kind is None:
        letters = " ".join((*KINDS, UNKNOWN_LETTER))
        raise _wrong(key, Wording("one of {letters}, or null", {"letters": letters}), data)
    order = bonus_tiles(state)
    state.bonus = kind
    cover(state, order)


def _set_lit(state: State, data: Any, key: str) -> None:
    listed = data if isinstance(data, list) else [None]
    cells = [tuple(cell) if isinstance(cell, list) else None for cell in listed]
    if not all(cell in state.kinds for cell in cells):
        raise _wrong(key, Word("a list of cells with structures"), data)
    state.lit = frozenset(cell for cell in state.kinds if cell in cells)


def _set_position(state: State, data: Any, key: str) -> None:
    """Clear the table and put what a position in the full form tells; the rest stays.

    Colours are the seats in the order White, Black, Red, Green, or as ``hand`` lists them.
    """
    if not isinstance(data, str):
        raise _wrong(key, Word("a position in the full form, as text"), data)
    tiles = state.ruleset.tiles
    try:
        position = centred_on_source(parse_full(data, tiles))
        _put_position(state, position, _seat_of(state, position))
    except NotationError as problem:
        if problem.line is None:
            problem.key = key if problem.key is None else f"{key}.{problem.key}"
            raise
        raise NotationError(
            "line {number} of the position: {problem}",
            key=key,
            number=problem.line,
            problem=problem.wording,
        ) from None


def _seat_of(state: State, position: Position) -> dict[Owner, Seat]:
    owners: Sequence[Owner] = sorted(position.hands) or range(state.seats)
    seat_of = {owner: seat for seat, owner in enumerate(owners)}
    named = [
        *position.scores,
        *position.markers_in_hand,
        *(structure.owner for structure in position.structures.values()),
        *(marker.owner for marker in position.markers.values()),
        position.to_act,
        position.first,
    ]
    if len(owners) != state.seats or any(one is not None and one not in seat_of for one in named):
        raise NotationError(
            "expected the colours of {seats} players", key="hand", seats=state.seats
        )
    return seat_of


def _put_position(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    state.clear_table()
    put_board(state, position, seat_of)
    for owner, points in position.scores.items():
        _put_score(state, seat_of[owner], points, is_sure=owner not in position.unsure)
    put_hands(state, position, seat_of)
    if position.row is not None:
        state.row = row_of(state, position)
    seen = {tile for tile, _ in state.laid.values()} | set(state.row)
    state.stack = [HIDDEN if tile in seen else tile for tile in state.stack]
    if position.last is not None:
        if aside_waits(position, state.ruleset):
            state.aside_due = True
        elif state.aside:
            return_aside(state, NOBODY_LISTENS)
        state.end_round = position.last
    if position.stack is not None:
        _make_stack(state, position.stack)
    order = bonus_tiles(state)
    if position.bonus is not None or position.queue is not None:
        state.bonus = NO_KIND if position.bonus is None else position.bonus
    if position.queue is not None:
        state.queue = position.queue
    cover(state, order)
    if position.first is not None:
        state.first = seat_of[position.first]
    if position.round is not None:
        _set_round(state, position.round, "round")
    if position.to_act is not None:
        _begin(state, seat_of[position.to_act])
    state.reserve = [max(0, left) for left in reserve_left(state)]
    state.lit = computed_lit(state)


# In this order, for a line with several keys.
_SET: Mapping[str, Callable[[State, Any, str], None]] = {
    "position": _set_position,
    "round": _set_round,
    "final_rounds": _set_final_rounds,
    "turn": _set_turn,
    "scores": _set_scores,
    "hands": _set_hands,
    "markers": _set_markers,
    "reserve": _set_reserve,
    "stack": _set_stack,
    "row": _set_row,
    "bonus": _set_bonus,
    "lit": _set_lit,
}
