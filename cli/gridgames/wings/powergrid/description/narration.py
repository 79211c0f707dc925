"""Events and results of Power Grid as sentences."""

from collections.abc import Iterator, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Typed, Word
from gridcommon.records import Declaration
from gridgames.games.face import Move
from gridgames.games.winning import lead
from gridgames.languages.caveats import marked
from gridgames.languages.messages import render_message, say
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words, plant_words
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
from powergrid.ending import Result
from powergrid.events import (
    AuctionOpened,
    CartelFuelled,
    CartelHousePlaced,
    CartelReturned,
    CartelTook,
    CityConnected,
    DiscountPlaced,
    DiscountRemoved,
    Event,
    FuelBought,
    MarketRefilled,
    OptedOut,
    OrderSet,
    PhaseBegan,
    PlantBuried,
    PlantDrawn,
    PlantLeft,
    PlantScrapped,
    PlantSold,
    Powered,
    StartMarked,
    Step3Drawn,
    StepBegan,
    UraniumStopped,
)
from powergrid.state import OVER, PHASES
from powergrid.tables import CITY_NAMES, FUELS

# The event that says the same as the action it follows from, and more: told in its place.
_TOLD_BY: dict[type[Action], type[Event]] = {
    PlaceCartel: CartelHousePlaced,
    MarkStart: StartMarked,
    Open: AuctionOpened,
    Decline: OptedOut,
    Scrap: PlantScrapped,
    Buy: FuelBought,
    Build: CityConnected,
    Run: Powered,
}


def narrate(move: Move, names: Sequence[str]) -> Iterator[str]:
    """Yield the action, then each event that followed, as one sentence each."""
    if isinstance(move.action, Declaration):
        yield _correction(move.action)
        return
    main, others = move.parted(_TOLD_BY.get(type(move.action)))
    yield _action(move.action, names) if main is None else narrate_event(main, names)
    for event in others:
        yield narrate_event(event, names)


def _correction(told: Declaration) -> str:
    """Return a declaration of the people at the table as a sentence."""
    if "position" in told.data:
        return say("The game starts from a given position.")
    return say("Overruled: {keys}.", keys=Typed(", ".join(told.data)))


