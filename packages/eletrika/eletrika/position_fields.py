"""The fields of a position beside the board, each declared once, for texts and for records.

A field has a line in the full form, or a key in ``check`` and ``set`` lines, or both.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from eletrika import state_values as values
from eletrika.line_codecs import (
    BonusLine,
    LineCodec,
    MarkersLine,
    NumberLine,
    NumbersLine,
    OwnerLine,
    QueueLine,
    RowLine,
    ScoresLine,
    TurnLine,
    TypedLine,
)
from eletrika.position import Position
from eletrika.state import NO_KIND, State
from eletrika.tables import KINDS, kind_text


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the full form: its head, the attribute of Position, its codec, and its place."""

    head: str
    name: str
    codec: LineCodec
    place: int

    def read(self, position: Position, line: TypedLine) -> None:
        """Set the attribute of a position from a line. Raises NotationError."""
        setattr(position, self.name, self.codec.read(line))

    def written(self, position: Position) -> Iterator[str]:
        """Yield the line of a position, if its value is known."""
        value = getattr(position, self.name)
        if value is not None and value != {}:
            yield " ".join([self.head, *self.codec.write(value)])


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a position or a state.

    ``get`` returns its JSON in a check line, and ``put`` sets it as in a set line: those of
    ``FIRST`` first, since the others depend on them.
    """

    line: Line | None = None
    key: str = ""
    get: Callable[[State], Any] | None = None
    put: Callable[[State, Any, str], None] | None = None


FIRST = ("round", "final_rounds")  # set before the others, which depend on them

FIELDS = (
    Field(Line("turn", "turn", TurnLine(), 6), "turn", values.seat_to_act, values.set_turn),
    Field(
        Line("round", "round", NumberLine(1), 9),
        "round",
        lambda state: state.round,
        values.set_round,
    ),
    Field(
        Line("score", "scores_and_certainty", ScoresLine(), 4),
        "scores",
        lambda state: list(state.scores),
        values.set_scores,
    ),
    Field(
        Line("hand", "hands", NumbersLine(), 3),
        "hands",
        lambda state: list(state.hands),
        values.set_hands,
    ),
    Field(
        Line("markers", "markers_in_hand", MarkersLine(), 5),
        "markers",
        lambda state: [list(held) for held in state.markers_in_hand],
        values.set_markers,
    ),
    Field(
        None,
        "reserve",
        lambda state: dict(zip(KINDS, state.reserve, strict=True)),
        values.set_reserve,
    ),
    Field(
        Line("stack", "stack", NumberLine(), 7),
        "stack",
        lambda state: len(state.stack),
        values.set_stack,
    ),
    Field(Line("row", "row", RowLine(), 8), "row", values.row_facts, values.set_row),
    Field(
        Line("bonus", "bonus", BonusLine(), 1),
        "bonus",
        lambda state: None if state.bonus == NO_KIND else kind_text(state.bonus),
        values.set_bonus,
    ),
    Field(None, "lit", lambda state: [list(cell) for cell in sorted(state.lit)], values.set_lit),
    Field(None, "final_rounds", values.final_rounds, values.set_final_rounds),
    Field(Line("queue", "queue", QueueLine(), 2)),
    Field(Line("first", "first", OwnerLine(), 10)),
    Field(Line("last", "last", NumberLine(1), 11)),
)

SIDE_LINES = {
    line.head: line
    for line in sorted((field.line for field in FIELDS if field.line), key=lambda line: line.place)
}
CHECKED = {field.key: field.get for field in FIELDS if field.get}
SETTERS = {
    field.key: field.put
    for field in sorted(FIELDS, key=lambda field: field.key not in FIRST)
    if field.put
}
