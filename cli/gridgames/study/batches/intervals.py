"""Confidence intervals for shares counted in many games."""

from math import sqrt
from typing import NamedTuple

_Z = 1.959964  # standard deviations that contain 95 % of a normal distribution


class Interval(NamedTuple):
    """The ends of an interval of shares, from 0 to 1."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance between the ends."""
        return (self.high - self.low) / 2


def interval(count: int, total: int, squares: int, whole: int) -> Interval:
    """Return the 95% interval of a mean share over ``count`` independent deals.

    Each deal has a whole number from 0 to ``whole``; ``total`` and ``squares`` are the sums of
    these numbers and of their squares. It is Wilson's interval for the number of independent games
    that would scatter like these deals: games of the same deal are correlated, and often scatter
    less. The scatter is a sample variance, so for deals of one game it is Wilson's interval for
    ``count - 1`` games.

    >>> interval(100, 50, 50, 1)
    Interval(low=0.4034, high=0.5966)
    >>> interval(100, 0, 0, 1)
    Interval(low=0.0, high=0.037)
    >>> interval(0, 0, 0, 1)
    Interval(low=0.0, high=1.0)
    """
    if not count:
        return Interval(0.0, 1.0)
    share = total / (count * whole)
    scatter = squares * count - total * total  # integers, so exact
    games = float(count)
    if scatter:
        variance = scatter / (count * (count - 1) * whole * whole)
        games *= share * (1 - share) / variance
    middle = share + _Z**2 / (2 * games)
    reach = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    size = 1 + _Z**2 / games
    low, high = max(0.0, (middle - reach) / size), min(1.0, (middle + reach) / size)
    return Interval(round(low, 4), round(high, 4))
