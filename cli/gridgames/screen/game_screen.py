"""The full screen: one design for all games, played or replayed."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Event, Key, Resize
from textual.widgets import Input

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridgames.bots.evaluation_client import EvaluationClient
from gridgames.desk.desk import number as number_typed
from gridgames.desk.desk import parts_of
from gridgames.desk.narration import told_together
from gridgames.games.face import Move
from gridgames.games.registry import table_of
from gridgames.games.table import BAD, DIM
from gridgames.languages.language import current_language
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.languages.messages import render_error as told_problem
from gridgames.review.evaluation_text import bar_line, bar_words
from gridgames.screen.application import Application
from gridgames.screen.widgets.command_line import CommandLine
from gridgames.screen.widgets.command_palette import CommandsOfTable
from gridgames.screen.widgets.completion import Completion
from gridgames.screen.widgets.dialogs import (
    EndDialog,
    Lineless,
    MenuDialog,
    RulesDialog,
    TextDialog,
    rule_lines,
)
from gridgames.screen.widgets.layout import NARROW, PHONE, Side, height, in_a_row, shortened, side
from gridgames.screen.widgets.panels import Board, Panel
from gridgames.screen.widgets.themes import register_themes
from gridgames.sessions.command_table import (
    Command,
    Front,
    by_word,
    command_and_rest,
    completions,
    elsewhere,
    help_entries,
)
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings, is_on, set_theme
from gridgames.terminal import output
from gridgames.terminal.output import Clickable, Line
from gridgames.terminal.printable import visible

if TYPE_CHECKING:
    from gridcommon.ledger import Rule

_LOGGED = 200  # lines of the log that are kept on the screen
_HIGH = 30  # lines from which the log is beside the board
_LEAST_LOG = 4  # lines of it, with the rule above
_MOST_CHOICES = 9  # that have a number
_LEAST_CHOICES = 5  # of them are kept where there is little room
_IN_DIALOG = 70  # columns of a text in a dialog
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

SCREEN_CSS = """
Screen { background: $background; color: $foreground; }
"""

_CSS = (
    SCREEN_CSS
    + """
