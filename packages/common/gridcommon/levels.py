"""Bots by name: a level of strength, with a character if it may have one (``hard-miser``)."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, SupportsIndex, TypeVar

from gridcommon.arguments import whole
from gridcommon.errors import NotationError
from gridcommon.spelling import quoted

BotT = TypeVar("BotT")


def make_named_bot(
    name: object,
    seed: SupportsIndex,
    levels: Mapping[str, Callable[..., BotT]],
    characters: Mapping[str, Any],
    with_character: Collection[str],
) -> BotT:
    """Return the bot of a name, made from a seed.

    A level is a function from a seed to a bot. Those in ``with_character`` also take a character,
    which the name gives after a hyphen. Raises NotationError for an unknown level or character, and
    for a seed that is not a whole number.

    >>> make_named_bot("slow-7", 1, {"slow": complex}, {"7": 7}, ["slow"])
    (1+7j)
    """
    number = whole(seed, "seed")
    level, hyphen, character = name.partition("-") if isinstance(name, str) else ("", "", "")
    if level not in levels:
        raise NotationError(
            "unknown level {level}; choose one of {known}",
            level=quoted(name),
            known=", ".join(levels),
        )
    if not hyphen:
        return levels[level](number)
    if level not in with_character or character not in characters:
        raise NotationError(
            "unknown character {level}; {levels} may have one of {known}",
            level=quoted(name),
            levels=", ".join(with_character),
            known=", ".join(characters),
        )
    return levels[level](number, characters[character])
