"""Every option of the ledger's section 4: what its other value changes, and what it does not."""

from dataclasses import replace

import pytest

from eletrika import (
    action_from_json,
    action_to_json,
    check,
    legal_actions,
    new_game,
    result,
    to_act,
)
from eletrika.actions import Abandon, Build, LayTile, Recall, Score
from eletrika.events import (
    AsideReturned,
    BonusChanged,
    MarkerReturned,
    RowDiscarded,
    StackRanOut,
    TilePutUnder,
)
from eletrika.ruleset import (
    OPTIONS,
    Ruleset,
    make_ruleset,
)
from eletrika.scoring_table import load_scoring, scoring_from_json
from eletrika.sets import forest_items
from eletrika.setup import Setup, draws
from eletrika.tables import KINDS
from eletrika_games import act, kinds_of, refusal, say, shorten, table
from eletrika_invariants import assert_sound, snapshot
from eletrika_play import CHOICES, WIDER, walk
from gridcommon.errors import NotationError

MEADOW = "0,0 src\n1,0 ?\n"
LINE = "0,0 src\n0,1 ? U{0}\n1,1 ? T{1}\n2,1 ? S{2}\n3,1 ? P{3}\n4,1 ? C{4}\n-1,0 ?\n"


def of_kind(state, kind):
    return [action for action in legal_actions(state) if isinstance(action, kind)]


def test_every_option_is_a_field_with_the_default_of_the_ledger():
    defaults = Ruleset()
    assert {name: getattr(defaults, name) for name in OPTIONS} == {
        "source_in_38": True,
        "bonus_faces": (0, 1, 2, 3, 4),
        "first_player_rotates": False,
        "setup_touch": "any",
        "setup_redraw": True,
        "stuck_may_score": False,
        "end_trigger": "empty",
        "refill": "placement",
        "row_redraw": False,
        "no_fit_ends": True,
        "two_pawns_count": False,
        "marker_recall": "auto",
        "recall_dead_tiles": False,
        "queue_empty": "keep",
        "abandon_zero": False,
        "reoccupy": False,
        "energized": "path",
        "ask_forests": False,
        "forest_touch": "edge",
        "forest_count": "edge",
        "aside_from": "now",
        "tie": "pawns",
        "plant_towers": "any",
    }


@pytest.mark.parametrize("name", CHOICES)
def test_each_value_is_read_and_written(name):
    for value in CHOICES[name]:
        rules = make_ruleset({name: value})
        assert getattr(rules, name) == value
        written = rules.to_json()
        assert written["options"] == ({} if value == OPTIONS[name].default else {name: value})
        assert Ruleset.from_json(written) == rules
        assert make_ruleset({name: OPTIONS[name].default}).to_json()["options"] == {}


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"house_rule": True}, "options.house_rule"),
        ({"reoccupy": "yes"}, "options.reoccupy"),
        ({"reoccupy": 1}, "options.reoccupy"),
        ({"reoccupy": None}, "options.reoccupy"),
        ({"energized": "any"}, "options.energized"),
        ({"energized": True}, "options.energized"),
        ({"energized": ["path"]}, "options.energized"),
        ({"bonus_faces": ["U", "T"]}, "options.bonus_faces"),
        ({"bonus_faces": ["U", "T", "S", "P", "X"]}, "options.bonus_faces"),
        ({"bonus_faces": ["U", "T", "S", "P", 4]}, "options.bonus_faces"),
        ({"bonus_faces": 5}, "options.bonus_faces"),
    ],
)
def test_unknown_options_and_values_are_unreadable(options, key):
    with pytest.raises(NotationError) as problem:
        make_ruleset(options)
    assert problem.value.key == f"ruleset.{key}"
    with pytest.raises(NotationError):
        Ruleset.from_json({"options": options})


@pytest.mark.parametrize(
    "ruleset",
    [{"edition": "x"}, {"options": []}, {"tiles": 5}, {"scoring": None}, {"tiles": "no/such.toml"}],
)
def test_an_unreadable_ruleset_is_refused(ruleset):
    with pytest.raises(NotationError):
        Ruleset.from_json(ruleset)


