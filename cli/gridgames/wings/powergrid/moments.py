"""The moments of a finished Power Grid game that a player remembers, found in its events."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.parts import Moment
from powergrid.actions import Bid, Open
from powergrid.events import CityConnected, PlantSold, Powered
from powergrid.game import result
from powergrid.state import State
from powergrid.tables import PLANTS

_OVERBID = 6  # Elektro above the bid before that are worth a sentence


def moments(
    moves: Sequence[Move], state_after: Callable[[int], State], seat: Seat, names: Sequence[str]
) -> Iterator[Moment]:
    """Yield the moments of a seat, the most telling first. ``state_after`` counts moves."""
    name, end = names[seat], state_after(len(moves))
    if ended := result(end):
        powered, built = ended.powered[seat], ended.cities[seat]
        most = _capacity(end, seat)
        if powered < min(built, most):
            yield Moment(len(moves), _without_fuel(name, powered, min(built, most)))
        elif powered < built:
            words = say(
                "{name} had {built:city|cities}, but plants for {count}.",
                name=name,
                built=built,
                count=most,
            )
            yield Moment(len(moves), words)
    yield from _overbid(moves, seat, name)
    paid: list[tuple[int, Moment]] = []
    lost: list[tuple[int, Moment]] = []
    builds: list[tuple[int, Moment]] = []
    for place, move in enumerate(moves, start=1):
        for event in move.events:
            match event:
                case Powered(seat=other, cities=cities) if other == seat:
                    before = state_after(place - 1)
                    most = min(before.city_count[seat], _capacity(before, seat))
                    lost.append((most - cities, Moment(place, _without_fuel(name, cities, most))))
                case PlantSold(seat=other, plant=plant, price=price) if other == seat:
                    words = say(
                        "{name} paid {price} for plant {plant}.",
                        name=name,
                        price=price,
                        plant=plant,
                    )
                    paid.append((price, Moment(place, words)))
    for _, turn in groupby(_built(moves, seat), lambda one: state_after(one[0] - 1).round):
        places, events = zip(*turn, strict=True)
        counts = state_after(places[-1]).city_count
        template = "{name} built {count:city|cities} for {price} and had {total}."
        if counts[seat] > max(*counts[:seat], *counts[seat + 1 :], 0):
            template = "{name} built {count:city|cities} for {price} and led with {total}."
        price = sum(one.slot_price + one.path for one in events)
        words = say(template, name=name, count=len(events), price=price, total=counts[seat])
        builds.append((len(events), Moment(places[-1], words)))
    worst = max(lost, key=lambda one: one[0], default=(0, None))
    best = max(builds, key=lambda one: (one[0], one[1].place), default=(0, None))
    dearest = max(paid, default=(0, None))
    yield from filter(None, (worst[1] if worst[0] > 0 else None, best[1], dearest[1]))


def _capacity(state: State, seat: Seat) -> int:
    return sum(PLANTS[plant].cities for plant in state.plants[seat])


def _without_fuel(name: str, powered: int, count: int) -> str:
    return say(
        "{name} lacked fuel: {powered} of {count:city|cities} powered.",
        name=name,
        powered=powered,
        count=count,
    )


def _overbid(moves: Sequence[Move], seat: Seat, name: str) -> Iterator[Moment]:
    """Yield the bid of a seat that won by most over the bid before, if that was much."""
    found: list[tuple[int, Moment]] = []
    before = high = at = 0
    for place, move in enumerate(moves, start=1):
        match move.action:
            case Open(bid=amount):
                before, high, at = 0, amount, place
            case Bid(amount=amount):
                before, high, at = high, amount, place
        for event in move.events:
            if isinstance(event, PlantSold) and event.seat == seat and before:
                words = say(
                    "{name} bid {amount} for plant {plant}; the bid before was {before}.",
                    name=name,
                    amount=high,
                    plant=event.plant,
                    before=before,
                )
                found.append((high - before, Moment(at, words)))
    if found and (most := max(found))[0] >= _OVERBID:
        yield most[1]


def _built(moves: Sequence[Move], seat: Seat) -> Iterator[tuple[int, CityConnected]]:
    for place, move in enumerate(moves, start=1):
        for event in move.events:
            if isinstance(event, CityConnected) and event.seat == seat:
                yield place, event
