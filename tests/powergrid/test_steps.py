"""Steps 2 and 3: when they begin, what leaves the market, and which comes first."""

import pytest

from gridcommon.events import NOBODY_LISTENS
from powergrid.game import next_auctions
from powergrid.plant_market import draw
from powergrid.ruleset_change import change_ruleset
from powergrid.tables import STEP3
from powergrid_positions import deal, own_cities
from powergrid_rows import position


@pytest.mark.rule("PG-STEP-06")
def test_the_shuffle_of_the_step3_card_is_uniform_and_noted():
    seen = set()
    for seed in range(200):
        state = deal()
        state.rng = seed
        state.stack = [STEP3, 31, 32, 33]
        draw(state, NOBODY_LISTENS)
        seen.add(tuple(state.stack))
        assert state.draws.after_step3 == tuple(state.stack)
    assert len(seen) == 6


@pytest.mark.rule("PG-STEP-05", "PG-STEP-06", "PG-STEP-10")
def test_a_comparison_looks_ahead_to_step_3_once_the_card_is_drawn():
    """The cities of step 2 do not bring step 2 then; the lowest plant leaves with the card."""
    at = "powergrid classic | round 2 | {} | stack 2"
    lies = position(at.format("plants 21 22 23 24 25 26 27 | step3 lies"))
    pending = position(
        at.format(
            "phase building | order A B C | turn A | plants 22 23 24 25 26 27 | step3 pending"
        )
    )
    own_cities(lies, 0, 7)
    own_cities(pending, 0, 7)
    for then in (
        change_ruleset(lies, lies.ruleset).at_bureaucracy(),
        next_auctions(pending),
        change_ruleset(pending, pending.ruleset).at_bureaucracy(),
    ):
        assert (then.step, then.step3_lies, then.step3_pending) == (3, False, False)
        assert then.plant_market == [22, 23, 24, 25, 26, 27]
