"""The question ``light``: builds that energize structures or raise the possible score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from eletrika.actions import Build
from eletrika.projection import Suggestion, suggestions
from eletrika.tables import Kind
from gridcommon.contract import Seat
from gridcommon.hexes import Hex
from gridgames.companion.answers import heading, item
from gridgames.languages.messages import say
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.companion.answer import (
    PositionAnswer,
    action_words,
    actions_to_json,
    cells_to_json,
)
from gridgames.wings.eletrika.companion.query_subject import Player, QuerySubject
from gridgames.wings.eletrika.description.words import cells_words

_MOST = 15  # in words; --json gives all


@dataclass(frozen=True)
class Light(PositionAnswer):
    """The suggestions for a seat, best first."""

    assumes: ClassVar[tuple[str, ...]] = ("turn", "hand", "markers", "bonus", "row", "stack")

    seat: Seat
    found: Sequence[Suggestion]

    def lines(self) -> Iterator[Line]:
        """Yield the answer in words: for each cell and kind the best way."""
        name = self.subject.players[self.seat]
        told = say("Moves that energize or score more for {name}, best first", name=name)
        yield from heading(told)
        shown: dict[tuple[Hex, Kind | None, int], Suggestion] = {}
        for one in self.found:
            last = one.actions[-1]
            kind = last.kind if isinstance(last, Build) else last.build
            shown.setdefault((last.at, kind, len(one.actions)), one)
        for one in list(shown.values())[:_MOST]:
            yield from item(_words(one))
        if not shown:
            yield from item(say("nothing: no build or tile lights or adds anything"))
        if len(shown) > _MOST:
            yield from item(say("and {count} more (see --json)", count=len(shown) - _MOST))
        yield []

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.subject.colour(self.seat),
            "proposals": [
                {
                    "actions": actions_to_json(one.actions),
                    "points": one.points,
                    "gain": one.gain,
                    "lit": cells_to_json(one.lit),
                    "own": one.own,
                }
                for one in self.found
            ],
        }


def ask(subject: QuerySubject, player: Player = None) -> Light:
    """Return the answer for a player. Raises InvalidState for more pieces than the box holds."""
    subject.check_pieces()
    seat = subject.seat(player)
    return Light(subject, seat, suggestions(subject.table(), seat))


def _words(one: Suggestion) -> str:
    told = say(
        "{actions}: {points} MW ({gain:+d})",
        actions=action_words(one.actions),
        points=one.points,
        gain=one.gain,
    )
    if one.lit:
        cells = cells_words(one.lit)
        told += say(
            "; lights {count}, {own} own: {cells}", count=len(one.lit), own=one.own, cells=cells
        )
    if len(one.actions) > 1:
        told += say("; the build a turn later")
    return told
