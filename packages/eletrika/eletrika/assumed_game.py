"""Turn a position into a game state, filling in what it omits, so that any query can be answered.

:func:`~eletrika.position_setup.from_position` starts a real game and requires a complete position.
Here only tiles are required. A missing value is derived from the others, or is the usual one, and
:class:`AssumedGame` lists these assumptions. The cells are those of the position.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from eletrika.position import Position, aside_waits, has_run_out, reserve_of, unseen_tiles
from eletrika.position_setup import (
    pawns_on_board,
    put_board,
    put_hands,
    put_turn,
    row_of,
    unsure_of,
)
from eletrika.ruleset import Ruleset
from eletrika.state import NO_CELL, NO_KIND, State
from eletrika.tables import ASIDE, COLOUR_NAMES, FINAL_ROUNDS, HIDDEN, PAWNS, ROW, SEATS, Owner
from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Word, Wording


@dataclass(frozen=True, slots=True)
class AssumedGame:
    """A game state that agrees with a position, with its colours and its assumptions.

    ``owners`` has the colour of each seat. ``assumed`` maps missing lines of the full form to the
    values assumed for them.
    """

    state: State
    owners: tuple[Owner, ...]
    assumed: Mapping[str, Wording]


def assume_game(position: Position, ruleset: Ruleset) -> AssumedGame:
    """Return a game state that matches ``position``, legal or not.

    Raises NotationError for a tile that the user's table does not have.
    """
    owners = _owners(position)
    seat_of = {owner: seat for seat, owner in enumerate(owners)}
    state = State(ruleset, len(owners))
    assumed: dict[str, Wording] = {}
    if not position.hands:
        names = JoinedList(tuple(Word(COLOUR_NAMES[owner]) for owner in owners))
        assumed["hand"] = Wording(
            "the players are {names}; pawns that are not on the board are in hand", {"names": names}
        )
    sources = [cell for cell, land in position.tiles.items() if land.source]
    if sources:
        state.source = sources[0]
    else:  # it is somewhere, but not in the stack
        state.source, state.discarded = NO_CELL, (ruleset.tiles.source,)
    put_board(state, position, seat_of)
    _put_players(state, position, seat_of, assumed)
    _put_turn(state, position, seat_of, assumed)
    _put_stack(state, position, assumed)
    if position.bonus is None and position.queue is None:
        assumed["bonus"] = Wording("nothing is in high demand", {})
    state.bonus = NO_KIND if position.bonus is None else position.bonus
    state.queue = position.queue or ()
    return AssumedGame(state, owners, assumed)


def _owners(position: Position) -> tuple[Owner, ...]:
    """Return the colours in the game: those that are named, and others to make two."""
    named = {*position.hands, *position.owners()}
    for owner in range(SEATS[0]):
        if len(named) < SEATS[0]:
            named.add(owner)
    return tuple(sorted(named))


def _put_players(
    state: State, position: Position, seat_of: Mapping[Owner, Seat], assumed: dict[str, Wording]
) -> None:
    state.hands = [max(0, PAWNS - pawns) for pawns in pawns_on_board(state)]
    state.scores = [0] * state.seats
    put_hands(state, position, seat_of)
    state.unsettled = unsure_of(position, seat_of)
    if not position.scores:
        assumed["score"] = Wording("no player has scored yet", {})
    if not position.markers_in_hand:
        assumed["markers"] = Wording("markers that are not on the board are in hand", {})


def _put_turn(
    state: State, position: Position, seat_of: Mapping[Owner, Seat], assumed: dict[str, Wording]
) -> None:
    if position.turn is None:
        built = (one.owner for one in position.structures.values() if one.owner is not None)
        owner = min(built, default=min(seat_of))
        assumed["turn"] = Wording("it is {owner}'s turn", {"owner": Word(COLOUR_NAMES[owner])})
    else:
        owner = min(seat_of) if position.to_act is None else position.to_act
    put_turn(state, position, seat_of, seat_of[owner])
    if position.last is not None:
        state.end_round = max(position.last, state.round)
        if position.round is None:
            assumed["round"] = Wording("it is round {round}", {"round": state.round})
    elif has_run_out(position, state.ruleset.tiles):
        state.end_round = state.round + FINAL_ROUNDS
        assumed["last"] = Wording("the stack has just run out", {})


def _put_stack(state: State, position: Position, assumed: dict[str, Wording]) -> None:
    """Set up the hidden pieces: tiles face down, and the reserve that ``check`` uses."""
    if position.row is None:
        state.row = [HIDDEN] * ROW
        assumed["row"] = Wording("any remaining tile may be face up", {})
    else:
        state.row = row_of(state, position)
    state.reserve = reserve_of(position, state.ruleset)
    state.aside_due = aside_waits(position, state.ruleset)
    aside = 0 if state.end_round and not state.aside_due else ASIDE
    if position.stack is None:
        unseen = unseen_tiles(position, state.ruleset.tiles) - len(state.discarded)
        state.stack = [HIDDEN] * max(0, unseen - aside)
        assumed["stack"] = Wording(
            "the stack holds {count:tile|tiles}, and the reserve all structures that are not on "
            "the board",
            {"count": len(state.stack)},
        )
    else:
        state.stack = [HIDDEN] * position.stack
    state.aside = [HIDDEN] * aside
