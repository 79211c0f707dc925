"""A game in parts: the layers of its board, its panels, and the places that can be pointed at.

Pictures, pages and terminals compose them. Markup is SVG whose colours are variables of the
palette, so that it suits light and dark pages alike.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridgames.terminal.output import Line, Segment

Box = tuple[float, float, float, float]  # left, top, width and height


class Picture(NamedTuple):
    """A small picture: markup, and its name for screen readers ('' for an ornament).

    ``box`` is left, top, width and height in the units of the markup, of which each takes ``scale``
    pixels. ``place`` is the key of the choices that belong to it, '' for none.
    """

    markup: str
    box: Box
    name: str = ""
    scale: float = 1.0
    place: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in pixels."""
        return self.box[2] * self.scale, self.box[3] * self.scale

    @property
    def svg(self) -> str:
        """The picture as an element of a page."""
        from html import escape

        wide, high = self.size
        told = f'role="img" aria-label="{escape(self.name)}"' if self.name else 'aria-hidden="true"'
        box = " ".join(f"{length:g}" for length in self.box)
        return f'<svg viewBox="{box}" width="{wide:g}" height="{high:g}" {told}>{self.markup}</svg>'


class Target(NamedTuple):
    """A place of the board that can be pointed at.

    ``place`` is its key, as in :attr:`~gridgames.show.menus.Choice.place`; ``outline`` is an SVG
    path in the units of the board. ``tag`` is the middle of the lower edge of a short text, such as
    a price, 34 wide and 17 high, which hides nothing there.
    """

    place: str
    name: str
    outline: str
    tag: tuple[float, float] = (0.0, 0.0)


class Marks(NamedTuple):
    """Marks on a board, by the keys of its places.

    ``prices`` are the places with a choice, each with what it costs, or ''. ``path`` are the places
    on the way to the cursor. ``ghost`` is what the choice at the cursor would put there, in a form
    that the game draws. ``lit`` is what the choice would energize, ``notes`` short texts,
    ``planned`` what orders would put there, in the same form as ``ghost``, and ``changed`` what the
    last moves changed.
    """

    cursor: str = ""
    prices: Mapping[str, str] = {}
    path: Sequence[str] = ()
    ghost: Any = None
    lit: Collection[str] = ()
    notes: Mapping[str, str] = {}
    chosen: Collection[str] = ()
    planned: Mapping[str, Any] = {}
    changed: Collection[str] = ()


class View(NamedTuple):
    """A pane that a board fills: its width and height in pixels, and what is marked.

    ``size`` is 0 for the whole board or as much as can be read, others are sizes of the game.
    ``last`` is the box of the board that it showed before; a board keeps it if that is sensible.
    """

    width: int
    height: int
    marks: Marks = Marks()
    size: int = 0
    last: Box | None = None

    def window(self, whole: Box, zoom: float, spot: Box) -> Box:
        """Return a box of ``zoom`` pixels to a unit around a spot, inside the whole board.

        The last one is kept if the spot is in it.
        """
        size = self.width / zoom, self.height / zoom
        last = self.last
        is_alike = last and abs(last[2] - size[0]) < 1e-6 * size[0] and last[3] < 1.01 * size[1]
        if last and is_alike and _is_inside(spot, last):
            return last
        starts = []
        for axis in (0, 1):
            first, length = whole[axis], whole[axis + 2]
            middle = spot[axis] + spot[axis + 2] / 2
            if length <= size[axis]:
                middle = first + length / 2
            else:
                middle = max(middle, first + size[axis] / 2)
                middle = min(middle, first + length - size[axis] / 2)
            starts.append(middle - size[axis] / 2)
        return starts[0], starts[1], *size


class Fragment(NamedTuple):
    """A piece of a drawing: markup, and a box outside of which it paints nothing."""

    markup: str
    box: Box


class BoardLayers(NamedTuple):
    """A board from the ground up; fragments are the content of an SVG element.

    ``box`` is the view box. Boards with equal ``land_key`` have the same land, so a caller may keep
    what ``land`` or ``ground`` returned. ``definitions`` are the named shapes that all layers and
    pictures refer to: the content of a ``defs`` element, once on a page, in an SVG element that is
    displayed. ``words`` describe the board for screen readers.
    """

    box: Box
    land_key: Hashable
    definitions: str
    ground: Callable[[], Sequence[Fragment]]  # the land, lowest first
    fragments: Sequence[Fragment]  # what is on the land
    targets: Sequence[Target]
    words: Sequence[str]

    def land(self) -> str:
        """Return the markup of the land."""
        return _joined(self.ground())

    @property
    def pieces(self) -> str:
        """The markup of what is on the land."""
        return _joined(self.fragments)


