"""The orders of a seat of Eletrika: a plan of its turns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gridcommon.contract import Seat
from gridgames.show.plans import COMMIT, PlanOrders
from gridgames.show.standing_orders import OrderKeyword
from gridgames.wings.eletrika.plan.text import describe_plan
from gridgames.wings.eletrika.plan.turn_plan import TurnPlan

ORDER_WORDS = (
    OrderKeyword(
        "plan",
        "the result of a plan, as in plan tile 13/2 1,0, build T 1,0 else 2,0, score; back "
        "and clear change the plan",
        usage="[PART, ...]",
    ),
    COMMIT,
)


@dataclass(frozen=True, slots=True)
class EletrikaOrders(PlanOrders):
    """The standing orders of one seat."""

    plan: TurnPlan = field(default_factory=TurnPlan)

    def describe_plan(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        return describe_plan(self.plan, state, seat, names)
