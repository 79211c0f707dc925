"""Events, for narration, logs and statistics, each with the rule it follows.

Every change of money is recorded by one of these: :class:`PlantSold`, :class:`FuelBought`,
:class:`CityConnected` and :class:`Powered`.
"""

from dataclasses import dataclass, field
from typing import get_args

from gridcommon.caveats import Caveat
from gridcommon.contract import Seat
from gridcommon.pickling import pickle_by_fields
from powergrid.tables import City, Fuel, Plant, Tokens


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began in which a seat has to act, or the game ended (``over``)."""

    round: int
    phase: str
    rule: str = "PG-ROUND-01"


@dataclass(frozen=True, slots=True)
class StepBegan:
    """``step`` came into force."""

    step: int
    rule: str


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The turn order was set."""

    order: tuple[Seat, ...]
    rule: str = "PG-ORDER-01"


@dataclass(frozen=True, slots=True)
class DiscountPlaced:
    """The discount token was put on ``plant``."""

    plant: Plant
    rule: str = "PG-AUC-11"


@dataclass(frozen=True, slots=True)
class DiscountRemoved:
    """The discount token was taken off ``plant``, which stays in the market or was taken."""

    plant: Plant
    rule: str


@dataclass(frozen=True, slots=True)
class AuctionOpened:
    """``seat`` put ``plant`` up for auction."""

    seat: Seat
    plant: Plant
    bid: int
    rule: str = "PG-AUC-02"


@dataclass(frozen=True, slots=True)
class PlantSold:
    """``seat`` paid ``price`` for ``plant``."""

    seat: Seat
    plant: Plant
    price: int
    rule: str


@dataclass(frozen=True, slots=True)
class OptedOut:
    """``seat`` takes no part in the rest of the auction phase."""

    seat: Seat
    rule: str = "PG-AUC-06"


@dataclass(frozen=True, slots=True)
class PlantDrawn:
    """``plant`` came from the stack into the market."""

    plant: Plant
    rule: str = "PG-AUC-04"


@dataclass(frozen=True, slots=True)
class PlantLeft:
    """``plant`` left the game, from the market, the stack or the Cartel."""

    plant: Plant
    rule: str


@dataclass(frozen=True, slots=True)
class PlantBuried:
    """``plant`` went from the market face down under the stack."""

    plant: Plant
    rule: str = "PG-BUR-06"


@dataclass(frozen=True, slots=True)
class Step3Drawn:
    """The Step 3 card was drawn and the stack was shuffled."""

    rule: str


@dataclass(frozen=True, slots=True)
class PlantScrapped:
    """``seat`` gave up ``plant``; the fuel ``lost`` went to the supply."""

    seat: Seat
    plant: Plant
    lost: Tokens
    rule: str = "PG-AUC-16"


@dataclass(frozen=True, slots=True)
class CartelTook:
    """The Cartel took ``plant`` for free."""

    plant: Plant
    rule: str = "PG-CART-03"


@dataclass(frozen=True, slots=True)
class CartelFuelled:
    """The Cartel took ``fuel`` for free."""

    fuel: Tokens
    rule: str = "PG-CART-05"


@dataclass(frozen=True, slots=True)
class CartelReturned:
    """The Cartel's ``fuel`` went to the supply."""

    fuel: Tokens
    rule: str = "PG-CART-08"


@dataclass(frozen=True, slots=True)
class CartelHousePlaced:
    """A Cartel house was put on a slot (0-2) of ``city``."""

    city: City
    slot: int
    rule: str


@dataclass(frozen=True, slots=True)
class StartMarked:
    """``seat`` marked ``city`` as a start city with a uranium token from the supply."""

    seat: Seat
    city: City
    rule: str = "PG-SETUP-09"


@dataclass(frozen=True, slots=True)
class FuelBought:
    """``seat`` paid ``price`` for ``count`` tokens, ``depot`` of them from the depot."""

    seat: Seat
    fuel: Fuel
    count: int
    price: int
    depot: int
    rule: str = "PG-RES-01"


@dataclass(frozen=True, slots=True)
class CityConnected:
    """``seat`` paid ``path`` and ``slot_price`` to put a house on a slot (0-2) of ``city``."""

    seat: Seat
    city: City
    slot: int
    slot_price: int
    path: int
    rule: str


@dataclass(frozen=True, slots=True)
class Powered:
    """``seat`` ran ``plants``, powered ``cities`` and was paid ``income``."""

    seat: Seat
    plants: tuple[Plant, ...]
    burnt: Tokens
    cities: int
    income: int
    rule: str = "PG-BUR-02"


@dataclass(frozen=True, slots=True)
class MarketRefilled:
    """The fuel market was refilled with ``added``."""

    added: Tokens
    caveats: tuple[Caveat, ...] = field(default=(), compare=False)  # about the table it follows
    rule: str = "PG-BUR-04"


@dataclass(frozen=True, slots=True)
class UraniumStopped:
    """``plant`` was bought, which ends the refill of uranium."""

    plant: Plant
    rule: str = "PG-BUR-05"


Event = (
    PhaseBegan
    | StepBegan
    | OrderSet
    | DiscountPlaced
    | DiscountRemoved
    | AuctionOpened
    | PlantSold
    | OptedOut
    | PlantDrawn
    | PlantLeft
    | PlantBuried
    | Step3Drawn
    | PlantScrapped
    | CartelTook
    | CartelFuelled
    | CartelReturned
    | CartelHousePlaced
    | StartMarked
    | FuelBought
    | CityConnected
    | Powered
    | MarketRefilled
    | UraniumStopped
)

pickle_by_fields(*get_args(Event))
