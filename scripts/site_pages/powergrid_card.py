"""The quick reference of Power Grid: every figure from the tables of the engine."""

from collections.abc import Callable, Iterable

from gridgames.languages.caveats import notes
from gridgames.languages.messages import say
from gridgames.show.drawing.svg import Group
from gridgames.show.parts import Picture
from gridgames.wings.powergrid.description.situation import fuel_words, plant_words
from gridgames.wings.powergrid.drawing import signs
from powergrid.tables import (
    CARTEL_HOUSES,
    CARTEL_PLANTS,
    CARTEL_START,
    CURRENT,
    EDITION,
    EDITIONS,
    FUELS,
    PAYMENT,
    PLANTS,
    SEATS,
    SLOT_COST,
    START_MONEY,
    SeatsRow,
)
from site_pages.sheet import Drawn, Line, Row, Section, Sheet, drawn

_FIRST, _OTHER = (EDITION[name] for name in EDITIONS)
_STEPS = (1, 2, 3)
_BY_SEATS = range(SEATS.start, SEATS.stop)


def sheet() -> Sheet:
    """Return the sheet in the language in use."""
    about = say(
        "Quick reference to {edition}; where {other} differs, its figures are in brackets.",
        edition=_FIRST.title,
        other=_OTHER.title,
    )
    return Sheet(
        "Power Grid",
        about,
        [_draw(f"house-{seat}", signs.house(seat), "", 7.0) for seat in range(max(SEATS))],
        ((_round(), _steps(), _cartel()), (_seats(), _income(), _refill(), _end(), _market())),
        (_plants(),),
    )


def _round() -> Section:
    return Section(
        say("The five phases of a round"),
        ("PG-ROUND-01",),
        lines=(
            Line(
                say("Turn order"),
                say("Most cities first; ties: the highest plant number. Drawn for round 1."),
                ("PG-ORDER-01", "PG-ORDER-02"),
                "1",
            ),
            Line(
                say("Auction"),
                say(
                    "In turn order: open a plant of the current market, or opt out of the phase. "
                    "Bids go clockwise from the plant's number; one plant each. In round 1 "
                    "everybody buys. Above the limit of plants, scrap an old one."
                ),
                ("PG-AUC-01", "PG-AUC-03", "PG-AUC-07", "PG-AUC-09", "PG-AUC-16"),
                "2",
            ),
            Line(
                say("Discount"),
                say(
                    "{edition}: the lowest plant starts at {bid}; if nobody buys it, it leaves the "
                    "game. A lower plant that is drawn leaves at once, with the discount, and is "
                    "replaced. {other}: the lowest leaves if nobody bought anything.",
                    edition=_FIRST.title,
                    bid=_FIRST.discount_bid,
                    other=_OTHER.title,
                ),
                ("PG-AUC-11", "PG-AUC-12", "PG-AUC-14", "PG-AUC-15"),
            ),
            Line(
                say("Resources"),
                say(
                    "In reverse turn order: buy what your plants can store, twice their need at "
                    "most, cheapest first."
                ),
                ("PG-RES-01", "PG-PLANT-02"),
                "3",
            ),
            Line(
                say("Building"),
                say(
                    "In reverse turn order: pay the city's slot and the cheapest path from your "
                    "network. Your first city costs {cost}, without a path. One house a city.",
                    cost=SLOT_COST[0],
                ),
                ("PG-BUILD-02", "PG-BUILD-03", "PG-BUILD-05"),
                "4",
            ),
            Line(
                say("Obsolete"),
                say(
                    "{edition}: a plant on auction whose number is not above a player's number of "
                    "cities leaves at once, in any phase, and is replaced.",
                    edition=_OTHER.title,
                ),
                ("PG-BUILD-08",),
            ),
            Line(
                say("Bureaucracy"),
                say(
                    "Run plants and take the income; refill the fuel market; change the plant "
                    "market."
                ),
                ("PG-BUR-01", "PG-BUR-02", "PG-BUR-04", "PG-BUR-06", "PG-BUR-07"),
                "5",
            ),
        ),
    )


