"""Maps of the user: read from a TOML file, a table, or a record, and checked before a game.

Loaded only where there is such a map. The game reads :func:`powergrid.tables.map_of`.

Rules: PG-COMP-09, PG-COMP-10.
"""

import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from gridcommon.arguments import check_list, check_object, check_text
from gridcommon.codecs import Codec, Many, Number, Object, OneOf, Text
from gridcommon.errors import Faults, JoinedList, NotationError, Word, Wording, errors_under
from gridcommon.networks import components
from gridcommon.spelling import is_number, nearest, normalized, quoted, spellings, unaccented
from gridcommon.tables import check_keys, read_embedded, read_user_table, require, to_embedded
from powergrid.board import board, contiguous, zones
from powergrid.tables import (
    CARTEL_START,
    CITY_NAMES,
    COLOURS,
    CURRENT,
    EDITION,
    EDITIONS,
    FUELS,
    PLANTS,
    PRICES,
    SEATS,
    SLOT_COST,
    TOKENS,
    URANIUM,
    CustomMap,
    Deck,
    Plant,
    SeatsRow,
    Tokens,
    map_of,
)

MOST_CITIES: Final = 50  # as many find room in the smallest terminal
MOST_REGIONS: Final = 12
MOST_COST: Final = 99  # Elektro, of a connection and of the depot's coal
_MOST_LINKS = 4 * MOST_CITIES
_LONGEST = 24  # characters of a name
MOST_SPACES: Final = 40  # of a fuel on the market
_MOST_TOKENS = 60  # of a fuel, on the market or beside it
_LATER = ("market", "deck")  # after version 1.0
_FUEL_KEYS = ("start", "supply", "prices")
_MARKS = " .'’‘-–()&/"  # in a name, besides letters and digits
_EDGE = {"lon": 180.0, "lat": 80.0}  # degrees; nearer to a pole nothing can be drawn
_NEAREST = 0.001  # degrees between two cities
_FLATTEST = 20  # width to height of a map, or height to width

# The words for the colours, in both languages
_COLOUR_WORDS = dict(
    zip(
        (*COLOURS, "azul", "amarelo", "vermelho", "turquesa", "roxo", "marrom", "verde"),
        (*COLOURS, *COLOURS),
        strict=True,
    )
)

_STEPS = 3
_ENDS = ("step2", "game_end")


def load_map(path: Path) -> CustomMap:
    """Return the map in a user's file. Raises NotationError naming file, line and key.

    Rules: PG-COMP-09, PG-COMP-10.
    """
    return read_user_table(path, _custom_map)


def map_from_table(table: Mapping[str, Any]) -> CustomMap:
    """Return the map in a table like that of a file. Raises NotationError naming the key.

    Rules: PG-COMP-09, PG-COMP-10.
    """
    return _custom_map(dict(table), "")


def map_from_json(data: object) -> CustomMap:
    """Return the map in the ``ruleset`` of a record. Raises NotationError naming the key."""
    return read_embedded(data, "ruleset.map", _custom_map)


# What a game asks of a map


def own_refill(own: CustomMap, row: int) -> tuple[Tokens, ...]:
    """Return the refill by step that the map sets for a number of players; () if it sets none."""
    counts = own.table["refill"].get(str(row))
    if not counts:
        return ()
    return tuple(
        (coal, oil, garbage, uranium)
        for coal, oil, garbage, uranium in zip(*(counts[fuel] for fuel in FUELS), strict=True)
    )


def own_special(own: CustomMap) -> tuple[Plant, int]:
    """Return the plant that stops the refill of uranium and the price of the depot, 0 for none."""
    special = own.table["special"]
    return special["phase_out_plant"], special["depot_price"]


