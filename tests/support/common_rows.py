"""The rows of ``tests/common/rows.toml``."""

import tomllib
from pathlib import Path
from typing import Any

_TABLES = Path(__file__).parents[1] / "common" / "rows.toml"


def rows_of(table: str) -> list[list[Any]]:
    """Return the rows of a table; an empty text in the second place stands for None."""
    rows = tomllib.loads(_TABLES.read_text(encoding="utf-8"))[table]["rows"]
    return [[first, None if second == "" else second, *rest] for first, second, *rest in rows]
