"""Running plants: which of them a stock can run, and how many cities they power."""

from functools import lru_cache
from itertools import combinations

from gridcommon.contract import Seat
from powergrid.actions import Run
from powergrid.storage import Capacities, capacities, loads, subtract_fuel
from powergrid.tables import (
    BURNS,
    COAL,
    FUELS,
    GARBAGE,
    HYBRID,
    LOAD,
    NOTHING,
    OIL,
    PLANTS,
    POWERED,
    URANIUM,
    Fuel,
    Plant,
    Tokens,
)

Outcome = tuple[tuple[Plant, ...], Tokens, int]  # plants that ran, fuel burnt, cities of output


def fuel_needs(plants: tuple[Plant, ...]) -> tuple[Tokens, tuple[int, ...]]:
    """Return the fuel that ``plants`` burn without hybrids, and the load of each hybrid.

    Rules: PG-PLANT-01, PG-PLANT-03, PG-PLANT-04.

    >>> fuel_needs((5, 7, 10, 33))
    ((2, 3, 0, 0), (2,))
    """
    fixed, hybrids = [0, 0, 0, 0], []
    for plant in plants:
        if BURNS[plant] == HYBRID:
            hybrids.append(LOAD[plant])
        else:
            fixed[BURNS[plant]] += LOAD[plant]
    return tuple(fixed), tuple(hybrids)


def output(plants: tuple[Plant, ...]) -> int:
    """Return how many cities ``plants`` power when all of them run.  Rules: PG-PLANT-01."""
    cities = 0
    for plant in plants:
        cities += POWERED[plant]
    return cities


def burns_exactly(plants: tuple[Plant, ...], burn: Tokens) -> bool:
    """Return whether ``burn`` is exactly the fuel that ``plants`` need.

    Rules: PG-PLANT-01, PG-PLANT-03.
    """
    fixed, hybrids = fuel_needs(plants)
    extra = subtract_fuel(burn, fixed)
    return min(extra) >= 0 and extra[2:] == (0, 0) and extra[COAL] + extra[OIL] == sum(hybrids)


def can_burn(
    plants: tuple[Plant, ...], stock: Tokens, running: tuple[Plant, ...], burn: Tokens
) -> bool:
    """Return whether the plants ``running`` can burn ``burn`` in some order.

    ``burn`` is the fuel that ``running`` need and part of ``stock``, which fits on ``plants``. When
    a plant runs, it holds its load while the rest of the stock is on the plants, this one
    included. A plant of one fuel can always be loaded, and running it first only makes room, so
    the order matters only for hybrids.  Rules: PG-BUR-08, PG-PLANT-05.
    """
    fixed, hybrids = fuel_needs(running)
    rest, extra = subtract_fuel(stock, fixed), subtract_fuel(burn, fixed)
    return _hybrids_run(capacities(plants), rest[COAL], rest[OIL], hybrids, extra[COAL])


def _hybrids_run(
    room: Capacities, coal: int, oil: int, hybrids: tuple[int, ...], burn: int
) -> bool:
    """Return whether hybrids of these loads can burn ``burn`` coal in total, and oil otherwise."""
    if not hybrids:
        return True
    if len(hybrids) == 1:  # it burns all
        return _beside(room, coal - burn, oil + burn - hybrids[0]) <= room[HYBRID] - hybrids[0]
    burn_oil = _sum(hybrids) - burn
    for turn, need in enumerate(hybrids):
        others = hybrids[:turn] + hybrids[turn + 1 :]
        for part in range(max(0, need - burn_oil), min(need, burn) + 1):
            left, oil_left = coal - part, oil - (need - part)
            if _beside(room, left, oil_left) <= room[HYBRID] - need and _hybrids_run(
                room, left, oil_left, others, burn - part
            ):
                return True
    return False


def _beside(room: Capacities, coal: int, oil: int) -> int:
    """Return how much of the coal and oil has no room but on hybrids."""
    coal -= room[COAL]
    oil -= room[OIL]
    return (coal if coal > 0 else 0) + (oil if oil > 0 else 0)


@lru_cache(maxsize=1 << 14)
def outcomes(plants: tuple[Plant, ...], stock: Tokens) -> tuple[Outcome, ...]:
    """Return the outcome of every possible run of ``plants`` on ``stock``, the empty one included.

    Runs of the same plants on the same fuel count as one. Outcomes are sorted by the number of
    plants, then by plants and by fuel.  Rules: PG-BUR-01, PG-BUR-08.
    """
    runs = possible_runs(0, plants, stock)
    return tuple([(run.plants, run.burn, output(run.plants)) for run in runs])


def possible_runs(seat: Seat, plants: tuple[Plant, ...], stock: Tokens) -> list[Run]:
    """Return the runs of each subset of ``plants`` that ``stock`` can run, with every fuel mix.

    Runs are sorted by the number of plants, then by plants and by fuel. Those without hybrids are
    shared.  Rules: PG-BUR-01, PG-BUR-08.
    """
    found: list[Run] = []
    for run, (coal, oil, garbage, uranium, load) in _choices(seat, plants):
        if (
            coal > stock[COAL]
            or oil > stock[OIL]
            or garbage > stock[GARBAGE]
            or uranium > stock[URANIUM]
        ):
            continue
        if not load:
            found.append(run)
        elif coal + oil + load <= stock[COAL] + stock[OIL]:
            for burn in _mixes(plants, stock, run, load):
                found.append(Run(seat, run.plants, burn))
    return found