def checked_row(
    chosen: str | CustomMap,
    edition: str,
    seats: int,
    house_limit: int | None = None,
    regions: int | None = None,
) -> SeatsRow:
    """Return the numbers for a number of players, with as many ``regions`` or those of the edition.

    Raises NotationError if the map does not suit them.  Rules: PG-COMP-10, PG-SETUP-01.
    """
    row = _row(chosen, edition, seats, house_limit)
    row = replace(row, regions=regions or row.regions)
    why = _misfit(chosen, edition, seats, row)
    if why is None:
        return row
    has_file = isinstance(chosen, CustomMap) and chosen.source != chosen.digest
    raise NotationError(
        "PG-COMP-10: {map} does not suit {seats} players: {why}",
        source=getattr(chosen, "source", None) if has_file else None,  # a digest names no file
        key="ruleset.options.region_count" if regions else "players",
        map=Word(map_of(chosen, edition).name),
        seats=seats,
        why=why,
    )


def own_market(own: CustomMap, edition: str) -> tuple[Tokens, Tokens, tuple[tuple[int, ...], ...]]:
    """Return the tokens on the market at the start, all tokens, and the prices of the spaces.

    Rules: PG-COMP-10.
    """
    rows = own.table.get("market", {})
    start, every, prices = zip(
        *(_fuel_of(rows.get(name, {}), fuel, edition) for fuel, name in enumerate(FUELS)),
        strict=True,
    )
    return start, every, prices


def own_deck(own: CustomMap, edition: str, seats: int) -> tuple[Deck, tuple[int, ...]]:
    """Return the places of plants at the start, and how many are removed from each group.

    Rules: PG-COMP-10.
    """
    table = own.table.get("deck")
    if table is None:
        return EDITION[edition].deck, EDITION[edition].seats[seats].remove
    groups = tuple(map(tuple, table["groups"]))
    removed = table["remove"].get(str(seats), [0] * len(groups))
    return Deck(tuple(table["market"]), tuple(table["top"]), groups), tuple(removed)


def check_marks(own: CustomMap, needed: int, tokens: Tokens, start: Tokens) -> None:
    """Check that the supply has the uranium that marks start cities.

    Rules: PG-SETUP-09, PG-COMP-10.
    """
    left = tokens[URANIUM] - start[URANIUM]
    require(
        needed <= left,
        "ruleset.options.start_cities",
        "PG-SETUP-09: start cities need {needed} uranium of the supply; {map} has {left}",
        needed=needed,
        map=own.name,
        left=left,
    )


@dataclass(frozen=True, slots=True)
class Suitability:
    """Whether a map suits a number of players: the numbers of a game, and why it does not."""

    seats: int
    row: SeatsRow
    zones: int  # that can be chosen
    cities: tuple[int, int]  # of the smallest and of the largest zone
    why: Wording | None
    left_out: tuple[Wording, ...]  # why each other contiguous zone cannot be chosen


def suitabilities(own: CustomMap, edition: str) -> Iterator[Suitability]:
    """Yield which numbers of players a map suits.  Rules: PG-COMP-10."""
    for seats in SEATS:
        row = _row(own, edition, seats)
        choices = zones(own, edition, row.regions)
        sizes = [len(board(own, edition, zone).cities) for zone in choices] or [0]
        why = _misfit(own, edition, seats, row)
        others = tuple(
            _apart(own, edition, zone)
            for zone in contiguous(own, edition, row.regions)
            if zone not in choices
        )
        yield Suitability(seats, row, len(choices), (min(sizes), max(sizes)), why, others)


def _row(
    chosen: str | CustomMap, edition: str, seats: int, house_limit: int | None = None
) -> SeatsRow:
    row = EDITION[edition].seats[seats]
    if isinstance(chosen, CustomMap):
        row = replace(row, **chosen.table["players"].get(str(seats), {}))
    return replace(row, game_end=min(row.game_end, house_limit or row.game_end))


def _apart(chosen: str | CustomMap, edition: str, zone: tuple[str, ...]) -> Wording:
    """Return the sentence that names two cities of a zone that are not connected within it."""
    area = board(chosen, edition, zone)
    pieces = components([[other for other, _ in links] for links in area.links])
    return Wording(
        "in the zone {zone}, {city} is not connected with {other}",
        {
            "zone": ", ".join(zone),
            "city": CITY_NAMES[area.cities[pieces.index(max(pieces))]],
            "other": CITY_NAMES[area.cities[0]],
        },
    )


