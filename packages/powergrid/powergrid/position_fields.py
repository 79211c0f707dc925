"""The fields of a position, each declared once: its key in JSON, its word in a text, its codec.

The keys are those of a ``check`` line (see :func:`powergrid.record.facts`) and:

``regions``    the zone; by default the first zone that has all the cities
``turn``       the seat to act; by default the first one of the phase
``houses``     ``{"Essen": [0, 1, null]}``: the owners of slots 10, 15 and 20; by default each house
               is on the cheapest slot
``marked``     start cities that still have their token
``stack``      the cards, top first, with "step3", or their number including the Step 3 card; by
               default as at the start of a game
``buried``     plants known to be under the Step 3 card, in their order, if the stack is a number
``top_back``   the back of the top card: "plug", "socket", or null if it is not known
``step3``      the Step 3 card "lies" in the market until the auction ends, or is "pending": step 3
               starts with the next phase
``out``        plants seen to leave the game
``auction``    ``{"plant": 13, "high": 15, "leader": 0, "bidders": [0, 2]}``
``surplus``    ``{"seat": 0, "bought": 13}``: the seat has to scrap a plant
``in_auction`` seats that have neither bought a plant nor opted out
``bought``     the number of plants sold in this phase
``discount``   the plant with the discount token, or null
``update``     the effect of the market update of this round: "step", "none", "bury" or "discard"
``uranium_stopped``, and ``taken`` in ``cartel``: whether it has used its take of this phase

A new field of :class:`powergrid.state.State` with a ``start`` needs nothing but its line here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridcommon.codecs import Codec, Number, OneOf
from gridcommon.contract import Seat
from gridcommon.errors import Listed, NotationError, word_list
from gridcommon.spelling import quoted
from powergrid.board import Board
from powergrid.codecs import (
    CARDS,
    CITIES,
    COUNTS,
    HOUSES,
    NAMES,
    NUMBER,
    PLANT,
    PLANT_LIST,
    SEAT,
    SEATS,
    SORTED_PLANTS,
    STACK,
    Maybe,
    Said,
    Words,
)
from powergrid.ruleset import Ruleset
from powergrid.state import (
    AUCTION,
    CARTEL,
    EMPTY,
    NOBODY,
    ORDER,
    PHASES,
    Slots,
    State,
)
from powergrid.tables import BACKS, EDITION, NOTHING, PLANTS, START_MONEY, UNKNOWN, City, Plant

UPDATES = ("step", "none", "bury", "discard")  # by BY_STEP, NO_UPDATE, BURY, DISCARD

ABSENT: Any = object()

Told = Mapping[str, Any]  # values by key
USUAL = Ruleset()
CARTEL_LINE = 7  # of a text, below the players


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a position, or of a group in it.

    ``get`` returns its value in a state, ABSENT for none; by default it is the attribute ``key``.
    ``start`` returns the value of such an attribute in a position that does not give it. ``seats``
    returns the seats that a value names.

    ``head`` is its word in a text, and ``line`` the place of its line among the others. A text
    leaves out the value ``unsaid``, or what ``is_said`` finds needless by the other values.
    """

    key: str
    codec: Codec[Any]
    get: Callable[[Any], Any] | None = None
    head: str = ""
    line: int = 0
    unsaid: Any = ABSENT
    is_said: Callable[[Told, Ruleset], bool] | None = None
    start: Callable[[State], Any] | None = None
    seats: Callable[[Any], Sequence[Seat]] | None = None
    each_seat: bool = False  # a list with a value for each seat; a text has them in its players
    missing: Any = None  # the value of a player in a text without it
    has_cities: bool = False  # in a text cities, perhaps with the slots of houses
    is_checked: bool = False  # in check lines
    is_pending: bool = False  # of the phase in progress: as at its start if it is left out
    is_needed: bool = False  # in its group

    @property
    def lists_plants(self) -> bool:
        """Whether its value is a list of plants."""
        return self.codec in (PLANT_LIST, SORTED_PLANTS, CARDS)

    def to_json(self, value: Any) -> Any:
        """Return a value as it is in a record."""
        if self.each_seat:
            return [self.codec.to_json(one) for one in value]
        return self.codec.to_json(value)

    def from_json(self, data: Any) -> Any:
        """Return the value of data in a record. Raises NotationError."""
        if not self.each_seat:
            return self.codec.from_json(data)
        if not isinstance(data, list):
            raise NotationError("expected a list, found {found}", found=quoted(data))
        return tuple(self.codec.from_json(one) for one in data)

    def is_written(self, told: Told, ruleset: Ruleset = USUAL) -> bool:
        """Return whether a text with the values ``told`` has this field."""
        if self.key not in told:
            return False
        if self.is_said:
            return self.is_said(told, ruleset)
        return self.unsaid is ABSENT or told[self.key] != self.unsaid


