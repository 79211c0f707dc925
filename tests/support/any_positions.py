"""Positions of both games that random play reaches, as Hypothesis strategies."""

from hypothesis import strategies as st

import eletrika
import eletrika_play
import powergrid
import powergrid_play

STATES = st.one_of(
    powergrid_play.positions(moves=20).map(lambda state: (powergrid, state)),
    eletrika_play.positions().map(lambda state: (eletrika, state)),
)
