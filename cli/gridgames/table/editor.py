"""The editor of a position, as every game has it: one command for each key, click or tap.

An :class:`Editor` holds an incomplete position that may break rules, and a cursor. A front end
shows what it offers, and passes the commands on: so the full screen and the page do the same. No
command can lose anything, since each is taken back by ``undo``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from gridcommon.errors import GridgamesError, NotationError, NotationErrors
from gridgames.languages.messages import render_error, say
from gridgames.show.parts import BoardLayers, Marks, Picture, View
from gridgames.show.registry import names, wing_of
from gridgames.show.table import BAD, DIM, GOOD, Part, Spot
from gridgames.show.table import Picture as TextPicture
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line

P = TypeVar("P")
_PART = "companion.editing.editor"  # of a wing
_STEPS = 200  # that are taken back: a large position needs 150 kB
_TONES = {"good": GOOD, "bad": BAD, "dim": DIM, "head": "bold"}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to do at the cursor: a command, its name, and the key that does it.

    ``about`` names it in full, where the name is short. ``picture`` shows it on a page, without a
    name if it ``is_plain``, and ``brick`` in characters, in lines of equal width.
    """

    command: str
    name: str
    key: str = ""
    is_on: bool = False
    about: str = ""
    picture: Callable[[], Picture] | None = None
    brick: Callable[[], Sequence[Line]] | None = None
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Offers that answer one question. ``note`` is about the other offers, which ``0`` shows.

    ``picture`` shows what is asked.
    """

    title: str
    offers: Sequence[Offer]
    note: str = ""
    picture: Callable[[], Picture] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Something beside the board: the head of its line, its value, or '' with an assumption."""

    head: str
    value: str
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about the position, with the rule that it follows from, '' for none.

    ``tone`` is ``good``, ``bad``, ``dim``, ``head`` or ''.
    """

    text: str
    rule: str = ""
    tone: str = ""

    def line(self) -> Line:
        """Return the fact as a line of a terminal."""
        text = (self.text, _TONES.get(self.tone, ""))
        if not self.rule:
            return [text]
        return (
            [(f"{self.rule} ", BAD), text] if self.tone == "bad" else [text, (f" {self.rule}", DIM)]
        )


class Editor(Generic[P]):
    """A position that is being entered. A position that was shown is never changed."""

    GAME: ClassVar[str]
    KEYS: ClassVar[Mapping[str, str]] = {}  # commands that keys do everywhere, by Textual's names
    example: ClassVar[str] = ""  # a line that can be typed

    def __init__(self, position: P, cursor: Spot) -> None:
        self.position = position
        self.cursor = cursor
        self.done = 0  # commands, done or refused, that do not only move the cursor
        self.told = Fact("")  # the answer to the last command
        self._past: list[tuple[P, Spot]] = []
        self._future: list[tuple[P, Spot]] = []
        self.refresh()
        self._saved = self.text()

    # Commands

    def do(self, command: str) -> bool:
        """Do a command, and return whether it was done: otherwise ``told`` has the reason."""
        word, _, rest = command.partition(" ")
        self.done += word != "at"
        self.told = Fact("")
        try:
            self.commands()[word](rest)
        except KeyError:
            self.told = Fact(say("This cannot be done here."), tone="bad")
        except GridgamesError as problem:
            if word != "text":  # the place is in a text that nobody typed
                _forget_place(problem)
            self.told = Fact(render_error(problem).replace("\n", " "), tone="bad")
        return self.told.tone != "bad"

    def press(self, key: str) -> bool:
        """Do the command of a key, named as Textual does; return whether it has one."""
        command = self.key_commands().get(key)
        if command is not None:
            self.do(command)
        return command is not None

    def key_commands(self) -> dict[str, str]:
        """Return the command of each key that has one now."""
        found = {name: command for keys, command in self.KEYS.items() for name in keys.split(",")}
        for group in self.groups():
            found |= {offer.key: offer.command for offer in group.offers if offer.key}
        return found

    def commands(self) -> Mapping[str, Callable[[str], None]]:
        """Return the function of each command, which takes the rest of the line."""
        return {
            "undo": self._undo,
            "redo": self._redo,
            "at": self._at,
            "tap": self.tap,
            "line": self.type_line,
            "text": self.restore,
        }

    def change(self, position: P) -> None:
        """Put another position in place of the present one.

        Raises GridgamesError, and changes nothing, if it cannot be shown.
        """
        before = self.position, self.cursor
        self._show(position, self.cursor)
        self._past.append(before)
        del self._past[:-_STEPS]
        self._future.clear()

    def _undo(self, _rest: str) -> None:
        self._exchange(self._past, self._future, say("Nothing to undo."))

    def _redo(self, _rest: str) -> None:
        self._exchange(self._future, self._past, say("Nothing to redo."))

    def _exchange(
        self, source: list[tuple[P, Spot]], target: list[tuple[P, Spot]], none: str
    ) -> None:
        if not source:
            self.told = Fact(none, tone="dim")
            return
        target.append((self.position, self.cursor))
        self._show(*source.pop())

    def _show(self, position: P, cursor: Spot) -> None:
        before = self.position, self.cursor
        self.position, self.cursor = position, cursor
        try:
            self.refresh()
        except GridgamesError:
            self.position, self.cursor = before
            self.refresh()
            raise

    def _at(self, place: str) -> None:
        spot = self.spot_of(place)
        if spot is None:
            raise NotationError("place {found} does not exist", found=repr(place))
        self.point(spot)

    def point(self, spot: Spot) -> None:
        """Put the cursor on a spot."""
        self.cursor = spot

    def tap(self, _rest: str) -> None:
        """Do what a second click or tap on the cursor means."""

    # The text

    def text(self) -> str:
        """Return the position in the notation that holds all of it."""
        raise NotImplementedError

    def type_line(self, line: str) -> None:
        """Put a line of the notation in place of what it is about. Raises NotationError."""
        raise NotImplementedError

    def form(self, name: str) -> str:
        """Return the position in a form. Raises NotationError if it cannot be expressed so."""
        raise NotImplementedError

    @property
    def is_changed(self) -> bool:
        """Whether the position differs from the one that was saved last."""
        return self.text() != self._saved

    def saved(self, text: str | None = None) -> None:
        """Note that the position, or else ``text``, is in the file."""
        self._saved = self.text() if text is None else text

    def restore(self, text: str) -> None:
        """Show the position of a text in any form. Raises NotationError."""
        raise NotImplementedError

    # What is shown

    def refresh(self) -> None:
        """Update all that depends on the position. Raises GridgamesError if that is impossible."""

    def title(self) -> str:
        """Return the name of the game and what is being entered."""
        raise NotImplementedError

    def spot_of(self, place: str) -> Spot | None:
        """Return the spot with a key, as in :attr:`~gridgames.show.parts.Target.place`."""
        raise NotImplementedError

    def can_point(self, spot: Spot) -> bool:
        """Return whether the cursor can be put on a spot."""
        raise NotImplementedError

    def place(self) -> str:
        """Return the key of the place of the cursor."""
        raise NotImplementedError

    def groups(self) -> Sequence[Group]:
        """Return what can be done at the cursor."""
        raise NotImplementedError

    def picture(self, columns: int, lines: int, zoom: int) -> TextPicture:
        """Return the board in characters for a pane of this size."""
        raise NotImplementedError

    def layers(self, view: View | None = None) -> BoardLayers:
        """Return the drawn board, of a page or in a pane; its targets are the spots."""
        raise NotImplementedError

    def drawn_marks(self) -> Marks:
        """Return the marks of the drawn board in a pane."""
        return Marks(cursor=self.place())

    def switches(self) -> Sequence[Offer]:
        """Return the offers that do not depend on the cursor."""
        return ()

    def marks(self) -> Mapping[str, str]:
        """Return the places with a mark: ``gap``, ``broken`` or ``disputed``."""
        return {}

    def here(self) -> Iterator[Fact]:
        """Yield what is at the cursor, and why it is as it is."""
        raise NotImplementedError

    def summary(self) -> Iterator[Fact]:
        """Yield the whole position in a few words, the most important first."""
        raise NotImplementedError

    def findings(self) -> Iterator[Fact]:
        """Yield what holds for the whole position, one sentence each."""
        raise NotImplementedError

    def entries(self) -> Iterator[Entry]:
        """Yield the things beside the board, also those that are unknown."""
        raise NotImplementedError

    def questions(self) -> Mapping[str, str]:
        """Return the names of the commands that can be asked, each with what it shows."""
        return {}

    def forms(self) -> Mapping[str, tuple[str, str]]:
        """Return the forms to write, each with the suffix of its files and what it shows."""
        return {}

    def answer(self, question: str) -> Iterable[Line]:
        """Return the answer of one of :meth:`questions`. Raises NotationError."""
        raise NotImplementedError

    def continuations(self) -> Mapping[str, str]:
        """Return the names of the commands that go on from the position, with their meaning."""
        return {}

    def check_continuation(self, name: str) -> None:
        """Raise GridgamesError if the position lacks something that a command needs."""
        del name

    def continuation(self, name: str, file: str) -> Sequence[str]:
        """Return the command line that goes on from the position in a file."""
        raise NotImplementedError

    def hints(self) -> Iterator[tuple[str, str, str]]:
        """Yield the keys that matter now: as shown, as Textual names them, and the effect."""
        yield from ()

    def help(self) -> Iterator[tuple[str, str]]:
        """Yield all keys with their effects."""
        yield from ()

    def side(self) -> Sequence[Part[Section]]:
        """Return the sections beside the board on the full screen, in forms."""
        findings = [fact.line() for fact in self.findings()]
        known, listed = say("The position"), say("Beside the board")
        shorter = (len(findings), 4, 3, 2, 1, 0)
        return [
            Part([Section(known, findings[:most]) for most in shorter], 1),
            Part([Section(listed, lines) for lines in _listed(self.entries())], 2),
        ]


def _forget_place(problem: GridgamesError) -> None:
    found = problem.each() if isinstance(problem, NotationErrors) else [problem]
    for one in found:
        if isinstance(one, NotationError):
            one.line = one.column = None


def place_in(known: Sequence[str], word: str) -> int:
    """Return the index of a word of a command. Raises NotationError for any other word."""
    if word not in [*known]:
        raise NotationError("This cannot be done here.")
    return known.index(word)


def editor_of(game: str) -> Editor[Any]:
    """Return the editor of a new position of a game. Raises NotationError if it has none."""
    part = wing_of(game).part(_PART)
    if part is None:
        raise NotationError("{game} has no editor of positions", game=game)
    made: Editor[Any] = part.new_editor()
    return made


def games_with_editors() -> list[str]:
    """Return the names of the games whose positions can be edited."""
    return [name for name in names() if wing_of(name).has_part(_PART)]


def _listed(entries: Iterable[Entry]) -> Iterator[list[Line]]:
    """Yield the lines of entries in forms, the longest first: with assumptions, without, none."""
    known = [*entries]
    wide = max((len(entry.head) for entry in known), default=0)

    def line(entry: Entry) -> Line:
        head = Clickable(f"{entry.head:<{wide}} ", typed=f"type {entry.head} ")
        return [(head, DIM), (entry.value or entry.assumed or "?", "" if entry.value else DIM)]

    yield [line(entry) for entry in known]
    heads = " ".join(entry.head for entry in known if not entry.value)
    rest: list[Line] = [[(say("Not entered: {heads}", heads=heads), DIM)]] if heads else []
    yield [*(line(entry) for entry in known if entry.value), *rest]
    yield rest
    yield []
