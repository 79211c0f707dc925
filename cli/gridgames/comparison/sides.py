"""The sides that can be compared, and what each game brings to a comparison."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

from gridcommon.certainty import Doubt
from gridcommon.errors import Listed, NotationError
from gridcommon.examples import Bench
from gridcommon.sides import Side, nearest
from gridcommon.sides import parse_side as parse_parts
from gridgames.comparison.document import NOT_PLAYED, Cell, Comparison, Trial
from gridgames.games.registry import wing_of, wings
from gridgames.languages.messages import say


class Part(Protocol):
    """What a game brings to a comparison: the module ``comparison`` of its wing."""

    BENCH: Bench
    OWN_SIDES: tuple[str, ...]  # of a record or position of the user's own
    parse_position: Callable[[str], Any]  # from text; None for the notation of another game

    def compared(
        self, state: Any, names: tuple[str, ...], sides: list[Side], where: str
    ) -> Comparison:
        """Return how the sides differ about a recorded state, or a position.

        Raises NotationError for sides that do not fit.
        """


def part_of(game: str) -> Part:
    """Return what a game brings to a comparison."""
    return cast(Part, wing_of(game).part("comparison"))


def games() -> list[str]:
    """Return the names of the games that can be compared."""
    return [wing.name for wing in wings() if wing.has_part("comparison")]


def standard() -> list[str]:
    """Return the sides that are compared where none are asked for: all variants of all games."""
    known = [part_of(game).BENCH.choices for game in games()]
    return [parse_parts(one, word).name for one in known for word in one.variants or [""]]


def title_of(side: Side) -> str:
    """Return what people call a side.

    >>> title_of(parse_side("powergrid:classic,map=usa"))
    'Power Grid Classic, map=usa'
    """
    title = say(wing_of(side.game).title)
    if side.variant.title:
        title = f"{title} {say(side.variant.title)}"
    return ", ".join([title, *(f"{name}={text}" for name, text in side.typed.items())])


def cell_of(
    side: Side,
    text: str,
    rules: tuple[str, ...],
    meaning: object = None,
    *,
    trial: Trial = NOT_PLAYED,
    doubts: tuple[Doubt, ...] | None = None,
) -> Cell:
    """Return what a side says; without ``doubts``, with what is not certain about its rules."""
    if doubts is None:
        doubts = part_of(side.game).BENCH.doubts_of(rules, side)
    return Cell(side.name, text, rules, meaning, trial, title_of(side), doubts)


def parse_side(text: str) -> Side:
    """Return the side that ``text`` names. Raises NotationError with the nearest names.

    >>> parse_side("powergrid:map=usa,classic").name
    'powergrid:classic,map=usa'
    """
    game, _, parts = text.strip().partition(":")
    if game.lower() not in games():
        raise NotationError(
            "unknown side {side}; nearest are {known}",
            side=repr(text),
            known=nearest(text, standard()),
        )
    return parse_parts(part_of(game.lower()).BENCH.choices, parts)


def parse_sides(texts: Iterable[str]) -> list[Side]:
    """Return the sides to compare, at least two. Raises NotationError."""
    sides: list[Side] = []
    for text in texts:
        side = parse_side(text)
        if side in sides:
            raise NotationError("{side} is given twice", side=side.name)
        sides.append(side)
    if len(sides) < 2:
        raise NotationError(
            "compare at least two sides, found {found}; known are {known}",
            found=len(sides),
            known=Listed(tuple(standard())),
        )
    return sides
