"""The places of Eletrika that choices belong to, the cells: their keys, and what is put there."""

from collections.abc import Iterable
from typing import NamedTuple

from eletrika.actions import Abandon, Action, Build, LayTile, Recall
from eletrika.state import State
from eletrika.tables import Kind, Owner
from eletrika.tile_set import TileSet
from gridcommon.hexes import Hex
from gridgames.wings.eletrika.description.words import cell_words


class Ghost(NamedTuple):
    """The pieces that a choice would put on a cell: a tile by its edges, '' for none, and more."""

    edges: str = ""
    kind: Kind | None = None
    marker: int | None = None
    owner: Owner = 0


def ghost_of(action: Action, tiles: TileSet, owner: Owner) -> Ghost | None:
    """Return what an action puts on its cell, None if it puts nothing there."""
    match action:
        case LayTile():
            edges = tiles.faces[action.tile][action.rotation]
            return Ghost(edges, action.build, action.marker, owner)
        case Build():
            return Ghost(kind=action.kind, owner=owner)
    return None


def cell_place(cell: Hex) -> str:
    """Return the key of the place of a cell, as in ``cell_1,-2``."""
    return f"cell_{cell_words(cell)}"


def planned_places(actions: Iterable[Action], tiles: TileSet, owner: Owner) -> dict[str, Ghost]:
    """Return what planned actions of an owner put on cells, by the keys of their places."""
    found: dict[str, Ghost] = {}
    for action in actions:
        if ghost := ghost_of(action, tiles, owner):
            key = place_of(action)
            before = found.get(key)
            found[key] = (
                ghost if ghost.edges or before is None else before._replace(kind=ghost.kind)
            )
    return found


def cell_of(place: str) -> Hex:
    """Return the cell of a place by its key."""
    q, r = place.removeprefix("cell_").split(",")
    return int(q), int(r)


def changed_places(before: State, after: State) -> frozenset[str]:
    """Return the cells whose tile, structure, pawns, marker or energy is not what it was."""
    tables = ("laid", "kinds", "owners", "pawns", "markers")
    cells = set(before.lit ^ after.lit)
    for old, new in ((getattr(before, name), getattr(after, name)) for name in tables):
        cells |= {cell for cell, _ in old.items() ^ new.items()}
    return frozenset(map(cell_place, cells))


def place_of(action: Action) -> str:
    """Return the key of the place of an action, '' if it has none or several."""
    match action:
        case LayTile() | Build() | Recall():
            return cell_place(action.at)
        case Abandon(at=(cell,)):
            return cell_place(cell)
    return ""
