"""Plans cost what the engine then takes, and no other plan is better."""

from itertools import combinations, permutations, product

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridcommon.errors import Refusal
from gridcommon.events import NOBODY_LISTENS
from powergrid import Build, State, to_networkx
from powergrid.building import check_build, do_build
from powergrid.bureaucracy import payment
from powergrid.powering import best_outcome, output
from powergrid.projection import (
    Route,
    cheapest_fuel,
    cheapest_route,
    cheapest_running,
    most_cities,
    project,
)
from powergrid.state import CARTEL, price_slots
from powergrid.tables import CITY_NAMES, CITY_OF, COAL, OIL
from powergrid_positions import deal, give, in_auction, own, say, skip_to

PLACES = range(len(deal(seats=3).board.cities))


def position(networks, step: int) -> State:
    """Return a game for three; ``networks`` are the places of the seats' cities."""
    state = deal(seats=3)
    state.step = step
    for seat, places in enumerate(networks):
        for place in sorted(places):
            slots = state.houses[place]
            if -1 in slots[:step]:
                own(state, seat, CITY_NAMES[state.board.cities[place]], slot=slots.index(-1))
    price_slots(state)
    return state


def paid(state: State, seat: int, cities) -> int | None:
    """Return what connecting cities in this order costs, None where one cannot be."""
    twin = state.copy()
    twin.money[seat] = before = 1000
    for city in cities:
        action = Build(seat, city)
        if check_build(twin, action):
            return None
        do_build(twin, action, NOBODY_LISTENS)
    return before - twin.money[seat]


positions = st.builds(
    position,
    st.tuples(*[st.sets(st.sampled_from(PLACES), max_size=5)] * 3),
    st.integers(1, 3),
)


@given(positions, st.lists(st.sampled_from(PLACES), min_size=1, max_size=4, unique=True))
@pytest.mark.rule("PG-BUILD-03", "PG-BUILD-06")
def test_no_order_is_cheaper(state, places):
    cities = [state.board.cities[place] for place in places]
    route = cheapest_route(state, 0, cities)
    costs = [paid(state, 0, order) for order in permutations(cities)]
    if isinstance(route, Refusal):
        assert costs == [None] * len(costs)
        return
    assert sorted(route.cities) == sorted(cities)
    assert route.total == paid(state, 0, route.cities) == min(c for c in costs if c is not None)


LENGTHS = dict(networkx.all_pairs_dijkstra_path_length(to_networkx(deal(seats=3)), weight="cost"))


def spanning(state: State, seat: int, places) -> int:
    """Return what connecting these places costs at least, by a spanning tree of networkx."""
    ends = [CITY_NAMES[state.board.cities[place]] for place in places]
    tree = networkx.Graph()
    tree.add_nodes_from(ends)
    for one, other in combinations(ends, 2):
        tree.add_edge(one, other, cost=LENGTHS[one][other])
    if sources := list(to_networkx(state, seat)):
        for one in ends:
            tree.add_edge(one, "own", cost=min(LENGTHS[source][one] for source in sources))
    paths = networkx.minimum_spanning_tree(tree, weight="cost").size("cost")
    return int(paths) + sum(state.prices[place] for place in places)


def small(networks, step: int, open_places) -> State:
    """Return a position in which only a few cities are open, so that every choice can be tried."""
    state = position(networks, step)
    for place in PLACES:
        if place not in open_places and not any(seat in state.houses[place] for seat in range(3)):
            state.houses[place] = (CARTEL, CARTEL, CARTEL)
    price_slots(state)
    return state


smalls = st.builds(
    small,
    st.tuples(*[st.sets(st.sampled_from(PLACES), max_size=3)] * 3),
    st.integers(1, 3),
    st.sets(st.sampled_from(PLACES), max_size=6),
)


@given(smalls, st.integers(0, 130))
@pytest.mark.rule("PG-BUILD-01", "PG-BUILD-02", "PG-BUILD-03", "PG-BUILD-04")
def test_every_choice_of_cities_was_tried(state, money):
    """The most cities, and those of them that cost least, found by trying every choice."""
    found = most_cities(state, 0, money)
    assert found.is_exact
    assert found.route.total == paid(state, 0, found.route.cities)
    places = [
        place
        for place in PLACES
        if state.prices[place] <= money and not state.network[0] >> place & 1
    ]
    starts = {place for place in places if paid(state, 0, [state.board.cities[place]]) is not None}
    choices = [
        (len(some), -price)
        for count in range(1, len(places) + 1)
        for some in combinations(places, count)
        if starts & {*some} and (price := spanning(state, 0, some)) <= money
    ]
    assert (len(found.route.cities), -found.route.total) == max(choices, default=(0, 0))


@given(positions, st.sets(st.sampled_from(PLACES), min_size=1, max_size=7))
@pytest.mark.rule("PG-BUILD-03", "PG-BUILD-06")
def test_the_paths_of_a_route_are_a_spanning_tree(state, places):
    route = cheapest_route(state, 0, [state.board.cities[place] for place in places])
    if isinstance(route, Route):
        assert route.total == spanning(state, 0, places)


