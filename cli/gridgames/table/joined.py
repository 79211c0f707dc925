"""A seat at a table of another computer, with all that a game of this one has.

The actions are made by the host. What this seat has not seen is supposed: the host sends draws that
agree with all that was seen, and new ones as soon as more is seen. So the same rules, boards and
hints work here as in any other game, but nothing hidden is here.
"""

import json
from collections.abc import Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, IllegalAction, NotationError, Refusal
from gridcommon.records import Header, read_record
from gridgames.languages.messages import render_error, say
from gridgames.show.face import Move
from gridgames.table.answers import Message, Reply
from gridgames.table.command_table import PLAYING, Command
from gridgames.table.desk import Desk
from gridgames.table.saves.new_games import deal_of
from gridgames.table.session import Player, Policy, Session, name_shown
from gridgames.table.wire import Wire

_HOST = "host"  # the level of all who play elsewhere
_PATIENCE = 10.0  # seconds, for a view
ELSEWHERE = ("redo", "pause")  # commands for games of this computer


def join(wire: Wire) -> "JoinedPolicy":
    """Return the policy of a seat, with its game. Raises NotationError if it cannot be joined."""
    hello, view = wire.open(), wire.wait(_PATIENCE)
    if view is None or view["message"] != "view":
        raise NotationError("the host does not answer")
    if hello["seat"] is None:
        raise NotationError("this link is for spectators; open it in a browser", key="LINK")
    policy = JoinedPolicy(wire, hello["seat"])
    header = policy.record()
    players = [
        Player(name_shown(name), None if seat == policy.own else _HOST)
        for seat, name in enumerate(map(str, hello["names"]))
    ]
    Session(header, players, policy=policy)
    policy.start(view)
    return policy


