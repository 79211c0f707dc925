"""The legal actions of Power Grid as a menu, the most useful first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from gridcommon.errors import JoinedList, Refusal, Typed, Word
from gridgames.languages.messages import say
from gridgames.show.face import as_one
from gridgames.show.menus import DONE, PASS, Choice, Field, Menu, Numbers, submenu
from gridgames.wings.powergrid.description.places import place_of
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    fuel_words,
    plant_words,
    price_words,
    supplied_cities,
)
from gridgames.wings.powergrid.description.upcoming import nearest, worth_building
from gridgames.wings.powergrid.drawing import signs
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
from powergrid.bureaucracy import payment
from powergrid.plant_market import minimum_bid
from powergrid.powering import output
from powergrid.projection import affordable_fuel, cheapest_fuel, fuel_price
from powergrid.state import BUREAUCRACY, RESOURCES, State
from powergrid.tables import CITY_NAMES, COAL, DEPOT, FUELS, GOODS, PLANTS

_ALL_PURCHASES = 12  # the most lines that are shown at once; more are grouped by fuel


def menu_of(state: State, actions: Sequence[Action]) -> Menu:
    """Return the legal ``actions`` as choices."""
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
    by_region: dict[str, list[Choice]] = {}
    for action in actions:
        if isinstance(action, PlaceCartel | MarkStart):
            region = state.board.map.region_of[action.city]
            choice = _choice(say("region {region}", region=Word(region)), action)
            by_region.setdefault(region, []).append(choice)
    choices = []
    for region, cities in by_region.items():
        text = say("{region}: {count:city|cities}", region=Word(region), count=len(cities))
        title = say("Which city of {region}?", region=region)
        choices.append(submenu(text, title, cities, list, name=say(region)))
    return Menu(say("Choose a city of the set-up: first the region"), choices)


def _open_menu(state: State, actions: Sequence[Action]) -> Menu:
    choices: list[Choice] = []
    for action in actions:
        match action:
            case Open(seat=seat, plant=plant, bid=bid) if bid == minimum_bid(state, plant):
                card = plant_words(plant)
                note = say("{card}; leaves {left}", card=card, left=state.money[seat] - bid)
                choices.append(_choice(note, action, card, f"{bid}"))
            case Decline():
                choices.append(_choice(say("buy no plant this round"), action))
    opens = [one.action for one in choices if one.typed != PASS]
    asked = say(
        "A number is a plant to open: {plants}. A higher bid may follow, as in {example}.",
        plants=_or(one.plant for one in opens),
        example=Typed(f"{opens[0].plant} {opens[0].bid + 1}") if opens else "",
    )
    typing = say("Open an auction (a higher bid: PLANT BID)")
    return Menu(say("Open an auction"), choices, typing=typing, numbers=Numbers(asked, "open"))


def _bid_menu(state: State, actions: Sequence[Action]) -> Menu:
    """Return the lowest bid alone, and the pass; a number is a limit, up to which one bids."""
    first, last = actions[0], [one for one in actions if isinstance(one, Pass)]
    passes = [_choice(say("leave this auction"), action) for action in last]
    title = say("Bid up to a limit, or pass")
    if not isinstance(first, Bid):
        return Menu(title, passes, numbers=Numbers(say("You can only pass.")))
    least, money = first.amount, state.money[first.seat]

    def effect(limit: int) -> str:
        values = {"limit": limit, "left": money - limit, "money": money}
        return say("At {limit} you keep {left} of {money}.", **values)

    asked = say("A number is your limit: {least} to {most}.", least=least, most=money)
    now = say("You bid {least} now, then as little as it takes.", least=least)
    field = Field(say("Your limit"), least, money, say("Bid up to it"), now, effect)
    numbers = Numbers(asked, "bid up to", field=field)
    bid = _choice(say("and ask me again"), first)
    return Menu(title, [bid], passes, f"{title}. {asked}", numbers=numbers)


def _scrap_menu(state: State, actions: Sequence[Action]) -> Menu:
    def worth(action: Scrap) -> tuple[int, int]:
        return PLANTS[action.plant].cities, sum(action.lose or ())

    choices = []
    for scrap in sorted((one for one in actions if isinstance(one, Scrap)), key=worth):
        fuel = fuel_words(scrap.lose or (0, 0, 0, 0))
        note = say("{card}; loses {fuel}", card=plant_words(scrap.plant), fuel=fuel)
        choices.append(_choice(note, scrap))
    limit, choices = state.terms.plant_limit, _distinct(choices)
    title = say("You may keep {limit} plants: scrap one", limit=limit)
    plants = dict.fromkeys(str(one.action.plant) for one in choices)
    asked = say("A number is the plant to scrap: {plants}.", plants=_or(plants))
    return Menu(title, choices, numbers=Numbers(asked, "scrap"))


def _buy_menu(state: State, actions: Sequence[Action]) -> Menu:
    """Return first the fuel that one's cities need, then all plants, then any number of a fuel.

    A number is a count where only one fuel can be meant.
    """
    by_fuel: dict[int, list[Choice]] = {}
    last = [_choice(say("stop buying"), action) for action in actions if isinstance(action, Done)]
    wanted = [*_needs(state)] if last else []
    known = [choice.action for choice in wanted]
    counts = {one.fuel: one.count for one in actions if isinstance(one, Buy)}  # the most of each
    for action in actions:
        if isinstance(action, Buy) and action not in known:
            price = resources.cost(state, action.fuel, action.count)
            left = state.money[action.seat] - price
            note = say("costs {price}, leaves {left}", price=price, left=left)
            short = say("{price}, left {left}", price=price, left=left)
            choice = _choice(note, action, short, f"{price}")
            by_fuel.setdefault(action.fuel, []).append(choice)
    title = say(
        "Buy fuel; you have {cities}, and fuel for {powered}",
        cities=cities_words(state.city_count[state.actor]),
        powered=supplied_cities(state, state.actor),
    )
    if len(counts) == 1:
        [(fuel, most)] = counts.items()
        numbers = _count(fuel, most)
    else:
        example = Typed(f"buy {GOODS[next(iter(counts), COAL)]} 2")
        numbers = Numbers(say("Name the fuel too, as in {example}.", example=example))
    first = [*wanted, *(choice for choices in by_fuel.values() for choice in choices)]
    if len(first) <= _ALL_PURCHASES:
        first = _counted(first) if len(counts) == 1 else first
        return Menu(title, first, last, most=_ALL_PURCHASES, numbers=numbers)
    groups = []
    for fuel, choices in by_fuel.items():
        name, most = Word(GOODS[fuel]), choices[-1].action.count
        text = say("{fuel}: another number, up to {count}", fuel=name, count=most)
        one, ask = choices[0], say("How much {fuel}?", fuel=name)
        group = submenu(
            text, ask, choices, _counted, place=one.place, picture=one.picture,
            numbers=_count(fuel, counts[fuel]),
        )  # fmt: skip
        groups.append(group)
    return Menu(title, [*wanted, *groups], last, numbers=numbers)


def _count(fuel: int, most: int) -> Numbers:
    """Return that a number is a count of a fuel."""
    asked = say("A number is how much {fuel}: 1 to {most}.", fuel=Word(GOODS[fuel]), most=most)
    return Numbers(asked, f"buy {GOODS[fuel]}")


def _counted(choices: Sequence[Choice]) -> list[Choice]:
    """Return purchases of one fuel, each taken by its count."""
    return [
        replace(one, typed=str(one.action.count)) if isinstance(one.action, Buy) else one
        for one in choices
    ]


def _needs(state: State) -> Iterator[Choice]:
    """Yield the cheapest fuel for one's cities, as many as can be paid for, and for all plants."""
    seat = state.actor
    money, own, most = state.money[seat], state.city_count[seat], output(state.plants[seat])
    powered, tokens = affordable_fuel(state, seat, own, money)
    found = [(say("for {cities}", cities=cities_words(powered)), tokens)]
    full = cheapest_fuel(state, seat, most)
    if not isinstance(full, Refusal) and full != tokens and fuel_price(state, full) <= money:
        found.append((say("for all plants"), full))
    for words, tokens in found:
        if not tokens:
            continue
        price = fuel_price(state, tokens)
        values = {"what": words, "price": price, "left": money - price}
        counts = [tokens.get(fuel, 0) for fuel in range(len(FUELS))]
        yield Choice(
            say("{what}; costs {price}, leaves {left}", **values),
            as_one([Buy(seat, fuel, count) for fuel, count in tokens.items()]),
            None,
            say("{price}, {what}", **values),
            name=say("Buy {what}: {fuel}", **values, fuel=fuel_words((*counts,))),
            price=f"{price}",
            picture=partial(signs.token, next(iter(tokens))),
            note=say("costs {price}, leaves {left}", **values),
        )


