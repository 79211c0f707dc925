"""``gridgames eletrika keep``: scorekeeping for a game with the real box."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from eletrika.tables import COLOUR_NAMES
from eletrika.tile_set import shipped_tiles
from gridcommon.errors import errors_located_in
from gridgames.commands.keeping import keeping
from gridgames.languages.messages import say
from gridgames.wings.eletrika.companion.position_input import position_to_play


def _names(position: Path, flags: Mapping[str, Any]) -> Sequence[str]:
    del flags
    with errors_located_in(str(position)):
        hands = position_to_play(position, shipped_tiles()).hands
    return [say(COLOUR_NAMES[owner]) for owner in sorted(hands)]


keep = keeping(
    "eletrika",
    _names,
    """Keep score of a game on your own table: you enter what happens, and the program counts.

    It tracks everything on the table, saves a record after every entry, and warns you when a rule
    forbids something. You can overrule it.
    """,
)
