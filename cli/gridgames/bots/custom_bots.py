"""Bots of somebody's own: each plays in a program of its own, and ``easy`` moves where it fails.

Such a bot gets what ours get, a view and the legal actions, never the state. Whatever it does, the
game goes on: a move that it does not make in time, or that is not legal, is made for it.
"""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame, Reason, Seat
from gridcommon.errors import NotationError, Word, Wording, in_short
from gridcommon.records import read_object
from gridcommon.tables import decode_text
from gridgames.bots.notes import to_reason
from gridgames.bots.pickling import packed
from gridgames.bots.specs import CustomBotSpec
from gridgames.games.registry import game_of
from gridgames.languages.messages import Sentence, render_message, say
from gridgames.terminal.printable import visible

INSTEAD = "easy"  # the level that moves where a bot fails

_TO_LOAD = 60.0  # seconds until a bot is ready to play its first move
_LONGEST_ANSWER = 1 << 20  # bytes
_MOST_QUOTED = 200  # characters of what is told of a failure
_GONE = b""

# What may go wrong with a move, as summaries count it.
FAILURES = {
    "raised": Word("raised"),
    "slow": Word("slow"),
    "illegal": Word("illegal"),
    "ended": Word("ended"),
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A move that a bot did not make, so that another one made it."""

    seat: Seat
    bot: str
    kind: str  # one of FAILURES
    why: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a note of a record keeps it."""
        return {"seat": self.seat, "bot": self.bot, "kind": self.kind, "why": self.why}

    @classmethod
    def from_json(cls, data: Any) -> "Failure":
        """Read what ``to_json`` wrote. Raises NotationError for anything else."""
        match data:
            case {"seat": int(seat), "bot": str(bot), "kind": str(kind), "why": str(why)}:
                if kind in FAILURES:
                    return cls(seat, bot, kind, why)
        raise NotationError("not the failure of a bot", key="failure")

    @property
    def reason(self) -> Reason:
        """What is said of the move."""
        told = {"bot": self.bot, "level": INSTEAD}
        match self.kind:
            case "raised":
                return Reason("{bot} raised {why}, so {level} moved", told | {"why": self.why})
            case "slow":
                return Reason(
                    "{bot} took longer than {seconds} s, so {level} moved",
                    told | {"seconds": self.why},
                )
            case "illegal":
                return Reason(
                    "{bot} returned {what}, which is not legal, so {level} moved",
                    told | {"what": self.why},
                )
            case _:
                return Reason("{bot} ended its program, so {level} moved", told)


_NOT_LOADED: Mapping[str, Callable[[str], object]] = {
    "raised": visible,
    "slow": lambda told: Wording("it took longer than {seconds} s to load", {"seconds": told}),
    "illegal": lambda told: Wording("it returned {what} before it was asked", {"what": told}),
    "ended": lambda _: Wording("it ended its program", {}),
}


class SupervisedBot:
    """A bot of somebody's own at a seat. ``failures`` are the moves made by another one."""

    def __init__(
        self,
        game: str,
        own: CustomBotSpec,
        seed: int,
        seat: Seat,
        seconds: float,
        *,
        is_heard: bool,
    ) -> None:
        self.reason: Sentence | None = None
        self.failures: list[Failure] = []
        self._game = game_of(game)
        self._own = own
        self._seed = seed
        self._seat = seat
        self._seconds = seconds
        self._program = program_of(game, own, seat, is_heard=is_heard)
        self._choices = 0

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """Return the bot's choice, or that of ``easy`` where it makes none that is legal."""
        self._choices += 1
        try:
            action, self.reason = self._chosen(view, actions)
        except _Failed as failed:
            why = in_short(visible(failed.why), _MOST_QUOTED)
            failure = Failure(self._seat, self._own.name, failed.kind, why)
            self.failures.append(failure)
            seed = derived_seed(self._seed, "instead", self._choices)
            action = self._game.make_bot(INSTEAD, seed).choose(view, actions)
            self.reason = failure.reason
        return action

    def _chosen(self, view: Any, actions: Sequence[Any]) -> tuple[Any, Reason | None]:
        request = packed(self._game, self._seed, view, tuple(actions))
        answer = self._program.ask(request, self._seconds)
        try:
            action = self._game.action_from_json(answer.action)
        except NotationError as problem:  # not what the program would write
            self._program.close()
            raise _Failed("illegal", str(problem)) from None
        if action not in actions:
            raise _Failed("illegal", self._game.format_action(action))
        return action, to_reason(answer.reason)


def describe_failures(failures: Sequence[Failure]) -> Iterator[str]:
    """Yield a sentence for each bot: how many moves were made for it, and why the last."""
    for bot in dict.fromkeys(one.bot for one in failures):
        own = [one for one in failures if one.bot == bot]
        yield say(
            "{count:move|moves} made for {bot}; the last: {why}",
            count=len(own),
            bot=bot,
            why=render_message(own[-1].reason),
        )


class _Failed(Exception):
    """A bot made no move: what went wrong, and the details."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program of a bot has chosen, as JSON; both are empty where it only has loaded it."""

    action: Mapping[str, Any]
    reason: Mapping[str, Any]


_LOADED = Answer({}, {})


def read_answer(line: bytes) -> Answer | None:
    """Return the answer on a line, None for what the program of a bot never writes.

    Nothing is taken on trust: the bot runs in that program, and can write for it. Raises _Failed
    for an answer that says that it made no move.
    """
    try:
        data = read_object(decode_text(line, "", _LONGEST_ANSWER))
    except NotationError:
        return None
    match data:
        case {"raised": str(why)} if len(data) == 1:
            raise _Failed("raised", why)
        case {"returned": str(what)} if len(data) == 1:
            raise _Failed("illegal", what)
        case {"action": dict(action), "reason": dict(reason)} if len(data) == 2:
            return Answer(action, reason)
    return None if data else _LOADED


class BotProcess:
    """The program of a bot at one seat, begun when it is needed, and again where it ended."""

    def __init__(self, game: AnyGame, own: CustomBotSpec, *, is_heard: bool) -> None:
        self._game = game
        self._own = own
        self._is_heard = is_heard
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()

    def start(self) -> None:
        """Begin the program and load the bot. Raises NotationError if that is not possible."""
        try:
            self._begin()
        except _Failed as failed:
            raise NotationError(
                "this bot cannot play: {why}",
                source=self._own.told,
                why=_NOT_LOADED[failed.kind](failed.why),
            ) from None

    def _begin(self) -> None:
        new_group: dict[str, Any] = {"start_new_session": True}  # no Ctrl-C reaches it
        if sys.platform == "win32":
            new_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "gridgames.bots.bot_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if self._is_heard else subprocess.DEVNULL,
            env=os.environ | {"PYTHONHASHSEED": "0"},
            **new_group,
        )
        self._requests, self._answers = SimpleQueue(), SimpleQueue()
        told = (self._process, self._requests, self._answers)
        Thread(target=_hand_on, args=told, daemon=True, name="bot").start()
        own = self._own
        where = (self._game.NAME, own.source, own.attribute, own.is_file)
        try:
            if self._answered(packed(self._game, *where), _TO_LOAD) != _LOADED:
                raise _Failed("illegal", "an action")
        except _Failed:
            self.close()
            raise

    def ask(self, request: bytes, seconds: float) -> Answer:
        """Return the answer to a request. Raises _Failed if there is none in time, or a mistake."""
        if self._process is None:
            self._begin()
        return self._answered(request, seconds)

    def _answered(self, request: bytes, seconds: float) -> Answer:
        line = self._line(request, seconds)
        answer = read_answer(line)
        if answer is None:  # the next line may be the answer that the program itself writes
            self.close()
            raise _Failed("illegal", line[:_MOST_QUOTED].decode(errors="replace").rstrip("\n"))
        return answer

    def _line(self, request: bytes, seconds: float) -> bytes:
        self._requests.put(request)
        try:
            line = self._answers.get(timeout=seconds)
        except Empty:
            self.close()
            raise _Failed("slow", f"{seconds:g}") from None
        if line == _GONE:
            self.close()
            raise _Failed("ended", "")
        return line

    def close(self) -> None:
        """End the program, and whatever it has started itself as far as that can be reached."""
        process, self._process = self._process, None
        if process is None:
            return
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        self._requests.put(_GONE)


