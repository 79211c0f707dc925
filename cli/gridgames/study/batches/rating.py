"""Ratings: the strength of each player, estimated from games with openskill."""

from collections.abc import Collection, Sequence
from statistics import mean
from typing import Any, NamedTuple

from gridcommon.contract import Seat

_SURE = 1.96  # standard deviations on each side that contain 95 %


class Rating(NamedTuple):
    """A player's strength, 25 for an unknown player, and half the width of its 95% interval.

    In games for two, a lead of 2 points wins about 58 % of the games, 5 points 70 %, and 10 points
    84 %.
    """

    strength: float
    half_width: float


class Ratings:
    """The ratings of all players of some games.

    Earlier games weigh a little more, so games between different players should alternate.

    >>> ratings = Ratings()
    >>> for _ in range(20):
    ...     ratings.add(("a", "b"), {0})
    ...     ratings.add(("b", "a"), {1})
    >>> found = ratings.found()
    >>> list(found), found["a"].strength > 30 > 20 > found["b"].strength
    (['a', 'b'], True)
    """

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # takes 0.2 s, and few commands need it

        self._model = PlackettLuce(tau=0)  # bots learn nothing between two games
        self._known: dict[str, Any] = {}

    def add(self, players: Sequence[str], winners: Collection[Seat]) -> None:
        """Add one game: the player of each seat, and the seats that won.

        All other seats share the second place. A player with several seats gets the mean of their
        ratings. A game of a player against itself changes nothing.
        """
        for player in players:
            self._known.setdefault(player, self._model.rating(name=player))
        if len(set(players)) == 1:
            return
        teams = [[self._known[player]] for player in players]
        ranks = [0.0 if seat in winners else 1.0 for seat in range(len(players))]
        rated = self._model.rate(teams, ranks=ranks)
        for player in dict.fromkeys(players):
            own = [team[0] for team, name in zip(rated, players, strict=True) if name == player]
            mu, sigma = mean(one.mu for one in own), mean(one.sigma for one in own)
            self._known[player] = self._model.rating(mu=mu, sigma=sigma, name=player)

    def found(self) -> dict[str, Rating]:
        """Return the rating of each player, the strongest first."""
        by_strength = sorted(self._known.items(), key=lambda item: -item[1].mu)
        return {player: Rating(one.mu, _SURE * one.sigma) for player, one in by_strength}