@pytest.mark.rule("EL-COMP-01")
def test_a_01_the_source_besides_38_tiles_takes_a_table_of_39():
    with pytest.raises(NotationError, match="EL-COMP-01") as problem:
        make_ruleset({"source_in_38": False})
    assert problem.value.key == "ruleset.tiles"
    with pytest.raises(NotationError, match="EL-COMP-01"):
        make_ruleset({}, WIDER)
    rules = make_ruleset({"source_in_38": False}, WIDER)
    state = new_game(rules, 2, 4)
    assert len(draws(state).to_json()["stack"]) == 31
    for action, _ in walk(state, 4, lively=True):
        act(state, action)
    assert_sound(state)


@pytest.mark.rule("EL-COMP-05")
def test_a_02_another_mix_of_bonus_tiles():
    rules = make_ruleset({"bonus_faces": ["T", "t", "Tower", "Plant", "C"]})
    assert rules.bonus_faces == (1, 1, 1, 0, 4)
    assert sorted(new_game(rules, 2, 1).queue) == [0, 1, 1, 1, 4]
    assert rules.to_json()["options"] == {"bonus_faces": ["T", "T", "T", "U", "C"]}
    assert Ruleset.from_json(rules.to_json()) == rules


@pytest.mark.rule("EL-SETUP-07", "EL-TURN-06", "EL-END-03")
@pytest.mark.parametrize(("rotates", "order"), [(False, "ABCABCABC"), (True, "ABCBCACAB")])
def test_a_03_the_first_player_marker_moves_on_each_round(rotates, order):
    state = new_game(Ruleset(first_player_rotates=rotates), 3, 7, Setup(first=0))
    while state.round == 0:
        assert to_act(state) == state.turn
        act(state, legal_actions(state)[0])
    shorten(state, 1)
    seats = []
    while to_act(state) is not None:
        seats.append("ABC"[to_act(state)])
        act(state, legal_actions(state)[0])
    assert "".join(seats) == order  # two rounds after the one in which the stack ran out


@pytest.mark.rule("EL-SETUP-08")
def test_a_04_a_set_up_tile_must_touch_the_source():
    for touch, reaches in (("any", 2), ("source", 1)):
        state = new_game(Ruleset(setup_touch=touch), 2, 3)
        act(state, legal_actions(state)[0])
        cells = {action.at for action in legal_actions(state)}
        assert max(max(abs(q), abs(r), abs(q + r)) for q, r in cells) == reaches
    beyond = next(cell for cell in state.frontier if max(map(abs, cell)) == 2)
    assert refusal(state, f"tile {state.drawn}/0 {beyond[0]},{beyond[1]}") == "EL-SETUP-08"


@pytest.mark.rule("EL-SETUP-08")
@pytest.mark.parametrize("redraw", [True, False])
def test_a_05_a_set_up_tile_that_fits_nowhere(redraw):
    tiles = table("0,0 src\nrow llllll llllll ......").ruleset.tiles  # 1 and 2 are lakes
    rules = Ruleset(tiles=tiles, setup_redraw=redraw)
    given = {"stack": [4, 1, *range(9, 37)], "row": [3, 5, 6], "aside": [2, 7, 8, 37]}
    state = new_game(rules, 3, None, Setup.from_json({**given, "queue": list("UTSPC"), "first": 0}))
    assert draws(state).to_json() == {**given, "queue": list("UTSPC"), "first": 0}
    events = act(state, legal_actions(state)[0])
    assert TilePutUnder(1, 1) in events
    assert (state.stack[0], state.under) == (1, 1)
    assert to_act(state) == (1 if redraw else 2)
    while state.round == 0:
        act(state, legal_actions(state)[0])
    assert len(state.laid) == (4 if redraw else 3)
    assert len(state.stack) == (27 if redraw else 28)
    assert_sound(state)


@pytest.mark.rule("EL-SETUP-08")
@pytest.mark.parametrize("redraw", [True, False])
def test_a_05_where_the_first_seat_cannot_lay_its_draws_are_still_told(redraw):
    tiles = table("0,0 src\nrow llllll llllll ......").ruleset.tiles
    given = {"stack": [1, 4, 2, *range(9, 36)], "row": [3, 5, 6], "aside": [36, 7, 8, 37]}
    given |= {"queue": list("UTSPC"), "first": 1}
    state = new_game(Ruleset(tiles=tiles, setup_redraw=redraw), 2, None, Setup.from_json(given))
    assert to_act(state) == (1 if redraw else 0)
    assert draws(state).to_json() == given


