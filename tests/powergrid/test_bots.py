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
from gridcommon.errors import NotationError
from gridcommon.evaluation import Effort
from powergrid import LEVELS, Pass, Ruleset, State, make_bot, new_game, observe
from powergrid.bots import CHARACTERS
from powergrid.bots.characters import perturbed_weights
from powergrid.bots.easy import EasyBot
from powergrid.bots.normal import NormalBot
from powergrid.bots.rollout_bot import RolloutBot
from powergrid.bots.rollout_search import PROFILES, rival_profile_index, rival_profiles
from powergrid.bots.weights import Weights
from powergrid.ruleset import CHOICES
from powergrid.state import AUCTION, BUILDING, OVER, RESOURCES
from powergrid.tables import START_MONEY
from powergrid.view import UNKNOWN_MONEY
from powergrid_positions import deal, in_auction, say

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


def test_players_of_other_minds_differ_and_none_bids_more_than_it_is_ready_to():
    found, rng = [], seeded(5)
    for _ in range(900):
        mind, rng = perturbed_weights(rng)
        found.append(mind)
    prices = sorted(mind.price for mind in found)
    assert prices[90] < 1.05 < Weights().price < 1.6 < prices[-90]
    assert max(mind.leap for mind in found) == 1.0  # else a bid could go beyond the money


def test_rivals_are_tried_with_other_minds_the_usual_one_first():
    first, *others = rival_profiles()
    assert first == Weights()
    assert len({first, *others}) == PROFILES
    for seats in powergrid.SEATS:  # each game has rivals of its own
        met = [
            tuple(rival_profile_index(seat, game) for seat in range(seats))
            for game in range(PROFILES)
        ]
        assert met[0] == (0,) * seats
        assert len(set(met)) == PROFILES


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
    action = bot.choose(observe(state, state.actor), actions)
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
        ("recharged", "germany", ["easy", "normal"]),
        ("classic", "usa", ["normal"] * 3),
        ("classic", "germany", ["normal", "hard", "easy"]),
        ("recharged", "germany", ["normal"] * 4),
    ],
)
def test_thinking_players_play_games_of_a_sensible_length_and_all_earn(edition, board, levels):
    """A player that stopped playing would sit there with a few cities and no fuel."""
    state = play_out(Ruleset(edition, board), levels, 31 * len(levels))
    powered = powergrid.result(state).powered
    assert 6 <= state.round <= 18
    assert max(powered) >= state.terms.end_cities // 2
    assert min(powered) > 2


@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_the_same_seed_plays_the_same(level):
    one, other = (play_out(Ruleset("classic"), [level] * 2, 5) for _ in range(2))
    assert powergrid.facts(one) == powergrid.facts(other)
    assert powergrid.result(one) == powergrid.result(other)


def test_the_strongest_level_chooses_in_each_phase():
    state, phases = new_game(Ruleset(), 2, 5), set()
    bot, ahead = make_bot("expert", 5), make_bot("normal", 5)
    while len(phases) < 3:
        actions = powergrid.legal_actions(state)
        is_new = state.round > 2 and len(actions) > 1 and state.phase not in phases
        phases.update([state.phase] if is_new else [])
        chosen = check_choice(state, bot if is_new else ahead, actions)
        powergrid.advance(state, chosen)
    assert phases == {AUCTION, RESOURCES, BUILDING}


def redrawn(state: State, rng: int) -> State:
    """Return a state that looks the same to the seat to act, and differs in what is hidden."""
    return powergrid.determinize(observe(state, state.actor), rng)


@pytest.mark.parametrize("level", ["random", "easy", "normal"])
@pytest.mark.parametrize("hidden_money", [False, True])
def test_a_choice_depends_on_nothing_hidden(level, hidden_money):
    state = new_game(Ruleset(hidden_money=hidden_money), 4, 12)
    driver = make_bot("normal", 3)
    others: Counter[bool] = Counter()
    for turn in range(30):
        if powergrid.to_act(state) is None:
            break
        actions = powergrid.legal_actions(state)
        choices = set()
        for rng in range(2):
            other = redrawn(state, seeded(turn * 2 + rng))
            others[other.stack != state.stack, other.money != state.money] += 1
            bot = player(level, 7)
            choices.add((bot.choose(observe(other, state.actor), actions), str(bot.reason)))
        assert len(choices) == 1
        powergrid.advance(state, driver.choose(observe(state, state.actor), actions))
    assert others[True, hidden_money]


