"""What is made once in a run of the tests, by whichever of its processes needs it first."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that ``make`` has filled; the other processes of the run wait for it."""
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, made = base / name, base / f"{name}.made"
    try:
        folder.mkdir()
    except FileExistsError:
        while not made.exists():
            time.sleep(0.05)
        assert made.read_text() == "", made.read_text()
        return folder
    trouble = "it could not be made"
    try:
        make(folder)
        trouble = ""
    finally:
        made.with_suffix(".new").write_text(trouble)
        made.with_suffix(".new").rename(made)
    return folder
