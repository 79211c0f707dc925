"""The lessons of the games, ``lesson.toml`` of each wing, in each language."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from gridcommon.tables import load_toml, shipped_toml
from gridgames.languages.catalogue import folders
from gridgames.languages.comparisons import translated
from gridgames.languages.language import Language


@cache  # one for each game and language
def lesson_table(game: str, package: str, language: Language) -> Mapping[str, Any] | None:
    """Return the lesson of a game, in English if it is not translated, or None.

    ``package`` is the package of the game's wing.
    """
    try:
        table = shipped_toml(package, "lesson.toml")
    except FileNotFoundError:
        return None
    folder = folders().get(language)
    file = folder / f"{game}-lesson.toml" if folder else None
    return translated(table, load_toml(file)) if file and file.is_file() else table
