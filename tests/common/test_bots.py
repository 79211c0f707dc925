"""What holds for players of every level in both games: legal, repeatable, fair, and games end."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eletrika
import powergrid
from any_positions import STATES
from eletrika_play import quick_bot, random_rules
from examples import examples
from gridcommon.chance import derived_seed, seeded
from gridcommon.contract import Reason
from gridcommon.evaluation import Effort
from powergrid import Ruleset
from powergrid.bots.rollout_search import RolloutBot
from powergrid_play import games

GAMES = (powergrid, eletrika)
LITTLE = dict.fromkeys(powergrid.SEATS, Effort(1, 1))


def player(game, level, seed):
    """Return a player of a level; one that searches does so for little."""
    if game is eletrika:
        return quick_bot(level, seed)
    searches = level in ("hard", "expert")
    return RolloutBot(seed, efforts=LITTLE) if searches else game.make_bot(level, seed)


def check_choice(game, state, bot):
    """Return what a bot chooses, after checks of the choice and of the reason for it."""
    view = game.observe(state, state.actor)
    before = game.facts(view.public)
    action = bot.choose(view, game.legal_actions(state))
    assert game.facts(view.public) == before, "choosing changes nothing"
    assert game.check(state, action) is None
    assert isinstance(bot.reason, Reason)
    names = {name for _, name, _, _ in string.Formatter().parse(bot.reason.template) if name}
    assert names == set(bot.reason.values)
    assert "\n" not in str(bot.reason)
    return action


def play_out(game, state, levels, seed, most=20_000):
    """Play a game to its end or for ``most`` actions, each checked, and return them."""
    seeds = (derived_seed(seed, "bot", seat) for seat in range(len(levels)))
    bots = [player(game, level, own) for level, own in zip(levels, seeds, strict=True)]
    made = []
    while (seat := game.to_act(state)) is not None and len(made) < most:
        made.append(check_choice(game, state, bots[seat]))
        game.advance(state, made[-1], None)
    return made


def is_won(game, state):
    result = game.result(state)
    return result is not None and bool(result.winners)


@examples(1 / 5)
@given(games(), st.lists(st.sampled_from(("normal", "easy", "random")), min_size=6, max_size=6))
def test_every_game_of_power_grid_ends(state, levels):
    play_out(powergrid, state, levels[: state.terms.seats], 1)
    assert is_won(powergrid, state)


@examples(1 / 5)
@given(
    st.integers(0, 2**32),
    st.lists(st.sampled_from(tuple(eletrika.LEVELS)[:3]), min_size=2, max_size=4),
)
def test_every_game_of_eletrika_ends(seed, levels):
    rules, rng = random_rules(seeded(seed))
    state = eletrika.new_game(rules, len(levels), rng)
    play_out(eletrika, state, levels, seed, most=1000)
    assert is_won(eletrika, state)


@pytest.mark.parametrize(
    ("level", "option"), [("easy", {"reoccupy": True}), ("normal", {"abandon_zero": True})]
)
def test_bots_lose_patience_where_a_game_could_go_on_for_ever(level, option):
    state = eletrika.new_game(eletrika.Ruleset(**option), 2, 2)
    play_out(eletrika, state, [level] * 2, 2, most=1000)
    assert is_won(eletrika, state)


@pytest.mark.parametrize(
    ("edition", "board", "levels"),
    [
        ("recharged", "usa", ["easy"] * 2),
        ("classic", "germany", ["normal", "normal", "easy"]),
        ("recharged", "germany", ["normal"] * 4),
        ("classic", "usa", ["easy"] * 5),
        ("recharged", "usa", ["easy"] * 6),
    ],
)
def test_thinking_players_play_games_of_a_sensible_length_and_all_earn(edition, board, levels):
    """A player that stopped playing would sit there with a few cities and no fuel."""
    rules = Ruleset(edition, board, start_cities=len(levels) == 6)
    state = powergrid.new_game(rules, len(levels), 31 * len(levels))
    play_out(powergrid, state, levels, 31 * len(levels))
    powered = powergrid.result(state).powered
    assert 6 <= state.round <= 18
    assert max(powered) >= state.terms.end_cities - 5
    assert min(powered) > 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
@pytest.mark.parametrize("level", powergrid.LEVELS)
def test_the_same_seed_plays_the_same_and_another_one_differs(game, level):
    played = [
        play_out(game, game.new_game(game.Ruleset(), 2, seed), [level] * 2, seed, most=6)
        for seed in (3, 3, 4)
    ]
    assert played[0] == played[1] != played[2]


@pytest.mark.parametrize("level", powergrid.LEVELS)
@examples(1 / 2)
@given(STATES, st.integers(0, 99))
def test_a_choice_depends_on_nothing_hidden(level, found, seed):
    game, state = found
    if game.to_act(state) is None:
        return
    view, choices = game.observe(state, state.actor), set()
    for same in (state, game.determinize(view, seeded(seed))):
        bot = player(game, level, 7)
        assert bot.reason is None, "before the first choice"
        choices.add((check_choice(game, same, bot), str(bot.reason)))
    assert len(choices) == 1
    actions = game.legal_actions(state)
    some = actions[seed % 5 :: 1 + seed % 5] or actions
    assert game is powergrid or player(game, level, 1).choose(view, some) in some
