"""Comparing the sides on a game record or position of the user."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gridcommon.errors import (
    JoinedList,
    NotationError,
    NotationErrors,
    Wording,
    errors_located_in,
)
from gridcommon.game_loop import replay, start
from gridcommon.records import DECLARATION_KINDS, FORMAT, read_record
from gridcommon.sides import Side
from gridgames.languages.messages import say
from gridgames.show.registry import face_of
from gridgames.study.comparison.decisions import Decided, Judge, alternatives, chosen_alternatives
from gridgames.study.comparison.report import (
    Comparison,
    Row,
    SideCell,
    UserPosition,
    game_comparison,
    games,
    marked,
    parse_side,
    parse_sides,
)
from gridgames.study.positions import position_text
from gridgames.system.files import STANDARD_INPUT, open_lines
from gridgames.table.bots.roster import sitting
from gridgames.table.record_files import is_record, replayed, with_tables
from gridgames.table.session import players_of

_MOST = 4  # things of a kind that only one of two positions has


def compare_file(
    name: str, between: list[str] | None, at: int | None, tables: Mapping[str, Path]
) -> tuple[list[Side], Comparison, Decided | None]:
    """Return the sides, their comparison on a recorded state or a position, and the decisions.

    Only a whole record has decisions: under the sides, or else under every alternative.
    Raises NotationError for a file that cannot be read and for sides of the other game.
    """
    state: Any
    names: tuple[str, ...] = ()
    record = Path(name) if name != STANDARD_INPUT and is_record(Path(name)) else None
    if record:
        replay_of = replayed(record, at, tables)
        replay_of.check(record)
        game, state, names = replay_of.header.game, replay_of.state, replay_of.names
        told = Wording("{file} is a record of {game}", {"file": name, "game": game})
        where = say("{file}, after {count:action|actions}", file=name, count=replay_of.actions)
    elif at is not None:
        raise NotationError("--at needs a game record; this is a position", source=name)
    else:
        text, where = position_text(name)
        game, state = _position(text, where)
        told = Wording("{file} is read as a position of {game}", {"file": where, "game": game})
    part = game_comparison(game)
    sides = parse_sides(between or part.OWN_SIDES)
    _check_sides(sides, game, told)
    subject = UserPosition(game, state, names, where)
    found = part.compared(state, names, sides, where)._replace(subjects=(subject,))
    decided = None
    if record and at is None:
        decided = _decided(record, tables, sides if between else None)
    return sides, found, decided


def compare_positions(
    files: Sequence[str], between: list[str] | None, at: int | None
) -> tuple[list[Side], Comparison]:
    """Return the sides, and a comparison of two positions of one game, under each side.

    Without sides, these are the standard rules. Raises NotationError for anything else than two
    positions of one game, and for sides of the other game.
    """
    if at is not None:
        raise NotationError("--at needs a game record, not two positions")
    read = [_read_position(name) for name in files]
    (game, _, first), (other, _, second) = read
    if game != other:
        raise NotationError(
            "two positions of one game can be compared; {first} is of {game}, {second} of {other}",
            first=first,
            game=game,
            second=second,
            other=other,
        )
    part = game_comparison(game)
    sides = [parse_side(text) for text in between or part.OWN_SIDES[:1]]
    told = Wording("{file} is read as a position of {game}", {"file": first, "game": game})
    _check_sides(sides, game, told)
    found = [part.compared(state, (), sides, where) for _, state, where in read]
    rows = {row.key: row for one in found for row in one.rows}
    merged = [_differing(found[0].key, read)]
    for key, row in rows.items():
        cells = []
        for (_, _, where), one in zip(read, found, strict=True):
            own = next((other.cells for other in one.rows if other.key == key), ())
            for cell in own or [SideCell("", say("nothing"))]:
                head = f"{where}, {cell.head}" if len(sides) > 1 and cell.head else where
                cells.append(cell._replace(head=head, mark=""))
        every = [other for one in found for other in one.rows if other.key == key]
        asked = dict.fromkeys(other.question for other in every)
        merged.append(row._replace(question=" / ".join(asked), cells=marked(cells)))
    subjects = tuple(UserPosition(game, state, (), where) for _, state, where in read)
    about = say("{first} and {second}", first=first, second=second)
    return sides, Comparison(
        found[0].key, say("Two positions"), about, tuple(merged), subjects=subjects
    )


def _check_sides(sides: Sequence[Side], game: str, read: Wording) -> None:
    """Raise NotationError for a side of another game; ``read`` says what the file is."""
    for side in sides:
        if side.game != game:
            raise NotationError(
                "{text}; {side} is a side of {other}", text=read, side=side.name, other=side.game
            )


def _differing(key: str, read: Sequence[tuple[str, Any, str]]) -> Row:
    """Return a row of what only one of two positions has: on the board, and beside it."""
    groups = [dict(_groups(game, state)) for game, state, _ in read]
    cells = []
    for own, other, (game, _, where) in zip(groups, groups[::-1], read, strict=True):
        parts = []
        for title, items in own.items():
            only = [item for item in items if item not in other.get(title, ())]
            left = len(only) - _MOST
            text = ", ".join(only[:_MOST])
            text = say("{places} and {count} more", places=text, count=left) if left > 0 else text
            parts += [f"{title}: {text}"] if only else []
        text = "; ".join(parts) or say("nothing")
        side = game_comparison(game).OWN_SIDES[0]
        cells.append(SideCell(side, text, meaning=text, head=where))
    return Row(f"{key}.differs", say("Only in this position"), marked(cells))


def _groups(game: str, state: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield what is on the board of a position, and what the panels show."""
    yield say("Board"), [*game_comparison(game).pieces(state)]
    for panel in face_of(game).panels(state, ()):
        if panel.key != "legend":
            told = [(one.title, one.facts[0].partition(",")[0]) for one in panel.cards if one.facts]
            yield panel.title, [f"{name} ({fact})" for name, fact in told]


