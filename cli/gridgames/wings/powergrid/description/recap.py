"""Moves of Power Grid in short: what each player bought, built and earned, one line each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.wings.powergrid.description.narration import narrate_event
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words
from powergrid import actions, events
from powergrid.tables import CITY_NAMES, NOTHING

# What matters to all players, whoever made the move.
_FOR_ALL = (events.StepBegan, events.Step3Drawn, events.UraniumStopped, events.CartelTook)


@dataclass
class _Deeds:
    """The deeds of a player; ``bid`` is about the auction in progress."""

    bid: str = ""
    plants: list[str] = field(default_factory=list)
    fuel: list[int] = field(default_factory=lambda: list(NOTHING))
    fuel_price: int = 0
    cities: list[str] = field(default_factory=list)
    city_price: int = 0
    powered: list[str] = field(default_factory=list)

    def words(self) -> Iterator[str]:
        yield from self.plants
        if self.bid:
            yield self.bid
        if any(self.fuel):
            yield say(
                "{fuel} for {price}", fuel=fuel_words(tuple(self.fuel)), price=self.fuel_price
            )
        if self.cities:
            yield say("{cities} for {price}", cities=", ".join(self.cities), price=self.city_price)
        yield from self.powered


def recap(moves: Sequence[Move], names: Sequence[str]) -> Iterator[tuple[Seat | None, str]]:
    """Yield for each player who did something what it was, then what matters to all."""
    deeds = [_Deeds() for _ in names]
    order: dict[Seat, None] = {}
    for_all = []
    for move in moves:
        if move.seat is not None:
            order.setdefault(move.seat)
        match move.action:
            case actions.Open(seat=seat, plant=plant, bid=amount):
                deeds[seat].bid = say("opens plant {plant} at {bid}", plant=plant, bid=amount)
            case actions.Bid(seat=seat, amount=amount):
                deeds[seat].bid = say("bids {amount}", amount=amount)
            case actions.Pass(seat=seat):
                deeds[seat].bid = say("passes")
        for event in move.events:
            if isinstance(event, _FOR_ALL):
                for_all.append(narrate_event(event, names))
            else:
                _note(deeds, event)
    for seat in order:
        if words := "; ".join(deeds[seat].words()):
            yield seat, words
    for sentence in for_all:
        yield None, sentence


def _note(deeds: Sequence[_Deeds], event: events.Event) -> None:
    match event:
        case events.PlantSold(seat=seat, plant=plant, price=price):
            for one in deeds:
                one.bid = ""
            deeds[seat].plants.append(say("plant {plant} for {price}", plant=plant, price=price))
        case events.OptedOut(seat=seat):
            deeds[seat].plants.append(say("no plant"))
        case events.PlantScrapped(seat=seat, plant=plant):
            deeds[seat].plants.append(say("scraps {plant}", plant=plant))
        case events.FuelBought(seat=seat, fuel=fuel, count=count, price=price):
            deeds[seat].fuel[fuel] += count
            deeds[seat].fuel_price += price
        case events.CityConnected(seat=seat, city=city):
            deeds[seat].cities.append(CITY_NAMES[city])
            deeds[seat].city_price += event.slot_price + event.path
        case events.StartMarked(seat=seat, city=city):
            deeds[seat].cities.append(CITY_NAMES[city])
        case events.Powered(seat=seat, cities=cities, income=income):
            words = say(
                "powers {cities}, earns {income}", cities=cities_words(cities), income=income
            )
            deeds[seat].powered.append(words)
