"""The games, by name: the one place where the program chooses between them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from gridcommon.contract import Bot, Game
from gridcommon.errors import NotationError
from gridcommon.options import KEY, find_option
from gridgames.languages.messages import as_typed


class GameName(StrEnum):
    """A game that can be asked for."""

    POWERGRID = "powergrid"
    ELETRIKA = "eletrika"


@dataclass(frozen=True, slots=True)
class Room:
    """What the program needs of a game, whichever it is."""

    game: Game[Any, Any, Any, Any]
    levels: Sequence[str]  # of bots, weakest first
    make_bot: Callable[[str, int], Bot[Any, Any]]
    format_action: Callable[[Any], str]  # in the language in use


def room(name: str) -> Room:
    """Return the game called ``name``. Raises NotationError for an unknown one."""
    if name == GameName.POWERGRID:
        import powergrid

        return _room(powergrid)
    if name == GameName.ELETRIKA:
        import eletrika

        return _room(eletrika)
    known = ", ".join(GameName)
    raise NotationError(
        "expected one of {known}, found {found}", key="game", known=known, found=repr(name)
    )


def _room(game: Game[Any, Any, Any, Any]) -> Room:
    return Room(
        game,
        tuple(game.LEVELS),
        game.make_bot,
        lambda action: as_typed(game.format_action(action)),
    )


def options_from_text(one: Room, typed: Sequence[str]) -> dict[str, Any]:
    """Return the options typed as ``NAME=VALUE``. Raises NotationError naming the option."""
    options: dict[str, Any] = {}
    for text in typed:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals:
            raise NotationError("an option is written NAME=VALUE, found {found}", found=repr(text))
        if name in options:
            raise NotationError("given twice", key=f"{KEY}.{name}")
        option = find_option(one.game.OPTIONS, name)
        options[name] = option.to_json(option.from_text(value.strip()))
    return options


@dataclass(frozen=True, slots=True)
class Choice:
    """What a command line says of the game to be played; None where it says nothing."""

    game: str
    options: Sequence[str] = ()
    edition: str | None = None
    map: str | None = None
    regions: str | None = None
    tiles: Path | None = None
    scoring: Path | None = None

    def ruleset(self) -> dict[str, Any]:
        """Return the ``ruleset`` of a record's header, checked for options of the other game.

        Raises NotationError naming the option.
        """
        options = options_from_text(room(self.game), self.options)
        power = {"--edition": self.edition, "--map": self.map, "--regions": self.regions}
        tables = {"--tiles": self.tiles, "--scoring": self.scoring}
        if self.game == GameName.POWERGRID:
            _refuse(tables, "eletrika")
            return {
                "edition": self.edition or "recharged",
                "map": self.map or "germany",
                "options": options,
            }
        _refuse(power, "powergrid")
        return {
            "options": options,
            "tiles": str(self.tiles or "reconstructed"),
            "scoring": str(self.scoring or "reconstructed"),
        }

    def setup(self) -> dict[str, Any]:
        """Return the draws that are chosen: the regions."""
        if self.regions is None:
            return {}
        return {"regions": [name.strip() for name in self.regions.split(",")]}


def _refuse(given: Mapping[str, Any], other: str) -> None:
    for flag, value in given.items():
        if value is not None:
            raise NotationError("{flag} is an option of {other} only", flag=flag, other=other)
