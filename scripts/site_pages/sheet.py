"""The quick reference of a game on one page: what is on it, before anything lays it out.

Each game has one, in a module of its name. Every figure in it comes from the data of the engine,
and every line names the rules that it sums up.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gridgames.show.drawing.palette import Palette
from gridgames.show.drawing.svg import Group, number
from gridgames.show.parts import Picture


class Drawn(NamedTuple):
    """A drawing: its name on the sheet, its text, its words, and its width in millimetres."""

    name: str
    svg: str
    alt: str
    width: float


Cell = str | Drawn
Rules = tuple[str, ...]  # ids


class Line(NamedTuple):
    """A sentence or two after a few words that say what they are about; ``mark`` is its number."""

    lead: str
    text: str
    rules: Rules
    mark: str = ""


class Row(NamedTuple):
    """A row of a table: a name and the rules behind its cells, unless its section has them."""

    name: Cell
    cells: Sequence[Cell]
    rules: Rules = ()
    is_head: bool = False  # of the row below it


class Section(NamedTuple):
    """A section: a table, lines, drawings beside each other, and a note, in this order.

    If it ``is_captioned``, the words of a drawing are below it.
    """

    title: str
    rules: Rules = ()
    lines: Sequence[Line] = ()
    heads: Sequence[Cell] = ()
    rows: Sequence[Row] = ()
    drawings: Sequence[Drawn] = ()
    note: str = ""
    is_captioned: bool = False


class Sheet(NamedTuple):
    """A sheet: its title with an emblem, two columns, and what goes over both of them below."""

    title: str
    about: str
    emblem: Sequence[Drawn]
    columns: tuple[Sequence[Section], Sequence[Section]]
    below: Sequence[Section] = ()

    @property
    def sections(self) -> list[Section]:
        """All sections, in the order in which they are read."""
        return [*self.columns[0], *self.columns[1], *self.below]


def drawn(
    name: str, shown: Picture, definitions: str, palette: Palette, *, alt: str, width: float
) -> Drawn:
    """Return a picture as a drawing of its own, for light ground and without a ground."""
    left, top, wide, high = shown.box
    root = Group(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        font_family="DejaVu Sans, Verdana, sans-serif",
        width=wide * shown.scale,
        height=high * shown.scale,
        viewBox=" ".join(map(number, (left, top, wide, high))),
    )
    root.add("title", alt)
    root.group("defs").insert(definitions)
    root.insert(shown.markup)
    return Drawn(name, palette.resolved(str(root), "light") + "\n", alt, width)


def cited(sheet: Sheet) -> set[str]:
    """Return the rules that a sheet names."""
    sections = sheet.sections
    parts: list[Section | Line | Row] = [*sections]
    for section in sections:
        parts += [*section.lines, *section.rows]
    return {rule for part in parts for rule in part.rules}
