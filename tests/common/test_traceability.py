"""Rules, code and tests found in sources: names, places, ids that do not exist."""

import sys
from pathlib import Path

import pytest

from gridcommon.traceability import coverage, enforcing_code, proving_tests

LEDGER = """\
## Rules (p. 1)
- **EL-TOY-01** *One.* The first rule.
- **EL-TOY-02** *Two.* The second rule.
- **EL-TOY-03** *Three.* The third rule.
"""
CODE = '''\
"""A module.

Rules: EL-TOY-01.
"""

SIZE = 3  # Rules: EL-TOY-02.


class Board:
    def check(self):
        """Say why not.

        Rules: EL-TOY-01, EL-TOY-02,
        EL-TOY-01 (A-01).
        """

        def inner():
            """Rules: EL-TOY-02."""


def other():
    """Mentions EL-TOY-03 without enforcing it."""
'''
TESTS = """\
import pytest


@pytest.mark.rule("EL-TOY-01", "EL-TOY-02")
@pytest.mark.slow
def test_both(): ...


@pytest.mark.rule("EL-TOY-02")
class TestIt:
    @pytest.mark.rule("EL-TOY-01")
    def test_within(self): ...


@pytest.mark.rule("PG-AUC-01")
def test_of_another_game(): ...
"""


def test_rules_are_found_in_code_tests_and_tables_of_rows(tmp_path, monkeypatch):
    package, tests = tmp_path / "toygame", tmp_path / "tests"
    for folder in (package / "inner", package / "data", tests):
        folder.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.md").write_text(LEDGER, encoding="utf-8")
    (package / "data" / "topics.toml").write_text('setup = ["EL-TOY"]', encoding="utf-8")
    (package / "inner" / "board.py").write_text(CODE, encoding="utf-8")
    (tests / "test_toy.py").write_text(TESTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    board, test = "toygame.inner.board", "tests/test_toy.py::"
    first = [board, f"{board}:Board.check"]
    assert enforcing_code("EL-TOY-01", "toygame") == first
    assert enforcing_code("EL-TOY-02", "toygame") == [*first, f"{board}:Board.check.inner"]
    named = [f"{test}test_both", f"{test}TestIt::test_within"]
    assert proving_tests("EL-TOY-01", "toygame", tests) == named
    found = coverage("toygame", tests)
    for name, trace in found.traces.items():
        assert trace.code == enforcing_code(name, "toygame")
        assert trace.tests == proving_tests(name, "toygame", tests)
    assert (found.without_code, found.without_tests) == (["EL-TOY-03"], ["EL-TOY-03"])
    assert found.unknown == []

    rows = '[high_bid]\nrules = ["EL-TOY-02", "EL-TOY-03"]\n[without]\ndo = "pass"\n'
    (tests / "rows.toml").write_text(f"about = 1\n{rows}", encoding="utf-8")
    assert proving_tests("EL-TOY-03", "toygame", tests) == ["tests/rows.toml::high_bid"]
    more = 'import pytest\n\n\n@pytest.mark.rule("EL-TOY-09")\ndef test_x(): ...\n'
    (tests / "test_more.py").write_text(more, encoding="utf-8")
    (package / "inner" / "board.py").write_text(CODE + "\n# EL-TOY-08\n", encoding="utf-8")
    found = coverage("toygame", tests)
    assert found.without_tests == []
    unknown = [f"{board}: EL-TOY-08", "tests/test_more.py::test_x: EL-TOY-09"]
    assert found.unknown == unknown
    sys.modules.pop("toygame", None)


@pytest.mark.parametrize(("game", "rules"), [("powergrid", 96), ("eletrika", 97)])
def test_every_rule_has_code_and_a_test(game, rules):
    found = coverage(game, Path(__file__).parents[1] / game)
    assert len(found.traces) == rules
    assert found.unknown == found.without_code == found.without_tests == []
