"""Marks on the board: where a tile fits, what a choice would light, the cursor, new cells."""

from collections.abc import Callable, Iterator

from gridcommon.hexes import Hex
from gridgames.games.drawing.marks import draw_changed, draw_choice, draw_cursor, draw_planned
from gridgames.games.drawing.palette import CURSOR_RIM, GO, PANEL
from gridgames.games.drawing.svg import Group, Value, points, text_width
from gridgames.games.parts import Fragment, Marks
from gridgames.terminal.canvas import Colour
from gridgames.wings.eletrika.description.places import Ghost, cell_of
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.board import Woods, draw_land, on_cell, sign_scale
from gridgames.wings.eletrika.drawing.land import CORNERS, LAYOUT

WOKEN: Colour = (255, 150, 40)
_CHOSEN: Colour = (90, 220, 255)
_NOTE = 14.0  # size of a note
_ABOVE = 36.0  # from the middle of a cell up to that of a note


def draw_marks(marks: Marks, woods: Woods, zoom: float) -> Iterator[Fragment]:
    """Yield the marks, the cursor last."""
    size = sign_scale(zoom)
    for key in marks.turned:
        if key != marks.cursor:
            yield _outlined(key, _draw_turned)
    for key in marks.prices:
        if key != marks.cursor:
            yield _outlined(key, draw_choice)
    for key in marks.changed:
        yield _outlined(key, draw_changed)
    for key, ghost in marks.planned.items():
        yield _ghost(key, ghost, woods, size)
        yield _outlined(key, draw_planned)
    if marks.ghost:
        yield _ghost(marks.cursor, marks.ghost, woods, size)
    for key in marks.lit:
        yield _ring(key, WOKEN, size)
    for key in marks.chosen:
        yield _ring(key, _CHOSEN, size)
    for key, text in marks.notes.items():
        yield _note(key, text, size)
    if marks.cursor:
        yield _outlined(marks.cursor, draw_cursor)


def _outline(cell: Hex, share: float) -> str:
    x, y = LAYOUT.centre(cell)
    return points([(x + share * dx, y + share * dy) for dx, dy in CORNERS])


def _outlined(key: str, draw: Callable[[Group, str], None]) -> Fragment:
    group, cell = Group(), cell_of(key)
    draw(group, _outline(cell, 0.92))
    return on_cell(cell, group)


def _draw_turned(group: Group, outline: str) -> None:
    dashes: dict[str, Value] = {"stroke_dasharray": "4 6", "stroke_opacity": 0.6, "fill": "none"}
    group.path(outline, stroke=GO, stroke_width=1.8, **dashes)


def _ghost(key: str, ghost: Ghost, woods: Woods, size: float) -> Fragment:
    group, cell = Group(), cell_of(key)
    place = group.at(*LAYOUT.centre(cell))
    if ghost.edges:
        place.group(opacity=0.75).insert(draw_land({(0, 0): ghost.edges}, woods))
    sign = place.at(0, 0, size).group(opacity=0.85)
    if ghost.kind is not None:
        signs.draw_structure(sign, ghost.kind, lit=None, owner=ghost.owner, pawns=1)
    if ghost.marker is not None:
        signs.draw_marker(sign, ghost.owner, ghost.marker)
    return on_cell(cell, group)


def _ring(key: str, colour: Colour, size: float) -> Fragment:
    """Return a ring around a structure."""
    group, cell = Group(), cell_of(key)
    x, y = LAYOUT.centre(cell)
    radius = size * signs.TOKEN + 5
    group.circle(x, y, radius, fill="none", stroke=CURSOR_RIM, stroke_width=8, stroke_opacity=0.7)
    group.circle(x, y, radius, fill="none", stroke=colour, stroke_width=5)
    return on_cell(cell, group)


def _note(key: str, text: str, size: float) -> Fragment:
    group, cell = Group(), cell_of(key)
    x, y = LAYOUT.centre(cell)
    y -= _ABOVE
    letters = _NOTE * size
    wide, high = text_width(text, letters, bold=True) + 10, letters + 6
    group.box(x - wide / 2, y - high / 2, wide, high, rx=6, fill=PANEL, fill_opacity=0.9, stroke=GO)
    group.write_centred(x, y + letters * 0.36, text, letters, fill=GO)
    return on_cell(cell, group)
