"""The panels beside the map: the markets, the players and the Cartel, and a legend."""

from collections.abc import Iterator, Sequence
from functools import partial

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word, word_list
from gridgames.languages.caveats import marked, notes
from gridgames.languages.messages import say
from gridgames.show.characters import words
from gridgames.show.face import Move
from gridgames.show.parts import Auction, Card, Cell, Panel
from gridgames.terminal.frames import DIM
from gridgames.terminal.output import Line, headed, wrapped
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from gridgames.wings.powergrid.description.places import fuel_place, plant_place
from gridgames.wings.powergrid.description.situation import (
    FUEL_STYLES,
    HOUSE,
    ROOM,
    TOKEN,
    cities_words,
    describe_cities,
    fuel_words,
    market_prices,
    market_words,
    money_words,
    plant_line,
    plant_words,
    supplied_cities,
    supply_words,
    to_do,
    top_words,
)
from gridgames.wings.powergrid.description.upcoming import describe_prices, incomes, refill
from gridgames.wings.powergrid.drawing import signs
from powergrid.actions import Bid, Decline, Open
from powergrid.events import PhaseBegan, PlantSold
from powergrid.plant_market import minimum_bid
from powergrid.powering import distribute_fuel, output
from powergrid.projection import cheapest_fuel, fuel_price
from powergrid.resources import available
from powergrid.state import AUCTION, BUILDING, CARTEL, OVER, PHASES, RESOURCES, SETUP, State
from powergrid.steps import awaits_step2
from powergrid.tables import COAL, DEPOT, FUELS, NOTHING, PLANTS, Fuel, Plant, Tokens
from powergrid.turn_order import recomputed_turn_order
from powergrid.view import observe

_AUCTIONED = "bold #101010 on #ffd75f"
_SPACES = 24  # columns of the tokens of a fuel at their prices


