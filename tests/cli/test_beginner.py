"""The level ``beginner``: it can be beaten without a plan."""

import runpy
from pathlib import Path

import pytest

import eletrika
import powergrid
from duels import share_won

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
