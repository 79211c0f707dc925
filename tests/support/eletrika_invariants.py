"""What holds in every state of an Eletrika game, whatever the options, and after every action.

Written from the ledger, not from the engine: the only things of the engine used here are the
state's fields, the tables, and the slow twins of the caches.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple
from itertools import combinations

from eletrika import check, legal_actions
from eletrika.actions import (
    Abandon,
    Action,
    Build,
    EndTurn,
    LayTile,
    Pass,
    Recall,
    Score,
)
from eletrika.building import recompute_lit
from eletrika.events import (
    BonusChanged,
    Built,
    Energized,
    Event,
    MarkerPlaced,
    MarkerReturned,
    PawnsReturned,
    RowDiscarded,
    Scored,
    TileLaid,
    TileRevealed,
    TurnEnded,
)
from eletrika.state import (
    AFTER,
    ANY_KIND,
    CLOSED,
    MAIN,
    NO_KIND,
    NO_TILE,
    OPEN,
    OVER,
    SETUP,
    State,
)
from eletrika.tables import CITY, KINDS, LAND_CLASS, PLANT, STRUCTURES, TOWER
from eletrika.tile_edges import land_code
from gridcommon.hexes import DIRECTIONS, Hex, distance, neighbours

ALLOWED = {frozenset(pair) for pair in ("UT", "T", "TS", "SP", "P", "PC")}  # EL-CONN-02
FIELDS = [name for name in State.__dataclass_fields__ if name != "ruleset"]


def recompute_frontier(lands: Mapping[Hex, str]) -> dict[Hex, int]:
    """Return the frontier, computed: the slow twin of the cache."""
    frontier: dict[Hex, int] = {}
    for cell, edges in lands.items():
        code = land_code(edges)
        for direction, beside in enumerate(neighbours(cell)):
            if beside not in lands:
                asked = code >> 2 * direction & 3
                opposite = (direction + 3) % 6
                frontier[beside] = frontier.get(beside, 0) | asked << 2 * opposite
    return frontier


def snapshot(state: State) -> str:
    """Return all that a state holds as canonical text, caches and order of cells included."""
    return json.dumps(
        {
            name: sorted(map(list, value))
            if isinstance(value, frozenset)
            else [[list(cell), entry] for cell, entry in value.items()]
            if isinstance(value, dict)
            else value
            for name in FIELDS
            for value in [getattr(state, name)]
        },
        default=astuple,
    )


def assert_sound(state: State) -> None:
    """Fail if anything is wrong with a state that was reached by legal actions."""
    assert_conserved(state)
    assert_board(state)
    assert_caches(state)
    assert_turn(state)


def assert_conserved(state: State) -> None:
    """Tiles, structures, pawns, markers and bonus tiles are all there, once."""
    rules = state.ruleset
    tiles = [tile for tile, _ in state.laid.values()]
    tiles += [*state.row, *state.stack, *state.aside, *state.discarded]
    tiles += [] if state.drawn == NO_TILE else [state.drawn]
    assert sorted(tiles) == list(range(len(rules.tiles.tiles))), tiles
    standing = Counter(state.kinds.values())
    kept = 1 if state.aside else 0
    for kind, count in enumerate(STRUCTURES):
        assert state.reserve[kind] >= 0
        assert standing[kind] + state.reserve[kind] + kept == count, KINDS[kind]
    assert state.owners.keys() == state.pawns.keys() <= state.kinds.keys()
    held = list(state.hands)
    for cell, seat in state.owners.items():
        assert state.pawns[cell] in (1, 2)
        held[seat] += state.pawns[cell]
    assert held == [5] * state.seats, held
    assert min(state.hands) >= 0
    values = [list(hand) for hand in state.markers_in_hand]
    for seat, value in state.markers.values():
        values[seat].append(value)
    assert [sorted(held) for held in values] == [[1, 2]] * state.seats, values
    cities = standing[CITY] - state.city_built
    assert len(state.queue) == max(0, len(rules.bonus_faces) - cities)
    shown = [] if state.bonus == NO_KIND else [state.bonus]
    assert not Counter([*state.queue, *shown]) - Counter(rules.bonus_faces)
    if cities == 0 or (cities > len(rules.bonus_faces) and rules.queue_empty == "clear"):
        assert state.bonus == NO_KIND
    else:
        assert state.bonus != NO_KIND


def assert_board(state: State) -> None:
    """Cohesion, one piece of board, no forbidden neighbours, no triple, water, markers."""
    rules = state.ruleset
    lands, kinds = state.lands, state.kinds
    assert lands.keys() == state.laid.keys()
    assert kinds.keys() <= lands.keys()
    assert (0, 0) not in kinds
    assert state.laid[0, 0][0] == rules.tiles.source
    for cell, (tile, turn) in state.laid.items():
        printed = rules.tiles.tiles[tile].edges
        assert all(lands[cell][(edge + turn) % 6] == printed[edge] for edge in range(6))
    reached, pending = {(0, 0)}, [(0, 0)]
    while pending:
        q, r = pending.pop()
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            beside = (q + dq, r + dr)
            if beside in lands:
                here, there = lands[q, r][direction], lands[beside][(direction + 3) % 6]
                assert LAND_CLASS[here] == LAND_CLASS[there], (q, r, beside)
                if beside not in reached:
                    reached.add(beside)
                    pending.append(beside)
    assert len(reached) == len(lands)
    touching = [
        ((q, r), (q + dq, r + dr))
        for q, r in kinds
        for dq, dr in DIRECTIONS[:3]  # each pair once
        if (q + dq, r + dr) in kinds
    ]
    for one, other in touching:
        assert frozenset(KINDS[kinds[one]] + KINDS[kinds[other]]) in ALLOWED, (one, other)
    beside = {cell: set() for cell in kinds}
    for one, other in touching:
        beside[one].add(other)
        beside[other].add(one)
    for one, other in touching:
        assert not beside[one] & beside[other], (one, other)
    for cell, kind in kinds.items():
        if kind == PLANT:
            assert {"r", "l"} & set(lands[cell]), cell
            if rules.plant_towers == "one":
                assert sum(kinds[other] == TOWER for other in beside[cell]) <= 1, cell
    for cell in state.markers:
        assert cell in lands
        assert cell not in kinds
        assert cell != (0, 0)
        if rules.marker_recall == "auto":
            assert not is_closed(state, cell), cell


def is_closed(state: State, cell: Hex) -> bool:
    """Say whether two structures beside ``cell`` touch each other (EL-SHORT-02)."""
    near = [other for other in state.kinds if distance(cell, other) == 1]
    return any(distance(one, other) == 1 for one, other in combinations(near, 2))


def assert_caches(state: State) -> None:
    """What is kept as the game continues is what would be computed from the rest."""
    assert state.frontier == recompute_frontier(state.lands)
    assert state.gaps == sorted(state.frontier)
    assert state.plots == sorted(state.laid.keys() - state.kinds.keys() - {state.source})
    fits: dict[Hex, int] = {}
    for (q, r), kind in state.kinds.items():
        allowed = sum(
            1 << other for other in range(5) if frozenset(KINDS[kind] + KINDS[other]) in ALLOWED
        )
        for dq, dr in DIRECTIONS:
            beside = q + dq, r + dr
            fits[beside] = fits.get(beside, ANY_KIND) & (allowed | OPEN)
    closed = {cell: CLOSED for cell in fits if is_closed(state, cell)}
    assert state.fits == fits | closed
    assert state.lit == recompute_lit(state)


def assert_turn(state: State) -> None:
    """The seat, the round, the row and the stack can be as they are."""
    rules = state.ruleset
    assert 0 <= state.turn <= state.seats
    if state.phase != OVER:
        moved = state.round - 1 if rules.first_player_rotates and state.round else 0
        assert state.actor == (state.first + moved + state.turn) % state.seats
    assert (state.phase == SETUP) == (state.round == 0)
    assert (state.drawn != NO_TILE) == (state.phase == SETUP)
    assert (state.phase == OVER) <= (state.round == state.end_round)
    assert state.end_round == 0 or state.round <= state.end_round <= state.round + 2
    assert len(state.row) <= 3
    assert 0 <= state.under <= len(state.stack)
    if state.phase in (SETUP, MAIN):
        assert len(state.row) == 3 or not state.stack
    if state.end_round == 0:
        assert state.aside
        assert state.stack or rules.end_trigger == "failed_draw" or state.phase == AFTER
    assert not (state.aside and state.end_round) or state.aside_due
    assert state.phase != AFTER or not state.scored
    assert min(state.scores) >= 0


class Watch:
    """Compares the state before and after each action with the events between them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._remember()

    def _remember(self) -> None:
        state = self.state
        self._scores = list(state.scores)
        self._hands = list(state.hands)
        self._markers = [len(held) for held in state.markers_in_hand]
        self._lit = state.lit
        self._laid = dict(state.laid)
        self._kinds = dict(state.kinds)
        self._row = Counter(state.row)
        self._bonus = state.bonus

    def after(self, action: Action, events: list[Event]) -> None:
        """Fail if anything changed that no event tells of; then look at the state itself."""
        state = self.state
        told = {cell for event in events if isinstance(event, Energized) for cell in event.cells}
        assert state.lit >= self._lit
        assert state.lit - self._lit == told
        for event in events:
            match event:
                case MarkerReturned():
                    self._scores[event.seat] += event.points
                    self._markers[event.seat] += 1
                    assert event.points == 0 or event.seat != action.seat
                    assert event.points in (0, state.ruleset.scoring.influence[event.value - 1])
                case MarkerPlaced():
                    self._markers[event.seat] -= 1
                case Scored():
                    self._scores[event.seat] += event.points
                case PawnsReturned():
                    self._hands[event.seat] += event.pawns
                case Built():
                    self._hands[event.seat] -= event.pawns
                    assert self._kinds.setdefault(event.at, event.kind) == event.kind
                case TileLaid():
                    assert event.at not in self._laid
                    self._laid[event.at] = (event.tile, event.rotation)
                    if event.rule == "EL-TILE-01":
                        self._row[event.tile] -= 1
                case TileRevealed():
                    self._row[event.tile] += 1
                case RowDiscarded():
                    self._row.subtract(event.tiles)
                case BonusChanged():
                    self._bonus = NO_KIND if event.kind is None else event.kind
                case _:
                    pass
        assert state.scores == self._scores
        assert state.hands == self._hands
        assert [len(held) for held in state.markers_in_hand] == self._markers
        assert state.laid == self._laid
        assert state.kinds == self._kinds
        assert Counter(state.row) == +self._row
        assert state.bonus == self._bonus
        ends = [event for event in events if isinstance(event, TurnEnded)]
        assert len(ends) <= 1
        if isinstance(action, Abandon | EndTurn | Pass):
            assert ends
        if isinstance(action, Recall):
            assert not ends
        assert_sound(state)
        self._remember()


