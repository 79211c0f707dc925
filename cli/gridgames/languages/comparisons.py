"""The table of comparisons, ``compare.toml``, in each language."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from gridcommon.tables import load_toml, shipped_toml
from gridgames.languages.catalogue import folders
from gridgames.languages.language import Language


@cache
def comparisons(language: Language) -> Mapping[str, Any]:
    """Return the topics with their rows, in English where nobody has translated them."""
    tables = shipped_toml("gridgames", "compare.toml", "languages")
    folder = folders().get(language)
    file = folder / "compare.toml" if folder else None
    return translated(tables, load_toml(file)) if file and file.is_file() else tables


def translated(table: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``table`` with the ``texts`` of the same keys in their places."""
    return {
        key: translated(value, texts.get(key, {}))
        if isinstance(value, dict)
        else texts.get(key, value)
        for key, value in table.items()
    }
