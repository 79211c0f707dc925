"""Every rule of the ledger has code that names it and a test that proves it."""

from pathlib import Path

from gridcommon.traceability import coverage

TESTS = Path(__file__).parent


def test_every_rule_has_code_and_a_test():
    found = coverage("powergrid", TESTS)
    assert len(found.traces) == 96
    assert not any(trace.rule.planned for trace in found.traces.values())
    assert found.unknown == found.without_code == found.without_tests == []
