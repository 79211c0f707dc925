"""The tally of a batch: outcomes are added one by one, and summed up at any time."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import sqrt
from statistics import mean
from typing import Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from gridcommon.answers import DoubtJson, RulesetJson, as_answer
from gridcommon.caveats import Caveat
from gridcommon.contract import Seat
from gridgames.show.statistics import SEAT, Sheet, Statistics
from gridgames.study.batches.simulation import WHOLE, Outcome, Simulation

_Z = 1.959964  # standard deviations that contain 95 % of a normal distribution


class Interval(NamedTuple):
    """The ends of an interval of shares, from 0 to 1."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance between the ends."""
        return (self.high - self.low) / 2


def interval(count: int, total: int, squares: int, whole: int) -> Interval:
    """Return the 95% interval of a mean share over ``count`` independent deals.

    Each deal has a whole number from 0 to ``whole``; ``total`` and ``squares`` are the sums of
    these numbers and of their squares. It is Wilson's interval for the number of independent games
    that would scatter like these deals: games of the same deal are correlated, and often scatter
    less. The scatter is a sample variance, so for deals of one game it is Wilson's interval for
    ``count - 1`` games.

    >>> interval(100, 50, 50, 1)
    Interval(low=0.4034, high=0.5966)
    >>> interval(100, 0, 0, 1)
    Interval(low=0.0, high=0.037)
    >>> interval(0, 0, 0, 1)
    Interval(low=0.0, high=1.0)
    """
    if not count:
        return Interval(0.0, 1.0)
    share = total / (count * whole)
    scatter = squares * count - total * total  # integers, so exact
    games = float(count)
    if scatter:
        variance = scatter / (count * (count - 1) * whole * whole)
        games *= share * (1 - share) / variance
    middle = share + _Z**2 / (2 * games)
    reach = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    size = 1 + _Z**2 / games
    low, high = max(0.0, (middle - reach) / size), min(1.0, (middle + reach) / size)
    return Interval(round(low, 4), round(high, 4))


_SURE = 1.96  # standard deviations on each side that contain 95 %


class Rating(NamedTuple):
    """A player's strength, 25 for an unknown player, and half the width of its 95% interval.

    In games for two, a lead of 2 points wins about 58 % of the games, 5 points 70 %, and 10 points
    84 %.
    """

    strength: float
    reach: float


class Ratings:
    """The ratings of all players of some games.

    Earlier games weigh a little more, so games between different players should alternate.

    >>> ratings = Ratings()
    >>> for _ in range(20):
    ...     ratings.add(("a", "b"), {0})
    ...     ratings.add(("b", "a"), {1})
    >>> found = ratings.found()
    >>> list(found), found["a"].strength > 30 > 20 > found["b"].strength
    (['a', 'b'], True)
    """

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # takes 0.2 s, and few commands need it

        self._model = PlackettLuce(tau=0)  # bots learn nothing between two games
        self._known: dict[str, Any] = {}

    def add(self, players: Sequence[str], winners: Collection[Seat]) -> None:
        """Add one game: the player of each seat, and the seats that won.

        All other seats share the second place. A player with several seats gets the mean of their
        ratings. A game of a player against itself changes nothing.
        """
        for player in players:
            self._known.setdefault(player, self._model.rating(name=player))
        if len(set(players)) == 1:
            return
        teams = [[self._known[player]] for player in players]
        ranks = [0.0 if seat in winners else 1.0 for seat in range(len(players))]
        rated = self._model.rate(teams, ranks=ranks)
        for player in dict.fromkeys(players):
            own = [team[0] for team, name in zip(rated, players, strict=True) if name == player]
            mu, sigma = mean(one.mu for one in own), mean(one.sigma for one in own)
            self._known[player] = self._model.rating(mu=mu, sigma=sigma, name=player)

    def found(self) -> dict[str, Rating]:
        """Return the rating of each player, the strongest first."""
        by_strength = sorted(self._known.items(), key=lambda item: -item[1].mu)
        return {
            player: Rating(round(one.mu, 1), round(_SURE * one.sigma, 1))
            for player, one in by_strength
        }


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
    """The results of a seat, with its bot if it does not change."""

    seat: int
    bot: NotRequired[str]


class RatingJson(TypedDict):
    """A strength, and the reach of its interval."""

    strength: float
    reach: float


