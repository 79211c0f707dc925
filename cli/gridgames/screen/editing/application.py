"""The editor on the full screen: the board, what is offered at the cursor, and what holds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input

from gridcommon.errors import GridgamesError
from gridgames.languages.messages import render_error, say
from gridgames.screen.application import run_screen_app
from gridgames.screen.editing.panes import EditorPanes
from gridgames.screen.widgets.dialogs import (
    MenuDialog,
    Question,
    RulesDialog,
    TextDialog,
)
from gridgames.screen.widgets.panels import Board, Panel
from gridgames.show.menus import Choice, Menu
from gridgames.show.table import BAD
from gridgames.system.durable_files import replace
from gridgames.system.files import writing
from gridgames.table.drafts import Draft
from gridgames.table.editor import Editor, Fact
from gridgames.table.settings import Settings
from gridgames.terminal import output
from gridgames.terminal.output import Line

_IN_DIALOG = 74  # columns of a text
_KEY = "bold #ffb347"


class EditorApp(EditorPanes):
    """The editor of a position; ``answer`` is the command line that follows, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,f10", "ask_to_leave", show=False, priority=True),
        Binding("f1", "help", show=False),
        Binding("f2", "ask('')", show=False),
        Binding("f3", "rule", show=False),
        Binding("f4", "questions", show=False),
        Binding("f5", "rules", show=False),
        Binding("f6", "go_on", show=False),
        Binding("f8", "zoom", show=False),
        Binding("f9,ctrl+s", "save", show=False, priority=True),
        Binding("escape", "stop_typing", show=False),
    ]

    def __init__(
        self, editor: Editor[Any], draft: Draft, file: Path | None, settings: Settings | None = None
    ) -> None:
        super().__init__(editor, draft, file, settings)
        self.answer: list[str] | None = None
        self._writes = ""  # the form whose file is being named, '' while a line is typed
        self._then = ""  # what to go on with once the position is saved

    def on_mount(self) -> None:
        self._restore()
        self.draw()

    def _restore(self) -> None:
        """Show the draft of an earlier start, which can be undone."""
        text = self.draft.read()
        if text is None or text == self.editor.text():
            return
        try:
            self.editor.restore(text)
        except GridgamesError:
            return
        told = say("Your unsaved position is back. z: without it.")
        self.editor.told = Fact(told, tone="good")

    # Input

    def do(self, command: str) -> None:
        """Do a command of the editor, keep the draft, and draw."""
        word, _, rest = command.partition(" ")
        if word == "type":
            self._type(rest)
            return
        before = self.editor.position
        self.editor.do(command)
        self._changed(before)

    def _changed(self, before: Any) -> None:
        if self.editor.position is not before:
            if self.editor.is_changed:
                self.draft.keep(self.editor.text())
            else:
                self.draft.drop()
        self.draw()

    def on_key(self, event: Key) -> None:
        if len(self.screen_stack) > 1 or self.line.has_focus:
            return
        if event.character in (":", "/"):
            event.prevent_default()
            self._type("")
            return
        before = self.editor.position
        if self.editor.press(event.key.removeprefix("upper_").lower()):
            event.stop()
            self._changed(before)

    def on_board_picked(self, event: Board.Picked) -> None:
        """Put the cursor on a clicked spot; a second click there is a tap."""
        if self.editor.can_point(event.spot):
            if event.spot == self.editor.cursor:
                self.do("tap")
                return
            self.editor.point(event.spot)
            self.editor.told = Fact("")
            self.draw()

    def on_panel_clicked(self, event: Panel.Clicked) -> None:
        if event.part.key:
            self.simulate_key(event.part.key)
        elif len(self.screen_stack) == 1:
            self.do(event.part.typed)

    def _type(self, text: str, form: str = "") -> None:
        """Open the line: for a line of the position, or for the name of a file."""
        self._writes = form
        line = self.line
        line.placeholder = say("the name of a file") if form else self.editor.example
        line.value = text
        line.remove_class("quiet")
        line.focus()
        line.action_end()

    def action_stop_typing(self) -> None:
        """Close the line, or forget what was typed at the cursor."""
        if self.line.has_focus:
            self._close_line()
        else:
            self.editor.point(self.editor.cursor)
        self.editor.told = Fact("")
        self.draw()

    def _close_line(self) -> None:
        self.line.value = ""
        self.line.add_class("quiet")
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take a line, or write the file; what is refused stays for correction."""
        text = event.value.strip()
        if not text:
            self.action_stop_typing()
        elif self._writes:
            self._name_file(Path(text).expanduser(), self._writes)
        else:
            self.do(f"line {text}")
            if self.editor.told.tone != "bad":
                self._close_line()

    # Files

    def action_save(self) -> None:
        """Save in the file, whose name is asked for if there is none yet."""
        if len(self.screen_stack) > 1:
            return
        full, (suffix, _) = next(iter(self.editor.forms().items()))
        if self.file is None:
            self._type(say("position") + suffix, full)
        else:
            self._write(self.file, full)

    def _name_file(self, path: Path, form: str) -> None:
        if not path.exists() or path == self.file:
            self._write(path, form)
            return
        asked = say("{file} exists. Write over it?", file=str(path))
        self.push_screen(
            Question(say("Write"), [[(asked, "")]]),
            lambda yes: self._write(path, form) if yes else None,
        )

    def _write(self, path: Path, form: str) -> None:
        """Write a form; the first form holds everything, so the position is then saved."""
        try:
            text = self.editor.form(form)
            with writing(path):
                replace(path, text.encode(), 0o666)
        except GridgamesError as problem:
            self.editor.told = Fact(render_error(problem), tone="bad")
            self.draw()
            return
        if form == next(iter(self.editor.forms())):
            self.draft.drop()
            self.file = path
            self.draft = Draft.of_file(self.editor.GAME, path)
            self.editor.saved()
        self._close_line()
        self.editor.told = Fact(say("Written: {file}", file=str(path)), tone="good")
        self.draw()
        if self._then:
            self._go_on_with(self._then)

    # Dialogs

    def action_help(self) -> None:
        lines: list[Line] = [
            [(f"{label:<16}", _KEY), (meaning, "")] for label, meaning in self.editor.help()
        ]
        own: Sequence[tuple[str, str]] = [(label, meaning) for label, _, meaning in self.own_keys()]
        lines += [[(f"{label:<16}", _KEY), (meaning, "")] for label, meaning in own]
        lines.append(
            [("F3, F5", _KEY), ("          " + say("the rule at the cursor, all rules"), "")]
        )
        lines.append([("F8", _KEY), ("              " + say("the board larger or smaller"), "")])
        self.push_screen(TextDialog(say("Help"), lines))

    def action_ask(self, question: str) -> None:
        """Show the answer to a question, the first one by default."""
        asked = question or next(iter(self.editor.questions()))
        try:
            with output.within(min(_IN_DIALOG, self.size.width - 10)):
                lines = list(self.editor.answer(asked))
        except GridgamesError as problem:
            lines = [[(render_error(problem), BAD)]]
        self.push_screen(TextDialog(self.editor.questions()[asked], lines))

    def action_questions(self) -> None:
        """Show the questions."""
        choices = [Choice(about, word) for word, about in self.editor.questions().items()]
        self._choose(say("Ask about this position"), choices, self.action_ask)

    def _choose(self, title: str, choices: Sequence[Choice], then: Any) -> None:
        self.push_screen(
            MenuDialog(Menu(title, choices), lambda word: word.partition(" ")[0]),
            lambda chosen: None if chosen is None else then(chosen),
        )

    def action_rule(self) -> None:
        """Show the rules, beginning with the one at the cursor."""
        rule = next((fact.rule for fact in self.editor.here() if fact.rule), "")
        self._show_rules(rule)

    def action_rules(self) -> None:
        """Show all rules."""
        self._show_rules("")

    def _show_rules(self, wanted: str) -> None:
        from gridgames.languages.language import current_language
        from gridgames.languages.ledgers import rules
        from gridgames.show.registry import game_of

        ledger = rules(game_of(self.editor.GAME).LEDGER, current_language())
        self.push_screen(RulesDialog(ledger, wanted))

    def action_zoom(self) -> None:
        """Draw the board larger or smaller."""
        self.zoom += 1
        self.draw()

    def action_go_on(self) -> None:
        """Ask for the next thing to do with the position."""
        going = [Choice(text, word) for word, text in self.editor.continuations().items()]
        forms = [Choice(text, f"write {name}") for name, (_, text) in self.editor.forms().items()]
        self._choose(say("With this position"), [*going, *forms], self._go_on_with)

    def _go_on_with(self, word: str) -> None:
        """Write a form, or leave and start a command with the position."""
        self._then = ""
        if word.startswith("write "):
            form = word.partition(" ")[2]
            stem = (self.file or Path(say("position"))).with_suffix(self.editor.forms()[form][0])
            self._type(str(stem), form)
            return
        try:
            self.editor.check_continuation(word)
        except GridgamesError as problem:
            self.editor.told = Fact(render_error(problem), tone="bad")
            self.draw()
            return
        if self.editor.is_changed or self.file is None:
            self._then = word
            self.action_save()
            return
        self.answer = [*self.editor.continuation(word, str(self.file))]
        self.exit()

    def action_ask_to_leave(self) -> None:
        """Leave; ask first if something is not saved."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
            return
        if not self.editor.is_changed:
            self.draft.drop()
            self.exit()
            return
        choices = [
            Choice(say("save, and go on editing"), " save"),
            Choice(say("leave; it is offered again at the next start"), " keep"),
            Choice(say("leave, and throw the changes away"), " drop"),
        ]
        self._choose(say("This position is not saved"), choices, self._leave)

    def _leave(self, way: str) -> None:
        if way == " save":
            self.action_save()
            return
        if way == " drop":
            self.draft.drop()
        self.exit()


def run_editor(
    editor: Editor[Any], draft: Draft, file: Path | None, settings: Settings
) -> list[str] | None:
    """Run the editor until it is left; return the command line that follows, or None."""
    app = EditorApp(editor, draft, file, settings)
    run_screen_app(app)
    return app.answer
