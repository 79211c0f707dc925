"""``gridgames powergrid keep``: the referee's pad for a game with the real box."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gridgames.commands.keeping import keeping
from gridgames.wings.powergrid.companion.kept_game import position_kept
from gridgames.wings.powergrid.companion.position_input import own_map


def _names(position: Path, flags: Mapping[str, Any]) -> Sequence[str]:
    return position_kept(str(position), own_map(flags["map_file"])).names


keep = keeping(
    "powergrid",
    _names,
    """Keep a game on your own table: you enter auctions, fuel and cities, the program counts.

    It asks for a drawn plant when it matters, checks money and markets, and saves every entry.
    """,
)
