"""Influence markers: placed with a bonus action, paid or returned at a build."""

from eletrika.actions import Recall
from eletrika.events import MarkerPlaced, MarkerReturned
from eletrika.sites import buildable_kinds, fitting_kinds, stock_of
from eletrika.state import OVER, State, around_cell
from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridcommon.events import Events
from gridcommon.hexes import Hex


def is_lost(state: State, cell: Hex, kinds: int) -> bool:
    """Return whether a marker on an empty tile can never pay. ``kinds``, as bits, are in stock.

    A marker is lost on a closed tile, and under ``recall_dead_tiles`` also if nothing in stock
    fits.
    Rules: EL-MARK-04 (A-12, A-23).
    """
    return not kinds and (state.ruleset.recall_dead_tiles or not fitting_kinds(state, cell))


def check_marker(
    state: State, seat: Seat, value: int, cell: Hex, has_water: bool, stock: int
) -> Refusal | None:
    """Return why a marker may not be put on the tile just laid, or None.

    Rules: EL-BONUS-01, EL-BONUS-02, EL-MARK-01, EL-MARK-04, EL-MARK-05.
    """
    if value not in state.markers_in_hand[seat]:
        return Refusal(
            "EL-BONUS-02",
            "you have no {value} MW marker in hand; you have: {held}",
            value=value,
            held=", ".join(str(held) for held in state.markers_in_hand[seat]) or Word("none"),
        )
    if is_lost(state, cell, buildable_kinds(state, cell, has_water, stock)):
        return Refusal("EL-MARK-04", "a marker on this tile would be returned at once")
    return None


def put_marker(state: State, seat: Seat, value: int, cell: Hex, events: Events) -> None:
    """Put a marker from the hand on a tile."""
    held = state.markers_in_hand[seat]
    state.markers_in_hand[seat] = tuple(other for other in held if other != value)
    state.markers[cell] = (seat, value)
    events.add(MarkerPlaced, seat, value, cell)


def settle_marker(state: State, builder: Seat, cell: Hex, events: Events) -> None:
    """Return the marker on a tile just built on, with its points if another seat built.

    Rules: EL-MARK-02, EL-MARK-03, EL-BUILD-05.
    """
    marker = state.markers.get(cell)
    if marker:
        owner, value = marker
        paid = owner != builder
        points = state.ruleset.scoring.influence[value - 1] if paid else 0
        state.scores[owner] += points
        _give_back(state, cell, points, "EL-MARK-02" if paid else "EL-MARK-03", events)


def recall_lost_markers(state: State, built: Hex, events: Events) -> None:
    """After a build on ``built``, return the markers that no build can pay any more.

    Rules: EL-MARK-04 (A-11 ``auto``).
    """
    if not state.markers or state.ruleset.marker_recall != "auto":
        return
    # A build closes only tiles next to it, but may take the last piece of its kind.
    cells = sorted(state.markers) if state.ruleset.recall_dead_tiles else around_cell(built)
    stock = stock_of(state.reserve)
    for cell in cells:
        if cell in state.markers and is_lost(state, cell, _kinds(state, cell, stock)):
            _give_back(state, cell, 0, "EL-MARK-04", events)


def check_recall(state: State, action: Recall) -> Refusal | None:
    """Return why a marker may not be taken back by hand, or None.

    Rules: EL-MARK-04, EL-MARK-06 (A-11 ``owner``).
    """
    if state.ruleset.marker_recall != "owner":
        return Refusal("EL-MARK-04", "markers are returned automatically (A-11)")
    if state.phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    owner = state.markers.get(action.at, (None, 0))[0]
    if owner != action.seat:
        return Refusal("EL-MARK-04", "you have no marker there")
    if not is_lost(state, action.at, _kinds(state, action.at, stock_of(state.reserve))):
        return Refusal("EL-MARK-04", "a structure may still be built there")
    return None


def legal_recalls(state: State) -> list[Recall]:
    """Return the markers that the seat to act may take back by hand, sorted by cell."""
    if state.ruleset.marker_recall != "owner":
        return []
    recalls = [Recall(state.actor, cell) for cell in sorted(state.markers)]
    return [recall for recall in recalls if check_recall(state, recall) is None]


def do_recall(state: State, action: Recall, events: Events) -> None:
    _give_back(state, action.at, 0, "EL-MARK-04", events)


def _kinds(state: State, cell: Hex, stock: int) -> int:
    return buildable_kinds(state, cell, state.ruleset.tiles.water[state.laid[cell][0]], stock)


def _give_back(state: State, cell: Hex, points: int, rule: str, events: Events) -> None:
    owner, value = state.markers.pop(cell)
    state.markers_in_hand[owner] = tuple(sorted((*state.markers_in_hand[owner], value)))
    events.add(MarkerReturned, owner, value, cell, points, rule)
