"""The worked examples of the ledger: ``powergrid/data/examples.toml``."""

import pytest

from powergrid.examples import RUNNER
from powergrid.ruleset import OPTIONS
from worked_examples import assert_explains, assert_holds, cases

CASES = cases(RUNNER)


@pytest.mark.parametrize("case", CASES)
def test_the_engine_gives_what_the_example_says(case):
    assert_holds(RUNNER, *CASES[case])


@pytest.mark.parametrize("option", OPTIONS)
def test_a_position_shows_what_each_value_of_an_option_changes(option):
    assert_explains(RUNNER, option)
