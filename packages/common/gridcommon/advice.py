"""What a strong player thinks of its choices: the worth of each, and what tells them apart.

A game that can advise has a module ``advising`` with the functions of :class:`Adviser`. The program
asks it for hints, for the evaluation bar and for the review of a game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Generic, Literal, Protocol

from gridcommon.contract import ActionT, Reason, Seat

# What a worth is: a chance to win, 0 to 1, or points ahead at the end, as ``ahead`` says.
Unit = Literal["chance", "points"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a player may think about one choice. More of either costs time in proportion."""

    samples: int  # games played out from each choice that stays in to the last
    horizon: int  # rounds or turns of one seat that each of them goes on for


@dataclass(frozen=True, slots=True)
class Thought(Generic[ActionT]):
    """One choice of a seat, as games played out from it value it."""

    action: ActionT
    worth: float  # for the seat that chooses, in the unit of the game
    error: float  # the standard error of ``worth`` over the samples
    samples: int
    line: tuple[ActionT, ...]  # what followed in one of the games, all seats' actions in order
    terms: Mapping[str, float]  # the parts of the value, in the same unit, by the name of each
    reason: Reason | None = None  # in words, where the player has one


class Adviser(Protocol):
    """What a game's module ``advising`` has."""

    UNIT: Unit
    BEST: Effort  # of the strongest level
    TERMS: Mapping[str, str]  # the name of each term in ``Thought.terms``, told in English

    def advise(
        self,
        view: Any,
        seed: int,
        effort: Effort = ...,
        also: Sequence[Any] = (),
        goes_on: Callable[[], bool] = ...,
    ) -> list[Thought[Any]]:
        """Return the choices of the view's seat that were looked at, the best first.

        The actions of ``also``, which must be legal, are among them, valued with the same samples.
        The same view, seed and effort give the same. ``goes_on`` is asked between two samples;
        once it says no, what was found so far is returned, perhaps nothing.
        """

    def evaluate(self, view: Any, seed: int, effort: Effort = ...) -> tuple[float, ...]:
        """Return the worth of the position to each seat, as the seat of the view may know it.

        Chances add up to 1. Points are those ahead, by the scale of ``advise``.
        """


def ahead(points: Sequence[float], seat: Seat) -> float:
    """Return by how much a seat is ahead: of its best rival by half, of their mean by half.

    For two that is the margin; with more, who only keeps the leader close is not well off.
    """
    others = [one for other, one in enumerate(points) if other != seat]
    return points[seat] - (max(others) + fsum(others) / len(others)) / 2


def to_the_end() -> bool:
    """Go on to the end: what ``advise`` asks by default."""
    return True
