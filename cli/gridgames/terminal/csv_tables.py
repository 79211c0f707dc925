"""The cells of CSV files, which spreadsheets open: a text is never a formula there."""

import csv
from collections.abc import Iterable
from typing import TextIO

from gridgames.terminal.printable import visible

# Full-width signs too: where people write Japanese or Chinese, spreadsheets take them for the same.
_BEGINNINGS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def cell(value: object) -> object:
    """Return a value as a cell: a text that a spreadsheet would work out gets an apostrophe.

    Tabs and line breaks, which may begin such a text too, are escaped as on the screen. Numbers
    stay numbers, also negative ones.

    >>> cell("=1+1"), cell(" @x"), cell("Ana"), cell(-3)
    ("'=1+1", "' @x", 'Ana', -3)
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if text.lstrip().startswith(_BEGINNINGS) else text


class CsvTable:
    """Writes rows into a file of ours."""

    def __init__(self, file: TextIO, columns: Iterable[str]) -> None:
        """Write the names of the columns first."""
        self._writer = csv.writer(file, lineterminator="\n")
        self.add([columns])

    def add(self, rows: Iterable[Iterable[object]]) -> None:
        """Write some more rows."""
        self._writer.writerows([cell(value) for value in row] for row in rows)
