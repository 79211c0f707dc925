"""From a game to a position and on from it; positions that no game can go on from."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika import facts, legal_actions, new_game
from eletrika.declarations import apply_declaration
from eletrika.notation import format_full, parse_full
from eletrika.position import to_position
from eletrika.position_setup import as_kept, from_position, opening_draws
from eletrika.reserve import aside_waits, reserve_of
from eletrika.ruleset import Ruleset
from eletrika.state import OVER
from eletrika.tables import KINDS, UNKNOWN_KIND
from eletrika.tile_set import shipped_tiles
from eletrika_games import act, refusal, say, table
from eletrika_invariants import FIELDS, assert_sound, snapshot
from eletrika_play import LAKES, walk
from gridcommon.errors import InvalidState, NotationError

HIDDEN = {"stack", "aside", "rng", "under", "draws", "discarded", "covered"}

# What may differ where the rules of a game say so, and a position tells nothing of it.
RULES = [
    {},
    {"marker_recall": "owner"},
    {"first_player_rotates": True},
    {"end_trigger": "failed_draw"},
    {"aside_from": "next_turn", "refill": "turn_end"},
    {"queue_empty": "clear", "bonus_faces": (1, 1, 2, 3, 4)},
    {"energized": "component", "reoccupy": True, "plant_towers": "one"},
]


def seen(state):
    """Return all of a state that anybody may know, without what follows from the tiles' order."""
    told = {name: getattr(state, name) for name in FIELDS if name not in HIDDEN}
    told["row"] = sorted(state.row)
    told["counts"] = len(state.stack), len(state.aside)
    return told


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 120), st.sampled_from(RULES))
def test_a_game_goes_on_from_its_position_at_any_action(seats, seed, actions, options):
    """In set-up, at the start of a turn, in an open turn, and after the end."""
    state = new_game(Ruleset(**options), seats, seed)
    for action, _ in islice(walk(state, seed, lively=True), actions):
        act(state, action)
    text = format_full(to_position(state))
    position = parse_full(text, state.ruleset.tiles)
    assert position == to_position(state)
    again = from_position(position, state.ruleset, seed)
    assert seen(again) == seen(state)
    assert facts(again) == facts(state)
    assert_sound(again)
    assert set(legal_actions(again)) == set(legal_actions(state))
    assert to_position(again) == to_position(state)
    assert snapshot(from_position(position, state.ruleset, seed)) == snapshot(again)
    kept = new_game(state.ruleset, seats, seed)
    apply_declaration(kept, "set", opening_draws(again)[1])
    assert seen(kept) == seen(again)
    for number, (action, _) in enumerate(walk(again, seed, lively=False)):
        act(again, action)
        if number % 7 == 0:
            assert_sound(again)
    assert again.phase == OVER


def test_a_game_in_set_up_or_over_becomes_a_position_too():
    state = new_game(Ruleset(), 2, 1)
    position = to_position(state)
    assert (position.round, position.last, len(position.tiles)) == (None, None, 1)
    for action, _ in walk(state, 1, lively=False):
        act(state, action)
    position = to_position(state)
    assert position.round == position.last == state.round


def test_the_board_is_moved_so_that_the_source_lies_in_the_middle_unturned():
    tiles = shipped_tiles()
    turned = next(k for k in range(6) if tiles.faces[9][k][4] not in "rl")
    text = f"5,5 src/2\n5,6 9/{turned}\nhand W5 K5\nstack 29\nturn K"
    position = parse_full(text, tiles)
    state = from_position(position, Ruleset(), 1)
    assert state.laid[0, 0] == (0, 0)
    ((cell, (tile, turn)),) = [entry for entry in state.laid.items() if entry[0] != (0, 0)]
    assert (tile, turn) == (9, (turned - 2) % 6)
    assert cell == (1, -1)  # south-east, turned back by two sixths
    assert state.actor == 1
    assert_sound(state)


BOARD = "0,0 src\n1,0 ......\n2,0 ...... T:W2\n3,0 ......\n"
SIDE = {"hand": "hand W3 K5", "stack": "stack 27", "turn": "turn W"}


