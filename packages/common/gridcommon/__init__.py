"""What both games share: hexes, networks, chance, records, ledgers and errors. Knows no game."""

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
