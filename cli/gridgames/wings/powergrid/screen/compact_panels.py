"""The sections of the screen: plants, fuel and players, and the line about the near future.

A plant is ``7 ▪▪▪ oil ⌂2``: number 7 burns three oil for two cities. Of an own plant the tokens on
it are shown, and ``·`` for an empty place.
"""

from collections.abc import Collection, Iterator, Sequence

from rich.cells import set_cell_size

from gridcommon.contract import Seat
from gridcommon.errors import Word
from gridgames.languages.caveats import marked
from gridgames.languages.messages import say
from gridgames.show.table import DIM, Part
from gridgames.terminal.frames import Section, flowing
from gridgames.terminal.output import Clickable, Line, line_width
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from gridgames.wings.powergrid.description.places import fuel_place, plant_place
from gridgames.wings.powergrid.description.situation import market_prices, supplied_cities
from gridgames.wings.powergrid.description.upcoming import incomes, refill
from powergrid.plant_market import minimum_bid
from powergrid.powering import distribute_fuel, output
from powergrid.resources import available
from powergrid.state import AUCTION, OVER, PHASES, RESOURCES, SETUP, State
from powergrid.steps import awaits_step2, coming_step
from powergrid.tables import COAL, FUELS, OIL, PLANTS, Fuel, Plant, Tokens
from powergrid.turn_order import recomputed_turn_order

FUEL_STYLES = ("#c8a27a", "#b9c0c8", "#e6d05c", "#ff9a8a")
_KIND_STYLES = dict(zip(FUELS, FUEL_STYLES, strict=True))
_CLEAN = "#7fe0a8"  # of plants that need no fuel
_PRESENT = "bold #101010 on #ffd75f"
_SPACES = 24  # columns of the tokens of a fuel at their prices
_LABEL = 8  # columns of the name of a fuel
_TABLE = _LABEL + _SPACES + 7  # columns of the fuel market with all its prices
_LEAST_NAME = 7  # columns of a glyph and a name in a short line
_TOKEN, _ROOM, HOUSE = "▪", "·", "⌂"


def kind_words(plant: Plant) -> str:
    """Return what a plant runs on, as in ``oil``."""
    kind = PLANTS[plant].kind
    return say("coal/oil") if kind == "hybrid" else say(kind)


def kind_style(plant: Plant) -> str:
    """Return the style of what a plant runs on."""
    return _KIND_STYLES.get(PLANTS[plant].kind, "" if PLANTS[plant].fuel else _CLEAN)


def needed_tokens(plant: Plant) -> Line:
    """Return the tokens that one run of a plant takes; those of a hybrid have two colours."""
    count = PLANTS[plant].fuel
    if PLANTS[plant].kind == "hybrid":
        half = (count + 1) // 2
        return [
            (_TOKEN * half, FUEL_STYLES[COAL]),
            *([(_TOKEN * (count - half), FUEL_STYLES[OIL])] if count > half else []),
        ]
    return [(_TOKEN * count, kind_style(plant))] if count else []


def plant_line(plant: Plant, stored: Tokens | None = None) -> Line:
    """Return a plant, as in ``7 ▪▪▪ oil ⌂2``, with the tokens ``stored`` on it if they matter."""
    tokens = needed_tokens(plant) if stored is None else _laid(plant, stored)
    return [
        (f"{plant} ", "bold"),
        *tokens,
        *([(" ", "")] if tokens else []),
        (f"{kind_words(plant)} ", kind_style(plant)),
        (f"{HOUSE}{PLANTS[plant].cities}", ""),
    ]


def _laid(plant: Plant, stored: Tokens) -> Line:
    places = 2 * PLANTS[plant].fuel
    line: Line = [
        (_TOKEN * count, style) for count, style in zip(stored, FUEL_STYLES, strict=True) if count
    ]
    empty = places - sum(stored)
    return [*line, (_ROOM * empty, DIM)] if empty else line


# The players


def power_words(state: State, seat: Seat) -> str:
    """Return the cities that a seat can supply with its fuel, of those with all the fuel."""
    return f"{supplied_cities(state, seat)}/{output(state.plants[seat])}"


def _columns() -> tuple[list[str], list[int]]:
    """Return the titles of the values of a player, and their columns."""
    titles = [say("money"), say("cities"), say("powers")]
    sizes = [max(len(title), least) for title, least in zip(titles, (4, 3, 5), strict=True)]
    return titles, sizes


def room_for_names(width: int) -> int:
    """Return the columns of a name in :func:`players`."""
    _, sizes = _columns()
    return width - 3 - sum(sizes) - len(sizes)