STUCK = "0,0 src\n0,1 ? U:W\n1,1 ? T:W\n2,1 ? S:W\n3,1 ? P:W\n4,1 ? C:W\nrow llllll llllll llllll\n"


@pytest.mark.rule("EL-STUCK-02", "EL-TURN-04")
def test_a_06_score_and_pass_where_nothing_can_follow():
    assert refusal(table(STUCK), "score 0,1 1,1") == "EL-TURN-04"
    state = table(STUCK, stuck_may_score=True)
    assert {type(action) for action in legal_actions(state)} == {Abandon, Score}
    assert refusal(state, "pass") == "EL-STUCK-02"
    say(state, "score 0,1 1,1")
    assert [type(action).__name__ for action in legal_actions(state)] == ["Pass"]
    assert refusal(state, "abandon 2,1") == "EL-TURN-03"
    say(state, "pass")
    assert state.actor == 1
    both = table(STUCK, stuck_may_score=True, abandon_zero=True)
    say(both, "score 0,1 1,1", "pass")  # abandoning nothing would be abandoning after a score
    assert both.actor == 1


@pytest.mark.rule("EL-END-01", "EL-TILE-06")
@pytest.mark.parametrize(
    ("options", "after_one", "after_two"),
    [
        ({}, (True, 4), None),
        ({"end_trigger": "failed_draw"}, (False, 0), (True, 3)),
        ({"end_trigger": "failed_draw", "aside_from": "next_turn"}, (False, 0), (True, 3)),
        ({"refill": "turn_end"}, (True, 4), None),
        ({"end_trigger": "failed_draw", "refill": "turn_end"}, (False, 0), (True, 3)),
    ],
)
def test_a_07_when_the_stack_has_run_out(options, after_one, after_two):
    state = shorten(table(MEADOW + "round 3", **options), 1)
    say(state, f"tile {state.row[0]}/0 2,0")
    assert (bool(state.end_round), len(state.stack)) == after_one
    if after_two:
        assert state.reserve == [3, 10, 4, 12, 5]
        say(state, f"tile {state.row[0]}/0 3,0")
        assert (bool(state.end_round), len(state.stack)) == after_two
    assert (len(state.row), state.reserve) == (3, [4, 11, 5, 13, 6])
    assert state.end_round == 5
    assert_sound(state)


@pytest.mark.rule("EL-TILE-06", "EL-END-02")
@pytest.mark.parametrize(
    ("options", "can"),
    [
        ({}, True),
        ({"refill": "turn_end"}, False),
        ({"aside_from": "next_turn"}, False),
        ({"end_trigger": "failed_draw"}, False),
    ],
)
def test_a_07_a_21_the_bonus_build_on_the_tile_that_ends_the_stack(options, can):
    state = shorten(table(MEADOW, **options), 1)
    state.reserve[4] = 0
    build = f"tile {state.row[0]}/0 2,0 build C"
    assert refusal(state, build) == (None if can else "EL-BUILD-03")
    offered = [a for a in of_kind(state, LayTile) if a.build == 4]
    assert bool(offered) == can
    say(state, f"tile {state.row[0]}/0 2,0")
    if options != {"end_trigger": "failed_draw"}:
        assert refusal(state, "build C 1,0") is None  # the next turn finds them in any case


@pytest.mark.rule("EL-TILE-06")
def test_a_07_a_failed_draw_gives_the_structures_to_the_bonus_build():
    state = shorten(table(MEADOW, end_trigger="failed_draw"), 0)
    state.reserve[4] = 0
    assert refusal(state, f"tile {state.row[0]}/0 2,0 build C") is None
    events = say(state, f"tile {state.row[0]}/0 2,0 build C")
    assert kinds_of(events)[:5] == [
        "TileLaid",
        "StackRanOut",
        "AsideReturned",
        "TileRevealed",
        "Built",
    ]


