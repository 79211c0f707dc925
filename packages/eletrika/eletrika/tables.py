"""What is printed on the pieces and how many there are: structures, tiles, points.

Tiles and points are read from TOML files; players with the real box can use their own files
instead. Both are checked when they are read.

Rules: EL-COMP-01, EL-COMP-02, EL-COMP-03, EL-COMP-04, EL-COMP-05, EL-COMP-06.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from gridcommon.caveats import REPORTED, Caveat, read_caveats
from gridcommon.errors import NotationError
from gridcommon.hexes import DIRECTION_NAMES
from gridcommon.spelling import quoted
from gridcommon.tables import (
    check_keys,
    line_of_key,
    load_toml,
    read_embedded,
    read_text,
    shipped_toml,
    to_embedded,
)

Kind = int  # of structure: a place in KINDS
Owner = int  # a place in COLOURS
TileNumber = int  # a place in a tile table, or below 0 (see told_tile)

KINDS = "UTSPC"
KIND_NAMES = ("Plant", "Tower", "Substation", "Pole", "City")
PLANT: Final = 0
TOWER: Final = 1
SUBSTATION: Final = 2
POLE: Final = 3
CITY: Final = 4

UNKNOWN_KIND: Final = -2  # of a bonus tile that nobody has told: EL-COMP-09
UNKNOWN_LETTER = "?"

CAVEATS = read_caveats("eletrika")

SEATS = range(2, 5)  # how many can play
COLOURS = "WKRG"
COLOUR_NAMES = ("White", "Black", "Red", "Green")

RECONSTRUCTED = "reconstructed"  # the tables that come with the package, and what nobody attests

STRUCTURES = (4, 11, 5, 13, 6)  # of each kind in the box: EL-COMP-04
SIDES: Final = 6  # of a tile: EL-CONN-05
PAWNS = 5  # of each colour, besides the one on the score track: EL-COMP-02
MARKERS = (1, 2)  # values, one of each a colour: EL-COMP-03
BONUS_TILES = 5  # EL-COMP-05
MOST_OF_TABLE = 39  # tiles of a table, where the source is not among the 38: A-01
ROW: Final = 3  # face-up tiles: EL-SETUP-03
ASIDE = 4  # tiles set aside, with one structure of each kind: EL-SETUP-04
FINAL_ROUNDS: Final = 2  # EL-END-03

# EL-CONN-02, as rows of "may stand beside": symmetric, blank = forbidden.
CONNECTIONS = (
    # U T S P C
    ". x . . .",  # U
    "x x x . .",  # T
    ". x . x .",  # S
    ". . x x x",  # P
    ". . . x .",  # C
)
MAY_TOUCH: Final[tuple[tuple[bool, ...], ...]] = tuple(
    [tuple([mark == "x" for mark in row.split()]) for row in CONNECTIONS]
)

RIVER, LAKE, FIELD = "rl."
WATER = "rl"
FORESTS = "utspc"  # the forest that pays for each of KINDS: EL-FOREST-01
EDGE_LETTERS = WATER + FIELD + FORESTS
LAND_CLASS = {letter: letter if letter in WATER else FIELD for letter in EDGE_LETTERS}

UNKNOWN_EDGE = "?"
HIDDEN: Final = -1  # a tile of which nothing is known
_TOLD_LETTERS = UNKNOWN_EDGE + EDGE_LETTERS
_TOLD_KEPT = 64  # tiles told by their edges of which is kept what was found


def told_tile(edges: str) -> TileNumber:
    """Return the number, below 0, of a tile that is known by its edges and not by a table.

    An edge may be unknown. Tiles of a table have the numbers from 0 on.

    >>> told_tile("??????") == HIDDEN, told_edges(told_tile("r.t???"))
    (True, 'r.t???')
    """
    number = 0
    for letter in edges:
        number = number * len(_TOLD_LETTERS) + _TOLD_LETTERS.index(letter)
    return -1 - number


def told_edges(tile: TileNumber) -> str:
    """Return the edges of a tile below 0, as they were told."""
    number = -1 - tile
    letters = []
    for _ in range(6):
        number, place = divmod(number, len(_TOLD_LETTERS))
        letters.append(_TOLD_LETTERS[place])
    return "".join(reversed(letters))


def tile_to_json(tile: TileNumber) -> int | str:
    """Return a tile as a record has it: its number, its edges, or ``?`` where nothing is known."""
    if tile >= 0:
        return tile
    return UNKNOWN_EDGE if tile == HIDDEN else told_edges(tile)


def kind_text(kind: Kind) -> str:
    """Return the letter of a kind as people and records write it; ``?`` for one not told.

    >>> kind_text(TOWER), kind_text(UNKNOWN_KIND)
    ('T', '?')
    """
    return UNKNOWN_LETTER if kind == UNKNOWN_KIND else KINDS[kind]


def kind_from_json(data: Any) -> Kind | None:
    """Return the kind that a record names, UNKNOWN_KIND for ``?``, None for anything else."""
    if data == UNKNOWN_LETTER:
        return UNKNOWN_KIND
    is_kind = isinstance(data, str) and len(data) == 1 and data in KINDS
    return KINDS.index(data) if is_kind else None


def tile_from_json(data: Any) -> TileNumber:
    """Return the tile that a record names: ``tile_from_json(tile_to_json(x)) == x``.

    Raises NotationError for what is neither a number nor six edges nor ``?``.
    """
    if type(data) is int and 0 <= data < MOST_OF_TABLE:
        return data
    if data == UNKNOWN_EDGE:
        return HIDDEN
    if isinstance(data, str) and len(data) == 6 and set(data) <= set(_TOLD_LETTERS):
        return told_tile(data)
    raise NotationError(
        "a tile is a number from 0 to {last}, six of the letters {letters}, or ?; found {found}",
        last=MOST_OF_TABLE - 1,
        letters=" ".join(_TOLD_LETTERS),
        found=quoted(data),
    )


def tile_text(tile: TileNumber) -> str:
    """Return a tile as people write it: ``13``, ``r.tr..`` or ``?``."""
    return str(tile_to_json(tile))


def turned(edges: str, sixths: int) -> str:
    """Return ``edges`` with each one moved ``sixths`` places clockwise.

    >>> turned("rl....", 1)
    '.rl...'
    """
    sixths %= 6
    return edges[6 - sixths :] + edges[: 6 - sixths]


def forests_on(edges: str) -> Iterator[tuple[str, int]]:
    """Yield the letter and the number of edges of each forest: a run of edges around the tile."""
    starts = [edge for edge in range(6) if edges[edge] != edges[edge - 1]] or [0]
    for edge, after in zip(starts, [*starts[1:], starts[0] + 6], strict=True):
        if edges[edge] in FORESTS:
            yield edges[edge], after - edge


@dataclass(frozen=True, slots=True)
class Tile:
    """A terrain tile: six letters clockwise from east, as in ``tiles.toml``."""

    number: TileNumber
    name: str
    edges: str


@dataclass(frozen=True, slots=True)
class Forest:
    """A colour of forest and another letter that may be typed for it."""

    colour: str
    alias: str
    caveat: Caveat | None = None


# The class of land an edge shows, as two bits; 0 asks for nothing and shows nothing.
LAND_CODES = {RIVER: 1, LAKE: 2, FIELD: 3}
LAND_NAMES = ("", "river", "lake", "land")


def land_code(edges: str) -> int:
    """Return the classes of six edges, two bits each, the edge to the east lowest.

    Field and forests are one class, an unknown edge none.  Rules: EL-TILE-03, EL-TILE-05.
    """
    code = 0
    for direction, letter in enumerate(edges):
        if letter != UNKNOWN_EDGE:
            code |= LAND_CODES[LAND_CLASS[letter]] << 2 * direction
    return code


def has_water(edges: str) -> bool:
    """Return whether a tile shows river or lake, or may do so (EL-BUILD-04, A-10, EL-COMP-09)."""
    return any(edge in WATER or edge == UNKNOWN_EDGE for edge in edges)


def is_known(edges: str) -> bool:
    """Return whether all six edges are known."""
    return UNKNOWN_EDGE not in edges


def is_known_tile(tile: TileNumber) -> bool:
    """Return whether all six edges of a tile are known."""
    return tile >= 0 or (tile != HIDDEN and is_known(told_edges(tile)))


def _lands_met(code: int) -> list[int]:
    """Return each land that may be asked for around a tile which fits with this land code.

    At each edge that is its own class or nothing; an unknown edge agrees with any.
    Rules: EL-TILE-01, EL-TILE-02, EL-COMP-09.
    """
    found = [0]
    for direction in range(SIDES):
        shown = code >> 2 * direction & 3
        lands = (shown,) if shown else tuple(LAND_CODES.values())
        found += [asked | land << 2 * direction for land in lands for asked in found]
    return found


V = TypeVar("V")


class ByTile(dict[TileNumber, V], Generic[V]):
    """A value for each tile of a table, and for tiles told by their edges: found once asked for.

    Of the latter only some are kept, since there are half a million.
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
    """Return the edges of a tile turned by each number of sixths."""
    edges = told_edges(tile) if tile < 0 else tiles[tile].edges
    return tuple([turned(edges, sixths) for sixths in range(SIDES)])


