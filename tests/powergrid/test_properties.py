"""What holds in every position that random play reaches, whatever the edition and options."""

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import powergrid
from examples import examples
from gridcommon.game_loop import header as header_of
from gridcommon.game_loop import play, play_recorded, replay, start
from gridcommon.records import read_record
from legal_lists import assert_like, assert_picks, powergrid_candidates
from powergrid import format_action, make_bot
from powergrid.notation import ACTIONS
from powergrid_play import games, positions
from powergrid_positions import invariants, money_after


@pytest.mark.rule("PG-ROUND-01", "PG-ORDER-03", "PG-PLANT-01")
@given(positions())
def test_offered_if_and_only_if_check_is_silent(state):
    actions, offered = powergrid.legal_actions(state), []
    for action in powergrid_candidates(state):
        if powergrid.check(state, action) is None:
            offered.append(action)
        elsewhere = replace(action, seat=(action.seat + 1) % state.terms.seats)
        assert powergrid.check(state, elsewhere) is not None
    assert_like(actions, offered)
    if actions:
        assert_picks(actions)


@given(positions())
def test_apply_leaves_its_argument_alone(state):
    for action in powergrid.legal_actions(state)[::7][:12]:
        copy = state.copy()
        before = json.dumps(powergrid.facts(state)), repr(state)
        after = powergrid.apply(state, action)
        assert (json.dumps(powergrid.facts(state)), repr(state)) == before
        assert state == copy
        powergrid.advance(copy, action, [])
        assert copy == after


@given(positions())
def test_conservation_and_bounds(state):
    invariants(state)
    for _ in range(12):
        actions = powergrid.legal_actions(state)
        if not actions:
            break
        money = list(state.money)
        events = []
        powergrid.advance(state, actions[len(events) % len(actions)], events)
        assert money_after(events, money) == state.money  # money changes only by what an event says
        invariants(state)


@given(positions())
def test_notation_and_records_read_back(state):
    for action in powergrid.legal_actions(state):
        assert ACTIONS.parse(format_action(action), action.seat) == action
        line = json.loads(json.dumps(powergrid.action_to_json(action)))
        assert powergrid.action_from_json(line) == action


@pytest.mark.rule("PG-SETUP-10")
@given(positions(), st.integers(0, 2**60), st.booleans())
def test_a_redrawn_state_looks_the_same_to_the_seat(state, rng, has_cards):
    """In a game, and in the game that goes on from its position."""
    names = [f"player {seat}" for seat in range(state.terms.seats)]
    continued = powergrid.to_position(state, names, cards=has_cards).state(rng)
    for one, seat in product((state, continued), range(state.terms.seats)):
        view = powergrid.observe(one, seat)
        other = powergrid.determinize(view, rng)
        assert powergrid.observe(other, seat) == view
        assert other.money[seat] == one.money[seat]
        assert other.terms.back(other.stack[0] if other.stack else 0) == view.top_back
        if one is state:
            invariants(other)
        if powergrid.to_act(one) == seat:
            assert powergrid.legal_actions(other) == powergrid.legal_actions(one)
            assert powergrid.legal_actions(view.public) == powergrid.legal_actions(one)


@given(games(), st.integers(0, 1000))
@examples(1 / 3)
def test_every_random_game_ends_and_its_record_replays(state, seed):
    players = [f"p{seat}" for seat in range(state.terms.seats)]
    bots = [make_bot("random", seed + seat) for seat in range(len(players))]
    lines = list(play_recorded(powergrid, state, play(powergrid, state, bots)))
    assert powergrid.result(state) is not None
    assert powergrid.legal_actions(state) == []
    # With the draws of the finished game the record needs no generator.
    first_line = json.dumps(header_of(powergrid, state, players, None).to_json())
    header, rest = read_record([first_line, *lines], "game")
    replayed = start(powergrid, header)
    replayed.rng = -1
    differences = [found for _, _, found in replay(powergrid, replayed, rest, "game") if found]
    assert differences == []
    replayed.rng = state.rng
    assert replayed == state
