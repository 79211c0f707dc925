"""Bots of somebody's own: whatever they do, the game continues, and what they did is told."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

import eletrika
import powergrid
from gridcommon.errors import NotationError
from gridgames.app import app
from gridgames.bots.custom_bots import BotProcess, Failure, SupervisedBot, close_programs
from gridgames.bots.pickling import pack, receive
from gridgames.bots.roster import Bots, bots_of

BOTS = '''
import dataclasses, os, random, sys

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

class Loud(Last):
    def choose(self, view, actions):
        self.reason = "red \\x1b[31m\\nalert"
        return actions[0]

class Silent:
    def __init__(self, seed): pass

class Broken:
    def __init__(self, seed): raise KeyError("seed")

class easy(Last): pass
'''


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mybots.py"
    path.write_text(BOTS, encoding="utf-8")
    yield "mybots.py"
    close_programs()


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


def position(game, actions=0):
    state = game.new_game(game.Ruleset(), 2, 7, game.Setup())
    for _ in range(actions):
        game.advance(state, game.legal_actions(state)[0], [])
    seat = game.to_act(state)
    return state, game.observe(state, seat), game.legal_actions(state)


@pytest.mark.parametrize("game", [powergrid, eletrika], ids=lambda game: game.NAME)
def test_views_and_actions_arrive_as_they_were(game):
    for actions in (0, 5, 20):
        state, view, legal = position(game, actions)
        sent, offered = receive(io.BytesIO(pack(view, tuple(legal)))) or ()
        assert offered == tuple(legal)
        assert (type(sent), sent.seat) == (type(view), view.seat)
        assert list(game.legal_actions(sent.public)) == list(legal)
        assert game.facts(game.determinize(sent, 5)) == game.facts(game.determinize(view, 5))
        assert game.facts(sent.public) == game.facts(view.public)
        assert sent.public.ruleset == state.ruleset


@pytest.mark.parametrize(
    ("seed", "kind", "why"),
    [
        (1, "raised", r"ValueError: no idea\x1b[2J (mybots.py, line 24)"),
        (2, "illegal", "'pass'"),
        (3, "illegal", None),
        (4, "ended", ""),
        (5, "raised", "SystemExit (mybots.py, line 28)"),
        (6, "slow", "0.4"),
    ],
)
def test_a_move_that_fails_is_made_by_easy(file, seed, kind, why):
    """And the next one is the bot's again."""
    _, view, legal = position(powergrid)
    own = bots_of("powergrid", [f"{file}:Bad"]).own[0]
    seconds = 0.4 if kind == "slow" else 60  # a busy machine is slow too
    bot = SupervisedBot("powergrid", own, seed, 0, seconds, is_heard=False)
    assert bot.choose(view, legal) in legal
    (failure,) = bot.failures
    assert (failure.seat, failure.bot, failure.kind) == (0, "Bad", kind)
    assert why in (None, failure.why)
    assert str(bot.reason) == str(failure.reason)
    after = SupervisedBot("powergrid", own, 7, 0, 20, is_heard=False)
    assert after.choose(view, legal) == legal[-1]
    assert (after.failures, str(after.reason)) == ([], f"7: {view.seat} of tuple, 0")


posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes as POSIX has them")
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
    "null": b"null",
    "list": b"[[1, 2]]",
    "no reason": b'{"action":{"seat":0,"do":"pass"}}',
    "more": b'{"action":{"seat":0,"do":"pass"},"reason":{},"raised":"x"}',
    "action of a list": b'{"action":["do"],"reason":{}}',
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


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@posix
def test_an_answer_of_any_shape_is_an_illegal_move(tmp_path, line, monkeypatch):
    """A shell that reads no request is the process of the bot: only what it answers counts."""
    (tmp_path / "line").write_bytes(b"{}\n" + line + b"\n")
    (tmp_path / "shell").write_text("#!/bin/sh\ncat line\nexec cat >/dev/null\n")
    (tmp_path / "shell").chmod(0o755)
    _, view, legal = position(powergrid)
    (own,) = bots_of("powergrid", ["mybots.py:Last"]).own
    monkeypatch.setattr(sys, "executable", str(tmp_path / "shell"))
    assert_illegal(SupervisedBot("powergrid", own, 1, view.seat, 20, is_heard=False), view, legal)


