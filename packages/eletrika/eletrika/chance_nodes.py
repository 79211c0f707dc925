"""The draws of tiles as nodes of chance: see :class:`gridcommon.encoding.ChanceNodes`.

The tiles face down lie in any order in the state; a draw swaps the tile that is turned up for
another. Draws are the numbers of tiles.
"""

from collections.abc import Sequence
from typing import Any, Final, SupportsIndex

from eletrika.actions import Action
from eletrika.events import TilePutUnder, TileRevealed
from eletrika.game import advance
from eletrika.state import State
from eletrika.tables import MOST_OF_TABLE, TileNumber
from gridcommon.arguments import whole
from gridcommon.encoding import Path

NUM_DRAWS: Final = MOST_OF_TABLE


def hide(state: State) -> State:
    """Return a copy of a game in which the tiles face down are in the order of their numbers.

    Rules: EL-SETUP-03, EL-SETUP-04.
    """
    hidden = state.copy()
    tiles = sorted(_face_down(state))
    count = len(state.stack) - state.under
    hidden.stack = [*state.stack[: state.under], *tiles[:count]]
    hidden.aside = tiles[count:]
    hidden.rng = 0
    return hidden


def draw(state: State, action: Action, drawn: Path) -> tuple[State | None, dict[int, float]]:
    """Make a legal action with the draws so far: see :class:`gridcommon.encoding.ChanceNodes`.

    Each tile face down is as likely as any other.  Rules: EL-TILE-06, EL-SETUP-08.
    """
    before, hidden = state.copy(), _face_down(state)
    made = 0
    while True:
        after = before.copy()
        events: list[Any] = []
        advance(after, action, events)
        turned_up = _turned_up(after, events, hidden)
        while made < len(drawn) and turned_up[made] == drawn[made]:
            made += 1
        if made == len(drawn):
            break
        _swap(before, turned_up[made], drawn[made])
    if len(turned_up) == made:
        return after, {}
    left = sorted(hidden.difference(drawn))
    return None, dict.fromkeys(left, 1 / len(left))


def describe_draw(code: SupportsIndex) -> str:
    """Return the meaning of a draw, in English."""
    number = whole(code, "code")
    if number not in range(NUM_DRAWS):
        raise ValueError(f"{number}: no draw has this number")
    return f"tile {number} is turned up"


def _face_down(state: State) -> set[TileNumber]:
    return {*state.stack[state.under :], *state.aside}


def _turned_up(
    after: State, events: Sequence[Any], hidden: set[TileNumber]
) -> Sequence[TileNumber]:
    """Return the tiles turned up by an action, in order: the last may be a set-up tile in hand."""
    tiles = [one.tile for one in events if isinstance(one, TilePutUnder | TileRevealed)]
    return [tile for tile in (*tiles, after.drawn) if tile in hidden]


def _swap(state: State, one: TileNumber, other: TileNumber) -> None:
    """Swap two tiles that are face down."""
    swapped = {one: other, other: one}
    state.stack = [swapped.get(tile, tile) for tile in state.stack]
    state.aside = [swapped.get(tile, tile) for tile in state.aside]
