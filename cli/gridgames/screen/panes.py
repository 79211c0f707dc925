"""The panes of the full screen: board, panels, log, message, command line and keys."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize

from gridcommon.contract import Seat
from gridgames.languages.language import current_language
from gridgames.languages.messages import as_typed, say
from gridgames.screen.application import Application
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.widgets.command_line import CommandLine, Completion
from gridgames.screen.widgets.layout import (
    NARROW,
    PHONE,
    SidePanels,
    in_a_row,
    shortened,
    side,
)
from gridgames.screen.widgets.panels import Panel
from gridgames.screen.widgets.stylesheet import GAME_CSS
from gridgames.screen.widgets.themes import register_themes
from gridgames.show.face import Move
from gridgames.show.registry import table_of
from gridgames.show.table import BAD, DIM, Part, Table
from gridgames.table.bots.evaluation_client import EvaluationClient
from gridgames.table.bots.roster import sitting
from gridgames.table.command_table import Front, completions
from gridgames.table.desk import Desk
from gridgames.table.evaluation_text import bar_line
from gridgames.table.narration import narrate_group
from gridgames.table.session import Session
from gridgames.table.settings import Settings
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line, line_width

if TYPE_CHECKING:
    from gridcommon.ledger import Rule

_KEPT = 200  # lines of the log
_HIGH = 30  # lines of a screen that has the log beside the board
_LEAST_LOG = 4  # lines of a log, with its title or frame
_LOG_SHARE = 5  # of the lines of a high screen, the log has one in so many at least
_MOST_CHOICES = 9  # with a number
_LEAST_CHOICES = 6  # with a number, if there is little room
_KEY_NAMES = {
    "PgUp": "pageup",
    "PgDn": "pagedown",
    "Home": "home",
    "End": "end",
    "^P": "ctrl+p",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "Enter": "enter",
}
TABS = ("board", "panel", "log")  # of a narrow screen
_LEAST = (40, 18)  # columns and lines of the smallest usable screen


class History:
    """The last lines of the log: numbered moves, with one line for each group of moves."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._group: list[Move] = []  # the last moves, narrated together
        self._group_lines = 0

    def add(self, table: Table, moves: Sequence[Move], before: int) -> None:
        """Add moves that follow the first ``before`` moves of the game."""
        for number, move in enumerate(moves, start=before + 1):
            self._add(table, move, number)

    def _add(self, table: Table, move: Move, number: int) -> None:
        if self._group and table.face.continues_group(self._group, move):
            del self.lines[-self._group_lines :]
        else:
            self._group = []
        self._group.append(move)
        before = len(self.lines)
        first, *others = narrate_group(table.face, self._group, table.names)
        seat = self._group[0].seat
        style = DIM if seat is None else table.style_of(seat).removeprefix("bold ")
        style = style.rpartition(" on ")[2]  # whole lines on a plate would outshine the board
        self.lines.append([(f"{number:>3} ", DIM), (first, style)])
        self.lines += [[("    " + sentence, DIM)] for sentence in others]
        self._group_lines = len(self.lines) - before
        del self.lines[:-_KEPT]

    def rewrite(self, table: Table, moves: Sequence[Move]) -> None:
        """Replace the log by the log of these moves."""
        self.lines.clear()
        self._group = []
        first = max(0, len(moves) - _KEPT)
        self.add(table, moves[first:], first)


