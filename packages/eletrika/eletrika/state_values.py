"""The values of a state in ``check`` and ``set`` lines of a record.

A setter takes the state, JSON data and the key for errors. It raises NotationError, and checks no
rule: the people at the table decide.  Rules: EL-COMP-09.
"""

from collections.abc import Sequence
from typing import Any

from eletrika.state import MAIN, NO_KIND, NO_TILE, OVER, SETUP, State, Unsettled, seat_at
from eletrika.tables import (
    FINAL_ROUNDS,
    HIDDEN,
    KINDS,
    MARKERS,
    PAWNS,
    ROW,
    STRUCTURES,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
    Kind,
    kind_from_json,
)
from eletrika.tile_edges import read_tiles, tile_to_json
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.spelling import quoted
from gridcommon.tables import check_keys


def seat_to_act(state: State) -> Seat | None:
    """Return the seat to act, or None after the end."""
    return None if state.phase == OVER else state.actor


def row_facts(state: State) -> list[int | str]:
    """Return the tiles of the row: numbers in order, then those given by their edges."""
    row = [tile_to_json(tile) for tile in state.row]
    numbers = sorted(tile for tile in row if isinstance(tile, int))
    return [*numbers, *sorted(tile for tile in row if isinstance(tile, str))]


def final_rounds(state: State) -> int | None:
    """Return the number of final rounds left, or None until the stack has run out.

    Rules: EL-END-03.
    """
    if not state.end_round:
        return None
    if state.phase == OVER:
        return 0
    return min(2, state.end_round - state.round + 1)


def bonus_tiles(state: State) -> list[Kind]:
    """Return the bonus tiles in their order, from the first of the game."""
    shown = () if state.bonus == NO_KIND else (state.bonus,)
    return [*state.covered, *shown, *state.queue]


def cover(state: State, order: Sequence[Kind]) -> None:
    """Recompute the bonus tiles below the one in force.

    ``order`` are the known ones, from the first of the game.  Rules: EL-CITY-01, EL-CITY-05.
    """
    seen = len(state.queue) + (state.bonus != NO_KIND)
    below = max(0, len(state.ruleset.bonus_faces) - seen)
    state.covered = (*order[:below], *(UNKNOWN_KIND,) * (below - len(order[:below])))


def unexpected(key: str, wanted: Word | Wording, found: Any) -> NotationError:
    """Return the error for a value at a key."""
    return NotationError(
        "expected {wanted}, found {found}", key=key, wanted=wanted, found=quoted(found)
    )


def _number(data: Any, key: str, most: int) -> int:
    if type(data) is not int or not 0 <= data <= most:
        raise unexpected(key, Wording("a whole number from 0 to {most}", {"most": most}), data)
    return data


_MOST = 9999  # the limit for points and rounds


def _by_seat(state: State, data: Any, key: str) -> list[Any]:
    if not isinstance(data, list) or len(data) != state.seats:
        wanted = Wording("a list with one value for each of {seats} seats", {"seats": state.seats})
        raise unexpected(key, wanted, data)
    return data


def set_round(state: State, data: Any, key: str) -> None:
    """Set the round, and the phase with it: round 0 is the set-up."""
    state.round = _number(data, key, _MOST)
    if state.round and state.phase == SETUP:
        state.phase, state.drawn = MAIN, NO_TILE
    elif not state.round:
        state.phase, state.drawn = SETUP, HIDDEN
    if state.end_round:
        state.end_round = max(state.end_round, state.round)


def set_final_rounds(state: State, data: Any, key: str) -> None:
    """Set the number of final rounds left.  Rules: EL-END-02, EL-END-03."""
    if data is None:
        state.end_round = 0
        return
    left = _number(data, key, FINAL_ROUNDS)
    if state.aside:
        state.return_aside()
    if left == 0:
        state.phase, state.end_round = OVER, state.round
    elif left < FINAL_ROUNDS:
        state.end_round = state.round
    elif state.end_round <= state.round:
        state.end_round = state.round + FINAL_ROUNDS


