"""The tiles of a box, read from a TOML table: ours, a user's, or one embedded in a record.

Rules: EL-COMP-01, EL-FOREST-01.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from eletrika.tables import (
    CAVEATS,
    EDGE_LETTERS,
    FIELD,
    FORESTS,
    KINDS,
    MOST_OF_TABLE,
    RECONSTRUCTED,
    SIDES,
    UNKNOWN_EDGE,
    WATER,
    TileNumber,
)
from eletrika.tile_edges import (
    EDGE_OR_UNKNOWN,
    LAND_CODES,
    decode_edges,
    forests_on,
    has_water,
    land_code,
    rotated_edges,
)
from gridcommon.caveats import Caveat
from gridcommon.hexes import DIRECTION_NAMES
from gridcommon.pickling import pickle_by_call, pickle_by_fields
from gridcommon.tables import (
    check_keys,
    read_embedded,
    read_user_table,
    require,
    shipped_toml,
    subtable,
    to_embedded,
)

V = TypeVar("V")


_TOLD_KEPT = 64  # cached tiles that are known only by their edges


@dataclass(frozen=True, slots=True)
class Tile:
    """A terrain tile: six letters clockwise from east, as in ``tiles.toml``."""

    number: TileNumber
    name: str
    edges: str


@dataclass(frozen=True, slots=True)
class Forest:
    """A colour of forest, and a letter that may also be typed for it."""

    colour: str
    alias: str
    caveat: Caveat | None = None


def _lands_met(code: int) -> list[int]:
    """Return the land codes around a cell that a tile with this land code fits.

    Each edge must meet its own class or nothing; an unknown edge fits any class.
    Rules: EL-TILE-01, EL-TILE-02, EL-COMP-09.
    """
    found = [0]
    for direction in range(SIDES):
        shown = code >> 2 * direction & 3
        lands = (shown,) if shown else tuple(LAND_CODES.values())
        found += [asked | land << 2 * direction for land in lands for asked in found]
    return found


class ByTile(dict[TileNumber, V], Generic[V]):
    """A computed value for each tile of a table, and for tiles known only by their edges.

    Only a few of the latter are cached, since there are half a million.
    """

    def __init__(self, tiles: int, find: Callable[[TileNumber], V]) -> None:
        super().__init__()
        self._tiles = tiles
        self._find = find

    def __missing__(self, tile: TileNumber) -> V:
        if tile >= self._tiles:
            raise KeyError(tile)
        if len(self) > self._tiles + _TOLD_KEPT:
            self.clear()
        found = self[tile] = self._find(tile)
        return found


def _faces(tiles: Sequence[Tile], tile: TileNumber) -> tuple[str, ...]:
    edges = decode_edges(tile) if tile < 0 else tiles[tile].edges
    return tuple([rotated_edges(edges, sixths) for sixths in range(SIDES)])


def _fitting(faces: Sequence[str], codes: Sequence[int]) -> bytes:
    """Return the rotations at which a tile fits, as bits, by the land code around a cell."""
    fitting = bytearray(1 << 2 * SIDES)
    for rotation, code in enumerate(codes):
        if faces[rotation] not in faces[:rotation]:
            for asked in _lands_met(code):
                fitting[asked] |= 1 << rotation
    return bytes(fitting)


class TileSet:
    """All tiles of a box, with values computed from their edges.

    ``name`` is RECONSTRUCTED, or the file or the digest of the table; sets that differ in it alone
    are equal. ``forests`` are in the order of KINDS. ``caveat`` is the reason why the faces may be
    wrong.

    These tables also accept tiles known only by their edges. ``faces[tile][rotation]`` are the
    rotated edges, ``codes[tile][rotation]`` their land codes, ``water[tile]`` is whether the tile
    has water, and ``fitting[tile][code]`` are the rotations, as bits, at which it fits a cell with
    that land code around it. Of rotations that look alike, only the lowest is included.
    """

    def __init__(
        self,
        name: str,
        tiles: tuple[Tile, ...],
        source: TileNumber,
        forests: tuple[Forest, ...],
        *,
        caveat: Caveat | None = None,
    ) -> None:
        self.name = name
        self.tiles = tiles
        self.source = source
        self.forests = forests
        self.caveat = caveat
        count = len(tiles)
        faces = ByTile(count, lambda tile: _faces(tiles, tile))
        codes = ByTile(count, lambda tile: tuple(map(land_code, faces[tile])))
        self.faces: ByTile[tuple[str, ...]] = faces
        self.codes: ByTile[tuple[int, ...]] = codes
        self.water: ByTile[bool] = ByTile(count, lambda tile: has_water(faces[tile][0]))
        self.fitting: ByTile[bytes] = ByTile(count, lambda tile: _fitting(faces[tile], codes[tile]))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, TileSet) and self._contents()[1:] == other._contents()[1:]

    def __hash__(self) -> int:
        return hash(self._contents()[1:])

    def _contents(self) -> tuple[Any, ...]:
        return self.name, self.tiles, self.source, self.forests, self.caveat

    def pickled(self) -> tuple[Any, ...]:
        """Return the arguments of :func:`unpickled_tiles`."""
        return () if self is shipped_tiles() else self._contents()

    def agree(self, one: TileNumber, other: TileNumber) -> bool:
        """Return whether two tiles may be the same one, as far as their edges are known.

        Tiles of the table are compared by number.
        """
        if one >= 0 and other >= 0:
            return one == other
        edges = self.faces[one][0]
        if other >= 0 and UNKNOWN_EDGE not in edges:
            return edges in self.faces[other]
        return any(
            all(a == b or UNKNOWN_EDGE in (a, b) for a, b in zip(edges, face, strict=True))
            for face in self.faces[other]
        )

    def to_json(self) -> str | dict[str, Any]:
        """Return the set as JSON for a record: its name if it is shipped, else the table."""
        if self.name == RECONSTRUCTED:
            return self.name
        made_up = {"status": RECONSTRUCTED} if self.caveat else {}
        return to_embedded(
            {
                "meta": {"tile_count": len(self.tiles)} | made_up,
                "forest": {
                    letter: {"colour": forest.colour, "alias": forest.alias}
                    | ({"origin": RECONSTRUCTED} if forest.caveat else {})
                    for letter, forest in zip(FORESTS, self.forests, strict=False)
                },
                "tile": [
                    {"name": tile.name, "edges": tile.edges}
                    | ({"source": True} if tile.number == self.source else {})
                    for tile in self.tiles
                ],
            }
        )

    def letter(self, typed: str) -> str | None:
        """Return the edge letter for a typed letter in either case or an alias, or None."""
        letter = typed.lower()
        if letter in EDGE_OR_UNKNOWN:
            return letter
        for kind, forest in enumerate(self.forests):
            if letter == forest.alias:
                return FORESTS[kind]
        return None


@cache  # one
def _shipped_table() -> dict[str, Any]:
    return shipped_toml("eletrika", "tiles.toml")


@cache  # one
def shipped_tiles() -> TileSet:
    """Return the reconstructed tile set shipped with the package."""
    return _tile_set(_shipped_table(), RECONSTRUCTED)


@lru_cache(maxsize=8)  # positions share a table, with all that is computed from it
def unpickled_tiles(
    name: str = RECONSTRUCTED,
    tiles: tuple[Tile, ...] = (),
    source: TileNumber = 0,
    forests: tuple[Forest, ...] = (),
    caveat: Caveat | None = None,
) -> TileSet:
    """Return the tile set of a pickle; without tiles, the shipped one."""
    return TileSet(name, tiles, source, forests, caveat=caveat) if tiles else shipped_tiles()


def load_tiles(path: Path) -> TileSet:
    """Return the tile set in a user's file. Raises NotationError naming file, line and key."""
    return read_user_table(path, _tile_set)


