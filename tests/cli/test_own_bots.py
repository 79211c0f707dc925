"""Bots of somebody's own: whatever they do, the game continues, and what they did is told."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import powergrid
from gridgames.table.bots.custom_bots import Failure, SupervisedBot, close_programs
from gridgames.table.bots.roster import Bots, bots_of
from gridgames.table.bots.specs import installed_bots
from plain_games import PROGRAM, gridgames

posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals as POSIX has them")
BOTS = '''
import dataclasses, os, random, sys, threading
from gridcommon.contract import Reason
from powergrid import Bid

class Last:
    """Takes the last action, and says so."""
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view, actions):
        self.reason = f"{self.seed}: {view.seat} of {type(actions).__name__}, {view.public.rng}"
        print("thinking")
        return actions[-1]

class Chance:
    def __init__(self, seed):
        self.count = 0
    def choose(self, view, actions):
        self.count += 1
        self.reason = f"choice {self.count}"
        return random.choice(actions)

class Bad(Last):
    """Fails in the way that its seed says, once."""
    def choose(self, view, actions):
        if self.seed == 1: raise ValueError("no idea\\x1b[2J")
        if self.seed == 2: return "pass"
        if self.seed == 3: return dataclasses.replace(actions[0], seat=1 - view.seat)
        if self.seed == 4: os._exit(5)
        if self.seed == 5: sys.exit()
        if self.seed == 6:
            while True: pass
        return super().choose(view, actions)

def nested(depth):
    found = []
    for _ in range(depth): found = [found]
    return found

class Odd(Chance):
    """Returns something that no action is, one after another."""
    def choose(self, view, actions):
        self.count += 1
        made = [nested(100_000), Bid(0, nested(100_000)), Bid(0, 10 ** 5000), Bid(0, float("nan")),
                Bid("\\ud800", {}), Bid(nested(3), None), "\\ud800", {}, [], None, Bid, Bid(0, 9.5)]
        return made[self.count - 1]

class Reasons(Chance):
    def choose(self, view, actions):
        self.count += 1
        self.reason = [Reason("{a}", {"a": 10 ** 5000}), Reason("{a}", {"a": 10 ** 500}),
                       Reason(7, 7), Reason("{a}", {7: nested(100_000)}), Reason("{a", {}),
                       Reason("\\ud800", {}), "\\ud800", nested(9),
                       Reason("{a:{b}}", {"a": 1, "b": 2}), Reason("{a}", {"a": float("nan")}),
                      ][self.count - 1]
        return actions[-1]

class Gone:
    """Ends its program while nobody asks."""
    def __init__(self, seed): pass
    def choose(self, view, actions):
        threading.Timer(0.2, os._exit, [0]).start()
        return actions[-1]

class Hung:
    def __init__(self, seed): pass
    def choose(self, view, actions):
        open("pid.new", "w").write(str(os.getpid()))
        os.rename("pid.new", "pid")
        while True: pass
'''
WRITER = """
import fcntl, os

class Writer:
    def __init__(self, seed): self.seed = seed
    def choose(self, view, actions):
        if self.seed == 1: write()
        return actions[-1]

def write():
    pipes = [one for one in range(3, 30) if is_written(one)]
    with open(pipes[0], "wb", closefd=False) as answers:
        answers.write(open("line", "rb").read())

def is_written(number):
    try: return fcntl.fcntl(number, fcntl.F_GETFL) & os.O_WRONLY
    except OSError: return False
