"""What a seat may see, games that agree with it, and the network as a graph of networkx."""

import networkx
import pytest
from hypothesis import given

from eletrika import determinize, facts, legal_actions, observe, spectate
from eletrika.analysis_json import to_json
from eletrika.graphs import to_networkx
from eletrika.tables import HIDDEN
from eletrika.view import unseen
from eletrika_invariants import assert_sound, snapshot
from eletrika_play import SEEDS, positions
from eletrika_positions import analysed, boards
from gridcommon.chance import seeded


@pytest.mark.rule("EL-SETUP-03", "EL-SETUP-04", "EL-SETUP-06")
@given(positions())
def test_a_view_hides_stack_aside_and_chance_and_nothing_else(state):
    view = observe(state, 0)
    public = view.public
    seen = spectate(state)
    assert (seen.stack, seen.aside, seen.row) == (public.stack, public.aside, public.row)
    assert public.stack == state.stack[: state.under] + [HIDDEN] * (len(state.stack) - state.under)
    assert public.aside == [HIDDEN] * len(state.aside)
    assert (public.rng, public.draws) == (0, None)
    assert facts(public) == facts(state)
    assert list(legal_actions(public)) == list(legal_actions(state))
    again = public.copy()
    again.stack, again.aside = state.stack, state.aside
    again.rng, again.draws = state.rng, state.draws
    assert snapshot(again) == snapshot(state)


@given(positions(), SEEDS)
def test_a_redrawn_game_agrees_with_all_that_was_seen(state, rng):
    before = snapshot(state)
    for seat in range(state.seats):
        view = observe(state, seat)
        other = determinize(view, seeded(rng))
        assert snapshot(observe(other, seat).public) == snapshot(view.public)
        assert_sound(other)
        assert facts(other) == facts(state)
        assert list(legal_actions(other)) == list(legal_actions(state))
        hidden = sorted([*state.stack[state.under :], *state.aside])
        assert sorted([*other.stack[other.under :], *other.aside]) == hidden == unseen(view.public)
    assert snapshot(state) == before


@given(positions())
def test_the_graph_of_a_game_has_its_structures_and_lights(state):
    graph = to_networkx(state)
    assert {data["at"] for _, data in graph.nodes(data=True)} == state.kinds.keys()
    assert {data["at"] for _, data in graph.nodes(data=True) if data["lit"]} == state.lit
    assert sum(data["pawns"] for _, data in graph.nodes(data=True)) == sum(state.pawns.values())
    assert all(graph.edges[edge]["conducts"] for edge in graph.edges)


@given(boards)
def test_what_conducts_lights_a_component_as_networkx_finds_it(board):
    graph = to_networkx(board)
    conducting = networkx.Graph()
    conducting.add_nodes_from(graph.nodes(data=True))
    conducting.add_edges_from(edge for edge in graph.edges if graph.edges[edge]["conducts"])
    lit = set()
    for part in networkx.connected_components(conducting):
        if {"Plant", "City"} <= {graph.nodes[name]["kind"] for name in part}:
            lit |= part
    found = to_json(analysed(board, "component"))
    assert set(found["lit"]) == lit
