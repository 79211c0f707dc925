"""A whole picture: the board of a game, and its panels in a column beside it."""

from collections.abc import Iterator, Sequence

from gridgames.show.drawing.palette import ACCENT, FAINT, GROUND_TONE, INK, RULE, TO_ACT, Palette
from gridgames.show.drawing.svg import (
    Drawing,
    Group,
    number,
    shorten,
    text_width,
    wrap_text,
)
from gridgames.show.parts import Card, Heading, Panel, Picture, Scene

_MARGIN = 20.0
_LEAST = 330.0  # width of the column
_LINE = 20.0  # pixels from one line to the next, of text of 14 pixels
_SIGN = 34.0  # room of a sign and the gap after it
_TITLE = 80.0  # room of the title before a row of pictures
_BESIDE, _BELOW = 15.0, 6.0  # between pictures


def compose(scenes: Sequence[Scene], palette: Palette) -> list[Drawing]:
    """Return pictures of one width, on which no board changes its place."""
    boxes = [scene.board.box for scene in scenes]
    left, top = (min(box[axis] for box in boxes) for axis in (0, 1))
    right, bottom = (max(box[axis] + box[axis + 2] for box in boxes) for axis in (0, 1))
    width = max(_width(scene.panels) for scene in scenes)
    drawings = []
    for scene in scenes:
        heading, layers = scene.heading, scene.board
        title = ": ".join(filter(None, (heading.title, heading.moment)))
        drawing = Drawing(title, [*_words(scene)], palette)
        drawing.group("defs").insert(layers.definitions)
        board = drawing.at(_MARGIN - left, _MARGIN - top)
        board.insert(layers.land())
        board.insert(layers.pieces)
        column = _Column(drawing, right - left + 2 * _MARGIN + 8, width)
        column.head(heading)
        for panel in scene.panels:
            column.panel(panel)
        lowest = max(bottom - top + _MARGIN, column.y)
        drawing.resize(right - left + 3 * _MARGIN + 8 + width, lowest + _MARGIN)
        drawings.append(drawing)
    return drawings


def _words(scene: Scene) -> Iterator[str]:
    """Yield what the picture shows, for screen readers."""
    yield from filter(None, (scene.heading.task, *scene.board.words))
    for panel in scene.panels:
        yield panel.title
        for card in panel.cards:
            told = (*card.facts, card.badge, *(shown.name for shown in card.pictures))
            yield ": ".join(filter(None, (card.title, ", ".join(filter(None, told)))))
        if panel.note:
            yield panel.note


def _width(panels: Sequence[Panel]) -> float:
    """Return the width of the column: that of the widest card that cannot be split."""
    cards = [card for panel in panels if panel.is_compact for card in panel.cards]
    return max([_LEAST, *(_size(card)[0] for card in cards if card.pictures)])


def _size(card: Card) -> tuple[float, float]:
    """Return the size of a card of a compact panel."""
    sizes = [one.size for one in card.pictures]
    if card.sign:
        title = _TITLE if sizes else text_width(card.title, 12) + 4
        sizes.append((card.sign.size[0] + title, card.sign.size[1]))
    return sum(wide for wide, _ in sizes), max((high for _, high in sizes), default=0.0)


def _put(group: Group, shown: Picture, x: float, y: float) -> None:
    left, top = shown.box[0] * shown.scale, shown.box[1] * shown.scale
    group.at(x - left, y - top, shown.scale).insert(shown.markup)


