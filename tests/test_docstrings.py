"""The examples in docstrings run."""

import doctest
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames")


def modules() -> Iterator[str]:
    """Yield the name of every module of the distribution with an example in it."""
    for package in PACKAGES:
        (folder,) = importlib.util.find_spec(package).submodule_search_locations
        for path in sorted(Path(folder).rglob("*.py")):
            if ">>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(folder).with_suffix("").parts
                yield ".".join((package, *parts)).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(modules()))
def test_examples_in_docstrings_run(name):
    failed, tried = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert tried > 0
    assert failed == 0, "see the captured output"
