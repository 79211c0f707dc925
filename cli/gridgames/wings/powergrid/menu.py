"""The legal actions of Power Grid as a numbered menu, the most useful first."""

from collections.abc import Sequence

from gridcommon.errors import Word
from gridgames.games.menus import Choice, Menu, paginate, submenu
from gridgames.languages.messages import say
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    fuel_words,
    market_prices,
    plant_words,
)
from powergrid import building, resources
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.board import Place
from powergrid.bureaucracy import payment
from powergrid.plant_market import minimum_bid
from powergrid.powering import fuel_needs, output
from powergrid.state import BUREAUCRACY, RESOURCES, State
from powergrid.storage import room_for
from powergrid.tables import CITY_NAMES, COAL, DEPOT, GOODS, OIL, PLANTS, City, Tokens

_RAISES = (1, 2, 3, 5, 10, 20)
_ALL_PURCHASES = 12  # so many lines are shown at once, more by fuel


def menu_of(state: State, actions: Sequence[Action]) -> Menu:
    """Return the legal ``actions`` as numbered choices."""
    match actions[0]:
        case PlaceCartel() | MarkStart():
            return _cities_menu(state, actions)
        case Scrap():
            return _scrap_menu(state, actions)
        case Open() | Decline():
            return _open_menu(state, actions)
        case Bid() | Pass():
            return _bid_menu(state, actions)
        case Run():
            return _run_menu(state, actions)
    if state.phase == RESOURCES:
        return _buy_menu(state, actions)
    return _build_menu(state, actions)


def _cities_menu(state: State, actions: Sequence[Action]) -> Menu:
    region_of = state.board.map.region_of
    by_region: dict[str, list[Choice]] = {}
    for action in actions:
        if isinstance(action, PlaceCartel | MarkStart):
            choice = Choice(say("region {region}", region=Word(region_of[action.city])), action)
            by_region.setdefault(region_of[action.city], []).append(choice)
    title = say("Choose a city of the set-up: first the region")
    choices = [
        submenu(
            say("{region}: {count:city|cities}", region=Word(region), count=len(cities)),
            say("Which city of {region}?", region=region),
            cities,
            list,
        )
        for region, cities in by_region.items()
    ]
    return paginate(title, choices)


def _open_menu(state: State, actions: Sequence[Action]) -> Menu:
    choices: list[Choice] = []
    for action in actions:
        if isinstance(action, Open) and action.bid == minimum_bid(state, action.plant):
            left = state.money[action.seat] - action.bid
            card = plant_words(action.plant)
            note = say("{card}; leaves {left}", card=card, left=left)
            choices.append(Choice(note, action, short=card))
        elif isinstance(action, Decline):
            choices.append(Choice(say("buy no plant this round"), action))
    return paginate(say("Open an auction (a higher bid: open PLANT BID)"), choices)


def _bid_menu(state: State, actions: Sequence[Action]) -> Menu:
    high = state.auction.high if state.auction else 0
    money = state.money[state.actor]
    bids = [
        Choice(say("leaves {left}", left=money - action.amount), action)
        for action in actions
        if isinstance(action, Bid) and action.amount - high in _RAISES
    ]
    passes = [
        Choice(say("leave this auction"), action) for action in actions if isinstance(action, Pass)
    ]
    return paginate(say("Bid or pass (any amount: bid AMOUNT)"), bids, passes)


def _scrap_menu(state: State, actions: Sequence[Action]) -> Menu:
    def worth(action: Scrap) -> tuple[int, int]:
        return PLANTS[action.plant].cities, sum(action.lose or ())

    scraps = sorted((one for one in actions if isinstance(one, Scrap)), key=worth)
    choices = [
        Choice(
            say(
                "{card}; loses {fuel}",
                card=plant_words(scrap.plant),
                fuel=fuel_words(scrap.lose or (0, 0, 0, 0)),
            ),
            scrap,
        )
        for scrap in scraps
    ]
    limit = state.terms.plant_limit
    return paginate(say("You may keep {limit} plants: scrap one", limit=limit), choices)