class JoinedPolicy(Policy):
    """This seat enters, the host refuses or makes it, and the host's view follows.

    ``notices`` are sentences to show about the line and the table.
    """

    is_remote = True
    AFTER_THE_END = ("export", "chart")
    COMMANDS = (
        *(one for one in PLAYING if one.word not in (*ELSEWHERE, "save", "slower", "faster")),
        Command("agree", "let another person take a choice back"),
        Command("disagree", "let the choice of another person stand"),
        Command("seat", "take your seat back from the bot that plays for you"),
    )

    def __init__(self, wire: Wire, own: Seat) -> None:
        self.wire = wire
        self.own = own
        self.version = 0
        self.notices: list[str] = []
        self.is_rewritten = False  # moves were taken back
        self._lines: list[dict[str, Any]] = []  # all actions of the host, as JSON
        self._stand_in = ""
        self._asks_undo = False  # the others have not answered
        self._is_lost = False

    def record(self) -> Header:
        """Return the header of the game at the host, and take its actions and version."""
        found = self.wire.ask({"ask": "record"})
        if found["message"] != "record":
            raise NotationError(found.get("reason", say("the host does not answer")))
        header, lines = read_record([json.dumps(line) for line in found["lines"]], "LINK")
        self._lines, self.version = [dict(line.data) for line in lines], found["version"]
        return header

    def start(self, view: dict[str, Any]) -> None:
        """Make the moves of the host so far, and take the first view."""
        self.session.follow(map(self.session.game.action_from_json, self._lines))
        self.note(view)

    # News

    def poll(self, seconds: float = 0) -> bool:
        """Take what has come from the host, or comes within some seconds.

        Return whether something has changed.
        """
        found = self.wire.wait(seconds)
        if found is None:
            return False
        latest = None
        while found is not None:
            match found["message"]:
                case "view":
                    latest = found
                    del self._lines[found["first"] :]
                    self._lines += [dict(move["action"]) for move in found["moves"]]
                    if self._is_lost:
                        self._is_lost = False
                        self.notices.append(say("The host is back."))
                case "hello":
                    latest = None
                    self._lines = []
                case "lost" if not self._is_lost:
                    self._is_lost = True
                    self.notices.append(self._lost_words(found["reason"]))
            found = self.wire.wait(0)
        if latest is not None:
            try:
                self._follow_host(latest)
            except NotationError:
                del self._lines[len(self.session.moves) :]  # the next view brings them again
                raise
        return True

    def _lost_words(self, reason: str) -> str:
        if self.wire.ended:
            return say("The game is closed here: {reason}", reason=self.wire.ended)
        return say("The line to the host is broken ({reason}). Trying again.", reason=reason)

    def note(self, view: dict[str, Any], *, is_rewritten: bool = False) -> None:
        if self._asks_undo and view["undo"] != self.own and not is_rewritten:
            self.notices.append(say("The others do not agree: your choice stands."))
        self._asks_undo = view["undo"] == self.own
        self.version = max(self.version, view["version"])
        if view["stand_in"] != self._stand_in:
            self._stand_in = view["stand_in"]
            if self._stand_in:
                self.notices.append(say("A bot plays for you; type seat to take your seat back."))
        if view["undo"] is not None and view["undo"] != self.own:
            name = self.session.names[view["undo"] % len(self.session.players)]
            self.notices.append(
                say("{name} wants to take a choice back: type agree or disagree.", name=name)
            )
        if view["fault"]:
            self.notices.append(name_shown(str(view["fault"])))

    def _follow_host(self, view: dict[str, Any]) -> None:
        """Cut off moves that were taken back, and see that the draws agree with the view."""
        to_json = self.session.game.action_to_json
        made = [to_json(move.action) for move in self.session.moves]
        pairs = zip(made, self._lines, strict=False)
        same = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
        kept = min(len(made), len(self._lines)) if same is None else same
        is_rewritten = kept < len(made)
        self.is_rewritten |= is_rewritten
        if view.get("deal") != deal_of(self.session.header.setup):
            header = self.record()
            if (
                header.players != self.session.header.players
                or header.ruleset != self.session.header.ruleset
            ):
                raise NotationError(self.wire.disown())
            self.session.header = header
            kept = min(kept, len(self._lines))
            self._replay(kept)
        elif kept < len(made):
            self._replay(kept)
        self.note(view, is_rewritten=is_rewritten)

    def _replay(self, kept: int) -> None:
        """Make the first actions again, with the draws as they are supposed now."""
        session = self.session
        again = Session(session.header, session.players)
        again.follow(map(session.game.action_from_json, self._lines[:kept]))
        session.become(again)
        standing = enumerate(session.standing)
        session.standing = [one.revalidate(session.state, seat) for seat, one in standing]

    def news(self, seconds: float) -> list[str]:
        try:
            self.poll(seconds)
        except NotationError as problem:
            self.notices.insert(0, render_error(problem))
        told, self.notices = self.notices, []
        if self.is_rewritten:
            self.is_rewritten = False
            told.append(say("The host has taken moves back."))
        return told

    @property
    def is_ready(self) -> bool:
        """Whether the host has made a move, or the orders of this seat choose one."""
        return self.has_news or self.is_ours_to_move

    @property
    def ended(self) -> str:
        """Why the host has closed the line."""
        return self.wire.ended

    def leaving(self) -> str:
        return say("The host keeps the game; the same link leads back to your seat.")

    def recover(self, problem: GridgamesError) -> str:
        """Forget the orders of this seat, which the host does not follow."""
        self.session.plays_on = False
        if self.is_ours_to_move:
            self.session.standing[self.own] = self.session.face.standing()
        return render_error(problem)

    # Playing

    @property
    def has_news(self) -> bool:
        """Whether the host has made moves that are not made here."""
        return len(self._lines) > len(self.session.moves)

    def waits_for(self, seat: Seat) -> bool:
        return not self.has_news and not self._stand_in and super().waits_for(seat)

    @property
    def is_ours_to_move(self) -> bool:
        """Whether this seat is to act, and its orders choose for it."""
        is_ours = self.to_act() == self.own and not self.has_news and not self._stand_in
        return is_ours and not super().waits_for(self.own)

    def confirmed(self, action: Any) -> Any:
        """Let the host make an action, unless it has made it, and return the host's."""
        if not self.has_news:
            self._ask(
                {"do": self.session.game.action_to_json(action), "version": self.version}, action
            )
            until = len(self.session.moves)
            while len(self._lines) <= until:
                if not self.poll(_PATIENCE) or self._is_lost:
                    raise NotationError("the host does not answer")
        return self._hosts()

    def _hosts(self) -> Any:
        """Return the next action of the host. Raises NotationError if it cannot be."""
        made = self.session.game.action_from_json(self._lines[len(self.session.moves)])
        if self.check(made):
            raise NotationError(self.wire.disown())
        return made

    def _ask(self, message: dict[str, Any], action: Any = None) -> dict[str, Any]:
        """Ask the host for something. Raises IllegalAction or NotationError if it refuses."""
        found = self.wire.ask(message)
        if found["message"] == "refused":
            if found["rule"] and action is not None:
                rule, why = str(found["rule"])[:20], found["reason"]
                raise IllegalAction(action, Refusal(rule, "{reason}", reason=why))
            raise NotationError(found["reason"])
        return found

    def next_action(self) -> tuple[Any, Any, bool]:
        """Return the next move of the host, or the one that the orders of this seat choose."""
        if self.has_news:
            action = self._hosts()
            return action, None, bool(action.seat != self.own)
        return super().next_action()

    def undo(self, seat: Seat | None) -> list[Move]:
        """Ask the host to take the last choice back, and return what it has taken back.

        Raises NotationError if the others are asked first.
        """
        del seat
        before = list(self.session.moves)
        found = self._ask({"ask": "undo"})
        while self.version < found["version"]:
            if not self.poll(_PATIENCE):
                break
        self.is_rewritten = False
        taken: Sequence[Move] = before[len(self.session.moves) :]
        if not taken:
            raise NotationError(found.get("text", ""))
        return list(taken)

    def redo(self) -> list[Move]:
        """Raise NotationError: the host has no moves that were taken back."""
        raise NotationError("at a table of another computer nothing can be redone")

    def again(self) -> tuple[Session, None]:
        """Ask the host for a rematch, and return its session. Raises NotationError."""
        self._ask({"ask": "rematch"})
        while self.to_act() is None:
            if not self.poll(_PATIENCE):
                raise NotationError("the host does not answer")
        self.is_rewritten = False
        return self.session, None

    def on_agree(self, _desk: Desk, _rest: str) -> Reply:
        return Message(self.ask("agree"))

    def on_disagree(self, _desk: Desk, _rest: str) -> Reply:
        return Message(self.ask("disagree"))

    def on_seat(self, _desk: Desk, _rest: str) -> Reply:
        self.ask("seat")
        return Message(say("You play again."))

    def ask(self, word: str) -> str:
        """Ask for something that is not an action, and return what the host says."""
        return str(self._ask({"ask": word}).get("text", ""))
