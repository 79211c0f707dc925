"""A user's own game record or position, under the rules of several sides."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridcommon.errors import NotationError, Wording
from gridcommon.sides import Side
from gridgames.comparison.document import Comparison
from gridgames.comparison.sides import games, parse_sides, part_of
from gridgames.languages.messages import say
from gridgames.play.record_files import is_record, replayed
from gridgames.terminal.files import STANDARD_INPUT, read_argument


def compare_file(
    name: str,
    between: list[str] | None,
    at: int | None,
    tables: Mapping[str, Path],
) -> tuple[list[Side], Comparison]:
    """Return the sides, and how they differ about a recorded state or a position.

    Raises NotationError for what cannot be read, or for sides of the other game.
    """
    if name != STANDARD_INPUT and is_record(Path(name)):
        found = replayed(Path(name), at, tables)
        if found.difference:
            raise NotationError(
                "{difference}; see gridgames verify", source=name, difference=found.difference
            )
        game = found.header.game
        told = Wording("{file} is a record of {game}", {"file": name, "game": game})
        where = say("{file}, after {count:action|actions}", file=name, count=found.actions)
        return _judged(game, found.state, found.names, between, told, where)
    if at is not None:
        raise NotationError("--at needs a game record; this is a position", source=name)
    text, source = read_argument(name)
    if text.lstrip().startswith("{"):
        raise NotationError("a record cannot be piped in: name the file", source=source)
    try:
        game, position = _position(text)
    except NotationError as problem:
        problem.source = source
        raise
    told = Wording("{file} is read as a position of {game}", {"file": source, "game": game})
    return _judged(game, position, (), between, told, source)


def _position(text: str) -> tuple[str, Any]:
    """Return the position in ``text``, with the game that has positions in text."""
    parsers = {game: parse for game in games() if (parse := part_of(game).parse_position)}
    game, parse = next(iter(parsers.items()))
    return game, parse(text)


def _judged(
    game: str,
    state: Any,
    names: tuple[str, ...],
    between: list[str] | None,
    told: Wording,
    where: str,
) -> tuple[list[Side], Comparison]:
    sides: list[Side] = parse_sides(between or part_of(game).OWN_SIDES)
    for side in sides:
        if side.game != game:
            raise NotationError(
                "{told}; {side} is a side of {other}", told=told, side=side.name, other=side.game
            )
    return sides, part_of(game).compared(state, names, sides, where)