def players(state: State, names: Sequence[str], width: int) -> Section:
    """Return the players in turn order: money, cities, power, and each plant with its store."""
    titles, sizes = _columns()
    room = room_for_names(width) + 2
    lines: list[Line] = []
    for seat in state.turn_order:
        values = (_money(state, seat), f"{state.city_count[seat]}", power_words(state, seat))
        words = "".join(f" {value:>{size}}" for value, size in zip(values, sizes, strict=True))
        lines.append([*_name(state, seat, names, room), (words, "")])
        lines += _stores(state.plants[seat], state.fuel[seat], width)
    if state.terms.cartel:
        text = say("{count:house|houses} left", count=state.cartel_houses)
        lines.append([(f" {OTHER_GLYPH} {say('Cartel')}", "bold #ffffff"), (f"  {text}", DIM)])
        lines += _stores(state.cartel_plants, state.cartel_fuel, width)
    note = " ".join(f"{title:>{size}}" for title, size in zip(titles, sizes, strict=True))
    return Section(say("Players"), lines, note)


def _stores(plants: tuple[Plant, ...], stock: Tokens, width: int) -> Iterator[Line]:
    if plants:
        laid = zip(plants, distribute_fuel(plants, stock), strict=True)
        yield from flowing([plant_line(*one) for one in laid], width, [("   ", "")])


def brief_players(
    state: State, names: Sequence[str], width: int, detailed: Sequence[Seat] = ()
) -> Section:
    """Return the players in one line each: money, cities, power and plants.

    Those who are ``detailed`` have the stores of their plants below it.
    """
    lines: list[Line] = []
    numbers = [" ".join(map(str, plants)) for plants in state.plants]
    most = max(len(say("plants")), *map(len, numbers))
    for seat in state.turn_order:
        cities = f"{HOUSE}{state.city_count[seat]}"
        text = f" {_money(state, seat):>3} {cities:>3} {power_words(state, seat):>5}"
        text += f" {numbers[seat]:<{most}}"
        room = max(width - 1 - len(text), _LEAST_NAME)
        lines.append([*_name(state, seat, names, room), (text, "")])
        if seat in detailed:
            lines += _stores(state.plants[seat], state.fuel[seat], width)
    note = f"{say('money ⌂ powers')} {say('plants'):<{most}}"
    return Section(say("Players"), lines, note)


def _name(state: State, seat: Seat, names: Sequence[str], room: int) -> Line:
    mark = "▸" if seat == state.actor else " "
    name = set_cell_size(f"{GLYPHS[seat]} {names[seat]}", room)
    return [(mark, "bold #ffffff"), (name, seat_style(seat))]


def _money(state: State, seat: Seat) -> str:
    return "?" if state.money[seat] < 0 else str(state.money[seat])


# The markets


def plants(state: State, width: int, changed: Collection[str] = ()) -> Section:
    """Return the current and future plants, those changed highlighted, and the stack."""
    lot = state.auction.plant if state.auction else 0
    now = []
    for plant in state.current_market:
        line = plant_line(plant)
        if plant == state.discount:
            line.append((f" {discount_words()}", "bold"))
        if plant == lot:
            line = [("▸" + "".join(text for text, _ in line), _PRESENT)]
        elif state.phase == AUCTION and not state.auction:
            opening = f"open {plant} {minimum_bid(state, plant)}"
            line = [(Clickable(text, typed=opening), style) for text, style in line]
        now.append(_highlighted(line) if plant_place(plant) in changed else line)
    later = []
    for plant in state.future_market:
        line = plant_line(plant)
        later.append(_highlighted(line) if plant_place(plant) in changed else line)
    if state.step3_lies:
        later.append([(say("Step 3"), "bold")])
    label = max(len(say("now")), len(say("later"))) + 1
    lines = list(flowing(now, width, [(f"{say('now'):<{label}}", DIM)]))
    if later:
        lines += flowing(later, width, [(f"{say('later'):<{label}}", DIM)])
    stack = say("{count:card|cards} in the stack", count=len(state.stack))
    if back := state.top_back:
        values = {"count": len(state.stack), "back": Word(back)}
        longer = say("stack: {count:card|cards}, top {back}", **values)
        stack = longer if label + len(longer) <= width else stack
    lines.append([(f"{'':<{label}}{stack}", DIM)])
    return Section(say("Plants"), lines, f"{HOUSE} {say('cities it powers')}")


def _highlighted(line: Line) -> Line:
    """Return a line with its first words reversed."""
    (text, style), *rest = line
    return [(text, f"reverse {style}".rstrip()), *rest]


def discount_words() -> str:
    """Return what the discount token does."""
    return say("from 1")


def brief_plants(state: State, width: int, changed: Collection[str] = ()) -> Section:
    """Return the numbers of the current and the future plants, those changed highlighted."""
    found = []
    for title, market in (("now", state.current_market), ("later", state.future_market)):
        if market:
            numbers: Line = [(f"{say(title)}", DIM)]
            for plant in market:
                style = "reverse" if plant_place(plant) in changed else ""
                numbers += [(" ", ""), (str(plant), style)]
            found.append(numbers)
    return Section(say("Plants"), list(flowing(found, width)))


