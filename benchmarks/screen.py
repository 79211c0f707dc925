"""The time from a key press to the redrawn screen, and the CPU time until the first screen.

    python benchmarks/screen.py [--short]

Each number is a median: of key presses on a full board of each game in a terminal of 120 columns
and 40 lines; and of starts of the program in a pseudo-terminal until the screen is complete. The
CPU time is also a multiple of the start of a bare interpreter, measured in between (the aim is 35).
For it gridgames must be installed byte-compiled and not editable for this interpreter, since an
editable tree starts more slowly.
"""

import argparse
import asyncio
import gc
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import pexpect
from startup import cpu

from gridcommon.records import Header
from gridgames.screen.play import GameApp
from gridgames.show.registry import GameChoice, game_of
from gridgames.table.session import Session, players_of

_SIZE = (120, 40)
_KEYS = 60
_STARTS = 9
_STILL = 0.4  # seconds without output after which the screen counts as complete
_TICK = 1 / os.sysconf("SC_CLK_TCK")


def full_board(game: str, moves: int) -> Session:
    """Return a game with a full board in which a person is to choose."""
    rules = game_of(game)
    levels = tuple(rules.LEVELS)
    names = ("Ana", "random 2", "random 3")
    header = Header(game, GameChoice(game).ruleset(), names, 5, {})
    session = Session(header, players_of(header))
    bot = rules.make_bot(levels[0], 1)
    while len(session.moves) < moves or session.to_act != 0:
        if session.to_act == 0:
            view = rules.observe(session.state, 0)
            session.act(bot.choose(view, session.legal_actions()))
        else:
            session.next_move()
    return session


async def key_times(game: str, moves: int, keys: int) -> list[float]:
    """Return the milliseconds from each key press to the redrawn screen."""
    app = GameApp(full_board(game, moves), None, pause=0)
    gc.freeze()
    times = []
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        for number in range(keys):
            key = ("right", "down", "left", "up", "tab")[number % 5]
            began = time.process_time()
            await pilot.press(key)
            app.screen._on_timer_update()
            times.append(1000 * (time.process_time() - began))
    return times


def start_time(game: str) -> float:
    """Return the CPU seconds until the first screen, including the start of the interpreter."""
    program = Path(sys.executable).with_name("gridgames")
    words = ["play", game, "--seats", "human,easy,easy", "--seed", "1"]
    with tempfile.TemporaryDirectory() as home:
        env = os.environ | {"HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"}
        columns, lines = _SIZE
        child = pexpect.spawn(str(program), words, dimensions=(lines, columns), env=env)
        drawn = 0
        try:
            while True:
                wait = _STILL if drawn > columns * lines else 20
                drawn += len(child.read_nonblocking(100_000, timeout=wait))
        except pexpect.TIMEOUT:
            fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) * _TICK
        finally:
            child.close(force=True)


def main() -> None:
    """Print one line per game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="one start, five keys")
    short = parser.parse_args().short
    games = {"powergrid": 150, "eletrika": 60}
    bare, starts = [], []
    for _ in range(1 if short else _STARTS):
        starts.append({game: start_time(game) for game in games})
        bare += [cpu([sys.executable, "-c", "pass"]) / 1000 for _ in games]
    for game, moves in games.items():
        times = sorted(asyncio.run(key_times(game, moves, 5 if short else _KEYS)))
        first = sorted(start[game] for start in starts)
        print(
            f"{game}: key to redraw {statistics.median(times):.0f} ms of CPU "
            f"(median of {len(times)}), 95 % below {times[int(0.95 * len(times))]:.0f} ms; "
            f"first screen {statistics.median(first):.2f} s of CPU "
            f"({first[0]:.2f} to {first[-1]:.2f}), "
            f"{statistics.median(first) / statistics.median(bare):.0f} times a bare interpreter"
        )


if __name__ == "__main__":
    main()
