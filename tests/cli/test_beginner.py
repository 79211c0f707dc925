"""The level ``beginner``: it can be beaten without a plan, and never looks helpless."""

import runpy
from pathlib import Path

import pytest

import eletrika
import powergrid
from duels import share_won
from gridcommon import game_loop
from powergrid.bots.beginner import FIRST_PURSE, PURSE, TIRED
from powergrid.powering import output

EXAMPLES = Path(__file__).parents[2] / "examples"
SEED = 88_000


@pytest.mark.parametrize(
    ("game", "deals", "least", "most"),
    [
        (powergrid, 10, 0.25, 0.95),
        pytest.param(powergrid, 150, 0.5, 0.8, marks=pytest.mark.long),
        pytest.param(eletrika, 75, 0.5, 0.8, marks=pytest.mark.long),
    ],
)
def test_who_only_takes_the_best_of_each_turn_wins_most_games(game, deals, least, most):
    greedy, games = runpy.run_path(str(EXAMPLES / f"greedy_{game.NAME}.py"))["Greedy"], 2 * deals
    won = (
        share_won(game, greedy, "beginner", SEED + number // 2, number % 2, number)
        for number in range(games)
    )
    assert least <= sum(won) / games <= most


@pytest.mark.parametrize("seats", [2, 4])
def test_beginner_buys_no_plant_that_it_cannot_run_and_no_city_that_stays_dark(seats):
    for seed in range(SEED, SEED + 3):
        state = powergrid.new_game(powergrid.Ruleset(), seats, seed)
        bots = [powergrid.make_bot("beginner", seat) for seat in range(seats)]
        for action, _ in game_loop.play(powergrid, state, bots, with_events=False):
            seat = action.seat
            match action:
                case powergrid.Open() | powergrid.Bid():
                    kept = FIRST_PURSE if state.round == 1 else PURSE
                    offered = getattr(action, "amount", 0)
                    assert state.money[seat] >= kept or not offered, (seed, action)
                case powergrid.Build():
                    rich = state.money[seat] + 60 >= TIRED  # before it paid for the city
                    powered = state.city_count[seat] <= output(state.plants[seat])
                    assert powered or rich, (seed, state.round, seat)
        result = powergrid.result(state)
        assert result is not None, seed
        assert max(state.city_count) >= state.terms.end_cities
        assert all(count > 1 for count in state.city_count)


@pytest.mark.parametrize("seats", [2, 4])
def test_beginners_light_the_board_and_score(seats):
    state = eletrika.new_game(eletrika.Ruleset(), seats, SEED)
    bots = [eletrika.make_bot("beginner", seat) for seat in range(seats)]
    assert all(game_loop.play(eletrika, state, bots, with_events=False))
    assert eletrika.result(state) is not None
    assert len(state.lit) >= 8
    assert sum(state.scores) >= 8 * seats / 2
