"""The start of steps 2 and 3, and its immediate effects."""

from gridcommon.events import Events
from powergrid.events import StepBegan
from powergrid.plant_market import replace_lowest
from powergrid.state import BUREAUCRACY, BURY, BY_STEP, DISCARD, NO_UPDATE, State, price_slots

_AFTER_STEP2_DRAW = {"none": NO_UPDATE, "bury": BURY, "discard": DISCARD}


def coming_step(state: State) -> int:
    """Return the step of the next refill, as far as it is certain now.

    That is the current step, or one that is certain to begin before the refill.
    Rules: PG-STEP-02, PG-STEP-03, PG-STEP-04, PG-STEP-05.
    """
    if state.phase == BUREAUCRACY:
        return state.step
    if state.step3_pending or state.step3_lies:
        return 3
    return 2 if _is_step2_due(state) else state.step


def awaits_step2(state: State) -> bool:
    """Return whether step 2 can still begin: only before the Step 3 card takes effect.

    Rules: PG-STEP-10.
    """
    return state.step == 1 and not (state.step3_pending or state.step3_lies)


def _is_step2_due(state: State) -> bool:
    return awaits_step2(state) and state.most_cities >= state.terms.step2_cities


def begin_step2(state: State, events: Events) -> None:
    """Between phases 4 and 5: begin step 2 if it is due, and replace the lowest plant.

    Once step 3 is in force or pending, reaching the number of cities has no effect. If the
    replacement is the Step 3 card, it counts as drawn in the current phase: at the end of phase 4,
    step 3 begins with phase 5, as after any draw of that phase.
    Rules: PG-STEP-01, PG-STEP-02, PG-STEP-03, PG-STEP-04, PG-STEP-08, PG-STEP-10.
    """
    if not _is_step2_due(state):
        return
    _begin(state, 2, "PG-STEP-04", events)
    replace_lowest(state, "PG-STEP-04", events)
    if state.step3_pending and state.phase == BUREAUCRACY:
        state.update = _AFTER_STEP2_DRAW[state.terms.ruleset.market_update_after_step2_draw]


def begin_step3(state: State, events: Events) -> None:
    """At the start of a phase: begin step 3 if the card was drawn in the phase before.

    Rules: PG-STEP-05, PG-STEP-06, PG-STEP-07, PG-STEP-08.
    """
    if not state.step3_pending:
        return
    state.step3_pending = False
    _begin(state, 3, "PG-STEP-05", events)
    if state.terms.ruleset.step3_first_update == "next_round":
        state.update = NO_UPDATE  # for this round only


def begin_round(state: State) -> None:
    """Reset the market update to that of the step."""
    state.update = BY_STEP


def _begin(state: State, step: int, rule: str, events: Events) -> None:
    state.step = step
    price_slots(state)
    events.add(StepBegan, step, rule)
