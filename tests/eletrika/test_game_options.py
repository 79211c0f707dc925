"""Options of the ledger's section 4: read, written, refused, and what rows do not tell of them.

What each value changes is in ``play.toml`` and in the examples that are shipped.
"""

from dataclasses import replace

import pytest

from eletrika import draws, legal_actions, new_game, to_act
from eletrika.actions import LayTile
from eletrika.events import RowDiscarded, TilePutUnder
from eletrika.ruleset import OPTIONS, Ruleset, make_ruleset
from eletrika.setup import Setup
from eletrika_games import act, kinds_of, say, shorten, table
from eletrika_invariants import assert_sound, snapshot
from eletrika_play import CHOICES, WIDER, walk
from gridcommon.errors import NotationError

DEFAULTS = {
    "source_in_38": True, "bonus_faces": (0, 1, 2, 3, 4), "first_player_rotates": False,
    "setup_touch": "any", "setup_redraw": True, "stuck_may_score": False, "end_trigger": "empty",
    "refill": "placement", "row_redraw": False, "no_fit_ends": True, "two_pawns_count": False,
    "marker_recall": "auto", "recall_dead_tiles": False, "queue_empty": "keep",
    "abandon_zero": False, "reoccupy": False, "energized": "path", "ask_forests": False,
    "forest_touch": "edge", "forest_count": "edge", "aside_from": "now", "tie": "pawns",
    "plant_towers": "any",
}  # fmt: skip


def test_every_option_is_a_field_with_the_default_of_the_ledger_and_all_values_are_read():
    assert {name: getattr(Ruleset(), name) for name in OPTIONS} == DEFAULTS
    for name, value in ((name, value) for name, values in CHOICES.items() for value in values):
        rules = make_ruleset({name: value})
        assert getattr(rules, name) == value
        written = rules.to_json()
        assert written["options"] == ({} if value == OPTIONS[name].default else {name: value})
        assert Ruleset.from_json(written) == rules


@pytest.mark.rule("EL-COMP-01", "EL-SETUP-09")
def test_a_01_the_source_besides_38_tiles_takes_a_table_of_39():
    with pytest.raises(NotationError, match="EL-COMP-01") as problem:
        make_ruleset({"source_in_38": False})
    assert problem.value.key == "ruleset.tiles"
    with pytest.raises(NotationError, match="EL-COMP-01"):
        make_ruleset({}, WIDER)
    state = new_game(make_ruleset({"source_in_38": False}, WIDER), 2, 4)
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


@pytest.mark.rule("EL-SETUP-08")
@pytest.mark.parametrize("redraw", [True, False])
def test_a_05_a_set_up_tile_that_fits_nowhere(redraw):
    tiles = table("0,0 src\nrow llllll llllll ......").ruleset.tiles  # 1 and 2 are lakes
    rules = Ruleset(tiles=tiles, setup_redraw=redraw)
    given = {"stack": [4, 1, *range(9, 37)], "row": [3, 5, 6], "aside": [2, 7, 8, 37]}
    given |= {"queue": list("UTSPC"), "first": 0}
    state = new_game(rules, 3, None, Setup.from_json(given))
    assert draws(state).to_json() == given
    assert TilePutUnder(1, 1) in act(state, legal_actions(state)[0])
    assert (state.stack[0], state.under, to_act(state)) == (1, 1, 1 if redraw else 2)
    while state.round == 0:
        act(state, legal_actions(state)[0])
    assert (len(state.laid), len(state.stack)) == ((4, 27) if redraw else (3, 28))
    assert_sound(state)
    first = given | {"stack": [1, 4, 2, *range(9, 36)], "aside": [36, 7, 8, 37], "first": 1}
    state = new_game(rules, 2, None, Setup.from_json(first))
    assert to_act(state) == (1 if redraw else 0)
    assert draws(state).to_json() == first


def lakes_come(left, **options):
    """Return a game on fields in which the row will show three lakes after its one field tile."""
    state = table("0,0 src\n1,0 ?\nround 3\nrow llllll llllll llllll\n")
    # Lakes alone fit nowhere, and so begin the final phase (EL-STUCK-03): take that back.
    state.end_round, state.stack, state.aside = 0, state.stack[:-4], state.stack[-4:]
    state.reserve = [held - 1 for held in state.reserve]
    state = shorten(state, left)
    state.row[0], state.stack[-1] = state.stack[-1], state.row[0]
    state.ruleset = replace(state.ruleset, **options)
    return state, say(state, f"tile {state.row[0]}/0 2,0")


@pytest.mark.rule("EL-TILE-08", "EL-TILE-09", "EL-END-01")
def test_a_08_a_row_that_fits_nowhere_stays_or_is_discarded_at_the_start_of_a_turn():
    state, _ = lakes_come(10)
    assert not state.discarded[21:]
    state, events = lakes_come(10, row_redraw=True)
    redrawn = ["RowDiscarded", "TileRevealed", "TileRevealed", "TileRevealed"]
    assert kinds_of(events)[1:] == ["TileRevealed", "TurnEnded", *redrawn]
    assert RowDiscarded(state.discarded[-3:]) in events
    assert (len(state.row), len(state.stack)) == (3, 6)
    assert any(isinstance(one, LayTile) for one in legal_actions(state))
    assert_sound(state)
    last = table("0,0 src\n1,0 ?\nround 5\nlast 6\nrow llllll llllll llllll\n")
    last.ruleset = replace(last.ruleset, row_redraw=True)
    row = [*shorten(last, 0).row]  # nothing is left to draw
    assert "RowDiscarded" not in kinds_of(say(last, "build T 1,0"))
    assert (last.row, last.end_round) == (row, 6)


@pytest.mark.rule("EL-TILE-08", "EL-END-01")
@pytest.mark.parametrize("left", [1, 2, 3, 4])
@pytest.mark.parametrize("aside_from", ["now", "next_turn"])
def test_a_08_redrawing_may_end_the_stack(left, aside_from):
    state, _ = lakes_come(left, row_redraw=True, aside_from=aside_from)
    assert (state.end_round, state.actor) == (5, 1)
    if aside_from == "next_turn" and left > 1:
        # What is left of the row is played with; the set-aside tiles come with the next turn.
        assert (len(state.row), state.stack, len(state.aside)) == (left - 1, [], 4)
        assert_sound(state)
        say(state, "build T 1,0")
    assert (len(state.row), len(state.stack), state.aside) == (3, left, [])
    assert_sound(state)


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