def _fitting(faces: Sequence[str], codes: Sequence[int]) -> bytes:
    """Return the turns at which a tile fits, as bits, by the land asked for."""
    fitting = bytearray(1 << 2 * SIDES)
    for rotation, code in enumerate(codes):
        if faces[rotation] not in faces[:rotation]:
            for asked in _lands_met(code):
                fitting[asked] |= 1 << rotation
    return bytes(fitting)


class TileSet:
    """All tiles of a box, and what follows from their edges, worked out once.

    ``name`` is RECONSTRUCTED, or the file or the digest of the table it came from. ``forests``
    stand in the order of KINDS. ``caveat`` says why the faces may be others. What is known of each
    tile, of those told by their edges too: ``faces[tile][rotation]`` are the edges turned so many
    sixths clockwise, ``codes[tile][rotation]`` their land codes, ``water[tile]`` whether it has
    any, and ``fitting[tile][asked]`` the turns at which it fits, as bits: ``asked`` is the land
    asked for, two bits an edge as in ``land_code``, 0 where nothing lies or nothing is known of
    it. Turns that look alike are given once, by the lowest.
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

    def agree(self, one: TileNumber, other: TileNumber) -> bool:
        """Return whether two tiles may be the same one, as far as their edges are known.

        Tiles of the table are told by their numbers.
        """
        if one >= 0 and other >= 0:
            return one == other
        edges = self.faces[one][0]
        return any(
            all(a == b or UNKNOWN_EDGE in (a, b) for a, b in zip(edges, face, strict=True))
            for face in self.faces[other]
        )

    def to_json(self) -> str | dict[str, Any]:
        """Return the set as a record has it: its name if it is the shipped one, else the table."""
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
        """Return the edge letter meant by ``typed`` (either case, or a colour), None if none is."""
        letter = typed.lower()
        if letter in _TOLD_LETTERS:
            return letter
        for kind, forest in enumerate(self.forests):
            if letter == forest.alias:
                return FORESTS[kind]
        return None


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points, in MW. ``caveats`` has the entries that may be others, such as ``equal_3``.

    ``name`` is RECONSTRUCTED, or the file or the digest of the table they came from.
    """

    name: str
    different: Mapping[int, int]  # by size: 2 and 4
    equal: Mapping[int, int]  # by size: 2 and 3
    high_demand: int
    forest_per_edge: int
    influence: tuple[int, int]  # points of the markers 1 and 2
    caveats: Mapping[str, Caveat]

    def caveat(self, points: int, size: int, *, equal: bool) -> Caveat | None:
        """Return why the ``points`` of a set of at least ``size`` may be others, or None."""
        way, values = ("equal", self.equal) if equal else ("different", self.different)
        sizes = (key for key, value in values.items() if key >= size and value == points)
        return self.caveats.get(f"{way}_{next(sizes, 0)}")

    def to_json(self) -> str | dict[str, Any]:
        """Return the points as a record has them: their name if shipped, else the table."""
        if self.name == RECONSTRUCTED:
            return self.name
        sets = {"different": self.different, "equal": self.equal}
        return to_embedded(
            {
                "set": {
                    way: {str(size): points for size, points in values.items()}
                    for way, values in sets.items()
                },
                "origin": {entry: caveat.degree for entry, caveat in sorted(self.caveats.items())},
                "bonus": {
                    "high_demand": self.high_demand,
                    "forest_per_edge": self.forest_per_edge,
                    "influence": list(self.influence),
                },
            }
        )


