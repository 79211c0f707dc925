"""Which code enforces a rule of a ledger, and which tests prove it, read from the sources.

Code names a rule in the ``Rules:`` lines of a docstring, or of a comment where a table needs no
function; a test names it in ``@pytest.mark.rule("ID")``.
"""

import ast
import importlib
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gridcommon.ledger import Rule, read_ledger

_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d\d\b")
_RULES = re.compile(r"Rules:\s*((?:[A-Z]{2}-[A-Z]+-\d\d(?:,\s*)?)+)")


@dataclass
class Trace:
    """A rule of the ledger with the names of what enforces and what proves it."""

    rule: Rule
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


@dataclass
class Coverage:
    """All rules of a ledger, and the ids that code or tests name without a ledger line."""

    traces: dict[str, Trace]
    unknown: list[str]

    @property
    def without_code(self) -> list[str]:
        return [name for name, trace in self.traces.items() if not trace.code]

    @property
    def without_tests(self) -> list[str]:
        return [name for name, trace in self.traces.items() if not trace.tests]


def coverage(package: str, tests: Path) -> Coverage:
    """Return what the sources of ``package`` and the files in ``tests`` say about its ledger."""
    traces = {name: Trace(rule) for name, rule in read_ledger(package).items()}
    prefix = next(iter(traces)).split("-")[0] + "-"
    unknown: list[str] = []
    folder = Path(next(iter(importlib.import_module(package).__path__)))
    for path in sorted(folder.rglob("*.py")):
        for where, names in _code_names(path):
            for name in names:
                if name in traces:
                    traces[name].code.append(where)
                else:
                    unknown.append(f"{where}: {name}")
        for name in _ID.findall(path.read_text(encoding="utf-8")):
            if name not in traces:
                unknown.append(f"{path.name}: {name}")
    for path in sorted(tests.rglob("test_*.py")):
        for where, names in _test_names(path):
            for name in names:
                if name in traces:
                    traces[name].tests.append(where)
                elif name.startswith(prefix):
                    unknown.append(f"{where}: {name}")
    return Coverage(traces, unknown)


def _code_names(path: Path) -> Iterator[tuple[str, list[str]]]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            name = path.stem if isinstance(node, ast.Module) else f"{path.stem}.{node.name}"
            for found in _RULES.findall(ast.get_docstring(node) or ""):
                yield name, _ID.findall(found)
    comments = [
        token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    ]
    for found in _RULES.findall("\n".join(comments)):
        yield path.stem, _ID.findall(found)


def _test_names(path: Path) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    yield (
                        f"{path.stem}.{node.name}",
                        [ast.literal_eval(argument) for argument in mark.args],
                    )
