"""Reasons for the actions of a sensible player, in one line."""

from math import ceil

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Recall, Score
from eletrika.bots.policy import Turn
from eletrika.bots.prospects import FAR, LAID
from eletrika.placement import TilePlacements
from eletrika.projection import Main, state_after_main_action
from eletrika.scoring import items_of_score
from eletrika.state import AFTER, SETUP
from eletrika.tables import KIND_NAMES, Kind
from gridcommon.contract import Reason
from gridcommon.errors import Word
from gridcommon.hexes import Hex


def reason_for(turn: Turn, action: Action) -> Reason:
    """Return the reason for ``action``, in one line."""
    if turn.state.phase == SETUP:
        return Reason("lays its first tile where it touches the most others", {})
    match action:
        case Score():
            return _reason_to_score(turn, action)
        case EndTurn():
            return Reason("keeps its structures for a better set", {})
        case Recall():
            return Reason("takes back a marker that can no longer pay", {})
        case Abandon():
            pawns = sum(turn.state.pawns[cell] for cell in action.at)
            if not pawns:
                return Reason("waits: anything it did would help others", {})
            return Reason(
                "takes {pawns:pawn|pawns} back from structures that are unlikely to be energized",
                {"pawns": pawns},
            )
        case Build():
            return _reason_to_build(turn, action, action.kind, action.at)
        case LayTile():
            if action.build is not None:
                return _reason_to_build(turn, action, action.build, action.at)
            return _reason_to_lay(turn, action)
        case _:
            return Reason("can do nothing else", {})


def _reason_to_score(turn: Turn, action: Score) -> Reason:
    points = {"points": sum(item.points for item in items_of_score(turn.state, action))}
    if turn.state.phase != AFTER:
        return Reason("scores {points} MW first, to get the pawns back", points)
    if turn.now.turns[turn.seat] <= 2:
        return Reason("scores {points} MW before the end", points)
    return Reason("scores {points} MW: the best it sees for these pawns", points)


def _reason_to_build(turn: Turn, action: Main, kind: Kind, cell: Hex) -> Reason:
    after = turn.estimator.estimate(state_after_main_action(turn.state, action))
    name = Word(KIND_NAMES[kind])
    lit = len(after.lit[turn.seat]) - len(turn.now.lit[turn.seat])
    if lit > 0:
        return Reason(
            "builds a {kind}: it energizes {count:more own structure|more own structures}",
            {"kind": name, "count": lit},
        )
    if not turn.now.turns[turn.seat]:
        return Reason("builds a {kind}: pawns on the table decide ties", {"kind": name})
    gain = after.worth(turn.seat) - turn.now.worth(turn.seat)
    if turn.against(turn.now) - turn.against(after) > max(0.0, gain):
        if turn.likes_rivals:
            return Reason("builds a {kind} that helps others too", {"kind": name})
        return Reason("builds a {kind} in the way of others", {"kind": name})
    missing = after.prospects.missing(cell, kind) / LAID
    if missing > FAR / LAID:
        return Reason("builds a {kind} for want of anything better", {"kind": name})
    return Reason(
        "builds a {kind} for a line that then needs {missing:more build|more builds}",
        {"kind": name, "missing": max(1, ceil(missing))},
    )


def _reason_to_lay(turn: Turn, action: LayTile) -> Reason:
    gain, _ = turn.best_rotation(TilePlacements(action.at, action.tile, (action.rotation,), ()))
    forests = gain >= turn.estimator.ruleset.scoring.forest_per_edge / 2
    if action.marker is not None:
        if forests:
            return Reason(
                "lays a tile for its forests, and a marker: {value} MW if others build there",
                {"value": action.marker},
            )
        return Reason(
            "lays a tile where others will want to build: {value} MW if they do",
            {"value": action.marker},
        )
    if forests:
        return Reason("lays a tile for its forests beside its own structures", {})
    return Reason("lays a tile and keeps its pawns", {})
