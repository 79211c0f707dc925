"""Scoring a set: when it may be done, and what follows."""

from collections.abc import Sequence

from eletrika.actions import Score
from eletrika.building import can_build
from eletrika.events import PawnsReturned, Scored
from eletrika.items import Item
from eletrika.placement import fits_somewhere
from eletrika.sets import Member, items_of_set, possible_sets, set_points
from eletrika.state import AFTER, MAIN, State
from eletrika.tables import KIND_NAMES
from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridcommon.events import Events
from gridcommon.hexes import Hex


def _members(state: State, cells: Sequence[Hex]) -> list[Member]:
    return [Member(cell, state.kinds[cell], state.pawns[cell]) for cell in cells]


def items_of_score(state: State, action: Score) -> tuple[Item, ...]:
    """Return what a legal ``action`` is worth now, item by item.  Rules: EL-SCORE-07 (A-18)."""
    bonus = state.bonus if state.bonus >= 0 else None
    lands = state.lands if action.forests else {}
    return items_of_set(_members(state, action.set), lands, bonus, state.ruleset)


def own_lit(state: State, seat: Seat) -> list[Hex]:
    """Return a seat's energized structures, sorted."""
    return sorted(cell for cell in state.lit if state.owners.get(cell) == seat)


def has_set(state: State, seat: Seat) -> bool:
    """Say whether a seat holds a set: any two structures are either equal or different."""
    own = own_lit(state, seat)
    if len(own) > 1:
        return True
    return bool(own) and set_points(_members(state, own), state.ruleset) is not None


def check_score(state: State, action: Score) -> Refusal | None:
    """Say why a set may not be scored now, or None.

    Rules: EL-TURN-02, EL-TURN-03, EL-TURN-04, EL-SCORE-01, EL-SCORE-02, EL-SCORE-03, EL-SCORE-07,
    EL-SCORE-09, EL-NRG-01, EL-BONUS-01, EL-STUCK-02.
    """
    if state.phase not in (MAIN, AFTER):
        return Refusal("EL-TURN-02", "scoring begins with the first turn")
    if state.scored:
        return Refusal("EL-TURN-02", "a set has already been scored this turn")
    if not action.forests and not state.ruleset.ask_forests:
        return Refusal("EL-SCORE-07", "forests are taken automatically (A-18)")
    for cell in action.set:
        if state.owners.get(cell) != action.seat:
            return Refusal("EL-SCORE-01", "you have no structure on {q},{r}", q=cell[0], r=cell[1])
        if cell not in state.lit:
            return Refusal(
                "EL-NRG-01",
                "the {kind} on {q},{r} is not energized",
                kind=Word(KIND_NAMES[state.kinds[cell]]),
                q=cell[0],
                r=cell[1],
            )
    if len(set(action.set)) < len(action.set):
        return Refusal("EL-SCORE-01", "a structure is listed twice")
    if set_points(_members(state, action.set), state.ruleset) is None:
        three = len(action.set) == 3
        rule = "EL-SCORE-02" if three else "EL-SCORE-01"
        return Refusal(rule, "a set is 2 or 4 different structures, or 2 or 3 equal ones")
    if state.phase == MAIN and not _may_go_on(state, action.set):
        return Refusal("EL-TURN-04", "neither a tile nor a build could follow (A-06)")
    return None


def _may_go_on(state: State, cells: Sequence[Hex]) -> bool:
    """Say whether a main action, or the pass of A-06, can follow scoring ``cells``."""
    return (
        state.ruleset.stuck_may_score
        or fits_somewhere(state, state.row)
        or can_build(state, extra=cells)
    )


def legal_scores(state: State) -> list[Score]:
    """Return the sets that may be scored now, smaller ones first, then in order of their cells."""
    if state.scored:
        return []
    seat = state.actor
    own = own_lit(state, seat)
    members = _members(state, own)
    if not own or (len(own) < 2 and set_points(members, state.ruleset) is None):
        return []
    sets = [
        tuple(own[place] for place in places) for places in possible_sets(members, state.ruleset)
    ]
    if state.phase == MAIN:
        sets = [cells for cells in sets if _may_go_on(state, cells)]
    choices = (True, False) if state.ruleset.ask_forests else (True,)
    return [Score(seat, cells, forests) for cells in sets for forests in choices]


def do_score(state: State, action: Score, events: Events) -> None:
    """Score a set and take its pawns back; the structures stay.

    Rules: EL-SCORE-04, EL-SCORE-08, EL-ABAN-02.
    """
    items = items_of_score(state, action)
    state.scores[action.seat] += sum(item.points for item in items)
    state.scored = True
    events.add(Scored, action.seat, action.set, items)
    for cell in action.set:
        take_pawns_back(state, cell, "EL-SCORE-08", events)


def take_pawns_back(state: State, cell: Hex, rule: str, events: Events) -> None:
    """Return all pawns on a structure to their owner.  Rules: EL-SCORE-08, EL-ABAN-01."""
    seat = state.owners.pop(cell)
    pawns = state.pawns.pop(cell)
    state.hands[seat] += pawns
    events.add(PawnsReturned, seat, cell, pawns, rule)
