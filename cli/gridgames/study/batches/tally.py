"""The tally of a batch: outcomes are added one by one, and summed up at any time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NotRequired, TypedDict

from gridcommon.answers import DoubtJson, RulesetJson
from gridcommon.caveats import Caveat
from gridgames.show.statistics import SEAT, Sheet, Statistics
from gridgames.study.batches.intervals import Interval, interval
from gridgames.study.batches.outcome import WHOLE, Outcome
from gridgames.study.batches.rating import Rating, Ratings
from gridgames.study.batches.simulation import Simulation

SCHEMA: Final = 1
_LEAST_DEALS = 30  # deals before the width of an interval may end a batch


Number = int | float


class SpreadJson(TypedDict):
    """The mean, the minimum and the maximum; null of no numbers."""

    mean: Number | None
    min: int | None
    max: int | None


class WinsJson(TypedDict):
    """Games and wins, the share of wins and the ends of its interval."""

    games: int
    wins: float
    share: float | None
    interval: list[float]


class SideJson(WinsJson):
    """The results of a seat or a bot; failures of a custom bot by kind."""

    points: SpreadJson
    failures: NotRequired[dict[str, int]]


class SeatJson(SideJson):
    """The results of a seat with changing bots."""

    seat: int


class SeatOfBotJson(SeatJson):
    """The results of a seat, and its bot."""

    bot: str


class RatingJson(TypedDict):
    """A strength, and the reach of its interval."""

    strength: float
    reach: float


class BotJson(SideJson):
    """The results of a bot."""

    bot: str


class RatedBotJson(BotJson):
    """The results of a bot in a tournament of several."""

    rating: RatingJson


class MeansJson(TypedDict):
    """A measure: its means by side, then by round."""

    key: str
    means: list[list[Number | None]]


class ByRoundJson(TypedDict):
    """Measures by round; ``games`` counts the values by side, then by round."""

    rounds: list[int]
    games: list[list[int]]
    measures: list[MeansJson]


class TableJson(TypedDict):
    """A table of statistics added up; its columns are those of the game."""

    key: str
    by: str
    rows: list[dict[str, Any]]


class SummaryJson(TypedDict):
    """The answer."""

    schema: Literal[1]
    game: str
    ruleset: RulesetJson
    seed: int
    games: int
    asked: NotRequired[int | None]
    deals: int
    seats: list[SeatJson | SeatOfBotJson]
    bots: list[BotJson | RatedBotJson]
    actions: SpreadJson
    rounds: SpreadJson
    shared: int
    broken_off: int
    decided_by: dict[str, int]
    sides: Literal["seats", "bots"]
    by_round: ByRoundJson
    tables: list[TableJson]
    doubts: list[DoubtJson]
    collected: NotRequired[dict[str, Any]]


class RunningStats:
    """The mean, the minimum and the maximum of integers; each is None if no number was added."""

    __slots__ = ("_high", "_low", "_sum", "count")

    def __init__(self) -> None:
        self.count = self._sum = 0
        self._low: int | None = None
        self._high: int | None = None

    def add(self, value: int) -> None:
        """Add one number."""
        if self._low is None or value < self._low:
            self._low = value
        if self._high is None or value > self._high:
            self._high = value
        self.count += 1
        self._sum += value

    def to_json(self) -> SpreadJson:
        return {"mean": _mean(self._sum, self.count), "min": self._low, "max": self._high}


def _mean(total: int, count: int) -> float | None:
    """Return the mean, rounded to three decimal places, or None of no numbers."""
    if not count:
        return None
    whole, rest = divmod(total, count)
    return round(total / count, 3) if rest else whole


class WinRate:
    """The share of wins of one side, with its variance between deals."""

    def __init__(self) -> None:
        self.played = 0  # games, counted for each seat that the side had
        self._parts = 0
        self._deal = [0, 0]  # games and fractions of a win in the current deal
        self._deals = 0
        self._games_of_deal = 0
        self._total = 0
        self._squares = 0

    def add(self, parts: int) -> None:
        """Add one game of the current deal; ``parts`` is the side's share of the win."""
        self.played += 1
        self._parts += parts
        self._deal[0] += 1
        self._deal[1] += parts

    def end_deal(self) -> None:
        """End the current deal. All deals have the same number of games."""
        self._games_of_deal, parts = self._deal
        self._deals += 1
        self._total += parts
        self._squares += parts * parts
        self._deal = [0, 0]

    @property
    def interval(self) -> Interval:
        """The 95% interval of the share, from the finished deals."""
        return interval(self._deals, self._total, self._squares, WHOLE * self._games_of_deal)

    def to_json(self) -> WinsJson:
        """Return the wins, the share of wins, and its interval; a shared win counts in part."""
        wins = self._parts / WHOLE
        return {
            "games": self.played,
            "wins": round(wins, 3),
            "share": round(wins / self.played, 4) if self.played else None,
            "interval": list(self.interval),
        }