def _build_menu(state: State, actions: Sequence[Action]) -> Menu:
    seat = state.actor
    builds = [action for action in actions if isinstance(action, Build)]
    last = [_choice(say("stop building"), action) for action in actions if isinstance(action, Done)]
    choices = []
    for action in sorted(builds, key=lambda build: worth_building(state, build)):
        place = state.board.places[action.city]
        price, slot = building.cost(state, seat, place), state.prices[place]
        values: dict[str, object] = {"price": price, "left": state.money[seat] - price}
        if state.network[seat]:
            told = price_words(slot, price - slot)
            note = say("costs {price}, leaves {left}", price=told, left=values["left"])
        else:
            near, other = nearest(state, place)
            values |= {"city": CITY_NAMES[other], "next": near}
            note = say("costs {price}, leaves {left}; then {city} for {next}", **values)
        short = say("{price}, left {left}", **values)
        choices.append(_choice(note, action, short, f"{price}"))
    template = "Build (cheapest first); you have {cities}, your plants can power {power}"
    cities, power = cities_words(state.city_count[seat]), output(state.plants[seat])
    return Menu(say(template, cities=cities, power=power), choices, last)


def _run_menu(state: State, actions: Sequence[Action]) -> Menu:
    assert state.phase == BUREAUCRACY, state.phase
    cities = state.city_count[state.actor]

    def powered(run: Run) -> int:
        return min(output(run.plants), cities)

    def rank(run: Run) -> tuple[int, int, int]:
        return -powered(run), sum(run.burn), len(run.plants)

    choices = []
    for run in sorted((one for one in actions if isinstance(one, Run)), key=rank):
        values = {"cities": cities_words(powered(run)), "income": payment(powered(run))}
        fuel = fuel_words(run.burn)
        note = say("powers {cities}, pays {income}, burns {fuel}", **values, fuel=fuel)
        short = say("+{income}, {cities}", **values)
        choices.append(_choice(note, run, short, f"+{values['income']}"))
    title = say("Run plants; you have {cities}", cities=cities_words(cities))
    asked = say("Numbers are the plants to run, as in {example}.", example=Typed("7 10"))
    return Menu(title, _distinct(choices), numbers=Numbers(asked, "run"))


