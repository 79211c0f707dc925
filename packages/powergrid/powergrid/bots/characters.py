"""Ways to play that differ in what they think things are worth, by name."""

from collections.abc import Mapping
from dataclasses import fields, replace
from math import exp

from gridcommon.chance import draw, seeded
from powergrid.bots.weights import Weights

MOOD = 0.06  # by this part a player may ask more or less of its money than others of its kind
SPREAD = 0.25  # of the logarithm of each weight, among people who are not of one mind

_OWN_WAY = Weights(firmness=0.02)

CHARACTERS: Mapping[str, Weights] = {
    # keeps money for fuel and the next cities, and fuel for the next round
    "careful": replace(_OWN_WAY, thrift=0.1, price=1.4, store_gain=0.0, kept_fuel=1.0),
    # takes cities early, as if all of them got dearer soon
    "builder": replace(_OWN_WAY, contest=5.0),
    # pays little for plants, and builds when it pays at once
    "miser": replace(_OWN_WAY, price=1.7, another=1.0, hold=8.0, order=4.0),
    # takes the cities that its neighbours need, before it can power them
    "blocker": replace(_OWN_WAY, pressure=7.0, hold=0.0),
}


def with_jitter(weights: Weights, seed: int) -> Weights:
    """Return ``weights`` with a mood: players of a kind do not value plants quite alike."""
    mood, _ = draw(seeded(seed), 2001)
    return replace(weights, price=weights.price * (1 + MOOD * (mood / 1000 - 1)))


def perturbed_weights(rng: int) -> tuple[Weights, int]:
    """Return weights that are all somewhat off those of a normal player, and the generator after.

    As among people, no two agree on what anything is worth.
    """
    usual, found = Weights(), {}
    for field in fields(Weights):
        total = 0
        for _ in range(12):  # the sum of twelve draws is nearly normal
            one, rng = draw(rng, 1000)
            total += one
        found[field.name] = getattr(usual, field.name) * exp(SPREAD * (total / 1000 - 6))
    found["leap"] = min(found["leap"], 1.0)  # nobody bids more than it is ready to
    return replace(usual, **found), rng
