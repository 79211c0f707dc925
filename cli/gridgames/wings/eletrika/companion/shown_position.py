"""The board that an answer about a position is drawn with."""

from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset
from gridgames.commands.answers import ShownBoard
from gridgames.show.parts import Marks


def shown_position(
    known: Position | Network, ruleset: Ruleset, marks: Marks | None = None
) -> ShownBoard:
    """Return a position under some rules as a board. Raises NotationError if it has no places."""
    from gridgames.wings.eletrika.description.scene import scene_of_position

    scene = scene_of_position(known, ruleset)
    return ShownBoard("eletrika", scene, marks=marks)
