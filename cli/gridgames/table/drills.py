"""Drills: positions with a question each, to practise reading the board.

The drills of a game are the table ``data/drills.toml`` of its wing: a list ``drill`` of tables with
``position``, a text that the companion of the game reads, ``ask``, a kind of question, and what the
question needs. The module ``drills`` of the wing has ``parse`` for positions, ``board`` and
``drawn`` to show them, ``is_on_the_board`` for a question that needs the board, and
``KINDS_OF_QUESTION``: functions by name, each from a position and a drill to an :class:`Asked`.
Answers are never stored: the engine finds them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from gridcommon.errors import NotationError
from gridcommon.tables import shipped_toml
from gridgames.languages.messages import say
from gridgames.show.parts import BoardLayers, Panel
from gridgames.show.registry import face_of, names, wing_of
from gridgames.terminal.output import Line


class Asked(NamedTuple):
    """A question with its choices, the index of the right one, and the reasons and rules."""

    question: str
    choices: Sequence[str]
    right: int
    reasons: Sequence[str]
    rules: Sequence[str]


@dataclass(frozen=True)
class Drill:
    """A drill of a game."""

    number: int  # from 1
    game: str
    table: Mapping[str, Any]

    @cached_property
    def shown(self) -> Any:
        """The position, as the presenter of the game draws it."""
        return self._part.parse(self.table["position"])

    @property
    def _part(self) -> Any:
        return wing_of(self.game).part("drills")

    def asked(self) -> Asked:
        """Return the question in the language in use."""
        kinds: Mapping[str, Callable[[Any, Mapping[str, Any]], Asked]]
        kinds = self._part.KINDS_OF_QUESTION
        return kinds[self.table["ask"]](self.shown, self.table)

    def board(self) -> Iterator[Line]:
        """Yield the position in characters."""
        found: Iterator[Line] = self._part.board(self.shown, self.table)
        return found

    def board_layers(self, *, is_answered: bool) -> BoardLayers | None:
        """Return the board, None if the question is about what lies beside it.

        It shows the answer only once ``is_answered``.
        """
        if not self._part.is_on_the_board(self.table):
            return None
        shown = self.shown if is_answered else self._part.drawn(self.shown)
        return face_of(self.game).board_layers(shown, ())

    def panels(self) -> Sequence[Panel]:
        """Return what lies beside the board."""
        return face_of(self.game).panels(self._part.drawn(self.shown), ())


def games_with_drills() -> list[str]:
    """Return the games that have drills."""
    return [name for name in names() if wing_of(name).has_part("drills")]


def read_drills(game: str) -> list[Drill]:
    """Return the drills of a game. Raises NotationError if it has none."""
    if game not in games_with_drills():
        raise NotationError(
            "{game} has no drills; choose from {allowed}",
            game=game,
            allowed=", ".join(games_with_drills()),
        )
    tables = shipped_toml(wing_of(game).package, "drills.toml")["drill"]
    return [Drill(number, game, table) for number, table in enumerate(tables, start=1)]


def yes_or_no(question: str, answer: bool, reasons: Sequence[str], *rules: str) -> Asked:
    """Return a question to be answered by yes or no."""
    return Asked(question, (say("yes"), say("no")), 0 if answer else 1, reasons, rules)


def a_number(
    question: str, right: int, lures: Sequence[int], reasons: Sequence[str], *rules: str
) -> Asked:
    """Return a question with four numbers to choose from.

    ``lures`` are the results of usual mistakes; numbers near the right one fill the rest.
    """
    near = (right + step for step in (1, -1, 2, -2, 3, 4))
    wrong = [one for one in dict.fromkeys((*lures, *near)) if one >= 0 and one != right]
    numbers = sorted((right, *wrong[:3]))
    return Asked(question, [*map(str, numbers)], numbers.index(right), reasons, rules)


def answer_lines(question: Asked, guess: int) -> Iterator[str]:
    """Yield whether a guess is right, and the reasons."""
    if guess == question.right:
        yield say("Right.")
    else:
        yield say("No, the answer is: {answer}.", answer=question.choices[question.right])
    yield from question.reasons
