"""The rules of a game: edition, map and the ledger's options, each a named field.

Users choose a :class:`Ruleset`, and records keep it. The rules read :class:`Terms`: the ruleset for
a number of players, with every table looked up. No rule depends on the name of an edition or map.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any

from gridcommon.caveats import Caveat
from gridcommon.errors import NotationError, Wording
from gridcommon.options import (
    Domain,
    Option,
    declared_options,
    option,
    options_from_json,
    options_to_json,
)
from gridcommon.pickling import pickle_by_call, pickle_by_fields
from gridcommon.tables import check_keys, is_embedded
from powergrid.tables import (
    CURRENT,
    EDITION,
    EDITIONS,
    MAPS,
    PRICE_SUMS,
    PRICES,
    SEATS,
    TOKENS,
    CustomMap,
    Deck,
    Edition,
    Plant,
    Tokens,
)


def _count(data: object) -> int | None:
    if data is None or (type(data) is int and data >= 1):
        return data
    raise ValueError(data)


def _editions_with(has: Callable[[Edition], object]) -> tuple[str, ...]:
    return tuple(name for name, edition in EDITION.items() if has(edition))


_TOKEN = _editions_with(lambda edition: edition.discount_bid)
_CARTEL = _editions_with(lambda edition: any(row.cartel for row in edition.seats.values()))
_DEPOT = _editions_with(lambda edition: any(edition.depot_price.values()))
_COUNT = Domain(Wording("null or a number from 1", {}), _count)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """An edition, a map and options. Every option has the default of the ledger.

    The map is one of MAPS, or a custom map: see :func:`powergrid.load_map`.
    Rules: PG-COMP-04, PG-COMP-09.

    >>> Ruleset("classic", "usa").to_json()
    {'edition': 'classic', 'map': 'usa', 'options': {}}
    """

    edition: str = "recharged"
    map: str | CustomMap = "germany"
    start_cities: bool = option(
        False,
        True,
        rule="PG-SETUP-09",
        group="Cities and houses",
        title="Start cities are marked first",
    )
    house_limit: int | None = option(
        None,
        20,
        rule="PG-COMP-04",
        domain=_COUNT,
        group="Cities and houses",
        title="Houses of a network, at most",
        titles={"null": "no limit"},
    )
    start_in_occupied: bool = option(
        False,
        True,
        rule="PG-BUILD-02",
        group="Cities and houses",
        title="A network may begin where others are",
    )
    scrap_keep: str = option(
        "most",
        "free",
        rule="PG-AUC-17",
        group="Plants and steps",
        title="Fuel given up with a plant",
        titles={"most": "what does not fit", "free": "as much as you like"},
    )
    step3_first_update: str = option(
        "same_round",
        "next_round",
        rule="PG-BUR-07",
        group="Plants and steps",
        title="First market update of step 3",
        titles={"same_round": "in the same round", "next_round": "in the next round"},
    )
    market_update_after_step2_draw: str = option(
        "none",
        "bury",
        "discard",
        rule="PG-STEP-08",
        group="Plants and steps",
        title="Update after step 2 draws Step 3",
        titles={
            "none": "no update",
            "bury": "the highest under the stack",
            "discard": "the lowest leaves",
        },
    )
    step3_at_step2: str = option(
        "phase_5",
        "phase_4",
        rule="PG-STEP-08",
        group="Plants and steps",
        title="Step 3 card drawn by step 2 is of",
        titles={"phase_5": "phase 5", "phase_4": "phase 4"},
    )
    unsold_discount_with_step3: str = option(
        "both",
        "one",
        rule="PG-AUC-14",
        editions=_TOKEN,
        group="Plants and steps",
        title="Unsold discount plant with Step 3",
        titles={"both": "two plants leave", "one": "one plant leaves"},
    )
    refill_2p: int = option(
        2,
        3,
        rule="PG-BUR-04",
        editions=_CARTEL,
        group="Fuel and money",
        title="Refill for two players",
        titles={"2": "as for two", "3": "as for three"},
    )
    depot_coal: str = option(
        "when_empty",
        "always",
        rule="PG-RES-03",
        editions=_DEPOT,
        group="Fuel and money",
        title="Coal of the depot is for sale",
        titles={"when_empty": "when the market has none", "always": "always"},
    )
    hidden_money: bool = option(
        False, True, rule="PG-SETUP-03", group="Fuel and money", title="Money is hidden"
    )
    cartel_buys_39: bool = option(
        False,
        True,
        rule="PG-BUR-05",
        editions=_CARTEL,
        group="The Cartel",
        title="Plant 39 of the Cartel stops uranium",
    )
    cartel_uses_depot: bool = option(
        True,
        False,
        rule="PG-CART-05",
        editions=_CARTEL,
        group="The Cartel",
        title="The Cartel takes coal of the depot",
    )
    cartel_step3_pick: str = option(
        "highest",
        "fourth",
        rule="PG-CART-03",
        editions=_CARTEL,
        group="The Cartel",
        title="Plant of the Cartel in step 3",
        titles={"highest": "the highest", "fourth": "the fourth"},
    )
    region_count: int | None = option(
        None,
        5,
        rule="PG-SETUP-01",
        domain=_COUNT,
        group="Cities and houses",
        title="Regions in play",
        titles={"null": "as in the table"},
    )
    last_price: str = option(
        "minimum",
        "free",
        rule="PG-AUC-08",
        group="Plants and steps",
        title="Price for the last buyer",
        titles={"minimum": "the minimum", "free": "the minimum or more"},
    )
    lower_replacement: str = option(
        "any",
        "first",
        rule="PG-AUC-12",
        editions=_TOKEN,
        group="Plants and steps",
        title="Lower replacement that leaves",
        titles={"any": "whichever comes", "first": "only the first of the phase"},
    )

    def __post_init__(self) -> None:
        for key, value, known in (("edition", self.edition, EDITIONS), ("map", self.map, MAPS)):
            if value not in known and not (key == "map" and isinstance(value, CustomMap)):
                raise NotationError(
                    "unknown {what} {value}; choose one of {known}",
                    key=f"ruleset.{key}",
                    what=key,
                    value=repr(value),
                    known=", ".join(known),
                )
        for name, one in OPTIONS.items():
            one.from_json(one.to_json(getattr(self, name)))

    @property
    def custom_map(self) -> CustomMap | None:
        """The map of the user, or None for a printed one."""
        return None if isinstance(self.map, str) else self.map

    def options(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, by name."""
        return options_to_json(OPTIONS, self)

    def to_json(self) -> dict[str, Any]:
        """Return the ``ruleset`` of a record's header."""
        chosen = self.map if isinstance(self.map, str) else self.map.to_json()
        return {"edition": self.edition, "map": chosen, "options": self.options()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Ruleset":
        """Return the ruleset in a record's header. Raises NotationError naming the key."""
        needed = {"edition", "map"}
        check_keys(data, {*needed, "options"}, within="ruleset", required=needed)
        options = options_from_json(OPTIONS, data.get("options", {}))
        chosen = data["map"]
        if is_embedded(chosen):
            from powergrid.custom_maps import map_from_json

            chosen = map_from_json(chosen)
        return cls(data["edition"], chosen, **options)


OPTIONS: Mapping[str, Option] = declared_options(Ruleset)

# The options with a closed list of values; the first is the default.
CHOICES: Mapping[str, tuple[Any, ...]] = {
    name: one.values for name, one in OPTIONS.items() if one.domain is None
}


@dataclass(frozen=True, slots=True)
class Terms:
    """A ruleset for a number of players, with the tables looked up."""

    ruleset: Ruleset
    seats: int
    regions: int
    plant_limit: int
    step2_cities: int
    end_cities: int
    refill: tuple[Tokens, ...]  # by step
    market_start: Tokens
    tokens: Tokens  # all there are in the game
    prices: tuple[tuple[int, ...], ...]  # of the spaces of the market, by fuel, cheapest first
    price_sums: tuple[tuple[int, ...], ...]  # of the first spaces, from none on
    deck: Deck
    plants: tuple[Plant, ...]  # all that can be in the game, ascending
    plant_mask: int  # the same as bits
    backs: Mapping[Plant, str] = field(hash=False)  # empty if the cards' backs show nothing
    remove: tuple[int, ...]
    cartel: bool
    discount_bid: int  # 0: no discount token
    obsolete: bool
    unsold: bool
    most_cities: bool
    phase_out_plant: Plant  # 0: none
    depot_price: int  # 0: no depot
    caveats: tuple[Caveat, ...]  # about any of these, and about the map
    refill_caveats: tuple[Caveat, ...]  # those about ``refill``

    def caveats_of(self, rule: str) -> tuple[Caveat, ...]:
        """Return the caveats about the terms that ``rule`` uses."""
        return tuple(caveat for caveat in self.caveats if rule in caveat.rules)

    def current(self, step: int) -> int:
        """Return how many of the lowest plants form the current market.  Rules: PG-STEP-09."""
        return CURRENT if step < 3 else 2 * CURRENT

    def back(self, card: Plant) -> str | None:
        """Return the symbol on the back of a card, or None if backs show nothing.

        Rules: PG-SETUP-10.

        >>> terms(Ruleset(), 3).back(15), terms(Ruleset(), 3).back(16)
        ('plug', 'socket')
        """
        return self.backs.get(card)


@lru_cache(maxsize=256)
def terms(ruleset: Ruleset, seats: int) -> Terms:
    """Return the terms of ``ruleset`` for ``seats`` players; NotationError for too few or many.

    A house limit below the number of cities that ends the game replaces that number, since no
    network can grow beyond it.
    Rules: PG-COMP-04, PG-COMP-10, PG-SETUP-01, PG-STEP-02, PG-STEP-03, PG-END-01, PG-END-02,
    PG-CART-10.
    """
    if seats not in SEATS:
        raise NotationError("expected 2 to 6 players, found {found}", key="players", found=seats)
    edition = EDITION[ruleset.edition]
    row = edition.seats[seats]
    cartel_row = ruleset.refill_2p if row.cartel else seats
    refill, of_refill = edition.refill[cartel_row], edition.refill_caveats.get(cartel_row, ())
    if ruleset.region_count or not isinstance(ruleset.map, str):
        from powergrid.custom_maps import checked_row

        row = checked_row(
            ruleset.map, ruleset.edition, seats, ruleset.house_limit, ruleset.region_count
        )
    market_start, tokens, prices, sums = edition.market_start, TOKENS, PRICES, PRICE_SUMS
    deck, remove = edition.deck, row.remove
    if isinstance(ruleset.map, str):
        phase_out_plant = edition.phase_out_plant[ruleset.map]
        depot_price = edition.depot_price[ruleset.map]
        of_map = edition.map_caveats[ruleset.map]
    else:
        from powergrid.custom_maps import (
            check_marks,
            own_deck,
            own_market,
            own_refill,
            own_special,
        )

        own, of_map = own_refill(ruleset.map, cartel_row), ()
        market_start, tokens, prices = own_market(ruleset.map, ruleset.edition)
        sums = tuple(tuple(accumulate(row, initial=0)) for row in prices)
        deck, remove = own_deck(ruleset.map, ruleset.edition, seats)
        check_marks(ruleset.map, ruleset.start_cities and seats, tokens, market_start)
        refill, of_refill = (own, ()) if own else (refill, of_refill)
        phase_out_plant, depot_price = own_special(ruleset.map)
    plants = tuple(sorted(plant for group in deck.groups for plant in group))
    caveats = *of_refill, *of_map
    return Terms(
        ruleset=ruleset,
        seats=seats,
        regions=row.regions,
        plant_limit=row.max_plants,
        step2_cities=row.step2,
        end_cities=min(row.game_end, ruleset.house_limit or row.game_end),
        refill=refill,
        market_start=market_start,
        tokens=tokens,
        prices=prices,
        price_sums=sums,
        deck=deck,
        plants=plants,
        plant_mask=sum(1 << plant for plant in plants),
        backs=edition.backs,
        remove=remove,
        cartel=row.cartel,
        discount_bid=edition.discount_bid,
        obsolete=edition.obsolete,
        unsold=edition.unsold,
        most_cities=edition.most_cities,
        phase_out_plant=phase_out_plant,
        depot_price=depot_price,
        caveats=caveats,
        refill_caveats=tuple(caveat for caveat in caveats if "PG-BUR-04" in caveat.rules),
    )


pickle_by_fields(Ruleset)
pickle_by_call(Terms, terms, lambda one: (one.ruleset, one.seats))
