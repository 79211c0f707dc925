"""The table of a draft, as games give it: a position, and the offers at the cursor.

A draft is a table at which a position is entered by anybody, in any order. An entry is a line of a
position, or a whole one. What only moves the cursor or narrows the offers down is not an entry.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from gridcommon.errors import NotationError
from gridgames.languages.messages import say
from gridgames.show.menus import Choice, Menu
from gridgames.show.parts import BoardLayers, Heading, Marks, View
from gridgames.show.questions import Answer, questions_of
from gridgames.show.registry import face_of, names, wing_of
from gridgames.show.table import BAD, DIM, GOOD, HEAD, Table, Variants
from gridgames.terminal.frames import Section, flowing
from gridgames.terminal.output import Clickable, Line, line_width

P = TypeVar("P")
_PART = "companion.draft"  # of a wing
_KEY = "bold #ffb347"
_TONES = {"good": GOOD, "bad": BAD, "dim": DIM, "head": "bold"}


@dataclass(frozen=True, slots=True)
class Detail:
    """Something beside the board: the head of its line, its value, or '' with an assumption."""

    head: str
    value: str
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about the position, with the rule that it follows from, '' for none.

    ``tone`` is ``good``, ``bad``, ``dim``, ``head`` or ''.
    """

    text: str
    rule: str = ""
    tone: str = ""

    def line(self) -> Line:
        """Return the finding as a line of a terminal."""
        text = (self.text, _TONES.get(self.tone, ""))
        if not self.rule:
            return [text]
        return (
            [(f"{self.rule} ", BAD), text] if self.tone == "bad" else [text, (f" {self.rule}", DIM)]
        )


class DraftTable(Table, Generic[P]):
    """The table of a draft, as each game has it. A position that was shown is never changed."""

    GAME: ClassVar[str]
    COMMANDS: ClassVar[Mapping[str, str]] = {}  # of keys everywhere, by Textual's names
    example: ClassVar[str] = ""  # a line that can be typed
    position: P

    def __init__(self, position: P) -> None:
        super().__init__(face_of(self.GAME), (), position)

    def look(self, state: P, *, may_choose: bool = True) -> None:
        """Show a position. Raises GridgamesError if it cannot be shown."""
        del may_choose
        self.state = self.position = state
        self.refresh()

    # At the cursor

    def do(self, entry: str) -> str | None:
        """Return the line of a position that is entered, None if only the view has changed.

        ``WORD REST`` is done by the method ``do_WORD``, if there is one. Raises NotationError.
        """
        word, _, rest = entry.partition(" ")
        method: Callable[[str], str | None] | None = getattr(self, f"do_{word}", None)
        return method(rest) if method else entry

    def command_of(self, key: str) -> str | None:
        """Return the entry of a key, named as Textual does, or None if it has none now."""
        for menu in self.menus():
            for choice in menu.choices:
                if choice.key == key:
                    return str(choice.action)
        for keys, command in self.COMMANDS.items():
            if key in keys.split(","):
                return command
        return None

    def do_at(self, place: str) -> None:
        spot = self.spot_of(place)
        if spot is None:
            raise NotationError("place {found} does not exist", found=repr(place))
        self.point(spot)

    def do_tap(self, _rest: str) -> str | None:
        """Return the entry of a second click or tap on the cursor, if it has one."""
        return None

    def at_cursor(self) -> Any | None:
        return None

    def words(self) -> Sequence[str]:
        return ()

    def place(self) -> str:
        """Return the key of the place of the cursor."""
        return self.place_of(self.cursor)

    def menus(self) -> Sequence[Menu]:
        """Return what can be entered at the cursor, as menus whose actions are entries."""
        raise NotImplementedError

    # The text

    def text(self) -> str:
        """Return the position in the notation that holds all of it."""
        raise NotImplementedError

    def read(self, text: str) -> P:
        """Return the position in a text in any form. Raises NotationError."""
        raise NotImplementedError

    def with_line(self, line: str) -> P:
        """Return the position with a line in place of what it is about. Raises NotationError."""
        raise NotImplementedError

    def form(self, name: str) -> str:
        """Return the position in a form. Raises NotationError if it cannot be expressed so."""
        raise NotImplementedError

    def forms(self) -> Mapping[str, tuple[str, str]]:
        """Return the forms to write, each with the suffix of its files and what it shows."""
        return {}

    # What holds

    def layers(self, view: View | None = None) -> BoardLayers:
        """Return the drawn board, of a page or in a pane; its targets are the spots."""
        raise NotImplementedError

    def marks(self) -> Marks:
        return Marks(cursor=self.place())

    def signs(self) -> Mapping[str, str]:
        """Return the places with a sign on a page: ``gap``, ``broken`` or ``disputed``."""
        return {}

    def here(self) -> Iterator[Finding]:
        """Yield what is at the cursor, and why it is as it is."""
        raise NotImplementedError

    def summary(self) -> Iterator[Finding]:
        """Yield the whole position in a few words, the most important first."""
        raise NotImplementedError

    def findings(self) -> Iterator[Finding]:
        """Yield what holds for the whole position, one sentence each."""
        raise NotImplementedError

    def details(self) -> Iterator[Detail]:
        """Yield the things beside the board, also those that are unknown."""
        raise NotImplementedError

    def questions(self) -> Mapping[str, str]:
        """Return the names of the commands that can be asked, each with what it shows."""
        return {}

    def subject(self) -> Any:
        """Return what questions are about. Raises NotationError if it cannot be asked about."""
        raise NotImplementedError

    def answer(self, question: str) -> Iterable[Line]:
        """Return the answer of one of :meth:`questions`. Raises NotationError."""
        found = questions_of(wing_of(self.GAME))[question](self.subject())
        assert isinstance(found, Answer), question
        return found.lines()

    def continuation(self, name: str, file: str) -> Sequence[str]:
        """Return the command line of ``play`` or ``keep`` from the position in a file.

        Raises GridgamesError if the position lacks something.
        """
        raise NotImplementedError

    # On the full screen

    def title(self) -> str:
        """Return what the position is, in a few words."""
        raise NotImplementedError

    def heading(self) -> Heading:
        head, *_ = self.here()
        return Heading(self.title(), brief=head.text.partition(": ")[0])

    def choice_lines(self, width: int) -> Iterator[Line]:
        head, *here = self.here()
        if rest := head.text.partition(": ")[2]:
            yield replace(head, text=rest).line()
        yield from (fact.line() for fact in here)
        for menu in self.menus():
            yield from _menu_lines(menu, width)

    def guide(self) -> Sequence[Variants[Line]]:
        return [Variants([one.line(), []], rank) for rank, one in enumerate(self.summary())]

    def sections(self, width: int) -> Sequence[Variants[Section]]:
        del width
        findings = [fact.line() for fact in self.findings()]
        known, listed = say("The position"), say("Beside the board")
        shorter = (len(findings), 4, 3, 2, 1, 0)
        return [
            Variants([Section(known, findings[:most]) for most in shorter], 1),
            Variants([Section(listed, lines) for lines in _listed([*self.details()])], 2),
        ]


