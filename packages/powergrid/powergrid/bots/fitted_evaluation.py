"""Fitted evaluation: each seat's chance to win, from a table fitted to games.

``scripts/fit_powergrid.py`` makes the table, ``data/evaluation.toml``, and describes the method.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, fsum
from typing import Final

from gridcommon.contract import Seat
from gridcommon.tables import shipped_toml
from powergrid.bots.forecast import money_of
from powergrid.bots.fuel import FuelOutlook, cheapest_load, fuel_outlook
from powergrid.bots.growth import next_cities
from powergrid.bureaucracy import payment
from powergrid.ending import provisional_result
from powergrid.powering import output
from powergrid.state import OVER, State

# The features of a seat, each about 1 in size, with the term of the value it belongs to.
FEATURES: Final[Mapping[str, str]] = {
    "money": "money",
    "cities": "cities",
    "output": "plants",
    "powered": "plants",
    "income": "plants",
    "run_cost": "fuel",
    "fuel": "fuel",
    "lacking": "fuel",
    "next_cities": "room",
    "best_plant": "plants",
    "worst_plant": "plants",
    "order": "order",
    "within_reach": "cities",
    "plants_ahead": "plants",
    "cities_ahead": "cities",
    "room": "room",
}
TERMS: Final = tuple(dict.fromkeys(FEATURES.values()))
END: Final = "end"  # the term of a finished game

# Bounds of the classes of progress: the largest network as a share of the end cities.
PROGRESS = (0.25, 0.5, 0.72)
CLASSES: Final = len(PROGRESS) + 1

_FAR_CITY = 40  # Elektro counted for a city that cannot be built
_NEXT = 3  # next cities whose prices measure the room to grow
_REACH = 8  # most cities connected in a round

Rows = tuple[tuple[float, ...], ...]  # features by seat


def progress(state: State) -> int:
    """Return the class of progress of a position, from 0, by the size of the largest network."""
    part = state.most_cities / state.terms.end_cities
    return sum(part >= bound for bound in PROGRESS)


def features(state: State) -> Rows:
    """Return the features of each seat, in the order of FEATURES."""
    outlook = fuel_outlook(state)
    return tuple(_of_seat(state, seat, outlook) for seat in range(state.terms.seats))


def _of_seat(state: State, seat: Seat, outlook: FuelOutlook) -> tuple[float, ...]:
    plants, count, money = state.plants[seat], state.city_count[seat], money_of(state, seat)
    end, power = state.terms.end_cities, output(plants)
    powered = min(count, power)
    run_cost = 0.0
    for plant in plants:
        run_cost += outlook.run_cost(plant, owned=True)
    stock = 0.0
    for fuel, tokens in enumerate(state.fuel[seat]):
        if tokens:
            stock += tokens * outlook.price(fuel)
    load = cheapest_load(state, plants, state.fuel[seat]) if plants else None
    lacking = min(load.cost if load else money, money) if plants else 0
    chain = next_cities(state, seat, _REACH)
    near = sum(chain.prices[:_NEXT]) + _FAR_CITY * max(0, _NEXT - len(chain.prices))
    reach = count + chain.within(max(0, money - lacking))
    full = len(plants) >= state.terms.plant_limit
    return (
        money / 100,
        min(count, end) / end,
        min(power, end) / end,
        min(powered, end) / end,
        payment(powered) / 100,
        run_cost / 30,
        stock / 30,
        lacking / 30,
        near / 50,
        max(plants, default=0) / 40,
        min(plants) / 40 if full else 0.0,
        state.turn_order.index(seat) / (state.terms.seats - 1),
        min(reach, power) / end,
        max(0, power - count) / end,
        max(0, count - power) / end,
        len(chain.prices) / _REACH,
    )


@lru_cache(maxsize=8)
def _weights(seats: int) -> Rows:
    return read_weights(shipped_toml("powergrid", "evaluation.toml"), seats)


def read_weights(table: Mapping[str, object], seats: int) -> Rows:
    """Return the weights for a number of seats from a table, by class of progress."""
    rows = table[f"seats_{seats}"]
    assert isinstance(rows, Mapping), rows
    columns = [rows[name] for name in FEATURES]
    return tuple(tuple(float(column[k]) for column in columns) for k in range(CLASSES))


def chances(scores: Sequence[float]) -> tuple[float, ...]:
    """Return the winning chance of each seat from their scores. The chances sum to 1."""
    best = max(scores)
    odds = [exp(score - best) for score in scores]
    total = fsum(odds)
    return tuple(odd / total for odd in odds)


def evaluate(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win; in a finished game, 1 divided among the winners.

    The table was fitted to positions at the start of an auction phase, and is best there.

    >>> from powergrid import Ruleset, new_game
    >>> round(sum(evaluate(new_game(Ruleset(), 2, 1))), 9)
    1.0
    """
    if state.phase == OVER:
        winners = provisional_result(state).winners
        return tuple(
            1 / len(winners) if seat in winners else 0.0 for seat in range(state.terms.seats)
        )
    weights = _weights(state.terms.seats)[progress(state)]
    return chances([score(row, weights) for row in features(state)])


def margin(state: State, seat: Seat) -> float:
    """Return how many more cities a seat powers than its best rival; money breaks ties.

    It is that of the result, or before the end that of plants with all their fuel.
    """
    counts, owned = state.city_count, state.plants
    powered: Sequence[int] = [min(*one) for one in zip(counts, map(output, owned), strict=True)]
    if state.phase == OVER:
        powered = provisional_result(state).powered
    ends = [cities + money / 1000 for cities, money in zip(powered, state.money, strict=True)]
    return ends[seat] - max(end for other, end in enumerate(ends) if other != seat)


def score(row: Sequence[float], weights: Sequence[float]) -> float:
    """Return the score of one seat: the weighted sum of its features."""
    total = 0.0
    for value, weight in zip(row, weights, strict=True):
        total += value * weight
    return total


def terms(state: State, seat: Seat) -> dict[str, float]:
    """Return the contribution of each term to a seat's winning chance.

    That is the chance it would lose if it were only average in this term.
    """
    found = dict.fromkeys((*TERMS, END), 0.0)
    if state.phase == OVER:
        found[END] = evaluate(state)[seat] - 1 / state.terms.seats
        return found
    weights = _weights(state.terms.seats)[progress(state)]
    rows = features(state)
    scores = [score(row, weights) for row in rows]
    chance = chances(scores)[seat]
    for term in TERMS:
        part = [
            weight if of_term == term else 0.0
            for of_term, weight in zip(FEATURES.values(), weights, strict=True)
        ]
        own = [score(row, part) for row in rows]
        mean = fsum(own) / len(own)
        level = [whole - some + mean for whole, some in zip(scores, own, strict=True)]
        found[term] = chance - chances(level)[seat]
    return found
