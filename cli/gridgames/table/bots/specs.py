"""Sources of custom bots: files named on the command line, and installed packages."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gridcommon.errors import NotationError

GROUP = "gridgames.bots"  # the entry points of installed packages


@dataclass(frozen=True, slots=True)
class CustomBotSpec:
    """The source of a custom bot: a class, or any callable that makes a bot from a seed."""

    name: str
    source: str  # a file, or a module
    attribute: str
    is_file: bool = True

    @property
    def argument(self) -> str:
        """The bot in the form that ``--bot-from`` accepts."""
        return f"{self.source}:{self.attribute}"


def parse_bot_spec(text: str) -> CustomBotSpec:
    """Return the bot of ``FILE:CLASS``. Raises NotationError for any other form."""
    source, colon, name = text.rpartition(":")
    if not (colon and source and name.isidentifier()):
        raise NotationError(
            "expected FILE:CLASS, as in mybot.py:Careful; found {found}",
            key="--bot-from",
            found=repr(text),
        )
    if not Path(source).is_file():
        raise NotationError("this file does not exist", source=source, key="--bot-from")
    return CustomBotSpec(name, str(Path(source).absolute()), name)


@cache  # one
def installed_bots() -> Mapping[str, CustomBotSpec]:
    """Return the bots of installed packages by name, without loading them."""
    from importlib.metadata import entry_points

    return {
        one.name: CustomBotSpec(one.name, one.module, one.attr, is_file=False)
        for one in sorted(entry_points(group=GROUP))
        if one.attr
    }
