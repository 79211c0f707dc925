"""Custom bots: each plays in a separate process, and ``easy`` replaces its missing moves.

A custom bot gets the same input as ours, a view and the legal actions, and never the state. The
game continues whatever the bot does: ``easy`` replaces a move that is late or illegal.
"""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame, Reason, Seat
from gridcommon.errors import NotationError, Word, Wording, truncate
from gridcommon.records import read_object
from gridcommon.tables import decode_text
from gridgames.languages.messages import Sentence, render_message, say
from gridgames.show.registry import game_of
from gridgames.table.bots.notes import to_reason
from gridgames.table.bots.pickling import pack
from gridgames.table.bots.specs import CustomBotSpec
from gridgames.terminal.printable import escape_controls

INSTEAD = "easy"  # the level that replaces failed moves

_TO_LOAD = 60.0  # seconds until a bot must be ready for its first move
_MAX_ANSWER = 1 << 20  # bytes
_MAX_QUOTED = 200  # characters of the description of a failure
_GONE = b""

# The kinds of failures, as summaries count them.
FAILURES = {
    "raised": Word("raised"),
    "slow": Word("slow"),
    "illegal": Word("illegal"),
    "ended": Word("ended"),
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A move that a custom bot failed to make, so that the fallback bot made it."""

    seat: Seat
    bot: str
    kind: str  # one of FAILURES
    why: str

    def to_json(self) -> dict[str, Any]:
        """Return the failure as a note of a record."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> "Failure":
        """Return the failure in a note. Raises NotationError if the note holds none."""
        match data:
            case {"seat": int(seat), "bot": str(bot), "kind": str(kind), "why": str(why)}:
                if kind in FAILURES:
                    return cls(seat, bot, kind, why)
        raise NotationError("not the failure of a bot", key="failure")

    @property
    def reason(self) -> Reason:
        """The reason shown for the replaced move."""
        values = {"bot": self.bot, "level": INSTEAD}
        match self.kind:
            case "raised":
                values["why"] = self.why
                return Reason("{bot} raised {why}, so {level} moved", values)
            case "slow":
                values["seconds"] = self.why
                return Reason("{bot} took longer than {seconds} s, so {level} moved", values)
            case "illegal":
                values["what"] = self.why
                return Reason("{bot} returned {what}, which is not legal, so {level} moved", values)
            case _:
                return Reason("{bot} ended its program, so {level} moved", values)


_NOT_LOADED: Mapping[str, Callable[[str], object]] = {
    "raised": escape_controls,
    "slow": lambda why: Wording("it took longer than {seconds} s to load", {"seconds": why}),
    "illegal": lambda why: Wording("it returned {what} before it was asked", {"what": why}),
    "ended": lambda _: Wording("it ended its program", {}),
}


class SupervisedBot:
    """A custom bot at a seat. ``failures`` are the moves that the fallback bot made."""

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
        self._own, self._seed, self._seat, self._seconds = own, seed, seat, seconds
        self._program = program_of(game, own, seat, is_heard=is_heard)
        self._choices = 0

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """Return the bot's choice, or the choice of ``easy`` if the bot makes no legal one."""
        self._choices += 1
        try:
            action, self.reason = self._chosen(view, actions)
        except _Failed as failed:
            why = truncate(escape_controls(failed.why), _MAX_QUOTED)
            failure = Failure(self._seat, self._own.name, failed.kind, why)
            self.failures.append(failure)
            seed = derived_seed(self._seed, "instead", self._choices)
            action = self._game.make_bot(INSTEAD, seed).choose(view, actions)
            self.reason = failure.reason
        return action

    def _chosen(self, view: Any, actions: Sequence[Any]) -> tuple[Any, Reason | None]:
        request = pack(self._seed, view, tuple(actions))
        answer = self._program.ask(request, self._seconds)
        try:
            action = self._game.action_from_json(answer.get("action", {}))
        except NotationError as problem:  # not a line that the process would write
            self._program.close()
            raise _Failed("illegal", str(problem)) from None
        if action not in actions:
            raise _Failed("illegal", self._game.format_action(action))
        return action, to_reason(answer["reason"])


def describe_failures(failures: Sequence[Failure]) -> Iterator[str]:
    """Yield a sentence for each bot: its number of replaced moves, and the last reason."""
    for bot in dict.fromkeys(one.bot for one in failures):
        own = [one for one in failures if one.bot == bot]
        yield say(
            "{count:move|moves} made for {bot}; the last: {why}",
            count=len(own),
            bot=bot,
            why=render_message(own[-1].reason),
        )


class _Failed(Exception):
    """Raised if a bot makes no move: the kind of failure, and the details."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


def read_answer(line: bytes) -> dict[str, Any] | None:
    """Return the answer on a line, or None if a bot process never writes such a line.

    An answer is an action with its reason, or empty after loading the bot. No line is trusted: the
    bot runs in that process, and can write to its output. Raises _Failed for an answer that reports
    a failure.
    """
    try:
        data = read_object(decode_text(line, "", _MAX_ANSWER))
    except NotationError:
        return None
    match data:
        case {"raised": str(why)} if len(data) == 1:
            raise _Failed("raised", why)
        case {"returned": str(what)} if len(data) == 1:
            raise _Failed("illegal", what)
        case {"action": dict(), "reason": dict()} if len(data) == 2:
            return data
    return None if data else data


class BotProcess:
    """The process of a bot at one seat, started on demand and restarted if it has ended."""

    def __init__(self, game: AnyGame, own: CustomBotSpec, *, is_heard: bool) -> None:
        self._game = game
        self._own = own
        self._is_heard = is_heard
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()

    def start(self) -> None:
        """Start the process and load the bot. Raises NotationError if that fails."""
        try:
            self._begin()
        except _Failed as failed:
            raise NotationError(
                "this bot cannot play: {why}",
                source=self._own.argument,
                why=_NOT_LOADED[failed.kind](failed.why),
            ) from None

    def _begin(self) -> None:
        new_group: dict[str, Any] = {"start_new_session": True}  # so that Ctrl-C does not reach it
        if sys.platform == "win32":
            new_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "gridgames.table.bots.bot_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if self._is_heard else subprocess.DEVNULL,
            env=os.environ | {"PYTHONHASHSEED": "0"},
            **new_group,
        )
        self._requests, self._answers = SimpleQueue(), SimpleQueue()
        queues = (self._process, self._requests, self._answers)
        Thread(target=_exchange, args=queues, daemon=True, name="bot").start()
        own = self._own
        where = (self._game.NAME, own.source, own.attribute, own.is_file)
        try:
            if self._answered(pack(*where), _TO_LOAD):
                raise _Failed("illegal", "an action")
        except _Failed:
            self.close()
            raise

    def ask(self, request: bytes, seconds: float) -> dict[str, Any]:
        """Return the answer to a request. Raises _Failed if it is late or reports an error."""
        if self._process is None:
            self._begin()
        return self._answered(request, seconds)

    def _answered(self, request: bytes, seconds: float) -> dict[str, Any]:
        self._requests.put(request)
        try:
            line = self._answers.get(timeout=seconds)
        except Empty:
            self.close()
            raise _Failed("slow", f"{seconds:g}") from None
        if line == _GONE:
            self.close()
            raise _Failed("ended", "")
        answer = read_answer(line)
        if answer is None:  # the next line may be the real answer of the process
            self.close()
            raise _Failed("illegal", line[:_MAX_QUOTED].decode(errors="replace").rstrip("\n"))
        return answer

    def close(self) -> None:
        """End the process, and as far as possible the processes that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        self._requests.put(_GONE)


def _exchange(
    process: "subprocess.Popen[bytes]",
    requests: "SimpleQueue[bytes]",
    answers: "SimpleQueue[bytes]",
) -> None:
    """Write each request and put its answer into the queue, or _GONE if the process has ended.

    It runs in a thread, so that a bot that neither reads nor writes cannot block the program.
    """
    assert process.stdin
    assert process.stdout
    with suppress(OSError), process.stdin, process.stdout:  # closing writes what is left, too
        while request := requests.get():
            process.stdin.write(request)
            process.stdin.flush()
            answers.put(process.stdout.readline(_MAX_ANSWER))
    answers.put(_GONE)


_programs: dict[tuple[str, CustomBotSpec, Seat, bool], BotProcess] = {}  # of this process


def program_of(game: str, own: CustomBotSpec, seat: Seat, *, is_heard: bool) -> BotProcess:
    """Return the process of a bot at a seat; consecutive games in this process share it.

    Two seats never share a process, so that no bot can observe another one.
    """
    key = (game, own, seat, is_heard)
    if key not in _programs:
        _programs[key] = BotProcess(game_of(game), own, is_heard=is_heard)
    return _programs[key]


def close_programs() -> None:
    """End all bot processes that this process has started; they restart on demand."""
    for program in _programs.values():
        program.close()


atexit.register(close_programs)
