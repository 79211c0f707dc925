"""What tests of the plain mode share: the program as another process, fed through a pipe."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gridgames.commands.app import app
from gridgames.lines import table
from gridgames.terminal.line_input import read_line

PROGRAM = (sys.executable, "-m", "gridgames")
PATIENCE = 120  # seconds, on a machine that is busy
_CHOICE = re.compile(r" {0,2}(\S+(?: \d+)*)  \S")  # what is typed for a choice


def take_first_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a person whose lines are all done type always the first choice that is shown."""
    before = ["?", ""]

    def line(prompt: str) -> str | None:
        if (typed := read_line(prompt)) is not None:
            return typed
        sys.stdout.flush()
        key = ""
        for shown in reversed(
            sys.stdout.buffer.getvalue()[-9000:].decode(errors="replace").splitlines()
        ):
            if not (found := _CHOICE.match(shown)) and not shown.startswith(" " * 9):
                break
            key = found[1] if found else key
        before.append(key)  # what is doubted is typed again; an empty line shows the question
        return key or before[-2] or ("" if before[-3] else None)

    monkeypatch.setattr(table, "read_line", line)


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a fresh user whose data lie below ``home``."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    kept |= {"HOME": str(home), "XDG_DATA_HOME": str(home), "COLUMNS": "80"}
    return kept | {"WIN_PD_OVERRIDE_LOCAL_APPDATA": str(home)} | more  # for platformdirs


def process(
    home: Path, *words: object, typed: str | bytes = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the program in a separate process, to its end."""
    return subprocess.run(
        [*PROGRAM, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home, **more),
        timeout=600,
        check=False,
    )


def gridgames(
    home: Path, *words: object, typed: str | Iterable[str] | bytes = "", columns: int = 80
) -> Result:
    """Run the program here with ``typed`` as what is piped in: a text, bytes, or lines."""
    if not isinstance(typed, str | bytes):
        typed = "".join(f"{line}\n" for line in typed)
    env = environment(home, COLUMNS=str(columns))
    return CliRunner().invoke(
        app, list(map(str, words)), input=typed, env=env, prog_name="gridgames"
    )


def invoke(
    *words: object, typed: str | bytes | None = None, columns: int = 80, **more: str | None
) -> Result:
    """Run the program here, for somebody who has no data of their own to keep apart."""
    return CliRunner(env={"COLUMNS": str(columns)} | more).invoke(
        app, list(map(str, words)), input=typed, prog_name="gridgames"
    )


def recorded_actions(path: Path) -> list[dict[str, object]]:
    """Return the action lines of a save, without an incomplete last line."""
    whole = path.read_text(encoding="utf-8").rpartition("\n")[0]
    lines = [json.loads(line) for line in whole.splitlines()[1:]]
    return [line for line in lines if "do" in line]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the records in a folder."""
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


def wait_until(holds: Callable[[], object]) -> None:
    """Wait for what another program does."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)
