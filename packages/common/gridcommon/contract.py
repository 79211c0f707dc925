"""The contract: the interface of every game, on which bots, records and the program build.

A game is a package with the names of :class:`Game`; callers need no other module of it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from gridcommon.errors import Refusal, format_template
from gridcommon.lazy_actions import LegalActions
from gridcommon.options import Option

Seat = int  # a chair at the table, from 0 clockwise; not the place in the turn order


class State(Protocol):
    """The interface common to the states of all games."""

    @property
    def ruleset(self) -> Any:
        """The rules of this game."""

    @property
    def round(self) -> int:
        """The round, 0 in the set-up."""

    def copy(self) -> Any:
        """Return an independent copy."""


StateT = TypeVar("StateT", bound=State)
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")
ResultT = TypeVar("ResultT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Game(Protocol[StateT, ActionT, ViewT, ResultT]):
    """A game as a module: pure rules, no terminal, no clock, and chance only from the state.

    Callers may also use these attributes of its values:

    - an action has ``seat``, and can be compared and hashed;
    - a view has ``seat`` and ``public``, the state as that seat may see it; ``to_act``,
      ``legal_actions`` and ``check`` accept it like the state itself;
    - a result has ``winners`` and ``decided_by``, the id of a rule.
    """

    @property
    def NAME(self) -> str:
        """The name of the game in records and on the command line."""

    @property
    def SEATS(self) -> range:
        """The numbers of players."""

    @property
    def OPTIONS(self) -> Mapping[str, Option]:
        """The options of the rules, by name."""

    @property
    def LEDGER(self) -> str:
        """The package that ships the rule ledger."""

    @property
    def LEVELS(self) -> Collection[str]:
        """The names of the bots, weakest first."""

    @property
    def Ruleset(self) -> Any:
        """The class of rulesets: the options and all other choices made before a game.

        ``Ruleset()`` is the default. ``from_json`` and ``to_json`` handle the ``ruleset`` of a
        record's header; ``from_json`` raises NotationError naming the key.
        """

    @property
    def Setup(self) -> Any:
        """The class of predetermined draws. ``Setup()`` leaves all of them to chance.

        ``from_json`` and ``to_json`` handle the ``setup`` of a record's header.
        """

    def new_game(self, ruleset: Any, seats: int, seed: int | None, setup: Any, /) -> StateT:
        """Return a game at its first choice. ``setup`` replaces the draws that it names.

        Without a seed it must name them all. Raises NotationError naming the key, also if an
        argument is not a number.
        """

    def draws(self, state: StateT, /) -> Any:
        """Return the draws made so far, as a Setup for ``new_game``.

        Raises ValueError for a state that does not come from a new game.
        """

    def to_act(self, state: StateT, /) -> Seat | None:
        """Return the seat to act, or None when the game is over."""

    def legal_actions(self, state: StateT, /) -> LegalActions[ActionT]:
        """Return all legal actions, in a fixed order, grouped by kind.

        The sequence creates its actions on access.
        """

    def check(self, state: StateT, action: ActionT, /) -> Refusal | None:
        """Return the reason why ``action`` is illegal now, or None if it is legal."""

    def apply(self, state: StateT, action: ActionT, /) -> StateT:
        """Return the state after ``action``; ``state`` is not modified. Raises IllegalAction."""

    def advance(self, state: StateT, action: ActionT, events: list[Any] | None, /) -> None:
        """Make a legal ``action`` in place, and append its events to ``events``, if given."""

    def apply_declaration(
        self, state: StateT, kind: str, data: Mapping[str, Any], events: list[Any] | None, /
    ) -> None:
        """Apply a ``reveal`` or ``set`` line of a record in place, and append its events.

        Raises NotationError naming the key for an impossible fact, or in a game without such lines.
        The state is not modified then.
        """

    def observe(self, state: StateT, seat: Seat, /) -> ViewT:
        """Return the view of ``seat``: without stack order, hidden cards or tiles, or generator.

        Raises NotationError for an unknown seat.
        """

    def spectate(self, state: StateT, /) -> StateT:
        """Return a copy of the state with nothing that any seat does not see."""

    def determinize(self, view: ViewT, rng: int, /) -> StateT:
        """Return a full state consistent with the view. Hidden information is sampled at random."""

    def result(self, state: StateT, /) -> ResultT | None:
        """Return the result, or None while the game is in progress."""

    # Records: one game per file, one JSON object per line

    def action_from_json(self, data: Mapping[str, Any], /) -> ActionT:
        """Read one action line. Raises NotationError, naming the key, for any other JSON."""

    def action_to_json(self, action: ActionT, /) -> dict[str, Any]:
        """Return the action line. ``action_from_json`` of it is the equal action."""

    def is_checkpoint(self, events: Sequence[Any], /) -> bool:
        """Return whether a phase or a turn ended among these events."""

    def facts(self, state: StateT, /) -> dict[str, Any]:
        """Return the current values of all keys that a ``check`` line may have."""

    def result_facts(self, result: ResultT, /) -> dict[str, Any]:
        """Return the keys of the ``result`` line."""

    # Views: JSON documents for servers and their clients

    def view_to_json(self, view: ViewT, /) -> dict[str, Any]:
        """Return a view as a JSON document; see :mod:`gridcommon.views`."""

    def view_from_json(self, data: Mapping[str, Any], /) -> ViewT:
        """Return the view in a JSON document. Raises NotationError, naming the key."""

    # Typed notation

    def parse_action(
        self, text: str, state: StateT, vocabulary: Mapping[str, str] = ..., /
    ) -> ActionT:
        """Return the action in ``text``, made by the seat to act.

        ``vocabulary`` maps words of other languages to the English ones. Raises NotationError, with
        the column if it is known.
        """

    def format_action(self, action: ActionT, /) -> str:
        """Return an action in short notation, the inverse of ``parse_action``."""

    # Bots

    def make_bot(self, level: str, rng: int, /) -> "Bot[ViewT, ActionT]":
        """Return a bot of one of ``LEVELS``. The same generator makes the same choices.

        Raises NotationError for an unknown level.
        """


AnyGame = Game[Any, Any, Any, Any]


class Reason(NamedTuple):
    """A bot's reason for a choice: an English template with named values, as in a Refusal.

    A translation is looked up by the template, so a value is never included in it.

    >>> str(Reason("plant {plant} is worth {worth}", {"plant": 20, "worth": 31}))
    'plant 20 is worth 31'
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return format_template(self.template, self.values)


class Bot(Protocol[ViewT_contra, ActionT]):
    """A player that sees a view and the legal actions, and carries its own generator.

    ``reason`` explains the last choice in one line; it is None before the first. A bot with
    ``needs_view = False`` chooses by the actions alone: callers may pass None as its view, to save
    time. Without that attribute, a bot gets a view of every position.
    """

    @property
    def reason(self) -> Reason | None:
        """The reason for the last choice, or None before the first."""

    def choose(self, view: ViewT_contra, actions: Sequence[ActionT], /) -> ActionT:
        """Return one of ``actions``."""
