"""Random play of Power Grid: Hypothesis strategies of games and positions, and single choices."""

from random import Random

from hypothesis import strategies as st

import powergrid
from gridcommon.game_loop import play
from gridcommon.lazy_actions import LegalActions
from powergrid import Action, Ruleset, State, make_bot, new_game
from powergrid.ruleset import CHOICES
from powergrid.tables import EDITIONS, MAPS

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
        "house_limit": st.sampled_from([None, 3, 20]),
        "region_count": st.sampled_from([None, 5, 6]),
    },
)


@st.composite
def games(draw):
    """A new game of any kind."""
    edition = draw(st.sampled_from(["recharged", "classic"]))
    board = draw(st.sampled_from(["germany", "usa"]))
    ruleset = Ruleset(edition, board, **draw(OPTIONS))
    return new_game(ruleset, draw(st.integers(2, 6)), draw(st.integers(0, 2**32)))


@st.composite
def positions(draw, moves=60):
    """A position that random play reaches: numbers pick kinds of action, then actions."""
    state = draw(games())
    depth = draw(st.integers(0, 8))  # most of the way is played by a bot, so that it gets far
    level = draw(st.sampled_from(["random", "easy"]))
    bots = [make_bot(level, depth * 10 + seat) for seat in range(state.terms.seats)]
    for number, _ in enumerate(play(powergrid, state, bots)):
        if number >= depth * 50:
            break
    for number in draw(st.lists(st.integers(0, 10**6), max_size=moves)):
        actions = powergrid.legal_actions(state)
        if not actions:
            break
        kinds = list({type(action): None for action in actions})
        kind = kinds[number % len(kinds)]
        fitting = [action for action in actions if type(action) is kind]
        powergrid.advance(state, fitting[number // len(kinds) % len(fitting)], None)
    return state


def a_ruleset(random: Random) -> Ruleset:
    """Return a ruleset of any edition and map, and about half of the options."""
    options = {
        name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.5
    }
    if random.random() < 0.1:
        options["house_limit"] = random.choice([5, 12, 20])
    return Ruleset(random.choice(EDITIONS), random.choice(MAPS), **options)


def a_choice(
    state: State, actions: LegalActions[Action], random: Random, *, sensible: bool
) -> Action:
    """Return an action of a random kind, or if ``sensible``, mostly the choice of ``easy``."""
    if sensible and random.random() < 0.85:
        view = powergrid.observe(state, state.actor)
        return make_bot("easy", random.getrandbits(30)).choose(view, actions)
    kind = actions.kinds[random.randrange(len(actions.kinds))]
    return kind[random.randrange(len(kind))]
