"""The result of a game: the winners, and the deciding rule."""

from dataclasses import dataclass

from eletrika.state import OVER, State
from gridcommon.contract import Seat
from gridcommon.pickling import pickle_by_fields


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: scores in MW and pawns on structures for each seat, and the deciding rule.

    ``compared`` breaks ties: those pawns, or the structures that a seat owns (option ``tie``).
    ``unsure`` are the seats whose points depend on undeclared facts.
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    pawns_on_board: tuple[int, ...]
    decided_by: str
    compared: tuple[int, ...]
    unsure: tuple[Seat, ...] = ()


def result(state: State) -> Result | None:
    """Return the winners and the deciding rule, or None while the game is in progress.

    Rules: EL-END-04, EL-WIN-01, EL-WIN-02, EL-WIN-03 (A-22).
    """
    return provisional_result(state) if state.phase == OVER else None


def provisional_result(state: State) -> Result:
    """Return the result if the game were over now.

    Unscored sets and markers on the table are worth nothing.
    Rules: EL-END-04, EL-WIN-01, EL-WIN-02, EL-WIN-03 (A-22).
    """
    seats = range(state.seats)
    pawns = [0] * state.seats
    structures = [0] * state.seats
    for cell, owner in state.owners.items():
        pawns[owner] += state.pawns[cell]
        structures[owner] += 1
    best = max(state.scores)
    winners = [seat for seat in seats if state.scores[seat] == best]
    rule = "EL-WIN-01"
    held = structures if state.ruleset.tie == "structures" else pawns
    if len(winners) > 1:
        most = max(held[seat] for seat in winners)
        winners = [seat for seat in winners if held[seat] == most]
        rule = "EL-WIN-02" if len(winners) == 1 else "EL-WIN-03"
    scores = tuple(state.scores)
    return Result(tuple(winners), scores, tuple(pawns), rule, tuple(held), unsure(state))


def unsure(state: State) -> tuple[Seat, ...]:
    """Return the seats whose points depend on undeclared facts.  Rules: EL-COMP-09."""
    return tuple(sorted({one.seat for one in state.unsettled}))


pickle_by_fields(Result)
