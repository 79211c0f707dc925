"""Events and results of Power Grid as sentences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Word, Wording
from gridcommon.records import Declaration
from gridgames.languages.catalogue import display_words
from gridgames.languages.caveats import marked
from gridgames.languages.language import current_language
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Move
from gridgames.show.winning import Criterion
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    fuel_words,
    plant_words,
    price_words,
)
from powergrid import actions, events
from powergrid.ending import Result
from powergrid.position_fields import FIELDS
from powergrid.state import OVER, PHASES
from powergrid.tables import CITY_NAMES, FUELS, NOTHING

_FACTS = {field.key: field.word for field in FIELDS.fields}

# The event that is narrated instead of the action that caused it: it says the same, and more.
_NARRATED_BY: Mapping[type[actions.Action], type[events.Event]] = {
    actions.PlaceCartel: events.CartelHousePlaced,
    actions.MarkStart: events.StartMarked,
    actions.Open: events.AuctionOpened,
    actions.Decline: events.OptedOut,
    actions.Scrap: events.PlantScrapped,
    actions.Buy: events.FuelBought,
    actions.Build: events.CityConnected,
    actions.Run: events.Powered,
}

# The values of these sentences come from _values.
_SENTENCES: Mapping[type[events.Event], Wording] = {
    events.PhaseBegan: Wording("Round {round}: {phase}"),
    events.StepBegan: Wording("Step {step} is in force"),
    events.OrderSet: Wording("Turn order: {order}"),
    events.DiscountPlaced: Wording("The discount token lies on plant {plant}"),
    events.DiscountRemoved: Wording("The discount token leaves plant {plant}"),
    events.AuctionOpened: Wording("{name} opens plant {plant} ({card}) at {bid}"),
    events.PlantSold: Wording("{name} buys plant {plant} for {price}"),
    events.OptedOut: Wording("{name} buys no plant this round"),
    events.PlantDrawn: Wording("Plant {plant} enters the market ({card})"),
    events.PlantLeft: Wording("Plant {plant} leaves the game"),
    events.PlantBuried: Wording("Plant {plant} goes under the stack"),
    events.Step3Drawn: Wording("The Step 3 card is drawn and the stack is shuffled"),
    events.PlantScrapped: Wording("{name} scraps plant {plant} and loses {fuel}"),
    events.FuelBought: Wording("{name} buys {count} {fuel} for {price}"),
    events.CityConnected: Wording("{name} builds in {city} for {price}"),
    events.Powered: Wording("{name} runs {plants} on {fuel}, powers {cities} and gets {income}"),
    events.MarketRefilled: Wording("The fuel market is refilled with {fuel}"),
    events.UraniumStopped: Wording(
        "Plant {plant} was bought: uranium will not be refilled any more"
    ),
    events.StartMarked: Wording("{name} marks {city} as a start city"),
    events.CartelTook: Wording("The Cartel takes plant {plant}"),
    events.CartelFuelled: Wording("The Cartel takes {fuel}"),
    events.CartelReturned: Wording("The Cartel gives back {fuel}"),
    events.CartelHousePlaced: Wording("The Cartel has a house in {city}"),
}


def narrate(moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield the action, then each event that followed, as one sentence each."""
    if len(moves) > 1:
        yield from _auction(moves, names)
        return
    [move] = moves
    action = move.action
    if isinstance(action, Declaration):
        if "position" in action.data:
            yield say("The game starts from a given position.")
        elif action.kind == "reveal":
            plants = ", ".join(map(str, action.data["stack"]))
            yield say("Next card of the stack: {plants}", plants=plants)
        else:
            yield say("Overruled: {keys}.", keys=", ".join(map(fact_word, action.data)))
        return
    main, others = move.parted(_NARRATED_BY.get(type(action)))
    yield _action(action, names[action.seat]) if main is None else narrate_event(main, names)
    for event in others:
        yield narrate_event(event, names)


def fact_word(key: str) -> str:
    """Return the word for a fact in a position as text, in the language in use."""
    word = _FACTS[key]
    return display_words(current_language(), "position").get(word) or say(word)


def _action(action: actions.Action, name: str) -> str:
    match action:
        case actions.Bid():
            return say("{name} bids {amount}", name=name, amount=action.amount)
        case actions.Pass():
            return say("{name} passes", name=name)
        case actions.Done():
            return say("{name} is done", name=name)
        case _:
            return say("{name} continues", name=name)


