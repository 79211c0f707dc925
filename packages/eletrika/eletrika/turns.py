"""Turns and rounds: the consequences of an action, the end of a turn, and the next seat."""

from eletrika.actions import EndTurn, LayTile, Pass
from eletrika.building import can_build
from eletrika.events import BonusChanged, GameEnded, TilePutUnder, TurnEnded
from eletrika.placement import do_bonus, do_tile, fits_somewhere
from eletrika.scoring import has_set
from eletrika.stack import discard_row, refill, return_aside, run_out
from eletrika.state import AFTER, MAIN, NO_KIND, NO_TILE, OVER, SETUP, State, seat_at
from gridcommon.errors import Refusal
from gridcommon.events import Events


def draw_setup_tile(state: State, events: Events) -> None:
    """Draw the set-up tile of the next seat; after the last one, start the first round.

    A tile that fits nowhere goes under the stack.  Rules: EL-SETUP-08, EL-SETUP-09 (A-05).
    """
    while state.turn < state.seats:
        state.actor = seat_at(state, state.turn)
        tries = len(state.stack) if state.ruleset.setup_redraw else 1
        for _ in range(tries):
            tile = state.stack.pop()
            state.under = min(state.under, len(state.stack))
            if fits_somewhere(state, [tile]):
                state.drawn = tile
                return
            state.stack.insert(0, tile)
            state.under += 1
            events.add(TilePutUnder, state.actor, tile)
        state.turn += 1  # this seat lays no tile
    state.drawn = NO_TILE
    state.round = 1
    state.turn = 0
    _begin_turn(state, events)


def _begin_turn(state: State, events: Events) -> None:
    """Rules: EL-TURN-01."""
    state.actor = seat_at(state, state.turn)
    state.phase = MAIN
    state.scored = False
    refresh_unplayable_row(state, events)


def refresh_unplayable_row(state: State, events: Events) -> None:
    """At the start of a turn, replace a row in which no tile fits, or start the final phase.

    Under ``row_redraw`` a row that fits nowhere is discarded while other tiles are left. An
    unplayable row that stays starts the final phase, since no tile could ever be laid again;
    without ``no_fit_ends`` the game continues.
    Rules: EL-TILE-08, EL-TILE-09, EL-STUCK-03 (A-08).
    """
    if state.ruleset.row_redraw:
        while (
            state.row
            and (state.stack or (state.aside and not state.aside_due))
            and not fits_somewhere(state, state.row)
        ):
            discard_row(state, events)
            refill(state, events)
    if state.ruleset.no_fit_ends and not state.end_round and not fits_somewhere(state, state.row):
        run_out(state, events, "EL-STUCK-03")


def lay_tile(state: State, action: LayTile, events: Events) -> None:
    """Lay a tile, refill the row, take the bonus action, and finish the action.

    Rules: EL-TILE-06, EL-BONUS-01 (A-07).
    """
    do_tile(state, action, events)
    if state.phase == SETUP:
        state.turn += 1
        draw_setup_tile(state, events)
        return
    if state.ruleset.refill == "placement":
        refill(state, events)
    do_bonus(state, action, events)
    finish_main_action(state, events)


def finish_main_action(state: State, events: Events) -> None:
    """After a tile or a build, wait for a score if one is possible, else end the turn.

    Rules: EL-TURN-02.
    """
    if not state.scored and has_set(state, state.actor):
        state.phase = AFTER
    else:
        end_turn(state, events)


def end_turn(state: State, events: Events) -> None:
    """End the turn and start the next one, or end the game.

    Rules: EL-CITY-01, EL-CITY-02, EL-CITY-04, EL-CITY-05, EL-END-02, EL-END-03, EL-END-04,
    EL-TURN-06 (A-07, A-13, A-21).
    """
    if state.ruleset.refill == "turn_end":
        refill(state, events)
    if state.aside_due:
        return_aside(state, events)
        refill(state, events)
    if state.city_built:
        state.city_built = False
        change_bonus(state, events)
    events.add(TurnEnded, state.actor, state.round)
    state.turn += 1
    if state.turn == state.seats:
        if state.round == state.end_round:
            state.phase = OVER
            events.add(GameEnded)
            return
        state.round += 1
        state.turn = 0
    _begin_turn(state, events)


def change_bonus(state: State, events: Events) -> None:
    """Put the next kind in high demand, as a City does when its turn ends.

    Rules: EL-CITY-02, EL-CITY-04 (A-13).
    """
    if not state.queue and state.ruleset.queue_empty != "clear":
        return
    if state.bonus != NO_KIND:
        state.covered += (state.bonus,)
    if state.queue:
        state.bonus, state.queue = state.queue[0], state.queue[1:]
    else:
        state.bonus = NO_KIND
    events.add(BonusChanged, None if state.bonus == NO_KIND else state.bonus)


def check_end(state: State, _action: EndTurn) -> Refusal | None:
    """Return why the turn may not be ended by hand, or None.  Rules: EL-TURN-01, EL-TURN-02."""
    if state.phase != AFTER:
        return Refusal("EL-TURN-01", "take a main action first; the turn then ends automatically")
    return None


def check_pass(state: State, action: Pass) -> Refusal | None:
    """Return why a seat may not pass, or None.

    Rules: EL-TURN-01, EL-STUCK-01, EL-STUCK-02 (A-06, A-14).
    """
    if state.phase != MAIN:
        return Refusal("EL-TURN-01", "the main action of this turn is done, or not yet due")
    if fits_somewhere(state, state.row):
        return Refusal("EL-STUCK-02", "a tile may be laid")
    if state.hands[action.seat] and can_build(state):
        return Refusal("EL-STUCK-02", "a structure may be built")
    if not state.scored and (state.ruleset.abandon_zero or action.seat in state.owners.values()):
        return Refusal("EL-STUCK-02", "structures may be abandoned")
    return None
