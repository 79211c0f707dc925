"""A comparison as data: questions, and for each side how it handles them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from gridcommon.certainty import Doubt, together
from gridcommon.errors import Word
from gridcommon.examples import Bench, Example, Played, Unplayable, play
from gridcommon.ledger import Version
from gridcommon.sides import Side
from gridgames.languages.certainty import marked as marked_as
from gridgames.languages.messages import say, shown

SCHEMA = 2

SAME, DIFFERENT, NONE = "same", "different", "no_counterpart"
SYMBOLS: Mapping[str, str] = {"": "", SAME: "=", DIFFERENT: "≠", NONE: "–"}
WORDS: Mapping[str, str] = {"": "", SAME: "same", DIFFERENT: "different", NONE: "no counterpart"}


@dataclass(frozen=True, slots=True)
class Value:
    """What an engine gave, under a name: as data, as text, and how it came about."""

    id: str
    name: str
    value: Any
    text: str
    notes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What came out when an engine played an example."""

    example: str
    about: str
    values: tuple[Value, ...]

    @property
    def text(self) -> str:
        """The values, in one line."""
        return "; ".join(f"{value.name}: {value.text}" for value in self.values)

    @property
    def working(self) -> list[str]:
        """How the values came about, in lines."""
        told = [
            f"{value.name}: {value.text} ({'; '.join(value.notes)})"
            for value in self.values
            if value.notes
        ]
        return [self.about, *told]


@dataclass(frozen=True, slots=True)
class Cell:
    """How a side handles a question; ``mark`` compares it with the first side of the row."""

    side: str
    text: str
    rules: tuple[str, ...] = ()
    mark: str = ""
    trial: Trial | None = None
    head: str = ""  # what people call the side
    doubts: tuple[Doubt, ...] = ()  # about the values of its rules

    @property
    def cited(self) -> str:
        """The sentence with the ids of its rules."""
        ids = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.text}{ids}"

    @property
    def found(self) -> str:
        """What the engine gave, in one line, empty where nothing was played."""
        return self.trial.text if self.trial else ""


@dataclass(frozen=True, slots=True)
class Row:
    """A question with a cell for each side."""

    key: str
    question: str
    cells: tuple[Cell, ...]
    played: tuple[Cell, ...] = ()  # sides beside those asked for, on which the example was played

    @property
    def trials(self) -> list[Cell]:
        """The cells of which an engine played the example."""
        return [cell for cell in (*self.cells, *self.played) if cell.trial]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A topic, or a position of the user's own, with all its rows."""

    key: str
    title: str
    about: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is not certain in it."""
        cells = [cell for row in self.rows for cell in (*row.cells, *row.played)]
        values = [value for cell in cells if cell.trial for value in cell.trial.values]
        doubts = [*(cell.doubts for cell in cells), *(value.doubts for value in values)]
        return together(chain.from_iterable(doubts))


@dataclass(frozen=True, slots=True)
class Report:
    """All that one command answers, with what was asked and of which rules."""

    sides: tuple[str, ...]
    titles: tuple[str, ...]  # what people call the sides
    versions: Mapping[str, Version]  # of the rules, by game
    parts: tuple[Comparison, ...]
    asked: str = ""  # the command
    rows: tuple[str, ...] = ()  # those that were asked for, none for all
    working: bool = False

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is not certain in it."""
        return together(doubt for part in self.parts for doubt in part.doubts)


def played(example: Example, bench: Bench, side: Side) -> Trial | None:
    """Return what comes out when ``side`` plays an example, None where it cannot."""
    try:
        found = play(example, bench, side)
    except Unplayable:
        return None
    about = say(example.about, **_words(found[0].given))
    return Trial(example.id, about, tuple(map(_value, found)))


def _value(one: Played) -> Value:
    answer = one.answer
    name = say(one.text, **_words(one.given)) if one.text else one.id
    text = marked_as(shown(answer.shown), answer.doubts)
    return Value(one.id, name, answer.value, text, tuple(map(shown, answer.notes)), answer.doubts)


def _words(given: Mapping[str, Any]) -> dict[str, object]:
    """Return what an example names, so that it is translated."""
    return {key: Word(one) if isinstance(one, str) else one for key, one in given.items()}


def marked(cells: Iterable[tuple[Cell, object]]) -> tuple[Cell, ...]:
    """Return cells with marks: each comes with its meaning, and is compared with the first.

    Where both sides were played, they are the same only if values of the same name are the same.
    Two sides without a counterpart are the same too.
    """
    found: list[Cell] = []
    first: tuple[Cell, object] | None = None
    for cell, meaning in cells:
        if first is None:
            first = cell, meaning
            mark = NONE if meaning == NONE else ""
        elif NONE in (meaning, first[1]) and meaning != first[1]:
            mark = NONE
        elif meaning != first[1] or _differ(cell, first[0]):
            mark = DIFFERENT
        else:
            mark = SAME
        found.append(replace(cell, mark=mark))
    return tuple(found)


def _differ(cell: Cell, first: Cell) -> bool:
    if cell.trial is None or first.trial is None:
        return False
    other = {(value.id, value.name): value.value for value in first.trial.values}
    return any(
        other.get((value.id, value.name), value.value) != value.value for value in cell.trial.values
    )


def to_json(report: Report) -> dict[str, Any]:
    """Return the report as one JSON document."""
    return {
        "schema": SCHEMA,
        "sides": list(report.sides),
        "titles": list(report.titles),
        "rows": list(report.rows),
        "asked": report.asked,
        "rules": [
            {"game": game, "version": rules.number, "date": rules.date}
            for game, rules in report.versions.items()
        ],
        "doubts": [doubt.to_json() for doubt in report.doubts],
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
        "name": cell.head,
        "mark": cell.mark or None,
        "text": cell.text,
        "rules": list(cell.rules),
        "doubts": [doubt.id for doubt in cell.doubts],
    }
    if cell.trial:
        data["example"] = cell.trial.example
        data["found"] = {
            value.id: {
                "name": value.name,
                "value": value.value,
                "text": value.text,
                "doubts": [doubt.id for doubt in value.doubts],
            }
            for value in cell.trial.values
        }
        if working:
            data["working"] = cell.trial.working
    return data
