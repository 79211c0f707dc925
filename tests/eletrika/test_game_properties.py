"""What holds in every state that random play reaches, under random rules."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika import advance, check, legal_actions, new_game, result, to_act
from eletrika.actions import Abandon, Action, LayTile, Score
from eletrika.placement import fits_somewhere
from eletrika.state import MAIN, OVER
from eletrika_games import act
from eletrika_invariants import (
    Watch,
    assert_offer,
    assert_sound,
    snapshot,
)
from eletrika_play import SEEDS, positions, random_rules, walk
from examples import examples
from gridcommon.chance import seeded
from gridcommon.hexes import rotate
from legal_lists import assert_like, assert_picks


@pytest.mark.rule("EL-TURN-01", "EL-TILE-01", "EL-BUILD-01", "EL-ABAN-01", "EL-SCORE-01")
@given(positions())
def test_offered_if_and_only_if_check_is_silent(state):
    assert_sound(state)
    assert_offer(state)


@pytest.mark.rule("EL-COMP-06", "EL-BUILD-06", "EL-SHORT-01", "EL-CONN-03", "EL-TILE-02")
@given(positions(), SEEDS)
def test_nothing_is_lost_and_nothing_forbidden_after_any_action(state, seed):
    watch = Watch(state)
    for number, (action, _) in enumerate(walk(state, seed, lively=bool(seed % 2))):
        watch.after(action, act(state, action))
        if number == 15:
            break


@examples(1 / 3)
@given(positions())
def test_legal_actions_behave_like_the_list_of_themselves(state):
    actions = legal_actions(state)
    some = [*actions]
    assert_like(actions, some)
    other = state.copy()
    other.actor = (state.actor + 1) % state.seats
    assert not any(one == kind for one in legal_actions(other).kinds for kind in actions.kinds)
    if actions:
        assert_picks(actions)
    if state.phase == MAIN:
        tiles = any(isinstance(one, LayTile) for one in some)
        assert fits_somewhere(state, state.row) == tiles


@pytest.mark.rule("EL-NRG-05", "EL-FOREST-01", "EL-TURN-06")
@examples(1 / 3)
@given(SEEDS, st.integers(2, 4), st.integers(1, 5))
def test_turning_the_whole_game_changes_no_score(seed, seats, sixths):
    rules, rng = random_rules(seeded(seed))
    state = new_game(rules, seats, seed)
    turned = new_game(rules, seats, seed)
    turned.clear_table()
    turned.put_tile(rules.tiles.source, sixths, (0, 0))

    def there(action: Action) -> Action:
        values = {entry.name: getattr(action, entry.name) for entry in fields(action)}
        if isinstance(action, Abandon):
            values["at"] = tuple(rotate(cell, sixths) for cell in action.at)
        elif isinstance(action, Score):
            values["set"] = tuple(rotate(cell, sixths) for cell in action.set)
        elif "at" in values:
            values["at"] = rotate(action.at, sixths)
        if isinstance(action, LayTile):
            values["rotation"] = (action.rotation + sixths) % 6
        return type(action)(**values)

    for action, _ in walk(state, rng, lively=True):
        assert len(legal_actions(state)) == len(legal_actions(turned))
        assert check(turned, there(action)) is None
        advance(state, action)
        advance(turned, there(action))
        assert turned.scores == state.scores
        assert turned.lit == {rotate(cell, sixths) for cell in state.lit}
        assert (turned.actor, turned.phase, turned.hands) == (state.actor, state.phase, state.hands)
    assert result(turned) == result(state)


@pytest.mark.rule("EL-END-03", "EL-STUCK-02")
@examples(1 / 3)
@given(SEEDS, st.integers(2, 4), st.booleans())
def test_every_random_game_ends_somebody_wins_and_its_seed_tells_it(seed, seats, lively):
    def played():
        rules, rng = random_rules(seeded(seed))
        state = new_game(rules, seats, seed)
        found = [snapshot(state)]
        for action, _ in walk(state, rng, lively=lively):
            assert action.seat == to_act(state)
            advance(state, action)
            found.append(snapshot(state))
        return state, found

    state, found = played()
    assert played()[1] == found
    assert state.phase == OVER
    ended = result(state)
    assert ended.winners
    assert max(ended.scores) == ended.scores[ended.winners[0]]
    assert sum(ended.pawns_on_board) + sum(state.hands) == 5 * seats
    assert_sound(state)
