r"""A greedy player of Power Grid: the yardstick of the level ``beginner``.

It takes what adds the most cities now: the plant that adds most output, the cheapest city that its
plants power. It buys fuel, scraps and runs as ``easy`` does.

    gridgames tournament powergrid --bot-from examples/greedy_powergrid.py:Greedy \
        --bots Greedy,beginner
"""

from powergrid import Bid, Build, Decline, Done, Open, Pass, building
from powergrid.bots.easy import EasyBot
from powergrid.plant_market import minimum_bid
from powergrid.powering import output
from powergrid.tables import PLANTS

EACH = 5  # Elektro above its number that a plant is worth, for each city that it adds
AHEAD = 2  # cities that the plants may power beyond those connected


class Greedy(EasyBot):
    def open(self, state):
        seat, money, first = state.actor, state.money[state.actor], state.round == 1
        plants = [one for one in state.current_market if minimum_bid(state, one) <= money]
        if not first:
            plants = [one for one in plants if added(state, one) > 0]
            if output(state.plants[seat]) > state.city_count[seat] + AHEAD:
                plants = []
        if not plants:
            return Decline(seat), None
        plant = max(plants, key=lambda one: (added(state, one), -one))
        return Open(seat, plant, minimum_bid(state, plant)), None

    def bid(self, state):
        seat, auction = state.actor, state.auction
        worth = auction.plant + EACH * max(0, added(state, auction.plant))
        if auction.high < min(worth, state.money[seat]):
            return Bid(seat, auction.high + 1), None
        return Pass(seat), None

    def build(self, state):
        seat = state.actor
        builds = [one for one in building.legal_builds(state) if isinstance(one, Build)]
        if not builds or state.city_count[seat] >= output(state.plants[seat]):
            return Done(seat), None

        def price(build):
            return building.cost(state, seat, state.board.places[build.city]), build.city

        return min(builds, key=price), None


def added(state, plant):
    """Return the output that a plant adds for the seat to act, in cities."""
    own = list(state.plants[state.actor])
    before = output(own)
    if len(own) == state.terms.plant_limit:
        own.remove(min(own, key=lambda one: (PLANTS[one].cities, one)))
    return output([*own, plant]) - before
