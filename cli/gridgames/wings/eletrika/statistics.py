"""Statistics of an Eletrika game: points and pawns by round, sets by kind, and forests."""

from collections.abc import Iterator, Sequence
from typing import Any

from eletrika.events import Built, MarkerReturned, PawnsReturned, Scored
from eletrika.tables import KIND_NAMES
from gridcommon.caveats import Caveat
from gridcommon.contract import AnyGame
from gridcommon.errors import Word
from gridgames.show.statistics import SEAT, Measure, Sheet, Statistics

_POINTS = {
    "set": Word("sets"),
    "high_demand": Word("in high demand"),
    "forest": Word("forests"),
    "marker": Word("markers"),
    "total": Word("total"),
}
_SETS = {
    **{f"equal_{name.lower()}": Word(name) for name in KIND_NAMES},
    "different": Word("different"),
    "forests": Word("forests counted"),
}
_PAWNS = {
    "structures": Word("structures built"),
    "put": Word("pawns put"),
    "back": Word("pawns back"),
    "left": Word("pawns left"),
}


class GameStatistics(Statistics):
    """Counts the events of a game."""

    MEASURES = (
        Measure("points", Word("points")),
        Measure("pawns", Word("pawns on the board")),
    )

    def __init__(self, game: AnyGame, state: Any, seats: int) -> None:
        super().__init__(game, state, seats)
        self._counted = [dict.fromkeys((*_POINTS, *_SETS, *_PAWNS), 0) for _ in range(seats)]
        self._caveats: dict[Caveat, None] = {}
        self._left = [0] * seats

    def count(self, state: Any, events: Sequence[Any]) -> None:
        self._left = _pawns_left(state, self.seats)
        for event in events:
            match event:
                case Scored():
                    self._count_set(state, event)
                case MarkerReturned():
                    self._counted[event.seat]["marker"] += event.points
                    self._counted[event.seat]["total"] += event.points
                case Built():
                    self._counted[event.seat]["structures"] += 1
                    self._counted[event.seat]["put"] += event.pawns
                case PawnsReturned():
                    self._counted[event.seat]["back"] += event.pawns

    def _count_set(self, state: Any, scored: Scored) -> None:
        counted = self._counted[scored.seat]
        kinds = {state.kinds[cell] for cell in scored.set}
        equal = f"equal_{KIND_NAMES[min(kinds)].lower()}"
        counted[equal if len(kinds) == 1 else "different"] += 1
        for item in scored.items:
            counted[item.what] = counted.get(item.what, 0) + item.points
            counted["total"] += item.points
            counted["forests"] += item.what == "forest"
            if item.caveat:
                self._caveats[item.caveat] = None

    def at_end_of_round(self, state: Any) -> list[list[int]]:
        return [list(state.scores), _pawns_left(state, self.seats)]

    def sheets(self) -> Iterator[Sheet]:
        for counted, left in zip(self._counted, self._left, strict=True):
            counted["left"] = left
        caveats = tuple(self._caveats)
        points = Word("points by source, in MW")
        for key, label, title, columns, unsure in (
            ("points", Word("origin"), points, _POINTS, caveats),
            ("sets", Word("sets"), Word("sets scored, by kind, and their forests"), _SETS, ()),
            ("pawns", Word("pawns"), Word("structures and pawns"), _PAWNS, ()),
        ):
            rows = [
                (seat, *(counted[column] for column in columns))
                for seat, counted in enumerate(self._counted)
            ]
            yield Sheet(key, label, title, {SEAT: Word("player"), **columns}, rows, unsure)


def _pawns_left(state: Any, seats: int) -> list[int]:
    """Return the pawns on the board by seat; a game may start from a position that has some."""
    left = [0] * seats
    for cell, owner in state.owners.items():
        left[owner] += state.pawns[cell]
    return left
