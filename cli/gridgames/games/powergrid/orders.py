"""The orders of a seat of Power Grid: limits in auctions, a plan, and questions about costs."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Typed
from gridcommon.spelling import unaccented
from gridgames.games.powergrid.limits import Limits, money_of
from gridgames.games.powergrid.plan import Plan, cities_named
from gridgames.games.powergrid.plan_text import tell_cost, tell_plan, tell_reach
from gridgames.games.standing import Given, OrderWord, Standing
from gridgames.languages.catalogue import understood
from powergrid.actions import Action, Open

ORDER_WORDS = (
    OrderWord(
        "plan",
        "what it comes to, as in plan 13 at 25, coal 2, Essen; back and clear change it",
        usage="[PART, ...]",
    ),
    OrderWord("commit", "carry the plan out, now and when its phases come", letters=("do",)),
    OrderWord("cost", "the cheapest order of cities, and what they cost", usage="CITY, ..."),
    OrderWord("reach", "the most cities for your money, or for so much", usage="[MONEY]"),
    OrderWord("limit", "how far you bid without being asked", usage="PLANT MOST"),
    OrderWord("limits", "the limits that stand; off ends them", usage="[off]"),
)


@dataclass(frozen=True, slots=True)
class Orders(Standing):
    """What one seat has said in advance."""

    limits: Limits = field(default_factory=Limits)
    plan: Plan = field(default_factory=Plan)

    def read(self, state: Any, seat: Seat, text: str) -> Given | None:
        """Return the orders with the one that ``text`` gives, or the answer to its question."""
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        match understood("commands").get(unaccented(word), word.lower()):
            case "plan":
                return self._planned(state, seat, rest)
            case "commit" | "do" if not rest:
                return self._committed(state, seat)
            case "cost":
                cities = cities_named(state, seat, rest)
                if not cities:
                    raise NotationError("expected: {usage}", usage=Typed("cost CITY, ..."))
                return Given(self, told=lambda _: tell_cost(state, seat, cities))
            case "reach":
                money = money_of(rest) if rest else state.money[seat]
                return Given(self, told=lambda _: tell_reach(state, seat, money))
        given = self.limits.read(state, seat, text)
        if given is None:
            return None
        assert isinstance(given.standing, Limits), text
        return Given(replace(self, limits=given.standing), given.action)

    def _planned(self, state: Any, seat: Seat, text: str) -> Given:
        match understood("commands", "orders").get(unaccented(text), text.lower()):
            case "":
                plan = self.plan
            case "clear":
                plan = Plan()
            case "back":
                plan = self.plan.without_last_step()
            case _:
                parts = [part.strip() for part in text.split(",") if part.strip()]
                plan = self.plan.with_texts(state, seat, parts)
        limits = self.limits
        if plan != self.plan:  # the limit for its plant goes with what was committed
            for plant in self.plan.committed_plants():
                limits = limits.without_plant(plant)
        return Given(Orders(limits, plan), told=lambda names: tell_plan(plan, state, seat, names))

    def _committed(self, state: Any, seat: Seat) -> Given:
        plan, limits = self.plan.committed(state, seat), self.limits
        for part in plan.parts:
            if isinstance(part, Open):
                limits = limits.with_plant(state, part.plant, part.bid)
        return Given(Orders(limits, plan))

    def answer(self, state: Any, seat: Seat) -> Action | None:
        """Return a bid within the limits, or the next action of the plan."""
        return self.limits.answer(state, seat) or self.plan.answer(state, seat)

    def why(self, state: Any, seat: Seat) -> str | None:
        """Return what is not as it was planned."""
        return self.plan.why(state, seat)

    def after(self, state: Any, action: Any) -> "Orders":
        """Return the orders without what was done."""
        return replace(self, plan=self.plan.after(state, action))

    def lines(self, state: Any) -> Iterator[str]:
        """Yield each limit, then each part of the plan that will be carried out."""
        yield from self.limits.lines(state)
        yield from self.plan.lines(state)
