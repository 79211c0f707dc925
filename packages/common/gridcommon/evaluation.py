"""Candidate evaluation: the value of each choice of a position to a strong player, with reasons.

A game with an evaluator has a module ``evaluator`` with the functions of :class:`Evaluator`. The
program uses it for hints, for the evaluation bar and for the review of a game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, Generic, Literal, Protocol, TypeVar

from gridcommon.contract import ActionT, Bot, Reason, Seat

# Values are chances to win, from 0 to 1, or a lead in points at the end, as by ``lead``
Unit = Literal["chance", "points"]


@dataclass(frozen=True, slots=True)
class Effort:
    """The search budget for one decision. Running time is proportional to each field."""

    samples: int  # rollouts of each candidate that is never eliminated
    horizon: int  # length of a rollout, in rounds or in turns of one seat


@dataclass(frozen=True, slots=True)
class Candidate(Generic[ActionT]):
    """A candidate action and its value, as estimated by rollouts."""

    action: ActionT
    value: float  # for the seat that chooses, in the unit of the game
    standard_error: float  # the standard error of ``value`` over the samples
    samples: int
    line: tuple[ActionT, ...]  # the actions of all seats that followed in one rollout
    terms: Mapping[str, float]  # the terms of the value, in the same unit, keyed by name
    reason: Reason | None = None  # the reason of the player, if it has one
    behind_error: float = 0.0  # the standard error of the distance to the first candidate
    margin: float = 0.0  # over the best rival at the end, in points of the result


class Evaluator(Protocol):
    """The functions and constants of a game's module ``evaluator``."""

    UNIT: Unit
    BEST: Effort  # of the strongest level
    TERMS: Mapping[str, str]  # by key of ``Candidate.terms``: its name in English
    # By level: bots that are much faster and hardly weaker, for playing many games on
    PLAYERS: Mapping[str, Callable[[int], Bot[Any, Any]]]

    def rank_candidates(
        self,
        view: Any,
        seed: int,
        effort: Effort = ...,
        include: Sequence[Any] = (),
        should_continue: Callable[[], bool] = ...,
    ) -> list[Candidate[Any]]:
        """Return the candidate actions of the view's seat, best first.

        The legal actions in ``include`` are always candidates, and get as many samples as the best.
        The same view, seed and effort give the same result. ``should_continue`` is called before
        each sample. Once it returns false, the candidates sampled so far are returned, if any.
        """

    def evaluate(self, view: Any, seed: int, effort: Effort = ...) -> tuple[float, ...]:
        """Return the value of the position for each seat, given the knowledge of the view's seat.

        Chances add up to 1. Points are leads, on the same scale as in ``rank_candidates``.
        """


def lead(points: Sequence[float], seat: Seat) -> float:
    """Return a seat's lead over the midpoint between its best rival and the average rival.

    With two players this is the plain margin. With more, it is not enough to stay close to the
    leader.
    """
    others = [one for other, one in enumerate(points) if other != seat]
    return points[seat] - (max(others) + fsum(others) / len(others)) / 2


def paired_error(values: Sequence[float], others: Sequence[float]) -> float:
    """Return the standard error of the mean difference of two candidates in the same samples.

    >>> paired_error([1, 2, 3, 9], [0, 1, 2])  # one is better by 1 in each shared sample
    0.0
    """
    apart = [one - other for one, other in zip(values, others, strict=False)]
    count = len(apart)
    mean = fsum(apart) / max(1, count)
    return sqrt(fsum((one - mean) ** 2 for one in apart) / max(1, count * (count - 1)))


def always_continue() -> bool:
    """Return True: the default ``should_continue``, which never stops a search early."""
    return True


class SampledCandidate(Protocol):
    """A candidate and the statistics of its samples."""

    @property
    def sample_count(self) -> int:
        """The number of samples."""

    @property
    def mean_value(self) -> float:
        """The mean value of the samples, of which there is at least one."""


CandidateT = TypeVar("CandidateT", bound=SampledCandidate)


def sequential_halving(
    trials: Sequence[CandidateT],
    samples: int,
    sample: Callable[[CandidateT], None],
    stays: Callable[[CandidateT], bool],
    should_continue: Callable[[], bool],
) -> list[CandidateT]:
    """Sample the candidates, and return those sampled, in the order of :func:`ranked`.

    After each stage the worse half is eliminated, except those for which ``stays`` returns true.
    The survivors get ``samples`` samples in all. The search ends as soon as ``should_continue``,
    which is called before each sample, returns false.
    """
    left = list(trials)
    stages = max(1, (len(left) - 1).bit_length())
    for stage in range(1, stages + 1):
        for number in range(-(-samples * stage // stages)):
            for trial in left:
                if trial.sample_count == number:
                    if not should_continue():
                        return ranked(trials)
                    sample(trial)
        left = ranked(left)
        half = -(-len(left) // 2)
        left = left[:half] + [trial for trial in left[half:] if stays(trial)]
    return ranked(trials)


def ranked(trials: Sequence[CandidateT]) -> list[CandidateT]:
    """Return the sampled candidates, best first: by number of samples, then by mean value."""
    tried = [trial for trial in trials if trial.sample_count]
    return sorted(tried, key=lambda trial: (-trial.sample_count, -trial.mean_value))
