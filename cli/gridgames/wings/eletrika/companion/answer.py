"""What every answer of the companion has, and how the parts that several have are written."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Protocol

from eletrika.actions import Action
from eletrika.answer import remarks_to_json
from eletrika.notation.actions import action_to_json, format_action
from eletrika.tables import COLOURS
from gridcommon.errors import Refusal
from gridcommon.hexes import Hex
from gridgames.languages.messages import as_typed, said, say
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.eletrika.companion.query_subject import Asked
from gridgames.wings.eletrika.description.analysis import remarks
from gridgames.wings.eletrika.description.words import word_of_positions

HEAD = "bold"
INDENT = "        "


class Answer(Protocol):
    """An answer: in lines, and what it adds to the JSON document.

    ``assumes`` are the lines of the full form that it depends on.
    """

    assumes: ClassVar[tuple[str, ...]]

    def lines(self) -> Iterator[Line]:
        """Yield the answer in words."""

    def to_json(self) -> dict[str, Any]:
        """Return the keys of this question."""


def document(asked: Asked, answer: Answer) -> dict[str, Any]:
    """Return the whole JSON document of an answer."""
    found = {
        "schema": 1,
        **answer.to_json(),
        "assumed": {line: str(text) for line, text in asked.assumed_of(answer.assumes).items()},
        "problems": [problem.refusal.rule for problem in asked.analysis.problems],
    }
    return found | remarks_to_json(asked.analysis)


def text(asked: Asked, answer: Answer) -> Iterator[Line]:
    """Yield the whole answer in words: what was found, and what was assumed."""
    yield from remarks(asked.analysis)
    yield from answer.lines()
    assumed = asked.assumed_of(answer.assumes)
    if assumed:
        yield from heading(say("Assumed, since the position does not say"))
        for line, wording in assumed.items():
            yield from item(f"{word_of_positions(line)}: {said(wording)}")
        yield []


def heading(words: str) -> list[Line]:
    """Return a heading, wrapped to the terminal."""
    return list(wrapped(words, "  ", HEAD, first=""))


def item(words: str) -> list[Line]:
    """Return the lines of one item under a heading."""
    return wrapped(words, INDENT, first="  ")


def cells_to_json(cells: Iterable[Hex]) -> list[list[int]]:
    """Return cells as a document has them."""
    return [list(cell) for cell in cells]


def refusal_to_json(refusal: Refusal | None) -> dict[str, str] | None:
    """Return why something may not be done, as a document has it."""
    return None if refusal is None else {"rule": refusal.rule, "why": refusal.why}


def refusal_words(refusal: Refusal) -> str:
    """Return why something may not be done, with its rule."""
    return f"{refusal.rule} {said(refusal)}"


def action_words(actions: Iterable[Action]) -> str:
    """Return actions as they are typed, one after another."""
    return ", ".join(as_typed(format_action(action)) for action in actions)


def actions_to_json(actions: Iterable[Action]) -> list[dict[str, Any]]:
    """Return actions as a record has them."""
    return [action_to_json(action) for action in actions]


def player_to_json(asked: Asked, seat: int) -> str:
    """Return the letter of the colour of a seat."""
    return COLOURS[asked.owners[seat]]
