"""The name of :mod:`powergrid.projection` in earlier versions, for one release."""

from powergrid.projection import (
    EFFORT,
    Reach,
    Route,
    Running,
    cheapest_fuel,
    cheapest_route,
    cheapest_running,
    most_cities,
    open_starts,
    room_to_grow,
    slot_prices,
    with_plant,
)
from powergrid.projection import Projection as Outlook
from powergrid.projection import project as outlook

__all__ = [
    "EFFORT",
    "Outlook",
    "Reach",
    "Route",
    "Running",
    "cheapest_fuel",
    "cheapest_route",
    "cheapest_running",
    "most_cities",
    "open_starts",
    "outlook",
    "room_to_grow",
    "slot_prices",
    "with_plant",
]