#title { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; }
#middle { height: 1fr; }
#tabs { display: none; height: 1; padding: 0 1; background: $strip; }
.phone #tabs { display: block; }
#board { width: 1fr; background: $background; scrollbar-size: 1 1; }
#side { padding: 0 0 0 1; border-left: solid $rule; }
#side.narrow { border: none; }
#panels { height: auto; scrollbar-size: 1 1; }
#panels Panel { height: auto; }
#log-pane { height: 1fr; border-top: solid $rule; scrollbar-size: 1 1; }
#log { height: auto; }
.short #log-pane { display: none; }
.phone.tab-board #side, .phone.tab-panel #board, .phone.tab-log #board { display: none; }
.phone.tab-panel #log-pane, .phone.tab-log #panels { display: none; }
.phone.tab-log #log-pane { display: block; }
#guide { height: auto; max-height: 1; padding: 0 1; background: $strip; }
#bar { display: none; height: 1; padding: 0 1; background: $strip; text-wrap: nowrap; }
#message { height: auto; min-height: 1; max-height: 3; padding: 0 1; background: $strip; }
#command { height: 1; border: none; padding: 0 1; background: $field; }
Input > .input--placeholder { color: $hint; }
.box Panel { height: auto; }
#keys { height: auto; min-height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; }
TextDialog, MenuDialog, Question, RulesDialog, EndDialog, ChartDialog {
    align: center middle; background: #000000 50%; }
HandOver { align: center middle; background: $background; }
.box { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 2;
       border: round $frame; background: $surface; }
.box.small { width: 60; }
.box.large { width: 90; height: 90%; }
.box VerticalScroll { height: auto; max-height: 70vh; scrollbar-size: 1 1; }
.box.large #rule { height: 1fr; max-height: 100%; border-top: solid $rule; }
.box OptionList { height: auto; max-height: 70vh; border: none; background: $surface;
                  scrollbar-size: 1 1; padding: 0; }
.box.large OptionList { max-height: 25vh; }
.box.chart { width: 96%; height: 94%; max-height: 94%; }
.box.chart VerticalScroll { height: 1fr; max-height: 100%; }
EndDialog VerticalScroll { max-height: 55vh; }
.box Input { border: none; height: 1; background: $field; }
"""
)


# Textual has methods with these names itself.
METHODS = {"help": "help_keys", "quit": "ask_to_leave", "back": "step_back"}


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """Return the key bindings of commands."""
    return [
        Binding(command.keys, METHODS.get(command.word, command.word), show=False)
        for command in commands
        if command.keys
    ]


class GameScreen(Application[None]):
    """What playing and replaying have in common: board, panels, message, command line."""

    CSS = _CSS
    COMMANDS: ClassVar[set[Any]] = {CommandsOfTable}
    AUTO_FOCUS = "#command"
    OFFERED: ClassVar[Sequence[Command]] = ()

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "ask_to_leave", show=False, priority=True),
        Binding("tab", "cycle(1)", show=False, priority=True),
        Binding("shift+tab", "cycle(-1)", show=False, priority=True),
        Binding("escape", "forget", show=False),
        *(
            Binding(key, f"step({dx}, {dy})", show=False)
            for key, dx, dy in (("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0))
        ),
    ]

    def __init__(self, session: Session, settings: Settings | None = None) -> None:
        super().__init__()
        self.session = session
        self.settings = settings or Settings()
        register_themes(self, self.settings.theme)
        self.face = session.face
        names = [player.shown for player in session.players]
        self.table = table_of(self.face, names, session.state)
        self._ledger: dict[str, Rule] | None = None
        self._words = by_word(self.OFFERED, Front.SCREEN)
        self._told: list[Line] = []
        self._group: list[Move] = []  # the last moves, that are told together
        self._group_lines = 0  # of the log
        self._tab = TABS[0]  # that a narrow screen shows
        self._is_tiny = False  # as the message says then
        self._choice_room = 0  # lines of the panels that are left for choices
        self.thinker = EvaluationClient(session.wing)
        self._has_bar = False
        self._valued: tuple[int, Seat] | None = None  # the place that the bar is of, or will be

    def on_unmount(self) -> None:
        """End the process that thinks."""
        self.thinker.close()

    def compose(self) -> ComposeResult:
        """Make the widgets of the screen."""
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
    def _side(self) -> Side:
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

    def action_bar(self, wanted: str = "") -> bool:
        """Show the evaluation bar from now on, or not any more; return whether that was said."""
        try:
            self._has_bar = is_on(wanted) if wanted else not self._has_bar
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        self.message([(bar_words(self.session.wing, is_on=self._has_bar), DIM)])
        self._has_bar = self._has_bar and self.session.wing.adviser is not None
        self._valued = None
        self._draw_bar()
        return True

    def bar_of(self) -> tuple[int, Seat]:
        """Return how many moves there are before what is shown, and the seat that values it."""
        return len(self.session.moves), self.session.eyes

    def _draw_bar(self) -> None:
        """Show how well each seat stands, as soon as that is known; until then, what was known."""
        self._panel("#bar").display = self._has_bar
        if self._has_bar and self._valued != self.bar_of():
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
        named |= {one.key: one.keys for one in self.OFFERED}
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

    def log_move(self, move: Move, number: int) -> None:
        """Add a move to the log, with those before it if they are told together."""
        if self._group and self.face.joins(self._group, move):
            del self._told[-self._group_lines :]
        else:
            self._group = []
        self._group.append(move)
        before = len(self._told)
        first, *others = told_together(self.face, self._group, self.table.names)
        seat = self._group[0].seat
        style = DIM if seat is None else self.table.style_of(seat).removeprefix("bold ")
        self._told.append([(f"{number:>3} ", DIM), (first, style)])
        self._told.extend([("    " + sentence, DIM)] for sentence in others)
        self._group_lines = len(self._told) - before
        del self._told[:-_LOGGED]

    def draw_log(self) -> None:
        """Show the end of the log."""
        self._panel("#log").show(self._told[-60:])
        self._go_to_end_of_log()

    def _go_to_end_of_log(self) -> None:
        pane = self.screen_stack[0].query_one("#log-pane", VerticalScroll)
        pane.call_after_refresh(pane.scroll_end, animate=False, force=True)

    def rewrite_log(self, moves: Sequence[Move]) -> None:
        """Write the log again."""
        self._told.clear()
        self._group = []
        first = max(0, len(moves) - _LOGGED)
        for number, move in enumerate(moves[first:], start=first + 1):
            self.log_move(move, number)
        self.draw_log()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed; what cannot be done stays there to be corrected."""
        if event.input is not self.line:
            return
        line = event.value.strip()
        if not line:
            self.line.clear()
            self.enter()
        elif self.do_line(line):
            self.line.clear()

    def on_panel_clicked(self, event: Panel.Clicked) -> None:
        """Press the key of what was clicked, or do what it types.

        A double click is no answer to what the first of its clicks has asked.
        """
        if event.again and (event.part.key == "enter" or event.part.typed.endswith("!")):
            return
        if event.part.key:
            self.simulate_key(event.part.key)
        elif len(self.screen_stack) == 1:
            self.take_click(event.part.typed)

    def take_click(self, typed: str) -> None:
        """Do what a click types."""
        self.line_begins()
        self.do_line(typed)

    def line_begins(self) -> None:
        """Take note that a line is begun."""

    def do_line(self, line: str) -> bool:
        """Do the parts of a line, and return whether all are done; the rest stays in the line."""
        if rest := self.obey_parts(line):
            self.line.refused(rest)
        return not rest

    def obey_parts(self, line: str) -> str:
        """Do the parts of a line one after another, and return those that cannot be done."""
        parts = parts_of(line)
        while parts:
            with self.session.meaning(parts[0]) as part:
                if not self.obey(part):
                    break
            del parts[0]
            if parts and not self.goes_on():
                break
        return "; ".join(parts)

    def goes_on(self) -> bool:
        """Return whether the rest of a line may be done, after closing the text of a part.

        What follows closes a text as if it were typed over it; a list is to be answered first.
        """
        dialog = self.screen
        if isinstance(dialog, Lineless) and not isinstance(dialog, MenuDialog):
            dialog.dismiss(None)
        return not isinstance(dialog, MenuDialog)

    def enter(self) -> None:
        """Take Enter where nothing is typed."""

    def on_command_line_space(self) -> None:
        """Take space where nothing is typed."""
        self.press("space")

    async def on_event(self, event: Event) -> None:
        """Let what is typed close a dialog without a line, before it goes into the line."""
        if isinstance(event, Key):
            dialog = self.screen
            if isinstance(dialog, Lineless) and dialog.begins_line(event):
                dialog.dismiss(None)
        await super().on_event(event)

    def on_key(self, event: Key) -> None:
        """Take the keys of the game that are in no table."""
        if len(self.screen_stack) == 1 and not self.line.value:
            self.press(event.key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Tab to an open dialog."""
        if action == "cycle" and len(self.screen_stack) > 1:
            return False
        return super().check_action(action, parameters)

    def commands(self) -> Iterator[str]:
        """Yield what may be typed, the likeliest first."""
        yield from completions(self.offered(), Front.SCREEN)

    def offered(self) -> Sequence[Command]:
        """Return the commands that the help tells of and the line completes."""
        return self.OFFERED

    def press(self, key: str) -> None:
        """Take a key of the game."""

    def obey(self, line: str) -> bool:
        """Run a command, or let the game read the line; return whether that is done."""
        if told := elsewhere(line, self.OFFERED, Front.SCREEN):
            self.message([(told, BAD)])
            return False
        word, rest = command_and_rest(line)
        command = self._words.get(word)
        if command is None or (rest and not command.usage):
            return self.read_line(line)
        method = getattr(self, f"action_{METHODS.get(command.word, command.word)}")
        return method(*([rest] if command.usage else ())) is not False

    def read_line(self, line: str) -> bool:
        """Read a line that is not a command, and return whether what it asks for is done."""
        raise NotImplementedError

    def action_forget(self) -> None:
        """Empty the command line, and take the message away."""
        self.line.clear()
        self.message()

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        self.table.move(dx, dy)
        self.draw_board()

    def action_cycle(self, step: int) -> None:
        """Go to the next target, or complete the command."""
        if self.line.value:
            self.line.action_cursor_right()
            return
        self.table.cycle(step)
        self.draw_board()

    def action_zoom(self) -> None:
        """Show the board in the next size."""
        self.table.zoom = (self.table.zoom + 1) % self.table.ZOOMS
        self.draw_board()

    def action_theme(self, wanted: str = "") -> bool:
        """Show everything in another theme, by default in the next one, and remember it."""
        try:
            self.theme = set_theme(self.settings, wanted)
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        self.message([(say("Theme: {name}", name=as_typed(self.theme)), DIM)])
        return True

    def action_command_palette(self) -> None:
        """Show all commands, to be found by some letters of theirs."""
        if len(self.screen_stack) == 1:
            told = say("Some letters of a command")
            self.push_screen(CommandPalette(placeholder=told, id="--command-palette"))

    def take_command(self, typed: str, *, whole: bool) -> None:
        """Do what was chosen in the palette, or leave it in the line for what has to follow."""
        if whole:
            self.do_line(typed)
        else:
            self.line.value = f"{typed} "
            self.line.cursor_position = len(self.line.value)

    def show_told(self, title: str, told: Callable[[Any, Sequence[str]], Iterable[Line]]) -> None:
        """Show the visible state in a dialog, described by ``told``."""
        with output.within(min(_IN_DIALOG, self.size.width - 10)):
            lines = list(told(self.table.state, self.table.names))
        self.push_screen(TextDialog(title, lines))

    def action_board(self) -> None:
        """Show the board in words."""
        self.show_told(say("The board"), self.face.board)

    def action_state(self) -> None:
        """Show everything on the table."""
        self.show_told(say("Everything on the table"), self.face.whole)

    def action_players(self) -> None:
        """Show what the players have."""
        self.show_told(say("The players"), self.face.players)

    def action_secrets(self) -> None:
        """Say who can see what."""
        lines: list[Line] = [[(sentence, "")] for sentence in self.table.secrets()]
        self.push_screen(TextDialog(say("Who can see what"), lines))

    def action_log(self, count: str = "") -> bool:
        """Show the log, or its last ``count`` lines; return whether that is a number."""
        try:
            wanted = number_typed(count) if count else _LOGGED
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        lines = self._told[max(0, len(self._told) - wanted) :]
        self.push_screen(TextDialog(say("What happened"), lines, at_end=True))
        return True

    def action_help_keys(self) -> None:
        """Show the keys."""
        self.push_screen(TextDialog(say("Help"), self.help_lines()))

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys, then the commands."""
        entries = (*self.help_keys(), *help_entries(self.offered(), Front.SCREEN))
        for key, meaning in entries:
            yield [(f"{key:<14}", "bold #ffb347"), (meaning, "")]

    def help_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the other keys, with what they do."""
        yield from ()

    def key(self, word: str, label: str = "") -> tuple[str, str]:
        """Return the key of a command with a label, by default its word."""
        return self._words[word].key, label or as_typed(word)

    def ledger(self) -> "dict[str, Rule]":
        """Return the rules of the game."""
        if self._ledger is None:
            from gridgames.languages.ledgers import rules

            self._ledger = rules(self.session.game.LEDGER, current_language())
        return self._ledger

    def show_result(self, after: Sequence[str], *commands: str) -> None:
        """Show who has won, by which rule, and what can be done next, by ``commands`` too."""
        lines: list[Line] = [
            [(sentence, "")]
            for sentence in self.face.tell_result(self.session.result, self.table.names)
        ]
        rule = self.ledger().get(self.session.result.decided_by)
        if rule:
            lines += [[], *rule_lines(rule)]
        lines += [[], *([(told, DIM)] for told in after)]
        choices = [one for one in self.OFFERED if one.word in commands]
        self.push_screen(EndDialog(lines, choices), self._do_after_the_end)

    def _do_after_the_end(self, command: Command | None) -> None:
        if command is None:
            return
        if command.usage:  # its rest is to be typed, or offered
            self.line.value = f"{as_typed(command.word)} "
            self.line.action_end()
        self.obey(command.word)

    def chart(self, moves: int | None = None) -> bool:
        """Show what the game has come to after so many moves; return whether a round is over."""
        from gridgames.review.statistics_text import statistics_of
        from gridgames.screen.widgets.charts import ChartDialog

        statistics = statistics_of(self.session, moves)
        if not statistics.rounds:
            self.message([(say("No round is over yet."), DIM)])
            return False
        self.push_screen(ChartDialog(statistics, self.table.names))
        return True

    def action_chart(self) -> bool:
        """Show what the game has come to."""
        return self.chart()

    def action_export(self, name: str) -> bool:
        """Write the record, or the numbers by round, to a new file; return whether it is done."""
        if not name:
            self.message(self._export_offers())
            return False
        from gridgames.review.statistics_text import export

        try:
            export(self.session, Path(name))
        except NotationError as problem:
            self.message([(told_problem(problem), BAD)])
            return False
        self.message([(say("Written to {file}.", file=visible(name)), DIM)])
        return True

    def _export_offers(self) -> Line:
        """Return how a file is written, with names that can be clicked."""
        header = self.session.header
        told = say("Write export and the name of a file: .jsonl, .csv, .json, .txt, .svg or .png.")
        line: Line = [(told, DIM)]
        for suffix in (".jsonl", ".csv", ".json", ".svg"):
            name = f"{header.game}-{header.seed}{suffix}"
            line += [(" ", ""), (Clickable(name, typed=f"export {name}"), "bold")]
        return line

    def action_rules(self, wanted: str = "") -> None:
        """Show the ledger."""
        self.push_screen(RulesDialog(self.ledger(), wanted))

    def action_leave(self) -> None:
        """Leave at once."""
        self.exit()

    def action_ask_to_leave(self) -> None:
        """Leave."""
        self.exit()
