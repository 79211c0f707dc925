"""The answers of the desk to the parts of a typed line; each front end shows them its own way."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal
from gridcommon.evaluation import Candidate
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Move
from gridgames.show.menus import Menu
from gridgames.show.questions import Answer
from gridgames.show.statistics import Statistics
from gridgames.table.command_table import Command
from gridgames.terminal.output import Line, wrapped


@dataclass(slots=True, kw_only=True)
class Reply:
    """The answer to one part of a line; unless it is done, the rest of the line waits."""

    is_done: bool = True


@dataclass(slots=True)
class Message(Reply):
    """A sentence; the texts in ``keep``, such as file names, are never wrapped."""

    text: str
    keep: Sequence[str] = ()
    is_error: bool = False
    files: Sequence[str] = ()  # names that may follow the command


class Objection(Message):
    """Why a lesson does not want a legal action."""


class Entry(Message):
    """A line of a position was entered, or the view of it has changed: the rules that it breaks."""


class OpenQuestion(Message):
    """The question before an entry is made: something hidden matters now."""


class HistoryChange(Message):
    """Moves were undone or redone."""


class BarSwitch(Message):
    """The evaluation bar was switched on or off."""


class Unreadable(Message):
    """A text that is neither a command nor an action."""


def problem(text: str, keep: Sequence[str] = ()) -> Message:
    """Return an error message; its part of the line is not done."""
    return Message(text, keep, is_error=True, is_done=False)


def not_allowed(refusal: Refusal) -> str:
    """Return a refusal in words, with its rule."""
    return say("Not allowed, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))


def unreadable(error: NotationError) -> Unreadable:
    """Return the answer to a text that cannot be read."""
    told = say("Not understood: {problem}", problem=render_message(error))
    return Unreadable(told, is_error=True, is_done=False)


@dataclass(slots=True)
class Prose(Reply):
    """A title, sentences, and a function that returns lines for the width in use, if any."""

    title: str
    sentences: Sequence[str] = ()
    lines: Callable[[], Iterable[Line]] | None = None

    def written(self, indent: str = "") -> Iterator[Line]:
        """Yield the text without its title, as lines for the width in use."""
        for sentence in self.sentences:
            yield from wrapped(sentence, indent + "  ", first=indent)
        if self.lines:
            yield from self.lines()


@dataclass(slots=True)
class FrontEndCommand(Reply):
    """A command that each front end carries out itself."""

    command: Command
    rest: str


@dataclass(slots=True, kw_only=True)
class Log(Prose):
    """The last ``count`` lines of the log; None leaves the number to the front end."""

    count: int | None


@dataclass(slots=True, kw_only=True)
class Chart(Prose):
    """The statistics of the game; its only sentence says that no round is over yet."""

    statistics: Statistics


@dataclass(slots=True)
class OpenMenu(Reply):
    """Numbered choices to show."""

    menu: Menu


@dataclass(slots=True)
class Rejection(Reply):
    """A refused action; ``of_plan`` if it is part of a plan.

    If numbers were typed, ``asked`` says what they mean to the question.
    """

    action: Any
    refusal: Refusal
    of_plan: bool = False
    asked: str = ""


@dataclass(slots=True)
class Confirm(Reply):
    """A wasteful legal action, which has to be typed twice."""

    action: Any
    doubt: str


class ScreenEffect(Reply):
    """An effect on the screen alone, such as the choice of a tile, or a delayed command."""


@dataclass(slots=True)
class Preview(Reply):
    """The action that a second click would make."""

    action: Any


class LegalChoices(Reply):
    """The legal choices."""


@dataclass(slots=True)
class Moves(Reply):
    """The moves just made."""

    moves: Sequence[Move]


@dataclass(slots=True)
class OrderReply(Moves):
    """A standing order: the answer to it, or else the orders now in force."""

    told: Prose | Message


@dataclass(slots=True)
class Ruling(Reply):
    """Whether an action is allowed: the refusal, or None."""

    action: Any
    refusal: Refusal | None


@dataclass(slots=True)
class Hint(Reply):
    """The best choices, best first; empty if there was no time to find one."""

    thoughts: Sequence[Candidate[Any]]


@dataclass(slots=True)
class HintWanted(Reply):
    """A request for a hint, for which the front end asks the strongest bot."""

    seat: Seat


@dataclass(slots=True)
class QuestionWanted(Reply):
    """A question that another process answers, for others wait here; a pickle can hold it."""

    title: str
    ask: Callable[[], Answer[Any]]


class Continuation(Reply):
    """The game continues without asking a person."""


class NewGame(Reply):
    """A rematch has started."""


@dataclass(slots=True)
class Destination(Reply):
    """The replay is at another place; ``way`` is the command that led there."""

    way: str
    is_end: bool = False  # there was no next move
