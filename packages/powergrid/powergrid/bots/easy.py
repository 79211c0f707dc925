"""A bot with the habits of a beginner."""

from dataclasses import replace

from gridcommon.chance import draw
from gridcommon.errors import Word
from powergrid import building
from powergrid.actions import Bid, Build, Buy, Done, MarkStart, Pass, PlaceCartel, Run, Scrap
from powergrid.auction import losses
from powergrid.bots.fuel import first_missing, loads
from powergrid.bots.normal import NormalBot
from powergrid.bots.player import Choice, DecisionBot, with_reason
from powergrid.bots.weights import Weights
from powergrid.powering import best_outcome, output
from powergrid.setup import legal_placements
from powergrid.state import State
from powergrid.tables import CITY_NAMES, FUELS, PLANTS

# A beginner spends money lightly, and raises by one.
BEGINNER = replace(Weights(), price=1.25, poor=1.0, leap=0.0)
FEVER = 2  # Elektro that the excitement of an auction may add to a bid
SPARE = 1  # cities connected beyond what the plants power
NEARLY = 2  # cities that may stay dark when it ends the game
TIRED = 250  # money in hand above which it ends the game anyway


class EasyBot(DecisionBot):
    """A bot that plays like a person in their first games, with a person's mistakes.

    It pays too much for plants and gets carried away in auctions, buys fuel only for this round,
    connects the cheapest city, never thinks of the turn order, and ends the game without checking
    its fuel or the output of the others.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._sense = NormalBot(seed, BEGINNER)

    def place(self, state: State) -> Choice:
        """Close a random city; start in the city with the cheapest path to another one."""
        choices, board = legal_placements(state), state.board
        starts = [one for one in choices if isinstance(one, MarkStart)]
        if not starts:
            place, self.rng = draw(self.rng, len(choices))
            closed = choices[place]
            assert isinstance(closed, PlaceCartel), closed
            return with_reason(closed, "{city}, as good as any", city=CITY_NAMES[closed.city])

        def nearest(action: MarkStart) -> int:
            here = board.places[action.city]
            return min(cost for place, cost in enumerate(board.costs[here]) if place != here)

        start = min(starts, key=nearest)
        return with_reason(start, "from {city} the next city is near", city=CITY_NAMES[start.city])

    def open(self, state: State) -> Choice:
        """Open the plant that seems the best bargain."""
        return self._sense.open(state)

    def bid(self, state: State) -> Choice:
        """Raise by one while the plant seems worth it, and a little more when carried away."""
        seat = state.actor
        auction = state.auction
        assert auction is not None, state.phase
        worth = self._sense.valued(state, seat)[auction.plant][1]
        fever, self.rng = draw(self.rng, FEVER + 1)
        raised = Bid(seat, auction.high + 1)
        if worth > 0 and raised.amount <= min(worth + fever, state.money[seat]):
            if raised.amount <= worth:
                return with_reason(
                    raised, "plant {plant} is worth {worth}", plant=auction.plant, worth=worth
                )
            return with_reason(raised, "plant {plant} must not be lost now", plant=auction.plant)
        return with_reason(
            Pass(seat), "plant {plant} has become too expensive", plant=auction.plant
        )

    def scrap(self, state: State) -> Choice:
        """Scrap the plant that powers the fewest cities, with the least fuel."""
        seat, surplus = state.actor, state.surplus
        assert surplus is not None, state.plants
        owned = (plant for plant in state.plants[seat] if plant != surplus.bought)
        gone = min(owned, key=lambda plant: (PLANTS[plant].cities, plant))
        lost = min(losses(state, gone), key=sum)
        return with_reason(
            Scrap(seat, gone, lost), "plant {plant} powers the fewest cities", plant=gone
        )

    def buy(self, state: State) -> Choice:
        """Buy fuel for one run of the affordable plants that power most."""
        seat = state.actor
        keep = 12 if not state.city_count[seat] else 0  # for the first city
        purse = max(0, state.money[seat] - keep)
        payable = [load for load in loads(state, seat) if load.cost <= purse]
        if payable:
            load = max(payable, key=lambda load: (load.power, -load.cost))
            if missing := first_missing(state, seat, load):
                fuel, count = missing
                return with_reason(
                    Buy(seat, fuel, count),
                    "{count} {fuel} to run {plants} this round",
                    count=count,
                    fuel=Word(FUELS[fuel]),
                    plants=", ".join(map(str, load.plants)),
                )
        return with_reason(Done(seat), "no more fuel is needed or affordable this round")

    def build(self, state: State) -> Choice:
        """Connect the cheapest city, up to one city more than the plants power."""
        seat = state.actor
        builds = [one for one in building.legal_builds(state) if isinstance(one, Build)]
        count = state.city_count[seat]
        if not builds:
            return with_reason(Done(seat), "no city is affordable")

        def price(action: Build) -> int:
            return building.cost(state, seat, state.board.places[action.city])

        best = min(builds, key=lambda action: (price(action), action.city))
        power, end = output(state.plants[seat]), state.terms.end_cities
        left = state.money[seat] - price(best)
        if left > TIRED or state.most_cities >= end:
            pass
        elif count + 1 >= end and power < end - NEARLY:
            return with_reason(
                Done(seat), "the plants power {power:city|cities}: too early to end", power=power
            )
        elif count >= power + SPARE:
            return with_reason(Done(seat), "the plants power only {power:city|cities}", power=power)
        return with_reason(
            best,
            "{city} is the cheapest city, at {price}",
            city=CITY_NAMES[best.city],
            price=price(best),
        )

    def run(self, state: State) -> Choice:
        """Power as many cities as possible on as little fuel as possible."""
        seat = state.actor
        cities = state.city_count[seat]
        plants, burn, power = best_outcome(state.plants[seat], state.fuel[seat], cities)
        return with_reason(
            Run(seat, plants, burn),
            "as many cities as possible: {cities}",
            cities=min(power, cities),
        )
