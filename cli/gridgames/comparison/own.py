"""A user's own game record or position, under the rules of several sides."""

from pathlib import Path

from gridcommon.errors import NotationError, Wording
from gridgames.comparison.document import Report
from gridgames.comparison.sides import Side, parse_sides
from gridgames.games.registry import GameName
from gridgames.languages.messages import say
from gridgames.play.record_files import Replayed, replayed
from gridgames.terminal.files import STANDARD_INPUT, read_argument

POWER_SIDES = ("powergrid:recharged", "powergrid:classic")
ELETRIKA_SIDES = (
    "eletrika",
    "eletrika:energized=component",
    "eletrika:energized=strict",
    "eletrika:two_pawns_count=true",
    "eletrika:forest_touch=tile",
    "eletrika:forest_count=region",
)


def compare_file(name: str, between: list[str] | None, at: int | None, *, working: bool) -> Report:
    """Return where the sides part at a recorded state or an Eletrika position.

    Raises NotationError for what cannot be read, or for sides of the other game.
    """
    if name != STANDARD_INPUT and _is_record(Path(name)):
        found = _replayed(Path(name), at)
        return _of_record(name, found, between, working=working)
    if at is not None:
        raise NotationError("--at goes with a game record; this is a position", source=name)
    text, source = read_argument(name)
    if text.lstrip().startswith("{"):
        raise NotationError("a record is named as a file, not piped in", source=source)
    from eletrika.notation import parse_position
    from eletrika.tables import shipped_tiles
    from gridgames.games.eletrika.own_game import compared
    from gridgames.languages.catalogue import understood

    sides = _sides(
        between,
        GameName.ELETRIKA,
        Wording("{file} is read as an Eletrika position", {"file": source}),
    )
    try:
        told = parse_position(text, shipped_tiles(), understood())
    except NotationError as problem:
        problem.source = source
        raise
    return Report(tuple(side.name for side in sides), (compared(told, sides, {}, source),), working)


def _is_record(path: Path) -> bool:
    """Say whether a file begins as a record does; what cannot be read is told later.

    What can be read only once is not looked into, and taken for a position.
    """
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except OSError:
        return False


def _replayed(path: Path, at: int | None) -> Replayed:
    found = replayed(path, at)
    if found.difference:
        raise NotationError(
            "{difference}; see gridgames verify", source=str(path), difference=found.difference
        )
    return found


def _of_record(name: str, found: Replayed, between: list[str] | None, *, working: bool) -> Report:
    game = found.header.game
    sides = _sides(
        between, game, Wording("{file} is a record of {game}", {"file": name, "game": game})
    )
    template = "{file}, after 1 action" if found.actions == 1 else "{file}, after {count} actions"
    where = say(template, file=name, count=found.actions)
    if game == GameName.POWERGRID:
        from gridgames.games.powergrid.own_game import compared_state

        part = compared_state(found.state, found.names, sides, where)
    else:
        from eletrika.position import to_position
        from eletrika.ruleset import OPTIONS
        from gridgames.games.eletrika.own_game import compared

        rules = found.state.ruleset
        chosen = {
            key: getattr(rules, key)
            for key, entry in OPTIONS.items()
            if getattr(rules, key) != entry.default
        }
        part = compared(to_position(found.state), sides, chosen, where, rules)
    return Report(tuple(side.name for side in sides), (part,), working)


def _sides(between: list[str] | None, game: str, told: Wording) -> list[Side]:
    if not between:
        return parse_sides(POWER_SIDES if game == GameName.POWERGRID else ELETRIKA_SIDES)
    sides = parse_sides(between)
    for side in sides:
        if side.game != game:
            raise NotationError(
                "{told}; {side} is a side of {other}", told=told, side=side.name, other=side.game
            )
    return sides