class BotJson(SideJson):
    """The results of a bot, with its rating in a tournament of several."""

    bot: str
    rating: NotRequired[RatingJson]


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
    seats: list[SeatJson]
    bots: list[BotJson]
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

    def __init__(self) -> None:
        self.min: int | None = None
        self.max: int | None = None
        self._count = self._sum = 0

    def add(self, value: int) -> None:
        """Add one number."""
        if self.min is None or value < self.min:
            self.min = value
        if self.max is None or value > self.max:
            self.max = value
        self._count += 1
        self._sum += value

    @property
    def mean(self) -> Number | None:
        """The mean, rounded to three decimal places."""
        return _mean(self._sum, self._count)


def _mean(total: int, count: int) -> Number | None:
    """Return the mean, rounded to three decimal places, or None of no numbers."""
    if not count:
        return None
    whole, rest = divmod(total, count)
    return round(total / count, 3) if rest else whole


class WinRate:
    """The share of wins of one side, with its variance between deals; shared wins count in part."""

    def __init__(self) -> None:
        self.games = 0  # counted for each seat that the side had
        self._parts = 0
        self._deal = [0, 0]  # games and fractions of a win in the current deal
        self._deals = 0
        self._games_of_deal = 0
        self._total = 0
        self._squares = 0

    def add_game(self, parts: int) -> None:
        """Add one game of the current deal; ``parts`` is the side's share of the win."""
        self.games += 1
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
    def wins(self) -> float:
        """The number of wins."""
        return round(self._parts / WHOLE, 3)

    @property
    def share(self) -> float | None:
        """The share of wins."""
        return round(self._parts / WHOLE / self.games, 4) if self.games else None

    @property
    def interval(self) -> Interval:
        """The 95% interval of the share, from the finished deals."""
        return interval(self._deals, self._total, self._squares, WHOLE * self._games_of_deal)


class _Side(WinRate):
    """The wins, points and failures of a seat or a bot."""

    def __init__(self) -> None:
        super().__init__()
        self.points = RunningStats()
        self._failures: Counter[str] = Counter()

    def add(self, outcome: Outcome, seat: int) -> None:
        self.add_game(outcome.won(seat))
        if not outcome.is_broken_off:
            self.points.add(outcome.points[seat])
        self._failures.update(one.kind for one in outcome.failures if one.seat == seat)

    @property
    def failures(self) -> dict[str, int]:
        return dict(sorted(self._failures.items()))


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
            self._wins[key].add_game(outcome.won(seat))
            self._wins[key].end_deal()
            for (place, _), stats in zip(self._counted, self._values[key], strict=True):
                stats.add(row[place])

    def to_json(self, key: str) -> TableJson:
        """Return each value of the column, with the games and wins of the sides that had it."""
        rows: list[dict[str, Any]] = []
        for side, wins in sorted(self._wins.items()):
            stats = zip(self._counted, self._values[side], strict=True)
            values = {column: as_answer(SpreadJson, spread) for (_, column), spread in stats}
            rows.append({self._by: side, **as_answer(WinsJson, wins), **values})
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
        self.caveats: dict[Caveat, None] = {}  # why some values of the games may be wrong
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
        self.caveats |= dict.fromkeys(outcome.caveats)
        for (_, collector), packed in zip(self._collected, outcome.collected, strict=True):
            collector.merge(packed)
        if self.games % len(self._simulation.seatings) == 0:
            for side in [*self._seats, *self._bots.values()]:
                side.end_deal()

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a side, or 1 while there are too few deals."""
        if self.games < _LEAST_DEALS * len(self._simulation.seatings):
            return 1.0
        return max(side.interval.half_width for side in self.sides)

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
        return as_answer(
            SummaryJson,
            simulation,
            schema=SCHEMA,
            ruleset=dict(simulation.ruleset),
            games=self.games,
            deals=self.games // len(simulation.seatings),
            seats=[
                {"seat": seat, **({"bot": bot} if bot else {}), **as_answer(SideJson, side)}
                for seat, (side, bot) in enumerate(zip(self._seats, seated, strict=True))
            ],
            bots=[
                {"bot": bot, **as_answer(BotJson, side, bot=bot, rating=rated.get(bot))}
                for bot, side in self._bots.items()
            ],
            actions=self._actions,
            rounds=self._rounds,
            shared=self._shared,
            broken_off=self._broken_off,
            decided_by=dict(sorted(self._decided_by.items())),
            sides="bots" if simulation.players else "seats",
            by_round=self._by_round_to_json(),
            tables=[grouped.to_json(key) for key, grouped in self._sheets.items()],
            doubts=[*self.caveats],
            collected={named: one.to_json() for named, one in self._collected} or None,
            **({"asked": simulation.games} if ended_early else {}),
        )

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
