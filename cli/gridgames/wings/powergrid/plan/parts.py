"""The parts of a plan for a round of Power Grid, and how they are typed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, truncate
from gridcommon.spelling import as_number, is_number
from gridgames.languages.catalogue import english_word, input_words
from gridgames.show.plans import in_words
from gridgames.wings.powergrid.plan.bid_limits import market_plant, money_of
from powergrid.actions import Action, Build, Buy, Open, Run, Scrap
from powergrid.building import check_build
from powergrid.game import next_auctions
from powergrid.notation import format_action, parse_action
from powergrid.plant_market import minimum_bid
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES, State
from powergrid.tables import GOODS, Plant


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


def rules_out(new: Part, old: Part) -> bool:
    """Return whether a new part replaces an old one."""
    match new, old:
        case (Buy(), Buy()):
            return new.fuel == old.fuel
        case (Buy(), Refuel()) | (Refuel(), Buy()):
            return True
    return not isinstance(new, Build) and type(new) is type(old)


def action_for(part: Part) -> Action:
    """Return an action for the error about a part."""
    match part:
        case RunMost():
            return Run(part.seat)
        case Refuel():
            return Buy(part.seat, 0, 1)
    return part


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
