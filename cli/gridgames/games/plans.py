"""Plans: actions that a person intends for coming turns, considered before any is made.

A plan consists of actions. ``plan`` adds parts and shows their effect, ``plan back`` takes the last
step back, and ``commit`` carries the plan out: each part is made as soon as it is legal. If its
effect has changed by then, the person is asked. The game defines the parts and their effects: it
derives from :class:`Plan` and from :class:`PlanOrders`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Typed
from gridgames.games.standing_orders import OrderKeyword, ParsedOrder, StandingOrders
from gridgames.languages.catalogue import english_word
from gridgames.languages.messages import render_message, say

COMMIT = OrderKeyword(
    "commit",
    "carry out the plan: what is possible now, and the rest as soon as it becomes possible",
    letters=("do",),
)

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Plan(StandingOrders, ABC, Generic[Part]):
    """The parts of a plan; ``before`` has the parts before each step of planning.

    ``lost`` are the dropped parts, each with the refusal that made it fail, until the person has
    chosen.
    """

    parts: tuple[Part, ...] = ()
    before: tuple[tuple[Part, ...], ...] = ()
    lost: tuple[tuple[Part, Refusal], ...] = ()

    def changed(self, state: Any, seat: Seat, text: str) -> Self:
        """Return the plan after ``plan`` with a text: parts, ``back``, ``clear`` or nothing.

        Raises NotationError or IllegalAction.
        """
        match english_word(text, "commands", "orders"):
            case "":
                return self
            case "clear":
                return type(self)()
            case "back":
                if not self.before:
                    raise NotationError("the plan has no step to take back")
                return type(self)(self.before[-1], self.before[:-1])
        plan = self
        for part in self.parts_of(text):
            plan = plan.with_text(state, seat, part)
        return type(self)(plan.parts, (*self.before, self.parts))

    def parts_of(self, text: str) -> list[str]:
        """Split a text into the texts of the parts."""
        return [part.strip() for part in text.split(",") if part.strip()]

    @abstractmethod
    def with_text(self, state: Any, seat: Seat, text: str) -> Self:
        """Return the plan with the part in a text. Raises NotationError or IllegalAction."""

    @abstractmethod
    def committed(self, state: Any, seat: Seat) -> Self:
        """Return the plan for carrying it out, with its effect in this state.

        Raises NotationError if nothing is planned, and IllegalAction if a part is illegal.
        """

    @abstractmethod
    def words(self, part: Part) -> str:
        """Return a part in user notation, in the language in use."""

    def lost_lines(self) -> Iterator[str]:
        """Yield a sentence for each dropped part, with the reason."""
        for part, why in self.lost:
            yield say(
                "{why}; {part} is dropped from the plan",
                why=render_message(why),
                part=self.words(part),
            )

    def without_notices(self) -> Self:
        return replace(self, lost=()) if self.lost else self


@dataclass(frozen=True, slots=True)
class PlanOrders(StandingOrders, ABC):
    """Standing orders that carry out a plan."""

    plan: Plan[Any]

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        match english_word(word, "commands"):
            case "plan":
                plan = self.plan.changed(state, seat, rest)
                orders = self if plan == self.plan else self.with_plan(plan)
                return ParsedOrder(
                    orders, told=lambda names: orders.describe_plan(state, seat, names)
                )
            case "commit" | "do" if not rest:
                return ParsedOrder(self.with_committed(state, self.plan.committed(state, seat)))
        return None

    @abstractmethod
    def describe_plan(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield a title, the parts of the plan, and their effect."""

    def with_plan(self, plan: Any) -> Self:
        """Return the orders with another plan, not committed."""
        return replace(self, plan=plan)

    def with_committed(self, state: Any, plan: Any) -> Self:
        """Return the orders with a committed plan."""
        del state
        return replace(self, plan=plan)

    def next_action(self, state: Any, seat: Seat) -> Any | None:
        return self.plan.next_action(state, seat)

    def interruption(self, state: Any, seat: Seat) -> str | None:
        changed = self.plan.interruption(state, seat)
        return "; ".join([*self.plan.lost_lines(), *([changed] if changed else [])]) or None

    def after_action(self, state: Any, action: Any) -> Self:
        return replace(self, plan=self.plan.after_action(state, action))

    def revalidate(self, state: Any, seat: Seat) -> Self:
        plan = self.plan.revalidate(state, seat) if self.plan.parts else self.plan
        return self if plan is self.plan else replace(self, plan=plan)

    def without_notices(self) -> Self:
        return replace(self, plan=self.plan.without_notices())

    def describe(self, state: Any) -> Iterator[str]:
        yield from self.plan.describe(state)

    def to_commands(self, state: Any) -> Iterator[str]:
        yield from (f"plan {part}" for part in self.plan.to_commands(state))


def write_as(example: str) -> str:
    """Return a sentence about writing a plan, with an example."""
    return say("Type what you want to plan, as in: {example}", example=Typed(example))


def nothing_planned(example: str) -> NotationError:
    """Return the error for committing an empty plan."""
    return NotationError(
        "nothing is planned; type what to plan, as in: {example}", example=Typed(example)
    )


def in_the_way(refusal: Refusal) -> str:
    """Return a sentence with the refusal that blocks a plan."""
    return say("Not possible, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))


def how_to_go_on(*, is_committed: bool) -> str:
    """Return a sentence about how a plan is carried out, or that it is being carried out."""
    if is_committed:
        return say("It is being carried out.")
    return say(
        "{commit} carries it out, {back} takes the last step back.",
        commit=Typed("commit"),
        back=Typed("plan back"),
    )
