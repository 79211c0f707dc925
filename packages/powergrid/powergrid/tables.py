"""The printed tables: plants, fuel market, payments, refill, set-up counts and maps.

This is frozen data, read once from the TOML files in ``data/``. ``PROVENANCE.md`` there gives the
source of each table and its uncertain cells.

Rules: PG-COMP-01, PG-COMP-02, PG-COMP-03, PG-COMP-05, PG-COMP-07.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from gridcommon.caveats import Caveat, read_caveats
from gridcommon.pickling import pickle_by_fields
from gridcommon.tables import shipped_toml

Fuel = int  # an index of FUELS
Plant = int  # the number printed on the card
City = int  # see CITY_NAMES

FUELS: Final = ("coal", "oil", "garbage", "uranium")
BACKS = ("plug", "socket")  # the symbols on the backs of cards
COLOURS: Final = ("blue", "yellow", "red", "teal", "purple", "brown", "green")  # of regions
COAL: Final = 0
OIL: Final = 1
GARBAGE: Final = 2
URANIUM: Final = 3
HYBRID: Final = 4  # the fuel of hybrids, after FUELS: coal and oil in any mix
DEPOT: Final = 4  # coal bought from the depot, an index of GOODS
GOODS: Final = (*FUELS, "depot")

Tokens = tuple[int, ...]  # a count for each of FUELS
NOTHING: Final[Tokens] = (0, 0, 0, 0)

STEP3: Final = 99  # the Step 3 card, in a stack; sorts above every plant
UNKNOWN: Final = 0  # a card hidden in a view

SEATS: Final = range(2, 7)
CAVEATS = read_caveats("powergrid")


@dataclass(frozen=True, slots=True)
class PlantCard:
    """A power plant: ``fuel`` tokens run it once for up to ``cities`` cities."""

    number: Plant
    kind: str  # a fuel, "hybrid" (coal and oil in any mix), "wind" or "fusion"
    fuel: int
    cities: int


@dataclass(frozen=True, slots=True)
class SeatsRow:
    """The numbers that depend on the number of players."""

    regions: int
    max_plants: int
    step2: int  # connected cities of one player that start step 2
    game_end: int  # connected cities of one player that end the game
    remove: tuple[int, ...]  # plants removed unseen, from each group of the deck
    cartel: bool


@dataclass(frozen=True, slots=True)
class Deck:
    """The possible places of plants at the start. See ``tables.toml``."""

    market: tuple[Plant, ...]
    top: tuple[Plant, ...]
    groups: tuple[tuple[Plant, ...], ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """The data of one edition."""

    title: str  # its usual name
    market_start: Tokens
    refill: Mapping[int, tuple[Tokens, ...]]  # by players, then by step 1-3
    seats: Mapping[int, SeatsRow]
    deck: Deck
    backs: Mapping[Plant, str]  # symbol on the back of each card and STEP3; empty if none
    discount_bid: int  # 0: no discount token
    obsolete: bool
    unsold: bool
    most_cities: bool
    phase_out_plant: Mapping[str, Plant]  # by map, 0 for never
    depot_price: Mapping[str, int]  # by map, 0 for no depot
    refill_caveats: Mapping[int, tuple[Caveat, ...]]  # by players
    map_caveats: Mapping[str, tuple[Caveat, ...]]  # by map


@dataclass(frozen=True, slots=True)
class CustomMap:
    """A map of the user, made by :func:`powergrid.load_map` or :func:`powergrid.map_from_table`.

    ``table`` is complete and in the order in which records have it. Maps with the same table are
    equal. ``source`` is the file, or the digest in a record.  Rules: PG-COMP-09, PG-COMP-10.
    """

    digest: str
    name: str = field(compare=False)
    table: Mapping[str, Any] = field(compare=False, repr=False)
    source: str = field(compare=False)

    def __str__(self) -> str:
        return self.name

    def to_json(self) -> dict[str, Any]:
        """Return the map for embedding in a record."""
        return {"digest": self.digest, "table": dict(self.table)}


@dataclass(frozen=True, slots=True)
class Map:
    """A board as one edition prints it. Regions and cities are in the order of their names."""

    key: "str | CustomMap"  # one of MAPS, or whose map it is
    edition: str  # one of EDITIONS
    name: str
    regions: tuple[str, ...]
    colours: tuple[str, ...]  # of the regions, as on the classic boards
    cities: tuple[City, ...]
    region_of: Mapping[City, str] = field(hash=False)
    # Longitude, latitude: for drawing only
    place: Mapping[City, tuple[float, float]] = field(hash=False)
    links: tuple[tuple[City, City, int], ...]
    neighbours: Mapping[str, frozenset[str]] = field(hash=False)  # regions joined by a link


def _tokens(row: Mapping[str, int]) -> Tokens:
    return (row["coal"], row["oil"], row["garbage"], row["uranium"])


def _numbers(ends: list[int]) -> tuple[Plant, ...]:
    return tuple(number for number in PLANTS if ends[0] <= number <= ends[1])


def _plants() -> dict[Plant, PlantCard]:
    rows = shipped_toml("powergrid", "plants.toml")["plants"]
    return {row["number"]: PlantCard(**row) for row in rows}


PLANTS: Mapping[Plant, PlantCard] = _plants()

# The same indexed by number, for fast access: the fuel of a plant (or HYBRID), the tokens that one
# run burns, and the cities that it powers.
_BURNT = {**{name: fuel for fuel, name in enumerate(FUELS)}, "hybrid": HYBRID}
_NUMBERS = range(max(PLANTS) + 1)
BURNS: Final[tuple[int, ...]] = tuple(
    _BURNT.get(PLANTS[number].kind, COAL) if number in PLANTS else COAL for number in _NUMBERS
)
LOAD: Final[tuple[int, ...]] = tuple(
    PLANTS[number].fuel if number in PLANTS else 0 for number in _NUMBERS
)
POWERED: Final[tuple[int, ...]] = tuple(
    PLANTS[number].cities if number in PLANTS else 0 for number in _NUMBERS
)


def _backs(table: Mapping[str, Any]) -> Mapping[Plant, str]:
    backs = {plant: back for back in BACKS if back in table for plant in _numbers(table[back])}
    return backs | ({STEP3: table["step3"]} if backs else {})


_TABLES = shipped_toml("powergrid", "tables.toml")

EDITIONS: tuple[str, ...] = tuple(_TABLES["edition"])
MAPS: tuple[str, ...] = tuple(_TABLES["maps"])
_MAP_TABLES = {board: shipped_toml("powergrid", f"{board}.toml") for board in MAPS}

PAYMENT: Final[tuple[int, ...]] = tuple(
    _TABLES["payment"]
)  # by powered cities, the last for all above
START_MONEY: Final[int] = _TABLES["start_money"]
SLOT_COST: Final[tuple[int, ...]] = tuple(_TABLES["house_cost"])
CURRENT: Final[int] = _TABLES["current"]
TOKENS: Final[Tokens] = _tokens(_TABLES["tokens"])

# The price of each token of a full market, cheapest first: a market of n tokens is its last n,
# since the cheapest are bought first and the most expensive spaces are filled first.
PRICES: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(price for price in row["prices"] for _ in range(row["per_space"]))
    for row in (_TABLES["market"][fuel] for fuel in FUELS)
)
PRICE_SUMS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(accumulate(prices, initial=0)) for prices in PRICES
)

CARTEL_HOUSES: int = _TABLES["cartel"]["houses"]
CARTEL_START: tuple[int, ...] = tuple(_TABLES["cartel"]["start"])
CARTEL_PLANTS: Final[int] = _TABLES["cartel"]["max_plants"]


def _caveats(ids: list[str]) -> tuple[Caveat, ...]:
    return tuple(CAVEATS[name] for name in ids)


def _edition(name: str) -> Edition:
    def own(part: str) -> Any:
        return _TABLES[part][name]

    only, start, deck = own("edition"), own("market_start"), own("deck")
    special = {board: table["special"][name] for board, table in _MAP_TABLES.items()}
    full = [
        sum(low <= price <= high for price in PRICES[fuel])
        for fuel, (low, high) in enumerate(start[fuel] for fuel in FUELS)
    ]
    return Edition(
        title=only["title"],
        market_start=(full[COAL], full[OIL], full[GARBAGE], full[URANIUM]),
        refill={
            int(seats): (
                _tokens({fuel: row[fuel][0] for fuel in FUELS}),
                _tokens({fuel: row[fuel][1] for fuel in FUELS}),
                _tokens({fuel: row[fuel][2] for fuel in FUELS}),
            )
            for seats, row in own("refill").items()
        },
        seats={
            int(seats): SeatsRow(**{**row, "remove": tuple(row["remove"])})
            for seats, row in own("setup").items()
        },
        deck=Deck(
            _numbers(deck["market"]),
            _numbers(deck["top"]),
            tuple(_numbers(group) for group in deck["groups"]),
        ),
        backs=_backs(own("backs")),
        discount_bid=only["discount_bid"],
        obsolete=only["obsolete"],
        unsold=only["unsold"],
        most_cities=only["most_cities"],
        phase_out_plant={board: special[board]["phase_out_plant"] for board in MAPS},
        depot_price={board: special[board]["depot_price"] for board in MAPS},
        refill_caveats={int(seats): _caveats(ids) for seats, ids in own("refill_doubts").items()},
        map_caveats={board: _caveats(special[board]["doubts"]) for board in MAPS},
    )


EDITION: Mapping[str, Edition] = {name: _edition(name) for name in EDITIONS}


def _printed_names(tables: Mapping[str, Any]) -> tuple[str, ...]:
    names = {
        row["name"]
        for table in tables.values()
        for group in ("both", *EDITIONS)
        for row in table["cities"][group]
    }
    return tuple(sorted(names))


class CityNames:
    """The name of each city: an index into the cities of all printed maps and editions.

    Beyond them the number is the name itself, read as a number, so that it is the same in every
    process and whatever maps were loaded. Iteration and ``len`` are about the printed cities.
    """

    def __init__(self, printed: tuple[str, ...]) -> None:
        self._printed = printed

    def __len__(self) -> int:
        return len(self._printed)

    def __iter__(self) -> Iterator[str]:
        return iter(self._printed)

    def __getitem__(self, city: City) -> str:
        if city < len(self._printed):
            return self._printed[city]
        return city.to_bytes((city.bit_length() + 7) // 8, "big")[1:].decode()

    def get(self, city: City) -> str | None:
        """Return the name of a city, or None for a number that is none."""
        if city < 0:
            return None
        try:
            name = self[city]
        except UnicodeDecodeError:
            return None
        return name if city_number(name) == city else None


# In the order of their code points, as records list cities; two maps may share a name.
CITY_NAMES: Final = CityNames(_printed_names(_MAP_TABLES))
CITY_OF: Final[Mapping[str, City]] = {name: city for city, name in enumerate(CITY_NAMES)}
CUSTOM_CITIES: Final[dict[str, City]] = {}  # of the custom maps that this process has used
_MOST_CUSTOM_CITIES: Final = 4000


def city_number(name: str) -> City:
    """Return the number of a city.

    >>> CITY_NAMES[city_number("Essen")], CITY_NAMES[city_number("Vila Alta")]
    ('Essen', 'Vila Alta')
    """
    known = CITY_OF.get(name)
    return int.from_bytes(b"\1" + name.encode(), "big") if known is None else known


def _map(
    key: str | CustomMap,
    edition: str,
    name: str,
    colours: Mapping[str, str],
    cities: Iterable[Mapping[str, Any]],
    connections: Iterable[Sequence[Any]],
) -> Map:
    rows = {city_number(row["name"]): row for row in sorted(cities, key=lambda row: row["name"])}
    region_of = {city: row["region"] for city, row in rows.items()}
    links = []
    neighbours: dict[str, set[str]] = {region: set() for region in sorted(colours)}
    for one, other, cost in connections:
        first, second = city_number(one), city_number(other)
        links.append((first, second, cost))
        regions = region_of[first], region_of[second]
        if regions[0] != regions[1]:
            neighbours[regions[0]].add(regions[1])
            neighbours[regions[1]].add(regions[0])
    return Map(
        key=key,
        edition=edition,
        name=name,
        regions=tuple(neighbours),
        colours=tuple(colours[region] for region in neighbours),
        cities=tuple(region_of),
        region_of=region_of,
        place={city: (row["lon"], row["lat"]) for city, row in rows.items()},
        links=tuple(links),
        neighbours={region: frozenset(near) for region, near in neighbours.items()},
    )


def _colours(regions: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {region: row["colour"] for region, row in regions.items()}


def _printed_map(board: str, edition: str) -> Map:
    table, title = _MAP_TABLES[board], _TABLES["maps"][board]["title"]
    cities = table["cities"]["both"] + table["cities"][edition]
    connections = table["connections"]["both"] + table["connections"][edition]
    return _map(board, edition, title, _colours(table["regions"]), cities, connections)


MAP: Mapping[tuple[str, str], Map] = {
    (board, edition): _printed_map(board, edition) for board in MAPS for edition in EDITIONS
}


def map_of(chosen: str | CustomMap, edition: str) -> Map:
    """Return a map as an edition prints it; a custom map is the same in every edition."""
    if isinstance(chosen, str):
        return MAP[chosen, edition]
    found = _custom_map(chosen, edition)
    if len(CUSTOM_CITIES) > _MOST_CUSTOM_CITIES:
        CUSTOM_CITIES.clear()
    CUSTOM_CITIES.update((CITY_NAMES[city], city) for city in found.cities)
    return found


@lru_cache(maxsize=16)  # one for each table and edition in use
def _custom_map(chosen: CustomMap, edition: str) -> Map:
    table = chosen.table
    regions, cities, connections = table["regions"], table["cities"], table["connections"]
    return _map(chosen, edition, chosen.name, _colours(regions), cities, connections)


pickle_by_fields(CustomMap)
