"""A game at a table of another computer, with all that a session of this one has.

The actions are made by the host. What this seat has not seen is supposed: the host sends draws that
agree with all that was seen, and new ones as soon as more is seen. So the same rules, boards and
hints work here as in any other game, but nothing hidden is here.
"""

import json
from collections.abc import Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal
from gridcommon.game_loop import start
from gridcommon.records import Header, read_record
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.table.seeds import deal_of
from gridgames.table.session import Player, Session, name_shown
from gridgames.table.wire import Message, Wire

_HOST = "host"  # the level of all who play elsewhere
_PATIENCE = 10.0  # seconds, for a view


class JoinedSession(Session):
    """The game of one seat. ``notices`` are sentences to show about the line and the table."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        hello, view = wire.open(), wire.wait(_PATIENCE)
        if view is None or view["message"] != "view":
            raise NotationError("the host does not answer")
        if hello["seat"] is None:
            raise NotationError("this link is for spectators; open it in a browser", key="LINK")
        header, actions, self.version = self._record()
        self.own: Seat = hello["seat"]
        players = [
            Player(name_shown(name), None if seat == self.own else _HOST)
            for seat, name in enumerate(map(str, hello["names"]))
        ]
        super().__init__(header, players)
        self.notices: list[str] = []
        self.is_rewritten = False  # moves were taken back
        self._lines = actions  # all actions of the host, as JSON
        self._stand_in = ""
        self._asks_undo = False  # the others have not answered
        self._is_lost = False
        self.follow(map(self.game.action_from_json, actions))
        self._note(view)

    def _record(self) -> tuple[Header, list[Message], int]:
        """Return the header, the actions and the version of the game at the host."""
        found = self.wire.ask({"ask": "record"})
        if found["message"] != "record":
            raise NotationError(found.get("reason", say("the host does not answer")))
        header, lines = read_record([json.dumps(line) for line in found["lines"]], "LINK")
        return header, [dict(line.data) for line in lines], found["version"]

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
                del self._lines[len(self.moves) :]  # the next view brings them again
                raise
        return True

    def _lost_words(self, reason: str) -> str:
        if self.wire.ended:
            return say("The game is closed here: {reason}", reason=self.wire.ended)
        return say("The line to the host is broken ({reason}). Trying again.", reason=reason)

    def _note(self, view: Message, *, is_rewritten: bool = False) -> None:
        if self._asks_undo and view["undo"] != self.own and not is_rewritten:
            self.notices.append(say("The others do not agree: your choice stands."))
        self._asks_undo = view["undo"] == self.own
        self.version = max(self.version, view["version"])
        if view["stand_in"] != self._stand_in:
            self._stand_in = view["stand_in"]
            if self._stand_in:
                self.notices.append(say("A bot plays for you; type seat to take your seat back."))
        if view["undo"] is not None and view["undo"] != self.own:
            name = self.names[view["undo"] % len(self.players)]
            self.notices.append(
                say("{name} wants to take a choice back: type agree or disagree.", name=name)
            )
        if view["fault"]:
            self.notices.append(name_shown(str(view["fault"])))

    def _follow_host(self, view: Message) -> None:
        """Cut off moves that were taken back, and see that the draws agree with the view."""
        to_json = self.game.action_to_json
        made = [to_json(move.action) for move in self.moves]
        pairs = zip(made, self._lines, strict=False)
        same = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
        kept = min(len(made), len(self._lines)) if same is None else same
        is_rewritten = kept < len(made)
        self.is_rewritten |= is_rewritten
        if view.get("deal") != deal_of(self.header.setup):
            header, lines, self.version = self._record()
            if header.players != self.header.players or header.ruleset != self.header.ruleset:
                raise NotationError(self.wire.disown())
            self.header, self._lines = header, lines
            kept = min(kept, len(lines))
            self._replay(kept)
        elif kept < len(made):
            self._replay(kept)
        self._note(view, is_rewritten=is_rewritten)

    def _replay(self, kept: int) -> None:
        """Make the first actions again, with the draws as they are supposed now."""
        standing = list(self.standing)
        self.state, self.moves = start(self.game, self.header), []
        self._steps.clear()
        self.follow(map(self.game.action_from_json, self._lines[:kept]))
        self.standing = [one.revalidate(self.state, seat) for seat, one in enumerate(standing)]

    def hear(self) -> list[str]:
        """Return the sentences to be shown, once."""
        heard, self.notices = self.notices, []
        return heard

    # Playing

    @property
    def has_news(self) -> bool:
        """Whether the host has made moves that are not made here."""
        return len(self._lines) > len(self.moves)

    @property
    def waits_for_human(self) -> bool:
        return not self.has_news and not self._stand_in and super().waits_for_human

    @property
    def is_ours_to_move(self) -> bool:
        """Whether this seat is to act, and its orders choose for it."""
        return (
            self.to_act == self.own
            and not self.has_news
            and not self._stand_in
            and not super().waits_for_human
        )

    def _act(self, action: Any, reason: Any = None, **how: Any) -> Move:
        """Let the host make an action, unless it has made it, and follow. See the base."""
        if not self.has_news:
            self._ask({"do": self.game.action_to_json(action), "version": self.version}, action)
            until = len(self.moves)
            while len(self._lines) <= until:
                if not self.poll(_PATIENCE) or self._is_lost:
                    raise NotationError("the host does not answer")
        made = self.game.action_from_json(self._lines[len(self.moves)])
        if self.check(made):
            raise NotationError(self.wire.disown())
        return super()._act(made, reason, **how)

    def _ask(self, message: Message, action: Any = None) -> Message:
        """Ask the host for something. Raises IllegalAction or NotationError if it refuses."""
        found = self.wire.ask(message)
        if found["message"] == "refused":
            if found["rule"] and action is not None:
                rule, why = str(found["rule"])[:20], found["reason"]
                raise IllegalAction(action, Refusal(rule, "{reason}", reason=why))
            raise NotationError(found["reason"])
        return found

    def next_move(self) -> Move:
        """Make the next move of the host here, or the one that the orders of this seat choose."""
        if self.has_news:
            action = self.game.action_from_json(self._lines[len(self.moves)])
            return self._act(action, is_chosen=action.seat != self.own)
        return super().next_move()

    def undo(self, seat: Seat | None = None) -> list[Move]:
        """Ask the host to take the last choice back, and return what it has taken back.

        Raises NotationError if the others are asked first.
        """
        del seat
        before = list(self.moves)
        found = self._ask({"ask": "undo"})
        while self.version < found["version"]:
            if not self.poll(_PATIENCE):
                break
        self.is_rewritten = False
        taken: Sequence[Move] = before[len(self.moves) :]
        if not taken:
            raise NotationError(found.get("text", ""))
        return list(taken)

    def redo(self) -> list[Move]:
        """Raise NotationError: the host has no moves that were taken back."""
        raise NotationError("at a table of another computer nothing can be redone")

    def again(self) -> tuple["JoinedSession", None]:
        """Ask the host for a rematch, and return its session. Raises NotationError."""
        self._ask({"ask": "rematch"})
        while self.to_act is None:
            if not self.poll(_PATIENCE):
                raise NotationError("the host does not answer")
        self.is_rewritten = False
        return self, None

    def drop_orders(self) -> None:
        """Forget the orders of this seat, which the host does not follow."""
        self.plays_on = False
        if self.is_ours_to_move:
            self.standing[self.own] = self.face.standing()

    def request(self, word: str) -> str:
        """Ask for something that is not an action, and return what the host says."""
        return str(self._ask({"ask": word}).get("text", ""))
