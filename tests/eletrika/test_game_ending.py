"""The end of the stack, the last rounds, the winner, and players who can do nothing."""

import pytest

from eletrika import check, facts, legal_actions, new_game, result, result_facts, to_act
from eletrika.actions import Abandon, LayTile, Score
from eletrika.events import AsideReturned, GameEnded, StackRanOut
from eletrika.ruleset import Ruleset
from eletrika.state import MAIN, OVER
from eletrika_games import act, kinds_of, refusal, say, shorten, table
from eletrika_invariants import assert_sound
from eletrika_play import walk

MEADOW = "0,0 src\n1,0 ?\n"


def lay(state):
    """Lay the first tile that may be laid; return the events."""
    return act(state, next(a for a in legal_actions(state) if isinstance(a, LayTile)))


def seats_to_the_end(state):
    """Return who takes the turns that are left, all of them laying tiles or building."""
    seats = []
    while (seat := to_act(state)) is not None:
        seats.append("ABCD"[seat])
        act(state, legal_actions(state)[0])
    return "".join(seats)


@pytest.mark.rule("EL-END-01", "EL-END-03")
def test_tv_15_the_stack_ends_on_the_turn_of_the_second_of_three():
    state = shorten(table(MEADOW + "turn K\nfirst W\nround 5", seats=3), 1)
    assert StackRanOut() in lay(state)
    assert state.end_round == 7
    assert seats_to_the_end(state) == "CABCABC"


@pytest.mark.rule("EL-END-01", "EL-END-03")
def test_tv_15_the_stack_ends_on_the_turn_of_the_last_of_three():
    state = shorten(table(MEADOW + "turn R\nfirst W\nround 5", seats=3), 1)
    assert facts(state)["final_rounds"] is None
    lay(state)
    assert facts(state)["final_rounds"] == 2
    rounds = []
    while to_act(state) is not None:
        rounds.append((state.round, facts(state)["final_rounds"]))
        events = act(state, legal_actions(state)[0])
    assert rounds == [(6, 2)] * 3 + [(7, 1)] * 3
    assert kinds_of(events)[-2:] == ["TurnEnded", "GameEnded"]
    assert facts(state)["final_rounds"] == 0