def tiles_from_json(data: object) -> TileSet:
    """Return the tile set in the ``ruleset`` of a record, without opening a file.

    Raises NotationError naming the key.
    """
    if data == RECONSTRUCTED:
        return shipped_tiles()
    return read_embedded(data, "ruleset.tiles", _tile_set)


def _tile_set(table: dict[str, Any], name: str) -> TileSet:
    check_keys(table, {"meta", "terrain", "forest", "tile"}, required={"tile"})
    meta = subtable(table, "meta")
    check_keys(
        meta,
        {"game", "version", "status", "shape", "edge_order", "edge_alphabet", "tile_count"}
        | {"source_tile"},
        within="meta",
    )
    check_keys(subtable(table, "terrain"), set(WATER + FIELD), within="terrain")
    for key, wanted in (
        ("version", 1),
        ("shape", "hexagon"),
        ("edge_order", list(DIRECTION_NAMES)),
        ("edge_alphabet", EDGE_LETTERS),
    ):
        found = meta.get(key, wanted)
        require(
            found == wanted,
            f"meta.{key}",
            "expected {wanted}, found {found}",
            wanted=wanted,
            found=found,
        )
    rows = table["tile"]
    require(isinstance(rows, list), "tile", "expected a list of [[tile]] tables")
    tiles = tuple(_tile(row, number) for number, row in enumerate(rows))
    count = meta.get("tile_count", 38)
    require(
        count in (MOST_OF_TABLE - 1, MOST_OF_TABLE),
        "meta.tile_count",
        "EL-COMP-01: expected 38 tiles (or 39, see A-01), found {found}",
        found=count,
    )
    require(
        len(tiles) == count,
        "tile",
        "EL-COMP-01: expected {wanted} tiles, found {found}",
        wanted=count,
        found=len(tiles),
    )
    springs = [number for number, row in enumerate(rows) if row.get("source")]
    require(
        len(springs) == 1,
        "tile",
        "EL-COMP-01: exactly one tile must be the source ('source = true'), found {found}",
        found=len(springs),
    )
    require(
        meta.get("source_tile", springs[0]) == springs[0],
        "meta.source_tile",
        "tile {tile} is marked as the source, found {found}",
        tile=springs[0],
        found=meta.get("source_tile"),
    )
    seen: dict[str, int] = {}
    for tile in tiles:
        shape = min(rotated_edges(tile.edges, sixths) for sixths in range(6))
        twin = seen.setdefault(shape, tile.number)
        require(
            twin == tile.number,
            f"tile {tile.number}.edges",
            "{edges} is tile {twin} again, turned",
            edges=tile.edges,
            twin=twin,
        )
    status = meta.get("status", "")
    return TileSet(
        name,
        tiles,
        springs[0],
        _forests(subtable(table, "forest")),
        caveat=CAVEATS["tiles"] if status == RECONSTRUCTED else None,
    )


