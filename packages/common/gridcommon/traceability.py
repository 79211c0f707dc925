"""Traceability: which code enforces each rule of a ledger, and which tests prove it.

Code names a rule in the ``Rules:`` lines of a docstring, or of a comment beside a table. It is
identified as ``powergrid.auction:check_bid``, or by its module alone. A test names a rule in
``@pytest.mark.rule("ID")`` and has pytest's name, ``tests/x/test_y.py::test_z``. A worked example
counts as a test; it lists its rules in the data of the game. So does a table of a TOML file among
the tests that lists ``rules``.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from gridcommon.ledger import ID, Rule, read_ledger

Named = tuple[str, tuple[str, ...]]  # a name in the sources, and the rules that it lists

_ID = re.compile(rf"\b{ID}\b")
_RULES = re.compile(rf"Rules:\s*((?:{ID}(?:,\s*)?)+)")
_IN_A_COMMENT = re.compile(r"#.*Rules:")


@dataclass
class Trace:
    """A rule of the ledger, with the code that enforces it and the tests that prove it."""

    rule: Rule
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


@dataclass
class Coverage:
    """All rules of a ledger, and the ids in code or tests that the ledger does not have."""

    traces: dict[str, Trace]
    unknown: list[str]

    @property
    def without_code(self) -> list[str]:
        return [name for name, trace in self.traces.items() if not trace.code]

    @property
    def without_tests(self) -> list[str]:
        return [name for name, trace in self.traces.items() if not trace.tests]


def coverage(package: str, tests: Path) -> Coverage:
    """Return the rules of a package's ledger, with the code and the tests that name them."""
    traces = {name: Trace(rule) for name, rule in read_ledger(package).items()}
    prefix = next(iter(traces)).split("-")[0] + "-"
    unknown: list[str] = []
    for module, text in _modules(package):
        for where, names in _code_names(module, text):
            for name in names:
                if name in traces:
                    traces[name].code.append(where)
                else:
                    unknown.append(f"{where}: {name}")
        for name in _ID.findall(text):
            if name not in traces:
                unknown.append(f"{module}: {name}")
    named = [one for file, text in _test_files(tests) for one in _test_names(file, text)]
    for where, names in (*_example_names(package), *named):
        for name in names:
            if name in traces:
                traces[name].tests.append(where)
            elif name.startswith(prefix):
                unknown.append(f"{where}: {name}")
    return Coverage(traces, unknown)


def enforcing_code(rule: str, package: str) -> list[str]:
    """Return the code in ``package`` that enforces ``rule``. Parses only files that list it."""
    return [
        where
        for module, text in _modules(package)
        if rule in text and _may_list(text, rule)
        for where, names in _code_names(module, text)
        if rule in names
    ]


def proving_tests(rule: str, package: str, tests: Path) -> list[str]:
    """Return the examples of ``package`` and the tests in a folder that prove ``rule``.

    Reads only the files that mention the rule.
    """
    named = (
        one for file, text in _test_files(tests) if rule in text for one in _test_names(file, text)
    )
    return [where for where, names in (*_example_names(package), *named) if rule in names]


def _example_names(package: str) -> list[Named]:
    """Return the worked examples of ``package`` with the ids of their rules; none without data."""
    from gridcommon.examples import read_examples

    try:
        examples = read_examples(package)
    except FileNotFoundError:
        return []
    return [(f"{package}/data/examples.toml::{one.id}", one.rules) for one in examples.values()]


def _modules(package: str) -> Iterator[tuple[str, str]]:
    found = find_spec(package)
    for folder in map(Path, (found and found.submodule_search_locations) or ()):
        for path in sorted(folder.rglob("*.py")):
            inner = path.relative_to(folder).with_suffix("").parts
            parts = inner[:-1] if inner[-1] == "__init__" else inner
            yield ".".join((package, *parts)), path.read_text(encoding="utf-8")


def _may_list(text: str, rule: str) -> bool:
    """Return whether a module may list ``rule``; a list in a comment can be on several lines."""
    if rule not in text:
        return False
    return any(rule in ids for ids in _RULES.findall(text)) or bool(_IN_A_COMMENT.search(text))


def _test_files(tests: Path) -> Iterator[tuple[str, str]]:
    for path in (*sorted(tests.rglob("test_*.py")), *sorted(tests.rglob("*.toml"))):
        yield path.relative_to(tests.parent).as_posix(), path.read_text(encoding="utf-8")


@cache  # one for each module
def _code_names(module: str, text: str) -> tuple[Named, ...]:
    """Return the names in a module that list rules, without duplicates, with the ids."""
    found: dict[str, list[str]] = {}
    for name, node in _definitions(ast.parse(text)):
        for ids in _RULES.findall(ast.get_docstring(node) or ""):
            found.setdefault(f"{module}:{name}" if name else module, []).extend(_ID.findall(ids))
    if _IN_A_COMMENT.search(text):
        comments = [
            token.string.lstrip("# ")
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT
        ]
        for ids in _RULES.findall("\n".join(comments)):
            found.setdefault(module, []).extend(_ID.findall(ids))
    return tuple((where, tuple(dict.fromkeys(names))) for where, names in found.items())


@cache  # one for each file of tests
def _test_names(file: str, text: str) -> tuple[Named, ...]:
    if file.endswith(".toml"):
        rows = tomllib.loads(text).items()
        return tuple(
            (f"{file}::{name}", tuple(row["rules"]))
            for name, row in rows
            if isinstance(row, dict) and row.get("rules")
        )
    found: list[Named] = []
    for name, node in _definitions(ast.parse(text)):
        ids: list[str] = []
        for mark in getattr(node, "decorator_list", []):
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                ids += [ast.literal_eval(argument) for argument in mark.args]
        if ids:
            found.append((f"{file}::{name.replace('.', '::')}", tuple(dict.fromkeys(ids))))
    return tuple(found)


Definition = ast.Module | ast.ClassDef | ast.FunctionDef


def _definitions(node: ast.AST, name: str = "") -> Iterator[tuple[str, Definition]]:
    """Yield the definitions of a tree with their qualified names. The module has an empty one."""
    if isinstance(node, Definition):
        yield name, node
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ClassDef | ast.FunctionDef):
            yield from _definitions(inner, f"{name}.{inner.name}" if name else inner.name)
        elif isinstance(inner, ast.stmt):
            yield from _definitions(inner, name)