def fuel(state: State, width: int, changed: Collection[str] = ()) -> Section:
    """Return the fuel market: the tokens at each price, the tokens left, and the next refill.

    The names of fuels that changed are highlighted.
    """
    if width < _TABLE:
        return brief_fuel(state, width, changed)
    prices = "".join(f"{price:>2} " for price in range(1, 9))
    lines: list[Line] = [[(f"{say('price'):<{_LABEL}}{prices}", DIM)]]
    for kind, (name, added) in enumerate(zip(FUELS, refill(state), strict=True)):
        count, style = state.market[kind], FUEL_STYLES[kind]
        here = market_prices(state, kind, count)
        line: Line = [(_one_more(state, kind, f"{say(name):<{_LABEL}}"), style)]
        line = _highlighted(line) if fuel_place(kind) in changed else line
        spaces = state.terms.prices[kind]
        if _fits_columns(spaces):  # up to three tokens on each space up to 8
            for price in range(1, 9):
                held, every = here.count(price), spaces.count(price)
                line.append((_ROOM * (every - held), DIM))
                line.append((_TOKEN * held, style if price % 2 else f"bold {style}"))
                if every < _SPACES // 8:
                    line.append((" " * (_SPACES // 8 - every), ""))
        else:
            line.append((f"{_listed(here):<{_SPACES}}", style))
        lines.append([*line, (f"{count:>3}", "bold"), (f" +{added}", DIM)])
    if depot := available(state, COAL) - state.market[COAL]:
        text = say("depot: {count} coal at {price}", count=depot, price=state.terms.depot_price)
        lines.append([(f"{'':<{_LABEL}}{text}", DIM)])
    caveats = "?" * bool(state.terms.refill_caveats)  # the short form of a caveat
    return Section(say("Fuel"), lines, say("left, + refill") + caveats)


def _fits_columns(prices: Sequence[int]) -> bool:
    """Return whether a market can be shown with a column for each price."""
    counts = [prices.count(price) for price in range(1, 9)]
    return sum(counts) == len(prices) and 1 < max(counts) <= _SPACES // 8


def _listed(prices: Sequence[int]) -> str:
    """Return the prices of tokens, as many as there is room for."""
    text = " ".join(map(str, prices)) or say("none")
    return text if len(text) <= _SPACES else f"{text[: _SPACES - 1].rpartition(' ')[0]} …"


def _one_more(state: State, kind: Fuel, text: str) -> str:
    """Return a text; a click on it buys one token while fuel is bought."""
    if state.phase != RESOURCES or not state.market[kind]:
        return text
    return Clickable(text, typed=f"buy {FUELS[kind]} 1")


def brief_fuel(state: State, width: int, changed: Collection[str] = ()) -> Section:
    """Return the next price of each fuel, and how many tokens are left, in two columns."""
    cells: list[Line] = []
    for kind, (name, style) in enumerate(zip(FUELS, FUEL_STYLES, strict=True)):
        count = state.market[kind]
        price = str(next(iter(market_prices(state, kind, count)), "-"))
        label, cost = (_one_more(state, kind, text) for text in (f"{say(name):<{_LABEL}}", price))
        cell: Line = [(label, style), (f"{cost:>2}", "bold"), (f" ({count})", DIM)]
        cells.append(_highlighted(cell) if fuel_place(kind) in changed else cell)
    half = width // 2
    lines = [
        [*left, (" " * max(half - line_width(left), 1), ""), *right]
        for left, right in zip(cells[::2], cells[1::2], strict=True)
    ]
    return Section(say("Fuel"), lines, say("next price (left)"))


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
    for count in (4, 3, 2, 1):
        (mine, pays), *more = incomes(state, seat, count)
        text = say("income {income} for {cities:city|cities}", income=pays, cities=mine)
        rest = "".join(say(", {income} for {cities}", income=pay, cities=n) for n, pay in more)
        income.append([(text, "bold"), (rest, DIM)])
    yield Part(income, 1)
    order = recomputed_turn_order(state)
    glyphs: Line = [(GLYPHS[one], seat_style(one)) for one in order]
    spaced = [part for glyph in glyphs for part in ((" ", ""), glyph)]
    yield Part([[(say("next turn order"), DIM), *spaced], [(f"{say('next')} ", DIM), *glyphs]], 2)
    caveats = state.terms.refill_caveats
    head = marked(say("step {step} refill", step=coming_step(state)), caveats)
    long: Line = [(head, DIM)]
    for count, name, style in zip(refill(state), FUELS, FUEL_STYLES, strict=True):
        long += [(f" {count}", "bold"), (f" {say(name)}", style)]
    yield Part([long, []], 3)
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
