"""Fuel for bots: demand, costs now, and expected prices."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gridcommon.contract import Seat
from powergrid import resources
from powergrid.powering import fuel_needs, missing_tokens, output, subsets
from powergrid.state import BUREAUCRACY, State
from powergrid.tables import COAL, FUELS, NOTHING, OIL, PLANTS, Fuel, Plant, Tokens

LOOK_AHEAD = 3  # rounds for which prices are projected
SCARCE = 3  # surcharge on the highest price for a token that is not for sale


@dataclass(frozen=True, slots=True)
class Load:
    """The purchase that lets ``plants`` run once, and its cost."""

    plants: tuple[Plant, ...]
    tokens: Tokens
    cost: int  # Elektro
    power: int  # cities

    @property
    def count(self) -> int:
        """The number of tokens to buy."""
        return sum(self.tokens)


_KEPT = 1 << 13
_loads: dict[tuple[object, ...], Load | None] = {}  # a cache


def cheapest_load(state: State, plants: tuple[Plant, ...], stock: Tokens) -> Load | None:
    """Return the cheapest purchase that lets ``plants`` run once, or None if fuel is lacking."""
    key = (plants, stock, tuple(state.market), state.supply[COAL], state.terms.depot_price)
    if key in _loads:
        return _loads[key]
    if len(_loads) >= _KEPT:
        _loads.clear()
    best: Tokens | None = None
    best_cost = 0
    for tokens in missing_tokens(plants, stock):
        cost = 0
        for fuel, count in enumerate(tokens):
            if count:
                if count > resources.available(state, fuel):
                    break
                cost += resources.cost(state, fuel, count)
        else:
            if best is None or cost < best_cost:
                best, best_cost = tokens, cost
    found = None if best is None else Load(plants, best, best_cost, output(plants))
    _loads[key] = found
    return found


def loads(state: State, seat: Seat) -> list[Load]:
    """Return the cheapest load of each subset of the seat's plants that can be fuelled."""
    stock = state.fuel[seat]
    found = [cheapest_load(state, choice, stock) for choice in subsets(state.plants[seat])]
    return [load for load in found if load is not None]


def first_missing(state: State, seat: Seat, load: Load) -> tuple[Fuel, int] | None:
    """Return the first fuel of ``load`` that the seat can buy, and how many tokens, or None."""
    for fuel, missing in enumerate(load.tokens):
        count = min(missing, resources.max_purchase(state, seat, fuel))
        if count:
            return fuel, count
    return None


@lru_cache(maxsize=1 << 12)
def demand(plants: tuple[Plant, ...], *, oil_is_cheaper: bool) -> Tokens:
    """Return the fuel for one run of ``plants``. Hybrids burn the cheaper kind."""
    fixed, hybrids = fuel_needs(plants)
    if not hybrids:
        return fixed
    mixed = sum(hybrids)
    if oil_is_cheaper:
        return (fixed[COAL], fixed[OIL] + mixed, fixed[2], fixed[3])
    return (fixed[COAL] + mixed, fixed[OIL], fixed[2], fixed[3])


def fuel_shortfall(state: State, seats: Sequence[Seat], fuel: Fuel, *, full: bool = False) -> int:
    """Return the tokens that ``seats`` lack for one run; with ``full`` their stock is ignored.

    The Cartel's demand is included, since it takes fuel between the two players.
    Rules: PG-CART-05.
    """
    oil_is_cheaper = state.market[OIL] > state.market[COAL]
    total = cartel_demand(state)[fuel] if seats else 0
    for seat in seats:
        need = demand(state.plants[seat], oil_is_cheaper=oil_is_cheaper)[fuel]
        total += need if full else max(0, need - state.fuel[seat][fuel])
    return total


def cartel_demand(state: State) -> Tokens:
    """Return the fuel that the Cartel takes in a round if there is enough.  Rules: PG-CART-05."""
    return demand(state.cartel_plants, oil_is_cheaper=False)


