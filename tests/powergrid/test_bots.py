"""What holds for players of every level: legal, repeatable, fair, and they come to an end."""

import string
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import powergrid
from examples import examples
from gridcommon.chance import fork, seeded
from gridcommon.contract import Reason
from gridcommon.evaluation import Effort
from powergrid import Ruleset, State, make_bot, new_game, observe
from powergrid.bots import CHARACTERS
from powergrid.bots.normal import NormalBot
from powergrid.bots.rollout_search import RolloutBot
from powergrid.ruleset import CHOICES
from powergrid.state import OVER, RESOURCES

OPTIONS = {
    "house_limit": (None, 5, 12, 20),
    "region_count": (None, 5, 6),
    **{name: values for name, values in CHOICES.items() if values != (False,)},
}
RULESETS = st.builds(
    Ruleset,
    st.sampled_from(("recharged", "classic")),
    st.sampled_from(("germany", "usa")),
    **{name: st.sampled_from(values) for name, values in OPTIONS.items()},
)


LITTLE = dict.fromkeys(powergrid.SEATS, Effort(1, 1))


class Dozing:
    """A searching player that tries choices out now and then, and else plays as a normal one."""

    def __init__(self, seed: int) -> None:
        self.awake, self.asleep = RolloutBot(seed, LITTLE), NormalBot(seed)
        self.turn, self.reason = 0, None

    def choose(self, view, actions):
        self.turn += 1
        bot = self.asleep if self.turn % 12 else self.awake
        action = bot.choose(view, actions)
        self.reason = bot.reason
        return action


def player(level: str, seed: int):
    """Return a player of a level; one that searches does so only now and then."""
    return Dozing(seed) if level in ("hard", "expert") else make_bot(level, seed)


def check_choice(state: State, bot, actions) -> object:
    """Return what ``bot`` chooses, after checks of the choice and of the reason for it."""
    view = observe(state, state.actor)
    before = powergrid.facts(view.public)
    action = bot.choose(view, actions)
    assert powergrid.facts(view.public) == before
    assert powergrid.check(state, action) is None
    assert isinstance(bot.reason, Reason)
    names = {name for _, name, _, _ in string.Formatter().parse(bot.reason.template) if name}
    assert names == set(bot.reason.values)
    assert "\n" not in str(bot.reason)
    return action


def play_out(ruleset: Ruleset, levels, seed: int) -> State:
    """Return the end of a game, each choice of which was checked."""
    state = new_game(ruleset, len(levels), seed)
    bots = [player(level, fork(seeded(seed), seat)) for seat, level in enumerate(levels)]
    for _ in range(20_000):
        if powergrid.to_act(state) is None:
            return state
        actions = powergrid.legal_actions(state)
        powergrid.advance(state, check_choice(state, bots[state.actor], actions))
    raise AssertionError(f"round {state.round} of a game that does not end")


@examples(1 / 5)
@given(
    RULESETS,
    st.lists(
        st.sampled_from(("normal", "normal", "easy", "random", "hard")), min_size=2, max_size=6
    ),
    st.integers(0, 1 << 40),
)
def test_every_choice_is_legal_and_every_game_ends(ruleset, levels, seed):
    state = play_out(ruleset, levels, seed)
    assert state.phase == OVER
    assert powergrid.result(state).winners


@pytest.mark.parametrize(
    ("edition", "board", "levels"),
    [
        ("recharged", "usa", ["easy"] * 2),
        ("classic", "germany", ["normal", "hard", "easy"]),
        ("recharged", "germany", ["normal"] * 4),
        ("classic", "usa", ["easy"] * 5),
        ("recharged", "usa", ["easy"] * 6),
    ],
)
def test_thinking_players_play_games_of_a_sensible_length_and_all_earn(edition, board, levels):
    """A player that stopped playing would sit there with a few cities and no fuel."""
    rules = Ruleset(edition, board, start_cities=len(levels) == 6)
    state = play_out(rules, levels, 31 * len(levels))
    powered = powergrid.result(state).powered
    assert 6 <= state.round <= 18
    assert max(powered) >= state.terms.end_cities - 5
    assert min(powered) > 2


def test_the_same_seed_plays_the_same():
    levels = ["random", "easy", "normal", "hard"]
    one, other = (play_out(Ruleset("classic"), levels, 5) for _ in range(2))
    assert powergrid.facts(one) == powergrid.facts(other)
    assert powergrid.result(one) == powergrid.result(other)


def test_the_strongest_level_chooses():
    state, ahead = new_game(Ruleset(), 2, 5), make_bot("normal", 5)
    while state.round < 3 or state.phase != RESOURCES:
        actions = powergrid.legal_actions(state)
        powergrid.advance(state, check_choice(state, ahead, actions))
    check_choice(state, make_bot("expert", 5), powergrid.legal_actions(state))


@pytest.mark.parametrize("hidden_money", [False, True])
def test_a_choice_depends_on_nothing_hidden_and_leaves_the_view_alone(hidden_money):
    state = new_game(Ruleset(hidden_money=hidden_money), 4, 12)
    driver, seen = make_bot("normal", 3), set()
    for turn in range(40):
        actions, view = powergrid.legal_actions(state), observe(state, state.actor)
        others = [powergrid.determinize(view, seeded(turn * 2 + rng)) for rng in range(2)]
        seen.update((other.stack != state.stack, other.money != state.money) for other in others)
        for level in ("random", "easy", "normal", *["hard"] * (turn % 10 == 9)):
            choices = set()
            for other in others:
                bot = RolloutBot(7, LITTLE) if level == "hard" else make_bot(level, 7)
                assert bot.reason is None  # before the first choice
                choices.add((check_choice(other, bot, actions), str(bot.reason)))
            assert len(choices) == 1
        powergrid.advance(state, driver.choose(view, actions))
    assert (True, hidden_money) in seen


def test_easy_beats_random():
    wins = Counter()
    for seed in range(6):
        levels = ["random"] * 4
        levels[seed % 4] = "easy"
        state = play_out(Ruleset(("recharged", "classic")[seed % 2]), levels, seed)
        wins[seed % 4 in powergrid.result(state).winners] += 1
    assert wins[True] >= 5


@pytest.mark.parametrize("character", list(CHARACTERS))
def test_a_character_plays_its_own_way(character):
    """It differs from a normal player somewhere in a game, and a searching one can have it."""
    state, differs = new_game(Ruleset(), 3, 8), False
    usual, own = NormalBot(1), make_bot(f"normal-{character}", 1)
    while not differs:
        view, actions = observe(state, state.actor), powergrid.legal_actions(state)
        action = usual.choose(view, actions)
        differs = own.choose(view, actions) != action
        powergrid.advance(state, action)
    assert isinstance(make_bot(f"hard-{character}", 1), RolloutBot)
