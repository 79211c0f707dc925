"""Playing on from a position in the full form."""

from collections.abc import Mapping

from eletrika.analysis import has_run_out, problems_of
from eletrika.building import computed_lit
from eletrika.position import Land, Position
from eletrika.ruleset import Ruleset
from eletrika.state import MAIN, NO_KIND, State
from eletrika.tables import (
    ASIDE,
    CITY,
    COLOUR_NAMES,
    COLOURS,
    FINAL_ROUNDS,
    KIND_NAMES,
    MARKERS,
    PAWNS,
    ROW,
    SEATS,
    STRUCTURES,
    Owner,
    TileNumber,
    turned,
)
from eletrika.turns import look_at_row, seat_at
from gridcommon.chance import seeded, shuffle
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, NotationError, Word
from gridcommon.events import NOBODY_LISTENS
from gridcommon.hexes import rotate


def from_position(position: Position, ruleset: Ruleset, seed: int) -> State:
    """Return a game that goes on from a position, at the beginning of a turn.

    The position must give ``hand`` (who plays), ``stack`` and ``turn``. Whatever else it leaves
    out is as at the beginning (scores), is what must be left (markers, reserve), or is drawn from
    what was not seen (row, queue, stack). It is moved so that the source lies on 0,0 unturned.
    Raises NotationError naming the line that is missing or cannot be, InvalidState for a position
    that breaks rules.
    """
    for key, told in (
        ("hand", position.hands),
        ("stack", position.stack is not None),
        ("turn", position.to_act is not None),
    ):
        if not told:
            raise NotationError("missing; playing on needs hand, stack and turn", key=key)
    seat_of = _seats(position)
    placed = _placed(position)
    problems = [problem.refusal for problem in problems_of(placed, placed.network(), ruleset)]
    if problems:
        raise InvalidState(problems)
    state = State(ruleset, len(seat_of))
    _lay_tiles(state, placed)
    _put_pieces(state, placed, seat_of)
    _set_turn(state, position, seat_of)
    state.rng = seeded(seed)
    _draw_unseen(state, position)
    state.lit = computed_lit(state)
    look_at_row(state, NOBODY_LISTENS)
    return state


def _seats(position: Position) -> dict[Owner, Seat]:
    owners = sorted(position.hands)
    if len(owners) < SEATS[0]:
        raise NotationError("expected at least two players", key="hand")
    named = [position.to_act, *([position.first] if position.first is not None else [])]
    named += [structure.owner for structure in position.structures.values()]
    named += [marker.owner for marker in position.markers.values()]
    named += [*position.scores, *position.markers_in_hand]
    for owner in named:
        if owner is not None and owner not in position.hands:
            raise NotationError(
                "{owner} has pieces or a turn but no hand",
                key="hand",
                owner=Word(COLOUR_NAMES[owner]),
            )
    return {owner: seat for seat, owner in enumerate(owners)}


def _placed(position: Position) -> Position:
    """Move the position so that its source lies on 0,0 unturned."""
    sources = [(cell, land) for cell, land in position.tiles.items() if land.source]
    if len(sources) != 1:
        raise NotationError("expected one source (src), found {found}", found=len(sources))
    cell, land = sources[0]
    sixths = -land.rotation
    q, r = rotate(cell, sixths)
    return position.moved(sixths, (-q, -r))


def _lay_tiles(state: State, position: Position) -> None:
    used = {land.tile for land in position.tiles.values()}
    used |= {land.tile for land in position.row or ()}
    for (q, r), land in position.tiles.items():
        tile, rotation = _tile_of(land, state, used, f"{q},{r}")
        state.put_tile(tile, rotation, (q, r))
    for land in position.row or ():
        tile, _ = _tile_of(land, state, used, "row")
        state.row.append(tile)
    if position.row is not None and len(state.row) < ROW and position.stack:
        raise NotationError(
            "EL-TILE-06: the row is full as long as the stack lasts; found {found} tiles",
            key="row",
            found=len(state.row),
        )


def _tile_of(
    land: Land, state: State, used: set[TileNumber | None], key: str
) -> tuple[TileNumber, int]:
    """Return the number and rotation of a tile, found by its edges where it has no number."""
    if land.tile is not None:
        return land.tile, land.rotation
    if land.edges is None:
        raise NotationError("the land is unknown; a game needs every tile", key=key)
    for tile in state.ruleset.tiles.tiles:
        if tile.number not in used:
            for rotation in range(6):
                if turned(tile.edges, rotation) == land.edges:
                    used.add(tile.number)
                    return tile.number, rotation
    raise NotationError(
        "EL-COMP-01: no tile left in {set} has the edges {edges}",
        key=key,
        edges=land.edges,
        set=state.ruleset.tiles.name,
    )


