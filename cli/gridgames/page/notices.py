"""Answers of the desk on the page: what is shown beside the choices after something was done."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gridgames.languages.language import current_language
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.page.seat_desk import SeatDesk
from gridgames.page.tables import UndoAnswered
from gridgames.study.rules.rule_text import describe_rule, look_up
from gridgames.table import answers
from gridgames.table.answers import Answer
from gridgames.table.command_table import Front, help_entries
from gridgames.table.narration import group_moves, narrate_group
from gridgames.table.sentences import explained, hint_sentences, not_allowed
from gridgames.table.statistics_text import describe_statistics
from gridgames.terminal.output import Line, within

_COLUMNS = 60  # of text whose spaces matter
_LOG = 30  # sentences that ``log`` shows


@dataclass(frozen=True, slots=True)
class Notice:
    """Sentences to read; ``is_text`` for lines whose spaces matter.

    ``line`` is what the button below it does, '' for none; ``rule`` is the id of a rule.
    """

    sentences: Sequence[str]
    title: str = ""
    is_error: bool = False
    is_text: bool = False
    line: str = ""
    rule: str = ""

    @property
    def button(self) -> str:
        """The words on the button, in the language in use."""
        return say("Do it anyway") if self.line.endswith("!") else as_typed(self.line)


def notices(desk: SeatDesk, given: Iterable[Answer]) -> Iterator[Notice]:
    """Yield what is to be read of the answers to a line; a move made needs no words."""
    for answer in given:
        if found := _notice(desk, answer):
            yield found


def _notice(desk: SeatDesk, answer: Answer) -> Notice | None:
    match answer:
        case answers.Ordered():
            if answer.told is None:
                return Notice([answer.orders])
            return Notice(answer.told.sentences, answer.told.title)
        case answers.Refused():
            may = desk.session.may_overrule and desk.face.may_overrule
            line = f"{desk.game_text(answer.action)}!" if may else ""
            told = [f"{desk.face.format(answer.action)}: {not_allowed(answer.refusal)}"]
            if desk.session.may_overrule and not may:
                told.append(desk.face.overrule_words())
            return Notice(told, is_error=True, rule=answer.refusal.rule, line=line)
        case answers.Confirm():
            return Notice([answer.doubt], line=f"{desk.game_text(answer.action)}!")
        case answers.Misread():
            why = render_message(answer.problem)
            return Notice([say("Not understood: {problem}", problem=why)], is_error=True)
        case answers.Explained():
            rule = answer.refusal.rule if answer.refusal else ""
            return Notice([explained(desk, answer)], rule=rule)
        case answers.Hint():
            return _hint(desk, answer)
        case answers.Wanted():
            return None  # the choices ask it
        case answers.Message() | answers.Travelled() | answers.BarSwitched():
            return Notice([answer.text], is_error=getattr(answer, "is_error", False))
        case UndoAnswered():
            return Notice([_undo_words(answer)])
        case answers.Text():
            return Notice(answer.sentences, answer.title)
        case answers.Page():
            return Notice(plain(answer.lines()), answer.title, is_text=True)
        case answers.Chart():
            lines = plain(describe_statistics(answer.statistics, desk.names))
            return Notice([answer.note] if answer.note else lines, is_text=not answer.note)
        case answers.Log():
            return Notice(log_of(desk, answer.count or _LOG), say("Recent moves"))
        case answers.FrontEndCommand():
            return _command(desk, answer)
        case _:
            return None


def _undo_words(answer: UndoAnswered) -> str:
    if answer.is_taken_back:
        return say("The others agree: your choice is taken back.")
    if answer.refused_by:
        return say("{name} does not agree: your choice stands.", name=answer.refused_by)
    return say("The game has gone on: your choice stands.")


def _hint(desk: SeatDesk, answer: answers.Hint) -> Notice:
    told = [line for _, line in hint_sentences(desk, answer.thoughts)]
    if not answer.thoughts:
        return Notice(told)
    return Notice(told, say("Hint"), line=desk.game_text(answer.thoughts[0].action))


def _command(desk: SeatDesk, answer: answers.FrontEndCommand) -> Notice | None:
    match answer.command.word:
        case "rules" if answer.rest:
            return Notice(plain(look_up(desk.session.game.NAME, answer.rest)), is_text=True)
        case "rules":
            return Notice([say("Type rules and an id or a word, as in: rules end")])
        case "help":
            entries = help_entries(desk.commands(), Front.PAGE)
            return Notice([f"{typed}: {about}" for typed, about in entries], say("Help"))
        case _:
            return None


def rule_lines(game_ledger: str, rule: str) -> list[str]:
    """Return a rule of a ledger, as lines of text."""
    return plain(describe_rule(rules(game_ledger, current_language())[rule]))


def log_of(desk: SeatDesk, count: int) -> list[str]:
    """Return the last sentences of the log, one for each action and each consequence."""
    groups = group_moves(desk.face, desk.moves()[-3 * count :])
    told = [one for group in groups for one in narrate_group(desk.face, group, desk.names)]
    return told[-count:]


def plain(lines: Iterable[Line]) -> list[str]:
    """Return lines of a terminal as texts, wrapped for a narrow page."""
    with within(_COLUMNS):
        return ["".join(text for text, _ in line) for line in lines]
