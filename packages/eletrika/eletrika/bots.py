"""Players that see a view and choose: ``random`` and ``easy``.

Each carries its own chance, so its thinking never shifts a draw of the game.
"""

from collections.abc import Callable, Sequence
from itertools import groupby

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.energy import energized
from eletrika.game import LegalActions
from eletrika.scoring import items_of_score
from eletrika.state import State, around_cell
from eletrika.tables import MAY_TOUCH, STRUCTURES, Kind
from eletrika.view import View
from gridcommon.chance import choose, seeded
from gridcommon.contract import Bot, Reason
from gridcommon.hexes import Hex


class RandomBot:
    """Chooses a kind of action, then an action of that kind, each equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)
        self.reason: Reason | None = None

    def choose(self, _view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``."""
        if isinstance(actions, LegalActions):
            kinds = actions.kinds
        else:
            kinds = tuple(list(group) for _, group in groupby(actions, key=type))
        kind, self._rng = choose(kinds, self._rng)
        action, self._rng = choose(kind, self._rng)
        return action


class EasyBot:
    """Looks one action ahead: scores what it can, builds where its structures light up or join."""

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return the action with the best look of it; equal ones by chance."""
        looks = [(self._look(view.public, action), action) for action in actions]
        best = max(look for look, _ in looks)
        action, self._rng = choose([action for look, action in looks if look == best], self._rng)
        return action

    def _look(self, state: State, action: Action) -> float:
        match action:
            case Score():
                points = sum(item.points for item in items_of_score(state, action))
                return 10.0 + points - len(action.set) / 8
            case LayTile() if action.build is not None:
                return self._build(state, action.build, action.at) - 2.0
            case LayTile() if action.marker is not None:
                return 1.0 + action.marker / 4 + _structures_beside(state, action.at) / 8
            case LayTile():
                return 1.0
            case Build():
                return self._build(state, action.kind, action.at)
            case Abandon():
                dark = sum(cell not in state.lit for cell in action.at)
                # Worth a turn only for want of pawns; what is lit will score one day.
                needed = state.hands[action.seat] == 0
                return (1.5 if needed else -1.0) + dark - 2.0 * (len(action.at) - dark)
            case EndTurn() | Pass():
                return 0.0
            case Recall():
                return 9.0

    def _build(self, state: State, kind: Kind, cell: Hex) -> float:
        joined = sum(
            MAY_TOUCH[kind][state.kinds[beside]]
            for beside in around_cell(cell)
            if beside in state.kinds
        )
        look = 0.5 + 1.5 * joined + 0.1 * (STRUCTURES[kind] <= 6)
        if joined and _would_be_lit(state, kind, cell):
            look += 4.0
        marker = state.markers.get(cell)
        if marker and marker[0] != state.seat:
            look -= marker[1]
        return look


def _structures_beside(state: State, cell: Hex) -> int:
    return sum(beside in state.kinds for beside in around_cell(cell))


def _would_be_lit(state: State, kind: Kind, cell: Hex) -> bool:
    kinds = {**state.kinds, cell: kind}
    place = {other: number for number, other in enumerate(kinds)}
    conducting = [
        [
            place[beside]
            for beside in around_cell(other)
            if beside in place and MAY_TOUCH[kinds[other]][kinds[beside]]
        ]
        for other in kinds
    ]
    return energized(list(kinds.values()), conducting, state.rules.energized)[place[cell]]


LEVELS: dict[str, Callable[[int], Bot[View, Action]]] = {"random": RandomBot, "easy": EasyBot}


def make_bot(level: str, seed: int) -> Bot[View, Action]:
    """Return a bot of a level in LEVELS, with chance of its own from ``seed``."""
    return LEVELS[level](seed)
