"""Limits: input of any size is answered or refused soon, and never said back at length."""

import json
import re
from itertools import combinations
from time import process_time

import pytest
from typer.testing import CliRunner, Result

from eletrika.tables import KINDS
from gridgames.app import app
from plain_games import gridgames

LONG = "1" * 5000
SOON = 4.0  # seconds of a processor; it is one or two on a quiet machine
HEADER = (
    '{"format":"gridgames-record","version":1,"game":"eletrika","ruleset":{},'
    '"players":["Ana","Bea"],"seed":1}\n'
)


def run(*words: object, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), input=typed)


def crowd(count: int) -> str:
    """Return so many structures that all touch."""
    names = [f"{KINDS[number % 5]}{number}" for number in range(count)]
    return "; ".join(map("-".join, combinations(names, 2)))


# Structures that all touch


@pytest.mark.rule("EL-CONN-05", "EL-COMP-04", "EL-SHORT-01")
@pytest.mark.parametrize("count", [60, 120])
def test_a_crowd_is_answered_with_each_broken_rule_and_how_often(count: int) -> None:
    begin = process_time()
    result = run("eletrika", "check", "-", typed=crowd(count))
    assert process_time() - begin < SOON
    assert result.exit_code == 1
    assert len(result.output) < 20_000
    threes = count * (count - 1) * (count - 2) // 6
    assert f"and {threes - 20} more of EL-SHORT-01" in result.stdout
    assert result.stdout.count("touches at most 6 others") == 20
    assert result.stdout.count("EL-COMP-04") == (4 if count == 60 else 5)


@pytest.mark.rule("EL-CONN-05")
def test_the_document_says_how_much_it_leaves_out() -> None:
    result = run("eletrika", "check", "-", "--json", typed=crowd(30))
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    listed = [problem["rule"] for problem in document["problems"]]
    assert (listed.count("EL-SHORT-01"), listed.count("EL-CONN-05")) == (100, 30)
    threes = 30 * 29 * 28 // 6
    assert document["more"]["problems"]["EL-SHORT-01"] == threes - 100


def test_the_document_says_how_many_sets_it_leaves_out() -> None:
    line = "-".join(f"{kind}r{number}" for number, kind in enumerate("UTSPC" + "PSTTSPC" * 3))
    document = json.loads(run("eletrika", "check", "-", "--json", typed=line).stdout)
    assert len(document["scores"]["R"]) == 100
    assert document["more"]["scores"]["R"] > 1000
    points = [one["points"] for one in document["scores"]["R"]]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("count", [150, 400])
def test_a_crowd_that_would_take_long_is_refused(count: int) -> None:
    begin = process_time()
    result = run("eletrika", "check", "-", typed=crowd(count))
    assert process_time() - begin < SOON
    assert (result.exit_code, result.stdout) == (2, "")
    assert "<stdin>" in result.stderr


@pytest.mark.rule("EL-CONN-05")
def test_six_neighbours_are_not_too_many() -> None:
    ring = "; ".join(f"T-P{number}" for number in range(6))
    assert "EL-CONN-05" not in run("eletrika", "check", "-", typed=ring).stdout
    assert "EL-CONN-05" in run("eletrika", "check", "-", typed=f"{ring}; T-P6").stdout


# What is said back


@pytest.mark.parametrize(
    "words",
    [
        ("new", "eletrika", "--option", f"forest_touch={LONG}"),
        ("new", "eletrika", "--option", LONG),
        ("new", "eletrika", "--option", f"{LONG}=1"),
        ("new", "powergrid", "--option", f"house_limit={LONG}"),
        ("new", "eletrika", "--seed", LONG),
        ("new", "eletrika", f"--{LONG}"),
        ("new", LONG),
        ("new", "eletrika", LONG, LONG),
        (LONG,),
        ("rules", LONG),
        ("compare", LONG),
        ("compare", "winner", "--between", f"eletrika:{LONG}", "powergrid"),
        ("compare", "winner", "--between", f"eletrika:{LONG}={LONG}", "powergrid"),
        ("simulate", "eletrika", "--seats", LONG),
        ("simulate", "eletrika", "--games", LONG),
        ("play", "eletrika", "--seats", LONG),
        ("resume", LONG),
        ("verify", LONG),
        ("eletrika", "check", "-", "--reading", LONG),
        ("eletrika", "check", "-", "--option", f"energized={LONG}"),
    ],
    ids=lambda words: " ".join(words).replace(LONG, "LONG"),
)
def test_a_long_word_is_not_said_back_at_length(words: tuple[str, ...], tmp_path) -> None:
    done = gridgames(tmp_path, *words)
    assert done.exit_code in (1, 2)
    assert len(done.output) < 1200
    assert len(re.sub(r"\s|'", "", done.output).split("1" * 401)) == 1


