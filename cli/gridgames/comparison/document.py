"""A comparison as data: questions, and for each side how it handles them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gridcommon.errors import Refusal
from gridgames.languages.messages import say

SCHEMA = 1

SAME, DIFFERENT, NONE = "same", "different", "no counterpart"
SYMBOLS: Mapping[str, str] = {"": "", SAME: "=", DIFFERENT: "≠", NONE: "–"}

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Trial:
    """What came out when an engine played a position: named values, and how they came about."""

    values: Values
    working: tuple[str, ...] = ()


class Unplayable(Exception):
    """The options of a side do not let a position come about."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How a side handles a question; ``mark`` compares it with the first side of the row."""

    side: str
    text: str
    rules: tuple[str, ...] = ()
    mark: str = ""
    trial: Trial | None = None

    @property
    def cited(self) -> str:
        """The sentence with the ids of its rules."""
        ids = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.text}{ids}"

    @property
    def found(self) -> str:
        """What the engine gave, in one line, empty where nothing was played."""
        if self.trial is None:
            return ""
        return "; ".join(f"{name}: {told(value)}" for name, value in self.trial.values.items())


@dataclass(frozen=True, slots=True)
class Row:
    """A question with a cell for each side."""

    key: str
    question: str
    cells: tuple[Cell, ...]
    played: tuple[Cell, ...] = ()  # sides beside those asked for, on which the position was played


@dataclass(frozen=True, slots=True)
class Comparison:
    """A topic, or a position of the user's own, with all its rows."""

    key: str
    title: str
    about: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All that one command answers."""

    sides: tuple[str, ...]
    parts: tuple[Comparison, ...]
    working: bool = False


def told(value: object) -> str:
    """Return a value of a trial in words."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(told, value))
    return say("nothing") if value is None else str(value)


def refused(rules: str) -> str:
    """Return that an action was refused, and by which rules."""
    return say("refused: {why}", why=rules)


def reason(refusal: Refusal | None) -> str:
    """Return why an action was refused, or that it was not."""
    if refusal is None:
        return say("accepted")
    return say("{rule}: {why}", rule=refusal.rule, why=refusal.wording)


def marked(cells: Iterable[tuple[Cell, str]]) -> tuple[Cell, ...]:
    """Return cells with marks: each is told with what it means, and compared with the first.

    Where both sides were played, they are the same only if the same came out under the same names.
    Nothing on either side is the same too.
    """
    found: list[Cell] = []
    first: tuple[Cell, str] | None = None
    for cell, meaning in cells:
        if first is None:
            first = cell, meaning
            mark = NONE if meaning == NONE else ""
        elif NONE in (meaning, first[1]) and meaning != first[1]:
            mark = NONE
        elif meaning != first[1] or _parted(cell, first[0]):
            mark = DIFFERENT
        else:
            mark = SAME
        found.append(Cell(cell.side, cell.text, cell.rules, mark, cell.trial))
    return tuple(found)


def _parted(cell: Cell, first: Cell) -> bool:
    if cell.trial is None or first.trial is None:
        return False
    other = first.trial.values
    return any(other[name] != value for name, value in cell.trial.values.items() if name in other)


def to_json(report: Report) -> dict[str, Any]:
    """Return the report as one JSON document."""
    return {
        "schema": SCHEMA,
        "sides": list(report.sides),
        "topics": [
            {
                "topic": part.key,
                "title": part.title,
                "about": part.about,
                "notes": list(part.notes),
                "rows": [
                    {
                        "row": row.key,
                        "question": row.question,
                        "sides": [_cell(cell, report.working) for cell in row.cells],
                        "played": [_cell(cell, report.working) for cell in row.played],
                    }
                    for row in part.rows
                ],
            }
            for part in report.parts
        ],
    }


def _cell(cell: Cell, working: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "side": cell.side,
        "mark": cell.mark or None,
        "text": cell.text,
        "rules": list(cell.rules),
    }
    if cell.trial:
        data["found"] = dict(cell.trial.values)
        if working:
            data["working"] = list(cell.trial.working)
    return data
