"""The review of a recorded game: turning points, lucky draws, and the values by round.

Every decision is compared with the best choice of the strongest level. If a decision seems costly,
it and the better one are played to the end in pairs, and it is reported only if the interval of the
loss does not hold zero. The reported loss is from these games, not biased by the selection.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, Literal, TypedDict

from gridcommon.answers import ActionJson, as_answer
from gridcommon.chance import derived_seed, seeded
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Wording, truncate
from gridcommon.evaluation import Candidate, Effort, Evaluator
from gridcommon.records import Declaration
from gridcommon.spelling import as_number
from gridgames.study.review.paired_games import (
    LEAST,
    EffectJson,
    PairedResult,
    Pairing,
    effect_of,
    least_loss,
    level_of,
    play_pairs,
)
from gridgames.table.bots.evaluation import evaluate_result
from gridgames.table.evaluation_text import deciding_term
from gridgames.table.session import Session

EFFORTS = {"quick": 10.0, "normal": 60.0, "thorough": 300.0}  # seconds for games in pairs

_MAX_AGAIN = 12  # decisions of each seat that are played in pairs, and draws evaluated again
_DOUBT = 0.5  # share of the least loss from which a decision is played in pairs


@dataclass(frozen=True, slots=True)
class ReviewBudget:
    """The search budget for each part of a review."""

    first: Effort  # for each decision
    again: Effort  # for draws that seem to matter
    worths: Effort  # for a position
    draws: int  # other draws that a draw is compared with


def budget_of(best: Effort, effort: str) -> ReviewBudget:
    """Return the budget of an effort; ``best`` is the effort of the strongest level."""
    times = 2 ** list(EFFORTS).index(effort)
    ahead = max(1, best.horizon - 1)
    first = Effort(best.samples * times, best.horizon)
    few = Effort(max(1, best.samples * times // 4), ahead)
    many = Effort(max(2, best.samples * times // 2), ahead)
    return ReviewBudget(first=first, again=many, worths=few, draws=2 * times + 2)


VERSION: Final = 3  # of the answer


class BudgetJson(TypedDict):
    """Games from each choice, and how many rounds or turns each is played on for."""

    samples: int
    horizon: int


class EffortJson(TypedDict):
    """The search budget of the review."""

    name: str
    time: float
    level: str
    first: BudgetJson
    again: BudgetJson
    worths: BudgetJson
    draws: int


class CurveJson(TypedDict):
    """The worth to every seat as a round begins."""

    round: int
    action: int
    worths: list[float]


class PlaceJson(TypedDict):
    """A place in the game; ``action`` is the number of actions before it."""

    seat: int
    round: int
    stage: str
    action: int


class PointJson(PlaceJson):
    """A costly decision, confirmed by pairs of games, the better one, and how that went on."""

    done: list[ActionJson]
    better: list[ActionJson]
    line: list[ActionJson]
    worth_done: float
    worth_better: float
    loss: float
    error: float
    interval: list[float]
    pairs: int
    wins_done: float
    wins_better: float
    to_win: float
    effect: EffectJson | None
    kind: str
    term: str | None


class LuckJson(PlaceJson):
    """A draw that brought a seat much, or cost it much."""

    gain: float
    error: float


class ReviewJson(TypedDict):
    """The answer."""

    schema: Literal[3]
    game: str
    players: list[str]
    seats: list[int]
    finished: bool
    unit: str
    effort: EffortJson
    curve: list[CurveJson]
    decisions: int
    flagged: int
    unsettled: int
    pairs: int
    turning_points: list[PointJson]
    luck: list[LuckJson]


def seats_named(session: Session, typed: str | None) -> tuple[Seat, ...]:
    """Return the seats to review, given by name or by number from 1.

    By default, these are all human players, or all bots if there are none. Raises NotationError for
    an unknown player.
    """
    count = len(session.players)
    if typed is None:
        return tuple(session.humans or range(count))
    found, number = session.find_players(typed), as_number(typed) or 0
    if not found and 1 <= number <= count:
        found = [number - 1]
    if len(found) != 1:
        raise NotationError(
            "expected a player or a number from 1 to {count}, found {found}; the players are"
            " {names}",
            key="--seat",
            count=count,
            found=repr(truncate(typed)),
            names=", ".join(session.names),
        )
    return (found[0],)


def review(
    session: Session,
    seats: Sequence[Seat],
    effort: str = "normal",
    progress: Callable[[int, int], object] = lambda _done, _all: None,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> ReviewJson:
    """Review the decisions of some seats in a game, which may be unfinished.

    Pairs of games are played for at most ``seconds`` of ``clock``, by default those of the effort.
    ``progress`` receives the finished and the total work. Raises NotationError if the game has no
    evaluator.
    """
    if session.wing.evaluator is None:
        raise NotationError("no bot can evaluate positions of this game", key=session.header.game)
    given = EFFORTS[effort] if seconds is None else seconds
    own = _Reviewer(session, session.wing.evaluator, tuple(seats), effort, progress, given, clock)
    return own.review()


@dataclass(frozen=True, slots=True)
class _Decision:
    """A choice of a seat at a place, and its first evaluation."""

    place: int
    best: Candidate[Any]
    chosen: Candidate[Any]


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A doubtful decision, and the seat's consecutive decisions after it."""

    first: _Decision
    last: _Decision
    end: int  # moves after the seat's last action in the run

    @property
    def loss(self) -> float:
        return self.first.best.value - self.last.chosen.value


