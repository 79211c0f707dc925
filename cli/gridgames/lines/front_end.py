"""The plain front end: shows the answers of the desk as lines of text."""

from collections.abc import Iterator, Sequence
from typing import Any

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.registry import table_of
from gridgames.table import answers
from gridgames.table.answers import Answer, Message
from gridgames.table.bots.evaluation import evaluate
from gridgames.table.command_table import Front, command_and_rest, help_entries
from gridgames.table.desk import Desk
from gridgames.table.evaluation_text import bar_line, legend
from gridgames.table.narration import group_moves, narrate_group
from gridgames.table.saves.saves_text import broken_off_words
from gridgames.table.session import Session
from gridgames.table.statistics_text import describe_statistics, statistics_of
from gridgames.terminal import output

_LOG = 30  # sentences that ``log`` shows
_INDENT = " " * 20  # of the descriptions of commands in the help


class PlainFrontEnd:
    """Shows the answers of a desk; ``on_WORD`` is the method of a command without an answer."""

    desk: Desk

    def __init__(self) -> None:
        self.has_left = False

    @property
    def session(self) -> Session:
        """The game; a rematch replaces it."""
        return self.desk.session

    def seen(self) -> Any:
        """Return the state that the person may see."""
        raise NotImplementedError

    def help_lines(self) -> Iterator[tuple[str, str]]:
        """Yield input other than commands and actions, with its effect."""
        raise NotImplementedError

    def may_do(self, part: str) -> bool:
        """Return whether another part of a line may start; if not, show why."""
        del part
        return True

    def do_line(self, line: str) -> bool:
        """Carry out a line, show the parts not done, and return whether the person stays."""
        undone = self.desk.do_line(line, self.show, self.may_do)
        if undone.others:
            output.print_sentence(say("Not done: {rest}", rest="; ".join(undone.others)))
        return not self.has_left

    def show(self, answer: Answer) -> bool:
        """Show an answer, and return whether its part of the line is done."""
        match answer:
            case Message():
                output.print_sentence(answer.text, keep=answer.keep)
            case answers.Page():
                output.print_lines(answer.lines())
            case answers.Text():
                output.print_sentences(answer.sentences)
            case answers.Log():
                wanted = _LOG if answer.count is None else answer.count
                groups = group_moves(self.desk.face, self.desk.moves())
                lines = [line for moves in groups for line in self.sentences(moves)]
                output.print_sentences(lines[max(0, len(lines) - wanted) :])
            case answers.Chart():
                if answer.note:
                    output.print_sentence(answer.note)
                output.print_lines(describe_statistics(answer.statistics, self.desk.names))
            case answers.BarSwitched():
                output.print_sentence(answer.text)
                if self.desk.has_bar:
                    output.print_sentence(legend(self.desk.names))
                self.show_bar()
            case answers.FrontEndCommand():
                done = getattr(self, f"on_{answer.command.word}")(answer.rest)
                return done is not False and not self.has_left
            case _:
                raise TypeError(answer)
        return answer.is_done

    def on_quit(self, _: str) -> None:
        self.has_left = True

    def on_help(self, _: str) -> None:
        for typed, about in (*self.help_lines(), *help_entries(self.desk.commands(), Front.LINES)):
            first = f"  {typed}".ljust(len(_INDENT) - 1) + " "
            output.print_lines(output.wrapped(about, _INDENT, first=first))

    def on_export(self, name: str) -> bool:
        from gridgames.study.exports.export import export_as

        return self.show(export_as(self.session, name))

    def on_draw(self, _: str) -> None:
        table_of(self.desk.face, self.desk.names, self.seen()).print_board()

    def on_rules(self, wanted: str) -> None:
        if not wanted:
            output.print_sentence(say("Type rules and an id or a word, as in: rules end"))
            return
        from gridgames.study.rules.rule_text import look_up

        output.print_lines(look_up(self.session.game.NAME, wanted))

    def viewpoint(self) -> Seat:
        """Return the seat whose viewpoint the evaluation bar takes."""
        return self.session.viewpoint

    def show_bar(self) -> None:
        """Show the evaluation bar if it is switched on."""
        if self.desk.has_bar:
            place = len(self.desk.moves())
            values = evaluate(self.session.wing, self.session.position(self.viewpoint(), place))
            output.print_lines(
                [bar_line(self.session.wing, values, self.desk.names, output.width())]
            )

    def sentences(self, moves: Sequence[Move]) -> Iterator[str]:
        """Yield the action of moves that belong together, then its consequences."""
        return narrate_group(self.desk.face, moves, self.desk.names)

    def show_moves(self, moves: Sequence[Move], number: str = "", indent: str = "  ") -> None:
        """Show :meth:`sentences`, all but the first after ``indent``."""
        first, *others = self.sentences(moves)
        output.print_sentence(f"{number}{first}")
        output.print_sentences(others, indent)

    def show_ending(self) -> None:
        """Show the result of the game and its statistics."""
        face, session, names = self.desk.face, self.session, self.desk.names
        if session.is_broken_off:
            output.print_sentence(broken_off_words(session.rounds))
        else:
            output.print_sentences(face.narrate_result(session.result, names))
        output.print_lines(describe_statistics(statistics_of(session), names))


def leaves(line: str | None) -> bool:
    """Return whether a line, or the end of input, ends the program."""
    return line is None or command_and_rest(line)[0] in ("q", "quit")
