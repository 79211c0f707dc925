"""Marks on the board: where a tile fits, what a choice would light, the cursor, new cells."""

from collections.abc import Callable, Iterator, Set

from gridcommon.hexes import Hex
from gridgames.show.drawing.marks import draw_changed, draw_choice, draw_cursor, draw_planned
from gridgames.show.drawing.palette import CURSOR, CURSOR_RIM, FAINT, GO, GROUND_TONE, PANEL, RULE
from gridgames.show.drawing.svg import Group, Value, points, text_width
from gridgames.show.parts import Box, Fragment, Marks
from gridgames.terminal.canvas import Colour
from gridgames.wings.eletrika.description.places import Ghost, cell_of
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.board import Woods, board_box, draw_tile, on_cell, sign_scale
from gridgames.wings.eletrika.drawing.land import CORNERS, LAYOUT

WOKEN: Colour = (255, 150, 40)
_CHOSEN: Colour = (90, 220, 255)
_NOTE = 14.0  # size of a note
_OVERVIEW = 0.24  # of a pane, by a map of the whole board
_GAP = 8.0  # around it
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


def draw_overview(cells: Set[Hex], lit: Set[Hex], frame: Box, cursor: str) -> Fragment:
    """Return a small map of the whole board with its frame, in a corner away from the cursor."""
    left, top, wide, high = board_box(cells)
    scale = min(_OVERVIEW * frame[2] / wide, _OVERVIEW * frame[3] / high)
    size = wide * scale + 2 * _GAP, high * scale + 2 * _GAP
    here = cell_of(cursor) if cursor else None

    def hidden(corner: tuple[float, float]) -> tuple[bool, int]:
        """Return whether a map at a corner hides the cursor, and how many cells it hides."""
        found = set()
        for cell in cells:
            across, down = (
                abs(value - start - length / 2) - length / 2
                for value, start, length in zip(LAYOUT.centre(cell), corner, size, strict=True)
            )
            if across < LAYOUT.width / 2 and down < LAYOUT.height / 2:
                found.add(cell)
        return here in found, len(found)

    ends = frame[0] + frame[2] - size[0] - _GAP, frame[1] + frame[3] - size[1] - _GAP
    corners = [(x, y) for y in (ends[1], frame[1] + _GAP) for x in (ends[0], frame[0] + _GAP)]
    x, y = min(corners, key=hidden)
    group = Group()
    group.box(x, y, *size, rx=8, fill=GROUND_TONE, fill_opacity=0.94, stroke=RULE, stroke_width=2)
    page = group.at(x + _GAP - left * scale, y + _GAP - top * scale)
    for cell in sorted(cells):
        middle = LAYOUT.centre(cell)
        around = [
            (scale * (middle[0] + 0.9 * dx), scale * (middle[1] + 0.9 * dy)) for dx, dy in CORNERS
        ]
        page.path(points(around), fill=signs.LIT if cell in lit else FAINT)
    corner = max(frame[0], left) * scale, max(frame[1], top) * scale
    end_x, end_y = min(frame[0] + frame[2], left + wide), min(frame[1] + frame[3], top + high)
    room = end_x * scale - corner[0], end_y * scale - corner[1]
    page.box(*corner, *room, fill="none", stroke=CURSOR_RIM, stroke_width=5)
    page.box(*corner, *room, fill="none", stroke=CURSOR, stroke_width=2.5)
    return Fragment(str(group), (x - 2, y - 2, size[0] + 4, size[1] + 4))


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
        place.group(opacity=0.75).insert(draw_tile(ghost.edges, woods))
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
