"""The scene of an Eletrika board, which characters, pictures and words show."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property

from eletrika.analysis import Analysis, analyse, analyse_game
from eletrika.network_layout import laid_position
from eletrika.position import Network, Position, to_position
from eletrika.ruleset import Ruleset
from eletrika.state import State
from eletrika.tables import COLOUR_NAMES, UNKNOWN_EDGE, Owner
from gridcommon.caveats import Caveat
from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex, neighbours
from gridgames.languages.messages import say
from gridgames.wings.eletrika.description.words import (
    kind_letters,
)

_FARTHEST = 400  # lines or columns


@dataclass(frozen=True)
class BoardScene:
    """A position with what the rules say about it."""

    position: Position
    analysis: Analysis
    ruleset: Ruleset
    names: Sequence[str] = ()  # of the players, by seat; none for a position
    caveats: tuple[Caveat, ...] = ()
    reserve: tuple[int, ...] | None = None  # by kind
    is_judged: bool = True  # or the board shows neither light nor where something can be built

    @cached_property
    def lands(self) -> dict[Hex, str]:
        """The edges of each tile, with ``?`` for unknown ones."""
        return {cell: edges_of(land.edges) for cell, land in self.position.tiles.items()}

    @cached_property
    def cells(self) -> AbstractSet[Hex]:
        """The cells of the board and those beside it."""
        return {*self.lands, *(beside for cell in self.lands for beside in neighbours(cell))}

    @cached_property
    def lit(self) -> Mapping[Hex, bool | None]:
        """Whether each structure is energized, None if the board must not show it."""
        found = zip(self.analysis.network.cells, self.analysis.explanation.lit, strict=True)
        return {cell: lit if self.is_judged else None for cell, lit in found if cell is not None}

    @cached_property
    def sites(self) -> Mapping[Hex, str]:
        """The letters of the kinds that may be built on each tile, or a sign as in ``shut``."""
        if not self.is_judged:
            return {}
        kinds = {
            site.at: kind_letters(site.kinds) or ("" if site.fits else "-")
            for site in self.analysis.free
        }
        return kinds | dict.fromkeys(self.analysis.closed, "x")

    @cached_property
    def shut(self) -> Mapping[Hex, str]:
        """The cells that get a sign: ``x`` if closed, ``-`` if no structure fits.

        The source needs none, and a marker takes the place of one.
        """
        busy = {cell for cell, tile in self.position.tiles.items() if tile.source}
        signs = dict.fromkeys(self.analysis.dead, "-") | dict.fromkeys(self.analysis.closed, "x")
        busy |= self.position.markers.keys()
        return {cell: sign for cell, sign in signs.items() if self.is_judged and cell not in busy}

    @property
    def owners(self) -> list[Owner]:
        """The colours that play, as far as known: in a game one for each seat."""
        position = self.position
        if self.names:
            return [*position.hands]
        pieces = [one.owner for one in position.structures.values() if one.owner is not None]
        pieces += [marker.owner for marker in position.markers.values()]
        return sorted({*position.hands, *position.scores, *position.markers_in_hand, *pieces})

    def seat_of(self, owner: Owner) -> Seat:
        """Return the seat of a colour; for a position the one that has it by default."""
        return self.owners.index(owner) if self.names else owner

    def name(self, owner: Owner) -> str:
        """Return the name of a player with the colour, or the colour of a position."""
        colour = say(COLOUR_NAMES[owner])
        name = self.names[self.seat_of(owner)] if self.names else colour
        return name if name == colour else f"{name} ({colour})"

    def unjudged(self) -> "BoardScene":
        """Return the scene without anything that the rules say about it."""
        return replace(self, is_judged=False)


def scene_of(shown: State | Position | Network | BoardScene, names: Sequence[str]) -> BoardScene:
    """Return the public contents of a game, or a position judged by the shipped rules.

    Raises NotationError if it cannot be drawn.
    """
    if isinstance(shown, BoardScene):
        return shown
    if not isinstance(shown, State):
        return scene_of_position(shown, Ruleset())
    return BoardScene(
        to_position(shown),
        analyse_game(shown),
        shown.ruleset,
        names,
        shown.ruleset.caveats,
        tuple(shown.reserve),
    )


def scene_of_position(position: Position | Network, ruleset: Ruleset) -> BoardScene:
    """Return the contents of a picture of a position. Raises NotationError if undrawable."""
    if isinstance(position, Network):
        position = laid_position(position)
    if is_far_flung(position.tiles):
        raise NotationError("The tiles are too far apart to be drawn.")
    analysis = analyse(position, ruleset)
    return BoardScene(position, analysis, ruleset, caveats=analysis.caveats)


def edges_of(edges: str | None) -> str:
    """Return the six edges of a tile, with ``?`` for those of an unknown tile."""
    return UNKNOWN_EDGE * 6 if edges is None else edges


def is_far_flung(cells: Collection[Hex]) -> bool:
    """Return whether the tiles are too far apart to be drawn."""
    rows, columns = [r for _, r in cells], [3 * (2 * q + r) for q, r in cells]
    return max(max(rows) - min(rows), max(columns) - min(columns)) > _FARTHEST
