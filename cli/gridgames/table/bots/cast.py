"""The cast: the names that our bots have at a table with people.

A bot is called by its level and seat in records (``normal 2``), and so it is shown where only bots
play, since their levels are what one compares then. At a table with people it is a rival with a
name: always the same one for a seat, as its colour and its glyph are, unless a person has it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gridcommon.errors import Word
from gridcommon.spelling import unaccented
from gridgames.languages.messages import render_value
from gridgames.table.bots.roster import PREFIX, level_words

# One for each seat, then those who step in for one whose name a person has.
CAST = (
    Word("Greta"),
    Word("Otto"),
    Word("Mabel"),
    Word("Viktor"),
    Word("Iris"),
    Word("Hugo"),
    Word("Wanda"),
    Word("Edgar"),
    Word("Clara"),
    Word("Felix"),
    Word("Norma"),
    Word("Bruno"),
)


class Sitting(NamedTuple):
    """A player as others see them: a name, and the level in words, '' if the name says it."""

    name: str
    level: str = ""


def sitting(players: Sequence[tuple[str, str | None]]) -> list[Sitting]:
    """Return the players by their names in records and their levels, None for people.

    >>> [one.name for one in sitting([("Ana", None), ("easy 2", "easy"), ("normal 3", "normal")])]
    ['Ana', 'Otto', 'Mabel']
    >>> [one.name for one in sitting([("easy 1", "easy"), ("normal 2", "normal")])]
    ['easy 1', 'normal 2']
    """
    people = [name for name, level in players if level is None]
    taken = {unaccented(name) for name in people}
    cast = [render_value(name) for name in CAST]
    found = []
    for seat, (name, level) in enumerate(players):
        if level is None or not _is_ours(name, level):
            found.append(Sitting(name))
        elif not people:
            found.append(Sitting(level_name(name, level)))
        else:
            order = (*cast[seat : seat + 1], *cast[len(players) :], level_name(name, level))
            free = next(one for one in order if unaccented(one) not in taken)
            taken.add(unaccented(free))
            found.append(Sitting(free, level_words(level)))
    return found


def level_name(name: str, level: str | None) -> str:
    """Return a name in records, for our bots with the level in the language in use."""
    if level is None or not _is_ours(name, level):
        return name
    return f"{level_words(level)} {name.rpartition(' ')[2]}"


def _is_ours(name: str, level: str) -> bool:
    return name.rpartition(" ")[0] == level and not level.startswith(PREFIX)
