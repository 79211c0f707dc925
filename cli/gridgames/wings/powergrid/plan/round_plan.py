"""A plan for a round of Power Grid: a plant, fuel, cities, and running plants.

After ``commit`` its parts are made one by one in their phases. If one of them costs more by then,
the person is asked. It is cleared at the end of the round, unless ``keep`` repeats it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, Typed, Wording, truncate
from gridcommon.spelling import as_number, is_number
from gridgames.languages.catalogue import english_word, input_words
from gridgames.languages.messages import say
from gridgames.show.plans import Loss, Plan, Survey, in_words, unfit
from powergrid.actions import Action, Build, Buy, Done, Open, Run, Scrap
from powergrid.building import check_build
from powergrid.game import check, next_auctions
from powergrid.notation import format_action, parse_action
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome, output
from powergrid.projection import (
    Projection,
    Route,
    cheapest_fuel,
    cheapest_route,
    project,
    with_plant,
)
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, PHASES, RESOURCES, State
from powergrid.tables import GOODS, City, Fuel, Plant


@dataclass(frozen=True, slots=True)
class RunMost:
    """Run the plants that power the most cities, on as little fuel as possible."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Refuel:
    """Buy the cheapest fuel for some cities, by default for as many as possible."""

    seat: Seat
    cities: int | None = None


Part = Open | Scrap | Buy | Refuel | Build | RunMost
PHASE_OF: dict[type[Part], int] = {
    Scrap: AUCTION,
    Open: AUCTION,
    Buy: RESOURCES,
    Refuel: RESOURCES,
    Build: BUILDING,
    RunMost: BUREAUCRACY,
}
SECTIONS = ("actions", "names", "orders")  # the vocabulary of a plan


def read_part(state: State, seat: Seat, text: str, most: int | None) -> Part:
    """Return the plant, fuel, city or run in a text. ``most`` is the limit of a plant.

    Raises NotationError or IllegalAction.
    """
    words = [english_word(word, *SECTIONS) for word in text.split()]
    if words[:1] in (["plant"], ["open"]):
        del words[0]
    match words:
        case ["run"]:
            return RunMost(seat)
        case ["fuel"]:
            return Refuel(seat)
        case ["fuel", cities]:
            return Refuel(seat, money_of(cities))
        case ["scrap", plant]:
            return Scrap(seat, _owned(state, seat, plant))
        case [plant] if is_number(plant):
            wanted = market_plant(state, seat, plant)
            return Open(seat, wanted, _least(state, wanted) if most is None else most)
        case [plant, price] | [plant, "at", price] if is_number(plant) and is_number(price):
            return Open(seat, market_plant(state, seat, plant), money_of(price))
        case [count, fuel] if is_number(count) and fuel in GOODS:
            return _parsed(state, seat, f"buy {fuel} {count}")
        case [fuel, *_] if fuel in GOODS:
            return _parsed(state, seat, f"buy {text}")
        case ["buy", *_]:
            return _parsed(state, seat, text)
        case ["build", *_]:
            return city_part(state, seat, text.partition(" ")[2])
    return city_part(state, seat, text)


def command_of(part: Part) -> str:
    """Return a part as it is typed in English."""
    match part:
        case RunMost():
            return "run"
        case Refuel():
            return "fuel" if part.cities is None else f"fuel {part.cities}"
    return format_action(part)


def part_words(part: Part) -> str:
    """Return a part in user notation, in the language in use."""
    return in_words(command_of(part))


def names_of(part: Part) -> tuple[str, ...]:
    """Return the words that remove a part from a plan; a city is removed by its name."""
    match part:
        case RunMost():
            return ("run",)
        case Refuel():
            return ("fuel",)
        case Buy():
            return ("fuel", GOODS[part.fuel])
        case Open():
            return ("plant", str(part.plant))
        case Scrap():
            return ("scrap", str(part.plant))
    return ()


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return parts in the order of the phases; a plant goes before another one comes."""
    kinds = list(PHASE_OF)
    return tuple(
        sorted(parts, key=lambda part: (PHASE_OF[type(part)], kinds.index(type(part)) == 1))
    )


def is_over(state: State, seat: Seat, part: Part) -> bool:
    """Return whether the seat's turn in the phase of a part is over in this round."""
    phase = PHASE_OF[type(part)]
    if phase != state.phase:
        return phase < state.phase
    if phase == AUCTION:
        pays = state.surplus is not None and state.surplus.seat == seat
        return not (state.in_auction >> seat & 1 or pays)
    order = state.turn_order if phase == BUREAUCRACY else tuple(reversed(state.turn_order))
    return order.index(seat) < order.index(state.actor)


