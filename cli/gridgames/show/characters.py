"""Panels in characters: as words for reading, and as sections of a screen."""

from collections.abc import Collection, Iterator
from itertools import zip_longest

from rich.cells import set_cell_size

from gridgames.languages.messages import say
from gridgames.show.parts import Card, Cell, Panel
from gridgames.terminal.frames import DIM, Section, flowing
from gridgames.terminal.output import Clickable, Line, headed, line_width, text_width, wrapped

_ALWAYS = 3  # columns of a card that are always shown
_LEAST_TITLE = 7  # columns

# Words


def words(panel: Panel) -> Iterator[Line]:
    """Yield a panel in words: each card with its facts, and below it what it has pictures of.

    Cards without either are in one line.
    """
    if panel.cards and not any(card.facts or _figures(card) for card in panel.cards):
        names = ", ".join(card.title for card in panel.cards)
        yield from headed(panel.title, "bold", f": {names}", "  ")
        return
    yield from wrapped(panel.title, "  ", "bold", first="")
    room = max((text_width(card.label) + 1 for card in panel.cards if card.label), default=0)
    for card in panel.cards:
        label = set_cell_size(card.label, room)
        yield from headed(f"  {label}{card.title}", card.mark[1], _facts(card))
        for cell in _figures(card):
            yield from wrapped(cell.words, " " * 10, first="      ")
    for note in panel.note.splitlines():
        yield from wrapped(note, "    ", "dim", first="  ")


def brief_words(panel: Panel) -> Iterator[str]:
    """Yield each card of a panel as a sentence, with figures only by their names."""
    for card in panel.cards:
        text = f"{card.title}{_facts(card)}"
        if panel.figures:
            names = " ".join(map(_brief, _figures(card)))
            text += f"; {panel.figures} {names or say('none')}"
        yield text


# The screen


def sections(
    panel: Panel, width: int, changed: Collection[str] = (), detailed: Collection[str] = ()
) -> list[Section]:
    """Return a panel as sections ``width`` wide, the longest first.

    The titles of cards in ``changed`` places are highlighted. Of the cards that are ``detailed``,
    given by title, brief sections too show what lies below the title.
    """
    if panel.is_compact and not any(map(_columns, panel.cards)):
        return [_flow(panel, width, changed), _brief_flow(panel, width, changed)]
    if not any(map(_columns, panel.cards)):
        lines = [[(card.title, card.mark[1]), (_facts(card), "")] for card in panel.cards]
        notes: list[Line] = [[(note, DIM)] for note in panel.note.splitlines()]
        return [Section(panel.title, [*lines, *notes])]
    found = [*_rows(panel, width, changed)]
    if panel.asides[1] or not found:
        found.append(_brief_rows(panel, width, changed, detailed))
    if panel.figures:
        found.append(_brief_rows(panel, width, changed, ()))
    return found


def in_a_line(card: Card) -> list[Line]:
    """Return a card as a line, then in brief: nothing if no cell has a brief form."""
    line: Line = [(card.title, DIM)]
    for cell in card.cells:
        line += [("  ", ""), *_line(cell)]
    return [line, [(cell.brief, "") for cell in card.cells if cell.brief]]


def _facts(card: Card) -> str:
    return f": {', '.join(card.facts)}" if card.facts else ""


def _figures(card: Card) -> list[Cell]:
    """Return the cells that have a picture and words."""
    return [cell for cell in card.cells if cell.draw and cell.words]


def _columns(card: Card) -> list[Cell]:
    return [cell for cell in card.cells if cell.head]


def _line(cell: Cell) -> Line:
    line = [(cell.words, "")] if cell.line is None else list(cell.line)
    return (
        [(Clickable(text, typed=cell.typed), style) for text, style in line] if cell.typed else line
    )


def _brief(cell: Cell) -> str:
    return cell.brief or "".join(text for text, _ in _line(cell))


def _titled(panel: Panel, card: Card, room: int, changed: Collection[str]) -> Line:
    """Return the mark and the title of a card in ``room`` columns.

    If a title does not fit, all are without their notes in brackets.
    """
    glyph, style = card.mark
    fits = all(text_width(f"{one.mark[0]} {one.title}") <= room for one in panel.cards)
    name = f"{glyph} {card.title if fits else card.title.partition(' (')[0]}".lstrip()
    typed = next((cell.typed for cell in card.cells if cell.typed), "")
    if card.place and card.place in changed:
        style = f"reverse {style}".rstrip()
    name = set_cell_size(name, room)
    line: Line = [(Clickable(name, typed=typed) if typed else name, style)]
    return [("▸" if card.is_to_act else " ", "bold #ffffff"), *line] if glyph else line


