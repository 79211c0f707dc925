"""Pictures of Power Grid: the map with houses and networks, the markets, and the players."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import shapely
from shapely import LineString

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.drawing.palette import BLACK, FAINT, GROUND_TONE, INK, PANEL, RULE
from gridgames.show.drawing.svg import Group, Value, outline, picture, points
from gridgames.show.face import Move
from gridgames.show.parts import (
    Auction,
    BoardLayers,
    Card,
    Fragment,
    Panel,
    Picture,
    Target,
    View,
)
from gridgames.terminal.canvas import Colour, mix
from gridgames.wings.powergrid.description.places import city_place, fuel_place, plant_place
from gridgames.wings.powergrid.description.situation import (
    describe_cities,
    fuel_words,
    market_words,
    plant_words,
    supply_words,
)
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.drawing.chart import (
    BUBBLE,
    NAME,
    SLOT,
    Chart,
    Link,
    beside,
    chart_in,
    chart_of,
    half_size,
)
from gridgames.wings.powergrid.drawing.marks import (
    AROUND,
    LINE,
    LINK,
    STRAND,
    MapMarks,
    city_box,
    city_outline,
    draw_cost,
    way_box,
)
from gridgames.wings.powergrid.screen.board import network_links
from gridgames.wings.powergrid.screen.map_layout import REGION_COLOURS
from powergrid.actions import Bid, Open
from powergrid.events import PlantSold
from powergrid.powering import best_outcome, distribute_fuel
from powergrid.resources import available
from powergrid.state import CARTEL, EMPTY, State
from powergrid.tables import CITY_NAMES, COAL, DEPOT, FUELS, SLOT_COST, City, Plant, Tokens

_CLOSE_UP = 1.6  # times the whole map
_TONES = signs.TONES
_REGIONS = {
    name: _TONES.tone(
        f"pg-region-{name}",
        mix(colour, GROUND_TONE.light, 0.5),
        mix(colour, GROUND_TONE.dark, 0.68),
    )
    for name, colour in REGION_COLOURS.items()
}
_OUTSIDE = _TONES.mixed("pg-outside", GROUND_TONE, FAINT, 0.12)
_OUTSIDE_INK = _TONES.mixed("pg-outside-ink", FAINT, GROUND_TONE, 0.35)
_START: Colour = (160, 255, 96)  # of a start city
_BORDER: Mapping[str, Value] = {
    "stroke": GROUND_TONE,
    "stroke_width": 4,
    "stroke_linejoin": "round",
}


def board_layers(
    state: State,
    names: Sequence[str],
    targets: Collection[str] | None,
    view: View | None = None,
) -> BoardLayers:
    """Return the map in layers; with ``targets`` only the regions that are played with are seen.

    In a ``view`` all cities of the zone can be pointed at.
    """
    rules, zone = state.terms.ruleset, state.board
    if view:
        times = _CLOSE_UP if view.size else 1.0
        chart = chart_in(zone, round(times * view.width), round(times * view.height))
        targets = {city_place(city) for city in zone.cities}
    else:
        chart = chart_of(zone.map)
    shapes = Group()
    signs.define(shapes)
    marks = MapMarks(state, chart, view.marks) if view else None
    pieces = [*_networks(state, chart)]
    pieces += marks.below() if marks else ()
    for place, city in enumerate(zone.cities):
        group = Group()
        marked = bool(state.marked >> place & 1)
        _draw_city(group.at(*chart.places[city]), state, city, marked=marked)
        pieces.append(Fragment(str(group), city_box(chart, city)))
    pieces += marks.above() if marks else ()
    lines = describe_cities(state, names)
    whole = box = (0.0, 0.0, chart.width, chart.height)
    if view and view.size:
        cities = (city for city in zone.cities if city_place(city) == view.marks.cursor)
        spot = next((city_box(chart, city) for city in cities), whole)
        box = view.window(whole, round(times * view.width) / chart.width, spot)
    elif not view and targets is not None:
        box = _zone_box(state, chart)
    return BoardLayers(
        box,
        ("powergrid", rules.edition, zone.map.name, zone.regions, whole if view else None),
        str(shapes),
        lambda: [Fragment(_land(state, chart, is_pane=bool(view)), whole)],
        [piece for piece in pieces if piece.markup],
        [_target(chart, city) for city in zone.cities if city_place(city) in (targets or ())],
        ["".join(text for text, _ in line).strip() for line in lines],
    )


def _zone_box(state: State, chart: Chart) -> tuple[float, float, float, float]:
    areas = [chart.regions[region] for region in state.board.regions]
    left, top, right, bottom = map(float, shapely.total_bounds(areas))
    around = AROUND + 2
    return left - around, top - around, right - left + 2 * around, bottom - top + 2 * around


def _target(chart: Chart, city: City) -> Target:
    return Target(city_place(city), CITY_NAMES[city], city_outline(chart, city), chart.tags[city])


def _land(state: State, chart: Chart, *, is_pane: bool) -> str:
    """Return the regions, the cities that are not played with, and the links."""
    group = Group()
    board, zone = state.board.map, state.board
    colours = dict(zip(board.regions, board.colours, strict=True))
    for region, area in chart.regions.items():
        fill = _REGIONS[colours[region]] if region in zone.regions else _OUTSIDE
        group.path(outline(area), fill=fill, **_BORDER)
    for city in board.cities:
        if city not in zone.places and not is_pane:
            x, y = chart.places[city]
            group.circle(x, y, 3, fill=FAINT, fill_opacity=0.5)
            group.write(x, y - 8, CITY_NAMES[city], 10, fill=_OUTSIDE_INK, anchor="middle")
    links = _links(state, chart)
    for link in links:
        way = points(link.way, closed=False)
        group.path(way, stroke=GROUND_TONE, stroke_width=7, stroke_opacity=0.8, **LINE)
        group.path(way, stroke=LINK, stroke_width=2.6, **LINE)
    for link in links:
        draw_cost(group, link)
    return str(group)


def _links(state: State, chart: Chart) -> list[Link]:
    places = state.board.places
    return [link for link in chart.links if all(end in places for end in link.ends)]


def _networks(state: State, chart: Chart) -> Iterator[Fragment]:
    """Yield the networks over their links, and again the costs that they would hide."""
    zone = state.board
    trees = [network_links(zone, network) for network in state.network]
    used: list[LineString] = []
    for link in _links(state, chart):
        here, there = (zone.places[end] for end in link.ends)
        owners = [seat for seat, tree in enumerate(trees) if (here, there) in tree]
        group = Group()
        for row, seat in enumerate(owners):
            off = (row - (len(owners) - 1) / 2) * (STRAND + 1)
            way = points(beside(link.way, off), closed=False)
            group.path(way, stroke=BLACK, stroke_width=STRAND + 1.6, stroke_opacity=0.6, **LINE)
            group.path(way, stroke=signs.OWNERS[seat], stroke_width=STRAND, **LINE)
        if owners:
            used.append(LineString(link.way))
            yield Fragment(str(group), way_box(link.way))
    networks = shapely.union_all(used).buffer(len(trees) * STRAND / 2 + BUBBLE)
    shapely.prepare(networks)
    for link in _links(state, chart):
        if not shapely.contains_xy(networks, *link.label):
            continue
        group = Group()
        draw_cost(group, link)
        yield Fragment(str(group), way_box([link.label]))


def _draw_city(group: Group, state: State, city: City, *, marked: bool) -> None:
    """Draw the places of houses, from the cheapest on, and the name above them."""
    top = half_size(city)[1] - SLOT
    group.write_centred(0, top - 5, CITY_NAMES[city], NAME, fill=INK, halo=GROUND_TONE)
    box: Mapping[str, Value] = {"fill": PANEL, "stroke": FAINT, "stroke_width": 1.2}
    group.box(-1.5 * SLOT, top, 3 * SLOT, SLOT, rx=4, **box)
    y = top + SLOT / 2
    for slot, house in enumerate(state.houses[state.board.places[city]]):
        x = (slot - 1) * SLOT
        if house != EMPTY:
            signs.draw_house(group, x, y, house)
        elif slot < state.step:
            group.write(x, y + 4, f"{SLOT_COST[slot]}", 11.5, fill=FAINT, anchor="middle")
        else:
            group.path(f"M{x - 4:g} {y:g}h8", stroke=RULE, stroke_width=2)
    if marked:
        x = 1.5 * SLOT + 7
        group.circle(x, y, 6.5, fill=_START, stroke=BLACK)
        group.write_centred(x, y + 4, "!", 11, fill=BLACK)


def panels(state: State, names: Sequence[str]) -> Iterator[Panel]:
    """Yield the markets, the players in turn order with the Cartel, and a legend."""
    yield _plants(state)
    yield _fuel(state)
    players = [_player(state, seat, names[seat]) for seat in state.turn_order]
    if state.terms.cartel:
        left = say("{count:house|houses} left", count=state.cartel_houses)
        facts = [left, fuel_words(state.cartel_fuel)]
        plates = _plates(state.cartel_plants, state.cartel_fuel)
        players.append(Card(say("Cartel"), signs.house(CARTEL), facts, plates))
    yield Panel("players", say("Players, in turn order"), players)
    yield _legend(state)


def map_panels(state: State, about: str) -> Iterator[Panel]:
    """Yield the regions with a note, for the picture of a map alone."""
    note = f"{about} {say('The number on a line is the cost of that connection.')}"
    yield Panel("legend", say("Regions"), _legend(state).cards, note, is_compact=True)


def _plants(state: State) -> Panel:
    auction = state.auction
    cards = []
    for plants, is_future in ((state.current_market, False), (state.future_market, True)):
        for plant in plants:
            facts = [plant_words(plant)]
            badge = ""
            if plant == state.discount:
                badge = "1"
                facts.append(say("discount token: from 1"))
            if auction and auction.plant == plant:
                badge = f"{auction.high}"
            plate, place = [signs.plate(plant)], plant_place(plant)
            cards.append(Card(f"{plant}", None, facts, plate, place, badge, is_faded=is_future))
    told = say("stack: {count:card|cards}", count=len(state.stack))
    if not state.plant_market:
        told = f"{say('none')}, {told}"
    if state.step3_lies:
        told = f"{told}, {say('the Step 3 card')}"
    return Panel("plants", say("Plant market"), cards, told, is_compact=True)


def _fuel(state: State) -> Panel:
    cards = []
    for fuel, name in enumerate(FUELS):
        facts = [market_words(state, fuel), supply_words(state, fuel)]
        row = signs.spaces(fuel, state.market[fuel], state.terms.prices[fuel])
        cards.append(Card(say(name), signs.token(fuel), facts, [row], fuel_place(fuel)))
    if extra := available(state, COAL) - state.market[COAL]:
        title = say("coal in the depot: {count}", count=extra)
        cards.append(Card(title, signs.token(COAL), place=fuel_place(DEPOT)))
    return Panel("fuel", say("Fuel market"), cards, is_compact=True)


def _player(state: State, seat: Seat, name: str) -> Card:
    held, money = state.fuel[seat], state.money[seat]
    power = best_outcome(state.plants[seat], held, len(CITY_NAMES))[2]
    facts = [
        say("money hidden") if money < 0 else say("{money} Elektro", money=money),
        say("{cities:city|cities}", cities=state.city_count[seat]),
        say("could power {power}", power=power),
    ]
    plates = _plates(state.plants[seat], held)
    return Card(name, signs.house(seat), facts, plates, is_to_act=seat == state.actor)


def _plates(plants: tuple[Plant, ...], held: Tokens) -> list[Picture]:
    pairs = zip(plants, distribute_fuel(plants, held), strict=True)
    return [signs.plate(plant, fuel) for plant, fuel in pairs]


def _legend(state: State) -> Panel:
    board = state.board.map
    colours = dict(zip(board.regions, board.colours, strict=True))

    def swatch(region: str) -> Picture:
        fill = _REGIONS[colours[region]]
        return picture(lambda group: group.box(0, 0, 15, 15, rx=3, fill=fill), (0, 0, 15, 15))

    told = say(
        "A city holds up to three houses, for 10, 15 and 20 Elektro; a dash marks a "
        "slot that no step has opened yet. The number on a line is the cost of that "
        "connection. A plant uses tokens (×) to supply cities; the fuel on it is in "
        "stock."
    )
    cards = [Card(say(region), swatch(region)) for region in state.board.regions]
    return Panel("legend", say("Legend"), cards, told, is_compact=True)


def auctions(moves: Sequence[Move]) -> Iterator[Auction]:
    """Yield the auctions in which a plant was sold."""
    bids: list[tuple[Seat, int]] = []
    for place, move in enumerate(moves, start=1):
        match move.action:
            case Open(seat=seat, bid=amount):
                bids = [(seat, amount)]
            case Bid(seat=seat, amount=amount):
                bids.append((seat, amount))
        for event in move.events:
            if isinstance(event, PlantSold):
                named = f"{event.plant}: {plant_words(event.plant)}"
                plate = signs.plate(event.plant)._replace(name=named)
                yield Auction(plate, bids, event.price, place)