@pytest.mark.rule("EL-TILE-06")
def test_a_07_refilled_at_the_end_of_the_turn():
    lit = LINE.format(":W", ":W", "", "", "")
    for refill, shown in (("placement", 3), ("turn_end", 2)):
        state = table(lit, refill=refill)
        say(state, f"tile {state.row[0]}/0 0,-1")
        assert (state.actor, len(state.row)) == (0, shown)
        say(state, "end")
        assert len(state.row) == 3


def lakes_come(left, **options):
    """Return a game on fields in which the row will show three lakes after its one field tile."""
    state = table(MEADOW + "round 3\nrow llllll llllll llllll\n")
    # Lakes alone fit nowhere, and so begin the final phase (EL-STUCK-03): take that back.
    state.end_round, state.stack, state.aside = 0, state.stack[:-4], state.stack[-4:]
    state.reserve = [held - 1 for held in state.reserve]
    state = shorten(state, left)
    state.row[0], state.stack[-1] = state.stack[-1], state.row[0]
    state.ruleset = replace(state.ruleset, **options)
    return state


@pytest.mark.rule("EL-TILE-08")
def test_a_08_a_row_that_fits_nowhere_stays_or_is_discarded_at_the_start_of_a_turn():
    state = lakes_come(10)
    say(state, f"tile {state.row[0]}/0 2,0")
    assert (state.discarded[21:], of_kind(state, LayTile)) == ((), [])
    state = lakes_come(10, row_redraw=True)
    lakes = (*state.row[1:], state.stack[-1])
    events = say(state, f"tile {state.row[0]}/0 2,0")
    assert (
        kinds_of(events)[1:] == ["TileRevealed", "TurnEnded", "RowDiscarded"] + ["TileRevealed"] * 3
    )
    assert RowDiscarded(lakes) in events
    assert state.discarded[-3:] == lakes
    assert (len(state.row), len(state.stack)) == (3, 6)
    assert of_kind(state, LayTile)
    assert_sound(state)


@pytest.mark.rule("EL-TILE-09")
def test_a_08_with_nothing_left_to_draw_a_row_that_fits_nowhere_stays():
    state = table(MEADOW + "round 5\nlast 6\nrow llllll llllll llllll\n")
    state.ruleset = replace(state.ruleset, row_redraw=True)
    state.discarded += tuple(state.stack)
    state.stack = []
    row = [*state.row]
    events = say(state, "build T 1,0")
    assert (state.row, state.end_round) == (row, 6)
    assert "RowDiscarded" not in kinds_of(events)
    assert of_kind(state, LayTile) == []
    assert_sound(state)


@pytest.mark.rule("EL-TILE-08", "EL-END-01")
@pytest.mark.parametrize(("left", "stack"), [(1, 1), (2, 2), (3, 3), (4, 4)])
@pytest.mark.parametrize("aside_from", ["now", "next_turn"])
def test_a_08_redrawing_may_end_the_stack(left, stack, aside_from):
    state = lakes_come(left, row_redraw=True, aside_from=aside_from)
    say(state, f"tile {state.row[0]}/0 2,0")
    assert (state.end_round, state.actor) == (5, 1)
    if aside_from == "next_turn" and left > 1:
        # What is left of the row is played with; the set-aside tiles come with the next turn.
        assert (len(state.row), state.stack, len(state.aside)) == (left - 1, [], 4)
        assert_sound(state)
        say(state, "build T 1,0")
    assert (len(state.row), len(state.stack), state.aside) == (3, stack, [])
    assert_sound(state)


def test_a_09_two_pawns_count_twice_in_equal_sets():
    board = LINE.format("", ":W2", "", "", "").replace("-1,0 ?", "-1,0 ?\n5,1 ? P\n6,1 ?")
    assert refusal(table(board), "score 1,1") == "EL-SCORE-01"
    state = table(board, two_pawns_count=True)
    assert [action.set for action in of_kind(state, Score)] == [((1, 1),)]
    say(state, "score 1,1")
    assert (state.scores, state.hands) == ([2, 0], [5, 5])


