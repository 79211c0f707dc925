"""Rules, code and tests found in sources: names, places, ids that do not exist."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

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


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package ``toygame`` with a ledger and code; returns the folder of its tests."""
    package = tmp_path / "toygame"
    (package / "inner").mkdir(parents=True)
    (package / "data").mkdir()
    (package / "__init__.py").touch()
    (package / "rules.md").write_text(dedent(LEDGER), encoding="utf-8")
    (package / "data" / "topics.toml").write_text('setup = ["EL-TOY"]', encoding="utf-8")
    (package / "inner" / "board.py").write_text(CODE, encoding="utf-8")
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_toy.py").write_text(TESTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tests
    sys.modules.pop("toygame", None)


def test_code_is_named_by_its_qualified_name_and_tests_as_pytest_does(toy):
    board, test = "toygame.inner.board", "tests/test_toy.py::"
    first = [board, f"{board}:Board.check"]
    assert enforcing_code("EL-TOY-01", "toygame") == first
    assert enforcing_code("EL-TOY-02", "toygame") == [*first, f"{board}:Board.check.inner"]
    assert proving_tests("EL-TOY-01", "toygame", toy) == [
        f"{test}test_both",
        f"{test}TestIt::test_within",
    ]
    found = coverage("toygame", toy)
    for name, trace in found.traces.items():
        assert trace.code == enforcing_code(name, "toygame")
        assert trace.tests == proving_tests(name, "toygame", toy)
    assert found.without_code == found.without_tests == ["EL-TOY-03"]
    assert found.unknown == []


def test_a_table_of_rows_that_lists_rules_is_a_test(toy):
    rows = '[high_bid]\nrules = ["EL-TOY-02", "EL-TOY-03"]\n[without]\ndo = "pass"\n'
    (toy / "rows.toml").write_text(f"about = 1\n{rows}", encoding="utf-8")
    assert proving_tests("EL-TOY-03", "toygame", toy) == ["tests/rows.toml::high_bid"]
    assert coverage("toygame", toy).without_tests == []


def test_ids_without_a_ledger_line_are_told(toy):
    (toy / "test_more.py").write_text(
        'import pytest\n\n\n@pytest.mark.rule("EL-TOY-09")\ndef test_x(): ...\n', encoding="utf-8"
    )
    board = toy.parent / "toygame" / "inner" / "board.py"
    board.write_text(CODE + "\n# EL-TOY-08\n", encoding="utf-8")
    assert coverage("toygame", toy).unknown == [
        "toygame.inner.board: EL-TOY-08",
        "tests/test_more.py::test_x: EL-TOY-09",
    ]
