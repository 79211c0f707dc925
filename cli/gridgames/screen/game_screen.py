"""The full screen of a game, played or replayed: input, answers, keys and dialogs."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.events import Event, Key
from textual.widgets import Input

from gridcommon.errors import NotationError, Word
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.screen.panes import PaneScreen
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.widgets.command_palette import CommandProvider
from gridgames.screen.widgets.dialogs import (
    EndDialog,
    MenuDialog,
    RulesDialog,
    TextDialog,
    TypeThroughDialog,
    rule_lines,
)
from gridgames.screen.widgets.panels import Panel
from gridgames.show.table import BAD, DIM, GOOD, HEAD
from gridgames.table import answers
from gridgames.table.answers import Answer, Message
from gridgames.table.command_table import Command, Front, help_entries
from gridgames.table.desk import Desk
from gridgames.table.scorekeeping import session_of
from gridgames.table.settings import Settings, set_motion, set_picture, set_theme
from gridgames.terminal import output
from gridgames.terminal.output import Clickable, Line, within
from gridgames.terminal.seat_styles import GLYPHS

if TYPE_CHECKING:
    from gridgames.study.review.review import ReviewJson

_LEAST_END = 46  # columns of the result beside the final board
_PLOT = 10  # lines of a plot
# The commands after the end, in a few words.
_AFTER_THE_END = {
    "review": Word("the moment that decided"),
    "replay": Word("watch the game again"),
    "export": Word("share it: page, record, picture"),
    "chart": Word("all numbers, by round"),
    "rematch": Word("the same players again"),
}
_IN_DIALOG = 70  # columns of a text in a dialog
REPLAY_ACTIONS = {"landmark", "main_landmark", "jump", "point"}
BOARD_ACTIONS = {"cycle", "step", "point", "side", "jump", "landmark", "main_landmark"}
# Textual has methods with these names itself.
METHODS = {"help": "help_keys", "quit": "ask_to_leave"}


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """Return the key bindings of commands."""
    found = dict.fromkeys((one.keys, one.word) for one in commands if one.keys)
    return [Binding(keys, f"command('{word}')", show=False) for keys, word in found]


class _Stopped(Exception):
    """The review is not wanted any more."""


class GameScreen(PaneScreen):
    """Typed lines, clicks and dialogs, alike for playing and replaying."""

    COMMANDS: ClassVar[set[Any]] = {CommandProvider}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "ask_to_leave", show=False, priority=True),
        Binding("tab", "cycle(1)", show=False, priority=True),
        Binding("shift+tab", "cycle(-1)", show=False, priority=True),
        Binding("escape", "forget", show=False),
        *(
            Binding(key, f"step({dx}, {dy})", show=False)
            for key, dx, dy in (("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0))
        ),
    ]

    def __init__(self, desk: Desk, settings: Settings | None = None) -> None:
        super().__init__(desk, settings)
        self._is_replay = self.session.policy.is_replay
        self._review: tuple[Any, ReviewJson | None] = (None, None)  # with the state at the end

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input is not self.line:
            return
        line = event.value.strip()
        if not line:
            self.line.clear()
            self.enter()
        elif self.do_line(line):
            self.line.clear()

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
        """Do what a click types."""
        self.line_begins()
        self.do_line(typed)

    def line_begins(self) -> None:
        """Note the question on the screen when a line is started."""

    def do_line(self, line: str) -> bool:
        """Do the parts of a line, and return whether all are done. The rest stays in the line."""
        rest = self.desk.do_line(line, self.show, self.may_do).line
        if rest:
            self.line.refused(rest)
        return not rest

    def may_do(self, part: str) -> bool:
        """Return whether another part of a line may be done.

        An open text is closed, as by a typed character. An open menu has to be answered first.
        """
        del part
        dialog = self.screen
        if isinstance(dialog, TypeThroughDialog) and not isinstance(dialog, MenuDialog):
            dialog.dismiss(None)
        return not isinstance(dialog, MenuDialog)

    def action_command(self, word: str) -> None:
        self.show(self.desk.answer(word))

    def show(self, answer: Answer) -> bool:
        """Show the answer to a part of a line, and return whether the part is done."""
        match answer:
            case Message():
                line: Line = [(answer.text, BAD if answer.is_error else DIM)]
                for name in answer.files:
                    line += [(" ", ""), (Clickable(name, typed=f"export {name}"), "bold")]
                self.message(line)
            case answers.Page():
                with output.within(min(_IN_DIALOG, self.size.width - 10)):
                    lines = list(answer.lines())
                self.push_screen(TextDialog(answer.title, lines))
            case answers.Text():
                self.show_text(answer)
            case answers.Log():
                lines = self.history.lines
                first = 0 if answer.count is None else max(0, len(lines) - answer.count)
                self.push_screen(TextDialog(say("Log"), lines[first:], at_end=True))
            case answers.Chart() if answer.note:
                self.message([(answer.note, DIM)])
            case answers.Chart():
                from gridgames.screen.widgets.charts import ChartDialog

                self.push_screen(ChartDialog(answer.statistics, self.table.names))
            case answers.BarSwitch():
                self.message([(answer.text, DIM)])
                self._valued = None
                self._draw_bar()
            case answers.FrontEndCommand():
                word, rest = answer.command.word, answer.rest
                method = getattr(self, f"action_{METHODS.get(word, word)}")
                return method(*([rest] if answer.command.usage else ())) is not False
            case _:
                raise TypeError(answer)
        return answer.is_done

    def action_export(self, name: str) -> bool:
        """Write the game to a file."""
        from gridgames.study.exports.export import export_as

        return self.show(export_as(self.session, name))

    def show_text(self, text: answers.Text) -> None:
        """Show sentences in a dialog."""
        lines: list[Line] = [[(sentence, "")] for sentence in text.sentences]
        self.push_screen(TextDialog(text.title, lines))

    def enter(self) -> None:
        """Handle Enter while the command line is empty."""

    async def on_event(self, event: Event) -> None:
        """Close a dialog by a typed character, before the character goes into the line."""
        if isinstance(event, Key):
            dialog = self.screen
            if isinstance(dialog, TypeThroughDialog) and dialog.begins_line(event):
                dialog.dismiss(None)
        await super().on_event(event)

    def on_key(self, event: Key) -> None:
        if len(self.screen_stack) == 1 and not self.line.value:
            self.press(event.key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys of the board to an open dialog, and those of another activity alone."""
        if action in BOARD_ACTIONS and len(self.screen_stack) > 1:
            return False
        if action == "command" and parameters[0] not in self.desk.words:
            return False
        if action in REPLAY_ACTIONS | {"side"} and self._is_replay is not (action != "side"):
            return False
        return super().check_action(action, parameters)

    def press(self, key: str) -> None:
        """Handle a key of the game."""

    def action_forget(self) -> None:
        self.line.clear()
        self.message()

    def action_step(self, dx: int, dy: int) -> None:
        self.table.move(dx, dy)
        self.uncover_board()
        self.draw_board()

    def action_cycle(self, step: int) -> None:
        """Go to the next target, or complete the command."""
        if self.line.value:
            self.line.action_cursor_right()
            return
        self.table.cycle(step)
        self.uncover_board()
        self.draw_board()

    def action_zoom(self) -> None:
        self.table.zoom = (self.table.zoom + 1) % self.table.ZOOMS
        self.draw_board()

    def action_theme(self, wanted: str = "") -> bool:
        """Change the theme, by default to the next one, and remember it."""
        try:
            self.theme = set_theme(self.settings, wanted)
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        self.message([(say("Theme: {name}", name=as_typed(self.theme)), DIM)])
        self.draw_board()
        return True

    def action_picture(self, wanted: str = "") -> bool:
        """Show the board as a picture or in characters, and remember it."""
        board = self.screen_stack[0].query_one(DrawnBoard)
        try:
            text, shown = set_picture(self.settings, wanted, is_shown=board.is_drawn)
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        board.use(shown)
        self.draw_board()
        self.message([(text, DIM)])
        return True

    def action_motion(self, wanted: str = "") -> bool:
        """Turn highlights of changes on or off, and remember it."""
        try:
            self.message([(set_motion(self.settings, wanted), DIM)])
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        return True

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

    def action_help_keys(self) -> None:
        self.push_screen(TextDialog(say("Help"), self.help_lines()))

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys, then the commands."""
        entries = (*self.help_keys(), *help_entries(self.desk.commands(), Front.SCREEN))
        for key, meaning in entries:
            yield [(f"{key:<14}", "bold #ffb347"), (meaning, "")]

    def help_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the other keys with their effects."""
        yield from ()

    def show_result(self, after: Sequence[str], *commands: str) -> None:
        """Show who won, how the game went, and possible next steps such as ``commands``."""
        if ending := self.session.policy.ending():
            last = self.session.policy.last_step
            told: list[Line] = [[(last.after, "")], []] if last and last.after else []
            told += [[(ending, "")], [], *([(text, DIM)] for text in after)]
            title = self.session.policy.over_words().rstrip(".")
            self.push_screen(TextDialog(title, told))
            return
        title = self.verdict() or say("The game is over")
        known = {one.word: one for one in self.session.policy.COMMANDS}
        choices = [(known[word], say(_AFTER_THE_END[word].text)) for word in commands]

        def lines(width: int) -> Iterator[Line]:
            yield from self.result_lines(width)
            yield from ([(text, DIM)] for text in after)

        columns = max(self._side.columns, _LEAST_END)
        self.push_screen(EndDialog(title, lines, choices, columns), self._do_after_the_end)

    def result_lines(self, width: int) -> Iterator[Line]:
        """Yield the moment that decided, if known, then the ranking, plots and the rule."""
        from gridgames.study.review.review_text import deciding_words
        from gridgames.table.statistics_text import plot_lines, statistics_of

        result, names = self.session.result, self.table.names
        if found := self.found_review():
            yield [(say("The moment that decided"), HEAD)]
            yield from ([(sentence, "")] for sentence in deciding_words(self.session, found))
            yield []
        for sentence in self.face.narrate_result(result, names):
            named = (one for one, name in enumerate(names) if sentence.startswith(f"{name}:"))
            seat = next(named, None)
            line: Line = [] if seat is None else [(f"{GLYPHS[seat]} ", self.table.style_of(seat))]
            yield [*line, (sentence, "")]
        statistics = statistics_of(self.session)
        for place, measure in enumerate(statistics.MEASURES[: statistics.STORY]):
            if len(statistics.rounds) > 1:
                yield []
                yield [(say("{what} by round", what=measure.title), HEAD)]
                yield from plot_lines(statistics, place, names, width, _PLOT)
        if rule := self.ledger().get(result.decided_by):
            yield from ([], *rule_lines(rule), [])

    def found_review(self) -> "ReviewJson | None":
        """Return the review of the game as it is, None if it has not been made."""
        state, found = self._review
        return found if state is self.session.state else None

    def action_review(self) -> bool:
        """Show the review of the finished game; the first time, make it."""
        if self.session.to_act is not None:
            self.message([(say("A game can be reviewed after its end."), BAD)])
            return False
        if self.session.wing.evaluator is None:
            self.message([(say("This game cannot be reviewed."), BAD)])
        elif found := self.found_review():
            from gridgames.study.review.review_text import describe_review

            with within(min(_IN_DIALOG, self.size.width - 10)):
                lines = list(describe_review(self.session, found))
            self.push_screen(TextDialog(say("Review"), lines))
        else:
            self._make_review()
        return True

    @work(exclusive=True, group="review")
    async def _make_review(self) -> None:
        """Review the game in a thread, and show how far it is; then show the result again."""
        from gridgames.study.review.review import review, seats_named

        session, state = self.session, self.session.state
        parts = 0, 1

        def step(done: int, count: int) -> None:
            nonlocal parts
            parts = done, count
            if not self.is_running or self.session.state is not state:
                raise _Stopped

        def made() -> "ReviewJson":
            copy = session_of(session.header, session.players)
            copy.follow(move.action for move in session.moves)
            return review(copy, seats_named(copy, None), "quick", step)

        task = asyncio.create_task(asyncio.to_thread(made))
        while not task.done():
            share = f"{100 * parts[0] // parts[1]}%"
            self.message([(say("Looking for the moment that decided: {share}", share=share), DIM)])
            await asyncio.wait([task], timeout=0.3)
        with suppress(_Stopped):
            self._review = state, task.result()
            self.message([(say("The moment that decided is found: Enter shows it."), GOOD)])
            if isinstance(self.screen, EndDialog):
                self.pop_screen()
            if len(self.screen_stack) == 1:
                self.enter()

    def _do_after_the_end(self, command: Command | None) -> None:
        if command is None:
            return
        if command.usage:  # the rest has to be typed, or the command offers it
            self.line.value = f"{as_typed(command.word)} "
            self.line.action_end()
        self.action_command(command.word)

    def action_rules(self, wanted: str = "") -> None:
        self.push_screen(RulesDialog(self.ledger(), wanted))

    def action_ask_to_leave(self) -> None:
        self.exit()
