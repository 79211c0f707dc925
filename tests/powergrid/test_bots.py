"""The bots, and the seats' own chance."""

from collections import Counter

import pytest

from gridcommon.errors import NotationError
from gridcommon.playing import play
from powergrid import LEVELS, Bid, Open, Pass, Ruleset, game, make_bot, new_game, observe
from powergrid.bots import kind_starts
from powergrid.game import legal_actions
from powergrid_positions import deal, in_auction, say


def finished(levels, seed, **options):
    ruleset = Ruleset(**options)
    state = new_game(ruleset, len(levels), seed)
    bots = [make_bot(level, seed * 10 + seat) for seat, level in enumerate(levels)]
    for _ in play(game, state, bots):
        pass
    return state


def test_random_chooses_a_kind_first():
    state = in_auction(deal())
    view, actions = observe(state, state.actor), legal_actions(state)
    bot = make_bot("random", 3)
    kinds = Counter(type(bot.choose(view, actions)) for _ in range(2000))
    assert len(actions) > 50
    assert all(900 < count < 1100 for count in kinds.values())
    say(state, f"open {state.plant_market[0]} 1")
    bids = Counter(bot.choose(view, legal_actions(state)) for _ in range(4000))
    assert 1850 < bids[Pass(state.actor)] < 2150
    assert len(bids) == len(legal_actions(state))


def test_kinds_stand_together():
    assert kind_starts([Pass(0)]) == [0]
    assert kind_starts([Open(0, 3, 3), Bid(0, 4), Bid(0, 5), Pass(0)]) == [0, 1, 3]


def test_easy_beats_random():
    wins = Counter()
    for seed in range(12):
        levels = ["random"] * 4
        levels[seed % 4] = "easy"
        state = finished(levels, seed, edition=("recharged", "classic")[seed % 2])
        wins[seed % 4 in game.result(state).winners] += 1
    assert wins[True] >= 11


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("edition", ["recharged", "classic"])
def test_easy_finishes_a_game_in_a_sensible_time(edition, seats):
    powered = []
    for board in ("germany", "usa"):
        for start_cities in (False, True):
            state = finished(
                ["easy"] * seats, seats, edition=edition, map=board, start_cities=start_cities
            )
            assert 5 <= state.round <= 20
            powered.append(max(game.result(state).powered))
    assert sum(powered) / len(powered) >= state.terms.end_cities - 5


def test_a_bot_sees_no_more_than_its_seat():
    """The same choices follow whatever the hidden part is."""
    state = new_game(Ruleset(), 4, 8)
    for level in LEVELS:
        choices = []
        for rng in range(5):
            view = observe(game.redraw(observe(state, state.actor), rng), state.actor)
            choices.append(make_bot(level, 1).choose(view, legal_actions(state)))
        assert len(set(choices)) == 1


def test_an_unknown_level_is_named():
    with pytest.raises(NotationError, match="random, easy"):
        make_bot("hard", 1)
