"""A table: a game that people play together, each on their own page."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import time_ns
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError
from gridcommon.evaluation import Candidate
from gridgames.bots.evaluation import rank_candidates
from gridgames.desk.answers import Answer, Message, Travelled, problem
from gridgames.languages.messages import say
from gridgames.saves.new_games import Match
from gridgames.serving.hosting.clocks import Clock
from gridgames.serving.hosting.seat_desk import SeatDesk
from gridgames.sessions.seating import default_level
from gridgames.sessions.session import Session

_PAUSE = 0.25  # seconds before each move of a bot, so that people can follow
_THINKING = 5.0  # seconds, at most, about a hint


@dataclass(slots=True)
class Chair:
    """The place of a person: the key of its link, its language, and the bot that stands in.

    ``answers`` are the answers to what the person did last; ``pages`` wait for news.
    """

    seat: Seat
    key: str
    language: str = ""
    stand_in: str = ""
    answers: list[Answer] = field(default_factory=list)
    pages: int = 0


@dataclass(slots=True)
class ChatLine:
    """A line that a person wrote to the others."""

    seat: Seat
    text: str


@dataclass(slots=True)
class UndoRequest:
    """A request to take a choice back: whose it is, and who has agreed so far."""

    seat: Seat
    version: int
    agreed: set[Seat] = field(default_factory=set)


class GameTable:
    """A game with its seats, spectators, chat and clock.

    ``version`` grows with every change; a page that waits is told so. ``on_change`` keeps what no
    record holds. All methods are called in one thread; only bots think in others.
    """

    def __init__(
        self,
        ident: str,
        match: Match,
        chairs: Mapping[Seat, Chair],
        watch_key: str,
        clock: Clock | None = None,
        on_change: Callable[["GameTable"], None] | None = None,
    ) -> None:
        self.ident = ident
        self.match = match
        self.chairs = dict(chairs)
        self.watch_key = watch_key
        self.clock = clock
        self.on_change = on_change
        self.chat: list[ChatLine] = []
        self.undo: UndoRequest | None = None
        self._first = time_ns() // 1_000_000  # greater than the versions before a restart
        self.version = self._first
        self.fault = ""  # why the game cannot go on
        self.pause = _PAUSE
        self.hints: dict[Seat, tuple[Any, list[Candidate[Any]]]] = {}  # with their state
        self._asked_since: dict[Seat, int] = {}  # the version of the question of each person
        self._news = asyncio.Event()
        self._thinking = asyncio.Lock()
        self._desks: dict[Seat, SeatDesk] = {}

    @property
    def session(self) -> Session:
        """The game in progress."""
        return self.match.session

    @property
    def names(self) -> list[str]:
        """The names of the players as people see them."""
        return self.session.names

    def desk(self, seat: Seat) -> SeatDesk:
        """Return the desk of a person."""
        desk = self._desks.get(seat)
        if desk is None or desk.session is not self.session:
            desk = self._desks[seat] = SeatDesk(self.session, seat, self.ask_undo)
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

        After a choice of one's own it does: the second of two taps is late.
        """
        return not self._asked_since.get(seat, self._first) <= version <= self.version

    def answer(self, seat: Seat, line: str) -> list[Answer]:
        """Do the parts of a line that a person typed or chose, and return the answers."""
        desk, before = self.desk(seat), self.session.state
        answers: list[Answer] = []

        def show(answer: Answer) -> bool:
            answers.append(answer)
            return answer.is_done

        desk.do_line(line, show, lambda _: not desk.not_to_choose())
        if self.session.state is not before:
            self.note_choice(seat)
        return answers

    def note_choice(self, *seats: Seat) -> None:
        """Note that what these people were asked has changed: their older pages are late."""
        self.undo = None
        self.changed()
        self._asked_since |= dict.fromkeys(seats, self.version)

    async def run(self) -> None:
        """Make the moves that no person has to choose, until the task is cancelled."""
        if self.clock:
            self.clock.run_for(self.waits_for())
        while True:
            news = self._news
            waits_for = self.waits_for()
            if self.session.to_act is None or self.session.is_broken_off or self.fault:
                await news.wait()
            elif waits_for is None:
                await self._bot_move()
            elif self.clock is None:
                await news.wait()
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), self.clock.left(waits_for))
                if not self.clock.left(waits_for):
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
            self.changed()
            return
        level = chair.stand_in if chair else None
        try:
            choice = await asyncio.to_thread(session.bot_choice, level or None)
        except (GridgamesError, OSError, RuntimeError) as problem:
            self.fault = say("The bot cannot choose: {problem}", problem=str(problem))
            self.changed()
            return
        taken_back = chair is not None and not chair.stand_in
        if session is self.session and session.state is state and not taken_back:
            session.act(*choice)
            self.note_choice(*([chair.seat] if chair else []))

    def stand_in(self, seat: Seat, level: str) -> None:
        """Let a bot play for a person from now on; an empty level gives the seat back."""
        self.chairs[seat].stand_in = level
        self.changed()

    async def hint(self, seat: Seat) -> list[Candidate[Any]]:
        """Return the best choices of the seat to act, as far as there is time to value them."""
        async with self._thinking:  # one hint at a time: taps do not add up
            return await self._hint(seat)

    async def _hint(self, seat: Seat) -> list[Candidate[Any]]:
        session, state = self.session, self.session.state
        known = self.hints.get(seat)
        if known and known[0] is state:
            return known[1]
        if self.waits_for() != seat:  # the game has gone on meanwhile
            return []
        until = asyncio.get_running_loop().time() + _THINKING
        clock = asyncio.get_running_loop().time
        position = session.position(seat)
        thoughts = await asyncio.to_thread(
            rank_candidates, session.wing, position, should_continue=lambda: clock() < until
        )
        self.hints[seat] = state, thoughts
        return thoughts

    # Together

    def say(self, seat: Seat, text: str, most: int) -> None:
        """Add a line to the chat, which keeps so many."""
        self.chat = [*self.chat[1 - most :], ChatLine(seat, text)]
        self.changed()

    def others_present(self, seat: Seat) -> Iterator[Seat]:
        """Yield the other people whose seat no bot has taken."""
        for other, chair in self.chairs.items():
            if other != seat and not chair.stand_in:
                yield other

    def ask_undo(self, seat: Seat) -> Answer:
        """Take back the last choice of a person, once all the others agree."""
        if not self.can_undo(seat):
            return Message(say("There is nothing to undo."))
        if self.session.may_overrule or not any(self.others_present(seat)):
            return self._undo(seat)
        self.undo = UndoRequest(seat, self.version)
        self.changed()
        return Message(say("The others are asked."))

    def agree_to_undo(self, seat: Seat, *, agrees: bool) -> Answer:
        """Take the answer of a person to a request to take something back."""
        request = self.undo
        if request is None or request.seat == seat:
            return problem(say("Nothing is to be taken back."))
        name = self.names[request.seat]
        if not agrees:
            self.undo = None
            self.changed()
            return Message(say("{name}'s choice stands.", name=name))
        request.agreed.add(seat)
        if set(self.others_present(request.seat)) <= request.agreed:
            return self._undo(request.seat)
        self.changed()
        return Message(say("The others are asked too."))

    def can_undo(self, seat: Seat) -> bool:
        moves, session = self.session.moves, self.session
        if session.may_overrule:
            return bool(moves) or bool(session.open_question)
        return any(move.seat == seat for move in moves)

    def _undo(self, seat: Seat) -> Answer:
        taken = self.session.undo(None if self.session.may_overrule else seat)
        self.note_choice(*self.chairs)
        if not taken:
            return Message(say("There is nothing to undo."))
        words = self.session.face.format(taken[0].action)
        return Travelled(say("Undone: {action}", action=words))

    def rematch(self) -> None:
        """Begin another game of the same players with a new seed, in the same seats."""
        session, save = self.match.again()
        if save:
            save.create(session)
        self._desks.clear()
        self.hints.clear()
        if self.clock:
            self.clock = Clock(self.clock.allowed, self.clock.added)
        for chair in self.chairs.values():
            chair.stand_in = ""
        self.note_choice(*self.chairs)
