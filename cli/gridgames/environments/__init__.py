"""Reinforcement learning: a PettingZoo environment, many games at once, and single positions.

Nothing here is imported by the rest of the program. PettingZoo itself is needed by ``env`` and
``raw_env`` only: ``pip install gridgames[rl]``. For OpenSpiel, import
``gridgames.environments.openspiel``: ``pip install gridgames[openspiel]``.

>>> from gridgames.environments import Position
>>> position = Position.new("powergrid", players=4, seed=7)
>>> position.describe(position.legal_actions()[0])
'plant 3'
"""

from typing import TYPE_CHECKING

from gridcommon.lazy_exports import export_lazily

if TYPE_CHECKING:
    from gridgames.environments.aec import env as env
    from gridgames.environments.aec import raw_env as raw_env
    from gridgames.environments.position import ChancePosition as ChancePosition
    from gridgames.environments.position import Position as Position
    from gridgames.environments.position import Runner as Runner

export_lazily(__name__)
