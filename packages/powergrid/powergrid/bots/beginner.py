"""A bot for those who have just read the lesson."""

from gridcommon.chance import draw
from powergrid import building
from powergrid.actions import Bid, Build, Decline, Done, Open, Pass
from powergrid.bots.easy import EasyBot
from powergrid.bots.player import Choice, with_reason
from powergrid.plant_market import minimum_bid
from powergrid.powering import output
from powergrid.state import State
from powergrid.tables import CITY_NAMES, PLANTS, Plant

FEVER = 20  # Elektro above a plant's number that it may bid, as the mood takes it
PURSE = 25  # Elektro that it keeps for fuel when it bids, so that no plant stands idle at once
FIRST_PURSE = 15  # the same in round 1: fuel and a first city
DEAR = 0.22  # share of its money that the next city may cost
FIRST = 3  # cities that it connects at any cost
ENOUGH = 1  # cities that its plants power beyond its own, and it wants no other plant
TIRED = 150  # money in hand above which it connects cities that it cannot power, to end the game


class BeginnerBot(EasyBot):
    """A bot that has read the lesson, and plays its first game.

    It takes the biggest plant that it can pay and still fuel, when its plants no longer power one
    more city than it has; bids by the number on the card and by mood; and connects the cheapest
    city that it can power, from the fourth on only for a small share of its money.
    """

    def open(self, state: State) -> Choice:
        """Open the biggest plant that leaves money for fuel, or decline with enough output."""
        seat, first = state.actor, state.round == 1
        money, plants = state.money[seat], state.plants[seat]
        purse = money if first else money - PURSE
        choices = [one for one in state.current_market if minimum_bid(state, one) <= purse]
        if not first:
            if output(plants) > state.city_count[seat] + ENOUGH:
                return with_reason(Decline(seat), "the plants power enough cities for now")
            if len(plants) >= state.terms.plant_limit:
                weakest = min(PLANTS[plant].cities for plant in plants)
                choices = [one for one in choices if PLANTS[one].cities > weakest]
        if not choices:
            return with_reason(Decline(seat), "no bigger plant leaves money for fuel")

        def size(plant: Plant) -> tuple[int, int]:
            return PLANTS[plant].cities, -plant

        plant = max(choices, key=size)
        return with_reason(
            Open(seat, plant, minimum_bid(state, plant)),
            "plant {plant} powers {cities:city|cities}: the most that it can pay for",
            plant=plant,
            cities=PLANTS[plant].cities,
        )

    def bid(self, state: State) -> Choice:
        """Raise by one up to the plant's number and a bit more, as the mood takes it."""
        seat, auction = state.actor, state.auction
        assert auction is not None, state.phase
        mood, self.rng = draw(self.rng, FEVER + 1)
        kept = PURSE if state.round > 1 else FIRST_PURSE
        bid = auction.high + 1
        if bid <= min(auction.plant + mood, state.money[seat] - kept):
            return with_reason(
                Bid(seat, bid), "plant {plant} must not be lost now", plant=auction.plant
            )
        return with_reason(
            Pass(seat), "plant {plant} has become too expensive", plant=auction.plant
        )

    def build(self, state: State) -> Choice:
        """Connect the cheapest city while the plants power it and it costs little."""
        seat = state.actor
        builds = [one for one in building.legal_builds(state) if isinstance(one, Build)]
        count, money = state.city_count[seat], state.money[seat]
        if not builds:
            return with_reason(Done(seat), "no city is affordable")
        power = output(state.plants[seat])
        if count >= power and money < TIRED:
            return with_reason(Done(seat), "the plants power only {power:city|cities}", power=power)

        def price(action: Build) -> int:
            return building.cost(state, seat, state.board.places[action.city])

        best = min(builds, key=lambda action: (price(action), action.city))
        cost = price(best)
        if count >= FIRST and cost > DEAR * money:
            return with_reason(
                Done(seat), "{city} is too expensive for now", city=CITY_NAMES[best.city]
            )
        return with_reason(
            best,
            "{city} is the cheapest city, at {price}",
            city=CITY_NAMES[best.city],
            price=cost,
        )
