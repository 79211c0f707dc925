"""Reading typed lines, and the commands that playing and replaying share."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from gridcommon.errors import IllegalAction, NotationError
from gridcommon.spelling import as_number
from gridgames.languages.messages import render_error, say, unbreakable_parts
from gridgames.show.face import Move
from gridgames.show.registry import table_of
from gridgames.show.table import with_level
from gridgames.table import answers
from gridgames.table.answers import Answer, problem
from gridgames.table.bots.cast import sitting
from gridgames.table.command_table import Command, Front, by_word, command_and_rest, elsewhere
from gridgames.table.evaluation_text import bar_words
from gridgames.table.session import Session
from gridgames.table.settings import is_on


class Undone(NamedTuple):
    """The parts of a line that were not done: the failed part, if any, and all later parts."""

    failed: str = ""
    others: Sequence[str] = ()

    @property
    def line(self) -> str:
        """These parts as one line, or '' if everything was done."""
        return "; ".join(filter(None, (self.failed, *self.others)))


class Desk:
    """Carries out typed lines and returns answers; ``on_WORD`` is the method of a command.

    A command without a method is left to the front end. ``seen`` returns the state that the person
    at the keyboard may see.
    """

    COMMANDS: ClassVar[Sequence[Command]]

    def __init__(self, session: Session, front: Front, seen: Callable[[], Any]) -> None:
        self.session = session
        self.face = session.face
        self.front = front
        self.seen = seen
        self.has_bar = False
        self.words = by_word(self.COMMANDS, front)

    @property
    def names(self) -> list[str]:
        """The displayed names of the players."""
        return self.session.names

    @property
    def names_with_levels(self) -> list[str]:
        """The displayed names of the players, with the levels of bots at a table with people."""
        return [with_level(*one) for one in sitting(self.session.players)]

    def moves(self) -> Sequence[Move]:
        """Return the moves up to the current place."""
        return self.session.moves

    def commands(self) -> Sequence[Command]:
        """Return the commands that the help lists."""
        return self.COMMANDS

    def do_line(
        self, line: str, show: Callable[[Answer], bool], may_do: Callable[[str], bool]
    ) -> Undone:
        """Carry out the parts of a line in order until one fails, and return the rest.

        ``show`` shows an answer and returns whether the part is done; ``may_do`` returns whether a
        part after the first may start.
        """
        first, *others = parts_of(line)
        while True:
            with self.session.parse_confirmation(first) as part:
                is_done = show(self.answer(part))
            if not is_done:
                return Undone(first, others)
            if not others:
                return Undone()
            if not may_do(others[0]):
                return Undone("", others)
            first = others.pop(0)

    def answer(self, part: str) -> Answer:
        """Carry out one part of a line, and return the answer."""
        try:
            if why := elsewhere(part, self.COMMANDS, self.front):
                return problem(why)
            word, rest = command_and_rest(part)
            command = self.words.get(word)
            if command is None or (rest and not _takes(command, word, rest)):
                return self.read(part)
            method = getattr(self, f"on_{command.word}", None)
            return method(rest) if method else answers.FrontEndCommand(command, rest)
        except NotationError as error:
            return problem(render_error(error), unbreakable_parts(error))
        except IllegalAction as error:
            action, refusal = error.action, error.refusal
            return self.refused(answers.Refused(action, refusal, of_plan=True, is_done=False))

    def read(self, part: str) -> Answer:
        """Carry out a part that is not a command. Raises NotationError or IllegalAction."""
        raise NotImplementedError

    def refused(self, answer: answers.Refused) -> answers.Refused:
        """Record a refusal, and return its answer."""
        return answer

    def on_board(self, _: str) -> Answer:
        return answers.Page(say("The board"), partial(self.face.board, self.seen(), self.names))

    def on_state(self, _: str) -> Answer:
        title = say("Everything on the table")
        told = partial(self.face.full_description, self.seen(), self.names_with_levels)
        return answers.Page(title, told)

    def on_players(self, _: str) -> Answer:
        told = partial(self.face.players, self.seen(), self.names_with_levels)
        return answers.Page(say("The players"), told)

    def on_secrets(self, _: str) -> Answer:
        table = table_of(self.face, self.names, self.seen())
        return answers.Text(say("Visibility"), list(table.secrets()))

    def on_chart(self, _: str) -> Answer:
        from gridgames.table.statistics_text import statistics_of

        statistics = statistics_of(self.session, len(self.moves()))
        if statistics.rounds:
            return answers.Chart(statistics)
        return answers.Chart(statistics, say("No round is over yet."), is_done=False)

    def on_bar(self, wanted: str) -> Answer:
        is_wanted = is_on(wanted) if wanted else not self.has_bar
        self.has_bar = is_wanted and self.session.wing.evaluator is not None
        return answers.BarSwitched(bar_words(self.session.wing, is_on=is_wanted))

    def on_log(self, count: str) -> Answer:
        return answers.Log(number(count) if count else None)


def _takes(command: Command, word: str, rest: str) -> bool:
    """Return whether a command takes what follows it: ``u 2`` is a command, ``U 1,0`` is none."""
    is_short = word in command.letters
    is_number = as_number(rest) is not None
    return bool(command.usage) and (not is_short or is_number or command.usage != "[N]")


def parts_of(line: str) -> list[str]:
    """Return the parts of a line in order; an empty line has one empty part.

    >>> parts_of("buy coal 2; done;"), parts_of("")
    (['buy coal 2', 'done'], [''])
    """
    return [part for typed in line.split(";") if (part := typed.strip())] or [""]


def number(text: str) -> int:
    """Parse a number. Raises NotationError."""
    found = as_number(text)
    if found is None:
        raise NotationError("expected a number, found {found}; ? for help", found=repr(text))
    return found
