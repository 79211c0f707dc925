"""Maps of the user: read from a TOML file, a table, or a record, and checked before a game.

Loaded only where there is such a map. The game reads :func:`powergrid.tables.map_of`.

Rules: PG-COMP-09, PG-COMP-10.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from gridcommon.arguments import check_object
from gridcommon.errors import Faults, JoinedList, NotationError, Word, Wording
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
_FUEL_ROW = ("start", "supply", "prices")
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
_COUNTS = ("step2", "game_end")
_SPECIAL = {"phase_out_plant": 0, "depot_price": 0}


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


# Reading a table: all its faults are reported together


def _custom_map(table: dict[str, Any], source: str) -> CustomMap:
    """Return the map in a table; ``source`` is its file, or the digest of a record's table."""
    faults = Faults()
    parts = {"cities", "connections", "regions"}
    known = {"name", *_OPTIONAL, *parts}
    _check_keys(faults, table, known, required={"name", *parts})
    complete: dict[str, Any] = {"name": ""}
    with faults.noted():
        complete["name"] = _name(table.get("name", "?"), "name", 2 * _LONGEST)
    regions = _regions(faults, table.get("regions"))
    cities = _cities(faults, table.get("cities"), regions)
    links = _links(faults, table.get("connections"), cities)
    for part, read in _OPTIONAL.items():
        if part in table or part not in _LATER:  # else the digest is that of earlier versions
            with faults.noted():
                complete[part] = read(faults, _part(table, part))
    faults.raise_all()
    complete = {
        "name": complete["name"],
        "regions": _coloured(regions, cities, links),
        "cities": sorted(cities, key=lambda row: row["name"]),
        "connections": sorted(links),
        **complete,
    }
    digest = to_embedded(complete)["digest"]
    own = CustomMap(digest, complete["name"], complete, source or digest)
    _check_whole(own)
    return own


def _check_keys(
    faults: Faults, row: Any, known: Set[str], within: str = "", required: Set[str] = frozenset()
) -> None:
    """Note every unknown and every missing key.

    Raises NotationError if ``row`` is not an object.
    """
    check_object(row, within or None)
    for key in row:
        with faults.noted():
            check_keys({key: None}, known, within=within)
    for key in sorted(required - row.keys()):
        with faults.noted():
            check_keys({}, known, within=within, required={key})


