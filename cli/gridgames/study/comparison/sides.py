"""The sides that can be compared, and the comparison module of each game."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol, cast

from gridcommon.caveats import Caveat
from gridcommon.errors import JoinedList, NotationError
from gridcommon.examples import ExampleResult, ExampleRunner
from gridcommon.sides import Side, nearest
from gridcommon.sides import parse_side as parse_parts
from gridgames.languages.messages import say
from gridgames.show.registry import wing_of, wings
from gridgames.study.comparison.report import NOT_PLAYED, Cell, Comparison, ExampleRun


class GameComparison(Protocol):
    """The module ``comparison`` of a game."""

    RUNNER: ExampleRunner
    OWN_SIDES: tuple[str, ...]  # default for a record or position of the user
    parse_position: Callable[[str], Any]  # None for another game's notation
    recast: Callable[[Any, Any], Any]  # a state under another ruleset; may raise InvalidState
    # What names actions and events of a state as another one, None if both name them alike
    translator: Callable[[Any, Any], Callable[[Any], Any] | None]
    same_choice: Callable[[Any, Any], Sequence[Any]]  # the actions that make a choice in a state
    places_named: Callable[[ExampleResult], Collection[str]]  # on the board, by an answer
    pieces: Callable[[Any], Iterable[str]]  # on the board of a position, in words
    ending: Callable[[Any], Any]  # the result of a final state under other rules, or None

    def compared(
        self, state: Any, names: tuple[str, ...], sides: list[Side], where: str
    ) -> Comparison:
        """Return the comparison of the sides on a recorded state or a position.

        Raises NotationError for sides that do not fit the position.
        """


def game_comparison(game: str) -> GameComparison:
    """Return the module ``comparison`` of a game."""
    return cast(GameComparison, wing_of(game).part("comparison"))


def games() -> list[str]:
    """Return the names of the games with a comparison module."""
    return [wing.name for wing in wings() if wing.has_part("comparison")]


def standard() -> list[str]:
    """Return the default sides: all variants of all games."""
    known = [game_comparison(game).RUNNER.choices for game in games()]
    return [parse_parts(one, word).name for one in known for word in one.variants or [""]]


def title_of(side: Side) -> str:
    """Return the title of a side.

    >>> title_of(parse_side("powergrid:classic,map=usa"))
    'Power Grid Classic, map=usa'
    """
    title = say(wing_of(side.game).title)
    if side.variant.title:
        title = f"{title} {say(side.variant.title)}"
    return ", ".join([title, *(f"{name}={text}" for name, text in side.typed_options.items())])


def cell_of(
    side: Side,
    text: str,
    rules: tuple[str, ...],
    meaning: object = None,
    *,
    run: ExampleRun = NOT_PLAYED,
    caveats: tuple[Caveat, ...] | None = None,
) -> Cell:
    """Return the cell of a side; by default its doubts are those of its rules."""
    if caveats is None:
        caveats = game_comparison(side.game).RUNNER.caveats_of(rules, side)
    return Cell(side.name, text, rules, meaning, run, title_of(side), caveats)


def parse_side(text: str) -> Side:
    """Return the side called ``text``. Raises NotationError with the nearest names.

    >>> parse_side("powergrid:map=usa,classic").name
    'powergrid:classic,map=usa'
    """
    game, _, parts = text.strip().partition(":")
    if game.lower() not in games():
        raise NotationError(
            "unknown side {side}; the nearest are {known}",
            side=repr(text),
            known=nearest(text, standard()),
        )
    return parse_parts(game_comparison(game.lower()).RUNNER.choices, parts)


def parse_sides(texts: Iterable[str]) -> list[Side]:
    """Return two or more sides to compare. Raises NotationError."""
    sides: list[Side] = []
    for text in texts:
        side = parse_side(text)
        if side in sides:
            raise NotationError("{side} is given twice", side=side.name)
        sides.append(side)
    if len(sides) < 2:
        raise NotationError(
            "compare at least two sides, found {found}; the known sides are {known}",
            found=len(sides),
            known=JoinedList(tuple(standard())),
        )
    return sides