@pytest.mark.rule("EL-BONUS-04")
@pytest.mark.parametrize(
    ("owners", "cells", "plain", "counted"),
    [
        (("T:W2", "T:W", "S"), "1,1 2,1", 2, 4),
        (("T:W2", "T:W2", "S"), "1,1 2,1", 2, 4),  # the best value: three, not four
        (("T:W", "T:W", "S"), "1,1 2,1", 2, 2),
        (("T:W2", "T", "S:W"), "1,1 3,1", 1, 1),  # different kinds count as ever
    ],
)
def test_a_09_values_of_sets_with_two_pawns(owners, cells, plain, counted):
    line = [f"{q},1 ? {word}" for q, word in enumerate(("U", *owners, "P", "C"))]
    board = "0,0 src\n" + "\n".join(line) + "\n-1,0 ?"
    for option, points in ((False, plain), (True, counted)):
        state = table(board, two_pawns_count=option)
        say(state, f"score {cells}")
        assert state.scores == [points, 0]


def test_a_09_end_is_owed_for_a_set_of_one_structure():
    board = LINE.format("", ":W2", "", "", "")
    state = table(board, two_pawns_count=True)
    say(state, "build T -1,0")
    assert refusal(state, "end") is None
    say(state, "score 1,1")
    assert state.actor == 1


SHUT = "0,0 src\n1,0 ? T\n2,0 ?\n1,1 ? *W2\n2,-1 ?\n3,0 ?\n-1,0 ?\n"


@pytest.mark.rule("EL-MARK-04")
def test_a_11_a_marker_comes_back_when_its_owner_asks():
    state = table(SHUT, marker_recall="owner")
    assert refusal(state, "recall 1,1") == "EL-MARK-04"
    say(state, "build T 2,0")
    assert state.markers == {(1, 1): (0, 2)}
    assert refusal(state, "recall 1,1", seat=1) == "EL-MARK-04"
    assert refusal(state, "recall 2,-1", seat=0) == "EL-MARK-04"
    assert check(state, Recall(2, (1, 1))).rule == "EL-TURN-06"
    assert not of_kind(state, Recall)  # it is Black's turn
    act(state, Recall(0, (1, 1)))  # and White may all the same
    assert (state.actor, state.markers, state.scores) == (1, {}, [0, 0])
    assert state.markers_in_hand == [(1, 2), (1, 2)]
    auto = table(SHUT)
    say(auto, "build T 2,0")
    assert auto.markers == {}
    assert refusal(auto, "recall 1,1", seat=0) == "EL-MARK-04"


@pytest.mark.rule("EL-MARK-04")
def test_a_11_a_recall_is_offered_to_the_seat_to_act_and_takes_no_turn():
    state = table(SHUT, marker_recall="owner")
    say(state, "build T 2,0", "build T 3,0")
    assert of_kind(state, Recall) == [Recall(0, (1, 1))]
    say(state, "recall 1,1")
    assert state.actor == 0
    assert of_kind(state, Build)


DEAD = "0,0 src\n1,0 ? T\n2,0 ? *W1\n3,0 ?\n4,0 ?\n4,-1 ? *W2\n"


@pytest.mark.rule("EL-MARK-04")
def test_a_12_markers_on_dead_tiles_come_back_too():
    for option, left in ((False, {(2, 0): (0, 1), (4, -1): (0, 2)}), (True, {(4, -1): (0, 2)})):
        state = table(DEAD, recall_dead_tiles=option)
        events = say(state, "build C 3,0")  # no kind stands between a Tower and a City
        assert state.markers == left
        assert (MarkerReturned(0, 1, (2, 0), 0, "EL-MARK-04") in events) == option


@pytest.mark.rule("EL-MARK-04")
@pytest.mark.parametrize("option", [False, True])
def test_a_12_a_tile_whose_kinds_are_out_of_stock_is_dead(option):
    state = table("0,0 src\n1,0 ? C\n2,0 ? *W1\n-1,0 ?\n", recall_dead_tiles=option)
    state.reserve[KINDS.index("P")] = 1  # only a Pole fits beside a City
    say(state, "build P -1,0")
    assert (state.markers == {}) == option
    lay = f"tile {state.row[0]}/0 1,1 marker 1"
    assert refusal(state, lay) == ("EL-MARK-04" if option else None)
    assert any(a.at == (1, 1) and a.marker for a in of_kind(state, LayTile)) != option
    elsewhere = f"tile {state.row[0]}/0 -1,1 marker 1"
    assert refusal(state, elsewhere) is None


