"""Statistics of a game: numbers of each player by round, and tables.

A :class:`Statistics` observes one game. Whatever plays or replays the game shows it the state after
each action, with the action's events; it implements no rules. A wing derives from it in its
``statistics`` module; by default the measures are the facts with a number for each seat.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NotRequired, TypedDict

from gridcommon.answers import DoubtJson
from gridcommon.caveats import Caveat
from gridcommon.contract import AnyGame
from gridcommon.errors import Word

SEAT = "seat"  # the key of a column whose values are seats


class SeriesJson(TypedDict):
    """A measure: a list of values by round for each seat."""

    key: str
    by_seat: list[list[int]]


class SheetJson(TypedDict):
    """A table; the columns are those of the game."""

    key: str
    rows: list[dict[str, int]]
    doubts: NotRequired[list[DoubtJson]]


class StatisticsJson(TypedDict):
    """The statistics of a game."""

    rounds: list[int]
    series: list[SeriesJson]
    tables: list[SheetJson]


class Measure(NamedTuple):
    """A number for each seat and round: its key in JSON and its title."""

    key: str
    title: Word


class Sheet(NamedTuple):
    """A table: its columns by key, with their headings, and its rows.

    ``label`` is a short form of ``title``, and ``caveats`` say why some values may be wrong. ``by``
    is the column by which the rows of many games are grouped.
    """

    key: str
    label: Word
    title: Word
    columns: Mapping[str, Word]
    rows: Sequence[Sequence[int]]
    caveats: tuple[Caveat, ...] = ()
    by: str = SEAT

    def to_json(self) -> SheetJson:
        """Return the rows, keyed by column."""
        told: SheetJson = {
            "key": self.key,
            "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows],
        }
        if self.caveats:
            told["doubts"] = [caveat.to_json() for caveat in self.caveats]
        return told


class Statistics:
    """The statistics of one game by round, without the unfinished round.

    ``rounds`` are the numbers of the rounds. ``values`` has for each round, and for each measure, a
    list by seat.
    """

    MEASURES: Sequence[Measure] = ()
    STORY = 0  # the place of the measure that tells how the game went

    def __init__(self, game: AnyGame, state: Any, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.rounds: list[int] = []
        self.values: list[list[list[int]]] = []
        self._round: int = state.round
        if not self.MEASURES:
            facts = game.facts(state).items()
            keys = [key for key, value in facts if _is_numbers(value, seats)]
            self.MEASURES = [Measure(key, Word(key)) for key in keys]

    def see(self, state: Any, events: Sequence[Any]) -> None:
        """Observe an action: the state after it, and its events."""
        if events:
            self.count(state, events)
        if state.round == self._round and self.game.to_act(state) is not None:
            return
        if self.rounds[-1:] == [self._round]:  # the people at the table added a fact after the end
            self.values[-1] = self.at_end_of_round(state)
        elif self._round:  # 0 is the set-up
            self.rounds.append(self._round)
            self.values.append(self.at_end_of_round(state))
        self._round = state.round

    def count(self, state: Any, events: Sequence[Any]) -> None:
        """Count the events of an action."""

    def at_end_of_round(self, state: Any) -> list[list[int]]:
        """Return the value of each measure in the round that ended, by seat."""
        facts = self.game.facts(state)
        return [facts[measure.key] for measure in self.MEASURES]

    def sheets(self) -> Iterator[Sheet]:
        """Yield the tables of the whole game so far."""
        yield from ()

    def by_seat(self, measure: int) -> list[list[int]]:
        """Return a measure for each seat, round by round."""
        return [[values[measure][seat] for values in self.values] for seat in range(self.seats)]

    def to_json(self) -> StatisticsJson:
        """Return all statistics as JSON."""
        return {
            "rounds": self.rounds,
            "series": [
                {"key": measure.key, "by_seat": self.by_seat(place)}
                for place, measure in enumerate(self.MEASURES)
            ],
            "tables": [sheet.to_json() for sheet in self.sheets()],
        }


def _is_numbers(value: object, seats: int) -> bool:
    return (
        isinstance(value, list) and len(value) == seats and all(type(one) is int for one in value)
    )