@cache  # one
def _shipped_table() -> dict[str, Any]:
    return shipped_toml("eletrika", "tiles.toml")


@cache  # one
def shipped_tiles() -> TileSet:
    """Return the reconstructed tile set that comes with the package."""
    return _tile_set(_shipped_table(), "eletrika/data/tiles.toml", None)


@cache  # one
def shipped_scoring() -> Scoring:
    """Return the points that come with the package."""
    table = shipped_toml("eletrika", "scoring.toml")
    return _scoring(table, {}, "eletrika/data/scoring.toml", RECONSTRUCTED)


def load_tiles(path: Path) -> TileSet:
    """Return the tile set in a user's file. Raises NotationError naming file, line and key."""
    return _of_file(path, lambda table, source: _tile_set(table, source, source))


def load_scoring(path: Path) -> Scoring:
    """Return the points in a user's file; a key it lacks keeps the shipped value.

    Raises NotationError naming file, line and key.
    """
    shipped = shipped_toml("eletrika", "scoring.toml")
    return _of_file(path, lambda table, source: _scoring(table, shipped, source, source))


def _of_file(path: Path, read: Callable[[dict[str, Any], str], V]) -> V:
    """Return what ``read`` makes of the table in a user's file; an error gets its line."""
    table = load_toml(path)
    try:
        return read(table, str(path))
    except NotationError as problem:
        if problem.line is None and problem.key:
            problem.line = line_of_key(read_text(path), problem.key)
        raise