def is_done(state: State, seat: Seat, part: Part) -> bool:
    """Return whether a plant is bought or gone, or a city connected."""
    match part:
        case Open():
            return part.plant in state.plants[seat]
        case Scrap():
            return part.plant not in state.plants[seat]
        case Build():
            places = state.board.places
            return part.city in places and bool(state.network[seat] >> places[part.city] & 1)
    return False


def city_part(state: State, seat: Seat, text: str) -> Build:
    """Return the building of a city. Raises NotationError, or IllegalAction beside the map."""
    build = _parsed(state, seat, f"build {text}")
    assert isinstance(build, Build), text
    if build.city not in state.board.places:
        refusal = check_build(state, build)
        assert refusal is not None, build
        raise IllegalAction(build, refusal)
    return build


def _parsed(state: State, seat: Seat, text: str) -> Buy | Build:
    try:
        action = parse_action(text, state, input_words())
    except NotationError as problem:
        problem.column = None  # it does not count in the typed line
        raise
    assert isinstance(action, Buy | Build), text
    return replace(action, seat=seat)


def _least(state: State, plant: Plant) -> int:
    """Return the lowest possible bid for a plant, now or when the next auctions begin."""
    auction = state.auction
    if auction and auction.plant == plant:
        return auction.high + 1
    return minimum_bid(next_auctions(state), plant)


def _owned(state: State, seat: Seat, word: str) -> Plant:
    plant = as_number(word)
    if plant is None or plant not in state.plants[seat]:
        found = repr(truncate(word))
        raise NotationError("expected one of your plants, found {found}", found=found)
    return plant


def money_of(word: str) -> int:
    """Return the Elektro of a word. Raises NotationError."""
    amount = as_number(word)
    if amount is None:
        found = repr(truncate(word))
        raise NotationError("expected a number of Elektro, found {found}", found=found)
    return amount


def market_plant(state: State, seat: Seat, word: str) -> Plant:
    """Return a plant of the market. Raises NotationError, or IllegalAction for another one."""
    plant = as_number(word)
    if plant is None:
        found = repr(truncate(word))
        raise NotationError("expected the number of a plant, found {found}", found=found)
    if plant not in state.plant_market:
        values = {"plant": plant, "market": ", ".join(map(str, state.plant_market))}
        refusal = Refusal("PG-AUC-02", "plant {plant} is not on the market: {market}", **values)
        raise IllegalAction(Open(seat, plant, 0), refusal)
    return plant


_REPEATED = (Buy, Refuel, RunMost)  # what is done in each round