@pytest.mark.rule("EL-END-01", "EL-SETUP-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stack_runs_out_with_the_thirty_less_n_th_tile_action(seats):
    state = new_game(Ruleset(), seats, 11)
    while state.round == 0:
        act(state, legal_actions(state)[0])
    tiles = 0
    while not state.end_round:
        lay(state)
        tiles += 1
    assert tiles == 30 - seats


@pytest.mark.rule("EL-END-02")
def test_set_aside_pieces_come_back_at_once_for_the_bonus_build_of_the_last_tile():
    state = shorten(table(MEADOW), 1)
    state.reserve[4] = 0
    assert refusal(state, "build C 1,0") == "EL-BUILD-03"
    events = say(state, f"tile {state.row[0]}/0 2,0 build C")
    assert kinds_of(events)[:5] == [
        "TileLaid",
        "TileRevealed",
        "StackRanOut",
        "AsideReturned",
        "Built",
    ]
    assert state.reserve == [4, 11, 5, 13, 0]
    assert (len(state.stack), state.aside, len(state.row)) == (4, [], 3)


@pytest.mark.rule("EL-END-02")
def test_one_tile_before_the_end_the_reserve_is_as_it_was():
    state = shorten(table(MEADOW), 2)
    state.reserve[4] = 0
    assert refusal(state, f"tile {state.row[0]}/0 2,0 build C") == "EL-BUILD-03"
    lay(state)
    assert (state.end_round, len(state.stack), len(state.aside)) == (0, 1, 4)


@pytest.mark.rule("EL-END-05", "EL-TILE-07")
def test_the_second_stack_running_out_triggers_nothing():
    state = shorten(table(MEADOW, seats=4), 1)
    lay(state)
    last = state.end_round
    while state.stack:
        events = lay(state)
        assert StackRanOut() not in events
        assert AsideReturned() not in events
    assert state.end_round == last
    assert len(state.row) == 3
    lay(state)
    assert (state.end_round, len(state.row)) == (last, 2)


LAST = "0,0 src\n0,1 ? U:W\n1,1 ? T:W2\n2,1 ? S\n3,1 ? P\n4,1 ? C:K\n-1,0 ?\n{}\n"
LAST += "turn K\nfirst W\nround 6\nlast 6\nscore {}"


@pytest.mark.rule("EL-END-04", "EL-WIN-01")
def test_unscored_sets_and_markers_are_worth_nothing():
    state = table(LAST.format("6,1 ?\n5,1 ? *W2", "W3 K4"))
    assert result(state) is None
    events = say(state, "build T -1,0")
    assert events[-1] == GameEnded()
    found = result(state)
    assert result_facts(found) == {
        "winners": [1],
        "scores": [3, 4],
        "pawns_on_board": [3, 2],
        "decided_by": "EL-WIN-01",
    }


@pytest.mark.rule("EL-WIN-02")
def test_a_tie_is_broken_by_pawns_on_structures_where_two_count_two():
    state = table(LAST.format("", "W4 K4"))
    say(state, "build T -1,0")
    found = result(state)
    assert (found.winners, found.decided_by) == ((0,), "EL-WIN-02")
    assert found.pawns_on_board == (3, 2)


@pytest.mark.rule("EL-WIN-03")
def test_players_still_tied_share_the_win():
    state = table(LAST.replace("T:W2", "T:W").format("", "W4 K4"))
    say(state, "build T -1,0")
    found = result(state)
    assert (found.winners, found.decided_by) == ((0, 1), "EL-WIN-03")


@pytest.mark.rule("EL-WIN-02")
def test_only_those_tied_on_points_are_compared():
    board = LAST.replace("first W", "first R").replace("turn K", "turn K\nhand W2 K4 R5")
    state = table(board.format("", "W3 K4 R4"))
    say(state, "build T -1,0")
    found = result(state)
    assert (found.winners, found.decided_by) == ((1,), "EL-WIN-02")


@pytest.mark.rule("EL-END-03")
def test_nothing_is_allowed_after_the_end():
    state = table(LAST.format("", "W4 K4"))
    say(state, "build T -1,0")
    assert to_act(state) is None
    assert len(legal_actions(state)) == 0
    for text in ("pass", "end", "build T -1,0", "abandon -1,0", "recall 1,0"):
        assert refusal(state, text, seat=0) == "EL-END-03"
    assert check(state, LayTile(0, 5, 0, (5, 5))).rule == "EL-END-03"


@pytest.mark.rule("EL-END-03", "EL-END-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_two_rounds_after_the_stack(seats):
    for seed in range(4):
        state = new_game(Ruleset(), seats, seed)
        out = None
        for action, _ in walk(state, seed, lively=bool(seed % 2)):
            if StackRanOut() in act(state, action):
                out = state.end_round - 2
        assert out is not None
        assert (state.phase, state.round) == (OVER, out + 2)
        assert_sound(state)


# Nothing fits: the row shows lakes, and all land is field.
STUCK = "0,0 src\n{}\nrow llllll llllll llllll\n"


@pytest.mark.rule("EL-STUCK-01")
def test_where_a_build_is_possible_a_player_may_still_abandon():
    state = table(STUCK.format("1,0 ? T:W\n2,0 ?"))
    names = {type(action).__name__ for action in legal_actions(state)}
    assert names == {"Build", "Abandon"}
    assert refusal(state, "pass") == "EL-STUCK-02"
    open_field = table("0,0 src\n1,0 ? T:W")
    assert {type(action).__name__ for action in legal_actions(open_field)} == {"LayTile", "Abandon"}
    assert refusal(open_field, "pass") == "EL-STUCK-02"


@pytest.mark.rule("EL-STUCK-02")
def test_where_neither_is_possible_a_player_abandons():
    state = table(STUCK.format("1,0 ? T:W"))
    assert list(legal_actions(state)) == [Abandon(0, ((1, 0),))]
    assert refusal(state, "pass") == "EL-STUCK-02"


@pytest.mark.rule("EL-STUCK-02")
def test_with_no_own_pawn_on_the_table_a_player_passes():
    state = table(STUCK.format("1,0 ? T:K"))
    assert [type(action).__name__ for action in legal_actions(state)] == ["Pass"]
    say(state, "pass")
    assert (state.actor, state.phase) == (1, MAIN)


FULL_HANDS = "0,1 ? U:W\n1,1 ? T:W\n2,1 ? S:W\n3,1 ? P:W\n4,1 ? C:W{}"


@pytest.mark.rule("EL-STUCK-02", "EL-TURN-04")
def test_score_first_is_offered_where_the_pawns_returned_make_a_build_possible():
    state = table(STUCK.format(FULL_HANDS.format("\n-1,0 ?")))
    assert state.hands[0] == 0
    assert {type(action).__name__ for action in legal_actions(state)} == {"Abandon", "Score"}
    say(state, "score 0,1 1,1")
    assert {type(action).__name__ for action in legal_actions(state)} == {"Build"}


@pytest.mark.rule("EL-STUCK-02", "EL-TURN-04")
def test_score_first_is_refused_where_nothing_could_follow():
    state = table(STUCK.format(FULL_HANDS.format("")))
    assert refusal(state, "score 0,1 1,1") == "EL-TURN-04"
    assert {type(action) for action in legal_actions(state)} == {Abandon}
    no_stock = table(STUCK.format(FULL_HANDS.format("\n-1,0 ?")))
    no_stock.reserve = [0] * 5
    assert refusal(no_stock, "score 0,1 1,1") == "EL-TURN-04"
    fits = table(STUCK.format(FULL_HANDS.format("")).replace("row llllll", "row lllll."))
    assert refusal(fits, "score 0,1 1,1") is None
    assert Score in {type(action) for action in legal_actions(fits)}


@pytest.mark.rule("EL-STUCK-03", "EL-END-02", "EL-END-03")
def test_where_no_tile_fits_any_more_the_final_phase_begins():
    state = table("0,0 src\n1,0 ?\nround 3\nrow llllll ...... ......\n")
    assert state.end_round == 0
    state.row[1:] = [state.row[0]] * 2  # as if the last tile that fits had been laid
    left = len(state.stack)
    events = say(state, "build T 1,0")
    assert StackRanOut("EL-STUCK-03") in events
    assert AsideReturned() in events
    assert state.end_round == 5
    assert state.reserve == [4, 10, 5, 13, 6]
    assert len(state.stack) == left + 4
    assert seats_to_the_end(state) == "BABAB"
    assert result(state) is not None


@pytest.mark.rule("EL-STUCK-03", "EL-END-01", "EL-TILE-08")
def test_a_08_taken_to_the_letter_only_the_empty_stack_begins_the_final_phase():
    state = table(STUCK.format("1,0 ?\n2,0 ?"), no_fit_ends=False)
    left = len(state.stack)
    for count, (action, _) in enumerate(walk(state, 1, lively=True)):
        events = act(state, action)
        assert not [event for event in events if isinstance(event, StackRanOut)]
        assert LayTile not in {type(one) for one in legal_actions(state)}
        if count == 200:
            break
    assert (state.end_round, len(state.stack), len(state.aside)) == (0, left, 4)
    assert state.phase != OVER
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
def test_the_set_aside_tiles_lie_on_top_of_what_is_left_of_the_stack():
    state = table(STUCK.format("1,0 ?"))
    assert (state.end_round, state.aside) == (3, [])
    assert len(state.stack) == 38 - 2 - 3  # all but those on the table and in the row
    assert_sound(state)


@pytest.mark.rule("EL-STUCK-03")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reoccupy": True},
        {"abandon_zero": True},
        {"stuck_may_score": True, "abandon_zero": True},
        {"end_trigger": "failed_draw"},
        {"aside_from": "next_turn", "refill": "turn_end"},
        {"first_player_rotates": True},
    ],
)
def test_a_game_in_which_no_tile_fits_ends_under_every_option(options):
    for seed in range(3):
        state = table(STUCK.format("1,0 ?\n2,0 ?\n1,1 ?\n2,1 ?"), **options)
        assert state.end_round
        for count, (action, _) in enumerate(walk(state, seed, lively=True)):
            act(state, action)
            assert count < 100
        assert (state.phase, result(state) is not None) == (OVER, True)
