"""The positions of a row that the engines played: side by side, with the places that decide."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from gridcommon.examples import ExampleResult
from gridgames.languages.examples import name_of, text_of
from gridgames.study.comparison.report import Cell, Row
from gridgames.study.comparison.sides import game_comparison, parse_side
from gridgames.study.rules.pictured import Played, played

Scene = list[tuple[list[str], Played]]  # sides with the same picture, and the picture

_MOST = 2  # positions of a row


def scenes(row: Row) -> list[Scene]:
    """Return the pictures of a row, those of the first position of each side first.

    They show the values in which the sides differ, or all if they agree. Sides with the same values
    share a picture.
    """
    cells: dict[tuple[str, str], list[Cell]] = {}
    for cell in row.all_cells:
        if cell.run.found:
            cells.setdefault((parse_side(cell.side).game, cell.run.text), []).append(cell)
    ids = _differing([same[0] for same in cells.values()])
    shown = [([cell.head for cell in same], [*_played(same[0], ids)]) for same in cells.values()]
    found = [
        [(heads, pictures[place]) for heads, pictures in shown if place < len(pictures)]
        for place in range(_MOST)
    ]
    return [*filter(None, found)]


def _differing(cells: Sequence[Cell]) -> set[str]:
    """Return the ids of the values that are not the same on all sides, or all ids."""
    values: dict[str, list[object]] = {}
    for cell in cells:
        for one in cell.run.found:
            values.setdefault(one.id, []).append(one.answer.value)
    apart = {
        key
        for key, found in values.items()
        if len(found) < len(cells) or any(value != found[0] for value in found)
    }
    return apart or {*values}


def _played(cell: Cell, ids: set[str]) -> Iterator[Played]:
    """Yield the pictures of a side, one for each position, with the values computed from it."""
    side = parse_side(cell.side)
    part = game_comparison(side.game)
    wanted = [one for one in cell.run.found if one.id in ids and one.attempt] or cell.run.found
    for _, group in groupby(wanted, _position):
        values = [*group]
        picture = played(side.game, cell.run.about, values[0], side)
        places = {place for one in values for place in part.places_named(one)}
        claim = "; ".join(f"{name_of(one)}: {text_of(one)}" for one in values)
        picture = picture._replace(
            look=(*picture.look, *sorted(places)), claim="" if picture.refused else claim
        )
        if picture.is_on_board() or picture.actions or picture.panels(picture.before):
            yield picture


def _position(one: ExampleResult) -> tuple[str, str]:
    """Return a key that results from the same position and actions share."""
    tried = one.attempt
    assert tried is not None, one.id
    return repr(one.state), repr(tried.texts)
