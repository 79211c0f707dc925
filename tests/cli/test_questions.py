"""``gridgames eletrika legal|score|light|fit|best|end|convert``: a question, and its answer."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner, Result

import eletrika_positions as positions
from eletrika.analysis import analyse
from eletrika.notation import format_full, parse_position
from eletrika.position import Network, PlacedTile
from eletrika.ruleset import Ruleset
from eletrika_positions import EXAMPLES, legal_boards, told_positions
from gridgames.app import app

LINE = f"{positions.LINE}score W4 K4\n"
ALL = ("legal", "score", "light", "fit", "best", "end")
RULES = Ruleset()
TV_08 = EXAMPLES / "full-scoring.eletrika"


def ask(question: str, *words: object, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, ["eletrika", question, *map(str, words)], input=typed)


def answer(question: str, *words: object, typed: str | None = LINE) -> dict:
    result = ask(question, *(words or ["-"]), "--json", typed=typed)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["schema"] == 1
    return found


def complaint(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return " ".join(result.stderr.split())


# On any position


@pytest.mark.parametrize("question", ALL)
def test_every_question_is_answered_within_80_columns(question, records):
    shown = [ask(question, EXAMPLES / f"{name}.eletrika") for name in ("dead-end", "full-scoring")]
    shown += [ask(question, records["eletrika"], "--at", number) for number in (1, 30, 60)]
    shown += [ask(question, records["eletrika"])]
    for result in shown:
        assert result.exit_code == 0, result.output
        lines = result.stdout.splitlines()
        assert lines
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


def test_what_was_assumed_is_said_and_nothing_else():
    assert set(answer("best", typed="U   TR2\n")["assumed"]) == {
        *("hand", "score", "markers", "turn", "row", "stack", "bonus")
    }
    assert answer("best")["assumed"] == {}
    text = ask("legal", "-", typed="U   TR2\n").stdout
    assert "turn: it is Red's turn" in text


def test_the_wire_form_has_sets_and_no_places():
    wire = "Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw"
    found = answer("score", typed=wire)
    assert [one["set"] for one in found["before"]["W"]] == [["Tw", "Cw"]]
    assert answer("score", "-", "--player", "preto", typed=wire)["before"].keys() == {"K"}
    for question in ("legal", "light", "fit", "best", "end"):
        assert "convert FILE --to full" in complaint(ask(question, "-", typed=wire))


@pytest.mark.rule("EL-SHORT-01")
def test_a_position_that_breaks_rules_is_answered_and_said_so():
    triple = LINE.replace("5,0 31/0", "5,0 31/0 P").replace("4,1 37/0 *K2", "4,1 37/0 P")
    for question in ALL:
        result = ask(question, "-", typed=triple)
        assert result.exit_code == 1
        assert result.stdout
        assert "EL-SHORT-01" in result.stderr
        assert "EL-CONN-03" not in result.stderr
    assert json.loads(ask("end", "-", "--json", typed=triple).stdout)["problems"]


@pytest.mark.rule("EL-TILE-02")
@pytest.mark.parametrize("question", ALL)
def test_a_misread_edge_keeps_no_question_from_its_answer(question):
    position = parse_position(LINE, RULES.tiles)
    edges = position.tiles[2, 0].edges
    position.tiles[2, 0] = PlacedTile(("r" if edges[0] == "l" else "l") + edges[1:])
    result = ask(question, "-", "--json", typed=format_full(position))
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["problems"] == ["EL-TILE-02"]
    if question in ("light", "best"):
        assert found["proposals" if question == "light" else "actions"]


@pytest.mark.rule("EL-COMP-02")
@pytest.mark.parametrize("question", ["light", "best"])
def test_nobody_plays_on_with_more_pieces_than_the_box_holds(question):
    crowded = "0,0 src\n1,0 ? T:W2\n2,0 ? S:W2\n2,1 ? P:W2\n"
    assert "EL-COMP-02: White has 5 pawns" in complaint(ask(question, "-", typed=crowded))


# What it says


@pytest.mark.rule("EL-SHORT-01", "EL-CONN-03")
def test_legal_says_what_may_be_built_and_what_closes_a_tile():
    found = answer("legal")
    free = {tuple(one["at"]): one for one in found["free"]}
    assert free[5, 0]["kinds"] == ["S", "P", "C"]
    assert free[5, 0]["refused"]["T"]["rule"] == "EL-CONN-03"
    closed = {tuple(one["at"]): one["by"] for one in found["closed"]}
    assert sorted(closed[3, 1]) == [[3, 0], [4, 0]], "an empty cell beside the board"
    assert "3,1: Substation 3,0 + Pole 4,0" in ask("legal", "-", typed=LINE).stdout
    assert (found["player"], found["barred"]) == ("W", None)
    poor = LINE.replace("W3 K3", "W0 K3")
    assert answer("legal", typed=poor)["barred"]["rule"] == "EL-BUILD-01"
    assert answer("legal", "-", "--player", "K", typed=poor)["barred"] is None


@pytest.mark.rule("EL-TILE-02")
def test_legal_says_where_tiles_fit_and_how_turned():
    row = {one["tile"]: one["places"] for one in answer("legal")["tiles"]}
    assert row.keys() == {8, 9, 10}
    edges = RULES.tiles.faces[13][0]
    (numbered,) = answer("legal", "-", "--tile", "13")["tiles"]
    (told,) = answer("legal", "-", "--tile", edges)["tiles"]
    assert numbered["places"] == told["places"]
    assert numbered["places"]
    assert (numbered["tile"], told["tile"]) == (13, edges)
    for place in numbered["places"]:
        assert place["edges"] == [RULES.tiles.faces[13][turn] for turn in place["turns"]]
    for typed, rule in (("33", "EL-COMP-01"), ("13/2", "six edges"), ("rr", "6"), ("?", "six")):
        assert rule in complaint(ask("legal", "-", "--tile", typed, typed=LINE))


@pytest.mark.rule("EL-SCORE-05", "EL-SCORE-08", "EL-TURN-04")
def test_score_lists_sets_before_the_main_action_and_what_one_adds():
    lit = LINE.replace("5,0 31/0", "5,0 31/0 CK").replace(" *K2", "").replace("K3", "K2")
    lit = lit.replace("K1", "K12")
    found = answer("score", typed=lit)
    (best,) = found["before"]["W"]
    assert (best["set"], best["points"], best["pawns_back"]) == (["2,0", "4,0"], 2, 2)
    assert {one["what"] for one in best["items"]} == {"set", "high_demand"}
    assert best["refused"] is None
    assert len(found["before"]["K"]) == 3
    assert found["after"].keys() == {"W"}
    gains = [one["gain"] for one in answer("score")["after"]["W"]]
    assert gains == sorted(gains, reverse=True)
    assert min(gains) > 0
    assert "forest" in ask("score", EXAMPLES / "full-scoring.eletrika").stdout


@pytest.mark.rule("EL-NRG-01")
def test_light_proposes_builds_and_tiles_by_points():
    found = answer("light")["proposals"]
    city = [{"seat": 0, "do": "build", "kind": "C", "at": [5, 0]}]
    build = next(one for one in found if one["actions"] == city)
    assert (build["points"], build["gain"], build["own"], len(build["lit"])) == (2, 2, 3, 5)
    points = [one["points"] for one in found]
    assert points == sorted(points, reverse=True)
    assert {len(one["actions"]) for one in found} == {1, 2}
    assert "build C 5,0: 2 MW (+2); lights 5, 3 own" in ask("light", "-", typed=LINE).stdout


def test_fit_counts_what_is_left_and_says_the_chance():
    (gap,) = answer("fit", "-", "1,1")["gaps"]
    assert gap["beside"] == 3
    assert 0 < gap["next"] < gap["by_end"] <= 1
    known = [fit["tile"] for fit in gap["unseen"]]
    assert not {0, 7, 33, 36, 30, 31, 35, 37, 8, 9, 10} & set(known)
    (west,) = answer("fit", "-", "-1,0")["gaps"]
    assert west["at"] == [-1, 0], "a cell, not an option"
    everything = answer("fit")
    assert [one for one in everything["gaps"] if one["at"] == [1, 1]] == [gap]
    assert everything["unseen"] == 38 - 8 - 3
    for cell, found in (("1,0", "EL-TILE-01"), ("9,9", "EL-TILE-01"), ("x", "expected a cell")):
        assert found in complaint(ask("fit", "-", cell, typed=LINE))


def test_best_is_a_legal_turn_with_its_reasons(records):
    found = answer("best")
    assert len(found["actions"]) == len(found["reasons"]) > 0
    assert found["refused"] is None
    assert answer("best") == found, "the same question has the same answer"
    assert answer("best", "-", "--player", "K")["actions"][0]["seat"] == 1
    assert "choose one of random, beginner, easy, normal" in complaint(
        ask("best", "-", "--level", "huge", typed=LINE)
    )
    assert answer("best", records["eletrika"], typed=None)["refused"]["rule"] == "EL-END-03"


@pytest.mark.rule("EL-WIN-01", "EL-WIN-02", "EL-WIN-03", "EL-END-04")
def test_end_says_who_wins_now(records):
    assert answer("end")["result"] == {
        "winners": [0, 1],
        "scores": [4, 4],
        "pawns_on_board": [2, 2],
        "decided_by": "EL-WIN-03",
    }
    ahead = answer("end", typed=LINE.replace("W4 K4", "W4 K5"))
    assert (ahead["result"]["winners"], ahead["result"]["decided_by"]) == ([1], "EL-WIN-01")
    over = answer("end", records["eletrika"], typed=None)
    recorded = json.loads(records["eletrika"].read_text().splitlines()[-1])
    assert (over["over"], over["result"]) == (True, recorded["result"])


# Converting


def converted(text: str, to: str) -> str:
    result = ask("convert", "-", "--to", to, typed=text)
    assert result.exit_code == 0, result.output
    return result.stdout


def findings(text: str) -> list[list[object]]:
    """Return what is found of each structure, and the rules that are broken, by their order."""
    told = parse_position(text, RULES.tiles)
    analysis = analyse(told, RULES)
    network = told if isinstance(told, Network) else told.network()
    found = [
        [structure.kind, structure.owner, structure.pawns, *(lit[place] for lit in readings)]
        for readings in [analysis.readings.values()]
        for place, structure in enumerate(network.structures)
    ]
    broken = sorted(problem.refusal.rule for problem in analysis.problems)
    return [sorted(found, key=str), [rule for rule in broken if rule[:7] in ("EL-CONN", "EL-SHOR")]]


@settings(max_examples=12)
@given(legal_boards())
def test_a_board_in_another_form_has_the_same_findings(board):
    full = format_full(board)
    assert parse_position(converted(full, "full"), RULES.tiles) == board
    forms = [converted(full, "picture"), converted(converted(full, "picture"), "full")]
    if board.structures:
        forms += [converted(full, "wire"), converted(converted(full, "wire"), "wire")]
    for text in forms:
        assert findings(text) == findings(full)


@settings(max_examples=12)
@given(told_positions())
def test_a_position_as_json_has_all_that_it_tells(position):
    found = json.loads(converted(format_full(position), "json"))
    assert [tuple(one["at"]) for one in found["tiles"]] == [*position.tiles]
    assert {tuple(one["at"]) for one in found["structures"]} == {*position.structures}
    assert found["stack"] == position.stack
    assert len(found["markers"]) == len(position.markers)
    assert len(found["row"] or ()) == len(position.row or ())


def test_what_a_form_cannot_tell_is_named():
    wire = converted(LINE, "wire")
    assert wire.startswith(
        "# left out: the land, the places of the structures, free tiles, markers\n"
    )
    assert "Uk-Tw-Sk-Pw" in wire
    beside = LINE[LINE.index("hand") :].splitlines()
    assert {*beside} <= {*wire.splitlines()}, "every form has the lines beside the board"
    assert {*beside} <= {*converted(LINE, "picture").splitlines()}
    assert converted("Uk-T1; T1-Cw\n", "wire") == "Uk-T1-Cw\n"
    assert converted(LINE, "svg").startswith("<svg")
    for to in ("picture", "full", "svg"):
        star = "U-T1; T1-T2; T1-T3; T1-S"
        assert "of 4 structures around T1" in complaint(ask("convert", "-", "--to", to, typed=star))
        assert converted("Uk-T1\n", to)
    assert converted("Uk-T1\n", "full").endswith("\n0,1    ?      U:K\n0,0    ?      T\n")
    assert "no structure" in complaint(ask("convert", "-", "--to", "wire", typed="0,0 src\n"))


# In an open turn

LIT = LINE.replace("5,0 31/0", "5,0 31/0 CK").replace(" *K2", "").replace("K3", "K2")
LIT = LIT.replace("K1", "K12")
DONE = {"rule": "EL-TURN-01", "why": "the main action of this turn is done, or not yet due"}


@pytest.mark.rule("EL-TURN-01", "EL-TURN-02", "EL-BUILD-01")
def test_every_question_respects_that_the_main_action_is_done():
    done = LIT.replace("turn W", "turn W done")
    assert answer("best", typed=done)["actions"][-1]["do"] in ("score", "end")
    light = answer("light", typed=done)
    assert (light["player"], light["barred"]) == ("W", DONE)
    assert "Nothing now: EL-TURN-01" in ask("light", "-", typed=done).stdout
    legal = answer("legal", typed=done)
    assert legal["barred"] == legal["no_tile"] == DONE
    score = answer("score", typed=done)
    assert (score["barred"], score["after"]) == (DONE, {"W": []})
    assert [one["refused"] for one in score["before"]["W"]] == [None]
    checked = ask("check", "-", typed=done)
    assert "Now: White scores a set, or ends the turn" in checked.stdout
    assert all(not site["kinds"] for site in answer("check", typed=done)["free"])
    assert answer("legal", "-", "--player", "K", typed=done)["barred"] is None


@pytest.mark.rule("EL-TURN-02", "EL-TURN-04")
def test_every_question_respects_that_a_set_was_scored():
    scored = LIT.replace("turn W", "turn W scored")
    for typed in (scored, converted(scored, "picture"), converted(scored, "wire")):
        refused = [one["refused"]["rule"] for one in answer("score", typed=typed)["before"]["W"]]
        assert refused == ["EL-TURN-02"]
        assert "Now: White has scored" in ask("check", "-", typed=typed).stdout
    assert answer("score", typed=scored)["after"] == {"W": []}
    assert answer("light", typed=scored)["barred"] is None
    assert {one["do"] for one in answer("best", typed=scored)["actions"]} <= {"tile", "build"}
    last = scored + "first K\nround 9\nlast 9\n"
    assert answer("end", typed=last)["unscored"][0] == 0
    assert "White has no turn left to score in" in ask("end", "-", typed=last).stdout


@pytest.mark.rule("EL-SETUP-08", "EL-END-03")
def test_a_position_says_that_it_is_in_set_up_or_over():
    drawn = "0,0 src\nhand W5 K5\nstack 29\nrow 8 9 10\nturn W drew 13\n"
    (tile,) = answer("legal", typed=drawn)["tiles"]
    assert tile["tile"] == 13
    assert {(*place["builds"], *place["markers"]) for place in tile["places"]} == {()}
    (best,) = answer("best", typed=drawn)["actions"]
    assert (best["do"], best["tile"]) == ("tile", 13)
    over = LINE.replace("turn W", "turn over")
    assert answer("best", typed=over)["refused"]["rule"] == "EL-END-03"
    assert answer("end", typed=over)["over"]
    assert answer("light", typed=over)["proposals"] == []


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("turn W maybe", "allowed are scored, done, done city, drew 13"),
        ("turn W done done", "'done' cannot follow the owner"),
        ("turn W drew", "cannot follow the owner"),
        ("turn W drew 99", "37"),
        ("turn", "expected one owner after turn"),
    ],
)
def test_an_open_turn_that_cannot_be_read_is_refused(turn, said):
    assert said in complaint(ask("light", "-", typed=LINE.replace("turn W", turn)))


@pytest.mark.parametrize(
    ("turn", "rule"),
    [("turn W drew 13", "EL-SETUP-08"), ("turn W done city", "EL-CITY-01")],
)
def test_an_open_turn_that_cannot_be_is_a_broken_rule(turn, rule):
    result = ask("end", "-", "--json", typed=LINE.replace("turn W", turn))
    assert result.exit_code == 1
    assert rule in json.loads(result.stdout)["problems"]


# Bad input


def test_a_wrong_question_says_what_is_allowed(records, tmp_path: Path):
    record = records["eletrika"]
    assert "unknown player 'x'; choose W (White), K (Black)" in complaint(
        ask("light", "-", "--player", "x", typed=LINE)
    )
    assert "--at needs a game record" in complaint(ask("end", "-", "--at", 3, typed=LINE))
    assert "its own rules" in complaint(ask("end", record, "--option", "tie=pawns"))
    assert ask("end", "-", typed=record.read_text()).stdout == ask("end", record).stdout
    assert "powergrid" in complaint(ask("end", records["cartel"]))
    assert "line 2" in complaint(ask("fit", "-", typed="0,0 src\n1,0 13/9\n"))
    own = tmp_path / "own.toml"
    own.write_text("")
    assert "own.toml" in complaint(ask("legal", "-", "--tiles", own, typed=LINE))


def test_a_name_that_looks_like_pawns_is_told_by_every_command() -> None:
    for words in (["check"], ["score"], ["convert", "--to", "full"]):
        done = CliRunner().invoke(app, ["eletrika", words[0], "-", *words[1:]], input="U-T-S-P-Cr2")
        assert done.exit_code == 0, done.output
        told = " ".join((done.stdout + done.stderr).split())
        assert "'Cr2' is a name here, not two pawns" in told
        assert "with two pawns it is Cr+" in told
    assert "two if a plus follows: Tr+" in CliRunner().invoke(app, ["eletrika", "--help"]).stdout


@pytest.mark.parametrize("lang", ["en", "pt_BR"])
@pytest.mark.parametrize("question", ALL)
def test_every_answer_fits_50_columns(question, lang, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    result = CliRunner().invoke(app, ["--lang", lang, "eletrika", question, str(TV_08)])
    lines = result.stdout.splitlines()
    assert lines
    assert [line for line in lines if len(line) > 50] == []
