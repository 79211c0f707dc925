"""Drafting: anybody enters anything in any order, a broken rule is a finding and refuses nothing.

An entry is a line of a position, or a whole one; the position is judged after each. The entries are
undone like those of a game. A command at the cursor, ``take 3`` or ``kind T``, becomes a line.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, NotationError
from gridcommon.records import Declaration, Header
from gridgames.languages.messages import render_error, say
from gridgames.show.draft import DraftTable
from gridgames.show.face import Move
from gridgames.show.menus import Choice, Menu
from gridgames.system.durable_files import make_folder, replace
from gridgames.system.files import writing
from gridgames.table import answers
from gridgames.table.answers import Message, Reply, problem
from gridgames.table.command_table import DRAFTING, Command, Front, command_and_rest
from gridgames.table.desk import Desk, number
from gridgames.table.saves.saves import saves_directory
from gridgames.table.session import Player, Policy, Session

_STEPS = 200  # that are undone: a large position needs 150 kB
_PRIVATE = 0o700
_SHOWN = 12  # entries listed by default


def drafts_directory() -> Path:
    """Return the directory of the drafts."""
    return saves_directory() / "drafts"


class DraftPolicy(Policy):
    """A draft, kept after each entry in a folder, if there is one, until it is in a file.

    ``whose`` is the key that it belongs to, if not its file. A draft that cannot be written never
    stops anybody: ``trouble`` has the reason. ``follows`` is the command line that comes after the
    draft.
    """

    COMMANDS: ClassVar[Sequence[Command]] = DRAFTING
    may_overrule = True

    def __init__(
        self,
        table: DraftTable[Any],
        file: Path | None = None,
        *,
        folder: Path | None = None,
        whose: str = "",
    ) -> None:
        self.table = table
        self.file = file
        self.folder = folder
        self.whose = whose
        self.follows: Sequence[str] = ()
        self._saved = table.text()
        Session(Header(table.GAME, {}, ("",)), [Player("")], lambda _: self._changed(), self)
        if (text := self._kept()) not in (None, self._saved):
            try:
                self.enter_line(text or "", is_whole=True)
            except GridgamesError:
                self._drop()
        self.is_restored = bool(self.session.moves)

    def commands(self) -> Sequence[Command]:
        known = {one.word for one in self.COMMANDS}
        questions = self.table.questions().items()
        return (*(Command(*one) for one in questions if one[0] not in known), *self.COMMANDS)

    def inputs(self) -> Iterator[tuple[str, str]]:
        head = say("what it is about is replaced; the first word alone takes it away")
        yield self.table.example, head
        yield "... ; ...", say("several of these in one line, one after another")

    # Entries

    def first_state(self, game: Any, header: Header) -> Any:
        del game, header
        return self.table.position

    def to_act(self) -> Seat:
        return 0

    def waits_for(self, seat: Seat) -> bool:
        del seat
        return True

    def outcome(self, state: Any, action: Any) -> tuple[Any, list[Any]]:
        table, data = self.table, action.data
        after = (
            table.read(data["position"]) if "position" in data else table.with_line(data["line"])
        )
        try:
            table.look(after)
        except GridgamesError:
            table.look(state)
            raise
        return after, []

    def written(self, action: Any) -> str:
        """Return an entry as it was typed."""
        if isinstance(action, str):
            return action
        return action.data.get("line") or say("position")

    def enter_line(self, text: str, *, is_whole: bool = False) -> None:
        """Enter a line of a position, or a whole one. Raises NotationError."""
        key = "position" if is_whole or "\n" in text else "line"
        self.session.declare(Declaration("draft", {key: text}))

    def undo(self, seat: Seat | None) -> list[Move]:
        taken = super().undo(seat)
        for move in taken:
            self.table.show(move.action)
        return taken

    def read(self, desk: Desk, part: str) -> Reply:
        """Ask a question, or enter a line, in lines of text with the rules that it breaks anew."""
        word, rest = command_and_rest(part)
        if not part:
            return Message("; ".join(one.text for one in self.table.summary()))
        is_read = desk.front is Front.LINES  # elsewhere all findings are shown
        try:
            if word in self.table.questions() and not rest and desk.front is not Front.PAGE:
                lines = self.table.answer(word)  # written for the width in which it is shown
                return answers.Prose(self.table.questions()[word], lines=lambda: lines)
            before = [*self.table.findings()] if is_read else []
            if (line := self.table.do(part)) is not None:
                self.enter_line(line)
        except GridgamesError as error:
            _forget_place(error)
            return problem(render_error(error).replace("\n", " " if not is_read else "\n"))
        found = self.table.findings() if is_read else ()
        broken = (one for one in found if one.tone == "bad" and one not in before)
        return answers.Entry("; ".join(f"{one.rule} {one.text}" for one in broken))

    def on_ask(self, desk: Desk, _: str) -> Reply:
        """Offer the questions, the games that go on from here, and the forms."""
        known = {one.word: say(one.about) for one in self.commands()}
        words = (*self.table.questions(), "play", "keep")
        choices = [
            *(Choice(known[word], word) for word in words if word in {**known, **desk.words}),
            *(Choice(text, f"show {name}") for name, (_, text) in self.table.forms().items()),
        ]
        return answers.OpenMenu(Menu(say("With this position"), choices))

    def on_why(self, desk: Desk, _: str) -> Reply:
        """Show the rules, beginning with the one at the cursor."""
        rule = next((one.rule for one in self.table.here() if one.rule), "")
        return answers.FrontEndCommand(desk.words["rules"], rule)

    def on_check(self, desk: Desk, _: str) -> Reply:
        return self.read(desk, "check")

    def on_discard(self, desk: Desk, _: str) -> Reply:
        """Throw away what is not saved, and leave."""
        self._drop()
        self._saved = self.table.text()
        return answers.FrontEndCommand(desk.words["quit"], "")

    def leaving(self) -> str:
        if self.follows or not self.is_changed:
            return ""
        return say("The position is not saved; the next start offers it again.")

    def on_entries(self, _: Desk, count: str) -> Reply:
        moves = self.session.moves
        first = max(0, len(moves) - (number(count) if count else _SHOWN))
        lines = [
            say("{number}. {entry}", number=place, entry=self.written(move.action))
            for place, move in enumerate(moves[first:], start=first + 1)
        ]
        return answers.Prose(say("Entries"), lines or [say("No entries yet.")])

    def on_show(self, _: Desk, form: str) -> Reply:
        text = self.table.form(self._form(form)) if form else self.table.text()
        lines = text.rstrip("\n").splitlines()
        return answers.Prose(say("The position"), lines=lambda: [[(line, "")] for line in lines])

    def _form(self, name: str) -> str:
        forms = self.table.forms()
        if name not in forms:
            raise NotationError(
                "unknown form {name}; choose from {forms}",
                name=repr(name),
                forms=", ".join(forms),
            )
        return name

    def on_write(self, desk: Desk, rest: str) -> Reply:
        """Write a form, by default the one of the suffix; the first form holds everything."""
        del desk
        name, _, form = rest.partition(" ")
        path = Path(name).expanduser() if name else self.file
        if path is None:
            raise NotationError("type write and the name of a file")
        if path.exists() and path != self.file and not self.session.is_confirmed:
            raise NotationError("{file} exists; with ! at the end it is written over", file=name)
        forms = self.table.forms()
        first = next(iter(forms))
        by_suffix = {suffix: one for one, (suffix, _) in reversed([*forms.items()])}
        form = self._form(form) if form else {**by_suffix, ".txt": first}.get(path.suffix, first)
        text = self.table.form(form)
        with writing(path):
            replace(path, text.encode(), 0o666)
        if form == first:
            self._drop()
            self.file, self._saved = path, self.table.text()
        return Message(say("Written: {file}", file=str(path)), [str(path)])

    def on_play(self, desk: Desk, _: str) -> Reply:
        return self._go_on(desk, "play")

    def on_keep(self, desk: Desk, _: str) -> Reply:
        return self._go_on(desk, "keep")

    def _go_on(self, desk: Desk, name: str) -> Reply:
        """Leave for a game that goes on from the position."""
        try:
            words = self.table.continuation(name, str(self.file))
        except GridgamesError as error:
            return problem(render_error(error))
        if self.is_changed or self.file is None:
            raise NotationError("write it first: type write and the name of a file")
        self.follows = words
        return answers.FrontEndCommand(desk.words["quit"], "")

    # The folder

    @property
    def label(self) -> str:
        """The name of the file, with a mark if it is not up to date."""
        return f"{self.file or say('new position')}{' *' if self.is_changed else ''}"

    @property
    def is_changed(self) -> bool:
        """Whether the position differs from the one that was saved last."""
        return self.table.text() != self._saved

    @property
    def _path(self) -> Path | None:
        if self.folder is None:
            return None
        whose = str(self.file.resolve()) if self.file else self.whose
        mark = "-" + hashlib.sha256(whose.encode()).hexdigest()[:16] if whose else ""
        return self.folder / f"{self.table.GAME}{mark}.txt"

    def _changed(self) -> None:
        if self.table.position is not self.session.state:  # it was undone
            self.table.look(self.session.state)
        self.session.forget(_STEPS)
        path = self._path
        if path is None or not self.is_changed:
            self._drop()
            return
        try:
            make_folder(path.parent, _PRIVATE)
            replace(path, self.table.text().encode())
            self.trouble = ""
        except OSError as error:
            self.trouble = error.strerror or ""

    def _kept(self) -> str | None:
        with suppress(OSError, UnicodeDecodeError):
            return self._path.read_bytes().decode() if self._path else None
        return None

    def _drop(self) -> None:
        with suppress(OSError):
            if self._path:
                self._path.unlink()


def _forget_place(error: GridgamesError) -> None:
    for one in error.each() if isinstance(error, NotationError) else ():
        one.line = one.column = None
