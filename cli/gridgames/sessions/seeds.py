"""Seeds: the only place that asks the machine for a random number."""

import os
from collections.abc import Sequence

from gridcommon.records import check_seed

# As many seeds as a number in JSON can be without losing digits in JavaScript, and too many to try
# out from what lies face up at the beginning.
SEEDS = 1 << 53


def chosen_seed(given: int | None) -> int:
    """Return the seed that was given, or draw an unpredictable one.

    Raises NotationError for one that no record can hold.
    """
    if given is None:
        return int.from_bytes(os.urandom(7), "big") % SEEDS
    check_seed(given)
    return given


def with_seed(words: Sequence[str]) -> list[str]:
    """Return the words that begin a game with a seed, so that they begin the same one each time.

    Words for anything else than one game are left as they are.

    >>> with_seed(["play", "eletrika", "--seed", "7"]), with_seed(["resume", "2"])
    (['play', 'eletrika', '--seed', '7'], ['resume', '2'])
    """
    begins = len(words) > 1 and words[0] == "play"
    if not begins or any(word.partition("=")[0] == "--seed" for word in words):
        return list(words)
    return [*words, "--seed", str(chosen_seed(None))]
