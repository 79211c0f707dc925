"""The contract that both games keep, and that bots, records, tests and the terminal stand on.

A game is a module with the functions of :class:`Game`. Nothing outside a game looks behind them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from gridcommon.errors import Refusal, worded
from gridcommon.records import Header

Seat = int  # a chair at the table, 0.. clockwise; a place in the turn order is another number

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")
ResultT = TypeVar("ResultT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Game(Protocol[StateT, ActionT, ViewT, ResultT]):
    """A game as a module: pure rules, no terminal, no clock, chance only from the state."""

    NAME: str

    def to_act(self, state: StateT, /) -> Seat | None:
        """Return the seat that must choose now, None when the game is over."""

    def legal_actions(self, state: StateT, /) -> Sequence[ActionT]:
        """Return every action ``check`` finds nothing against, in a fixed order.

        A sequence may make its actions only as they are asked for.
        """

    def check(self, state: StateT, action: ActionT, /) -> Refusal | None:
        """Say why ``action`` may not be made now, or None."""

    def apply(self, state: StateT, action: ActionT, /) -> StateT:
        """Return the state after ``action``; the argument stays as it was. Raises IllegalAction."""

    def advance(self, state: StateT, action: ActionT, events: list[Any] | None, /) -> None:
        """Make a legal ``action`` in place and append what happened to ``events``, if given."""

    def observe(self, state: StateT, seat: Seat, /) -> ViewT:
        """Return what ``seat`` may see: no stack order, no hidden card or tile, no generator."""

    def redraw(self, view: ViewT, rng: int, /) -> StateT:
        """Return a whole state that agrees with all that was seen, the hidden rest by chance."""

    def result(self, state: StateT, /) -> ResultT | None:
        """Return who won and by which rule, None while the game goes on."""

    # Records (FORMATS: one game a file, one JSON object a line)

    def start(self, header: Header, /) -> StateT:
        """Return the first state of a recorded game. Raises NotationError naming the key."""

    def header(self, state: StateT, players: Sequence[str], seed: int | None, /) -> Header:
        """Return the header of the game that ``state`` is of, with the draws made so far."""

    def action_from_json(self, data: Mapping[str, Any], /) -> ActionT:
        """Read one action line. Raises NotationError naming the key."""

    def action_to_json(self, action: ActionT, /) -> dict[str, Any]:
        """Return the action line; ``action_from_json`` of it is the equal action."""

    def is_checkpoint(self, events: Sequence[Any], /) -> bool:
        """Say whether a stretch of the game (a phase, a turn) ended among these events."""

    def facts(self, state: StateT, /) -> dict[str, Any]:
        """Return every key that a ``check`` line may hold, as the state is now."""

    def result_facts(self, result: ResultT, /) -> dict[str, Any]:
        """Return the keys of the ``result`` line."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot chose what it did: a sentence in English with named values, as in a Refusal.

    The template is what a translation is looked up by, so a value never becomes part of it.

    >>> str(Reason("plant {plant} is worth {worth}", {"plant": 20, "worth": 31}))
    'plant 20 is worth 31'
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return worded(self.template, self.values)


class Bot(Protocol[ViewT_contra, ActionT]):
    """A player that sees a view and the legal actions, and carries its own chance.

    ``reason`` explains the last choice in one line; it is None before the first.
    """

    reason: Reason | None

    def choose(self, view: ViewT_contra, actions: Sequence[ActionT], /) -> ActionT:
        """Return one of ``actions``."""
