"""Questions about positions of both games: what holds for any position; stories are transcripts."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.analysis import analyse, energizing_builds
from eletrika.notation import format_full, format_picture, format_wire, parse_position
from eletrika.position import PlacedTile, Structure
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika_positions import EXAMPLES, LINE, boards, networks, told_positions
from english import english_left
from examples import examples
from plain_games import invoke
from powergrid import parse_position as parse_table

RULES = Ruleset()
ELETRIKA = ("check", "readings", "legal", "score", "light", "fit", "best", "end")
POWERGRID = {
    "show": (), "cost": ("Raleigh",), "reach": ("--money", "30"), "power": (), "market": (),
    "auction": (), "end": (),
}  # fmt: skip


def answer(*words: object, typed: str | bytes | None = None) -> Any:
    found = invoke(*words, "--json", typed=typed)
    assert found.exit_code in (0, 1), found.output
    return json.loads(found.stdout)


def converted(text: str, to: str, game: str = "eletrika") -> str:
    result = invoke(game, "convert", "-", "--to", to, typed=text)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("language", "columns"), [("en", 80), ("pt_BR", 50)])
def test_every_answer_keeps_to_the_width(language, columns, records, tmp_path) -> None:
    wide = (EXAMPLES / "hand-written.powergrid").read_text("utf-8")
    wide = wide.replace("Ana", "Ana " + "Maria " * 9).replace("building", "auction")
    (tmp_path / "wide.txt").write_text(f"{wide}discount 12\n", "utf-8")
    record = records["eletrika"]
    tables = [EXAMPLES / "open-auction.powergrid", tmp_path / "wide.txt"]
    for game, questions, told in (
        ("eletrika", dict.fromkeys(ELETRIKA, ()), ["dead-end", "full-scoring"]),
        ("eletrika", dict.fromkeys(ELETRIKA[2:] if columns == 80 else (), ()), [record]),
        ("powergrid", POWERGRID, tables if columns == 80 else tables[:1]),
    ):
        for question, words in questions.items():
            for one in told:
                result = invoke("--lang", language, game, question, one, *words, columns=columns)
                assert (result.exit_code, result.stderr) == (0, ""), result.output
                assert language == "en" or english_left(result.stdout) == []
                lines = result.stdout.splitlines()
                texts = [line for line in lines if columns == 80 or not {*line} & {*"│─┌"}]
                assert 0 < max(map(len, texts)) <= columns, (question, one)
                assert all(line == line.rstrip() and "\x1b" not in line for line in lines)


def test_text_and_json_of_a_table_are_read_alike() -> None:
    for file in EXAMPLES.glob("*.powergrid"):
        text = converted(file.read_text("utf-8"), "text", "powergrid")
        document = converted(text, "json", "powergrid")
        assert converted(document, "text", "powergrid") == text
        assert invoke("powergrid", "end", "-", typed=document).stdout == (
            invoke("powergrid", "end", file).stdout
        )


def test_a_position_of_a_record_hides_the_cards_that_no_one_sees(records) -> None:
    at = (records["classic"], "--at", 60)
    text = invoke("powergrid", "convert", *at, "--to", "text").stdout
    whole = invoke("powergrid", "convert", *at, "--to", "text", "--cards").stdout
    assert "\ncards " not in text
    assert len(parse_table(whole).facts["stack"]) == parse_table(text).facts["stack"]
    for question in ("reach", "power", "market", "auction", "end"):
        found = answer("powergrid", question, *at)
        assert found == answer("powergrid", question, "-", typed=whole)
        assert found == answer("powergrid", question, "-", typed=text)
    piped = invoke("powergrid", "end", "-", *at[1:], typed=records["classic"].read_text("utf-8"))
    assert piped.stdout == invoke("powergrid", "end", *at).stdout
    shown = answer("powergrid", "show", *at)
    assert (shown["actions"], shown["position"]) == (60, text)


@pytest.mark.rule("PG-BUILD-01")
def test_a_search_that_is_cut_short_says_how_far_money_may_go(monkeypatch) -> None:
    monkeypatch.setattr("gridgames.wings.powergrid.companion.questions._EFFORT", 40)
    words = ("powergrid", "reach", "fifth-round", "--money", 200)
    assert "Perhaps more, at most" in invoke(*words).stdout
    far = answer(*words)["players"]
    assert not all(one["exact"] for one in far)
    assert all(one["at_most"] >= len(one["cities"]) for one in far)


@pytest.mark.rule("EL-TILE-02")
@pytest.mark.parametrize("question", ELETRIKA[2:])
def test_a_misread_edge_keeps_no_question_from_its_answer(question) -> None:
    position = parse_position(f"{LINE}score W4 K4\n", RULES.tiles)
    edges = position.tiles[2, 0].edges
    position.tiles[2, 0] = PlacedTile(("r" if edges[0] == "l" else "l") + edges[1:])
    found = answer("eletrika", question, "-", typed=format_full(position))
    assert found["problems"] == ["EL-TILE-02"]
    assert found.get("proposals") != []
    assert found.get("actions") != []


# Any position


@examples(1 / 4)
@given(
    st.one_of(
        told_positions().map(format_full),
        boards.map(format_picture),
        networks().map(format_wire),
    ),
    st.booleans(),
)
def test_every_position_is_answered(text: str, as_json: bool) -> None:
    result = invoke("eletrika", "check", "-", *(["--json"] if as_json else []), typed=text)
    assert result.exit_code in (0, 1), (result.exception, result.stderr)
    assert result.stderr == ""
    assert ('problems": []' in result.stdout or "none broken" in result.stdout) == (
        result.exit_code == 0
    )


@examples(1 / 4)
@given(st.text())
def test_every_text_is_answered_or_refused(text: str) -> None:
    result = invoke("eletrika", "check", "-", typed=text.encode("utf-8", "surrogatepass"))
    assert result.exit_code in (0, 1, 2)
    assert isinstance(result.exception, SystemExit | None)


@given(boards)
def test_a_build_that_is_said_to_energize_does(position) -> None:
    analysis = analyse(position, RULES)
    for one in energizing_builds(position, analysis):
        built = {**position.structures, one.at: Structure(one.kind)}
        then = analyse(replace(position, structures=built), RULES)
        lit, before = then.explanation.lit, analysis.explanation.lit
        assert all(lit[place] and not before[place] for place in one.lit)
        new = [problem for problem in then.problems if problem not in analysis.problems]
        assert not {"EL-CONN-03", "EL-SHORT-01", "EL-BUILD-04"} & {
            problem.refusal.rule for problem in new if one.at in (problem.at or ())
        }


# Readings of the rules


def test_options_for_which_there_is_no_time_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridgames.wings.eletrika.companion.judgements._TIME", -1)
    assert answer("eletrika", "readings", "dead-end")["unjudged"] == [*OPTIONS]
    told = invoke("eletrika", "readings", "dead-end").stdout
    assert f"Not judged within -1 seconds: {next(iter(OPTIONS))}" in told