@lru_cache(maxsize=1 << 7)  # few: plants are held for rounds, and the collector walks what is kept
def _choices(seat: Seat, plants: tuple[Plant, ...]) -> list[tuple[Run, Capacities]]:
    """Return a run of each choice of ``plants``, the fewest first, with what it burns.

    Runs burn the fuel of plants that are not hybrids.
    """
    found: list[tuple[Run, Capacities]] = []
    for count in range(len(plants) + 1):
        for choice in combinations(plants, count):
            burnt = loads(choice)
            found.append((Run(seat, choice, burnt[:HYBRID]), burnt))
    return found


def _mixes(plants: tuple[Plant, ...], stock: Tokens, run: Run, load: int) -> list[Tokens]:
    """Return the fuel that a run can burn with its hybrids, which burn ``load``: least coal first.

    Rules: PG-PLANT-03, PG-BUR-08.
    """
    fixed = run.burn
    coal, oil = stock[COAL] - fixed[COAL], stock[OIL] - fixed[OIL]
    room = capacities(plants)
    # If there is room for their load beside the rest, every mix can be burned
    always = load + _beside(room, coal, oil) <= room[HYBRID]
    hybrids = () if always else fuel_needs(run.plants)[1]
    return [
        (fixed[COAL] + part, fixed[OIL] + load - part, fixed[GARBAGE], fixed[URANIUM])
        for part in range(max(0, load - oil), min(load, coal) + 1)
        if always or _hybrids_run(room, coal, oil, hybrids, part)
    ]


def _sum(numbers: tuple[int, ...]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


@lru_cache(maxsize=1 << 12)
def subsets(plants: tuple[Plant, ...]) -> tuple[tuple[Plant, ...], ...]:
    """Return all subsets of ``plants``, the empty one included."""
    found: list[tuple[Plant, ...]] = [()]
    for plant in plants:
        found += [(*choice, plant) for choice in found]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def missing_tokens(plants: tuple[Plant, ...], stock: Tokens) -> tuple[Tokens, ...]:
    """Return the tokens missing to run ``plants`` once, for each mix of coal and oil.

    Rules: PG-PLANT-01, PG-PLANT-03.
    """
    fixed, hybrids = fuel_needs(plants)
    mixed = sum(hybrids)
    garbage = max(0, fixed[2] - stock[2])
    uranium = max(0, fixed[URANIUM] - stock[URANIUM])
    found = {
        (
            max(0, fixed[COAL] + part - stock[COAL]),
            max(0, fixed[OIL] + mixed - part - stock[OIL]),
            garbage,
            uranium,
        )
        for part in range(mixed + 1)
    }
    return tuple(sorted(found))


def best_outcome(plants: tuple[Plant, ...], stock: Tokens, cities: int) -> Outcome:
    """Return the outcome that powers most of ``cities``; of these, the first that burns least.

    Rules: PG-END-03.

    >>> best_outcome((7, 10, 15), (8, 6, 0, 0), 6)
    ((7, 10, 15), (4, 3, 0, 0), 7)
    """
    best: Outcome = ((), NOTHING, 0)
    best_key = (0, 0)
    for outcome in outcomes(plants, stock):
        key = (min(outcome[2], cities), -sum(outcome[1]))
        if key > best_key:
            best, best_key = outcome, key
    return best


def distribute_fuel(plants: tuple[Plant, ...], stock: Tokens) -> tuple[Tokens, ...]:
    """Return the tokens on each of ``plants``, distributed so as to power the most cities.

    This is one of many distributions, since fuel may be moved at any time. ``stock`` must fit on
    ``plants``. Coal and oil without other room go on hybrids, and plants that run get their load
    first. If hybrids run only after others have made room (PG-BUR-08), they hold as much as fits.
    Rules: PG-PLANT-02, PG-PLANT-03, PG-PLANT-05.

    >>> distribute_fuel((4, 5, 10), (5, 1, 0, 0))
    ((2, 0, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0))
    """
    room = capacities(plants)
    running, burn, _ = best_outcome(plants, stock, output(plants))
    fixed, _ = fuel_needs(running)
    # Hybrids hold the overflow of other plants first, then, if there is room, their own load.
    mixed = [max(0, stock[fuel] - room[fuel]) for fuel in (COAL, OIL)]
    for fuel in (COAL, OIL):
        more = max(0, burn[fuel] - fixed[fuel] - mixed[fuel])
        mixed[fuel] += min(more, room[HYBRID] - sum(mixed))
    held = {plant: [0, 0, 0, 0] for plant in plants}
    first = sorted(plants, key=lambda plant: (plant not in running, -PLANTS[plant].cities))
    for fuel, name in enumerate(FUELS):
        left = stock[fuel] - (mixed[fuel] if fuel <= OIL else 0)
        _fill(held, [plant for plant in first if PLANTS[plant].kind == name], fuel, left)
    for fuel in (COAL, OIL):
        _fill(held, [plant for plant in first if PLANTS[plant].kind == "hybrid"], fuel, mixed[fuel])
    return tuple((on[0], on[1], on[2], on[3]) for on in held.values())


def _fill(held: dict[Plant, list[int]], plants: list[Plant], fuel: Fuel, left: int) -> None:
    """Put ``left`` tokens on ``plants``: first the load of each, then its store."""
    for times in (1, 2):
        for plant in plants:
            more = min(left, max(0, times * PLANTS[plant].fuel - sum(held[plant])))
            held[plant][fuel] += more
            left -= more