def test_without_effort_the_bound_still_holds():
    state = position([{0}, {5}, {9}], 1)
    exact, quick = most_cities(state, 0, 90), most_cities(state, 0, 90, effort=3)
    assert exact.is_exact
    assert not quick.is_exact
    assert len(quick.route.cities) <= len(exact.route.cities) <= quick.bound


@pytest.mark.rule("PG-BUR-02", "PG-ORDER-01")
def test_a_plan_comes_to_what_playing_it_brings():
    state = in_auction(deal(seats=3))
    for seat in range(3):
        give(state, seat, 5, money=120)
    seat = state.actor
    cities = [CITY_OF[name] for name in ("Essen", "Duisburg")]
    plant = state.current_market[0]
    plan = project(state, seat, plant=plant, price=plant, buys={COAL: 1, OIL: 1}, cities=cities)
    say(state, f"open {plant} {plant}", *["pass"] * 2)
    skip_to(state, "resources")
    while state.actor != seat:
        say(state, "done")
    say(state, "buy coal 1", "buy oil 1", "done")
    skip_to(state, "building")
    while state.actor != seat:
        say(state, "done")
    say(state, *(f"build {CITY_NAMES[city]}" for city in plan.route.cities))
    assert (state.money[seat], state.plants[seat]) == (plan.money, plan.plants)
    assert (state.fuel[seat], state.city_count[seat]) == (plan.fuel, plan.cities)
    assert plan.income == payment(plan.powered)
    assert plan.turn == 0


@pytest.mark.rule("PG-AUC-03", "PG-AUC-09", "PG-AUC-16", "PG-RES-01", "PG-BUILD-01")
def test_what_is_in_the_way_of_a_plan_is_told_with_its_rule():
    state = in_auction(deal(seats=3))
    give(state, 0, 4, 8, 10, fuel=(6, 0, 0, 0), money=30)
    own(state, 0, "Essen")

    def rule(**plan):
        found = project(state, 0, **plan)
        return found.rule if isinstance(found, Refusal) else None

    assert rule(plant=31, price=31, gone=4) == "PG-AUC-03"
    assert rule(plant=30, price=30) == "PG-AUC-16"
    assert rule(plant=30, price=30, gone=4) is None
    assert rule(plant=30, price=29, gone=4) == "PG-AUC-09"
    assert rule(buys={OIL: 1}) == "PG-PLANT-02"
    near = [CITY_OF[name] for name in ("Dortmund", "Duisburg")]  # 14 and 10
    assert rule(buys={COAL: 1}, cities=near) is None
    assert rule(buys={COAL: 4}, cities=near) == "PG-BUILD-01"
    assert rule(cities=[CITY_OF["Essen"]]) == "PG-BUILD-05"
    give(state, 0, 20, fuel=(3, 0, 0, 0))
    assert project(state, 0).powered == 1, "no more than the network has"
    give(state, 0, 4, 8, money=30)  # room for a third
    assert project(state, 0, plant=30, price=30).spent[0] == 30
    assert project(state, 0, buys={COAL: 1}).spent[0] == 0


@given(
    st.sets(st.sampled_from([4, 5, 6, 7, 12, 13, 20]), min_size=1, max_size=3),
    st.integers(0, 7),
)
@pytest.mark.rule("PG-PLANT-01", "PG-PLANT-02", "PG-RES-02")
def test_no_other_fuel_is_cheaper(plants, cities):
    state = deal(seats=3)
    give(state, 0, *plants, money=100)
    state.market = [4, 3, 2, 1]
    found = cheapest_fuel(state, 0, cities)
    costs = {}
    for tokens in product(range(5), range(4), range(3)):
        plan = project(state, 0, buys={fuel: n for fuel, n in enumerate(tokens) if n})
        if isinstance(plan, Refusal):
            continue
        if best_outcome(plan.plants, plan.fuel, cities)[2] >= cities:
            costs[tokens] = plan.spent[1]
    if isinstance(found, Refusal):
        assert not costs
        enough = output(state.plants[0]) >= cities
        assert found.rule == ("PG-RES-02" if enough else "PG-PLANT-01")
        return
    assert costs[tuple(found.get(fuel, 0) for fuel in range(3))] == min(costs.values())


@given(
    st.lists(st.sampled_from([4, 5, 7, 10, 12, 13, 24, 39]), max_size=3, unique=True),
    st.integers(0, 8),
    st.tuples(*[st.integers(0, 2)] * 2),
)
@pytest.mark.rule("PG-BUR-01", "PG-BUR-02")
def test_the_plants_run_on_what_is_held_and_bought(plants, cities, stock):
    state = deal(seats=3)
    give(state, 0, *plants, money=100, fuel=(*stock, 0, 0) if {4, 5} <= {*plants} else (0,) * 4)
    found = cheapest_running(state, 0, cities)
    assert isinstance(found, Refusal) == isinstance(cheapest_fuel(state, 0, cities), Refusal)
    if isinstance(found, Refusal):
        return
    plan = project(state, 0, buys=found.buys)
    assert plan.spent[1] == found.price
    assert (found.plants, found.burn) == best_outcome(plan.plants, plan.fuel, cities)[:2]
    assert output(found.plants) >= cities
    assert found.income == payment(cities)
