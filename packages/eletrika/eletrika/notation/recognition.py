"""Which of the three forms a text is written in."""

import re

from eletrika.notation.full import parse_full
from eletrika.notation.picture import parse_picture
from eletrika.notation.pieces import MOST_TEXT, lines_of
from eletrika.notation.wire import parse_wire
from eletrika.position import Network, Position
from eletrika.tables import TileSet
from gridcommon.errors import NotationError
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary

FORMS = ("wire", "picture", "full")

_CELL_FIRST = re.compile(r"\s*(\w+\s*=(?!>)|[+-]?\d+\s*,\s*[+-]?\d+)")
_JOINED = re.compile(r"[;>\u2010-\u2014\u2192\u21d2\u2212\u2794\u279c\u27a1]|\w\s*-|-\s*\w")


def recognise(text: str) -> str:
    """Return which of FORMS ``text`` is written in.

    A line that begins with a cell, or gives a tile a name, makes it the full form; a dash or a
    semicolon the wire form.
    """
    lines = [line for _, line in lines_of(text) if line.strip()]
    if any(_CELL_FIRST.match(line) for line in lines):
        return "full"
    pictured = [re.sub(r"^\s*@\S*", "", line) for line in lines]
    return "wire" if any(_JOINED.search(line) for line in pictured) else "picture"


def parse_position(
    text: str, tiles: TileSet, vocabulary: Vocabulary = ENGLISH_ONLY
) -> Position | Network:
    """Return what ``text`` tells: a network for the wire form, else a position.

    ``vocabulary`` maps words of other languages to the English ones. Raises NotationError with
    line and column, FaultyText where there are several faults.
    """
    if len(text) > MOST_TEXT:
        raise NotationError(
            "longer than the {limit} characters that are read", limit=f"{MOST_TEXT:,}"
        )
    if not any(line.strip() for _, line in lines_of(text)):
        raise NotationError("nothing in the text; expected a position")
    form = recognise(text)
    if form == "full":
        return parse_full(text, tiles, vocabulary)
    parse = parse_wire if form == "wire" else parse_picture
    return parse(text, vocabulary)
