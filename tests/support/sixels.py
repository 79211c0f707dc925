"""Sixel read back, as a terminal would paint it."""

import re

_TOKEN = re.compile(rb"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|([$-])")
_HEAD = re.compile(rb'\x1bP[\d;]*q"1;1;(\d+);(\d+)')


def painted(data: bytes) -> list[list[tuple[int, int, int] | None]]:
    """Return the pixels of one picture by row; None where nothing is painted.

    A colour is only used if it was selected after it was defined, as in xterm.
    """
    head = _HEAD.match(data)
    assert head, data[:40]
    assert data.endswith(b"\x1b\\")
    wide, high = map(int, head.groups())
    pixels: list[list[tuple[int, int, int] | None]] = [[None] * wide for _ in range(high)]
    colours: dict[int, tuple[int, int, int]] = {}
    colour = None
    x = top = 0
    body = data[head.end() : -2]
    assert not _TOKEN.sub(b"", body)
    for token in _TOKEN.finditer(body):
        number, red, green, blue, count, repeated, single, move = token.groups()
        if number and red:
            colours[int(number)] = (int(red), int(green), int(blue))
            colour = None
        elif number:
            colour = colours[int(number)]
        elif move == b"$":
            x = 0
        elif move:
            x, top = 0, top + 6
        else:
            bits = ord(repeated or single) - 63
            end = x + int(count or 1)
            for row in range(6):
                if bits >> row & 1:
                    assert colour is not None
                    pixels[top + row][x:end] = [colour] * (end - x)
            x = end
    return pixels


def percents(colour: tuple[int, int, int]) -> tuple[int, ...]:
    """Return a colour as Sixel writes it."""
    return tuple(round(channel * 100 / 255) for channel in colour)
