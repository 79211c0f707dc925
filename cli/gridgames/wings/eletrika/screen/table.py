"""Eletrika on the full screen: the board, the face-up tiles, and where they fit."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from eletrika.actions import Abandon, Build, EndTurn, LayTile, Score
from eletrika.game import check
from eletrika.projection import Projection, Suggestion, best_score, project, suggestions
from eletrika.scoring import check_score, items_of_score
from eletrika.state import AFTER, MAIN, SETUP, State, around_cell
from eletrika.tables import KIND_NAMES, KINDS, MARKERS, TOWER, TileNumber
from eletrika.tile_edges import tile_text
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, JoinedList, Word
from gridcommon.hexes import Hex, grid_centre
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.caveats import marked
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import Face
from gridgames.show.menus import Choice, Menu, grouped
from gridgames.show.parts import Marks
from gridgames.show.table import BAD, DIM, GOOD, HEAD, Spot, Table, TextPicture, refusal_line
from gridgames.terminal.output import Clickable, Line
from gridgames.wings.eletrika.description.places import (
    Ghost,
    PlaceNames,
    cell_of,
    cell_place,
    ghost_of,
    planned_places,
)
from gridgames.wings.eletrika.description.scene import BoardScene, scene_of
from gridgames.wings.eletrika.description.situation import missing_information
from gridgames.wings.eletrika.description.words import (
    capitalized,
    items_words,
    pawns_words,
    piece_style,
)
from gridgames.wings.eletrika.screen import board
from gridgames.wings.eletrika.screen.board import row_heads, row_lines
from gridgames.wings.eletrika.screen.camera import Camera
from gridgames.wings.eletrika.screen.hex_sprites import SIZES

if TYPE_CHECKING:
    from gridgames.show.drawing.pane import BoardPicture

_WIDE = 38  # columns of panels that have room for the items of all sets, and for pictures of tiles
_HIGH, _PIXELS = 30, 14  # lines of a board beside which they have room, and pixels of a low line
_KEYS = "bold #ffb347"
_NOTHING = "N"  # the letter for no bonus
_MARKER = "M"
Bonus = tuple[int | None, int | None]  # a marker or a kind, as in LayTile
_NO_BONUS: Bonus = (None, None)
_BONUSES: tuple[Bonus, ...] = (
    _NO_BONUS,
    *((None, kind) for kind in range(len(KINDS))),
    *((value, None) for value in MARKERS),
)


class GameTable(Table):
    """A game of Eletrika; a spot is a cell.

    At the cursor is what scores or lights most there, until the person turns the tile or chooses
    what is put on it. That choice ends with the next step of the cursor.
    """

    ZOOMS = len(SIZES)
    KEYS = (
        ("space", "Space", "turn"),
        ("shift+up,shift+down", "Shift+↑↓", "tile"),
        ("ctrl+s", "^S", "score"),
        ("f12", "F12", "signs"),
    )
    elsewhere = ("legend", "drawn", "row")  # the tiles are among the choices
    CHOICE = (16, 14, 12, 11, 10)
    state: State
    _cursor: Spot = None
    _wish: LayTile | Build | None = None  # chosen by the person

    @property
    def cursor(self) -> Spot:
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Spot) -> None:
        if cell != self._cursor:
            self._cursor, self._wish = cell, None

    def refresh(self) -> None:
        state = self.state
        if self.cursor is None:
            self.cursor, self._place = state.source, 0
            self._camera = Camera()
            self._question: Any = None
            self._is_high = True
        self._scene: BoardScene | None = None  # made when it is shown
        self._scoring = Scoring(self.face, state, self.offers)
        self.picked = set(self._scoring.cells)
        # By tile and cell: the rotations that fit with the bonus actions of each.
        self._fits: dict[TileNumber, dict[Hex, dict[int, set[Bonus]]]] = {}
        self._kinds: dict[Hex, list[int]] = {}
        for action in self.offers:
            if isinstance(action, LayTile):
                rotations = self._fits.setdefault(action.tile, {}).setdefault(action.at, {})
                rotations.setdefault(action.rotation, set()).add((action.marker, action.build))
            elif isinstance(action, Build):
                self._kinds.setdefault(action.at, []).append(action.kind)
        # By tile, None for a build, and cell: what scores or lights most there.
        self._best: dict[tuple[TileNumber | None, Hex], Suggestion] = {}
        for one in suggestions(state, self.seat) if self.offers and state.phase == MAIN else ():
            first = one.actions[0]
            tile = first.tile if isinstance(first, LayTile) else None
            self._best.setdefault((tile, first.at), one)
        is_setup = state.phase == SETUP
        self._row = [state.drawn] if is_setup else sorted(state.row)
        self._wish = None
        question = state.round, state.turn, state.phase, state.scored, self._row
        if self.offers and question != self._question:
            self._question = question
            tile = next((tile for tile, _ in self._best if tile is not None), None)
            self._place = self._row.index(tile) if tile in self._row else 0
            self.cursor = next(iter(self.targets()), self.cursor)
        self._place = min(self._place, max(len(self._row) - 1, 0))

    def useful_keys(self) -> Iterator[tuple[str, str]]:
        return self._scoring.keys(super().useful_keys())

    @property
    def tile(self) -> TileNumber | None:
        """The chosen tile, or None if the row is empty."""
        return self._row[self._place] if self._place < len(self._row) else None

    def style_of(self, seat: Seat) -> str:
        return piece_style(self.state.colours[seat])

    @property
    def _cells(self) -> dict[Hex, dict[int, set[Bonus]]]:
        """The cells on which the chosen tile fits."""
        return {} if self.tile is None else self._fits.get(self.tile, {})

    @property
    def scene(self) -> BoardScene:
        """The contents of the board."""
        if self._scene is None:
            self._scene = scene_of(self.state, self.names)
        return self._scene

    @property
    def places(self) -> PlaceNames:
        """The names of the places with a choice."""
        return PlaceNames(self.state, self.seat, self.targets())

    def marks(self) -> Marks:
        if not self.has_marks:
            return Marks()
        state = self.state
        owner = state.colours[self.seat if self.viewer is None else self.viewer]
        notes = dict(self.places.letters)
        for cell in () if self.is_picking else self._kinds:
            notes[cell] = f"{notes.get(cell, '')} {self._build_note(cell)}".lstrip()
        effect = self._effect()
        return Marks(
            cursor=cell_place(self.cursor),
            prices={cell_place(cell): "" for cell in self._cells if not self.is_picking},
            ghost=self._ghost(),
            lit=[*map(cell_place, effect.effects[0].lit)] if effect else (),
            notes={cell_place(cell): note for cell, note in notes.items()},
            chosen=[*map(cell_place, sorted(self.picked))],
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
        """Return the legal builds on a cell, or the offered one if it lights something: ``P+3``."""
        best = self._best.get((None, cell))
        if best and best.lit and isinstance(build := best.actions[0], Build):
            return f"{KINDS[build.kind]}+{len(best.lit)}"
        return "".join(KINDS[kind] for kind in self._kinds[cell])

    def _effect(self) -> Projection | None:
        """Return the result of what Enter would put at the cursor, None if it may not."""
        action = self.at_cursor() if self.offers and self.state.phase == MAIN else None
        if not isinstance(action, LayTile | Build):
            return None
        found = project(self.state, self.seat, [action])
        return None if found.refusal else found

    def picture(self, columns: int, lines: int) -> TextPicture:
        """Return the part of the board that matters, as large as the pane can show all of it."""
        scene, marks, is_choice = self.scene, self.marks(), bool(self.offers)
        self._is_high = lines >= _HIGH
        window = self._camera.look(scene, marks, columns, lines, self.zoom, is_choice=is_choice)
        return board.draw(scene, marks, window)

    def board_picture(self, width: int, height: int) -> "BoardPicture | None":
        self._is_high = height >= _HIGH * _PIXELS
        return super().board_picture(width, height)

    def is_spot(self, spot: Spot) -> bool:
        return spot in self.state.lands or spot in self.state.frontier

    def numbered_lines(self, width: int, most: int = 9) -> Iterator[Line]:
        """Yield the sets while one is scored; otherwise numbers choose a tile."""
        return self._scoring.lines(width, most, self.picked)

    @property
    def menu(self) -> Menu:
        return self._scoring.menu(super().menu)

    def move(self, dx: int, dy: int) -> None:
        """Move to the nearest place with a choice in a direction; without one, to any cell."""
        x, y = grid_centre(self.cursor)
        zigzag = -1 if self.cursor[1] % 2 else 1
        own = () if self.is_picking else self.state.own_cells(self.seat)
        ways = [(0, 0, self.cursor)]
        for cell in self.targets() or [*self.state.lands, *self.state.frontier]:
            across, down = grid_centre(cell)[0] - x, grid_centre(cell)[1] - y
            ahead, aside = dx * across + dy * down, abs(dy * across) + abs(dx * down)
            if ahead > 0 and cell not in own:
                ways.append((ahead + 2 * aside, zigzag * across, cell))
        *_, self.cursor = min(ways[1:] or ways)

    def targets(self) -> Sequence[Spot]:
        """Return the places with a choice, best first: own structures, if some are picked."""
        own = self.state.own_cells(self.seat)
        lit = [cell for cell in own if cell in self.state.lit]
        if self.is_picking:
            return lit if self._scoring.is_open else own
        if not self.offers:
            return ()
        ranks = {
            cell: rank for rank, (tile, cell) in enumerate(self._best) if tile in (None, self.tile)
        }

        def worth(cell: Hex) -> tuple[int, int, bool, Hex]:
            beside = sum(one in self.state.kinds for one in around_cell(cell))
            return ranks.get(cell, len(self._best)), -beside, cell in self._kinds, cell

        return [*sorted((*self._cells, *self._kinds), key=worth), *lit]

    def at_cursor(self) -> Any | None:
        state, cell, wish = self.state, self.cursor, self._wish
        if self._scoring.is_open:
            return Score(self.seat, tuple(sorted(self.picked))) if self.picked else None
        on_land = cell in state.lands
        if wish and getattr(wish, "tile", None) in (None, self.tile):
            return wish
        if best := self._best.get((None if on_land else self.tile, cell)):
            return best.actions[0]
        if on_land:
            kinds = self._kinds.get(cell) or [TOWER]
            return Build(self.seat, kinds[0], cell) if state.phase == MAIN else None
        if self.tile is None:
            return None
        turns = sorted(self._cells.get(cell, (0,)))
        return LayTile(self.seat, self.tile, turns[0], cell, *_NO_BONUS)

    @property
    def is_picking(self) -> bool:
        """Whether structures are picked, to be scored or abandoned."""
        return self._scoring.is_open or bool(self.picked)

    def point(self, spot: Spot) -> None:
        self.cursor = spot
        if self.is_picking:
            self._pick()

    def _pick(self) -> None:
        """Pick the own structure at the cursor, or no longer."""
        self.picked ^= {self.cursor} & set(self.state.own_cells(self.seat))

    def enter(self) -> Any | None:
        if not self._scoring.is_open and self.state.owners.get(self.cursor) == self.seat:
            self._pick()
            return None
        return self.at_cursor()

    def show(self, action: Any) -> None:
        match action:
            case LayTile() | Build():
                if isinstance(action, LayTile) and action.tile in self._row:
                    self._place = self._row.index(action.tile)
                self.cursor, self._wish = action.at, action
            case Score(set=cells) | Abandon(at=cells):
                self.picked = set(cells)

    def press(self, key: str) -> bool:
        match key:
            case "space" if self.is_picking:
                self._pick()
            case "space":
                self._turn()
            case "ctrl+s":
                self._scoring.switch()
                self.picked = set(self._scoring.cells)
                self.cursor = next(iter(self.targets()), self.cursor)
            case "escape":
                self._scoring.is_open &= self.state.phase == AFTER
                self.picked, self._wish = set(self._scoring.cells), None
            case "shift+up" | "shift+down":
                step = 1 if key == "shift+down" else -1
                if self._scoring.is_open:
                    self.picked = set(self._scoring.step(step))
                elif self._row:
                    self._take_tile((self._place + step) % len(self._row))
            case _:
                return False
        return True

    def take_number(self, number: int) -> bool:
        if self._scoring.is_open:
            is_there = 1 <= number <= len(self._scoring.sets)
            self.picked = set(self._scoring.step(number=number)) if is_there else self.picked
            return is_there
        is_there = 1 <= number <= len(self._row)
        if is_there:
            self._take_tile(number - 1)
        return is_there

    def _take_tile(self, place: int) -> None:
        """Choose a tile, and go to the best place for it if it does not fit at the cursor."""
        self._place = place
        if self._cells and self.cursor not in self._cells:
            self.cursor = next(cell for cell in self.targets() if cell in self._cells)

    def takes_letter(self, letter: str) -> bool:
        letters = {key for key, _ in self._things()}
        return bool(letters) and letter.upper() in {*letters, *KINDS}

    def take_letter(self, letter: str) -> bool:
        """Choose what is put at the cursor, if it may be; again for a marker: the next one."""
        if not self.takes_letter(letter):
            return False
        here, kind = self.at_cursor(), KINDS.find(letter.upper())
        found = [action for key, action in self._things() if key == letter.upper()]
        place = found.index(here) + 1 if here in found else 0
        if found:
            wish = found[place % len(found)]
        elif isinstance(here, LayTile):
            wish = replace(here, marker=None, build=kind)
        else:
            wish = Build(self.seat, kind, self.cursor)
        if refusal := check(self.state, wish):
            raise IllegalAction(wish, refusal)
        self._wish = wish
        return True

    def asked(self, line: str) -> Menu | None:
        """Return the sets for ``score``, or the structures for ``abandon``."""
        word = input_words().get(unaccented(line), line.lower())
        return self._menu_of(word) if word in ("score", "abandon") else None

    def _turn(self) -> None:
        """Turn the tile to its next rotation that fits, or build the next kind on a laid one."""
        here, things = self.at_cursor(), [action for _, action in self._things()]
        if isinstance(here, LayTile) and things:
            turns = sorted(self._cells[self.cursor])
            turn = next((turn for turn in turns if turn > here.rotation), turns[0])
            is_allowed = (here.marker, here.build) in self._cells[self.cursor][turn]
            marker, build = (here.marker, here.build) if is_allowed else _NO_BONUS
            self._wish = LayTile(self.seat, here.tile, turn, here.at, marker, build)
        elif things:
            place = things.index(here) + 1 if here in things else 0
            self._wish = things[place % len(things)]

    def _things(self) -> Iterator[tuple[str, LayTile | Build]]:
        """Yield what may be put at the cursor: the letter of each, and the action."""
        here = self.at_cursor()
        if isinstance(here, Build):
            for kind in self._kinds.get(self.cursor, ()):
                yield KINDS[kind], replace(here, kind=kind)
        elif isinstance(here, LayTile):
            allowed = self._cells.get(self.cursor, {}).get(here.rotation, ())
            for marker, built in _BONUSES:
                if (marker, built) in allowed:
                    letter = _NOTHING if built is None else KINDS[built]
                    thing = replace(here, marker=marker, build=built)
                    yield _MARKER if marker else letter, thing

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

    def cost_words(self, action: Any) -> str:
        is_laid = isinstance(action, LayTile) and action.build is not None
        pawns = 2 if is_laid else int(isinstance(action, Build))
        return say("(takes {count:pawn|pawns})", count=pawns) if pawns else ""

    def choice_lines(self, width: int) -> Iterator[Line]:
        if self._scoring.is_open:
            return
        yield from self._scoring.offer()
        if width >= _WIDE and self._is_high:
            turn = getattr(self.at_cursor(), "rotation", 0)
            yield from row_lines(self.state.ruleset.tiles, self._row, self._place, turn)
        else:
            yield row_heads(self._row, self._place)
        if missing := missing_information(self.state):
            yield [(missing, GOOD)]
        if self.offers:
            yield from self._cursor_lines()
        if self.offers and self.picked:
            yield from picked_lines(self.state, self.seat, self.picked)

    def _cursor_lines(self) -> Iterator[Line]:
        state, cell, action = self.state, self.cursor, self.at_cursor()
        if cell in state.kinds:
            lit = say("lit") if cell in state.lit else say("dark")
            yield [(capitalized(self.places.structure(cell)), "bold"), (f", {lit}", "")]
            if state.owners.get(cell) == self.seat and not self.picked:
                pick = say("Enter picks it, to score or abandon")
                yield [(Clickable(pick, key="enter"), DIM)]
            return
        if action is None:
            return
        if isinstance(action, LayTile) and cell in self._cells:
            turns = sorted(self._cells[cell])
            place, count = turns.index(action.rotation) + 1, len(turns)
            text = say("Space turns it: {place} of {count}", place=place, count=count)
            yield [(Clickable(text, key="space"), DIM)]
        yield from self._thing_lines(action)
        if refusal := check(state, action):
            yield refusal_line(refusal)
            return
        yield from self._effect_lines()
        typed = self.face.format(action)
        yield [(Clickable(self.enter_words(action), typed=typed), GOOD)]

    def _thing_lines(self, here: LayTile | Build) -> Iterator[Line]:
        """Yield what may be put at the cursor with its letters and pawns, the chosen one marked."""
        title = say("And on it") if isinstance(here, LayTile) else say("Build here")
        hand = say("you have {pawns}", pawns=pawns_words(self.state.hands[self.seat]))
        things = grouped(self._things(), itemgetter(0))
        if [*things] in ([], [_NOTHING]):
            return
        yield [(title, HEAD), (f"   {hand}", DIM)]
        for letter, found in things.items():
            actions = [action for _, action in found]
            is_chosen = here in actions
            thing = self._thing_words(here if is_chosen else actions[0])
            if letter == _MARKER and not is_chosen:
                values = JoinedList(tuple(map(attrgetter("marker"), actions)), "or")
                thing = say("marker {value}", value=values)
            cost = f"-{pawns_words(pawns)}" if (pawns := _pawns(actions[0])) else ""
            parts = (
                (f"{letter}{'▸' if is_chosen else ' '} ", _KEYS),
                (f"{thing:<16}", "bold #ffffff" if is_chosen else ""),
                (cost, BAD if is_chosen else DIM),
            )
            yield [(Clickable(text, typed=letter), style) for text, style in parts]

    def _thing_words(self, action: LayTile | Build) -> str:
        """Return what an action puts on the tile."""
        if isinstance(action, LayTile) and action.marker:
            return say("marker {value}", value=action.marker)
        kind = action.build if isinstance(action, LayTile) else action.kind
        return say("nothing") if kind is None else say(KIND_NAMES[kind])

    def _effect_lines(self) -> Iterator[Line]:
        """Yield what Enter would light and what markers would pay, and the best set then."""
        found = self._effect()
        if found is None:
            return
        [effect] = found.effects
        if effect.lit:
            own = sum(found.state.owners.get(cell) == self.seat for cell in effect.lit)
            told = say("+{count} lit, {own} of them yours", count=len(effect.lit), own=own)
            yield [(told, "bold #ffaa3c")]
        for marker in effect.markers:
            if marker.points:
                name, points = self.names[marker.seat], marker.points
                told = say("the marker pays {points} MW to {name}", points=points, name=name)
                yield [(told, "bold #ffaa3c")]
        if found.points > sum(item.points for item in best_score(self.state, self.seat)[1]):
            told = say("a set would then pay {points} MW", points=found.points)
            yield [(marked(told, (item.caveat for item in found.items)), GOOD)]

    def enter_words(self, action: Any) -> str:
        """Return what Enter does, by what lies there, and what it takes."""
        places, what, pawns = self.places, self._thing_words(action), _pawns(action)
        where = say("Here") if action.at in places.letters else capitalized(places[action.at])
        if isinstance(action, LayTile):
            tile = say("tile {tile}", tile=tile_text(action.tile))
            is_bare = (action.marker, action.build) == _NO_BONUS
            what = tile if is_bare else say("{tile} with {thing}", tile=tile, thing=what)
        if not self.is_pointed:
            does = say("Tab marks it")
        elif pawns:
            does = say("Enter takes {pawns}", pawns=pawns_words(pawns))
        else:
            does = say("Enter lays it")
        return f"{where}: {what}. {does}"

    def legend(self) -> Iterator[Line]:
        yield from super().legend()
        yield []
        yield [(say("Where you choose"), HEAD)]
        for sign, text in (
            (say("fits"), say("the tile fits there; with pictures a green outline")),
            ("{T}", say("the choice at the cursor would light it; with pictures a ring")),
            ("T+3", say("a Tower there would light three structures")),
            ("TP", say("a Tower or a Pole may be built there")),
            ("○2", say("the owner, and 2 if two pawns stand on it")),
            ("A", say("a place without a name of its own")),
            ("r l", say("edges: river and lake; u t s p c are forests")),
        ):
            yield [(f"  {sign:<6}", "bold"), (text, "")]

    def secrets(self) -> Iterator[str]:
        yield say("Everything on the table is open: tiles, structures, pawns, markers, points.")
        yield say("No player sees the tiles in the stack or the four set aside.")
        yield say("Bots see only what a player in their seat would see.")


class Scoring:
    """The sets that the seat to act may score now, none if it may not.

    While it ``is_open``, Enter scores the picked structures: after the main action, or on request.
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

    @property
    def cells(self) -> tuple[Hex, ...]:
        """The structures of the chosen set while one is scored."""
        cells: tuple[Hex, ...] = self.sets[self._place].action.set if self.is_open else ()
        return cells

    def keys(self, keys: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield those keys of the table that are useful now."""
        for shown, meaning in keys:
            if self.is_open and meaning in _PICKING:
                yield shown, _PICKING[meaning].text
            elif self.sets or meaning != "score":
                yield shown, meaning

    def switch(self) -> None:
        """Let Enter score before the main action, or no longer."""
        self.is_open = bool(self.sets) and not self.is_open

    def step(self, step: int = 0, number: int = 0) -> tuple[Hex, ...]:
        """Choose the set before or after, or the one with a number, and return its structures."""
        self._place = number - 1 if number else (self._place + step) % len(self.sets)
        return self.cells

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
            yield [(Clickable("^S ", key="ctrl+s"), _KEYS), (text, GOOD)]

    def lines(self, width: int, most: int, picked: Set[Hex]) -> Iterator[Line]:
        """Yield what the picked structures score, then at most ``most`` sets, while one is scored.

        In narrow panels only the picked one has its items.
        """
        if not self.is_open:
            return
        seat = self._state.actor
        yield [(say("Click structures, or Space: the sum follows. Enter scores."), DIM)]
        yield from picked_lines(self._state, seat, picked)
        first = max(0, min(self._place - most + 1, len(self.sets) - most))
        for number, choice in islice(enumerate(self.sets, start=1), first, first + most):
            is_chosen = set(choice.action.set) == picked
            parts = (
                (f"{'▸' if is_chosen else ' '}{number} ", _KEYS),
                (f"{choice.price} ", "bold #9ff0c0"),
                (self._kinds(choice.action), "bold #ffffff" if is_chosen else ""),
            )
            yield [(Clickable(text, typed=str(number)), style) for text, style in parts]
            if not is_chosen and width >= _WIDE:
                items, _, _ = choice.note.partition(" = ")  # the total is in the line above
                yield [(f"    {items}", DIM)]
        if any(isinstance(action, EndTurn) for action in self._others):
            end = Clickable(f"{as_typed('end')}  ", typed="end")
            yield [(end, "bold"), (say("do not score"), DIM)]

    def _kinds(self, score: Score) -> str:
        return ", ".join(say(KIND_NAMES[self._state.kinds[cell]]) for cell in score.set)


_PICKING = {"turn": Word("pick"), "tile": Word("another set")}


def _pawns(action: LayTile | Build) -> int:
    """Return how many pawns an action takes."""
    return 1 if isinstance(action, Build) else 0 if action.build is None else 2


def picked_lines(state: State, seat: Seat, picked: Set[Hex]) -> Iterator[Line]:
    """Yield the value of the structures that were picked, and what abandoning them gives back."""
    cells = tuple(sorted(picked))
    if not cells:
        return
    score, abandon = Score(seat, cells), Abandon(seat, cells)
    if refusal := check_score(state, score):
        yield refusal_line(refusal)
    else:
        items = items_of_score(state, score)
        value = marked(items_words(items), (item.caveat for item in items))
        yield [(Clickable(as_typed("score"), typed="score"), _KEYS), (f"  {value}", GOOD)]
    if check(state, abandon) is None:
        pawns = pawns_words(sum(state.pawns[cell] for cell in cells))
        told = say("takes {pawns} back", pawns=pawns)
        yield [(Clickable(as_typed("abandon"), typed="abandon"), _KEYS), (f"  {told}", DIM)]
