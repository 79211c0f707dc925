"""Faults of the program: the traceback goes to a file, so that people see one message instead."""

from pathlib import Path

from platformdirs import user_data_path


def fault_path() -> Path:
    """Return the path of the report of the last fault."""
    return user_data_path("gridgames", appauthor=False) / "fault.txt"


def save_fault(traceback: str) -> Path | None:
    """Write a traceback to ``fault.txt`` in the data folder; return its path, or None."""
    path = fault_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(traceback, encoding="utf-8", errors="replace")
    except OSError:
        return None
    return path