"""
LINES = {  # what a bot may write where its program answers
    "deep": b"[" * 500_000,
    "deep in an action": b'{"action":{"do":'
    + b'{"a":' * 5000
    + b"1"
    + b"}" * 5000
    + b',"reason":{}}',
    "nothing": b"{}",
    "list": b"[[1, 2]]",
    "no reason": b'{"action":{"seat":0,"do":"pass"}}',
    "more": b'{"action":{"seat":0,"do":"pass"},"reason":{},"raised":"x"}',
    "action of no object": b'{"action":7,"reason":null}',
    "reason of a number": b'{"action":{"seat":0,"do":"pass"},"reason":7}',
    "raised a number": b'{"raised":{"a":[1]}}',
    "returned a list": b'{"returned":[]}',
    "huge number": b'{"action":{"seat":0,"do":"bid","amount":' + b"9" * 5000 + b'},"reason":{}}',
    "huge float": b'{"action":{"seat":0,"do":"bid","amount":1e999},"reason":{}}',
    "NaN": b'{"action":{"seat":NaN,"do":"pass"},"reason":{}}',
    "wrong types": b'{"action":{"seat":"0","do":["pass"]},"reason":{}}',
    "long": b'{"action":{"seat":0,"do":"' + b"x" * 900_000 + b'"},"reason":{}}',
    "too long": b"x" * 3_000_000,
    "not UTF-8": b'{"action":{"seat":0,"do":"pa\xff"},"reason":{}}',
    "half a character": b'{"action":{"seat":0,"do":"\\ud800"},"reason":{}}',
    "empty": b"",
}


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybots.py").write_text(BOTS, encoding="utf-8")
    yield "mybots.py"
    close_programs()


def position(game, actions=0):
    state = game.new_game(game.Ruleset(), 2, 7, game.Setup())
    for _ in range(actions):
        game.advance(state, game.legal_actions(state)[0], [])
    return state, game.observe(state, game.to_act(state)), game.legal_actions(state)


_, VIEW, LEGAL = position(powergrid)


def bot_of(name, seed, seconds=60, file="mybots.py"):
    (own,) = bots_of("powergrid", [f"{file}:{name}"]).own
    return SupervisedBot("powergrid", own, seed, VIEW.seat, seconds, is_heard=False)


def assert_illegal(bot):
    assert bot.choose(VIEW, LEGAL) in LEGAL
    (failure,) = bot.failures
    assert (failure.kind, len(failure.why) <= 203) == ("illegal", True)
    assert Failure.from_json(failure.to_json()) == failure


@pytest.mark.parametrize(
    ("seed", "kind", "why"),
    [
        (1, "raised", r"ValueError: no idea\x1b[2J (mybots.py, line LINE)"),
        (2, "illegal", "'pass'"),
        (3, "illegal", None),
        (4, "ended", ""),
        (5, "raised", "SystemExit (mybots.py, line LINE)"),
        (6, "slow", "0.2"),
    ],
)
def test_a_move_that_fails_is_made_by_easy(seed, kind, why):
    """And the next one is the bot's again."""
    bot = bot_of("Bad", seed, 0.2 if kind == "slow" else 60)  # a busy machine is slow too
    assert bot.choose(VIEW, LEGAL) in LEGAL
    (failure,) = bot.failures
    assert (failure.seat, failure.bot, failure.kind) == (0, "Bad", kind)
    here = BOTS.splitlines().index(next(one for one in BOTS.splitlines() if f"== {seed}:" in one))
    assert why is None or failure.why == why.replace("LINE", str(here + 1))
    assert str(bot.reason) == str(failure.reason)
    after = bot_of("Bad", 7)
    assert after.choose(VIEW, LEGAL) == LEGAL[-1]
    assert (after.failures, str(after.reason)) == ([], f"7: {VIEW.seat} of tuple, 0")


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@posix
def test_an_answer_of_any_shape_is_an_illegal_move(tmp_path, line, monkeypatch):
    """A shell that reads no request is the process of the bot: only what it answers counts."""
    (tmp_path / "line").write_bytes(b"{}\n" + line + b"\n")
    (tmp_path / "shell").write_text("#!/bin/sh\ncat line\nexec cat >/dev/null\n")
    (tmp_path / "shell").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "shell"))
    assert_illegal(bot_of("Last", 1))


