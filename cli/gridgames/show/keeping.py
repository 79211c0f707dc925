"""A game with the real box: what a wing says to the person who enters everything."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Wording
from gridgames.show.face import Face, Move, actions_of
from gridgames.show.menus import Menu


class Keeper(Face):
    """The presenter of a game that is kept: the ``ScorekeeperPresenter`` of a wing.

    ``find_players`` returns the seats that a typed name may mean; ``names`` are the players.
    """

    may_overrule = True  # whether an entry may break a rule; else there is ``overruling``
    overruling: Wording  # how the people at the table correct what no entry may break
    find_players: Callable[[str], Sequence[Seat]]
    names: Sequence[str]

    def missing_information(self, state: Any) -> str:
        """Return the information that the scorekeeper still has to enter, or ''."""
        del state
        return ""

    def expanded(self, state: Any, entry: Any) -> Sequence[Any]:
        """Return the actions that an entry stands for, one for an action.

        Raises IllegalAction or NotationError if it cannot be one.
        """
        del state
        return actions_of(entry)

    def asked_before(self, state: Any, entry: Any) -> str:
        """Return the question that has to be answered before an entry is made, or ''.

        It asks for something hidden that matters from now on, such as a drawn card.
        """
        raise NotImplementedError

    def answers_menu(self, state: Any, entry: Any) -> Menu:
        """Return the answers to that question as choices."""
        raise NotImplementedError

    def doubts(self, state: Any) -> Iterator[str]:
        """Yield all that is unknown or assumed."""
        raise NotImplementedError

    def answer(self, state: Any, moves: Sequence[Move], word: str, rest: str) -> Sequence[str]:
        """Return a title and the answer to a question, or nothing."""
        del state, moves, word, rest
        return ()

    def check_overruled(self, state: Any, action: Any) -> Refusal | None:
        """Return why an action is refused although the people at the table insist."""
        raise NotImplementedError

    def overruled(self, state: Any, action: Any) -> Mapping[str, Any]:
        """Return the facts that hold after an action against a rule."""
        raise NotImplementedError
