"""Scoring a set and abandoning structures: when they are legal, and their effects."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from eletrika.actions import Abandon, Score
from eletrika.building import can_build
from eletrika.events import Item, PawnsReturned, Scored, ScoreSettled
from eletrika.placement import fits_somewhere
from eletrika.sets import (
    OPEN_ITEMS,
    Member,
    forests_of,
    items_of_set,
    open_items,
    possible_sets,
    set_points,
)
from eletrika.state import AFTER, MAIN, NO_KIND, OVER, State, Unsettled
from eletrika.tables import KIND_NAMES, UNKNOWN_EDGE, Kind
from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridcommon.events import Events
from gridcommon.hexes import Hex


def _members(state: State, cells: Sequence[Hex]) -> list[Member]:
    return [Member(cell, state.kinds[cell], state.pawns[cell]) for cell in cells]


def items_of_score(state: State, action: Score) -> tuple[Item, ...]:
    """Return the items of a legal score.  Rules: EL-SCORE-07 (A-18)."""
    lands = state.lands if action.forests else {}
    members = _members(state, action.set)
    items = items_of_set(members, lands, state.bonus, state.ruleset)
    return (*items, *open_items(members, lands, state.bonus, state.ruleset))


def settle(state: State, events: Events) -> None:
    """Recount the scores that depended on facts declared meanwhile.  Rules: EL-COMP-09."""
    order = (NO_KIND, *state.covered, state.bonus)
    left = []
    for one in state.unsettled:
        members = [Member(*member) for member in one.members]
        if not members or one.place >= len(order):
            left.append(one)
            continue
        lands = {
            cell: state.lands.get(cell, edges) if UNKNOWN_EDGE in edges else edges
            for cell, edges in one.lands.items()
        }
        bonus = order[one.place]
        points = sum(item.points for item in items_of_set(members, lands, bonus, state.ruleset))
        if points != one.points:
            state.scores[one.seat] += points - one.points
            events.add(ScoreSettled, one.seat, points - one.points)
        if open_items(members, lands, bonus, state.ruleset):
            left.append(replace(one, lands=lands, points=points))
    state.unsettled = tuple(left)


def own_lit(state: State, seat: Seat) -> list[Hex]:
    """Return a seat's energized structures, sorted."""
    return sorted(cell for cell in state.lit if state.owners.get(cell) == seat)


def has_set(state: State, seat: Seat) -> bool:
    """Return whether a seat holds a set: any two structures are either equal or different."""
    own = own_lit(state, seat)
    if len(own) > 1:
        return True
    return bool(own) and set_points(_members(state, own), state.ruleset) is not None


def check_moment(phase: int, *, has_scored: bool) -> Refusal | None:
    """Return why the seat to act may score no set at this moment of its turn, or None.

    Rules: EL-TURN-02, EL-END-03.
    """
    if phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    if phase not in (MAIN, AFTER):
        return Refusal("EL-TURN-02", "scoring begins with the first turn")
    if has_scored:
        return Refusal("EL-TURN-02", "a set has already been scored this turn")
    return None


def check_score(state: State, action: Score) -> Refusal | None:
    """Return why a set may not be scored now, or None.

    Rules: EL-TURN-02, EL-TURN-03, EL-TURN-04, EL-SCORE-01, EL-SCORE-02, EL-SCORE-03, EL-SCORE-07,
    EL-SCORE-09, EL-NRG-01, EL-BONUS-01, EL-STUCK-02.
    """
    if refusal := check_moment(state.phase, has_scored=state.scored):
        return refusal
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
    """Return whether a main action, or the pass of A-06, can follow scoring ``cells``."""
    return (
        state.ruleset.stuck_may_score
        or fits_somewhere(state, state.row)
        or can_build(state, extra=cells)
    )


def legal_scores(state: State) -> list[Score]:
    """Return the sets that may be scored now, smaller ones first, then by cells."""
    if state.scored:
        return []
    scores = possible_scores(state, state.actor)
    if state.phase == MAIN:
        return [score for score in scores if _may_go_on(state, score.set)]
    return scores


