"""Positions of both games that random play reaches, as Hypothesis strategies."""

from hypothesis import strategies as st

import eletrika
import powergrid
from eletrika_play import chosen, random_rules
from gridcommon.chance import seeded
from powergrid_play import positions


@st.composite
def eletrika_positions(draw_from):
    """A position of Eletrika that random play under random rules reaches."""
    rng = seeded(draw_from(st.integers(0, 2**32)))
    rules, rng = random_rules(rng)
    state = eletrika.new_game(rules, draw_from(st.integers(2, 4)), rng)
    for _ in range(draw_from(st.integers(0, 120))):
        if not (actions := eletrika.legal_actions(state)):
            break
        action, rng = chosen(state, actions, rng, lively=True)
        eletrika.advance(state, action, None)
    return state


STATES = st.one_of(
    positions(moves=20).map(lambda state: (powergrid, state)),
    eletrika_positions().map(lambda state: (eletrika, state)),
)
