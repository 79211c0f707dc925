"""Rules, code and tests found in sources: names, places, ids that do not exist."""

from pathlib import Path

import pytest

from gridcommon.traceability import coverage


@pytest.mark.parametrize(("game", "rules"), [("powergrid", 96), ("eletrika", 97)])
def test_every_rule_has_code_and_a_test(game, rules):
    found = coverage(game, Path(__file__).parents[1] / game)
    assert len(found.traces) == rules
    assert found.unknown == found.without_code == found.without_tests == []
