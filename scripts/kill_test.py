#!/usr/bin/env python3
"""Kill games while they are played, and see what is left of them.

    scripts/kill_test.py [--screen] [--kills 200] [--seed 1]

Plays both games through a pipe, or with --screen in full screen at a pseudo-terminal, kills the
program without warning (SIGKILL) at random moments, and goes on with ``gridgames resume``. After
each kill the save must hold the game up to the move that was being made, or one move less; every
move that was told must be in it; and ``gridgames verify`` must accept it. Ends with 0 and the
figures if that held every time, else with 1 at the first time it did not.
"""

import argparse
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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gridcommon.errors import GridgamesError
from gridgames.saves.saves import Save
from gridgames.sessions.session import Session

PROGRAM = [sys.executable, "-m", "gridgames"]
GAMES = ("powergrid", "eletrika")
SEATS = "Ana=human,easy,easy"
OVER = "Type rematch"  # what the program says when a game is over
TOO_EARLY = 3.0  # seconds after which a key that was not heard is pressed again
PATIENCE = 240.0  # seconds for an answer, on a machine that is busy


class Lost(Exception):
    """A game lost more than it may."""


class Player:
    """The program at the other end of a pipe, and what it has said so far."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *words, "--no-confirm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        self.lines.extend(iter(self.process.stdout.readline, ""))

    def wait_for(self, text: str, begin: int) -> None:
        """Wait until a line from number ``begin`` on starts with ``text``, or the program ends."""
        until = time.monotonic() + PATIENCE
        while not any(line.startswith(text) for line in self.lines[begin:]):
            if self.process.poll() is not None and not self._reader.is_alive():
                return
            if time.monotonic() > until:
                raise Lost(f"no answer {text!r} in {PATIENCE} s")
            time.sleep(0.002)

    def type(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def kill(self) -> list[str]:
        """Kill the program and return all it has said."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        assert self.process.stdin
        assert self.process.stdout
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        return self.lines


