"""The fields of a position, each declared once: its key in JSON, its word in a text, its codec.

Records have some of them in ``check`` lines: see :func:`facts`.

The keys are those of a ``check`` line (see :func:`powergrid.position_fields.facts`) and:

- ``regions``: the zone; by default the first zone that has all the cities
- ``turn``: the seat to act; by default the first one of the phase
- ``houses``: ``{"Essen": [0, 1, null]}``: the owners of slots 10, 15 and 20; by default each house
  is on the cheapest slot; those of the Cartel on slot 15 follow from the others
- ``marked``: start cities that still have their token, one for each player without a network
- ``stack``: the cards, top first, with "step3", or their number including the Step 3 card; by
  default as at the start of a game
- ``buried``: plants known to be under the Step 3 card, in their order, if the stack is a number
- ``top_back``: the back of the top card: "plug", "socket", or null if it is not known
- ``step3``: the Step 3 card "lies" in the market until the auction ends, or is "pending": step 3
  starts with the next phase
- ``out``: plants seen to leave the game
- ``auction``: ``{"plant": 13, "high": 15, "leader": 0, "bidders": [0, 2]}``
- ``surplus``: ``{"seat": 0, "bought": 13}``: the seat has to scrap a plant
- ``in_auction``: seats that have neither bought a plant nor opted out
- ``bought``: the number of plants sold in this phase
- ``discount``: the plant with the discount token, or null
- ``update``: the effect of the market update of this round: "step", "none", "bury" or "discard"
- ``uranium_stopped``, and ``taken`` in ``cartel``: whether it has used its take of this phase

A new attribute of :class:`powergrid.state.State` only needs a field with a ``start`` here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from gridcommon.arguments import check_list
from gridcommon.codecs import Codec, Maybe, Number, Object, OneOf
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, word_list
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
    Said,
    Words,
)
from powergrid.ending import Result
from powergrid.events import Event, PhaseBegan
from powergrid.ruleset import Ruleset
from powergrid.setup import check_order
from powergrid.state import AUCTION, CARTEL, EMPTY, NOBODY, ORDER, PHASES, Slots, State, members
from powergrid.tables import BACKS, EDITION, NOTHING, START_MONEY, UNKNOWN, City, Plant

UPDATES = ("step", "none", "bury", "discard")  # by BY_STEP, NO_UPDATE, BURY, DISCARD

ABSENT: Any = object()

Declaration = Mapping[str, Any]  # values by key
USUAL = Ruleset()
CARTEL_LINE = 7  # the place in a text: right below the players


@dataclass(frozen=True, slots=True)
class Field(Codec[Any]):
    """A field of a position, or of a group in it.

    ``get`` returns its value in a state, or ABSENT; by default it is the attribute ``key``.
    ``start`` returns the value of such an attribute in a position that omits it. ``seats`` returns
    the seats that a value names.

    ``head`` is its word in a text, by default the key, and ``line`` the place of its line among the
    others, 0 for a field without one. A text omits the value ``unsaid``, and a value that
    ``is_said`` finds redundant given the others.
    """

    key: str
    codec: Codec[Any]
    get: Callable[[Any], Any] | None = None
    head: str = ""
    line: int = 0
    unsaid: Any = ABSENT
    is_said: Callable[[Declaration, Ruleset], bool] | None = None
    start: Callable[[State], Any] | None = None
    seats: Callable[[Any], Sequence[Seat]] | None = None
    each_seat: bool = False  # a list by seat, which a text has in the lines of players
    missing: Any = ABSENT  # the value of a player whose line omits it, if not ``unsaid``
    has_cities: bool = False  # written as cities, perhaps with the slots of houses
    is_pending: bool = False  # belongs to the current phase; by default as at its start
    is_needed: bool = False  # required in its group

    @property
    def word(self) -> str:
        """The word in a text."""
        return self.head or self.key

    @property
    def usual(self) -> Any:
        """The value of a player whose line omits it."""
        return self.unsaid if self.missing is ABSENT else self.missing

    @property
    def lists_plants(self) -> bool:
        """Whether the value is a list of plants."""
        return self.codec in (PLANT_LIST, SORTED_PLANTS, CARDS)

    def to_json(self, value: Any) -> Any:
        if self.each_seat:
            return [self.codec.to_json(one) for one in value]
        return self.codec.to_json(value)

    def schema(self) -> dict[str, Any]:
        found = self.codec.schema()
        return {"type": "array", "items": found} if self.each_seat else found

    def from_json(self, data: Any) -> Any:
        if not self.each_seat:
            return self.codec.from_json(data)
        check_list(data)
        return tuple(self.codec.from_json(one) for one in data)

    def is_written(self, told: Declaration, ruleset: Ruleset = USUAL) -> bool:
        """Return whether a text with these values has this field."""
        if self.key not in told:
            return False
        if self.is_said:
            return self.is_said(told, ruleset)
        return self.unsaid is ABSENT or told[self.key] != self.unsaid


class Group(Object):
    """An object with known fields, or null."""

    def __init__(self, *fields: Field, or_null: bool = False) -> None:
        optional = [field.key for field in fields if not field.is_needed]
        super().__init__({field.key: field for field in fields}, optional)
        self.fields = fields
        self._or_null = or_null

    def read_state(self, source: Any) -> dict[str, Any]:
        """Return the JSON of the fields in a state, or in its auction or surplus."""
        found: dict[str, Any] = {}
        for field in self.fields:
            value = field.get(source) if field.get else getattr(source, field.key)
            if value is not ABSENT:
                codec = field.codec
                read = codec.read_state if isinstance(codec, Group) else field.to_json
                found[field.key] = read(value)
        return found

    def from_json(self, data: Any) -> Any:
        return None if data is None and self._or_null else super().from_json(data)

    def schema(self) -> dict[str, Any]:
        found = super().schema()
        return {"anyOf": [found, {"type": "null"}]} if self._or_null else found


def _networks(state: State) -> list[list[City]]:
    cities = state.board.cities
    return [[cities[place] for place in members(network)] for network in state.network]


def _marked(state: State) -> list[City]:
    return [state.board.cities[place] for place in members(state.marked)]


def _houses(state: State) -> dict[City, Slots]:
    pairs = zip(state.board.cities, state.houses, strict=True)
    return {city: slots for city, slots in pairs if slots != (EMPTY, EMPTY, EMPTY)}


def _owners(houses: Mapping[City, Slots]) -> list[Seat]:
    return [owner for slots in houses.values() for owner in slots if owner != CARTEL]


def _stack(state: State) -> list[Plant] | int:
    """Return the cards of the stack, or their number if they are hidden."""
    return len(state.stack) if UNKNOWN in state.stack else state.stack


def _step3(state: State) -> str | None:
    return "lies" if state.step3_lies else "pending" if state.step3_pending else None


def _turn(state: State) -> Seat | None:
    return None if state.actor == NOBODY else state.actor


def _seat(seat: Seat | None) -> tuple[Seat, ...]:
    return () if seat is None else (seat,)


def _given(condition: object, value: Any) -> Any:
    return value if condition else ABSENT


def _is_auction(told: Declaration) -> bool:
    return bool(told.get("phase", PHASES[AUCTION]) == PHASES[AUCTION])


def _has_token(ruleset: Ruleset) -> bool:
    return EDITION[ruleset.edition].discount_bid > 0


def must_stop_uranium(state: State) -> bool:
    """Return whether the plant that ends the refill of uranium has an owner.  Rules: PG-BUR-05."""
    owned = [*state.plants, state.cartel_plants if state.ruleset.cartel_buys_39 else ()]
    return any(state.terms.phase_out_plant in plants for plants in owned)


_PHASES = [word for word in PHASES if word != PHASES[ORDER]]
UPDATE = OneOf("|".join(UPDATES), UPDATES, choices=word_list(UPDATES))

CARTEL_GROUP = Group(
    Field("plants", SORTED_PLANTS, attrgetter("cartel_plants"), unsaid=()),
    Field("fuel", COUNTS, attrgetter("cartel_fuel"), unsaid=NOTHING),
    Field("houses", NUMBER, attrgetter("cartel_houses"), has_cities=True),
    Field("taken", Said(), attrgetter("cartel_taken"), unsaid=False),
)
AUCTION_GROUP = Group(
    Field("plant", PLANT, is_needed=True),
    Field("high", NUMBER, is_needed=True),
    Field("leader", SEAT, is_needed=True),
    Field("bidders", SEATS, lambda auction: members(auction.bidders)),
    or_null=True,
)
SURPLUS_GROUP = Group(
    Field("seat", SEAT, head="player", is_needed=True),
    Field("bought", PLANT, is_needed=True),
    or_null=True,
)

# The keys of check lines, in their order
CHECKED = Group(
    Field("round", NUMBER, line=2),
    Field("phase", Words(_PHASES), lambda state: PHASES[state.phase], line=3),
    Field("step", Number("STEP", 1, 3), line=4),
    Field("turn_order", SEATS, head="order", line=5),
    Field("money", NUMBER, each_seat=True, missing=START_MONEY),
    Field("plants", SORTED_PLANTS, each_seat=True, unsaid=()),
    Field("fuel", COUNTS, each_seat=True, unsaid=NOTHING),
    Field("cities", CITIES, _networks, each_seat=True, unsaid=(), has_cities=True),
    Field("market", COUNTS, line=8),
    Field("supply", COUNTS),
    Field("plant_market", SORTED_PLANTS, head="plants", line=9),
    Field("stack", STACK, lambda state: len(state.stack), line=10),  # the cards are hidden
    Field(
        "cartel", CARTEL_GROUP, lambda state: _given(state.terms.cartel, state), line=CARTEL_LINE
    ),
)
FIELDS = Group(
    *(replace(one, get=_stack) if one.key == "stack" else one for one in CHECKED.fields),
    Field("regions", NAMES, lambda state: state.board.regions, line=1),
    Field("turn", Maybe(SEAT), _turn, line=6, unsaid=None, seats=_seat, is_pending=True),
    Field("houses", HOUSES, _houses, seats=_owners),
    Field("marked", CITIES, _marked, line=16, unsaid=(), has_cities=True),
    Field("buried", PLANT_LIST, lambda _: ABSENT, line=11, unsaid=()),
    Field("top_back", Maybe(Words(BACKS)), head="top", line=13, unsaid=None),
    Field("out", SORTED_PLANTS, lambda state: members(state.out), line=15, unsaid=()),
    Field("step3", Maybe(Words(("lies", "pending"))), _step3, line=14, unsaid=None),
    Field(
        "in_auction",
        SEATS,
        lambda state: members(state.in_auction),
        head="buyers",
        line=17,
        is_said=lambda told, _: _is_auction(told) or told["in_auction"] != (),
        seats=tuple,
        is_pending=True,
    ),
    Field("bought", NUMBER, head="sold", line=19, unsaid=0, is_pending=True),
    Field(
        "discount",
        Maybe(PLANT, "none"),
        lambda state: state.discount or None,
        line=18,
        is_said=lambda told, ruleset: _is_auction(told) and _has_token(ruleset),
        is_pending=True,
    ),
    Field("update", UPDATE, line=22, unsaid=0, start=lambda _: 0),
    Field(
        "uranium_stopped",
        Said("stopped"),
        head="uranium",
        line=23,
        unsaid=False,
        start=must_stop_uranium,
    ),
    Field(
        "auction",
        AUCTION_GROUP,
        lambda state: _given(state.auction, state.auction),
        line=20,
        unsaid=None,
        seats=lambda told: (told["leader"], *told.get("bidders", ())) if told else (),
        is_pending=True,
    ),
    Field(
        "surplus",
        SURPLUS_GROUP,
        lambda state: _given(state.surplus, state.surplus),
        line=21,
        unsaid=None,
        seats=lambda told: (told["seat"],) if told else (),
        is_pending=True,
    ),
)

# A text may also give the cards of the stack
CARDS_FIELD = Field("cards", CARDS, line=12)
TEXT_FIELDS = sorted(
    (field for field in (*FIELDS.fields, CARDS_FIELD) if field.line), key=attrgetter("line")
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
    check_order(told.get("turn_order", range(seats)), seats, "turn_order")
    if isinstance(told.get("stack"), tuple) and "buried" in told:
        raise NotationError("possible only with a counted stack", key="buried")
    return told


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Return whether a phase began, or the game ended, among these events."""
    return any(isinstance(event, PhaseBegan) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return the values of all keys that a ``check`` line may have."""
    found = CHECKED.read_state(state)
    found.get("cartel", {}).pop("taken", None)
    return found


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "powered": list(result.powered),
        "money": list(result.money),
        "cities": list(result.cities),
        "decided_by": result.decided_by,
    }
