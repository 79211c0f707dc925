"""The bots that can take a seat: levels, levels with a character, and custom bots.

A record calls a bot of ours by its level and seat (``normal 2``), and so it is shown where only
bots play, since their levels are what one compares then. At a table with people it is a rival with
a name: always the same one for a seat, as its colour and its glyph are, unless a person has it.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word
from gridcommon.spelling import nearest, quoted, unaccented
from gridgames.languages.messages import render_value, say
from gridgames.show.registry import game_of
from gridgames.table.bots.specs import CustomBotSpec, installed_bots, parse_bot_spec

PREFIX = "bot:"  # prefix of custom bots' names in records
SECONDS = 10.0  # seconds for a move, in wall-clock time
_LIKENESS = 0.75  # of a misspelt bot: two letters of four exchanged


def level_words(level: str) -> str:
    """Return the name of a level in the language in use; in commands it is always English.

    >>> level_words("hard-miser")
    'hard-miser'
    """
    return "-".join(say(word) for word in level.split("-"))


class NearlyBotError(NotationError):
    """A player whose name is nearly that of a bot: which of them is meant has to be asked."""


@dataclass(frozen=True, slots=True)
class Bots:
    """The bots of a game, by their names at seats and in records.

    ``normal`` is a level, and ``normal-miser`` a level with a character. A custom bot is
    ``Careful`` or ``bot:Careful`` at a seat, and always ``bot:Careful`` in a record.
    """

    game: str
    own: tuple[CustomBotSpec, ...] = ()
    seconds: float = SECONDS  # seconds that a custom bot may take for a move
    is_heard: bool = False  # its output goes to standard error and is not discarded

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, weakest first."""
        return tuple(game_of(self.game).LEVELS)

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters that may follow some levels after a hyphen; a game may have none."""
        return tuple(getattr(game_of(self.game), "CHARACTERS", ()))

    def __contains__(self, name: str) -> bool:
        return self.is_ours(name) or self._own(name) is not None

    def is_ours(self, name: str) -> bool:
        """Return whether a name is a level, with or without a character."""
        level, hyphen, _ = name.partition("-")
        is_level = level in self.levels
        if not (is_level and hyphen):
            return is_level
        try:
            game_of(self.game).make_bot(name, 0)
        except NotationError:
            return False
        return True

    def of_player(self, name: str) -> str | None:
        """Return the bot in a player's name such as ``normal 2``, or None for a person.

        A custom bot is recognised by its name alone, so that a record can be read without the bot.
        """
        found = re.fullmatch(r"(\S+) \d+", name)
        if found and (found[1].startswith(PREFIX) or self.is_ours(found[1])):
            return found[1]
        return None

    def named(self, word: str) -> str:
        """Return the name in records of the bot at a seat.

        Raises NotationError, listing the choices, for an unknown bot.
        """
        if self.is_ours(word):
            return word
        if found := self._own(word):
            return PREFIX + found.name
        raise NotationError(
            "unknown bot {found}; choose from {known}",
            key="seats",
            found=repr(word),
            known=self.choices(),
        )

    def ask_about(self, name: str) -> None:
        """Raise NearlyBotError for a name that is nearly a bot's, in any case and language."""
        level, _, character = name.partition("-")
        known = {one: one for one in [*self.levels, *self._own_names()]}
        known |= {say(one): one for one in self.levels}
        if near := nearest(level, known, most=1, likeness=_LIKENESS):
            bot = known[near[0]]
            if found := nearest(character, self.characters, most=1, likeness=_LIKENESS):
                bot = f"{bot}-{found[0]}"
            raise NearlyBotError(
                "{found}: did you mean {bot}? A person of this name is written {name}=human",
                key="seats",
                found=quoted(name),
                bot=bot if bot in self else known[near[0]],
                name=name,
            )

    def choices(self) -> str:
        """Return the choices for a seat, in short."""
        choices = list(self.levels)
        if self.characters:
            some = self.characters[0]
            levels = [level for level in self.levels if self.is_ours(f"{level}-{some}")]
            choices.append(f"({'|'.join(levels)})-({'|'.join(self.characters)})")
        return ", ".join([*choices, *self._own_names()])

    def words(self) -> list[str]:
        """Return the command line options that reproduce the custom bots."""
        words = [word for one in self.own for word in ("--bot-from", one.argument)]
        return words if self.seconds == SECONDS else [*words, "--bot-time", f"{self.seconds:g}"]

    def make(self, name: str, seed: int, seat: Seat) -> Any:
        """Return the bot with a name; with the same seed it plays the same.

        Raises NotationError for an unknown name.
        """
        if own := self._own(name):
            from gridgames.table.bots.custom_bots import SupervisedBot

            return SupervisedBot(self.game, own, seed, seat, self.seconds, is_heard=self.is_heard)
        return game_of(self.game).make_bot(self.named(name), seed)

    def check(self, names: Iterable[str]) -> None:
        """Raise NotationError unless each name in records is a bot that can play."""
        for name in dict.fromkeys(names):
            if own := self._own(name):
                from gridgames.table.bots.custom_bots import BotProcess

                program = BotProcess(game_of(self.game), own, is_heard=self.is_heard)
                with closing(program):
                    program.start()
            elif name.startswith(PREFIX):
                raise NotationError(
                    "{bot} played in this game, and is not known here; give it with --bot-from"
                    " FILE:{bot}",
                    key="players",
                    bot=name.removeprefix(PREFIX),
                )
            else:
                self.make(name, 0, 0)

    def _own_names(self) -> list[str]:
        return [*dict.fromkeys(one.name for one in (*self.own, *installed_bots().values()))]

    def _own(self, name: str) -> CustomBotSpec | None:
        """Return a custom bot by its name; bots from files precede bots from packages."""
        bare = name.removeprefix(PREFIX)
        if bare == name and self.is_ours(name):
            return None
        return {**installed_bots(), **{one.name: one for one in self.own}}.get(bare)


def bots_of(game: str, from_: Sequence[str] | None = None, seconds: float | None = None) -> Bots:
    """Return the bots of a game, with those of ``FILE:CLASS`` texts.

    Raises NotationError for a missing file, and for two bots with the same name.
    """
    own = tuple(parse_bot_spec(text) for text in from_ or ())
    bots = Bots(game, own, SECONDS if seconds is None else seconds)
    names = [one.name for one in own]
    for name in names:
        if names.count(name) > 1:
            raise NotationError("{name} is given twice", key="--bot-from", name=repr(name))
        if bots.is_ours(name) or name == "human":
            raise NotationError(
                "{name} is the name of a level; give the class another one",
                key="--bot-from",
                name=repr(name),
            )
    return bots


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
