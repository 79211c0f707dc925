"""Drills: positions with a question each, to practise reading the board.

The drills of a game are the table ``data/drills.toml`` of its wing: a list ``drill`` of tables with
``position``, a text that the companion of the game reads, ``ask``, a kind of question, and what the
question needs. The class ``GameDrill`` of the module ``drills`` of the wing has a method
``ask_KIND`` for each kind. Answers are never stored: the engine finds them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from gridcommon.errors import NotationError
from gridcommon.tables import shipped_toml
from gridgames.languages.messages import say
from gridgames.show.parts import BoardLayers, Panel
from gridgames.show.registry import face_of, names, wing_of
from gridgames.terminal.output import Line


class DrillQuestion(NamedTuple):
    """A question with its choices, the index of the right one, and the reasons and rules."""

    text: str
    choices: Sequence[str]
    right: int
    reasons: Sequence[str]
    rules: Sequence[str]

    def answer(self, guess: int) -> Iterator[str]:
        """Yield whether a guess is right, and the reasons."""
        if guess == self.right:
            yield say("Right.")
        else:
            yield say("No, the answer is: {answer}.", answer=self.choices[self.right])
        yield from self.reasons


class Drill:
    """A drill of a game: the ``number`` of ``count``, from 1."""

    def __init__(self, game: str, number: int, count: int, table: Mapping[str, Any]) -> None:
        self.game = game
        self.number = number
        self.count = count
        self.table = table

    @property
    def heading(self) -> str:
        """The number of the drill."""
        return say("Drill {number} of {count}", number=self.number, count=self.count)

    @cached_property
    def shown(self) -> Any:
        """The position, as the presenter of the game draws it."""
        raise NotImplementedError

    @property
    def unanswered(self) -> Any:
        """The position without the answer."""
        return self.shown

    @property
    def is_on_the_board(self) -> bool:
        """Whether the question needs the board."""
        return True

    def question(self) -> DrillQuestion:
        """Return the question in the language in use."""
        found: DrillQuestion = getattr(self, f"ask_{self.table['ask']}")()
        return found

    def board(self) -> Iterator[Line]:
        """Yield the position in characters, without the answer."""
        raise NotImplementedError

    def board_layers(self, *, is_answered: bool) -> BoardLayers | None:
        """Return the board, None if the question is about what lies beside it.

        It shows the answer only once ``is_answered``.
        """
        shown = self.shown if is_answered else self.unanswered
        return face_of(self.game).board_layers(shown, ()) if self.is_on_the_board else None

    def panels(self) -> Sequence[Panel]:
        """Return what lies beside the board."""
        return face_of(self.game).panels(self.unanswered, ())


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
    make = wing_of(game).part("drills").GameDrill
    return [make(game, number, len(tables), table) for number, table in enumerate(tables, start=1)]


def yes_or_no(text: str, answer: bool, reasons: Sequence[str], *rules: str) -> DrillQuestion:
    """Return a question to be answered by yes or no."""
    return DrillQuestion(text, (say("yes"), say("no")), 0 if answer else 1, reasons, rules)


def a_number(
    text: str, right: int, lures: Sequence[int], reasons: Sequence[str], *rules: str
) -> DrillQuestion:
    """Return a question with four numbers to choose from.

    ``lures`` are the results of usual mistakes; numbers near the right one fill the rest.
    """
    near = (right + step for step in (1, -1, 2, -2, 3, 4))
    wrong = [one for one in dict.fromkeys((*lures, *near)) if one >= 0 and one != right]
    numbers = sorted((right, *wrong[:3]))
    return DrillQuestion(text, [*map(str, numbers)], numbers.index(right), reasons, rules)
