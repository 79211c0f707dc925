"""The answers of the desk to the parts of a typed line; each front end shows them its own way."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal
from gridcommon.evaluation import Candidate
from gridgames.games.face import Move
from gridgames.games.menus import Menu
from gridgames.games.statistics import Statistics
from gridgames.sessions.command_table import Command
from gridgames.terminal.output import Line


@dataclass(slots=True, kw_only=True)
class Answer:
    """The answer to one part of a line; if it is not done, the rest of the line waits."""

    is_done: bool = True


@dataclass(slots=True)
class Message(Answer):
    """One sentence; the texts in ``keep``, such as file names, are never broken."""

    text: str
    keep: Sequence[str] = ()
    is_error: bool = False
    files: Sequence[str] = ()  # names that may follow the command


class Objection(Message):
    """Why a lesson does not want a legal action."""


def problem(text: str, keep: Sequence[str] = ()) -> Message:
    """Return the message that a part of a line cannot be done."""
    return Message(text, keep, is_error=True, is_done=False)


@dataclass(slots=True)
class Page(Answer):
    """Lines to read, which are made for the width in use, and their title."""

    title: str
    lines: Callable[[], Iterable[Line]]


@dataclass(slots=True)
class Text(Answer):
    """Sentences to read, and their title."""

    title: str
    sentences: Sequence[str]


@dataclass(slots=True)
class FrontEndCommand(Answer):
    """A command that each front end carries out itself."""

    command: Command
    rest: str


@dataclass(slots=True)
class Log(Answer):
    """The last ``count`` lines of the log; without it, as many as the front end likes."""

    count: int | None


@dataclass(slots=True)
class Chart(Answer):
    """The game in numbers; ``note`` says that no round is over yet."""

    statistics: Statistics
    note: str = ""


@dataclass(slots=True)
class BarSwitched(Answer):
    """The evaluation bar was switched on or off."""

    text: str


@dataclass(slots=True)
class OpenMenu(Answer):
    """Numbered choices to show."""

    menu: Menu


@dataclass(slots=True)
class Misread(Answer):
    """A text that is neither a command nor an action."""

    problem: NotationError


@dataclass(slots=True)
class Refused(Answer):
    """A refused action; ``of_plan`` if it is one of several actions that were typed at once."""

    action: Any
    refusal: Refusal
    of_plan: bool = False


@dataclass(slots=True)
class Confirm(Answer):
    """A legal action that throws something away, and has to be typed twice."""

    action: Any
    doubt: str


@dataclass(slots=True)
class Made(Answer):
    """The moves just made."""

    moves: Sequence[Move]


@dataclass(slots=True)
class Ordered(Made):
    """An order in advance: the answer if it asks something, and the orders in force now.

    If it corrected an earlier entry, ``is_rewritten``.
    """

    is_rewritten: bool = False
    told: Text | None = None
    orders: str = ""


@dataclass(slots=True)
class Explained(Answer):
    """Whether an action is allowed: None, or the refusal."""

    action: Any
    refusal: Refusal | None


@dataclass(slots=True)
class Hint(Answer):
    """The best choices, best first; none if there was no time to find one."""

    thoughts: Sequence[Candidate[Any]]


@dataclass(slots=True)
class HintWanted(Answer):
    """A hint that the front end has to let the strongest bot think about."""

    seat: Seat


@dataclass(slots=True)
class Travelled(Answer):
    """Moves were undone or redone."""

    text: str


class GoesOn(Answer):
    """The game continues without a choice by a person."""


class NewGame(Answer):
    """A rematch has begun."""


@dataclass(slots=True)
class Arrived(Answer):
    """The replay is at another place; ``way`` is the command that led there."""

    way: str
    is_end: bool = False  # there was no next move