class Group(Codec[Any]):
    """An object with known fields, or null."""

    def __init__(self, *fields: Field, or_null: bool = False) -> None:
        self.fields = fields
        self._or_null = or_null
        self._by_key = {field.key: field for field in fields}
        self._needed = [field.key for field in fields if field.is_needed]

    def read_state(self, source: Any, *, is_check: bool = False) -> dict[str, Any]:
        """Return the JSON of the fields in ``source``; ``is_check`` for those of a check line."""
        found: dict[str, Any] = {}
        for field in self.fields:
            if is_check and not field.is_checked:
                continue
            value = field.get(source) if field.get else getattr(source, field.key)
            if isinstance(field.codec, Group) and value is not ABSENT:
                found[field.key] = field.codec.read_state(value, is_check=is_check)
            elif value is not ABSENT:
                found[field.key] = field.to_json(value)
        return found

    def from_json(self, data: Any) -> Any:
        if data is None and self._or_null:
            return None
        if not isinstance(data, Mapping):
            raise NotationError("expected an object, found {found}", found=quoted(data))
        for key in self._needed:
            if key not in data:
                raise NotationError("missing", key=key)
        read: dict[str, Any] = {}
        for key, value in data.items():
            if key not in self._by_key:
                raise NotationError(
                    "unknown key; known are {known}", key=key, known=Listed(tuple(self._by_key))
                )
            try:
                read[key] = self._by_key[key].from_json(value)
            except NotationError as problem:
                problem.key = f"{key}.{problem.key}" if problem.key else key
                raise
        return read


def _cities(zone: Board, mask: int) -> list[City]:
    """Return the cities whose places are in a bit mask, in the order of the board."""
    cities = []
    while mask:
        cities.append(zone.cities[(mask & -mask).bit_length() - 1])
        mask &= mask - 1
    return cities


def _houses(state: State) -> dict[City, Slots]:
    """Return the owners of the slots of each city with a house."""
    empty = (EMPTY, EMPTY, EMPTY)
    return {
        city: slots
        for city, slots in zip(state.board.cities, state.houses, strict=True)
        if slots != empty
    }


def _stack(state: State) -> list[Plant] | int:
    """Return the cards of the stack, or their number if they are hidden."""
    return len(state.stack) if UNKNOWN in state.stack else state.stack


def _step3(state: State) -> str | None:
    return "lies" if state.step3_lies else "pending" if state.step3_pending else None


def _seats_of(mask: int) -> list[Seat]:
    return [seat for seat in range(CARTEL) if mask >> seat & 1]


def _is_auction(told: Told) -> bool:
    return bool(told.get("phase", PHASES[AUCTION]) == PHASES[AUCTION])


def _is_stopped(state: State) -> bool:
    """Return whether a player has the plant that stops uranium."""
    stopper = state.terms.phase_out_plant
    return any(stopper in plants for plants in state.plants)


def _owners(houses: Mapping[City, Slots]) -> list[Seat]:
    return [owner for slots in houses.values() for owner in slots if owner != CARTEL]


