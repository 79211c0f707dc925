"""Seeds: the only place that asks the machine for a random number."""

import secrets

# As many seeds as a number in JSON can be without losing digits in JavaScript, and too many to try
# out from what lies face up at the beginning.
SEEDS = 1 << 53


def chosen_seed(given: int | None) -> int:
    """Return the seed that was given, or draw one that nobody can guess."""
    return secrets.randbelow(SEEDS) if given is None else given