def _put_pieces(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    seats = range(state.seats)
    state.hands = [0] * state.seats
    state.markers_in_hand = [MARKERS] * state.seats
    state.scores = [0] * state.seats
    on_board = [0] * state.seats
    for cell, structure in position.structures.items():
        state.put_structure(structure.kind, cell)
        if structure.owner is not None:
            state.owners[cell] = seat_of[structure.owner]
            state.pawns[cell] = structure.pawns
            on_board[seat_of[structure.owner]] += structure.pawns
    for cell, marker in position.markers.items():
        seat = seat_of[marker.owner]
        state.markers[cell] = (seat, marker.value)
        held = state.markers_in_hand[seat]
        state.markers_in_hand[seat] = tuple(value for value in held if value != marker.value)
    for owner, pawns in position.hands.items():
        state.hands[seat_of[owner]] = pawns
    for seat in seats:
        if state.hands[seat] + on_board[seat] != PAWNS:
            raise NotationError(
                "EL-COMP-02: {owner} has {hand} pawns in hand and {board} on the board, not "
                "{pawns} together",
                key="hand",
                owner=Word(COLOUR_NAMES[sorted(seat_of)[seat]]),
                hand=state.hands[seat],
                board=on_board[seat],
                pawns=PAWNS,
            )
    for owner, values in position.markers_in_hand.items():
        if tuple(values) != state.markers_in_hand[seat_of[owner]]:
            raise NotationError(
                "EL-COMP-03: {letter} must hold the markers that are not on the board",
                key="markers",
                letter=COLOURS[owner],
            )
    for owner, points in position.scores.items():
        state.scores[seat_of[owner]] = points


def _set_turn(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    state.phase = MAIN
    state.round = position.round or 1
    to_act = seat_of[position.to_act] if position.to_act is not None else 0
    state.first = to_act if position.first is None else seat_of[position.first]
    state.turn = (to_act - seat_at(state, 0)) % state.seats
    state.actor = to_act
    state.end_round = position.last or 0
    if state.end_round and state.end_round < state.round:
        raise NotationError("the last round is over", key="last")
    if state.end_round > state.round + FINAL_ROUNDS:
        raise NotationError("EL-END-03: at most two more rounds are played", key="last")


def _draw_unseen(state: State, position: Position) -> None:
    """Deal the tiles that were not seen, and the bonus tiles.  Rules: EL-SETUP-04, EL-END-02."""
    seen = {tile for tile, _ in state.laid.values()} | set(state.row)
    unseen = [tile.number for tile in state.ruleset.tiles.tiles if tile.number not in seen]
    unseen, state.rng = shuffle(unseen, state.rng)
    if position.row is None:
        state.row, unseen = unseen[:ROW], unseen[ROW:]
    stack = position.stack or 0
    if position.last is None and has_run_out(position, state.ruleset.tiles):
        state.end_round = state.round + FINAL_ROUNDS
    aside = 0 if state.end_round else ASIDE
    enough = (
        len(unseen) >= stack + aside if state.ruleset.row_redraw else len(unseen) == stack + aside
    )
    if not enough:
        raise NotationError(
            "EL-SETUP-09: {unseen} tiles were not seen, so the stack holds {wanted}, found {found}",
            key="stack",
            unseen=len(unseen),
            wanted=max(0, len(unseen) - aside),
            found=stack,
        )
    state.stack, state.aside = unseen[:stack], unseen[stack : stack + aside]
    used = [0] * len(STRUCTURES)
    for kind in state.kinds.values():
        used[kind] += 1
    kept = 0 if state.end_round else 1
    state.reserve = [count - kept - there for count, there in zip(STRUCTURES, used, strict=True)]
    if min(state.reserve) < 0:
        raise NotationError("EL-SETUP-05: more structures than the reserve had", key="stack")
    _draw_bonus_tiles(state, position, used[CITY])


def _draw_bonus_tiles(state: State, position: Position, cities: int) -> None:
    """Rules: EL-COMP-05, EL-SETUP-06 (A-02)."""
    faces = list(state.ruleset.bonus_faces)
    shown = [] if position.bonus is None else [position.bonus]
    for key, told in (("bonus", shown), ("queue", position.queue or ())):
        for kind in told:
            if kind not in faces:
                raise NotationError(
                    "EL-COMP-05: no bonus tile with {kind} is left",
                    key=key,
                    kind=Word(KIND_NAMES[kind]),
                )
            faces.remove(kind)
    state.bonus = NO_KIND if position.bonus is None else position.bonus
    if position.queue is not None:
        state.queue = position.queue
    else:
        faces, state.rng = shuffle(faces, state.rng)
        state.queue = tuple(faces[: max(0, len(state.ruleset.bonus_faces) - cities)])