def _menu_lines(menu: Menu, width: int) -> Iterator[Line]:
    """Yield a question, beside it its last choices, and the others, drawn if they can be."""
    head: Line = [(menu.title, HEAD if menu.first else BAD)]
    for choice in menu.last:
        head += [("  ", ""), (Clickable(choice.text, typed=choice.action), DIM)]
    yield head
    drawn = [[*choice.brick()] for choice in menu.first if choice.brick]
    each = max(1, width // (line_width(drawn[0][0]) + 1)) if drawn else 1
    for first in range(0, len(drawn), each):
        for parts in zip(*drawn[first : first + each], strict=True):
            line: Line = []
            for choice, part in zip(menu.first[first:], parts, strict=False):
                line += [(Clickable(one, typed=choice.action), style) for one, style in part]
                line.append((" ", ""))
            yield line
    if not drawn:
        yield from flowing([_words(choice) for choice in menu.first], width)


def _words(choice: Choice) -> Line:
    style = "reverse bold" if choice.is_on else ""
    first_style = f"{_KEY} {style}" if choice.key else style
    parts = (choice.text[:1], first_style), (choice.text[1:], style)
    return [(Clickable(text, typed=choice.action), how) for text, how in parts if text]


def _listed(known: Sequence[Detail]) -> Iterator[list[Line]]:
    """Yield the lines of details in forms, the longest first: with assumptions, without, none."""
    wide = max((len(one.head) for one in known), default=0)

    def line(one: Detail) -> Line:
        head = Clickable(f"{one.head:<{wide}} ", typed=f"type {one.head} ")
        return [(head, DIM), (one.value or one.assumed or "?", "" if one.value else DIM)]

    yield [line(one) for one in known]
    heads = " ".join(one.head for one in known if not one.value)
    rest: list[Line] = [[(say("Not entered: {heads}", heads=heads), DIM)]] if heads else []
    yield [*(line(one) for one in known if one.value), *rest]
    yield rest
    yield []


def place_in(known: Sequence[str], word: str) -> int:
    """Return the index of a word of a command. Raises NotationError for any other word."""
    if word not in [*known]:
        raise NotationError("This cannot be done here.")
    return known.index(word)


def draft_of(game: str) -> DraftTable[Any]:
    """Return the table of a new draft of a game. Raises NotationError if it has none."""
    part = wing_of(game).part(_PART)
    if part is None:
        raise NotationError("{game} has no editor of positions", game=game)
    made: DraftTable[Any] = part.new_draft()
    return made


def games_with_drafts() -> list[str]:
    """Return the names of the games whose positions can be entered."""
    return [name for name in names() if wing_of(name).has_part(_PART)]
