"""How much a person types in a whole game: see benchmarks/inputs.py for what is counted."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

_SPEC = spec_from_file_location("inputs", Path(__file__).parents[2] / "benchmarks" / "inputs.py")
assert _SPEC is not None
assert _SPEC.loader is not None
inputs = module_from_spec(_SPEC)
_SPEC.loader.exec_module(inputs)


@pytest.mark.parametrize(("game", "seed", "most"), [("powergrid", 1, 80), ("eletrika", 5, 60)])
def test_a_whole_game_with_plans_takes_few_lines(game: str, seed: int, most: int) -> None:
    person, actions, rounds = inputs.played(game, seed, with_plans=True)
    assert rounds > 8
    assert actions > 20
    assert person.lines.total() <= most
