#!/usr/bin/env python3
"""Fuzz the program with broken input of every kind, and keep the inputs that break it.

    scripts/fuzz.py [TARGET ...] [--inputs 20000] [--seed 1]    random changes of the corpus
    scripts/fuzz.py --guided [TARGET ...] [--inputs 1000000]    guided by coverage

The second form needs atheris (pip install atheris) and Linux. A target is a kind of input:
position, record, table, action, line (a command line), answer (of a custom bot). The program must
accept an input or refuse it with one of our errors, within two seconds and without much memory.
Any other input is a find: it is reduced and written to ``tests/fuzz/found``, where the tests
read it from then on. The corpus is ``tests/fuzz/corpus``. Exits with 0 without finds, otherwise
with 1.
"""

import os
import random
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from hashlib import sha256
from io import StringIO
from pathlib import Path
from traceback import extract_tb
from typing import Any

from harness import parser

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
FOUND = ROOT / "tests" / "fuzz" / "found"
PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames")
PATIENCE = 2.0  # seconds of CPU for an input
MEMORY = 2 << 30  # bytes for all
_MOST = 4096  # bytes of an input that is made here
_SPENT = 300  # attempts to make a find smaller


class TooSlow(BaseException):
    """Raised for a slow input; our code never catches it."""


# The targets: each reads an input, and may raise only our errors


def position(data: bytes) -> None:
    """Read a position in one of its three forms, and write it again."""
    from eletrika.notation import parse_position
    from eletrika.tile_set import shipped_tiles
    from gridcommon.tables import decode_text

    parse_position(decode_text(data, "fuzz"), shipped_tiles())


def record(data: bytes) -> None:
    """Read a record and replay it."""
    from gridcommon.game_loop import replay, start
    from gridcommon.records import read_record
    from gridgames.show.registry import game_of
    from gridgames.table.session import players_of

    for key in (b'"tiles"', b'"scoring"'):
        if data.count(key) != data.count(key + b':"reconstructed"'):
            return  # may name a file of this machine
    header, lines = read_record(data.splitlines(keepends=True), "fuzz")
    game = game_of(header.game)
    players_of(header)
    for _ in replay(game, start(game, header), lines, "fuzz"):
        pass


def table(data: bytes) -> None:
    """Read a table of tiles and a table of points."""
    from eletrika.scoring_table import load_scoring
    from eletrika.tile_set import load_tiles
    from gridcommon.errors import GridgamesError

    path = _scratch() / "table.toml"
    path.write_bytes(data)
    with suppress(GridgamesError):
        load_tiles(path)
    load_scoring(path)


def action(data: bytes) -> None:
    """Read a typed action of both games, and check it."""
    from gridcommon.errors import GridgamesError
    from gridgames.languages.catalogue import input_words

    text = data.decode("utf-8", "replace")
    for game, state in _states():
        with suppress(GridgamesError):
            read = game.parse_action(text, state, input_words())
            game.check(state, read)
            assert game.parse_action(game.format_action(read), state) == read


def line(data: bytes) -> None:
    """Run a command line that only reads."""
    from gridgames.commands.app import app

    try:
        words = shlex.split(data.decode("utf-8", "replace"))
    except ValueError:
        return
    if not words or words[0] not in ("new", "rules", "compare", "verify", "eletrika", "powergrid"):
        return
    if "-" in words or any("export" in word or "/" in word or "\0" in word for word in words):
        return  # would read on, or write, or is no command line
    said = StringIO()
    with _in(_scratch()), redirect_stdout(said), redirect_stderr(said):
        try:
            app(words, prog_name="gridgames")
            code: Any = 0
        except SystemExit as end:
            code = end.code or 0
    assert code in (0, 1, 2), f"exit {code}"
    assert len(said.getvalue()) < 1 << 20, "says too much"