@dataclass(frozen=True, slots=True)
class RoundPlan(Plan[Part]):
    """A seat's plan for a ``round``.

    In the ``phases`` it is carried out without asking, at the ``agreed`` prices. If ``keeps``, it
    is for all following rounds too, and ``kept`` has the parts that are repeated.
    """

    EXAMPLE: ClassVar[str] = "plan 13 at 25, coal 2, Essen else Fulda"

    round: int = 0
    phases: tuple[int, ...] = ()
    keeps: bool = False
    kept: tuple[Part, ...] = ()

    # Making it

    def draft(self) -> "RoundPlan":
        draft = super(RoundPlan, self).draft()
        return replace(draft, parts=self._repeated(), phases=(), kept=())

    def _repeated(self) -> tuple[Part, ...]:
        """Return all parts for a new round: those of each round, and those not made so far."""
        if not self.kept:
            return self.parts
        return in_order(
            (*self.kept, *(one for one in self.parts if not isinstance(one, _REPEATED)))
        )

    def with_text(self, state: State, seat: Seat, text: str) -> "RoundPlan":
        match [english_word(word, *SECTIONS) for word in text.split()]:
            case ["keep"]:
                return replace(self, keeps=True)
            case ["no", "keep"]:
                return replace(self, keeps=False)
        plan = super(RoundPlan, self).with_text(state, seat, text)
        is_late = plan.too_late(state, seat) is not None
        return replace(plan, round=state.round + is_late)

    def read(
        self, state: State, seat: Seat, text: str, most: int | None, instead: Part | None
    ) -> tuple[Part, int | None]:
        part = read_part(state, seat, text, most)
        if instead and PHASE_OF[type(instead)] != PHASE_OF[type(part)]:
            raise NotationError(
                "{other} cannot replace {part}: another phase",
                other=Typed(command_of(part)),
                part=Typed(command_of(instead)),
            )
        if most is not None and isinstance(part, Scrap | RunMost):
            raise NotationError("{part} costs nothing", part=Typed(command_of(part)))
        return part, None if isinstance(part, Open) else most

    def rules_out(self, new: Part, old: Part) -> bool:
        match new, old:
            case (Buy(), Buy()):
                return new.fuel == old.fuel
            case (Buy(), Refuel()) | (Refuel(), Buy()):
                return True
        return not isinstance(new, Build) and type(new) is type(old)

    def meant(self, state: State, seat: Seat, text: str) -> Sequence[Part]:
        word = english_word(text, *SECTIONS)
        found = [part for part in self.parts if word in names_of(part)]
        return found or [city_part(state, seat, text)]

    # Its effect

    def pending(self, state: State, seat: Seat) -> tuple[Part, ...]:
        return in_order(part for part in self.parts if not is_done(state, seat, part))

    def project(self, state: State, seat: Seat) -> Projection | Refusal:
        """Return the projection of the rest of the plan, or a refusal."""
        return _projected(state, seat, self.pending(state, seat), self.most)

    def fuel(self, state: State, seat: Seat) -> dict[Fuel, int]:
        """Return the tokens that the rest of the plan buys, as far as that is possible."""
        found = _tokens(state, seat, self.pending(state, seat), self.most)
        return {} if isinstance(found, Refusal) else found

    def too_late(self, state: State, seat: Seat) -> tuple[Part, Refusal] | None:
        """Return the first part whose phase is over for the seat in this round, and the refusal."""
        for part in self.pending(state, seat):
            if is_over(state, seat, part):
                return part, Refusal("PG-ROUND-01", "it is too late for this in this round")
        return None

    def survey(self, state: State, seat: Seat, *, whole: bool = False) -> Survey:
        parts = self.pending(state, seat)
        if not whole:
            if not self.is_due(state, seat):
                return Survey({})
            if state.phase in (AUCTION, BUREAUCRACY):
                return self._survey_action(state, seat)
            parts = tuple(part for part in parts if PHASE_OF[type(part)] == state.phase)
        prices = _prices(state, seat, parts, self.most)
        if isinstance(_projected(state, seat, parts, self.most), Projection):
            return Survey(prices)
        for count, part in enumerate(parts):  # the first one that cannot follow those before it
            refusal = _projected(state, seat, parts[: count + 1], self.most)
            if isinstance(refusal, Refusal):
                return Survey(prices, (part, refusal))
        raise AssertionError(parts)

    def _survey_action(self, state: State, seat: Seat) -> Survey:
        """Return the survey of the only part of a phase: a plant, or running plants."""
        action, part = self._next(state, seat), self._part_of(state, seat)
        if action is None or part is None:
            return Survey({})
        if refusal := check(state, action):
            return Survey({}, (part, refusal))
        return Survey({part: action.bid} if isinstance(action, Open) else {})

    def _part_of(self, state: State, seat: Seat) -> Part | None:
        """Return the last part of the current phase: a plant after the one that goes."""
        parts = [part for part in self.pending(state, seat) if PHASE_OF[type(part)] == state.phase]
        return parts[-1] if parts else None

    def worsening(self, state: State, part: Part, value: int) -> Wording | None:
        del state
        most = self.most.get(part)
        values: dict[str, object] = {"part": Typed(command_of(part)), "now": value}
        if most is not None:
            if value <= most:
                return None
            return Wording("{part} costs {now}, at most {most}", {**values, "most": most})
        if isinstance(part, Open):
            before = part.bid
        else:  # nobody has agreed to a price that was unknown
            before = self.agreed.get(part, 0 if self.agreed else value)
        if value <= before:
            return None
        return Wording("{part} now costs {now}, planned {before}", {**values, "before": before})

    def action_of(self, part: Part) -> Action:
        match part:
            case RunMost():
                return Run(part.seat)
            case Refuel():
                return Buy(part.seat, 0, 1)
        return part

    # Carrying it out

    def committed(self, state: State, seat: Seat) -> "RoundPlan":
        late = self.too_late(state, seat)
        if late and not self.keeps:
            raise IllegalAction(self.action_of(late[0]), late[1])
        plan = super(RoundPlan, self).committed(state, seat)
        parts = plan.pending(state, seat)
        return replace(
            plan,
            parts=parts,
            round=state.round,
            phases=_phases(parts),
            kept=tuple(part for part in parts if self.keeps and isinstance(part, _REPEATED)),
        )

    def bids(self) -> dict[Plant, int]:
        """Return the plant that the plan bids for, if any, with its limit."""
        parts = self.parts if AUCTION in self.phases else ()
        return {part.plant: part.bid for part in parts if isinstance(part, Open)}

    def is_due(self, state: State, seat: Seat) -> bool:
        """Return whether the plan makes the seat's choices now."""
        is_now = state.phase in self.phases and state.round == self.round
        return is_now and state.actor == seat

    def next_action(self, state: State, seat: Seat) -> Action | None:
        if not self.is_due(state, seat) or self.interruption(state, seat):
            return None
        return self._next(state, seat)

    def _next(self, state: State, seat: Seat) -> Action | None:
        """Return the next action of the current phase, or None to ask."""
        pending = self.pending(state, seat)
        if state.phase == AUCTION:
            gone, wanted = _of(Scrap, pending), _of(Open, pending)
            if state.surplus:
                return gone and Scrap(seat, gone.plant)
            if wanted and not state.auction:
                return Open(seat, wanted.plant, minimum_bid(state, wanted.plant))
            return None
        if state.phase == BUREAUCRACY:
            plants, stock = state.plants[seat], state.fuel[seat]
            running, burn, _ = best_outcome(plants, stock, state.city_count[seat])
            return Run(seat, running, burn)
        if state.phase == RESOURCES:
            for fuel, count in self.fuel(state, seat).items():
                return Buy(seat, fuel, count)
        route = cheapest_route(state, seat, _cities(pending))
        if state.phase == BUILDING and isinstance(route, Route) and route.cities:
            return Build(seat, route.cities[0])
        return None if self._has_gap(state) else Done(seat)

    def _has_gap(self, state: State) -> bool:
        """Return whether a rule forbade a part of this phase: others may be chosen for it."""
        return any(
            isinstance(one.why, Refusal)
            and one.other is None
            and PHASE_OF[type(one.part)] == state.phase
            for one in self.lost
        )

    def after_action(self, state: State, action: Action) -> "RoundPlan":
        """Return the plan after an action of its seat, made in ``state``.

        After any other action, the person is asked for the rest of the phase.
        """
        seat, phases = action.seat, self.phases
        if state.phase >= RESOURCES and self.is_due(state, seat):
            ends = isinstance(action, Done | Run)
            if ends or action != self._next(state, seat):
                phases = tuple(phase for phase in phases if phase != state.phase)
        done: object = RunMost(seat) if isinstance(action, Run) else action
        if isinstance(action, Open) or self.round != state.round:  # begun, or for the next round
            done = None
        parts = tuple(part for part in self.pending(state, seat) if part != done)
        before = self.before if set(parts) == set(self.parts) else None
        return replace(self, parts=parts, before=before, phases=phases)

    def revalidate(self, state: State, seat: Seat) -> "RoundPlan":
        """Return the plan without what can no longer be made, and as it can be made now.

        If a rival has the plant, another one replaces it. What is due gives way where it has to.
        """
        plan = self._renewed(state) if self.kept and state.round > self.round else self
        pending = plan.pending(state, seat)
        if len(pending) < len(plan.parts):
            plan = replace(plan, parts=pending, before=None)
        if plan.otherwise:
            plan = plan._with_plants_on_sale(state)
        while sold := plan._sold(state, seat):
            plan = plan.giving_way(*sold)
        late = [part for part in plan.pending(state, seat) if plan._is_late(state, seat, part)]
        if late:
            refusal = Refusal("PG-ROUND-01", "it is too late for this")
            plan = replace(
                plan,
                parts=tuple(part for part in plan.parts if part not in late),
                before=None,
                lost=(*plan.lost, *(Loss(part, refusal) for part in late)),
            )
        if plan.phases and plan.round < state.round:
            return replace(plan, phases=())
        if plan.is_due(state, seat):
            plan = plan.bent(state, seat)._with_tokens(state, seat)
        return plan

    def _renewed(self, state: State) -> "RoundPlan":
        """Return a kept plan for the next round: what is repeated, and what could not be made."""
        parts = self._repeated()
        agreed = tuple(part for part in parts if part in self.agreed)
        return replace(self, parts=parts, round=state.round, phases=_phases(agreed))

    def _sold(self, state: State, seat: Seat) -> tuple[Open, Refusal] | None:
        wanted = _of(Open, self.pending(state, seat))
        if wanted is None or wanted.plant in state.plant_market:
            return None
        return wanted, Refusal("PG-AUC-02", "plant {plant} is not yours", plant=wanted.plant)

    def _with_plants_on_sale(self, state: State) -> "RoundPlan":
        """Return the plan without plants in reserve that somebody else has bought."""

        def on_sale(part: Part | None) -> Part | None:
            while isinstance(part, Open) and part.plant not in state.plant_market:
                part = self.otherwise.get(part)
            return part

        links = ((one, on_sale(other)) for one, other in self.otherwise.items())
        otherwise = {one: other for one, other in links if other is not None}
        return self if otherwise == self.otherwise else replace(self, otherwise=otherwise)

    def _is_late(self, state: State, seat: Seat, part: Part) -> bool:
        """Return whether a part can no longer be made in the round of this plan."""
        is_past = 0 < self.round < state.round
        is_now = state.round == self.round and is_over(state, seat, part)
        return not self.keeps and (is_past or is_now)

    def _with_tokens(self, state: State, seat: Seat) -> "RoundPlan":
        """Return the plan with the tokens that are bought for a number of cities."""
        part = _of(Refuel, self.parts)
        if part is None or state.phase != RESOURCES or self.interruption(state, seat):
            return self
        prices: dict[Part, int] = {
            Buy(seat, fuel, count): fuel_cost(state, fuel, count)
            for fuel, count in self.fuel(state, seat).items()
        }
        others = (one for one in self.parts if one != part)
        return replace(self, parts=(*prices, *others), agreed={**self.agreed, **prices})

    # In words

    def command(self, part: Part) -> str:
        return command_of(part)

    def describe(self, state: State) -> Iterator[str]:
        if not self.parts or state.round != self.round:
            return
        for part in self.pending(state, self.parts[0].seat):
            if PHASE_OF[type(part)] not in self.phases or isinstance(part, Open):  # a limit
                continue
            price = self.agreed.get(part)
            if part in self.most or part in self.otherwise:
                yield in_words(self.to_command(part))
            elif price is not None and not isinstance(part, RunMost | Scrap):
                yield say("{part} for {price}", part=self.words(part), price=price)
            else:
                yield self.words(part)

    def to_commands(self, state: State) -> Iterator[str]:
        if self.parts:
            yield from map(self.to_command, self.pending(state, self.parts[0].seat))
        if self.keeps:
            yield "keep"

    # In a save

    def to_json(self) -> dict[str, Any] | None:
        if not (self.phases or self.kept):
            return None
        return {
            "round": self.round,
            "phases": [PHASES[phase] for phase in self.phases],
            "kept": [self.to_command(part) for part in self.kept],
            **(super(RoundPlan, self).to_json() or {"agreed": {}}),
        }

    def with_json(self, state: State, seat: Seat, data: Mapping[str, Any]) -> "RoundPlan":
        number, phases, kept = (data.get(key) for key in ("round", "phases", "kept"))
        if type(number) is not int or not 0 < number <= state.round:
            raise unfit("round", number)
        if not isinstance(phases, list) or not all(one in PHASES for one in phases):
            raise unfit("phases", phases)
        if not isinstance(kept, list) or not all(isinstance(one, str) for one in kept):
            raise unfit("kept", kept)
        plan = self
        for text in kept:
            plan = plan.with_text(state, seat, text)
        return replace(
            super(RoundPlan, plan).with_json(state, seat, data),
            parts=self.parts,
            round=number,
            phases=tuple(map(PHASES.index, phases)),
            kept=tuple(next(iter(self.options(state, seat, text))) for text in kept),
        )

    def value_of(self, data: Any) -> int:
        if type(data) is not int or data < 0:
            raise unfit("agreed", data)
        return data