def assert_illegal(bot, view, legal):
    assert bot.choose(view, legal) in legal
    (failure,) = bot.failures
    assert (failure.kind, len(failure.why) <= 203) == ("illegal", True)
    assert Failure.from_json(failure.to_json()) == failure


@posix
def test_a_bot_that_writes_answers_itself_makes_illegal_moves_and_plays_on(tmp_path):
    """It writes where only its program should; the game continues, and the bot too."""
    (tmp_path / "writer.py").write_text(WRITER)
    _, view, legal = position(powergrid)
    (own,) = bots_of("powergrid", ["writer.py:Writer"]).own
    for name in ("deep", "too long", "wrong types"):
        (tmp_path / "line").write_bytes(LINES[name] + b"\n")
        bot = SupervisedBot("powergrid", own, 1, view.seat, 20, is_heard=False)
        assert_illegal(bot, view, legal)
        after = SupervisedBot("powergrid", own, 7, view.seat, 20, is_heard=False)
        assert (after.choose(view, legal), after.failures) == (legal[-1], []), name


@posix
@pytest.mark.parametrize("line", [b"hello", b'{"action":{"seat":0,"do":"pass"},"reason":{}}'])
def test_a_bot_that_answers_before_it_is_asked_cannot_play(tmp_path, line):
    (tmp_path / "line").write_bytes(line + b"\n")
    (tmp_path / "writer.py").write_text(f"{WRITER}\nwrite()\n")
    words = ("--bot-from", "writer.py:Writer", "--seats", "Writer,easy")
    answer = run("simulate", "powergrid", *words)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "before it was asked" in " ".join(answer.stderr.split())


ODD = '''
import threading, os, time
from gridcommon.contract import Reason
from powergrid import Bid

def nested(depth):
    found = []
    for _ in range(depth): found = [found]
    return found

class Odd:
    """Returns something that no action is, as its seed says."""
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view, actions):
        made = [nested(100_000), Bid(0, nested(100_000)), Bid(0, 10 ** 5000), Bid(0, float("nan")),
                Bid("\\ud800", {}), Bid(nested(3), None), "\\ud800", {}, [], None, Bid, Bid(0, 9.5)]
        return made[self.seed]

class Reasons:
    def __init__(self, seed): self.seed = seed
    def choose(self, view, actions):
        self.reason = [Reason("{a}", {"a": 10 ** 5000}), Reason("{a}", {"a": 10 ** 500}),
                       Reason(7, 7), Reason("{a}", {7: nested(100_000)}), Reason("{a", {}),
                       Reason("\\ud800", {}), "\\ud800", nested(9),
                       Reason("{a:{b}}", {"a": 1, "b": 2}), Reason("{a}", {"a": float("nan")}),
                      ][self.seed]
        return actions[-1]

class Gone:
    """Ends its program while nobody asks."""
    def __init__(self, seed): pass
    def choose(self, view, actions):
        threading.Timer(1, os._exit, [0]).start()
        return actions[-1]
'''


def test_whatever_a_bot_returns_is_an_illegal_move(tmp_path):
    (tmp_path / "odd.py").write_text(ODD)
    _, view, legal = position(powergrid)
    (own,) = bots_of("powergrid", ["odd.py:Odd"]).own
    for seed in range(12):
        bot = SupervisedBot("powergrid", own, seed, view.seat, 20, is_heard=False)
        assert bot.choose(view, legal) in legal, seed
        assert [one.kind for one in bot.failures] == ["illegal"], seed


def test_a_reason_that_cannot_be_told_costs_no_move(tmp_path):
    (tmp_path / "odd.py").write_text(ODD)
    _, view, legal = position(powergrid)
    (own,) = bots_of("powergrid", ["odd.py:Reasons"]).own
    for seed in range(10):
        bot = SupervisedBot("powergrid", own, seed, view.seat, 20, is_heard=False)
        assert (bot.choose(view, legal), bot.failures) == (legal[-1], []), seed
        assert len(str(bot.reason)) < 300, seed