def answer(data: bytes) -> None:
    """Let a custom bot answer anything: the move must be legal, and the failure reported."""
    from gridcommon.records import format_line, read_object
    from gridgames.languages.messages import render_message
    from gridgames.table.bots.custom_bots import BotProcess, Failure, SupervisedBot
    from gridgames.table.bots.specs import CustomBotSpec

    class Answering(BotProcess):  # what the program writes, without the program
        def _begin(self) -> None:
            self._answers.put(data)

    for game, state in _states():
        seat = game.to_act(state)
        choices = game.legal_actions(state)
        own = CustomBotSpec("Fuzzed", "", "")
        bot: Any = SupervisedBot(game.NAME, own, 1, seat, 1.0, is_heard=False)
        bot._program = Answering(game, own, is_heard=False)
        assert bot.choose(game.observe(state, seat), choices) in choices
        for failure in bot.failures:
            kept = read_object(format_line(failure.to_json()))
            assert Failure.from_json(kept) == failure
            assert len(render_message(failure.reason)) < 400
        if bot.reason:
            render_message(bot.reason)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "position": position,
    "record": record,
    "table": table,
    "action": action,
    "line": line,
    "answer": answer,
}


@cache
def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="gridgames-fuzz-"))


@cache
def _states() -> tuple[tuple[Any, Any], ...]:
    """Return each game with a state in the middle of it."""
    from gridgames.show.registry import game_of

    found = []
    for name in ("powergrid", "eletrika"):
        game = game_of(name)
        state = game.new_game(game.Ruleset(), 3, 1, game.Setup())
        for number in range(12):
            choices = game.legal_actions(state)
            game.advance(state, choices[number % len(choices)], None)
        found.append((game, state))
    return tuple(found)


@contextmanager
def _in(directory: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)


def trouble(target: str, data: bytes) -> str | None:
    """Return the fault that an input causes and its place, or None."""
    from gridcommon.errors import GridgamesError

    for kind, name, factor in _CLOCKS:
        signal.signal(name, _too_slow)
        signal.setitimer(kind, factor * PATIENCE)
    try:
        TARGETS[target](data)
    except GridgamesError:
        return None
    except (Exception, TooSlow) as problem:
        places = [Path(one.filename) for one in extract_tb(problem.__traceback__)]
        ours = [path.stem for path in places if path.parent.is_relative_to(ROOT)]
        place = ".".join(ours[-1:])
        return f"{type(problem).__name__} in {place}"
    finally:
        for kind, _, _ in _CLOCKS:
            signal.setitimer(kind, 0)
    return None


# CPU time, so that a busy machine finds nothing, and real time for an endless wait.
_CLOCKS = (
    (
        (signal.ITIMER_PROF, signal.SIGPROF, 1),
        (signal.ITIMER_REAL, signal.SIGALRM, 15),
    )
    if hasattr(signal, "setitimer")
    else ()
)


def _too_slow(*_: object) -> None:
    raise TooSlow


