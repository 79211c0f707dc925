"""Compact panels: plants, fuel, players and the near future in few characters.

A plant is ``7 3o>2``: number 7 burns three oil for two cities. Behind an own plant stands its
store: ``▪`` is a token on it, ``·`` an empty place; on a hybrid the letters of coal and oil.
"""

from collections.abc import Iterator, Sequence

from rich.cells import set_cell_size

from gridcommon.contract import Seat
from gridcommon.errors import Word
from gridgames.games.table import DIM, HEAD, Part
from gridgames.languages.caveats import marked
from gridgames.languages.messages import say
from gridgames.terminal.output import Clickable, Line, line_width
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from gridgames.wings.powergrid.description.situation import market_prices, supplied_cities
from gridgames.wings.powergrid.description.upcoming import incomes, refill
from powergrid.plant_market import minimum_bid
from powergrid.powering import distribute_fuel, output
from powergrid.resources import available
from powergrid.state import AUCTION, OVER, PHASES, RESOURCES, SETUP, State
from powergrid.steps import awaits_step2, coming_step
from powergrid.tables import FUELS, PLANTS, PRICES, Fuel, Plant, Tokens
from powergrid.turn_order import recomputed_turn_order

FUEL_STYLES = ("#c8a27a", "#b9c0c8", "#e6d05c", "#ff9a8a")
_KIND_STYLES = dict(zip(FUELS, FUEL_STYLES, strict=True))
_PRESENT = "bold #101010 on #ffd75f"
_TABLE = 39  # columns of the fuel market with all its prices
_LABEL = 8  # columns of the name of a fuel
_LEAST_NAME = 8  # columns of a glyph and a name in a short line
_BRIEF = 30  # columns after it, with three plants and two kinds of fuel
_TOKEN, _ROOM = "▪", "·"


def letter(fuel: Fuel) -> str:
    """Return the letter of a fuel."""
    return say(FUELS[fuel])[0]


def need_code(plant: Plant) -> str:
    """Return the fuel and cities of a plant, as in ``3o>2``, ``2c/o>4`` or ``w>3``."""
    card = PLANTS[plant]
    kinds = ("coal", "oil") if card.kind == "hybrid" else (card.kind,)
    letters = "/".join(say(kind)[0] for kind in kinds)
    return f"{card.fuel or ''}{letters}>{card.cities}"


def plant_line(plant: Plant, token: str = "") -> Line:
    """Return a plant, as in ``7 3o>2``, with its number in bold."""
    style = _KIND_STYLES.get(PLANTS[plant].kind, "")
    return [(f"{plant}{token} ", "bold"), (need_code(plant), style)]


def _loaded(plant: Plant, tokens: Tokens) -> Line:
    card = PLANTS[plant]
    line = plant_line(plant)
    if not card.fuel:
        return line
    held = [fuel for fuel, count in enumerate(tokens) for _ in range(count)]
    line.append((" ", ""))
    for fuel in sorted(set(held)):
        sign = letter(fuel) if card.kind == "hybrid" else _TOKEN
        line.append((sign * tokens[fuel], FUEL_STYLES[fuel]))
    line.append((_ROOM * (2 * card.fuel - len(held)), DIM))
    return line


def _flowing(items: Sequence[Line], width: int, first: Line) -> Iterator[Line]:
    """Yield items after ``first``, in as many lines as they need, indented by its width.

    Two spaces separate the items, or one if all of them then fit into one line.
    """
    indent = line_width(first)
    taken = indent + sum(map(line_width, items))
    gap = 2 if taken + 2 * (len(items) - 1) <= width else 1
    line, used = list(first), indent
    for item in items:
        wanted = line_width(item)
        if used > indent:
            if used + gap + wanted > width:
                yield line
                line, used = [(" " * indent, "")], indent
            else:
                line.append((" " * gap, ""))
                used += gap
        line += item
        used += wanted
    yield line


# The players


def power_words(state: State, seat: Seat) -> str:
    """Return the cities that a seat can supply with its fuel, of those with all the fuel."""
    return f"{supplied_cities(state, seat)}/{output(state.plants[seat])}"