def describe(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the whole state in words: the current task, what lies beside the map, the cities."""
    rules = state.terms.ruleset
    title = f"Power Grid {rules.edition}, {say(state.board.map.name)}"
    zone = say("  zone: {regions}", regions=word_list(state.board.regions))
    yield from headed(title, "bold", zone, "  ")
    if options := rules.options():
        text = ", ".join(f"{name}={value}" for name, value in options.items())
        yield from wrapped(say("options: {options}", options=text), "  ")
    now = {"round": state.round, "step": state.step, "phase": Word(PHASES[state.phase])}
    yield [(say("Round {round}, step {step}, phase: {phase}", **now), "")]
    order = ", ".join(names[seat] for seat in state.turn_order)
    yield from wrapped(say("Turn order: {order}", order=order), "  ", first="")
    yield from wrapped(say("Now: {task}", task=to_do(state, names)), "  ", "bold", first="")
    yield []
    for panel in (_plants(state), _fuel(state), _players(state, names)):
        yield from words(panel)
        yield []
    yield from describe_cities(state, names)
    for note in notes(state.terms.caveats):
        yield from wrapped(say("Not certain: {note}", note=note), "  ", "dim", first="")


def describe_upcoming(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the near future, and in phase 4 the price of each legal build."""
    if state.phase not in (SETUP, OVER):
        yield from words(_upcoming(state, names))
    if state.phase == BUILDING:
        yield from describe_prices(state, names)


def panels(state: State, names: Sequence[str]) -> Iterator[Panel]:
    """Yield the players in turn order with the Cartel, the markets, what is next, and a legend."""
    yield _players(state, names)
    yield _fuel(state)
    yield _plants(state)
    if state.phase not in (SETUP, OVER):
        yield _upcoming(state, names)
    yield _legend(state)


def map_panels(state: State, about: str) -> Iterator[Panel]:
    """Yield the regions with a note, for the picture of a map alone."""
    note = f"{about} {say('The number on a line is the cost of that connection.')}"
    yield Panel("legend", say("Regions"), _legend(state).cards, note, is_compact=True)


def _players(state: State, names: Sequence[str]) -> Panel:
    cards = [_player(state, seat, names[seat]) for seat in state.turn_order]
    if state.terms.cartel:
        left = say("{count:house|houses} left", count=state.cartel_houses)
        cells = [Cell(left), Cell(fuel_words(state.cartel_fuel), [])]
        cells += _stores(state.cartel_plants, state.cartel_fuel)
        sign = partial(signs.house, CARTEL)
        cards.append(Card(say("Cartel"), sign, cells, mark=(OTHER_GLYPH, "bold #ffffff")))
    return Panel(
        "players",
        say("Players"),
        cards,
        asides=("", say("money ⌂ powers")),
        figures=say("plants"),
        rank=2,
        heights=(3 * len(cards), len(cards) + 3, len(cards)),
    )


def _player(state: State, seat: Seat, name: str) -> Card:
    money, cities, power = state.money[seat], state.city_count[seat], supplied_cities(state, seat)
    most = output(state.plants[seat])
    supplied = say("{power} of {most}", power=power, most=most)
    told = say("{cities:city|cities}", cities=cities)
    cells = [
        Cell(money_words(state, seat), [("?" if money < 0 else f"{money}", "")], head=say("money")),
        Cell(told, [(f"{cities}", "")], f"{HOUSE}{cities}", say("cities")),
        Cell(
            say("could power {power}", power=power),
            [(supplied, "")],
            f"{power}",
            say("powers"),
        ),
        Cell(fuel_words(state.fuel[seat]), []),
        *_stores(state.plants[seat], state.fuel[seat]),
    ]
    mark, sign = (GLYPHS[seat], seat_style(seat)), partial(signs.house, seat)
    return Card(name, sign, cells, is_to_act=seat == state.actor, mark=mark)


def _stores(plants: tuple[Plant, ...], stock: Tokens) -> Iterator[Cell]:
    """Yield plants with the fuel on each, distributed so that most of them can run."""
    for plant, held in zip(plants, distribute_fuel(plants, stock), strict=True):
        told = f"{plant}: {plant_words(plant)}"
        if any(held):
            told = say("{plant}; holds {fuel}", plant=told, fuel=fuel_words(held))
        draw = partial(signs.plate, plant, held)
        yield Cell(told, plant_line(plant, held), f"{plant}", draw=draw)


def _plants(state: State) -> Panel:
    auction = state.auction
    cards = []
    for label, plants in (("now", state.current_market), ("later", state.future_market)):
        for plant in plants:
            line, badge, typed = plant_line(plant), "", ""
            is_lot = auction is not None and auction.plant == plant
            if auction and is_lot:
                line, badge = (
                    [("▸" + "".join(text for text, _ in line), _AUCTIONED)],
                    str(auction.high),
                )
            elif state.phase == AUCTION and not auction and label == "now":
                typed = f"open {plant} {minimum_bid(state, plant)}"
            cells = [
                Cell(plant_words(plant), line, f"{plant}", typed=typed),
                Cell("", [], draw=partial(signs.plate, plant)),
            ]
            if plant == state.discount:
                badge = badge or "1"
                told = say("discount token: from 1")
                cells.append(Cell(told, [] if is_lot else [(say("from 1"), "bold")]))
            is_later = label == "later"
            card = Card(f"{plant}", None, cells, plant_place(plant), badge, is_faded=is_later)
            cards.append(card._replace(label=say(label)))
    note = say("stack: {count:card|cards}", count=len(state.stack))
    if not state.plant_market:
        note = f"{say('none')}, {note}"
    if state.step3_lies:
        note = f"{note}, {say('the Step 3 card')}"
    if state.top_back:
        note = f"{note}\n{top_words(state)}"
    return Panel(
        "plants",
        say("Plants"),
        cards,
        note,
        is_compact=True,
        asides=(f"{HOUSE} {say('cities it powers')}", ""),
        rank=3,
        heights=(6, 1, 0),
    )


def _fuel(state: State) -> Panel:
    cards = [_market(state, fuel, added) for fuel, added in enumerate(refill(state))]
    if extra := available(state, COAL) - state.market[COAL]:
        title = say("coal in the depot: {count}", count=extra)
        price = say("{price} each", price=state.terms.depot_price)
        sign = partial(signs.token, COAL)
        cards.append(Card(title, sign, [Cell(price)], place=fuel_place(DEPOT)))
    caveats = state.terms.refill_caveats
    prices = "".join(f"{price:>2} " for price in range(1, 9))
    return Panel(
        "fuel",
        say("Fuel"),
        cards,
        marked(say("Next refill"), caveats) if caveats else "",
        is_compact=True,
        top=[(say("price"), DIM), (prices, DIM)],
        asides=(say("left, + refill") + "?" * bool(caveats), say("next price (left)")),
        heights=(len(cards) + 1, (len(cards) + 1) // 2),
    )


def _market(state: State, fuel: Fuel, added: int) -> Card:
    """Return the tokens of a fuel at each price, the tokens left, the refill, the supply."""
    name, count, style = FUELS[fuel], state.market[fuel], FUEL_STYLES[fuel]
    here, spaces = market_prices(state, fuel, count), state.terms.prices[fuel]
    line: Line = [(f"{_listed(here):<{_SPACES}}", style)]
    if _fits_columns(spaces):  # up to three tokens on each space up to 8
        line = []
        for price in range(1, 9):
            held, every = here.count(price), spaces.count(price)
            line.append((ROOM * (every - held), DIM))
            line.append((TOKEN * held, style if price % 2 else f"bold {style}"))
            line.append((" " * (_SPACES // 8 - every), ""))
    draw = partial(signs.spaces, fuel, count, spaces, added)
    typed = f"plan more {name}" if state.phase == RESOURCES and count else ""
    next_price = str(next(iter(here), "-"))
    cells = [
        Cell(market_words(state, fuel), line, next_price, say("price"), typed=typed),
        Cell("", [(f"{count}", "bold")], f"({count})", say("left")),
        Cell(say("next refill {count}", count=added), [(f"+{added}", DIM)], head=say("refill")),
        Cell(supply_words(state, fuel), [(f"/{state.supply[fuel]}", DIM)], head=say("/ supply")),
        Cell("", [], draw=draw),
    ]
    sign = partial(signs.token, fuel)
    return Card(say(name), sign, cells, fuel_place(fuel), mark=("", style))


def _fits_columns(prices: Sequence[int]) -> bool:
    """Return whether a market can be shown with a column for each price."""
    counts = [prices.count(price) for price in range(1, 9)]
    return sum(counts) == len(prices) and 1 < max(counts) <= _SPACES // 8


def _listed(prices: Sequence[int]) -> str:
    """Return the prices of tokens, as many as there is room for."""
    text = " ".join(map(str, prices)) or say("none")
    return text if len(text) <= _SPACES else f"{text[: _SPACES - 1].rpartition(' ')[0]} …"


def _upcoming(state: State, names: Sequence[str]) -> Panel:
    """Return the incomes with the fuel in stock, the next turn order, and what ends the step."""
    paid = []
    for seat in state.turn_order:
        (mine, pays), *more = incomes(state, seat)
        values = {"name": names[seat], "income": pays, "cities": cities_words(mine)}
        told = say("{name} {income} for {cities}", **values)
        line: Line = [(GLYPHS[seat], seat_style(seat)), (f" {pays}", "bold")]
        if more:
            told += say(" ({income} for one more)", income=more[0][1])
            line.append((f" ({more[0][1]})", DIM))
        paid.append(Cell(told, line))
    order = recomputed_turn_order(state)
    seats = [Cell(names[seat], [(GLYPHS[seat], seat_style(seat))]) for seat in order]
    values = {"most": cities_words(state.most_cities), "end": state.terms.end_cities}
    values["step2"] = state.terms.step2_cities
    if awaits_step2(state):
        told = say("{most}; step 2 at {step2}, end at {end}", **values)
        brief = say("step 2 at {step2}, end {end}", **values)
    else:
        told, brief = say("{most}; end at {end}", **values), say("end at {end}", **values)
    income = say("Income") if state.phase > RESOURCES else say("Income up to")
    cards = [
        Card(income, cells=paid),
        Card(say("Next turn order"), cells=seats),
        Card(say("Largest network"), cells=[Cell(told, brief=brief)]),
    ]
    return Panel("next", say("Next steps"), cards)


def _legend(state: State) -> Panel:
    board = state.board.map
    colours = dict(zip(board.regions, board.colours, strict=True))
    told = say(
        "A city holds up to three houses, for 10, 15 and 20 Elektro; a dash marks a "
        "house that no step allows yet. The number on a line is the cost of that "
        "connection. After + is the fuel of the next refill. A plant uses tokens (×) to "
        "supply cities; the fuel on it is in stock."
    )
    cards = [
        Card(say(region), partial(signs.swatch, colours[region])) for region in state.board.regions
    ]
    return Panel("legend", say("Legend"), cards, told, is_compact=True)


def stage(
    state: State, names: Sequence[str], seat: Seat | None, moves: Sequence[Move]
) -> Iterator[Panel]:
    """Yield what an auction is about: the plant, the bids in order, what a bidder would get."""
    auction = state.auction
    if auction is None:
        return
    plant = auction.plant
    cells = [
        Cell(plant_words(plant), plant_line(plant)),
        Cell("", [], draw=partial(signs.plate, plant)),
    ]
    card = Card(f"{plant}", None, cells, badge=f"{auction.high}")
    yield Panel("lot", say("On sale"), [card], is_compact=True)
    yield Panel("bids", say("Bids"), [*_bids(state, names, moves)], is_compact=True)
    if seat is not None and auction.bidders >> seat & 1:
        title = say("For {name}", name=names[seat])
        yield Panel("gain", title, [*_gain(state, seat, plant)])


def _bids(state: State, names: Sequence[str], moves: Sequence[Move]) -> Iterator[Card]:
    """Yield the seats in the order of their first bids or passes, then those without any."""
    auction = state.auction
    assert auction is not None
    amounts: dict[Seat, list[int]] = {}
    gone: dict[Seat, str] = {}  # who takes no part, and why
    is_before = False  # the moves of earlier auctions
    for move in reversed(moves):
        for event in move.events:
            if isinstance(event, PlantSold):
                gone.setdefault(event.seat, say("has bought {plant}", plant=event.plant))
        match move.action:
            case Decline(seat=seat):
                gone.setdefault(seat, say("buys none"))
            case Open(seat=seat, bid=amount) | Bid(seat=seat, amount=amount) if not is_before:
                amounts[seat] = [amount, *amounts.pop(seat, ())]
                is_before = isinstance(move.action, Open)
        if any(isinstance(event, PhaseBegan) for event in move.events):
            break
    others = (seat for seat in state.turn_order if seat not in amounts)
    for seat in (*reversed(amounts), *others):
        said = amounts.get(seat, [])
        if seat == auction.leader:
            told, said = say("leads"), said or [auction.high]
        elif auction.bidders >> seat & 1:
            told = say("is to bid") if seat == auction.bidder else say("still in")
        else:
            told = say("passed") if state.in_auction >> seat & 1 else gone.get(seat, say("out"))
        style = "bold #9ff0c0" if seat == auction.leader else ""
        cells = [
            Cell(" ".join(map(str, said)), [(f"{max(said, default='')}", style or "bold")]),
            Cell(told, [(told, style)]),
            Cell(money_words(state, seat), []),
        ]
        mark = GLYPHS[seat], seat_style(seat)
        sign = partial(signs.house, seat)
        yield Card(names[seat], sign, cells, is_to_act=seat == auction.bidder, mark=mark)


def _gain(state: State, seat: Seat, plant: Plant) -> Iterator[Card]:
    """Yield what a plant would bring a seat: the plant that goes, cities, fuel, and its worth."""
    from powergrid.bots.plant_valuation import appraise

    plants = state.plants[seat]
    kept = plants
    if len(plants) >= state.terms.plant_limit:
        least = min(plants, key=lambda one: (PLANTS[one].cities, one))
        kept = tuple(one for one in plants if one != least)
        told = say("plant {plant} ({card})", plant=least, card=plant_words(least))
        yield Card(say("Would go"), cells=[Cell(told)])
    values = {"before": output(plants), "after": output((*kept, plant))}
    values["own"] = state.city_count[seat]
    told = say("{before} cities now, {after} with it; {own} built", **values)
    yield Card(say("Plants"), cells=[Cell(told)], mark=("", "#9ff0c0"))
    if PLANTS[plant].fuel:
        yield Card(say("Fuel"), cells=[Cell(_run_words(state, seat, plant))])
    for one in appraise(observe(state, seat)):
        if one.plant == plant:
            yield Card(say("Worth"), cells=[Cell(say("about {amount} to you", amount=one.worth))])


def _run_words(state: State, seat: Seat, plant: Plant) -> str:
    """Return the price of the fuel for one run of a plant, bought now as cheaply as possible."""
    alone = state.copy()
    alone.plants[seat], alone.fuel[seat] = (plant,), NOTHING
    tokens = cheapest_fuel(alone, seat, PLANTS[plant].cities)
    if isinstance(tokens, Refusal):
        return say("not enough is left for one run")
    told = fuel_words(tuple(tokens.get(fuel, 0) for fuel in range(len(FUELS))))
    return say("{fuel} cost {price} now", fuel=told, price=fuel_price(state, tokens))


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
