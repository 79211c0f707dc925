"""Comparing the sides on a game record or position of the user."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridcommon.errors import NotationError, Wording, errors_located_in
from gridcommon.records import FORMAT
from gridcommon.sides import Side
from gridgames.comparison.report import Comparison, UserPosition
from gridgames.comparison.sides import game_comparison, games, parse_sides
from gridgames.languages.messages import say
from gridgames.saves.positions import position_text
from gridgames.sessions.record_files import is_record, replayed
from gridgames.system.files import STANDARD_INPUT


def compare_file(
    name: str, between: list[str] | None, at: int | None, tables: Mapping[str, Path]
) -> tuple[list[Side], Comparison]:
    """Return the sides, and their comparison on a recorded state or a position.

    Raises NotationError for a file that cannot be read and for sides of the other game.
    """
    state: Any
    names: tuple[str, ...] = ()
    if name != STANDARD_INPUT and is_record(Path(name)):
        found = replayed(Path(name), at, tables)
        found.check(Path(name))
        game, state, names = found.header.game, found.state, found.names
        told = Wording("{file} is a record of {game}", {"file": name, "game": game})
        where = say("{file}, after {count:action|actions}", file=name, count=found.actions)
    elif at is not None:
        raise NotationError("--at needs a game record; this is a position", source=name)
    else:
        text, where = position_text(name)
        game, state = _position(text, where)
        told = Wording("{file} is read as a position of {game}", {"file": where, "game": game})
    part = game_comparison(game)
    sides = parse_sides(between or part.OWN_SIDES)
    for side in sides:
        if side.game != game:
            raise NotationError(
                "{text}; {side} is a side of {other}", text=told, side=side.name, other=side.game
            )
    subject = UserPosition(game, state, names)
    return sides, part.compared(state, names, sides, where)._replace(subject=subject)


def _position(text: str, source: str) -> tuple[str, Any]:
    """Return the game of the notation in ``text``, and the position."""
    if text.lstrip().startswith("{") and FORMAT in text:
        raise NotationError("a record cannot be piped in: name the file", source=source)
    read = ((game, game_comparison(game).parse_position(text)) for game in games())
    with errors_located_in(source):
        return next((game, position) for game, position in read if position is not None)
