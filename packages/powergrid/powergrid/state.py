"""The complete state of a game: one slotted, mutable record with a cheap ``copy``."""

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final

from gridcommon.contract import Seat
from gridcommon.pickling import pickle_by_fields
from powergrid.board import FAR, Board
from powergrid.ruleset import Ruleset, Terms
from powergrid.tables import (
    NOTHING,
    SLOT_COST,
    START_MONEY,
    STEP3,
    UNKNOWN,
    Plant,
    Tokens,
)

# Phases, in the order of a round. A phase is an int here and a word in records.
SETUP: Final = 0
ORDER: Final = 1
AUCTION: Final = 2
RESOURCES: Final = 3
BUILDING: Final = 4
BUREAUCRACY: Final = 5
OVER: Final = 6
PHASES: Final = ("setup", "order", "auction", "resources", "building", "bureaucracy", "over")

NOBODY: Final = -1
EMPTY: Final = -1  # a slot of a city without a house
CARTEL: Final = 6  # the owner of its houses; no seat has this number

# How this round's bureaucracy updates the plant market: by the step or by an option.
BY_STEP: Final = 0
NO_UPDATE: Final = 1
BURY: Final = 2
DISCARD: Final = 3

# The price of a city's next house, by step (1-3) and taken slots (a bit mask).
SLOT_PRICES: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(
        min((SLOT_COST[slot] for slot in range(step) if not taken >> slot & 1), default=FAR)
        for taken in range(8)
    )
    for step in range(4)
)

Slots = tuple[int, int, int]  # owners of slots 10, 15 and 20: a seat, CARTEL or EMPTY


@dataclass(slots=True)
class Auction:
    """An open auction."""

    plant: Plant
    high: int  # Elektro
    leader: Seat
    bidders: int  # seats still in this auction, as a bit mask
    bidder: Seat  # the seat to bid or pass

    def copy(self) -> "Auction":
        """Return an independent copy."""
        return Auction(self.plant, self.high, self.leader, self.bidders, self.bidder)


@dataclass(frozen=True, slots=True)
class Surplus:
    """A seat with one plant too many after it bought ``bought``, which it must keep."""

    seat: Seat
    bought: Plant


@dataclass(frozen=True, slots=True)
class Draws:
    """The random draws of a game: enough to replay it without a generator."""

    regions: tuple[str, ...]
    turn_order: tuple[Seat, ...]
    market: tuple[Plant, ...]
    stack: tuple[Plant, ...]  # top first, with STEP3
    after_step3: tuple[Plant, ...] | None = None  # top first; None until it is known
    is_recorded: bool = True  # False for an imported position, whose opening is unknown


