"""The keys of the places of Eletrika that choices belong to: the cells."""

from eletrika.actions import Abandon, Action, Build, LayTile, Recall
from eletrika.state import State
from gridcommon.hexes import Hex
from gridgames.wings.eletrika.description.words import cell_words


def cell_place(cell: Hex) -> str:
    """Return the key of the place of a cell, as in ``cell_1,-2``."""
    return f"cell_{cell_words(cell)}"


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
