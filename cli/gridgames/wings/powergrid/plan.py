"""A plan for a round of Power Grid: a plant, fuel, cities, and running plants.

After ``commit`` its parts are made one by one in their phases. If one of them costs more by then,
the person is asked. It is cleared at the end of the round. Limits in auctions stand beside it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeVar

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, Typed, Wording, truncate
from gridcommon.spelling import as_number, is_number
from gridgames.languages.catalogue import english_word, input_words
from gridgames.languages.messages import render_message, say
from gridgames.show.characters import brief_words
from gridgames.show.parts import Card, Cell, Panel
from gridgames.show.plans import (
    COMMIT,
    Loss,
    Plan,
    Survey,
    how_to_go_on,
    in_the_way,
    in_words,
    unfit,
    write_as,
)
from gridgames.show.standing_orders import OrderKeyword, ParsedOrder
from gridgames.wings.powergrid.description.short_forms import purchase, with_names
from gridgames.wings.powergrid.description.situation import cities_words, plant_words
from powergrid.actions import Action, Bid, Build, Buy, Decline, Done, Open, Pass, Run, Scrap
from powergrid.building import check_build
from powergrid.game import check, next_auctions
from powergrid.notation import format_action, parse_action
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome
from powergrid.projection import (
    Projection,
    Route,
    affordable_fuel,
    cheapest_fuel,
    cheapest_route,
    fuel_price,
    most_cities,
    project,
    with_plant,
)
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, PHASES, RESOURCES, State
from powergrid.tables import CITY_NAMES, GOODS, City, Fuel, Plant


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
MORE = "more"  # a click on a fuel plans one token more
SECTIONS = ("actions", "names", "orders")  # the vocabulary of a plan


def read_part(state: State, seat: Seat, text: str, most: int | None = None) -> Part:
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
            return Refuel(seat, number_of(cities))
        case [_, _] if bought := purchase(state, words):
            text = bought
        case [plant, *price] if is_number(plant):
            least = [word for word in price if word not in ("at", "up", *_FILLERS)]
            text = " ".join(["open", plant, *least])
        case [fuel, *_] if fuel in GOODS:
            text = f"buy {text}"
        case [word, *_] if word not in ("buy", "build", "scrap"):
            text = f"build {text}"
    try:
        part = parse_action(with_names(state, seat, text), state, input_words())
    except NotationError as problem:
        problem.column = None  # it does not count in the typed line
        raise
    assert isinstance(part, Open | Scrap | Buy | Build), text
    part = replace(part, seat=seat)
    match part:
        case Open():
            values = {"plant": part.plant, "market": ", ".join(map(str, state.plant_market))}
            if part.plant not in state.plant_market:
                refusal = "plant {plant} is not on the market: {market}"
                raise IllegalAction(part, Refusal("PG-AUC-02", refusal, **values))
            if len(words) == 1:
                part = replace(part, bid=_least(state, part.plant) if most is None else most)
        case Scrap() if part.plant not in state.plants[seat]:
            found = repr(str(part.plant))
            raise NotationError("expected one of your plants, found {found}", found=found)
        case Build() if part.city not in state.board.places:
            refused = check_build(state, part)
            assert refused is not None, part
            raise IllegalAction(part, refused)
    return part


def command_of(part: Part) -> str:
    """Return a part as it is typed in English."""
    match part:
        case RunMost():
            return "run"
        case Refuel():
            return "fuel" if part.cities is None else f"fuel {part.cities}"
    return format_action(part)


def names_of(part: Part) -> set[str]:
    """Return the words that remove a part from a plan: what it is, or its plant or fuel."""
    word, *named = command_of(part).split()
    return {{"open": "plant", "buy": "fuel"}.get(word, word), *named[:1]}


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


def _least(state: State, plant: Plant) -> int:
    """Return the lowest possible bid for a plant, now or when the next auctions begin."""
    auction = state.auction
    if auction and auction.plant == plant:
        return auction.high + 1
    return minimum_bid(next_auctions(state), plant)


def number_of(word: str) -> int:
    """Return the number in a word. Raises NotationError."""
    amount = as_number(word)
    if amount is None:
        found = repr(truncate(word))
        raise NotationError("expected a whole number, found {found}", found=found)
    return amount


_FILLERS = ("to", "at", "most")


@dataclass(frozen=True, slots=True)
class BidLimits:
    """The highest bids of a seat in one round. It raises by one each time, then passes."""

    round: int = 0
    plants: Mapping[Plant, int] = field(default_factory=dict)  # the limit of each, in Elektro
    others: int | None = None  # the limit of all other plants

    def parse(
        self, state: State, seat: Seat, text: str
    ) -> tuple["BidLimits | None", Action | None]:
        """Return the limits with the one in ``text``, None if it is not about them, and an action.

        The forms are ``bid up to 40``, ``open 13 up to 40``, ``limit 13 40``, ``limit all 40``,
        ``pass unless at most 40``, ``limits off``, and ``limits``, which changes nothing.
        """
        words = [english_word(word, "actions", "orders", "switches") for word in text.split()]
        match [word for word in words if word not in _FILLERS]:
            case ["limits"]:
                return self, None
            case ["limits" | "limit", "off"]:
                return BidLimits(), None
            case ["bid", "up", most] | ["up", most]:
                bid = Bid(seat, number_of(most))
                _check(state, bid, bid)
                assert state.auction is not None, bid
                limits = self.with_plant(state, state.auction.plant, bid.amount)
                return limits, Bid(seat, state.auction.high + 1)
            case ["open", *named, "up", most] | [*named, "up", most] if len(named) in (1, 2):
                number, *first = named
                opened, limit = _opened(state, seat, number), number_of(most)
                least = number_of(first[0]) if first else minimum_bid(state, opened.plant)
                opened = replace(opened, bid=least)
                _check(state, replace(opened, bid=min(least, limit)), opened)
                return self.with_plant(state, opened.plant, limit), opened
            case ["limit", "all", most] | ["pass", "unless", most] | ["pass", "unless", "up", most]:
                return replace(self._now(state), others=number_of(most)), None
            case ["limit", number, most] if is_number(number):
                plant = _opened(state, seat, number).plant
                return self.with_plant(state, plant, number_of(most)), None
            case ["limit" | "limits", *_]:
                raise NotationError(
                    "expected: limit PLANT MOST, limit all MOST, or limits off; found {found}",
                    found=repr(truncate(text)),
                )
        return None, None

    def next_action(self, state: State, seat: Seat) -> Action | None:
        """Return the next bid, or a pass if the price is above the limit.

        If all plants on sale are above their limits, the seat declines to open an auction, where
        the rules let it.
        """
        if state.round != self.round or state.phase != AUCTION or state.surplus:
            return None
        auction = state.auction
        if auction is None:
            for plant in state.current_market:
                most = self.plants.get(plant, self.others)
                if most is None or most >= minimum_bid(state, plant):
                    return None
            return None if check(state, Decline(seat)) else Decline(seat)
        most = self.plants.get(auction.plant, self.others)
        if most is None:
            return None
        bid = auction.high + 1
        return Bid(seat, bid) if bid <= min(most, state.money[seat]) else Pass(seat)

    def describe(self, state: State) -> Iterator[str]:
        """Yield each limit in words."""
        for plant, most in self._in_force(state):
            if plant == "all":
                yield say("every other plant: up to {most}", most=most)
            else:
                yield say("plant {plant}: up to {most}", plant=plant, most=most)

    def to_commands(self, state: State) -> Iterator[str]:
        """Yield commands in English that restore the limits from a save."""
        return (f"limit {plant} {most}" for plant, most in self._in_force(state))

    def _in_force(self, state: State) -> Iterator[tuple[Plant | str, int]]:
        """Yield the limits of the plants in the market, then the limit of ``all`` others."""
        limits = self._now(state)
        yield from (one for one in limits.plants.items() if one[0] in state.plant_market)
        if limits.others is not None:
            yield "all", limits.others

    def _now(self, state: State) -> "BidLimits":
        """Return the limits of this round's auctions, or of the next round's if they are over."""
        number = state.round + (state.phase > AUCTION)
        return self if self.round == number else BidLimits(number)

    def with_plant(self, state: State, plant: Plant, most: int) -> "BidLimits":
        """Return the limits with ``most`` as the limit of a plant."""
        now = self._now(state)
        return replace(now, plants=dict(sorted({**now.plants, plant: most}.items())))

    def without_plant(self, plant: Plant) -> "BidLimits":
        """Return the limits without the limit of a plant."""
        return replace(
            self, plants={one: most for one, most in self.plants.items() if one != plant}
        )


def _opened(state: State, seat: Seat, number: str) -> Open:
    """Return the opening of a plant on the market. Raises NotationError or IllegalAction."""
    part = read_part(state, seat, f"open {number}")
    assert isinstance(part, Open), part
    return part


def _check(state: State, action: Action, asked: Action) -> None:
    """Raise IllegalAction about what is asked if an action is illegal."""
    if refusal := check(state, action):
        raise IllegalAction(asked, refusal)


@dataclass(frozen=True, slots=True)
class RoundPlan(Plan[Part]):
    """A seat's plan for a ``round``, and its limits in auctions.

    In the ``phases`` it is carried out without asking, at the ``agreed`` prices.
    """

    EXAMPLE: ClassVar[str] = "plan 13 at 25, coal 2, Essen else Fulda"

    round: int = 0
    phases: tuple[int, ...] = ()
    limits: BidLimits = field(default_factory=BidLimits)

    # Making it

    def parse(self, state: State, seat: Seat, text: str) -> ParsedOrder | None:
        if given := super(RoundPlan, self).parse(state, seat, text):
            assert isinstance(given.standing, RoundPlan), text
            return given._replace(standing=given.standing.with_limits(state, self))
        limits, action = self.limits.parse(state, seat, text)
        return None if limits is None else ParsedOrder(replace(self, limits=limits), action)

    def changed(self, state: State, seat: Seat, text: str) -> "RoundPlan":
        plan = super(RoundPlan, self).changed(state, seat, text)
        return replace(plan, limits=self.limits)  # ``back`` changes only the plan

    def draft(self) -> "RoundPlan":
        return replace(super(RoundPlan, self).draft(), phases=())

    def with_text(self, state: State, seat: Seat, text: str) -> "RoundPlan":
        plan = super(RoundPlan, self).with_text(state, seat, text)
        is_late = plan.too_late(state, seat) is not None
        return replace(plan, round=state.round + is_late)

    def with_limits(self, state: State, before: "RoundPlan") -> "RoundPlan":
        """Return the plan with the limit of its plant instead of that of the plan ``before``."""
        old, new, limits = before.bids(), self.bids(), self.limits
        if (old, before.round) != (new, self.round):
            for plant in old:
                limits = limits.without_plant(plant)
            for plant, most in new.items():
                limits = limits.with_plant(state, plant, most)
        return replace(self, limits=limits)

    def read(
        self, state: State, seat: Seat, text: str, most: int | None, instead: Part | None
    ) -> tuple[Part, int | None]:
        word, _, good = text.partition(" ")
        if word == MORE:
            buys = [part for part in self.parts if isinstance(part, Buy)]
            held = sum(part.count for part in buys if GOODS[part.fuel] == good)
            text = f"buy {good} {held + 1}"
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
        return found or [read_part(state, seat, text)]

    # Its effect

    def pending(self, state: State, seat: Seat) -> tuple[Part, ...]:
        """Return the parts in the order of the phases; a plant goes before another one comes."""
        left = [part for part in self.parts if not is_done(state, seat, part)]
        return tuple(
            sorted(left, key=lambda part: (PHASE_OF[type(part)], not isinstance(part, Scrap)))
        )

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
            parts = tuple(part for part in parts if PHASE_OF[type(part)] == state.phase)
            if state.phase in (AUCTION, BUREAUCRACY):  # a plant, after one that goes, or a run
                action = self._next(state, seat) if parts else None
                if action and (refusal := check(state, action)):
                    return Survey({}, (parts[-1], refusal))
                return Survey({parts[-1]: action.bid} if isinstance(action, Open) else {})
        prices = _prices(state, seat, parts, self.most)
        if isinstance(_projected(state, seat, parts, self.most), Projection):
            return Survey(prices)
        for count, part in enumerate(parts):  # the first one that cannot follow those before it
            found = _projected(state, seat, parts[: count + 1], self.most)
            if isinstance(found, Refusal):
                return Survey(prices, (part, found))
        raise AssertionError(parts)

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
        if late := self.too_late(state, seat):
            raise IllegalAction(self.action_of(late[0]), late[1])
        plan = super(RoundPlan, self).committed(state, seat)
        parts = plan.pending(state, seat)
        phases = tuple(dict.fromkeys(PHASE_OF[type(part)] for part in parts))
        return replace(plan.with_parts(parts), round=state.round, phases=phases)

    def bids(self) -> dict[Plant, int]:
        """Return the plant that the plan bids for, if any, with its limit."""
        parts = self.parts if AUCTION in self.phases else ()
        return {part.plant: part.bid for part in parts if isinstance(part, Open)}

    def is_due(self, state: State, seat: Seat) -> bool:
        """Return whether the plan makes the seat's choices now."""
        is_now = state.phase in self.phases and state.round == self.round
        return is_now and state.actor == seat

    def next_action(self, state: State, seat: Seat) -> Action | None:
        if bid := self.limits.next_action(state, seat):
            return bid
        if not self.is_due(state, seat) or self.setback(state, seat):
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
        parts = [part for part in self.pending(state, seat) if part != done]
        before = self.before if set(parts) == set(self.parts) else None
        return replace(self.with_parts(parts), before=before, phases=phases)

    def revalidate(self, state: State, seat: Seat) -> "RoundPlan":
        """Return the plan without what can no longer be made, and as it can be made now.

        If a rival has the plant, another one replaces it. What is due gives way where it has to.
        """
        plan, pending = self._with_plants_on_sale(state), self.pending(state, seat)
        if len(pending) < len(self.parts):
            plan = replace(plan.with_parts(pending), before=None)
        while sold := plan._sold(state, seat):
            plan = plan.giving_way(*sold)
        if late := [part for part in plan.pending(state, seat) if plan._is_late(state, seat, part)]:
            refusal = Refusal("PG-ROUND-01", "it is too late for this")
            plan = replace(
                plan.with_parts(part for part in plan.parts if part not in late),
                before=None,
                lost=(*plan.lost, *(Loss(part, refusal) for part in late)),
            )
        if plan.phases and plan.round < state.round:
            plan = replace(plan, phases=())
        elif plan.is_due(state, seat):
            plan = plan.bent(state, seat)._with_tokens(state, seat)
        return plan if plan == self else plan.with_limits(state, self)

    def _sold(self, state: State, seat: Seat) -> tuple[Open, Refusal] | None:
        wanted = _of(Open, self.pending(state, seat))
        if wanted is None or wanted.plant in state.plant_market:
            return None
        return wanted, Refusal("PG-AUC-02", "plant {plant} is not yours", plant=wanted.plant)

    def _with_plants_on_sale(self, state: State) -> "RoundPlan":
        """Return the plan without plants in reserve that somebody else has bought."""

        def is_on_sale(part: Part) -> bool:
            return not isinstance(part, Open) or part.plant in state.plant_market

        chains = ((first, *filter(is_on_sale, others)) for first, *others in self.chains)
        return replace(self, chains=tuple(chains))

    def _is_late(self, state: State, seat: Seat, part: Part) -> bool:
        """Return whether a part can no longer be made in the round of this plan."""
        is_past = 0 < self.round < state.round
        return is_past or (state.round == self.round and is_over(state, seat, part))

    def _with_tokens(self, state: State, seat: Seat) -> "RoundPlan":
        """Return the plan with the tokens that are bought for a number of cities."""
        part = _of(Refuel, self.parts)
        if part is None or state.phase != RESOURCES or self.setback(state, seat):
            return self
        prices: dict[Part, int] = {
            Buy(seat, fuel, count): fuel_cost(state, fuel, count)
            for fuel, count in self.fuel(state, seat).items()
        }
        others = (one for one in self.parts if one != part)
        return replace(self.with_parts((*prices, *others)), agreed={**self.agreed, **prices})

    # In words

    def command(self, part: Part) -> str:
        return command_of(part)

    def _as_it_goes(self, state: State, seat: Seat) -> tuple[Refusal | None, "RoundPlan"]:
        """Return why the plan is impossible, or None, and the plan without what gives way."""
        failed = self.obstacle(state, seat)
        plan = replace(self, lost=())
        return (failed[1], plan) if failed else (None, plan.bent(state, seat, whole=True))

    def panel(self, state: State, seat: Seat, names: Sequence[str]) -> Panel | None:
        del names
        if not self.pending(state, seat):
            return None
        failed, plan = self._as_it_goes(state, seat)
        pending = plan.pending(state, seat)
        found, prices = _projected(state, seat, pending, plan.most), plan.offers(state, seat)
        others = [part for part in pending if not isinstance(part, Build)]
        route = found.route if isinstance(found, Projection) else Route(_cities(pending))
        lines: list[tuple[str, object]] = []  # each with a price, if it has one
        for part in [*others, *(Build(seat, city) for city in route.cities)]:
            tokens = plan.fuel(state, seat) if isinstance(part, Refuel) else {}
            for fuel, count in tokens.items():
                buy = Buy(seat, fuel, count)
                lines.append((_part_words(buy), fuel_cost(state, fuel, count)))
            if not tokens:
                price = None if isinstance(part, Scrap | Refuel | RunMost) else prices.get(part)
                lines.append((_part_words(part), price))
        bends = [*self.bending_lines(state, seat), *plan.lost_lines()]
        lines += [(line, None) for line in bends]
        if isinstance(found, Projection):
            lines += _result(found, state)
        elif why := failed or found:
            lines.append((in_the_way(why), None))
        head = say("{money} Elektro", money=state.money[seat])
        cards = [
            Card(told, cells=[] if price is None else [Cell(f"{price}", head=head)])
            for told, price in lines
        ]
        return Panel("plan", say("This round"), cards, asides=("", head), rank=0)

    def due(self, state: State, seat: Seat) -> Sequence[Action]:
        if self.phases or state.actor != seat or state.phase not in (RESOURCES, BUILDING):
            return ()
        _, plan = self._as_it_goes(state, seat)  # as the panel shows it
        parts = [part for part in plan.pending(state, seat) if PHASE_OF[type(part)] == state.phase]
        found = _projected(state, seat, parts, plan.most)
        if isinstance(found, Refusal):
            return ()
        tokens = plan.fuel(state, seat) if state.phase == RESOURCES else {}
        buys = [Buy(seat, fuel, count) for fuel, count in tokens.items()]
        return buys or [Build(seat, city) for city in found.route.cities]

    def explain(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        if not self.pending(state, seat):
            yield say("Nothing is planned.")
            yield write_as(self.EXAMPLE)
            return
        panel = self.panel(state, seat, names)
        assert panel is not None, self
        yield say("The plan:")
        yield from brief_words(panel)
        failed, _ = self._as_it_goes(state, seat)
        if not failed:
            yield from _others(state, seat, names)
        if late := self.too_late(state, seat):
            part, refusal = late
            values = {
                "part": in_words(command_of(part)),
                "rule": refusal.rule,
                "why": render_message(refusal),
            }
            yield say("Not in this round: {part}. {rule}: {why}", **values)
            return
        if not failed:
            yield how_to_go_on(is_committed=bool(self.agreed))

    def describe(self, state: State) -> Iterator[str]:
        yield from self.limits.describe(state)
        if not self.parts or state.round != self.round:
            return
        for part in self.pending(state, self.parts[0].seat):
            if PHASE_OF[type(part)] not in self.phases or isinstance(part, Open):  # a limit
                continue
            price = self.agreed.get(part)
            if self.bends(part):
                yield in_words(self.to_command(part))
            elif price is not None and not isinstance(part, RunMost | Scrap):
                yield say("{part} for {price}", part=self.words(part), price=price)
            else:
                yield self.words(part)

    def to_commands(self, state: State) -> Iterator[str]:
        yield from self.limits.to_commands(state)
        if self.parts:
            pending = self.pending(state, self.parts[0].seat)
            yield from super(RoundPlan, self.with_parts(pending)).to_commands(state)

    # In a save

    def to_json(self) -> dict[str, Any] | None:
        if not self.phases:
            return None
        return {
            "round": self.round,
            "phases": [PHASES[phase] for phase in self.phases],
            **(super(RoundPlan, self).to_json() or {"agreed": {}}),
        }

    def with_json(self, state: State, seat: Seat, data: Mapping[str, Any]) -> "RoundPlan":
        number, phases = data.get("round"), data.get("phases")
        if type(number) is not int or not 0 < number <= state.round:
            raise unfit("round", number)
        if not isinstance(phases, list) or not all(one in PHASES for one in phases):
            raise unfit("phases", phases)
        plan = super(RoundPlan, self).with_json(state, seat, data)
        return replace(plan, round=number, phases=tuple(map(PHASES.index, phases)))

    def value_of(self, data: Any) -> int:
        if type(data) is not int or data < 0:
            raise unfit("agreed", data)
        return data


_Kind = TypeVar("_Kind", bound=Part)


def _of(kind: type[_Kind], parts: Iterable[Part]) -> _Kind | None:
    return next((part for part in parts if isinstance(part, kind)), None)


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
    return affordable_fuel(base, seat, own, money)[1]


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
                found[part] = fuel_price(state, tokens)
            case Build() if part.city in cities:
                found[part] = cities[part.city]
            case Scrap() | RunMost():
                found[part] = 0
    return found


_EFFORT = 3_000  # positions searched for each rival


def _part_words(part: Part) -> str:
    match part:
        case Open():
            return say("plant {plant} ({card})", plant=part.plant, card=plant_words(part.plant))
        case Scrap():
            return say("plant {plant} goes", plant=part.plant)
        case Refuel():
            return say("{part}: no more is needed", part=in_words(command_of(part)))
        case Build():
            return CITY_NAMES[part.city]
        case RunMost():
            return say("run the plants for the most cities")
    return in_words(command_of(part))


def _result(found: Projection, state: State) -> Iterator[tuple[str, object]]:
    """Yield what is left, and what the plan comes to."""
    yield say("{left} Elektro left", left=found.money), say("sum {total}", total=sum(found.spent))
    values = {"powered": found.powered, "income": found.income}
    cities = cities_words(found.cities)
    yield say("{cities}, {powered} powered: income {income}", cities=cities, **values), None
    values = {"money": found.money + found.income, "place": found.turn + 1}
    values["seats"] = state.terms.seats
    yield say("{money} next round; in the order: {place} of {seats}", **values), None


def _others(state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """Yield the number of cities that each rival could connect now, if its money is open."""
    for other in state.turn_order:
        money = state.money[other]
        if other == seat:
            continue
        if money < 0:
            yield say("{name}: money hidden", name=names[other])
            continue
        reach = most_cities(state, other, money, _EFFORT)
        yield say(
            "{name} has {money} Elektro and could connect {cities}, for {total}."
            if reach.is_exact
            else "{name} has {money} Elektro and could connect {cities} or more, for {total}.",
            name=names[other],
            money=money,
            cities=cities_words(len(reach.route.cities)),
            total=reach.route.total,
        )


ORDER_WORDS = (
    OrderKeyword(
        "plan",
        "the result of a plan, as in plan 13 at 25, coal 2 at most 8, Essen else Fulda; "
        "back and clear change the plan",
        usage="[PART, ...]",
    ),
    COMMIT,
    OrderKeyword(
        "limit", "the highest bid that is made for you without asking", usage="PLANT MOST"
    ),
    OrderKeyword("limits", "the current limits; off removes them", usage="[off]"),
)