@pytest.mark.rule("EL-MARK-04", "EL-MARK-06")
def test_a_11_a_12_together_the_owner_asks_for_markers_on_dead_tiles():
    state = table(DEAD, recall_dead_tiles=True, marker_recall="owner")
    say(state, "build C 3,0")
    assert len(state.markers) == 2
    assert state.actor == 1  # the owner may ask on another's turn
    assert refusal(state, "recall 2,0", seat=0) is None
    assert refusal(state, "recall 4,-1", seat=0) == "EL-MARK-04"


@pytest.mark.rule("EL-MARK-06")
def test_a_11_a_12_what_counts_is_the_reserve_when_the_owner_asks():
    text = "0,0 src\n1,0 ? C\n2,0 ? *W1\n-1,0 ?\nturn K\nfirst W\n"
    state = table(text, recall_dead_tiles=True, marker_recall="owner")
    pole = KINDS.index("P")  # only a Pole fits beside a City
    assert refusal(state, "recall 2,0", seat=0) == "EL-MARK-04"
    state.reserve[pole] = 0
    assert refusal(state, "recall 2,0", seat=0) is None
    state.reserve[pole] = 1  # Poles come back with the set-aside pieces: who did not ask waits on
    assert refusal(state, "recall 2,0", seat=0) == "EL-MARK-04"
    say(state, "build P 2,0")
    assert state.scores == [1, 0]


@pytest.mark.rule("EL-CITY-04")
@pytest.mark.parametrize(("option", "bonus"), [("keep", "S"), ("clear", None)])
def test_a_13_a_city_that_finds_the_queue_empty(option, bonus):
    cities = "0,0 src\n1,0 ? C\n3,0 ? C\n2,0 ?\n4,0 ?\n5,0 ? C\n6,0 ?\n7,0 ? C\n8,0 ?\n9,0 ? C\n"
    state = table(cities + "10,0 ?\n11,0 ?\nqueue\nbonus S\nround 5\nlast 6\n", queue_empty=option)
    events = say(state, "build C 11,0")
    assert (BonusChanged(None) in events) == (bonus is None)
    assert state.bonus == (-1 if bonus is None else KINDS.index(bonus))


@pytest.mark.rule("EL-ABAN-01", "EL-STUCK-02")
def test_a_14_abandoning_nothing_in_place_of_passing():
    state = table(MEADOW, abandon_zero=True)
    assert refusal(state, "abandon") is None
    assert Abandon(0, ()) in list(legal_actions(state))
    say(state, "abandon")
    assert state.actor == 1
    assert refusal(table(MEADOW), "abandon") == "EL-ABAN-01"
    stuck = table("0,0 src\n1,0 ? T:K\nrow llllll llllll llllll", abandon_zero=True)
    assert list(legal_actions(stuck)) == [Abandon(0, ())]
    assert refusal(stuck, "pass") == "EL-STUCK-02"


@pytest.mark.rule("EL-ABAN-03")
def test_a_15_a_structure_without_pawns_is_taken_over_by_a_build():
    board = "0,0 src\n1,0 ? C\n2,0 ? P:K\n3,0 ? P:W\n-1,0 ?"
    assert refusal(table(board), "build C 1,0") == "EL-BUILD-02"
    state = table(board, reoccupy=True)
    assert refusal(state, "build T 1,0") == "EL-ABAN-03"
    assert refusal(state, "build P 2,0") == "EL-ABAN-03"
    assert refusal(state, "build P 3,0") == "EL-ABAN-03"
    reserve, queue = list(state.reserve), state.queue
    state.reserve[KINDS.index("C")] = 0
    events = say(state, "build C 1,0")
    assert kinds_of(events) == ["Built", "TurnEnded"]
    assert state.owners[1, 0] == 0
    assert (state.pawns[1, 0], state.hands[0]) == (1, 3)
    assert (state.reserve[1:4], state.queue) == (reserve[1:4], queue)
    assert refusal(state, f"tile {state.row[0]}/0 1,0 build C") == "EL-TILE-01"


