"""The places of Eletrika that choices belong to, the cells: their keys, their names, and more."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from eletrika.actions import Abandon, Action, Build, LayTile, Recall
from eletrika.state import State
from eletrika.tables import FORESTS, KIND_NAMES, LAKE, RIVER, Kind, Owner
from eletrika.tile_set import TileSet
from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Word
from gridcommon.hexes import Hex, neighbours, opposite
from gridgames.languages.messages import say
from gridgames.wings.eletrika.description.words import cell_words

# Two of a kind, as in KINDS, and what lies in each direction.
_TWO = (
    Word("the two Plants"),
    Word("the two Towers"),
    Word("the two Substations"),
    Word("the two Poles"),
    Word("the two Cities"),
)
_SIDES = (
    Word("east"),
    Word("south-east"),
    Word("south-west"),
    Word("west"),
    Word("north-west"),
    Word("north-east"),
)


class PlaceNames:
    """Cells by what is beside them, as in ``between the two Towers``, in the eyes of a seat.

    Each of ``cells`` has a name that no other of them has, or a letter. Another cell has a precise
    name, or its coordinates.
    """

    def __init__(self, state: State, seat: Seat | None = None, cells: Iterable[Hex] = ()) -> None:
        self._state, self._seat = state, seat
        found = {
            cell: [*(names := self._fitting(cell)), *self._finer(cell, names)] for cell in cells
        }
        counts = Counter(name for names in found.values() for name in names)
        self._names = {
            cell: next((name for name in names if counts[name] == 1), "")
            for cell, names in found.items()
        }
        nameless = sorted((r, q) for (q, r), name in self._names.items() if not name)
        letters = zip(nameless, ascii_uppercase, strict=False)
        self.letters = {(q, r): letter for (r, q), letter in letters}

    def __getitem__(self, cell: Hex) -> str:
        if letter := self.letters.get(cell):
            return say("at {letter}", letter=letter)
        precise = [] if cell in self._names else self._fitting(cell)[-1:]
        return self._names.get(cell) or "".join(precise) or on_cell(cell)

    def without_letters(self, cell: Hex) -> str:
        """Return a name, or coordinates for a cell that has only a letter."""
        return on_cell(cell) if cell in self.letters else self[cell]

    def _fitting(self, cell: Hex) -> list[str]:
        """Return the names that suit a cell, the best first, the most precise last."""
        state = self._state
        beside = [(side, one) for side, one in enumerate(neighbours(cell)) if one in state.kinds]
        beside.sort(key=lambda one: state.owners.get(one[1]) != self._seat)
        around = [(self.structure(one), side) for side, one in beside] or [*self._lands(cell)]
        names = [say("beside {what}", what=what) for what, _ in around]
        if len(beside) == 2:
            kinds = {state.kinds[one] for _, one in beside}
            two = JoinedList(tuple(what for what, _ in around), "and")
            both = _TWO[min(kinds)] if len(kinds) == 1 else two
            names.insert(0, say("between {both}", both=both))
        elif len({what for what, _ in around}) > 1:
            every = JoinedList(tuple(dict.fromkeys(what for what, _ in around)), "and")
            names.append(say("beside {what}", what=every))
        for what, side in reversed(around):
            side_of = _SIDES[opposite(side)]
            names.append(say("beside {what}, {side}", what=what, side=side_of))
        if cell in state.kinds:
            own = self.structure(cell)
            return [own, *(say("{what} {place}", what=own, place=name) for name in names)]
        return [say("on the source")] if cell == state.source else [*dict.fromkeys(names)]

    def _finer(self, cell: Hex, names: Sequence[str]) -> Iterator[str]:
        """Yield the most precise of some names with a land beside the cell."""
        for last in names[-1:]:
            for land, _ in self._lands(cell):
                yield say("{place}, beside {what}", place=last, what=land)

    def structure(self, cell: Hex) -> str:
        """Return the structure on a cell, as in ``your Tower``."""
        kind, owner = Word(KIND_NAMES[self._state.kinds[cell]]), self._state.owners.get(cell)
        is_own = owner is not None and owner == self._seat
        return say("your {kind}", kind=kind) if is_own else say("the {kind}", kind=kind)

    def _lands(self, cell: Hex) -> Iterator[tuple[str, int]]:
        """Yield what lies on a tile, or beside a cell without one, with its direction."""
        state, forests = self._state, self._state.ruleset.tiles.forests
        for side, one in enumerate(neighbours(cell)):
            beside = state.lands.get(one, "")[opposite(side) :][:1]
            land = state.lands[cell][side] if cell in state.lands else beside
            if one == state.source:
                yield say("the source"), side
            elif land in (RIVER, LAKE):
                yield say("the river") if land == RIVER else say("the lake"), side
            elif land and land in FORESTS:
                colour = Word(forests[FORESTS.index(land)].colour)
                yield say("the {colour} forest", colour=colour), side


class Ghost(NamedTuple):
    """The pieces that a choice would put on a cell: a tile by its edges, '' for none, and more."""

    edges: str = ""
    kind: Kind | None = None
    marker: int | None = None
    owner: Owner = 0


def on_cell(cell: Hex) -> str:
    """Return a place by its coordinates, as in ``on 1,-2``."""
    return say("on {cell}", cell=cell_words(cell))


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