def _tile(row: Any, number: int) -> Tile:
    where = f"tile {number}"
    require(isinstance(row, dict), where, "expected a table")
    check_keys(row, {"id", "name", "edges", "source"}, within=where, required={"edges"})
    require(
        row.get("id", number) == number,
        f"{where}.id",
        "the tiles are numbered 0, 1, 2 ... in their order: expected {wanted}, found {found}",
        wanted=number,
        found=row.get("id"),
    )
    require(isinstance(row.get("source", False), bool), f"{where}.source", "true or false")
    require(isinstance(row.get("name", ""), str), f"{where}.name", "expected a text")
    edges = row["edges"]
    require(
        isinstance(edges, str) and len(edges) == 6 and set(edges) <= set(EDGE_LETTERS),
        f"{where}.edges",
        "six of the letters {letters}, clockwise from east; found {found}",
        letters=" ".join(EDGE_LETTERS),
        found=repr(edges),
    )
    letters = [letter for letter, _ in forests_on(edges)]
    for letter in letters:
        require(
            letters.count(letter) == 1,
            f"{where}.edges",
            "a forest covers one run of neighbouring edges; {letter} is split in {edges}",
            letter=letter,
            edges=edges,
        )
    return Tile(number, row.get("name", ""), edges)


def _forests(table: dict[str, Any]) -> tuple[Forest, ...]:
    shipped = _shipped_table()["forest"]
    check_keys(table, set(FORESTS), within="forest")
    forests: list[Forest] = []
    for letter, kind in zip(FORESTS, KINDS, strict=True):
        where = f"forest.{letter}"
        row = table.get(letter, shipped[letter])
        require(isinstance(row, dict), where, "expected a table")
        keys = {"structure", "colour", "alias", "origin"}
        check_keys(row, keys, within=where, required={"colour"})
        require(
            row.get("structure", kind) == kind,
            f"{where}.structure",
            "forest {letter} pays for {kind}, found {found}",
            letter=letter,
            kind=kind,
            found=row.get("structure"),
        )
        colour, alias = row["colour"], row.get("alias", shipped[letter]["alias"])
        require(isinstance(colour, str) and colour != "", f"{where}.colour", "a word")
        taken = [forest.alias for forest in forests]
        require(
            isinstance(alias, str)
            and len(alias) == 1
            and alias.isalpha()
            and alias.lower() not in EDGE_LETTERS
            and alias.lower() not in taken,
            f"{where}.alias",
            "one letter that stands for nothing else, found {found}",
            found=repr(alias),
        )
        caveat = CAVEATS["colours"] if row.get("origin") == RECONSTRUCTED else None
        forests.append(Forest(colour, alias.lower(), caveat))
    return tuple(forests)


pickle_by_fields(Tile, Forest)
pickle_by_call(TileSet, unpickled_tiles, TileSet.pickled)
