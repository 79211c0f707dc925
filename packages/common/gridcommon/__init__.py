"""What all games share: the contract, options, actions, chance, records, ledgers, networks, hexes.

It knows no game.
"""

from gridcommon.contract import Bot, Game, Seat
from gridcommon.errors import (
    GridgamesError,
    IllegalAction,
    InvalidState,
    NotationError,
    Refusal,
)
from gridcommon.records import Header

__all__ = [
    "Bot",
    "Game",
    "GridgamesError",
    "Header",
    "IllegalAction",
    "InvalidState",
    "NotationError",
    "Refusal",
    "Seat",
]
