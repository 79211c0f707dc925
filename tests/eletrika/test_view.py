"""What spectators see."""

import pytest

from eletrika import Ruleset, new_game, observe, spectate
from eletrika.tables import HIDDEN


@pytest.mark.rule("EL-SETUP-03", "EL-SETUP-04")
def test_a_spectator_sees_what_all_seats_see():
    state = new_game(Ruleset(), 3, 5)
    seen = spectate(state)
    assert HIDDEN in seen.stack
    assert HIDDEN not in state.stack
    for seat in range(3):
        public = observe(state, seat).public
        assert (seen.stack, seen.aside, seen.row) == (public.stack, public.aside, public.row)
