"""Sixel: pictures as text in bands of six rows of pixels.

A picture is given as rows of bytes, each the number of a colour of a palette. A colour is defined
and selected at once (``#1;2;...#1``): xterm would paint with another one if it were only defined.
"""

import re
from collections.abc import Sequence
from functools import cache

from gridgames.terminal.canvas import Colour

_HIGH = 6  # rows of a band
_REPEATED = re.compile(rb"(.)\1{3,}", re.DOTALL)
_CHARACTERS = bytes((63 + bits) & 0x7F for bits in range(256))  # of six pixels above each other


def encode(rows: Sequence[bytes], palette: Sequence[Colour]) -> bytes:
    """Return rows of pixels as Sixel: what lies around them stays as it is.

    >>> encode([bytes([1, 1])], [(0, 0, 0), (255, 0, 0)])[2:-2]
    b'0;1q"1;1;2;1#1;2;100;0;0#1!2@'
    """
    wide, high = len(rows[0]), len(rows)
    written = [b'\x1bP0;1q"1;1;%d;%d' % (wide, high)]
    defined: set[int] = set()
    for top in range(0, high, _HIGH):
        band = rows[top : top + _HIGH]
        colours = sorted(set().union(*band))
        for colour in colours:
            if colour not in defined:
                defined.add(colour)
                shares = (round(channel * 100 / 255) for channel in palette[colour])
                written.append(b"#%d;2;%d;%d;%d" % (colour, *shares))
            written += b"#%d" % colour, _line(band, colour, wide, is_only=len(colours) == 1), b"$"
        written[-1] = b"-"
    written[-1] = b"\x1b\\"
    return b"".join(written)


def _line(band: Sequence[bytes], colour: int, wide: int, *, is_only: bool) -> bytes:
    """Return where a band has a colour, without the end where it has not."""
    if is_only:
        return b"!%d%c" % (wide, _CHARACTERS[(1 << len(band)) - 1])
    start, end = wide, 0
    here = []
    for number, row in enumerate(band):
        first = row.find(colour)
        if first >= 0:
            start, end = min(start, first), max(end, row.rfind(colour) + 1)
            here.append((row, _marks(colour, number)))
    bits = 0
    for row, marks in here:
        bits |= int.from_bytes(row[start:end].translate(marks), "big")
    line = bits.to_bytes(end - start, "big").translate(_CHARACTERS)
    line = _REPEATED.sub(_repeated, line)
    return line if not start else b"!%d?" % start + line


def _repeated(found: "re.Match[bytes]") -> bytes:
    return b"!%d%b" % (len(found[0]), found[1])


@cache  # one per colour and row of a band
def _marks(colour: int, row: int) -> bytes:
    """Return the table that sets the bit of a row for a colour, and no bit for any other."""
    return bytes(1 << row if one == colour else 0 for one in range(256))


def pieces(rows: Sequence[bytes], palette: Sequence[Colour], cell: int, most: int) -> bytes:
    """Return a line of a picture, after which the cursor is at its right end, on the same line.

    ``cell`` is the width of a character, and ``most`` that of the widest picture of the terminal.
    """
    wide = len(rows[0])
    step = max(most // cell, 1) * cell
    written = []
    for left in range(0, wide, step):
        part = rows if wide <= step else [row[left : left + step] for row in rows]
        columns = -(-len(part[0]) // cell)
        # Terminals differ in where a picture leaves the cursor.
        written.append(b"\x1b7%b\x1b8\x1b[%dC" % (encode(part, palette), columns))
    return b"".join(written)