def resume(text, options=None, side=SIDE):
    """Go on from a position on a board of fields with 38 tiles, three of them in the row."""
    tiles = table("0,0 src").ruleset.tiles
    told = text + "\n".join(side.values())
    return from_position(parse_full(told, tiles), Ruleset(tiles=tiles, **(options or {})), 1)


def test_the_least_that_a_position_must_tell_is_enough():
    state = resume(BOARD)
    assert (state.seats, state.actor, state.round, state.first) == (2, 0, 1, 0)
    assert (len(state.row), len(state.stack), len(state.aside)) == (3, 27, 4)
    assert state.markers_in_hand == [(1, 2), (1, 2)]
    assert state.scores == [0, 0]
    assert sorted(state.queue) == [0, 1, 2, 3, 4]
    assert_sound(state)


@pytest.mark.parametrize("key", SIDE)
def test_hand_stack_and_turn_must_be_told(key):
    side = {name: line for name, line in SIDE.items() if name != key}
    with pytest.raises(NotationError) as problem:
        resume(BOARD, side=side)
    assert problem.value.key == key


@pytest.mark.parametrize(
    ("text", "side", "key", "told"),
    [
        (BOARD, {"hand": "hand W3"}, "hand", "two players"),
        (BOARD, {"hand": "hand W2 K5"}, "hand", "EL-COMP-02"),
        (BOARD, {"hand": "hand K5 R5"}, "hand", "White has pieces"),
        (BOARD, {"turn": "turn R"}, "hand", "Red"),
        (BOARD + "first G\n", {}, "hand", "Green"),
        (BOARD + "score W1 R2\n", {}, "hand", "Red"),
        (BOARD + "markers R12\n", {}, "hand", "Red"),
        (BOARD + "4,0 ...... *G1\n", {"stack": "stack 26"}, "hand", "Green"),
        (BOARD, {"stack": "stack 26"}, "stack", "EL-SETUP-09"),
        (BOARD, {"stack": "stack 28"}, "stack", "EL-SETUP-09"),
        (BOARD + "last 3\nround 2\n", {}, "stack", "EL-SETUP-09"),
        (BOARD + "last 3\nround 4\n", {"stack": "stack 31"}, "last", "over"),
        (BOARD + "last 9\nround 4\n", {"stack": "stack 31"}, "last", "two more rounds"),
        (BOARD + "markers W1 K12\n", {}, "markers", "EL-COMP-03"),
        (BOARD + "4,0 r.....\n", {"stack": "stack 26"}, "4,0", "EL-COMP-01"),
        (BOARD + "row ...... ......\n", {"stack": "stack 28"}, "row", "EL-TILE-06"),
        (BOARD.replace("src", "......"), {}, None, "expected one source"),
        (BOARD + "queue U U S P C\n", {}, "queue", "EL-COMP-05"),
        (BOARD + "bonus T\nqueue T\n", {}, "queue", "EL-COMP-05"),
    ],
)
def test_what_cannot_be_played_on_is_refused_by_line(text, side, key, told):
    with pytest.raises(NotationError, match=told) as problem:
        resume(text, side={**SIDE, **side})
    assert problem.value.key == key
    assert str(problem.value)


@pytest.mark.parametrize(
    ("text", "side", "rule"),
    [
        (BOARD.replace("3,0 ......", "3,0 ...... P"), {}, "EL-CONN-03"),
        (BOARD.replace("3,0 ......", "3,0 ...... U"), {}, "EL-BUILD-04"),
        (BOARD + "5,0 ......\n", {"stack": "stack 26"}, "EL-TILE-01"),
        (BOARD.replace("src", "src T"), {}, "EL-BUILD-02"),
        (BOARD.replace("3,0 ......", "3,0 ...... *W1\n2,1 ...... *W1"), {}, "EL-COMP-03"),
        (BOARD, {"hand": "hand W4 K5"}, "EL-COMP-02"),
        (BOARD + "row 5 5 6\n", {}, "EL-COMP-01"),
        (BOARD + "row 5 6 0\n", {}, "EL-COMP-01"),
        (BOARD + "queue U U S P C T\n", {}, "EL-COMP-05"),
        (BOARD.replace("2,0 ......", "2,0 7") + "row 5 6 7\n", {}, "EL-COMP-01"),
        (BOARD.replace("3,0 ......", "3,0 ...... T\n2,1 ...... *K1"), {}, "EL-MARK-04"),
    ],
)
def test_a_position_that_breaks_rules_is_refused_with_all_of_them(text, side, rule):
    with pytest.raises(InvalidState) as problem:
        resume(text, side={**SIDE, **side})
    assert rule in {refusal.rule for refusal in problem.value.problems}


