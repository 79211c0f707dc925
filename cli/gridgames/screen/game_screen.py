"""The full screen of a table: its panes, input, answers, keys and dialogs."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import starmap
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Event, Key, Resize

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridcommon.evaluation import Candidate
from gridgames.languages.language import current_language
from gridgames.languages.messages import as_typed, render_error, say
from gridgames.screen.application import Application
from gridgames.screen.ending import Ending, columns_of
from gridgames.screen.keys import help_lines, keys_line
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.widgets.command_line import CommandLine, CommandProvider, Completion
from gridgames.screen.widgets.dialogs import (
    MenuDialog,
    RulesDialog,
    TextDialog,
    TypeThroughDialog,
)
from gridgames.screen.widgets.panels import (
    NARROW,
    PHONE,
    Panel,
    SidePanels,
    fitted,
    height,
    in_a_row,
    shortened,
    side,
)
from gridgames.screen.widgets.themes import GAME_CSS, register_themes
from gridgames.show.parts import Banner
from gridgames.show.registry import table_of
from gridgames.show.table import BAD, DIM, GOOD, HEAD, Table, Variants, cut
from gridgames.table import answers
from gridgames.table.answers import Message, Reply, problem
from gridgames.table.bots.evaluation_client import EvaluationClient
from gridgames.table.bots.roster import sitting
from gridgames.table.command_table import Command, Front, completions
from gridgames.table.desk import Desk
from gridgames.table.draft import DraftPolicy
from gridgames.table.ending import moments, own_seat
from gridgames.table.evaluation_text import bar_line, reason_words, worth_words
from gridgames.table.narration import narrate_group, news, stories, turning_point
from gridgames.table.session import Session
from gridgames.table.settings import Settings, set_motion, set_picture, set_theme
from gridgames.table.statistics_text import statistics_of
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line, line_width, within
from gridgames.terminal.seat_styles import GLYPHS

if TYPE_CHECKING:
    from gridcommon.ledger import Rule
    from gridgames.study.review.review import ReviewJson


_KEPT = 200  # lines of the log
_ROWS = 5  # lines of the screen above and below the board
_LOG = (6, 4, 3, 2, 1)  # lines that the log may take
_LEAST_CHOICE = 6  # lines of the section of the choice, with its title
_MOST_CHOICES = 9  # with a number
TABS = ("board", "panel", "log")  # of a narrow screen
_LEAST = (40, 18)  # columns and lines of the smallest usable screen


_IN_DIALOG = 70  # columns of a text in a dialog
REPLAY_ACTIONS = {"landmark", "main_landmark", "jump", "point"}
BOARD_ACTIONS = {"cycle", "step", "point", "side", "jump", "landmark", "main_landmark"}
# Textual has methods with these names itself.
METHODS = {"help": "help_keys", "quit": "ask_to_leave"}


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """Return the key bindings of commands."""
    found = dict.fromkeys((one.keys, one.word) for one in commands if one.keys)
    return [Binding(keys, f"command('{word}')", show=False) for keys, word in found]


class GameScreen(Application[None]):
    """A table on the screen, whatever happens there: its panes, typed lines, clicks and dialogs."""

    CSS = GAME_CSS
    AUTO_FOCUS: ClassVar[str | None] = "#command"
    COMMANDS: ClassVar[set[Any]] = {CommandProvider}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "ask_to_leave", show=False, priority=True),
        Binding("tab", "cycle(1)", show=False, priority=True),
        Binding("shift+tab", "cycle(-1)", show=False, priority=True),
        Binding("escape", "forget", show=False),
        *(
            Binding(key, f"step({dx}, {dy})", show=False)
            for key, dx, dy in (("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0))
        ),
    ]

    desk: Desk

    def __init__(self, desk: Desk, settings: Settings | None = None) -> None:
        super().__init__()
        self.desk = desk
        session = desk.session
        self.settings = settings or Settings()
        register_themes(self, self.settings.theme)
        self.face = session.face
        self.table = desk.table = self.new_table()
        self._tab = TABS[0]  # that a narrow screen shows
        self._is_tiny = False  # smaller than the smallest usable screen
        self._choice_room = 0  # lines of the panels for the choices
        self._log_room = 0  # and for the log
        self._facts: list[Line] = []  # the sections below them
        self._story: list[Line] = []  # what has happened since the last choice of the viewer
        self._uncovered: Any = None  # the state in which a person looks at the board below cards
        self.thinker = EvaluationClient(session.wing)
        self._valued: tuple[int, Seat] | None = None  # the place that the bar evaluates
        self._is_replay = self.session.policy.is_replay
        self.paused = False
        self._is_click = False  # whether the current line was clicked and not typed
        self._written: tuple[Sequence[Any], Sequence[str]] = ((), ())  # legal actions, and as typed
        self._banner: tuple[Any, tuple[Banner, bool]] = (None, (Banner(), False))  # for a state
        self.playing = False  # a replay goes on by itself
        self._review: tuple[Any, ReviewJson | None] = (None, None)  # with the state at the end
        self.ending: Ending | None = None  # of a finished game
        self.is_end_open = False  # whether it is shown in place of the panels
        self.ended_at = 0.0  # when it was shown

    def new_table(self) -> Table:
        """Return the table of the game, with those who sit at it."""
        if self.draft:
            return self.draft.table
        seated = sitting(self.session.players)
        table = table_of(self.face, [one.name for one in seated], self.session.state)
        table.levels = [one.level for one in seated]
        table.moves = self.desk.moves
        return table

    @property
    def session(self) -> Session:
        """The game."""
        return self.desk.session

    @property
    def place(self) -> int:
        """The number of moves before the position that is shown."""
        return self.session.policy.place

    @property
    def draft(self) -> DraftPolicy | None:
        """The policy of a draft, whose keys act at the cursor, or None."""
        policy = self.session.policy
        return policy if isinstance(policy, DraftPolicy) else None

    def on_unmount(self) -> None:
        self.thinker.close()

    def compose(self) -> ComposeResult:
        # Set the classes before any widget exists, so that Textual does not restyle them all.
        self.screen_stack[0].update_classes(self._classes_wanted(self.size.width), update=False)
        yield Panel(id="title")
        yield Panel(id="tabs")
        yield Panel(id="banner")
        with Horizontal(id="middle"):
            yield DrawnBoard(self.way)
            yield Panel(id="cards", folds=False)
            with Vertical(id="side"):
                with VerticalScroll(id="panels", can_focus=False):
                    yield Panel(id="choice", folds=False)
                    yield Panel(id="facts", folds=False)
                with VerticalScroll(id="log-pane", can_focus=False):
                    yield Panel(id="log")
        yield Panel(id="gap")
        yield Panel(id="guide")
        yield Panel(id="bar")
        if self.session.policy.step or self.session.policy.last_step:
            yield Panel(id="lesson")
        yield Panel(id="message")
        yield CommandLine(Completion(self.commands, self.ledger, self._is_key))
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
        if self.ending:
            self.call_after_refresh(self.draw)

    def _fit(self, width: int) -> None:
        screen = self.screen_stack[0]
        panels = screen.query_one("#side")
        panels.set_class(width < NARROW, "narrow")
        panels.styles.width = columns_of(width) if self.is_end_open else self._side.columns
        screen.update_classes(self._classes_wanted(width))
        self._panel("#tabs").show([self._tabs_line()])

    def _classes_wanted(self, width: int) -> dict[str, bool]:
        """Return the classes of the style sheet, and whether the screen has them."""
        tabs = {f"tab-{tab}": tab == self._tab for tab in TABS}
        over = {"over": self.is_end_open, "whole": self.is_end_open and width < NARROW}
        return {"phone": width < PHONE, "drafting": self.draft is not None, **over, **tabs}

    def _tabs_line(self) -> Line:
        """Return the names of the tabs of a narrow screen, the current one in brackets."""
        return [
            (Clickable(f"[{as_typed(tab)}] ", typed=f"view {tab}"), "bold")
            if tab == self._tab
            else (Clickable(f" {as_typed(tab)}  ", typed=f"view {tab}"), DIM)
            for tab in TABS
        ]

    def action_view(self, wanted: str = "") -> None:
        """Show another tab of a narrow screen, by default the next one."""
        named = {word: tab for tab in TABS for word in (tab, as_typed(tab))}
        tab = named.get(wanted or TABS[(TABS.index(self._tab) + 1) % len(TABS)])
        if tab is None:
            allowed = ", ".join(map(as_typed, TABS))
            raise NotationError(
                "expected {allowed}, found {found}", allowed=allowed, found=repr(wanted)
            )
        self._tab = tab
        self._fit(self.size.width)
        self.call_after_refresh(self.on_board_resized)

    @property
    def _side(self) -> SidePanels:
        return side(self.size.width)

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
        self._draw_banner(room)
        guide = in_a_row(self.table.guide(), room)
        self._panel("#guide").show([guide] if guide else [])
        is_idle = not self.playing if self._is_replay else self.paused
        is_typing = self.line.display
        keys = keys_line(self.desk, self.table, room, is_idle=is_idle, is_typing=is_typing)
        self._panel("#keys").show([keys])
        self.call_after_refresh(self._place_message)

    def _place_message(self) -> None:
        """Put the message on the gap below the board, from where it grows over the board."""
        if (
            self.screen_stack
            and (below := self.size.height - self._panel("#gap").region.bottom) > 0
        ):
            self._panel("#message").styles.margin = 0, 0, below, 0

    def _draw_banner(self, room: int) -> None:
        """Draw a turning point over the whole width while it is new, later one line of it."""
        key, panel = (self.session.state, self.place, self.table.viewer), self._panel("#banner")
        if key != self._banner[0] and not self.draft:
            self._banner = key, turning_point(self.session, key[2], self.place)
        banner, is_new = self._banner[1]
        panel.display = is_new or bool(banner.line)
        panel.set_class(is_new, "new")
        if not is_new:
            panel.show([[(cut(banner.line, room), BAD)]])
            return
        lines: list[Line] = [[(banner.title, HEAD), (f"  {' '.join(banner.sentences)}", "")]]
        if banner.standing:
            lines.append([])
        for seat, words in banner.standing:
            lines[-1] += [(f"{GLYPHS[seat]} {words}", self.table.style_of(seat)), ("   ", "")]
        panel.show(lines)

    def _draw_cards(self) -> None:
        """Lay the cards of the moment over the lower part of the board."""
        board, panel = self.screen_stack[0].query_one(DrawnBoard), self._panel("#cards")
        width, height = board.size
        self.table.covers_panels = PHONE <= self.size.width < NARROW and bool(self.table.stage())
        if self.table.covers_panels:
            width = self.size.width
        is_bare = self.ending or self._uncovered is self.table.state
        lines = [] if is_bare else self.table.cards(width, height)
        self.table.has_cards = panel.display = bool(lines)
        if lines:
            panel.styles.width = columns = line_width(lines[0])
            panel.styles.offset = (width - columns) // 2, height - len(lines)
            panel.show(lines)

    def cover_board(self) -> bool:
        """Lay the cards over the board again; return whether a person had taken them away."""
        if self._uncovered is not self.table.state:
            return False
        self._uncovered = None
        self.draw()
        return True

    def uncover_board(self) -> None:
        """Take the cards away until the state changes."""
        if self.table.has_cards:
            self._uncovered = self.table.state
            self.draw()

    def _draw_facts(self) -> None:
        """Lay out the panels beside the board; the terminal alone decides their heights."""
        side, screen = self._side, self.screen_stack[0]
        actual = screen.query_one("#side").size.height
        if self.is_end_open:
            self._facts, self._choice_room, self._story = [], actual, []
            return
        parts, frame = self.table.sections(side.text), 1 + side.is_boxed
        has_log = not self.draft and self.size.width >= PHONE
        choice = Variants([h + frame for h in self.table.CHOICE])
        if self.draft:
            choice = Variants([len(side.framed(self._choice_section(_MOST_CHOICES)))])
        log = Variants([h + frame for h in _LOG] if has_log else [0])
        steady = [part for part in parts if part.heights] or parts
        heights = [
            Variants(
                [h + frame * bool(h) for h in part.heights]
                or [len(side.framed(form)) for form in part.forms],
                part.rank,
            )
            for part in steady
        ]
        # What takes lines from the board for a moment takes them from the choice alone.
        for room in (self.size.height - _ROWS, actual):
            first, *taken, last = shortened([choice, *heights, log], room, int)
            rest = max(room - first - sum(taken), last) if has_log else 0
            self._choice_room, self._log_room = actual - sum(taken) - rest, rest - frame
            if self._choice_room >= _LEAST_CHOICE:
                break
        forms = zip(steady, taken, strict=True)
        self._facts = [line for part, lines in forms for line in side.filling(part.forms, lines)]
        for part in (part for part in parts if part not in steady):  # a panel of the moment
            framed, least = [*map(side.framed, part.forms)], side.framed(self._choice_section(1))
            room = self._choice_room - len(least)
            lines = next((one for one in framed if len(one) <= room), framed[-1][: max(room, 0)])
            self._facts[:0], self._choice_room = lines, self._choice_room - len(lines)
        before, self._story = self._story, self.story()
        if self._story != before:
            self.draw_log()

    def story(self) -> list[Line]:
        """Return what has happened since the last choice of the viewer."""
        seat = self.table.viewer
        if seat is None or self.session.to_act is None:
            return []
        return [*starmap(self._story_line, news(self.session, seat))]

    def _story_line(self, seat: Seat | None, words: str) -> Line:
        if seat is None:
            return [(words, DIM)]
        return [(f"{GLYPHS[seat]} ", self.table.style_of(seat)), (words, "")]

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
        parts = self.title_parts()
        if self.draft:
            parts.append(Variants([[(self.draft.label, DIM)], []], 1))
        paused: Line = [(f" {say('PAUSED')} ", "bold #101010 on #ffb347"), (" ", "")]
        label = paused if self.paused else []
        return [*label, *in_a_row(parts, room - line_width(label))]

    def title_parts(self) -> list[Variants[Line]]:
        """Return the parts of the first line: what is shown, and the moment of the game."""
        heading = self.table.heading()
        title: Line = [(heading.title, "bold")]
        if self.ending:
            told = say("the end, after {rounds:round|rounds}", rounds=self.table.state.round)
            switch: Line = [(Clickable(say("Tab: board"), key="tab"), DIM)]
            switch = switch if self.size.width < NARROW else []
            return [Variants([title, []], 1), Variants([[(told, DIM)]]), Variants([switch])]
        if not heading.moment:
            return [Variants([title])]
        return [Variants([title, []], 1), Variants([[(heading.moment, "bold")]])]

    @property
    def line(self) -> CommandLine:
        """The command line."""
        return self.screen_stack[0].query_one(CommandLine)

    def draw_board(self) -> None:
        """Draw the board and the content of the spot at the cursor."""
        self.screen_stack[0].query_one(DrawnBoard).show_table(self.table)
        room, end = self._choice_room, self.ending if self.is_end_open else None
        side = self.screen_stack[0].query_one("#side")
        side.query_one("#log-pane").set_class(end is not None, "-hidden")
        lines = end.lines(side.size.width - 3, room) if end else self._fitting_choices()
        choice, facts = self._panel("#choice"), self._panel("#facts")
        choice.styles.height = needed = max(room, len(lines))
        choice.show(lines)
        facts.show(self._facts[needed - room :])  # covered rather than moved

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
        is_over = not self.table.heading().brief
        lines = [[(self.verdict(), "")]] if is_over else list(self.choice_lines(most)) or [[]]
        return Section(self.choice_title(), lines, is_focus=bool(self.table.offers))

    def choice_title(self) -> str:
        """Return the title of the top section: who has to do what."""
        if self._is_replay:
            return say("Move {place} of {total}", place=self.place, total=len(self.session.moves))
        return self.table.heading().brief or say("The game is over")

    def verdict(self) -> str:
        """Return how the game ended for the only person who played, and otherwise ''."""
        session = self.desk.session
        humans, result = session.humans, session.result
        if result is None or len(humans) != 1:
            return ""
        return self.face.outcome(result, humans[0])

    def on_board_resized(self) -> None:
        """Draw the board in its new size, and scroll to the end of the log."""
        self.draw()
        self._go_to_end_of_log()

    def choice_lines(self, most: int) -> Iterator[Line]:
        """Yield the lines at the top of the panels, with ``most`` numbered choices."""
        if self._is_replay and self.place:
            move = self.session.moves[self.place - 1]
            first, *_ = narrate_group(self.face, [move], self.table.names)
            yield [(first, "")]
        for sentence in self.session.marks.get(self.place, ()) if self._is_replay else ():
            yield [(sentence, GOOD)]
        yield from self.table.choice_lines(self._side.text)
        yield from self.table.numbered_lines(self._side.text, most)

    def _panel(self, name: str) -> Panel:
        return self.screen_stack[0].query_one(name, Panel)

    def message(self, *lines: Line) -> None:
        """Show a message above the command line, over the edge of the board if it is long."""
        self._panel("#message").show(lines)

    def draw_log(self) -> None:
        """Show what has happened since the viewer's last move, or else the end of the log."""
        if self.draft:
            return
        pane = self.screen_stack[0].query_one("#log-pane")
        pane.border_title = say("Since your last move") if self._story else say("Log")
        lines, room = self.log_lines()[-60:], self._log_room
        if self._story:
            told = fitted(self._story, self._side.text, room)
            while lines and height(lines, self._side.text) > room - len(told):
                del lines[0]
            lines = [*told, *lines]
        self._panel("#log").show(lines)
        self._go_to_end_of_log()

    def _go_to_end_of_log(self) -> None:
        pane = self.screen_stack[0].query_one("#log-pane", VerticalScroll)
        pane.call_after_refresh(pane.scroll_end, animate=False, force=True)

    def log_lines(self) -> list[Line]:
        """Return the last lines of the log: numbered moves, with one line for each group."""
        moves = self.desk.moves()
        number = max(0, len(moves) - _KEPT)
        lines: list[Line] = []
        for story in stories(self.face, moves[number:], self.table.names):
            number += len(story.moves)
            first, *others = story.sentences
            style = DIM if story.seat is None else self.table.style_of(story.seat)
            # Whole lines in bold or on a plate would outshine the board.
            style = style.removeprefix("bold ").rpartition(" on ")[2]
            lines.append([(f"{number:>3} ", DIM), (first, style)])
            lines += [[("    " + sentence, DIM)] for sentence in others]
        return lines[-_KEPT:]

    def _is_key(self, text: str) -> bool:
        return self.table.takes_letter(text)

    def commands(self) -> Iterator[str]:
        """Yield the legal actions, the start of other actions, and the commands."""
        if not self._is_replay:
            yield from self._actions()
            yield from map(as_typed, self.table.words())
        yield from completions(self.desk.commands(), Front.SCREEN)

    def _actions(self) -> Sequence[str]:
        """Return legal actions in short notation, only some if there are very many."""
        offers, written = self._written
        if offers is not self.table.offers:  # it is called for every typed letter
            written = [self.face.format(action) for action in self.table.offers[:400]]
            self._written = self.table.offers, written
        return written

    def ledger(self) -> "dict[str, Rule]":
        """Return the rules of the game."""
        from gridgames.languages.ledgers import rules

        return rules(self.session.game.LEDGER, current_language())

    # Input and answers

    def close_line(self) -> None:
        """Empty the command line after it was done; a draft hides it, for its keys."""
        self.line.clear()
        if self.draft:
            self.line.display = self.line.can_focus = False
            self.set_focus(None)
            self.draw_frame()

    def open_line(self, text: str) -> None:
        """Begin a line."""
        self.line.display = self.line.can_focus = True
        self.line.value = text
        self.line.focus()
        self.line.action_end()
        self.draw_frame()

    def on_panel_clicked(self, event: Panel.Clicked) -> None:
        """Press the key of the clicked part, or do what it types.

        The second click of a double click does not answer a question that the first one asked.
        """
        if event.again and (event.part.key == "enter" or event.part.typed.endswith("!")):
            return
        if event.part.key:
            self.simulate_key(event.part.key)
        elif len(self.screen_stack) == 1:
            self.take_click(event.part.typed)

    def take_click(self, typed: str) -> None:
        """Do what a click types. An action is only shown; a second click makes it."""
        if typed.startswith("type "):
            self.open_line(typed.removeprefix("type "))
            return
        if typed.startswith("plan "):
            self.change_plan(typed)
            return
        self.line_begins()
        self._is_click = True
        try:
            self.do_line(typed)
        finally:
            self._is_click = False

    def change_plan(self, text: str) -> None:
        """Change the plan of the person to act."""

    def line_begins(self) -> None:
        """Note the current question: a number that is typed belongs to it."""
        self.desk.note_question(self.desk.question())

    def do_line(self, line: str) -> bool:
        """Do the parts of a line, and return whether all are done. The rest stays in the line."""
        rest = self.desk.do_line(line, self.show, self.may_do).line
        if rest and self.line.display:
            self.line.refused(rest)
        return not rest

    def may_do(self, part: str) -> bool:
        """Return whether another part of a line may be done: not in another person's turn.

        An open text is closed, as by a typed character. An open menu has to be answered first.
        """
        del part
        seat, to_act = self.desk.asked.seat, self.session.to_act
        may = self.session.may_overrule or seat in (None, to_act)
        if self.session.waits_for_human and to_act is not None and not may:
            return self.show(problem(self.desk.turn_words(to_act)))
        dialog = self.screen
        if isinstance(dialog, TypeThroughDialog) and not isinstance(dialog, MenuDialog):
            dialog.dismiss(None)
        return not isinstance(dialog, MenuDialog)

    def action_command(self, word: str) -> None:
        if word == "write" and self.draft and self.draft.file is None:
            suffix, _ = next(iter(self.draft.table.forms().values()))
            self.open_line(f"write {say('position')}{suffix}")
        else:
            self.desk.do_line(word, self.show, self.may_do)

    def show(self, answer: Reply) -> bool:
        """Show the answer to a part of a line, and return whether the part is done."""
        match answer:
            case Message():
                line: Line = [(answer.text, BAD if answer.is_error else DIM)]
                for name in answer.files:
                    line += [(" ", ""), (Clickable(name, typed=f"export {name}"), "bold")]
                self.message(line)
                if isinstance(answer, answers.BarSwitch):
                    self._valued = None
                    self._draw_bar()
            case answers.Log():
                lines = self.log_lines()
                first = 0 if answer.count is None else max(0, len(lines) - answer.count)
                self.push_screen(TextDialog(say("Log"), lines[first:], at_end=True))
            case answers.Chart() if answer.sentences:
                self.message([(answer.sentences[0], DIM)])
            case answers.Chart():
                from gridgames.screen.widgets.dialogs import ChartDialog

                self.push_screen(ChartDialog(answer.statistics, self.table.names))
            case answers.Prose():
                self.show_text(answer)
            case answers.FrontEndCommand():
                word, rest = answer.command.word, answer.rest
                method = getattr(self, f"action_{METHODS.get(word, word)}")
                try:
                    return method(*([rest] if answer.command.usage else ())) is not False
                except NotationError as error:
                    return self.show(problem(render_error(error)))
            case _:
                raise TypeError(answer)
        return answer.is_done

    def action_export(self, name: str) -> bool:
        """Write the game to a file."""
        from gridgames.study.exports.export import export_as

        return self.show(export_as(self.session, name))

    def show_text(self, text: answers.Prose) -> None:
        """Show a text in a dialog, which folds the sentences."""
        lines: list[Line] = [[(sentence, "")] for sentence in text.sentences]
        with within(min(_IN_DIALOG, self.size.width - 10)):
            lines += text.lines() if text.lines else ()
        self.push_screen(TextDialog(text.title, lines))

    async def on_event(self, event: Event) -> None:
        """Close a dialog by a typed character, before the character goes into the line."""
        if isinstance(event, Key):
            dialog = self.screen
            if isinstance(dialog, TypeThroughDialog) and dialog.begins_line(event):
                dialog.dismiss(None)
            elif self.ending and self.take_end_key(event.key):
                return
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys of the board to an open dialog, and those of another activity alone."""
        if action in BOARD_ACTIONS and len(self.screen_stack) > 1:
            return False
        if action == "command":
            command = self.desk.words.get(str(parameters[0]))
            if not (command and command.keys):
                return False
        if action == "side" and self.draft:
            return False
        if action in REPLAY_ACTIONS | {"side"} and self._is_replay is not (action != "side"):
            return False
        return super().check_action(action, parameters)

    def action_zoom(self) -> None:
        self.table.zoom = (self.table.zoom + 1) % self.table.ZOOMS
        self.draw_board()

    def action_theme(self, wanted: str = "") -> None:
        """Change the theme, by default to the next one, and remember it."""
        self.theme = set_theme(self.settings, wanted)
        self.message([(say("Theme: {name}", name=as_typed(self.theme)), DIM)])
        self.draw_board()

    def action_picture(self, wanted: str = "") -> None:
        """Show the board as a picture or in characters, and remember it."""
        board = self.screen_stack[0].query_one(DrawnBoard)
        text, shown = set_picture(self.settings, wanted, is_shown=board.is_drawn)
        board.use(shown)
        self.draw_board()
        self.message([(text, DIM)])

    def action_motion(self, wanted: str = "") -> None:
        """Turn highlights of changes on or off, and remember it."""
        self.message([(set_motion(self.settings, wanted), DIM)])

    def action_command_palette(self) -> None:
        """Show all commands, which can be searched."""
        if len(self.screen_stack) == 1:
            text = say("Type some letters of a command")
            self.push_screen(CommandPalette(placeholder=text, id="--command-palette"))

    def take_command(self, typed: str, *, whole: bool) -> None:
        """Do a command of the palette, or leave it in the line if it is not ``whole``."""
        if whole:
            self.do_line(typed)
        else:
            self.line.value = f"{typed} "
            self.line.action_end()

    def on_command_line_help_wanted(self) -> None:
        self.action_help_keys()

    def action_help_keys(self) -> None:
        self.push_screen(TextDialog(say("Help"), help_lines(self.desk, self.table)))

    def show_end(self) -> None:
        """Show who won and why, how the game went, and three moments, beside the board."""
        session, first = self.session, []
        if found := self.found_review():
            from gridgames.study.review.review_text import review_moments

            first = review_moments(session, found)
        own, statistics = own_seat(session), statistics_of(session)
        self.ending = Ending(session, own, statistics, moments(session, own, statistics, first))
        self.is_end_open, self.ended_at = True, monotonic()
        self.table.has_marks = False
        self.draw_end()

    def draw_end(self) -> None:
        """Draw everything, and again when the panels have their new size."""
        self.draw()
        self.call_after_refresh(self.draw)

    def take_end_key(self, key: str) -> bool:
        """Do what a key does at the end while nothing is typed; return whether it does anything."""
        del key
        return False

    def hide_end(self) -> None:
        """Return to the table, which shows a position before the end."""
        if self.ending:
            self.ending, self.is_end_open, self.table.has_marks = None, False, True

    def found_review(self) -> "ReviewJson | None":
        """Return the review of the finished game if there is one, perhaps kept beside its save."""
        from gridgames.study.review.kept_reviews import KeptReviews
        from gridgames.study.review.review import seats_named

        (state, found), save = self._review, self.desk.save
        if state is not self.session.state:
            kept = KeptReviews(save.path) if save and save.is_begun else None
            found = kept.kept(seats_named(self.session, None), "quick") if kept else None
            self._review = self.session.state, found
        return found

    def action_legend(self) -> None:
        self.push_screen(TextDialog(say("The signs on the board"), list(self.table.legend())))

    def action_rules(self, wanted: str = "") -> None:
        self.push_screen(RulesDialog(self.ledger(), wanted))


def best_choices(session: Session, thoughts: Sequence[Candidate[Any]], room: int) -> Iterator[Line]:
    """Yield the best choice with its reason, then as many with values as fit into ``room``."""
    best = thoughts[0]
    words = session.face.format(best.action)
    why = reason_words(session.wing, thoughts)
    yield [
        (Clickable(say("Hint (Enter accepts it): "), typed=words), DIM),
        (Clickable(words, typed=words), GOOD),
        (f" ({why})" if why else "", ""),
    ]
    if best.samples:
        values: list[Variants[Line]] = [Variants([[(Clickable(say("F2: why"), key="f2"), DIM)]])]
        for place, thought in enumerate(thoughts):
            words = session.face.format(thought.action)
            value = f" {worth_words(session.wing, thoughts, place)}"
            line: Line = [(Clickable(words, typed=words), "bold"), (value, "")]
            values.append(Variants([line, []], place))
        yield in_a_row(values, room)
