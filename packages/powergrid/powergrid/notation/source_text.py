"""Source texts, with one subject per line: clauses, houses, places named, and errors in them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from gridcommon.codecs import Reader
from gridcommon.contract import Seat
from gridcommon.errors import (
    MOST_FAULTS,
    Faults,
    JoinedList,
    NotationError,
    NotationErrors,
    Refusal,
    Wording,
)
from gridcommon.spelling import Vocabulary, quoted
from powergrid.codecs import CARTEL_WORD, LETTERS, city_named
from powergrid.position_fields import Field
from powergrid.tables import CITY_NAMES, SLOT_COST, City

COMMENT = "#"


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and its values, with the offsets of both in the text."""

    head: str  # in English
    typed: str
    at: int
    body: str
    body_at: int

    def offset(self, column: int | None) -> int:
        """Return the offset of a column of the body, at most the end of the clause."""
        end = len(self.body.rstrip())
        return self.body_at + min(column - 1 if column else 0, end)


class SourceText:
    """A text, and the errors found in it.

    ``code_from`` returns the column from which a comment of a line may start. ``faulty`` are the
    subjects that could not be read, under the reader's names for them.
    """

    def __init__(self, text: str, vocabulary: Vocabulary, code_from: Callable[[str], int]) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.vocabulary = vocabulary
        self._faults = Faults()
        self.faulty: set[object] = set()
        self._code_from = code_from
        self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its offset, continued lines as one. Comments become spaces."""
        begun, whole = 0, ""
        for start, line in zip(self._starts, self.text.split("\n"), strict=True):
            code = self._without_comment(line)
            if whole and code[:1].isspace():
                whole += "\n" + code
                continue
            if whole.strip():
                yield begun, whole
            begun, whole = start, code
        if whole.strip():
            yield begun, whole

    def _without_comment(self, line: str) -> str:
        start = line.find(COMMENT, self._code_from(line))
        return line if start < 0 else line[:start] + " " * (len(line) - start)

    def clauses(self, at: int, text: str) -> list[Clause]:
        """Return the clauses of a line, which semicolons separate. ``at`` is its offset."""
        found = []
        for piece in re.finditer(r"[^;]+", text):
            body = piece[0]
            if not body.strip():
                continue
            blank = len(body) - len(body.lstrip())
            typed = body.split(None, 1)[0].rstrip(",:")
            start = at + piece.start() + blank
            head = Reader("", self.vocabulary).in_english(typed)
            rest = body[blank + len(typed) :]
            found.append(Clause(head, typed, start, rest, start + len(typed)))
        return found

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def fault(self, at: int, problem: NotationError, subject: object = None) -> None:
        """Note an error at an offset, about ``subject``. Raises the errors if they are too many."""
        problem.line, problem.column = self.place(at)
        problem.key = None
        self._faults.found.append(problem)
        self.faulty.add(subject)
        if len(self._faults.found) > MOST_FAULTS:  # locating each takes time
            self.raise_errors()

    def raise_errors(self) -> None:
        """Raise NotationErrors with all errors, in the order of the text, if there are any."""
        try:
            self._faults.raise_all()
        except NotationError as problem:
            raise NotationErrors(problem.each()) from None


# The subjects at which a broken rule is reported if it names no player, plant or city
_SUBJECTS_OF = {
    "PG-COMP-01": ("stack", "cards", "plants"),
    "PG-COMP-02": ("market",),
    "PG-COMP-10": ("regions",),
    "PG-SETUP-01": ("regions",),
    "PG-SETUP-06": ("plants",),
    "PG-SETUP-09": ("marked",),
    "PG-SETUP-10": ("top", "cards"),
    "PG-STEP-04": ("step",),
    "PG-STEP-05": ("cards", "step3", "step"),
    "PG-STEP-06": ("step3", "plants"),
    "PG-STEP-09": ("plants", "step", "step3"),
    "PG-CART-01": ("cartel",),
    "PG-CART-02": ("cartel",),
    "PG-CART-04": ("cartel",),
    "PG-CART-05": ("cartel",),
    "PG-CART-07": ("cartel",),
    "PG-CART-08": ("cartel", "phase"),
    "PG-CART-09": ("cartel",),
    "PG-AUC-01": ("sold", "buyers", "surplus"),
    "PG-AUC-03": ("auction",),
    "PG-AUC-11": ("discount",),
    "PG-AUC-16": ("surplus",),
    "PG-ROUND-02": ("round", "phase"),
    "PG-ROUND-01": ("auction", "surplus", "phase"),
    "PG-ORDER-03": ("turn", "phase"),
}


class Places:
    """The places of plants, cities and players in a text.

    ``players`` are the offsets of the lines of players, by seat, and ``subjects`` the clauses of
    the other lines by their heads.
    """

    def __init__(self, source: SourceText, subjects: Mapping[str, Clause]) -> None:
        self.players: list[int] = []
        self._source = source
        self._subjects = subjects
        self._seen: dict[object, list[int]] = {}

    def note(self, named: object, at: int) -> None:
        """Note that a plant, a city, or a field of a player is named at an offset."""
        self._seen.setdefault(named, []).append(at)

    def note_plants(self, clause: Clause, field: Field) -> None:
        """Note the plants in a clause."""
        if field.lists_plants:
            for word in re.finditer(r"\d+", clause.body):
                self.note(int(word[0][:9]), clause.body_at + word.start())

    def error(self, refusal: Refusal, at: int) -> NotationError:
        """Return the error for a broken rule, located at the first of duplicate entries."""
        first = min(self._seen.get(_number(refusal.values.get("what")), [at]))
        if first == at:
            return refusal_error(refusal)
        line, column = self._source.place(first)
        return NotationError(
            "{rule}: {why}, first in line {first}, column {place}",
            rule=refusal.rule,
            why=refusal.wording,
            first=line,
            place=column,
        )

    def find(self, refusal: Refusal) -> tuple[int, object]:
        """Return the offset of the cause of a refusal, and the seat or the subject of its line."""
        values = refusal.values
        what = _number(values.get("what", values.get("city", values.get("plant"))))
        seat = values.get("seat")
        if what in self._seen:
            at = max(self._seen[what])
            return at, self._owner_of(at)
        if isinstance(seat, int) and seat < len(self.players):
            head = {"PG-PLANT-02": "fuel", "PG-AUC-16": "plants"}.get(refusal.rule, "")
            return self._seen.get((seat, head), [self.players[seat]])[0], seat
        for name in _SUBJECTS_OF.get(refusal.rule, ()):
            if clause := self._subjects.get(name):
                return clause.at, name
        return 0, None

    def _owner_of(self, at: int) -> object:
        heads: list[tuple[int, object]] = [
            *((clause.at, name) for name, clause in self._subjects.items()),
            *((start, seat) for seat, start in enumerate(self.players)),
        ]
        return max((head for head in heads if head[0] <= at), key=lambda head: head[0])[1]


def _number(what: object) -> object:
    return int(what) if isinstance(what, str) and what.isdecimal() else what


def with_letters(refusal: Refusal) -> Wording:
    """Return the sentence of a broken rule, with the letters of players for their seats."""
    values = dict(refusal.values)
    if isinstance(seat := values.get("seat"), int):
        values["seat"] = LETTERS[seat]
    return Wording(refusal.template, values)


def refusal_error(refusal: Refusal) -> NotationError:
    """Return a broken rule as an error."""
    return NotationError("{rule}: {why}", rule=refusal.rule, why=with_letters(refusal))


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