def _rows(panel: Panel, width: int, changed: Collection[str]) -> Iterator[Section]:
    """Yield cards with a column for each cell that has one, and the others below; or nothing.

    Columns are at the right, or beside the titles if the section says what they are.
    """
    heads = max(([cell.head for cell in _columns(card)] for card in panel.cards), key=len)
    is_left = bool(panel.asides[0])
    sizes = [0 if is_left else text_width(head) for head in heads]
    for card in panel.cards:
        for place, cell in enumerate(_columns(card)):
            sizes[place] = max(sizes[place], line_width(_line(cell)))
    room = max(text_width(card.title) for card in panel.cards if _columns(card)) + 1
    while is_left and len(sizes) > _ALWAYS and room + sum(sizes) + len(sizes) - 1 > width:
        sizes.pop()
    if is_left and room + sum(sizes) + len(sizes) - 1 > width:
        return
    if not is_left:
        has_marks = any(card.mark[0] for card in panel.cards)
        room = max(width - has_marks - sum(sizes) - len(sizes), _LEAST_TITLE)
    lines: list[Line] = []
    for label, style in panel.top[:1]:
        lines.append([(f"{label:<{room}}", style), *panel.top[1:]])
    for card in panel.cards:
        cells = _columns(card)
        line = _titled(panel, card, room if cells else text_width(card.title) + 2, changed)
        for place, (cell, size) in enumerate(zip(cells, sizes, strict=False)):
            shown = _line(cell)
            gap = size - line_width(shown) + (place > 0 or not is_left)
            line += [(" " * gap, ""), *shown]
        if not cells:
            told = [cell.words for cell in card.cells if not cell.draw and cell.line is None]
            line += [(f"  {text}", DIM) for text in told]
        lines += [line, *_below(card, width)]
    note = " ".join(f"{head:>{size}}" for head, size in zip(heads, sizes, strict=False))
    if is_left:
        note = ", ".join((panel.asides[0], *heads[_ALWAYS : len(sizes)]))
    yield Section(panel.title, lines, note)


def _below(card: Card, width: int) -> Iterator[Line]:
    if figures := _figures(card):
        yield from flowing([*map(_line, figures)], width, [("   ", "")])


def _brief_rows(
    panel: Panel, width: int, changed: Collection[str], detailed: Collection[str]
) -> Section:
    """Return cards in a line each, or two beside each other without figures."""
    cards = [card for card in panel.cards if _columns(card)]
    count, least = (_ALWAYS, 3) if panel.figures else (2, 1)
    rows = [[*map(_brief, _columns(card)[:count])] for card in cards]
    sizes = [max(least, *map(text_width, column)) for column in zip(*rows, strict=True)]
    names = [" ".join(map(_brief, _figures(card))) for card in cards]
    most = max(text_width(panel.figures), *map(len, names))
    room = max(text_width(card.title) for card in cards)
    if panel.figures:
        marks = any(card.mark[0] for card in cards)
        room = max(width - marks - sum(sizes) - len(sizes) - most - 1, _LEAST_TITLE)
    lines: list[Line] = []
    for card, row, name in zip(cards, rows, names, strict=True):
        text = "".join(f" {value:>{size}}" for value, size in zip(row, sizes, strict=True))
        text += f" {name:<{most}}" if panel.figures else ""
        lines.append([*_titled(panel, card, room, changed), (text, "")])
        if card.title in detailed:
            lines += _below(card, width)
    half = width // 2
    if not panel.figures and max(map(line_width, lines)) < half:
        filled = [[*line, (" " * (half - line_width(line)), "")] for line in lines]
        pairs = zip_longest(filled[::2], filled[1::2])
        lines = [[*left, *(right or ())] for left, right in pairs]
    note = f"{panel.asides[1]} {panel.figures:<{most}}" if panel.figures else panel.asides[1]
    return Section(panel.title, lines, note)


def _flow(panel: Panel, width: int, changed: Collection[str]) -> Section:
    """Return the cards one after the other, a paragraph for each label, and the note."""
    labels = dict.fromkeys(card.label for card in panel.cards)
    room = max((text_width(label) + 1 for label in labels if label), default=0)
    lines: list[Line] = []
    for label in labels:
        items: list[Line] = []
        for card in (one for one in panel.cards if one.label == label):
            shown = [line for line in map(_line, card.cells) if line]
            (text, style), *rest = shown[0]
            style = f"reverse {style}".rstrip() if card.place in changed else style
            items.append([(text, style), *rest])
            for line in shown[1:]:
                items[-1] += [(" ", ""), *line]
        lines += flowing(items, width, [(f"{label:<{room}}", DIM)])
    lines += [[(" " * room, ""), (note, DIM)] for note in panel.note.splitlines()[:1]]
    return Section(panel.title, lines, panel.asides[0])


def _brief_flow(panel: Panel, width: int, changed: Collection[str]) -> Section:
    """Return the first cell of each card in brief, after its label if it has one."""
    items: dict[str, Line] = {}
    for place, card in enumerate(panel.cards):
        item = items.setdefault(card.label or f"{place}", [(card.label, DIM)])
        item += [(" " * bool(card.label), "")]
        item += [(_brief(card.cells[0]), "reverse" if card.place in changed else "")]
    return Section(panel.title, list(flowing([*items.values()], width)), panel.asides[1])