def _steps() -> Section:
    slots = [", ".join(map(str, SLOT_COST[:step])) for step in _STEPS]
    under, out = say("highest under the stack"), say("lowest leaves")
    on_sale = say("{count} lowest", count=CURRENT)
    return Section(
        say("Steps"),
        heads=("", *(say("step {step}", step=step) for step in _STEPS)),
        rows=(
            Row(say("slots of a city"), slots, ("PG-BUILD-04",)),
            Row(say("plants on auction"), (on_sale, on_sale, say("all")), ("PG-STEP-09",)),
            Row(say("plants in phase 5"), (under, under, out), ("PG-BUR-06", "PG-BUR-07")),
        ),
        lines=(
            Line(
                say("Step 2"),
                say(
                    "Begins with phase 5 once a player has the cities of the table. The lowest "
                    "plant leaves and is replaced."
                ),
                ("PG-STEP-02", "PG-STEP-03", "PG-STEP-04"),
            ),
            Line(
                say("Step 3"),
                say(
                    "Begins with the phase after the Step 3 card is drawn. The card and the "
                    "lowest plant leave, and are not replaced."
                ),
                ("PG-STEP-05", "PG-STEP-06", "PG-STEP-08"),
            ),
        ),
    )


def _end() -> Section:
    last = (
        say("most money; then most cities in {edition}", edition=_OTHER.title)
        if _OTHER.most_cities and not _FIRST.most_cities
        else say("most money")
    )
    return Section(
        say("End and victory"),
        lines=(
            Line(
                say("End"),
                say(
                    "After phase 4, once a player has the cities of the table. Everybody powers "
                    "cities once more, with the fuel in stock."
                ),
                ("PG-END-01", "PG-END-02", "PG-END-03"),
            ),
            Line(
                say("Victory"),
                say("Most powered cities. Ties: {last}; then a shared victory.", last=last),
                ("PG-END-03", "PG-END-04", "PG-END-05", "PG-END-06"),
            ),
        ),
    )


def _seats() -> Section:
    def row(name: str, told: Callable[[SeatsRow], str], *rules: str) -> Row:
        cells = [_both(told(_FIRST.seats[n]), told(_OTHER.seats[n])) for n in _BY_SEATS]
        return Row(name, cells, rules)

    return Section(
        say("By number of players"),
        heads=(say("players"), *map(str, _BY_SEATS)),
        rows=(
            row(say("regions in play"), lambda one: f"{one.regions}", "PG-SETUP-01"),
            row(say("plants removed"), _removed, "PG-SETUP-07", "PG-SETUP-08"),
            row(say("plants of a player"), lambda one: f"{one.max_plants}", "PG-AUC-16"),
            row(say("cities for step 2"), lambda one: f"{one.step2}", "PG-STEP-02", "PG-STEP-03"),
            row(say("cities for the end"), lambda one: f"{one.game_end}", "PG-END-01", "PG-END-02"),
        ),
        note=say(
            "Removed unseen from the cards with a plug and with a socket. Everybody starts with "
            "{money} Elektro (PG-SETUP-03).",
            money=START_MONEY,
        ),
    )


def _removed(row: SeatsRow) -> str:
    return "+".join(map(str, row.remove))


def _both(one: str, other: str) -> str:
    """Return the figure of the first edition, with that of the other if it differs."""
    return one if one == other else f"{one}\N{NO-BREAK SPACE}({other})"


def _income() -> Section:
    wide = 7
    rows = []
    for first in range(0, len(PAYMENT), wide):
        cities = range(first, min(first + wide, len(PAYMENT)))
        rows.append(Row(say("cities"), [f"{count}" for count in cities], is_head=True))
        rows.append(Row("Elektro", [f"{PAYMENT[count]}" for count in cities]))
    return Section(say("Income by powered cities"), ("PG-BUR-02",), rows=rows)