@pytest.mark.rule("EL-ABAN-03", "EL-STUCK-02")
def test_a_15_what_was_just_scored_may_be_taken_over_in_the_same_turn():
    state = table(STUCK, reoccupy=True)
    say(state, "score 0,1 1,1")
    assert {action.at for action in of_kind(state, Build)} == {(0, 1), (1, 1)}
    say(state, "build T 1,1")
    assert state.owners[1, 1] == 0


@pytest.mark.rule("EL-NRG-01")
def test_a_16_the_readings_change_what_can_be_scored():
    board = "0,0 src\n0,1 ? U\n1,1 ? T:W\n2,1 ? S\n3,1 ? P\n4,1 ? C:W\n5,1 ? P:W\n6,1 ? C\n-1,0 ?"
    sets = {
        reading: len(of_kind(table(board, energized=reading), Score))
        for reading in ("path", "component", "strict")
    }
    assert sets == {"path": 3, "component": 3, "strict": 1}
    stub = board.replace("6,1 ? C", "6,1 ?")
    sets = {
        reading: len(of_kind(table(stub, energized=reading), Score))
        for reading in ("path", "component", "strict")
    }
    assert sets == {"path": 1, "component": 3, "strict": 1}


@pytest.mark.rule("EL-SCORE-05")
def test_a_17_points_from_a_file(tmp_path):
    path = tmp_path / "points.toml"
    path.write_text(
        "[set.different]\n2 = 7\n[set.equal]\n3 = 9\n"
        "[bonus]\nhigh_demand = 3\nforest_per_edge = 2\ninfluence = [4, 6]\n"
    )
    scoring = load_scoring(path)
    state = table(
        LINE.format(":W", ":W", "", "", "").replace("-1,0 ?", "-1,0 ? *K2\n0,2 ...t..")
        + "bonus T\nqueue U S P C",
        scoring=scoring,
    )
    say(state, "build T -1,0")
    assert state.scores == [0, 6]
    say(state, "score 0,1 1,1")
    assert state.scores == [7 + 3, 6]
    to_embedded = scoring_from_json(scoring.to_json())
    assert replace(to_embedded, name=scoring.name) == scoring


@pytest.mark.rule("EL-SCORE-07")
def test_a_18_forests_may_be_declined():
    board = LINE.format(":W", ":W", "", "", "") + "1,2 ...ttt\n2,2 ?\n"
    asked = table(board, ask_forests=True)
    choices = [(action.set, action.forests) for action in of_kind(asked, Score)]
    assert choices == [(((0, 1), (1, 1)), True), (((0, 1), (1, 1)), False)]
    for text, points in (("score 0,1 1,1", 2), ("score 0,1 1,1 no forests", 1)):
        twin = asked.copy()
        say(twin, text)
        assert twin.scores == [points, 0]
    declined = of_kind(asked, Score)[1]
    assert action_from_json(action_to_json(declined)) == declined
    assert check(table(board), declined).rule == "EL-SCORE-07"


def forests(kind, lands, **options):
    return [item.at for item in forest_items((0, 0), kind, lands, Ruleset(**options))]


@pytest.mark.rule("EL-FOREST-01")
def test_a_19_any_forest_of_the_colour_on_a_neighbouring_tile():
    lands = {(0, 0): "tttttt", (1, 0): "t.....", (0, 1): "....t.", (-1, 0): "s....."}
    assert forests(1, lands) == [(0, 1)]
    assert forests(1, lands, forest_touch="tile") == [(1, 0), (0, 1)]
    assert forests(1, {**lands, (2, 0): "...t.."}, forest_touch="tile") == [(1, 0), (0, 1)]


@pytest.mark.rule("EL-FOREST-04")
def test_a_20_one_forest_over_two_tiles_counts_once():
    # East and south-east of the member, joined across the edge between them
    joined = {(0, 0): "......", (1, 0): "..tt..", (0, 1): "....tt"}
    apart = {(0, 0): "......", (1, 0): "...t..", (0, 1): "....tt"}
    assert forests(1, joined) == forests(1, apart) == [(1, 0), (0, 1)]
    assert forests(1, joined, forest_count="region") == [(1, 0)]
    assert forests(1, apart, forest_count="region") == [(1, 0), (0, 1)]


