"""Time from a key to the screen drawn anew, and the CPU time to the first screen.

    python benchmarks/screen.py

Each number is a median: of the keys on a full board of each game in a terminal of 120 columns and
40 lines, and of fresh processes that start a game and leave it as soon as it is drawn.
"""

import asyncio
import resource
import statistics
import subprocess
import sys
import time

from gridcommon.records import Header
from gridgames.games import Choice, room
from gridgames.screen.app import GameApp
from gridgames.session import Session, players_of

_SIZE = (120, 40)
_KEYS = 60
_STARTS = 5

_START = """
import asyncio, resource, sys
sys.argv = [""]
from datetime import datetime
from gridcommon.records import Header
from gridgames.games import Choice, room
from gridgames.session import Session, players_of
one = room({game!r})
header = Header({game!r}, Choice({game!r}).ruleset(), ("Ana", "easy 2", "easy 3"), 1, {{}})
session = Session(one, header, players_of(header, one.levels))
from gridgames.screen.app import GameApp
async def run():
    async with GameApp(session, None, pause=1).run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        print(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
asyncio.run(run())
"""


def full_board(game: str, moves: int) -> Session:
    """Return a game far enough for a full board, a person to choose."""
    one = room(game)
    names = ("Ana", "random 2", "random 3")
    header = Header(game, Choice(game).ruleset(), names, 5, {})
    session = Session(one, header, players_of(header, one.levels))
    bot = one.make_bot(one.levels[0], 1)
    while len(session.moves) < moves or session.to_act != 0:
        if session.to_act == 0:
            view = one.game.observe(session.state, 0)
            session.act(bot.choose(view, session.legal_actions()))
        else:
            session.bot_move()
    return session


async def key_times(game: str, moves: int) -> list[float]:
    """Return the milliseconds from each key to the screen drawn anew."""
    app = GameApp(full_board(game, moves), None, pause=0)
    times = []
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        for number in range(_KEYS):
            key = ("right", "down", "left", "up", "tab")[number % 5]
            began = time.process_time()
            await pilot.press(key)
            app.screen._on_timer_update()
            times.append(1000 * (time.process_time() - began))
    return times


def start_time(game: str) -> float:
    """Return the seconds of CPU to the first screen, in a fresh process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", _START.format(game=game)], check=True, stdout=-3)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


for game, moves in (("powergrid", 150), ("eletrika", 60)):
    times = sorted(asyncio.run(key_times(game, moves)))
    print(
        f"{game}: key to redraw {statistics.median(times):.0f} ms of CPU (median of {len(times)}), "
        f"95 % below {times[int(0.95 * len(times))]:.0f} ms; "
        f"first screen {statistics.median(start_time(game) for _ in range(_STARTS)):.2f} s of CPU"
    )