def universe(state: State):
    """Yield every action that could matter in ``state``, legal or not, for every seat.

    All tiles in all rotations on the frontier and on some other cells with every bonus action
    (for the seat to act; for the others one of each kind), all kinds on all tiles, all subsets of
    the own structures, with a foreign one, and with one named twice.
    """
    cells = sorted(state.lands)
    beyond = [(q + 2, r) for q, r in cells if (q + 2, r) not in state.lands][-1:]
    places = [*sorted(state.frontier), *cells[:2], *beyond, (99, 99)]
    bonuses = [(None, None), (1, None), (2, None), *((None, kind) for kind in range(5)), (1, 2)]
    tiles = sorted({*state.row, state.ruleset.tiles.source, max(state.laid.values())[0]})
    tiles += [] if state.drawn == NO_TILE else [state.drawn]
    hidden = [*state.stack[-1:], *state.aside[-1:]]
    for seat in range(-1, state.seats + 1):
        yield EndTurn(seat)
        yield Pass(seat)
        for cell in [*cells, *beyond]:
            yield Recall(seat, cell)
            for kind in range(5):
                yield Build(seat, kind, cell)
        if seat != state.actor:
            yield LayTile(seat, tiles[0], 0, places[0])
        own = sorted(cell for cell, owner in state.owners.items() if owner == seat)
        others = sorted(state.kinds.keys() - set(own))[:1]
        for size in range(6):
            for chosen in combinations(own, size):
                for several in (chosen, (*chosen, *others)) if size < 3 else (chosen,):
                    yield Abandon(seat, several)
                    yield Score(seat, several)
                    yield Score(seat, several, forests=False)
        if own:
            yield Abandon(seat, (own[0], own[0]))
            yield Score(seat, (own[0], own[0]))
    for tile in [*tiles, *hidden]:
        for cell in places:
            for turn in range(6):
                for marker, build in bonuses if tile not in hidden else bonuses[:1]:
                    yield LayTile(state.actor, tile, turn, cell, marker, build)


