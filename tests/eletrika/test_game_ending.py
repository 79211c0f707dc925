"""Whole games to their end, also where no tile fits. What single turns do: ``play.toml``."""

import pytest

from eletrika import facts, legal_actions, new_game, result
from eletrika.actions import LayTile
from eletrika.events import AsideReturned, StackRanOut
from eletrika.ruleset import Ruleset
from eletrika.state import OVER
from eletrika_games import act, say, shorten, table
from eletrika_invariants import assert_sound
from eletrika_play import walk


@pytest.mark.rule("EL-END-01", "EL-SETUP-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stack_runs_out_with_the_thirty_less_n_th_tile_action(seats):
    state = new_game(Ruleset(), seats, 11)
    tiles = -seats
    while not state.end_round:
        act(state, next(one for one in legal_actions(state) if isinstance(one, LayTile)))
        tiles += 1
    assert tiles == 30 - seats


@pytest.mark.rule("EL-END-03", "EL-END-01")
def test_the_rounds_that_are_left_are_counted():
    state = shorten(table("0,0 src\n1,0 ?\nturn R\nfirst W\nround 5", seats=3), 1)
    rounds = []
    while legal_actions(state):
        rounds.append((state.round, facts(state)["final_rounds"]))
        act(state, legal_actions(state)[0])
    assert rounds == [(5, None)] + [(6, 2)] * 3 + [(7, 1)] * 3
    assert facts(state)["final_rounds"] == 0


@pytest.mark.rule("EL-END-03", "EL-END-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_two_rounds_after_the_stack(seats):
    state = new_game(Ruleset(), seats, seats)
    out = 0
    for action, _ in walk(state, seats, lively=bool(seats % 2)):
        if StackRanOut() in act(state, action):
            out = state.round
    assert (state.phase, state.round) == (OVER, out + 2)
    assert_sound(state)


STUCK = "0,0 src\n{}\nrow llllll llllll llllll\n"  # nothing fits: all land is field


@pytest.mark.rule("EL-STUCK-03", "EL-END-02", "EL-END-03")
def test_where_no_tile_fits_any_more_the_final_phase_begins():
    state = table("0,0 src\n1,0 ?\nround 3\nrow llllll ...... ......\n")
    assert state.end_round == 0
    state.row[1:] = [state.row[0]] * 2  # as if the last tile that fits had been laid
    left = len(state.stack)
    events = say(state, "build T 1,0")
    assert StackRanOut("EL-STUCK-03") in events
    assert AsideReturned() in events
    assert (state.end_round, state.reserve) == (5, [4, 10, 5, 13, 6])
    assert len(state.stack) == left + 4


@pytest.mark.rule("EL-STUCK-03", "EL-END-01", "EL-TILE-08")
def test_a_08_taken_to_the_letter_only_the_empty_stack_begins_the_final_phase():
    state = table(STUCK.format("1,0 ?\n2,0 ?"), no_fit_ends=False)
    left = len(state.stack)
    for count, (action, _) in enumerate(walk(state, 1, lively=True)):
        events = act(state, action)
        assert not [event for event in events if isinstance(event, StackRanOut)]
        if count == 60:
            break
    assert (state.end_round, len(state.stack), len(state.aside)) == (0, left, 4)
    assert_sound(state)


@pytest.mark.rule("EL-STUCK-03", "EL-END-01")
@pytest.mark.parametrize("end_trigger", ["empty", "failed_draw"])
def test_a_08_taken_to_the_letter_changes_nothing_where_tiles_fit(end_trigger):
    ends = []
    for no_fit_ends in (True, False):
        state = new_game(Ruleset(no_fit_ends=no_fit_ends, end_trigger=end_trigger), 3, 4)
        for action, _ in walk(state, 4, lively=False):
            act(state, action)
        ends.append((facts(state), result(state)))
    assert ends[0] == ends[1]


@pytest.mark.rule("EL-STUCK-03")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reoccupy": True},
        {"stuck_may_score": True, "abandon_zero": True},
        {"end_trigger": "failed_draw"},
        {"aside_from": "next_turn", "refill": "turn_end"},
        {"first_player_rotates": True},
    ],
)
def test_a_game_in_which_no_tile_fits_ends_under_every_option(options):
    state = table(STUCK.format("1,0 ?\n2,0 ?\n1,1 ?\n2,1 ?"), **options)
    assert state.end_round
    for count, (action, _) in enumerate(walk(state, 1, lively=True)):
        act(state, action)
        assert count < 100
    assert (state.phase, result(state) is not None) == (OVER, True)