@pytest.mark.rule("EL-MARK-04")
def test_a_marker_on_a_closed_tile_waits_for_its_owner_where_the_rules_say_so():
    text = BOARD.replace("3,0 ......", "3,0 ...... T\n2,1 ...... *K1")
    state = resume(text, {"marker_recall": "owner"}, {**SIDE, "stack": "stack 26"})
    assert state.markers == {(2, 1): (1, 1)}
    assert refusal(state, "recall 2,1", seat=1) is None


@pytest.mark.rule("EL-CONN-02")
def test_two_towers_beside_a_plant_are_refused_under_plant_towers_one():
    text = "0,0 src\n1,0 ? T\n2,0 ....r. U\n3,0 ? T"
    assert refusal(table(text), "build T 1,0") == "EL-BUILD-02"
    with pytest.raises(InvalidState, match="EL-CONN-02"):
        table(text, plant_towers="one")


@pytest.mark.rule("EL-END-01")
def test_a_stack_told_to_hold_all_unseen_tiles_has_just_run_out():
    state = resume(BOARD + "round 7\n", side={**SIDE, "stack": "stack 31"})
    assert (state.round, state.end_round, state.aside) == (7, 9, [])
    assert state.reserve == [4, 10, 5, 13, 6]
    assert_sound(state)


@pytest.mark.rule("EL-STUCK-03", "EL-END-02")
@pytest.mark.parametrize("refill", ["placement", "turn_end"])
def test_set_aside_pieces_that_come_with_the_next_turn_still_wait(refill):
    """A row that fits nowhere begins the final phase as a turn begins (A-21 ``next_turn``)."""
    rules = Ruleset(tiles=LAKES, aside_from="next_turn", refill=refill)
    text = "0,0 src\n1,0 2\nround 3\nrow 5 4 6\nhand W5 K5\nstack 29\nturn W\n"
    state = from_position(parse_full(text, LAKES), rules, None)
    state.row = [5, 15, 25]  # all lake
    say(state, "build T 1,0")
    assert (state.end_round, state.aside_due, len(state.stack), len(state.aside)) == (
        5,
        True,
        29,
        4,
    )
    position = parse_full(format_full(to_position(state)), LAKES)
    again = from_position(position, rules, None)
    assert facts(again) == facts(state)
    assert again.reserve == state.reserve == reserve_of(position, rules) == [3, 9, 4, 12, 5]
    for one in (state, again):
        say(one, "abandon 1,0") if refusal(one, "pass") else say(one, "pass")
    assert facts(again) == facts(state)
    assert (again.reserve, len(again.stack), again.aside) == ([4, 10, 5, 13, 6], 33, [])


@pytest.mark.rule("EL-TILE-08")
def test_under_row_redraw_the_turn_begins_with_a_row_that_fits():
    stuck = "0,0 src\n1,0 ?\nrow llllll llllll llllll"
    assert len(table(stuck).row) == 3
    lakes = table(stuck).row
    state = table(stuck, row_redraw=True)
    assert state.discarded == tuple(lakes)
    assert not set(state.row) & set(lakes)
    assert_sound(state)
    text = stuck + "\nhand W5 K5\nturn W\nfirst W\nstack "
    rules = Ruleset(row_redraw=True)
    left = len(rules.tiles.tiles) - 5 - 4  # less those on the table and those set aside
    assert len(from_position(parse_full(f"{text}{left}", rules.tiles), rules, 1).stack) <= left
    with pytest.raises(NotationError, match="EL-SETUP-09"):
        from_position(parse_full(f"{text}{left + 1}", rules.tiles), rules, 1)