def _misfit(chosen: str | CustomMap, edition: str, seats: int, row: SeatsRow) -> Wording | None:
    """Return why a game for this number of players could last for ever, or None.

    There is a zone whose cities are connected; in every such zone, there are enough cities for the
    end; if no network were large enough for it, step 3 would have a slot for somebody; and the same
    for step 2.
    """
    choices = zones(chosen, edition, row.regions)
    for zone in () if choices else contiguous(chosen, edition, row.regions):
        return _apart(chosen, edition, zone)
    if not choices:
        return Wording(
            "they need {count} regions that are connected with each other; the map has {found}",
            {"count": row.regions, "found": len(map_of(chosen, edition).regions)},
        )
    for zone in choices:
        area = board(chosen, edition, zone)
        named, count = {"zone": ", ".join(zone)}, len(area.cities)
        if count < row.game_end:
            return Wording(
                "the zone {zone} has {cities} cities, and the game ends with {end}",
                named | {"cities": count, "end": row.game_end},
            )
        if not row.cartel and seats * (row.game_end - 1) >= len(SLOT_COST) * count:
            return Wording(
                "the zone {zone} has {slots} slots, and {seats} players fill them all before one "
                "has {end} cities",
                named | {"slots": len(SLOT_COST) * count, "seats": seats, "end": row.game_end},
            )
        free = count - (len(CARTEL_START) if row.cartel else 0)
        if seats * (row.step2 - 1) >= free:
            return Wording(
                "the zone {zone} has {cities} cities for step 1, and {seats} players fill them all "
                "before one has the {step2} that start step 2",
                named | {"cities": free, "seats": seats, "step2": row.step2},
            )
    return None


# Reading a table: what can be read is read, and all faults so far are reported together


class _Table(Object):
    """An object of which all faults are reported together."""

    def from_json(self, data: Any) -> dict[str, Any]:
        check_object(data)
        faults = Faults()
        found = {}
        for key in data:
            with faults.noted():
                check_keys({key: None}, self.keys.keys())
        for key, codec in self.keys.items():
            with faults.noted(), errors_under(key):
                if key in data:
                    found[key] = codec.from_json(data[key])
                else:
                    require(key in self.optional, "", "missing")
        faults.raise_all()
        return found


class _Name(Codec[str]):
    """A name with composed letters. It can be typed, and fits into columns."""

    def __init__(self, most: int) -> None:
        self._most = most

    def from_json(self, data: Any) -> str:
        name = _composed(data)
        for sign in name:
            wide = unicodedata.east_asian_width(sign) in "WF"
            backwards = unicodedata.bidirectional(sign) in ("R", "AL")
            require(
                sign in _MARKS or (sign.isalnum() and not wide and not backwards),
                "",
                "PG-COMP-09: {name} has {sign} ({code}); a name has letters that are one column "
                "wide and written from left to right, digits and {marks}",
                name=quoted(name),
                sign=quoted(sign),
                code=f"U+{ord(sign):04X}",
                marks=_MARKS.strip(),
            )
        require(
            0 < len(name) <= self._most and all(name.split(" ")) and name[0].isalnum(),
            "",
            "PG-COMP-09: a name has 1 to {most} characters, begins with a letter or a digit, and "
            "has single spaces between its words; found {found}",
            most=self._most,
            found=quoted(name),
        )
        return name


class _CityName(_Name):
    """The name of a city, which is not typed as that of another printed city is."""

    def from_json(self, data: Any) -> str:
        name = super().from_json(data)
        for printed in CITY_NAMES:
            require(
                name == printed or not {*spellings(name)} & {*spellings(printed)},
                "",
                "PG-COMP-09: the printed maps write {name} as {printed}; write it so too, or "
                "otherwise",
                name=quoted(name),
                printed=quoted(printed),
            )
        return name