def _part(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    part = table.get(key, {})
    require(isinstance(part, dict), key, "expected a table")
    return dict(part)


def _name(name: Any, key: str, most: int) -> str:
    """Return a name with composed letters. It can be typed, and fits into columns."""
    require(isinstance(name, str), key, "PG-COMP-09: expected a name, found {found}",
            found=quoted(name))  # fmt: skip
    composed = unicodedata.normalize("NFC", name)
    for sign in composed:
        why = None if sign in _MARKS else _why_not(sign)
        require(
            why is None,
            key,
            "PG-COMP-09: {name} has {sign} ({code}), {why}; a name has letters, digits and {marks}",
            name=quoted(composed),
            sign=quoted(sign),
            code=f"U+{ord(sign):04X}",
            why=why,
            marks=_MARKS.strip(),
        )
    require(
        0 < len(composed) <= most and all(composed.split(" ")) and composed[0].isalnum(),
        key,
        "PG-COMP-09: a name has 1 to {most} characters, begins with a letter or a digit, and has "
        "single spaces between its words; found {found}",
        most=most,
        found=quoted(composed),
    )
    return composed


def _why_not(sign: str) -> Wording | None:
    """Return why a name cannot have a character, or None."""
    if unicodedata.category(sign).startswith("M"):
        return Wording("a mark that no letter takes up")
    if unicodedata.east_asian_width(sign) in "WF":
        return Wording("which is two columns wide")
    if unicodedata.bidirectional(sign) in ("R", "AL"):
        return Wording("which is written from right to left")
    return None if sign.isalnum() else Wording("which is not a letter")


def _regions(faults: Faults, table: Any) -> dict[str, str | None]:
    """Return the colour of each region, or None where the table gives none."""
    regions: dict[str, str | None] = {}
    if table is None:  # reported as missing
        return regions
    with faults.noted():
        require(isinstance(table, dict), "regions", "expected a table")
        require(
            1 <= len(table) <= MOST_REGIONS,
            "regions",
            "PG-COMP-09: a map has 1 to {most} regions, found {found}",
            most=MOST_REGIONS,
            found=len(table),
        )
        for typed, row in table.items():
            name = unicodedata.normalize("NFC", typed)
            regions[name] = _COLOUR_WORDS.get(unaccented(name))
            with faults.noted():
                regions[name] = _region(faults, name, row, f"regions.{typed}") or regions[name]
    return regions


def _region(faults: Faults, name: str, row: Any, key: str) -> str | None:
    """Return the colour that the row of a region gives, or None."""
    _name(name, key, _LONGEST)
    require(
        " " not in name,
        key,
        "PG-COMP-09: the name of a region is one word, found {found}",
        found=quoted(name),
    )
    _check_keys(faults, row, {"colour"}, key)
    colour: str | None = row.get("colour")
    require(
        colour is None or colour in COLOURS,
        f"{key}.colour",
        "expected one of {known}, found {found}",
        known=JoinedList(COLOURS, "or"),
        found=quoted(colour),
    )
    return colour


def _cities(faults: Faults, rows: Any, regions: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the cities, also of those with a fault that is noted."""
    cities: list[dict[str, Any]] = []
    if rows is None:  # reported as missing
        return cities
    with faults.noted():
        require(isinstance(rows, list), "cities", "expected a list")
        require(
            2 <= len(rows) <= MOST_CITIES,
            "cities",
            "PG-COMP-09: a map has 2 to {most} cities, found {found}",
            most=MOST_CITIES,
            found=len(rows),
        )
        spelt: dict[str, str] = {}
        for number, row in enumerate(rows):
            with faults.noted():
                cities.append(_city(faults, row, f"cities {number}", regions, spelt))
        for name in spelt.values():
            _check_slot(faults, name, cities, spelt)
        for region in regions:
            with faults.noted():
                require(
                    any(row["region"] == region for row in cities),
                    f"regions.{region}",
                    "PG-COMP-09: the region has no city",
                )
        if not faults.found:
            _check_places(faults, cities)
    return cities


def _city(
    faults: Faults, row: Any, key: str, regions: Mapping[str, Any], spelt: dict[str, str]
) -> dict[str, Any]:
    """Return the row of a city, and add its name to those ``spelt`` before."""
    require(isinstance(row, dict), key, "expected a table")
    parts = {"name", "region", "lon", "lat"}
    _check_keys(faults, row, parts, key, parts)
    city = {"name": row.get("name"), "region": row.get("region")}
    with faults.noted():
        if "name" in row:
            city["name"] = name = _name(row["name"], f"{key}.name", _LONGEST)
            twin = spelt.get(normalized(name))
            require(
                twin is None,
                f"{key}.name",
                "PG-COMP-09: the city {name} is listed already, as {twin}",
                name=name,
                twin=twin,
            )
            spelt[normalized(name)] = name
            _check_spelling(name, f"{key}.name")
    if isinstance(city["region"], str):
        city["region"] = unicodedata.normalize("NFC", city["region"])
    with faults.noted():
        require(
            "region" not in row or not regions or city["region"] in list(regions),
            f"{key}.region",
            "PG-COMP-09: unknown region {found}; choose from {known}",
            found=quoted(city["region"]),
            known=JoinedList(tuple(regions)),
        )
    for axis, edge in _EDGE.items():
        with faults.noted():
            city[axis] = _degrees(row.get(axis, 0), f"{key}.{axis}", edge)
    return city


def _check_spelling(name: str, key: str) -> None:
    """Reject a name that is typed as the name of a printed city is, but is not the same."""
    for printed in CITY_NAMES:
        require(
            name == printed or not {*spellings(name)} & {*spellings(printed)},
            key,
            "PG-COMP-09: the printed maps write {name} as {printed}; write it so too, or otherwise",
            name=quoted(name),
            printed=quoted(printed),
        )


def _check_slot(
    faults: Faults, name: str, cities: Sequence[Mapping[str, Any]], spelt: Mapping[str, str]
) -> None:
    """Reject a name that in a position means a house on a slot of another city."""
    other, _, number = name.rpartition(" ")
    with faults.noted():
        require(
            number not in map(str, SLOT_COST) or normalized(other) not in spelt,
            f"cities {next(at for at, row in enumerate(cities) if row['name'] == name)}.name",
            "PG-COMP-09: {name} is also slot {slot} of {other} in a position; write it otherwise",
            name=quoted(name),
            slot=number,
            other=spelt.get(normalized(other), other),
        )


def _degrees(value: Any, key: str, edge: float) -> float:
    require(
        isinstance(value, int | float) and not isinstance(value, bool) and -edge <= value <= edge,
        key,
        "PG-COMP-09: expected degrees, a number from {least} to {most}; found {found}",
        least=f"{-edge:g}",
        most=f"{edge:g}",
        found=quoted(value),
    )
    return float(value)


def _check_places(faults: Faults, cities: Sequence[Mapping[str, Any]]) -> None:
    places: dict[tuple[int, int], str] = {}
    for number, row in enumerate(cities):
        place = round(row["lon"] / _NEAREST), round(row["lat"] / _NEAREST)
        twin = places.setdefault(place, row["name"])
        with faults.noted():
            require(
                twin == row["name"],
                f"cities {number}.lon",
                "PG-COMP-09: {city} lies where {twin} lies; two cities are at least {least} "
                "degrees apart",
                city=row["name"],
                twin=twin,
                least=f"{_NEAREST:g}",
            )
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


def _links(faults: Faults, rows: Any, cities: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    links: list[list[Any]] = []
    if rows is None:  # reported as missing
        return links
    with faults.noted():
        require(isinstance(rows, list), "connections", "expected a list")
        require(
            len(rows) <= _MOST_LINKS,
            "connections",
            "PG-COMP-09: a map has at most {most} connections, found {found}",
            most=_MOST_LINKS,
            found=len(rows),
        )
        known = [row["name"] for row in cities if isinstance(row["name"], str)]
        listed: dict[tuple[str, ...], int] = {}
        for number, row in enumerate(rows):
            with faults.noted():
                links.append(_link(faults, row, number, known, listed))
    return links


def _link(
    faults: Faults,
    row: Any,
    number: int,
    cities: Sequence[str],
    listed: dict[tuple[str, ...], int],
) -> list[Any]:
    """Return a connection, and add its ends to those ``listed`` with their numbers."""
    key = f"connections {number}"
    require(
        isinstance(row, list) and len(row) == 3,
        key,
        "expected two cities and a cost, found {found}",
        found=quoted(row),
    )
    *ends, cost = (unicodedata.normalize("NFC", e) if isinstance(e, str) else e for e in row)
    with faults.noted():
        _check_whole_number(cost, key, 0, MOST_COST)
    for end in ends:
        if end not in cities:
            near = nearest(end, cities, fold=normalized) if isinstance(end, str) else []
            require(
                not near,
                key,
                "PG-COMP-09: unknown city {name}; nearest: {near}",
                name=quoted(end),
                near=", ".join(near),
            )
            require(False, key, "PG-COMP-09: unknown city {name}", name=quoted(end))
    one, other = ends
    require(one != other, key, "PG-COMP-09: {city} is connected with itself", city=one)
    first = listed.setdefault(tuple(sorted(ends)), number)
    require(
        first == number,
        key,
        "PG-COMP-09: {one} and {other} are connected already, by connection {first}",
        one=one,
        other=other,
        first=first,
    )
    return [*sorted(ends), cost]


def _check_whole_number(value: Any, key: str, least: int, most: int) -> None:
    require(
        type(value) is int and least <= value <= most,
        key,
        "expected a whole number from {least} to {most}, found {found}",
        least=least,
        most=most,
        found=quoted(value),
    )


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


def _players(faults: Faults, table: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for seats, row in _rows(faults, table, "players"):
        with faults.noted():
            key = f"players.{seats}"
            _check_keys(faults, row, {*_COUNTS}, key)
            found[seats] = {name: row[name] for name in _COUNTS if name in row}
            for name, value in found[seats].items():
                with faults.noted():
                    _check_whole_number(value, f"{key}.{name}", 2, MOST_CITIES)
    return found


def _refill(faults: Faults, table: Mapping[str, Any]) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for seats, row in _rows(faults, table, "refill"):
        with faults.noted():
            key = f"refill.{seats}"
            _check_keys(faults, row, {*FUELS}, key, {*FUELS})
            found[seats] = {fuel: [] for fuel in FUELS}
            for fuel in FUELS:
                if fuel in row:
                    with faults.noted():
                        found[seats][fuel] = _refill_of(row[fuel], f"{key}.{fuel}")
    return found


def _refill_of(counts: Any, key: str) -> list[int]:
    require(
        isinstance(counts, list) and len(counts) == _STEPS,
        key,
        "expected a number for each of the steps 1, 2 and 3, found {found}",
        found=quoted(counts),
    )
    for count in counts:
        _check_whole_number(count, key, 0, _MOST_TOKENS)
    return list(counts)


def _rows(faults: Faults, table: Mapping[str, Any], within: str) -> Iterator[tuple[str, Any]]:
    """Yield the rows of a table by number of players."""
    known = tuple(map(str, SEATS))
    for seats in sorted(table):
        if seats in known:
            yield seats, table[seats]
            continue
        with faults.noted():
            require(
                False,
                f"{within}.{seats}",
                "expected a number of players from 2 to 6, found {found}",
                found=quoted(seats),
            )


def _special(faults: Faults, table: Mapping[str, Any]) -> dict[str, int]:
    _check_keys(faults, table, {*_SPECIAL}, "special")
    special = _SPECIAL | dict(table)
    plant = special["phase_out_plant"]
    with faults.noted():
        require(
            type(plant) is int and (plant == 0 or plant in PLANTS),
            "special.phase_out_plant",
            "PG-COMP-10: expected the number of a plant, or 0 for none; found {found}",
            found=quoted(plant),
        )
    _check_whole_number(special["depot_price"], "special.depot_price", 0, MOST_COST)
    return special


def _market(faults: Faults, table: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the fuel of the start and the prices of the spaces, where a map sets them."""
    found: dict[str, dict[str, Any]] = {}
    _check_keys(faults, table, {*FUELS}, "market")
    for fuel in FUELS:
        if fuel in table:
            with faults.noted():
                key = f"market.{fuel}"
                _check_keys(faults, table[fuel], {*_FUEL_ROW}, key)
                found[fuel] = row = {
                    one: table[fuel][one] for one in _FUEL_ROW if one in table[fuel]
                }
                for one in ("start", "supply"):
                    if one in row:
                        _check_whole_number(row[one], f"{key}.{one}", 0, _MOST_TOKENS)
                if "prices" in row:
                    _check_prices(row["prices"], f"{key}.prices")
                for edition in EDITIONS:
                    _check_room(row, FUELS.index(fuel), edition, key)
    return found


def _check_prices(prices: Any, key: str) -> None:
    require(
        isinstance(prices, list) and 1 <= len(prices) <= MOST_SPACES,
        key,
        "PG-COMP-10: expected the prices of 1 to {most} spaces, found {found}",
        most=MOST_SPACES,
        found=quoted(prices),
    )
    for price in prices:
        _check_whole_number(price, key, 1, MOST_COST)
    require(
        prices == sorted(prices),
        key,
        "PG-COMP-10: expected the prices of the spaces, cheapest first; found {found}",
        found=quoted(prices),
    )


def _check_room(row: Mapping[str, Any], fuel: int, edition: str, key: str) -> None:
    """Check that the tokens of the start exist, and have a space."""
    start, every, prices = _fuel_of(row, fuel, edition)
    require(
        start <= len(prices),
        key,
        "PG-COMP-10: the market starts with {start} tokens (edition {edition}) and has "
        "{spaces:space|spaces}",
        start=start,
        edition=Word(EDITION[edition].title),
        spaces=len(prices),
    )
    require(
        start <= every,
        key,
        "PG-COMP-10: the market starts with {start} tokens of {every}; name the supply too",
        start=start,
        every=every,
    )


def _fuel_of(row: Mapping[str, Any], fuel: int, edition: str) -> tuple[int, int, tuple[int, ...]]:
    """Return the tokens on the market at the start, all tokens, and the prices of the spaces."""
    start = row.get("start", EDITION[edition].market_start[fuel])
    every = start + row["supply"] if "supply" in row else TOKENS[fuel]
    return start, every, tuple(row.get("prices", PRICES[fuel]))


def _deck(faults: Faults, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the set-up of the plants, with each range written out."""
    parts = {"market", "top", "groups"}
    _check_keys(faults, table, {*parts, "remove"}, "deck", parts)
    groups = table.get("groups", [])
    require(isinstance(groups, list), "deck.groups", "expected a list")
    found: dict[str, Any] = {
        "market": _plants(table.get("market", []), "deck.market"),
        "top": _plants(table.get("top", []), "deck.top"),
        "groups": [_plants(group, "deck.groups") for group in groups],
        "remove": {},
    }
    every = [plant for group in found["groups"] for plant in group]
    require(len({*every}) == len(every), "deck.groups", "PG-COMP-10: a plant is in two groups")
    for part in ("market", "top"):
        for plant in found[part]:
            require(
                plant in every,
                f"deck.{part}",
                "PG-COMP-10: plant {plant} is in no group",
                plant=plant,
            )
    face_up, top = {*found["market"]}, {*found["top"]}
    require(
        len(face_up) >= 2 * CURRENT,
        "deck.market",
        "PG-COMP-10: {least} plants are face up at the start; found {found}",
        least=2 * CURRENT,
        found=len(face_up),
    )
    require(
        bool(top - face_up) or len(top) > 2 * CURRENT,
        "deck.top",
        "PG-COMP-10: no plant may be left for the top of the stack",
    )
    removed = table.get("remove", {})
    check_object(removed, "deck.remove")
    for seats, counts in _rows(faults, removed, "deck.remove"):
        with faults.noted():
            key = f"deck.remove.{seats}"
            require(
                isinstance(counts, list) and len(counts) == len(groups),
                key,
                "PG-COMP-10: expected a number for each of {groups:group|groups}, found {found}",
                groups=len(groups),
                found=quoted(counts),
            )
            for count, group in zip(counts, found["groups"], strict=True):
                _check_whole_number(count, key, 0, len(group))
            found["remove"][seats] = list(counts)
    return found


def _plants(rows: Any, key: str) -> list[Plant]:
    """Return the plants of a list of numbers and of ranges in quotes, as in ``"16-50"``."""
    require(isinstance(rows, list), key, "expected a list")
    found: set[Plant] = set()
    for row in rows:
        first, dash, last = row.partition("-") if isinstance(row, str) else ("", "", "")
        if dash and is_number(first) and is_number(last):
            ends = int(first[:9]), int(last[:9])
            plants = {plant for plant in PLANTS if ends[0] <= plant <= ends[1]}
        else:
            plants = {row} if type(row) is int and row in PLANTS else set()
        require(
            bool(plants),
            key,
            "PG-COMP-10: expected the number of a plant, or a range in quotes as {example}; found "
            "{found}",
            example='"16-50"',
            found=quoted(row),
        )
        found |= plants
    return sorted(found)


# In the order of records
_OPTIONAL: Mapping[str, Callable[[Faults, Mapping[str, Any]], Mapping[str, Any]]] = {
    "players": _players,
    "refill": _refill,
    "special": _special,
    "market": _market,
    "deck": _deck,
}


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
