"""Bots choose the same with every version of Python, whatever its ``sum`` makes of floats."""

import builtins
from collections.abc import Iterable
from typing import Any

import pytest

import eletrika
import eletrika.evaluator
import powergrid
import powergrid.evaluator
from gridcommon.evaluation import Effort, Evaluator

PLAIN = builtins.sum


def of_whole_numbers(values: Iterable[Any], start: Any = 0) -> Any:
    """Add as ``sum`` does, but no floats: from 3.12 on it rounds them otherwise than before."""
    parts = [start, *values]
    assert not any(isinstance(part, float) for part in parts), parts
    return PLAIN(parts)


@pytest.mark.parametrize(
    ("game", "evaluator"),
    [(powergrid, powergrid.evaluator), (eletrika, eletrika.evaluator)],
    ids=["powergrid", "eletrika"],
)
def test_no_player_adds_floats_with_sum(
    game: Any, evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two choices may be worth the same, so that the last digit of a value decides."""
    monkeypatch.setattr(builtins, "sum", of_whole_numbers)
    state = game.new_game(game.Ruleset(), 3, 5)
    bots = [game.make_bot(level, 1) for level in ("normal", "easy", "normal-miser")]
    quick = Effort(samples=2, horizon=1)
    for number in range(36):
        seat = game.to_act(state)
        if seat is None:
            break
        view = game.observe(state, seat)
        if number % 12 == 11:
            assert evaluator.rank_candidates(view, 3, quick)
            assert evaluator.evaluate(view, 3, quick)
        game.advance(state, bots[seat].choose(view, game.legal_actions(state)), None)
