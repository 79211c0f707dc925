"""Power Grid in lines of text: what matters now, and the choices as a numbered menu."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.records import Header, Told
from gridgames.games.face import Face, Move
from gridgames.games.menus import Choice, Menu, opening, paged
from gridgames.languages.messages import say
from gridgames.terminal.output import Line
from gridgames.wings.powergrid.ahead import describe_ahead, describe_links
from gridgames.wings.powergrid.description import (
    cities_words,
    describe,
    describe_cities,
    describe_players,
    fuel_words,
    market_prices,
    plant_words,
    prices_words,
    top_words,
)
from gridgames.wings.powergrid.narration import tell, tell_auction, tell_event, tell_result
from gridgames.wings.powergrid.orders import ORDER_WORDS, Orders
from gridgames.wings.powergrid.regrets import regret
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
from powergrid.ending import Result
from powergrid.events import Event, PlantDrawn, PlantSold, Step3Drawn, StepBegan
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome, needs, output
from powergrid.ruleset import Ruleset
from powergrid.state import AUCTION, BUREAUCRACY, PHASES, RESOURCES, State
from powergrid.storage import room_for
from powergrid.tables import CITY_NAMES, COAL, DEPOT, FUELS, GOODS, OIL, PLANTS, City, Plant, Tokens

if TYPE_CHECKING:
    from gridgames.games.drawing.look import Look
    from gridgames.games.drawing.svg import Drawing
    from powergrid.position import Position

_RAISES = (1, 2, 3, 5, 10, 20)
_ALL_PURCHASES = 12  # so many lines are shown at once, more by fuel


class Presenter(Face):
    """Power Grid as people meet it."""

    examples = "open 13 15, bid 16, pass, decline, scrap 5, buy coal 3, build Essen, run 7 10, done"
    draws = (PlantDrawn, Step3Drawn)
    landmarks: Mapping[str, tuple[type, ...]] = {"sale": (PlantSold,), "step": (StepBegan,)}
    help = (
        ("open 13 15    bid 16    pass    decline    buy coal 3", None),
        ("build Essen   run 7 10 coal 2   done   why build Essen   rules PG-AUC-03", None),
    )
    orders = (
        "open 13 up to 30, bid up to 30, limit 20 45, limit all 0, limits, limits off, plan coal 2,"
        " commit, cost Essen, reach 60"
    )
    order_words = ORDER_WORDS

    def begin(self, header: Header, given: Mapping[str, Any]) -> tuple[Header, Sequence[Told]]:
        """Return how a game begins; that of ``--position`` with the position in its file."""
        if "position" not in given:
            return super().begin(header, given)
        from gridgames.wings.powergrid.told import position_told
        from powergrid.notation.formatter import format_position
        from powergrid.position import to_position

        told = position_told(str(given["position"]), None)
        rules = told.ruleset.to_json()
        if header.ruleset not in (Ruleset().to_json(), rules):
            raise NotationError(
                "the position says its rules itself: {rules}; leave out --edition, --map and "
                "--option",
                key="position",
                rules=f"{told.ruleset.edition} {told.ruleset.map}",
            )
        if len(told.names) != len(header.players):
            raise NotationError(
                "the position has {seats} players, found {found}",
                key="seats",
                seats=len(told.names),
                found=len(header.players),
            )
        state = told.state(header.seed or 0)
        setup = {"regions": list(state.board.regions), "turn_order": list(state.turn_order)}
        text = format_position(to_position(state, header.players, cards=True))
        begun = replace(header, ruleset=rules, setup=setup, takes_notes=True)
        return begun, (Told("set", {"position": text}),)

    def tell(self, move: Move, names: Sequence[str]) -> Iterator[str]:
        """Yield what was done, then each thing that followed, one sentence each."""
        return tell(move, names)

    def joins(self, told: Sequence[Move], move: Move) -> bool:
        """Say whether a move goes on with an auction: it is told in one line."""
        return bool(told) and isinstance(move.action, Bid | Pass)

    def tell_together(self, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
        """Yield an auction, as far as it went, then what followed."""
        return tell_auction(moves, names)

    def tell_event(self, event: Event, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        return tell_event(event, names)

    def tell_result(self, result: Result, names: Sequence[str]) -> Iterator[str]:
        """Yield how the game ended, one sentence each."""
        return tell_result(result, names)

    def now(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield what matters for the choice that ``seat`` has now, a short line each."""
        yield say(
            "Round {round}, step {step}, {phase}",
            round=state.round,
            step=state.step,
            phase=Word(PHASES[state.phase]),
        )
        for other in state.turn_order:
            yield _player(state, other, names)
        if state.phase == AUCTION and not state.surplus:
            if not state.auction:
                yield from _plants(state)
            else:
                auction = state.auction
                yield say(
                    "On auction: plant {plant} ({card}); {leader} leads with {high}",
                    plant=auction.plant,
                    card=plant_words(auction.plant),
                    leader=names[auction.leader],
                    high=auction.high,
                )
        if state.phase == RESOURCES:
            yield from _fuel(state)
            yield say(
                "To run once the plants of {name} need {need}; in stock: {fuel}",
                name=names[seat],
                need=_need_words(state.plants[seat]),
                fuel=fuel_words(state.fuel[seat]),
            )

    def moment(self, state: State) -> tuple[int, int]:
        """Return the round and the phase."""
        return state.round, state.phase

    def question(self, state: State) -> tuple[object, ...]:
        """Return the round, the phase, and what is auctioned or has to be scrapped."""
        auction = state.auction
        return state.round, state.phase, auction and auction.plant, state.surplus

    def stage(self, state: State) -> Wording:
        """Return the round and the phase."""
        values = {"round": state.round, "phase": Word(PHASES[state.phase])}
        return Wording("Round {round}: {phase}", values)

    def whole(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield the whole state, and what comes next."""
        yield from describe(state, names)
        yield from describe_ahead(state, names)

    def board(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield the cities by region, their connections, and what comes next."""
        yield from describe_cities(state, names)
        yield from describe_links(state)
        yield from describe_ahead(state, names)

    def players(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield what the players have."""
        return describe_players(state, names)

    def hides(self, state: State) -> bool:
        """Say whether a player sees something that the other players may not see."""
        return state.terms.ruleset.hidden_money

    def draw(
        self, shown: Sequence["State | Position"], names: Sequence[str], look: "Look"
    ) -> list["Drawing"]:
        """Return pictures of one size, of games or positions."""
        from gridgames.wings.powergrid.drawing import draw

        told = (
            (one, names) if isinstance(one, State) else (one.table(), one.names) for one in shown
        )
        return draw(list(told), look)

    def written_position(self, state: State, names: Sequence[str]) -> str:
        """Return the position in its notation, without what nobody may see."""
        from powergrid.notation.formatter import format_position
        from powergrid.position import to_position

        return format_position(to_position(state, names))

    def position(self, text: str, tables: Mapping[str, Path]) -> "Position | None":
        """Return the position that a text tells, None if it does not look like one."""
        del tables
        from gridgames.wings.powergrid.told import is_position, position_in

        return position_in(text) if is_position(text) else None

    def is_position(self, text: str) -> bool:
        """Say whether a text begins as one, or has a player A."""
        from gridgames.wings.powergrid.told import is_position

        return is_position(text)

    def standing(self) -> Orders:
        """Return no limits and no plan."""
        return Orders()

    def regret(self, state: State, action: Action) -> str | None:
        """Return what an action gives up: fuel, a city, a plant or income still to be had."""
        return regret(state, action)

    def menu(self, state: State, actions: Sequence[Action]) -> Menu:
        """Return the legal ``actions`` as numbered choices, the most useful first."""
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


def _player(state: State, seat: Seat, names: Sequence[str]) -> str:
    money = state.money[seat]
    plants, fuel = state.plants[seat], state.fuel[seat]
    return say(
        "  {name}: {money}, {cities}; plants {plants}, now power {power}; {fuel}",
        name=names[seat],
        money=say("money hidden") if money < 0 else say("{money} Elektro", money=money),
        cities=cities_words(state.city_count[seat]),
        plants=" ".join(map(str, plants)) or say("none"),
        power=best_outcome(plants, fuel, len(CITY_NAMES))[2],
        fuel=fuel_words(fuel),
    )


def _plants(state: State) -> Iterator[str]:
    future = ", ".join(f"{plant} ({plant_words(plant)})" for plant in state.future_market)
    if future:
        yield say("Not for sale yet: {plants}", plants=future)
    if state.top_back:
        yield top_words(state)


def _fuel(state: State) -> Iterator[str]:
    for fuel, name in enumerate(FUELS):
        prices = market_prices(fuel, state.market[fuel])
        depot = resources.available(state, fuel) - state.market[fuel]
        told = prices_words(prices) or say("none left")
        if depot:
            price = state.terms.depot_price
            told += say("; {count} in the depot at {price}", count=depot, price=price)
        yield say("  {fuel}: {prices}", fuel=Word(name), prices=told)


def _need_words(plants: tuple[Plant, ...]) -> str:
    fixed, hybrids = needs(plants)
    told = [fuel_words(fixed)] if any(fixed) or not hybrids else []
    told += [say("{count} coal or oil", count=count) for count in hybrids]
    return ", ".join(told)


def _cities_menu(state: State, actions: Sequence[Action]) -> Menu:
    region_of = state.board.map.region_of
    by_region: dict[str, list[Choice]] = {}
    for action in actions:
        if isinstance(action, PlaceCartel | MarkStart):
            choice = Choice(say("region {region}", region=Word(region_of[action.city])), action)
            by_region.setdefault(region_of[action.city], []).append(choice)
    title = say("Choose a city of the set-up: first the region")
    choices = [
        opening(
            say("{region}: {count:city|cities}", region=Word(region), count=len(cities)),
            say("Which city of {region}?", region=region),
            cities,
            list,
        )
        for region, cities in by_region.items()
    ]
    return paged(title, choices)


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
    return paged(say("Open an auction (a higher bid: open PLANT BID)"), choices)


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
    return paged(say("Bid or pass (any amount: bid AMOUNT)"), bids, passes)


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
    return paged(say("You may keep {limit} plants: scrap one", limit=limit), choices)


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
        opening(
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
    return paged(say("Buy fuel (any number: buy FUEL COUNT)"), [*wanted, *groups], last)


def _missing(state: State) -> Tokens:
    """Return what one run of all plants still needs; hybrids take what there is room for."""
    seat = state.actor
    fixed, hybrids = needs(state.plants[seat])
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
        "Build, the cheapest first; you have {cities}, your plants can power {power}",
        cities=cities_words(state.city_count[seat]),
        power=power,
    )
    return paged(title, choices, last)


def worth_building(state: State, build: Build) -> tuple[int, int, str]:
    """Return what orders the cities that may be built, the cheapest first.

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
    return paged(title, choices)
