"""Statistics of a Power Grid game: money and cities by round, and the income of each plant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any

from gridcommon.contract import AnyGame
from gridcommon.errors import Word
from gridgames.show.statistics import SEAT, Measure, Sheet, Statistics
from powergrid.events import FuelBought, PlantScrapped, PlantSold, Powered
from powergrid.powering import distribute_fuel
from powergrid.tables import FUELS, PLANTS, Plant

_NOTHING = Fraction()


@dataclass(slots=True)
class _Bought:
    """A plant that a seat bought."""

    plant: Plant
    round: int
    price: int
    runs: int = 0
    earned: Fraction = _NOTHING
    fuel: Fraction = _NOTHING


@dataclass(slots=True)
class _Stock:
    """Tokens of one fuel, and the total price paid for them."""

    count: int = 0
    paid: Fraction = _NOTHING

    def take(self, count: int) -> Fraction:
        """Remove tokens, and return the average price of one."""
        price = self.paid / self.count if count and self.count else _NOTHING
        self.count -= count
        self.paid -= price * count
        return price


class GameStatistics(Statistics):
    """Counts the events of a game."""

    MEASURES = (
        Measure("money", Word("money")),
        Measure("cities", Word("cities")),
        Measure("powered", Word("powered")),
        Measure("fuel", Word("paid for fuel")),
    )
    STORY = 1

    def __init__(self, game: AnyGame, state: Any, seats: int) -> None:
        super().__init__(game, state, seats)
        self._powered = [0] * seats
        self._spent = [0] * seats
        self._bought: list[list[_Bought]] = [[] for _ in range(seats)]
        self._stocks = [[_Stock() for _ in FUELS] for _ in range(seats)]

    def count(self, state: Any, events: Sequence[Any]) -> None:
        for event in events:
            match event:
                case PlantSold(seat=seat, plant=plant, price=price):
                    self._bought[seat].append(_Bought(plant, self._round, price))
                case FuelBought():
                    self._spent[event.seat] += event.price
                    stock = self._stocks[event.seat][event.fuel]
                    stock.count += event.count
                    stock.paid += event.price
                case PlantScrapped():
                    for fuel, lost in enumerate(event.lost):
                        self._stocks[event.seat][fuel].take(lost)
                case Powered():
                    self._powered[event.seat] = event.cities
                    self._pay(event)
        for stocks, held in zip(self._stocks, state.fuel, strict=True):
            for stock, count in zip(stocks, held, strict=True):
                stock.count = count  # of which a set line may have put some

    def _pay(self, event: Powered) -> None:
        """Divide the income among the plants that ran, and count the cost of their fuel.

        The share of a plant is in proportion to the cities on its card.
        """
        if not event.plants:
            return
        stocks = self._stocks[event.seat]
        prices = [stock.take(count) for stock, count in zip(stocks, event.burnt, strict=True)]
        burnt = dict(zip(event.plants, distribute_fuel(event.plants, event.burnt), strict=True))
        whole = sum(PLANTS[plant].cities for plant in event.plants)
        for one in self._bought[event.seat]:
            if one.plant in burnt:
                one.runs += 1
                one.earned += Fraction(event.income * PLANTS[one.plant].cities, whole)
                one.fuel += sum(map(mul, prices, burnt[one.plant]))

    def at_end_of_round(self, state: Any) -> list[list[int]]:
        """Return the current money and cities, and the cities powered and fuel costs of the round.

        In the last round these are the cities that could be powered: nobody is paid for them, but
        they decide the game.
        """
        result = self.game.result(state)
        powered, spent = list(result.powered) if result else self._powered, self._spent
        self._powered, self._spent = [0] * self.seats, [0] * self.seats
        return [list(state.money), list(state.city_count), powered, spent]

    def sheets(self) -> Iterator[Sheet]:
        columns = {
            SEAT: Word("player"),
            "plant": Word("plant"),
            "round": Word("bought in round"),
            "price": Word("price"),
            "runs": Word("runs"),
            "fuel": Word("fuel burnt"),
            "earned": Word("earned"),
            "gain": Word("gain"),
        }
        rows = []
        for seat, bought in enumerate(self._bought):
            for one in bought:
                fuel, earned = round(one.fuel), round(one.earned)
                gain = earned - fuel - one.price
                rows.append((seat, one.plant, one.round, one.price, one.runs, fuel, earned, gain))
        title = Word("plants: what they cost and earned, in Elektro")
        yield Sheet("plants", Word("plants"), title, columns, rows, by="plant")
