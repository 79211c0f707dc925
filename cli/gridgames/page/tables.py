"""A table: a game that people play together, each on their own page, and its clock."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, time_ns
from typing import Any, Final

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, NotationError
from gridcommon.evaluation import Candidate
from gridgames.languages.messages import say
from gridgames.show.face import parts_of
from gridgames.table.answers import HistoryChange, Message, Reply, problem
from gridgames.table.bots.evaluation import rank_candidates
from gridgames.table.command_table import Front
from gridgames.table.desk import Desk
from gridgames.table.saves.new_games import StartedGame, default_level
from gridgames.table.session import Session

_PAUSE = 0.25  # seconds before each move of a bot, so that people can follow
_THINKING = 5.0  # seconds, at most, about a hint
_PARTS = 20  # of a line: more than a turn has, and each may have a long answer
_TYPED = re.compile(r"(?P<count>\d{1,4})(?P<unit>[mhd]?)(?:\+(?P<more>\d{1,4}))?")
_SECONDS = {"": 60, "m": 60, "h": 3600, "d": 86400}

# What a person asks for beside moves; see GameTable.ask
REQUESTS: Final = ("undo", "agree", "disagree", "seat", "rematch")

Think = Callable[..., Awaitable[Any]]


def late_words() -> str:
    """Return why something is refused that was chosen on an older page."""
    return say("This was answered meanwhile: look again, then choose.")


@dataclass(slots=True)
class Chair:
    """The place of a person: the key of its link, its language, and the bot that stands in.

    ``answers`` are the answers to what the person did last, and ``answered`` the version of the
    table then; ``pages`` wait for news.
    """

    seat: Seat
    key: str
    language: str = ""
    stand_in: str = ""
    answers: list[Reply] = field(default_factory=list)
    answered: int = 0
    pages: int = 0


@dataclass(slots=True)
class Clock:
    """The time of each person for the whole game, and what a turn adds to it, in seconds.

    Time runs for one seat at a time, and not while the server is down. ``credited`` is the last
    turn for which each seat got its seconds, as the number of moves before it.
    """

    allowed: float
    added: float = 0
    spent: dict[Seat, float] = field(default_factory=dict)
    credited: dict[Seat, int] = field(default_factory=dict)
    _running: tuple[Seat, float] | None = None  # the seat, and since when
    _stopped: tuple[Seat, float] | None = None  # the seat that a bot has, and since when

    @classmethod
    def from_text(cls, text: str) -> "Clock":
        """Return the clock in a text such as ``30``, ``30+10``, ``12h`` or ``3d``.

        Minutes, hours or days for the game, and seconds that each turn adds. Raises NotationError.
        """
        found = _TYPED.fullmatch(text.strip())
        if not found or not int(found["count"]):
            raise NotationError(
                "write minutes, hours or days, as in 30, 12h or 3d, and the seconds that each turn"
                " adds, as in 30+10; found {found}",
                key="clock",
                found=repr(text[:40]),
            )
        allowed = int(found["count"]) * _SECONDS[found["unit"]]
        return cls(float(allowed), float(found["more"] or 0))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Clock":
        """Return a clock that was kept."""
        spent = {int(seat): float(seconds) for seat, seconds in data["spent"].items()}
        credited = {int(seat): int(turn) for seat, turn in data.get("credited", {}).items()}
        return cls(float(data["allowed"]), float(data["added"]), spent, credited)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept of the clock."""
        self._account()
        spent = {seat: round(seconds, 1) for seat, seconds in self.spent.items()}
        times = {"allowed": self.allowed, "added": self.added, "spent": spent}
        return times | {"credited": dict(self.credited)}

    @property
    def running(self) -> Seat | None:
        """The seat whose time runs."""
        return self._running[0] if self._running else None

    def run_for(self, seat: Seat | None) -> None:
        """Let the time of a seat run, or of nobody.

        If a person takes the seat back from a bot that has not moved, the time since counts.
        """
        if self.running == seat:
            return
        self._account()
        if seat is None:
            self._stopped, self._running = self._running, None
            return
        is_back = self._stopped is not None and self._stopped[0] == seat
        self._running = self._stopped if is_back else (seat, monotonic())
        self._stopped = None

    def note_move(self) -> None:
        """Note a move: what a bot has thought about it is nobody's time."""
        self._stopped = None

    def credit(self, seat: Seat, turn: int) -> None:
        """Add the seconds of a turn that a person has played, once even after an undo.

        ``turn`` is the number of moves before it.
        """
        if turn > self.credited.get(seat, -1):
            self.credited[seat] = turn
            self.spent[seat] = self.spent.get(seat, 0.0) - self.added

    def left(self, seat: Seat) -> float:
        """Return the seconds that a seat has left."""
        self._account()
        return max(0.0, self.allowed - self.spent.get(seat, 0.0))

    def _account(self) -> None:
        if self._running:
            seat, since = self._running
            now = monotonic()
            self.spent[seat] = self.spent.get(seat, 0.0) + now - since
            self._running = seat, now


