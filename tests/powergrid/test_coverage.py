"""Every rule of the ledger has code that names it and a test that proves it."""

from pathlib import Path

from gridcommon.traceability import coverage

TESTS = Path(__file__).parent


def test_every_rule_has_code_and_a_test():
    found = coverage("powergrid", TESTS)
    planned = [name for name, trace in found.traces.items() if trace.rule.planned]
    assert len(found.traces) == 91
    assert planned == ["PG-SETUP-10"]
    assert found.unknown == []
    assert found.without_code == found.without_tests == planned  # and no others