def fuel_left_for(state: State, seat: Seat) -> Tokens:
    """Return the fuel expected to be left when the seat's turn to buy comes in this round.

    The seats behind it in turn order buy first, and then the Cartel.  Rules: PG-RES-01.
    """
    first = state.turn_order[state.turn_order.index(seat) + 1 :]
    here = (resources.available(state, fuel) for fuel in range(len(FUELS)))
    left = [max(0, count - fuel_shortfall(state, first, fuel)) for fuel, count in enumerate(here)]
    return (left[0], left[1], left[2], left[3])


@lru_cache(maxsize=1 << 14)
def output_with(plants: tuple[Plant, ...], stock: Tokens, left: Tokens) -> int:
    """Return how many cities ``plants`` can power with ``stock`` and the fuel ``left`` to buy."""
    return max(
        output(some)
        for some in subsets(plants)
        if any(
            all(need <= here for need, here in zip(missing, left, strict=True))
            for missing in missing_tokens(some, stock)
        )
    )


@dataclass(frozen=True, slots=True)
class FuelOutlook:
    """The fuel market of the next rounds if every owned plant runs once per round.

    ``demand`` and ``refill`` are tokens per round, by fuel.
    """

    market: Tokens
    demand: Tokens
    refill: Tokens
    oil_is_cheaper: bool
    prices: tuple[tuple[int, ...], ...]  # of the spaces, by fuel

    def price(self, fuel: Fuel, more: int = 0) -> float:
        """Return the average price of a token over the next rounds, in Elektro.

        ``more`` tokens per round are added to the demand.
        """
        return _price_ahead(
            self.prices[fuel], self.market[fuel], self.demand[fuel] + more, self.refill[fuel]
        )

    def run_cost(self, plant: Plant, *, owned: bool) -> float:
        """Return the cost of a run of ``plant`` in Elektro. An unowned plant adds demand."""
        card = PLANTS[plant]
        if not card.fuel:
            return 0.0
        more = 0 if owned else card.fuel
        if card.kind == "hybrid":
            return card.fuel * min(self.price(COAL, more), self.price(OIL, more))
        return card.fuel * self.price(FUELS.index(card.kind), more)


def fuel_outlook(state: State) -> FuelOutlook:
    """Return the expected fuel market of the next rounds.

    Before round 1 nobody owns a plant. Each rival without one is expected to get an average plant
    of the market: the seat that reckons is one of those without, and adds its own demand itself.
    """
    oil_is_cheaper = state.market[OIL] > state.market[COAL]
    total = list(NOTHING)
    for plants in (*state.plants, state.cartel_plants):
        for fuel, count in enumerate(demand(plants, oil_is_cheaper=oil_is_cheaper)):
            total[fuel] += count
    sold = (*state.current_market, *state.future_market)
    rivals = sum(not plants for plants in state.plants) - 1
    if rivals > 0 and sold:
        for fuel, count in enumerate(demand(sold, oil_is_cheaper=oil_is_cheaper)):
            total[fuel] += round(count * rivals / len(sold))
    refill = state.terms.refill[state.step - 1]
    if state.uranium_stopped:
        refill = (refill[COAL], refill[OIL], refill[2], 0)
    market = state.market
    if state.phase == BUREAUCRACY:  # the next purchases follow the refill
        market = [
            min(len(state.terms.prices[fuel]), here + more, here + state.supply[fuel])
            for fuel, (here, more) in enumerate(zip(market, refill, strict=True))
        ]
    return FuelOutlook(
        (market[0], market[1], market[2], market[3]),
        (total[0], total[1], total[2], total[3]),
        refill,
        oil_is_cheaper,
        state.terms.prices,
    )


@lru_cache(maxsize=1 << 14)
def _price_ahead(prices: tuple[int, ...], market: int, wanted: int, refill: int) -> float:
    total = 0
    for _ in range(LOOK_AHEAD):
        place = len(prices) - market + wanted // 2  # the price in the middle of a round
        total += prices[place] if place < len(prices) else prices[-1] + SCARCE
        market = min(len(prices), market - min(market, wanted) + refill)
    return total / LOOK_AHEAD


def price_of_next(prices: tuple[int, ...], market: int) -> int:
    """Return the price of the next token in a market of ``market`` tokens, in Elektro."""
    return prices[len(prices) - market] if market > 0 else prices[-1] + SCARCE
