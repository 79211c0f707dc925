"""Limits: input of any size is answered or refused soon, and never said back at length."""

import json
import re
from itertools import combinations
from time import process_time

import pytest

from eletrika.tables import KINDS
from plain_games import gridgames

LONG = "1" * 5000
SOON = 4.0  # seconds of a processor; it is one or two on a quiet machine
HEADER = (
    '{"format":"gridgames-record","version":1,"game":"eletrika","ruleset":{},'
    '"players":["Ana","Bea"],"seed":1}\n'
)
PLAY = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "3", "--no-save")


@pytest.fixture
def check(tmp_path):
    """Ask check about a position, and see that the answer comes soon."""

    def asked(typed, *words):
        begin = process_time()
        result = gridgames(tmp_path, "eletrika", "check", "-", *words, typed=typed)
        assert process_time() - begin < SOON
        return result

    return asked


def crowd(count: int) -> str:
    """Return so many structures that all touch."""
    names = [f"{KINDS[number % 5]}{number}" for number in range(count)]
    return "; ".join(map("-".join, combinations(names, 2)))


# Large positions


@pytest.mark.rule("EL-CONN-05", "EL-COMP-04", "EL-SHORT-01")
def test_a_crowd_is_answered_with_each_broken_rule_and_how_often(check) -> None:
    result = check(crowd(60))
    assert (result.exit_code, len(result.output) < 20_000) == (1, True)
    threes = 60 * 59 * 58 // 6
    assert f"and {threes - 20} more of EL-SHORT-01" in result.stdout
    assert result.stdout.count("touches at most 6 others") == 20
    assert result.stdout.count("EL-COMP-04") == 4
    document = json.loads(check(crowd(30), "--json").stdout)
    listed = [problem["rule"] for problem in document["problems"]]
    assert (listed.count("EL-SHORT-01"), listed.count("EL-CONN-05")) == (100, 30)
    assert document["more"]["problems"]["EL-SHORT-01"] == 30 * 29 * 28 // 6 - 100
    refused = check(crowd(400))
    assert (refused.exit_code, refused.stdout, "<stdin>" in refused.stderr) == (2, "", True)


def test_sets_and_ways_that_are_left_out_are_counted(check) -> None:
    line = "-".join(f"{kind}r{number}" for number, kind in enumerate("UTSPC" + "PSTTSPC" * 3))
    document = json.loads(check(line, "--json").stdout)
    points = [one["points"] for one in document["scores"]["R"]]
    assert (len(points), document["more"]["scores"]["R"] > 1000) == (100, True)
    assert points == sorted(points, reverse=True)
    forest = "-".join(f"Tr{number}" for number in range(1, 42))
    assert "Red: too many sets to list" in check(f"U-{forest}-S-P-C").stdout
    text = check("U" + " " * 3 + "   ".join("T" * 450) + "   S   P   C").stdout
    assert "Energized: 454 of 454" in text
    assert "lit   101 more, not listed" in text


def test_a_long_way_is_shortened(check) -> None:
    towers, poles = (f"{'-'.join(f'{kind}{n}' for n in range(1, 59))}" for kind in "TP")
    chain = f"U-{towers}-S-{poles}-C"
    text = check(chain).stdout
    assert len(text) < 30_000
    assert "> ... 103 more ... >" in " ".join(text.split())
    told = json.loads(check(chain, "--json").stdout)
    assert {len(one["witness"]) for one in told["structures"]} == {119}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (b"U-T-" * (10 << 18), "longer than the 1,048,576 bytes"),
        (b"U-T-" * 5_000, "column 20000: a dash with no"),
        (b"." * 90_000, "does not begin with a structure"),
        (b".   " * 20_000, "the box holds 38"),
        (b".\n  .\n" * 5_000, "the box holds 38"),
        *((word, "") for word in (f"X{LONG}", f"T{LONG}-P", f"T-P; {LONG}", f"0,0 {LONG}")),
    ],
    ids=range(9),
)
def test_a_long_text_is_refused_and_not_said_back_at_length(check, typed, told) -> None:
    result = check(typed)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
    assert len(result.stderr) < 800


