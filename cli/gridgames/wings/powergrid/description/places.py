"""The keys of the places of Power Grid that choices belong to: cities, plants and fuels."""

import re
from functools import lru_cache

from gridcommon.spelling import unaccented
from powergrid.actions import Action, Build, Buy, MarkStart, Open, PlaceCartel, Scrap
from powergrid.state import State
from powergrid.tables import CITY_NAMES, GOODS, City, Fuel, Plant


def place_of(action: Action) -> str:
    """Return the key of the place of an action, '' if it has none."""
    match action:
        case Build() | MarkStart() | PlaceCartel():
            return city_place(action.city)
        case Open() | Scrap():
            return plant_place(action.plant)
        case Buy():
            return fuel_place(action.fuel)
    return ""


def changed_places(before: State, after: State) -> frozenset[str]:
    """Return the cities with other houses, new plants on sale, and fuels bought or refilled."""
    if before.board is not after.board:
        return frozenset()
    houses = zip(after.board.cities, before.houses, after.houses, strict=True)
    plants = {*after.current_market, *after.future_market}
    fuels = enumerate(zip(before.market, after.market, strict=True))
    return frozenset(
        (
            *(city_place(city) for city, old, new in houses if old != new),
            *map(plant_place, plants - {*before.current_market, *before.future_market}),
            *(fuel_place(fuel) for fuel, (old, new) in fuels if old != new),
        )
    )


@lru_cache(maxsize=256)  # more than the cities of all printed maps
def city_place(city: City) -> str:
    """Return the key of a city, as in ``city-dusseldorf``."""
    return "city-" + re.sub(r"[\W_]+", "-", unaccented(CITY_NAMES[city]))


def plant_place(plant: Plant) -> str:
    """Return the key of a plant, as in ``plant-13``."""
    return f"plant-{plant}"


def fuel_place(fuel: Fuel) -> str:
    """Return the key of a fuel on the market, as in ``fuel-coal``."""
    return f"fuel-{GOODS[fuel]}"
