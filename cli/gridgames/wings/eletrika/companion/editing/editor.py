"""The editor of an Eletrika position: tiles, structures, owners and markers by one key each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from eletrika.analysis import Analysis, analyse
from eletrika.assumed_game import assume_game
from eletrika.network_layout import laid_position
from eletrika.notation import format_full, parse_full
from eletrika.pieces import cell_of
from eletrika.position import UNKNOWN_TILE, Marker, Network, PlacedTile, Position, Structure
from eletrika.position_fields import SIDE_LINES
from eletrika.position_setup import as_kept, from_position
from eletrika.ruleset import Ruleset
from eletrika.tables import (
    COLOURS,
    EDGE_LETTERS,
    KINDS,
    MARKERS,
    UNKNOWN_EDGE,
    Owner,
)
from gridcommon.errors import NotationError
from gridcommon.hexes import DIRECTION_NAMES, Hex, neighbours, step
from gridgames.languages.messages import render_message, say
from gridgames.show.parts import BoardLayers, Marks, View
from gridgames.show.questions import Answer
from gridgames.show.table import Picture as TextPicture
from gridgames.table.editor import Editor, Entry, Fact, Group, Offer, place_in
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.companion.editing import keys, offers
from gridgames.wings.eletrika.companion.editing.board import (
    drawn_marks,
    gaps_of,
    page_marks,
    text_marks,
)
from gridgames.wings.eletrika.companion.editing.candidates import (
    Candidate,
    Faces,
    faces_at,
    named,
    rotations_at,
)
from gridgames.wings.eletrika.companion.editing.report import facts_at, findings, summary
from gridgames.wings.eletrika.companion.position_input import QuerySubject
from gridgames.wings.eletrika.description.places import cell_place
from gridgames.wings.eletrika.description.scene import BoardScene, is_far_flung, scene_of_position
from gridgames.wings.eletrika.description.words import (
    head_of_line,
    read_position,
    word_of_positions,
    words_of_positions,
)
from gridgames.wings.eletrika.drawing import board_layers
from gridgames.wings.eletrika.screen import board
from gridgames.wings.eletrika.screen.camera import Camera
from gridgames.wings.eletrika.screen.hex_sprites import SIZES

SHOWN = 9  # faces with a number
_MOST_TILES = 400  # ten boxes: drawn and judged at every key
_EMPTY: Mapping[str, Any] = {"scores_and_certainty": {}, "hands": {}, "markers_in_hand": {}}


class PositionEditor(Editor[Position]):
    """A table of Eletrika that is being entered. A spot is a cell."""

    GAME = "eletrika"
    KEYS = keys.KEYS
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
        first = next((cell for cell, land in position.tiles.items() if land.source), None)
        super().__init__(position, first or next(iter(position.tiles)))

    @classmethod
    def begin(cls, ruleset: Ruleset) -> "PositionEditor":
        """Return the editor of a table that has nothing but the source."""
        source = ruleset.tiles.source
        land = PlacedTile(ruleset.tiles.faces[source][0], source, 0, source=True)
        return cls(Position({(0, 0): land}), ruleset)

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

    def forms(self) -> Mapping[str, tuple[str, str]]:
        return {
            "full": (".eletrika", say("the full form: everything")),
            "picture": (".txt", say("a picture of the structures, to type or send")),
            "wire": (".txt", say("the wire form: which structures touch")),
            "json": (".json", say("a document for other programs")),
            "svg": (".svg", say("a drawing")),
        }

    # What holds

    def refresh(self) -> None:
        if is_far_flung(self.position.tiles):
            raise NotationError("The tiles are too far apart to be drawn.")
        self.analysis: Analysis = analyse(self.position, self.ruleset)
        self._faces, self._page = None, 0

    def point(self, spot: Hex) -> None:
        self.cursor = spot
        self._faces, self._is_choosing, self._page = None, False, 0

    @property
    def faces(self) -> Faces | None:
        """The faces to choose from at the cursor, or None if none is asked for."""
        if self.cursor in self.position.tiles and not self._is_choosing:
            return None
        if not (self.has_faces or self._is_choosing):
            return None
        if self._faces is None:
            self._faces = faces_at(self.position, self.ruleset, self.cursor)
        return self._faces

    def can_point(self, spot: Hex) -> bool:
        return self.is_spot(spot)

    def is_spot(self, cell: Hex) -> bool:
        """Return whether the cursor can be on a cell."""
        tiles = self.position.tiles
        return cell in tiles or any(beside in tiles for beside in neighbours(cell))

    # Commands

    def commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            **super().commands(),
            "go": self._go,
            "edge": self._edge,
            "take": self._take,
            "more": self._more,
            "lay": self._lay,
            "choose": self._choose,
            "back": self._back,
            "faces": self._switch_faces,
            "turn": self._turn,
            "kind": self._kind,
            "owner": self._owner,
            "remove": self._remove,
        }

    def _go(self, way: str) -> None:
        """Step in a direction; up and down zigzag, so that the column is kept."""
        q, r = self.cursor
        if way in DIRECTION_NAMES:
            tries = [DIRECTION_NAMES.index(way)]
        elif way == "up":
            tries = [5, 4] if r % 2 else [4, 5]
        else:
            tries = [1, 2] if r % 2 == 0 else [2, 1]
        for direction in tries:
            if self.is_spot(beside := step((q, r), direction)):
                self._heading = direction
                self.point(beside)
                return

    def _edge(self, letter: str) -> None:
        """Type the next edge of the tile; lay it as soon as only one face is left."""
        faces = self.faces
        place_in(EDGE_LETTERS + UNKNOWN_EDGE, letter)
        if faces is None:
            raise NotationError("This cannot be done here.")
        self._faces, self._page = (faces := faces.narrowed(letter)), 0
        if len(faces.left) == 1 and letter != UNKNOWN_EDGE:
            (face,) = faces.left
            self._put(face.placed(self.ruleset.tiles.source))
            typed = zip(faces.row, face.edges, strict=False)
            if all(letter in (edge, UNKNOWN_EDGE) for letter, edge in typed):
                self._rest = face.edges[len(faces.row) :]
        elif faces.asked is None:
            self._put(PlacedTile(faces.edges))

    def press(self, key: str) -> bool:
        """Do the command of a key, unless it is the next edge of a tile that laid itself."""
        rest, self._rest = self._rest, ""
        if rest and offers.KEYS.get(rest[0], rest[0]) == key:
            self._rest = rest[1:]
            self.done += 1
            self.told = Fact(say("The tile lies already; its edges may be typed to the end."))
            return True
        return super().press(key)

    def _take(self, number: str) -> None:
        """Lay the face with a number."""
        shown = self.shown_faces()
        if not number.isdecimal() or not 1 <= int(number) <= len(shown):
            raise NotationError("face {found} does not exist", found=repr(number))
        self._put(shown[int(number) - 1].placed(self.ruleset.tiles.source))

    def shown_faces(self) -> Sequence[Candidate]:
        """Return the faces that have a number now."""
        left = self.faces.left if self.faces else []
        first = self._page * SHOWN
        return left[first : first + SHOWN]

    def _more(self, _rest: str) -> None:
        left = self.faces.left if self.faces else []
        self._page = (self._page + 1) % max(1, -(-len(left) // SHOWN))

    def _put(self, land: PlacedTile) -> None:
        """Lay a tile at the cursor, in place of one that lies there."""
        fresh = self.position.moved(0)
        fresh.tiles[self.cursor] = land
        self.change(named(fresh, self.ruleset.tiles))

    def change(self, position: Position) -> None:
        self._is_choosing = False
        super().change(position)

    def _lay(self, _rest: str) -> None:
        """Lay the tile with the edges typed so far, or step on from a tile."""
        if (faces := self.faces) is not None:
            self._put(PlacedTile(faces.edges) if faces.row else UNKNOWN_TILE)
            return
        if self.cursor not in self.position.tiles:
            self._put(UNKNOWN_TILE)
        self._step_on()

    def tap(self, _rest: str) -> None:
        """Lay a tile of unknown land."""
        if self.cursor not in self.position.tiles:
            self._put(UNKNOWN_TILE)

    def _step_on(self) -> None:
        beside = step(self.cursor, self._heading)
        if self.is_spot(beside):
            self.point(beside)

    def _choose(self, _rest: str) -> None:
        """Choose a face for the cursor, or stop choosing it."""
        is_choosing = not self._is_choosing
        self.point(self.cursor)
        self._is_choosing = is_choosing

    def _back(self, _rest: str) -> None:
        """Take back the last typed edge, or else the last change."""
        if self._faces is not None and self._faces.row:
            self._faces, self._page = self._faces.widened(), 0
        elif self._is_choosing:
            self.point(self.cursor)
        else:
            self.do("undo")

    def _switch_faces(self, _rest: str) -> None:
        self.has_faces = not self.has_faces
        self.point(self.cursor)

    def _turn(self, sixths: str) -> None:
        """Turn the tile at the cursor to the next rotation that fits."""
        land = self.position.tiles.get(self.cursor)
        turns = rotations_at(self.position, self.ruleset, self.cursor) if land else []
        others = [turn for turn in turns if turn]
        if land is None or not others:
            raise NotationError("It fits in no other rotation.")
        self._put(land.rotated(others[-1] if sixths == "-1" else others[0]))

    def _on_tile(self) -> Position:
        """Return a copy of the position with a tile at the cursor, if need be an unknown one."""
        fresh = self.position.moved(0)
        fresh.tiles.setdefault(self.cursor, UNKNOWN_TILE)
        return fresh

    def _kind(self, letter: str) -> None:
        """Put a structure at the cursor; the same kind again takes it away."""
        kind, fresh = place_in(KINDS, letter), self._on_tile()
        old = fresh.structures.get(self.cursor)
        if old and old.kind == kind:
            del fresh.structures[self.cursor]
        else:
            fresh.structures[self.cursor] = replace(old, kind=kind) if old else Structure(kind)
        self.change(fresh)

    def _owner(self, letter: str) -> None:
        """Put a pawn on the structure, a second one, or none; or a marker on a free tile."""
        owner, fresh = place_in(COLOURS, letter), self._on_tile()
        old = fresh.structures.get(self.cursor)
        if old is None:
            self._mark(fresh, owner)
        elif old.owner != owner:
            fresh.structures[self.cursor] = Structure(old.kind, owner, 1)
        elif old.pawns == 1:
            fresh.structures[self.cursor] = Structure(old.kind, owner, 2)
        else:
            fresh.structures[self.cursor] = Structure(old.kind)
        self.change(fresh)

    def _mark(self, fresh: Position, owner: Owner) -> None:
        """Put the next marker of an owner on the cursor that lies nowhere else, or none."""
        old = fresh.markers.pop(self.cursor, None)
        elsewhere = [one.value for one in fresh.markers.values() if one.owner == owner]
        least = old.value if old and old.owner == owner else 0
        free = [value for value in MARKERS if value > least and value not in elsewhere]
        if free or not old:
            fresh.markers[self.cursor] = Marker(owner, free[0] if free else MARKERS[-1])

    def _remove(self, _rest: str) -> None:
        """Take the uppermost thing away: typed edges, the marker, the structure, or the tile."""
        if self._faces is not None and self._faces.row:
            self.point(self.cursor)
            return
        fresh = self.position.moved(0)
        for layer in (fresh.markers, fresh.structures, fresh.tiles):
            if self.cursor in layer:
                del layer[self.cursor]
                break
        else:
            raise NotationError("There is nothing to take away.")
        if not fresh.tiles:
            raise NotationError("The last tile stays.")
        self.change(fresh)
        if not self.is_spot(self.cursor):
            self.point(next(iter(self.position.tiles)))

    # The text

    def text(self) -> str:
        return format_full(self.position)

    def restore(self, text: str) -> None:
        found = read_position(text, self.ruleset.tiles)
        position = laid_position(found) if isinstance(found, Network) else found
        if (count := len(position.tiles)) > _MOST_TILES:
            raise NotationError(
                "at most {most} tiles can be shown here, found {count}; on the command line, "
                "check reads more",
                most=_MOST_TILES,
                count=count,
            )
        self.change(position)
        self.point(next(iter(self.position.tiles)))

    def type_line(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        head = head_of_line(word)
        fresh = self.position.moved(0)
        if head in SIDE_LINES:
            name = SIDE_LINES[head].name
            setattr(fresh, name, {} if name in _EMPTY else None)
            text = line if rest.strip() else ""
        else:
            cell = cell_of(word)
            if cell is not None:
                for layer in (fresh.tiles, fresh.structures, fresh.markers):
                    layer.pop(cell, None)
            text = line
        self.change(parse_full(format_full(fresh) + text, self.ruleset.tiles, words_of_positions()))

    def form(self, name: str) -> str:
        from gridgames.wings.eletrika.companion.forms import Target, convert

        found = convert(self.subject(), Target(name))
        if isinstance(found, str):
            return found
        import json

        return json.dumps(found, indent=1) + "\n"

    def subject(self) -> QuerySubject:
        """Return the position as the subject of a question."""
        return QuerySubject("", self.position, self.ruleset)

    def answer(self, question: str) -> Iterable[Line]:
        from gridgames.wings.eletrika.companion import judgements, questions

        module = judgements if question == "check" else questions
        ask: Callable[[QuerySubject], Answer[Any]] = getattr(module, question)
        return ask(self.subject()).lines()

    def continuations(self) -> Mapping[str, str]:
        return {
            "play": say("play on from here"),
            "keep": say("keep the score of the game on your table from here"),
        }

    def check_continuation(self, name: str) -> None:
        if name == "keep":
            as_kept(self.position.moved(0), self.ruleset)
        from_position(self.position.moved(0), self.ruleset, 0)

    def continuation(self, name: str, file: str) -> Sequence[str]:
        if name == "keep":
            return ["eletrika", "keep", file]
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

    def spot_of(self, place: str) -> Hex | None:
        cell = cell_of(place.removeprefix("cell_"))
        return cell if cell is not None and self.is_spot(cell) else None

    def place(self) -> str:
        return cell_place(self.cursor)

    def groups(self) -> Sequence[Group]:
        found: list[Group] = []
        if (faces := self.faces) is not None:
            found += offers.of_faces(
                faces, self.shown_faces(), self._page, SHOWN, self.ruleset.tiles
            )
        if faces is None or self.cursor in self.position.tiles:
            found += offers.of_pieces(self.position, self.cursor, has_keys=faces is None)
        return found

    def picture(self, columns: int, lines: int, zoom: int) -> TextPicture:
        scene = BoardScene(self.position, self.analysis, self.ruleset)
        marks = text_marks(self.drawn_marks(), self.faces)
        window = self._camera.look(scene, marks, columns, lines, zoom % len(SIZES))
        return board.draw(scene, marks, window)

    def layers(self, view: View | None = None) -> BoardLayers:
        places = {cell_place(cell) for cell in (*self.position.tiles, *gaps_of(self.position))}
        return board_layers(scene_of_position(self.position, self.ruleset), places, view)

    def drawn_marks(self) -> Marks:
        return drawn_marks(self.marks(), self.place(), self.faces)

    def hints(self) -> Iterator[tuple[str, str, str]]:
        if self.faces is not None:
            yield "1-9", "1", say("that face")
            yield "r l . u t s p c", "", say("its next edge")
            yield "Space", "space", say("unknown land")
            yield "⌫", "backspace", say("back")
        else:
            yield "u t s p c", "", say("structure")
            yield "w k r g", "", say("pawn or marker")
            if self.cursor in self.position.tiles:
                yield "Shift+←→", "shift+right", say("turn")
                yield "Del", "delete", say("take away")
            else:
                yield "Space", "space", say("a tile, and on")
        yield "f", "f", say("without faces") if self.has_faces else say("with faces")
        yield "z", "z", say("undo")

    def help(self) -> Iterator[tuple[str, str]]:
        return keys.meanings()

    def switches(self) -> Sequence[Offer]:
        name = say("without faces") if self.has_faces else say("with faces")
        return [Offer("faces", name, "f", is_on=not self.has_faces)]

    def marks(self) -> Mapping[str, str]:
        return page_marks(self.position, self.analysis)

    def here(self) -> Iterator[Fact]:
        return facts_at(self.cursor, self.position, self.analysis, self.ruleset, self.faces)

    def summary(self) -> Iterator[Fact]:
        return summary(self.analysis)

    def findings(self) -> Iterator[Fact]:
        return findings(self.analysis)

    def entries(self) -> Iterator[Entry]:
        assumed = assume_game(self.position, self.ruleset).assumed
        for head, line in SIDE_LINES.items():
            written = " ".join(line.written(self.position)).partition(" ")[2]
            why = render_message(assumed[head]) if head in assumed else ""
            yield Entry(word_of_positions(head), written, why)


def new_editor() -> PositionEditor:
    """Return the editor of a table that has nothing but the source, by the shipped rules."""
    return PositionEditor.begin(Ruleset())