def tiles_from_json(data: object) -> TileSet:
    """Return the tile set in the ``ruleset`` of a record, which opens no file.

    Raises NotationError naming the key.
    """
    if data == RECONSTRUCTED:
        return shipped_tiles()
    return _carried(data, "tiles", lambda table, digest: _tile_set(table, "", digest))


def scoring_from_json(data: object) -> Scoring:
    """Return the points in the ``ruleset`` of a record, which opens no file.

    Raises NotationError naming the key.
    """
    if data == RECONSTRUCTED:
        return shipped_scoring()
    shipped = shipped_toml("eletrika", "scoring.toml")
    return _carried(data, "scoring", lambda table, digest: _scoring(table, shipped, "", digest))


def _carried(data: object, name: str, read: Callable[[dict[str, Any], str], V]) -> V:
    """Return what ``read`` makes of a table that a record carries."""
    key = f"ruleset.{name}"
    table, digest = read_embedded(data, key)
    try:
        return read(table, digest)
    except NotationError as problem:
        problem.source, problem.key = None, f"{key}.table.{problem.key}"
        raise


def _expect(holds: bool, key: str, source: str, template: str, **values: Any) -> None:
    if not holds:
        problem = NotationError(template, **values)
        problem.source, problem.key = source, key
        raise problem


