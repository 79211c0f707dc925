"""Broken input of every kind: what was found once holds, and some new inputs are tried."""

from pathlib import Path

import fuzz
import pytest

KEPT = [path for folder in (fuzz.CORPUS, fuzz.FOUND) for path in sorted(folder.glob("*/*"))]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_kept_is_taken_or_refused(path: Path):
    assert fuzz.trouble(path.parent.name, path.read_bytes()) is None


@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_changed_inputs_are_taken_or_refused(target: str, tmp_path: Path):
    assert fuzz.main([target, "--inputs", "60", "--found", str(tmp_path)]) == 0
