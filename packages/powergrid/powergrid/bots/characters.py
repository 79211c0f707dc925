"""Characters: named sets of weights that make bots play differently."""

from collections.abc import Mapping
from dataclasses import fields, replace
from math import exp

from gridcommon.chance import draw, seeded
from powergrid.bots.weights import Weights

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
