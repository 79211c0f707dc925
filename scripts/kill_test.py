#!/usr/bin/env python3
"""Kill games while they are played, and check their saves.

    scripts/kill_test.py [--screen] [--kills 200] [--seed 1]

Plays both games through a pipe, or with --screen in full screen at a pseudo-terminal, kills the
program without warning (SIGKILL) at random moments, and continues with ``gridgames resume``. After
each kill the save must hold the game up to the move that was being made, or one move less; it must
hold every move that was reported; and ``gridgames verify`` must accept it. Exits with 0 and the
figures, or with 1 at the first failure.
"""

import fcntl
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from harness import PROGRAM, Failure, parser, report, verdict, wait_until

from gridcommon.errors import GridgamesError
from gridgames.saves.saves import Save
from gridgames.sessions.session import Session

GAMES = ("powergrid", "eletrika")
SEATS = "Ana=human,easy,easy"
READY = ("  1  ", "Type rematch")  # a choice is open, or the game is over
REPORTED = ("Ana ", "Plant ", "Taken back")
TOO_EARLY = 3.0  # seconds after which a key that was not heard is pressed again


class Player:
    """The program at the other end of a pipe, and its output so far."""

    flags = ("--plain",)
    setting_up = 0.6  # seconds in which a game is set up

    def __init__(self, words: list[str]) -> None:
        self.output = b""
        self._seen = 0  # lines before the last line that was typed
        self._start([*PROGRAM, *words, *self.flags, "--no-confirm"])
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _start(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0
        )
        assert self.process.stdin
        assert self.process.stdout
        self._ends = [self.process.stdin, self.process.stdout]  # to write to, and to read from

    def _read(self) -> None:
        with suppress(OSError):  # the end of a pseudo-terminal
            while shown := self._ends[-1].read(1 << 16):
                self.output = (self.output + shown)[-(1 << 22) :]

    @property
    def lines(self) -> list[str]:
        """The whole lines of the output."""
        return self.output.decode("utf-8", "replace").split("\n")[:-1]

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended, and all its output is read."""
        return self.process.poll() is not None and not self._reader.is_alive()

    def wait_until_ready(self) -> None:
        """Wait until the program asks for a choice, or the game is over."""
        wait_until(
            lambda: (
                any(line.startswith(READY) for line in self.lines[self._seen :]) or self.has_ended
            ),
            "no answer",
        )

    def wait_for_move(self, _path: Path, _held: list[list[Any]], _line: str) -> None:
        """Wait until the move of a typed line is in the save."""
        self.wait_until_ready()

    def type(self, line: str) -> None:
        """Type a line."""
        self._seen = len(self.lines)
        self._ends[0].write(f"{line}\n".encode())

    def pause(self, chance: random.Random) -> float:
        """Return the seconds from the last typed line to the kill."""
        return chance.choice((0, 0.002, 0.005, 0.01, 0.03)) * chance.random() * 2

    def kill(self) -> bool:
        """Kill the program, and return whether it had reported the last move."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        told = any(line.startswith(REPORTED) for line in self.lines[self._seen :])
        for end in self._ends:
            end.close()
        return told


class ScreenPlayer(Player):
    """The program in full screen at the other end of a pseudo-terminal."""

    flags = ("--pause", "0")
    setting_up = 1.5

    def _start(self, command: list[str]) -> None:
        ours, theirs = pty.openpty()
        self._ends = [os.fdopen(ours, "r+b", buffering=0)]
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(theirs)

    def wait_until_ready(self) -> None:
        """Wait until the full screen is drawn, and has been for a moment."""
        wait_until(lambda: b"\x1b[?1049h" in self.output or self.has_ended, "no picture")
        if self.has_ended:
            raise Failure(f"no picture: {self.output[-500:]!r}")
        time.sleep(0.3)

    def wait_for_move(self, path: Path, held: list[list[Any]], line: str) -> None:
        """Wait until the save holds the last of ``held``; a line typed too early is repeated."""
        soon = time.monotonic() + TOO_EARLY

        def holds() -> bool:
            nonlocal soon
            found = actions_of(played(path))
            if line and time.monotonic() > soon and found == held[0]:
                self._ends[0].write(b"\x1b")  # closes what is open
                time.sleep(0.2)
                self.type(line)
                soon = time.monotonic() + TOO_EARLY
            return found == held[-1]

        wait_until(holds, f"{held[-1][-3:]} not saved")

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        time.sleep(0.1)  # until the picture follows the save
        self._ends[0].write(f"{line}\r".encode())

    def pause(self, chance: random.Random) -> float:
        """Return the seconds from the last typed line to the kill."""
        return chance.choice((0.05, 0.2, 0.6)) * chance.random()


