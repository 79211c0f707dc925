"""Setting up a game from a position in the full form."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from eletrika.building import recompute_lit
from eletrika.notation.full import format_full
from eletrika.position import (
    UNKNOWN_TILE,
    PlacedTile,
    Position,
    aside_waits,
    has_run_out,
    to_position,
    unseen_tiles,
)
from eletrika.problems import contradictions, problems_of
from eletrika.ruleset import Ruleset
from eletrika.setup import Setup, unknown_setup
from eletrika.state import NO_KIND, NO_TILE, OVER, SETUP, State, Unsettled, seat_at
from eletrika.state_values import cover
from eletrika.tables import (
    ASIDE,
    CITY,
    COLOUR_NAMES,
    COLOURS,
    FINAL_ROUNDS,
    HIDDEN,
    MARKERS,
    PAWNS,
    ROW,
    SEATS,
    STRUCTURES,
    UNKNOWN_KIND,
    Owner,
    TileNumber,
)
from eletrika.tile_edges import encode_edges, is_known, rotated_edges
from eletrika.turns import refresh_unplayable_row
from eletrika.view import View, determinize, draw_bonus_tiles
from gridcommon.chance import seeded, shuffle
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, NotationError, Word
from gridcommon.events import NOBODY_LISTENS
from gridcommon.hexes import rotate


def from_position(position: Position, ruleset: Ruleset, seed: int | None) -> State:
    """Return a game that continues from a position.

    The position must give ``hand`` (the players), ``stack`` and ``turn``. Missing scores are 0;
    missing markers and the reserve are all the remaining pieces; a missing row, queue and stack are
    drawn from unseen pieces, or unknown without a seed. Tiles may be partly or wholly unknown. The
    position is moved so that the source is on 0,0 with rotation 0. Raises NotationError naming the
    line that is missing or impossible, or InvalidState for a position that breaks rules.
    """
    check_complete(position)
    seat_of = seats_of(position)
    placed = centred_on_source(position)
    problems = [problem.refusal for problem in problems_of(placed, placed.network(), ruleset)]
    if problems:
        raise InvalidState(problems)
    for key, refusal in contradictions(placed, ruleset):
        raise NotationError("{rule}: {why}", key=key, rule=refusal.rule, why=refusal.wording)
    state = State(ruleset, len(seat_of))
    put_board(state, placed, seat_of)
    state.row = [HIDDEN] * ROW if placed.row is None else row_of(state, placed)
    _put_hands(state, placed, seat_of)
    state.unsettled = unsure_of(placed, seat_of)
    _set_turn(state, position, seat_of)
    state.rng = seeded(seed or 0)
    _count_unseen(state, position)
    if seed is not None:
        state = determinize(View(state.actor, state), state.rng)
    _put_bonus_tiles(state, position, is_drawn=seed is not None)
    if not position.is_open:
        refresh_unplayable_row(state, NOBODY_LISTENS)
    return state


def check_complete(position: Position) -> None:
    """Raise NotationError naming a line that is missing and needed to continue the game."""
    for key, told in (
        ("hand", position.hands),
        ("stack", position.stack is not None),
        ("turn", position.turn is not None),
    ):
        if not told:
            raise NotationError(
                "missing; to continue the game, hand, stack and turn are needed", key=key
            )


def as_kept(position: Position, ruleset: Ruleset) -> None:
    """Complete a position, in place, so that the score of a real game can be kept from it.

    Missing bonus tiles are unknown, and a missing round is 1. Raises NotationError naming a missing
    line on which the score or the end of the game depends.
    Rules: EL-CITY-01, EL-COMP-09, EL-END-03, EL-SETUP-07, EL-TURN-06, EL-WIN-01.
    """
    has_ended = position.stack == 0 or has_run_out(position, ruleset.tiles)
    counts_rounds = position.last is not None or ruleset.first_player_rotates
    for key, is_told in (
        ("score", set(position.scores) == set(position.hands)),
        ("first", position.first is not None),
        ("last", position.last is not None or not has_ended),
        ("round", position.round is not None or not counts_rounds),
        ("row", position.row is not None or position.stack != 0),
    ):
        if not is_told:
            raise NotationError(
                "missing; keeping score needs hand, the score of every player, stack, turn and "
                "first, and also round, row and last once the stack has run out",
                key=key,
            )
    position.round = round_of(position) or None
    count = len(ruleset.bonus_faces)
    cities = sum(structure.kind == CITY for structure in position.structures.values())
    if position.queue is None:
        shown = max(cities, int(position.bonus is not None))
        position.queue = (UNKNOWN_KIND,) * max(0, count - shown)
    if position.bonus is None and cities and ruleset.queue_empty == "keep":
        position.bonus = UNKNOWN_KIND


def opening_draws(state: State) -> tuple[Setup, Mapping[str, Any]]:
    """Return the draws and the ``set`` line with which a record of a game from ``state`` starts."""
    unknown = unknown_setup(state.ruleset)
    hidden = unknown.stack or ()
    setup = replace(
        unknown,
        stack=(*hidden[len(state.stack) :], *state.stack[::-1])[: len(hidden)],
        aside=tuple(state.aside[::-1]) or unknown.aside,
        first=state.first,
    )
    return setup, {"position": format_full(to_position(state))}


def seats_of(position: Position) -> dict[Owner, Seat]:
    """Return the seat of each colour. Raises NotationError for a colour without a hand."""
    owners = sorted(position.hands)
    if len(owners) < SEATS[0]:
        raise NotationError("expected at least two players", key="hand")
    for owner in position.owners():
        if owner not in position.hands:
            raise NotationError(
                "{owner} has pieces or a turn but no hand",
                key="hand",
                owner=Word(COLOUR_NAMES[owner]),
            )
    return {owner: seat for seat, owner in enumerate(owners)}


def centred_on_source(position: Position) -> Position:
    """Return the position moved so that its source is on 0,0 with rotation 0."""
    sources = [(cell, land) for cell, land in position.tiles.items() if land.source]
    if len(sources) != 1:
        raise NotationError("expected one source (src), found {found}", found=len(sources))
    cell, land = sources[0]
    sixths = -land.rotation
    q, r = rotate(cell, sixths)
    return position.moved(sixths, (-q, -r))


def put_board(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    """Put the tiles and pieces of a position on an empty table, with markers from the hands.

    The seats get the colours of the position.
    """
    state.colours = (*seat_of, *(owner for owner in state.colours if owner not in seat_of))
    used = _named(position)
    for (q, r), land in position.tiles.items():
        tile, rotation = _tile_of(land, state, used, f"{q},{r}")
        state.put_tile(tile, rotation, (q, r))
    for cell, structure in position.structures.items():
        state.put_structure(structure.kind, cell)
        if structure.owner is not None:
            state.owners[cell] = seat_of[structure.owner]
            state.pawns[cell] = structure.pawns
    state.markers_in_hand = [MARKERS] * state.seats
    for cell, marker in position.markers.items():
        seat = seat_of[marker.owner]
        state.markers[cell] = (seat, marker.value)
        held = state.markers_in_hand[seat]
        state.markers_in_hand[seat] = tuple(value for value in held if value != marker.value)
    state.lit = recompute_lit(state)


def pawns_on_board(state: State) -> list[int]:
    """Return the number of pawns on structures, by seat."""
    found = [0] * state.seats
    for cell, seat in state.owners.items():
        found[seat] += state.pawns[cell]
    return found


def put_hands(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    """Set the pawns, markers and points of the players from a position."""
    for owner, pawns in position.hands.items():
        state.hands[seat_of[owner]] = min(pawns, PAWNS)
    for owner, values in position.markers_in_hand.items():
        state.markers_in_hand[seat_of[owner]] = values
    for owner, points in position.scores.items():
        state.scores[seat_of[owner]] = points


def unsure_of(position: Position, seat_of: Mapping[Owner, Seat]) -> tuple[Unsettled, ...]:
    """Return the seats whose points are uncertain, as unsettled scores.  Rules: EL-COMP-09."""
    return tuple(Unsettled(seat_of[owner]) for owner in sorted(position.unsure))


def _named(position: Position) -> set[TileNumber | None]:
    drawn = () if position.drawn is None else (position.drawn,)
    return {land.tile for land in (*position.tiles.values(), *(position.row or ()), *drawn)}


def row_of(state: State, position: Position) -> list[TileNumber]:
    """Return the tiles of the row of a position. Tiles on the table are not used again."""
    used = _named(position) | {tile for tile, _ in state.laid.values()}
    return [_tile_of(land, state, used, "row")[0] for land in position.row or ()]


def _tile_of(
    land: PlacedTile, state: State, used: set[TileNumber | None], key: str
) -> tuple[TileNumber, int]:
    """Return the number and rotation of a tile, found by its edges if it has no number.

    A tile that an uncertain table lacks gets a number that stands for its edges.
    """
    if land.tile is not None:
        return land.tile, land.rotation
    if land.edges is None:
        return HIDDEN, 0
    if not is_known(land.edges):
        return encode_edges(land.edges), 0
    for tile in state.ruleset.tiles.tiles:
        if tile.number not in used:
            for rotation in range(6):
                if rotated_edges(tile.edges, rotation) == land.edges:
                    used.add(tile.number)
                    return tile.number, rotation
    if state.ruleset.tiles.caveat:
        return encode_edges(land.edges), 0
    raise NotationError(
        "EL-COMP-01: no tile left in {set} has the edges {edges}",
        key=key,
        edges=land.edges,
        set=state.ruleset.tiles.name,
    )


def _put_hands(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    state.hands = [0] * state.seats
    state.scores = [0] * state.seats
    on_board = pawns_on_board(state)
    for owner, pawns in position.hands.items():
        state.hands[seat_of[owner]] = pawns
    for seat in range(state.seats):
        if state.hands[seat] + on_board[seat] != PAWNS:
            raise NotationError(
                "EL-COMP-02: {owner} has {hand} pawns in hand and {board} on the board, not "
                "{pawns} together; the sixth is on the score track",
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


def round_of(position: Position) -> int:
    """Return the given round, or the one in which the stack has run out, or the first.

    It is 0 in set-up.  Rules: EL-END-03.
    """
    if position.phase == SETUP:
        return 0
    if position.round is None and position.last is not None:
        return max(1, position.last - FINAL_ROUNDS)
    return 1 if position.round is None else position.round


def _set_turn(state: State, position: Position, seat_of: Mapping[Owner, Seat]) -> None:
    put_turn(state, position, seat_of, 0 if position.to_act is None else seat_of[position.to_act])
    state.end_round = position.last or (state.round if state.phase == OVER else 0)


def put_turn(state: State, position: Position, seat_of: Mapping[Owner, Seat], to_act: Seat) -> None:
    """Set the round, and the turn of a seat as far as it is."""
    state.round = round_of(position)
    state.first = to_act if position.first is None else seat_of[position.first]
    state.turn = (to_act - seat_at(state, 0)) % state.seats
    state.actor = to_act
    open_turn(state, position)


def open_turn(state: State, position: Position) -> None:
    """Set how far the turn of the seat to act is."""
    state.phase, state.scored = position.phase, position.scored
    state.city_built, state.drawn = position.city_built, NO_TILE
    if state.phase == SETUP:
        used = _named(position) | {tile for tile, _ in state.laid.values()} | {*state.row}
        state.round = 0
        state.drawn = _tile_of(position.drawn or UNKNOWN_TILE, state, used, "turn")[0]
    elif state.phase == OVER:
        state.turn, state.actor = state.seats, seat_at(state, state.seats - 1)


def _count_unseen(state: State, position: Position) -> None:
    """Put the unseen tiles face down as unknown ones, and the unused structures into the reserve.

    Rules: EL-SETUP-04, EL-END-02.
    """
    unseen = unseen_tiles(position, state.ruleset.tiles)
    stack = position.stack or 0
    if position.last is None and has_run_out(position, state.ruleset.tiles):
        state.end_round = state.round + FINAL_ROUNDS
    state.aside_due = aside_waits(position, state.ruleset)
    aside = 0 if state.end_round and not state.aside_due else ASIDE
    enough = unseen >= stack + aside if state.ruleset.row_redraw else unseen == stack + aside
    if not enough:
        raise NotationError(
            "EL-SETUP-09: {unseen} tiles were not seen, so the stack holds {wanted}, found {found}",
            key="stack",
            unseen=unseen,
            wanted=max(0, unseen - aside),
            found=stack,
        )
    state.stack, state.aside = [HIDDEN] * stack, [HIDDEN] * aside
    state.reserve = reserve_left(state)
    if min(state.reserve) < 0:
        raise NotationError("EL-SETUP-05: more structures than the reserve had", key="stack")


def reserve_left(state: State) -> list[int]:
    """Return the reserve, by kind, given the structures on the table.

    Rules: EL-SETUP-05, EL-END-02.
    """
    standing = Counter(state.kinds.values())
    kept = 1 if state.aside else 0
    return [count - kept - standing[kind] for kind, count in enumerate(STRUCTURES)]


def _put_bonus_tiles(state: State, position: Position, *, is_drawn: bool) -> None:
    """Rules: EL-COMP-05, EL-COMP-09, EL-SETUP-06 (A-02)."""
    cities = sum(kind == CITY for kind in state.kinds.values())
    faces = list(state.ruleset.bonus_faces)
    for kind in (position.bonus, *(position.queue or ())):
        if kind in faces:
            faces.remove(kind)
    state.bonus = NO_KIND if position.bonus is None else position.bonus
    if position.queue is not None:
        state.queue = position.queue
    else:
        if is_drawn:
            faces, state.rng = shuffle(faces, state.rng)
        else:
            faces = [UNKNOWN_KIND] * len(faces)
        state.queue = tuple(faces[: max(0, len(state.ruleset.bonus_faces) - cities)])
    cover(state, ())
    if is_drawn:
        draw_bonus_tiles(state)
