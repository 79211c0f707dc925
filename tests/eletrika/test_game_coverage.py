"""The ledger is shipped and read, and every rule of it has code that names it and a test."""

from pathlib import Path

from gridcommon.ledger import read_ledger
from gridcommon.traceability import coverage

TESTS = Path(__file__).parent


def test_the_shipped_ledger_has_every_rule_with_title_section_and_source():
    rules = read_ledger("eletrika")
    assert len(rules) == 97
    titles = [rule.title for rule in rules.values()]
    assert len(set(titles)) == len(titles)
    for rule in rules.values():
        assert rule.id.startswith("EL-")
        assert rule.edition == ""
        assert 0 < len(rule.title) <= 32
        assert rule.text
        assert rule.places or rule.ours, rule.id
    assert rules["EL-CONN-02"].text.endswith("| C | | | | yes | |")
    assert rules["EL-STUCK-01"].section == "Stuck"
    assert rules["EL-BONUS-02"].source == "E-pt § Ação Bônus (1)"


def test_every_rule_has_code_and_a_test():
    found = coverage("eletrika", TESTS)
    assert found.unknown == []
    assert found.without_code == []
    assert found.without_tests == []
