"""Set-up, options, tiles, scores and endings that no row of ``play.toml`` tells."""

from dataclasses import replace

import pytest

from eletrika import draws, legal_actions, new_game
from eletrika.actions import LayTile
from eletrika.notation.actions import parse_action
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika.sets import forest_items
from eletrika.setup import SETUP_KEYS, Setup
from eletrika.state import SETUP
from eletrika.tile_set import shipped_tiles
from eletrika_games import DRAWS, act, in_row, table
from eletrika_invariants import assert_sound
from eletrika_play import WIDER, walk
from gridcommon.errors import NotationError


@pytest.mark.rule(
    "EL-COMP-01", "EL-COMP-02", "EL-COMP-03", "EL-COMP-04", "EL-SETUP-01", "EL-SETUP-02",
    "EL-SETUP-03", "EL-SETUP-04", "EL-SETUP-05", "EL-SETUP-06", "EL-SETUP-08", "EL-SETUP-09",
)  # fmt: skip
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tv_01_what_is_dealt_and_what_play_begins_with(seats):
    state = new_game(Ruleset(), seats, 7)
    assert state.laid == {(0, 0): (state.ruleset.tiles.source, 0)}
    assert [len(state.row), len(state.aside), len(state.stack)] == [3, 4, 29]
    assert (state.hands, state.scores) == ([5] * seats, [0] * seats)
    assert_sound(state)  # nothing is missing
    row = list(state.row)
    while state.phase == SETUP:
        drawn, below = state.drawn, state.stack[-1]
        act(state, legal_actions(state)[0])
        assert drawn in {tile for tile, _ in state.laid.values()}
        assert state.phase != SETUP or state.drawn == below
    assert (state.round, state.row, len(state.stack)) == (1, row, 30 - seats)
    assert state.reserve == [3, 10, 4, 12, 5]


@pytest.mark.rule("EL-SETUP-06", "EL-SETUP-07")
def test_every_seat_may_begin_and_the_queue_is_shuffled():
    games = [new_game(Ruleset(), 4, seed) for seed in range(40)]
    assert {state.first for state in games} == {0, 1, 2, 3}
    assert len({state.queue for state in games}) > 20


@pytest.mark.rule("EL-SETUP-05", "EL-COMP-04")
def test_a_structure_of_each_kind_is_set_aside():
    with pytest.raises(NotationError, match="EL-SETUP-05"):
        table("0,0 src\n1,0 ? U\n-1,1 ? U\n0,-1 ? U\n2,0 ?\n3,0 ? U")


@pytest.mark.parametrize("key", SETUP_KEYS)
def test_draws_that_are_left_out_are_made_from_the_seed(key):
    given = {name: value for name, value in DRAWS.items() if name != key}
    state = new_game(Ruleset(), 2, 5, Setup.from_json(given))
    found = draws(state).to_json()
    assert {name: found[name] for name in given} == given
    if key in ("stack", "row", "aside"):
        assert sorted(found[key]) == sorted(DRAWS[key])
    with pytest.raises(NotationError) as problem:
        new_game(Ruleset(), 2, None, Setup.from_json(given))
    assert problem.value.key == f"setup.{key}"


@pytest.mark.rule("EL-COMP-01", "EL-SETUP-08")
def test_a_tile_file_that_makes_set_up_impossible_is_refused_before_the_game():
    tiles = shipped_tiles()
    lake = tuple(replace(tile, edges="llllll") for tile in tiles.tiles[1:])

    def box(source_edges):
        source = replace(tiles.tiles[0], edges=source_edges)
        return type(tiles)("lakes", (source, *lake), 0, tiles.forests)

    with pytest.raises(NotationError, match="EL-SETUP-08") as problem:
        make_ruleset({}, box("r....."))
    assert problem.value.key == "ruleset.tiles"
    assert make_ruleset({}, box("l.....")).tiles.name == "lakes"


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


MEADOW = "0,0 src\n1,0 ?\n"


@pytest.mark.rule("EL-TILE-05")
def test_forests_change_nothing_about_what_may_be_laid_or_built():
    plain, wooded = table(MEADOW), table(MEADOW.replace("?", "ttssuu"))
    assert list(legal_actions(plain)) == list(legal_actions(wooded))


@pytest.mark.rule("EL-MARK-01")
def test_the_last_marker_in_hand_need_not_be_named():
    state = table(MEADOW + "row r..... ...... ......")
    tile = in_row(state, "r.....")
    with pytest.raises(NotationError, match="MW"):
        parse_action(f"tile {tile} 2,0 marker", state)
    state.markers_in_hand[state.actor] = (3,)
    laid = LayTile(state.actor, tile, 0, (2, 0), marker=3)
    assert parse_action(f"tile {tile} 2,0 marker", state) == laid
    assert parse_action(f"peca {tile} 2,0 marcador", state, {"peca": "tile", "marcador": "marker"})
    with pytest.raises(NotationError):
        parse_action(f"tile {tile} 2,0 marker x", state)


def forests(kind, lands, **options):
    return [item.at for item in forest_items((0, 0), kind, lands, Ruleset(**options))]


@pytest.mark.rule("EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-03")
@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("letter", "utspcrl.")
def test_a_forest_pays_the_kind_of_its_colour_where_it_lies_on_the_shared_edge(kind, letter):
    lands = {(0, 0): letter * 6, (1, 0): f"...{letter}..", (0, 1): f"{letter}....."}
    assert forests(kind, lands) == ([(1, 0)] if letter == "utspc"[kind] else [])