class _Degrees(Codec[float]):
    """A longitude or latitude."""

    def __init__(self, edge: float) -> None:
        self._edge = edge

    def from_json(self, data: Any) -> float:
        is_number = isinstance(data, int | float) and not isinstance(data, bool)
        require(
            is_number and -self._edge <= data <= self._edge,
            "",
            "PG-COMP-09: expected degrees, a number from {least} to {most}; found {found}",
            least=f"{-self._edge:g}",
            most=f"{self._edge:g}",
            found=quoted(data),
        )
        return float(data)


class _Link(Codec[list[Any]]):
    """A connection: two cities in order, and the cost."""

    def from_json(self, data: Any) -> list[Any]:
        require(
            isinstance(data, list) and len(data) == 3,
            "",
            "expected two cities and a cost, found {found}",
            found=quoted(data),
        )
        return [*sorted(map(_composed, data[:2])), _ELEKTRO.from_json(data[2])]


class _Steps(Codec[list[int]]):
    """The refill of a fuel in each step."""

    def from_json(self, data: Any) -> list[int]:
        require(
            isinstance(data, list) and len(data) == _STEPS,
            "",
            "expected a number for each of the steps 1, 2 and 3, found {found}",
            found=quoted(data),
        )
        return [_TOKENS.from_json(count) for count in data]


class _Prices(Codec[list[int]]):
    """The prices of the spaces of a fuel, cheapest first."""

    def from_json(self, data: Any) -> list[int]:
        require(
            isinstance(data, list) and 1 <= len(data) <= MOST_SPACES,
            "",
            "PG-COMP-10: expected the prices of 1 to {most} spaces, found {found}",
            most=MOST_SPACES,
            found=quoted(data),
        )
        prices = [_PRICE.from_json(price) for price in data]
        require(
            prices == sorted(prices),
            "",
            "PG-COMP-10: expected the prices of the spaces, cheapest first; found {found}",
            found=quoted(prices),
        )
        return prices


class _Market(_Table):
    """The fuel of the start and the prices of the spaces, where a map sets them."""

    def from_json(self, data: Any) -> dict[str, Any]:
        found = super().from_json(data)
        for name, row in found.items():
            for edition in EDITIONS:
                start, every, prices = _fuel_of(row, FUELS.index(name), edition)
                require(
                    start <= len(prices),
                    name,
                    "PG-COMP-10: the market starts with {start} tokens (edition {edition}) and has "
                    "{spaces:space|spaces}",
                    start=start,
                    edition=Word(EDITION[edition].title),
                    spaces=len(prices),
                )
                require(
                    start <= every,
                    name,
                    "PG-COMP-10: the market starts with {start} tokens of {every}; name the supply "
                    "too",
                    start=start,
                    every=every,
                )
        return found


class _PhaseOut(Codec[Plant]):
    """The number of a plant, or 0."""

    def from_json(self, data: Any) -> Plant:
        require(
            type(data) is int and (data == 0 or data in PLANTS),
            "",
            "PG-COMP-10: expected the number of a plant, or 0 for none; found {found}",
            found=quoted(data),
        )
        return int(data)


class _Plants(Codec[list[Plant]]):
    """A list of plants and of ranges in quotes, as in ``"16-50"``."""

    def from_json(self, data: Any) -> list[Plant]:
        check_list(data)
        found: set[Plant] = set()
        for row in data:
            first, dash, last = row.partition("-") if isinstance(row, str) else ("", "", "")
            if dash and is_number(first) and is_number(last):
                ends = int(first[:9]), int(last[:9])
                plants = {plant for plant in PLANTS if ends[0] <= plant <= ends[1]}
            else:
                plants = {row} if type(row) is int and row in PLANTS else set()
            require(
                bool(plants),
                "",
                "PG-COMP-10: expected the number of a plant, or a range in quotes as {example}; "
                "found {found}",
                example='"16-50"',
                found=quoted(row),
            )
            found |= plants
        return sorted(found)


