"""The value of plants to a seat over the rest of the game, in Elektro."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import fsum

from gridcommon.contract import Reason, Seat
from powergrid.bots.forecast import incomes_to_come, money_of, share_of_enders
from powergrid.bots.fuel import FuelOutlook, cheapest_load, fuel_left_for, fuel_outlook, output_with
from powergrid.bots.growth import next_cities
from powergrid.bots.weights import Weights
from powergrid.bureaucracy import payment
from powergrid.game import next_auctions
from powergrid.plant_market import minimum_bid
from powergrid.powering import output, subsets
from powergrid.state import State
from powergrid.tables import PLANTS, Plant
from powergrid.view import View


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected growth of a network: its cities at each later income and at the end."""

    cities: tuple[int, ...]
    final: int


def prospect(state: State, seat: Seat, weights: Weights) -> Prospect:
    """Return the expected growth of a seat's network until the game ends."""
    rounds, count = incomes_to_come(state), state.city_count[seat]
    end = state.terms.end_cities
    if not rounds:
        missing = max(0, end + 1 - count)
        chain = next_cities(state, seat, missing, max(0, money_of(state, seat)))
        return Prospect((), count + len(chain.places))
    pace = min(weights.growth, (end - count) / (rounds + 1) + 0.3)
    cities = tuple(min(end, int(count + pace * (turn + 1))) for turn in range(rounds))
    return Prospect(cities, min(end, int(count + weights.growth * (rounds + 1))))


class PlantSet:
    """The plants of a seat, and the value of any set of plants to it.

    ``price`` is the return that each Elektro spent on a plant must bring. It is lower for a rich
    seat, since idle money brings nothing, and higher for a poor one, which lacks it for cities.
    """

    __slots__ = (
        "_costs",
        "_end",
        "_left",
        "_limit",
        "_outlook",
        "_owned",
        "_prospect",
        "_stock",
        "_weights",
        "plants",
        "price",
    )

    def __init__(self, state: State, seat: Seat, weights: Weights) -> None:
        self.plants = state.plants[seat]
        self._weights = weights
        self._limit = state.terms.plant_limit
        self._outlook: FuelOutlook = fuel_outlook(state)
        self._prospect = prospect(state, seat, weights)
        self._stock, self._left = state.fuel[seat], fuel_left_for(state, seat)
        share = share_of_enders(state) ** 2
        self._end = weights.end_now * max(weights.end_least, share)
        self._owned = {plant for plants in state.plants for plant in plants}
        self._costs: dict[Plant, float] = {}
        idle = max(1, money_of(state, seat)) / weights.rich
        self.price = weights.price / min(2.0, max(weights.poor, idle))

    def run_cost(self, plant: Plant) -> float:
        """Return the expected cost of one run of ``plant``, in Elektro."""
        cost = self._costs.get(plant)
        if cost is None:
            cost = self._outlook.run_cost(plant, owned=plant in self._owned)
            self._costs[plant] = cost
        return cost

    def value(self, plants: tuple[Plant, ...]) -> float:
        """Return the value of ``plants`` over the rest of the game and at its end, in Elektro.

        If this may be the last round, a plant for which no fuel is left is worth little.
        """
        if not self._prospect.cities:
            final = self._prospect.final
            with_fuel = min(final, output_with(plants, self._stock, self._left))
            later = min(final, output(plants))
            return self._weights.final_city * (later - self._end * (later - with_fuel))
        costs = tuple(self.run_cost(plant) for plant in plants)
        weights, cities = self._weights, self._prospect.cities[0]
        with_fuel = output_with(plants, self._stock, self._left)
        dark = payment(min(cities, output(plants))) - payment(min(cities, with_fuel))
        worth = _value(
            plants, costs, self._prospect, weights.fade, weights.final_city, weights.final_fade
        )
        return worth - weights.dark * dark

    def with_plant(self, plant: Plant) -> tuple[Plant, ...]:
        """Return the best set that includes ``plant`` and keeps to the plant limit."""
        if len(self.plants) < self._limit:
            return tuple(sorted((*self.plants, plant)))
        kept = combinations(self.plants, self._limit - 1)
        sets = [tuple(sorted((*some, plant))) for some in kept]
        return max(sets, key=lambda plants: (self.value(plants), plants))

    def gain(self, plant: Plant) -> float:
        """Return the value that ``plant`` adds to the seat's plants, in Elektro."""
        return self.value(self.with_plant(plant)) - self.value(self.plants)

    def worst(self, among: Sequence[Plant]) -> Plant:
        """Return the plant of ``among`` whose loss costs least."""
        return max(
            among, key=lambda gone: (self.value(tuple(p for p in self.plants if p != gone)), -gone)
        )


@lru_cache(maxsize=1 << 14)
def _outputs(plants: tuple[Plant, ...], costs: tuple[float, ...]) -> tuple[tuple[int, float], ...]:
    """Return each output with its fuel cost, without dominated ones, highest first."""
    by_plant = dict(zip(plants, costs, strict=True))
    found = sorted(
        ((output(some), fsum(by_plant[plant] for plant in some)) for some in subsets(plants)),
        key=lambda way: (-way[0], way[1]),
    )
    best: list[tuple[int, float]] = []
    for power, cost in found:
        if not best or cost < best[-1][1]:
            best.append((power, cost))
    return tuple(best)


@lru_cache(maxsize=1 << 15)
def _value(
    plants: tuple[Plant, ...],
    costs: tuple[float, ...],
    ahead: Prospect,
    fade: float,
    final_city: float,
    final_fade: float,
) -> float:
    ways, total, weight = _outputs(plants, costs), 0.0, 1.0
    for cities in ahead.cities:
        total += weight * max(payment(min(power, cities)) - cost for power, cost in ways)
        weight *= fade
    final = final_city * final_fade ** len(ahead.cities)
    return total + final * min(output(plants), ahead.final)


