"""Taps that enter facts of a real table: the tile on a cell, a face-up tile, the kind in demand."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from eletrika.actions import LayTile
from eletrika.game import check
from eletrika.state import State
from eletrika.state_values import bonus_tiles
from eletrika.tables import KIND_NAMES, UNKNOWN_LETTER, Kind, TileNumber, kind_text
from eletrika.tile_edges import tile_text, tile_to_json
from gridcommon.records import Declaration
from gridgames.games.menus import Choice, Menu
from gridgames.languages.messages import say


def fitting(state: State, entry: LayTile, tile: TileNumber) -> Choice | None:
    """Return the choice of a tile for a cell, with its turns inside, or None if it does not fit."""
    from gridgames.wings.eletrika.drawing import tile_picture

    all_tiles = state.ruleset.tiles
    faces = all_tiles.faces[tile]
    laid = [
        action
        for turn in range(6)
        if faces[turn] not in faces[:turn]
        and check(state, action := replace(entry, tile=tile, rotation=turn)) is None
    ]
    if not laid:
        return None
    turns = [
        Choice("", one, name=f"{tile_text(tile)}/{one.rotation}",
               picture=partial(tile_picture, faces[one.rotation], all_tiles))
        for one in laid
    ]  # fmt: skip
    if len(turns) == 1:
        return replace(turns[0], name=tile_text(tile))
    title = say("Tile {tile}: how is it turned?", tile=tile_text(tile))
    return Choice(
        "",
        menu=lambda: Menu(title, turns, is_brief=True),
        count=len(turns),
        name=tile_text(tile),
        picture=turns[0].picture,
    )


def revealed(state: State, tiles: Sequence[TileNumber]) -> list[Choice]:
    """Return a choice for each tile that may be face up."""
    from gridgames.wings.eletrika.drawing import tile_picture

    faces, all_tiles = state.ruleset.tiles.faces, state.ruleset.tiles
    return [
        Choice(
            "",
            Declaration("reveal", {"row": [tile_to_json(tile)]}),
            name=tile_text(tile),
            picture=partial(tile_picture, faces[tile][0], all_tiles),
        )
        for tile in tiles
    ]


def in_demand(state: State, kinds: Sequence[Kind]) -> list[Choice]:
    """Return a choice for each kind that may be in high demand."""
    from gridgames.wings.eletrika.drawing import structure_picture

    return [
        Choice(
            "",
            Declaration("reveal", {"queue": _order_with(state, kind)}),
            name=say(KIND_NAMES[kind]),
            picture=partial(structure_picture, kind),
        )
        for kind in kinds
    ]


def _order_with(state: State, kind: Kind) -> list[str]:
    """Return the bonus tiles in their order, of which only the one in force is given."""
    count = len(bonus_tiles(state))
    order = [UNKNOWN_LETTER] * count
    order[count - len(state.queue) - 1] = kind_text(kind)
    return order
