"""Setting up a game: the draws, the Cartel's first houses and the start cities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from gridcommon.chance import choose, fork, seeded, shuffle
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Word
from gridcommon.events import Events
from gridcommon.lazy_actions import LegalActions
from gridcommon.pickling import pickle_by_fields
from gridcommon.tables import check_keys
from powergrid.actions import Action, Handlers, MarkStart, PlaceCartel
from powergrid.board import Place, board, is_connected, is_contiguous, outside, zones
from powergrid.cartel import place_house
from powergrid.events import StartMarked
from powergrid.ruleset import Ruleset, Terms, terms
from powergrid.state import CARTEL, NOBODY, Draws, State, initial_state
from powergrid.tables import (
    CARTEL_HOUSES,
    CARTEL_START,
    CITY_NAMES,
    CURRENT,
    PLANTS,
    STEP3,
    UNKNOWN,
    URANIUM,
    Plant,
    map_of,
)

# Each draw has its own generator, so that a record that gives one draw leaves the others alone.
_REGIONS, _ORDER, _CARDS, _PLAY = range(4)

STEP3_WORD = "step3"  # the Step 3 card in a record
UNKNOWN_WORD = "?"  # a card of a real stack that nobody has seen
_CARD_OF_WORD: Final = {STEP3_WORD: STEP3, UNKNOWN_WORD: UNKNOWN}
_WORD_OF_CARD: Final = {card: word for word, card in _CARD_OF_WORD.items()}


@dataclass(frozen=True, slots=True)
class Setup:
    """Predetermined draws; None for draws left to chance.

    ``stack`` and ``after_step3`` start with the top card; ``stack`` contains STEP3 once. In a game
    with the real box, cards of the stack are UNKNOWN, and ``market`` is given.
    """

    regions: tuple[str, ...] | None = None
    turn_order: tuple[Seat, ...] | None = None
    market: tuple[Plant, ...] | None = None
    stack: tuple[Plant, ...] | None = None
    after_step3: tuple[Plant, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Setup":
        """Read the ``setup`` of a record's header. Raises NotationError naming the key."""
        check_keys(data, {field.name for field in fields(cls)}, within="setup")
        found: dict[str, tuple[Any, ...]] = {}
        for key, value in data.items():
            if value is None:
                continue  # the same as a missing key
            kind = str if key == "regions" else int
            if not isinstance(value, list | tuple):
                raise NotationError(
                    "expected a list, found {found}", key=f"setup.{key}", found=repr(value)
                )
            words = _CARD_OF_WORD if key == "stack" else {}
            cards = [words.get(item, item) if isinstance(item, str) else item for item in value]
            for item in cards:
                if type(item) is not kind:
                    raise NotationError(
                        "unexpected {found} in the list", key=f"setup.{key}", found=repr(item)
                    )
            found[key] = tuple(cards)
        return cls(**found)

    def to_json(self) -> dict[str, Any]:
        """Return the ``setup`` of a record's header, without draws left to chance."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            key: [_WORD_OF_CARD.get(item, item) if key == "stack" else item for item in items]
            for key, items in given.items()
            if items is not None
        }


def draws(state: State) -> Setup:
    """Return the draws made so far. ``after_step3`` is known once the Step 3 card was drawn.

    Raises ValueError for an imported position, whose opening is unknown.
    """
    made = state.draws
    if not made.is_recorded:
        raise ValueError("the beginning of this game is not known")
    return Setup(made.regions, made.turn_order, made.market, made.stack, made.after_step3)


def unknown_setup(
    ruleset: Ruleset,
    seats: int,
    regions: Sequence[str],
    turn_order: Sequence[Seat],
    market: Sequence[Plant],
) -> Setup:
    """Return the draws of a game with the real box: what lies on the table, and a hidden stack.

    Only the number of cards in the stack is known, and the top card where the set-up names it.
    Raises NotationError naming the key.  Rules: PG-SETUP-06, PG-SETUP-07, PG-SETUP-08.
    """
    rules = terms(ruleset, seats)
    given_regions(rules, regions, "setup.regions")
    _check_plants("market", market, ())
    top = [plant for plant in rules.deck.top if plant not in market][:1]
    for plant in market:
        if plant not in rules.deck.market:
            raise NotationError(
                "plant {plant} is not face up at the start; choose from {plants}",
                key="setup.market",
                plant=plant,
                plants=", ".join(map(str, rules.deck.market)),
            )
    named = [*market, *top]
    left = sum(
        max(0, sum(plant not in named for plant in group) - removed)
        for group, removed in zip(rules.deck.groups, rules.remove, strict=True)
    )
    known = top if len(rules.deck.top) == 1 else [UNKNOWN] * len(top)
    stack = (*known, *[UNKNOWN] * left, STEP3)
    return Setup(tuple(sorted(regions)), tuple(turn_order), tuple(sorted(market)), stack)


def deal(ruleset: Ruleset, seats: int, seed: int, setup: Setup) -> State:
    """Return a game before its first decision, with the draws of ``setup`` and random others.

    Raises NotationError, naming the key, for a wrong number of seats or impossible draws.
    Rules: PG-SETUP-01, PG-SETUP-03, PG-SETUP-04, PG-SETUP-05, PG-STEP-01.
    """
    rules = terms(ruleset, seats)
    rng = seeded(seed)
    regions = _regions(rules, setup, fork(rng, _REGIONS))
    order = setup.turn_order
    if order is None:
        order = tuple(shuffle(range(seats), fork(rng, _ORDER))[0])
    else:
        check_order(order, seats, "setup.turn_order")
    market, stack = _cards(rules, setup, fork(rng, _CARDS))
    if setup.after_step3 is not None:
        _check_plants("after_step3", setup.after_step3, ())  # plants of the market may be buried
    zone = board(ruleset.map, ruleset.edition, regions)
    draws = Draws(regions, order, market, stack, setup.after_step3)
    return initial_state(rules, zone, draws, fork(rng, _PLAY))


def check_order(order: Sequence[Seat], seats: int, key: str) -> None:
    """Raise NotationError naming ``key`` for a turn order without each seat once."""
    if sorted(order) != list(range(seats)):
        raise NotationError(
            "expected each seat from 0 to {last} once, found {found}",
            key=key,
            last=seats - 1,
            found=", ".join(map(str, order)),
        )


def enter(state: State, events: Events) -> None:
    """Begin the set-up: the Cartel's houses, then the start cities.

    Rules: PG-CART-01, PG-CART-02, PG-SETUP-09, PG-CART-09.
    """
    del events
    if state.terms.cartel:
        state.cartel_houses = CARTEL_HOUSES


def next_chooser(state: State, after: Seat = NOBODY) -> Seat:
    """Return the seat to act next in the set-up, or NOBODY if it is complete.

    Rules: PG-SETUP-09, PG-CART-02, PG-CART-09.
    """
    del after  # the same seat may act twice in a row
    order = [state.turn_order[turn] for turn in _cartel_turns(state)]
    if state.terms.ruleset.start_cities:
        order += state.turn_order
    return order[state.placed] if state.placed < len(order) else NOBODY


def _cartel_turns(state: State) -> tuple[int, ...]:
    return CARTEL_START if state.terms.cartel else ()


def _places_cartel(state: State) -> bool:
    return state.placed < len(_cartel_turns(state))


def _place_of(state: State, city: int) -> Place | Refusal:
    place = state.board.places.get(city)
    if place is None:
        return outside(state.board, city)
    return place


def _has_cartel(state: State, place: Place) -> bool:
    return CARTEL in state.houses[place]


def check_place_cartel(state: State, action: PlaceCartel) -> Refusal | None:
    """Return why a Cartel house on slot 10 there is illegal, or None.  Rules: PG-CART-02."""
    if not _places_cartel(state):
        return Refusal("PG-CART-02", "the Cartel's first houses are all placed")
    place = _place_of(state, action.city)
    if isinstance(place, Refusal):
        return place
    city = CITY_NAMES[action.city]
    if _has_cartel(state, place):
        return Refusal("PG-CART-02", "{city} has a Cartel house", city=city)
    if state.placed and not any(
        state.board.joined[place] >> other & 1 and _has_cartel(state, other)
        for other in range(len(state.houses))
    ):
        return Refusal(
            "PG-CART-02", "no city directly connected to {city} has a Cartel house", city=city
        )
    return None


def do_place_cartel(state: State, action: PlaceCartel, events: Events) -> None:
    """Put a Cartel house on slot 10.  Rules: PG-CART-02."""
    place_house(state, state.board.places[action.city], 0, "PG-CART-02", events)
    state.placed += 1
    state.actor = NOBODY


def check_mark_start(state: State, action: MarkStart) -> Refusal | None:
    """Return why marking the city is illegal, or None.  Rules: PG-SETUP-09, PG-CART-09."""
    if not state.terms.ruleset.start_cities:
        return Refusal("PG-SETUP-09", "this game has no start cities")
    if _places_cartel(state):
        return Refusal("PG-CART-09", "the Cartel's first houses come before start cities")
    place = _place_of(state, action.city)
    if isinstance(place, Refusal):
        return place
    city = CITY_NAMES[action.city]
    if state.marked >> place & 1:
        return Refusal("PG-SETUP-09", "{city} is already marked", city=city)
    if _has_cartel(state, place):
        return Refusal("PG-SETUP-09", "{city} has a Cartel house", city=city)
    return None


def do_mark_start(state: State, action: MarkStart, events: Events) -> None:
    """Mark a start city with uranium from the supply.  Rules: PG-SETUP-09, PG-CART-09."""
    place = state.board.places[action.city]
    state.marked |= 1 << place
    state.supply[URANIUM] -= 1
    events.add(StartMarked, action.seat, action.city)
    if state.terms.cartel:
        place_house(state, place, 1, "PG-CART-09", events)
    state.placed += 1
    state.actor = NOBODY


def legal_placements(state: State) -> LegalActions[Action]:
    """Return an action for each city that may be chosen, in the order of names."""
    seat, cities = state.actor, state.board.cities
    found: list[Action]
    if _places_cartel(state):
        places = [PlaceCartel(seat, city) for city in cities]
        found = [action for action in places if check_place_cartel(state, action) is None]
    else:
        marks = [MarkStart(seat, city) for city in cities]
        found = [action for action in marks if check_mark_start(state, action) is None]
    return LegalActions([found])


def _regions(rules: Terms, setup: Setup, rng: int) -> tuple[str, ...]:
    """Return the given zone, if it is valid, or a random one.

    Rules: PG-SETUP-01.
    """
    ruleset = rules.ruleset
    if setup.regions is None:
        return choose(zones(ruleset.map, ruleset.edition, rules.regions), rng)[0]
    return given_regions(rules, setup.regions, "setup.regions")


def given_regions(rules: Terms, regions: Sequence[str], key: str) -> tuple[str, ...]:
    """Return ``regions`` in the order of their names.

    Raises NotationError if they are not a valid zone.
    Rules: PG-SETUP-01, PG-COMP-10.
    """
    if broken := check_zone(rules, regions, key):
        raise NotationError("{why} ({rule})", key=key, why=broken.wording, rule=broken.rule)
    return tuple(sorted(regions))


def check_zone(rules: Terms, regions: Sequence[str], key: str) -> Refusal | None:
    """Return why regions cannot be the zone, or None.

    Raises NotationError for an unknown region.
    Rules: PG-SETUP-01, PG-COMP-10.
    """
    chart, found = map_of(rules.ruleset.map, rules.ruleset.edition), ", ".join(regions)
    for region in regions:
        if region not in chart.regions:
            raise NotationError(
                "unknown region {region}; choose from {known}",
                key=key,
                region=repr(region),
                known=", ".join(chart.regions),
            )
    if len(set(regions)) != len(regions) or len(regions) != rules.regions:
        return Refusal(
            "PG-SETUP-01",
            "expected {count} different regions, found {found}",
            count=rules.regions,
            found=found,
        )
    if not is_contiguous(chart, regions):
        return Refusal("PG-SETUP-01", "{found} are not one contiguous area", found=found)
    if not is_connected(chart, regions):
        return Refusal(
            "PG-COMP-10", "not all cities of {found} are connected within them", found=found
        )
    return None


def _cards(rules: Terms, setup: Setup, rng: int) -> tuple[tuple[Plant, ...], tuple[Plant, ...]]:
    """Return the eight face-up plants, ascending, and the stack, top first.

    Rules: PG-SETUP-06, PG-SETUP-07, PG-SETUP-08.
    """
    deck, face_up = rules.deck, 2 * CURRENT
    for key, given in (("market", setup.market or ()), ("stack", setup.stack or ())):
        for card in given:
            if card in PLANTS and card not in rules.plants:
                raise NotationError(
                    "plant {plant} is not in this game (PG-COMP-10)", key=f"setup.{key}", plant=card
                )
    if setup.stack is not None:
        stack = setup.stack
        plants = [card for card in stack if card not in (STEP3, UNKNOWN)]
        _check_plants("stack", plants, setup.market or ())
        if stack.count(STEP3) != 1:
            raise NotationError("expected 'step3' once", key="setup.stack")
    if setup.market is None and UNKNOWN in (setup.stack or ()):
        raise NotationError("missing: the face-up plants", key="setup.market")
    if setup.market is not None:
        market = tuple(sorted(setup.market))
        _check_plants("market", market, ())
    else:
        fitting = [plant for plant in deck.market if plant not in (setup.stack or ())]
        cards, rng = shuffle(fitting, rng)
        market = tuple(sorted(cards[:face_up]))
    if len(market) != face_up:
        raise NotationError(
            "expected {count} plants, found {found}",
            key="setup.market",
            count=face_up,
            found=", ".join(map(str, market)) or Word("none"),
        )
    if setup.stack is not None:
        return market, setup.stack
    fitting = [plant for plant in deck.top if plant not in market]
    if not fitting:
        raise NotationError("no plant is left for the top of the stack", key="setup.market")
    top, rng = choose(fitting, rng)
    left: list[Plant] = []
    for group, removed in zip(deck.groups, rules.remove, strict=True):
        cards, rng = shuffle(
            [plant for plant in group if plant != top and plant not in market], rng
        )
        left += cards[removed:]
    left, rng = shuffle(left, rng)
    return market, (top, *left, STEP3)


def _check_plants(key: str, plants: Sequence[Plant], others: Sequence[Plant]) -> None:
    for index, plant in enumerate(plants):
        if plant not in PLANTS:
            raise NotationError("unknown plant {plant}", key=f"setup.{key}", plant=plant)
        if plant in plants[:index] or plant in others:
            raise NotationError("plant {plant} is listed twice", key=f"setup.{key}", plant=plant)


ACTIONS: Final[Handlers] = {
    PlaceCartel: (check_place_cartel, do_place_cartel),
    MarkStart: (check_mark_start, do_mark_start),
}


pickle_by_fields(Setup)