class _Deck(_Table):
    """The set-up of the plants, with each range written out."""

    def from_json(self, data: Any) -> dict[str, Any]:
        found = super().from_json(data)
        groups = found["groups"] = list(found["groups"])
        every = [plant for group in groups for plant in group]
        require(len({*every}) == len(every), "groups", "PG-COMP-10: a plant is in two groups")
        for part in ("market", "top"):
            for plant in found[part]:
                require(
                    plant in every, part, "PG-COMP-10: plant {plant} is in no group", plant=plant
                )
        face_up, top = {*found["market"]}, {*found["top"]}
        require(
            len(face_up) >= 2 * CURRENT,
            "market",
            "PG-COMP-10: {least} plants are face up at the start; found {found}",
            least=2 * CURRENT,
            found=len(face_up),
        )
        require(
            bool(top - face_up) or len(top) > 2 * CURRENT,
            "top",
            "PG-COMP-10: no plant may be left for the top of the stack",
        )
        sizes = [len(group) for group in groups]
        removed = {seats: list(counts) for seats, counts in found.get("remove", {}).items()}
        for seats, counts in removed.items():
            require(
                len(counts) == len(sizes)
                and all(count <= size for count, size in zip(counts, sizes, strict=True)),
                f"remove.{seats}",
                "PG-COMP-10: expected a number for each of {groups:group|groups}, at most its "
                "plants; found {found}",
                groups=len(groups),
                found=quoted(counts),
            )
        return found | {"remove": removed}


def _composed(text: Any) -> str:
    check_text(text)
    return unicodedata.normalize("NFC", text)


def _by_seats(row: Codec[Any]) -> _Table:
    seats = tuple(map(str, SEATS))
    return _Table(dict.fromkeys(seats, row), seats)


_ELEKTRO, _PRICE = Number("COST", 0, MOST_COST), Number("PRICE", 1, MOST_COST)
_TOKENS, _COUNT = Number("TOKENS", 0, _MOST_TOKENS), Number("CITIES", 2, MOST_CITIES)
_SPECIAL = {"phase_out_plant": 0, "depot_price": 0}
_FUEL_ROW = _Table({"start": _TOKENS, "supply": _TOKENS, "prices": _Prices()}, _FUEL_KEYS)
_REGION = _Table({"colour": OneOf("COLOUR", COLOURS)}, ["colour"])
_CITY = _Table(
    {"name": _CityName(_LONGEST), "region": Text()}
    | {axis: _Degrees(edge) for axis, edge in _EDGE.items()}
)

# In the order of records
_OPTIONAL: Mapping[str, _Table] = {
    "players": _by_seats(_Table(dict.fromkeys(_ENDS, _COUNT), _ENDS)),
    "refill": _by_seats(_Table(dict.fromkeys(FUELS, _Steps()))),
    "special": _Table({"phase_out_plant": _PhaseOut(), "depot_price": _ELEKTRO}, [*_SPECIAL]),
    "market": _Market(dict.fromkeys(FUELS, _FUEL_ROW), FUELS),
    "deck": _Deck(
        {
            "market": _Plants(),
            "top": _Plants(),
            "groups": Many(_Plants()),
            "remove": _by_seats(Many(Number("PLANTS", 0))),
        },
        ["remove"],
    ),
}


def _custom_map(table: dict[str, Any], source: str) -> CustomMap:
    """Return the map in a table; ``source`` is its file, or the digest of a record's table."""
    faults = Faults()
    readers: Mapping[str, Callable[[Any], Any]] = {
        "name": _map_name,
        "regions": _regions,
        "cities": _cities,
        "connections": _links,
    }
    found: dict[str, Any] = {}
    for key in sorted(table.keys() - {*readers, *_OPTIONAL}):
        with faults.noted():
            check_keys({key: None}, {*readers, *_OPTIONAL})
    for key, read in readers.items():
        with faults.noted():
            require(key in table, key, "missing")
            found[key] = read(table[key])
    for key, shape in _OPTIONAL.items():
        if key in table or key not in _LATER:  # else the digest is that of earlier versions
            with faults.noted(), errors_under(key):
                found[key] = shape.from_json(table.get(key, {}))
    faults.raise_all()
    cities, links = found["cities"], found["connections"]
    _check_cities(cities, found["regions"])
    _check_links(links, [row["name"] for row in cities])
    complete = found | {
        "regions": _coloured(found["regions"], cities, links),
        "cities": sorted(cities, key=lambda row: row["name"]),
        "connections": sorted(links),
        "special": _SPECIAL | found["special"],
    }
    digest = to_embedded(complete)["digest"]
    own = CustomMap(digest, complete["name"], complete, source or digest)
    _check_whole(own)
    return own


