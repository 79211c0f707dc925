"""Short wordings of Eletrika that several modules use."""

from collections.abc import Sequence

from eletrika.items import Item
from gridcommon.errors import Word
from gridgames.languages.messages import say

ITEM_NAMES = {"set": "set", "high_demand": "high demand", "forest": "forest"}


def pawns_words(count: int) -> str:
    """Return a number of pawns, as in ``1 pawn``."""
    return say("{count:pawn|pawns}", count=count)


def items_words(items: Sequence[Item]) -> str:
    """Return what a set is worth, item by item, as in ``set 3 + forest 1 = 4 MW``."""
    told = [say("{what} {points}", what=Word(ITEM_NAMES[i.what]), points=i.points) for i in items]
    total = say("{points} MW", points=sum(item.points for item in items))
    return f"{' + '.join(told)} = {total}" if len(told) > 1 else f"{told[0]} MW"
