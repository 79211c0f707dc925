"""Legal actions grouped by kind, so that no bot has to iterate over hundreds of tile placements."""

from collections.abc import Sequence

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.building import legal_builds
from eletrika.markers import legal_recalls
from eletrika.placement import LazyTilePlacements, TilePlacements, legal_tiles
from eletrika.scoring import legal_abandons, legal_scores
from eletrika.state import AFTER, OVER, SETUP, State
from gridcommon.lazy_actions import by_kind

# A game takes some fifty turns. Under some options it only ends if tiles are laid: structures can
# be taken over and scored again, or all can wait.
PATIENCE = 90

FEW = 2  # pawns in hand; with more of them abandoning is not considered


def is_overlong(state: State) -> bool:
    """Return whether it is time to lay tiles whenever one fits, so that the game ends."""
    return state.round * state.seats > PATIENCE


class GroupedActions:
    """The legal actions, by kind. Tiles are grouped by placement, all other actions are listed."""

    __slots__ = ("abandons", "builds", "pauses", "recalls", "scores", "tiles")

    def __init__(self) -> None:
        self.tiles: list[TilePlacements] = []
        self.builds: list[Build] = []
        self.abandons: list[Abandon] = []
        self.scores: list[Score] = []
        self.pauses: list[EndTurn | Pass] = []
        self.recalls: list[Recall] = []

    def keep_to_tiles(self) -> None:
        """Remove every other main action if a tile can be laid."""
        if self.tiles:
            self.builds, self.abandons = [], []

    def any_other(self) -> Action:
        """Return a legal action other than a main action: a fallback that needs no evaluation."""
        return [*self.scores, *self.pauses, *self.recalls][0]

    def sort_in(self, actions: Sequence[Action]) -> None:
        for action in actions:
            match action:
                case LayTile():
                    bonus = (action.marker, action.build)
                    self.tiles.append(
                        TilePlacements(action.at, action.tile, (action.rotation,), (bonus,))
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


def group_actions(actions: Sequence[Action]) -> GroupedActions:
    """Return some legal actions, grouped."""
    menu = GroupedActions()
    for kind in by_kind(actions):
        if type(kind) is LazyTilePlacements:
            menu.tiles += kind.parts()
        else:
            menu.sort_in(kind)
    return menu


def legal_actions_grouped(state: State) -> GroupedActions:
    """Return the legal actions of the seat to act, without those that are never considered.

    These are abandonments with more than FEW pawns in hand and something better to do.
    """
    menu = GroupedActions()
    if state.phase == OVER:
        return menu
    menu.recalls = legal_recalls(state)
    if state.phase == AFTER:
        menu.scores = legal_scores(state)
        menu.pauses = [EndTurn(state.actor)]
        return menu
    menu.tiles = list(legal_tiles(state).parts())
    if state.phase == SETUP:
        return menu
    menu.builds = list(legal_builds(state))
    menu.scores = legal_scores(state)
    stuck = not menu.tiles and not menu.builds
    if stuck or state.hands[state.actor] <= FEW:
        menu.abandons = legal_abandons(state)
        if stuck and not menu.abandons:
            menu.pauses = [Pass(state.actor)]
    return menu