class _Side:
    """The wins, points and failures of a seat or a bot."""

    def __init__(self) -> None:
        self.wins = WinRate()
        self.points = RunningStats()
        self.failures: Counter[str] = Counter()

    def add(self, outcome: Outcome, seat: int) -> None:
        self.wins.add(outcome.won(seat))
        if not outcome.is_broken_off:
            self.points.add(outcome.points[seat])
        self.failures.update(one.kind for one in outcome.failures if one.seat == seat)

    def to_json(self) -> SideJson:
        wins = self.wins.to_json()
        found: SideJson = {
            "games": wins["games"],
            "wins": wins["wins"],
            "share": wins["share"],
            "interval": wins["interval"],
            "points": self.points.to_json(),
        }
        if self.failures:
            found["failures"] = dict(sorted(self.failures.items()))
        return found


class _Grouped:
    """The rows of one statistics table, grouped by the values of one column."""

    def __init__(self, sheet: Sheet) -> None:
        self._by = sheet.by
        keys = list(sheet.columns)
        self._seat_at, self._by_at = keys.index(SEAT), keys.index(sheet.by)
        self._counted = [
            (place, key) for place, key in enumerate(keys) if key not in (SEAT, sheet.by)
        ]
        self._wins: defaultdict[int, WinRate] = defaultdict(WinRate)
        self._values: defaultdict[int, list[RunningStats]]
        self._values = defaultdict(lambda: [RunningStats() for _ in self._counted])

    def add(self, rows: Iterable[Sequence[int]], outcome: Outcome, sides: Sequence[int]) -> None:
        for row in rows:
            seat = row[self._seat_at]
            key = sides[seat] if self._by == SEAT else row[self._by_at]
            self._wins[key].add(outcome.won(seat))
            self._wins[key].end_deal()
            for (place, _), stats in zip(self._counted, self._values[key], strict=True):
                stats.add(row[place])

    def to_json(self, key: str) -> TableJson:
        """Return each value of the column, with the games and wins of the sides that had it."""
        rows: list[dict[str, Any]] = []
        for side, wins in sorted(self._wins.items()):
            stats = zip(self._counted, self._values[side], strict=True)
            values = {column: spread.to_json() for (_, column), spread in stats}
            rows.append({self._by: side, **wins.to_json(), **values})
        return {"key": key, "by": self._by, "rows": rows}


