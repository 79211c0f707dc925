"""Eletrika in numbers: actions as paths of codes, and a seat's view as a vector.

Codes: 0 ends the turn, 1 passes, 2 abandons, 3 scores, 4 scores without the forests, 5 takes back a
marker, 6 ends a list of cells; then a tile (its index in the row) and its rotation, the bonus
action of a tile, a kind to build, and cells. A tile takes three stages: tile and rotation, cell,
bonus action. A build takes two: kind and cell. A set is chosen cell by cell.

A cell has a code if it is at most REACH columns and rows from the source. Legal actions farther
away cannot be chosen; random play has never come near that distance.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, SupportsIndex

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.game import legal_actions
from eletrika.placement import LazyTilePlacements, TilePlacements
from eletrika.ruleset import Ruleset
from eletrika.state import NO_TILE, PHASES, State, around_cell
from eletrika.tables import (
    BONUS_TILES,
    EDGE_LETTERS,
    KIND_NAMES,
    KINDS,
    MARKERS,
    MOST_OF_TABLE,
    PAWNS,
    ROW,
    SIDES,
    UNKNOWN_KIND,
    Kind,
)
from eletrika.view import View
from gridcommon.arguments import whole
from gridcommon.contract import Seat
from gridcommon.encoding import CodeRanges, Path, Tree, VectorSlice, extend_tree, layout_slices
from gridcommon.hexes import Hex
from gridcommon.pickling import pickle_by_call

REACH: Final = 18
_SPAN: Final = 2 * REACH + 1
_LETTERS: Final = len(EDGE_LETTERS)
_PLACES: Final = {letter: place for place, letter in enumerate(EDGE_LETTERS)}
_FACE: Final = SIDES * _LETTERS
_LONGEST: Final = 1 + PAWNS + 1  # to abandon all own structures

CODES: Final = CodeRanges(
    ("end", 1),
    ("pass", 1),
    ("abandon", 1),
    ("score", 1),
    ("score without forests", 1),
    ("take back a marker", 1),
    ("no more", 1),
    ("tile", ROW * SIDES),
    ("bonus", 1 + len(MARKERS) + len(KINDS)),
    ("build", len(KINDS)),
    ("cell", _SPAN * _SPAN),
)
_END, _PASS, _ABANDON = CODES.code("end"), CODES.code("pass"), CODES.code("abandon")
_SCORE, _BARE = CODES.code("score"), CODES.code("score without forests")
_RECALL, _NO_MORE = CODES.code("take back a marker"), CODES.code("no more")
_TILE, _BONUS = CODES.code("tile"), CODES.code("bonus")
_BUILD, _CELL = CODES.code("build"), CODES.code("cell")

_FEATURES: Final = (
    *CODES.names,
    *(f"edge {side} {letter}" for side in range(SIDES) for letter in EDGE_LETTERS),
    "marker",
    *KIND_NAMES,
    *("column", "row of cells", "tiles around", "own structures around", "others around"),
    *(f"{kind} around" for kind in KIND_NAMES),
    *("energized around", "marker there"),
)
_COLUMN: Final = {name: column for column, name in enumerate(_FEATURES)}

_POINTS: Final = 50.0  # MW that count as 1 in the vector


class Encoding:
    """The encoding of games with one ruleset and one number of seats.

    See :class:`gridcommon.encoding.GameEncoding`.
    """

    num_codes = len(CODES)
    max_path_length = _LONGEST
    feature_names = _FEATURES

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset = ruleset  # all rules have the same codes
        self.seats = seats
        self.parts: Mapping[str, VectorSlice] = layout_slices(
            ("phase", 1, len(PHASES)),
            ("round", 1, 1),
            ("rounds to the end", 1, 2),  # whether they have started, and how many are left
            ("turn", 1, seats),
            ("first player", 1, seats),
            ("points", 1, seats),
            ("pawns in hand", 1, seats),
            ("markers in hand", seats, len(MARKERS)),
            ("reserve", 1, len(KINDS)),
            ("bonus tile", 1, len(KINDS)),
            ("bonus tiles to come", BONUS_TILES, len(KINDS)),
            ("tiles in the stack", 1, 1),
            ("tiles set aside", 1, 1),
            ("done this turn", 1, 2),  # a set was scored, a city was built
            ("row", ROW, _FACE),  # six edges from east on, clockwise, one of EDGE_LETTERS each
            # laid tiles from north-west on: column and row, the six edges, the source, the
            # structure, whether it is energized, its pawns by seat, its marker by seat
            ("table", MOST_OF_TABLE, 2 + _FACE + 1 + len(KINDS) + 1 + 2 * seats),
        )
        self._start = {name: part.start for name, part in self.parts.items()}

    # Actions

    def tree(self, state: State) -> Tree:
        """Return the legal actions as a tree of codes. Cells beyond REACH have none."""
        tree: Tree = {}
        for kind in legal_actions(state).kinds:
            if type(kind) is LazyTilePlacements:
                self._grow_tiles(tree, state, kind.parts())
            else:
                extend_tree(self._paths(state, kind), tree)
        return tree

    def _grow_tiles(self, tree: Tree, state: State, parts: Iterable[TilePlacements]) -> None:
        """Add the tiles, without creating each of the hundreds of actions."""
        places = {tile: place for place, tile in reversed(list(enumerate(_offered(state))))}
        ends: dict[tuple[object, ...], Tree] = {}
        for part in parts:
            if not _has_number(part.at):
                continue
            cell = _cell_code(part.at)
            bonuses = tuple(part.bonuses)
            end = ends.get(bonuses)  # the same for many cells
            if end is None:
                end = ends[bonuses] = {_bonus_code(*bonus): None for bonus in bonuses}
            for rotation in part.rotations:
                cells = tree.setdefault(_TILE + places[part.tile] * SIDES + rotation, {})
                assert cells is not None, "a tile takes three stages"
                cells[cell] = end

    def _paths(self, state: State, actions: Iterable[Action]) -> Iterator[Path]:
        for action in actions:
            if all(_has_number(cell) for cell in _cells(action)):
                yield self.path(state, action)

    def path(self, state: State, action: Action) -> Path:
        """Return the codes of a legal action. Raises ValueError for a cell beyond REACH."""
        cells = [_cell_code(cell) for cell in _cells(action)]
        match action:
            case LayTile():
                place = _offered(state).index(action.tile)
                bonus = _bonus_code(action.marker, action.build)
                return _TILE + place * SIDES + action.rotation, *cells, bonus
            case Build():
                return _BUILD + action.kind, *cells
            case Abandon():
                return _ABANDON, *cells, _NO_MORE
            case Score():
                return _SCORE if action.forests else _BARE, *cells, _NO_MORE
            case Recall():
                return _RECALL, *cells
            case EndTurn():
                return (_END,)
            case Pass():
                return (_PASS,)

    def action(self, state: State, path: Path) -> Action:
        seat = state.actor
        kind, place = CODES.name(path[0])
        cells = tuple(_cell(code) for code in path[1:] if code >= _CELL)
        match kind:
            case "tile":
                slot, rotation = divmod(place, SIDES)
                marker, build = _bonus(path[-1])
                return LayTile(seat, _offered(state)[slot], rotation, cells[0], marker, build)
            case "build":
                return Build(seat, place, cells[0])
            case "abandon":
                return Abandon(seat, cells)
            case "take back a marker":
                return Recall(seat, cells[0])
            case "end":
                return EndTurn(seat)
            case "pass":
                return Pass(seat)
        return Score(seat, cells, kind == "score")

    def features(self, state: State, code: int) -> dict[int, float]:
        kind, place = CODES.name(code)
        found = {kind: 1.0}
        match kind:
            case "tile":
                slot, rotation = divmod(place, SIDES)
                face = state.ruleset.tiles.faces[_offered(state)[slot]][rotation]
                found |= {
                    f"edge {side} {letter}": 1.0
                    for side, letter in enumerate(face)
                    if letter in _PLACES
                }
            case "bonus":
                marker, build = _bonus(code)
                if marker is not None:
                    found["marker"] = marker / max(MARKERS)
                if build is not None:
                    found[KIND_NAMES[build]] = 1.0
            case "build":
                found[KIND_NAMES[place]] = 1.0
            case "cell":
                found |= _around(state, _cell(code))
        return {_COLUMN[name]: value for name, value in found.items()}

    def describe(self, code: SupportsIndex) -> str:
        number = whole(code, "code")
        kind, place = CODES.name(number)
        match kind:
            case "tile":
                slot, rotation = divmod(place, SIDES)
                return f"tile {slot + 1} of the row, {rotation} sixths clockwise"
            case "bonus":
                marker, build = _bonus(number)
                if marker is not None:
                    return f"with the marker {marker}"
                return "no bonus action" if build is None else f"with a {KIND_NAMES[build]}"
            case "build":
                return f"build a {KIND_NAMES[place]}"
            case "cell":
                return "cell {},{}".format(*_cell(number))
        return kind

    # Observations

    def observation(self, view: View) -> dict[int, float]:
        state, own, seats, start = view.public, view.seat, self.seats, self._start
        found = {
            start["phase"] + state.phase: 1.0,
            start["round"]: state.round / 20,
            start["turn"] + (state.actor - own) % seats: 1.0,
            start["first player"] + (state.first - own) % seats: 1.0,
            start["tiles in the stack"]: len(state.stack) / MOST_OF_TABLE,
            start["tiles set aside"]: len(state.aside) / MOST_OF_TABLE,
            start["done this turn"]: float(state.scored),
            start["done this turn"] + 1: float(state.city_built),
        }
        if state.end_round:
            found[start["rounds to the end"]] = 1.0
            found[start["rounds to the end"] + 1] = (state.end_round - state.round) / 2
        for seat in range(seats):
            place = (seat - own) % seats
            found[start["points"] + place] = state.scores[seat] / _POINTS
            found[start["pawns in hand"] + place] = state.hands[seat] / PAWNS
            for value in state.markers_in_hand[seat]:
                at = start["markers in hand"] + place * len(MARKERS)
                found[at + MARKERS.index(value)] = 1.0
        for kind, left in enumerate(state.reserve):
            found[start["reserve"] + kind] = left / 10
        if state.bonus >= 0:
            found[start["bonus tile"] + state.bonus] = 1.0
        for place, kind in enumerate(state.queue):
            if kind == UNKNOWN_KIND:
                continue
            found[start["bonus tiles to come"] + place * len(KINDS) + kind] = 1.0
        for place, tile in enumerate(_offered(state)):
            _see_face(found, start["row"] + place * _FACE, state.ruleset.tiles.faces[tile][0])
        part = self.parts["table"]
        for row, cell in enumerate(sorted(state.lands, key=lambda cell: (cell[1], cell[0]))):
            self._see_cell(found, state, cell, own, part.start + row * part.columns)
        return found

    def _see_cell(
        self, found: dict[int, float], state: State, cell: Hex, own: Seat, at: int
    ) -> None:
        found[at] = cell[0] / REACH
        found[at + 1] = cell[1] / REACH
        at += 2
        _see_face(found, at, state.lands[cell])
        at += _FACE
        if cell == state.source:
            found[at] = 1.0
        at += 1
        if cell in state.kinds:
            found[at + state.kinds[cell]] = 1.0
        at += len(KINDS)
        if cell in state.lit:
            found[at] = 1.0
        at += 1
        if cell in state.owners:
            found[at + (state.owners[cell] - own) % self.seats] = state.pawns[cell] / 2
        at += self.seats
        if cell in state.markers:
            seat, value = state.markers[cell]
            found[at + (seat - own) % self.seats] = value / max(MARKERS)


def _offered(state: State) -> list[int]:
    """Return the tiles that may be laid, in order: the row, or the tile in hand."""
    return [state.drawn] if state.drawn != NO_TILE else state.row


def _cells(action: Action) -> tuple[Hex, ...]:
    match action:
        case LayTile() | Build() | Recall():
            return (action.at,)
        case Abandon():
            return action.at
        case Score():
            return action.set
    return ()


def _around(state: State, cell: Hex) -> dict[str, float]:
    """Return the features of a cell: where it is, and what lies around it."""
    found = {"column": cell[0] / REACH, "row of cells": cell[1] / REACH}
    if cell in state.markers:
        found["marker there"] = state.markers[cell][1] / max(MARKERS)
    for beside in around_cell(cell):
        names = ["tiles around"] if beside in state.lands else []
        if beside in state.kinds:
            names.append(f"{KIND_NAMES[state.kinds[beside]]} around")
        if beside in state.owners:
            is_own = state.owners[beside] == state.actor
            names.append("own structures around" if is_own else "others around")
        if beside in state.lit:
            names.append("energized around")
        for name in names:
            found[name] = found.get(name, 0.0) + 1 / SIDES
    return found


def _has_number(cell: Hex) -> bool:
    return -REACH <= cell[0] <= REACH and -REACH <= cell[1] <= REACH


def _cell_code(cell: Hex) -> int:
    if not _has_number(cell):
        raise ValueError(f"{cell} is more than {REACH} columns or rows from the source")
    return _CELL + (cell[1] + REACH) * _SPAN + cell[0] + REACH


def _cell(code: int) -> Hex:
    r, q = divmod(code - _CELL, _SPAN)
    return q - REACH, r - REACH


def _bonus_code(marker: int | None, build: Kind | None) -> int:
    if marker is not None:
        return _BONUS + 1 + MARKERS.index(marker)
    return _BONUS if build is None else _BONUS + 1 + len(MARKERS) + build


def _bonus(code: int) -> tuple[int | None, Kind | None]:
    place = code - _BONUS - 1
    if place < 0:
        return None, None
    if place < len(MARKERS):
        return MARKERS[place], None
    return None, place - len(MARKERS)


def _see_face(found: dict[int, float], at: int, edges: str) -> None:
    for letter in edges:
        place = _PLACES.get(letter)
        if place is not None:
            found[at + place] = 1.0
        at += _LETTERS


pickle_by_call(Encoding, Encoding, lambda one: (one.ruleset, one.seats))
