"""A terminal of pixels that shows text and Sixel, to see what a full screen leaves there."""

import re
from typing import Any

from sixels import painted

_SEQUENCE = re.compile(
    r"\x1bP.*?\x1b\\"
    r"|\x1b\[(?P<numbers>[?>\d;]*)(?P<letter>[A-Za-z])"
    r"|\x1b(?P<one>[78])"
    r"|(?P<break>[\r\n])"
    r"|(?P<text>[^\x1b\r\n])",
    re.DOTALL,
)

Pixel = tuple[int, int, int] | str | None


class PixelTerminal:
    """By cell: a character, or the rows of the pixels of a picture."""

    def __init__(self, columns: int, lines: int, cell: tuple[int, int]) -> None:
        self.size = columns, lines
        self.cell = cell
        self.cells: dict[tuple[int, int], Any] = {}
        self.sent = 0  # bytes of pictures

    def feed(self, data: str) -> None:
        """Show what a program writes."""
        x = y = 0
        kept = (0, 0)
        for found in _SEQUENCE.finditer(data):
            token = found[0]
            if token.startswith("\x1bP"):
                self._paint(painted(token.encode()), x, y)
                self.sent += len(token)
                x, y = -999, -999  # terminals differ in where they leave the cursor
            elif found["letter"]:
                numbers = [int(one or 1) for one in found["numbers"].lstrip("?>").split(";")]
                match found["letter"]:
                    case "H":
                        y, x = numbers[0] - 1, numbers[-1] - 1
                    case "C":
                        x += numbers[0]
            elif found["one"]:
                if found["one"] == "7":
                    kept = x, y
                else:
                    x, y = kept
            elif found["break"] == "\n":
                y += 1
            elif found["break"]:
                x = 0
            else:
                assert x >= 0, "text at an unknown place"
                self.cells[x, y] = found["text"]
                x += 1

    def _paint(self, rows: Any, x: int, y: int) -> None:
        wide, high = self.cell
        assert len(rows) <= high, "a picture higher than a line would scroll"
        assert not len(rows[0]) % wide
        for column in range(len(rows[0]) // wide):
            start = column * wide
            self.cells[x + column, y] = [row[start : start + wide] for row in rows]

    def pixels(self, left: int, top: int, columns: int, lines: int) -> list[list[Pixel]]:
        """Return the pixels of an area by row; text counts as its character."""
        wide, high = self.cell
        rows: list[list[Pixel]] = []
        for y in range(top, top + lines):
            cells = [self.cells.get((x, y)) for x in range(left, left + columns)]
            for row in range(high):
                line: list[Pixel] = []
                for cell in cells:
                    line += cell[row] if isinstance(cell, list) else [cell] * wide
                rows.append(line)
        return rows
