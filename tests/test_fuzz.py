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


def test_a_find_is_made_small_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def breaks(data: bytes) -> None:
        assert b"xy" not in data

    monkeypatch.setitem(fuzz.TARGETS, "position", breaks)
    finds = fuzz.Finds(tmp_path)
    finds.look("position", b"many words with xy in them")
    finds.look("position", b"xyxyxy")
    assert [path.read_bytes() for path in tmp_path.glob("position/*")] == [b"xy"]


def test_an_input_that_takes_too_long_is_a_find(monkeypatch: pytest.MonkeyPatch):
    def hangs(data: bytes) -> None:
        while data:
            pass

    monkeypatch.setitem(fuzz.TARGETS, "position", hangs)
    monkeypatch.setattr(fuzz, "PATIENCE", 0.2)
    assert str(fuzz.trouble("position", b"x")).startswith("TooSlow in ")
    assert fuzz.trouble("position", b"") is None
