"""How a game is told and asked for in lines of text; each game has a module that does it."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from gridcommon.contract import Seat
from gridgames.games.menus import Menu
from gridgames.games.registry import GameName
from gridgames.play.session import Move
from gridgames.terminal.output import Line


class Talk(Protocol):
    """A module that puts a game into words. A state here may be the public part of a view."""

    LEDGER: str  # the package with the ledger of the game
    EXAMPLES: str  # of the short notation

    def tell(self, move: Move, names: Sequence[str], /) -> Iterator[str]:
        """Yield what was done, then each thing that followed, a sentence each."""

    def tell_result(self, result: Any, names: Sequence[str], /) -> Iterator[str]:
        """Yield how the game ended, a sentence each."""

    def now(self, state: Any, seat: Seat, names: Sequence[str], /) -> Iterator[str]:
        """Yield what matters for the choice that ``seat`` has now, a short line each."""

    def whole(self, state: Any, names: Sequence[str], /) -> Iterator[Line]:
        """Yield the whole state."""

    def board(self, state: Any, names: Sequence[str], /) -> Iterator[Line]:
        """Yield the board alone."""

    def players(self, state: Any, names: Sequence[str], /) -> Iterator[Line]:
        """Yield what the players have."""

    def menu(self, state: Any, actions: Sequence[Any], /) -> Menu:
        """Return the legal ``actions`` as numbered choices, the most useful first."""

    def parse(self, state: Any, text: str, /) -> Any:
        """Return the action that the seat to act means. Raises NotationError."""

    def hides(self, state: Any, /) -> bool:
        """Say whether a player sees something that the other players may not see."""


def talk_of(game: str) -> Talk:
    """Return the words for a game."""
    talk: Talk
    if game == GameName.POWERGRID:
        from gridgames.games.powergrid import presenter as powergrid_talk

        talk = powergrid_talk
    else:
        from gridgames.games.eletrika import presenter as eletrika_talk

        talk = eletrika_talk
    return talk