def offered_form(state: State, action: Action) -> Action:
    """Return the form in which a legal action is offered: cells sorted, equal turns the lowest."""
    if isinstance(action, LayTile):
        faces = state.ruleset.tiles.faces[action.tile]
        turn = faces.index(faces[action.rotation])
        return LayTile(action.seat, action.tile, turn, action.at, action.marker, action.build)
    if isinstance(action, Abandon):
        return Abandon(action.seat, tuple(sorted(action.at)))
    if isinstance(action, Score):
        return Score(action.seat, tuple(sorted(action.set)), action.forests)
    return action


def assert_offer(state: State) -> None:
    """An action is offered, once, if and only if ``check`` finds nothing against it."""
    listed = list(legal_actions(state))
    offered = set(listed)
    assert len(offered) == len(listed)
    for action in listed:
        refused = check(state, action)
        assert refused is None, (action, refused)
        assert action == offered_form(state, action)
    assert listed or state.phase == OVER
    silent = set()
    for action in universe(state):
        refused = check(state, action)
        if refused is None:
            # Only a recall is open to a seat that is not to act (A-11 ``owner``).
            assert action.seat == state.actor or isinstance(action, Recall)
            if action.seat == state.actor:
                silent.add(offered_form(state, action))
    assert silent == offered, silent ^ offered
