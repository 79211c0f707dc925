"""Pictures of Power Grid: the map with houses and networks, the markets, and the players."""

from collections.abc import Mapping, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Word
from gridgames.games.drawing.colour_scheme import BLACK, ColourScheme
from gridgames.games.drawing.column import Column
from gridgames.games.drawing.svg import (
    Drawing,
    Group,
    Value,
    equalize_sizes,
    outline,
    points,
    shorten,
)
from gridgames.languages.messages import say
from gridgames.terminal.canvas import Colour, mix
from gridgames.wings.powergrid.description.narration import narrate_result
from gridgames.wings.powergrid.description.situation import describe, fuel_words, to_do
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.drawing.chart import (
    BUBBLE,
    NAME,
    SLOT,
    Chart,
    beside,
    chart_of,
    half_size,
)
from gridgames.wings.powergrid.screen.board import network_links
from gridgames.wings.powergrid.screen.map_layout import REGION_COLOURS
from powergrid.game import result
from powergrid.powering import best_outcome, distribute_fuel
from powergrid.resources import available
from powergrid.state import CARTEL, EMPTY, PHASES, State
from powergrid.tables import (
    CITY_NAMES,
    FUELS,
    PRICES,
    SLOT_COST,
    TOKENS,
    City,
    Plant,
    Tokens,
)

_MARGIN = 20.0
_COLUMN = 472.0  # pixels of the text beside the map
_STRAND = 5.0  # width of the line of a network


def draw(shown: Sequence[tuple[State, Sequence[str]]], look: ColourScheme) -> list[Drawing]:
    """Return pictures of one size, of states with the names of their players."""
    drawings = [_drawn(state, names, look) for state, names in shown]
    equalize_sizes(drawings)
    return drawings


def _drawn(state: State, names: Sequence[str], look: ColourScheme) -> Drawing:
    rules = state.terms.ruleset
    where = f"{rules.edition.capitalize()}, {say(state.board.map.name)}"
    moment = say(
        "Round {round}, step {step}, phase: {phase}",
        round=state.round,
        step=state.step,
        phase=Word(PHASES[state.phase]),
    )
    told = ["".join(text for text, _ in line).strip() for line in describe(state, names)]
    drawing = Drawing(f"Power Grid {where}. {moment}", [*filter(None, told)], look.ground)
    chart = chart_of(state.board.map)
    _draw_map(drawing.at(_MARGIN, _MARGIN), state, chart, look)
    column = Column(drawing, look, chart.width + 2 * _MARGIN + 8, _MARGIN - 8, _COLUMN)
    column.title(f"Power Grid {where}", moment)
    ended = result(state)
    column.text(next(narrate_result(ended, names)) if ended else to_do(state, names))
    _plants(column, state)
    _fuel(column, state)
    _players(column, state, names)
    _legend(column, state)
    drawing.resize(
        chart.width + 3 * _MARGIN + _COLUMN,
        max(chart.height + 2 * _MARGIN, column.y + _MARGIN),
    )
    return drawing


def _region_colours(state: State) -> dict[str, Colour]:
    board = state.board.map
    return {
        region: REGION_COLOURS[colour]
        for region, colour in zip(board.regions, board.colours, strict=True)
    }


def _ground(colour: Colour, look: ColourScheme) -> Colour:
    return mix(colour, look.ground, 0.5 if look.name == "light" else 0.68)


def _draw_map(group: Group, state: State, chart: Chart, look: ColourScheme) -> None:
    colours = _region_colours(state)
    board, zone = state.board.map, state.board
    for region, area in chart.regions.items():
        if region in zone.regions:
            fill = _ground(colours[region], look)
        else:
            fill = mix(look.ground, look.faint, 0.12)
        line: Mapping[str, Value] = {"stroke": look.ground, "stroke_width": 4}
        group.path(outline(area), fill=fill, stroke_linejoin="round", **line)
    for city in board.cities:
        if city not in zone.places:
            x, y = chart.places[city]
            group.circle(x, y, 3, fill=look.faint, fill_opacity=0.5)
            ink = mix(look.faint, look.ground, 0.35)
            group.write(x, y - 8, CITY_NAMES[city], 10, fill=ink, anchor="middle")
    _draw_links(group, state, chart, look)
    for place, city in enumerate(zone.cities):
        marked = bool(state.marked >> place & 1)
        _draw_city(group.at(*chart.places[city]), state, city, look, marked=marked)


