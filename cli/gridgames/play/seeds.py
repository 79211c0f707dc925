"""Seeds: the only place that asks the machine for a random number."""

import secrets


def chosen_seed(given: int | None) -> int:
    """Return the seed that was given, or draw one."""
    return secrets.randbelow(1 << 32) if given is None else given