class ScreenPlayer:
    """The program in full screen at the other end of a pseudo-terminal."""

    def __init__(self, words: list[str]) -> None:
        self._terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            [*PROGRAM, *words, "--pause", "0", "--no-confirm"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(theirs)
        self._shown = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with suppress(OSError):  # the end, where a terminal is gone
            while shown := os.read(self._terminal, 1 << 16):
                self._shown = (self._shown + shown)[-(1 << 20) :]

    def wait_for_picture(self) -> None:
        """Wait until the full screen is drawn, and has been for a moment."""
        until = time.monotonic() + PATIENCE
        while b"\x1b[?1049h" not in self._shown:
            if self.process.poll() is not None or time.monotonic() > until:
                raise Lost(f"no picture: {self._shown[-500:]!r}")
            time.sleep(0.01)
        time.sleep(0.3)

    def type(self, line: str) -> None:
        """Type a line and Enter; one that begins with Escape closes what is open first."""
        if line.startswith("\x1b"):  # close what is open
            os.write(self._terminal, b"\x1b")
            time.sleep(0.2)
            line = line[1:]
        os.write(self._terminal, f"{line}\r".encode())

    def kill(self) -> None:
        """Kill the program."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        os.close(self._terminal)


def played(path: Path) -> Session:
    """Return the game in a save, which is only looked at."""
    session = Save(path).read()
    session.on_change = None
    return session


def actions_of(session: Session) -> list[Any]:
    """Return the actions of a game."""
    return [move.action for move in session.moves]


def wishes(session: Session, chance: random.Random) -> tuple[str, list[list[Any]]]:
    """Choose what to type, and return each list of actions that a save may then hold.

    They stand in the order in which they come about; ``session`` is taken to the last of them.
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


def take_away_if_over(path: Path, figures: Counter[str]) -> None:
    """Remove a save whose game is over: resuming it shows no choices and no screen."""
    if path.exists() and played(path).to_act is None:
        figures["games played to the end"] += 1
        path.unlink()


def one_kill(path: Path, game: str, chance: random.Random, figures: Counter[str]) -> None:
    """Start or resume the game in ``path``, play a little, kill it, and look at what is left."""
    take_away_if_over(path, figures)
    if not path.exists():
        seed = str(chance.randrange(1 << 30))
        player = Player(["play", game, "--seats", SEATS, "--seed", seed, "--save", str(path)])
        if chance.random() < 0.2:
            time.sleep(chance.random() * 0.6)
            player.kill()
            figures["killed while a game was set up"] += 1
            if path.exists():
                _judge(path, [actions_of(played(path))], figures)
            else:
                figures["kills"] += 1
            return
        player.wait_for("  1  ", 0)
        session = played(path)
    else:
        session = played(path)
        held = after_bots(session)
        player = Player(["resume", str(path), "--plain"])
        if chance.random() < 0.1:
            time.sleep(chance.random() * 0.6)
            player.kill()
            figures["killed while a game was resumed"] += 1
            _judge(path, held, figures)
            return
        player.wait_for(OVER if session.to_act is None else "  1  ", 0)  # bots may have ended it
    line, held, said = "", [actions_of(session)], 0
    for last in range(chance.randrange(6), -1, -1):
        if session.to_act is None:
            player.wait_for(OVER, 0)
            player.kill()
            _judge(path, held[-1:], figures)
            figures["games played to the end"] += 1
            path.unlink()
            return
        said = len(player.lines)
        line, held = wishes(session, chance)
        player.type(line)
        if last:
            player.wait_for(OVER if session.to_act is None else "  1  ", said)
    time.sleep(chance.choice((0, 0.002, 0.005, 0.01, 0.03)) * chance.random() * 2)
    told = player.kill()[said:]
    answered = any(one.startswith(("Ana ", "Plant ", "Taken back")) for one in told)
    figures["killed while " + ("undoing" if line == "u" else "moving")] += 1
    figures["of these the move was told already"] += answered
    figures["of these the move was lost"] += _judge(path, held[answered:], figures) == held[0]


def one_screen_kill(path: Path, game: str, chance: random.Random, figures: Counter[str]) -> None:
    """Do the same in full screen, where a move is seen to be made by the save."""
    take_away_if_over(path, figures)
    if path.exists():
        held = after_bots(played(path))
        player = ScreenPlayer(["resume", str(path)])
        started = "resumed"
    else:
        held = []
        seed = str(chance.randrange(1 << 30))
        player = ScreenPlayer(["play", game, "--seats", SEATS, "--seed", seed, "--save", str(path)])
        started = "set up"
    if chance.random() < 0.15:
        time.sleep(chance.random() * 1.5)
        player.kill()
        figures[f"killed while a game was {started}"] += 1
        if path.exists():
            _judge(path, held or after_bots(played(path)), figures)
        else:
            figures["kills"] += 1
        return
    player.wait_for_picture()
    session = played(path)
    held = after_bots(session)
    _wait_for_save(path, held, lambda: None)
    line, before = "", held
    for last in range(chance.randrange(6), -1, -1):
        if session.to_act is None:
            player.kill()
            _judge(path, held[-1:], figures)
            figures["games played to the end"] += 1
            path.unlink()
            return
        line, before = wishes(session, chance)
        time.sleep(0.1)  # until the picture follows the save
        player.type(line)
        if last:
            _wait_for_save(path, before, lambda keys=line: player.type(f"\x1b{keys}"))
        held = before
    time.sleep(chance.random() * chance.choice((0.05, 0.2, 0.6)))
    player.kill()
    figures["killed while " + ("undoing" if line == "u" else "moving")] += 1
    figures["of these the move was lost"] += _judge(path, held, figures) == held[0]


def _wait_for_save(path: Path, held: list[list[Any]], again: Callable[[], None]) -> None:
    """Wait until the save holds the last of these games; what was typed too early is typed again.

    Raises Lost if it never does.
    """
    until = time.monotonic() + PATIENCE
    soon = time.monotonic() + TOO_EARLY
    while (found := actions_of(played(path))) != held[-1]:
        if time.monotonic() > until:
            raise Lost(f"{held[-1][-3:]} expected in {PATIENCE} s, found {found[-3:]}")
        if time.monotonic() > soon and found == held[0]:
            again()
            soon = time.monotonic() + TOO_EARLY
        time.sleep(0.02)


def _judge(path: Path, held: list[list[Any]], figures: Counter[str]) -> list[Any]:
    """Return the actions that are left. Raises Lost unless ``held`` has them among its games."""
    figures["kills"] += 1
    try:
        left = actions_of(played(path))
    except GridgamesError as problem:
        raise Lost(str(problem)) from None
    if left not in held:
        counts = ", ".join(str(len(actions)) for actions in held)
        raise Lost(f"{len(left)} actions are left; expected {counts}")
    verified = subprocess.run([*PROGRAM, "verify", str(path)], capture_output=True, check=False)
    if verified.returncode:
        raise Lost(f"verify refuses it: {verified.stdout!r} {verified.stderr!r}")
    return left


def main() -> int:
    """Kill as often as asked for and print the figures."""
    words = argparse.ArgumentParser(description="Kill games while they are played.")
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--screen", action="store_true", help="in full screen")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    chance = random.Random(asked.seed)
    figures: Counter[str] = Counter()
    kill = one_screen_kill if asked.screen else one_kill
    with tempfile.TemporaryDirectory() as directory:
        os.environ["XDG_DATA_HOME"] = directory
        while figures["kills"] < asked.kills:
            game = GAMES[figures["kills"] % len(GAMES)]
            path = Path(directory) / f"{game}.jsonl"
            if path.exists() and played(path).to_act is None:  # over when it was killed
                path.unlink()
            try:
                kill(path, game, chance, figures)
            except Lost as problem:
                print(f"kill {figures['kills']}, {game}: {problem}")
                print(path.read_text(encoding="utf-8") if path.exists() else "no save")
                return 1
    for what in sorted(figures):
        print(f"{figures[what]:>5}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
