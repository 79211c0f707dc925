"""Two lines of play compared by pairs of games, played to the end by bots.

Both games of a pair start from the same guess at what the seat could not see, with the same later
draws and the same bots. So the pair differs by the decision alone, and by what follows from it.

The first pairs of a confirmed loss are played again, some rounds far, and what each player gains is
added up: that shows the cost in money or points.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, Literal, TypedDict

from gridcommon import game_loop
from gridcommon.answers import ActionJson
from gridcommon.contract import AnyGame, Seat
from gridcommon.errors import Word
from gridcommon.evaluation import Unit
from gridgames.show.face import Face
from gridgames.show.wing import Wing
from gridgames.table.bots.evaluation import evaluate_result

# Pairs after which a comparison may end. The width holds 95% for all looks together (Pocock).
LOOKS = (16, 32, 64, 128, 256, 512, 1024)
LEAST = {"chance": 0.05, "points": 1.0}  # least loss of a turning point, and least effect of a draw

Begun = tuple[Any, list[Any], list[tuple[Any, list[Any]]]]

_WIDTH = 2.5  # standard errors, of many pairs
_HOPE = 1.5  # standard errors above its mean, up to which a loss may still count
_LEAST_CHANCE = 0.02  # smaller losses cannot be seen in so few games
_BLUNDER, _MISTAKE = 0.4, 0.2  # shares of what was still to win
_STRONG, _QUICK = "hard", "normal"
_FOR_STRONG = 300.0  # seconds for each comparison


def level_of(game: AnyGame, seconds: float) -> str:
    """Return the level that plays on, by the seconds there are for each comparison."""
    wanted = _STRONG if seconds >= _FOR_STRONG else _QUICK
    return wanted if wanted in game.LEVELS else list(game.LEVELS)[-1]


def least_loss(unit: Unit, better: float) -> float:
    """Return the least loss that counts where ``better`` was possible.

    A fifth of a small chance counts too, so that errors in lost positions are seen.
    """
    if unit == "points":
        return LEAST[unit]
    return max(_LEAST_CHANCE, min(LEAST[unit], better / 5))


@dataclass(frozen=True, slots=True)
class PairedResult:
    """The results of two lines, in the unit of the game: means over pairs of games."""

    level: str
    pairs: int
    done: float
    better: float
    low: float  # of the 95% interval of the loss
    high: float
    error: float
    wins_done: float  # shares of the victory
    wins_better: float
    to_win: float  # chance, or points still to score, on the better line

    @property
    def loss(self) -> float:
        """The mean loss."""
        return self.better - self.done

    @property
    def kind(self) -> Word:
        """The class of the error, by its share of what was still to win."""
        share = self.loss / self.to_win if self.to_win > 0 else 1.0
        if share >= _BLUNDER:
            return Word("blunder")
        return Word("mistake") if share >= _MISTAKE else Word("inaccuracy")


@dataclass(slots=True)
class Pairing:
    """A comparison of two lines of a seat from a state, which grows pair by pair.

    ``seed_of`` returns the seed of a purpose and a pair. So the same pair is always the same games;
    time decides only how many there are.
    """

    wing: Wing
    state: Any
    seats: int
    seat: Seat
    done: Sequence[Any]
    better: Sequence[Any]
    level: str
    seed_of: Callable[[str, int], int]
    tried: int = 0
    is_settled: bool = False
    # The value and the share of the victory by line, and the points on the better line
    _pairs: list[tuple[float, float, float, float, float]] = field(default_factory=list)

    def play_pair(self) -> None:
        """Play one more pair; it does not count if one of its games cannot be played to the end."""
        number, self.tried = self.tried, self.tried + 1
        done, better = (self._end(line, number) for line in (self.done, self.better))
        if done is not None and better is not None:
            self._pairs.append((done[0], better[0], done[1], better[1], better[2]))

    def begin(self, line: Sequence[Any], number: int) -> Begun | None:
        """Begin a game of a pair with a line, None if it cannot be played as guessed.

        Returns the state after the line, the bots that play on, and the line with its events.
        """
        game, made = self.wing.game, []
        state = game.determinize(
            game.observe(self.state, self.seat), self.seed_of("hidden", number)
        )
        for action in line:
            if game.check(state, action):  # such as with other hidden money
                return None
            events: list[Any] = []
            game.advance(state, action, events)
            made.append((action, events))
        assert self.wing.evaluator is not None, self.wing.name
        make = self.wing.evaluator.PLAYERS.get(self.level, partial(game.make_bot, self.level))
        seeds = (self.seed_of(f"bot {seat}", number) for seat in range(self.seats))
        return state, list(map(make, seeds)), made

    def _end(self, line: Sequence[Any], number: int) -> tuple[float, float, float] | None:
        """Return the seat's value, share of the victory and points at the end."""
        wing, game = self.wing, self.wing.game
        begun = self.begin(line, number)
        if begun is None:
            return None
        state, bots, _ = begun
        seats = range(self.seats)
        for _ in game_loop.play(game, state, bots, with_events=False, trusted=seats):
            pass
        result = game.result(state)
        if result is None:
            return None
        won = (self.seat in result.winners) / len(result.winners)
        points = game.result_facts(result)[wing.points][self.seat]
        return evaluate_result(wing, result)[self.seat], won, points

    def result(self) -> PairedResult:
        """Return the comparison so far. Without two pairs, nothing is excluded."""
        assert self.wing.evaluator is not None, self.wing.name
        pairs, count = self._pairs, len(self._pairs)
        if count < 2:
            return PairedResult(self.level, count, 0, 0, -1e9, 1e9, 1e9, 0, 0, 0)
        done, better, wins_done, wins_better, points = map(fmean, zip(*pairs, strict=True))
        loss, is_chance = better - done, self.wing.evaluator.UNIT == "chance"
        # One pair more, a win or a point away, so that a few equal pairs do not seem certain
        spread = sum((pair[1] - pair[0] - loss) ** 2 for pair in pairs) + 1
        error = sqrt(spread / (count - 1) / count)
        half = error * _WIDTH * (1 + (_WIDTH**2 + 1) / (4 * (count - 1)))  # about Student's t
        low, high = loss - half, loss + half
        if is_chance:
            low, high = max(-1.0, low), min(1.0, high)
        to_win = better if is_chance else points - self._points_now()
        return PairedResult(
            self.level,
            count,
            done,
            better,
            low,
            high,
            error,
            wins_done,
            wins_better,
            to_win,
        )

    def _points_now(self) -> float:
        points: float = self.wing.game.facts(self.state)[self.wing.points][self.seat]
        return points

    def look(self) -> None:
        """Settle the comparison if the loss is clear, or is hardly one that counts.

        The second needs less certainty: a loss that is dropped in error is not shown, no more.
        """
        assert self.wing.evaluator is not None, self.wing.name
        found = self.result()
        least = least_loss(self.wing.evaluator.UNIT, found.better)
        self.is_settled = found.low > 0 or found.loss + _HOPE * found.error < least


