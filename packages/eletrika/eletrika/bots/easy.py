"""The bot that plays like a beginner: it knows how a line is built, and looks at its own next step.

It builds where the fewest structures are still missing between a Plant and a City, whoever owns the
others. It takes the first set it sees, never looks at forests or at what a build is worth to
others, puts its markers anywhere beside structures, and takes pawns back only when it has none
left, then all that are dark.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from eletrika.actions import Abandon, Action, Build, LayTile
from eletrika.bots.menu import Menu, has_gone_on_too_long, menu_of
from eletrika.bots.prospects import FAR, LAID, Prospects
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
_LINE = 3.0  # how good it looks in a line that misses nothing more
_MISSING = 0.5  # and how much less so for each structure that is still missing
_TWO_PAWNS = 1.0  # how much it dislikes using two
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
        menu = menu_of(actions)
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
            self.reason = _reason_for(state, option)
            return option
        part, (marker, kind) = option
        rotation, self._rng = choose(part.rotations, self._rng)
        tile = LayTile(view.seat, part.tile, rotation, part.at, marker, kind)
        self.reason = _reason_for(state, tile)
        return tile


def _looks(state: State, seat: int, menu: Menu) -> Iterator[tuple[float, _Option]]:
    """Yield each main action, tiles in any rotation, with how good it looks."""
    prospects = Prospects(state)
    for build in menu.builds:
        yield _look_of_build(state, prospects, build.kind, build.at), build
    for part in menu.tiles:
        beside = sum(cell in state.kinds for cell in around_cell(part.at))
        for bonus in part.bonuses:
            marker, kind = bonus
            if kind is not None:
                look = _look_of_build(state, prospects, kind, part.at) - _TWO_PAWNS
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


def _look_of_build(state: State, prospects: Prospects, kind: Kind, cell: Hex) -> float:
    if cell in state.kinds:  # taken over: A-15
        return _LIGHTS * (cell in state.lit)
    touching = MAY_TOUCH[kind]
    joined = sum(
        touching[state.kinds[beside]] for beside in around_cell(cell) if beside in state.kinds
    )
    if joined and cell in lit_by(state, kind, cell):
        look = _LIGHTS
    else:
        missing = max(LAID, prospects.missing(cell, kind)) / LAID
        look = max(0.0, _LINE - _MISSING * missing)
    look += joined / 8 + 0.1 * (STRUCTURES[kind] <= _RARE)
    marker = state.markers.get(cell)
    if marker and marker[0] != state.actor:
        look -= marker[1]
    return look


def _reason_for(state: State, action: Build | Abandon | LayTile) -> Reason:
    match action:
        case Build():
            return _reason_to_build(state, action.kind, action.at)
        case Abandon():
            return Reason(
                "takes the pawns of {count:dark structure|dark structures} back",
                {"count": len(action.at)},
            )
        case LayTile():
            if action.build is not None:
                return _reason_to_build(state, action.build, action.at)
            if action.marker is not None:
                return Reason("lays a tile with its {marker} MW marker", {"marker": action.marker})
            return Reason("lays a tile", {})


def _reason_to_build(state: State, kind: Kind, cell: Hex) -> Reason:
    name = Word(KIND_NAMES[kind])
    lit = state.lit if cell in state.kinds else lit_by(state, kind, cell)  # taken over: A-15
    if cell in lit:
        return Reason("builds a {kind}: it is energized at once", {"kind": name})
    missing = max(LAID, Prospects(state).missing(cell, kind)) / LAID
    if missing > FAR / LAID:
        return Reason("builds a {kind} for want of anything better", {"kind": name})
    return Reason(
        "builds a {kind} for a line that then misses {missing:build|builds}",
        {"kind": name, "missing": ceil(missing)},
    )
