"""The graphics protocol of kitty: whole pictures as PNG, each under a number of its own.

https://sw.kovidgoyal.net/kitty/graphics-protocol/
"""

from base64 import standard_b64encode
from collections.abc import Iterator

_BEHIND = -(1 << 30) - 1  # the first depth below the colours behind text
_CHUNK = 4096  # characters of a picture in one sequence


def place(png: bytes, number: int) -> bytes:
    """Return what shows a picture at the cursor, which stays where it is. No answer is asked for.

    Text with a colour of its own behind it covers the picture.

    >>> place(b"png", 7)[2:]
    b'Ga=T,f=100,i=7,q=2,C=1,z=-1073741825,m=0;cG5n\\x1b\\\\'
    """
    return b"".join(_placed(standard_b64encode(png), number))


def _placed(text: bytes, number: int) -> Iterator[bytes]:
    head = b"a=T,f=100,i=%d,q=2,C=1,z=%d," % (number, _BEHIND)
    for start in range(0, len(text), _CHUNK):
        end = start + _CHUNK
        yield b"\x1b_G%bm=%d;%b\x1b\\" % (head, end < len(text), text[start:end])
        head = b"q=2,"


def remove(number: int) -> bytes:
    """Return what deletes a picture wherever it is shown."""
    return b"\x1b_Ga=d,d=I,i=%d,q=2\x1b\\" % number
