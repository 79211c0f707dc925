"""The panes of the full screen: board, panels, log, message, command line and keys."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize

from gridcommon.contract import Seat
from gridgames.bots.evaluation_client import EvaluationClient
from gridgames.desk.desk import Desk
from gridgames.desk.narration import told_together
from gridgames.games.face import Move
from gridgames.games.registry import table_of
from gridgames.games.table import BAD, DIM, Table
from gridgames.languages.language import current_language
from gridgames.languages.messages import as_typed, say
from gridgames.review.evaluation_text import bar_line
from gridgames.screen.application import Application
from gridgames.screen.widgets.command_line import CommandLine
from gridgames.screen.widgets.completion import Completion
from gridgames.screen.widgets.layout import (
    NARROW,
    PHONE,
    SidePanels,
    height,
    in_a_row,
    shortened,
    side,
)
from gridgames.screen.widgets.panels import Board, Panel
from gridgames.screen.widgets.stylesheet import GAME_CSS
from gridgames.screen.widgets.themes import register_themes
from gridgames.sessions.command_table import Front, completions
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings
from gridgames.terminal.output import Clickable, Line

if TYPE_CHECKING:
    from gridcommon.ledger import Rule

_KEPT = 200  # lines of the log
_HIGH = 30  # lines from which the log is beside the board
_LEAST_LOG = 4  # lines of it, with the rule above
_MOST_CHOICES = 9  # that have a number
_LEAST_CHOICES = 5  # of them are kept where there is little room
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
_LEAST = (40, 18)  # the smallest usable columns and lines


class History:
    """The last lines of the log: numbered moves, those that belong together in one line."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._group: list[Move] = []  # the last moves, which are narrated together
        self._group_lines = 0

    def add(self, table: Table, move: Move, number: int) -> None:
        """Add a move, with the moves before it that it belongs to."""
        if self._group and table.face.continues_group(self._group, move):
            del self.lines[-self._group_lines :]
        else:
            self._group = []
        self._group.append(move)
        before = len(self.lines)
        first, *others = told_together(table.face, self._group, table.names)
        seat = self._group[0].seat
        style = DIM if seat is None else table.style_of(seat).removeprefix("bold ")
        self.lines.append([(f"{number:>3} ", DIM), (first, style)])
        self.lines.extend([("    " + sentence, DIM)] for sentence in others)
        self._group_lines = len(self.lines) - before
        del self.lines[:-_KEPT]

    def rewrite(self, table: Table, moves: Sequence[Move]) -> None:
        """Write the log of these moves again."""
        self.lines.clear()
        self._group = []
        first = max(0, len(moves) - _KEPT)
        for number, move in enumerate(moves[first:], start=first + 1):
            self.add(table, move, number)


