"""The drills: one right answer with its reasons, which no board gives away before a guess."""

import re

import pytest

from gridgames.languages.language import Language, use_language
from gridgames.languages.ledgers import rules
from gridgames.show.registry import game_of
from gridgames.table.drills import Drill, games_with_drills, read_drills
from served import running

DRILLS = [drill for game in games_with_drills() for drill in read_drills(game)]


def name_of(drill: Drill) -> str:
    return f"{drill.game}-{drill.number}"


@pytest.mark.parametrize("drill", DRILLS, ids=name_of)
@pytest.mark.parametrize("language", Language)
def test_a_drill_has_one_right_answer_with_reasons_and_rules(drill, language):
    with use_language(language):
        asked = drill.question()
    assert len(set(asked.choices)) == len(asked.choices) >= 2
    assert 0 <= asked.right < len(asked.choices)
    assert all(asked.reasons)
    assert asked.reasons
    known = rules(game_of(drill.game).LEDGER, language)
    assert all(rule in known for rule in asked.rules)


@pytest.mark.parametrize("drill", [one for one in DRILLS if one.game == "eletrika"], ids=name_of)
def test_an_answer_is_what_the_analysis_says_and_the_board_gives_none_away(drill):
    shown, asked, what = drill.shown.analysis, drill.question(), drill.table["ask"]
    lit, answer = shown.explanation.lit, asked.choices[asked.right]
    if what == "lit":
        assert answer == ("yes" if lit[shown.network.names.index(drill.table["at"])] else "no")
    elif what == "count":
        assert answer == str(sum(lit))
    elif what == "leader":
        points = [sets[0].points for sets in shown.scores.values() if sets]
        assert points.count(max(points)) == 1
    elif what == "short_circuit":
        assert len({f"{q},{r}" for q, r in shown.closed} & {*drill.table["among"]}) == 1
    text = "".join(part for line in drill.board() for part, _ in line)
    assert not re.search(r"[\[(][UTSPC][WKRG]?2?[\])]", text)
    before, after = (drill.board_layers(is_answered=answered) for answered in (False, True))
    assert not any(one in before.pieces for one in ("el-token-lit", "el-token-dark"))
    assert not any("energized" in words or "Closed" in words for words in before.words)
    assert ("el-token-lit" in after.pieces) == any(lit)


def test_a_drill_that_is_none_is_no_page(tmp_path):
    async def trial(served):
        key = served.table().chairs[0].key
        wrong = ("game=chess", *(f"game=eletrika&n={n}" for n in ("0", "99", "1&pick=9", "%D9%A3")))
        for query in wrong:
            assert (await served.get(f"{key}/drills?{query}"))[0] == 404
        assert (await served.get("nobody/drills"))[0] == 404

    running(tmp_path, trial)