@dataclass(slots=True)
class State:
    """A position of a running or finished game. :func:`initial_state` makes one.

    Lists by seat: ``money``, ``plants``, ``fuel``, ``network`` (a bit mask of places),
    ``city_count`` and ``reach``. Lists by place, the number of a city in the zone: ``houses`` and
    ``prices``. ``reach`` holds the cost of the cheapest path from a network to each place, FAR for
    its own places and without a network; ``prices`` the price of the next house in the current
    step. Both, and ``city_count``, are caches derived from ``network``, ``houses`` and ``step``.
    """

    terms: Terms
    board: Board
    draws: Draws
    rng: int  # the generator, for the shuffle that the Step 3 card causes
    turn_order: tuple[Seat, ...]

    # Lists
    money: list[int]  # Elektro
    plants: list[tuple[Plant, ...]]  # ascending
    fuel: list[Tokens]
    network: list[int]
    city_count: list[int]
    reach: list[tuple[int, ...]]
    houses: list[Slots]
    prices: list[int]
    market: list[int]  # tokens of each fuel, on the most expensive spaces
    supply: list[int]  # off the market and the plants; its coal is the depot, if any
    plant_market: list[Plant]  # ascending, without the Step 3 card
    stack: list[Plant]  # top first; UNKNOWN in a view, or until declared with the real box

    round: int = 0  # 0 in set-up
    phase: int = SETUP
    actor: Seat = NOBODY  # the seat to act; NOBODY between phases and at the end
    step: int = 1  # in force
    placed: int = 0  # choices made in set-up
    marked: int = 0  # start cities that still have their token, as a bit mask of places

    uranium_stopped: bool = False
    out: int = 0  # plants seen to leave the game, as a bit mask of numbers
    step3_lies: bool = False  # the Step 3 card is in the market (auction only)
    step3_pending: bool = False  # step 3 begins with the next phase
    update: int = BY_STEP  # of the plant market in this round

    in_auction: int = 0  # seats that have neither bought nor opted out, as a bit mask
    bought: int = 0  # plants sold to players in this phase
    discount: Plant = 0  # the plant with the token, 0 if none
    auction: Auction | None = None
    surplus: Surplus | None = None

    cartel_plants: tuple[Plant, ...] = ()  # ascending
    cartel_fuel: Tokens = NOTHING
    cartel_houses: int = 0  # left beside the board
    cartel_taken: bool = False  # its one take of this phase is used up

    seen_back: str | None = None  # in a view, where the card itself is hidden: see top_back

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game."""
        return self.terms.ruleset

    def copy(self) -> "State":
        """Return an independent copy.

        It copies field by field, which is a third faster than a loop over the fields.
        """
        other: State = State.__new__(State)
        other.terms = self.terms
        other.board = self.board
        other.draws = self.draws
        other.rng = self.rng
        other.round = self.round
        other.phase = self.phase
        other.actor = self.actor
        other.step = self.step
        other.turn_order = self.turn_order
        other.placed = self.placed
        other.money = self.money[:]
        other.plants = self.plants[:]
        other.fuel = self.fuel[:]
        other.network = self.network[:]
        other.city_count = self.city_count[:]
        other.reach = self.reach[:]
        other.houses = self.houses[:]
        other.prices = self.prices[:]
        other.marked = self.marked
        other.market = self.market[:]
        other.supply = self.supply[:]
        other.uranium_stopped = self.uranium_stopped
        other.plant_market = self.plant_market[:]
        other.stack = self.stack[:]
        other.out = self.out
        other.step3_lies = self.step3_lies
        other.step3_pending = self.step3_pending
        other.update = self.update
        other.in_auction = self.in_auction
        other.bought = self.bought
        other.discount = self.discount
        other.auction = self.auction.copy() if self.auction else None
        other.surplus = self.surplus
        other.cartel_plants = self.cartel_plants
        other.cartel_fuel = self.cartel_fuel
        other.cartel_houses = self.cartel_houses
        other.cartel_taken = self.cartel_taken
        other.seen_back = self.seen_back
        return other

    def become(self, other: "State") -> None:
        """Become an independent copy of another state, in place."""
        twin = other.copy()
        for field in fields(State):
            setattr(self, field.name, getattr(twin, field.name))

    @property
    def current_market(self) -> list[Plant]:
        """The plants that may be opened: the lowest four, in step 3 all.  Rules: PG-STEP-09."""
        return self.plant_market[: self.terms.current(self.step)]

    @property
    def future_market(self) -> list[Plant]:
        """The plants above the current market, without the Step 3 card."""
        return self.plant_market[self.terms.current(self.step) :]

    @property
    def most_cities(self) -> int:
        """The number of cities of the largest network."""
        return max(self.city_count)

    @property
    def top_back(self) -> str | None:
        """The visible back of the top card of the stack.

        None if the stack is empty, or if the backs of the edition show nothing.
        Rules: PG-SETUP-10.
        """
        return self.seen_back or (self.terms.back(self.stack[0]) if self.stack else None)

    @property
    def is_kept(self) -> bool:
        """Whether the stack is that of a real box, whose cards are declared as they are drawn.

        Rules: PG-COMP-08.
        """
        return UNKNOWN in self.draws.stack

    @property
    def seen_plants(self) -> list[Plant]:
        """The plants outside the stack: face up, owned, taken by the Cartel, or out of the game."""
        owned = [plant for plants in self.plants for plant in plants]
        return [*self.plant_market, *owned, *self.cartel_plants, *members(self.out)]

    @property
    def buried(self) -> list[Plant]:
        """The plants publicly known to be in the stack.

        While the Step 3 card is in the stack, these are the plants under it, in order; after it was
        drawn, all remaining plants, in an unknown order.
        """
        if STEP3 in self.stack:
            return self.stack[self.stack.index(STEP3) + 1 :]
        if UNKNOWN not in self.stack:
            return self.stack
        seen = (*self.seen_plants, UNKNOWN)
        told = dict.fromkeys((*(self.draws.after_step3 or ()), *self.stack))
        return [plant for plant in told if plant not in seen]


def initial_state(terms: Terms, board: Board, draws: Draws, rng: int) -> State:
    """Return the state of a game dealt by ``draws``, before any action.

    Rules: PG-SETUP-03, PG-STEP-01.
    """
    seats, places = terms.seats, len(board.cities)
    market = list(terms.market_start)
    return State(
        terms,
        board,
        draws,
        rng,
        draws.turn_order,
        money=[START_MONEY] * seats,
        plants=[()] * seats,
        fuel=[NOTHING] * seats,
        network=[0] * seats,
        city_count=[0] * seats,
        reach=[(FAR,) * places] * seats,
        houses=[(EMPTY, EMPTY, EMPTY)] * places,
        prices=[SLOT_PRICES[1][0]] * places,
        market=market,
        supply=[every - here for every, here in zip(terms.tokens, market, strict=True)],
        plant_market=list(draws.market),
        stack=list(draws.stack),
    )


@lru_cache(maxsize=1 << 12)  # masks change rarely, and records write them often
def members(mask: int) -> tuple[int, ...]:
    """Return the numbers in a bit mask, ascending: seats, places or plants."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def taken(slots: Slots) -> int:
    """Return the slots with a house as a bit mask."""
    return (slots[0] != EMPTY) | (slots[1] != EMPTY) << 1 | (slots[2] != EMPTY) << 2


def price_slots(state: State) -> None:
    """Recompute ``state.prices`` for the current step."""
    by_taken = SLOT_PRICES[state.step]
    state.prices = [by_taken[taken(slots)] for slots in state.houses]


pickle_by_fields(Auction, Surplus, Draws, State)