# What is said back


@pytest.mark.parametrize(
    "words",
    [
        "new eletrika --option forest_touch=LONG",
        "new eletrika --option LONG",
        "new eletrika --option LONG=1",
        "new powergrid --option house_limit=LONG",
        "new eletrika --seed LONG",
        "new eletrika --LONG",
        "new LONG",
        "new eletrika LONG LONG",
        "LONG",
        "rules LONG",
        "compare LONG",
        "compare winner --between eletrika:LONG powergrid",
        "compare winner --between eletrika:LONG=LONG powergrid",
        "simulate eletrika --seats LONG",
        "simulate eletrika --games LONG",
        "play eletrika --seats LONG",
        "resume LONG",
        "verify LONG",
        "eletrika check - --reading LONG",
        "eletrika check - --option energized=LONG",
    ],
)
def test_a_long_word_is_not_said_back_at_length(words: str, tmp_path) -> None:
    done = gridgames(tmp_path, *words.replace("LONG", LONG).split())
    assert done.exit_code in (1, 2)
    assert len(done.output) < 1200
    assert len(re.sub(r"\s|'", "", done.output).split("1" * 401)) == 1


@pytest.mark.parametrize(
    "line",
    [
        '{"seat":0,"do":"tile","tile":LONG,"turn":0,"at":[0,1]}',
        '{"seat":0,"do":"LONG"}',
        '{"seat":0,"do":"tile","tile":1,"turn":0,"at":"LONG"}',
        '{"check":{"LONG":1}}',
        '{"check":{"scores":[LONG]}}',
        '{"check":{"scores":"LONG"}}',
        '{"LONG":1}',
        '{"check":NESTED',
        "ENDLESS",
    ],
)
def test_a_long_line_of_a_record_is_not_said_back_at_length(line: str, tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    for name, text in (("LONG", LONG), ("NESTED", "[" * 5000), ("ENDLESS", "x" * 2_000_000)):
        line = line.replace(name, text)
    path.write_text(f"{HEADER}{line}\n", encoding="utf-8")
    begin = process_time()
    done = gridgames(tmp_path, "verify", path)
    assert process_time() - begin < SOON
    assert (done.exit_code in (1, 2), len(done.output) < 1200) == (True, True)


def test_many_players_are_refused_soon(tmp_path) -> None:
    begin = process_time()
    done = gridgames(tmp_path, "play", "eletrika", "--watch", "--seats", ",".join(["easy"] * 5000))
    assert process_time() - begin < SOON
    assert (done.exit_code, "2 to 4 players, found 5000" in done.stderr) == (2, True)


def test_a_long_name_of_a_record_is_cut_where_it_is_shown(tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER.replace("Ana", "Ana" * 100_000), encoding="utf-8")
    for words in (("replay", path, "--all", "--plain"), ("eletrika", "show", path)):
        done = gridgames(tmp_path, *words)
        assert (done.exit_code, "AnaAna" in done.stdout) == (0, True)
        assert len(done.stdout) < 3000


def test_a_long_action_is_explained_without_being_said_back(tmp_path) -> None:
    done = gridgames(tmp_path, *PLAY, typed=f"y score {'0,0 ' * 5000}\nq\n")
    assert "is not allowed" in " ".join(done.stdout.split())
    assert len(done.stdout) < 4000


@pytest.mark.parametrize("typed", ["0000000012", "01", "00", "9999999999999", LONG])
def test_a_number_that_is_none_of_the_choices_takes_none(typed: str, tmp_path) -> None:
    done = gridgames(tmp_path, *PLAY, typed=f"{typed}\nlog {typed}\nq\n")
    assert re.search(r"\S+ is not possible. Choose 1 to \d", " ".join(done.stdout.split()))
    assert "expected a number" in done.stdout
    assert "Ana lays" not in done.stdout
    assert LONG not in done.stdout
