"""The orders of a seat of Power Grid: limits in auctions, and a plan."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gridcommon.contract import Seat
from gridgames.show.plans import COMMIT, PlanOrders
from gridgames.show.standing_orders import OrderKeyword, ParsedOrder
from gridgames.wings.powergrid.plan.bid_limits import BidLimits
from gridgames.wings.powergrid.plan.round_plan import RoundPlan
from gridgames.wings.powergrid.plan.text import describe_plan
from powergrid.actions import Action

ORDER_WORDS = (
    OrderKeyword(
        "plan",
        "the result of a plan, as in plan 13 at 25, coal 2 at most 8, Essen else Fulda; "
        "back, clear and keep change the plan",
        usage="[PART, ...]",
    ),
    COMMIT,
    OrderKeyword(
        "limit", "the highest bid that is made for you without asking", usage="PLANT MOST"
    ),
    OrderKeyword("limits", "the current limits; off removes them", usage="[off]"),
)


@dataclass(frozen=True, slots=True)
class PowerGridOrders(PlanOrders):
    """The standing orders of one seat."""

    plan: RoundPlan = field(default_factory=RoundPlan)
    limits: BidLimits = field(default_factory=BidLimits)

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        if given := super(PowerGridOrders, self).parse(state, seat, text):
            return given
        given = self.limits.parse(state, seat, text)
        if given is None:
            return None
        assert isinstance(given.standing, BidLimits), text
        return ParsedOrder(replace(self, limits=given.standing), given.action)

    def describe_plan(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        return describe_plan(self.plan, state, seat, names)

    def with_plan(self, state: Any, plan: RoundPlan) -> "PowerGridOrders":
        """Return the orders with another plan, and with the limit of its plant if committed."""
        before, now, limits = self.plan.bids(), plan.bids(), self.limits
        if (before, self.plan.round) != (now, plan.round):
            for plant in before:
                limits = limits.without_plant(plant)
            for plant, most in now.items():
                limits = limits.with_plant(state, plant, most)
        return PowerGridOrders(plan, limits)

    def next_action(self, state: Any, seat: Seat) -> Action | None:
        return self.limits.next_action(state, seat) or self.plan.next_action(state, seat)

    def describe(self, state: Any) -> Iterator[str]:
        yield from self.limits.describe(state)
        yield from self.plan.describe(state)

    def to_commands(self, state: Any) -> Iterator[str]:
        yield from self.limits.to_commands(state)
        yield from PlanOrders.to_commands(self, state)
