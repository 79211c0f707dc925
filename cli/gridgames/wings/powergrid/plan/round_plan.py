"""A plan for a round of Power Grid: a plant, fuel, cities, and running plants.

After ``commit`` its parts are made one by one in their phases. If one of them costs more by then,
the person is asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, Typed, truncate
from gridcommon.spelling import as_number, is_number
from gridgames.games.plans import Plan, nothing_planned
from gridgames.languages.catalogue import english_word, input_words
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.wings.powergrid.plan.bid_limits import market_plant, money_of
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
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES, State
from powergrid.tables import GOODS, City, Plant


@dataclass(frozen=True, slots=True)
class RunMost:
    """Run the plants that power the most cities, on as little fuel as possible."""

    seat: Seat


Part = Open | Scrap | Buy | Build | RunMost
_PHASE_OF: dict[type[Part], int] = {
    Open: AUCTION,
    Scrap: AUCTION,
    Buy: RESOURCES,
    Build: BUILDING,
    RunMost: BUREAUCRACY,
}
EXAMPLE = "plan 13 at 25, coal 2, Essen"
_BUYING = ("PG-RES", "PG-PLANT")  # rules about fuel
_SECTIONS = ("actions", "names", "orders")  # the vocabulary of a plan


@dataclass(frozen=True, slots=True)
class RoundPlan(Plan[Part]):
    """A seat's plan for a round.

    In the ``phases`` of the ``round`` it is carried out without asking, at the ``agreed`` prices.
    """

    round: int = 0
    phases: tuple[int, ...] = ()
    agreed: tuple[tuple[Part, int], ...] = ()

    # Making it

    def parts_of(self, text: str) -> list[str]:
        """Return the texts of several parts; unlimited fuel comes after counted fuel."""
        parts = super(RoundPlan, self).parts_of(text)
        return sorted(parts, key=lambda part: english_word(part, *_SECTIONS) == "fuel")

    def with_text(self, state: State, seat: Seat, text: str) -> "RoundPlan":
        """Return the plan with a plant, fuel, a city or a run, or without one of them."""
        words = [english_word(word, *_SECTIONS) for word in text.split()]
        if words[:1] in (["plant"], ["open"]):
            del words[0]
        match words:
            case ["no", *_] if text.split()[1:]:
                return self._without(state, seat, text.split(maxsplit=1)[1])
            case ["run"]:
                return self._replacing(RunMost(seat))
            case ["fuel"]:
                return self._with_fuel(state, seat, None)
            case ["fuel", cities]:
                return self._with_fuel(state, seat, money_of(cities))
            case ["scrap", plant]:
                return self._replacing(Scrap(seat, _owned(state, seat, plant)))
            case [plant] if is_number(plant):
                wanted = market_plant(state, seat, plant)
                return self._replacing(Open(seat, wanted, _least(state, wanted)))
            case [plant, price] | [plant, "at", price] if is_number(plant) and is_number(price):
                wanted = market_plant(state, seat, plant)
                return self._replacing(Open(seat, wanted, money_of(price)))
            case [count, fuel] if is_number(count) and fuel in GOODS:
                part = _parsed(state, seat, f"buy {fuel} {count}")
            case [fuel, *_] if fuel in GOODS:
                part = _parsed(state, seat, f"buy {text}")
            case ["buy", *_]:
                part = _parsed(state, seat, text)
            case ["build", *_]:
                part = _city(state, seat, text.partition(" ")[2])
            case _:
                part = _city(state, seat, text)
        if isinstance(part, Buy):
            others = tuple(
                one for one in self.parts if not isinstance(one, Buy) or one.fuel != part.fuel
            )
            return replace(self, parts=(*others, part) if part.count else others)
        return self if part in self.parts else replace(self, parts=(*self.parts, part))

    def _replacing(self, part: Part) -> "RoundPlan":
        others = tuple(one for one in self.parts if type(one) is not type(part))
        return replace(self, parts=(*others, part))

    def _without(self, state: State, seat: Seat, text: str) -> "RoundPlan":
        word = english_word(text, *_SECTIONS)
        named = {name for part in self.parts for name in _names(part)}
        city = None if word in named else _city(state, seat, text)
        left = tuple(part for part in self.parts if word not in _names(part) and part != city)
        if left == self.parts:
            raise NotationError("{found} is not in the plan", found=repr(truncate(text)))
        return replace(self, parts=left)

    def _with_fuel(self, state: State, seat: Seat, cities: int | None) -> "RoundPlan":
        """Return the plan with the cheapest fuel for ``cities``, by default for all of them."""
        others = tuple(one for one in self.parts if not isinstance(one, Buy))
        plan = replace(self, parts=others)
        wanted, gone = plan._plant(state, seat), plan._gone()
        base = with_plant(state, seat, wanted.plant, wanted.bid, gone) if wanted else state
        if isinstance(base, Refusal):
            raise IllegalAction(wanted, base)
        if cities is None:
            built = state.city_count[seat] + len(plan.cities(state, seat))
            cities = min(built, output(base.plants[seat]))
        tokens = cheapest_fuel(base, seat, cities)
        if isinstance(tokens, Refusal):
            raise IllegalAction(Buy(seat, 0, 1), tokens)
        if not tokens and not others:
            raise NotationError(
                "{count:city needs|cities need} no more fuel; plan cities too, or give a number "
                "of cities: {example}",
                count=cities,
                example=Typed("plan fuel 2"),
            )
        buys = (Buy(seat, fuel, count) for fuel, count in tokens.items())
        return replace(self, parts=(*others, *buys))

    # The remaining parts

    def pending(self, state: State, seat: Seat) -> tuple[Part, ...]:
        """Return the remaining parts, in the order of the phases."""
        owned, network, places = state.plants[seat], state.network[seat], state.board.places

        def is_done(part: Part) -> bool:
            match part:
                case Open():
                    return part.plant in owned
                case Scrap():
                    return part.plant not in owned
                case Build():
                    return part.city in places and bool(network >> places[part.city] & 1)
            return False

        return _in_order(part for part in self.parts if not is_done(part))

    def _plant(self, state: State, seat: Seat) -> Open | None:
        found = (part for part in self.pending(state, seat) if isinstance(part, Open))
        return next(found, None)

    def _gone(self) -> Plant | None:
        return next((part.plant for part in self.parts if isinstance(part, Scrap)), None)

    def buys(self) -> tuple[Buy, ...]:
        """Return the purchases of fuel."""
        return tuple(part for part in self.parts if isinstance(part, Buy))

    def cities(self, state: State, seat: Seat) -> tuple[City, ...]:
        """Return the cities to connect."""
        return tuple(p.city for p in self.pending(state, seat) if isinstance(p, Build))

    def project(self, state: State, seat: Seat) -> Projection | Refusal:
        """Return the projection of the rest of the plan, or a refusal."""
        wanted = self._plant(state, seat)
        return project(
            state,
            seat,
            plant=wanted.plant if wanted else None,
            price=wanted.bid if wanted else 0,
            gone=self._gone(),
            buys={buy.fuel: buy.count for buy in self.buys()},
            cities=self.cities(state, seat),
        )

    def too_late(self, state: State, seat: Seat) -> tuple[Part, Refusal] | None:
        """Return the first part whose phase is over for the seat in this round, and the refusal."""
        for part in self.pending(state, seat):
            if _is_over(state, seat, part):
                return part, Refusal("PG-ROUND-01", "it is too late for this in this round")
        return None

    # Carrying it out

    def committed(self, state: State, seat: Seat) -> "RoundPlan":
        pending = self.pending(state, seat)
        if not pending:
            raise nothing_planned(EXAMPLE)
        if late := self.too_late(state, seat):
            raise IllegalAction(_action(late[0]), late[1])
        found = self.project(state, seat)
        if isinstance(found, Refusal):
            raise IllegalAction(_hindered(pending, found), found)
        others = tuple(part for part in pending if not isinstance(part, Build))
        builds = tuple(Build(seat, city) for city in found.route.cities)
        wanted = self._plant(state, seat)
        prices = (
            *(((wanted, wanted.bid),) if wanted else ()),
            *((buy, fuel_cost(state, buy.fuel, buy.count)) for buy in self.buys()),
            *zip(builds, prices_of(found.route), strict=True),
        )
        parts = _in_order((*others, *builds))
        phases = tuple(dict.fromkeys(_PHASE_OF[type(part)] for part in parts))
        return RoundPlan(parts, self.before, round=state.round, phases=phases, agreed=prices)

    def committed_plants(self) -> tuple[Plant, ...]:
        """Return the plant that the plan bids for, if any."""
        parts = self.parts if AUCTION in self.phases else ()
        return tuple(part.plant for part in parts if isinstance(part, Open))

    def is_due(self, state: State) -> bool:
        """Return whether the plan is carried out in the current phase."""
        return state.phase in self.phases and state.round == self.round

    def next_action(self, state: State, seat: Seat) -> Action | None:
        if not self.is_due(state) or self.interruption(state, seat):
            return None
        return self._next(state, seat)

    def _next(self, state: State, seat: Seat) -> Action | None:
        if state.phase == AUCTION:
            wanted, gone = self._plant(state, seat), self._gone()
            if state.surplus:
                return Scrap(seat, gone) if gone else None
            if wanted and not state.auction:
                return Open(seat, wanted.plant, minimum_bid(state, wanted.plant))
            return None
        if state.phase == BUREAUCRACY:
            plants, fuel = state.plants[seat], state.fuel[seat]
            running, burn, _ = best_outcome(plants, fuel, state.city_count[seat])
            return Run(seat, running, burn)
        for part in self.pending(state, seat):
            if isinstance(part, Buy | Build) and _PHASE_OF[type(part)] == state.phase:
                return part
        return Done(seat)

    def interruption(self, state: State, seat: Seat) -> str | None:
        if not self.is_due(state):
            return None
        now = dict(self._prices(state, seat))
        for part, before in self.agreed:
            if part in now and now[part] > before:
                values = {"part": part_words(part), "now": now[part], "before": before}
                return say("{part} now costs {now}, planned {before}", **values)
        refusal = self._refused(state, seat)
        return render_message(refusal) if refusal else None

    def _refused(self, state: State, seat: Seat) -> Refusal | None:
        """Return why the parts of this phase are illegal together, or None."""
        if state.phase in (RESOURCES, BUILDING):
            buys = {buy.fuel: buy.count for buy in self.buys() if state.phase == RESOURCES}
            cities = self.cities(state, seat) if state.phase == BUILDING else ()
            found = project(state, seat, buys=buys, cities=cities)
            return found if isinstance(found, Refusal) else None
        action = self._next(state, seat)
        return check(state, action) if action else None

    def _prices(self, state: State, seat: Seat) -> Iterator[tuple[Part, int]]:
        """Yield the current prices of the parts of this phase."""
        wanted = self._plant(state, seat)
        if state.phase == AUCTION and wanted and not state.auction:
            yield wanted, minimum_bid(state, wanted.plant)
        if state.phase == RESOURCES:
            for buy in self.buys():
                if buy.count <= available(state, buy.fuel):
                    yield buy, fuel_cost(state, buy.fuel, buy.count)
        if state.phase == BUILDING:
            route = cheapest_route(state, seat, self.cities(state, seat))
            if isinstance(route, Route):
                for city, price in zip(route.cities, prices_of(route), strict=True):
                    yield Build(seat, city), price

    def after_action(self, state: State, action: Action) -> "RoundPlan":
        """Return the plan after an action of its seat, made in ``state``.

        After any other action, the person is asked for the rest of the phase.
        """
        phases = self.phases
        if state.phase >= RESOURCES and self.is_due(state):
            ends = isinstance(action, Done | Run)
            if ends or action != self._next(state, action.seat):
                phases = tuple(phase for phase in phases if phase != state.phase)
        done = RunMost(action.seat) if isinstance(action, Run) else action
        parts = tuple(part for part in self.pending(state, action.seat) if part != done)
        if not parts:
            return replace(self, parts=(), before=(), phases=phases)
        before = self.before if isinstance(action, Open) or parts == self.parts else ()
        return replace(self, parts=parts, before=before, phases=phases)

    def revalidate(self, state: State, seat: Seat) -> "RoundPlan":
        """Return the plan without the parts that can no longer be made.

        These are a plant that a rival has, and committed parts whose turn is over. Without the
        plant the rest has to be committed again.
        """
        lost = [
            (part, why)
            for part in self.pending(state, seat)
            if (why := self._failure(state, seat, part))
        ]
        if not lost:
            return self
        gone = [part for part, _ in lost]
        return replace(
            self,
            parts=tuple(part for part in self.parts if part not in gone),
            before=(),
            lost=(*self.lost, *lost),
            phases=() if any(isinstance(part, Open) for part in gone) else self.phases,
        )

    def _failure(self, state: State, seat: Seat, part: Part) -> Refusal | None:
        """Return why a part can no longer be made in the round of this plan, or None."""
        if isinstance(part, Open) and part.plant not in state.plant_market:
            return Refusal("PG-AUC-02", "plant {plant} is not yours", plant=part.plant)
        is_past = 0 < self.round < state.round
        if is_past or (state.round == self.round and _is_over(state, seat, part)):
            return Refusal("PG-ROUND-01", "it is too late for this")
        return None

    def words(self, part: Part) -> str:
        return part_words(part)

    def describe(self, state: State) -> Iterator[str]:
        if not self.parts or state.round != self.round:
            return
        seat = self.parts[0].seat
        prices = dict(self.agreed)
        for part in self.pending(state, seat):
            if _PHASE_OF[type(part)] in self.phases and not isinstance(part, Open):  # a limit
                words = part_words(part)
                if part in prices:
                    words = say("{part} for {price}", part=words, price=prices[part])
                yield words

    def to_commands(self, state: State) -> Iterator[str]:
        if self.parts:
            yield from map(_command, self.pending(state, self.parts[0].seat))


def part_words(part: Part) -> str:
    """Return a part of a plan in user notation, in the language in use."""
    return as_typed(_command(part))


def _command(part: Part) -> str:
    return "run" if isinstance(part, RunMost) else format_action(part)


def _action(part: Part) -> Action:
    return Run(part.seat) if isinstance(part, RunMost) else part


def _hindered(parts: Sequence[Part], refusal: Refusal) -> Action:
    """Return the part that a refusal is about."""
    if refusal.rule.startswith("PG-AUC"):
        kind: type[Part] = Open
    else:
        kind = Buy if refusal.rule.startswith(_BUYING) else Build
    return _action(next((part for part in parts if isinstance(part, kind)), parts[0]))


def _names(part: Part) -> tuple[str, ...]:
    """Return the words that remove a part from a plan; a city is removed by its name."""
    match part:
        case RunMost():
            return ("run",)
        case Buy():
            return ("fuel", GOODS[part.fuel])
        case Open():
            return ("plant", str(part.plant))
        case Scrap():
            return ("scrap", str(part.plant))
    return ()


def prices_of(route: Route) -> tuple[int, ...]:
    """Return the price of each city of a route: slot and path."""
    return tuple(slot + path for slot, path in zip(route.slots, route.paths, strict=True))


def cities_named(state: State, seat: Seat, text: str) -> list[City]:
    """Return the cities of ``Essen, Dortmund``. Raises NotationError."""
    return [_city(state, seat, name).city for name in text.split(",") if name.strip()]


def _in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(sorted(parts, key=lambda part: _PHASE_OF[type(part)]))


def _is_over(state: State, seat: Seat, part: Part) -> bool:
    """Return whether the seat's turn in the phase of a part is over in this round."""
    phase = _PHASE_OF[type(part)]
    if phase != state.phase:
        return phase < state.phase
    if phase == AUCTION:
        pays = state.surplus is not None and state.surplus.seat == seat
        return not (state.in_auction >> seat & 1 or pays)
    order = state.turn_order if phase == BUREAUCRACY else tuple(reversed(state.turn_order))
    return order.index(seat) < order.index(state.actor)


def _city(state: State, seat: Seat, text: str) -> Build:
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
