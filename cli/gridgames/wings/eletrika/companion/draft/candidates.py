"""The faces that may lie on a cell, narrowed down edge by edge, and what holds for a draft.

The sentences are those of ``check``; nothing is judged here.

Rules: EL-TILE-01, EL-TILE-02, EL-TILE-03, EL-COMP-01.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from eletrika.analysis import Analysis
from eletrika.assumed_game import assume_game
from eletrika.energy import Explanation
from eletrika.gaps import gap_at
from eletrika.position import PlacedTile, Position
from eletrika.problems import lacking_tiles
from eletrika.ruleset import READINGS, Ruleset
from eletrika.sites import around, closed_by
from eletrika.tables import COLOUR_NAMES, FIELD, LAND_CLASS, SIDES, UNKNOWN_EDGE, TileNumber
from eletrika.tile_edges import encode_edges, is_known
from eletrika.tile_set import TileSet
from eletrika.view import unseen
from gridcommon.errors import Word
from gridcommon.hexes import DIRECTION_NAMES, Hex, neighbours, opposite
from gridgames.languages.messages import render_message, say
from gridgames.show.draft import Finding
from gridgames.wings.eletrika.description.analysis import (
    path_words,
    site_words,
    structure_words,
    value_of,
    why_dark,
)
from gridgames.wings.eletrika.description.words import cell_words, edges_words, word_of_positions


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


ENERGIZED = "EL-NRG-01"
_TERRAIN = {"r": Word("river"), "l": Word("lake"), ".": Word("land")}


def findings_at(
    cell: Hex, position: Position, analysis: Analysis, ruleset: Ruleset, faces: Faces | None
) -> Iterator[Finding]:
    """Yield what is on a cell and why; ``faces`` are those that fit there, if one is chosen."""
    land = position.tiles.get(cell)
    name = cell_words(cell)
    if land is None:
        yield Finding(say("{cell}: no tile yet", cell=name), tone="head")
    elif land.source:
        yield Finding(say("{cell}: the source", cell=name), tone="head")
    else:
        number = say("tile") if land.tile is None else say("tile {number}", number=land.tile)
        edges = edges_words(land.edges or UNKNOWN_EDGE * 6, ruleset.tiles)
        yield Finding(f"{name}: {number}, {edges}", tone="head")
    yield from _structure(cell, analysis)
    for problem in analysis.problems:
        if cell in problem.at:
            text = render_message(problem.refusal)
            beside = (cell_words(one) for one in problem.at if one != cell)
            others = " ".join(one for one in beside if one not in text)
            yield Finding(f"{text}: {others}" if others else text, problem.refusal.rule, "bad")
    for lacking, edges in lacking_tiles(position, ruleset.tiles):
        if lacking == cell:
            text = say("no tile left in the table has the edges {edges}", edges=edges)
            yield Finding(text, "EL-COMP-01", "bad")
    yield from _site(cell, position, analysis)
    if faces is not None and land is None:
        yield from _fitting(cell, position, faces)


def _structure(cell: Hex, analysis: Analysis) -> Iterator[Finding]:
    """Yield whether the structure on a cell is lit, and along which path or why not."""
    network = analysis.network
    if cell not in network.cells:
        return
    place = network.cells.index(cell)
    explanation: Explanation = analysis.explanation
    what = structure_words(network, place)
    if witness := explanation.witness(place):
        way = path_words(network, witness)
        yield Finding(say("{what} is lit: {way}", what=what, way=way), ENERGIZED, "good")
    elif darkness := explanation.darkness(place):
        why = why_dark(network, darkness)
        yield Finding(say("{what} is dark: {why}", what=what, why=why), ENERGIZED)
    lit_by = [name for name in READINGS if analysis.readings[name][place]]
    if 0 < len(lit_by) < len(READINGS):
        text = say("In dispute: lit only as {readings} (A-16).", readings=", ".join(lit_by))
        yield Finding(text, ENERGIZED, "bad")


def _site(cell: Hex, position: Position, analysis: Analysis) -> Iterator[Finding]:
    """Yield what may be built on a free cell, or what closes it."""
    if cell in analysis.closed:
        pair = closed_by(around(position.kinds(), cell), cell)
        if pair:
            one, other = map(cell_words, pair)
            text = say("closed: a structure here makes a short circuit with {one} and {other}",
                       one=one, other=other)  # fmt: skip
            yield Finding(text, "EL-SHORT-02")
        return
    for site in analysis.free:
        if site.at == cell and cell not in position.structures:
            yield Finding(site_words(site), tone="dim")


def _fitting(cell: Hex, position: Position, faces: Faces) -> Iterator[Finding]:
    """Yield which neighbours no remaining face agrees with, if none fits."""
    if faces.left:
        return
    if faces.fitting:
        text = say("No remaining tile has these edges. Type them all to lay it all the same.")
        yield Finding(text, "EL-COMP-01", "bad")
        return
    met = []
    for direction, beside in enumerate(neighbours(cell)):
        land = position.tiles.get(beside)
        edge = land.edges[opposite(direction)] if land and land.edges else UNKNOWN_EDGE
        if edge != UNKNOWN_EDGE:
            way = word_of_positions(DIRECTION_NAMES[direction])
            met.append(f"{way} {say(_TERRAIN[LAND_CLASS[edge]].text)} ({cell_words(beside)})")
    text = say("No remaining tile has these edges: {edges}", edges=", ".join(met))
    yield Finding(text, "EL-TILE-02", "bad")


def summary(analysis: Analysis) -> Iterator[Finding]:
    """Yield how much is lit, in dispute, broken and closed."""
    network, lit = analysis.network, analysis.explanation.lit
    yield Finding(say("Energized: {lit} of {count}", lit=sum(lit), count=len(lit)), tone="head")
    if analysis.broken:
        yield Finding(say("Broken rules: {count}", count=analysis.broken), tone="bad")
    if analysis.readings_differ:
        disputed = [
            network.names[place]
            for place in range(len(lit))
            if len({one[place] for one in analysis.readings.values()}) > 1
        ]
        yield Finding(say("In dispute: {cells} (A-16)", cells=" ".join(disputed)), tone="bad")


def findings_of(analysis: Analysis) -> Iterator[Finding]:
    """Yield the broken rules, the cells where nothing can be built, and the best sets."""
    for problem in analysis.problems:
        where = " ".join(problem.ids or map(cell_words, problem.at))
        text = render_message(problem.refusal)
        yield Finding(f"{where}: {text}" if where else text, problem.refusal.rule, "bad")
    for owner, sets in analysis.scores.items():
        for one in sets[:1]:
            value = value_of(analysis.network, one)
            yield Finding(f"{say(COLOUR_NAMES[owner])}: {value}", tone="good")
    if analysis.closed:
        closed = " ".join(map(cell_words, analysis.closed))
        yield Finding(say("Closed: {cells}", cells=closed), "EL-SHORT-02", "dim")
    if analysis.dead:
        dead = " ".join(map(cell_words, analysis.dead))
        yield Finding(say("Nothing may be built: {cells}", cells=dead), "EL-CONN-04", "dim")
