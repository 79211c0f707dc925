"""Plans: actions that a person intends for coming turns, considered before any is made.

A plan consists of actions. ``plan`` adds parts and shows their effect, ``plan back`` takes the last
step back, and ``commit`` carries the plan out: each part is made as soon as it is legal. A part
that a rule forbids, or that exceeds a limit set for it, gives way to the part that follows
``else``, or is dropped. If its effect is otherwise worse than agreed, the person is asked. The game
defines the parts and their effects: it derives from :class:`Plan`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, Typed, Wording, truncate
from gridcommon.spelling import as_number
from gridgames.languages.catalogue import english_word
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.show.standing_orders import OrderKeyword, ParsedOrder, StandingOrders

COMMIT = OrderKeyword(
    "commit",
    "carry out the plan: what is possible now, and the rest as soon as it becomes possible",
    usage="[PART, ...]",
    letters=("do",),
)
_LIMITING = ("most", "up")  # words that introduce the most that a part may cost
_FILLERS = ("at", "to", "for", "no")  # words around them, "no máximo" included

Part = TypeVar("Part")


class Loss(NamedTuple):
    """A part of a plan that failed, why, and the part that replaces it, if any.

    A wording stands for a price or an effect, a refusal for a rule.
    """

    part: Any
    why: Refusal | Wording
    other: Any = None


class Survey(NamedTuple):
    """The price or effect of each part of a plan, and the first part that a rule forbids."""

    values: Mapping[Any, Any]
    failed: tuple[Any, Refusal] | None = None


@dataclass(frozen=True, slots=True)
class Plan(StandingOrders, ABC, Generic[Part]):
    """The parts of a plan, as orders of a seat.

    Each of the ``chains`` is a part and those that replace it, one after the other. ``most`` are
    limits for the price of parts, and ``agreed`` is the price or effect of each part when the plan
    was committed. ``before`` is the plan before the last step of planning. ``lost`` are the parts
    that failed since the person last chose.
    """

    EXAMPLE: ClassVar[str]

    chains: tuple[tuple[Part, ...], ...] = ()
    most: Mapping[Part, int] = field(default_factory=dict)
    agreed: Mapping[Part, Any] = field(default_factory=dict)
    before: Self | None = None
    lost: tuple[Loss, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are made if nothing is in the way."""
        return tuple(chain[0] for chain in self.chains)

    @property
    def actions(self) -> Sequence[Any]:
        return self.parts

    # Making it

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        word, _, rest = text.strip().partition(" ")
        match english_word(word, "commands"):
            case "plan":
                plan = self.changed(state, seat, rest.strip()).revalidate(state, seat)
                return ParsedOrder(plan, told=lambda names: plan.explain(state, seat, names))
            case "commit" | "do":
                plan = self.changed(state, seat, rest.strip()).committed(state, seat)
                return ParsedOrder(plan.revalidate(state, seat))
        return None

    @abstractmethod
    def explain(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield a title, the parts of the plan, and their effect."""

    def changed(self, state: Any, seat: Seat, text: str) -> Self:
        """Return the plan after ``plan`` with a text: parts, ``back``, ``clear`` or nothing.

        Raises NotationError or IllegalAction.
        """
        match english_word(text, "commands", "orders"):
            case "":
                return self
            case "clear":
                return replace(self.draft(), chains=(), most={}, before=None)
            case "back":
                if self.before is None:
                    raise NotationError("the plan has no step to take back")
                return self.before
        plan = self.draft()
        for part in self.parts_of(text):
            plan = plan.with_text(state, seat, part)
        return replace(plan, before=self.draft())

    def draft(self) -> Self:
        """Return the plan as not committed, without notices."""
        return replace(self, agreed={}, lost=())

    def parts_of(self, text: str) -> list[str]:
        """Split a text into the texts of the parts."""
        return [part.strip() for part in text.split(",") if part.strip()]

    def with_text(self, state: Any, seat: Seat, text: str) -> Self:
        """Return the plan with the part in a text, or without the part after ``no``.

        A part replaces those that it rules out. Raises NotationError or IllegalAction.
        """
        word, _, rest = text.partition(" ")
        if english_word(word) == "no" and rest.strip():
            return self._without(state, seat, rest.strip())
        options = self.options(state, seat, text)
        first, *_ = chain = tuple(options)
        most = {one: limit for one, limit in self.most.items() if one not in chain}
        most |= {one: limit for one, limit in options.items() if limit is not None}
        chains = [
            chain if old[0] == first else old
            for old in self.chains
            if old[0] == first or not self.rules_out(first, old[0])
        ]
        if chain not in chains:
            chains.append(chain)
        return replace(self, chains=tuple(chains), most=most)

    def with_parts(self, parts: Iterable[Part]) -> Self:
        """Return the plan with these parts, each with those that replace it so far."""
        return replace(self, chains=tuple(map(self._chain, parts)))

    def options(self, state: Any, seat: Seat, text: str) -> dict[Part, int | None]:
        """Return a part and those that may replace it, each with the most that it may cost.

        Raises NotationError or IllegalAction.
        """
        found: dict[Part, int | None] = {}
        before = None
        for option in _options(text):
            before, limit = self.read(state, seat, *_limit(option), before)
            found[before] = limit
        return found

    def _without(self, state: Any, seat: Seat, text: str) -> Self:
        meant = self.meant(state, seat, text)
        left = self.with_parts(part for part in self.parts if part not in meant)
        if left == self:
            raise NotationError("{found} is not in the plan", found=repr(truncate(text)))
        return left

    @abstractmethod
    def read(
        self, state: Any, seat: Seat, text: str, most: int | None, instead: Part | None
    ) -> tuple[Part, int | None]:
        """Return the part in a text, and the most that it may cost.

        ``instead`` is the part that it replaces. Raises NotationError or IllegalAction.
        """

    @abstractmethod
    def rules_out(self, new: Part, old: Part) -> bool:
        """Return whether a new part replaces an old one."""

    @abstractmethod
    def meant(self, state: Any, seat: Seat, text: str) -> Sequence[Part]:
        """Return the parts that a text names, for removing them."""

    # Its effect

    @abstractmethod
    def survey(self, state: Any, seat: Seat, *, whole: bool = False) -> Survey:
        """Return the prices or effects of the parts that are due now, or of the ``whole`` plan."""

    @abstractmethod
    def worsening(self, state: Any, part: Part, value: Any) -> Wording | None:
        """Return why the price or effect of a part is now worse than agreed, or None."""

    @abstractmethod
    def action_of(self, part: Part) -> Any:
        """Return an action for the error about a part."""

    def bent(self, state: Any, seat: Seat, *, whole: bool = False) -> Self:
        """Return the plan without the failing parts: others replace them, or they are lost."""
        plan = self
        while failed := plan._failing(state, seat, whole=whole):
            plan = plan.giving_way(*failed)
        return plan

    def _failing(
        self, state: Any, seat: Seat, *, whole: bool
    ) -> tuple[Part, Refusal | Wording] | None:
        found = self.survey(state, seat, whole=whole)
        for part, value in reversed(list(found.values.items())):  # the first parts matter most
            if self.bends(part) and (why := self.worsening(state, part, value)):
                return part, why
        return found.failed

    def giving_way(self, part: Part, why: Refusal | Wording) -> Self:
        """Return the plan after a part has failed."""
        others = tuple(one for one in self._chain(part)[1:] if one not in self.parts)
        other = others[0] if others else None
        chains = (others if chain[0] == part else chain for chain in self.chains)
        return replace(
            self,
            chains=tuple(
                chain
                for chain in chains
                if chain
                and (other is None or chain[0] == other or not self.rules_out(other, chain[0]))
            ),
            before=None,
            lost=(*self.lost, Loss(part, why, other)),
        )

    def obstacle(self, state: Any, seat: Seat) -> tuple[Part, Refusal] | None:
        """Return the first part that a rule forbids and nothing replaces, with the refusal."""
        for part, why, other in replace(self, lost=()).bent(state, seat, whole=True).lost:
            if other is None and isinstance(why, Refusal):
                return part, why
        return None

    def offers(self, state: Any, seat: Seat) -> dict[Part, Any]:
        """Return the price or effect of each part, and of those that may replace it."""
        base = self.bent(state, seat, whole=True)
        found = dict(base.survey(state, seat, whole=True).values)
        for chain in self.chains:
            at = next((at for at, one in enumerate(base.parts) if one in chain), len(base.parts))
            for option in chain:
                if option not in found:
                    parts = (*base.parts[:at], option, *base.parts[at + 1 :])
                    values = base.with_parts(parts).survey(state, seat, whole=True).values
                    found |= {one: value for one, value in values.items() if one == option}
        return found

    def bends(self, part: Part) -> bool:
        """Return whether a part has a limit or something that replaces it."""
        return part in self.most or len(self._chain(part)) > 1

    def _chain(self, part: Part) -> tuple[Part, ...]:
        """Return a part and those that may replace it."""
        return next((chain for chain in self.chains if chain[0] == part), (part,))

    # Carrying it out

    def pending(self, state: Any, seat: Seat) -> tuple[Part, ...]:
        """Return the parts that remain, in the order in which they are made."""
        del state, seat
        return self.parts

    def committed(self, state: Any, seat: Seat) -> Self:
        """Return the plan for carrying it out, with its effect in this state.

        Raises NotationError if nothing is planned, and IllegalAction if a part is illegal.
        """
        if not self.pending(state, seat):
            raise NotationError(
                "nothing is planned; type what to plan, as in: {example}",
                example=Typed(self.EXAMPLE),
            )
        plan = self.draft()
        if failed := plan.obstacle(state, seat):
            raise IllegalAction(self.action_of(failed[0]), failed[1])
        return replace(plan, agreed=plan.offers(state, seat))

    def interruption(self, state: Any, seat: Seat) -> str | None:
        changed = self.setback(state, seat)
        return "; ".join([*self.lost_lines(), *([changed] if changed else [])]) or None

    def setback(self, state: Any, seat: Seat) -> str | None:
        """Return why what is due now cannot be made as agreed, or None."""
        found = self.survey(state, seat)
        if found.failed:
            return render_message(found.failed[1])
        changes = (self.worsening(state, part, value) for part, value in found.values.items())
        return next((render_message(change) for change in changes if change), None)

    # In words

    @abstractmethod
    def command(self, part: Part) -> str:
        """Return a part as it is typed in English, without ``plan``."""

    def to_command(self, part: Part) -> str:
        """Return a part with its limit and with the parts that may replace it."""
        return " else ".join(
            self.command(one) + (f" at most {self.most[one]}" if one in self.most else "")
            for one in self._chain(part)
        )

    def words(self, part: Part) -> str:
        """Return a part in user notation, in the language in use."""
        return in_words(self.command(part))

    def bending_lines(self, state: Any, seat: Seat) -> Iterator[str]:
        """Yield a line with the parts that have a limit or something that replaces them."""
        parts = [
            in_words(self.to_command(part))
            for part in self.pending(state, seat)
            if self.bends(part)
        ]
        if parts:
            yield say("If need be: {parts}", parts="; ".join(parts))

    def lost_lines(self) -> Iterator[str]:
        """Yield a sentence for each reason, with the parts that failed for it."""
        dropped: dict[str, list[str]] = {}
        for part, why, other in self.lost:
            values = {"why": render_message(why), "part": self.words(part)}
            if isinstance(why, Refusal):
                values["why"] = say("{why} ({rule})", why=values["why"], rule=why.rule)
            if other is None:
                dropped.setdefault(values["why"], []).append(values["part"])
            else:
                yield say("{why}; {other} instead of {part}", other=self.words(other), **values)
        for reason, parts in dropped.items():
            yield say("{why}; dropped from the plan: {parts}", why=reason, parts=", ".join(parts))

    def without_notices(self) -> Self:
        return replace(self, lost=()) if self.lost else self

    # In a save

    def to_json(self) -> dict[str, Any] | None:
        options = [one for chain in self.chains for one in chain]
        agreed = {self.command(one): value for one, value in self.agreed.items() if one in options}
        return {"agreed": agreed} if agreed else None

    def with_json(self, state: Any, seat: Seat, data: Mapping[str, Any]) -> Self:
        values = data.get("agreed")
        if not isinstance(values, dict):
            raise unfit("agreed", values)
        agreed = {
            self.read(state, seat, text, None, None)[0]: self.value_of(value)
            for text, value in values.items()
        }
        return replace(self, agreed=agreed)

    @abstractmethod
    def value_of(self, data: Any) -> Any:
        """Return the price or effect that a save holds. Raises NotationError."""

    def to_commands(self, state: Any) -> Iterator[str]:
        del state
        yield from (f"plan {self.to_command(part)}" for part in self.parts)


def write_as(example: str) -> str:
    """Return a sentence about writing a plan, with an example."""
    return say("Type what you want to plan, as in: {example}", example=Typed(example))


def _options(text: str) -> list[str]:
    """Return the texts of a part and of those that replace it, which ``else`` separates."""
    options: list[list[str]] = [[]]
    for word in text.split():
        if english_word(word, "orders") == "else":
            options.append([])
        else:
            options[-1].append(word)
    if not all(options):
        raise NotationError(
            "expected a part before and after 'else', found {found}", found=repr(truncate(text))
        )
    return [" ".join(words) for words in options]


def _limit(text: str) -> tuple[str, int | None]:
    """Return the text of a part without its limit, and the limit.

    >>> _limit("Essen at most 20"), _limit("carvão 2 no máximo 8"), _limit("13 at 25")
    (('Essen', 20), ('carvão 2', 8), ('13 at 25', None))
    """
    *words, last = text.split()
    most = as_number(last)
    found: list[str] = []
    while words and most is not None:
        word = english_word(words[-1], "orders")
        if word not in (*_LIMITING, *_FILLERS):
            break
        found.append(word)
        words.pop()
    if words and any(word in _LIMITING for word in found):
        return " ".join(words), most
    return text, None


def unfit(key: str, found: object) -> NotationError:
    """Return the error for a value of a save that cannot be."""
    return NotationError("cannot be {found}", key=key, found=repr(truncate(str(found))))


def in_the_way(refusal: Refusal) -> str:
    """Return a sentence with the refusal that blocks a plan."""
    return say("Not possible, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))


def in_words(command: str) -> str:
    """Return a part with limits and replacements as it is typed in the language in use."""
    texts = []
    for option in command.split(" else "):
        text, most = _limit(option)
        part = as_typed(text)
        texts.append(part if most is None else say("{part} at most {most}", part=part, most=most))
    return f" {as_typed('else')} ".join(texts)


def how_to_go_on(*, is_committed: bool) -> str:
    """Return a sentence about how a plan is carried out, or that it is being carried out."""
    if is_committed:
        return say("It is being carried out.")
    return say(
        "{commit} carries it out, {back} takes the last step back.",
        commit=Typed("commit"),
        back=Typed("plan back"),
    )
