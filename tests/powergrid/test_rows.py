"""Options and boundaries: the rows in ``rows``, each a position, actions, and what they lead to."""

import pytest

from powergrid_rows import cases, play

CASES = cases()


@pytest.mark.parametrize("case", CASES)
def test_the_engine_does_what_the_row_says(case):
    play(*CASES[case])
