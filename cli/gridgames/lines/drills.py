"""Drills in the terminal: a position, a question, a guess, and the answer with its rules."""

from collections.abc import Iterator, Sequence

from gridgames.languages.messages import as_typed, say
from gridgames.study.rules.rule_text import look_up
from gridgames.table.drills import Drill, DrillQuestion
from gridgames.terminal import output
from gridgames.terminal.line_input import read_line
from gridgames.terminal.output import Line

_LEAVE = "quit"


def practise(drills: Sequence[Drill]) -> int | None:
    """Ask some drills; return the number of the one that was left."""
    right = asked = 0
    left = None
    for drill in drills:
        question = drill.question()
        output.print_lines(_question_lines(drill, question))
        guess = _guess(question.choices)
        if guess is None:
            left = drill.number
            break
        asked += 1
        right += guess == question.right
        output.print_sentences(question.answer(guess))
        for rule in question.rules:
            output.print_lines(look_up(drill.game, rule))
        output.print_lines([[]])
    if asked:
        output.print_sentence(say("{right} of {count} right.", right=right, count=asked))
    return left


def _question_lines(drill: Drill, question: DrillQuestion) -> Iterator[Line]:
    yield [(drill.heading, "bold")]
    yield from drill.board()
    yield []
    yield from output.wrapped(question.text, style="bold", first="")
    for number, choice in enumerate(question.choices, start=1):
        yield [(f"  {number} ", "bold"), (choice, "")]


def _guess(choices: Sequence[str]) -> int | None:
    """Return the index of the chosen answer, None to leave."""
    while True:
        line = read_line("> ")
        typed = (line or "").strip().casefold()
        if line is None or typed in (_LEAVE, as_typed(_LEAVE), "q"):
            return None
        words = [choice.casefold() for choice in choices]
        if typed in words:
            return words.index(typed)
        if typed.isdecimal() and 1 <= int(typed) <= len(words):
            return int(typed) - 1
        told = say(
            "Choose 1 to {count}, or {quit} to leave.", count=len(words), quit=as_typed(_LEAVE)
        )
        output.print_sentence(told)
