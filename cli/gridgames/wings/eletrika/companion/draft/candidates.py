"""The faces that may lie on a cell: those that fit, narrowed down edge by edge.

Rules: EL-TILE-01, EL-TILE-02, EL-TILE-03, EL-COMP-01.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from eletrika.assumed_game import assume_game
from eletrika.gaps import gap_at
from eletrika.position import PlacedTile, Position
from eletrika.ruleset import Ruleset
from eletrika.tables import FIELD, SIDES, UNKNOWN_EDGE, TileNumber
from eletrika.tile_edges import encode_edges, is_known
from eletrika.tile_set import TileSet
from eletrika.view import unseen
from gridcommon.hexes import Hex, neighbours, opposite


class Candidate(NamedTuple):
    """A face in one of its rotations."""

    tile: TileNumber
    rotation: int
    edges: str

    def placed(self, source: TileNumber) -> PlacedTile:
        """Return the face as a tile on the table."""
        return PlacedTile(self.edges, self.tile, self.rotation, self.tile == source)


@dataclass(frozen=True)
class Faces:
    """The faces that fit on a cell, the most likely first, and the edges typed so far.

    People type either all six edges from the east, or only those that the neighbours leave open:
    ``row`` has the letters in their order, and a face is left if one of the two agrees with it.
    """

    fitting: Sequence[Candidate]
    row: str = ""

    @property
    def _open(self) -> list[int]:
        """The edges that the neighbours leave open, whatever was typed."""
        return [edge for edge in range(SIDES) if len({one.edges[edge] for one in self.fitting}) > 1]

    @property
    def _ways(self) -> list[dict[int, str]]:
        """The letters by direction: of the open edges, if they are enough, and of all edges."""
        skipping = dict(zip(self._open, self.row, strict=False))
        whole = dict(enumerate(self.row))
        return [skipping, whole] if len(skipping) == len(self.row) else [whole]

    def _with(self, typed: dict[int, str]) -> list[Candidate]:
        edges = typed.items()
        return [
            one
            for one in self.fitting
            if all(letter in (one.edges[edge], UNKNOWN_EDGE) for edge, letter in edges)
        ]

    @property
    def typed(self) -> dict[int, str]:
        """The letter of each edge that was typed, by its direction."""
        return next((typed for typed in self._ways if self._with(typed)), self._ways[-1])

    @property
    def left(self) -> list[Candidate]:
        """The faces that have the typed edges."""
        found = {one for typed in self._ways for one in self._with(typed)}
        return [one for one in self.fitting if one in found]

    @property
    def asked(self) -> int | None:
        """The edge to type next, clockwise from the east: the first that the neighbours leave open.

        If no face is left, it is the next edge of a tile that the box does not have.
        """
        order = self._open if self._with(self._ways[0]) and len(self._ways) > 1 else range(SIDES)
        return next((edge for edge in order if edge not in self.typed), None)

    @property
    def edges(self) -> str:
        """The typed edges, with ``?`` for the others."""
        return "".join(self.typed.get(edge, UNKNOWN_EDGE) for edge in range(SIDES))

    def narrowed(self, letter: str) -> "Faces":
        """Return the faces with one more edge typed."""
        return Faces(self.fitting, (self.row + letter)[:SIDES])

    def widened(self) -> "Faces":
        """Return the faces without the last edge that was typed."""
        return Faces(self.fitting, self.row[:-1])


def faces_at(position: Position, ruleset: Ruleset, cell: Hex) -> Faces:
    """Return the faces that fit on a cell, whatever lies there now."""
    without = replace(position.moved(0))
    without.tiles.pop(cell, None)
    without.structures.pop(cell, None)
    without.markers.pop(cell, None)
    state = assume_game(without, ruleset).state
    faces = ruleset.tiles.faces
    if cell in state.frontier:
        gap = gap_at(state, cell)
        found = [
            Candidate(fit.tile, rotation, faces[fit.tile][rotation])
            for fit in (*gap.row, *gap.left)
            for rotation in fit.rotations
        ]
    else:
        found = [
            Candidate(tile, rotation, faces[tile][rotation])
            for tile in unseen(state)
            for rotation in range(SIDES)
            if faces[tile][rotation] not in faces[tile][:rotation]
        ]
    around = _edges_around(without, cell)
    in_row = {fit.tile for fit in gap_at(state, cell).row} if cell in state.frontier else set()

    def unlikeliness(one: Candidate) -> tuple[bool, int, int, int]:
        same = sum(edge == other != FIELD for edge, other in zip(one.edges, around, strict=True))
        return one.tile not in in_row, -same, one.tile, one.rotation

    return Faces(sorted(found, key=unlikeliness))


def named(position: Position, tiles: TileSet) -> Position:
    """Return a position in which tiles given by their edges have their numbers, if tiles are left.

    Rules: EL-COMP-01.
    """
    lying = {land.tile for land in (*position.tiles.values(), *(position.row or ()))}
    for cell, land in position.tiles.items():
        if land.tile is None and land.edges and is_known(land.edges):
            for tile in tiles.tiles:
                if tile.number not in lying and land.edges in tiles.faces[tile.number]:
                    rotation = tiles.faces[tile.number].index(land.edges)
                    position.tiles[cell] = PlacedTile(land.edges, tile.number, rotation)
                    lying.add(tile.number)
                    break
    return position


def rotations_at(position: Position, ruleset: Ruleset, cell: Hex) -> list[int]:
    """Return by how many sixths the tile on a cell can be turned so that it fits, 0 included."""
    land = position.tiles[cell]
    if land.edges is None:
        return [0]
    without = position.moved(0)
    del without.tiles[cell]
    without.structures.pop(cell, None)
    without.markers.pop(cell, None)
    asked = 0
    if without.tiles:
        asked = assume_game(without, ruleset).state.frontier.get(cell, 0)
    fits = ruleset.tiles.fitting[encode_edges(land.edges)][asked]
    return [sixths for sixths in range(SIDES) if fits >> sixths & 1]


def _edges_around(position: Position, cell: Hex) -> str:
    """Return the edge of the neighbour that each edge of a cell meets, ``?`` if unknown."""
    letters = []
    for direction, beside in enumerate(neighbours(cell)):
        land = position.tiles.get(beside)
        edges = land.edges if land else None
        letters.append(edges[opposite(direction)] if edges else UNKNOWN_EDGE)
    return "".join(letters)