class _Reviewer:
    def __init__(
        self,
        session: Session,
        adviser: Evaluator,
        seats: tuple[Seat, ...],
        effort: str,
        progress: Callable[[int, int], object],
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._session, self._game, self._face = session, session.game, session.face
        self._adviser, self._seats, self._effort = adviser, seats, effort
        self._depth = budget_of(adviser.BEST, effort)
        self._least = LEAST[adviser.UNIT]
        self._seconds, self._clock = seconds, clock
        self._progress = progress
        self._done = self._all = 0

    def review(self) -> ReviewJson:
        """Review all parts of the game."""
        moves = self._session.moves
        runs = [run for run in self._runs() if moves[run[0]].seat in self._seats]
        draws = [place for place, move in enumerate(moves) if self._is_draw(move.events)]
        places = range(len(moves) + 1)
        by_round = groupby(places, key=lambda place: self._state(place).round)
        rounds = [next(group) for _, group in by_round]
        parts = sum(map(len, runs)) + len(draws) + len(rounds)
        self._all = 2 * parts  # the pairs of games take about half of the time
        doubts = self._worst(filter(None, map(self._doubt, runs)))
        level = level_of(self._game, self._seconds / max(1, len(doubts)))
        played = [self._comparison(doubt, level) for doubt in doubts]
        play_pairs(
            played,
            self._seconds,
            lambda share: self._progress(self._done + int(share * parts), self._all),
            self._clock,
        )
        self._done += parts
        found = list(zip(doubts, played, strict=True))
        points = [self._point(doubt, one) for doubt, one in found if self._is_costly(one.result())]
        depth = as_answer(
            EffortJson, self._depth, name=self._effort, time=self._seconds, level=level
        )
        return {
            "schema": VERSION,
            "game": self._session.header.game,
            "players": list(self._session.header.players),
            "seats": list(self._seats),
            "finished": self._session.result is not None,
            "unit": self._adviser.UNIT,
            "effort": depth,
            "curve": list(self._curve(rounds)),
            "decisions": sum(map(len, runs)),
            "flagged": len(doubts),
            "unsettled": sum(
                not one.is_settled and not self._is_costly(one.result()) for one in played
            ),
            "pairs": sum(one.result().pairs for one in played),
            "turning_points": sorted(points, key=lambda point: point["action"]),
            "luck": list(self._luck(draws)),
        }

    def _step(self) -> None:
        self._done += 1
        self._progress(self._done, self._all)

    def _seed(self, purpose: str, place: int) -> int:
        return derived_seed(self._session.header.seed or 0, f"review, {purpose}", place)

    def _state(self, place: int) -> Any:
        return self._session.state_after(place)

    def _stage(self, place: int) -> Wording:
        return self._face.review_stage(self._state(place))

    def _is_draw(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, self._face.draws) for event in events)

    # Decisions

    def _runs(self) -> Iterator[list[int]]:
        """Yield runs of decisions: places of one seat's consecutive choices, without draws between.

        A run is one decision in several steps, such as the purchases of a phase. A place with only
        one legal action is skipped.
        """
        run: list[int] = []
        for place, move in enumerate(self._session.moves):
            if run and not (
                place == run[-1] + 1
                and move.seat == self._session.moves[run[-1]].seat
                and str(self._stage(place)) == str(self._stage(run[-1]))
                and not self._is_draw(self._session.moves[run[-1]].events)
            ):
                yield run
                run = []
            if not is_action(move.action):
                continue
            if len(self._game.legal_actions(self._state(place))) > 1:
                run.append(place)
        if run:
            yield run

    def _thoughts(
        self, place: int, seed: int, effort: Effort, also: Sequence[Any]
    ) -> list[Candidate[Any]]:
        seat = self._session.moves[place].action.seat
        view = self._game.observe(self._state(place), seat)
        return self._adviser.rank_candidates(view, seed, effort, also)

    def _doubt(self, run: list[int]) -> _Doubt | None:
        """Return the costliest decision of a run at first evaluation, or None if it cost little."""
        seed = self._seed("first", run[0])
        decisions = []
        for place in run:
            action = self._session.moves[place].action
            thoughts = self._thoughts(place, seed, self._depth.first, [action])
            decisions.append(_Decision(place, thoughts[0], _of(thoughts, action)))
            self._step()
        doubts = [
            _Doubt(one, decisions[-1], run[-1] + 1)
            for one in decisions
            if one.best.action != one.chosen.action
        ]
        worst = max(doubts, key=lambda doubt: doubt.loss, default=None)
        if worst is None:
            return None
        least = least_loss(self._adviser.UNIT, worst.first.best.value)
        return worst if worst.loss >= _DOUBT * least else None

    def _worst(self, doubts: Iterator[_Doubt]) -> list[_Doubt]:
        """Return the largest doubts: at most one per seat and stage, and a few per seat."""

        def where(doubt: _Doubt) -> tuple[Seat, str]:
            place = doubt.first.place
            return self._session.moves[place].action.seat, str(self._stage(place))

        by_stage = groupby(sorted(doubts, key=where), key=where)
        largest = [max(group, key=lambda doubt: doubt.loss) for _, group in by_stage]
        found: list[_Doubt] = []
        for _, group in groupby(largest, key=lambda doubt: where(doubt)[0]):
            found += sorted(group, key=lambda doubt: -doubt.loss)[:_MAX_AGAIN]
        return found

    def _comparison(self, doubt: _Doubt, level: str) -> Pairing:
        """Return the comparison of a doubtful decision with the better one, without any pairs."""
        place, best = doubt.first.place, doubt.first.best
        return Pairing(
            self._session.wing,
            self._state(place),
            len(self._session.players),
            best.action.seat,
            list(filter(is_action, self._done_in(doubt))),
            tuple(self._run_of(best, place)),
            level,
            lambda purpose, pair: derived_seed(self._seed("pairs", place), purpose, pair),
        )

    def _done_in(self, doubt: _Doubt) -> Iterator[Any]:
        return (move.action for move in self._session.moves[doubt.first.place : doubt.end])

    def _is_costly(self, played: PairedResult) -> bool:
        return played.low > 0 and played.loss >= least_loss(self._adviser.UNIT, played.better)

    def _point(self, doubt: _Doubt, played: Pairing) -> PointJson:
        first, best, found = doubt.first, doubt.first.best, played.result()
        return as_answer(
            PointJson,
            found,
            **self._place(first.place, best.action.seat),
            done=self._to_json(self._done_in(doubt)),
            better=self._to_json(self._run_of(best, first.place)),
            line=self._to_json(best.line),
            worth_done=found.done,
            worth_better=found.better,
            interval=[found.low, found.high],
            effect=effect_of(self._face, played),
            kind=str(found.kind),
            term=deciding_term(best.terms, doubt.last.chosen.terms),
        )

    def _place(self, place: int, seat: Seat) -> PlaceJson:
        state = self._state(place)
        return {
            "seat": seat,
            "round": state.round,
            "stage": str(self._face.review_stage(state)),
            "action": self._actions(place),
        }

    def _actions(self, place: int) -> int:
        """Return the number of actions before a place, without declarations."""
        return sum(is_action(move.action) for move in self._session.moves[:place])

    def _to_json(self, actions: Iterable[Any]) -> list[ActionJson]:
        return [self._game.action_to_json(one) for one in actions if is_action(one)]

    def _run_of(self, thought: Candidate[Any], place: int) -> Iterator[Any]:
        """Yield a choice and the seat's next actions: a decision comparable to the actual run."""
        state, stage = self._state(place).copy(), str(self._stage(place))
        events: list[Any] = []
        for action in (thought.action, *thought.line):
            is_same = (
                action.seat == thought.action.seat and str(self._face.review_stage(state)) == stage
            )
            if not is_same or self._is_draw(events):
                return
            yield action
            self._game.advance(state, action, events)

    # Positions and draws

    def _curve(self, rounds: Sequence[int]) -> Iterator[CurveJson]:
        for place in rounds:
            state = self._state(place)
            self._step()
            if self._game.result(state) is None:
                worths = self._worths(state, self._depth.worths, self._seed("curve", place))
                yield self._standing(place, worths)
        result = self._session.result
        if result is not None:
            worths = evaluate_result(self._session.wing, result)
            yield self._standing(len(self._session.moves), worths)

    def _standing(self, place: int, worths: Sequence[float]) -> CurveJson:
        number, actions = self._state(place).round, self._actions(place)
        return {"round": number, "action": actions, "worths": list(worths)}

    def _worths(self, state: Any, effort: Effort, seed: int) -> tuple[float, ...]:
        """Return the value for each seat, as seen by the first of the reviewed seats."""
        result = self._game.result(state)
        if result is not None:
            return evaluate_result(self._session.wing, result)
        return self._adviser.evaluate(self._game.observe(state, self._seats[0]), seed, effort)

    def _luck(self, places: Sequence[int]) -> Iterator[LuckJson]:
        """Yield the draws with a large effect, confirmed by a second evaluation."""
        found: list[tuple[float, int, Seat]] = []
        for place in places:
            gains = self._gains(place, self._depth.worths, self._seed("draw", place))
            self._step()
            for seat in self._seats:
                gain = fmean(gains[seat])
                if abs(gain) >= self._least:
                    found.append((abs(gain), place, seat))
        most = sorted(found, reverse=True)[: _MAX_AGAIN * len(self._seats)]
        known = {
            place: self._gains(place, self._depth.again, self._seed("draw again", place))
            for place in sorted({place for _, place, _ in most})
        }
        for _, place, seat in sorted(most, key=lambda one: one[1:]):
            against = known[place][seat]
            gain, error = fmean(against), stdev(against) / sqrt(len(against))
            if abs(gain) >= max(self._least, error):
                told = self._place(place, seat)
                told["action"] = self._actions(place + 1)
                yield {**told, "gain": gain, "error": error}

    def _gains(self, place: int, effort: Effort, seed: int) -> list[list[float]]:
        """Return the effect of a draw on each seat, compared with each of some other draws.

        The action before the draw is the same, and so are the later draws.
        """
        action = self._session.moves[place].action
        after = self._worths(self._state(place + 1), effort, seed)
        view = self._game.observe(self._state(place), self._seats[0])
        gains: list[list[float]] = [[] for _ in after]
        for number in range(self._depth.draws):
            # A separate seed: the evaluator draws hidden information from ``seed``, so it would
            # guess right.
            hidden = seeded(derived_seed(seed, "hidden", number))
            other = self._game.determinize(view, hidden)
            if self._game.check(other, action):  # such as with other hidden money
                continue
            self._game.advance(other, action, None)
            worths = self._worths(other, effort, seed)
            for seat, (now, then) in enumerate(zip(after, worths, strict=True)):
                gains[seat].append(now - then)
        return [one if len(one) > 1 else [0.0, 0.0] for one in gains]


def _of(thoughts: Sequence[Candidate[Any]], action: Any) -> Candidate[Any]:
    return next(thought for thought in thoughts if thought.action == action)


def is_action(one: Any) -> bool:
    """Return whether a move is an action, and not a declaration of the people at the table."""
    return not isinstance(one, Declaration)


def places_of_actions(session: Session) -> list[int]:
    """Return the number of moves before each action of a game, and before its end."""
    places = [place for place, move in enumerate(session.moves) if is_action(move.action)]
    return [*places, len(session.moves)]
