"""A sensible bot: it plans a round ahead and knows when the game ends."""

from collections.abc import Sequence
from math import fsum

from gridcommon.contract import Reason, Seat
from gridcommon.errors import Word
from powergrid import resources
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.auction import losses
from powergrid.board import Place
from powergrid.bots.endgame import best_finish, fuelled, rivals_at_end, winning_bid
from powergrid.bots.forecast import is_last_round, money_of, potential
from powergrid.bots.fuel import (
    FuelOutlook,
    Load,
    cartel_demand,
    cheapest_load,
    demand,
    first_missing,
    fuel_outlook,
    fuel_shortfall,
    loads,
    output_with,
    price_of_next,
)
from powergrid.bots.growth import Chain, cluster_cost, next_cities, with_crowding_costs
from powergrid.bots.plant_valuation import PlantOffer, PlantSet, bid_budget, offers
from powergrid.bots.player import Choice, DecisionBot, with_reason
from powergrid.bots.weights import Weights
from powergrid.bureaucracy import payment
from powergrid.plant_market import minimum_bid
from powergrid.powering import Outcome, fuel_needs, outcomes, output
from powergrid.projection import slot_prices
from powergrid.setup import legal_placements
from powergrid.state import State
from powergrid.tables import CITY_NAMES, FUELS, PLANTS, City, Fuel, Plant, Tokens
from powergrid.view import View

AHEAD = 6  # most cities planned in a chain
CLOSE = 6  # longest path that counts as close, in Elektro