def player_lines(state: State, names: Sequence[str], width: int) -> Iterator[Line]:
    """Yield the players in turn order: money, cities, power, and each plant with its store."""
    yield [(f"{say('Players'):<{width - 19}}", HEAD), (say("money city  power"), DIM)]
    for seat in state.turn_order:
        words = (
            f"{_money(state, seat):>6} {state.city_count[seat]:>4} {power_words(state, seat):>6}"
        )
        yield [*_name(state, seat, names, width - 21), (words, "")]
        yield from _stores(state.plants[seat], state.fuel[seat], width)
    if state.terms.cartel:
        text = say("{count:house|houses} left", count=state.cartel_houses)
        yield [(f" {OTHER_GLYPH} {say('Cartel')}", "bold #ffffff"), (f"  {text}", DIM)]
        yield from _stores(state.cartel_plants, state.cartel_fuel, width)


def _stores(plants: tuple[Plant, ...], stock: Tokens, width: int) -> Iterator[Line]:
    if plants:
        laid = zip(plants, distribute_fuel(plants, stock), strict=True)
        yield from _flowing([_loaded(*one) for one in laid], width, [("  ", "")])


def brief_player_lines(state: State, names: Sequence[str], width: int) -> Iterator[Line]:
    """Yield the players in one line each: money, cities, power, plants, and fuel if it fits."""
    for seat in state.turn_order:
        plants = " ".join(map(str, state.plants[seat]))
        text = f"{_money(state, seat):>4}{state.city_count[seat]:>3} {power_words(state, seat):>5}"
        text += f" {plants}"
        fuel: Line = [
            (f" {count}{letter(kind)}", FUEL_STYLES[kind])
            for kind, count in enumerate(state.fuel[seat])
            if count
        ]
        room = width - 1 - len(text) - line_width(fuel)
        if room < _LEAST_NAME:
            fuel, room = [], max(width - 1 - len(text), 4)
        # Names and plants are in columns; the fuel comes after them.
        room = min(room, max(width - 1 - _BRIEF, _LEAST_NAME))
        yield [*_name(state, seat, names, room), (text, ""), *fuel]


def _name(state: State, seat: Seat, names: Sequence[str], room: int) -> Line:
    mark = "▸" if seat == state.actor else " "
    name = set_cell_size(f"{GLYPHS[seat]} {names[seat]}", room)
    return [(mark, "bold #ffffff"), (name, seat_style(seat))]


def _money(state: State, seat: Seat) -> str:
    return "?" if state.money[seat] < 0 else str(state.money[seat])


# The markets


def plant_lines(state: State, width: int) -> Iterator[Line]:
    """Yield the current and future plants, and the contents of the stack."""
    lot = state.auction.plant if state.auction else 0
    now = []
    for plant in state.current_market:
        line = plant_line(plant, "*" if plant == state.discount else "")
        if plant == lot:
            line = [("▸" + "".join(text for text, _ in line), _PRESENT)]
        elif state.phase == AUCTION and not state.auction:
            opening = f"open {plant} {minimum_bid(state, plant)}"
            line = [(Clickable(text, typed=opening), style) for text, style in line]
        now.append(line)
    later = [plant_line(plant) for plant in state.future_market]
    if state.step3_lies:
        later.append([(say("Step 3"), "bold")])
    label = max(len(say("now")), len(say("later"))) + 1
    yield from _flowing(now, width, [(f"{say('now'):<{label}}", HEAD)])
    if later:
        yield from _flowing(later, width, [(f"{say('later'):<{label}}", HEAD)])
    stack = say("{count:card|cards} in the stack", count=len(state.stack))
    if back := state.top_back:
        values = {"count": len(state.stack), "back": Word(back)}
        longer = say("stack: {count:card|cards}, top {back}", **values)
        stack = longer if label + len(longer) <= width else stack
    yield [(f"{'':<{label}}{stack}", DIM)]


def brief_plant_lines(state: State) -> Iterator[Line]:
    """Yield the numbers of the current and the future plants."""
    now = " ".join(map(str, state.current_market))
    later = " ".join(map(str, state.future_market))
    line: Line = [(f"{say('now')} ", HEAD), (now, "")]
    if later:
        line += [(f"  {say('later')} ", HEAD), (later, DIM)]
    yield line


