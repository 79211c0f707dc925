"""States that random play of Eletrika reaches under random rules, for property tests."""

from hypothesis import strategies as st

from eletrika import advance, legal_actions, new_game
from eletrika_play import chosen, random_rules
from gridcommon.chance import seeded

SEEDS = st.integers(0, 2**32)


@st.composite
def positions(draw):
    """A state that random play reaches: most of the way by chance, the last steps by numbers."""
    rules, rng = random_rules(seeded(draw(SEEDS)))
    state = new_game(rules, draw(st.integers(2, 4)), draw(SEEDS))
    lively = draw(st.integers(0, 3)) > 0
    for _ in range(draw(st.integers(0, 90))):
        actions = legal_actions(state)
        if not actions:
            break
        action, rng = chosen(state, actions, rng, lively=lively)
        advance(state, action)
    for number in draw(st.lists(st.integers(0, 10**6), max_size=6)):
        actions = legal_actions(state)
        if not actions:
            break
        kind = actions.kinds[number % len(actions.kinds)]
        advance(state, kind[number // len(actions.kinds) % len(kind)])
    return state