@pytest.mark.rule("EL-FOREST-02")
def test_a_20_a_forest_is_never_joined_through_the_members_own_tile():
    lands = {(0, 0): "tttttt", (1, 0): "...t..", (-1, 0): "t....."}
    assert forests(1, lands, forest_count="region") == [(1, 0), (-1, 0)]


@pytest.mark.rule("EL-END-02")
def test_a_21_set_aside_pieces_from_the_next_turn_on():
    lit = LINE.format(":W", ":W", "", "", "")
    for option, at_once in (("now", True), ("next_turn", False)):
        state = shorten(table(lit, aside_from=option), 1)
        events = say(state, f"tile {state.row[0]}/0 0,-1")
        assert StackRanOut() in events
        assert (AsideReturned() in events) == at_once
        assert state.actor == 0
        assert bool(state.aside) != at_once
        events = say(state, "end")
        assert (AsideReturned() in events) != at_once
        assert (state.aside, len(state.stack)) == ([], 4)
        assert state.reserve == [3, 10, 4, 12, 5]


@pytest.mark.rule("EL-WIN-02")
@pytest.mark.parametrize(("option", "winners"), [("pawns", (0,)), ("structures", (0, 1))])
def test_a_22_structures_in_place_of_pawns_break_a_tie(option, winners):
    board = "0,0 src\n1,0 ? T:W\n3,0 ? T:W2\n2,0 ?\n-1,0 ? T:K\n-2,0 ?\n"
    state = table(board + "turn K\nfirst W\nround 6\nlast 6\nscore W3 K3", tie=option)
    say(state, "build S -2,0")
    found = result(state)
    assert found.winners == winners
    assert found.pawns_on_board == (3, 2)
    assert found.decided_by == ("EL-WIN-02" if len(winners) == 1 else "EL-WIN-03")


@pytest.mark.rule("EL-MARK-04")
def test_a_23_no_option_puts_a_marker_on_a_closed_tile():
    board = "0,0 src\n1,0 ? T\n2,0 ? T\n"
    for recall in ("auto", "owner"):
        state = table(board, marker_recall=recall)
        assert refusal(state, f"tile {state.row[0]}/0 1,1 marker 1") == "EL-MARK-04"


@pytest.mark.rule("EL-MARK-05", "EL-SCORE-08")
def test_a_24_pawns_and_markers_are_used_again_in_the_same_turn():
    state = table(STUCK + "-1,0 ?\n")
    assert state.hands[0] == 0
    say(state, "score 0,1 1,1", "build T -1,0")
    assert state.owners[-1, 0] == 0


@pytest.mark.rule("EL-CONN-02")
def test_a_25_one_tower_a_plant():
    board = "0,0 src\n1,0 ? T\n2,0 ....r. U\n3,0 ?\n4,0 ?\n"
    assert refusal(table(board), "build T 3,0") is None
    state = table(board, plant_towers="one")
    assert refusal(state, "build T 3,0") == "EL-CONN-02"
    assert refusal(state, "build T 4,0") is None
    assert Build(0, 1, (3, 0)) not in list(legal_actions(state))
    between = "0,0 src\n1,0 ? T\n2,0 ....r.\n3,0 ? T\n"
    assert refusal(table(between), "build U 2,0") is None
    one = table(between, plant_towers="one")
    assert refusal(one, "build U 2,0") == "EL-CONN-02"
    assert refusal(one, "build T 2,0") is None
    two_plants = table("0,0 src\n1,0 ? U\n2,0 ?\n3,0 ? U\n", plant_towers="one")
    assert refusal(two_plants, "build T 2,0") is None


@pytest.mark.parametrize("name", ["tie", "ask_forests", "queue_empty", "energized"])
def test_an_option_changes_nothing_where_it_has_no_say(name):
    """The same random play without a lit structure, by both values, is the same game."""
    other = CHOICES[name][-1]
    one, two = (new_game(Ruleset(**{name: value}), 2, 5) for value in (CHOICES[name][0], other))
    for action, _ in walk(one, 5, lively=False):
        if one.lit or one.round > 5:
            break
        assert list(legal_actions(one)) == list(legal_actions(two))
        act(one, action)
        act(two, action)
        assert snapshot(one) == snapshot(two)
    assert one.round > 1
