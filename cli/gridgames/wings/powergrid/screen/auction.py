"""An auction on the screen: the plant, the bids, what it brings, the limit, and the table below."""

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import set_cell_size

from gridgames.show.parts import Card, Panel
from gridgames.show.table import HEAD
from gridgames.terminal.frames import FOCUS, boxed
from gridgames.terminal.output import BESIDE, Line, line_width, side_by_side, within
from gridgames.wings.powergrid.description.situation import (
    HOUSE,
    kind_style,
    kind_words,
    needed_tokens,
)
from powergrid.tables import PLANTS, Plant

_LOT = 20  # columns of the plant on auction
_GAIN = 24  # the least columns beside them for what the plant brings
_TALL = 26  # lines of a pane with room for all that one below the other
_HIGH = 8  # the least lines of the plant and the bids
_DIGITS = (
    ("█▀█", "█ █", "▀▀▀"),
    ("▀█ ", " █ ", "▀▀▀"),
    ("▀▀█", "█▀▀", "▀▀▀"),
    ("▀▀█", " ▀█", "▀▀▀"),
    ("█ █", "▀▀█", "  ▀"),
    ("█▀▀", "▀▀█", "▀▀▀"),
    ("█▀▀", "█▀█", "▀▀▀"),
    ("▀▀█", "  █", "  ▀"),
    ("█▀█", "█▀█", "▀▀▀"),
    ("█▀█", "▀▀█", "▀▀▀"),
)


def auction_lines(
    stage: Sequence[Panel],
    limit: Sequence[Sequence[Line]],
    below: Sequence[Sequence[Sequence[Line]]],
    columns: int,
    lines: int,
) -> list[Line]:
    """Return an auction that fills a pane; what has no room is left out, the last part first.

    ``limit`` and each part of ``below`` are in several forms, the longest first.
    """
    lot, bids, *gain = stage
    blocks = [[[(bids.title, HEAD)], *_bid_rows(bids.cards)]]
    room = columns - _LOT - BESIDE
    rest = room - max(map(line_width, blocks[0])) - BESIDE
    is_beside = rest >= _GAIN and lines < _TALL  # else it is below them
    for panel in gain:
        block: list[Line] = [[(panel.title, HEAD)]]
        for card in panel.cards:
            told = f"{card.title}: {', '.join(card.facts)}"
            block += [[(line, card.mark[1])] for line in wrap(told, rest if is_beside else room)]
        blocks = [*blocks, block] if is_beside else [[*blocks[0], [], *block]]
    [card] = lot.cards
    high = max(_HIGH, *map(len, blocks))
    plant = list(boxed(_large(card, high - 2), _LOT, [(lot.title, HEAD)], style=FOCUS))
    with within(columns):
        found = [*side_by_side([plant, *blocks])]
    del found[max(lines - min(map(len, limit)), 0) :]  # the limit always has room
    parts = [limit, *below]
    for place, forms in enumerate(parts):
        others = sum(min(map(len, one), default=0) for one in parts[place + 1 :])
        fitting = [form for form in forms if len(found) + len(form) <= lines - others]
        fitting = fitting or [form for form in forms if len(found) + len(form) <= lines]
        if fitting and fitting[0]:
            found += [[] for _ in range(len(found) + len(fitting[0]) + others + 3 < lines)]
            found += fitting[0]
    found = [*found, *([] for _ in range(lines - len(found)))][:lines]
    return [[*line, (" " * max(0, columns - line_width(line)), "")] for line in found]


def _bid_rows(cards: Sequence[Card]) -> list[Line]:
    """Return a line for each seat: its name, its highest bid, and whether it is still in."""
    room = max(line_width([(card.title, "")]) for card in cards)
    rows: list[Line] = []
    for card in cards:
        glyph, style = card.mark
        amount, told, _ = (cell.line or [] for cell in card.cells)
        rows.append(
            [
                (f"{glyph} {set_cell_size(card.title, room)}", style),
                (" " * (5 - line_width(amount)), ""),
                *amount,
                ("  ", ""),
                *told,
            ]
        )
    return rows


def plant_values(plant: Plant) -> list[Line]:
    """Return the fuel that a plant takes, and the cities that it powers, in two lines."""
    cities = PLANTS[plant].cities
    tokens = [*needed_tokens(plant), (" " * bool(PLANTS[plant].fuel), "")]
    return [
        [*tokens, (kind_words(plant), kind_style(plant))],
        [(HOUSE * cities, "#ffffff"), (f" {cities}", "bold")],
    ]


def _large(card: Card, high: int) -> list[Line]:
    """Return a plant with a large number in the middle of some lines."""
    digits = (_DIGITS[int(digit)] for digit in card.title)
    number = [[("  ".join(row), "bold #ffffff")] for row in zip(*digits, strict=True)]
    found: list[Line] = [*number, [], *plant_values(int(card.title))]
    spare = max(high - len(found), 0)
    above: list[Line] = [[] for _ in range(spare // 2)]
    return [*above, *found, *([] for _ in range(spare - spare // 2))]