@pytest.mark.parametrize("word", [f"X{LONG}", f"T{LONG}-P", f"T-P; {LONG}", f"0,0 {LONG}"])
def test_a_long_word_of_a_position_is_not_said_back_at_length(word: str) -> None:
    result = run("eletrika", "check", "-", typed=word)
    assert result.exit_code == 2
    assert len(result.stderr) < 800


@pytest.mark.parametrize(
    "line",
    [
        f'{{"seat":0,"do":"tile","tile":{LONG},"turn":0,"at":[0,1]}}',
        f'{{"seat":0,"do":"{LONG}"}}',
        f'{{"seat":0,"do":"tile","tile":1,"turn":0,"at":"{LONG}"}}',
        f'{{"check":{{"{LONG}":1}}}}',
        f'{{"check":{{"scores":[{LONG}]}}}}',
        f'{{"check":{{"scores":"{LONG}"}}}}',
        f'{{"{LONG}":1}}',
        f'{{"check":{"[" * 5000}',
        "x" * 2_000_000,
    ],
    ids=lambda line: line[:40],
)
def test_a_long_line_of_a_record_is_not_said_back_at_length(line: str, tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER + line + "\n", encoding="utf-8")
    begin = process_time()
    done = gridgames(tmp_path, "verify", path)
    assert process_time() - begin < SOON
    assert done.exit_code in (1, 2)
    assert len(done.output) < 1200


def test_many_players_are_refused_soon(tmp_path) -> None:
    begin = process_time()
    done = gridgames(tmp_path, "play", "eletrika", "--watch", "--seats", ",".join(["easy"] * 5000))
    assert process_time() - begin < SOON
    assert done.exit_code == 2
    assert "2 to 4 players, found 5000" in done.stderr


def test_a_long_name_of_a_record_is_cut_where_it_is_shown(tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER.replace("Ana", "Ana" * 100_000), encoding="utf-8")
    for words in (("replay", path, "--all", "--plain"), ("eletrika", "show", path)):
        done = gridgames(tmp_path, *words)
        assert done.exit_code == 0
        assert "AnaAna" in done.stdout
        assert len(done.stdout) < 3000


def test_a_long_action_is_explained_without_being_said_back(tmp_path) -> None:
    words = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "3", "--no-save")
    done = gridgames(tmp_path, *words, typed=f"y score {'0,0 ' * 5000}\nq\n")
    assert "is not allowed" in " ".join(done.stdout.split())
    assert len(done.stdout) < 4000


# Numbers at a prompt


@pytest.mark.parametrize("typed", ["0000000012", "01", "00", "9999999999999", LONG])
def test_a_number_that_is_none_of_the_choices_takes_none(typed: str, tmp_path) -> None:
    words = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "3", "--no-save")
    done = gridgames(tmp_path, *words, typed=f"{typed}\nq\n")
    assert re.search(r"Choice \S+ does not exist; choose 1 to \d", " ".join(done.stdout.split()))
    assert "Ana lays" not in done.stdout
    assert LONG not in done.stdout
    log = gridgames(tmp_path, *words, typed=f"log {typed}\nq\n")
    assert "expected a number" in log.stdout


@pytest.mark.parametrize("typed", ["0000000001", "01", LONG])
def test_a_number_that_is_none_of_the_saves_opens_none(typed: str, tmp_path) -> None:
    words = ("play", "powergrid", "--seats", "Ana=human,easy", "--seed", "3")
    gridgames(tmp_path, *words, typed="1\nq\n")
    done = gridgames(tmp_path, "resume", typed)
    assert done.exit_code == 2
    assert "does not exist" in " ".join(done.stderr.split())
    again = gridgames(tmp_path, "resume", "1", typed="q\n")
    assert again.exit_code == 0, again.output