class Cell(NamedTuple):
    """A value on a card: words, and what shows them where there is little room or a picture.

    ``line`` is the value in coloured characters, such as a row of tokens: None for its words, empty
    for a value that other cells show. ``brief`` replaces it where there is even less room. A cell
    with a ``head`` has a column of its own. ``typed`` is what a click on it types.
    """

    words: str
    line: Line | None = None
    brief: str = ""
    head: str = ""
    draw: Callable[[], Picture] | None = None
    typed: str = ""


class Card(NamedTuple):
    """Something on the table or a player: a title, a sign before it, and cells.

    ``place`` is the key of the choices that belong to it, '' for none; ``badge`` is a short note,
    such as the highest bid. In characters the title has the style of ``mark``, the sign as a
    character; cards with the same ``label`` follow it in one paragraph.
    """

    title: str
    draw_sign: Callable[[], Picture] | None = None
    cells: Sequence[Cell] = ()
    place: str = ""
    badge: str = ""
    is_to_act: bool = False
    is_faded: bool = False  # not available yet
    mark: Segment = ("", "")
    label: str = ""

    @property
    def sign(self) -> Picture | None:
        """The picture before the title."""
        return self.draw_sign() if self.draw_sign else None

    @property
    def facts(self) -> Sequence[str]:
        """The words of the cells without a picture."""
        return [cell.words for cell in self.cells if not cell.draw and cell.words]

    @property
    def pictures(self) -> Sequence[Picture]:
        """The pictures of the cells, named by their words."""
        return [cell.draw()._replace(name=cell.words) for cell in self.cells if cell.draw]


class Panel(NamedTuple):
    """A part of the table beside the board, such as a market or the players.

    The cards of a compact panel stand side by side; their pictures show what their facts say.

    In characters ``top`` is a line above the cards, and ``asides`` stand beside the title of the
    long and the brief form; by default these are the heads of the cells. ``figures`` is the head of
    the cells without a column. In a short column panels with the highest ``rank`` are shortened
    first. ``heights`` are the lines that its forms may take, so that it has one height over a game;
    without them it takes what its cards need.
    """

    key: str
    title: str
    cards: Sequence[Card]
    note: str = ""
    is_compact: bool = False
    top: Sequence[Segment] = ()
    asides: tuple[str, str] = ("", "")
    figures: str = ""
    rank: int = 1
    heights: Sequence[int] = ()


class Heading(NamedTuple):
    """A title, the moment of the game, and what is to be done or who won; '' if unknown.

    ``brief`` is the task in a few words, '' after the end.
    """

    title: str
    moment: str = ""
    task: str = ""
    brief: str = ""


class Banner(NamedTuple):
    """A turning point of the game, for one seat.

    ``title`` is '' before the first one; ``sentences`` say what it means, and ``standing`` is the
    seats with what counts now. ``brief`` is the line that stays, '' if nothing urges.
    """

    title: str = ""
    sentences: Sequence[str] = ()
    standing: Sequence[tuple[Seat, str]] = ()
    brief: str = ""

    @property
    def counts(self) -> str:
        """The standing as a sentence, '' if there is none."""
        return f"{', '.join(words for _, words in self.standing)}." if self.standing else ""

    @property
    def line(self) -> str:
        """The line that stays: the title and the standing, if nothing else is said."""
        return self.brief or (f"{self.title}. {self.counts}" if self.standing else "")

    @property
    def paragraph(self) -> str:
        """All but the title."""
        return " ".join(filter(None, [*self.sentences, self.counts]))


class Scene(NamedTuple):
    """All that is seen of a state: its heading, its board, and the panels beside the board."""

    heading: Heading
    board: BoardLayers
    panels: Sequence[Panel]


class Auction(NamedTuple):
    """An auction: a picture of what was sold, the bids in order, and the price.

    The last bid won. ``place`` is the number of moves up to the sale.
    """

    picture: Picture
    bids: Sequence[tuple[Seat, int]]
    price: int
    place: int


def _joined(fragments: Iterable[Fragment]) -> str:
    return "\n".join(one.markup for one in fragments if one.markup)


def _is_inside(one: Box, other: Box) -> bool:
    return all(
        other[axis] <= one[axis] and one[axis] + one[axis + 2] <= other[axis] + other[axis + 2]
        for axis in (0, 1)
    )
