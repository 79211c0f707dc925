"""The weights of a bot's decisions, and the characters: named sets of them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import exp

from gridcommon.chance import draw, seeded


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of a bot's decisions, in Elektro unless stated otherwise.

    The defaults were found in many games between bots with different weights.
    """

    # Plants
    price: float = 1.3  # return that each Elektro spent on a plant must bring
    rich: float = 100.0  # money above which an Elektro has to bring less
    poor: float = 0.65  # share of ``rich`` below which it need not bring still more
    fade: float = 0.45  # factor on an advantage for each later round, since plants are replaced
    final_city: float = 25.0  # one more city powered at the end
    final_fade: float = 0.85  # factor on ``final_city`` for each round until the end
    end_now: float = 0.7  # chance that the game ends in a round in which every seat can end it
    end_least: float = 0.6  # least factor on ``end_now``, if only the leader can end the game
    growth: float = 3.0  # most cities that can be connected in a round
    another: float = 0.95  # chance that the second choice on the market is still for sale
    thrift: float = 0.5  # share bid of the money that would otherwise pay for cities
    dark: float = 0.9  # weight of the income that a lack of fuel costs this round
    leap: float = 0.5  # share of the way to the keenest rival's limit that is bid at once

    # Fuel
    last_city: float = 40.0  # value of a powered city when fuel is bought for the last round
    kept_fuel: float = 0.9  # value of a stored token, as a share of its expected price
    store_gain: float = 2.0  # price rise that makes a token worth storing

    # Cities
    order: float = 2.0  # cost of each rival passed on the way to the front of the turn order
    hold: float = 4.0  # cost of money tied up in a city that cannot be powered yet
    contest: float = 2.0  # expected price rise of an open city per round
    pressure: float = 2.0  # additional price rise for each rival close to the city
    idle: float = 200.0  # money in hand above which waiting is pointless

    # Rollouts
    firmness: float = 0.0  # lead in winning chance that replaces the bot's first choice


JITTER = 0.06  # largest relative change of the price weight among bots of one kind
SPREAD = 0.25  # standard deviation of the logarithm of each perturbed weight

_BASE = Weights(firmness=0.02)

CHARACTERS: Mapping[str, Weights] = {
    # keeps money for fuel and the next cities, and fuel for the next round
    "careful": replace(_BASE, thrift=0.1, price=1.4, store_gain=0.0, kept_fuel=1.0),
    # takes cities early, as if they soon became more expensive
    "builder": replace(_BASE, contest=5.0),
    # pays little for plants, and builds if that pays at once
    "miser": replace(_BASE, price=1.7, another=1.0, hold=8.0, order=4.0),
    # takes the cities that its neighbours need
    "blocker": replace(_BASE, pressure=7.0),
}


def with_jitter(weights: Weights, seed: int) -> Weights:
    """Return ``weights`` with random jitter, so that bots of one kind do not value plants alike."""
    jitter, _ = draw(seeded(seed), 2001)
    return replace(weights, price=weights.price * (1 + JITTER * (jitter / 1000 - 1)))


def perturbed_weights(rng: int) -> tuple[Weights, int]:
    """Return randomly perturbed standard weights, and the advanced generator.

    Like people, no two bots with such weights value everything alike.
    """
    usual, found = Weights(), {}
    for field in fields(Weights):
        total = 0
        for _ in range(12):  # the sum of twelve draws is nearly normal
            one, rng = draw(rng, 1000)
            total += one
        found[field.name] = getattr(usual, field.name) * exp(SPREAD * (total / 1000 - 6))
    found["leap"] = min(found["leap"], 1.0)  # a bid never exceeds the limit of its bidder
    return replace(usual, **found), rng