def _auction(moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield all or some of the bidding for one plant in one sentence, then the other events.

    The sentence has the highest bid of each bidder, the lowest first, then the buyer, the number of
    bids if all are there, and the buyer's reason if it is a bot.
    """
    bids: dict[Seat, int] = {}
    count = 0
    sold: events.PlantSold | None = None
    followed: list[events.Event] = []
    opened = ""
    for move in moves:
        match move.action:
            case actions.Open(seat=seat, plant=plant, bid=amount):
                opened = say("Plant {plant} ({card})", plant=plant, card=plant_words(plant))
                bids[seat], count = amount, count + 1
            case actions.Bid(seat=seat, amount=amount):
                bids[seat], count = amount, count + 1
            case actions.Pass(seat=seat):
                bids.setdefault(seat, 0)
        for event in move.events:
            if isinstance(event, events.PlantSold):
                sold = event
            elif not isinstance(event, events.AuctionOpened):
                followed.append(event)
    if sold:
        bids.pop(sold.seat, None)
    reached = sorted(bids.items(), key=lambda one: one[1])
    texts = [
        say("{name} at {amount}", name=names[seat], amount=amount)
        if amount
        else say("{name} passes", name=names[seat])
        for seat, amount in reached
    ]
    if sold:
        values = {"name": names[sold.seat], "price": sold.price, "count": count}
        texts.append(
            say("sold to {name} for {price} after {count:bid|bids}", **values)
            if opened
            else say("sold to {name} for {price}", **values)
        )
        opened = opened or say("Plant {plant}", plant=sold.plant)
    line = f"{opened}: {', '.join(texts)}" if opened else ", ".join(texts)
    own = [move.reason for move in moves if sold and move.action.seat == sold.seat and move.reason]
    yield say("{what} ({why})", what=line, why=render_message(own[-1])) if own else line
    for event in followed:
        yield narrate_event(event, names)


def narrate_event(event: events.Event, names: Sequence[str]) -> str:
    """Return one event as a sentence."""
    values = _values(event, names)
    match event:
        case events.PhaseBegan() if event.phase == PHASES[OVER]:
            return say("The game ends in round {round}", **values)
        case events.FuelBought() if event.depot:
            return say("{name} buys {count} {fuel} for {price}, {depot} from the depot", **values)
        case events.Powered() if not event.plants:
            return say("{name} powers nothing and gets {income}", **values)
    return say(_SENTENCES[type(event)].template, **values)


def _values(event: events.Event, names: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an event in words."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    if "seat" in values:
        values["name"] = names[values["seat"]]
    if "plant" in values:
        values["card"] = plant_words(values["plant"])
    if "city" in values:
        values["city"] = CITY_NAMES[values["city"]]
    match event:
        case events.PhaseBegan():
            values["phase"] = Word(event.phase)
        case events.OrderSet():
            values["order"] = ", ".join(names[seat] for seat in event.order)
        case events.FuelBought():
            values["fuel"] = Word(FUELS[event.fuel])
        case events.PlantScrapped():
            values["fuel"] = fuel_words(event.lost)
        case events.CityConnected():
            values["price"] = price_words(event.slot_price, event.path)
        case events.Powered():
            values["plants"] = ", ".join(map(str, event.plants))
            values |= {"fuel": fuel_words(event.burnt), "cities": cities_words(event.cities)}
        case events.MarketRefilled():
            values["fuel"] = marked(fuel_words(event.added), event.caveats)
        case events.CartelFuelled() | events.CartelReturned():
            values["fuel"] = fuel_words(event.fuel)
    return values


def criteria(result: Result) -> tuple[Criterion, ...]:
    """Return what decides the game.  Rules: PG-END-03, PG-END-04, PG-END-05."""
    return (
        Criterion(result.powered, Wording("{count:city|cities} powered")),
        Criterion(result.money, Wording("{count} Elektro"), Word("more money")),
        Criterion(result.cities, Wording("{count:city|cities} built"), Word("more cities")),
    )


# In short

_BIDDING = (actions.Open, actions.Bid, actions.Pass)
_FOR_ALL = (events.StepBegan, events.Step3Drawn, events.UraniumStopped, events.CartelTook)


def deeds(moves: Sequence[Move], names: Sequence[str]) -> Iterator[tuple[Seat | None, str]]:
    """Yield purchases, the last bids of an auction in progress, builds, income, and steps."""
    told = list[Any]()
    for move in moves:
        bidder = move.seat if isinstance(move.action, _BIDDING) else None
        is_sold = any(isinstance(event, events.PlantSold) for event in move.events)
        if is_sold or bidder is not None:  # a sale says what the bids led to
            told = [
                one
                for one in told
                if not isinstance(one, _BIDDING) or not (is_sold or one.seat == bidder)
            ]
        if bidder is not None and not is_sold:
            told.append(move.action)
        told += move.events
    for (kind, seat), alike in groupby(told, lambda one: (type(one), getattr(one, "seat", None))):
        if issubclass(kind, _FOR_ALL):
            yield from ((None, narrate_event(event, names)) for event in alike)
        elif seat is not None and (words := _deed([*alike])):
            yield seat, words


def _deed(alike: Sequence[Any]) -> str:
    """Return actions or events of one kind and one seat, one after another, in short."""
    match alike[-1]:
        case events.PlantSold(plant=plant, price=price) if price > plant:
            return say("won plant {plant} for {price}", plant=plant, price=price)
        case events.PlantSold(plant=plant, price=price):
            return say("bought plant {plant} for {price}", plant=plant, price=price)
        case events.OptedOut():
            return say("bought no plant")
        case events.PlantScrapped(plant=plant):
            return say("scrapped plant {plant}", plant=plant)
        case actions.Open(plant=plant, bid=bid):
            return say("opened plant {plant} at {bid}", plant=plant, bid=bid)
        case actions.Bid(amount=amount):
            return say("bid {amount}", amount=amount)
        case actions.Pass():
            return say("passed")
        case events.FuelBought():
            fuel = list(NOTHING)
            for one in alike:
                fuel[one.fuel] += one.count
            price = sum(one.price for one in alike)
            return say("bought {fuel} for {price}", fuel=fuel_words(tuple(fuel)), price=price)
        case events.CityConnected():
            price = sum(one.slot_price + one.path for one in alike)
            return say("built {cities} for {price}", cities=_cities(alike), price=price)
        case events.StartMarked():
            return say("marked {cities}", cities=_cities(alike))
        case events.Powered(cities=cities, income=income):
            powered = cities_words(cities)
            return say("powered {cities} and earned {income}", cities=powered, income=income)
    return ""


def _cities(alike: Sequence[Any]) -> JoinedList:
    return JoinedList(tuple(CITY_NAMES[one.city] for one in alike), "and")