@pytest.mark.parametrize("hidden_money", [False, True])
def test_what_is_tried_out_depends_on_nothing_hidden(hidden_money):
    state, driver = new_game(Ruleset(hidden_money=hidden_money), 2, 12), make_bot("normal", 3)
    for turn in range(70):
        actions = powergrid.legal_actions(state)
        if turn % 10 == 9:
            others = [redrawn(state, seeded(turn + rng)) for rng in range(2)]
            assert others[0].stack != others[1].stack
            bots = [RolloutBot(7, LITTLE) for _ in others]
            choices = {
                (check_choice(other, bot, actions), str(bot.reason))
                for other, bot in zip(others, bots, strict=True)
            }
            assert len(choices) == 1
        powergrid.advance(state, driver.choose(observe(state, state.actor), actions))


def test_thinking_players_need_no_money_of_others():
    state = new_game(Ruleset(hidden_money=True), 5, 4)
    view = observe(state, state.actor)
    assert view.public.money.count(UNKNOWN_MONEY) == 4
    for bot in (EasyBot(1), NormalBot(1)):
        assert bot.choose(view, powergrid.legal_actions(state)) in powergrid.legal_actions(state)


def test_a_choice_leaves_the_view_alone():
    state = in_auction(deal("classic", seats=4))
    for bot in (
        *(make_bot(level, 1) for level in ("random", "easy", "normal")),
        RolloutBot(1, LITTLE),
    ):
        view = observe(state, state.actor)
        before = powergrid.facts(view.public)
        bot.choose(view, powergrid.legal_actions(state))
        assert powergrid.facts(view.public) == before


def test_a_reason_is_none_before_the_first_choice():
    assert all(make_bot(level, 1).reason is None for level in LEVELS)


def test_random_chooses_a_kind_first():
    state = in_auction(deal())
    view, actions = observe(state, state.actor), powergrid.legal_actions(state)
    bot = make_bot("random", 3)
    kinds = Counter(type(bot.choose(view, actions)) for _ in range(2000))
    assert len(actions) > 50
    assert all(900 < count < 1100 for count in kinds.values())
    say(state, f"open {state.plant_market[0]} 1")
    actions = powergrid.legal_actions(state)
    bids = Counter(bot.choose(observe(state, state.actor), actions) for _ in range(2000))
    assert 900 < bids[Pass(state.actor)] < 1100


def test_in_round_1_players_keep_money_for_cities():
    """Owners of plant 8 paid 22 Elektro with four players, and won 15 % of the games."""
    paid, games = 0, 12
    for seed in range(games):
        state = new_game(Ruleset(), 4, seed)
        players = [make_bot("normal", 4 * seed + seat) for seat in range(4)]
        while state.phase <= AUCTION:
            action, _ = players[state.actor].decide(state)
            powergrid.advance(state, action, None)
        paid += sum(START_MONEY - money for money in state.money)
    assert paid / (4 * games) < 11.5  # 12.8 if an Elektro counts the same for rich and poor


def test_easy_beats_random():
    wins = Counter()
    for seed in range(6):
        levels = ["random"] * 4
        levels[seed % 4] = "easy"
        state = play_out(Ruleset(("recharged", "classic")[seed % 2]), levels, seed)
        wins[seed % 4 in powergrid.result(state).winners] += 1
    assert wins[True] >= 5


# Each number of seats once, each edition; all of both by -m long
@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        pytest.param(edition, seats, marks=() if seats % 2 == odd else pytest.mark.long)
        for odd, edition in enumerate(("recharged", "classic"))
        for seats in range(2, 7)
    ],
)
def test_easy_powers_nearly_all_it_needs(edition, seats):
    ruleset = Ruleset(edition, "usa", start_cities=seats % 2 == 0)
    state = play_out(ruleset, ["easy"] * seats, 5)
    assert max(powergrid.result(state).powered) >= state.terms.end_cities - 5


@pytest.mark.parametrize(
    ("level", "known"),
    [("harder", LEVELS), *((one, CHARACTERS) for one in ("hard-gambler", "easy-miser", "normal-"))],
)
def test_an_unknown_level_or_character_is_named(level, known):
    with pytest.raises(NotationError, match=", ".join(known)):
        make_bot(level, 1)


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
