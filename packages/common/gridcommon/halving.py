"""Comparing choices by samples, most of them for those that look best: sequential halving."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar


class Trial(Protocol):
    """A choice that is being tried."""

    @property
    def samples(self) -> int:
        """How often it was tried."""

    @property
    def worth(self) -> float:
        """What came of it on the average, once it was tried."""


TrialT = TypeVar("TrialT", bound=Trial)


def halve(
    trials: Sequence[TrialT],
    samples: int,
    sample: Callable[[TrialT], None],
    stays: Callable[[TrialT], bool],
    goes_on: Callable[[], bool],
) -> list[TrialT]:
    """Return the trials that were tried at all: those tried most often first, then by their worth.

    After each stage the worse half drops out; what ``stays`` is tried to the last, so often as
    ``samples`` says. ``goes_on`` is asked before each sample; once it says no, that is all.
    """
    left = list(trials)
    stages = max(1, (len(left) - 1).bit_length())
    for stage in range(1, stages + 1):
        for number in range(-(-samples * stage // stages)):
            for trial in left:
                if trial.samples == number:
                    if not goes_on():
                        return ranked(trials)
                    sample(trial)
        left = ranked(left)
        half = -(-len(left) // 2)
        left = left[:half] + [trial for trial in left[half:] if stays(trial)]
    return ranked(trials)


def ranked(trials: Sequence[TrialT]) -> list[TrialT]:
    """Return what was tried at all, the best first: those tried most often before all others."""
    tried = [trial for trial in trials if trial.samples]
    return sorted(tried, key=lambda trial: (-trial.samples, -trial.worth))
