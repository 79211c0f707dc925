"""The worked examples of the ledger: ``powergrid/data/examples.toml``."""

import pytest

from powergrid.examples import BENCH
from worked_examples import assert_holds, cases

CASES = cases(BENCH)


@pytest.mark.parametrize("case", CASES)
def test_the_engine_gives_what_the_example_says(case):
    assert_holds(BENCH, *CASES[case])