@posix
def test_a_bot_that_answers_before_it_is_asked_cannot_play(tmp_path):
    (tmp_path / "line").write_bytes(b'{"action":{"seat":0,"do":"pass"},"reason":{}}\n')
    (tmp_path / "writer.py").write_text(f"{WRITER}\nwrite()\n")
    words = ("--bot-from", "writer.py:Writer", "--seats", "Writer,easy")
    answer = gridgames(tmp_path, "simulate", "powergrid", *words)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "before it was asked" in " ".join(answer.stderr.split())


@pytest.mark.parametrize(
    ("name", "count", "kinds"), [("Odd", 12, ["illegal"]), ("Reasons", 10, [])]
)
def test_whatever_a_bot_returns_ends_no_game(name, count, kinds):
    """What is no action is an illegal move; a reason that cannot be told costs none."""
    bot = bot_of(name, 1)
    for number in range(count):
        chosen = bot.choose(VIEW, LEGAL)
        assert chosen in LEGAL if kinds else chosen == LEGAL[-1], number
        assert len(str(bot.reason)) < 300, number
    assert [one.kind for one in bot.failures] == kinds * count


def test_a_batch_and_a_game_that_goes_on_are_the_same_as_in_one_go(file, tmp_path):
    own = ("--bot-from", f"{file}:Chance")
    words = ("simulate", "eletrika", *own, "--seats", "Chance,random", "--games", 2, "--seed", 1)
    once, twice = (gridgames(tmp_path, *words, "--json", "--jobs", jobs) for jobs in (1, 2))
    seats = json.loads(once.stdout)["seats"]
    assert [seat["bot"] for seat in seats] == ["bot:Chance", "random"]
    assert twice.stdout == once.stdout
    words = ("play", "eletrika", "--plain", "--seed", 3, "--seats", "Chance,random", "--watch")
    assert gridgames(tmp_path, *words, *own, "--save", "whole.jsonl").exit_code == 0
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    assert '"bot:Chance 1"' in lines[0]
    cut = max(place for place in range(20) if "note" not in lines[place])
    (tmp_path / "part.jsonl").write_text("".join(lines[:cut]))
    assert gridgames(tmp_path, "resume", "part.jsonl", "--plain", *own).exit_code == 0
    assert (tmp_path / "part.jsonl").read_text() == "".join(lines)


def test_a_package_brings_bots_by_entry_points(tmp_path, monkeypatch):
    info = tmp_path / "some_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[gridgames.bots]\nlate = mybots:Last\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    installed_bots.cache_clear()
    try:
        assert Bots("powergrid").choices().endswith(", late")
        assert Bots("powergrid").make("bot:late", 4, 0).choose(VIEW, LEGAL) == LEGAL[-1]
        assert "mybots" not in sys.modules
    finally:
        installed_bots.cache_clear()


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@posix
def test_a_bot_ends_with_the_program_that_it_plays_for(tmp_path):
    """Even where that is killed and the bot hangs."""
    words = ("simulate", "powergrid", "--bot-from", "mybots.py:Hung", "--seats", "Hung,easy")
    program = subprocess.Popen([*PROGRAM, *words])
    until = time.monotonic() + 60
    while not (tmp_path / "pid").exists() and time.monotonic() < until:
        time.sleep(0.01)
    pid = int((tmp_path / "pid").read_text())
    program.send_signal(signal.SIGKILL)
    program.wait()
    while is_running(pid):
        if time.monotonic() > until:
            os.kill(pid, signal.SIGKILL)
            pytest.fail("the bot went on")
        time.sleep(0.01)


def test_what_a_bot_prints_goes_to_standard_error(file, capfd):
    (own,) = bots_of("powergrid", [f"{file}:Last"]).own
    bot = SupervisedBot("powergrid", own, 1, VIEW.seat, 60, is_heard=True)
    assert bot.choose(VIEW, LEGAL) == LEGAL[-1]
    close_programs()
    assert capfd.readouterr() == ("", "thinking\n")
