"""CSV files that are safe in spreadsheets: no text is taken for a formula."""

import csv
from collections.abc import Iterable
from typing import TextIO

from gridgames.terminal.printable import escape_controls

# Full-width signs too: in Japanese and Chinese, spreadsheets treat them alike.
_BEGINNINGS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def cell(value: object) -> object:
    """Return a value as a cell: a text that looks like a formula gets an apostrophe.

    Tabs and line breaks, which can also precede a formula, are escaped as on the screen. Numbers
    stay numbers, even negative ones.

    >>> cell("=1+1"), cell(" @x"), cell("Ana"), cell(-3)
    ("'=1+1", "' @x", 'Ana', -3)
    """
    if not isinstance(value, str):
        return value
    text = escape_controls(value)
    return f"'{text}" if text.lstrip().startswith(_BEGINNINGS) else text


class CsvTable:
    """A writer for the rows of a CSV file."""

    def __init__(self, file: TextIO, columns: Iterable[str]) -> None:
        """Write the names of the columns."""
        self._writer = csv.writer(file, lineterminator="\n")
        self.add([columns])

    def add(self, rows: Iterable[Iterable[object]]) -> None:
        """Write more rows."""
        self._writer.writerows([cell(value) for value in row] for row in rows)