def _draw_links(group: Group, state: State, chart: Chart, look: ColourScheme) -> None:
    zone = state.board
    trees = [network_links(zone, network) for network in state.network]
    links = [link for link in chart.links if all(end in zone.places for end in link.ends)]
    dark = mix(look.faint, look.ink, 0.3)
    plain: Mapping[str, Value] = {"fill": "none", "stroke_linecap": "round"}
    for link in links:
        way = points(link.way, closed=False)
        group.path(way, stroke=look.ground, stroke_width=7, stroke_opacity=0.8, **plain)
        group.path(way, stroke=dark, stroke_width=2.6, **plain)
    for link in links:
        here, there = (zone.places[end] for end in link.ends)
        owners = [seat for seat, tree in enumerate(trees) if (here, there) in tree]
        for number, seat in enumerate(owners):
            off = (number - (len(owners) - 1) / 2) * (_STRAND + 1)
            way = points(beside(link.way, off), closed=False)
            group.path(way, stroke=BLACK, stroke_width=_STRAND + 1.6, stroke_opacity=0.6, **plain)
            colour = signs.owner_colour(seat, look)
            group.path(way, stroke=colour, stroke_width=_STRAND, **plain)
    for link in links:
        x, y = link.label
        group.circle(x, y, BUBBLE, fill=look.panel, stroke=dark, stroke_width=1.3)
        text = f"{link.cost}"
        group.write(x, y + 4, text, 11, fill=look.ink, bold=True, anchor="middle")


def _draw_city(group: Group, state: State, city: City, look: ColourScheme, *, marked: bool) -> None:
    """Draw the places of houses, from the cheapest on, and the name above them."""
    _, high = half_size(city)
    top = high - SLOT
    group.write(
        0,
        top - 5,
        CITY_NAMES[city],
        NAME,
        fill=look.ink,
        bold=True,
        anchor="middle",
        halo=look.ground,
    )
    box: Mapping[str, Value] = {"fill": look.panel, "stroke": look.faint, "stroke_width": 1.2}
    group.box(-1.5 * SLOT, top, 3 * SLOT, SLOT, rx=4, **box)
    for slot, house in enumerate(state.houses[state.board.places[city]]):
        x, y = (slot - 1) * SLOT, top + SLOT / 2
        if house != EMPTY:
            signs.draw_house(group.at(x, y), house, look)
        elif slot < state.step:
            text = f"{SLOT_COST[slot]}"
            group.write(x, y + 3.5, text, 10, fill=look.faint, anchor="middle")
        else:
            group.path(f"M{x - 4} {y}H{x + 4}", stroke=look.rule, stroke_width=2)
    if marked:
        group.circle(1.5 * SLOT + 7, top + SLOT / 2, 6.5, fill=(160, 255, 96), stroke=BLACK)
        group.write(
            1.5 * SLOT + 7, top + SLOT / 2 + 4, "!", 11, fill=BLACK, bold=True, anchor="middle"
        )