def narrate_auction(moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield the bidding for one plant, or a part of it, in one sentence, then what followed.

    It names how far each bidder went, the lowest first, and who buys after how many bids; with
    the buyer's reason, if that is a bot.
    """
    bids: dict[Seat, int] = {}
    count = 0
    sold: PlantSold | None = None
    followed: list[Event] = []
    opened = ""
    for move in moves:
        match move.action:
            case Open():
                opened = say(
                    "Plant {plant} ({card})",
                    plant=move.action.plant,
                    card=plant_words(move.action.plant),
                )
                bids[move.action.seat], count = move.action.bid, count + 1
            case Bid():
                bids.pop(move.action.seat, None)
                bids[move.action.seat], count = move.action.amount, count + 1
            case Pass() if move.action.seat not in bids:
                bids[move.action.seat] = 0
        for event in move.events:
            if isinstance(event, PlantSold):
                sold = event
            elif not isinstance(event, AuctionOpened):
                followed.append(event)
    if sold:
        bids.pop(sold.seat, None)
    reached = sorted(bids.items(), key=lambda one: one[1])
    told = [
        say("{name} at {amount}", name=names[seat], amount=amount)
        if amount
        else say("{name} passes", name=names[seat])
        for seat, amount in reached
    ]
    if sold:
        told.append(
            say(
                "sold to {name} for {price} after {count:bid|bids}",
                name=names[sold.seat],
                price=sold.price,
                count=count,
            )
        )
        opened = opened or say("Plant {plant}", plant=sold.plant)
    line = f"{opened}: {', '.join(told)}" if opened else ", ".join(told)
    own = [move.reason for move in moves if sold and move.action.seat == sold.seat and move.reason]
    yield say("{what} ({why})", what=line, why=render_message(own[-1])) if own else line
    for event in followed:
        yield narrate_event(event, names)


def _action(action: Action, names: Sequence[str]) -> str:
    name = names[action.seat]
    match action:
        case Bid():
            return say("{name} bids {amount}", name=name, amount=action.amount)
        case Pass():
            return say("{name} passes", name=name)
        case Done():
            return say("{name} is done", name=name)
        case _:
            return say("{name} goes on", name=name)


def narrate_event(event: Event, names: Sequence[str]) -> str:
    """Return one event as a sentence."""
    match event:
        case PhaseBegan() if event.phase == PHASES[OVER]:
            return say("The game ends in round {round}", round=event.round)
        case PhaseBegan():
            return say("Round {round}: {phase}", round=event.round, phase=Word(event.phase))
        case StepBegan():
            return say("Step {step} is in force", step=event.step)
        case OrderSet():
            order = ", ".join(names[seat] for seat in event.order)
            return say("Turn order: {order}", order=order)
        case DiscountPlaced():
            return say("The discount token lies on plant {plant}", plant=event.plant)
        case DiscountRemoved():
            return say("The discount token leaves plant {plant}", plant=event.plant)
        case AuctionOpened():
            return say(
                "{name} opens plant {plant} ({card}) at {bid}",
                name=names[event.seat],
                plant=event.plant,
                card=plant_words(event.plant),
                bid=event.bid,
            )
        case PlantSold():
            return say(
                "{name} buys plant {plant} for {price}",
                name=names[event.seat],
                plant=event.plant,
                price=event.price,
            )
        case OptedOut():
            return say("{name} buys no plant this round", name=names[event.seat])
        case PlantDrawn():
            return say(
                "Plant {plant} comes into the market ({card})",
                plant=event.plant,
                card=plant_words(event.plant),
            )
        case PlantLeft():
            return say("Plant {plant} leaves the game", plant=event.plant)
        case PlantBuried():
            return say("Plant {plant} goes under the stack", plant=event.plant)
        case Step3Drawn():
            return say("The Step 3 card is drawn and the stack is shuffled")
        case PlantScrapped():
            return say(
                "{name} scraps plant {plant} and loses {fuel}",
                name=names[event.seat],
                plant=event.plant,
                fuel=fuel_words(event.lost),
            )
        case FuelBought() if event.depot:
            return say(
                "{name} buys {count} {fuel} for {price}, {depot} from the depot",
                name=names[event.seat],
                count=event.count,
                fuel=Word(FUELS[event.fuel]),
                price=event.price,
                depot=event.depot,
            )
        case FuelBought():
            return say(
                "{name} buys {count} {fuel} for {price}",
                name=names[event.seat],
                count=event.count,
                fuel=Word(FUELS[event.fuel]),
                price=event.price,
            )
        case CityConnected():
            return say(
                "{name} builds in {city} for {price} (slot {slot}, path {path})",
                name=names[event.seat],
                city=CITY_NAMES[event.city],
                price=event.slot_price + event.path,
                slot=event.slot_price,
                path=event.path,
            )
        case Powered():
            return _powered(event, names)
        case MarketRefilled():
            fuel = marked(fuel_words(event.added), event.caveats)
            return say("The fuel market is refilled with {fuel}", fuel=fuel)
        case UraniumStopped():
            return say("Plant {plant} was bought: uranium is no longer refilled", plant=event.plant)
        case StartMarked():
            return say(
                "{name} marks {city} as a start city",
                name=names[event.seat],
                city=CITY_NAMES[event.city],
            )
        case _:
            return _cartel(event)


def _powered(event: Powered, names: Sequence[str]) -> str:
    name = names[event.seat]
    if not event.plants:
        return say("{name} powers nothing and gets {income}", name=name, income=event.income)
    return say(
        "{name} runs {plants} on {fuel}, powers {cities} and gets {income}",
        name=name,
        plants=", ".join(map(str, event.plants)),
        fuel=fuel_words(event.burnt),
        cities=cities_words(event.cities),
        income=event.income,
    )


def _cartel(
    event: CartelTook | CartelFuelled | CartelReturned | CartelHousePlaced,
) -> str:
    match event:
        case CartelTook():
            return say("The Cartel takes plant {plant}", plant=event.plant)
        case CartelFuelled():
            return say("The Cartel takes {fuel}", fuel=fuel_words(event.fuel))
        case CartelReturned():
            return say("The Cartel gives back {fuel}", fuel=fuel_words(event.fuel))
        case CartelHousePlaced():
            return say("The Cartel has a house in {city}", city=CITY_NAMES[event.city])


def _first_place(result: Result, names: Sequence[str]) -> str:
    """Return who has won, by how much, and by which rule."""
    compared = [
        ("PG-END-03", result.powered),
        ("PG-END-04", result.money),
        ("PG-END-05", result.cities),
    ]
    margin = lead(compared, result.decided_by)
    winners = say(" and ").join(names[seat] for seat in result.winners)
    told = {"winners": winners, "rule": result.decided_by, "count": margin}
    match result.decided_by:
        case "PG-END-03":
            return say("{winners}: first place, by {count:city|cities} powered ({rule})", **told)
        case "PG-END-04":
            return say("{winners}: first place, by {count} Elektro ({rule})", **told)
        case "PG-END-05":
            return say("{winners}: first place, by {count:city|cities} built ({rule})", **told)
    return say("{winners}: first place, shared ({rule})", **told)


def narrate_result(result: Result, names: Sequence[str]) -> Iterator[str]:
    """Yield how the game ended, a sentence each."""
    yield _first_place(result, names)
    ranking = sorted(
        range(len(names)), key=lambda seat: (-result.powered[seat], -result.money[seat])
    )
    for seat in ranking:
        yield say(
            "{name}: powered {cities}, {money} Elektro, network of {network}",
            name=names[seat],
            cities=cities_words(result.powered[seat]),
            money=result.money[seat],
            network=cities_words(result.cities[seat]),
        )
