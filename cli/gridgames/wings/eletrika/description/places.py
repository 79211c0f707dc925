"""The keys of the places of Eletrika that choices belong to: the cells."""

from eletrika.actions import Abandon, Action, Build, LayTile, Recall
from gridcommon.hexes import Hex
from gridgames.wings.eletrika.description.words import cell_words


def cell_place(cell: Hex) -> str:
    """Return the key of the place of a cell, as in ``cell_1,-2``."""
    return f"cell_{cell_words(cell)}"


def place_of(action: Action) -> str:
    """Return the key of the place of an action, '' if it has none or several."""
    match action:
        case LayTile() | Build() | Recall():
            return cell_place(action.at)
        case Abandon(at=(cell,)):
            return cell_place(cell)
    return ""