class PaneScreen(Application[None]):
    """A game on the screen: draws its panes, and decides how much room each of them gets."""

    CSS = GAME_CSS
    AUTO_FOCUS = "#command"

    desk: Desk

    def __init__(self, desk: Desk, settings: Settings | None = None) -> None:
        super().__init__()
        self.desk = desk
        session = desk.session
        self.settings = settings or Settings()
        register_themes(self, self.settings.theme)
        self.face = session.face
        self.table = table_of(self.face, desk.names, session.state)
        self._ledger: dict[str, Rule] | None = None
        self.history = History()
        self._tab = TABS[0]  # that a narrow screen shows
        self._is_tiny = False  # as the message says then
        self._choice_room = 0  # lines of the panels that are left for choices
        self.thinker = EvaluationClient(session.wing)
        self._valued: tuple[int, Seat] | None = None  # the place that the bar is of, or will be

    @property
    def session(self) -> Session:
        """The game."""
        return self.desk.session

    def on_unmount(self) -> None:
        self.thinker.close()

    def compose(self) -> ComposeResult:
        # Known before the widgets are, its classes cost no second look at the styles of them all.
        self.screen_stack[0].update_classes(self._classes_wanted(*self.size), update=False)
        yield Panel(id="title")
        yield Panel(id="tabs")
        with Horizontal(id="middle"):
            yield Board()
            with Vertical(id="side"):
                with VerticalScroll(id="panels", can_focus=False):
                    yield Panel(id="choice")
                    yield Panel(id="facts")
                with VerticalScroll(id="log-pane", can_focus=False):
                    yield Panel(id="log")
        yield Panel(id="guide")
        yield Panel(id="bar")
        yield Panel(id="message")
        yield CommandLine(Completion(self.commands, self.ledger))
        yield Panel(id="keys")

    def on_resize(self, event: Resize) -> None:
        """Fit the panels to the terminal, and say if it is too small."""
        columns, lines = event.size
        self._fit(columns, lines)
        was_tiny, self._is_tiny = self._is_tiny, columns < _LEAST[0] or lines < _LEAST[1]
        if self._is_tiny:
            told = say("The full screen needs 40 columns and 18 lines; --plain does not.")
            self.message([(told, DIM)])
        elif was_tiny:
            self.message()

    def _fit(self, width: int, height: int) -> None:
        screen = self.screen_stack[0]
        panels = screen.query_one("#side")
        panels.set_class(width < NARROW, "narrow")
        panels.styles.width = self._side.columns
        screen.update_classes(self._classes_wanted(width, height))
        self._panel("#tabs").show([self._tabs_line()])

    def _classes_wanted(self, width: int, height: int) -> dict[str, bool]:
        """Return which classes the screen has, that its style sheet asks for."""
        tabs = {f"tab-{tab}": tab == self._tab for tab in TABS}
        return {"short": height < _HIGH, "phone": width < PHONE, **tabs}

    def _tabs_line(self) -> Line:
        """Return the names of what a narrow screen can show, the present one marked."""
        line: Line = []
        for tab in TABS:
            name = as_typed(tab)
            told = f"[{name}] " if tab == self._tab else f" {name}  "
            style = "bold" if tab == self._tab else DIM
            line.append((Clickable(told, typed=f"view {tab}"), style))
        return line

    def action_view(self, wanted: str = "") -> bool:
        """Show another part of the table on a narrow screen, by default the next one."""
        named = {word: tab for tab in TABS for word in (tab, as_typed(tab))}
        tab = named.get(wanted or TABS[(TABS.index(self._tab) + 1) % len(TABS)])
        if tab is None:
            allowed = ", ".join(map(as_typed, TABS))
            problem = say("expected {allowed}, found {found}", allowed=allowed, found=repr(wanted))
            self.message([(problem, BAD)])
            return False
        self._tab = tab
        self._fit(*self.size)
        self.call_after_refresh(self.on_board_resized)
        return True

    @property
    def _side(self) -> SidePanels:
        return side(self.size.width, board_matters=self.table.board_matters)

    def draw(self) -> None:
        """Draw everything that may have changed."""
        self.draw_frame()
        self._draw_facts()
        self.draw_board()
        self._draw_bar()

    def draw_frame(self) -> None:
        """Draw what is above and below the board, and so decides how large the board is."""
        self._fit(*self.size)
        room = self.size.width - 2
        self._panel("#title").show([self.title_line(room)])
        guide = in_a_row(self.table.guide(), room)
        self._panel("#guide").show([guide] if guide else [])
        self._panel("#keys").show(self._keys_lines())

    def _draw_facts(self) -> None:
        """Show the sections below the choices, in forms that leave room for choices and log."""
        width = self._side.text
        room = self.screen_stack[0].query_one("#side").size.height
        if self.size.height >= _HIGH and self.size.width >= PHONE:
            room -= _LEAST_LOG

        self.screen_stack[0].query_one("#panels").styles.max_height = max(room, 1)

        def taken(lines: Iterable[Line]) -> int:
            return height(lines, width)

        needed = taken(self.choice_lines(_LEAST_CHOICES))
        forms = shortened(self.table.sections(width), room - needed, taken)
        sections = [form for form in forms if form]
        spare = room - taken(self.choice_lines()) - sum(map(taken, sections))
        gap: list[Line] = [[]] if spare >= len(sections) else []
        lines = [line for form in sections for line in (*gap, *form)]
        self._panel("#facts").show(lines)
        self._choice_room = max(room - taken(lines), needed)

    def bar_of(self) -> tuple[int, Seat]:
        """Return how many moves there are before what is shown, and the seat that values it."""
        return len(self.session.moves), self.session.viewpoint

    def _draw_bar(self) -> None:
        """Show how well each seat stands, as soon as that is known; until then, what was known."""
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
        """Draw the board and what is at the cursor."""
        board = self.screen_stack[0].query_one(Board)
        size = board.size
        if size.width and size.height:
            picture = self.table.picture(size.width, size.height)
            board.show_picture(picture, self.table.cursor)
        self._panel("#choice").show(self._fitting_choices())

    def _fitting_choices(self) -> list[Line]:
        """Return the lines at the top of the panels, with as many choices as there is room for."""
        width = self._side.text
        most = min(_MOST_CHOICES, len(self.table.menu.choices))
        lines = list(self.choice_lines(most))
        while most > 1 and (over := height(lines, width) - self._choice_room) > 0:
            most = max(1, most - over)
            lines = list(self.choice_lines(most))
        return lines

    def on_board_resized(self) -> None:
        """Draw the board in its new size, and keep to the end of the log."""
        self.draw()
        self._go_to_end_of_log()

    def choice_lines(self, most: int = _MOST_CHOICES) -> Iterator[Line]:
        """Yield the lines at the top of the panels, with ``most`` numbered choices."""
        del most
        yield from self.table.choice_lines(self._side.text)

    def _keys_lines(self) -> list[Line]:
        """Return the last lines of the screen: the keys that matter now, as many as fit."""
        lines: list[Line] = [[]]
        most = 1 if self.size.height < _HIGH else 3 if self.size.width < PHONE else 2
        room = self.size.width - 2
        for key, meaning in self.keys():
            wanted = len(f"{key} {meaning}  ")
            if room - wanted < -2 and len(lines) < most:
                lines.append([])
                room = self.size.width - 2
            room -= wanted
            if room >= -2:
                *keys, last = self._pressing(key)
                lines[-1] += [(one, "bold #ffb347") for one in (*keys, last)]
                lines[-1].append((last.cut_to(f" {meaning}  "), "#c3ccd4"))
        return lines

    def _pressing(self, shown: str) -> Iterator[Clickable]:
        """Yield keys as they are shown, so that a click on one presses it."""
        named = {**_KEY_NAMES, say("space"): "space"}
        named |= {one.key: one.keys for one in self.desk.COMMANDS}
        for names, told, _ in self.table.KEYS:
            if told == shown and "," in names:  # two keys in one, told by their arrows
                first, second = names.split(",")
                yield Clickable(shown[:-1], key=first)
                yield Clickable(shown[-1], key=second)
                return
            named[told] = names
        for place, one in enumerate(shown.split(" ")):
            yield Clickable(f" {one}" if place else one, key=named.get(one, ""))

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield keys and what they do."""
        yield self.key("help")

    def _panel(self, name: str) -> Panel:
        return self.screen_stack[0].query_one(name, Panel)

    def message(self, *lines: Line) -> None:
        """Show a message above the command line; without lines, remove it.

        Its line stays, so that the board keeps its size.
        """
        self._panel("#message").show(lines)

    def draw_log(self) -> None:
        """Show the end of the log."""
        self._panel("#log").show(self.history.lines[-60:])
        self._go_to_end_of_log()

    def _go_to_end_of_log(self) -> None:
        pane = self.screen_stack[0].query_one("#log-pane", VerticalScroll)
        pane.call_after_refresh(pane.scroll_end, animate=False, force=True)

    def rewrite_log(self, moves: Sequence[Move]) -> None:
        """Write the log again."""
        self.history.rewrite(self.table, moves)
        self.draw_log()

    def commands(self) -> Iterator[str]:
        """Yield what may be typed, the likeliest first."""
        yield from completions(self.desk.commands(), Front.SCREEN)

    def key(self, word: str, label: str = "") -> tuple[str, str]:
        """Return the key of a command with a label, by default its word."""
        return self.desk.words[word].key, label or as_typed(word)

    def ledger(self) -> "dict[str, Rule]":
        """Return the rules of the game."""
        if self._ledger is None:
            from gridgames.languages.ledgers import rules

            self._ledger = rules(self.session.game.LEDGER, current_language())
        return self._ledger
