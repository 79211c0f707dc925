"""Illegal actions that the table made anyway: which can be recorded, and what they come to."""

import pytest

from eletrika import apply_declaration
from eletrika.actions import Abandon, Build, LayTile, Recall, Score
from eletrika.overrides import check_override, override_line
from eletrika.state import OVER
from eletrika.tables import CITY, POLE
from eletrika_games import table

BOARD = "0,0 src\n1,0 ? T:W\n2,0 ? S:W\n3,0 ? P\n-1,0 ? *W2\n-2,0 ?\n"


@pytest.mark.rule("EL-COMP-09", "EL-TURN-06", "EL-BONUS-03")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Build(-1, POLE, (-2, 0)), "EL-TURN-06"),
        (Build(1, POLE, (-2, 0)), None),  # out of turn
        (Build(2, POLE, (-2, 0)), "EL-TURN-06"),
        (Build(0, POLE, (-3, 0)), "EL-BUILD-01"),
        (Build(0, POLE, (3, 0)), "EL-BUILD-02"),
        (LayTile(0, 5, 0, (1, 0)), "EL-TILE-01"),
        (LayTile(0, 37, 0, (9, 0)), None),  # neither in the row nor beside the table
        (LayTile(0, 38, 0, (9, 0)), "EL-COMP-01"),
        (Score(0, ((1, 0), (2, 0))), None),  # not lit
        (Score(0, ((1, 0), (3, 0))), "EL-SCORE-01"),
        (Score(1, ((1, 0), (2, 0))), "EL-SCORE-01"),
        (Score(0, ((1, 0),)), "EL-SCORE-01"),
        (Score(0, ((1, 0), (1, 0))), "EL-SCORE-01"),
        (Abandon(0, ((1, 0),)), None),
        (Abandon(0, ((1, 0), (3, 0))), "EL-ABAN-01"),
        (Recall(0, (-1, 0)), None),
        (Recall(1, (-1, 0)), "EL-MARK-04"),
        (Recall(0, (-2, 0)), "EL-MARK-04"),
    ],
)
def test_only_what_hands_can_do_is_an_override(action, rule):
    found = check_override(table(BOARD), action)
    assert (found.rule if found else None) == rule


@pytest.mark.rule("EL-COMP-09", "EL-BUILD-01", "EL-BONUS-03")
@pytest.mark.parametrize(
    ("pawns", "build", "bonus"),
    [(0, "EL-BUILD-01", "EL-BONUS-03"), (1, None, "EL-BONUS-03"), (2, None, None)],
)
def test_an_override_takes_the_pawns_of_a_build(pawns, build, bonus):
    state = table(BOARD)
    state.hands[0] = pawns
    for action, rule in (
        (Build(0, POLE, (-2, 0)), build),
        (LayTile(0, 5, 0, (9, 0), build=POLE), bonus),
        (LayTile(0, 5, 0, (9, 0)), None),
    ):
        found = check_override(state, action)
        assert (found.rule if found else None) == rule
    state.phase = OVER
    assert check_override(state, LayTile(0, 5, 0, (9, 0))).rule == "EL-END-03"


@pytest.mark.rule("EL-COMP-09")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_set_that_is_scored_anyway_leaves_the_turn(seat):
    state = table(BOARD + f"turn {'WK'[seat]}\n")
    apply_declaration(state, "set", override_line(state, Score(0, ((1, 0), (2, 0)))))
    assert (state.actor, state.scores[0]) == (seat, 1)
    apply_declaration(state, "set", override_line(state, Build(seat, CITY, (-2, 0))))
    assert (state.actor, state.owners) == (1 - seat, {(-2, 0): seat})
