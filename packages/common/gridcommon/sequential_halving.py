"""Sequential halving: compare candidates by sampling, with most samples spent on the best ones."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar


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
