"""Which game is played: edition, map and the options of the ledger, each a named field.

A :class:`Ruleset` is what people choose and records keep; :class:`Terms` is what the rules read:
the ruleset for a number of players, with every table looked up. No rule asks for the name of an
edition or a map.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from gridcommon.errors import NotationError
from powergrid.tables import CURRENT, EDITION, EDITIONS, MAPS, SEATS, Deck, Plant, Tokens

# The options of the ledger with a closed list of values; the first is the default.
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "start_cities": (False, True),
    "start_in_occupied": (False, True),
    "scrap_keep": ("most", "free"),
    "step3_first_update": ("same_round", "next_round"),
    "market_update_after_step2_draw": ("none", "bury", "discard"),
    "unsold_discount_with_step3": ("both", "one"),
    "refill_2p": (2, 3),
    "hidden_money": (False, True),
    "cartel_buys_39": (False, True),
    "cartel_uses_depot": (True, False),
    "cartel_step3_pick": ("highest", "fourth"),
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """An edition, a map and the options; every option has the default of the ledger.

    Rules: PG-COMP-04.

    >>> Ruleset("classic", "usa").to_json()
    {'edition': 'classic', 'map': 'usa', 'options': {}}
    """

    edition: str = "recharged"
    map: str = "germany"
    start_cities: bool = False
    house_limit: int | None = None  # houses a network may have; None for no limit
    start_in_occupied: bool = False
    scrap_keep: str = "most"
    step3_first_update: str = "same_round"
    market_update_after_step2_draw: str = "none"
    unsold_discount_with_step3: str = "both"
    refill_2p: int = 2
    hidden_money: bool = False
    cartel_buys_39: bool = False
    cartel_uses_depot: bool = True
    cartel_step3_pick: str = "highest"

    def __post_init__(self) -> None:
        for key, value, known in (("edition", self.edition, EDITIONS), ("map", self.map, MAPS)):
            if value not in known:
                raise NotationError(
                    "unknown {what} {value}; known are {known}",
                    key=f"ruleset.{key}",
                    what=key,
                    value=repr(value),
                    known=", ".join(known),
                )
        for name in OPTIONS:
            check_option(name, getattr(self, name))

    def options(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, by name."""
        return {
            name: getattr(self, name)
            for name, default in OPTIONS.items()
            if getattr(self, name) != default
        }

    def to_json(self) -> dict[str, Any]:
        """Return the ``ruleset`` of a record's header."""
        return {"edition": self.edition, "map": self.map, "options": self.options()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Ruleset":
        """Read the ``ruleset`` of a record's header. Raises NotationError naming the key."""
        for key in data:
            if key not in ("edition", "map", "options"):
                raise NotationError(
                    "unknown key; known are edition, map, options", key=f"ruleset.{key}"
                )
        for key in ("edition", "map"):
            if key not in data:
                raise NotationError("missing", key=f"ruleset.{key}")
        options = data.get("options", {})
        if not isinstance(options, Mapping):
            raise NotationError(
                "expected an object, found {found}", key="ruleset.options", found=repr(options)
            )
        for name, value in options.items():
            check_option(name, value)
        return cls(data["edition"], data["map"], **options)


OPTIONS: Mapping[str, Any] = {
    field.name: field.default for field in fields(Ruleset) if field.name not in ("edition", "map")
}


def check_option(name: str, value: object) -> None:
    """Raise NotationError, naming the key, for an unknown option or value."""
    key = f"ruleset.options.{name}"
    if name not in OPTIONS:
        raise NotationError("unknown option; known are {known}", key=key, known=", ".join(OPTIONS))
    if name == "house_limit":
        if value is not None and (type(value) is not int or value < 1):
            raise NotationError(
                "expected null or a number from 1, found {found}", key=key, found=repr(value)
            )
    elif not any(type(value) is type(known) and value == known for known in CHOICES[name]):
        raise NotationError(
            "expected {known}, found {found}",
            key=key,
            known=" or ".join(_written(known) for known in CHOICES[name]),
            found=repr(value),
        )


def option_from_text(name: str, text: str) -> Any:
    """Return the value of option ``name`` typed as ``text`` (``true``, ``20``, ``null``).

    Raises NotationError naming the key.
    """
    words: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None}
    value: Any = text
    if name == "house_limit" or name not in CHOICES or not isinstance(CHOICES[name][0], str):
        lower = text.strip().lower()
        value = int(lower) if lower.isdecimal() and lower.isascii() else words.get(lower, text)
    check_option(name, value)
    return value


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Terms:
    """A ruleset for a number of players, with the tables looked up."""

    ruleset: Ruleset
    seats: int
    regions: int
    plant_limit: int
    step2_cities: int
    end_cities: int
    refill: tuple[Tokens, Tokens, Tokens]  # by step
    market_start: Tokens
    deck: Deck
    remove: tuple[int, ...]
    cartel: bool
    discount_bid: int  # 0: no discount token
    obsolete: bool
    unsold: bool
    most_cities: bool
    phase_out_plant: Plant  # 0: none
    depot_price: int  # 0: no depot

    def current(self, step: int) -> int:
        """Return how many plants, the lowest, are the current market.  Rules: PG-STEP-09."""
        return CURRENT if step < 3 else 2 * CURRENT


@cache
def terms(ruleset: Ruleset, seats: int) -> Terms:
    """Return what the rules read, for ``seats`` players. Raises NotationError for too few or many.

    A house limit below the number of cities that ends the game takes its place, since no network
    can grow beyond it.

    Rules: PG-COMP-04, PG-SETUP-01, PG-STEP-02, PG-STEP-03, PG-END-01, PG-END-02, PG-CART-10.
    """
    if seats not in SEATS:
        raise NotationError("expected 2 to 6 players, found {found}", key="players", found=seats)
    edition = EDITION[ruleset.edition]
    row = edition.seats[seats]
    cartel_row = ruleset.refill_2p if row.cartel else seats
    return Terms(
        ruleset=ruleset,
        seats=seats,
        regions=row.regions,
        plant_limit=row.max_plants,
        step2_cities=row.step2,
        end_cities=min(row.game_end, ruleset.house_limit or row.game_end),
        refill=edition.refill[cartel_row],
        market_start=edition.market_start,
        deck=edition.deck,
        remove=row.remove,
        cartel=row.cartel,
        discount_bid=edition.discount_bid,
        obsolete=edition.obsolete,
        unsold=edition.unsold,
        most_cities=edition.most_cities,
        phase_out_plant=edition.phase_out_plant[ruleset.map],
        depot_price=edition.depot_price[ruleset.map],
    )
