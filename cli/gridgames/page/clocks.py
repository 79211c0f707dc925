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

    Time runs for one seat at a time, and not while the server is down. ``credited`` is the last
    turn for which each seat got its seconds, as the number of moves before it.
    """

    allowed: float
    added: float = 0
    spent: dict[Seat, float] = field(default_factory=dict)
    credited: dict[Seat, int] = field(default_factory=dict)
    _running: tuple[Seat, float] | None = None  # the seat, and since when
    _stopped: tuple[Seat, float] | None = None  # the seat that a bot has, and since when

    @classmethod
    def from_text(cls, text: str) -> "Clock":
        """Return the clock in a text such as ``30``, ``30+10``, ``12h`` or ``3d``.

        Minutes, hours or days for the game, and seconds that each turn adds. Raises NotationError.
        """
        found = _TYPED.fullmatch(text.strip())
        if not found or not int(found["count"]):
            raise NotationError(
                "write minutes, hours or days, as in 30, 12h or 3d, and the seconds that each turn"
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
        credited = {int(seat): int(turn) for seat, turn in data.get("credited", {}).items()}
        return cls(float(data["allowed"]), float(data["added"]), spent, credited)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept of the clock."""
        self._account()
        spent = {str(seat): round(seconds, 1) for seat, seconds in self.spent.items()}
        credited = {str(seat): turn for seat, turn in self.credited.items()}
        return {
            "allowed": self.allowed,
            "added": self.added,
            "spent": spent,
            "credited": credited,
        }

    @property
    def running(self) -> Seat | None:
        """The seat whose time runs."""
        return self._running[0] if self._running else None

    def run_for(self, seat: Seat | None) -> None:
        """Let the time of a seat run, or of nobody.

        If a person takes the seat back from a bot that has not moved, the time since counts.
        """
        if self.running == seat:
            return
        self._account()
        if seat is None:
            self._stopped, self._running = self._running, None
            return
        is_back = self._stopped is not None and self._stopped[0] == seat
        self._running = self._stopped if is_back else (seat, monotonic())
        self._stopped = None

    def note_move(self) -> None:
        """Note a move: what a bot has thought about it is nobody's time."""
        self._stopped = None

    def credit(self, seat: Seat, turn: int) -> None:
        """Add the seconds of a turn that a person has played, once even after an undo.

        ``turn`` is the number of moves before it.
        """
        if turn > self.credited.get(seat, -1):
            self.credited[seat] = turn
            self.spent[seat] = self.spent.get(seat, 0.0) - self.added

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