class NormalBot(DecisionBot):
    """A bot that values plants by their income, and keeps money for fuel and cities."""

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        super().__init__(seed)
        self.weights = weights or Weights()
        self._known: dict[object, dict[Plant, tuple[PlantOffer, int]]] = {}

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Decide, but let no plant go that wins in this round."""
        action = super().choose(view, actions)
        if isinstance(action, Decline | Pass) and (bid := winning_bid(view, self.decide)):
            self.reason = Reason("the plant wins the game now, at this price", {})
            return bid
        return action

    # Set-up

    def place(self, state: State) -> Choice:
        """Close the best area when building last, a poor one when building first.

        Mark a start city with the cheapest cities around it.
        """
        seat, choices = state.actor, legal_placements(state)
        cities = [one.city for one in choices if isinstance(one, PlaceCartel | MarkStart)]
        if isinstance(choices[0], MarkStart):
            city = _by_cluster(state, seat, cities, cheapest=True)
            return with_reason(
                MarkStart(seat, city),
                "the cities around {city} are the cheapest",
                city=CITY_NAMES[city],
            )
        last = state.turn_order[0] == seat  # the first in turn order builds last
        city = _by_cluster(state, seat, cities, cheapest=last)
        if last:
            return with_reason(
                PlaceCartel(seat, city),
                "cities around {city} are cheap: the other player would start there first",
                city=CITY_NAMES[city],
            )
        return with_reason(
            PlaceCartel(seat, city),
            "cities around {city} are expensive: the cheap ones stay open",
            city=CITY_NAMES[city],
        )

    # Auction

    def open(self, state: State) -> Choice:
        """Open the plant whose value exceeds its likely price most, or decline."""
        seat = state.actor
        mine = self.valued(state, seat)
        best: tuple[tuple[float, float], Plant] | None = None
        must = state.round == 1
        for plant, (offer, most) in mine.items():
            least = minimum_bid(state, plant)
            if least > state.money[seat] or (most < least and not must):
                continue
            price = max(
                least, min(most, self._rival_limit(state, seat, plant, state.in_auction) + 1)
            )
            profit = (offer.limit - price, offer.gain)
            if best is None or (profit, plant) > best:
                best = profit, plant
        if best is None:
            return with_reason(Decline(seat), "no plant is worth its price now")
        plant = best[1]
        least, most = minimum_bid(state, plant), mine[plant][1]
        if most < least:
            return with_reason(
                Open(seat, plant, least),
                "plant {plant} is the best bargain, and one must be bought",
                plant=plant,
            )
        return with_reason(
            Open(seat, plant, least),
            "plant {plant} powers {cities:city|cities} and is worth up to {worth}",
            plant=plant,
            cities=PLANTS[plant].cities,
            worth=most,
        )

    def bid(self, state: State) -> Choice:
        """Raise, up to the plant's value and the bid budget."""
        seat = state.actor
        auction = state.auction
        assert auction is not None, state.phase
        offer, most = self.valued(state, seat)[auction.plant]
        bid = auction.high + 1
        if bid <= most:
            rival = self._rival_limit(state, seat, auction.plant, auction.bidders)
            return with_reason(
                Bid(seat, self._leap(bid, most, rival)),
                "plant {plant} is worth up to {worth}",
                plant=auction.plant,
                worth=most,
            )
        if bid <= offer.limit:
            return with_reason(
                Pass(seat),
                "plant {plant} for {bid} would leave too little for fuel and cities",
                plant=auction.plant,
                bid=bid,
            )
        return with_reason(
            Pass(seat),
            "plant {plant} is worth no more than {worth}",
            plant=auction.plant,
            worth=max(0, most),
        )

    def valued(self, state: State, seat: Seat) -> dict[Plant, tuple[PlantOffer, int]]:
        """Return each plant's offer with the seat's highest bid for it.

        It is cached for later bids; the key holds everything that it depends on.
        """
        key = (
            (seat, money_of(state, seat), state.round, state.step, state.in_auction),
            (state.terms, state.board.regions, state.discount, state.uranium_stopped),
            (tuple(state.plant_market), tuple(state.plants), state.cartel_plants),
            (tuple(state.market), tuple(state.fuel), tuple(state.money)),
            (tuple(state.network), tuple(state.houses), state.marked),
        )
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 100:
                self._known.clear()
            fleet = PlantSet(state, seat, self.weights)
            found = {
                plant: (offer, bid_budget(state, seat, fleet, offer, self.weights.thrift).most)
                for plant, offer in offers(state, fleet, self.weights).items()
            }
            self._known[key] = found
        return found

    def _rival_limit(self, state: State, seat: Seat, plant: Plant, seats: int) -> int:
        """Return the highest bid expected of another seat in ``seats``, a bit mask."""
        return max(
            (
                self.valued(state, other)[plant][1]
                for other in range(state.terms.seats)
                if other != seat and seats >> other & 1
            ),
            default=0,
        )

    def _leap(self, bid: int, most: int, rival: int) -> int:
        """Return ``bid``, or a higher one if a rival will bid far beyond it.

        That saves intermediate raises, and stays below the expected final price.
        """
        return bid + max(0, int(self.weights.leap * (min(most, rival) - bid)))

    def scrap(self, state: State) -> Choice:
        """Scrap the least valuable plant, with the least valuable fuel."""
        seat = state.actor
        fleet = PlantSet(state, seat, self.weights)
        surplus = state.surplus
        assert surplus is not None, state.plants
        gone = fleet.worst([plant for plant in state.plants[seat] if plant != surplus.bought])
        outlook = fuel_outlook(state)
        lost = min(losses(state, gone), key=lambda tokens: _fuel_value(tokens, outlook))
        return with_reason(
            Scrap(seat, gone, lost),
            "plant {plant} adds the least: {cities:city|cities}",
            plant=gone,
            cities=PLANTS[gone].cities,
        )

    # Resources

    def buy(self, state: State) -> Choice:
        """Buy fuel to run this round, then fuel that rivals need or that will cost more."""
        seat = state.actor
        load, chain = self._round_plan(state, seat)
        if missing := first_missing(state, seat, load):
            fuel, count = missing
            return with_reason(
                Buy(seat, fuel, count),
                "{count} {fuel} for no. {plants}, to power {cities:city|cities}",
                count=count,
                fuel=Word(FUELS[fuel]),
                plants=", ".join(map(str, load.plants)),
                cities=load.power,
            )
        more = self._deny if is_last_round(state) else self._store
        return more(state, seat, load, chain) or with_reason(
            Done(seat), "the fuel in stock is enough for this round"
        )

    def _round_plan(self, state: State, seat: Seat) -> tuple[Load, Chain]:
        """Return the load to run this round, and the cities to connect for it."""
        count, money, stock = state.city_count[seat], state.money[seat], state.fuel[seat]
        wanted = max(0, output(state.plants[seat]) - count)
        chain = next_cities(state, seat, min(AHEAD, wanted), money)
        outlook, last = fuel_outlook(state), is_last_round(state)
        best: tuple[float, Load, Chain] | None = None
        for load in loads(state, seat):
            if load.cost > money:
                continue
            more = min(chain.within(money - load.cost), max(0, load.power - count))
            powered = min(load.power, count + more)
            value = self.weights.last_city * powered - load.cost
            if not last:
                used = _used_value(load, stock, outlook)
                value = payment(powered) - load.cost - self.weights.kept_fuel * used
            if best is None or value > best[0]:
                some = Chain(chain.places[:more], chain.prices[:more])
                best = value, load, some
        assert best is not None, "to run nothing costs nothing"
        return best[1], best[2]

    def _deny(self, state: State, seat: Seat, load: Load, chain: Chain) -> Choice | None:
        """Return the cheapest purchase after which no rival can power as much as the seat, or None.

        In the last round, money that is not spent on cities has no better use.
        """
        rivals = state.turn_order[: state.turn_order.index(seat)]  # those who buy later
        spare = state.money[seat] - sum(chain.prices)
        own = min(load.power, state.city_count[seat] + len(chain.places))
        taken = cartel_demand(state)
        here = [
            max(0, resources.available(state, fuel) - taken[fuel]) for fuel in range(len(FUELS))
        ]
        reach = {other: potential(state, other) for other in rivals}

        def strongest() -> int:
            left = (here[0], here[1], here[2], here[3])
            return max(
                (
                    min(most, output_with(state.plants[other], state.fuel[other], left))
                    for other, most in reach.items()
                ),
                default=0,
            )

        if strongest() < own:
            return None
        found: list[tuple[int, Fuel, int]] = []
        for fuel, most in enumerate(here):
            for count in range(1, resources.max_purchase(state, seat, fuel) + 1):
                cost = resources.cost(state, fuel, count)
                if cost > spare:
                    break
                here[fuel] = max(0, most - count)
                if strongest() < own:
                    found.append((cost, fuel, count))
                    break
            here[fuel] = most
        if not found:
            return None
        _, fuel, count = min(found)
        return with_reason(
            Buy(seat, fuel, count),
            "{count} {fuel}, which the others would need to power {cities:city|cities}",
            count=count,
            fuel=Word(FUELS[fuel]),
            cities=own,
        )

    def _store(self, state: State, seat: Seat, load: Load, chain: Chain) -> Choice | None:
        """Return a purchase of fuel that will cost more in the next round, or None."""
        outlook = fuel_outlook(state)
        spare = state.money[seat] - sum(chain.prices) - self._reserve(state, seat)
        use = demand(load.plants, oil_is_cheaper=outlook.oil_is_cheaper)
        turn = state.turn_order.index(seat)
        for fuel, need in enumerate(use):
            here = state.market[fuel]
            most = min(
                2 * need - state.fuel[seat][fuel], resources.max_purchase(state, seat, fuel), here
            )
            if most <= 0:
                continue
            prices = state.terms.prices[fuel]
            after = here - fuel_shortfall(state, state.turn_order[:turn], fuel)
            then = min(len(prices), max(0, after) + outlook.refill[fuel])
            then -= fuel_shortfall(state, state.turn_order[turn + 1 :], fuel, full=True)
            later, count = price_of_next(prices, then), 0
            while (
                count < most
                and price_of_next(prices, here - count) + self.weights.store_gain <= later
                and resources.cost(state, fuel, count + 1) <= spare
            ):
                count += 1
            if count:
                return with_reason(
                    Buy(seat, fuel, count),
                    "{count} {fuel} in advance: a token will cost about {later} next round",
                    count=count,
                    fuel=Word(FUELS[fuel]),
                    later=later,
                )
        return None

    def _reserve(self, state: State, seat: Seat) -> int:
        """Return the money to keep for the next auction and fuel, beyond the next income."""
        owned = state.plants[seat]
        power, count = output(owned), state.city_count[seat]
        income = payment(min(power, count))
        fuel = cheapest_load(state, owned, (0, 0, 0, 0))
        wanted = fuel.cost if fuel else 20
        if power <= count + 1 and state.plant_market:
            wanted += state.plant_market[min(3, len(state.plant_market) - 1)]
        return max(0, wanted - income)

    # Building

    def build(self, state: State) -> Choice:
        """End the game if that wins; otherwise connect a city if it pays to do so now."""
        seat = state.actor
        count, end = state.city_count[seat], state.terms.end_cities
        finish = best_finish(state, seat)
        if finish is not None and (finish.wins or state.money[seat] > 2 * self.weights.idle):
            if finish.chain.places:
                return with_reason(
                    Build(seat, state.board.cities[finish.chain.places[0]]),
                    "{city}: the game can end here with {powered:city|cities} powered,"
                    " the others have {rivals}",
                    city=_city(state, finish.chain.places[0]),
                    powered=finish.powered,
                    rivals=finish.rivals,
                )
            return with_reason(Done(seat), "cities that the plants cannot power gain nothing")
        if state.most_cities >= end:
            return self._last_cities(state, seat)
        power = fuelled(state, seat)
        chain = next_cities(state, seat, max(1, min(AHEAD, power - count)), state.money[seat])
        if not chain.places:
            return with_reason(Done(seat), "no city is affordable")
        if count + 1 >= end:
            return with_reason(
                Done(seat),
                "the next city would end the game, and others power {rivals}",
                rivals=rivals_at_end(state, seat)[0],
            )
        return self._grow(state, seat, chain, power)

    def _last_cities(self, state: State, seat: Seat) -> Choice:
        """Connect only cities that can be powered, since the game ends with this phase."""
        count = state.city_count[seat]
        power = fuelled(state, seat)
        chain = next_cities(state, seat, max(0, power - count), state.money[seat])
        if not chain.places:
            return with_reason(Done(seat), "the game ends now: money left decides ties")
        return with_reason(
            Build(seat, state.board.cities[chain.places[0]]),
            "{city}: the game ends now, and plants can power {power:city|cities}",
            city=_city(state, chain.places[0]),
            power=power,
        )

    def _grow(self, state: State, seat: Seat, chain: Chain, power: int) -> Choice:
        count, place, price = state.city_count[seat], chain.places[0], chain.prices[0]
        city = _city(state, place)
        income = payment(min(power, count + 1)) - payment(min(power, count))
        passed = state.city_count.count(count) - 1  # rivals that it overtakes with one more city
        left = state.money[seat] - price
        early = self.weights.order * passed
        gain = income + self._dearer_later(state, seat, place, price) - early
        if not income:
            gain -= self.weights.hold
            if left < self._reserve(state, seat):
                gain -= self.weights.hold
        if left > self.weights.idle:
            gain += self.weights.hold + early
        if gain > 0 or not count:
            if income:
                return with_reason(
                    Build(seat, state.board.cities[place]),
                    "{city} for {price} brings {income} more at once",
                    city=city,
                    price=price,
                    income=income,
                )
            return with_reason(
                Build(seat, state.board.cities[place]),
                "{city} for {price}: it will not stay that cheap",
                city=city,
                price=price,
            )
        if income:
            return with_reason(
                Done(seat),
                "{city} for {price} can wait: a later place in turn order is worth more",
                city=city,
                price=price,
            )
        return with_reason(
            Done(seat), "the plants can power {power:city|cities}, so more can wait", power=power
        )

    def _dearer_later(self, state: State, seat: Seat, place: Place, price: int) -> float:
        """Return the expected price rise of the next city within a round, in Elektro."""
        near = sum(path[place] <= CLOSE for other, path in enumerate(state.reach) if other != seat)
        later = self.weights.contest + self.weights.pressure * near
        if state.step == 1 and state.most_cities >= state.terms.step2_cities:
            then = next_cities(state, seat, 1, step=2)
            if then.prices:
                later = min(later, then.prices[0] + self.weights.contest - price)
        return later

    # Bureaucracy

    def run(self, state: State) -> Choice:
        """Run the plants with the highest income after the value of their fuel."""
        seat = state.actor
        outlook, cities = fuel_outlook(state), state.city_count[seat]
        kept = self.weights.kept_fuel

        def profit(way: Outcome) -> float:
            return payment(min(way[2], cities)) - kept * _fuel_value(way[1], outlook)

        plants, burn, power = max(outcomes(state.plants[seat], state.fuel[seat]), key=profit)
        powered = min(power, cities)
        return with_reason(
            Run(seat, plants, burn),
            "{cities:city powered pays|cities powered pay} {income}",
            cities=powered,
            income=payment(powered),
        )


def _city(state: State, place: Place) -> str:
    return CITY_NAMES[state.board.cities[place]]


def _by_cluster(state: State, seat: Seat, cities: Sequence[City], *, cheapest: bool) -> City:
    """Return the city with the cheapest, or the most expensive, cities around it."""
    slots, places = with_crowding_costs(state, seat, slot_prices(state, seat)), state.board.places
    sign = 1 if cheapest else -1
    return min(cities, key=lambda city: sign * cluster_cost(state, places[city], slots))


def _fuel_value(tokens: Tokens, outlook: FuelOutlook) -> float:
    """Return the value of stored tokens: their expected price, in Elektro."""
    return fsum(count * outlook.price(fuel) for fuel, count in enumerate(tokens) if count)


def _used_value(load: Load, stock: Tokens, outlook: FuelOutlook) -> float:
    """Return the value of the tokens in stock that the load's plants will burn."""
    fixed, hybrids = fuel_needs(load.plants)
    used = [min(have, need) for have, need in zip(stock, fixed, strict=True)]
    value = _fuel_value((used[0], used[1], used[2], used[3]), outlook)
    mixed = sum(hybrids) + sum(fixed) - load.count - sum(used)
    return value + max(0, mixed) * min(outlook.price(0), outlook.price(1))
