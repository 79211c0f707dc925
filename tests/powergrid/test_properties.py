"""What holds in every position that random play reaches, whatever the edition and options."""

import json

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import powergrid
from examples import examples
from gridcommon.game_loop import header as header_of
from gridcommon.game_loop import play, play_recorded, replay, start
from gridcommon.records import read_record
from legal_lists import assert_like, assert_picks, powergrid_list
from powergrid import (
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Ruleset,
    Run,
    Scrap,
    format_action,
    make_bot,
    new_game,
)
from powergrid.board import FAR
from powergrid.notation import ACTIONS
from powergrid.powering import outcomes
from powergrid.tables import CITY_NAMES
from powergrid_play import games, positions
from powergrid_positions import invariants, money_after


def universe(state):
    """Yield every action that could matter in ``state``, legal or not, for every seat."""
    seats = range(state.terms.seats)
    purse = max(state.money) + 2
    plants = [*state.plant_market, *[p for owned in state.plants for p in owned], 3, 50]
    for seat in seats:
        yield from (Decline(seat), Pass(seat), Done(seat))
        yield from (Bid(seat, amount) for amount in range(-1, purse))
        yield from (
            Open(seat, plant, bid) for plant in sorted(set(plants)) for bid in range(-1, purse)
        )
        yield from (Buy(seat, fuel, count) for fuel in range(4) for count in range(26))
        for city in range(len(CITY_NAMES)):
            yield from (Build(seat, city), PlaceCartel(seat, city), MarkStart(seat, city))
        stock = state.fuel[seat]
        losses = [
            (c, o, g, u)
            for c in range(stock[0] + 2)
            for o in range(stock[1] + 2)
            for g in range(stock[2] + 2)
            for u in range(stock[3] + 1)
        ]
        if state.surplus:
            yield from (Scrap(seat, plant, lost) for plant in state.plants[seat] for lost in losses)
        for running, burn, _ in outcomes(tuple(sorted({*state.plants[seat], 5, 9})), stock):
            for coal in (-1, 0, 1):
                yield Run(seat, running, (burn[0] + coal, burn[1] - coal, burn[2], burn[3]))
                yield Run(seat, running, (burn[0] + coal, *burn[1:]))


@given(positions())
def test_legal_actions_behave_like_the_list_of_what_check_lets_pass(state):
    actions = powergrid.legal_actions(state)
    assert_like(actions, powergrid_list(state))
    if actions:
        assert_picks(actions)


@pytest.mark.rule("PG-ROUND-01", "PG-ORDER-03", "PG-PLANT-01")
@given(positions())
def test_offered_if_and_only_if_check_is_silent(state):
    offered = powergrid.legal_actions(state)
    assert len(set(offered)) == len(offered)
    known = set(offered)
    for action in offered:
        assert powergrid.check(state, action) is None, action
    for action in universe(state):
        assert (powergrid.check(state, action) is None) == (action in known), action


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


@pytest.mark.rule("PG-BUILD-03")
@given(positions())
def test_connection_costs_equal_networkx_on_the_zone(state):
    area = state.board
    graph = nx.Graph()
    graph.add_nodes_from(area.cities)
    for one, other, cost in area.map.links:
        if one in area.places and other in area.places:
            graph.add_edge(one, other, weight=cost)
    for seat in range(state.terms.seats):
        mine = [c for c, place in area.places.items() if state.network[seat] >> place & 1]
        if mine:
            costs = nx.multi_source_dijkstra_path_length(graph, set(mine))
            for city, place in area.places.items():
                expected = FAR if city in mine else costs[city]
                assert state.reach[seat][place] == expected


@given(positions())
def test_notation_and_records_read_back(state):
    for action in powergrid.legal_actions(state):
        assert ACTIONS.parse(format_action(action), action.seat) == action
        line = json.loads(json.dumps(powergrid.action_to_json(action)))
        assert powergrid.action_from_json(line) == action


@pytest.mark.rule("PG-SETUP-10")
@given(positions(), st.integers(0, 2**60))
def test_a_redrawn_state_looks_the_same_to_the_seat(state, rng):
    for seat in range(state.terms.seats):
        view = powergrid.observe(state, seat)
        other = powergrid.determinize(view, rng)
        invariants(other)
        again = powergrid.observe(other, seat)
        if state.terms.ruleset.hidden_money:
            assert other.money[seat] == state.money[seat]
        assert again == view
        assert other.terms.back(other.stack[0] if other.stack else 0) == view.top_back
        if powergrid.to_act(state) == seat:
            assert powergrid.legal_actions(other) == powergrid.legal_actions(state)
            assert powergrid.legal_actions(view.public) == powergrid.legal_actions(state)


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


@given(st.integers(0, 2**40), st.integers(2, 6), st.sampled_from(["recharged", "classic"]))
@examples(1 / 4)
def test_same_seed_same_bytes(seed, seats, edition):
    def bytes_of_a_game():
        state = new_game(Ruleset(edition), seats, seed)
        bots = [make_bot("easy", seed + seat) for seat in range(seats)]
        lines = list(play_recorded(powergrid, state, play(powergrid, state, bots)))
        header = json.dumps(header_of(powergrid, state, ["x"] * seats, seed).to_json())
        return "\n".join([header, *lines])

    assert bytes_of_a_game() == bytes_of_a_game()