def play_pairs(
    comparisons: Sequence[Pairing],
    seconds: float,
    progress: Callable[[float], object],
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Play pairs for all comparisons in turn, until each is settled or the time is over.

    ``progress`` receives the share of the time that is over, before each pair.
    """
    start = clock()
    for look in LOOKS:
        for comparison in comparisons:
            while not comparison.is_settled and comparison.tried < look:
                share = (clock() - start) / seconds
                if share >= 1:
                    return
                progress(share)
                comparison.play_pair()
            if not comparison.is_settled:
                comparison.look()


_PAIRS = 12
_ROUNDS = 6
_SURE = 2.0  # standard errors

MeasureName = Literal["gain", "money", "rivals"]
# Which shows the loss best if several do, and whether the better line has more of it
MEASURES: Final[Mapping[MeasureName, int]] = {"gain": 1, "money": 1, "rivals": -1}


class LineRoundJson(TypedDict):
    """A round of a game after the better choice: what the seat did, and what it gained."""

    round: int
    actions: list[ActionJson]
    gain: int


class EffectJson(TypedDict):
    """The cost of a decision by the end of a round, as means over some games.

    ``measure`` is the seat's gain up to the end of a round, its money then, or the gain of all
    rivals. ``line`` has the rounds until then of one game, in which it shows, about the mean.
    """

    measure: str
    round: int
    done: float
    better: float
    line: list[LineRoundJson]


class _Trace:
    """A line that is played on for some rounds."""

    def __init__(self, face: Face, pair: Pairing, number: int, line: Sequence[Any]) -> None:
        self._face, self._seat, self._seats = face, pair.seat, range(pair.seats)
        self.rounds: list[LineRoundJson] = []
        self._rivals: list[int] = []
        self._money: list[int] = []
        begun = pair.begin(line, number)
        self.is_played = begun is not None
        if begun is None:
            return
        state, bots, made = begun
        self._first = now = pair.state.round
        for action, events in made:
            self._see(now, action, events, state)
        last = now + _ROUNDS - 1
        now = state.round
        for action, events in game_loop.play(
            pair.wing.game, state, bots, trusted=self._seats, rounds=last
        ):
            self._see(now, action, events, state)
            now = state.round

    def _see(self, number: int, action: Any, events: Sequence[Any], state: Any) -> None:
        while len(self.rounds) <= number - self._first:
            number_of_round = self._first + len(self.rounds)
            self.rounds.append({"round": number_of_round, "actions": [], "gain": 0})
            self._rivals.append(0)
            self._money.append(0)
        gains, incomes = [0] * len(self._seats), self._face.incomes
        for event in events:
            if kind := incomes.get(type(event)):
                gains[event.seat] += getattr(event, kind)
        one, own = self.rounds[-1], gains[self._seat]
        if action.seat == self._seat:
            one["actions"].append(self._face.game.action_to_json(action))
        one["gain"] += own
        self._rivals[-1] += sum(gains) - own
        if money := self._face.game.facts(state).get("money"):
            self._money[-1] = money[self._seat]

    def series(self, measure: MeasureName) -> list[int]:
        """Return a measure at the end of each round, the last one repeated."""
        if measure == "money":
            found = list(self._money)
        elif measure == "gain":
            found = list(accumulate(one["gain"] for one in self.rounds))
        else:
            found = list(accumulate(self._rivals))
        return found + found[-1:] * (_ROUNDS - len(found))


def effect_of(face: Face, pair: Pairing) -> EffectJson | None:
    """Return what the decision of a comparison cost, or None if that shows in no measure."""
    both = [
        (done, better)
        for number in range(min(_PAIRS, pair.tried))
        if (done := _Trace(face, pair, number, pair.done)).is_played
        and (better := _Trace(face, pair, number, pair.better)).is_played
    ]
    if len(both) < 2:
        return None
    for measure, sign in MEASURES.items():
        series = [(done.series(measure), better.series(measure)) for done, better in both]
        for number in range(_ROUNDS):
            apart = [sign * (better[number] - done[number]) for done, better in series]
            mean = fmean(apart)
            if mean >= 1 and mean > _SURE * stdev(apart) / sqrt(len(apart)):
                shown = [one for one, more in enumerate(apart) if more >= 1]
                near = min(shown, key=lambda one: abs(apart[one] - mean))
                return {
                    "measure": measure,
                    "round": pair.state.round + number,
                    "done": fmean(done[number] for done, _ in series),
                    "better": fmean(better[number] for _, better in series),
                    "line": both[near][1].rounds[: number + 1],
                }
    return None