class _Column:
    """A column that grows downwards; ``y`` is the bottom of the last element."""

    def __init__(self, group: Group, x: float, width: float) -> None:
        self.group = group
        self.x = x
        self.y = _MARGIN - 8
        self.width = width

    def head(self, heading: Heading) -> None:
        """Write the title, the moment and the task."""
        self.y += 24
        title = shorten(heading.title, 24, self.width, bold=True)
        self.group.write(self.x, self.y, title, 24, fill=INK, bold=True)
        self.y += 8
        self._text(heading.moment, FAINT, 14)
        self._text(heading.task, INK, 14)

    def panel(self, panel: Panel) -> None:
        """Draw a panel under its title."""
        self.y += 30
        self.group.write(self.x, self.y, panel.title, 14, fill=ACCENT, bold=True)
        self.y += 7
        line = f"M{number(self.x)} {number(self.y)}h{number(self.width)}"
        self.group.path(line, stroke=RULE)
        self.y += 4
        if panel.is_compact:
            self._side_by_side(panel.cards)
        else:
            for card in panel.cards:
                if card.facts or card.pictures:
                    self._card(card)
                else:
                    self._sample(card)
        for line in panel.note.splitlines():
            self._text(line, FAINT, 12)

    def _text(self, text: str, fill: str, size: float) -> None:
        """Write a text, wrapped into lines."""
        for line in wrap_text(text, size, self.width):
            self.y += _LINE * size / 14
            self.group.write(self.x, self.y, line, size, fill=fill)

    def _side_by_side(self, cards: Sequence[Card]) -> None:
        """Draw cards in rows: their pictures, after sign and title of a card with a sign."""
        rows: list[list[Card]] = []
        end = 0.0
        for card in cards:
            wide = _size(card)[0]
            if not rows or end + wide > self.width:
                rows.append([])
                end = 0.0
            rows[-1].append(card)
            end += wide + _BESIDE
        for row in rows:
            high = max(_size(card)[1] for card in row)
            x, middle = self.x, self.y + _BELOW + high / 2
            for card in row:
                self._compact(card, x, middle)
                x += _size(card)[0] + _BESIDE
            self.y += _BELOW + high

    def _compact(self, card: Card, x: float, middle: float) -> None:
        group = self.group.group(opacity=0.62) if card.is_faded else self.group
        if card.sign:
            _put(group, card.sign, x, middle - card.sign.size[1] / 2)
            x += card.sign.size[0]
            group.write(x + 4, middle + 4, card.title, 12, fill=INK)
            x += _TITLE
        for shown in card.pictures:
            top = middle - shown.size[1] / 2
            _put(group, shown, x, top)
            x += shown.size[0]
            if card.badge:
                self.group.circle(x - 18, top + 16, 11, fill=ACCENT)
                self.group.write_centred(x - 18, top + 20.5, card.badge, 12, fill=GROUND_TONE)

    def _card(self, card: Card) -> None:
        """Draw the sign, title and facts of a card, and its pictures below them."""
        ground = self.group.group()
        top, x = self.y + 4, self.x + 27
        title = shorten(card.title, 14, 170, bold=True)
        self.group.write(x, top + 19, title, 14, fill=INK, bold=True)
        facts = " · ".join(card.facts)
        end = self.x + self.width
        low = top + 27
        if x + text_width(title, 14, bold=True) + 10 + text_width(facts, 12) <= end:
            self.group.write(end - 4, top + 19, facts, 12, fill=INK, anchor="end")
        else:
            for line in wrap_text(facts, 12, end - x):
                self.group.write(x, low + 10, line, 12, fill=FAINT)
                low += 18
        for shown in card.pictures:
            _put(self.group, shown, x, low)
            x += shown.size[0] + 5
        if card.pictures:
            low += max(shown.size[1] for shown in card.pictures) + 6
        if card.sign:
            wide, high = card.sign.size
            middle = top + (14 if card.pictures else (low - top) / 2)
            _put(self.group, card.sign, self.x + 10 - wide / 2, middle - high / 2)
        if card.is_to_act:
            box = (self.x - 6, top, self.width + 12, low - top)
            ground.box(*box, rx=6, fill=TO_ACT, stroke=ACCENT)
        self.y = low + 1

    def _sample(self, card: Card) -> None:
        """Write the title of a card beside its sign."""
        lines = wrap_text(card.title, 13, self.width - _SIGN - 8)
        wide, high = card.sign.size if card.sign else (0.0, 0.0)
        step = _LINE - 3
        room = max(high + 2, step * len(lines) + 6)
        middle = self.y + room / 2 + 2
        if card.sign:
            _put(self.group, card.sign, self.x + (_SIGN - wide) / 2, middle - high / 2)
        for line, text in enumerate(lines):
            y = middle + 4.5 + step * (line - (len(lines) - 1) / 2)
            self.group.write(self.x + _SIGN + 8, y, text, 13, fill=INK)
        self.y += room