@dataclass(slots=True)
class UndoRequest:
    """A request to take a choice back: whose it is, since when, and who has agreed so far."""

    seat: Seat
    version: int
    agreed: set[Seat] = field(default_factory=set)


@dataclass(slots=True)
class UndoAnswered(Reply):
    """The others' answer to a request: taken back, refused by a person, or not answered."""

    is_taken_back: bool = False
    refused_by: str = ""


class WebTable:
    """A game with its seats, spectators, chat and clock.

    ``version`` grows with every change; a page that waits is told so. ``on_change`` keeps what no
    record holds. All methods are called in one thread; ``think`` calls a function with arguments
    elsewhere, where bots may think for long.
    """

    def __init__(
        self,
        ident: str,
        match: StartedGame,
        chairs: Mapping[Seat, Chair],
        watch_key: str,
        clock: Clock | None = None,
    ) -> None:
        self.ident = ident
        self.match = match
        self.chairs = dict(chairs)
        self.watch_key = watch_key
        self.clock = clock
        self.on_change: Callable[[WebTable], None] | None = None
        self.think: Think = asyncio.to_thread
        self.chat: list[tuple[Seat, str]] = []  # who wrote what to the others
        self.undo: UndoRequest | None = None
        self._first = time_ns() // 1_000_000  # greater than the versions before a restart
        self.version = self._first
        self.fault = ""  # why the game cannot go on
        self.pause = _PAUSE
        self.hints: dict[Seat, tuple[Any, list[Candidate[Any]]]] = {}  # with their state
        self._asked_since: dict[Seat, int] = {}  # the version of the question of each person
        self._asked: Collection[Seat] = self._people_asked()
        self._news = asyncio.Event()
        self._thinking = asyncio.Lock()
        self._desks: dict[Seat, Desk] = {}

    @property
    def session(self) -> Session:
        """The game in progress."""
        return self.match.session

    @property
    def names(self) -> list[str]:
        """The names of the players as people see them."""
        return self.session.names

    def desk(self, seat: Seat) -> Desk:
        """Return the desk of a person."""
        desk = self._desks.get(seat)
        if desk is None or desk.session is not self.session:
            desk = self._desks[seat] = Desk(self.session, Front.PAGE, seat=seat)
            desk.ask_undo = self.ask_undo
        return desk

    def waits_for(self) -> Seat | None:
        """Return the person that the table waits for, None while a bot or nobody is to act."""
        seat = self.session.to_act
        chair = self.chairs.get(seat) if seat is not None else None
        if chair is None or chair.stand_in or not self.session.waits_for_human:
            return None
        return seat

    # News

    def changed(self, *, is_kept: bool = True) -> None:
        """Tell all pages that something has changed, and keep what no record holds."""
        self.version += 1
        if self.clock:
            self.clock.run_for(self.waits_for())
        if is_kept and self.on_change:
            self.on_change(self)
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def newer_than(self, version: int) -> int:
        """Wait until the table has a later version, and return it."""
        while self.version <= version:
            await self._news.wait()
        return self.version

    # Playing

    def is_late(self, seat: Seat, version: int) -> bool:
        """Return whether a page of this version shows another question than the one asked now.

        It does after an answer by any person or bot: the second of two taps is late.
        """
        return not self._asked_since.get(seat, self._first) <= version <= self.version

    def refusal(self, seat: Seat, version: int | None) -> str:
        """Return why a person can do nothing now from a page of this version, or ''."""
        if version is not None and self.is_late(seat, version):
            return late_words()
        if self.chairs[seat].stand_in or self.is_time_up(seat):
            return self._time_words(seat) or say("A bot plays for you. Take your seat back first.")
        return ""

    def is_time_up(self, seat: Seat) -> bool:
        """Return whether a person has no time left in this game."""
        clock = None if self.session.may_overrule else self.clock
        return clock is not None and not clock.left(seat)

    def _time_words(self, seat: Seat) -> str:
        if not self.is_time_up(seat):
            return ""
        name = self.names[seat]
        return say("{name}'s time is up: a bot plays until the next game.", name=name)

    def answer(self, seat: Seat, line: str) -> list[Reply]:
        """Do the parts of a line that a person typed or chose, and return the answers."""
        if len(parts_of(line)) > _PARTS:
            return [problem(say("A line has at most {count} parts here.", count=_PARTS))]
        desk, session = self.desk(seat), self.session
        before, question = session.state, session.policy.open_question
        count, waited = len(session.moves), self.waits_for()
        answers: list[Reply] = []

        def show(answer: Reply) -> bool:
            answers.append(answer)
            return answer.is_done

        desk.do_line(line, show, lambda _: not desk.not_to_choose())
        if session.state is not before or session.policy.open_question != question:
            self.note_choice(count)
        elif self.waits_for() != waited:  # past forced moves
            self.changed()
        self.chairs[seat].answered = self.version
        return answers

    def note_choice(self, moves: int) -> None:
        """Note a choice of a person, before which the game had this number of moves.

        The choice ends a request to take back another one, and it may end a turn.
        """
        session, seat = self.session, self.clock.running if self.clock else None
        self._end_request(UndoAnswered())
        if self.clock and seat is not None and len(session.moves) > moves:
            start = len(session.moves)
            while start and session.moves[start - 1].seat == seat:
                start -= 1
            if self.waits_for() != seat:
                self.clock.credit(seat, start)
        self._note_move()

    def _note_move(self) -> None:
        """Note that another question is asked: pages that show the last one are late."""
        before, self._asked = self._asked, self._people_asked()
        if self.clock:
            self.clock.note_move()
        self.changed()
        self._asked_since |= dict.fromkeys((*before, *self._asked), self.version)

    def _people_asked(self) -> Collection[Seat]:
        """Return the people who may answer the question now."""
        seat = self.session.to_act
        if self.session.may_overrule:
            return tuple(self.chairs)
        return () if seat is None else (seat,)

    async def run(self) -> None:
        """Make the moves that no person has to choose, until the task is cancelled.

        A fault of the program stops the game, and its page says so.
        """
        try:
            await self._run()
        except Exception as fault:
            self.fault = say("the program has a fault: {fault}", fault=type(fault).__name__)
            self.changed()
            raise

    async def _run(self) -> None:
        if self.clock:
            self.clock.run_for(self.waits_for())
        while True:
            news = self._news
            waits_for = self.waits_for()
            if self.session.to_act is None or self.session.is_broken_off or self.fault:
                await news.wait()
            elif waits_for is None:
                await self._bot_move()
            elif self.clock is None or self.session.may_overrule:
                await news.wait()
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), self.clock.left(waits_for))
                if self.is_time_up(waits_for):
                    self.stand_in(waits_for, default_level(self.session.levels))

    async def _bot_move(self) -> None:
        session, state = self.session, self.session.state
        await asyncio.sleep(self.pause)
        is_gone = session is not self.session or session.state is not state
        if is_gone or self.waits_for() is not None:  # a person has the seat back
            return
        seat = session.to_act
        chair = self.chairs.get(seat) if seat is not None else None
        if chair is not None and not session.waits_for_human:
            session.next_move()  # as it was ordered in advance
            self._note_move()
            return
        level = chair.stand_in if chair else None
        try:
            choice = await self.think(session.policy.choice, level or None)
        except (GridgamesError, OSError, RuntimeError) as problem:
            self.fault = say("The bot cannot choose: {problem}", problem=str(problem))
            self.changed()
            return
        taken_back = chair is not None and not chair.stand_in
        if session is self.session and session.state is state and not taken_back:
            session.act(*choice)
            self._note_move()

    def stand_in(self, seat: Seat, level: str) -> str:
        """Let a bot play for a person from now on; an empty level gives the seat back.

        Return why this cannot be done, or ''. Once the time is up, the seat stays the bot's.
        """
        if self.session.may_overrule:
            return say("At a real table no bot plays.")
        if self.chairs[seat].stand_in and (why := self._time_words(seat)):
            return why
        self.chairs[seat].stand_in = level
        self.changed()
        return ""

    async def hint(self, seat: Seat) -> list[Candidate[Any]]:
        """Return the best choices of the seat to act, as far as there is time to value them."""
        # A thread thinks on after its page has left, and so does the next one wait for it
        return await asyncio.shield(asyncio.create_task(self._hint(seat)))

    async def _hint(self, seat: Seat) -> list[Candidate[Any]]:
        async with self._thinking:  # one hint at a time: taps do not add up
            session, state = self.session, self.session.state
            known = self.hints.get(seat)
            if known and known[0] is state:
                return known[1]
            if self.waits_for() != seat:  # the game has gone on meanwhile
                return []
            until = monotonic() + _THINKING
            thoughts: list[Candidate[Any]] = await self.think(
                partial(rank_candidates, should_continue=lambda: monotonic() < until),
                session.wing,
                session.position(seat),
            )
            self.hints[seat] = state, thoughts
            return thoughts

    # Together

    def say(self, seat: Seat, text: str, most: int) -> None:
        """Add a line to the chat, which keeps the last ones."""
        self.chat = [*self.chat[1 - most :], (seat, text)]
        self.changed()

    def ask(self, seat: Seat, what: str, version: int | None, level: str = "") -> Message | None:
        """Do one of ``REQUESTS``, and return the answer to it, None if there is nothing to say.

        ``seat`` lets a bot of a level play, '' for the person again.
        """
        match what:
            case "undo":
                return self.ask_undo(seat, version)
            case "agree" | "disagree":
                return self.agree_to_undo(seat, agrees=what == "agree", version=version)
            case "seat":
                is_level = not level or level in self.session.levels
                why = self.stand_in(seat, level) if is_level else say("This bot does not exist.")
                return problem(why) if why else None
            case _ if self.session.to_act is not None:
                return problem(say("A rematch is possible only after the game is over."))
            case _:
                self.rematch()
                return None

    def others_present(self, seat: Seat) -> Iterator[Seat]:
        """Yield the other people whose seat no bot has taken."""
        for other, chair in self.chairs.items():
            if other != seat and not chair.stand_in:
                yield other

    def ask_undo(self, seat: Seat, version: int | None = None) -> Message:
        """Take back the last choice of a person, once all the others agree.

        Alone with bots, a person takes back at once. ``version`` is as in :meth:`refusal`.
        """
        if why := self.refusal(seat, version):
            return problem(why)
        if not self.can_undo(seat):
            return Message(say("There is nothing to undo."))
        if self.session.may_overrule or not [*self.others_present(seat)]:
            return self._undo(seat)
        if self.undo and self.undo.seat != seat:
            name = self.names[self.undo.seat]
            return problem(say("{name} asks to take a choice back: answer first.", name=name))
        if not self.undo:
            self.changed()
            self.undo = UndoRequest(seat, self.version)
        return Message(say("The others are asked."))

    def agree_to_undo(self, seat: Seat, *, agrees: bool, version: int | None = None) -> Message:
        """Take the answer of a person to a request, from a page of this version."""
        request = self.undo
        if request is None or request.seat == seat or (version or self.version) < request.version:
            return problem(say("Nothing is to be taken back."))
        if not agrees:
            self._end_request(UndoAnswered(refused_by=self.names[seat]))
            self.changed()
            return Message(say("{name}'s choice stands.", name=self.names[request.seat]))
        request.agreed.add(seat)
        if set(self.others_present(request.seat)) <= request.agreed:
            self._end_request(UndoAnswered(is_taken_back=True))
            return self._undo(request.seat)
        self.changed()
        return Message(say("The others are asked too."))

    def _end_request(self, answer: UndoAnswered) -> None:
        """End a request to take something back, and answer the person who asked."""
        if self.undo:
            self.chairs[self.undo.seat].answers = [answer]
            self.undo = None

    def can_undo(self, seat: Seat) -> bool:
        moves, session = self.session.moves, self.session
        if session.may_overrule:
            return bool(moves) or bool(session.policy.open_question)
        return any(move.seat == seat for move in moves)

    def _undo(self, seat: Seat) -> Message:
        taken = self.session.undo(None if self.session.may_overrule else seat)
        self._note_move()
        if not taken:
            return Message(say("There is nothing to undo."))
        words = self.session.face.format(taken[0].action)
        return HistoryChange(say("Undone: {action}", action=words))

    def rematch(self) -> None:
        """Begin another game of the same players with a new seed, in the same seats."""
        session, save = self.match.again()
        if save:
            save.create(session)
        self._desks.clear()
        self.hints.clear()
        self.undo = None
        if self.clock:
            self.clock = Clock(self.clock.allowed, self.clock.added)
        for chair in self.chairs.values():
            chair.stand_in, chair.answers = "", []
        self._asked = self.chairs  # all pages show the last game
        self._note_move()