def _map_name(name: Any) -> str:
    with errors_under("name"):
        return _Name(2 * _LONGEST).from_json(name)


def _cities(rows: Any) -> list[dict[str, Any]]:
    check_list(rows, "cities")
    require(
        2 <= len(rows) <= MOST_CITIES,
        "cities",
        "PG-COMP-09: a map has 2 to {most} cities, found {found}",
        most=MOST_CITIES,
        found=len(rows),
    )
    return _each(rows, _CITY, "cities")


def _links(rows: Any) -> list[list[Any]]:
    check_list(rows, "connections")
    require(
        len(rows) <= _MOST_LINKS,
        "connections",
        "PG-COMP-09: a map has at most {most} connections, found {found}",
        most=_MOST_LINKS,
        found=len(rows),
    )
    return _each(rows, _Link(), "connections")


def _each(rows: Sequence[Any], codec: Codec[Any], key: str) -> list[Any]:
    faults = Faults()
    found = []
    for number, row in enumerate(rows):
        with faults.noted(), errors_under(f"{key} {number}"):
            found.append(codec.from_json(row))
    faults.raise_all()
    return found


def _regions(table: Any) -> dict[str, str | None]:
    """Return the colour of each region, or None where the table gives none."""
    check_object(table, "regions")
    require(
        1 <= len(table) <= MOST_REGIONS,
        "regions",
        "PG-COMP-09: a map has 1 to {most} regions, found {found}",
        most=MOST_REGIONS,
        found=len(table),
    )
    faults = Faults()
    regions: dict[str, str | None] = {}
    for typed, row in table.items():
        with faults.noted(), errors_under(f"regions.{typed}"):
            name = _Name(_LONGEST).from_json(typed)
            require(
                " " not in name,
                "",
                "PG-COMP-09: the name of a region is one word, found {found}",
                found=quoted(name),
            )
            colour = _REGION.from_json(row).get("colour")
            named = _COLOUR_WORDS.get(unaccented(name))
            regions[name] = named if colour is None else COLOURS[colour]
    faults.raise_all()
    return regions


def _check_cities(cities: Sequence[dict[str, Any]], regions: Collection[str]) -> None:
    """Check that the cities differ in their names and places, and have a region of the map."""
    faults = Faults()
    spelt: dict[str, str] = {}
    places: dict[tuple[int, int], str] = {}
    for number, row in enumerate(cities):
        name, row["region"] = row["name"], unicodedata.normalize("NFC", row["region"])
        twin = spelt.setdefault(normalized(name), name)
        place = round(row["lon"] / _NEAREST), round(row["lat"] / _NEAREST)
        there = places.setdefault(place, name)
        with faults.noted():
            require(
                twin is name,
                f"cities {number}.name",
                "PG-COMP-09: the city {name} is listed already, as {twin}",
                name=name,
                twin=twin,
            )
            require(
                row["region"] in regions,
                f"cities {number}.region",
                "PG-COMP-09: unknown region {found}; choose from {known}",
                found=quoted(row["region"]),
                known=JoinedList(tuple(regions)),
            )
            require(
                there is name,
                f"cities {number}.lon",
                "PG-COMP-09: {city} lies where {twin} lies; two cities are at least {least} "
                "degrees apart",
                city=name,
                twin=there,
                least=f"{_NEAREST:g}",
            )
    for number, row in enumerate(cities):
        other, _, slot = row["name"].rpartition(" ")
        with faults.noted():
            require(
                slot not in map(str, SLOT_COST) or normalized(other) not in spelt,
                f"cities {number}.name",
                "PG-COMP-09: {name} is also slot {slot} of {other} in a position; write it "
                "otherwise",
                name=quoted(row["name"]),
                slot=slot,
                other=spelt.get(normalized(other), other),
            )
    for region in regions:
        with faults.noted():
            require(
                any(row["region"] == region for row in cities),
                f"regions.{region}",
                "PG-COMP-09: the region has no city",
            )
    faults.raise_all()
    wide, high = (
        max(row[axis] for row in cities) - min(row[axis] for row in cities) for axis in _EDGE
    )
    require(
        _FLATTEST * wide >= high and _FLATTEST * high >= wide,
        "cities",
        "PG-COMP-09: the map is {wide} degrees wide and {high} high; neither may be more than "
        "{most} times the other",
        wide=f"{wide:g}",
        high=f"{high:g}",
        most=_FLATTEST,
    )


