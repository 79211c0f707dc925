"""The drawn board of a game in a pane of pixels, in pieces that can be compared and cut out."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import ceil, floor

from shapely import Point, Polygon

from gridgames.show.drawing.palette import GROUND_TONE, Palette, Theme
from gridgames.show.drawing.svg import FONTS, Group, corners
from gridgames.show.parts import BoardLayers, Box, Fragment, Target

Area = tuple[int, int, int, int]  # pixels: left, top, width, height

_REACH = 24.0  # pixels from a place that still point at it


@dataclass(frozen=True)
class BoardPicture:
    """A board in pixels; ``box`` is what it shows of the drawing."""

    size: tuple[int, int]
    box: Box
    definitions: str
    ground: Sequence[Fragment]  # the land, which changes less often; the lowest first
    pieces: Sequence[Fragment]  # what is on it, with the marks
    targets: Sequence[Target]
    palette: Palette

    @property
    def zoom(self) -> float:
        """Pixels for each unit of the drawing."""
        return self.size[0] / self.box[2]

    @property
    def fragments(self) -> Sequence[Fragment]:
        """All of the drawing, the lowest first."""
        return *self.ground, *self.pieces

    def to_text(
        self, theme: Theme, area: Area | None = None, layer: Sequence[Fragment] | None = None
    ) -> str:
        """Return the picture as SVG, or only an area or a layer of it.

        A layer is ``ground`` or ``pieces``, which have nothing behind them.
        """
        left, top, wide, high = area or (0, 0, *self.size)
        zoom = self.zoom
        box = self.box[0] + left / zoom, self.box[1] + top / zoom, wide / zoom, high / zoom
        root = Group(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            font_family=FONTS,
            width=wide,
            height=high,
            viewBox=" ".join(f"{length:.6g}" for length in box),
        )
        root.group("defs").insert(self.definitions)
        if layer is not self.pieces:
            root.box(*box, fill=GROUND_TONE)
        for fragment in self.fragments if layer is None else layer:
            if _meet(fragment.box, box):
                root.insert(fragment.markup)
        return self.palette.resolved(str(root), theme) + "\n"

    def area_of(self, fragment: Fragment) -> Area | None:
        """Return the area of a fragment, None if it is outside of the picture."""
        x, y, wide, high = fragment.box
        left, top, zoom = *self.box[:2], self.zoom
        first_x, first_y = max(floor((x - left) * zoom), 0), max(floor((y - top) * zoom), 0)
        last_x = min(ceil((x + wide - left) * zoom), self.size[0])
        last_y = min(ceil((y + high - top) * zoom), self.size[1])
        if first_x >= last_x or first_y >= last_y:
            return None
        return first_x, first_y, last_x - first_x, last_y - first_y

    def place_at(self, x: float, y: float) -> str:
        """Return the key of the place nearest to a pixel, '' if none is near."""
        zoom = self.zoom
        point = Point(self.box[0] + x / zoom, self.box[1] + y / zoom)
        found = ((area.distance(point), key) for key, area in self._areas)
        far, place = min(found, default=(_REACH, ""))
        return place if far * zoom < _REACH else ""

    def middle_of(self, place: str) -> tuple[float, float]:
        """Return the pixel in the middle of a place."""
        found = next(area for key, area in self._areas if key == place).centroid
        return (found.x - self.box[0]) * self.zoom, (found.y - self.box[1]) * self.zoom

    @cached_property
    def _areas(self) -> list[tuple[str, Polygon]]:
        return [(one.place, Polygon(corners(one.outline))) for one in self.targets]


def board_picture(layers: BoardLayers, size: tuple[int, int], palette: Palette) -> BoardPicture:
    """Return a board that was laid out for a pane of a size in pixels."""
    ground = _ground(_Ground(layers.land_key, layers.ground))
    return BoardPicture(
        size, layers.box, layers.definitions, ground, layers.fragments, layers.targets, palette
    )


@dataclass(frozen=True)
class _Ground:
    """The land of a board, which depends on nothing but its key."""

    key: Hashable
    make: Callable[[], Sequence[Fragment]] = field(compare=False)


@lru_cache(4)  # a session shows one table, and steps back and forth in it
def _ground(land: _Ground) -> Sequence[Fragment]:
    return land.make()


def _meet(one: Box, other: Box) -> bool:
    return all(
        one[axis] < other[axis] + other[axis + 2] and other[axis] < one[axis] + one[axis + 2]
        for axis in (0, 1)
    )
