"""Comparing choices by samples, most of them for those that look best: sequential halving."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar


class SampledCandidate(Protocol):
    """A choice that is being tried."""

    @property
    def sample_count(self) -> int:
        """How often it was tried."""

    @property
    def mean_value(self) -> float:
        """What came of it on the average, once it was tried."""


CandidateT = TypeVar("CandidateT", bound=SampledCandidate)


def sequential_halving(
    trials: Sequence[CandidateT],
    samples: int,
    sample: Callable[[CandidateT], None],
    stays: Callable[[CandidateT], bool],
    should_continue: Callable[[], bool],
) -> list[CandidateT]:
    """Return the trials that were tried at all: those tried most often first, then by their worth.

    After each stage the worse half drops out; what ``stays`` is tried to the last, so often as
    ``samples`` says. ``should_continue`` is asked before each sample; once it says no, that is all.
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
    """Return what was tried at all, the best first: those tried most often before all others."""
    tried = [trial for trial in trials if trial.sample_count]
    return sorted(tried, key=lambda trial: (-trial.sample_count, -trial.mean_value))
