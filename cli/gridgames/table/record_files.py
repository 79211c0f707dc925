"""Record files: replayed strictly, or up to a point."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.game_loop import ReplayMismatch, is_too_long, replay, start
from gridcommon.records import DECLARATION_KINDS, FORMAT, POSITION_FORMAT, Header, Line, read_record
from gridgames.show.registry import game_of, wing_of
from gridgames.show.statistics import Statistics
from gridgames.show.wing import RECORD_COMMANDS
from gridgames.system.files import locate, open_lines
from gridgames.table.bots.notes import to_broken_off
from gridgames.table.bots.roster import sitting
from gridgames.table.session import name_shown, players_of


@dataclass(slots=True)
class ReplayedRecord:
    """A record, replayed completely or up to a point."""

    header: Header
    game: AnyGame
    state: Any
    statistics: Statistics
    actions: int = 0
    checks: int = 0
    corrections: int = 0  # by hand: ``set`` lines
    has_result: bool = False  # its result line was reached and is correct
    broken_off: int | None = (
        None  # after so many rounds, as a note at its end says and the game too
    )
    difference: ReplayMismatch | None = None

    @property
    def finished(self) -> bool:
        """Whether the game is over and nothing differs; the record may lack the result."""
        return self.difference is None and self.game.to_act(self.state) is None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, for programs."""
        return tuple(map(name_shown, self.header.players))

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the players, as people see them."""
        return tuple(one.name for one in sitting(players_of(self.header)))

    def check(self, path: Path) -> None:
        """Raise NotationError if the replay differs from the record."""
        if self.difference:
            raise NotationError(
                "{difference}; see gridgames verify",
                source=str(path),
                difference=self.difference.wording,
            )


_PEEKED = 1 << 16  # bytes of a file in which it says what it is
NO_TABLES: Mapping[str, Path] = {}


def with_tables(header: Header, tables: Mapping[str, Path]) -> Header:
    """Return a header with embedded tables, also if it only names their files, as in version 1.

    ``tables`` are the user's files, keyed by option name; a file that the record names is never
    opened. Raises NotationError if a file is missing from ``tables``.
    """
    wing = wing_of(header.game)
    shipped = wing.game.Ruleset().to_json()
    ruleset = dict(header.ruleset)
    for flag in wing.flags:
        named = ruleset.get(flag.name)
        if not (flag.reader and flag.commands == RECORD_COMMANDS and isinstance(named, str)):
            continue
        if named == shipped[flag.name]:
            continue
        if flag.name not in tables:
            raise NotationError(
                "the record only names a file, {file}, which is not opened; give it with"
                " --{option} FILE",
                key=flag.key,
                file=repr(named if len(named) <= 60 else f"{named[:57]}..."),
                option=flag.name,
            )
        flag.put(tables[flag.name], {"ruleset": ruleset})
    return replace(header, ruleset=ruleset)


def is_record(path: Path, *, reads_json: bool = True) -> bool:
    """Return whether a file begins as :func:`begins_record`; read errors are reported later.

    A pipe, which can be read only once, is not opened here and counts as a position.
    """
    path = locate(path)
    if not os.path.isfile(path):  # which takes any name, whatever its length
        return False
    try:
        with path.open("rb") as file:
            begun = file.read(_PEEKED)
    except OSError:
        return False
    return begins_record(begun, reads_json=reads_json)


def begins_record(text: bytes, *, reads_json: bool) -> bool:
    """Return whether a text is JSON other than a position.

    If no positions are JSON (not ``reads_json``), it is a record only if it says so.
    """
    is_object = text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    if reads_json:
        return is_object and f'"{POSITION_FORMAT}"'.encode() not in text
    return is_object and f'"{FORMAT}"'.encode() in text


def verified(path: Path, tables: Mapping[str, Path] = NO_TABLES) -> ReplayedRecord:
    """Return the record in ``path``, replayed to its end or its first difference.

    This is :func:`replayed` without statistics, which stay empty.
    """
    (found,) = _replaying(path, tables, at_once=True)
    return found


def replayed(
    path: Path,
    until: int | None = None,
    tables: Mapping[str, Path] = NO_TABLES,
    read: Iterable[bytes] | None = None,
    see: Callable[[Any, Sequence[Any]], object] = lambda _state, _events: None,
) -> ReplayedRecord:
    """Return the record in ``path``, replayed to its end, its first difference, or an action.

    ``until`` counts actions from 1; 0 is the first state. ``tables`` are the user's files for those
    that a record of version 1 names, and ``read`` the lines of the record if they have been read.
    ``see`` is called with the state after each action and its events. Raises NotationError naming
    file, line and key if the record cannot be read or has fewer actions.
    """
    for found in _replaying(path, tables, read, see):
        if found.actions == until or found.difference:
            return found
    if until is not None:
        raise _too_short(path, until, found)
    return found


def moments(
    path: Path, wanted: range | None, tables: Mapping[str, Path] = NO_TABLES
) -> tuple[ReplayedRecord, list[Any]]:
    """Return the record in ``path`` with its states after the ``wanted`` actions, or at its end.

    Raises NotationError as :func:`replayed` does, and if the record differs before that.
    """
    states: list[Any] = []
    for found in _replaying(path, tables):
        found.check(path)
        if wanted and found.actions == wanted[len(states)]:
            states.append(found.state.copy())
            if len(states) == len(wanted):
                return found, states
    if wanted:
        raise _too_short(path, wanted[-1], found)
    return found, [found.state]


def _too_short(path: Path, until: int, found: ReplayedRecord) -> NotationError:
    return NotationError(
        "action {until} was requested; the record has {count}",
        source=str(path),
        until=until,
        count=found.actions,
    )


def _replaying(
    path: Path,
    tables: Mapping[str, Path],
    read: Iterable[bytes] | None = None,
    see: Callable[[Any, Sequence[Any]], object] = lambda _state, _events: None,
    *,
    at_once: bool = False,
) -> Iterator[ReplayedRecord]:
    """Yield a record at its start and after each line, up to its first difference.

    Declarations right after a line belong to it. The object is the same every time. ``at_once``
    yields it only at its end, without statistics.
    """
    source = str(path)
    with open_lines(path) if read is None else nullcontext(iter(read)) as given:
        header, lines = read_record(given, source)
        try:
            header = with_tables(header, tables)
            game = game_of(header.game)
            state = start(game, header)
            statistics = wing_of(header.game).statistics(state, len(header.players))
            found = ReplayedRecord(header, game, state, statistics)
        except NotationError as problem:
            problem.source = problem.source or source
            problem.line = problem.line or 1
            raise
        for group in (lines,) if at_once else _with_what_is_told(lines):
            for line, events, difference in replay(
                game, found.state, group, source, with_events=not at_once
            ):
                found.difference = difference
                if difference:
                    continue
                if line.kind == "action":
                    found.actions += 1
                    found.broken_off = None
                    if not at_once:
                        found.statistics.see(found.state, events)
                        see(found.state, events)
                else:
                    found.checks += line.kind == "check"
                    found.corrections += line.kind == "set"
                    found.has_result = line.kind == "result"
                    found.broken_off = _broken_off(found, line)
            yield found
            if found.difference:
                return


def _broken_off(found: ReplayedRecord, line: Line) -> int | None:
    rounds = to_broken_off(line.data) if line.kind == "note" else None
    if rounds is None or not is_too_long(found.game, found.state, rounds):
        return None
    return rounds


def _with_what_is_told(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the declarations at the start, then each line with the declarations right after it.

    The lines before an unreadable line are yielded before its error is raised.
    """
    group: list[Line] = []
    try:
        for line in lines:
            if line.kind not in DECLARATION_KINDS:
                yield group
                group = []
            group.append(line)
    except NotationError:
        yield group
        raise
    yield group
