"""Overrides: illegal actions that the people at the table made anyway.

Actions that are physically impossible are refused here too; the others become ``set`` lines.
"""

from typing import Any

from eletrika.actions import Abandon, Action, Build, LayTile, Recall, Score
from eletrika.building import place_structure
from eletrika.markers import do_recall
from eletrika.notation.full import format_full
from eletrika.placement import check_pawns_of_bonus, do_bonus, place_in
from eletrika.position import to_position
from eletrika.scoring import check_own, do_score, take_pawns_back
from eletrika.sets import Member, set_points
from eletrika.sites import check_pawn
from eletrika.stack import refill
from eletrika.state import AFTER, OVER, SETUP, State, seat_at
from eletrika.turns import draw_setup_tile, end_turn
from gridcommon.errors import Refusal
from gridcommon.events import NOBODY_LISTENS


def check_override(state: State, action: Action) -> Refusal | None:
    """Return why an action cannot even be recorded as an override, or None if it can.

    Rules: EL-COMP-09, EL-TILE-01, EL-BUILD-01, EL-BUILD-02, EL-BONUS-03, EL-SCORE-01.
    """
    if state.phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    if not 0 <= action.seat < state.seats:
        return Refusal("EL-TURN-06", "seat {seat} does not exist", seat=action.seat)
    match action:
        case LayTile():
            q, r = action.at
            if action.at in state.lands:
                return Refusal("EL-TILE-01", "there is already a tile on {q},{r}", q=q, r=r)
            if action.tile >= len(state.ruleset.tiles.tiles):
                return Refusal("EL-COMP-01", "the box has no tile {tile}", tile=action.tile)
            if action.build is not None:
                return check_pawns_of_bonus(state.hands[action.seat])
        case Build():
            q, r = action.at
            if action.at not in state.lands:
                return Refusal("EL-BUILD-01", "no tile lies on {q},{r}", q=q, r=r)
            if action.at in state.kinds:
                return Refusal("EL-BUILD-02", "there is a structure on {q},{r}", q=q, r=r)
            return check_pawn(state.hands[action.seat])
        case Score():
            members = [
                Member(cell, state.kinds[cell], state.pawns[cell])
                for cell in dict.fromkeys(action.set)
                if state.owners.get(cell) == action.seat
            ]
            if len(members) < len(action.set) or set_points(members, state.ruleset) is None:
                return Refusal(
                    "EL-SCORE-01", "no set of structures that carry pawns of this player"
                )
        case Abandon():
            return check_own(state, action.seat, action.at)
        case Recall():
            if state.markers.get(action.at, (None, 0))[0] != action.seat:
                return Refusal("EL-MARK-04", "you have no marker there")
    return None


def override_line(state: State, action: Action) -> dict[str, Any]:
    """Return the ``set`` line for an action that has passed ``check_override``.

    A main action ends the turn of its seat; a set is scored whichever seat is to act.
    Rules: EL-COMP-09.
    """
    after = state.copy()
    if isinstance(action, Score | Recall):
        _put_free(after, action)
    else:
        _put_main(after, action)
    return {"position": format_full(to_position(after))}


def _put_free(state: State, action: Score | Recall) -> None:
    if isinstance(action, Recall):
        do_recall(state, action, NOBODY_LISTENS)
        return
    scored = state.scored
    do_score(state, action, NOBODY_LISTENS)
    if action.seat != state.actor:
        state.scored = scored
    elif state.phase == AFTER:
        end_turn(state, NOBODY_LISTENS)


def _put_main(state: State, action: Action) -> None:
    state.actor = action.seat
    state.turn = (action.seat - seat_at(state, 0)) % state.seats
    match action:
        case LayTile():
            _put_tile(state, action)
        case Build():
            place_structure(state, action.seat, action.kind, action.at, 1, NOBODY_LISTENS)
        case Abandon():
            for cell in action.at:
                take_pawns_back(state, cell, "EL-ABAN-01", NOBODY_LISTENS)
    if state.phase == SETUP:
        state.turn += 1
        draw_setup_tile(state, NOBODY_LISTENS)
    else:
        end_turn(state, NOBODY_LISTENS)


def _put_tile(state: State, action: LayTile) -> None:
    place = place_in(state.row, action.tile, state.ruleset.tiles)
    if state.phase != SETUP and place is not None:
        del state.row[place]
    state.put_tile(action.tile, action.rotation, action.at)
    if state.phase != SETUP:
        refill(state, NOBODY_LISTENS)
    do_bonus(state, action, NOBODY_LISTENS)
