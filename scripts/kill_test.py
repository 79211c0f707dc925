#!/usr/bin/env python3
"""Kill games while they are played, and check their saves.

    scripts/kill_test.py [--kills 200] [--seed 1]

Plays both games through a pipe, kills the program without warning (SIGKILL) at random moments, and
continues with ``gridgames resume``. After each kill the save must hold the game up to the move that
was being made, or one move less; it must hold every move that was reported; and ``gridgames
verify`` must accept it. Exits with 0 and the figures, or with 1 at the first failure.
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from harness import PATIENCE, PROGRAM, parser

from gridcommon.errors import GridgamesError
from gridgames.table.saves.saves import Save
from gridgames.table.session import Session

GAMES = ("powergrid", "eletrika")
SEATS = "Ana=human,easy,easy"
# A choice with its key, so that one is open; or the game is over.
READY = re.compile(r" {0,2}[a-z0-9]{1,3}  \S|Type the number of a moment")
REPORTED = ("Ana ", "Plant ", "Taken back")


class Failure(Exception):
    """A save that is not as it must be."""


class Player:
    """The program at the other end of a pipe, and its output so far."""

    def __init__(self, words: list[str]) -> None:
        self.output = b""
        self._seen = 0  # lines before the last line that was typed
        self.process = subprocess.Popen(
            [*PROGRAM, *words, "--plain", "--no-confirm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        while shown := self.process.stdout.read(1 << 16):
            self.output = (self.output + shown)[-(1 << 22) :]

    @property
    def lines(self) -> list[str]:
        """The whole lines of the output."""
        return self.output.decode("utf-8", "replace").split("\n")[:-1]

    def wait_until_ready(self) -> None:
        """Wait until the program asks for a choice, the game is over, or the program has ended."""

        def is_ready() -> bool:
            has_ended = self.process.poll() is not None and not self._reader.is_alive()
            return has_ended or any(map(READY.match, self.lines[self._seen :]))

        begun = time.monotonic()
        while not is_ready():
            if time.monotonic() - begun > PATIENCE:
                raise Failure(f"no answer in {PATIENCE:.0f} s")
            time.sleep(0.005)

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin
        self._seen = len(self.lines)
        self.process.stdin.write(f"{line}\n".encode())

    def kill(self) -> bool:
        """Kill the program, and return whether it had reported the last move."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        for end in (self.process.stdin, self.process.stdout):
            assert end
            end.close()
        return any(line.startswith(REPORTED) for line in self.lines[self._seen :])


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
        session.next_move()
        held.append(actions_of(session))
    return held


def one_kill(path: Path, game: str, chance: random.Random, figures: Counter[str]) -> None:
    """Start or resume the game in ``path``, play a little, kill it, and check the save."""
    if path.exists() and played(path).to_act is None:  # resuming it would show no choices
        figures["games played to the end"] += 1
        path.unlink()
    held: list[list[Any]] = []
    if path.exists():
        held, started = after_bots(played(path)), "resumed"
        player = Player(["resume", str(path)])
    else:
        started, seed = "set up", str(chance.randrange(1 << 30))
        player = Player(["play", game, "--seats", SEATS, "--seed", seed, "--save", str(path)])
    if chance.random() < 0.15:
        time.sleep(chance.random() * 0.6)  # while it is set up
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
    line = ""
    for last in range(chance.randrange(6), -1, -1):
        if session.to_act is None:
            player.kill()
            judge(path, held[-1:], figures)
            return
        line, held = wishes(session, chance)
        player.type(line)
        if last:
            player.wait_until_ready()
    time.sleep(chance.choice((0, 0.002, 0.005, 0.01, 0.03)) * chance.random() * 2)
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


def prove(kills: int, seed: int) -> None:
    """Kill games ``kills`` times, and print the figures. Raises Failure."""
    chance = random.Random(seed)
    figures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as directory:
        os.environ["XDG_DATA_HOME"] = directory
        while figures["kills"] < kills:
            game = GAMES[figures["kills"] % len(GAMES)]
            path = Path(directory) / f"{game}.jsonl"
            try:
                one_kill(path, game, chance, figures)
            except Failure as problem:
                problem.add_note(f"kill {figures['kills']}, {game}")
                problem.add_note(path.read_text("utf-8") if path.exists() else "no save")
                raise
    for name, count in sorted(figures.items()):
        print(f"{count:>9,}  {name}")


if __name__ == "__main__":
    asked = parser(__doc__, kills=200, seed=1).parse_args()
    try:
        prove(asked.kills, asked.seed)
    except Failure as failure:
        print(failure, *failure.__notes__, sep="\n")
        sys.exit(1)
