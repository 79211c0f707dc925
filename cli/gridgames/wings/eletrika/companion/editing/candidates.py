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
from eletrika.tile_edges import encode_edges
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

    ``typed`` has a letter for each edge that was typed, by its direction.
    """

    fitting: Sequence[Candidate]
    typed: dict[int, str]

    @property
    def left(self) -> list[Candidate]:
        """The faces that have the typed edges."""
        return [
            one
            for one in self.fitting
            if all(letter in (one.edges[edge], UNKNOWN_EDGE) for edge, letter in self.typed.items())
        ]

    @property
    def asked(self) -> int | None:
        """The edge to type next, clockwise from the east: the first that the neighbours leave open.

        What was typed makes no edge known, or people who type edge after edge without a look at
        the screen would be one edge ahead of it. If no face is left, it is the next edge of a
        tile that the box does not have.
        """
        possible = self.fitting if self.left else ()
        for edge in range(SIDES):
            if edge in self.typed:
                continue
            if not possible or len({one.edges[edge] for one in possible}) > 1:
                return edge
        return None

    @property
    def edges(self) -> str:
        """The typed edges, with ``?`` for the others."""
        return "".join(self.typed.get(edge, UNKNOWN_EDGE) for edge in range(SIDES))

    def narrowed(self, letter: str) -> "Faces":
        """Return the faces with one more edge typed."""
        edge = self.asked
        return self if edge is None else Faces(self.fitting, {**self.typed, edge: letter})

    def widened(self) -> "Faces":
        """Return the faces without the last edge that was typed."""
        return Faces(self.fitting, dict([*self.typed.items()][:-1]))


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

    return Faces(sorted(found, key=unlikeliness), {})


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
