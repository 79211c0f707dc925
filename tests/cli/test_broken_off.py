"""Games between players who never end them: broken off after some rounds, and told so."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import eletrika
import powergrid
from gridcommon.game_loop import is_too_long, play
from gridgames.app import app
from gridgames.bots.custom_bots import close_programs
from gridgames.saves.saves_text import describe_saves
from gridgames.saves.start_menu import _is_unfinished

IDLE = '''
class Idle:
    """Passes, or in Eletrika builds and abandons, so that no tile is ever taken."""

    needs_view = False
    reason = None
    ORDER = ("Decline", "Pass", "Done", "Abandon", "Build")

    def __init__(self, seed):
        pass

    def choose(self, view, actions):
        def place(action):
            name = type(action).__name__
            return self.ORDER.index(name) if name in self.ORDER else len(self.ORDER)

        return min(actions, key=place)
'''
GAMES = {"powergrid": powergrid, "eletrika": eletrika}


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "idle.py").write_text(IDLE, encoding="utf-8")
    yield
    close_programs()


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


def batch(command, name, *words):
    who = "--seats" if command == "simulate" else "--bots"
    bots = ("--bot-from", "idle.py:Idle", who, "bot:Idle,bot:Idle")
    return run(command, name, *bots, "--games", 2, "--seed", 1, "--rounds", 12, *words)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_loop_ends_without_an_end_of_the_game(name):
    game, found = GAMES[name], {}
    exec(IDLE, found)
    state = game.new_game(game.Ruleset(), 2, 1)
    assert len(list(play(game, state, [found["Idle"](0)] * 2, rounds=3))) >= 2
    assert state.round == 4
    assert is_too_long(game, state, 3)
    assert game.result(state) is None


@pytest.mark.parametrize("command", ["simulate", "tournament"])
@pytest.mark.parametrize("name", GAMES)
def test_a_batch_tells_what_was_broken_off(name, command):
    told = batch(command, name, "-o", "all.csv", "-o", "all.json", "--details")
    assert told.exit_code == 0, told.output
    assert "broken off without a winner (see --rounds): 2 games" in told.stdout
    assert "rounds: 12.0" in told.stdout
    with open("all.json", encoding="utf-8") as read:
        summary = json.load(read)
    assert (summary["games"], summary["broken_off"], summary["decided_by"]) == (2, 2, {})
    for side in (*summary["seats"], *summary["bots"]):
        assert (side["wins"], side["points"]["mean"]) == (0, None)
    with open("all.games.csv", encoding="utf-8", newline="") as read:
        for row in csv.DictReader(read):
            assert (row["winners"], row["decided_by"], row["broken_off"]) == ("0", "", "1")
    with open("all.seats.csv", encoding="utf-8", newline="") as read:
        assert {(row["won"], row["points"]) for row in csv.DictReader(read)} == {("0.0", "")}


def test_parquet_has_no_points_where_there_are_none():
    parquet = pytest.importorskip("pyarrow.parquet")
    assert batch("simulate", "powergrid", "-o", "all.parquet").exit_code == 0
    seats = parquet.read_table("all.seats.parquet").to_pydict()
    assert seats["points"] == [None] * 4
    assert parquet.read_table("all.games.parquet").to_pydict()["decided_by"] == [None] * 2


def test_games_that_end_are_not_broken_off():
    words = ("simulate", "eletrika", "--seats", "easy,easy", "--games", 1, "--seed", 1, "--json")
    whole = json.loads(run(*words).stdout)
    rounds = whole["rounds"]["max"]
    assert whole["broken_off"] == 0
    assert json.loads(run(*words, "--rounds", rounds).stdout) == whole
    assert json.loads(run(*words, "--rounds", rounds - 1).stdout)["broken_off"] == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_record_tells_it_and_the_batch_goes_on_with_it(name):
    first = batch("simulate", name, "--json", "--records", "games")
    files = [f"games/{name}-{seed}.jsonl" for seed in (1, 2)]
    checked = run("verify", *files)
    assert checked.exit_code == 0
    assert checked.stdout.count("broken off after round 12") == 2
    told = json.loads(run("verify", *files, "--json").stdout)["files"]
    assert [(one["finished"], one["broken_off"]) for one in told] == [(False, 12)] * 2
    shown = json.loads(run(name, "show", files[0], "--json").stdout)
    assert (shown["result"], shown["broken_off"]) == (None, 12)
    assert "Stopped after round 12: no winner." in run(name, "show", files[0]).stdout
    assert batch("simulate", name, "--json", "--records", "games").stdout == first.stdout
    other = batch("simulate", name, "--records", "games", "--rounds", 13)
    assert other.exit_code == 2
    assert "with 12, not 13" in " ".join(other.output.split())


def test_a_note_that_is_not_true_of_the_game_is_not_told():
    batch("simulate", "powergrid", "--records", "games")
    with open("games/powergrid-1.jsonl", encoding="utf-8") as read:
        lines = read.read().splitlines()
    assert json.loads(lines[-1]) == {"note": {"broken_off": {"rounds": 12}}}
    for rounds in (13, 0.5, None, "12", True):
        lines[-1] = json.dumps({"note": {"broken_off": {"rounds": rounds}}})
        with open("other.jsonl", "w", encoding="utf-8") as write:
            write.write("\n".join(lines) + "\n")
        (told,) = json.loads(run("verify", "other.jsonl", "--json").stdout)["files"]
        assert (told["verdict"], told["broken_off"]) == ("holds", None)


def test_a_game_that_only_bots_play_is_broken_off_and_goes_on_when_resumed():
    bots = ("--bot-from", "idle.py:Idle")
    words = ("--seats", "bot:Idle,bot:Idle", "--watch", "--plain", "--seed", 1, *bots)
    told = run("play", "powergrid", *words, "--rounds", 3, "--save", "game.jsonl")
    assert told.exit_code == 0, told.output
    assert "Stopped after round 3: no winner." in told.stdout
    assert "broken off after round 3" in run("verify", "game.jsonl").stdout
    saved = Path("game.jsonl")
    listed = " ".join(text.strip() for line in describe_saves([saved]) for text, _ in line)
    assert "; stopped without a winner" in " ".join(listed.split())
    assert not _is_unfinished(saved)
    reviewed = run("review", "game.jsonl", "--effort", "quick", "--time", "1")
    assert "Stopped after round 3: no winner." in reviewed.stdout, reviewed.output
    assert "not over" not in reviewed.stdout
    again = run("resume", "game.jsonl", "--plain", *bots, "--rounds", 5)
    assert "Stopped after round 5: no winner." in again.stdout
    with open("game.jsonl", encoding="utf-8") as read:
        notes = [line for line in read if "broken_off" in line]
    assert [json.loads(note)["note"]["broken_off"] for note in notes] == [{"rounds": 5}]
    assert "broken off after round 5" in run("verify", "game.jsonl").stdout
