"""Declarations: facts about a game that the people at the table declare.

In the record of a game with the real box, ``reveal`` lines give the draws, and ``set`` lines
correct the record without checking the rules.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eletrika.building import recompute_lit
from eletrika.events import BonusTold, Corrected, TileRevealed
from eletrika.notation.full import parse_full
from eletrika.position import Position, aside_waits
from eletrika.position_fields import SETTERS
from eletrika.position_setup import (
    centred_on_source,
    open_turn,
    put_board,
    put_hands,
    reserve_left,
    row_of,
)
from eletrika.scoring import settle
from eletrika.setup import too_many
from eletrika.state import MAIN, NO_KIND, State
from eletrika.state_values import (
    begin_turn,
    bonus_tiles,
    cover,
    put_score,
    resize_stack,
    set_round,
    unexpected,
)
from eletrika.tables import (
    HIDDEN,
    KIND_NAMES,
    KINDS,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
    Owner,
    kind_from_json,
)
from eletrika.tile_edges import is_known_tile, read_tiles, tile_text
from eletrika.turns import refresh_unplayable_row
from eletrika.view import unseen
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Typed, Word, Wording
from gridcommon.events import Events
from gridcommon.game_loop import reject_declarations
from gridcommon.tables import check_keys


def apply_declaration(
    state: State, kind: str, data: Mapping[str, Any], events: list[Any] | None = None
) -> None:
    """Apply a ``reveal`` or ``set`` line of a record, in place.

    Raises NotationError naming the key. The state is not modified then.  Rules: EL-COMP-09.
    """
    if kind not in _KINDS_OF_LINES:
        reject_declarations(state, kind, data, events)
    told = state.copy()
    made: list[Any] = []
    _KINDS_OF_LINES[kind](told, data, Events(made))
    settle(told, Events(made))
    state.become(told)
    if events is not None:
        events += made


def unknown_in_row(state: State) -> list[int]:
    """Return the indexes of the row's tiles that are not fully known."""
    return [place for place, tile in enumerate(state.row) if not is_known_tile(tile)]


def _reveal(state: State, data: Mapping[str, Any], events: Events) -> None:
    """Turn up tiles of the row.  Rules: EL-TILE-06, EL-TILE-08, EL-STUCK-03, EL-COMP-09."""
    check_keys(data, {"row", "queue"}, within="reveal", required=set() if data else {"row"})
    if "queue" in data:
        _reveal_bonus_tiles(state, data["queue"], "reveal.queue", events)
    tiles = state.ruleset.tiles
    for tile in read_tiles(data.get("row", []), "reveal.row"):
        if tile >= 0 and tile not in unseen(state):
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
        refresh_unplayable_row(state, events)


def _reveal_bonus_tiles(state: State, data: Any, key: str, events: Events) -> None:
    """Declare the bonus tiles in their order, from the first of the game.

    Rules: EL-COMP-05, EL-COMP-09, EL-SETUP-06.
    """
    told = [kind_from_json(one) for one in data] if isinstance(data, list) else []
    order = bonus_tiles(state)
    if len(told) != len(order) or None in told:
        letters = " ".join((*KINDS, UNKNOWN_LETTER))
        wanted = Wording(
            "{count} of the letters {letters}", {"count": len(order), "letters": letters}
        )
        raise unexpected(key, wanted, data)
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


def _set(state: State, data: Mapping[str, Any], events: Events) -> None:
    """Set values as they are given, without checking the rules.  Rules: EL-COMP-09."""
    setters = {"position": _set_position, **SETTERS}
    check_keys(data, set(setters), within="set")
    for key, put in setters.items():
        if key in data:
            put(state, data[key], f"set.{key}")
    events.add(Corrected, tuple(data))


_KINDS_OF_LINES: Mapping[str, Callable[[State, Mapping[str, Any], Events], None]] = {
    "reveal": _reveal,
    "set": _set,
}


def _set_position(state: State, data: Any, key: str) -> None:
    """Replace the board by a position in the full form, and the values that it gives.

    Colours are the seats in the order White, Black, Red, Green, or as ``hand`` lists them.
    """
    if not isinstance(data, str):
        raise unexpected(key, Word("a position in the full form, as text"), data)
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
    owners: Sequence[Owner] = sorted(position.hands) or state.colours[: state.seats]
    seat_of = {owner: seat for seat, owner in enumerate(owners)}
    if len(owners) != state.seats or not seat_of.keys() >= set(position.owners()):
        raise NotationError(
            "expected the colours of {seats} players", key="hand", seats=state.seats
        )
    return seat_of


def _put_position(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    state.clear_table()
    put_board(state, position, seat_of)
    for owner, points in position.scores.items():
        put_score(state, seat_of[owner], points, is_sure=owner not in position.unsure)
    put_hands(state, position, seat_of)
    if position.row is not None:
        state.row = row_of(state, position)
    seen = {tile for tile, _ in state.laid.values()} | set(state.row)
    if position.drawn and position.drawn.tile is not None:
        seen.add(position.drawn.tile)
    state.stack = [HIDDEN if tile in seen else tile for tile in state.stack]
    if position.last is not None:
        if aside_waits(position, state.ruleset):
            state.aside_due = True
        elif state.aside:
            state.return_aside()
        state.end_round = position.last
    if position.stack is not None:
        resize_stack(state, position.stack)
    order = bonus_tiles(state)
    if position.bonus is not None or position.queue is not None:
        state.bonus = NO_KIND if position.bonus is None else position.bonus
    if position.queue is not None:
        state.queue = position.queue
    cover(state, order)
    if position.first is not None:
        state.first = seat_of[position.first]
    if position.round is not None:
        set_round(state, position.round, "round")
    if position.to_act is not None:
        begin_turn(state, seat_of[position.to_act])
    if position.is_open:
        open_turn(state, position)
    state.reserve = [max(0, left) for left in reserve_left(state)]
    state.lit = recompute_lit(state)
