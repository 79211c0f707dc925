"""Appraisal of the plants on sale, with reasons, by the weights of a normal bot."""

from dataclasses import dataclass

from gridcommon.contract import Reason
from powergrid.bots.forecast import incomes_to_come
from powergrid.bots.plant_valuation import PlantSet, bid_budget, offers
from powergrid.bots.weights import Weights
from powergrid.game import next_auctions
from powergrid.plant_market import minimum_bid
from powergrid.powering import output
from powergrid.tables import PLANTS, Plant
from powergrid.view import View


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