@dataclass(frozen=True, slots=True)
class PlantOffer:
    """A plant on the market: its gain for a seat, and the most that the seat should pay."""

    plant: Plant
    gain: float
    limit: float  # Elektro, whatever the seat's money
    other: Plant | None = None  # the alternative, and its value beyond its price in ``spared``
    spared: float = 0.0


def offers(state: State, fleet: PlantSet, weights: Weights) -> dict[Plant, PlantOffer]:
    """Return an offer for each plant of the current market.

    A seat that lets a plant go still gets another one, after the other buyers have chosen from the
    rest and from the plants that come down from the future market. The value of this alternative is
    subtracted, so that a seat never pays more than would make the alternative the better buy.
    """
    price = fleet.price
    buyers = state.in_auction.bit_count()
    current = state.current_market
    coming = state.future_market[: max(0, buyers - 1)]
    gains = {plant: fleet.gain(plant) for plant in (*current, *coming)}
    left = sorted(
        ((gain - price * minimum_bid(state, plant), plant) for plant, gain in gains.items()),
        reverse=True,
    )
    found = {}
    for plant in current:
        rest = [(surplus, other) for surplus, other in left if other != plant]
        place = min(max(0, buyers - 2), len(rest) - 1)
        surplus, other = rest[place] if rest else (0.0, None)
        spared = max(0.0, weights.another * surplus)
        found[plant] = PlantOffer(
            plant, gains[plant], (gains[plant] - spared) / price, other, spared
        )
    return found


@dataclass(frozen=True, slots=True)
class BidBudget:
    """The money that a seat keeps when it bids for a plant, and its highest bid, in Elektro."""

    fuel: int  # to run its plants
    cities: int  # for the next cities
    most: int


def bid_budget(
    state: State, seat: Seat, fleet: PlantSet, offer: PlantOffer, thrift: float
) -> BidBudget:
    """Return the budget for bidding on a plant, with fuel and the next cities in mind.

    Money for fuel is always kept; money for cities is given up only in part.
    """
    plants, count = fleet.with_plant(offer.plant), state.city_count[seat]
    money, stock = money_of(state, seat), state.fuel[seat]
    best: tuple[int, int] = (0, 0)
    for choice in subsets(plants):
        load = cheapest_load(state, choice, stock)
        if load is not None:
            best = max(best, (payment(min(load.power, count + 2)) - load.cost, -load.cost))
    fuel = -best[1]
    wanted = min(2, max(0, output(plants) - count))
    cities = sum(next_cities(state, seat, wanted, money).prices) if wanted else 0
    easy = max(0, money - fuel - cities)
    limit = offer.limit if offer.limit <= easy else easy + thrift * (offer.limit - easy)
    return BidBudget(fuel, cities, int(min(limit, money - fuel)))


@dataclass(frozen=True, slots=True)
class PlantAppraisal:
    """The value of a plant to a seat, and the highest bid the seat would make, in Elektro.

    If ``most`` is below ``least``, the minimum bid, the seat would not bid. ``gone`` is the plant
    that would be scrapped for it.
    """

    plant: Plant
    least: int
    worth: int
    most: int
    gone: Plant | None
    reasons: tuple[Reason, ...]


def appraise(view: View, weights: Weights | None = None) -> list[PlantAppraisal]:
    """Return an appraisal of each plant of the current market for the seat of a view.

    It uses only visible information: neither the stack nor hidden money. Outside phase 2 the plants
    are appraised as if the next auction phase started now.

    Rules: PG-AUC-09, PG-AUC-10, PG-AUC-11.
    """
    weights = weights or Weights()
    state, seat = next_auctions(view.public), view.seat
    fleet, rounds = PlantSet(state, seat, weights), incomes_to_come(state)
    before, money, found = output(fleet.plants), state.money[seat], []
    for plant, offer in offers(state, fleet, weights).items():
        limits = bid_budget(state, seat, fleet, offer, weights.thrift)
        least = minimum_bid(state, plant)
        plants = fleet.with_plant(plant)
        gone = next((own for own in fleet.plants if own not in plants), None)
        cost = round(fleet.run_cost(plant))
        reasons = [
            Reason(
                "with it {plants} power {power:city|cities}, {before} so far",
                {"plants": " ".join(map(str, plants)), "power": output(plants), "before": before},
            )
        ]
        if PLANTS[plant].fuel:
            reasons.append(Reason("running it once will cost about {cost}", {"cost": cost}))
        else:
            reasons.append(Reason("it needs no fuel", {}))
        template = "that yields about {gain} over {rounds:round|rounds} and at the end"
        if not rounds:
            template = "this may be the last round: at the end that counts as {gain}"
        reasons.append(Reason(template, {"gain": round(offer.gain), "rounds": rounds}))
        if offer.other is not None and offer.spared >= 1:
            reasons.append(
                Reason(
                    "without it, plant {other} is available, which is worth {spared} more than "
                    "its price",
                    {"other": offer.other, "spared": round(offer.spared)},
                )
            )
        worth = max(0, int(offer.limit))
        if limits.most < worth:
            reasons.append(
                Reason(
                    "of {money} Elektro, fuel takes {fuel} and the next cities {cities}",
                    {"money": money, "fuel": limits.fuel, "cities": limits.cities},
                )
            )
        if limits.most < least:
            reasons.append(Reason("that is below the lowest bid", {}))
        found.append(PlantAppraisal(plant, least, worth, max(0, limits.most), gone, tuple(reasons)))
    return found
