"""Seeds: the only place that asks the machine for a random number."""

import os

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
