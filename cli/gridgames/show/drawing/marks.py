"""Marks on a drawn board that look the same in every game: cursor, prices, notes, rings."""

from gridgames.show.drawing.palette import CHANGED, CURSOR, CURSOR_RIM, GO, GO_INK, PLANNED
from gridgames.show.drawing.svg import Group, Value, text_width

_SIZE = 13.0  # of text in a tag


def draw_cursor(group: Group, outline: str) -> None:
    """Draw the cursor around a place: a line between two rims, so that it is seen on any ground."""
    line: dict[str, Value] = {"fill": "none", "stroke_linejoin": "round"}
    group.path(outline, stroke=CURSOR_RIM, stroke_width=8, stroke_opacity=0.75, **line)
    group.path(outline, stroke=CURSOR, stroke_width=4, **line)


def draw_choice(group: Group, outline: str) -> None:
    """Draw a place with a choice."""
    group.path(outline, fill=GO, fill_opacity=0.12, stroke=GO, stroke_width=2.5)


def draw_changed(group: Group, outline: str) -> None:
    """Draw a place that the last moves changed."""
    line: dict[str, Value] = {"fill": "none", "stroke": CHANGED, "stroke_linejoin": "round"}
    group.path(outline, stroke_width=10, stroke_opacity=0.35, **line)
    group.path(outline, stroke_width=3.5, **line)


def draw_planned(group: Group, outline: str) -> None:
    """Draw a place for which there is an order."""
    dashes: dict[str, Value] = {"stroke_dasharray": "7 5", "stroke_linejoin": "round"}
    group.path(outline, fill=PLANNED, fill_opacity=0.12, stroke=PLANNED, stroke_width=3, **dashes)


def draw_tag(group: Group, x: float, y: float, text: str, *, is_here: bool = False) -> None:
    """Draw a price on a sign; (x, y) is the middle of its lower edge."""
    fill, ink = (CURSOR, CURSOR_RIM) if is_here else (GO, GO_INK)
    wide = max(24.0, text_width(text, _SIZE, bold=True) + 6)
    group.box(x - wide / 2, y - 17, wide, 17, rx=5, fill=fill, stroke=CURSOR_RIM, stroke_width=1)
    group.write_centred(x, y - 4, text, _SIZE, fill=ink)
