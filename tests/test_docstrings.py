"""The examples in docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames")


def modules() -> list[str]:
    """Return the name of every module of the distribution."""
    found = []
    for name in PACKAGES:
        package = importlib.import_module(name)
        found.append(name)
        found += [part.name for part in pkgutil.walk_packages(package.__path__, f"{name}.")]
    return found


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [
        test
        for name in modules()
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert tests


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_run(name):
    failed, _ = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert failed == 0, "see the captured output"