def _refill() -> Section:
    rows = []
    for seats in _BY_SEATS:
        cells = [
            _both(*(_steps_of(edition.refill[seats], fuel) for edition in (_FIRST, _OTHER)))
            for fuel in range(len(FUELS))
        ]
        mark = "*" if _FIRST.refill_caveats.get(seats) else ""
        rows.append(Row(f"{seats}{mark}", cells))
    doubts = [one for found in _FIRST.refill_caveats.values() for one in found]
    stops = {board: plant for board, plant in _FIRST.phase_out_plant.items() if plant}
    depots = {board: price for board, price in _FIRST.depot_price.items() if price}
    return Section(
        say("Refill in steps 1 · 2 · 3"),
        ("PG-BUR-04",),
        heads=(say("players"), *(_token(fuel) for fuel in range(len(FUELS)))),
        rows=rows,
        lines=[
            *(
                Line(
                    _board(board),
                    say("No more uranium once a player has bought plant {plant}.", plant=plant),
                    ("PG-BUR-05",),
                )
                for board, plant in stops.items()
            ),
            *(
                Line(
                    _board(board),
                    say(
                        "Coal off the market costs {price} each, once the market has none.",
                        price=price,
                    ),
                    ("PG-RES-03",),
                )
                for board, price in depots.items()
            ),
        ],
        note=" ".join(f"* {note}" for note in notes(doubts)),
    )


def _board(board: str) -> str:
    from powergrid.tables import MAP

    return f"{say(MAP[board, EDITIONS[0]].name)} ({_FIRST.title})"


def _steps_of(refill: Iterable[tuple[int, ...]], fuel: int) -> str:
    return " · ".join(f"{step[fuel]}" for step in refill)


def _cartel() -> Section:
    return Section(
        say("Two players: the Cartel ({edition})", edition=_FIRST.title),
        lines=(
            Line(
                say("Set-up"),
                say(
                    "It has {houses} houses. Before the game the players place {count} of them in "
                    "connected cities, which are closed in step 1.",
                    houses=CARTEL_HOUSES,
                    count=len(CARTEL_START),
                ),
                ("PG-CART-01", "PG-CART-02", "PG-CART-06"),
            ),
            Line(
                say("Plants"),
                say(
                    "After the first sale of a phase, or once the first player opts out, it takes "
                    "the highest plant of the current market; with {limit} plants only a higher "
                    "one than its lowest.",
                    limit=CARTEL_PLANTS,
                ),
                ("PG-CART-03", "PG-CART-04"),
            ),
            Line(
                say("Fuel"),
                say("In the second place it takes one run's fuel for each plant, free."),
                ("PG-CART-01", "PG-CART-05"),
            ),
            Line(
                say("Houses"),
                say(
                    "When a player connects an empty city, it blocks the slot for {cost}.",
                    cost=SLOT_COST[1],
                ),
                ("PG-CART-07",),
            ),
        ),
    )


def _market() -> Section:
    rows = []
    for fuel in range(len(FUELS)):
        track = signs.spaces(fuel, _FIRST.market_start[fuel])
        alt = say(
            "{count} {fuel} on the market",
            count=_FIRST.market_start[fuel],
            fuel=say(FUELS[fuel]),
        )
        rows.append(_draw(f"market-{FUELS[fuel]}", track, alt, 91.0))
    pairs = zip(_FIRST.market_start, _OTHER.market_start, strict=True)
    coal, oil, garbage, uranium = (other if one != other else 0 for one, other in pairs)
    differ = (coal, oil, garbage, uranium)
    told = say("{edition} starts with {fuel}.", edition=_OTHER.title, fuel=fuel_words(differ))
    return Section(
        say("Fuel market at the start"),
        ("PG-COMP-03", "PG-SETUP-04", "PG-SETUP-05"),
        drawings=rows,
        note=told if any(differ) else "",
    )


def _plants() -> Section:
    plates = [
        _draw(f"plant-{plant:02}", signs.plate(plant), f"{plant}: {plant_words(plant)}", 12.55)
        for plant in PLANTS
    ]
    return Section(
        say("The {count} plants: number, fuel of a run, cities", count=len(PLANTS)),
        ("PG-COMP-01", "PG-PLANT-01", "PG-PLANT-03", "PG-PLANT-04"),
        drawings=plates,
    )


def _token(fuel: int) -> Drawn:
    return _draw(f"token-{FUELS[fuel]}", signs.token(fuel), say(FUELS[fuel]), 3.6)


def _draw(name: str, shown: Picture, alt: str, width: float) -> Drawn:
    shapes = Group()
    signs.define(shapes)
    return drawn(name, shown, str(shapes), signs.TONES, alt=alt, width=width)
