"""Whole games: those that are recorded here replay, and those of other implementations."""

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eletrika
import powergrid
from eletrika_invariants import assert_sound
from eletrika_play import LAKES, random_rules
from examples import examples
from gridcommon import game_loop
from gridcommon.chance import seeded
from gridcommon.records import read_record
from powergrid_play import games
from powergrid_positions import invariants

GAMES = {powergrid: invariants, eletrika: assert_sound}
SHARED = Path(__file__).parents[3] / "shared" / "oracle"
ORACLE = Path(os.environ.get("GRIDGAMES_ORACLE", SHARED))
RECORDED = [(game, path) for game in GAMES for path in sorted(ORACLE.glob(f"{game.NAME}/*.jsonl"))]


@st.composite
def eletrika_games(draw):
    """A new game of any rules."""
    rules, rng = random_rules(seeded(draw(st.integers(0, 2**32))))
    return eletrika.new_game(rules, draw(st.integers(2, 4)), rng)


NEW = games().map(lambda new: (powergrid, new)) | eletrika_games().filter(
    lambda new: new.ruleset.tiles != LAKES  # no table of a user may be like this
).map(lambda new: (eletrika, new))


def replayed(game, lines, source):
    """Return the state that a record leads to, and each line of it with its events."""
    header, rest = read_record(lines, source)
    state, steps = game_loop.start(game, header), []
    for line, events, difference in game_loop.replay(game, state, rest, source):
        assert difference is None, str(difference)
        steps.append((line, events))
    return state, steps


@examples(2 / 3)
@given(NEW, st.integers(0, 1000))
def test_every_random_game_ends_and_its_record_replays_from_its_draws_alone(found, seed):
    game, state = found
    seats = range(state.terms.seats if game is powergrid else state.seats)
    bots = [game.make_bot("random", seed + seat) for seat in seats]
    lines = list(game_loop.play_recorded(game, state, game_loop.play(game, state, bots)))
    assert game.result(state) is not None
    assert list(game.legal_actions(state)) == []
    # With the draws of the finished game the record needs no seed
    first = game_loop.header(game, state, [f"p{seat}" for seat in seats], None).to_json()
    assert "seed" not in first
    again, steps = replayed(game, [json.dumps(first), *lines], "game")
    again.rng = state.rng
    assert again == state
    for (line, events), (after, _) in pairwise(steps):
        if line.kind == "action":
            assert (after.kind == "check") == game.is_checkpoint(events)


@pytest.mark.skipif(not RECORDED, reason="../shared")
@pytest.mark.parametrize(("game", "path"), RECORDED, ids=lambda one: getattr(one, "stem", ""))
def test_recorded_games_of_other_implementations_replay_without_a_difference(game, path):
    with path.open("rb") as stream:
        state, _ = replayed(game, stream, path.name)
    assert game.result(state) is not None
    GAMES[game](state)
