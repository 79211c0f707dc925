"""Tiles of which not all is known, and what the table tells. More: ``play.toml``."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eletrika
from eletrika.actions import LayTile
from eletrika.events import TileRevealed
from eletrika.notation import parse_full
from eletrika.position_setup import from_position
from eletrika.ruleset import Ruleset
from eletrika.setup import Setup
from eletrika.state import MAIN, OVER, SETUP, State
from eletrika.tables import EDGE_LETTERS, HIDDEN, LAND_CLASS
from eletrika.tile_edges import (
    decode_edges,
    encode_edges,
    land_code,
    tile_from_json,
    tile_to_json,
)
from eletrika.tile_set import shipped_tiles
from eletrika.view import determinize, faces_of, unseen
from eletrika_games import GAMES, unknown_game
from eletrika_play import quick_bot
from gridcommon.game_loop import start
from gridcommon.records import read_record

TILES = shipped_tiles()
edges = st.text("?" + EDGE_LETTERS, min_size=6, max_size=6)


def tell(state: State, kind: str, **data: object) -> list[object]:
    events: list[object] = []
    eletrika.apply_declaration(state, kind, data, events)
    return events


def lay(state: State, tile: object, at: tuple[int, int], turn: int = 0) -> LayTile:
    return LayTile(state.actor, tile_from_json(tile), turn, at)


@given(edges)
def test_a_told_tile_is_read_back_and_turns_like_any_other(told):
    tile = encode_edges(told)
    assert tile < 0
    assert decode_edges(tile) == told
    assert tile_from_json(tile_to_json(tile)) == tile
    assert TILES.faces[tile][1] == told[-1] + told[:-1]
    assert TILES.codes[tile][0] == land_code(told)
    assert TILES.water[tile] == any(edge in "rl?" for edge in told)


@pytest.mark.rule("EL-COMP-09")
@given(edges, st.text(".rl?", min_size=6, max_size=6))
def test_it_fits_where_its_known_edges_fit(told, beside):
    turns = TILES.fitting[encode_edges(told)][land_code(beside)]
    seen: list[str] = []
    for turn in range(6):
        face = TILES.faces[encode_edges(told)][turn]
        fits = all(
            "?" in (a, b) or LAND_CLASS[a] == LAND_CLASS[b]
            for a, b in zip(face, beside, strict=True)
        )
        assert bool(turns >> turn & 1) == (fits and face not in seen)
        seen.append(face)


@pytest.mark.rule("EL-COMP-09")
def test_a_tile_that_is_laid_tells_what_was_unknown():
    state = unknown_game()
    assert state.drawn == HIDDEN
    tries = (lay(state, number, (1, 0), turn) for turn in range(6) for number in range(37, 0, -1))
    fitting = next(one for one in tries if not eletrika.check(state, one))
    last = [eletrika.check(state, lay(state, 37, at)) for at in state.frontier]
    assert None in last, "the last tile of the box"
    after = eletrika.apply(state, fitting)
    assert after.laid[1, 0] == (fitting.tile, fitting.rotation)
    for seen in (fitting.tile, TILES.source):
        assert eletrika.check(after, lay(after, seen, (0, 1))).rule == "EL-COMP-01"
    assert eletrika.check(after, lay(after, 38, (0, 1))).rule in ("EL-SETUP-08", "EL-COMP-01")
    for at in ((0, 1), (1, -1)):  # two tiles that look alike
        after = eletrika.apply(after, lay(after, "......", at))
    assert after.phase == MAIN
    assert eletrika.check(after, lay(after, fitting.tile, (-1, 0))).rule == "EL-COMP-01"


@pytest.mark.rule("EL-COMP-09")
@given(st.integers(0, 999), st.lists(st.integers(0, 999), max_size=25))
def test_what_is_offered_is_legal_and_nothing_else_of_the_row(seed, choices):
    """In games with tiles told in every way; each tile is tried at every turn on every cell."""
    state = eletrika.new_game(Ruleset(), 2, seed)
    for choice in choices:
        actions = eletrika.legal_actions(state)
        if not actions:
            return
        eletrika.advance(state, actions[choice % len(actions)])
        for place, tile in enumerate(state.row):
            if tile >= 0 and (choice + place) % 3 == 0:
                face = TILES.faces[tile][choice % 6]
                state.row[place] = encode_edges(face[:3] + "???" if choice % 2 else face)
            elif tile >= 0 and (choice + place) % 7 == 1:
                state.row[place] = HIDDEN
    if state.phase == OVER:
        return
    offered = set(eletrika.legal_actions(state))
    row = {state.drawn} if state.phase == SETUP else set(state.row)
    for cell in state.frontier:
        for tile in row:
            faces = TILES.faces[tile]
            for turn in range(6):
                action = LayTile(state.actor, tile, turn, cell)
                first = replace(action, rotation=faces.index(faces[turn]))
                assert (eletrika.check(state, action) is None) == (first in offered)
    for action in islice(offered, 400):
        assert eletrika.check(state, action) is None
        eletrika.apply(state, action)


@pytest.mark.skipif(not GAMES, reason="../shared")
@pytest.mark.parametrize("path", GAMES[::4], ids=lambda path: path.stem)
def test_recorded_games_are_followed_with_what_is_turned_up(path):
    """With a box of which only the first row is known, to the same end."""
    with path.open("rb") as file:
        header, rest = read_record(file, str(path))
        lines = [*rest]
    state = start(eletrika, header)
    unknown = {"stack": ["?"] * 30, "aside": ["?"] * 4}
    setup = Setup.from_json(eletrika.draws(state).to_json() | unknown)
    box = eletrika.new_game(state.ruleset, state.seats, None, setup)
    for action in (eletrika.action_from_json(line.data) for line in lines if line.kind == "action"):
        events: list[object] = []
        eletrika.advance(state, action, events)
        assert eletrika.check(box, action) is None
        eletrika.advance(box, action, None)
        if turned_up := [one.tile for one in events if isinstance(one, TileRevealed)]:
            tell(box, "reveal", row=turned_up)
        assert eletrika.facts(box) == eletrika.facts(state)
    assert eletrika.result(box) == eletrika.result(state) is not None


@pytest.mark.rule("EL-COMP-09")
def test_what_was_seen_is_not_drawn_again():
    state = unknown_game()
    tell(state, "set", row=[5, TILES.faces[6][3], "?"])
    assert not {5, 6, TILES.source} & set(unseen(state))
    whole = determinize(eletrika.observe(state, 0), 3)
    assert whole.row[:2] == state.row[:2]
    drawn = [whole.row[2], whole.drawn, *whole.stack, *whole.aside]
    assert sorted(drawn) == unseen(state)
    partly = encode_edges("r" + "?" * 5)
    assert all("r" in TILES.faces[tile][0] for tile in faces_of(state, partly))
    assert faces_of(state, 5) == [5]


@pytest.mark.parametrize("level", eletrika.LEVELS)
def test_bots_play_with_unknown_tiles(level):
    board = "0,0 src\n1,0 ? T:W\n2,0 ?\n0,1 r.t???\nhand W4 K5\nturn W\nstack 27\nrow ? r.t??? 7\n"
    state = from_position(parse_full(board, TILES), Ruleset(), None)
    is_quick = level in ("random", "easy")
    for moves in range(200 if is_quick else 1):
        if state.phase == OVER:
            break
        bot = quick_bot(level, moves)
        action = bot.choose(eletrika.observe(state, state.actor), eletrika.legal_actions(state))
        assert eletrika.check(state, action) is None
        eletrika.advance(state, action)
    assert state.phase == OVER or not is_quick