def test_a_bot_that_ends_while_nobody_asks_is_begun_again(tmp_path, capfd):
    (tmp_path / "odd.py").write_text(ODD)
    _, view, legal = position(powergrid)
    (own,) = bots_of("powergrid", ["odd.py:Gone"]).own
    bot = SupervisedBot("powergrid", own, 1, view.seat, 5, is_heard=False)
    assert bot.choose(view, legal) == legal[-1]
    while bot._program._process.poll() is None:
        time.sleep(0.01)
    assert bot.choose(view, legal) in legal
    assert [one.kind for one in bot.failures] == ["ended"]
    assert bot.choose(view, legal) == legal[-1]
    assert capfd.readouterr().err == ""


def test_a_batch_gives_the_same_whatever_the_number_of_processes(file):
    words = ("simulate", "eletrika", "--bot-from", f"{file}:Chance", "--seats", "Chance,random")
    words += ("--games", 2, "--seed", 1, "--json")
    once = run(*words)
    assert once.exit_code == 0, once.output
    answer = json.loads(once.stdout)
    assert [seat["bot"] for seat in answer["seats"]] == ["bot:Chance", "random"]
    assert run(*words, "--jobs", 2).stdout == once.stdout


def test_failures_are_told_in_the_summary_and_kept_in_the_record(tmp_path):
    (tmp_path / "worse.py").write_text(
        "class Worse:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, view, actions): raise ValueError('never')\n"
    )
    words = ("simulate", "powergrid", "--bot-from", "worse.py:Worse", "--seats", "bot:Worse,random")
    words += ("--games", 1, "--seed", 1, "--records", "games")
    first = run(*words)
    assert first.stderr == (
        "gridgames: Worse raised ValueError: never (worse.py, line 3), so easy moved\n"
    )
    assert "made for bot:Worse: raised" in first.stdout
    again = run(*words)
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr)
    count = json.loads(run(*words, "--json").stdout)["seats"][0]["failures"]["raised"]
    assert (tmp_path / "games/powergrid-1.jsonl").read_text().count('"failure"') == count > 5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mybots.py", "expected FILE:CLASS"),
        ("nothing.py:Last", "this file does not exist"),
        ("mybots.py:Missing", "has no attribute 'Missing'"),
        ("mybots.py:Silent", "has no method choose(view, actions)"),
        ("mybots.py:Broken", "KeyError: 'seed' (mybots.py, line 42)"),
        ("mybots.py:easy", "the name of a level"),
        ("mybots.py", "FILE:CLASS"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_before_the_first_game(given, said):
    name = given.rpartition(":")[2]
    answer = run("simulate", "powergrid", "--bot-from", given, "--seats", f"{name},easy")
    assert answer.exit_code == 2
    assert said in " ".join(answer.stderr.split())
    assert answer.stdout == ""


def test_a_file_that_is_not_python_is_refused_with_its_line(tmp_path):
    (tmp_path / "odd.py").write_text("seats = 2\nclass Odd(:\n")
    answer = run("simulate", "powergrid", "--bot-from", "odd.py:Odd", "--seats", "Odd,easy")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "SyntaxError: invalid syntax (odd.py, line 2)" in " ".join(answer.stderr.split())


def test_a_reason_shows_what_a_terminal_would_obey(file):
    _, view, legal = position(powergrid)
    (own,) = bots_of("powergrid", [f"{file}:Loud"]).own
    bot = SupervisedBot("powergrid", own, 1, 0, 20, is_heard=False)
    bot.choose(view, legal)
    assert str(bot.reason) == r"red \x1b[31m alert"


def test_an_unknown_name_is_told_with_all_that_there_are(file):
    words = ("powergrid", "--bot-from", f"{file}:Last", "--seats")
    for typed in (("simulate", *words, "Lats,easy"), ("simulate", *words, "Qqq,easy")):
        answer = run(*typed)
        assert answer.exit_code == 2
        assert "random, beginner, easy, normal" in " ".join(answer.stderr.split())
        assert "Last" in answer.stderr.replace("Lats", "")
    answer = run("play", *words, "Lats,easy", "--watch", "--plain")
    assert answer.exit_code == 2
    near = "'Lats': did you mean Last? A person of this name is written Lats=human"
    assert near in " ".join(answer.stderr.split())
    answer = run(
        "simulate", "powergrid", "--bot-from", f"{file}:Last", "--bot-from", f"{file}:Last"
    )
    assert "given twice" in answer.stderr


def test_a_saved_game_goes_on_with_its_bot_only(file, tmp_path):
    """And the moves are those of the game that was not interrupted."""
    bots = ("--bot-from", f"{file}:Chance")
    words = ("play", "eletrika", "--plain", "--seed", 3, "--seats", "Chance,random", "--watch")
    whole = run(*words, *bots, "--save", "whole.jsonl")
    assert whole.exit_code == 0, whole.output
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    assert '"bot:Chance 1"' in lines[0]
    assert any("choice 1" in line for line in lines)
    cut = max(place for place in range(20) if "note" not in lines[place])
    (tmp_path / "part.jsonl").write_text("".join(lines[:cut]))
    refused = run("resume", "part.jsonl", "--plain")
    assert refused.exit_code == 2
    assert "--bot-from FILE:Chance" in " ".join(refused.stderr.split())
    assert run("replay", "part.jsonl", "--all").exit_code == 0
    assert run("resume", "part.jsonl", "--plain", *bots).exit_code == 0
    assert (tmp_path / "part.jsonl").read_text() == "".join(lines)


def test_a_package_brings_bots_by_entry_points(tmp_path, monkeypatch):
    info = tmp_path / "some_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[gridgames.bots]\nlate = mybots:Last\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    from gridgames.bots.specs import installed_bots

    installed_bots.cache_clear()
    try:
        assert Bots("powergrid").choices().endswith(", late")
        _, view, legal = position(powergrid)
        assert Bots("powergrid").make("bot:late", 4, 0).choose(view, legal) == legal[-1]
        assert "mybots" not in sys.modules
    finally:
        installed_bots.cache_clear()


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_level_with_a_character_is_a_bot_of_its_own(game):
    bots = Bots(game)
    assert bots.named("hard-miser") == "hard-miser" == bots.of_player("hard-miser 2")
    assert bots.of_player("easy-miser 2") is None
    assert bots.of_player("bot:Any 2") == "bot:Any"
    with pytest.raises(NotationError, match=r"expert, \(normal\|hard\|expert\)-\(careful"):
        bots.named("easy-miser")


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_bot_ends_with_the_program_that_it_plays_for(tmp_path):
    """Even where that is killed and the bot hangs."""
    (tmp_path / "hung.py").write_text(
        "import os\n"
        "class Hung:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, view, actions):\n"
        "        open('pid.new', 'w').write(str(os.getpid()))\n"
        "        os.rename('pid.new', 'pid')\n"
        "        while True: pass\n"
    )
    words = ("simulate", "powergrid", "--bot-from", "hung.py:Hung", "--seats", "Hung,easy")
    program = subprocess.Popen([sys.executable, "-m", "gridgames", *words])
    until = time.monotonic() + 20
    while not (tmp_path / "pid").exists() and time.monotonic() < until:
        time.sleep(0.05)
    pid = int((tmp_path / "pid").read_text())
    program.send_signal(signal.SIGKILL)
    program.wait()
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the bot went on")


def test_what_a_bot_prints_goes_to_standard_error(file, capfd):
    _, view, legal = position(powergrid)
    program = BotProcess(powergrid, bots_of("powergrid", [f"{file}:Last"]).own[0], is_heard=True)
    program.ask(pack(1, view, tuple(legal)), 20)
    program.close()
    assert capfd.readouterr() == ("", "thinking\n")
