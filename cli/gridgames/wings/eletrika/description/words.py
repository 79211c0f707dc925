"""Short wordings of Eletrika that several modules use."""

from collections.abc import Iterable, Sequence

from eletrika.events import Item
from eletrika.pieces import format_tile
from eletrika.position import UNKNOWN_TILE, Network, Position
from eletrika.state import AFTER, NO_KIND, OVER, SETUP
from eletrika.tables import (
    CAVEATS,
    COLOUR_NAMES,
    FIELD,
    FORESTS,
    KIND_NAMES,
    KINDS,
    LAKE,
    RIVER,
    UNKNOWN_EDGE,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
    Kind,
    Owner,
    kind_text,
)
from eletrika.tile_set import TileSet
from gridcommon.errors import Command, NotationError, Word
from gridcommon.hexes import Hex
from gridcommon.spelling import Vocabulary
from gridgames.languages.catalogue import display_words, english_word, input_words
from gridgames.languages.caveats import marked
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.terminal.seat_styles import seat_style

ITEM_NAMES = {"set": "set", "high_demand": "high demand", "forest": "forest"}
_PIECE_STYLES = {"Black": "bold #101010 on #b4bcc4"}
_OPEN_NAMES = {"open_demand": "high demand", "open_forest": "forest"}


_MOST_NAMED = 40  # more than the 39 tiles of the box
_SECTIONS = ("names", "eletrika_position")


def words_of_positions() -> Vocabulary:
    """Return the words of positions in all languages."""
    return input_words(*_SECTIONS)


def head_of_line(line: str) -> str:
    """Return the English word for the first word of a line of a position, typed in any language.

    >>> head_of_line("mão W3 R4"), head_of_line("1,0 13/2")
    ('hand', '1,0')
    """
    return english_word(line.partition(" ")[0], *_SECTIONS)


def read_position(text: str, tiles: TileSet) -> Position | Network:
    """Parse a position in any form. Raises NotationError."""
    from eletrika.notation import parse_position

    try:
        return parse_position(text, tiles, words_of_positions())
    except NotationError as problem:
        from gridgames.study.positions import explain_misreading

        found = explain_misreading(text, "eletrika", problem)
        if found is problem and text.lstrip().startswith("{"):
            found = NotationError("expected a position as text, found JSON")
        raise found from None


def wire_tells_no_places(source: str) -> NotationError:
    """Return the error for a wire form if the places of structures matter."""
    return NotationError(
        "the wire form shows which structures touch, not where they are; write a picture or the "
        "full form, or start with one of its layouts: {command}",
        command=Command("gridgames eletrika convert FILE --to full"),
        source=source,
    )


def word_of_positions(english: str) -> str:
    """Return a word of a position as the language in use writes it."""
    return display_words(current_language(), "eletrika_position").get(english, english)


def whole_task(phase: int, who: str, tile: str, *, has_scored: bool) -> str:
    """Return the task of the player to act; ``tile`` is the set-up tile in hand."""
    if phase == OVER:
        return say("the game is over")
    if phase == SETUP:
        return say("{name} lays the set-up tile {tile}", name=who, tile=tile)
    if phase == AFTER:
        return say("{name} scores a set, or ends the turn", name=who)
    if has_scored:
        return say("{name} has scored, and lays a tile or builds", name=who)
    return say("{name} lays a tile, builds, or abandons; a set may be scored first", name=who)


def open_task(position: Position) -> str:
    """Return what is to be done, or '' at the start of a turn."""
    if not position.is_open:
        return ""
    who = "" if position.to_act is None else say(COLOUR_NAMES[position.to_act])
    tile = format_tile(position.drawn or UNKNOWN_TILE)
    return whole_task(position.phase, who, tile, has_scored=position.scored)


def pawns_words(count: int) -> str:
    """Return a number of pawns, as in ``1 pawn``."""
    return say("{count:pawn|pawns}", count=count)