def _check_links(links: Sequence[Sequence[Any]], cities: Sequence[str]) -> None:
    """Check that each connection joins two cities of the map, and no two join the same."""
    faults = Faults()
    listed: dict[tuple[str, str], int] = {}
    for number, (one, other, _) in enumerate(links):
        with faults.noted(), errors_under(f"connections {number}"):
            for end in (one, other):
                near = nearest(end, cities, fold=normalized)
                require(
                    end in cities,
                    "",
                    "PG-COMP-09: unknown city {name}; nearest: {near}"
                    if near
                    else "PG-COMP-09: unknown city {name}",
                    name=quoted(end),
                    near=", ".join(near),
                )
            require(one != other, "", "PG-COMP-09: {city} is connected with itself", city=one)
            first = listed.setdefault((one, other), number)
            require(
                first == number,
                "",
                "PG-COMP-09: {one} and {other} are connected already, by connection {first}",
                one=one,
                other=other,
                first=first,
            )
    faults.raise_all()


def _coloured(
    regions: Mapping[str, str | None],
    cities: Sequence[Mapping[str, Any]],
    links: Sequence[Sequence[Any]],
) -> dict[str, dict[str, str]]:
    """Return the regions with their colours: given ones, and others unlike their neighbours'."""
    region_of = {row["name"]: row["region"] for row in cities}
    pairs = {(region_of[one], region_of[other]) for one, other, _ in links}
    colours = {name: colour for name, colour in regions.items() if colour is not None}
    for name in sorted(regions):
        if name not in colours:
            beside = {other for pair in pairs if name in pair for other in pair}
            near = [colours[other] for other in beside if other in colours]
            used = [*colours.values()]
            colours[name] = min(COLOURS, key=lambda one: (one in near, used.count(one)))
    return {name: {"colour": colours[name]} for name in sorted(colours)}


def _fuel_of(row: Mapping[str, Any], fuel: int, edition: str) -> tuple[int, int, tuple[int, ...]]:
    """Return the tokens on the market at the start, all tokens, and the prices of the spaces."""
    start = row.get("start", EDITION[edition].market_start[fuel])
    every = start + row["supply"] if "supply" in row else TOKENS[fuel]
    return start, every, tuple(row.get("prices", PRICES[fuel]))


def _check_whole(own: CustomMap) -> None:
    """Check that all cities are connected, and that the map suits some number of players."""
    chart = map_of(own, EDITIONS[0])
    places = {city: place for place, city in enumerate(chart.cities)}
    beside: list[list[int]] = [[] for _ in chart.cities]
    for one, other, _ in chart.links:
        beside[places[one]].append(places[other])
        beside[places[other]].append(places[one])
    pieces = components(beside)
    last = [chart.cities[place] for place, piece in enumerate(pieces) if piece == max(pieces)]
    require(
        max(pieces) == 0,
        "connections",
        "PG-COMP-09: {apart} cannot be reached from {first}",
        apart=JoinedList(tuple(CITY_NAMES[city] for city in last), "and"),
        first=CITY_NAMES[chart.cities[0]],
    )
    fits = [fit for edition in EDITIONS for fit in suitabilities(own, edition)]
    require(
        not all(fit.why for fit in fits),
        "cities",
        "PG-COMP-10: the map suits no number of players; with {seats}: {why}",
        seats=fits[1].seats,
        why=fits[1].why,
    )
