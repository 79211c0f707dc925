"""Eletrika on the full screen: the board, the face-up tiles, and where they fit."""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Any

from eletrika import building
from eletrika.actions import Abandon, Build, EndTurn, LayTile, Score
from eletrika.game import check
from eletrika.scoring import check_score, items_of_score
from eletrika.state import AFTER, MAIN, SETUP, State, around_cell
from eletrika.tables import KIND_NAMES, KINDS, MARKERS, TileNumber
from gridcommon.contract import Seat
from gridcommon.errors import Word
from gridcommon.hexes import Hex
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.caveats import marked
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import Face
from gridgames.show.menus import Choice, Menu
from gridgames.show.parts import Marks
from gridgames.show.table import DIM, GOOD, Spot, Table, TextPicture, Variants, refusal_line
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line
from gridgames.wings.eletrika.description.places import (
    Ghost,
    cell_of,
    cell_place,
    ghost_of,
    planned_places,
)
from gridgames.wings.eletrika.description.scene import BoardScene, scene_of
from gridgames.wings.eletrika.description.situation import missing_information
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
    piece_style,
)
from gridgames.wings.eletrika.screen import board
from gridgames.wings.eletrika.screen.board import row_lines
from gridgames.wings.eletrika.screen.camera import Camera
from gridgames.wings.eletrika.screen.hex_sprites import SIZES

_ANOTHER = Word("another set")
_WIDE = 38  # columns of panels that have room for the items of all sets
Bonus = tuple[int | None, int | None]  # a marker or a kind, as in LayTile
_NO_BONUS: Bonus = (None, None)
_BONUSES: tuple[Bonus, ...] = (
    _NO_BONUS,
    *((value, None) for value in MARKERS),
    *((None, kind) for kind in range(len(KINDS))),
)


