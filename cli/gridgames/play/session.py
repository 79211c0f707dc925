"""A game in progress: its players, its moves, and what can be undone.

The full screen, the plain mode and the replay all use a :class:`Session`. It prints nothing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gridcommon.chance import fork, seeded
from gridcommon.contract import AnyGame, Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal
from gridcommon.playing import start
from gridcommon.records import Header
from gridgames.games.face import Face, Move
from gridgames.games.registry import face_of
from gridgames.languages.messages import say
from gridgames.terminal.printable import is_printable, seen, visible


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat: a bot of a level, or a person if ``level`` is None."""

    name: str
    level: str | None = None

    @property
    def is_human(self) -> bool:
        """Whether this is a person."""
        return self.level is None


SEATS = 4  # the default number of players


def default_seats(game: AnyGame) -> int:
    """Return the number of players if nobody says it."""
    return min(SEATS, game.SEATS[-1])


def default_bots(game: AnyGame) -> list[str]:
    """Return the bots if none are named: half of the weakest level, half of the next one."""
    levels = list(game.LEVELS)
    seats = default_seats(game)
    weak = seats // 2
    return [levels[0]] * weak + [levels[min(1, len(levels) - 1)]] * (seats - weak)


def players_from_text(text: str, levels: Sequence[str]) -> tuple[Player, ...]:
    """Return the players of ``Ana=human,normal,easy``; a person without a name gets a number.

    Raises NotationError for an unknown level, a name that is listed twice or cannot be displayed,
    and a person with the name of a bot.
    """
    players: list[Player] = []
    for number, word in enumerate(text.split(","), start=1):
        name, equals, level = (part.strip() for part in word.rpartition("="))
        if level not in ("human", *levels):
            raise NotationError(
                "unknown player {found}; choose from {allowed}",
                key="seats",
                found=repr(level),
                allowed=", ".join(("human", "NAME=human", *levels)),
            )
        if equals and not name:
            raise NotationError("a name stands before '='", key="seats")
        if equals and level != "human":
            raise NotationError(
                "a bot has no name of its own; write {level} alone", key="seats", level=level
            )
        if not is_printable(name) or (name and not seen(name)):
            raise NotationError(
                "{name} cannot be shown; a name is printable text", key="seats", name=repr(name)
            )
        default = say("Player {number}", number=number) if level == "human" else f"{level} {number}"
        player = Player(name or default, None if level == "human" else level)
        if name and _level_of(seen(name), levels):
            raise NotationError(
                "{name} is the name of a bot; choose another one", key="seats", name=repr(name)
            )
        if seen(player.name) in [seen(other.name) for other in players]:
            raise NotationError("{name} is listed twice", key="seats", name=repr(player.name))
        players.append(player)
    return tuple(players)


def players_of(header: Header, levels: Sequence[str]) -> tuple[Player, ...]:
    """Return the players of a record: a name like ``normal 2`` is a bot of that level.

    A record may hold any name; what cannot be displayed is escaped.
    """
    return tuple(Player(visible(name), _level_of(name, levels)) for name in header.players)


def _level_of(name: str, levels: Sequence[str]) -> str | None:
    found = re.fullmatch(r"(\S+) \d+", name)
    return found[1] if found and found[1] in levels else None


class Session:
    """A game in progress, with all its moves and what was undone.

    ``on_change`` is called after each move, undo and redo, to write the save.
    """

    def __init__(
        self,
        header: Header,
        players: Sequence[Player],
        on_change: Callable[["Session"], None] | None = None,
    ) -> None:
        self.face: Face = face_of(header.game)
        self.game = self.face.game
        self.header = header
        self.players = tuple(players)
        self.on_change = on_change
        self.state = start(self.game, header)
        self.moves: list[Move] = []
        self._before: list[Any] = []  # the state before each move
        self._undone: list[list[Move]] = []
        self._chance = seeded(header.seed or 0)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of bots, weakest first."""
        return tuple(self.game.LEVELS)

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, None when the game is over."""
        return self.game.to_act(self.state)

    @property
    def waits_for_human(self) -> bool:
        """Whether a person is to act."""
        seat = self.to_act
        return seat is not None and self.players[seat].is_human

    @property
    def result(self) -> Any:
        """The result of the game, None while it goes on."""
        return self.game.result(self.state)

    def state_after(self, moves: int) -> Any:
        """Return the state after this many moves, 0 for the first one. Do not change it."""
        return self._before[moves] if moves < len(self.moves) else self.state

    def legal_actions(self) -> Sequence[Any]:
        """Return every action that may be made now."""
        return self.game.legal_actions(self.state)

    def check(self, action: Any) -> Refusal | None:
        """Say why an action may not be made now, or None."""
        return self.game.check(self.state, action)

    def act(self, action: Any, reason: Any = None) -> Move:
        """Make an action. Raises IllegalAction, and leaves the game as it was."""
        if refusal := self.check(action):
            raise IllegalAction(action, refusal)
        self._undone.clear()
        move = self._make(action, reason)
        self._changed()
        return move

    def bot_move(self) -> Move:
        """Let the bot to act choose and make its move.

        Each choice has its own generator, so it is the same after an undo or a resume.
        """
        move = self._bot_choice(self.to_act)
        return self.act(*move)

    def hint(self) -> tuple[Any, Any]:
        """Return what the strongest bot would do for the seat to act, and why."""
        return self._bot_choice(self.to_act, self.levels[-1])

    def _bot_choice(self, seat: Seat | None, level: str | None = None) -> tuple[Any, Any]:
        assert seat is not None, "the game is over"
        level = level or self.players[seat].level
        assert level is not None, "a person plays this seat"
        bot = self.game.make_bot(level, fork(fork(self._chance, seat), len(self.moves)))
        action = bot.choose(self.game.observe(self.state, seat), self.legal_actions())
        return action, getattr(bot, "reason", None)

    def _make(self, action: Any, reason: Any) -> Move:
        after = self.state.copy()
        events: list[Any] = []
        self.game.advance(after, action, events)
        move = Move(action, tuple(events), reason)
        self._before.append(self.state)
        self.state = after
        self.moves.append(move)
        return move

    def undo(self) -> list[Move]:
        """Undo the last choice of a person and all that followed, and return those moves.

        If only bots play, undo the last move. Returns an empty list if there is nothing to undo.
        """
        humans = [seat for seat, player in enumerate(self.players) if player.is_human]
        places = [
            place
            for place, move in enumerate(self.moves)
            if not humans or move.action.seat in humans
        ]
        if not places:
            return []
        taken = self.moves[places[-1] :]
        self.state = self._before[places[-1]]
        del self.moves[places[-1] :], self._before[places[-1] :]
        self._undone.append(taken)
        self._changed()
        return taken

    def redo(self) -> list[Move]:
        """Redo what was undone last, and return it; an empty list if there is nothing."""
        if not self._undone:
            return []
        moves = [self._make(move.action, move.reason) for move in self._undone.pop()]
        self._changed()
        return moves

    def follow(self, actions: Iterable[Any]) -> None:
        """Make recorded actions without saving them again. Raises IllegalAction."""
        for action in actions:
            if refusal := self.check(action):
                raise IllegalAction(action, refusal)
            self._make(action, None)

    def _changed(self) -> None:
        if self.on_change:
            self.on_change(self)