def possible_scores(state: State, seat: Seat, among: Sequence[Hex] | None = None) -> list[Score]:
    """Return the sets that a seat's energized structures form, on anybody's turn.

    ``among`` are some of those structures, sorted; by default, all.
    """
    own = own_lit(state, seat) if among is None else among
    members = _members(state, own)
    if not own or (len(own) < 2 and set_points(members, state.ruleset) is None):
        return []
    sets = [
        tuple(own[place] for place in places) for places in possible_sets(members, state.ruleset)
    ]
    choices = (True, False) if state.ruleset.ask_forests else (True,)
    return [Score(seat, cells, forests) for cells in sets for forests in choices]


def best_members(state: State, seat: Seat) -> list[Hex]:
    """Return the energized structures that the first of a seat's most valuable sets can hold.

    A set takes at most four structures of one kind, so of those with equally many pawns the four
    with the most forests are enough. A board of any size then has few sets to compare.
    Rules: EL-SCORE-01, EL-FOREST-01.
    """
    groups: dict[tuple[Kind, int], list[Hex]] = {}
    for cell in own_lit(state, seat):
        groups.setdefault((state.kinds[cell], state.pawns[cell]), []).append(cell)

    def forests(cell: Hex) -> int:
        member = Member(cell, state.kinds[cell])
        return sum(item.points for item in forests_of(member, state.lands, state.ruleset))

    return sorted(
        cell
        for cells in groups.values()
        for cell in (cells if len(cells) <= 4 else sorted(cells, key=forests, reverse=True)[:4])
    )


def do_score(state: State, action: Score, events: Events) -> None:
    """Score a set and take its pawns back. The structures stay.

    Rules: EL-SCORE-04, EL-SCORE-08, EL-ABAN-02.
    """
    items = items_of_score(state, action)
    points = sum(item.points for item in items)
    state.scores[action.seat] += points
    if any(item.what in OPEN_ITEMS for item in items):
        place = 0 if state.bonus == NO_KIND else len(state.covered) + 1
        lands = dict(state.lands) if action.forests else {}
        members = tuple(_members(state, action.set))
        state.unsettled += (Unsettled(action.seat, members, place, lands, points),)
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


def check_abandon(state: State, action: Abandon) -> Refusal | None:
    """Return why structures may not be abandoned now, or None.

    Rules: EL-TURN-01, EL-TURN-03, EL-TURN-04, EL-ABAN-01, EL-ABAN-04, EL-STUCK-01 (A-14).
    """
    if state.phase != MAIN:
        return Refusal("EL-TURN-01", "the main action of this turn is done, or not yet due")
    if state.scored:
        return Refusal("EL-TURN-03", "a set was scored this turn: a tile or a build must follow")
    if not action.at and not state.ruleset.abandon_zero:
        return Refusal("EL-ABAN-01", "at least one structure must be abandoned (A-14)")
    if refusal := check_own(state, action.seat, action.at):
        return refusal
    if len(set(action.at)) < len(action.at):
        return Refusal("EL-ABAN-01", "a structure is listed twice")
    return None


def check_own(state: State, seat: Seat, cells: Sequence[Hex]) -> Refusal | None:
    """Return why a seat cannot abandon cells on which not all structures are its own, or None."""
    for q, r in cells:
        if state.owners.get((q, r)) != seat:
            return Refusal("EL-ABAN-01", "you have no structure on {q},{r}", q=q, r=r)
    return None


def legal_abandons(state: State) -> list[Abandon]:
    """Return each legal choice of structures as sorted cells, smaller choices first."""
    if state.scored:
        return []
    seat = state.actor
    own = state.own_cells(seat)
    fewest = 0 if state.ruleset.abandon_zero else 1
    return [
        Abandon(seat, cells)
        for count in range(fewest, len(own) + 1)
        for cells in combinations(own, count)
    ]


def do_abandon(state: State, action: Abandon, events: Events) -> None:
    """Take the pawns back.  Rules: EL-ABAN-01, EL-ABAN-02."""
    for cell in action.at:
        take_pawns_back(state, cell, "EL-ABAN-01", events)
