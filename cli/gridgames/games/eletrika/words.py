"""Short wordings of Eletrika that several modules use."""

from collections.abc import Sequence

from eletrika.items import Item
from gridcommon.errors import Word
from gridgames.languages.certainty import marked
from gridgames.languages.messages import say

ITEM_NAMES = {"set": "set", "high_demand": "high demand", "forest": "forest"}


def pawns_words(count: int) -> str:
    """Return a number of pawns, as in ``1 pawn``."""
    return say("{count:pawn|pawns}", count=count)


def items_words(items: Sequence[Item]) -> str:
    """Return what a set is worth, item by item, as in ``set 3 + forest 1 = 4 MW``."""
    told = [say("{what} {points}", what=Word(ITEM_NAMES[i.what]), points=i.points) for i in items]
    if len(items) == 1:
        return marked(f"{told[0]} MW", (items[0].doubt,))
    parts = [marked(text, (item.doubt,)) for text, item in zip(told, items, strict=True)]
    total = say("{points} MW", points=sum(item.points for item in items))
    return f"{' + '.join(parts)} = {total}"
