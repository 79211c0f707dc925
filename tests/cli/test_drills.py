"""The drills: answers that the engine finds, checked another way, and shown after a guess."""

import re
from html import unescape

import networkx as nx
import pytest
from typer.testing import CliRunner

from eletrika.tables import CITY, PLANT
from gridgames.app import app
from gridgames.games.registry import game_of
from gridgames.languages.language import Language, use_language
from gridgames.languages.ledgers import rules
from gridgames.lessons.drills import Drill, a_number, games_with_drills, read_drills
from served import plain_text, running

DRILLS = [drill for game in games_with_drills() for drill in read_drills(game)]


def name_of(drill: Drill) -> str:
    return f"{drill.game}-{drill.number}"


def run(*words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(app, [*words], input=typed)
    return result.exit_code, result.output


def test_both_games_have_fifteen_drills_of_many_kinds():
    assert len(DRILLS) >= 30
    for game in games_with_drills():
        kinds = [drill.table["ask"] for drill in DRILLS if drill.game == game]
        assert len(kinds) >= 15
        assert len(set(kinds)) >= 6


@pytest.mark.parametrize("drill", DRILLS, ids=name_of)
@pytest.mark.parametrize("language", Language)
def test_a_drill_has_one_right_answer_with_reasons_and_rules(drill, language):
    with use_language(language):
        asked = drill.asked()
    assert len(set(asked.choices)) == len(asked.choices) >= 2
    assert 0 <= asked.right < len(asked.choices)
    assert all(asked.reasons)
    assert asked.reasons
    known = rules(game_of(drill.game).LEDGER, language)
    assert all(rule in known for rule in asked.rules)


def lit_by_paths(drill: Drill) -> set[int]:
    """Return the structures on simple paths from a Plant to a City, all paths tried."""
    network = drill.shown.analysis.network
    graph = nx.Graph()
    graph.add_nodes_from(range(len(network.names)))
    graph.add_edges_from(
        (one, other) for one, others in enumerate(network.conducting) for other in others
    )
    kinds = [structure.kind for structure in network.structures]
    plants, cities = (
        [place for place, kind in enumerate(kinds) if kind == wanted] for wanted in (PLANT, CITY)
    )
    return {
        place
        for plant in plants
        for city in cities
        for path in nx.all_simple_paths(graph, plant, city)
        for place in path
    }


@pytest.mark.parametrize("drill", [one for one in DRILLS if one.game == "eletrika"], ids=name_of)
def test_what_is_energized_is_on_a_path(drill):
    lit, asked = lit_by_paths(drill), drill.asked()
    network = drill.shown.analysis.network
    match drill.table["ask"]:
        case "lit":
            place = network.names.index(drill.table["at"])
            assert asked.choices[asked.right] == ("yes" if place in lit else "no")
        case "count":
            assert asked.choices[asked.right] == str(len(lit))
        case "points" | "leader":
            best = [sets[0] for sets in drill.shown.analysis.scores.values() if sets]
            assert all(set(one.members) <= lit for one in best)


def test_the_lead_is_nobody_elses_too():
    for drill in DRILLS:
        if drill.table["ask"] == "leader":
            best = [sets[0].points if sets else 0 for sets in drill.shown.analysis.scores.values()]
            assert best.count(max(best)) == 1
        if drill.table["ask"] == "winner":
            reasons = drill.asked().reasons
            assert drill.asked().choices[drill.asked().right] in reasons[0]


def test_only_one_of_the_tiles_is_closed():
    for drill in DRILLS:
        if drill.table["ask"] == "short_circuit":
            closed = {f"{q},{r}" for q, r in drill.shown.analysis.closed}
            assert len(closed & set(drill.table["among"])) == 1


def test_numbers_to_choose_from_are_four_and_not_negative():
    assert a_number("?", 0, [0, 0], [""]).choices == ["0", "1", "2", "3"]
    asked = a_number("?", 12, [10, 12, 40], [""])
    assert (list(asked.choices), asked.right) == (["10", "12", "13", "40"], 1)


@pytest.mark.parametrize("drill", [one for one in DRILLS if one.game == "eletrika"], ids=name_of)
def test_a_board_gives_no_answer_away(drill):
    text = "".join(part for line in drill.board() for part, _ in line)
    assert not re.search(r"[\[(][UTSPC][WKRG]?2?[\])]", text)
    before, after = (drill.board_layers(is_answered=answered) for answered in (False, True))
    assert before
    assert after
    assert "el-token-lit" not in before.pieces
    assert "el-token-dark" not in before.pieces
    assert not any("energized" in words or "Closed" in words for words in before.words)
    assert ("el-token-lit" in after.pieces) == any(drill.shown.analysis.explanation.lit)


def test_a_guess_is_judged_and_explained():
    asked = read_drills("eletrika")[0].asked()
    right, wrong = str(asked.right + 1), str(2 - asked.right)
    code, output = run("learn", "eletrika", "--drills", typed=f"{right}\n0\nhm\nq\n")
    assert code == 0
    assert "Right." in output
    assert asked.reasons[0] in output
    assert "EL-NRG-01" in output
    assert output.count("Choose 1 to 2, or quit to leave.") == 2
    assert "1 of 1 right." in output
    assert "gridgames learn eletrika --drills --from 2" in output
    _, output = run("learn", "eletrika", "--drills", typed=f"{wrong}\n")
    assert f"No, the answer is: {asked.choices[asked.right]}." in output
    assert "0 of 1 right." in output


def test_all_drills_can_be_answered_in_words():
    for game in games_with_drills():
        drills = read_drills(game)
        typed = "".join(f"{(asked := one.asked()).choices[asked.right]}\n" for one in drills)
        code, output = run("learn", game, "--drills", typed=typed)
        assert code == 0
        assert f"{len(drills)} of {len(drills)} right." in output
        assert "Continue" not in output


def test_wrong_words_of_the_command_are_refused():
    count = len(read_drills("powergrid"))
    code, output = run("learn", "powergrid", "--drills", "--from", str(count + 1))
    assert code == 2
    assert f"drill {count + 1} was requested; there are {count}" in " ".join(output.split())
    assert run("learn", "powergrid", "--drills", "--page")[0] == 2
    code, output = run("learn", "--drills")
    assert code == 0
    assert f"gridgames learn powergrid --drills: {count} drills" in output


def test_drills_are_pages_too(tmp_path):
    async def trial(served):
        key = served.table().chairs[0].key
        status, text = await served.get(f"{key}/drills")
        assert (status, "drills?game=eletrika" in text) == (200, True)
        drill = read_drills("eletrika")[0]
        asked = drill.asked()
        status, text = await served.get(f"{key}/drills?game=eletrika")
        assert asked.question in unescape(plain_text(text))
        assert asked.reasons[0] not in plain_text(text)
        status, text = await served.get(f"{key}/drills?game=eletrika&n=1&pick={asked.right + 1}")
        assert status == 200
        assert "Right." in text
        assert asked.reasons[0] in plain_text(text)
        for wrong in (
            "game=chess",
            "game=eletrika&n=0",
            "game=eletrika&n=99",
            "game=eletrika&n=1&pick=9",
            "game=eletrika&n=%D9%A3",
        ):
            assert (await served.get(f"{key}/drills?{wrong}"))[0] == 404
        assert (await served.get("nobody/drills"))[0] == 404

    running(tmp_path, trial)


@pytest.mark.parametrize("lang", ["en", "pt_BR"])
@pytest.mark.parametrize("drill", DRILLS, ids=name_of)
def test_every_drill_fits_50_columns(drill, lang, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    words = ["--lang", lang, "learn", drill.game, "--drills", "--from", str(drill.number)]
    _, printed = run(*words, typed="1\n")
    lines = printed.splitlines()
    assert lines
    assert [line for line in lines if len(line) > 50] == []