def _distinct(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices; those that the same numbers would take have none."""
    count = Counter(one.typed for one in choices)
    return [replace(one, typed=one.typed * (count[one.typed] == 1)) for one in choices]


def _or(parts: Iterable[object]) -> JoinedList:
    return JoinedList(tuple(parts), "or")


def _choice(text: str, action: Action, short: str = "", price: str = "") -> Choice:
    """Return an action as a choice, with its name, place and picture."""
    picture, typed = None, ""
    match action:
        case PlaceCartel() | MarkStart():
            name = CITY_NAMES[action.city]
        case Open():
            name, typed = say("Auction plant {plant}", plant=action.plant), str(action.plant)
            picture = partial(signs.plate, action.plant)
        case Decline():
            name, typed = say("Buy no plant"), PASS
        case Bid():
            name = say("Bid {amount}", amount=action.amount)
        case Pass():
            name, typed = say("Pass"), PASS
        case Scrap():
            name, typed = say("Scrap plant {plant}", plant=action.plant), str(action.plant)
            picture = partial(signs.plate, action.plant)
        case Buy():
            name = say("Buy {count} {fuel}", count=action.count, fuel=Word(GOODS[action.fuel]))
            picture = partial(signs.token, COAL if action.fuel == DEPOT else action.fuel)
        case Build():
            name = say("Build {city}", city=CITY_NAMES[action.city])
        case Done():
            name, typed = say("Done"), DONE
        case Run(plants=()):
            name = say("Run no plant")
        case Run():
            plants = " + ".join(map(str, action.plants))
            name = say("Run {count:plant|plants} {plants}", count=len(action.plants), plants=plants)
            typed = " ".join(map(str, action.plants))
    return Choice(
        text,
        action,
        short=short,
        name=name,
        price=price,
        place=place_of(action),
        picture=picture,
        typed=typed,
    )