def _read_position(name: str) -> tuple[str, Any, str]:
    """Return the game of a position, the position, and the name of the file."""
    if name != STANDARD_INPUT and is_record(Path(name)):
        raise NotationError(
            "is a record; two positions can be compared, or one record alone",
            source=name,
        )
    text, where = position_text(name)
    return *_position(text, where), where


def _decided(path: Path, tables: Mapping[str, Path], sides: list[Side] | None) -> Decided:
    """Return the decisions of a record that replays correctly, judged."""
    with open_lines(path) as given:
        header, lines = read_record(given, str(path))
        header = with_tables(header, tables)
        part = game_comparison(header.game)
        game, seats = part.RUNNER.game, len(header.players)
        state = start(game, header)
        if sides is None:
            others = alternatives(part, state.ruleset, seats)
        else:
            others = chosen_alternatives(sides, state.ruleset)
        judge = Judge(part, others, state, seats, header.seed)
        before = state.copy()
        for line, events, _ in replay(game, state, lines, str(path)):
            if line.kind == "action":
                judge.see(before, game.action_from_json(line.data), events)
            elif line.kind in DECLARATION_KINDS:
                judge.stop(Wording("the people at the table entered facts by hand", {}))
            before = state.copy()
    names = tuple(one.name for one in sitting(players_of(header)))
    judged = tuple(judge.close(state))
    return Decided(header.game, names, judge.count, game.result(state), judged)


def _position(text: str, source: str) -> tuple[str, Any]:
    """Return the game of the notation in ``text``, and the position."""
    if text.lstrip().startswith("{") and FORMAT in text:
        raise NotationError("a record cannot be piped in: name the file", source=source)
    read = ((game, game_comparison(game).parse_position(text)) for game in games())
    with errors_located_in(source):
        try:
            return next((game, position) for game, position in read if position is not None)
        except NotationErrors as error:
            if len(error.problems) < len(text.split()):
                raise
            raise NotationError(
                "neither a game record nor a position of {games}",
                games=JoinedList(tuple(games()), "or"),
            ) from error