def _tile_set(table: dict[str, Any], source: str, name: str | None) -> TileSet:
    check_keys(table, {"meta", "terrain", "forest", "tile"}, source, required={"tile"})
    meta = _table(table, "meta", source)
    check_keys(
        meta,
        {"game", "version", "status", "shape", "edge_order", "edge_alphabet", "tile_count"}
        | {"source_tile"},
        source,
        within="meta",
    )
    check_keys(_table(table, "terrain", source), set(WATER + FIELD), source, within="terrain")
    for key, wanted in (
        ("version", 1),
        ("shape", "hexagon"),
        ("edge_order", list(DIRECTION_NAMES)),
        ("edge_alphabet", EDGE_LETTERS),
    ):
        found = meta.get(key, wanted)
        _expect(
            found == wanted,
            f"meta.{key}",
            source,
            "expected {wanted}, found {found}",
            wanted=wanted,
            found=found,
        )
    rows = table["tile"]
    _expect(isinstance(rows, list), "tile", source, "expected a list of [[tile]] tables")
    tiles = tuple(_tile(row, number, source) for number, row in enumerate(rows))
    count = meta.get("tile_count", 38)
    _expect(
        count in (MOST_OF_TABLE - 1, MOST_OF_TABLE),
        "meta.tile_count",
        source,
        "EL-COMP-01 knows 38 tiles (A-01: or 39), found {found}",
        found=count,
    )
    _expect(
        len(tiles) == count,
        "tile",
        source,
        "EL-COMP-01: expected {wanted} tiles, found {found}",
        wanted=count,
        found=len(tiles),
    )
    springs = [number for number, row in enumerate(rows) if row.get("source")]
    _expect(
        len(springs) == 1,
        "tile",
        source,
        "EL-COMP-01: one tile is the source ('source = true'), found {found}",
        found=len(springs),
    )
    _expect(
        meta.get("source_tile", springs[0]) == springs[0],
        "meta.source_tile",
        source,
        "tile {tile} is marked as the source, found {found}",
        tile=springs[0],
        found=meta.get("source_tile"),
    )
    seen: dict[str, int] = {}
    for tile in tiles:
        shape = min(turned(tile.edges, sixths) for sixths in range(6))
        twin = seen.setdefault(shape, tile.number)
        _expect(
            twin == tile.number,
            f"tile {tile.number}.edges",
            source,
            "{edges} is tile {twin} again, turned",
            edges=tile.edges,
            twin=twin,
        )
    status = meta.get("status", "")
    return TileSet(
        name or RECONSTRUCTED,
        tiles,
        springs[0],
        _forests(_table(table, "forest", source), source),
        caveat=CAVEATS["tiles"] if status == RECONSTRUCTED else None,
    )


def _tile(row: Any, number: int, source: str) -> Tile:
    where = f"tile {number}"
    _expect(isinstance(row, dict), where, source, "expected a table")
    check_keys(row, {"id", "name", "edges", "source"}, source, within=where, required={"edges"})
    _expect(
        row.get("id", number) == number,
        f"{where}.id",
        source,
        "the tiles are numbered 0, 1, 2 ... in their order: expected {wanted}, found {found}",
        wanted=number,
        found=row.get("id"),
    )
    _expect(isinstance(row.get("source", False), bool), f"{where}.source", source, "true or false")
    _expect(isinstance(row.get("name", ""), str), f"{where}.name", source, "expected a text")
    edges = row["edges"]
    _expect(
        isinstance(edges, str) and len(edges) == 6 and set(edges) <= set(EDGE_LETTERS),
        f"{where}.edges",
        source,
        "six of the letters {letters}, clockwise from east; found {found}",
        letters=" ".join(EDGE_LETTERS),
        found=repr(edges),
    )
    letters = [letter for letter, _ in forests_on(edges)]
    for letter in letters:
        _expect(
            letters.count(letter) == 1,
            f"{where}.edges",
            source,
            "a forest is one run of neighbouring edges; {letter} stands apart in {edges}",
            letter=letter,
            edges=edges,
        )
    return Tile(number, row.get("name", ""), edges)


