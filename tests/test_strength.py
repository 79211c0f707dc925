"""The measurement of strength: what it counts, what it goes on with, and bots of another commit."""

import importlib.util
import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def strength():
    spec = importlib.util.spec_from_file_location("strength", ROOT / "benchmarks" / "strength.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["strength"]


def line(deal, games, bots=("hard", "easy")):
    told = {"game": "eletrika", "setup": "default options", "bots": bots, "deal": deal}
    return told | {"commit": "abc", "games": games, "times": {bots[0]: [2, 0.5, {"-8": 2}]}}


def test_the_page_is_what_the_results_say(strength):
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    told = strength.page(strength.read(strength.RESULTS))
    assert told == page, "run benchmarks/strength.py table"


def test_wins_are_of_the_first_bot_and_deals_are_the_unit(strength):
    score = strength.Score()
    score.add(line(0, [[[0], [9, 4]], [[1], [0, 7]]]))  # wins from both seats
    score.add(line(1, [[[0, 1], [5, 5]], [[0], [6, 2]]]))  # half, and none
    games, share, interval, empty = score.cells(2)
    assert (games, share, empty) == ("2 × 2", "62.5%", "25.0%")
    low, high = (float(end.rstrip("%")) for end in interval.split("–"))
    assert low < 25
    assert high > 90

    score = strength.Score()  # a random bot without points is none that stopped playing
    score.add(line(0, [[[0], [9, 0]], [[1], [0, 7]]], bots=("easy", "random")))
    assert score.pointless == 0


def test_what_is_there_is_not_played_again_and_a_line_cut_off_is_left_out(strength, tmp_path):
    one = next(strength.encounters("eletrika", None))
    assert len(strength.tasks_of([one], 5, {})) == 5
    left = strength.tasks_of([one], 5, {one.key: {0, 3}})
    assert [task.deal for task in left] == [1, 2, 4]
    path = tmp_path / "results.jsonl"
    head = json.dumps({"format": strength.FORMAT, "version": strength.VERSION})
    whole = json.dumps(line(0, [[[0], [1, 0]]]))
    path.write_text(f"{head}\n{whole}\n{whole[:40]}", encoding="utf-8")
    assert [one["deal"] for one in strength.read(path)] == [0]
    path.write_text(f"{whole}\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="no results"):
        strength.read(path)


def test_bots_of_another_commit_play_as_they_do_at_home(strength):
    """Here that commit is this one, so the game must be the same."""
    setup = next(iter(strength.SETUPS["powergrid"]))
    played, plan = [], strength.Plan((), "", (("abc", str(ROOT)),))
    for bots in (("random", "random"), ("random", "abc:random")):
        task = strength.Task(strength.Encounter("powergrid", setup, bots, "two"), 3)
        played.append(strength.play_game(plan, task, bots, defaultdict(strength.Times)))
    assert played[0] == played[1]
    strength.elsewhere(str(ROOT)).close()
    strength.elsewhere.cache_clear()
