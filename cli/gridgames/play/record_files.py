"""Record files: replayed strictly, or up to a point."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.playing import Difference, replay, start
from gridcommon.records import Header, read_record
from gridgames.games.registry import game_of
from gridgames.terminal.files import opened_lines
from gridgames.terminal.printable import visible


@dataclass(slots=True)
class Replayed:
    """A record, and how far it was replayed."""

    header: Header
    game: AnyGame
    state: Any
    actions: int = 0
    checks: int = 0
    finished: bool = False  # its result line was reached and holds
    difference: Difference | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, escaped for display."""
        return tuple(map(visible, self.header.players))


def replayed(path: Path, until: int | None = None) -> Replayed:
    """Return the record in ``path``, replayed to its end, its first difference, or an action.

    ``until`` counts actions from 1; 0 is the first state. Raises NotationError naming file, line
    and key for what cannot be read, or for a record with fewer actions.
    """
    source = str(path)
    with opened_lines(path) as read:
        header, lines = read_record(read, source)
        try:
            game = game_of(header.game)
            found = Replayed(header, game, start(game, header))
        except NotationError as problem:
            problem.source = problem.source or source
            problem.line = problem.line or 1
            raise
        if until == 0:
            return found
        for line, _, difference in replay(game, found.state, lines, source):
            found.difference = difference
            if difference:
                return found
            found.actions += line.kind == "action"
            found.checks += line.kind == "check"
            found.finished = line.kind == "result"
            if until is not None and found.actions == until:
                return found
    if until is not None:
        raise NotationError(
            "action {until} was asked for; the record has {count}",
            source=source,
            until=until,
            count=found.actions,
        )
    return found
