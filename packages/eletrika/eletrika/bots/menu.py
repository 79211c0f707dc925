"""The legal actions of one decision, sorted by kind, so that no bot goes over hundreds of tiles."""

from collections.abc import Sequence

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.game import LegalActions
from eletrika.placement import TileOffers, TilePart
from eletrika.state import State

# A game takes some fifty turns; under some options nothing but tiles keeps it from going on for
# ever: taking structures over to score them again, or waiting.
PATIENCE = 90


def has_gone_on_too_long(state: State) -> bool:
    """Say whether it is time to lay tiles whenever one fits, so that the game ends."""
    return state.round * state.seats > PATIENCE


class Menu:
    """What may be chosen now. Tiles come in parts; everything else as the actions themselves."""

    __slots__ = ("abandons", "builds", "pauses", "recalls", "scores", "tiles")

    def __init__(self, actions: Sequence[Action]) -> None:
        self.tiles: list[TilePart] = []
        self.builds: list[Build] = []
        self.abandons: list[Abandon] = []
        self.scores: list[Score] = []
        self.pauses: list[EndTurn | Pass] = []
        self.recalls: list[Recall] = []
        for kind in actions.kinds if isinstance(actions, LegalActions) else (actions,):
            if isinstance(kind, TileOffers):
                self.tiles += kind.parts()
            else:
                self._sort(kind)

    def keep_to_tiles(self) -> None:
        """Take every other main action out, if there is a tile to lay."""
        if self.tiles:
            self.builds, self.abandons = [], []

    def _sort(self, actions: Sequence[Action]) -> None:
        for action in actions:
            match action:
                case LayTile():
                    bonus = (action.marker, action.build)
                    self.tiles.append(
                        TilePart(action.at, action.tile, (action.rotation,), (bonus,))
                    )
                case Build():
                    self.builds.append(action)
                case Abandon():
                    self.abandons.append(action)
                case Score():
                    self.scores.append(action)
                case EndTurn() | Pass():
                    self.pauses.append(action)
                case Recall():
                    self.recalls.append(action)
