"""The bot that plays like a beginner: it sees one action, and not what comes after.

It takes the first set it sees, never looks at forests or at what a tile is worth to others, puts
its markers anywhere beside structures, and takes pawns back only when it has none left, then all
that are dark.
"""

from collections.abc import Iterator, Sequence

from eletrika.actions import Abandon, Action, Build, LayTile
from eletrika.bots.menu import Menu, has_gone_on_too_long
from eletrika.building import lit_by
from eletrika.placement import Bonus, TilePart
from eletrika.scoring import items_of_score
from eletrika.state import State, around_cell
from eletrika.tables import KIND_NAMES, MAY_TOUCH, STRUCTURES, Kind
from eletrika.view import View
from gridcommon.chance import choose, seeded
from gridcommon.contract import Reason
from gridcommon.errors import Word
from gridcommon.hexes import Hex

_LIGHTS = 4.0  # how good a build looks that is energized at once
_TWO_PAWNS = 2.0  # how much it dislikes using two
_TILE = 1.0  # how good a tile alone looks
_RARE = 6  # a kind with at most this many structures looks precious

_Option = Build | Abandon | tuple[TilePart, Bonus]


class EasyBot:
    """Scores as soon as it can, builds where structures light up or join, else lays a tile."""

    def __init__(self, rng: int) -> None:
        self._rng = seeded(rng)
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return the action that looks best; ties are broken at random."""
        menu = Menu(actions)
        state = view.public
        if menu.recalls:
            self.reason = Reason("takes back a marker that can no longer pay", {})
            return menu.recalls[0]
        if menu.scores:
            first = menu.scores[0]
            points = sum(item.points for item in items_of_score(state, first))
            self.reason = Reason("scores the first set it sees: {points} MW", {"points": points})
            return first
        if has_gone_on_too_long(state):
            menu.keep_to_tiles()
        looks = list(_looks(state, view.seat, menu))
        if not looks:
            self.reason = Reason("can do nothing else", {})
            return actions[0]
        best = max(look for look, _ in looks)
        option, self._rng = choose([one for look, one in looks if look == best], self._rng)
        if not isinstance(option, tuple):
            self.reason = _reason_for(option)
            return option
        part, (marker, kind) = option
        rotation, self._rng = choose(part.rotations, self._rng)
        tile = LayTile(view.seat, part.tile, rotation, part.at, marker, kind)
        self.reason = _reason_for(tile)
        return tile


def _looks(state: State, seat: int, menu: Menu) -> Iterator[tuple[float, _Option]]:
    """Yield each main action, tiles in any rotation, with how good it looks."""
    for build in menu.builds:
        yield _look_of_build(state, build.kind, build.at), build
    for part in menu.tiles:
        beside = sum(cell in state.kinds for cell in around_cell(part.at))
        for bonus in part.bonuses:
            marker, kind = bonus
            if kind is not None:
                look = _look_of_build(state, kind, part.at) - _TWO_PAWNS
            elif marker is not None:
                look = _TILE + marker / 4 + beside / 8
            else:
                look = _TILE
            yield look, (part, bonus)
    if not state.hands[seat]:
        dark = tuple(cell for cell in state.own_cells(seat) if cell not in state.lit)
        for abandon in menu.abandons:
            if dark and abandon.at == dark:
                yield _TILE + len(dark), abandon
    if not menu.tiles and not menu.builds:
        for abandon in menu.abandons:
            yield len(abandon.at) / 8 - 1.0, abandon


def _look_of_build(state: State, kind: Kind, cell: Hex) -> float:
    if cell in state.kinds:  # taken over: A-15
        return 0.5 + _LIGHTS * (cell in state.lit)
    touching = MAY_TOUCH[kind]
    joined = sum(
        touching[state.kinds[beside]] for beside in around_cell(cell) if beside in state.kinds
    )
    look = 0.5 + 1.5 * joined + 0.1 * (STRUCTURES[kind] <= _RARE)
    if joined and cell in lit_by(state, kind, cell):
        look += _LIGHTS
    marker = state.markers.get(cell)
    if marker and marker[0] != state.actor:
        look -= marker[1]
    return look


def _reason_for(action: Build | Abandon | LayTile) -> Reason:
    match action:
        case Build():
            return Reason(
                "builds a {kind} where it joins most", {"kind": Word(KIND_NAMES[action.kind])}
            )
        case Abandon():
            return Reason(
                "takes the pawns of {count:dark structure|dark structures} back",
                {"count": len(action.at)},
            )
        case LayTile():
            if action.build is not None:
                return Reason(
                    "lays a tile to build a {kind} on it", {"kind": Word(KIND_NAMES[action.build])}
                )
            if action.marker is not None:
                return Reason("lays a tile with its {marker} MW marker", {"marker": action.marker})
            return Reason("lays a tile", {})
