"""How a player weighs one thing against another."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a player's decisions, in Elektro unless stated otherwise.

    The defaults were found by letting players with different weights play many games.
    """

    # Plants
    price: float = 1.3  # what an Elektro spent on a plant must bring
    rich: float = 100.0  # money from which on an Elektro has to bring less
    fade: float = 0.45  # what an advantage is still worth a round later: plants are replaced
    final_city: float = 25.0  # one more city powered at the end
    final_fade: float = 0.85  # the same, for each round until then
    end_now: float = 0.7  # how sure the game ends in a round in which every seat can end it
    end_least: float = 0.6  # as a part of that, in a round in which the leader alone can end it
    growth: float = 3.0  # cities that can be connected in a round, at most
    another: float = 0.95  # how sure it is that a second choice on the market can be had
    thrift: float = 0.5  # of what goes beyond the money that cities need, this much is bid
    dark: float = 0.9  # of the income that a lack of fuel costs this round, this much is minded
    leap: float = 0.5  # of the way to the limit of the keenest rival, this much is bid at once

    # Fuel
    last_city: float = 40.0  # a city powered, when fuel is bought for the last round
    kept_fuel: float = 0.9  # a stored token, as a part of what it will cost
    store_gain: float = 2.0  # by how much a token must get dearer to be stored ahead

    # Cities
    order: float = 2.0  # each rival that is passed on the way to the front of the turn order
    hold: float = 4.0  # money that lies in a city which cannot be powered yet
    contest: float = 2.0  # by how much an open city gets dearer in a round
    pressure: float = 2.0  # and by how much more for each rival close to it
    idle: float = 200.0  # money in hand from which on waiting is pointless

    # Trying out
    firmness: float = 0.0  # by what chance another choice must win more to replace one's own