def set_turn(state: State, data: Any, key: str) -> None:
    """Start the turn of a seat, unless it is already in progress.  Rules: EL-TURN-06."""
    if data is None:
        state.phase = OVER
        return
    seat = _number(data, key, state.seats - 1)
    if seat != state.actor or state.phase == OVER:
        begin_turn(state, seat)


def begin_turn(state: State, seat: Seat) -> None:
    """Start the turn of a seat."""
    state.actor = seat
    state.turn = (seat - seat_at(state, 0)) % state.seats
    state.scored = state.city_built = False
    if state.phase == SETUP:
        state.drawn = HIDDEN
    else:
        state.phase = MAIN


def set_scores(state: State, data: Any, key: str) -> None:
    """Set the points of each seat. Null leaves the points of a seat unchanged."""
    for seat, points in enumerate(_by_seat(state, data, key)):
        if points is not None:
            put_score(state, seat, _number(points, key, _MOST), is_sure=True)


def put_score(state: State, seat: Seat, points: int, *, is_sure: bool) -> None:
    """Set the points of a seat. Points that are sure settle its scores."""
    open_ones = [one for one in state.unsettled if one.seat == seat]
    if is_sure:
        state.unsettled = tuple(one for one in state.unsettled if one.seat != seat)
    elif not open_ones or points != state.scores[seat]:
        state.unsettled += (Unsettled(seat),)
    state.scores[seat] = points


def set_hands(state: State, data: Any, key: str) -> None:
    """Set the pawns in hand of each seat."""
    state.hands = [_number(pawns, key, PAWNS) for pawns in _by_seat(state, data, key)]


def set_markers(state: State, data: Any, key: str) -> None:
    """Set the markers in hand of each seat."""
    found = []
    for values in _by_seat(state, data, key):
        if not isinstance(values, list) or any(
            values.count(one) > (one in MARKERS) for one in values
        ):
            raise unexpected(key, Word("lists of markers, 1 or 2 or both"), data)
        found.append(tuple(sorted(values)))
    state.markers_in_hand = found


def set_reserve(state: State, data: Any, key: str) -> None:
    """Set the structures left in the reserve, by letter."""
    if not isinstance(data, dict):
        raise unexpected(key, Wording("counts by {letters}", {"letters": " ".join(KINDS)}), data)
    check_keys(data, set(KINDS), within=key)
    for letter, left in data.items():
        kind = KINDS.index(letter)
        state.reserve[kind] = _number(left, f"{key}.{letter}", STRUCTURES[kind])


def set_stack(state: State, data: Any, key: str) -> None:
    """Set the number of face-down tiles."""
    resize_stack(state, _number(data, key, len(state.ruleset.tiles.tiles)))


def resize_stack(state: State, count: int) -> None:
    """Take tiles off the top of the stack, or put unknown ones at the bottom."""
    state.stack = [HIDDEN] * (count - len(state.stack)) + state.stack[:count]
    state.under = min(state.under, count)


def set_row(state: State, data: Any, key: str) -> None:
    """Set the face-up tiles."""
    row = read_tiles(data, key)
    if len(row) > ROW or any(tile >= len(state.ruleset.tiles.tiles) for tile in row):
        raise unexpected(key, Wording("at most {most} tiles of the box", {"most": ROW}), data)
    state.row = row


def set_bonus(state: State, data: Any, key: str) -> None:
    """Set the bonus tile in force. The others are covered by it or wait in the queue."""
    kind = NO_KIND if data is None else kind_from_json(data)
    if kind is None:
        letters = " ".join((*KINDS, UNKNOWN_LETTER))
        raise unexpected(key, Wording("one of {letters}, or null", {"letters": letters}), data)
    order = bonus_tiles(state)
    state.bonus = kind
    cover(state, order)


def set_lit(state: State, data: Any, key: str) -> None:
    """Set the cells of the energized structures."""
    listed = data if isinstance(data, list) else [None]
    cells = [tuple(cell) if isinstance(cell, list) else None for cell in listed]
    if not all(cell in state.kinds for cell in cells):
        raise unexpected(key, Word("a list of cells with structures"), data)
    state.lit = frozenset(cell for cell in state.kinds if cell in cells)
