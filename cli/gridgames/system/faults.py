"""Faults of the program: the traceback goes to a file, so that people see one message instead."""

from pathlib import Path

from platformdirs import user_data_path


def save_fault(traceback: str) -> Path | None:
    """Write a traceback to ``fault.txt`` in the data folder; return its path, or None."""
    path = user_data_path("gridgames", appauthor=False) / "fault.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(traceback, encoding="utf-8", errors="replace")
    except OSError:
        return None
    return path
