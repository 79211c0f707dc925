"""The houses of a text: cities with or without the price of a slot."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, NotationError, Refusal
from gridcommon.spelling import quoted
from powergrid.codecs import CARTEL_WORD, city_named
from powergrid.notation.places import Places, refusal_error
from powergrid.notation.source_text import Clause, SourceText
from powergrid.tables import CITY_NAMES, SLOT_COST, City


@dataclass(slots=True)
class _House:
    """A house with its slot, or None for the cheapest one."""

    owner: Seat | str  # "cartel"
    city: str
    slot: int | None
    at: int


class Houses:
    """All houses of a text."""

    def __init__(self, source: SourceText, places: Places) -> None:
        self._source = source
        self._places = places
        self._houses: list[_House] = []
        self.cities: Collection[City] = ()  # of the map

    def read(self, clause: Clause, subject: object, owner: Seat | str | None) -> list[str]:
        """Return the names of the cities in a clause, and note the houses of ``owner``, if any."""
        found = []
        for piece in re.finditer(r"[^,]+", clause.body):
            words = piece[0].split()
            if not words:
                continue
            at = clause.body_at + piece.start() + len(piece[0]) - len(piece[0].lstrip())
            slot = None
            if len(words) > 1 and words[-1].isdecimal() and not self._is_city(words):
                price = words.pop()
                if price not in map(str, SLOT_COST) or owner is None:
                    problem = NotationError(
                        "no slot {found}; a house is on slot {slots}",
                        found=quoted(price),
                        slots=JoinedList(SLOT_COST, "or"),
                    )
                    self._source.fault(at + piece[0].strip().rindex(price), problem, subject)
                    continue
                slot = SLOT_COST.index(int(price))
            try:
                name = CITY_NAMES[city_named(" ".join(words))]
            except NotationError as problem:
                self._source.fault(at, problem, subject)
                continue
            self._places.note(name, at)
            found.append(name)
            if owner is not None:
                self._houses.append(_House(owner, name, slot, at))
        return found

    def _is_city(self, words: list[str]) -> bool:
        """Return whether the words are a city of the map, whose name ends in a number."""
        try:
            return city_named(" ".join(words)) in self.cities
        except NotationError:
            return False

    def slots(self) -> dict[str, list[Seat | str | None]]:
        """Return the owners of the slots of each city, keyed by its name.

        Houses without a slot are put on the cheapest slots left.
        Rules: PG-BUILD-04.
        """
        slots: dict[str, list[Seat | str | None]] = {}
        for house in sorted(self._houses, key=lambda house: house.slot is None):
            here = slots.setdefault(house.city, [None] * len(SLOT_COST))
            if house.owner in here and house.owner != CARTEL_WORD:
                continue  # reported later, as a city that is listed twice
            slot = house.slot
            if slot is None:
                slot = here.index(None) if None in here else None
            if slot is None or here[slot] is not None:
                refusal = Refusal(
                    "PG-BUILD-04",
                    "{city} has three slots, and one house fits on each"
                    if slot is None
                    else "slot {slot} of {city} has a house already",
                    city=house.city,
                    slot=None if slot is None else SLOT_COST[slot],
                )
                self._source.fault(house.at, refusal_error(refusal), house.owner)
                continue
            here[slot] = house.owner
        return slots