def fuel_lines(state: State, width: int) -> Iterator[Line]:
    """Yield the fuel market: the tokens at each price, the tokens left, and the next refill."""
    is_wide = width >= _TABLE
    room = 24 if is_wide else width - _LABEL - 6
    if is_wide:
        spaces = "".join(f"{price:>2} " for price in range(1, 9))
        yield [(f"{say('Fuel'):<{_LABEL}}", HEAD), (f"{spaces}  ", DIM), ("+", DIM)]
    for fuel, (name, added) in enumerate(zip(FUELS, refill(state), strict=True)):
        count, style = state.market[fuel], FUEL_STYLES[fuel]
        prices = market_prices(fuel, count)
        line: Line = [(_one_more(state, fuel, f"{say(name):<{_LABEL}}"), style)]
        if is_wide and PRICES[fuel].count(1) > 1:  # several tokens on each space up to 8
            for price in range(1, 9):
                here, every = prices.count(price), PRICES[fuel].count(price)
                line.append((_ROOM * (every - here), DIM))
                line.append((_TOKEN * here, style if price % 2 else f"bold {style}"))
        else:
            text = " ".join(map(str, prices)) or say("none")
            if not is_wide and len(text) > room:
                text = text[: room - 1].rsplit(" ", 1)[0] + "…"
            line.append((f"{text:<{room}}", style if is_wide else ""))
        yield [*line, (f"{count:>3}", "bold"), (f" +{added}", DIM)]
    if depot := available(state, 0) - state.market[0]:
        text = say("depot: {count} coal at {price}", count=depot, price=state.terms.depot_price)
        yield [(f"{'':<{_LABEL}}{text}", DIM)]


def _one_more(state: State, fuel: Fuel, text: str) -> str:
    """Return a text; a click on it buys one token while fuel is bought."""
    if state.phase != RESOURCES or not state.market[fuel]:
        return text
    return Clickable(text, typed=f"buy {FUELS[fuel]} 1")


def brief_fuel_lines(state: State, width: int) -> Iterator[Line]:
    """Yield the next price of each fuel, and how many tokens are left if there is room."""
    line: Line = [(say("Fuel"), HEAD)]
    for fuel, style in enumerate(FUEL_STYLES):
        count = state.market[fuel]
        price = str(next(iter(market_prices(fuel, count)), "-"))
        sign, cost = (_one_more(state, fuel, text) for text in (f" {letter(fuel)} ", price))
        line += [(sign, style), (cost, "bold"), (f"({count})", DIM)]
    yield line if line_width(line) <= width else [part for part in line if part[1] != DIM]


# What comes next


def phases(state: State) -> Line:
    """Return the phases of a round, the present one marked."""
    shown = (SETUP,) if state.phase == SETUP else range(1, max(state.phase + 1, OVER))
    return [
        (f"[{say(PHASES[phase])}]", _PRESENT)
        if phase == state.phase
        else (f" {say(PHASES[phase])} ", DIM)
        for phase in shown
    ]


def guide(state: State, seat: Seat) -> Iterator[Part[Line]]:
    """Yield income, next turn order, refill, and the triggers of step 2 and the end."""
    if state.phase == OVER:
        return
    income: list[Line] = []
    for count in (4, 3, 2):
        (mine, pays), *more = incomes(state, seat, count)
        rest = "".join(f" {n}:{pay}" for n, pay in more)
        income.append([(say("income "), DIM), (f"[{mine}:{pays}]", "bold"), (rest, "")])
    yield Part(income, 1)
    order = recomputed_turn_order(state)
    glyphs: Line = [(GLYPHS[one], seat_style(one)) for one in order]
    spaced = [part for glyph in glyphs for part in ((" ", ""), glyph)]
    yield Part(
        [[(say("next turn order"), DIM), *spaced], [(say("next "), DIM), *glyphs], glyphs], 2
    )
    caveats = state.terms.refill_caveats
    head = marked(say("step {step} refill", step=coming_step(state)), caveats)
    long: Line = [(head, DIM)]
    short: Line = [(say("refill") + "?" * bool(caveats), DIM)]  # the short form of a caveat
    for fuel, (count, style) in enumerate(zip(refill(state), FUEL_STYLES, strict=True)):
        long += [(f" {count}", "bold"), (f" {say(FUELS[fuel])}", style)]
        short.append((f" {count}{letter(fuel)}", style))
    yield Part([long, short], 3)
    values = {"most": state.most_cities, "end": state.terms.end_cities}
    if awaits_step2(state):
        values["step2"] = state.terms.step2_cities
        triggers = [
            say("largest network {most}: step 2 at {step2}, end at {end}", **values),
            say("{most} cities; step 2 at {step2}, end at {end}", **values),
            say("step 2 at {step2}, end {end}", **values),
        ]
    else:
        triggers = [
            say("largest network {most}: end at {end}", **values),
            say("{most} cities, end at {end}", **values),
            say("end at {end}", **values),
        ]
    yield Part([[(text, "")] for text in triggers], 1)