KEPT = "0,0 src\n1,0 ?\nhand W5 K5\nscore W0 K0\nturn W\nfirst W\nround 4\nrow 1 2 3\n"


@pytest.mark.rule("EL-END-03", "EL-SETUP-07", "EL-TURN-06", "EL-WIN-01")
@pytest.mark.parametrize(
    ("less", "more", "options", "key"),
    [
        ("", "stack 29", {}, None),
        (" K0", "stack 29", {}, "score"),
        ("first W\n", "stack 29", {}, "first"),
        ("round 4\n", "stack 29", {}, None),
        ("round 4\n", "stack 29", {"first_player_rotates": True}, "round"),
        ("round 4\n", "stack 28\nlast 6", {}, "round"),
        ("row 1 2 3\n", "stack 29", {}, None),
        ("row 1 2 3\n", "stack 0\nlast 6", {}, "row"),
        ("", "stack 0\nlast 6", {}, None),
        ("", "stack 0", {}, "last"),
        ("", "stack 33", {}, "last"),  # the four set aside are back
    ],
)
def test_a_position_lacks_what_a_kept_score_depends_on(less, more, options, key):
    rules = Ruleset(**options)
    position = parse_full(KEPT.replace(less, "") + more, rules.tiles)
    if key is None:
        as_kept(position, rules)
        return
    with pytest.raises(NotationError) as caught:
        as_kept(position, rules)
    assert caught.value.key == key


@pytest.mark.rule("EL-CITY-01", "EL-COMP-09")
@pytest.mark.parametrize(
    ("more", "bonus", "queue"),
    [
        ("", None, 5),
        ("bonus T\n", KINDS.index("T"), 4),
        ("2,0 ? C\n", UNKNOWN_KIND, 4),
        ("2,0 ? C\n-2,0 ? C\nbonus T\n", KINDS.index("T"), 3),
        ("2,0 ? C\nqueue T S\n", UNKNOWN_KIND, 2),
    ],
)
def test_bonus_tiles_that_a_kept_score_lacks_are_unknown(more, bonus, queue):
    position = parse_full(KEPT + more + "stack 29", Ruleset().tiles)
    as_kept(position, Ruleset())
    assert (position.bonus, len(position.queue)) == (bonus, queue)


@pytest.mark.rule("EL-END-02")
@pytest.mark.parametrize(
    ("options", "more", "waits"),
    [
        ({}, "last 6\nstack 29", False),
        ({"aside_from": "next_turn"}, "last 6\nstack 29", True),
        ({"aside_from": "next_turn"}, "last 6\nstack 28", False),
        ({"aside_from": "next_turn"}, "stack 29", False),
        ({"aside_from": "next_turn", "row_redraw": True}, "last 6\nstack 29", False),
    ],
)
def test_the_pieces_set_aside_wait_for_the_next_turn(options, more, waits):
    rules = Ruleset(**options)
    text = f"0,0 src\n1,0 ?\nrow 1 2 3\nround 4\n{more}"  # 33 tiles were not seen
    assert aside_waits(parse_full(text, rules.tiles), rules) is waits


@pytest.mark.rule("EL-SETUP-06")
def test_bonus_tiles_that_are_not_told_are_drawn_from_those_left():
    state = resume(
        BOARD.replace("3,0 ......", "3,0 ......\n4,0 ...... C") + "bonus T\n",
        side={
            **SIDE,
            "stack": "stack 26",
        },
    )
    assert state.bonus == KINDS.index("T")
    assert sorted(state.queue) == [0, 2, 3, 4]
    assert_sound(state)


def test_what_is_lit_is_worked_out_again():
    line = "0,0 src\n0,1 ? U:W\n1,1 ? T:W\n2,1 ? S\n3,1 ? P\n4,1 ? C\n-1,0 ?\n"
    state = table(line)
    assert len(state.lit) == 5
    say(state, "score 0,1 1,1")
    assert state.scores == [1, 0]