def edges_words(edges: str, tiles: TileSet) -> str:
    """Return the six edges of a placed tile in words, clockwise from the east.

    A tile of which nothing is known is one word.
    """
    if set(edges) == {UNKNOWN_EDGE}:
        return say("unknown")
    lands = edge_names(tiles)
    return ", ".join(lands[letter] for letter in edges)


def edge_names(tiles: TileSet) -> dict[str, str]:
    """Return the land of each letter of an edge in words."""
    forests = {
        letter: say("{colour} forest", colour=Word(forest.colour))
        for letter, forest in zip(FORESTS, tiles.forests, strict=True)
    }
    water = {RIVER: say("river"), LAKE: say("lake")}
    return {**water, FIELD: say("field"), **forests, UNKNOWN_EDGE: say("unknown")}


def items_words(items: Sequence[Item]) -> str:
    """Return the value of a set, item by item, as in ``set 3 + forest 1 = 4 MW``."""
    sure = [item for item in items if item.what in ITEM_NAMES]
    texts = [say("{what} {points}", what=Word(ITEM_NAMES[i.what]), points=i.points) for i in sure]
    if len(items) == 1:
        return marked(f"{texts[0]} MW", (items[0].caveat,))
    parts = [marked(text, (item.caveat,)) for text, item in zip(texts, sure, strict=True)]
    open_items = [item for item in items if item.what in _OPEN_NAMES]
    for name in dict.fromkeys(_OPEN_NAMES[item.what] for item in open_items):
        parts.append(say("{what} {points}", what=Word(name), points=UNKNOWN_LETTER))
    total = say("{points} MW", points=sum(item.points for item in items))
    return f"{' + '.join(parts)} = {marked(total, (item.caveat for item in open_items))}"


def demand_words(kind: Kind) -> str:
    """Return the kind that a bonus tile puts in high demand, in words."""
    if kind == UNKNOWN_KIND:
        return say("not known yet")
    return say("nothing") if kind == NO_KIND else say(KIND_NAMES[kind])


def kind_letters(kinds: Iterable[Kind]) -> str:
    """Return the letters of kinds, as in ``TSP``."""
    return "".join(KINDS[kind] for kind in kinds)


def queue_words(kinds: Sequence[Kind]) -> str:
    """Return bonus tiles as letters, with ``?`` for unknown ones."""
    return " ".join(map(kind_text, kinds)) or say("none")


def points_words(points: int, *, is_sure: bool) -> str:
    """Return points, as in ``12 MW``, marked if more may have been scored."""
    text = say("{points} MW", points=points)
    return text if is_sure else marked(text, (CAVEATS["unsettled"],))


def piece_style(owner: Owner, ground: str = "") -> str:
    """Return the style of an owner's pieces, with or without a background.

    >>> piece_style(1), piece_style(2, "on #10141a")
    ('bold #101010 on #b4bcc4', 'bold #e96223 on #10141a')
    """
    plain = f"{seat_style(owner)} {ground}".rstrip()
    return _PIECE_STYLES.get(COLOUR_NAMES[owner], plain)


def cell_words(cell: Hex) -> str:
    """Return a cell as people write it, as in ``1,-2``."""
    return f"{cell[0]},{cell[1]}"


def capitalized(text: str) -> str:
    """Return a text that begins a line.

    >>> capitalized("beside the Pole")
    'Beside the Pole'
    """
    return text[:1].upper() + text[1:]


def cells_words(cells: Iterable[Hex]) -> str:
    """Return cells with a space between them, as the short notation takes them."""
    return first_of([*map(cell_words, cells)])


def first_of(names: Sequence[str], separator: str = " ") -> str:
    """Return names in a row, cut off with a count if they are more than the box has tiles."""
    named, rest = separator.join(names[:_MOST_NAMED]), len(names) - _MOST_NAMED
    return say("{names} and {count} more", names=named, count=rest) if rest > 0 else named
