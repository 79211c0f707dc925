"""The draft of an Eletrika position: tiles, structures, owners and markers by one key each."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from eletrika.assumed_game import assume_game
from eletrika.network_layout import laid_position
from eletrika.notation import format_full, parse_full
from eletrika.pieces import cell_of
from eletrika.position import UNKNOWN_TILE, Marker, Network, PlacedTile, Position, Structure
from eletrika.position_fields import SIDE_LINES
from eletrika.position_setup import as_kept, from_position
from eletrika.ruleset import Ruleset
from eletrika.tables import (
    COLOUR_NAMES,
    COLOURS,
    EDGE_LETTERS,
    KIND_NAMES,
    KINDS,
    MARKERS,
    UNKNOWN_EDGE,
)
from eletrika.tile_set import TileSet
from gridcommon.errors import NotationError
from gridcommon.hexes import DIRECTION_NAMES, Hex, neighbours, step
from gridgames.languages.messages import render_message, say
from gridgames.show.draft import Detail, DraftTable, Finding, place_in
from gridgames.show.drawing.palette import ACCENT, PANEL
from gridgames.show.drawing.svg import Group as Drawing
from gridgames.show.drawing.svg import picture
from gridgames.show.menus import Choice, Menu
from gridgames.show.parts import BoardLayers, Marks, Picture, View
from gridgames.show.table import TextPicture
from gridgames.wings.eletrika.companion.draft.candidates import (
    Candidate,
    Faces,
    faces_at,
    findings_at,
    findings_of,
    named,
    rotations_at,
    summary,
)
from gridgames.wings.eletrika.companion.position_input import QuerySubject
from gridgames.wings.eletrika.description.places import Ghost, cell_place
from gridgames.wings.eletrika.description.scene import scene_of_position
from gridgames.wings.eletrika.description.words import (
    cell_words,
    edge_names,
    edges_words,
    head_of_line,
    read_position,
    word_of_positions,
    words_of_positions,
)
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.board import board_layers, tile_picture
from gridgames.wings.eletrika.drawing.signs import structure_picture
from gridgames.wings.eletrika.screen import board
from gridgames.wings.eletrika.screen.bricks import brick
from gridgames.wings.eletrika.screen.camera import Camera
from gridgames.wings.eletrika.screen.hex_sprites import SIZES

SHOWN = 9  # faces with a number
_MOST_TILES = 400  # ten boxes: drawn and judged at every key
_EMPTY: Mapping[str, Any] = {"scores_and_certainty": {}, "hands": {}, "markers_in_hand": {}}


class PositionTable(DraftTable[Position]):
    """A table of Eletrika that is being entered. A spot is a cell."""

    GAME = "eletrika"
    ZOOMS = len(SIZES)
    COMMANDS: ClassVar[Mapping[str, str]] = {
        "home": "go NW",
        "pageup": "go NE",
        "end": "go SW",
        "pagedown": "go SE",
        "space": "lay",
        "enter": "choose",
        "delete": "remove",
        "backspace": "back",
        "shift+left": "rotate -1",
        "shift+right": "rotate 1",
        "0": "more",
        "z": "undo",
        "y": "redo",
    }
    KEYS = (
        ("", "←→ ↑↓", "to the next cell; up and down zigzag"),
        ("home,pageup", "Home PgUp", "to the northwest, to the northeast"),
        ("end,pagedown", "End PgDn", "to the southwest, to the southeast"),
        ("", "1-9, 0", "lay the face with this number; show the next faces"),
        ("", "r l . utspc", "on a free cell: the next edge of its tile, clockwise"),
        ("space", "Space", "lay a tile of unknown land; on a tile: step on"),
        ("", "u t s p c", "on a tile: Plant, Tower, Substation, Pole, City; again: none"),
        (
            "",
            "w k r g",
            "a pawn of White, Black, Red, Green; again: two; without a structure: a marker",
        ),
        ("shift+left,shift+right", "Shift+←→", "turn the tile so that it fits another way"),
        ("enter", "Enter", "another face for the tile"),
        ("delete", "Del", "take the uppermost piece away"),
        ("backspace", "⌫", "take the last edge or change back"),
        ("f", "f", "enter faces or only places: then u t s p c lay the tile too"),
        ("z", "z y", "undo, redo"),
    )
    example = "score W4 R7"

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.has_faces = True  # whether the faces of the tiles are entered too
        self._is_choosing = False  # another face for a laid tile
        self._page = 0  # of the faces
        self._camera = Camera()
        self._heading = 0  # the direction of the last step
        self._faces: Faces | None = None
        self._rest = ""  # the edges that were not typed yet when the tile laid itself
        super().__init__(position)

    @classmethod
    def begin(cls, ruleset: Ruleset) -> "PositionTable":
        """Return the draft of a table that has nothing but the source."""
        source = ruleset.tiles.source
        land = PlacedTile(ruleset.tiles.faces[source][0], source, 0, source=True)
        return cls(Position({(0, 0): land}), ruleset)

    def refresh(self) -> None:
        self._scene = scene_of_position(self.position, self.ruleset)
        self.analysis = self._scene.analysis
        tiles = self.position.tiles
        if self.cursor is None or not self.is_spot(self.cursor):
            source = next((cell for cell, land in tiles.items() if land.source), None)
            self.cursor = source or next(iter(tiles))
        self.point(self.cursor)

    def point(self, spot: Hex) -> None:
        self.cursor = spot
        self._faces, self._is_choosing, self._page = None, False, 0

    @property
    def faces(self) -> Faces | None:
        """The faces to choose from at the cursor, or None if none is asked for."""
        if not self._is_choosing and (self.cursor in self.position.tiles or not self.has_faces):
            return None
        if self._faces is None:
            self._faces = faces_at(self.position, self.ruleset, self.cursor)
        return self._faces

    def is_spot(self, spot: Hex) -> bool:
        tiles = self.position.tiles
        return spot in tiles or any(beside in tiles for beside in neighbours(spot))

    def spot_of(self, place: str) -> Hex | None:
        cell = cell_of(place.removeprefix("cell_"))
        return cell if cell is not None and self.is_spot(cell) else None

    def place_of(self, spot: Hex) -> str:
        return cell_place(spot)

    def _gaps(self) -> list[Hex]:
        """Return the free cells that touch a tile."""
        tiles = self.position.tiles
        return sorted({beside for cell in tiles for beside in neighbours(cell)} - tiles.keys())

    # Commands

    def command_of(self, key: str) -> str | None:
        """Return the command of a key, unless it is the next edge of a tile that laid itself."""
        rest, self._rest = self._rest, ""
        if rest and _KEY_NAMES.get(rest[0], rest[0]) == key:
            self._rest = rest[1:]
            return "again"
        if key == "backspace" and not self._is_choosing and not (self._faces and self._faces.row):
            return "undo"
        return super().command_of(key)

    def move(self, dx: int, dy: int) -> None:
        """Move to a neighbouring cell; up and down zigzag, so that the column is kept."""
        if dx:
            self._step(0 if dx > 0 else 3)
        elif dy < 0:
            self._step(*((5, 4) if self.cursor[1] % 2 else (4, 5)))
        else:
            self._step(*((2, 1) if self.cursor[1] % 2 else (1, 2)))

    def _step(self, *directions: int) -> None:
        for direction in directions:
            if self.is_spot(beside := step(self.cursor, direction)):
                self._heading = direction
                self.point(beside)
                return

    def do_go(self, way: str) -> None:
        self._step(place_in(DIRECTION_NAMES, way))

    def do_edge(self, letter: str) -> str | None:
        """Type the next edge of the tile; lay it as soon as only one face is left."""
        faces = self.faces
        place_in(EDGE_LETTERS + UNKNOWN_EDGE, letter)
        if faces is None:
            raise NotationError("This cannot be done here.")
        self._faces, self._page = (faces := faces.narrowed(letter)), 0
        if len(faces.left) == 1 and letter != UNKNOWN_EDGE:
            (face,) = faces.left
            typed = zip(faces.row, face.edges, strict=False)
            if all(letter in (edge, UNKNOWN_EDGE) for letter, edge in typed):
                self._rest = face.edges[len(faces.row) :]
            return self._face(face)
        return self._line(PlacedTile(faces.edges)) if faces.asked is None else None

    def do_take(self, number: str) -> str:
        """Lay the face with a number."""
        shown = self.shown_faces()
        if not number.isdecimal() or not 1 <= int(number) <= len(shown):
            raise NotationError("face {found} does not exist", found=repr(number))
        return self._face(shown[int(number) - 1])

    def shown_faces(self) -> Sequence[Candidate]:
        """Return the faces that have a number now."""
        left = self.faces.left if self.faces else []
        first = self._page * SHOWN
        return left[first : first + SHOWN]

    def do_more(self, _rest: str) -> None:
        left = self.faces.left if self.faces else []
        self._page = (self._page + 1) % max(1, -(-len(left) // SHOWN))

    def _face(self, face: Candidate) -> str:
        return self._line(face.placed(self.ruleset.tiles.source))

    def _line(self, land: PlacedTile, *built: Structure | Marker | None) -> str:
        """Return the line of the cursor with a tile and what stands on it, by default the same."""
        at = self.cursor
        standing = built or (self.position.structures.get(at), self.position.markers.get(at))
        alone = Position({at: land})
        for one in standing:
            if one is not None:
                (alone.structures if isinstance(one, Structure) else alone.markers)[at] = one  # type: ignore[assignment]
        return " ".join(format_full(alone).split())

    def do_again(self, _rest: str) -> None:
        """Do nothing: the edge is one of the tile that laid itself."""

    def do_lay(self, _rest: str) -> str | None:
        """Lay the tile with the edges typed so far, or step on from a tile."""
        if (faces := self.faces) is not None:
            return self._line(PlacedTile(faces.edges) if faces.row else UNKNOWN_TILE)
        if self.cursor in self.position.tiles:
            self._step(self._heading)
            return None
        line = self._line(UNKNOWN_TILE)
        self.cursor = step(self.cursor, self._heading)
        return line

    def do_tap(self, _rest: str) -> str | None:
        """Lay a tile of unknown land."""
        return None if self.cursor in self.position.tiles else self._line(UNKNOWN_TILE)

    def do_choose(self, _rest: str) -> None:
        """Choose a face for the cursor, or stop choosing it."""
        is_choosing = not self._is_choosing
        self.point(self.cursor)
        self._is_choosing = is_choosing

    def do_faces(self, _rest: str) -> None:
        self.has_faces = not self.has_faces
        self.point(self.cursor)

    def do_rotate(self, sixths: str) -> str:
        """Turn the tile at the cursor to the next rotation that fits."""
        land = self.position.tiles.get(self.cursor)
        turns = rotations_at(self.position, self.ruleset, self.cursor) if land else []
        others = [turn for turn in turns if turn]
        if land is None or not others:
            raise NotationError("It fits in no other rotation.")
        return self._line(land.rotated(others[-1] if sixths == "-1" else others[0]))

    def _here(self) -> tuple[PlacedTile, Structure | None, Marker | None]:
        """Return what is at the cursor, if need be with a tile of unknown land."""
        table, at = self.position, self.cursor
        land = table.tiles.get(at, UNKNOWN_TILE)
        return land, table.structures.get(at), table.markers.get(at)

    def do_kind(self, letter: str) -> str:
        """Put a structure at the cursor; the same kind again takes it away."""
        kind, (land, old, marker) = place_in(KINDS, letter), self._here()
        if old and old.kind == kind:
            return self._line(land, marker)
        return self._line(land, replace(old, kind=kind) if old else Structure(kind), marker)

    def do_owner(self, letter: str) -> str:
        """Put a pawn on the structure, a second one, or none; or a marker on a free tile.

        The marker is the next one of the owner that lies nowhere else.
        """
        owner, (land, old, marker) = place_in(COLOURS, letter), self._here()
        if old:
            pawns = 1 if old.owner != owner else (old.pawns + 1) % 3
            return self._line(land, Structure(old.kind, owner if pawns else None, pawns), marker)
        lying = self.position.markers.items()
        taken = [one.value for at, one in lying if one.owner == owner and at != self.cursor]
        least = marker.value if marker and marker.owner == owner else 0
        free = [value for value in MARKERS if value > least and value not in taken]
        if not free and marker:
            return self._line(land, None)
        return self._line(land, Marker(owner, free[0] if free else MARKERS[-1]))

    def do_back(self, _rest: str) -> None:
        """Take back the last typed edge, or do not choose another face."""
        if self._faces is not None and self._faces.row:
            self._faces, self._page = self._faces.widened(), 0
        else:
            self.point(self.cursor)

    def do_remove(self, _rest: str) -> str | None:
        """Take the uppermost thing away: typed edges, the marker, the structure, or the tile."""
        if self._faces is not None and self._faces.row:
            self.point(self.cursor)
            return None
        land, structure, marker = self._here()
        if marker:
            return self._line(land, structure)
        if structure:
            return self._line(land, None)
        if self.cursor not in self.position.tiles:
            raise NotationError("There is nothing to take away.")
        return cell_words(self.cursor)

    # The text

    def text(self) -> str:
        return format_full(self.position)

    def read(self, text: str) -> Position:
        found = read_position(text, self.ruleset.tiles)
        return self._shown(laid_position(found) if isinstance(found, Network) else found)

    def _shown(self, position: Position) -> Position:
        """Return a position. Raises NotationError if it is too large to be shown."""
        if (count := len(position.tiles)) > _MOST_TILES:
            raise NotationError(
                "at most {most} tiles can be shown here, found {count}; on the command line, "
                "check reads more",
                most=_MOST_TILES,
                count=count,
            )
        return position

    def with_line(self, line: str) -> Position:
        """Return the position with another line; a head alone takes away what it is about."""
        word, _, rest = line.strip().partition(" ")
        here = self.position.tiles.get(self.cursor)
        if word.partition("/")[0].isdecimal() and not (here and here.source):
            return self.with_line(f"{cell_words(self.cursor)} {self._turned(word)} {rest}")
        head, cell = head_of_line(word), cell_of(word)
        fresh = self.position.moved(0)
        if head in SIDE_LINES:
            name = SIDE_LINES[head].name
            setattr(fresh, name, {} if name in _EMPTY else None)
        elif cell is not None:
            for layer in (fresh.tiles, fresh.structures, fresh.markers):
                layer.pop(cell, None)
            if not fresh.tiles and not rest:
                raise NotationError("The last tile stays.")
        text = (
            line if rest.strip() or not (head in SIDE_LINES or cell in self.position.tiles) else ""
        )
        known = parse_full(format_full(fresh) + text, self.ruleset.tiles, words_of_positions())
        return self._shown(named(known, self.ruleset.tiles))

    def _turned(self, tile: str) -> str:
        """Return a tile with the first rotation in which it fits at the cursor, if it has none."""
        fitting = faces_at(self.position, self.ruleset, self.cursor).fitting
        turns = (f"{tile}/{face.rotation}" for face in fitting if str(face.tile) == tile)
        return next(turns, tile if "/" in tile else f"{tile}/0")

    def show(self, action: Any) -> None:
        """Move the cursor to the cell of an entry."""
        cell = cell_of(action.data.get("line", "").partition(" ")[0])
        if cell is not None and self.is_spot(cell):
            self.point(cell)

    def form(self, name: str) -> str:
        from gridgames.wings.eletrika.companion.forms import ConvertTarget, convert

        found = convert(self.subject(), ConvertTarget(name))
        if isinstance(found, str):
            return found
        import json

        return json.dumps(found, indent=1) + "\n"

    def forms(self) -> Mapping[str, tuple[str, str]]:
        return {
            "full": (".eletrika", say("the full form: everything")),
            "picture": (".txt", say("a picture of the structures, to type or send")),
            "wire": (".txt", say("the wire form: which structures touch")),
            "json": (".json", say("a document for other programs")),
            "svg": (".svg", say("a drawing")),
        }

    def questions(self) -> Mapping[str, str]:
        return {
            "check": say("everything about the position"),
            "light": say("what would energize or score more"),
            "score": say("what each set is worth"),
            "legal": say("what may be built, and where tiles fit"),
            "fit": say("the tiles that fit each gap"),
            "best": say("what a bot would do"),
            "end": say("who would win now"),
        }

    def subject(self) -> QuerySubject:
        return QuerySubject("", self.position, self.ruleset)

    def continuation(self, name: str, file: str) -> Sequence[str]:
        if name == "keep":
            as_kept(self.position.moved(0), self.ruleset)
            return ["eletrika", "keep", file]
        from_position(self.position.moved(0), self.ruleset, 0)
        players = str(len(self.position.hands))
        return ["play", self.GAME, "--position", file, "--players", players]

    # What is shown

    def title(self) -> str:
        faces = say("with faces") if self.has_faces else say("without faces")
        count = len(self.position.tiles)
        return say(
            "Eletrika · {tiles:tile|tiles}, {built:structure|structures} · {faces}",
            tiles=count,
            built=len(self.position.structures),
            faces=faces,
        )

    def menus(self) -> Sequence[Menu]:
        found: list[Menu] = []
        has_tile = self.cursor in self.position.tiles
        if (faces := self.faces) is not None:
            found += _menus_of_faces(faces, self.shown_faces(), self._page, self.ruleset.tiles)
        if faces is None or has_tile:
            found += _menus_of_pieces(self.position, self.cursor, has_keys=faces is None)
        if has_tile:
            tile = [
                Choice(say("turn"), "rotate 1"),
                Choice(say("another face"), "choose"),
                Choice(say("take away"), "remove"),
            ]
        else:
            tile = [Choice(say("a tile of unknown land"), "lay")]
        other = say("without faces") if self.has_faces else say("with faces")
        switch = Choice(other, "faces", key="f", is_on=not self.has_faces)
        return [*found, Menu(say("Tile"), tile, [switch])]

    def picture(self, columns: int, lines: int) -> TextPicture:
        marks, faces = self.marks(), self.faces
        if faces is not None:
            edges = [*faces.edges]
            if faces.asked is not None:
                edges[faces.asked] = board.ASKED
            marks = marks._replace(ghost=Ghost("".join(edges)))
        window = self._camera.look(self._scene, marks, columns, lines, self.zoom)
        return board.draw(self._scene, marks, window)

    def layers(self, view: View | None = None) -> BoardLayers:
        places = set(map(cell_place, self._scene.cells))
        return board_layers(self._scene, places, view)

    def marks(self) -> Marks:
        """Return the marks of the drawn board, with the edges typed so far at the cursor."""
        signs, faces = self.signs(), self.faces
        broken = {place: "!" for place, mark in signs.items() if mark == "broken"}
        return Marks(
            cursor=self.place(),
            prices={place: "" for place, mark in signs.items() if mark == "gap"},
            ghost=Ghost(faces.edges) if faces and faces.typed else None,
            notes=broken | {place: "?" for place, mark in signs.items() if mark == "disputed"},
            changed=[*broken],
        )

    def signs(self) -> Mapping[str, str]:
        found = dict.fromkeys(map(cell_place, self._gaps()), "gap")
        network, readings = self.analysis.network, [*self.analysis.readings.values()]
        for place, cell in enumerate(network.cells):
            if cell is not None and len({lit[place] for lit in readings}) > 1:
                found[cell_place(cell)] = "disputed"
        broken = (cell for problem in self.analysis.problems for cell in problem.at)
        return found | dict.fromkeys(map(cell_place, broken), "broken")

    def here(self) -> Iterator[Finding]:
        return findings_at(self.cursor, self.position, self.analysis, self.ruleset, self.faces)

    def summary(self) -> Iterator[Finding]:
        return summary(self.analysis)

    def findings(self) -> Iterator[Finding]:
        return findings_of(self.analysis)

    def details(self) -> Iterator[Detail]:
        assumed = assume_game(self.position, self.ruleset).assumed
        for head, line in SIDE_LINES.items():
            written = " ".join(line.written(self.position)).partition(" ")[2]
            why = render_message(assumed[head]) if head in assumed else ""
            yield Detail(word_of_positions(head), written, why)


def new_draft() -> PositionTable:
    """Return the draft of a table that has nothing but the source, by the shipped rules."""
    return PositionTable.begin(Ruleset())


_KEY_NAMES = {".": "full_stop", "?": "question_mark"}  # as Textual names them


def _menus_of_faces(
    faces: Faces, shown: Sequence[Candidate], page: int, tiles: TileSet
) -> Iterator[Menu]:
    """Yield the faces that fit, and the edge in which they differ."""
    count = len(faces.left)
    taken = [
        Choice(
            f"{one.tile}/{one.rotation}",
            f"take {number}",
            name=say(
                "tile {number}: {edges}", number=one.tile, edges=edges_words(one.edges, tiles)
            ),
            key=str(number),
            picture=partial(tile_picture, one.edges, tiles, str(one.tile)),
            brick=partial(brick, one.edges, tiles, str(number), is_pale=number % 2 == 0),
        )
        for number, one in enumerate(shown, start=1)
    ]
    pages = -(-count // SHOWN)
    text = say("0: more ({page}/{pages})", page=page + 1, pages=pages)
    more = Choice(text, "more", name=say("more"), key="0")
    title = say("{count:face fits|faces fit}", count=count)
    yield Menu(title, taken, [more] if pages > 1 else (), is_brief=True)
    if faces.asked is not None:
        way = word_of_positions(DIRECTION_NAMES[faces.asked])
        letters = [
            Choice(
                letter,
                f"edge {letter}",
                name=name,
                key=_KEY_NAMES.get(letter, letter),
                picture=partial(_swatch, letter, tiles),
            )
            for letter, name in edge_names(tiles).items()
        ]
        asking = partial(tile_picture, faces.edges, tiles, "", partial(_ask_edge, faces.asked))
        title = say("Its edge to the {way}", way=way)
        yield Menu(title, letters, is_brief=True, picture=asking)


def _swatch(letter: str, tiles: TileSet) -> Picture:
    """Return a tile of one kind of land as a small picture."""
    return tile_picture(letter * 6, tiles)._replace(scale=0.3)


def _ask_edge(edge: int, group: Drawing) -> None:
    """Draw a question mark at an edge of a tile."""
    angle = math.radians(60 * edge)
    x, y = 40 * math.cos(angle), 40 * math.sin(angle)
    group.circle(x, y, 15, fill=ACCENT)
    group.write_centred(x, y + 8, "?", 22, fill=PANEL)


def _menus_of_pieces(position: Position, cell: Hex, *, has_keys: bool) -> Iterator[Menu]:
    """Yield the kinds of structures and the owners."""
    structure, marker = position.structures.get(cell), position.markers.get(cell)
    kinds = [
        Choice(
            f"{letter} {say(name)}",
            f"kind {letter}",
            name=say(name),
            key=letter.lower() if has_keys else "",
            is_on=structure is not None and structure.kind == kind,
            picture=partial(structure_picture, kind),
        )
        for kind, (letter, name) in enumerate(zip(KINDS, KIND_NAMES, strict=True))
    ]
    yield Menu(say("Structure"), kinds)
    owner = structure.owner if structure else marker.owner if marker else None
    count = structure.pawns if structure else marker.value if marker else 0
    owners = []
    for one, (letter, name) in enumerate(zip(COLOURS, COLOUR_NAMES, strict=True)):
        words = say(name) + (f" {count}" if one == owner else "")
        pawn = partial(picture, partial(signs.draw_pawn, owner=one), (-13, -15, 26, 31), "")
        owners.append(
            Choice(
                f"{letter} {words}",
                f"owner {letter}",
                name=words,
                key=letter.lower() if has_keys else "",
                is_on=one == owner,
                picture=pawn,
            )
        )
    yield Menu(say("Pawns: again for 2") if structure else say("Marker: again for 2"), owners)