_Kind = TypeVar("_Kind", bound=Part)


def _of(kind: type[_Kind], parts: Iterable[Part]) -> _Kind | None:
    return next((part for part in parts if isinstance(part, kind)), None)


def _phases(parts: Iterable[Part]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(PHASE_OF[type(part)] for part in parts))


def _cities(parts: Iterable[Part]) -> tuple[City, ...]:
    return tuple(part.city for part in parts if isinstance(part, Build))


def _projected(
    state: State, seat: Seat, parts: Sequence[Part], most: Mapping[Part, int]
) -> Projection | Refusal:
    """Return the projection of some parts, or a refusal."""
    wanted, gone = _of(Open, parts), _of(Scrap, parts)
    tokens = _tokens(state, seat, parts, most)
    if isinstance(tokens, Refusal):
        return tokens
    return project(
        state,
        seat,
        plant=wanted.plant if wanted else None,
        price=wanted.bid if wanted else 0,
        gone=gone.plant if gone else None,
        buys=tokens,
        cities=_cities(parts),
    )


def _tokens(
    state: State, seat: Seat, parts: Sequence[Part], most: Mapping[Part, int]
) -> dict[Fuel, int] | Refusal:
    """Return the tokens that some parts buy: the cheapest ones, if only cities are given."""
    wanted, gone, refuel = _of(Open, parts), _of(Scrap, parts), _of(Refuel, parts)
    if refuel is None:
        return {part.fuel: part.count for part in parts if isinstance(part, Buy)}
    base: State | Refusal = state
    if wanted:
        base = with_plant(state, seat, wanted.plant, wanted.bid, gone.plant if gone else None)
    if isinstance(base, Refusal):
        return base
    if refuel.cities is not None:
        return cheapest_fuel(base, seat, refuel.cities)
    own = state.city_count[seat] + len(_cities(parts))
    money = min(base.money[seat], most.get(refuel, base.money[seat]))
    for cities in range(min(own, output(base.plants[seat])), 0, -1):
        tokens = cheapest_fuel(base, seat, cities)
        if not isinstance(tokens, Refusal) and _price(base, tokens) <= money:
            return tokens
    return {}


def _price(state: State, tokens: Mapping[Fuel, int]) -> int:
    return sum(fuel_cost(state, fuel, count) for fuel, count in tokens.items())


def _prices(
    state: State, seat: Seat, parts: Sequence[Part], most: Mapping[Part, int]
) -> dict[Part, int]:
    """Return the price of each part, in Elektro, if it has one now. Money is ignored."""
    route, tokens = cheapest_route(state, seat, _cities(parts)), _tokens(state, seat, parts, most)
    cities = {}
    if isinstance(route, Route):
        prices = (slot + path for slot, path in zip(route.slots, route.paths, strict=True))
        cities = dict(zip(route.cities, prices, strict=True))
    found: dict[Part, int] = {}
    for part in parts:
        match part:
            case Open():
                found[part] = part.bid
            case Buy() if part.count <= available(state, part.fuel):
                found[part] = fuel_cost(state, part.fuel, part.count)
            case Refuel() if not isinstance(tokens, Refusal):
                found[part] = _price(state, tokens)
            case Build() if part.city in cities:
                found[part] = cities[part.city]
            case Scrap() | RunMost():
                found[part] = 0
    return found