FIELDS = Group(
    Field("round", NUMBER, head="round", line=2, is_checked=True),
    Field(
        "phase",
        Words([word for word in PHASES if word != PHASES[ORDER]]),
        lambda state: PHASES[state.phase],
        head="phase",
        line=3,
        is_checked=True,
    ),
    Field("step", Number("STEP", 1, 3), head="step", line=4, is_checked=True),
    Field("turn_order", SEATS, head="order", line=5, is_checked=True),
    Field("money", NUMBER, head="money", missing=START_MONEY, each_seat=True, is_checked=True),
    Field(
        "plants",
        SORTED_PLANTS,
        head="plants",
        unsaid=(),
        missing=(),
        each_seat=True,
        is_checked=True,
    ),
    Field(
        "fuel",
        COUNTS,
        head="fuel",
        unsaid=NOTHING,
        missing=NOTHING,
        each_seat=True,
        is_checked=True,
    ),
    Field(
        "cities",
        CITIES,
        lambda state: [_cities(state.board, network) for network in state.network],
        head="cities",
        unsaid=(),
        missing=(),
        has_cities=True,
        each_seat=True,
        is_checked=True,
    ),
    Field("market", COUNTS, head="market", line=8, is_checked=True),
    Field("supply", COUNTS, is_checked=True),
    Field("plant_market", SORTED_PLANTS, head="plants", line=9, is_checked=True),
    Field("stack", STACK, _stack, head="stack", line=10, is_checked=True),
    Field(
        "cartel",
        Group(
            Field(
                "plants",
                SORTED_PLANTS,
                lambda state: state.cartel_plants,
                head="plants",
                unsaid=(),
                is_checked=True,
            ),
            Field(
                "fuel",
                COUNTS,
                lambda state: state.cartel_fuel,
                head="fuel",
                unsaid=NOTHING,
                is_checked=True,
            ),
            Field(
                "houses",
                NUMBER,
                lambda state: state.cartel_houses,
                head="houses",
                has_cities=True,
                is_checked=True,
            ),
            Field("taken", Said(), lambda state: state.cartel_taken, head="taken", unsaid=False),
        ),
        lambda state: state if state.terms.cartel else ABSENT,
        head="cartel",
        line=CARTEL_LINE,
        is_checked=True,
    ),
    Field("regions", NAMES, lambda state: state.board.regions, head="regions", line=1),
    Field(
        "turn",
        Maybe(SEAT),
        lambda state: None if state.actor == NOBODY else state.actor,
        head="turn",
        line=6,
        unsaid=None,
        seats=lambda seat: () if seat is None else (seat,),
        is_pending=True,
    ),
    Field("houses", HOUSES, _houses, seats=_owners),
    Field(
        "marked",
        CITIES,
        lambda state: _cities(state.board, state.marked),
        head="marked",
        line=16,
        unsaid=(),
        has_cities=True,
    ),
    Field("buried", PLANT_LIST, lambda _: ABSENT, head="buried", line=11, unsaid=()),
    Field("top_back", Maybe(Words(BACKS)), head="top", line=13, unsaid=None),
    Field(
        "out",
        SORTED_PLANTS,
        lambda state: [plant for plant in PLANTS if state.out >> plant & 1],
        head="out",
        line=15,
        unsaid=(),
    ),
    Field("step3", Maybe(Words(("lies", "pending"))), _step3, head="step3", line=14, unsaid=None),
    Field(
        "in_auction",
        SEATS,
        lambda state: _seats_of(state.in_auction),
        head="buyers",
        line=17,
        is_said=lambda told, _: _is_auction(told) or told["in_auction"] != (),
        seats=lambda seats: seats,
        is_pending=True,
    ),
    Field("bought", NUMBER, head="sold", line=19, unsaid=0, is_pending=True),
    Field(
        "discount",
        Maybe(PLANT, "none"),
        lambda state: state.discount or None,
        head="discount",
        line=18,
        is_said=lambda told, ruleset: (
            _is_auction(told) and EDITION[ruleset.edition].discount_bid > 0
        ),
        is_pending=True,
    ),
    Field(
        "update",
        OneOf("|".join(UPDATES), UPDATES, choices=word_list(UPDATES)),
        head="update",
        line=22,
        unsaid=0,
        start=lambda _: 0,
    ),
    Field(
        "uranium_stopped",
        Said("stopped"),
        head="uranium",
        line=23,
        unsaid=False,
        start=_is_stopped,
    ),
    Field(
        "auction",
        Group(
            Field("plant", PLANT, head="plant", is_needed=True),
            Field("high", NUMBER, head="high", is_needed=True),
            Field("leader", SEAT, head="leader", is_needed=True),
            Field("bidders", SEATS, lambda auction: _seats_of(auction.bidders), head="bidders"),
            or_null=True,
        ),
        lambda state: state.auction or ABSENT,
        head="auction",
        line=20,
        unsaid=None,
        seats=lambda told: (told["leader"], *told.get("bidders", ())) if told else (),
        is_pending=True,
    ),
    Field(
        "surplus",
        Group(
            Field("seat", SEAT, head="player", is_needed=True),
            Field("bought", PLANT, head="bought", is_needed=True),
            or_null=True,
        ),
        lambda state: state.surplus or ABSENT,
        head="surplus",
        line=21,
        unsaid=None,
        seats=lambda told: (told["seat"],) if told else (),
        is_pending=True,
    ),
)

# A text may also give the cards of the stack
CARDS_FIELD = Field("cards", CARDS, head="cards", line=12)
TEXT_FIELDS = sorted(
    (*(field for field in FIELDS.fields if field.line), CARDS_FIELD), key=lambda field: field.line
)
OF_PLAYER = [field for field in FIELDS.fields if field.each_seat]

PENDING = {field.key for field in FIELDS.fields if field.is_pending}
AT_START = {field.key: field.start for field in FIELDS.fields if field.start}


def full_facts(state: State) -> dict[str, Any]:
    """Return all facts of ``state`` that :func:`powergrid.from_facts` reads.

    A stack of hidden cards is only counted.
    """
    return FIELDS.read_state(state)


def read_facts(facts: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the values of facts by key.

    Raises NotationError naming the key. Whether the position is possible is not checked.
    """
    told: dict[str, Any] = FIELDS.from_json(facts)
    for field in FIELDS.fields:
        if field.key not in told:
            continue
        value = told[field.key]
        if field.each_seat and len(value) != seats:
            raise NotationError(
                "expected {count} values, found {found}",
                key=field.key,
                count=seats,
                found=len(value),
            )
        if field.seats and (highest := max(field.seats(value), default=0)) >= seats:
            raise NotationError(
                "expected a seat from 0 to {last}, found {found}",
                key=field.key,
                last=seats - 1,
                found=highest,
            )
    order = told.get("turn_order", range(seats))
    if sorted(order) != list(range(seats)):
        raise NotationError(
            "expected each seat from 0 to {last} once, found {found}",
            key="turn_order",
            last=seats - 1,
            found=", ".join(map(str, order)),
        )
    if isinstance(told.get("stack"), tuple) and "buried" in told:
        raise NotationError("only a stack that is counted has it", key="buried")
    return told