def _plants(column: Column, state: State) -> None:
    column.heading(say("Plant market"))
    wide, high = signs.PLATE
    parts = ((state.current_market, False), (state.future_market, True))
    for plants, is_future in parts:
        for number, plant in enumerate(plants):
            x = column.x + (number % 4) * (wide + 15)
            y = column.y + 6 + (number // 4) * (high + 8)
            plate = column.group.at(x, y)
            signs.draw_plate(plate, plant, column.look, faded=is_future)
            if plant == state.discount:
                _badge(plate.at(wide - 18, 16), "1", column.look)
            if state.auction and state.auction.plant == plant:
                _badge(plate.at(wide - 18, 16), f"{state.auction.high}", column.look)
        column.y += (high + 8) * -(-len(plants) // 4)
    told = say("stack: {count:card|cards}", count=len(state.stack))
    if not state.plant_market:
        told = f"{say('none')}, {told}"
    if state.step3_lies:
        told = f"{told}, {say('the Step 3 card')}"
    column.text(told, faint=True, size=12)


def _badge(group: Group, text: str, look: ColourScheme) -> None:
    group.circle(0, 0, 11, fill=look.accent)
    group.write(0, 4.5, text, 12, fill=look.ground, bold=True, anchor="middle")


def _fuel(column: Column, state: State) -> None:
    """Draw the spaces of the market, each with its price; a token stands on the dearest ones."""
    look = column.look
    column.heading(say("Fuel market"))
    for fuel, name in enumerate(FUELS):
        y = column.y + 24
        signs.draw_fuel(column.group.at(column.x + 8, y), fuel, look)
        column.group.write(column.x + 20, y + 4, say(name), 12, fill=look.ink)
        empty = TOKENS[fuel] - state.market[fuel]
        x = column.x + 96
        room = (_COLUMN - 104) / len(PRICES[fuel])
        number = 0
        for price, count in signs.spread(PRICES[fuel]):
            middle = x + room * (count - 1) / 2
            ink = look.faint
            column.group.write(middle, y - 10, f"{price}", 9.5, fill=ink, anchor="middle")
            for _ in range(count):
                token = column.group.at(x, y)
                signs.draw_fuel(token, fuel, look, there=number >= empty)
                x += room
                number += 1
        column.y += 31
    extra = available(state, 0) - state.market[0]
    if extra:
        column.text(say("coal in the depot: {count}", count=extra), faint=True, size=12)


def _players(column: Column, state: State, names: Sequence[str]) -> None:
    column.heading(say("Players, in turn order"))
    for seat in state.turn_order:
        held = state.fuel[seat]
        power = best_outcome(state.plants[seat], held, len(CITY_NAMES))[2]
        money = state.money[seat]
        told = say(
            "{money} · {cities:city|cities} · could power {power}",
            money=say("money hidden") if money < 0 else say("{money} Elektro", money=money),
            cities=state.city_count[seat],
            power=power,
        )
        _player(column, seat, names[seat], told, state.plants[seat], held, seat == state.actor)
    if state.terms.cartel:
        told = say(
            "{count:house|houses} left; {fuel}",
            count=state.cartel_houses,
            fuel=fuel_words(state.cartel_fuel),
        )
        plants, held = state.cartel_plants, state.cartel_fuel
        _player(column, CARTEL, say("Cartel"), told, plants, held, is_to_act=False)


def _player(
    column: Column,
    seat: Seat,
    name: str,
    told: str,
    plants: tuple[Plant, ...],
    held: Tokens,
    is_to_act: bool,
) -> None:
    look, top = column.look, column.y + 4
    wide, high = signs.SMALL_PLATE
    height = 27 + (high + 6 if plants else 0)
    if is_to_act:
        fill, rim = mix(look.panel, look.accent, 0.12), look.accent
        column.group.box(column.x - 6, top, column.width + 12, height, rx=6, fill=fill, stroke=rim)
    signs.draw_house(column.group.at(column.x + 10, top + 14), seat, look)
    room = 170.0
    short = shorten(name, 14, room, bold=True)
    column.group.write(column.x + 27, top + 19, short, 14, fill=look.ink, bold=True)
    column.group.write(column.x + 200, top + 19, told, 12, fill=look.ink)
    for number, (plant, fuel) in enumerate(zip(plants, distribute_fuel(plants, held), strict=True)):
        plate = column.group.at(column.x + 27 + number * (wide + 5), top + 27)
        signs.draw_plate(plate, plant, look, held=fuel)
    column.y += height + 5


def _legend(column: Column, state: State) -> None:
    look = column.look
    column.heading(say("Legend"))
    colours = _region_colours(state)
    x = column.x
    for region in state.board.regions:
        if x > column.x + column.width - 100:
            x, column.y = column.x, column.y + 22
        column.group.box(x, column.y + 9, 15, 15, rx=3, fill=_ground(colours[region], look))
        column.group.write(x + 20, column.y + 21, say(region), 12, fill=look.ink)
        x += 30 + 7.2 * len(say(region)) + 8
    column.y += 28
    told = say(
        "A city holds up to three houses, for 10, 15 and 20 Elektro; a dash marks a "
        "slot that no step has opened yet. The number on a line is the cost of that "
        "connection. A plant uses tokens (×) to supply cities; the fuel on it is in "
        "stock."
    )
    column.text(told, faint=True, size=12)
