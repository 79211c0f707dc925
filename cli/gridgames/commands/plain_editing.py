"""Entering a position in plain text: question by question, with a draft, and what follows."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from gridcommon.errors import GridgamesError, NotationError
from gridgames.languages.messages import as_typed, render_error, say
from gridgames.system.durable_files import replace
from gridgames.system.files import writing
from gridgames.table.command_table import command_and_rest
from gridgames.table.desk import number
from gridgames.table.drafts import Draft
from gridgames.table.editor import Editor
from gridgames.terminal import output
from gridgames.terminal.line_input import listens, read_line


class Questions(Protocol):
    """The questions about a position that is being entered."""

    def help(self) -> Iterator[str]:
        """Yield how to answer."""

    def question(self) -> str:
        """Return the next question, or what is missing if there is none left."""

    def answer(self, text: str) -> None:
        """Take an answer. Raises NotationError without changing anything."""

    def undo(self) -> bool:
        """Take the last answer back, and return whether there was one."""

    def stop(self) -> None:
        """Ask no more questions."""


class PlainEditor:
    """Asks, takes answers and commands, and keeps the draft; ``follows`` is what comes after."""

    def __init__(
        self, editor: Editor[Any], questions: Questions, draft: Draft, file: Path | None
    ) -> None:
        self.editor = editor
        self.questions = questions
        self.draft = draft
        self.file = file
        self.follows: Sequence[str] = ()
        self._has_left = False

    def run(self) -> None:
        """Ask until the person leaves or continues with another command."""
        self.show_help("")
        while not self._has_left:
            output.print_sentence(self.questions.question())
            line = read_line("> ")
            if line is None:
                break
            parts = [one.strip() for one in line.split(";")]
            while parts and not self._has_left and self._do(parts[0]):
                parts.pop(0)
            if parts[1:]:
                output.print_sentence(say("Not done: {rest}", rest="; ".join(parts[1:])))
        if self.editor.is_changed and not self.follows:
            output.print_sentence(say("The position is not saved; the next start offers it again."))

    def _do(self, part: str) -> bool:
        """Carry out a command or take an answer, and return whether it was done."""
        word, rest = command_and_rest(part)
        command = self._commands().get(word)
        if word in self.editor.questions() and not rest:
            command, rest = self._ask, word
        before = self.editor.position
        try:
            if command:
                command(rest)
            else:
                self.questions.answer(part)
        except GridgamesError as problem:
            if isinstance(problem, NotationError):
                problem.line = problem.column = None
            output.print_sentence(render_error(problem))
            return False
        finally:
            self._keep(before)
        return True

    def _commands(self) -> dict[str, Callable[[str], None]]:
        found: dict[str, Callable[[str], None]] = {
            "help": self.show_help,
            "undo": self._undo,
            "stop": lambda _: self.questions.stop(),
            "show": self._show,
            "write": self._write,
            "quit": self._quit,
            "q": self._quit,
        }
        for name in self.editor.continuations():
            found[name] = lambda _, name=name: self._continue(name)  # type: ignore[misc]
        return found

    def _keep(self, before: Any) -> None:
        if self.editor.position is before:
            return
        if self.editor.is_changed:
            self.draft.keep(self.editor.text())
        else:
            self.draft.drop()

    def show_help(self, _rest: str) -> None:
        """Show what can be typed."""
        for line in self._help():
            output.print_sentence(line)

    def _help(self) -> Sequence[str]:
        forms, asked = "|".join(self.editor.forms()), ", ".join(self.editor.questions())
        following = ", ".join(map(as_typed, self.editor.continuations()))
        return [
            *self.questions.help(),
            say("! at the end enters it against a rule, ; separates answers."),
            say(
                "Commands: undo, stop (no more questions), show [{forms}], write FILE, {asked},"
                " {following}, quit.",
                forms=forms,
                asked=asked,
                following=following,
            ),
        ]

    def _undo(self, count: str) -> None:
        taken = [self.questions.undo() for _ in range(number(count) if count else 1)]
        output.print_sentence(
            say("Taken back.") if any(taken) else say("There is nothing to undo.")
        )

    def _ask(self, question: str) -> None:
        output.print_lines(self.editor.answer(question))

    def _show(self, form: str) -> None:
        text = self.editor.form(self._form(form)) if form else self.editor.text()
        output.print_lines([[(line, "")] for line in text.rstrip("\n").splitlines()])

    def _form(self, name: str) -> str:
        if name not in self.editor.forms():
            raise NotationError(
                "unknown form {name}; choose from {forms}",
                name=repr(name),
                forms=", ".join(self.editor.forms()),
            )
        return name

    def _write(self, rest: str) -> None:
        """Write a form, by default the one of the suffix; the first form holds everything."""
        name, _, form = rest.partition(" ")
        path = Path(name) if name else self.file
        if path is None:
            raise NotationError("type write and the name of a file")
        first, *others = self.editor.forms()
        by_suffix = {self.editor.forms()[one][0]: one for one in reversed((first, *others))}
        by_suffix[".txt"] = first
        chosen = self._form(form) if form else by_suffix.get(path.suffix, first)
        text = self.editor.form(chosen)
        with writing(path):
            replace(path, text.encode(), 0o666)
        if chosen == first:
            self.draft.drop()
            self.file, self.draft = path, Draft.of_file(self.editor.GAME, path)
            self.editor.saved()
        output.print_sentence(say("Written: {file}", file=str(path)), keep=[str(path)])

    def _continue(self, name: str) -> None:
        self.editor.check_continuation(name)
        if self.editor.is_changed or self.file is None:
            raise NotationError("write it first: type write and the name of a file")
        self.follows = self.editor.continuation(name, str(self.file))
        self._has_left = True

    def _quit(self, _rest: str) -> None:
        if self.editor.is_changed and listens():
            asked = say("Not saved. Leave? The next start offers it again. (y/n) ")
            answer = (read_line(asked) or "").strip().lower()
            self._has_left = answer[:1] in ("y", "s")
            return
        self._has_left = True


def edit_in_lines(
    editor: Editor[Any], make: Callable[[], Questions], file: Path | None
) -> Sequence[str]:
    """Ask about a position in plain text, and return the command line that follows, if any."""
    draft = Draft.of_file(editor.GAME, file)
    if (text := draft.read()) is not None and text != editor.text():
        try:
            editor.restore(text)
            output.print_sentence(say("Your unsaved position is back. undo: without it."))
        except GridgamesError:
            draft.drop()
    plain = PlainEditor(editor, make(), draft, file)
    plain.run()
    return plain.follows