def _buy_menu(state: State, actions: Sequence[Action]) -> Menu:
    """Offer first what one run still needs, then every number of every fuel."""
    seat = state.actor
    by_fuel: dict[int, list[Choice]] = {}
    wanted: list[Choice] = []
    last: list[Choice] = []
    missing = _missing(state)
    for action in actions:
        if isinstance(action, Buy):
            price = resources.cost(state, action.fuel, action.count)
            left = state.money[seat] - price
            note = say("costs {price}, leaves {left}", price=price, left=left)
            short = say("{price}, left {left}", price=price, left=left)
            if action.fuel != DEPOT and action.count == missing[action.fuel]:
                note = say("{note}; enough for one run", note=note)
                wanted.append(Choice(note, action, short=say("{note}; one run", note=short)))
            else:
                by_fuel.setdefault(action.fuel, []).append(Choice(note, action, short=short))
        else:
            last.append(Choice(say("buy no more"), action))
    if sum(map(len, by_fuel.values())) + len(wanted) <= _ALL_PURCHASES:
        rest = [choice for choices in by_fuel.values() for choice in choices]
        return Menu(say("Buy fuel"), [*wanted, *rest, *last])
    groups = [
        submenu(
            say(
                "{fuel}: another number, up to {count}",
                fuel=Word(GOODS[fuel]),
                count=choices[-1].action.count,
            ),
            say("How much {fuel}?", fuel=Word(GOODS[fuel])),
            choices,
            list,
        )
        for fuel, choices in by_fuel.items()
    ]
    return paginate(say("Buy fuel (any number: buy FUEL COUNT)"), [*wanted, *groups], last)


def _missing(state: State) -> Tokens:
    """Return the fuel that one run of all plants still needs; hybrids take what fits."""
    seat = state.actor
    fixed, hybrids = fuel_needs(state.plants[seat])
    held = state.fuel[seat]
    missing = [max(0, need - have) for need, have in zip(fixed, held, strict=True)]
    mixed = sum(hybrids) - sum(max(0, held[fuel] - fixed[fuel]) for fuel in (COAL, OIL))
    if mixed > 0:
        cheap = min(
            (COAL, OIL), key=lambda fuel: (market_prices(fuel, state.market[fuel]) or [99])[0]
        )
        missing[cheap] += min(mixed, room_for(cheap, held, state.plants[seat]))
    return (missing[0], missing[1], missing[2], missing[3])


def _build_menu(state: State, actions: Sequence[Action]) -> Menu:
    seat = state.actor
    builds = [action for action in actions if isinstance(action, Build)]
    last = [Choice(say("build no more"), action) for action in actions if isinstance(action, Done)]
    choices = []
    for action in sorted(builds, key=lambda build: worth_building(state, build)):
        place = state.board.places[action.city]
        price, slot = building.cost(state, seat, place), state.prices[place]
        values = {"price": price, "slot": slot, "path": price - slot}
        left = state.money[seat] - price
        if state.network[seat]:
            told = "costs {price} (slot {slot}, path {path}), leaves {left}"
            note = say(told, **values, left=left)
        else:
            near, other = _nearest(state, place)
            note = say(
                "costs {price}, leaves {left}; then {city} for {next}",
                price=price,
                left=left,
                city=CITY_NAMES[other],
                next=near,
            )
        short = say("{price}={slot}+{path}, left {left}", **values, left=left)
        choices.append(Choice(note, action, short=short))
    power = output(state.plants[seat])
    title = say(
        "Build (cheapest first); you have {cities}, your plants can power {power}",
        cities=cities_words(state.city_count[seat]),
        power=power,
    )
    return paginate(title, choices, last)


def worth_building(state: State, build: Build) -> tuple[int, int, str]:
    """Return the sort key of a legal build, cheapest first.

    For the first house all cities are about equal: then it is what the second one costs.
    """
    place = state.board.places[build.city]
    near = 0 if state.network[build.seat] else _nearest(state, place)[0]
    return building.cost(state, build.seat, place), near, CITY_NAMES[build.city]


def _nearest(state: State, place: Place) -> tuple[int, City]:
    """Return the cheapest way from a city to another one that is open, and to which."""
    board = state.board
    return min(
        (cost + state.prices[other], city)
        for other, (city, cost) in enumerate(zip(board.cities, board.costs[place], strict=True))
        if other != place
    )


def _run_menu(state: State, actions: Sequence[Action]) -> Menu:
    assert state.phase == BUREAUCRACY, state.phase
    cities = state.city_count[state.actor]

    def powered(run: Run) -> int:
        return min(output(run.plants), cities)

    runs = sorted(
        (one for one in actions if isinstance(one, Run)),
        key=lambda run: (-powered(run), sum(run.burn), len(run.plants)),
    )
    choices = [
        Choice(
            say(
                "powers {cities}, pays {income}, burns {fuel}",
                cities=cities_words(powered(run)),
                income=payment(powered(run)),
                fuel=fuel_words(run.burn),
            ),
            run,
            short=say(
                "+{income}, {cities}",
                cities=cities_words(powered(run)),
                income=payment(powered(run)),
            ),
        )
        for run in runs
    ]
    title = say("Run plants; you have {cities}", cities=cities_words(cities))
    return paginate(title, choices)
