"""The worked examples and test vectors of the ledger: ``eletrika/data/examples.toml``."""

import pytest

from eletrika.examples import RUNNER
from eletrika.ruleset import OPTIONS
from worked_examples import assert_explains, assert_holds, cases

CASES = cases(RUNNER)


@pytest.mark.parametrize("case", CASES)
def test_the_engine_gives_what_the_example_says(case):
    assert_holds(RUNNER, *CASES[case])


@pytest.mark.parametrize("option", OPTIONS)
def test_a_position_shows_what_each_value_of_an_option_changes(option):
    assert_explains(RUNNER, option)