def _hand_on(
    process: "subprocess.Popen[bytes]",
    requests: "SimpleQueue[bytes]",
    answers: "SimpleQueue[bytes]",
) -> None:
    """Write each request and put its answer into the queue; _GONE where the program has ended.

    It runs in a thread: neither a bot that does not read nor one that does not write holds us up.
    """
    assert process.stdin
    assert process.stdout
    with process.stdin, process.stdout, suppress(OSError):
        while request := requests.get():
            process.stdin.write(request)
            process.stdin.flush()
            answers.put(process.stdout.readline(_LONGEST_ANSWER))
    answers.put(_GONE)


_programs: dict[tuple[str, CustomBotSpec, Seat, bool], BotProcess] = {}  # of this process


def program_of(game: str, own: CustomBotSpec, seat: Seat, *, is_heard: bool) -> BotProcess:
    """Return the program of a bot at a seat: one for all games that are played one by one here.

    Two seats never share one, so no bot sees what another one does.
    """
    key = (game, own, seat, is_heard)
    if key not in _programs:
        _programs[key] = BotProcess(game_of(game), own, is_heard=is_heard)
    return _programs[key]


def close_programs() -> None:
    """End all programs of bots that this process has started; they begin again when needed."""
    for program in _programs.values():
        program.close()


atexit.register(close_programs)
