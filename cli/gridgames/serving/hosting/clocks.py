"""The clock of a table: how long each person may think."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError

_TYPED = re.compile(r"(?P<count>\d{1,4})(?P<unit>[mhd]?)(?:\+(?P<more>\d{1,4}))?")
_SECONDS = {"": 60, "m": 60, "h": 3600, "d": 86400}


@dataclass(slots=True)
class Clock:
    """The time of each person for the whole game, and what a turn adds to it, in seconds.

    Time runs for one seat at a time, and not while the server is down.
    """

    allowed: float
    added: float = 0
    spent: dict[Seat, float] = field(default_factory=dict)
    _running: tuple[Seat, float] | None = None  # the seat, and since when

    @classmethod
    def from_text(cls, text: str) -> "Clock":
        """Return the clock in a text such as ``30``, ``30+10``, ``12h`` or ``3d``.

        Minutes, hours or days for the game, and seconds that each turn adds. Raises NotationError.
        """
        found = _TYPED.fullmatch(text.strip())
        if not found or not int(found["count"]):
            raise NotationError(
                "expected minutes, hours or days, as in 30, 12h or 3d, with seconds that each turn"
                " adds, as in 30+10; found {found}",
                key="clock",
                found=repr(text[:40]),
            )
        allowed = int(found["count"]) * _SECONDS[found["unit"]]
        return cls(float(allowed), float(found["more"] or 0))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Clock":
        """Return a clock that was kept."""
        spent = {int(seat): float(seconds) for seat, seconds in data["spent"].items()}
        return cls(float(data["allowed"]), float(data["added"]), spent)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept of the clock."""
        self._account()
        spent = {str(seat): round(seconds, 1) for seat, seconds in self.spent.items()}
        return {"allowed": self.allowed, "added": self.added, "spent": spent}

    def run_for(self, seat: Seat | None) -> None:
        """Let the time of a seat run, or of nobody. A turn that ends earns its seconds."""
        before = self._running[0] if self._running else None
        if before == seat:
            return
        self._account()
        if before is not None:
            self.spent[before] -= self.added
        self._running = None if seat is None else (seat, monotonic())

    def left(self, seat: Seat) -> float:
        """Return the seconds that a seat has left."""
        self._account()
        return max(0.0, self.allowed - self.spent.get(seat, 0.0))

    def _account(self) -> None:
        if self._running:
            seat, since = self._running
            now = monotonic()
            self.spent[seat] = self.spent.get(seat, 0.0) + now - since
            self._running = seat, now