class GameTable(Table):
    """A game of Eletrika; a spot is a cell."""

    ZOOMS = len(SIZES)
    NUMBERS = "typed, choose a tile"
    KEYS = (
        ("shift+left,shift+right", "Shift+←→", "turn"),
        ("shift+up,shift+down", "Shift+↑↓", "tile"),
        ("space", "Space", "bonus"),
        ("ctrl+s", "^S", "score"),
    )
    elsewhere = ("legend", "drawn", "row")  # the tiles are among the choices
    state: State

    def refresh(self) -> None:
        if self.cursor is None:
            self.cursor = self.state.source
            self._place, self._rotation, self._bonus = 0, 0, _NO_BONUS
            self._camera = Camera()
        self.picked: set[Hex] = set()
        self._scene: BoardScene | None = None  # made when it is shown
        self._scoring = Scoring(self.face, self.state, self.offers)
        # By tile and cell: the rotations that fit with the bonus actions of each.
        self._fits: dict[TileNumber, dict[Hex, dict[int, set[Bonus]]]] = {}
        self._kinds: dict[Hex, list[int]] = {}
        for action in self.offers:
            if isinstance(action, LayTile):
                rotations = self._fits.setdefault(action.tile, {}).setdefault(action.at, {})
                rotations.setdefault(action.rotation, set()).add((action.marker, action.build))
            elif isinstance(action, Build):
                self._kinds.setdefault(action.at, []).append(action.kind)
        # The structures that each build would energize, including itself.
        self._lights = {
            (cell, kind): lit
            for cell, kinds in self._kinds.items()
            for kind in kinds
            if (lit := building.lit_by(self.state, kind, cell))
        }
        is_setup = self.state.phase == SETUP
        self._row = [self.state.drawn] if is_setup else sorted(self.state.row)
        self._place = min(self._place, max(len(self._row) - 1, 0))

    def useful_keys(self) -> Iterator[tuple[str, str]]:
        return self._scoring.keys(super().useful_keys())

    @property
    def tile(self) -> TileNumber | None:
        """The chosen tile, or None if the row is empty."""
        return self._row[self._place] if self._row else None

    def style_of(self, seat: Seat) -> str:
        return piece_style(self.state.colours[seat])

    @property
    def _cells(self) -> dict[Hex, dict[int, set[Bonus]]]:
        """The cells on which the chosen tile fits."""
        return {} if self.tile is None else self._fits.get(self.tile, {})

    def _rotations(self, cell: Hex) -> dict[int, set[Bonus]]:
        """Return the rotations at which the chosen tile fits on a cell."""
        return self._cells.get(cell, {})

    @property
    def _faces(self) -> Sequence[str]:
        """The edges of the chosen tile in each rotation."""
        return () if self.tile is None else self.state.ruleset.tiles.faces[self.tile]

    def _same_rotation(self, cell: Hex) -> int | None:
        """Return the legal rotation that looks like the one shown, or None if it does not fit."""
        faces = self._faces
        return next((t for t in self._rotations(cell) if faces[t] == faces[self._rotation]), None)

    def _allowed_bonuses(self) -> Set[Bonus] | None:
        """Return the legal bonus actions at the cursor, or None if the tile does not fit."""
        rotation = self._same_rotation(self.cursor)
        return None if rotation is None else self._rotations(self.cursor)[rotation]

    @property
    def scene(self) -> BoardScene:
        """The contents of the board."""
        if self._scene is None:
            self._scene = scene_of(self.state, self.names)
        return self._scene

    def marks(self) -> Marks:
        if not self.has_marks:
            return Marks()
        fits = {cell: self._same_rotation(cell) is not None for cell in self._cells}
        state = self.state
        owner = state.colours[self.seat if self.viewer is None else self.viewer]
        return Marks(
            cursor=cell_place(self.cursor),
            prices={cell_place(cell): "" for cell, is_now in fits.items() if is_now},
            turned=[cell_place(cell) for cell, is_now in fits.items() if not is_now],
            ghost=self._ghost(),
            lit=[cell_place(cell) for cell in sorted(self._woken())],
            notes={cell_place(cell): self._build_note(cell) for cell in self._kinds},
            chosen=[
                cell_place(cell) for cell in sorted(self._scoring.shown(self.cursor, self.picked))
            ],
            planned=planned_places(self.planned(), state.ruleset.tiles, owner),
            changed=sorted(self.changed),
        )

    def _ghost(self) -> Ghost | None:
        """Return what Enter would put at the cursor, None if it may not."""
        action = self.at_cursor() if self.offers else None
        if action is None or check(self.state, action):
            return None
        return ghost_of(action, self.state.ruleset.tiles, self.state.colours[self.seat])

    def place_of(self, spot: Spot) -> str:
        return cell_place(spot)

    def spot_of(self, place: str) -> Spot | None:
        return cell_of(place) if place else None

    def _build_note(self, cell: Hex) -> str:
        """Return the legal builds on a cell, or the one that energizes most, as in ``P+3``."""
        kinds = self._kinds[cell]
        count, kind = max((len(self._lights.get((cell, kind), ())), -kind) for kind in kinds)
        return f"{KINDS[-kind]}+{count}" if count else "".join(KINDS[kind] for kind in kinds)

    def _woken(self) -> frozenset[Hex]:
        """Return the cells that the build at the cursor would energize, with or without a tile."""
        action = self.at_cursor() if self.offers else None
        if isinstance(action, Build):
            return self._lights.get((action.at, action.kind), frozenset())
        if not isinstance(action, LayTile) or action.build is None or check(self.state, action):
            return frozenset()
        return building.lit_by(self.state, action.build, action.at)

    def picture(self, columns: int, lines: int) -> TextPicture:
        """Return the part of the board that matters, as large as the pane can show all of it."""
        scene, marks, is_choice = self.scene, self.marks(), bool(self.offers)
        window = self._camera.look(scene, marks, columns, lines, self.zoom, is_choice=is_choice)
        return board.draw(scene, marks, window)

    def is_spot(self, spot: Spot) -> bool:
        return spot in self.state.lands or spot in self.state.frontier

    def numbered_lines(self, width: int, most: int = 9) -> Iterator[Line]:
        """Yield the sets while one is scored; otherwise numbers choose a tile."""
        return self._scoring.lines(width, most)

    @property
    def menu(self) -> Menu:
        return self._scoring.menu(super().menu)

    def move(self, dx: int, dy: int) -> None:
        """Move to a neighbouring cell; moving up and down zigzags."""
        q, r = self.cursor
        if dx:
            tries: Sequence[Hex] = [(q + dx, r)]
        else:
            straight = (q, r + dy), (q - dy, r + dy)
            # Half a cell to either side: alternate, so that the column is kept.
            tries = straight if (r % 2 == 0) == (dy > 0) else straight[::-1]
        for cell in tries:
            if self.is_spot(cell):
                self.cursor = cell
                return

    def targets(self) -> Sequence[Spot]:
        """Return the cells where the chosen tile fits as turned, then the cells to build on."""
        tiles = self._cells
        now = [cell for cell in tiles if self._same_rotation(cell) is not None]

        def worth(cell: Hex) -> tuple[int, int, Hex]:
            beside = sum(one in self.state.kinds for one in around_cell(cell))
            return -beside, cell[1], cell

        lit = [cell for cell in self.state.own_cells(self.seat) if cell in self.state.lit]
        return [*sorted(now, key=worth), *sorted(self._kinds, key=worth), *lit]

    def at_cursor(self) -> Any | None:
        state, cell = self.state, self.cursor
        if self._scoring.is_open:
            return self._scoring.chosen(cell)
        if cell in state.lands:
            return Build(self.seat, self._kind_here(), cell) if state.phase == MAIN else None
        if self.tile is None:
            return None
        rotation, allowed = self._same_rotation(cell), self._allowed_bonuses()
        bonus = self._bonus if allowed is None or self._bonus in allowed else _NO_BONUS
        turn = self._rotation if rotation is None else rotation
        return LayTile(self.seat, self.tile, turn, cell, *bonus)

    def _kind_here(self) -> int:
        """Return the chosen kind if it can be built at the cursor, or the first one that can."""
        kinds = self._kinds.get(self.cursor, [])
        chosen = self._bonus[1]
        if chosen is not None and (chosen in kinds or not kinds):
            return chosen
        return kinds[0] if kinds else 1

    def enter(self) -> Any | None:
        if not self._scoring.is_open and self.state.owners.get(self.cursor) == self.seat:
            self.picked ^= {self.cursor}
            return None
        return self.at_cursor()

    def show(self, action: Any) -> None:
        match action:
            case LayTile():
                if action.tile in self._row:
                    self._place = self._row.index(action.tile)
                self.cursor, self._rotation = action.at, action.rotation
                self._bonus = (action.marker, action.build)
            case Build():
                self.cursor, self._bonus = action.at, (None, action.kind)
            case Score(set=cells) | Abandon(at=cells):
                self.picked = set(cells)
                if isinstance(action, Score):
                    self._scoring.take(action)

    def press(self, key: str) -> bool:
        match key:
            case "shift+left" | "shift+right":
                self._rotate(1 if key == "shift+right" else -1)
            case "ctrl+s":
                self._scoring.switch()
            case "shift+up" | "shift+down" if not self._scoring.step(key) and self._row:
                step = 1 if key == "shift+down" else -1
                self._place = (self._place + step) % len(self._row)
            case "space":
                self._next_bonus()
            case _:
                return False
        return True

    def take_number(self, number: int) -> bool:
        if self._scoring.is_open:
            return self._scoring.take_number(number)
        is_there = 1 <= number <= len(self._row)
        self._place = number - 1 if is_there else self._place
        return is_there

    def asked(self, line: str) -> Menu | None:
        """Return the sets for ``score``, or the structures for ``abandon``."""
        word = input_words().get(unaccented(line), line.lower())
        return self._menu_of(word) if word in ("score", "abandon") else None

    def _rotate(self, step: int) -> None:
        """Turn the chosen tile to the next rotation that fits at the cursor, if any does."""
        faces = self._faces
        fitting = {faces[rotation] for rotation in self._rotations(self.cursor)}
        for _ in range(6):
            self._rotation = (self._rotation + step) % 6
            if not fitting or faces[self._rotation] in fitting:
                return

    def _next_bonus(self) -> None:
        allowed: Set[Bonus] = self._allowed_bonuses() or set(_BONUSES)
        if self.cursor in self.state.lands:
            allowed = {(None, kind) for kind in self._kinds.get(self.cursor) or range(len(KINDS))}
        place = _BONUSES.index(self._bonus) + 1
        following = (*_BONUSES[place:], *_BONUSES[:place])
        self._bonus = next((one for one in following if one in allowed), self._bonus)

    def _menu_of(self, word: str) -> Menu:
        kind = Score if word == "score" else Abandon
        found = [action for action in self.offers if isinstance(action, kind)]
        cells = sorted(self.picked)
        if not cells and not found:  # the refusal of the nearest action says why
            own = sorted(cell for cell, owner in self.state.owners.items() if owner == self.seat)
            cells = own[: 2 if kind is Score else 1]
        if self.picked or not found:
            return Menu("", (Choice("", kind(self.seat, tuple(cells))),))
        menu = self.face.menu(self.state, found)
        first = menu.choices[0]
        only = first.menu() if len(menu.choices) == 1 and first.menu else menu
        return only.paged()

    def words(self) -> Sequence[str]:
        return ("tile ", "build ", "score ", "abandon ", "end", "pass")

    def choice_lines(self, width: int) -> Iterator[Line]:
        del width
        if self._scoring.is_open:
            return
        yield from self._scoring.offer()
        yield from row_lines(self.state.ruleset.tiles, self._row, self._place, self._rotation)
        if missing := missing_information(self.state):
            yield [(missing, GOOD)]
        if self.offers:
            yield from self._cursor_lines()
        if self.offers and self.picked:
            yield picked_line(self.state, Score(self.seat, tuple(sorted(self.picked))))

    def _cursor_lines(self) -> Iterator[Line]:
        state, cell = self.state, self.cursor
        where = f"▶ {cell_words(cell)}  "
        if cell in state.kinds:
            lit = say("lit") if cell in state.lit else say("dark")
            yield [(where.rstrip(), "bold"), (f"  {say(KIND_NAMES[state.kinds[cell]])}, {lit}", "")]
            return
        if cell in state.lands:
            words = ", ".join(say(KIND_NAMES[kind]) for kind in self._kinds.get(cell, ()))
            none = say("nothing can be built")
        else:
            turns = " ".join(map(str, sorted(self._rotations(cell))))
            words = say("fits turned {turns}", turns=turns) if turns else ""
            none = say("does not fit")
        yield [(where, "bold"), (words or none, GOOD if words else DIM)]
        action = self.at_cursor()
        if action is None:
            return
        if refusal := check(self.state, action):
            yield refusal_line(refusal)
            return
        typed = self.face.format(action)
        yield [(Clickable(f"⏎ {typed}", typed=typed), GOOD)]
        if woken := self._woken():
            cells = cells_words(sorted(woken))
            yield [(say("lights {count}: {cells}", count=len(woken), cells=cells), "bold #ffaa3c")]
        if cell not in state.lands:
            yield from self._bonus_line()

    def _bonus_line(self) -> Iterator[Line]:
        allowed = self._allowed_bonuses()
        if allowed is None:
            return
        line: Line = [(Clickable(say("bonus: "), key="space"), DIM)]
        for bonus in filter(allowed.__contains__, _BONUSES):
            marker, kind = bonus
            word = say("none") if kind is None else say(KIND_NAMES[kind])
            word = say("marker {value}", value=marker) if marker else word
            chosen = bonus == self._bonus
            line.append((Clickable(f"[{word}]" if chosen else word, key="space"), "bold" * chosen))
            line.append((" ", ""))
        yield line

    def sections(self, width: int) -> Sequence[Variants[Section]]:
        """Return the panels beside the board, and the letters of the edges on it."""
        forests = say("u t s p c: forests of the five structures")
        told = (say("r river  l lake  x closed"), forests)
        edges = Section(say("Edges"), [[(text, DIM)] for text in told])
        return [*super().sections(width), Variants([edges, Section()], 3)]

    def secrets(self) -> Iterator[str]:
        yield say("Everything on the table is open: tiles, structures, pawns, markers, points.")
        yield say("No player sees the tiles in the stack or the four set aside.")
        yield say("Bots see only what a player in their seat would see.")


