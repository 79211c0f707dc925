"""A program at its seat: the messages that it is sent, and the answers to its own.

It receives who plays, what its seat may see, its choices, and what has happened. Messages are
objects of JSON, as docs/formats.md describes them; how they travel is up to the caller.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import takewhile
from typing import Any, Final

from gridcommon.errors import GridgamesError, NotationError
from gridcommon.records import Declaration, read_object
from gridgames.languages.messages import render_error, render_message, say
from gridgames.page.house import Guest, House
from gridgames.page.tables import REQUESTS
from gridgames.show.face import Move
from gridgames.table.answers import Message
from gridgames.table.saves.new_games import deal_of
from gridgames.table.session import Session

PROTOCOL = 1
_SCHEMA = 1  # of the view
_ACTIONS = 200  # in a message, at most
_KEYS: Final = {
    "do": ("version", "id"),
    "ask": ("from", "version", "id"),
    "ping": ("id",),
    "hello": ("id",),
    "bye": ("id",),
}

Packet = dict[str, Any]


class ProgramGuest:
    """A program at a table. ``may_ask`` spends one of the requests that its key has.

    ``faults`` counts the messages in a row that could not be read.
    """

    def __init__(self, guest: Guest, house: House, may_ask: Callable[[], bool]) -> None:
        self.guest = guest
        self.table = guest.table
        self.faults = 0
        self._house = house
        self._may_ask = may_ask
        self._sent: list[Move] = []
        self._session: Session | None = None

    # News

    def unwelcome(self) -> Packet | None:
        """Return the farewell to a program at a table for people alone."""
        if not self.table.session.may_overrule:
            return None
        return farewell(say("The score of a real table is entered on its page."))

    def news(self) -> list[Packet]:
        """Return what the program does not know yet: a greeting for each game, and the view."""
        if self.table.ident not in self._house.tables:
            return [farewell(say("This table was closed."))]
        session = self.table.session
        if session is self._session:
            return [self._view(session)]
        self._session, self._sent = session, []
        hello = {
            "message": "hello",
            "protocol": PROTOCOL,
            "game": session.header.game,
            "seat": self.guest.seat,
            "names": self.table.names,
            "ruleset": session.header.ruleset,
        }
        return [hello, self._view(session)]

    def _view(self, session: Session) -> Packet:
        moves = session.moves
        pairs = zip(self._sent, moves, strict=False)
        known = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self._sent = list(moves)
        chair, undo, actions = self.guest.chair, self.table.undo, self._legal_actions()
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
        """Return a text that changes when something else is supposed in :meth:`_record`."""
        session, seat = self.table.session, self.guest.seat
        if seat is None:
            return ""
        try:
            return deal_of(session.face.supposed_setup(session.state, seat).to_json())
        except (NotationError, ValueError):
            return ""

    def _legal_actions(self) -> Sequence[Any]:
        chair = self.guest.chair
        if chair is None or chair.stand_in:
            return ()
        return self.table.desk(chair.seat).legal_actions()

    def _as_json(self, actions: Sequence[Any]) -> list[Any]:
        return [self.table.session.game.action_to_json(one) for one in actions]

    def _move(self, session: Session, move: Move) -> Packet:
        return {
            "action": _action_json(session, move.action),
            "events": [_event_json(event) for event in move.events],
            "sentences": list(session.face.narrate([move], self.table.names)),
        }

    # Answers

    def answer(self, text: str) -> Packet:
        """Return the answer to a message, with its ``id``."""
        found: Packet = {}
        try:
            if not self._may_ask():
                raise NotationError("too many messages; wait a moment")
            found = _read(text)
            answer = self._answer(found)
            self.faults = 0
        except NotationError as problem:
            self.faults += 1
            answer = {"message": "error", "reason": render_error(problem)}
        return answer | ({"id": found["id"]} if "id" in found else {})

    def _answer(self, found: Packet) -> Packet:
        """Do what a message wants. Raises NotationError for one that cannot be read."""
        chair = self.guest.chair
        match found:
            case {"ping": ping}:
                return {"message": "pong", "ping": ping}
            case {"bye": _}:
                return farewell("")
            case {"hello": hello} if hello == PROTOCOL and hello is not True:
                return self._done()
            case {"hello": _}:
                told = say(
                    "This server speaks version {version} of the protocol.", version=str(PROTOCOL)
                )
                return farewell(told)
            case {"ask": "actions"}:
                return self._actions(found.get("from", 0))
            case {"ask": "record"}:
                return self._record()
        if chair is None:
            return _refused(say("You only watch this table."))
        try:
            if "do" in found:
                return self._do(chair.seat, found["do"], found.get("version"))
            return self._ask(chair.seat, found["ask"], found.get("version"))
        except NotationError:
            raise
        except GridgamesError as problem:
            return _refused(render_error(problem))

    def _done(self, **more: str) -> Packet:
        return {"message": "done", "version": self.table.version, **more}

    def _actions(self, first: int) -> Packet:
        """Return the legal actions from a number on, counted from 0."""
        actions = self._legal_actions()
        page = self._as_json(actions[first : first + _ACTIONS])
        return {"message": "actions", "first": first, "count": len(actions), "actions": page}

    def _record(self) -> Packet:
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

    def _do(self, seat: int, what: Any, version: int | None) -> Packet:
        """Make an action, given as JSON or in notation."""
        table, session = self.table, self.table.session
        if why := table.refusal(seat, version):
            return _refused(why)
        desk = table.desk(seat)
        if isinstance(what, str):
            if len(what) > self._house.limits.line:
                raise NotationError("too long", key="do")
            action = None if desk.not_to_choose() else desk.face.parse(desk.seen(), what)
        elif isinstance(what, dict):
            action = session.game.action_from_json({"seat": seat} | what)
        else:
            raise NotationError("expected an action or its notation", key="do")
        if why := desk.not_to_choose():
            return _refused(why)
        if refusal := session.check(action):
            return _refused(render_message(refusal), refusal.rule)
        count = len(session.moves)
        session.act(action)
        table.note_choice(count)
        return self._done()

    def _ask(self, seat: int, what: Any, version: int | None) -> Packet:
        """Do what is not an action: take back, agree to that, play oneself, play again."""
        if what not in REQUESTS:
            words = ", ".join(("actions", "record", *REQUESTS))
            raise NotationError("expected {words}", key="ask", words=words)
        answer = self.table.ask(seat, what, version)
        if isinstance(answer, Message) and answer.is_error:
            return _refused(answer.text)
        return self._done(**({"text": answer.text} if answer else {}))


def farewell(reason: str) -> Packet:
    """Return the last message on a connection."""
    return {"message": "bye", "reason": reason}


def _refused(reason: str, rule: str | None = None) -> Packet:
    """Return that something asked for was not done, and why."""
    return {"message": "refused", "rule": rule, "reason": reason}


def _action_json(session: Session, action: Any) -> Mapping[str, Any]:
    if isinstance(action, Declaration):
        return {action.kind: action.data}
    return session.game.action_to_json(action)


def _event_json(event: Any) -> Packet:
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


def _read(text: str) -> dict[str, Any]:
    """Return a message. Raises NotationError for what is none."""
    found = read_object(text)
    kinds = [key for key in _KEYS if key in found]
    if len(kinds) != 1:
        raise NotationError(
            "expected one of {words}, found {found}",
            words=", ".join(_KEYS),
            found=", ".join(kinds) or repr(text[:40]),
        )
    for key, value in found.items():
        if key != kinds[0] and key not in _KEYS[kinds[0]]:
            raise NotationError("unknown key in a message", key=key[:40])
        if key in ("version", "from", "id") and not (type(value) is int and 0 <= value < 10**15):
            raise NotationError("expected a whole number", key=key)
    return found
