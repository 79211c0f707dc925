"""Detection of a text's form."""

import re
from dataclasses import replace

from eletrika.notation.full import parse_full, parse_with_beside
from eletrika.notation.picture import parse_picture
from eletrika.notation.wire import parse_wire
from eletrika.pieces import MOST_TEXT, lines_of
from eletrika.position import Network, Position
from eletrika.tile_set import TileSet
from gridcommon.errors import NotationError
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary

FORMS = ("wire", "picture", "full")

_CELL_FIRST = re.compile(r"\s*(\w+\s*=(?!>)|[+-]?\d+\s*,\s*[+-]?\d+)")
_JOINED = r"[;>\u2010-\u2014\u2192\u21d2\u2212\u2794\u279c\u27a1]|\w\s*-|-\s*\w"


def detect_form(text: str) -> str:
    """Return the one of FORMS in which ``text`` is written.

    A line that starts with a cell or names a tile makes it the full form. A dash or a semicolon
    makes it the wire form.
    """
    lines = [line for _, line in lines_of(text) if line.strip()]
    if any(_CELL_FIRST.match(line) for line in lines):
        return "full"
    pictured = [re.sub(r"^\s*@\S*", "", line) for line in lines]
    return "wire" if any(re.search(_JOINED, line) for line in pictured) else "picture"


def parse_position(
    text: str, tiles: TileSet, vocabulary: Vocabulary = ENGLISH_ONLY
) -> Position | Network:
    """Return the network of a text in wire form, or the position of any other text.

    In every form, lines of the full form may say what lies beside the board.

    ``vocabulary`` maps words of other languages to English words. Raises NotationError with line
    and column, or NotationErrors if there are several errors.
    """
    if len(text) > MOST_TEXT:
        raise NotationError(
            "longer than the {limit} characters that are read", limit=f"{MOST_TEXT:,}"
        )
    if not any(line.strip() for _, line in lines_of(text)):
        raise NotationError("nothing in the text; expected a position")
    form = detect_form(text)
    if form == "full":
        return parse_full(text, tiles, vocabulary)
    if form == "wire":
        network, beside = parse_with_beside(text, parse_wire, tiles, vocabulary)
        return replace(network, beside=beside)
    picture, beside = parse_with_beside(text, parse_picture, tiles, vocabulary)
    beside.tiles, beside.structures = picture.tiles, picture.structures
    beside.remarks = picture.remarks
    return beside