class PaneScreen(Application[None]):
    """A game on the screen: draws its panes, and divides the room among them."""

    CSS = GAME_CSS
    AUTO_FOCUS: ClassVar[str | None] = "#command"

    desk: Desk

    def __init__(self, desk: Desk, settings: Settings | None = None) -> None:
        super().__init__()
        self.desk = desk
        session = desk.session
        self.settings = settings or Settings()
        register_themes(self, self.settings.theme)
        self.face = session.face
        self.table = desk.table = self.new_table()
        self.history = History()
        self._tab = TABS[0]  # that a narrow screen shows
        self._is_tiny = False  # smaller than the smallest usable screen
        self._choice_room = 0  # lines of the panels for the choices
        self._facts_size = 0  # lines of the sections below them
        self._uncovered: Any = None  # the state in which a person looks at the board below cards
        self.thinker = EvaluationClient(session.wing)
        self._valued: tuple[int, Seat] | None = None  # the place that the bar evaluates

    def new_table(self) -> Table:
        """Return the table of the game, with those who sit at it."""
        seated = sitting(self.session.players)
        table = table_of(self.face, [one.name for one in seated], self.session.state)
        table.levels = [one.level for one in seated]
        return table

    @property
    def session(self) -> Session:
        """The game."""
        return self.desk.session

    def on_unmount(self) -> None:
        self.thinker.close()

    def compose(self) -> ComposeResult:
        # Set the classes before any widget exists, so that Textual does not restyle them all.
        self.screen_stack[0].update_classes(self._classes_wanted(self.size.width), update=False)
        yield Panel(id="title")
        yield Panel(id="tabs")
        with Horizontal(id="middle"):
            yield DrawnBoard(self.way)
            yield Panel(id="cards", folds=False)
            with Vertical(id="side"):
                with VerticalScroll(id="panels", can_focus=False):
                    yield Panel(id="choice", folds=False)
                    yield Panel(id="facts", folds=False)
                with VerticalScroll(id="log-pane", can_focus=False) as log:
                    log.border_title = say("Log")
                    yield Panel(id="log")
        yield Panel(id="guide")
        yield Panel(id="bar")
        if self.session.policy.step or self.session.policy.last_step:
            yield Panel(id="lesson")
        yield Panel(id="message")
        yield CommandLine(Completion(self.commands, self.ledger))
        yield Panel(id="keys")

    def on_resize(self, event: Resize) -> None:
        """Fit the panels to the terminal, and show a message if it is too small."""
        columns, lines = event.size
        self._fit(columns)
        was_tiny, self._is_tiny = self._is_tiny, columns < _LEAST[0] or lines < _LEAST[1]
        if self._is_tiny:
            text = say("The full screen needs 40 columns and 18 lines; --plain does not.")
            self.message([(text, DIM)])
        elif was_tiny:
            self.message()

    def _fit(self, width: int) -> None:
        screen = self.screen_stack[0]
        panels = screen.query_one("#side")
        panels.set_class(width < NARROW, "narrow")
        panels.styles.width = self._side.columns
        screen.update_classes(self._classes_wanted(width))
        self._panel("#tabs").show([self._tabs_line()])

    def _classes_wanted(self, width: int) -> dict[str, bool]:
        """Return the classes of the style sheet, and whether the screen has them."""
        tabs = {f"tab-{tab}": tab == self._tab for tab in TABS}
        return {"phone": width < PHONE, **tabs}

    def _tabs_line(self) -> Line:
        """Return the names of the tabs of a narrow screen, the current one in brackets."""
        return [
            (Clickable(f"[{as_typed(tab)}] ", typed=f"view {tab}"), "bold")
            if tab == self._tab
            else (Clickable(f" {as_typed(tab)}  ", typed=f"view {tab}"), DIM)
            for tab in TABS
        ]

    def action_view(self, wanted: str = "") -> bool:
        """Show another tab of a narrow screen, by default the next one."""
        named = {word: tab for tab in TABS for word in (tab, as_typed(tab))}
        tab = named.get(wanted or TABS[(TABS.index(self._tab) + 1) % len(TABS)])
        if tab is None:
            allowed = ", ".join(map(as_typed, TABS))
            problem = say("expected {allowed}, found {found}", allowed=allowed, found=repr(wanted))
            self.message([(problem, BAD)])
            return False
        self._tab = tab
        self._fit(self.size.width)
        self.call_after_refresh(self.on_board_resized)
        return True

    @property
    def _side(self) -> SidePanels:
        return side(self.size.width, board_matters=self.table.board_matters)

    def draw(self) -> None:
        """Draw everything that may have changed."""
        self.draw_frame()
        self._draw_cards()
        self._draw_facts()
        self.draw_board()
        self._draw_bar()

    def draw_frame(self) -> None:
        """Draw the panels above and below the board, which determine the size of the board."""
        self._fit(self.size.width)
        room = self.size.width - 2
        self._panel("#title").show([self.title_line(room)])
        guide = in_a_row(self.table.guide(), room)
        self._panel("#guide").show([guide] if guide else [])
        self._panel("#keys").show([self._keys_line()])

    def _draw_cards(self) -> None:
        """Lay the cards of the moment over the lower part of the board."""
        board, panel = self.screen_stack[0].query_one(DrawnBoard), self._panel("#cards")
        width, height = board.size
        lines = [] if self._uncovered is self.table.state else self.table.cards(width, height)
        self.table.has_cards = panel.display = bool(lines)
        if lines:
            panel.styles.width = columns = line_width(lines[0])
            panel.styles.offset = (width - columns) // 2, height - len(lines)
            panel.show(lines)

    def uncover_board(self) -> None:
        """Take the cards away until the state changes."""
        if self.table.has_cards:
            self._uncovered = self.table.state
            self.draw()

    def _draw_facts(self) -> None:
        """Show the sections below the choices in forms that leave room for choices and log."""
        side, screen = self._side, self.screen_stack[0]
        room = screen.query_one("#side").size.height
        if self.size.height >= _HIGH and self.size.width >= PHONE:
            room -= self.size.height // _LOG_SHARE
        screen.query_one("#panels").styles.max_height = max(room, 1)

        def taken(section: Section) -> int:
            return len(side.framed(section))

        needed = taken(self._choice_section(_LEAST_CHOICES))
        parts = [*self.story(side.text), *self.table.sections(side.text)]
        forms = shortened(parts, room - needed, taken)
        lines = [line for form in forms for line in side.framed(form)]
        self._panel("#facts").show(lines)
        self._facts_size = len(lines)
        self._choice_room = max(room - len(lines), needed)

    def story(self, width: int) -> Sequence[Part[Section]]:
        """Return what has happened since the last choice of the viewer, in several forms."""
        del width
        return ()

    def bar_of(self) -> tuple[int, Seat]:
        """Return the number of moves before the shown state, and the seat that evaluates it."""
        viewer = self.table.viewer
        return len(self.desk.moves()), self.session.viewpoint if viewer is None else viewer

    def _draw_bar(self) -> None:
        """Request the evaluation of the shown state, and show the last one until it arrives."""
        self._panel("#bar").display = self.desk.has_bar
        if self.desk.has_bar and self._valued != self.bar_of():
            self._valued = self.bar_of()
            self._fill_bar(*self._valued)

    @work(exclusive=True, group="bar")
    async def _fill_bar(self, place: int, seat: Seat) -> None:
        session = self.session
        found = self.thinker.ask("worths", lambda: session.position(seat, place))
        values = await asyncio.wrap_future(found)
        if values is not None:
            names, room = self.table.names, self.size.width - 2
            self._panel("#bar").show([bar_line(session.wing, values, names, room)])

    def title_line(self, room: int) -> Line:
        """Return the first line of the screen."""
        return in_a_row(self.table.heading(), room)

    @property
    def line(self) -> CommandLine:
        """The command line."""
        return self.screen_stack[0].query_one(CommandLine)

    def draw_board(self) -> None:
        """Draw the board and the content of the spot at the cursor."""
        board = self.screen_stack[0].query_one(DrawnBoard)
        size = board.size
        if board.is_drawn:
            warm = partial(self._warm, self.table.state)
            board.show_drawing(self.table.board_picture, self.table.spot_of, warm)
        elif size.width and size.height:
            picture = self.table.picture(size.width, size.height)
            board.show_picture(picture, self.table.cursor)
        lines = self._fitting_choices()
        self._panel("#choice").show(lines)
        side = self.screen_stack[0].query_one("#side")
        rest = side.size.height - len(lines) - self._facts_size
        side.query_one("#log-pane").set_class(rest < _LEAST_LOG, "-hidden")

    def _warm(self, state: Any, width: int, height: int) -> None:
        """Draw a board as another table would, so that ours finds all that takes long ready."""
        table_of(self.face, self.table.names, state).board_picture(width, height)

    def _fitting_choices(self) -> list[Line]:
        """Return the lines at the top of the panels, with as many choices as fit."""
        framed = self._side.framed
        most = min(_MOST_CHOICES, len(self.table.menu.choices))
        lines = framed(self._choice_section(most))
        while most > 1 and (over := len(lines) - self._choice_room) > 0:
            most = max(1, most - over)
            lines = framed(self._choice_section(most))
        return lines

    def _choice_section(self, most: int) -> Section:
        """Return the top section, with ``most`` numbered choices."""
        is_over = not self.table.task()
        lines = [[(self.verdict(), "")]] if is_over else list(self.choice_lines(most)) or [[]]
        return Section(self.choice_title(), lines, is_focus=bool(self.table.offers))

    def choice_title(self) -> str:
        """Return the title of the top section: who has to do what."""
        return self.table.task() or say("The game is over")

    def verdict(self) -> str:
        """Return how the game ended for the only person who played, and otherwise ''."""
        session = self.desk.session
        humans, result = session.humans, session.result
        if result is None or len(humans) != 1:
            return ""
        return self.face.outcome(result, self.table.names, humans[0])

    def on_board_resized(self) -> None:
        """Draw the board in its new size, and scroll to the end of the log."""
        self.draw()
        self._go_to_end_of_log()

    def choice_lines(self, most: int = _MOST_CHOICES) -> Iterator[Line]:
        """Yield the lines at the top of the panels, with ``most`` numbered choices."""
        del most
        yield from self.table.choice_lines(self._side.text)

    def _keys_line(self) -> Line:
        """Return the last line of the screen: the keys that are useful now, as many as fit."""
        line: Line = []
        room = self.size.width - 2
        for key, meaning in filter(any, self.keys()):
            room -= len(f"{key} {meaning}  ")
            if room < -2:
                break
            parts = list(self._pressing(key))
            line += [(part, "bold #ffb347") for part in parts]
            line.append((parts[-1].cut_to(f" {meaning}  "), "#c3ccd4"))
        return line

    def _pressing(self, shown: str) -> Iterator[Clickable]:
        """Yield the parts of a shown key, each of which can be clicked."""
        named = {**_KEY_NAMES, say("space"): "space"}
        named |= {one.key: one.keys for one in self.session.policy.COMMANDS}
        for names, key, _ in self.table.KEYS:
            label = say(key)
            if label == shown and "," in names:  # two keys that differ by their arrows
                first, second = names.split(",")
                yield Clickable(shown[:-1], key=first)
                yield Clickable(shown[-1], key=second)
                return
            named[label] = names
        for place, one in enumerate(shown.split(" ")):
            yield Clickable(f" {one}" if place else one, key=named.get(one, ""))

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys that are useful now, with their effects."""
        yield self.key("help")

    def _panel(self, name: str) -> Panel:
        return self.screen_stack[0].query_one(name, Panel)

    def message(self, *lines: Line) -> None:
        """Show a message above the command line, or an empty line, so that nothing moves."""
        self._panel("#message").show(lines)

    def draw_log(self) -> None:
        """Show the end of the log."""
        self._panel("#log").show(self.history.lines[-60:])
        self._go_to_end_of_log()

    def _go_to_end_of_log(self) -> None:
        pane = self.screen_stack[0].query_one("#log-pane", VerticalScroll)
        pane.call_after_refresh(pane.scroll_end, animate=False, force=True)

    def rewrite_log(self, moves: Sequence[Move]) -> None:
        """Replace the log by the log of these moves."""
        self.history.rewrite(self.table, moves)
        self.draw_log()

    def commands(self) -> Iterator[str]:
        """Yield possible input, the most likely first."""
        yield from completions(self.desk.commands(), Front.SCREEN)

    def key(self, word: str, label: str = "") -> tuple[str, str]:
        """Return the key of a command that there is with a label, by default its word."""
        command = self.desk.words.get(word)
        return (command.key, label or as_typed(word)) if command else ("", "")

    def ledger(self) -> "dict[str, Rule]":
        """Return the rules of the game."""
        from gridgames.languages.ledgers import rules

        return rules(self.session.game.LEDGER, current_language())
