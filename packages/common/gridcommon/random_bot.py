"""Bots by name, and the weakest one of each game, which chooses at random."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, SupportsIndex, TypeVar

from gridcommon.arguments import whole
from gridcommon.chance import choose, seeded
from gridcommon.contract import Reason
from gridcommon.errors import NotationError
from gridcommon.lazy_actions import by_kind
from gridcommon.spelling import quoted

A = TypeVar("A")


class RandomBot(Generic[A]):
    """Chooses a kind of action, then an action of that kind, each equally likely."""

    needs_view = False

    def __init__(self, rng: int) -> None:
        self._rng = seeded(rng)
        self._actions: Sequence[A] = ()  # the last legal ones, which are counted if one asks

    @property
    def reason(self) -> Reason | None:
        """The number of legal actions, or None before the first choice."""
        if not self._actions:
            return None
        return Reason("one of {count} legal actions, at random", {"count": len(self._actions)})

    def choose(self, _view: Any, actions: Sequence[A]) -> A:
        """Return one of the actions, which are grouped by kind."""
        kind, self._rng = choose(by_kind(actions), self._rng)
        action, self._rng = choose(kind, self._rng)
        self._actions = actions
        return action


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
