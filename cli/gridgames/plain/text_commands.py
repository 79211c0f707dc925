"""The commands shared by playing and replaying in lines of text."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, in_short
from gridcommon.spelling import as_number
from gridgames.bots.evaluation import evaluate
from gridgames.games.face import Face, Move
from gridgames.games.registry import table_of
from gridgames.languages.messages import render_message, say
from gridgames.review.evaluation_text import bar_line, bar_words, legend
from gridgames.sessions.command_table import (
    Command,
    Front,
    by_word,
    command_and_rest,
    elsewhere,
    help_entries,
)
from gridgames.sessions.session import Session
from gridgames.sessions.settings import is_on
from gridgames.terminal import output

_LOG = 30  # sentences that ``log`` shows
_INDENT = " " * 20  # of what a command does, in the help


class Lines:
    """Answers the commands of a table: ``on_WORD`` is the method of each."""

    OFFERED: ClassVar[Sequence[Command]]

    def __init__(self, session: Session) -> None:
        self.session = session
        self.face = session.face
        self.names = [player.shown for player in session.players]
        self.has_bar = False
        self._by_word = by_word(self.OFFERED, Front.LINES)

    def seen(self) -> Any:
        """Return the state that is looked at."""
        raise NotImplementedError

    def told(self) -> Sequence[Move]:
        """Return the moves made so far."""
        raise NotImplementedError

    def offered(self) -> Sequence[Command]:
        """Return the commands that the help tells of."""
        return self.OFFERED

    def help_lines(self) -> Iterator[tuple[str, str]]:
        """Yield what may be typed besides commands and actions, with what it does."""
        raise NotImplementedError

    def obeys(self, line: str) -> bool:
        """Run a line if it is a command; return whether it is one."""
        word, rest = command_and_rest(line)
        command = self._by_word.get(word)
        if told := elsewhere(line, self.OFFERED, Front.LINES):
            output.print_sentence(told)
            return True
        if command is None or (rest and not command.usage):
            return False
        getattr(self, f"on_{command.word}")(rest)
        return True

    def leaves(self, line: str | None) -> bool:
        """Whether a line, or the end of input, ends the session."""
        return line is None or command_and_rest(line)[0] in ("q", "quit")

    def each_part(
        self, line: str, do: Callable[[str], bool], bar: Callable[[], str] = lambda: ""
    ) -> bool:
        """Do the parts of a line one after another, and say which are not done and why.

        ``do`` says why itself where it returns that a part is not done; ``bar`` says, after the
        first one, why the next may not be begun, '' if it may. Returns False if somebody leaves.
        """
        parts = parts_of(line)
        first, stays = len(parts), True
        while parts and stays:
            if len(parts) < first and (why := bar()) and command_and_rest(parts[0])[0] != "go":
                output.print_sentence(why)
                break
            part = parts.pop(0)
            stays = not self.leaves(part)
            if stays and not do(part):
                break
        if parts:
            output.print_sentence(say("Not done: {rest}", rest="; ".join(parts)))
        return stays

    def on_help(self, _: str) -> None:
        """Show what may be typed."""
        for typed, about in (*self.help_lines(), *help_entries(self.offered(), Front.LINES)):
            first = f"  {typed}".ljust(len(_INDENT) - 1) + " "
            output.print_lines(output.wrapped(about, _INDENT, first=first))

    def on_board(self, _: str) -> None:
        """Show the board."""
        output.print_lines(self.face.board(self.seen(), self.names))

    def on_draw(self, _: str) -> None:
        """Show the board as a picture."""
        output.print_lines(table_of(self.face, self.names, self.seen()).drawing())

    def on_state(self, _: str) -> None:
        """Show everything on the table."""
        output.print_lines(self.face.whole(self.seen(), self.names))

    def on_players(self, _: str) -> None:
        """Show what the players have."""
        output.print_lines(self.face.players(self.seen(), self.names))

    def on_secrets(self, _: str) -> None:
        """Say who can see what."""
        for sentence in table_of(self.face, self.names, self.seen()).secrets():
            output.print_sentence(sentence)

    def on_chart(self, _: str) -> None:
        """Show what the game has come to by round, and as tables."""
        from gridgames.review.statistics_text import describe_statistics, statistics_of

        statistics = statistics_of(self.session, len(self.told()))
        if not statistics.rounds:
            output.print_sentence(say("No round is over yet."))
        output.print_lines(describe_statistics(statistics, self.names))

    def on_export(self, name: str) -> None:
        """Write the record, or the numbers by round, to a new file."""
        if not name:
            output.print_sentence(
                say("Write export and the name of a file: .jsonl, .csv, .json, .txt, .svg or .png.")
            )
            return
        from gridgames.review.statistics_text import export

        export(self.session, Path(name))
        output.print_sentence(say("Written to {file}.", file=name), keep=[name])

    def on_bar(self, wanted: str) -> None:
        """Show the evaluation bar from now on, or not any more."""
        self.has_bar = is_on(wanted) if wanted else not self.has_bar
        output.print_sentence(bar_words(self.session.wing, is_on=self.has_bar))
        if self.has_bar and self.session.wing.adviser is not None:
            output.print_sentence(legend(self.names))
        self.show_bar()

    def eyes(self) -> Seat:
        """Return the seat through whose eyes the game is valued."""
        return self.session.eyes

    def show_bar(self) -> None:
        """Show how well each seat stands, if that is wanted."""
        if self.has_bar and self.session.wing.adviser is not None:
            place = len(self.told())
            values = evaluate(self.session.wing, self.session.position(self.eyes(), place))
            output.print_lines([bar_line(self.session.wing, values, self.names, output.width())])

    def on_log(self, count: str) -> None:
        """Tell what happened last."""
        wanted = number(count) if count else _LOG
        groups = together(self.face, self.told())
        lines = [line for moves in groups for line in self.sentences(moves)]
        for line in lines[max(0, len(lines) - wanted) :]:
            output.print_sentence(line)

    def on_rules(self, wanted: str) -> None:
        """Show a rule, or those with a word."""
        if not wanted:
            output.print_sentence(say("Write rules and an id or a word, as in: rules end"))
            return
        from gridgames.rules.rule_text import look_up

        output.print_lines(look_up(self.session.game.NAME, wanted))

    def sentences(self, moves: Sequence[Move]) -> list[str]:
        """Return what was done in moves that are told together, and what followed."""
        return list(told_together(self.face, moves, self.names))


def parts_of(line: str) -> list[str]:
    """Return what a line asks for one after another; one that asks for nothing is a part too.

    >>> parts_of("buy coal 2; done;"), parts_of("")
    (['buy coal 2', 'done'], [''])
    """
    return [part for typed in line.split(";") if (part := typed.strip())] or [""]


def together(face: Face, moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Yield moves in groups, each of those that are told together.

    ``face`` says which they are.
    """
    group: list[Move] = []
    for move in moves:
        if group and not face.joins(group, move):
            yield group
            group = []
        group.append(move)
    if group:
        yield group


def told_together(face: Face, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield what was done in moves that belong together, with the reason of a bot that is alone.

    After it comes what followed.
    """
    if len(moves) > 1:
        yield from face.tell_together(moves, names)
        return
    first, *others = face.tell(moves[0], names)
    if moves[0].reason is not None:
        first = say("{what} ({why})", what=first, why=render_message(moves[0].reason))
    yield first
    yield from others


def no_choice(typed: str, count: int) -> str:
    """Say that a number stands for none of ``count`` choices."""
    return say(
        "There is no choice {number}; take 1 to {count}.", number=in_short(typed), count=count
    )


def number(text: str) -> int:
    """Return the number that was typed. Raises NotationError."""
    found = as_number(text)
    if found is None:
        raise NotationError("expected a number, found {found}; ? for help", found=repr(text))
    return found
