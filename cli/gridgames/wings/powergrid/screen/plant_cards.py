"""The plants on sale as cards, which lie over the map during auctions."""

from collections.abc import Mapping, Sequence

from gridcommon.errors import Word
from gridgames.languages.messages import say
from gridgames.show.table import DIM, GOOD
from gridgames.terminal.frames import FOCUS, HEAVY, LIGHT, RULE, boxed
from gridgames.terminal.output import Clickable, Line, line_width
from gridgames.terminal.seat_styles import GLYPHS, seat_style
from gridgames.wings.powergrid.description.situation import (
    HOUSE,
    kind_style,
    kind_words,
    needed_tokens,
)
from powergrid.plant_market import minimum_bid
from powergrid.state import State
from powergrid.tables import PLANTS, Plant

_LEAST, _MOST = 15, 20  # columns of a card
_SLIVER = 6  # columns of the map beside the cards that are not worth showing
_LEAST_BEHIND = 9  # columns of a card behind others
_BEHIND = 3  # lines of a card that are seen behind others
_FAINT = "#66727e"


def plant_cards(
    state: State, names: Sequence[str], worth: Mapping[Plant, int], columns: int, lines: int
) -> list[Line]:
    """Return the current market in front of the future one; no lines without room.

    ``worth`` is what plants are worth to the person who has to choose, as far as it is known.
    """
    now, later = state.current_market, state.future_market
    if not now or columns < _LEAST:
        return []
    rows = -(-len(now) // min(len(now), (columns + 1) // (_LEAST + 1)))
    in_a_row = -(-len(now) // rows)
    width = min((columns - in_a_row + 1) // in_a_row, _MOST)
    across = (width + 1) * in_a_row - 1
    if columns - across < _SLIVER:
        across = columns
    behind = _behind(later, across, step3=state.step3_lies)
    laid = behind[:]
    for first in range(0, len(now), in_a_row):
        cards = [_card(state, plant, worth, width) for plant in now[first : first + in_a_row]]
        laid += _beside(cards, across)
    laid.append(_caption(state, names, across))
    if len(laid) > lines:
        laid = laid[len(behind) :]
    return laid if len(laid) <= lines else []


def _beside(cards: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """Return cards side by side, in lines of ``width`` columns."""
    rows: list[Line] = [
        [segment for line in parts for segment in (*line, (" ", ""))][:-1]
        for parts in zip(*cards, strict=True)
    ]
    return [[*row, (" " * (width - line_width(row)), "")] for row in rows]


def _card(state: State, plant: Plant, worth: Mapping[Plant, int], width: int) -> list[Line]:
    """Return a plant of the current market; the one that is auctioned has a heavy frame."""
    auction, cities = state.auction, PLANTS[plant].cities
    is_lot = auction is not None and auction.plant == plant
    is_out = auction is not None and not is_lot
    least = minimum_bid(state, plant)
    if auction is not None and is_lot:
        glyph = (GLYPHS[auction.leader], seat_style(auction.leader))
        price: Line = [glyph, (f" {say('bids {amount}', amount=auction.high)}", "bold")]
        typed = f"bid {auction.high + 1}"
    else:
        is_cheap = plant == state.discount
        words = say("from {amount}, token", amount=least) if is_cheap else ""
        if not is_cheap or len(words) > width - 4:
            words = say("from {amount}", amount=least)
        price, typed = [(words, "bold")], "" if is_out else f"open {plant} {least}"
    value: Line = []
    if plant in worth:
        high = auction.high + 1 if auction is not None and is_lot else least
        words = say("worth ~{amount} to you", amount=worth[plant])
        if len(words) > width - 4:
            words = say("worth ~{amount}", amount=worth[plant])
        value = [(words, GOOD if worth[plant] >= high else DIM)]
    fuel = [*needed_tokens(plant), (" " * bool(PLANTS[plant].fuel), "")]
    body: list[Line] = [
        [*fuel, (kind_words(plant), kind_style(plant))],
        [(HOUSE * cities, "#ffffff"), (f" {cities}", "bold")],
        price,
        value,
    ]
    style = FOCUS if is_lot else RULE if is_out else "#c3ccd4"
    title: Line = [(f"{plant}", "bold #ffd75f" if is_lot else "bold #ffffff")]
    frame = HEAVY if is_lot else LIGHT
    card = list(boxed(body, width, title, style=style, frame=frame))
    if is_out:
        card = [_faint(line) for line in card]
    if not typed:
        return card
    return [[(Clickable(text, typed=typed), look) for text, look in line] for line in card]


def _behind(plants: Sequence[Plant], across: int, *, step3: bool) -> list[Line]:
    """Return the upper lines of the cards of the future market."""
    count = len(plants) + step3
    width = min((across - count + 1) // max(count, 1), _MOST)
    if not count or width < _LEAST_BEHIND:
        return []
    cards = []
    for plant in plants:
        tokens, cities = needed_tokens(plant), f"{HOUSE}{PLANTS[plant].cities}"
        name = kind_words(plant)
        space = " " * max(width - 2 - line_width(tokens) - len(cities), 1)
        body: list[Line] = [
            [*tokens, (space, ""), (cities, "")],
            [(name if len(name) <= width - 2 else say(PLANTS[plant].kind)[: width - 2], "")],
        ]
        cards.append(list(boxed(body, width, [(f"{plant}", "")], pad=0))[:_BEHIND])
    if step3:
        cards.append(list(boxed([[], []], width, [(say("Step 3"), "")], pad=0))[:_BEHIND])
    return [_faint(line) for line in _beside(cards, across)]


def _faint(line: Line) -> Line:
    return [(text, _FAINT) for text, _ in line]


def _caption(state: State, names: Sequence[str], width: int) -> Line:
    """Return who may still bid or buy, by name if there is room, and the stack."""
    auction = state.auction
    bits = auction.bidders if auction else state.in_auction
    seats = [seat for seat in state.turn_order if bits >> seat & 1]
    head: Line = [(f"{say('still in:') if auction else say('may buy:')} ", DIM)]
    by_name: Line = [(f"{GLYPHS[seat]} {names[seat]} ", seat_style(seat)) for seat in seats]
    glyphs: Line = [(f"{GLYPHS[seat]} ", seat_style(seat)) for seat in seats]
    count = len(state.stack)
    stack: Line = [(say("stack: {count}", count=count), DIM)]
    top = stack
    if back := state.top_back:
        top = [(say("stack: {count}, top {back}", count=count, back=Word(back)), DIM)]
    forms: list[tuple[Line, Line]] = [
        ([*head, *by_name], top),
        ([*head, *glyphs], top),
        ([*head, *glyphs], stack),
        (glyphs, stack),
        (glyphs, []),
    ]
    for line, end in forms:
        space = width - line_width(line) - line_width(end)
        if space >= 0:
            break
    return [*line, (" " * space, ""), *end]
