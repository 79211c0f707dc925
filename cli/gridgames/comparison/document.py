"""A comparison as data: questions, and for each side how it handles them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from gridcommon.certainty import Doubt, together
from gridcommon.examples import Bench, Played, Unplayable, play, read_examples
from gridcommon.ledger import Version
from gridcommon.sides import Side
from gridgames.languages.examples import about, name_of, text_of, values_to_json
from gridgames.languages.messages import shown

if TYPE_CHECKING:
    from gridgames.games.drawing.svg import Drawing

SCHEMA = 2

SAME, DIFFERENT, NONE = "same", "different", "no_counterpart"


@dataclass(frozen=True, slots=True)
class Trial:
    """What came out when an engine played an example."""

    example: str
    about: str
    found: tuple[Played, ...]

    @property
    def values(self) -> dict[tuple[str, str], object]:
        """The values, each by its id and by what it is called."""
        return {(one.id, name_of(one)): one.answer.value for one in self.found}

    @property
    def text(self) -> str:
        """The values, in one line."""
        return "; ".join(f"{name_of(one)}: {text_of(one)}" for one in self.found)

    @property
    def working(self) -> list[str]:
        """How the values came about, in lines."""
        lines = [self.about] if self.found else []
        for one in self.found:
            if one.answer.notes:
                notes = "; ".join(map(shown, one.answer.notes))
                lines.append(f"{name_of(one)}: {text_of(one)} ({notes})")
        return lines


NOT_PLAYED = Trial("", "", ())


@dataclass(frozen=True, slots=True)
class Cell:
    """How a side handles a question; ``mark`` compares it with the first side of the row."""

    side: str
    text: str
    rules: tuple[str, ...] = ()
    meaning: object = None  # what marks compare
    trial: Trial = NOT_PLAYED
    head: str = ""  # what people call the side
    doubts: tuple[Doubt, ...] = ()  # about the values of its rules
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A question with a cell for each side."""

    key: str
    question: str
    cells: tuple[Cell, ...]
    played: tuple[Cell, ...] = ()  # sides beside those asked for, on which the example was played

    @property
    def all_cells(self) -> tuple[Cell, ...]:
        """The cells of the sides asked for, then of the others."""
        return (*self.cells, *self.played)


def no_drawing() -> None:
    """Return no picture."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A topic, or a position of the user's own, with all its rows."""

    key: str
    title: str
    about: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    draw: Callable[[], "Drawing | None"] = no_drawing  # of the position it is about

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is not certain in it."""
        cells = [cell for row in self.rows for cell in row.all_cells]
        doubts = [cell.doubts for cell in cells]
        doubts += [one.answer.doubts for cell in cells for one in cell.trial.found]
        return together(chain.from_iterable(doubts))

    def only(self, names: Collection[str]) -> "Comparison":
        """Return it with the rows that ``names`` name, with all of them where there are none."""
        kept = (row for row in self.rows if not names or is_named(row.key, names))
        return replace(self, rows=tuple(kept))


@dataclass(frozen=True, slots=True)
class Report:
    """All that one command answers, with what was asked and of which rules."""

    sides: tuple[str, ...]
    titles: tuple[str, ...]  # what people call the sides
    versions: Mapping[str, Version]  # of the rules, by game
    parts: tuple[Comparison, ...]
    asked: str = ""  # the command
    rows: tuple[str, ...] = ()  # those that were asked for, none for all
    query: str = ""  # a question in the user's own words
    is_near: bool = False  # no row answers the question: those are the nearest
    working: bool = False

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is not certain in it."""
        return together(doubt for part in self.parts for doubt in part.doubts)


def is_named(key: str, names: Collection[str]) -> bool:
    """Say whether one of ``names`` names a row: by its key, ``winner.tie``, or by the end of it."""
    return key in names or key.partition(".")[2] in names


def played(name: str, bench: Bench, side: Side) -> Trial:
    """Return what comes out when ``side`` plays an example; NOT_PLAYED where it cannot."""
    example = read_examples(side.game).get(name)
    if example is None:
        return NOT_PLAYED
    try:
        found = tuple(play(example, bench, side))
    except Unplayable:
        return NOT_PLAYED
    return Trial(name, about(example, found), found)


def marked(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells with marks: each is compared with the first.

    Where both sides were played, they are the same only if values of the same name are the same.
    Two sides without a counterpart are the same too.
    """
    first, *others = cells
    return (
        replace(first, mark=NONE if first.meaning == NONE else ""),
        *(replace(cell, mark=_mark(cell, first)) for cell in others),
    )


def _mark(cell: Cell, first: Cell) -> str:
    if cell.meaning != first.meaning:
        return NONE if NONE in (cell.meaning, first.meaning) else DIFFERENT
    values = first.trial.values
    differs = (values.get(key, value) != value for key, value in cell.trial.values.items())
    return DIFFERENT if any(differs) else SAME


def to_json(report: Report) -> dict[str, Any]:
    """Return the report as one JSON document."""
    query = {"query": report.query, "nearest": report.is_near} if report.query else {}
    return query | {
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
    if cell.trial.found:
        data["example"] = cell.trial.example
        data["found"] = values_to_json(cell.trial.found)
        if working:
            data["working"] = cell.trial.working
    return data