def played(path: Path) -> Session:
    """Return the game in a save, detached from the file."""
    session = Save(path).read()
    session.on_change = None
    return session


def actions_of(session: Session) -> list[Any]:
    """Return the actions of a game."""
    return [move.action for move in session.moves]


def wishes(session: Session, chance: random.Random) -> tuple[str, list[list[Any]]]:
    """Choose a line to type, and return it with the lists of actions that the save may then hold.

    The lists are in the order in which they come about; ``session`` advances to the last.
    """
    before = actions_of(session)
    if chance.random() < 0.1 and session.undo():
        return "u", [before, actions_of(session)]
    actions = session.legal_actions()
    action = actions[chance.randrange(len(actions))]
    session.act(action)
    return session.face.format(action), [before, *after_bots(session)]


def after_bots(session: Session) -> list[list[Any]]:
    """Let the bots move until a person is to act; return the game now and after each move."""
    held = [actions_of(session)]
    while session.to_act is not None and not session.waits_for_human:
        session.bot_move()
        held.append(actions_of(session))
    return held


def one_kill(
    kind: type[Player], path: Path, game: str, chance: random.Random, figures: Counter[str]
) -> None:
    """Start or resume the game in ``path``, play a little, kill it, and check the save."""
    if path.exists() and played(path).to_act is None:  # resuming it would show no choices
        figures["games played to the end"] += 1
        path.unlink()
    held: list[list[Any]] = []
    if path.exists():
        held, started = after_bots(played(path)), "resumed"
        player = kind(["resume", str(path)])
    else:
        started, seed = "set up", str(chance.randrange(1 << 30))
        player = kind(["play", game, "--seats", SEATS, "--seed", seed, "--save", str(path)])
    if chance.random() < 0.15:
        time.sleep(chance.random() * player.setting_up)
        player.kill()
        figures[f"killed while a game was {started}"] += 1
        if path.exists():
            judge(path, held or after_bots(played(path)), figures)
        else:
            figures["kills"] += 1
        return
    player.wait_until_ready()
    session = played(path)
    held = after_bots(session)
    player.wait_for_move(path, held, "")
    line = ""
    for last in range(chance.randrange(6), -1, -1):
        if session.to_act is None:
            player.kill()
            judge(path, held[-1:], figures)
            return
        line, held = wishes(session, chance)
        player.type(line)
        if last:
            player.wait_for_move(path, held, line)
    time.sleep(player.pause(chance))
    reported = player.kill()
    figures["killed while " + ("undoing" if line == "u" else "moving")] += 1
    figures["of these the move was reported already"] += reported
    figures["of these the move was lost"] += judge(path, held[reported:], figures) == held[0]


def judge(path: Path, held: list[list[Any]], figures: Counter[str]) -> list[Any]:
    """Return the actions in a save. Raises Failure unless they are one of the lists in ``held``."""
    figures["kills"] += 1
    try:
        left = actions_of(played(path))
    except GridgamesError as problem:
        raise Failure(str(problem)) from None
    if left not in held:
        counts = ", ".join(str(len(actions)) for actions in held)
        raise Failure(f"{len(left)} actions are left; expected {counts}")
    verified = subprocess.run([*PROGRAM, "verify", str(path)], capture_output=True, check=False)
    if verified.returncode:
        raise Failure(f"verify refuses it: {verified.stdout!r} {verified.stderr!r}")
    return left


def prove(kind: type[Player], kills: int, seed: int) -> None:
    """Kill games ``kills`` times, and print the figures. Raises Failure."""
    chance = random.Random(seed)
    figures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as directory:
        os.environ["XDG_DATA_HOME"] = directory
        while figures["kills"] < kills:
            game = GAMES[figures["kills"] % len(GAMES)]
            path = Path(directory) / f"{game}.jsonl"
            try:
                one_kill(kind, path, game, chance, figures)
            except Failure as problem:
                problem.add_note(f"kill {figures['kills']}, {game}")
                problem.add_note(path.read_text("utf-8") if path.exists() else "no save")
                raise
    report(figures)


if __name__ == "__main__":
    asked = parser(__doc__, kills=200, screen=(False, "in full screen"), seed=1).parse_args()
    player = ScreenPlayer if asked.screen else Player
    sys.exit(verdict(lambda: prove(player, asked.kills, asked.seed)))
