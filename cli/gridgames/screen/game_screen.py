"""The full screen of a game, played or replayed: typed lines, answers, keys and dialogs."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.events import Event, Key
from textual.widgets import Input

from gridcommon.errors import NotationError
from gridgames.desk import answers
from gridgames.desk.answers import Answer, Message
from gridgames.games.table import BAD, DIM
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.screen.panes import PaneScreen
from gridgames.screen.widgets.command_palette import CommandsOfTable
from gridgames.screen.widgets.dialogs import (
    EndDialog,
    MenuDialog,
    RulesDialog,
    TextDialog,
    TypeThroughDialog,
    rule_lines,
)
from gridgames.screen.widgets.panels import Panel
from gridgames.sessions.command_table import Command, Front, help_entries
from gridgames.sessions.settings import set_theme
from gridgames.terminal import output
from gridgames.terminal.output import Clickable, Line

_IN_DIALOG = 70  # columns of a text in a dialog
BOARD_ACTIONS = {"cycle", "step", "side", "jump", "rounds", "phases", "landmark"}
# Textual has methods with these names itself.
METHODS = {"help": "help_keys", "quit": "ask_to_leave"}


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """Return the key bindings of commands."""
    return [
        Binding(command.keys, f"command('{command.word}')", show=False)
        for command in commands
        if command.keys
    ]


class GameScreen(PaneScreen):
    """Typed lines, clicks and dialogs, alike for playing and replaying."""

    COMMANDS: ClassVar[set[Any]] = {CommandsOfTable}

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
        """Note the question on the screen when a line is begun."""

    def do_line(self, line: str) -> bool:
        """Do the parts of a line, and return whether all are done; the rest stays in the line."""
        rest = self.desk.do_line(line, self.show, self.may_do).line
        if rest:
            self.line.refused(rest)
        return not rest

    def may_do(self, part: str) -> bool:
        """Return whether another part of a line may be done, after closing the text of the last.

        That text closes as if the part were typed over it; a menu has to be answered first.
        """
        del part
        dialog = self.screen
        if isinstance(dialog, TypeThroughDialog) and not isinstance(dialog, MenuDialog):
            dialog.dismiss(None)
        return not isinstance(dialog, MenuDialog)

    def action_command(self, word: str) -> None:
        self.show(self.desk.answer(word))

    def show(self, answer: Answer) -> bool:
        """Show an answer, and return whether what was asked for is done."""
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
                told = self.history.lines
                first = 0 if answer.count is None else max(0, len(told) - answer.count)
                self.push_screen(TextDialog(say("Log"), told[first:], at_end=True))
            case answers.Chart():
                self._show_chart(answer)
            case answers.BarSwitched():
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

    def show_text(self, text: answers.Text) -> None:
        """Show sentences in a dialog."""
        lines: list[Line] = [[(sentence, "")] for sentence in text.sentences]
        self.push_screen(TextDialog(text.title, lines))

    def _show_chart(self, answer: answers.Chart) -> None:
        from gridgames.screen.widgets.charts import ChartDialog

        if answer.note:
            self.message([(answer.note, DIM)])
        else:
            self.push_screen(ChartDialog(answer.statistics, self.table.names))

    def enter(self) -> None:
        """Take Enter where nothing is typed."""

    def on_command_line_space(self) -> None:
        self.press("space")

    async def on_event(self, event: Event) -> None:
        """Let what is typed close a dialog without a line, before it goes into the line."""
        if isinstance(event, Key):
            dialog = self.screen
            if isinstance(dialog, TypeThroughDialog) and dialog.begins_line(event):
                dialog.dismiss(None)
        await super().on_event(event)

    def on_key(self, event: Key) -> None:
        if len(self.screen_stack) == 1 and not self.line.value:
            self.press(event.key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys of the board to an open dialog."""
        if action in BOARD_ACTIONS and len(self.screen_stack) > 1:
            return False
        return super().check_action(action, parameters)

    def press(self, key: str) -> None:
        """Take a key of the game."""

    def action_forget(self) -> None:
        """Empty the command line, and take the message away."""
        self.line.clear()
        self.message()

    def action_step(self, dx: int, dy: int) -> None:
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
            told = say("Type some letters of a command")
            self.push_screen(CommandPalette(placeholder=told, id="--command-palette"))

    def take_command(self, typed: str, *, whole: bool) -> None:
        """Do what was chosen in the palette, or leave it in the line for what has to follow."""
        if whole:
            self.do_line(typed)
        else:
            self.line.value = f"{typed} "
            self.line.cursor_position = len(self.line.value)

    def action_help_keys(self) -> None:
        self.push_screen(TextDialog(say("Help"), self.help_lines()))

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys, then the commands."""
        entries = (*self.help_keys(), *help_entries(self.desk.commands(), Front.SCREEN))
        for key, meaning in entries:
            yield [(f"{key:<14}", "bold #ffb347"), (meaning, "")]

    def help_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the other keys, with what they do."""
        yield from ()

    def show_result(self, after: Sequence[str], *commands: str) -> None:
        """Show who has won, by which rule, and what can be done next, by ``commands`` too."""
        lines: list[Line] = [
            [(sentence, "")]
            for sentence in self.face.narrate_result(self.session.result, self.table.names)
        ]
        rule = self.ledger().get(self.session.result.decided_by)
        if rule:
            lines += [[], *rule_lines(rule)]
        lines += [[], *([(told, DIM)] for told in after)]
        choices = [one for one in self.desk.COMMANDS if one.word in commands]
        self.push_screen(EndDialog(lines, choices), self._do_after_the_end)

    def _do_after_the_end(self, command: Command | None) -> None:
        if command is None:
            return
        if command.usage:  # its rest is to be typed, or offered
            self.line.value = f"{as_typed(command.word)} "
            self.line.action_end()
        self.action_command(command.word)

    def action_rules(self, wanted: str = "") -> None:
        self.push_screen(RulesDialog(self.ledger(), wanted))

    def action_leave(self) -> None:
        self.exit()

    def action_ask_to_leave(self) -> None:
        self.exit()
