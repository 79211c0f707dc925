"""Actions: one frozen record for each kind of action, with the seat that acts.

The effects of an action are events: see :mod:`powergrid.events`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridcommon.pickling import pickle_by_fields
from powergrid.tables import NOTHING, City, Fuel, Plant, Tokens


@dataclass(frozen=True, slots=True)
class PlaceCartel:
    """Set-up of the Cartel game: put one of its houses on slot 10 of ``city``."""

    seat: Seat
    city: City


@dataclass(frozen=True, slots=True)
class MarkStart:
    """Set-up with start cities: mark ``city`` as one of them."""

    seat: Seat
    city: City


@dataclass(frozen=True, slots=True)
class Open:
    """Put ``plant`` up for auction with a first bid."""

    seat: Seat
    plant: Plant
    bid: int  # Elektro


@dataclass(frozen=True, slots=True)
class Decline:
    """Open no auction, and leave the auction phase."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """Raise the open auction to ``amount``."""

    seat: Seat
    amount: int  # Elektro


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the open auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Scrap:
    """Scrap ``plant`` after buying one too many, and lose the fuel ``lose`` with it.

    None means the minimal loss, if there is only one.
    """

    seat: Seat
    plant: Plant
    lose: Tokens | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy ``count`` tokens of one kind, cheapest first."""

    seat: Seat
    fuel: Fuel  # or DEPOT: coal from the depot, whatever the market holds
    count: int


@dataclass(frozen=True, slots=True)
class Build:
    """Connect ``city``."""

    seat: Seat
    city: City


@dataclass(frozen=True, slots=True)
class Done:
    """End the turn of buying fuel or building."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Run:
    """Run ``plants`` (ascending) once, burning the fuel ``burn``."""

    seat: Seat
    plants: tuple[Plant, ...] = ()
    burn: Tokens = NOTHING


Action = PlaceCartel | MarkStart | Open | Decline | Bid | Pass | Scrap | Buy | Build | Done | Run

pickle_by_fields(*get_args(Action))

# By kind of action: its check, and its effect.
Handlers = Mapping[type[Action], tuple[Callable[..., Refusal | None], Callable[..., None]]]