class Finds:
    """The finds, one for each kind of fault."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.known: set[tuple[str, str]] = set()

    def look(self, target: str, data: bytes) -> None:
        """Read an input, and keep it if it is a find of a new kind."""
        what = trouble(target, data)
        if what is None or (target, what) in self.known:
            return
        self.known.add((target, what))
        small = smaller(data, lambda less: trouble(target, less) == what)
        folder = self.directory / target
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / sha256(small).hexdigest()[:12]
        path.write_bytes(small)
        print(f"{target}: {what}: {path} ({len(small)} bytes)", flush=True)


def smaller(data: bytes, still: Callable[[bytes], bool]) -> bytes:
    """Return a shorter input for which ``still`` holds."""
    spent, piece = 0, max(1, len(data) // 2)
    end = time.monotonic() + 60
    while spent < _SPENT and time.monotonic() < end:
        at, before = 0, len(data)
        while at < len(data) and spent < _SPENT and time.monotonic() < end:
            less = data[:at] + data[at + piece :]
            spent += 1
            if still(less):
                data = less
            else:
                at += piece
        if piece == 1 and len(data) == before:
            break
        piece = max(1, piece // 2)
    return data


def seeds(target: str) -> list[bytes]:
    """Return the corpus of a target."""
    return [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]


_ODD = (
    *(b"0", b"-1", b"1e999", b"9" * 400, b"NaN", b"null", b"[", b"{", b'"', b"'", b"\\", b"\n"),
    *(
        b"\0",
        b"\r",
        b"\t",
        b"\xff",
        b"\xef\xbb\xbf",
        "é\u0301\u202e²٣".encode(),
        b"-" * 70,
        b"=,;:",
    ),
)


def changed(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    """Return an input with random changes of bytes, numbers, words and lines."""
    text = bytearray(data)
    for _ in range(1 + int(rng.expovariate(0.5))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + int(rng.expovariate(0.15)) + 1)
        match rng.randrange(8):
            case 0:
                del text[at:end]
            case 1:
                text[at:at] = text[at:end] * rng.choice((1, 2, 50))
            case 2:
                text[at:end] = rng.choice(_ODD)
            case 3:
                text[at:at] = rng.choice(_ODD)
            case 4 if at < len(text):
                text[at] ^= 1 << rng.randrange(8)
            case 5:
                other = rng.choice(others)
                begin = rng.randrange(len(other) + 1)
                text[at:at] = other[begin : begin + rng.randrange(1, 60)]
            case 6:
                words = bytes(text).split(b" ")
                one, two = rng.randrange(len(words)), rng.randrange(len(words))
                words[one], words[two] = words[two], words[one]
                text = bytearray(b" ".join(words))
            case 7:
                lines = bytes(text).split(b"\n")
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
                text = bytearray(b"\n".join(lines))
    return bytes(text[:_MOST]) if len(data) <= _MOST else bytes(text)


def by_chance(targets: Sequence[str], inputs: int, seed: int, finds: Finds) -> None:
    """Read the corpus, then random changes of it."""
    for target in targets:
        rng = random.Random(f"{seed} {target}")
        corpus = seeds(target)
        begun = time.monotonic()
        share = inputs // len(targets)
        for number in range(share):
            data = corpus[number] if number < len(corpus) else None
            finds.look(
                target, data if data is not None else changed(rng.choice(corpus), corpus, rng)
            )
        _tell(target, share, time.monotonic() - begun)


def _tell(target: str, inputs: int, seconds: float) -> None:
    print(f"{target:10} {inputs:>9} inputs {seconds:8.1f} s", flush=True)


def guided(targets: Sequence[str], inputs: int, seed: int, finds: Finds) -> None:
    """Let atheris find inputs that reach new code, with a process for each target."""
    try:
        import atheris
    except ImportError:
        raise SystemExit("--guided needs atheris: pip install atheris") from None

    for target in targets:
        child = os.fork()
        if not child:
            _run_guided(atheris, target, inputs // len(targets), seed, finds)
        _, status = os.waitpid(child, 0)
        if status:
            finds.known.add((target, f"ended with {status}"))


def _run_guided(atheris: Any, target: str, inputs: int, seed: int, finds: Finds) -> None:
    """Read the inputs, and exit from this process with 1 if there are finds."""
    grown = _scratch() / target
    grown.mkdir()
    count, begun = 0, time.monotonic()

    def one(data: bytes) -> None:
        nonlocal count
        count += 1
        finds.look(target, data)
        if count >= inputs:
            _tell(target, count, time.monotonic() - begun)
            os._exit(1 if finds.known else 0)

    with atheris.instrument_imports(include=list(PACKAGES)):
        trouble(target, seeds(target)[0])  # imports what it needs
    limits = [f"-max_len={_MOST}", f"-seed={seed}", "-rss_limit_mb=0", "-timeout=0"]
    atheris.Setup(["fuzz", *limits, "-verbosity=0", str(grown), str(CORPUS / target)], one)
    atheris.Fuzz()


def main(words: Sequence[str] | None = None) -> int:
    """Fuzz, and return the exit code."""
    reader = parser(
        __doc__,
        inputs=(20_000, "how many in all"),
        seed=1,
        guided=(False, "guided by coverage, with atheris"),
        found=(FOUND, "where finds are written"),
    )
    reader.add_argument("target", nargs="*", help=", ".join(TARGETS))
    asked = reader.parse_args(words)
    targets = asked.target or list(TARGETS)
    if unknown := set(targets) - set(TARGETS):
        reader.error(f"unknown target {', '.join(sorted(unknown))}")
    if sys.platform == "linux" and words is None:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    finds = Finds(asked.found)
    (guided if asked.guided else by_chance)(targets, asked.inputs, asked.seed, finds)
    print(f"{len(finds.known)} finds")
    return 1 if finds.known else 0


if __name__ == "__main__":
    sys.exit(main())
