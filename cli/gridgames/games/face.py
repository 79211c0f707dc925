"""What the program asks of a game, in words: how it is told, shown and asked for.

:class:`Face` answers everything from the contract alone, so a new game can be played at once. A
game derives from it in the ``presenter`` module of its wing, and says better what it wants to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridcommon.contract import AnyGame, Seat
from gridcommon.errors import NotationError, Wording
from gridcommon.playing import format_value
from gridcommon.records import Header, Told
from gridgames.games.menus import Choice, Menu, paged
from gridgames.games.standing_orders import OrderKeyword, StandingOrders
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.terminal.output import Line

if TYPE_CHECKING:
    from gridgames.games.drawing.colour_scheme import ColourScheme
    from gridgames.games.drawing.svg import Drawing


@dataclass(frozen=True, slots=True)
class Move:
    """One action that was made, what followed from it, and the bot's reason, if a bot made it.

    What people at a table told, a ``Told``, stands in the place of an action.
    """

    action: Any
    events: Sequence[Any]
    reason: Any = None

    @property
    def seat(self) -> Seat | None:
        """The seat that made the move, None where people have told something."""
        return None if isinstance(self.action, Told) else self.action.seat

    def parted(self, kind: type | None) -> tuple[Any, list[Any]]:
        """Return the first event of a kind, None where there is none, and all the others."""
        main = next((event for event in self.events if type(event) is kind), None)
        return main, [event for event in self.events if event is not main]


class Face:
    """A game as people meet it. A state here may be the public part of a view."""

    examples: str = ""  # actions in short notation, separated by commas
    landmarks: Mapping[str, tuple[type, ...]] = {}  # events that a replay jumps to, by a word
    draws: tuple[type, ...] = ()  # events in which chance decides
    # Examples in lines, for the help of the full screen: what is typed, and what it means.
    help: Sequence[tuple[str, Wording | None]] = ()
    orders: str = ""  # what may be said in advance, separated by commas
    order_words: Sequence[OrderKeyword] = ()  # what may be said in advance, see standing()

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    # Beginning

    def begin(self, header: Header, given: Mapping[str, Any]) -> tuple[Header, Sequence[Told]]:
        """Return how a game begins: its header, and what is told before the first move.

        ``given`` are the flags that are in no header. Raises NotationError for a game that cannot
        begin like that.
        """
        for key in given:
            raise NotationError("{game} has no --{flag}", game=self.game.NAME, flag=key)
        return header, ()

    def seats(self, given: Mapping[str, Any]) -> str:
        """Return who sits where, as ``--seats`` takes it, if the flags in ``given`` say so."""
        del given
        return ""

    # Moves and results

    def tell(self, move: Move, names: Sequence[str]) -> Iterator[str]:
        """Yield what was done, then each thing that followed, one sentence each."""
        yield f"{names[move.action.seat]}: {self.format(move.action)}"
        for event in move.events:
            yield self.tell_event(event, names)

    def tell_event(self, event: Any, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        del names
        return render_message(event) if hasattr(event, "template") else str(event)

    def joins(self, told: Sequence[Move], move: Move) -> bool:
        """Say whether a move is told together with those before it, which are told together."""
        del told, move
        return False

    def tell_together(self, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
        """Yield what was done in several moves that belong together, then what followed."""
        for move in moves:
            yield from self.tell(move, names)

    def tell_result(self, result: Any, names: Sequence[str]) -> Iterator[str]:
        """Yield how the game ended, one sentence each."""
        for seat in result.winners:
            yield say("{name} wins ({rule})", name=names[seat], rule=result.decided_by)

    # The state

    def now(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield what matters for the choice that ``seat`` has now, one short line each."""
        yield say("Round {round}: {name} is to act", round=state.round, name=names[seat])
        for line in self.whole(state, names):
            yield "".join(text for text, _ in line)

    def untold(self, state: Any) -> str:
        """Return what the person who keeps the score has still to tell, '' for nothing."""
        del state
        return ""

    def unsure(self, state: Any) -> Sequence[Seat]:
        """Return the seats whose points rest on what nobody has told, none by default."""
        del state
        return ()

    def missing(self, action: Any) -> tuple[str, str] | None:
        """Return what an action chosen on the board leaves unsaid, and the entry without it.

        The person types the rest in front of the entry. None where nothing is missing.
        """
        del action
        return None

    def moment(self, state: Any) -> Any:
        """Return what changes when ``now`` is to be shown again to the same person."""
        return state.round

    def question(self, state: Any) -> Any:
        """Return what stays the same as long as the same is asked, action after action.

        None: every state asks something else.
        """
        del state

    def stage(self, state: Any) -> Wording:
        """Return the part of the game that a state is in: a review judges each as one."""
        return Wording("Round {round}", {"round": state.round})

    def whole(self, state: Any, names: Sequence[str]) -> Iterator[Line]:
        """Yield the whole state, in words that can be read aloud."""
        yield from self.board(state, names)
        yield from self.players(state, names)

    def board(self, state: Any, names: Sequence[str]) -> Iterator[Line]:
        """Yield the board alone, in words that can be read aloud.

        By default these are the facts that are no list with one value per player.
        """
        for key, value in self.game.facts(state).items():
            if not _is_by_seat(value, names):
                yield [(f"{key}: ", "dim"), (_shown(value), "")]

    def whole_drawn(self, state: Any, names: Sequence[str]) -> Iterator[Line]:
        """Yield the whole state with the board as it is drawn, if a game draws it there."""
        return self.whole(state, names)

    def players(self, state: Any, names: Sequence[str]) -> Iterator[Line]:
        """Yield what the players have: the facts with one value per player."""
        facts = self.game.facts(state)
        lists = {key: value for key, value in facts.items() if _is_by_seat(value, names)}
        for seat, name in enumerate(names):
            told = ", ".join(f"{key} {_shown(value[seat])}" for key, value in lists.items())
            yield [(name, "bold"), (f"  {told}" if told else "", "")]

    def draw(
        self, shown: Sequence[Any], names: Sequence[str], look: "ColourScheme"
    ) -> list["Drawing"]:
        """Return pictures of one size: of states, or of what :meth:`position` returned."""
        from gridgames.games.drawing.text import drawn_text

        return [drawn_text(self.game.NAME, list(self.whole(one, names)), look) for one in shown]

    def written_position(self, state: Any, names: Sequence[str]) -> str:
        """Return a state as :meth:`position` reads it. Raises NotationError without a notation."""
        del state, names
        raise NotationError("{game} has no notation of positions", game=self.game.NAME)

    def position(self, text: str, tables: Mapping[str, Path]) -> Any:
        """Return the position that a text tells, None where the game has no notation for them.

        ``tables`` are the files of the user, by the names of their options. Raises NotationError.
        """
        del text, tables

    def is_position(self, text: str) -> bool:
        """Say whether a text, right or wrong, is meant as a position of this game."""
        del text
        return False

    def hides(self, state: Any) -> bool:
        """Say whether a player sees something that the other players may not see."""
        del state
        return False

    # Actions

    def standing(self) -> StandingOrders:
        """Return the orders that a seat has given before it gives any."""
        return StandingOrders()

    def regret(self, state: Any, action: Any) -> str | None:
        """Return what a legal ``action`` throws away that could still be had, or None."""
        del state, action
        return None

    def menu(self, state: Any, actions: Sequence[Any]) -> Menu:
        """Return the legal ``actions`` as numbered choices, the most useful first."""
        del state
        return paged(say("Choose an action"), [Choice("", action) for action in actions])

    def format(self, action: Any) -> str:
        """Return an action as it is typed in the language in use."""
        return as_typed(self.game.format_action(action))

    def parse(self, state: Any, text: str) -> Any:
        """Return the action that the seat to act means. Raises NotationError."""
        return self.game.parse_action(text, state, input_words())


def _is_by_seat(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, list) and len(value) == len(names)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else format_value(value)