class Scoring:
    """The sets that the seat to act may score now, none if it may not.

    While it ``is_open``, Enter scores the chosen set: after the main action, or on request.
    """

    def __init__(self, face: Face, state: State, offers: Sequence[Any]) -> None:
        scores = [action for action in offers if isinstance(action, Score)]
        self.sets: Sequence[Choice] = ()
        if scores:
            *_, only = face.menu(state, scores).choices  # facts of a real table come first
            self.sets = only.menu().choices if only.menu else (only,)
        self.is_open = bool(scores) and state.phase == AFTER
        self._state = state
        self._others = [action for action in offers if not isinstance(action, Score)]
        self._place = 0  # of the chosen set
        self._cursor: Hex | None = None

    def chosen(self, cursor: Hex) -> Score:
        """Return the set that Enter scores.

        If the cursor was moved to a structure, it is the best set with it, if there is one.
        """
        before, self._cursor = self._cursor, cursor
        if before not in (None, cursor) and cursor not in self._cells:
            places = (place for place, one in enumerate(self.sets) if cursor in one.action.set)
            self._place = next(places, self._place)
        found: Score = self.sets[self._place].action
        return found

    @property
    def _cells(self) -> tuple[Hex, ...]:
        cells: tuple[Hex, ...] = self.sets[self._place].action.set
        return cells

    def shown(self, cursor: Hex, picked: Set[Hex]) -> frozenset[Hex]:
        """Return the structures of the set that Enter scores, or those that were picked."""
        return frozenset(self.chosen(cursor).set if self.is_open else picked)

    def keys(self, keys: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield those keys of the table that are useful now."""
        for shown, meaning in keys:
            if self.is_open and meaning == "tile":
                yield shown, _ANOTHER.text
            elif self.sets if meaning == "score" else not self.is_open:
                yield shown, meaning

    def switch(self) -> None:
        """Let Enter score before the main action, or no longer."""
        self.is_open = bool(self.sets) and not self.is_open

    def step(self, key: str) -> bool:
        """Choose the set before or after; return False if no set is scored now."""
        if self.is_open:
            self._place = (self._place + (1 if key == "shift+down" else -1)) % len(self.sets)
        return self.is_open

    def take(self, action: Score) -> None:
        """Choose a set, if it can be scored."""
        places = (place for place, choice in enumerate(self.sets) if choice.action == action)
        self._place = next(places, self._place)

    def take_number(self, number: int) -> bool:
        """Choose the set with a number; return whether there is one."""
        is_there = 1 <= number <= len(self.sets)
        self._place = number - 1 if is_there else self._place
        return is_there

    def menu(self, menu: Menu) -> Menu:
        """Return the sets while one is scored, with the other choices of ``menu`` behind them."""
        if not self.is_open:
            return menu
        last = [choice for choice in menu.choices if choice.action in self._others]
        return Menu(say("Which set?"), self.sets, last).paged()

    def offer(self) -> Iterator[Line]:
        """Yield a line about the best set, before the main action."""
        for best in self.sets[:1]:
            text = say("{name}: {gain}", name=best.name, gain=best.price)
            yield [(Clickable("^S ", key="ctrl+s"), "bold #ffb347"), (text, GOOD)]

    def lines(self, width: int, most: int) -> Iterator[Line]:
        """Yield at most ``most`` sets around the chosen one, while one is scored.

        In narrow panels only the chosen one has its items.
        """
        if not self.is_open:
            return
        yield [(say("Enter scores the marked set; Shift+↑↓ marks another"), DIM)]
        first = max(0, min(self._place - most + 1, len(self.sets) - most))
        for number, choice in islice(enumerate(self.sets, start=1), first, first + most):
            is_chosen = number == self._place + 1
            parts = (
                (f"{'▸' if is_chosen else ' '}{number} ", "bold #ffb347"),
                (f"{choice.price} ", "bold #9ff0c0"),
                (self._kinds(choice.action), "bold #ffffff" if is_chosen else ""),
            )
            yield [(Clickable(text, typed=str(number)), style) for text, style in parts]
            if is_chosen or width >= _WIDE:
                items, _, _ = choice.note.partition(" = ")  # the total is in the line above
                yield [(f"    {items}", "" if is_chosen else DIM)]
        if any(isinstance(action, EndTurn) for action in self._others):
            end = Clickable(f"{as_typed('end')}  ", typed="end")
            yield [(end, "bold"), (say("do not score"), DIM)]

    def _kinds(self, score: Score) -> str:
        return ", ".join(say(KIND_NAMES[self._state.kinds[cell]]) for cell in score.set)


def picked_line(state: State, score: Score) -> Line:
    """Return a line about the structures that were picked one by one."""
    if refusal := check_score(state, score):
        return refusal_line(refusal)
    items = items_of_score(state, score)
    points = sum(item.points for item in items)
    words = say("picked: type score for {points} MW", points=points)
    return [(marked(words, (item.caveat for item in items)), GOOD)]
