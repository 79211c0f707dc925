"""Messages to a program: who plays, what its seat may see, its choices, and what has happened."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import takewhile
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.records import Declaration
from gridgames.languages.messages import say
from gridgames.page.house import Guest
from gridgames.show.face import Move
from gridgames.table.seeds import deal_of
from gridgames.table.session import Session

PROTOCOL = 1
_SCHEMA = 1  # of the view
_ACTIONS = 200  # in a message, at most

Message = dict[str, Any]


class Narrator:
    """Makes the messages to one guest, and remembers which moves were sent."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.table = guest.table
        self._sent: list[Move] = []
        self._session: Session | None = None

    def news(self) -> list[Message]:
        """Return what a guest does not know yet: a greeting for each game, and the view."""
        session = self.table.session
        found = []
        if session is not self._session:
            self._session, self._sent = session, []
            found.append(self._hello(session))
        return [*found, self._view(session)]

    def _hello(self, session: Session) -> Message:
        return {
            "message": "hello",
            "protocol": PROTOCOL,
            "game": session.header.game,
            "seat": self.guest.seat,
            "names": self.table.names,
            "ruleset": session.header.ruleset,
        }

    def _view(self, session: Session) -> Message:
        moves = session.moves
        pairs = zip(self._sent, moves, strict=False)
        known = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self._sent = list(moves)
        chair, undo, actions = self.guest.chair, self.table.undo, self._actions()
        result = session.result
        seen = session.face.view(session.state, self.guest.seat, self.table.names)
        return {
            "message": "view",
            "version": self.table.version,
            "turn": session.to_act,
            "view": {"schema": _SCHEMA, **seen},
            "first": known,
            "moves": [self._move(session, move) for move in moves[known:]],
            "count": len(actions),
            "actions": self._as_json(actions[:_ACTIONS]),
            "result": None if result is None else session.game.result_facts(result),
            "stand_in": chair.stand_in if chair else "",
            "undo": undo.seat if undo else None,
            "fault": self.table.fault,
            "deal": self._deal(),
        }

    def _deal(self) -> str:
        """Return a text that changes when something else is supposed in :meth:`record`."""
        session, seat = self.table.session, self.guest.seat
        if seat is None:
            return ""
        try:
            return deal_of(session.face.supposed_setup(session.state, seat).to_json())
        except (NotationError, ValueError):
            return ""

    def _actions(self) -> Sequence[Any]:
        chair = self.guest.chair
        if chair is None or chair.stand_in:
            return ()
        return self.table.desk(chair.seat).legal_actions()

    def _as_json(self, actions: Sequence[Any]) -> list[Any]:
        return [self.table.session.game.action_to_json(one) for one in actions]

    def _move(self, session: Session, move: Move) -> Message:
        return {
            "action": _action_json(session, move.action),
            "events": [event_to_json(event) for event in move.events],
            "sentences": list(session.face.narrate_group([move], self.table.names)),
        }

    def actions(self, first: int) -> Message:
        """Return the legal actions from a number on, counted from 0."""
        actions = self._actions()
        page = self._as_json(actions[first : first + _ACTIONS])
        return {"message": "actions", "first": first, "count": len(actions), "actions": page}

    def record(self) -> Message:
        """Return the game so far as a record in which what the seat has not seen is supposed.

        Raises NotationError for a game that cannot do it, and for spectators.
        """
        session, seat = self.table.session, self.guest.seat
        if seat is None:
            raise NotationError("you only watch this table")
        try:
            setup = session.face.supposed_setup(session.state, seat).to_json()
        except ValueError:
            raise NotationError("a game that goes on from a position has no record") from None
        header = replace(session.header, seed=0, setup=setup)
        lines = [header.to_json(), *(_action_json(session, move.action) for move in session.moves)]
        return {"message": "record", "version": self.table.version, "lines": lines}


def _action_json(session: Session, action: Any) -> Mapping[str, Any]:
    if isinstance(action, Declaration):
        return {action.kind: action.data}
    return session.game.action_to_json(action)


def event_to_json(event: Any) -> Message:
    """Return an event as an object: ``event`` is its kind, and its fields follow."""
    return {"event": type(event).__name__, **_plain(event)}


def _plain(value: Any) -> Any:
    """Return a value of an event as JSON."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    return value if isinstance(value, str | int | float | None) else str(value)


def refused(reason: str, rule: str | None = None) -> Message:
    """Return that something asked for was not done, and why."""
    return {"message": "refused", "rule": rule, "reason": reason}


def fault(reason: str) -> Message:
    """Return that a message could not be read."""
    return {"message": "error", "reason": reason}


def closed() -> Message:
    """Return that the table is not there any more."""
    return {"message": "bye", "reason": say("This table was closed.")}
