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
from eletrika.ruleset import Ruleset
from eletrika.state import OVER
from eletrika.tables import KINDS, UNKNOWN_KIND
from eletrika.tile_set import shipped_tiles
from eletrika_games import act, played_on, refusal
from eletrika_invariants import FIELDS as FIELD_NAMES
from eletrika_invariants import assert_sound, snapshot
from eletrika_play import walk
from gridcommon.errors import NotationError

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
    told = {name: getattr(state, name) for name in FIELD_NAMES if name not in HIDDEN}
    told["row"] = sorted(state.row)
    told["scored"] = state.scored and state.phase != OVER  # a turn that is over says nothing
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


@pytest.mark.rule("EL-SETUP-06", "EL-END-01", "EL-MARK-04")
def test_what_a_position_does_not_tell_is_as_at_the_start_or_follows():
    state = played_on("stack 27")
    assert (state.seats, state.actor, state.round, state.first) == (2, 0, 1, 0)
    assert (len(state.row), len(state.stack), len(state.aside)) == (3, 27, 4)
    assert (state.markers_in_hand, state.scores) == ([(1, 2), (1, 2)], [0, 0])
    assert sorted(state.queue) == [0, 1, 2, 3, 4]
    assert_sound(state)
    state = played_on("4,0 ...... C; bonus T; stack 26")
    assert (state.bonus, sorted(state.queue)) == (KINDS.index("T"), [0, 2, 3, 4])
    assert_sound(state)
    state = played_on("round 7; stack 31")  # all tiles that were not seen: it has just run out
    assert (state.round, state.end_round, state.aside) == (7, 9, [])
    assert state.reserve == [4, 10, 5, 13, 6]
    assert_sound(state)
    state = played_on("2,1 ...... T; 1,1 ...... *K1; stack 25", marker_recall="owner")
    assert state.markers == {(1, 1): (1, 1)}
    assert refusal(state, "recall 1,1", seat=1) is None


KEPT = "0,0 src\n1,0 ?\nhand W5 K5\nscore W0 K0\nturn W\nfirst W\nround 4\nrow 1 2 3\n"


@pytest.mark.rule("EL-END-03", "EL-SETUP-07", "EL-TURN-06", "EL-WIN-01")
@pytest.mark.parametrize(
    ("less", "more", "options", "key"),
    [
        ("round 4\n", "stack 29", {}, None),
        ("round 4\n", "stack 29", {"first_player_rotates": True}, "round"),
        ("row 1 2 3\n", "stack 0\nlast 6", {}, "row"),
        ("", "stack 0\nlast 6", {}, None),
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
