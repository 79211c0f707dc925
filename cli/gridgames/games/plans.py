"""Plans: what a person means to do in turns to come, thought of before anything is done.

A plan is made of actions. ``plan`` adds parts and tells what they come to, ``plan back`` takes the
last step back, ``commit`` carries it out: each part is made when it may be, unless it would bring
something else by then; in that case the person is asked. What parts there are, and what they come
to, is the game's: it derives from :class:`Plan` and from :class:`PlanOrders`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Typed
from gridcommon.spelling import unaccented
from gridgames.games.standing_orders import OrderKeyword, ParsedOrder, StandingOrders
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import render_message, say

COMMIT = OrderKeyword(
    "commit", "carry the plan out: now, and the rest as soon as it may be done", letters=("do",)
)

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Plan(ABC, Generic[Part]):
    """The parts of a plan; ``before`` are those before each step of planning.

    ``lost`` are parts that were dropped, each with what made it fail, until the person has chosen.
    """

    parts: tuple[Part, ...] = ()
    before: tuple[tuple[Part, ...], ...] = ()
    lost: tuple[tuple[Part, Refusal], ...] = ()

    def changed(self, state: Any, seat: Seat, text: str) -> Self:
        """Return the plan after what follows ``plan``: parts, ``back``, ``clear`` or nothing.

        Raises NotationError or IllegalAction.
        """
        match input_words("commands", "orders").get(unaccented(text), text.lower()):
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
        """Return the texts of several parts."""
        return [part.strip() for part in text.split(",") if part.strip()]

    @abstractmethod
    def with_text(self, state: Any, seat: Seat, text: str) -> Self:
        """Return the plan with what one part says. Raises NotationError or IllegalAction."""

    @abstractmethod
    def committed(self, state: Any, seat: Seat) -> Self:
        """Return the plan as it is to be carried out, with what it brings as things stand.

        Raises NotationError if nothing is planned, IllegalAction for what is in the way.
        """

    @abstractmethod
    def answer(self, state: Any, seat: Seat) -> Any | None:
        """Return the next action of the plan, None if the person has to choose."""

    @abstractmethod
    def why(self, state: Any, seat: Seat) -> str | None:
        """Return what is not as it was when the plan was committed, or None."""

    @abstractmethod
    def after(self, state: Any, action: Any) -> Self:
        """Return the plan after an action of its seat, made in ``state``."""

    @abstractmethod
    def still(self, state: Any, seat: Seat) -> Self:
        """Return the plan without the parts that have failed for good; they are lost."""

    @abstractmethod
    def words(self, part: Part) -> str:
        """Return a part as it is typed in the language in use."""

    def lost_lines(self) -> Iterator[str]:
        """Yield which parts were dropped, and why."""
        for part, why in self.lost:
            yield say(
                "{why}; {part} is dropped from the plan",
                why=render_message(why),
                part=self.words(part),
            )

    @abstractmethod
    def lines(self, state: Any) -> Iterator[str]:
        """Yield what will be done without asking."""

    @abstractmethod
    def texts(self, state: Any) -> Iterator[str]:
        """Yield what is still to be done, each part as it is typed in English."""


@dataclass(frozen=True, slots=True)
class PlanOrders(StandingOrders, ABC):
    """The orders of a seat that plans."""

    plan: Plan[Any]

    def read(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        """Return the orders with the plan that ``text`` changes or commits; None if it does not."""
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        match input_words("commands").get(unaccented(word), word.lower()):
            case "plan":
                plan = self.plan.changed(state, seat, rest)
                orders = self if plan == self.plan else self.with_plan(plan)
                return ParsedOrder(orders, told=lambda names: orders.tell(state, seat, names))
            case "commit" | "do" if not rest:
                return ParsedOrder(self.with_committed(state, self.plan.committed(state, seat)))
        return None

    @abstractmethod
    def tell(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield the plan part by part, and what it leads to; a title first."""

    def with_plan(self, plan: Any) -> Self:
        """Return the orders with another plan, which is not committed."""
        return replace(self, plan=plan)

    def with_committed(self, state: Any, plan: Any) -> Self:
        """Return the orders with a plan that is to be carried out."""
        del state
        return replace(self, plan=plan)

    def answer(self, state: Any, seat: Seat) -> Any | None:
        """Return the next action of the plan."""
        return self.plan.answer(state, seat)

    def why(self, state: Any, seat: Seat) -> str | None:
        """Return what is not as it was planned, and what was dropped for that."""
        changed = self.plan.why(state, seat)
        return "; ".join([*self.plan.lost_lines(), *([changed] if changed else [])]) or None

    def after(self, state: Any, action: Any) -> Self:
        """Return the orders without what was done."""
        return replace(self, plan=self.plan.after(state, action))

    def still(self, state: Any, seat: Seat) -> Self:
        """Return the orders without what has failed."""
        plan = self.plan.still(state, seat) if self.plan.parts else self.plan
        return self if plan is self.plan else replace(self, plan=plan)

    def heard(self) -> Self:
        """Return the orders without what was told."""
        return replace(self, plan=replace(self.plan, lost=())) if self.plan.lost else self

    def lines(self, state: Any) -> Iterator[str]:
        """Yield each part of the plan that will be carried out."""
        yield from self.plan.lines(state)

    def texts(self, state: Any) -> Iterator[str]:
        """Yield what gives the plan again, part by part."""
        yield from (f"plan {part}" for part in self.plan.texts(state))


def write_as(example: str) -> str:
    """Say how a plan is written."""
    return say("Write what to plan, as in: {example}", example=Typed(example))


def nothing_planned(example: str) -> NotationError:
    """Return what is wrong with carrying out a plan without parts."""
    return NotationError(
        "nothing is planned; write what to plan, as in: {example}", example=Typed(example)
    )


def in_the_way(refusal: Refusal) -> str:
    """Say what keeps a plan from being carried out."""
    return say("In the way, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))


def how_to_go_on(*, is_committed: bool) -> str:
    """Say how a plan is carried out, or that it is."""
    if is_committed:
        return say("It is being carried out.")
    return say(
        "{commit} carries it out, {back} takes the last step back.",
        commit=Typed("commit"),
        back=Typed("plan back"),
    )
