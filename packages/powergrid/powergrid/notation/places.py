"""The places in a text where plants, cities and players are named, for locating errors."""

import re
from collections.abc import Mapping

from gridcommon.errors import NotationError, Refusal, Wording
from powergrid.codecs import LETTERS
from powergrid.notation.source_text import Clause, SourceText
from powergrid.position_fields import Field

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