def _forests(table: dict[str, Any], source: str) -> tuple[Forest, ...]:
    """Return the colours of the forests; a file may leave any of them as shipped."""
    shipped = _shipped_table()["forest"]
    check_keys(table, set(FORESTS), source, within="forest")
    forests: list[Forest] = []
    for letter, kind in zip(FORESTS, KINDS, strict=True):
        where = f"forest.{letter}"
        row = table.get(letter, shipped[letter])
        _expect(isinstance(row, dict), where, source, "expected a table")
        keys = {"structure", "colour", "alias", "origin"}
        check_keys(row, keys, source, within=where, required={"colour"})
        _expect(
            row.get("structure", kind) == kind,
            f"{where}.structure",
            source,
            "forest {letter} pays for {kind}, found {found}",
            letter=letter,
            kind=kind,
            found=row.get("structure"),
        )
        colour, alias = row["colour"], row.get("alias", shipped[letter]["alias"])
        _expect(isinstance(colour, str) and colour != "", f"{where}.colour", source, "a word")
        taken = [forest.alias for forest in forests]
        _expect(
            isinstance(alias, str)
            and len(alias) == 1
            and alias.isalpha()
            and alias.lower() not in EDGE_LETTERS
            and alias.lower() not in taken,
            f"{where}.alias",
            source,
            "one letter that stands for nothing else, found {found}",
            found=repr(alias),
        )
        caveat = CAVEATS["colours"] if row.get("origin") == RECONSTRUCTED else None
        forests.append(Forest(colour, alias.lower(), caveat))
    return tuple(forests)


def _scoring(table: dict[str, Any], shipped: Mapping[str, Any], source: str, name: str) -> Scoring:
    check_keys(table, {"meta", "set", "origin", "bonus"}, source)
    check_keys(_table(table, "meta", source), {"game", "version"}, source, within="meta")
    sets = _table(table, "set", source)
    check_keys(sets, {"different", "equal"}, source, within="set")
    names = ("different_2", "different_4", "equal_2", "equal_3")
    origin = _table(table, "origin", source)
    check_keys(origin, set(names), source, within="origin")
    values: dict[str, dict[int, int]] = {}
    caveats: dict[str, Caveat] = {}
    for way, sizes in (("different", (2, 4)), ("equal", (2, 3))):
        given = sets.get(way, {})
        _expect(isinstance(given, dict), f"set.{way}", source, "expected a table")
        check_keys(given, {str(size) for size in sizes}, source, within=f"set.{way}")
        values[way] = {}
        for size in sizes:
            key, entry = str(size), f"{way}_{size}"
            if key in given:
                values[way][size] = _points(given[key], f"set.{way}.{key}", source)
                told_by = origin.get(entry)
            else:
                _expect(bool(shipped), f"set.{way}.{key}", source, "missing")
                values[way][size] = shipped["set"][way][key]
                told_by = shipped["origin"][entry]
            if told_by in (RECONSTRUCTED, REPORTED):
                caveats[entry] = CAVEATS[entry]
    bonus = dict(shipped.get("bonus", {})) | _table(table, "bonus", source)
    keys = {"high_demand", "forest_per_edge", "influence"}
    check_keys(bonus, keys, source, within="bonus", required=keys)
    influence = bonus["influence"]
    _expect(
        isinstance(influence, list) and len(influence) == 2,
        "bonus.influence",
        source,
        "the points of the markers 1 and 2, found {found}",
        found=influence,
    )
    return Scoring(
        name,
        values["different"],
        values["equal"],
        _points(bonus["high_demand"], "bonus.high_demand", source),
        _points(bonus["forest_per_edge"], "bonus.forest_per_edge", source),
        (
            _points(influence[0], "bonus.influence", source),
            _points(influence[1], "bonus.influence", source),
        ),
        caveats,
    )


def _table(table: dict[str, Any], key: str, source: str) -> dict[str, Any]:
    found = table.get(key, {})
    _expect(isinstance(found, dict), key, source, "expected a table")
    return dict(found)


def _points(value: Any, key: str, source: str) -> int:
    _expect(
        isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000,
        key,
        source,
        "expected points, a whole number from 0 to 1000; found {found}",
        found=repr(value),
    )
    return int(value)
