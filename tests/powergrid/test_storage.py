"""What plants hold, and which of them can run."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from powergrid.powering import best_outcome, can_burn, distribute_fuel, outcomes
from powergrid.storage import capacities, fits, room_for, smallest_losses, subtract_fuel
from powergrid.tables import PLANTS

OWNED = st.lists(st.sampled_from(list(PLANTS)), min_size=0, max_size=4, unique=True).map(
    lambda plants: tuple(sorted(plants))
)


@pytest.mark.rule("PG-PLANT-01", "PG-PLANT-02", "PG-PLANT-03", "PG-PLANT-04")
def test_examples_of_the_rulebooks():
    assert capacities((3,)) == (0, 4, 0, 0, 0)
    assert capacities((5,)) == (0, 0, 0, 0, 4)
    assert capacities((14,)) == (0, 0, 4, 0, 0)
    assert capacities((33,)) == capacities((50,)) == (0, 0, 0, 0, 0)
    assert not fits((0, 0, 1, 0), (5,))
    assert outcomes((14,), (0, 0, 4, 0)) == (((), (0, 0, 0, 0), 0), ((14,), (0, 0, 2, 0), 2))
    assert outcomes((14,), (0, 0, 1, 0)) == (((), (0, 0, 0, 0), 0),)
    assert outcomes((33,), (0, 0, 0, 0))[-1] == ((33,), (0, 0, 0, 0), 4)
    burnt = [burn for _, burn, _ in outcomes((5,), (2, 2, 0, 0))[1:]]
    assert burnt == [(0, 2, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0)]


def placements(stock, plants):
    """Yield every way to lay coal and oil on plants, as a pair a plant."""
    options = []
    for plant in plants:
        card = PLANTS[plant]
        room = 2 * card.fuel
        coal = range(room + 1) if card.kind in ("coal", "hybrid") else (0,)
        oil = range(room + 1) if card.kind in ("oil", "hybrid") else (0,)
        options.append([(c, o) for c in coal for o in oil if c + o <= room])
    for way in product(*options):
        if sum(c for c, _ in way) == stock[0] and sum(o for _, o in way) == stock[1]:
            yield way


@pytest.mark.rule("PG-PLANT-05")
@given(plants=OWNED, coal=st.integers(0, 14), oil=st.integers(0, 14))
def test_fits_equals_laying_tokens_on_plants(plants, coal, oil):
    plants = plants[:3]
    stock = (coal, oil, 0, 0)
    laid = next(placements(stock, plants), None) is not None
    assert fits(stock, plants) == laid
    if laid:
        for fuel in (0, 1):
            room = room_for(fuel, stock, plants)
            more = [coal, oil, 0, 0]
            more[fuel] += room
            assert fits(tuple(more), plants)
            more[fuel] += 1
            assert not fits(tuple(more), plants)


def brute_runs(plants, stock):
    """Return every (set of plants, coal, oil) that can be burnt, by laying tokens each time."""
    found = set()
    for count in range(len(plants) + 1):
        for order in permutations(plants, count):
            frontier = {stock[:2]}
            for plant in order:
                card = PLANTS[plant]
                after = set()
                for left in frontier:
                    for way in placements(left, plants):
                        c, o = way[plants.index(plant)]
                        for coal in range(card.fuel + 1):
                            oil = card.fuel - coal
                            if coal <= c and oil <= o:
                                after.add((left[0] - coal, left[1] - oil))
                frontier = after
            for left in frontier:
                found.add((tuple(sorted(order)), stock[0] - left[0], stock[1] - left[1]))
    return found


@pytest.mark.rule("PG-BUR-08", "PG-BUR-01")
@given(
    plants=st.lists(
        st.sampled_from([3, 4, 5, 9, 12, 21, 29, 35, 46, 33]), min_size=1, max_size=3, unique=True
    ),
    data=st.data(),
)
def test_runs_equal_brute_force(plants, data):
    plants = tuple(sorted(plants))
    coal, oil, _, _, mixed = capacities(plants)
    have_coal = data.draw(st.integers(0, coal + mixed))
    have_oil = data.draw(st.integers(0, oil + mixed - max(0, have_coal - coal)))
    stock = (have_coal, have_oil, 0, 0)
    found = [(running, burn[0], burn[1]) for running, burn, _ in outcomes(plants, stock)]
    assert len(found) == len(set(found))
    assert set(found) == brute_runs(plants, stock)


@pytest.mark.rule("PG-END-03")
@given(plants=OWNED, stock=st.tuples(*[st.integers(0, 8)] * 4), cities=st.integers(0, 20))
def test_best_powering_equals_brute_force(plants, stock, cities):
    if not fits(stock, plants):
        stock = (0, 0, 0, 0)
    best = max(min(power, cities) for _, _, power in outcomes(plants, stock))
    running, burn, power = best_outcome(plants, stock, cities)
    assert min(power, cities) == best
    assert can_burn(plants, stock, running, burn)
    assert best_outcome((5,), (2, 2, 0, 0), 1) == ((5,), (0, 2, 0, 0), 1)  # the first of three


@pytest.mark.rule("PG-PLANT-02", "PG-PLANT-03", "PG-PLANT-05")
@given(OWNED, st.tuples(*[st.integers(0, 12)] * 3, st.integers(0, 4)))
def test_fuel_laid_out_is_the_whole_stock_and_each_plant_holds_its_part(plants, wanted):
    stock = (0, 0, 0, 0)
    for fuel, count in enumerate(wanted):  # as much of it as fits
        more = min(count, room_for(fuel, stock, plants))
        stock = (*stock[:fuel], more, *stock[fuel + 1 :])
    lying = distribute_fuel(plants, stock)
    assert tuple(map(sum, zip((0, 0, 0, 0), *lying, strict=False))) == stock
    assert all(fits(part, (plant,)) for plant, part in zip(plants, lying, strict=True))


@pytest.mark.rule("PG-PLANT-05")
def test_plants_that_can_run_together_are_the_ones_that_are_loaded():
    assert distribute_fuel((7, 21), (0, 3, 0, 0)) == ((0, 1, 0, 0), (0, 2, 0, 0))  # 21 powers more
    assert distribute_fuel((3, 4, 33), (1, 2, 0, 0)) == ((0, 2, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0))
    assert distribute_fuel((9, 26), (0, 2, 0, 0)) == ((0, 0, 0, 0), (0, 2, 0, 0))
    assert distribute_fuel((), (0, 0, 0, 0)) == ()


@pytest.mark.rule("PG-AUC-17", "PG-PLANT-05")
@given(
    plants=st.lists(st.sampled_from(list(PLANTS)), min_size=1, max_size=3, unique=True),
    stock=st.tuples(*[st.integers(0, 9)] * 4),
)
def test_smallest_losses_equal_brute_force(plants, stock):
    left = tuple(sorted(plants))
    kept = [k for k in product(*[range(n + 1) for n in stock]) if fits(k, left)]
    best = [
        k
        for k in kept
        if not any(
            k[fuel] < stock[fuel]
            and fits(tuple(n + (other == fuel) for other, n in enumerate(k)), left)
            for fuel in range(4)
        )
    ]
    assert sorted(subtract_fuel(stock, k) for k in best) == list(smallest_losses(stock, left))