class Tally:
    """The sums of many games.

    A **side** is a seat if the bots keep their seats, and a bot if they change seats.
    """

    def __init__(self, simulation: Simulation, shape: Statistics) -> None:
        """Start without games. ``shape`` has the statistics of a game before its first action."""
        self._simulation = simulation
        self.shape = shape
        self.games = 0
        self._names = tuple(dict.fromkeys(simulation.levels))
        self._seats = [_Side() for _ in simulation.seatings[0]]
        self._bots = {name: _Side() for name in self._names}
        self._actions = RunningStats()
        self._rounds = RunningStats()
        self._shared = 0
        self._broken_off = 0
        self._decided_by: Counter[str] = Counter()
        # By round: how many values the sides have, then the sums of each measure, by side
        self._by_round: dict[int, list[list[int]]] = {}
        sheets = shape.sheets() if simulation.with_statistics else ()
        self._sheets = {sheet.key: _Grouped(sheet) for sheet in sheets}
        self._ratings = Ratings() if simulation.players and len(self._names) > 1 else None
        self._caveats: dict[Caveat, None] = {}
        self._collected = [(one.named, one.made()) for one in simulation.collectors]

    @property
    def sides(self) -> Sequence[_Side]:
        """The sides that are compared: bots in a tournament, or else seats."""
        return list(self._bots.values()) if self._simulation.players else self._seats

    def add(self, outcome: Outcome) -> None:
        """Add the next game of the batch."""
        self.games += 1
        for seat, bot in enumerate(outcome.bots):
            self._seats[seat].add(outcome, seat)
            self._bots[bot].add(outcome, seat)
        self._actions.add(outcome.actions)
        self._rounds.add(outcome.rounds)
        self._shared += len(outcome.winners) > 1
        self._broken_off += outcome.is_broken_off
        if outcome.decided_by is not None:
            self._decided_by[outcome.decided_by] += 1
        if self._ratings:
            self._ratings.add(outcome.bots, outcome.winners)
        sides: Sequence[int] = range(len(outcome.bots))
        if self._simulation.players:
            sides = [self._names.index(bot) for bot in outcome.bots]
        ones = [1] * len(sides)
        for number, values in outcome.by_round:
            sums = self._by_round.get(number)
            if sums is None:
                sums = [[0] * len(self.sides) for _ in (ones, *values)]
                self._by_round[number] = sums
            for sum_by_side, by_seat in zip(sums, (ones, *values), strict=True):
                for place, value in zip(sides, by_seat, strict=True):
                    sum_by_side[place] += value
        for grouped, rows in zip(self._sheets.values(), outcome.sheets, strict=True):
            grouped.add(rows, outcome, sides)
        self._caveats |= dict.fromkeys(outcome.caveats)
        for (_, collector), packed in zip(self._collected, outcome.collected, strict=True):
            collector.merge(packed)
        if self.games % len(self._simulation.seatings) == 0:
            for side in [*self._seats, *self._bots.values()]:
                side.wins.end_deal()

    @property
    def caveats(self) -> Sequence[Caveat]:
        """The reasons why some values of the games may be wrong."""
        return tuple(self._caveats)

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a side, or 1 while there are too few deals."""
        if self.games < _LEAST_DEALS * len(self._simulation.seatings):
            return 1.0
        return max(side.wins.interval.half_width for side in self.sides)

    def games_needed(self, half_width: float | None) -> float | None:
        """Return the estimated number of games needed, or None if it is too early for one."""
        asked = self._simulation.games
        if half_width is None:
            return asked
        if self.half_width == 1:
            return None
        needed = max(self.games, self.games * (self.half_width / half_width) ** 2)
        return min(needed, asked or needed)

    def summary(self, *, ended_early: bool = False) -> SummaryJson:
        """Return the summary; ``asked`` has the games requested if the batch ended early."""
        simulation = self._simulation
        seated: Sequence[str | None] = [None] * len(self._seats)
        if simulation.players is None:
            seated = simulation.levels
        rated = self._ratings.found() if self._ratings else {}
        summary: SummaryJson = {
            "schema": SCHEMA,
            "game": simulation.game,
            "ruleset": dict(simulation.ruleset),
            "seed": simulation.seed,
            "games": self.games,
            "deals": self.games // len(simulation.seatings),
            "seats": [self._seat_to_json(seat, bot) for seat, bot in enumerate(seated)],
            "bots": [self._bot_to_json(bot, rated.get(bot)) for bot in self._bots],
            "actions": self._actions.to_json(),
            "rounds": self._rounds.to_json(),
            "shared": self._shared,
            "broken_off": self._broken_off,
            "decided_by": dict(sorted(self._decided_by.items())),
            "sides": "bots" if simulation.players else "seats",
            "by_round": self._by_round_to_json(),
            "tables": [grouped.to_json(key) for key, grouped in self._sheets.items()],
            "doubts": [caveat.to_json() for caveat in self._caveats],
        }
        if ended_early:
            summary["asked"] = simulation.games
        if self._collected:
            summary["collected"] = {named: one.to_json() for named, one in self._collected}
        return summary

    def _seat_to_json(self, seat: int, bot: str | None) -> SeatJson | SeatOfBotJson:
        found = self._seats[seat].to_json()
        return {"seat": seat, **found} if bot is None else {"seat": seat, "bot": bot, **found}

    def _bot_to_json(self, bot: str, rating: Rating | None) -> BotJson | RatedBotJson:
        found = self._bots[bot].to_json()
        if rating is None:
            return {"bot": bot, **found}
        strength, reach = round(rating.strength, 1), round(rating.half_width, 1)
        return {"bot": bot, **found, "rating": {"strength": strength, "reach": reach}}

    def _by_round_to_json(self) -> ByRoundJson:
        by_round = sorted(self._by_round.items())
        sides = range(len(self.sides))
        return {
            "rounds": [number for number, _ in by_round],
            "games": [[counts[side] for _, (counts, *_) in by_round] for side in sides],
            "measures": [
                {
                    "key": measure.key,
                    "means": [
                        [_mean(sums[place][side], sums[0][side]) for _, sums in by_round]
                        for side in sides
                    ],
                }
                for place, measure in enumerate(self.shape.MEASURES, start=1)
            ],
        }
