"""The cost of a decision in money or points, and the better line until that shows.

Only confirmed losses are looked at: their first pairs are played again, some rounds far, and this
time what each player gains is added up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, Literal

from gridcommon import game_loop
from gridgames.show.face import Face
from gridgames.study.review.paired_games import Comparison

_PAIRS = 12
_ROUNDS = 6
_SURE = 2.0  # standard errors

Measure = Literal["gain", "money", "rivals"]
# Which shows the loss best if several do, and whether the better line has more of it
MEASURES: Final[Mapping[Measure, int]] = {"gain": 1, "money": 1, "rivals": -1}


@dataclass(frozen=True, slots=True)
class LineRound:
    """The actions of a seat in a round, and its gain."""

    round: int
    actions: tuple[Any, ...]
    gain: int


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a decision, as means over games after it and after the better one.

    ``measure`` is the seat's gain up to the end of a round, its money then, or the gain of all
    rivals. ``line`` has the rounds until then of one game, in which it shows, about the mean.
    """

    measure: Measure
    round: int
    done: float
    better: float
    line: tuple[LineRound, ...]


class _Trace:
    """A line that is played on for some rounds."""

    def __init__(self, face: Face, pair: Comparison, number: int, line: Sequence[Any]) -> None:
        self._face, self._seat, self._seats = face, pair.seat, range(pair.seats)
        self.rounds: list[LineRound] = []
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
            self.rounds.append(LineRound(self._first + len(self.rounds), (), 0))
            self._rivals.append(0)
            self._money.append(0)
        gains = [
            sum(self._face.income_of(event, seat) or 0 for event in events) for seat in self._seats
        ]
        one, own = self.rounds[-1], gains[self._seat]
        actions = (*one.actions, action) if action.seat == self._seat else one.actions
        self.rounds[-1] = LineRound(one.round, actions, one.gain + own)
        self._rivals[-1] += sum(gains) - own
        self._money[-1] = self._face.purse(state, self._seat) or 0

    def series(self, measure: Measure) -> list[int]:
        """Return a measure at the end of each round, the last one repeated."""
        if measure == "money":
            found = list(self._money)
        elif measure == "gain":
            found = list(accumulate(one.gain for one in self.rounds))
        else:
            found = list(accumulate(self._rivals))
        return found + found[-1:] * (_ROUNDS - len(found))


def effect_of(face: Face, pair: Comparison) -> Effect | None:
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
                return Effect(
                    measure,
                    pair.state.round + number,
                    fmean(done[number] for done, _ in series),
                    fmean(better[number] for _, better in series),
                    tuple(both[near][1].rounds[: number + 1]),
                )
    return None
