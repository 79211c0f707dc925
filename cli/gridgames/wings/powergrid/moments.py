"""The moments of a finished Power Grid game that a player remembers, found in its events."""

from collections.abc import Callable, Iterable, Sequence

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.moments import Moment, Strongest
from powergrid.actions import Bid, Open
from powergrid.events import CityConnected, PlantSold, Powered
from powergrid.game import result
from powergrid.state import State
from powergrid.tables import PLANTS

_OVERBID = 5  # Elektro above the bid before that are not worth a sentence
_NO_FUEL = "{name} lacked fuel: {count} of {most:city|cities} powered."
_BUILT = "{name} built {count:city|cities} for {price} and had {total}."
_LED = "{name} built {count:city|cities} for {price} and led with {total}."
_BID = "{name} bid {price} for plant {plant}; the bid before was {before}."


def moments(
    moves: Sequence[Move], state_after: Callable[[int], State], seat: Seat, names: Sequence[str]
) -> Iterable[Moment]:
    """Return the moments of a seat, the most telling first. ``state_after`` counts moves."""
    found = Strongest("end", "bid", "fuel", "built", "paid")
    name, end = names[seat], state_after(len(moves))
    bids, count, price = [0, 0], 0, 0
    for place, move in enumerate(moves, start=1):
        before = state_after(place - 1)
        match move.action:
            case Open(bid=amount):
                bids = [amount, amount]
            case Bid(amount=amount):
                bids = [bids[1], amount]
        for event in move.events:
            if getattr(event, "seat", None) != seat:
                continue
            match event:
                case PlantSold(plant=plant):
                    told = {"name": name, "price": event.price, "plant": plant, "before": bids[0]}
                    found.add("bid", bids[1] - bids[0] - _OVERBID, place, say(_BID, **told))
                    paid = say("{name} paid {price} for plant {plant}.", **told)
                    found.add("paid", event.price, place, paid)
                    count = price = 0  # a new round
                case CityConnected():
                    count, price = count + 1, price + event.slot_price + event.path
                    *others, total = sorted(state_after(place).city_count)
                    own = state_after(place).city_count[seat]
                    template = _LED if own == total and own not in others else _BUILT
                    told = {"name": name, "count": count, "price": price, "total": own}
                    found.add("built", count, place, say(template, **told))
                case Powered(cities=cities):
                    most = min(before.city_count[seat], _capacity(before, seat))
                    told = {"name": name, "count": cities, "most": most}
                    found.add("fuel", most - cities, place, say(_NO_FUEL, **told))
                    count = price = 0
    if ended := result(end):
        powered, built, most = ended.powered[seat], ended.cities[seat], _capacity(end, seat)
        told = {"name": name, "count": powered, "built": built, "most": min(built, most)}
        words = say(_NO_FUEL, **told)
        if powered == most:
            words = say("{name} had {built:city|cities}, but plants for {most}.", **told)
        found.add("end", built - powered, len(moves), words)
    return found


def _capacity(state: State, seat: Seat) -> int:
    return sum(PLANTS[plant].cities for plant in state.plants[seat])
