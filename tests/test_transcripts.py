r"""Behaviour as text: what is typed, what comes back, and what the record then holds.

A transcript is a file below ``tests/transcripts``: some words about it, then commands behind ``$``,
each with the lines typed into it behind ``>`` and everything that it prints, standard error too:

    $ gridgames ...      a command of the program; ``[2]`` at its end is its exit code, if not 0
    $ cat > FILE         the lines that follow are put into a file, without their ``>``
    $ cat FILE           a file
    $ record FILE        the lines of a record, without the header and the checks
    $ sed 's/OLD/NEW/' FILE > OTHER    a file with a regular expression replaced

A command of the program may begin with variables, ``LANG=pt_BR.UTF-8``, or read what is not typed,
``printf 'a\n\xff' |``; ``> FILE`` at its end puts what it prints, errors not, into a file, and
``| jq .lit`` shows parts of a JSON answer: ``.scores.R[0]``, ``.free[].kinds``, one on a line, and
several paths after another. A line ``...`` stands for any lines. Each transcript starts in an empty
folder, shown as ``~``; in those of the folder ``toy``, the game Nim of ``tests/support/toy`` is
registered.
``pytest tests/test_transcripts.py --write`` writes what comes back now, for review with git.
"""

import difflib
import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from gridgames.commands.app import app
from gridgames.show.registry import register
from gridgames.show.wing import Wing

NIM = Wing("nim", "Nim", engine="toy", package="toy")
FOLDER = Path(__file__).with_name("transcripts")


class TypedLines(io.TextIOWrapper):
    """Standard input whose lines are shown as they are read."""

    def readline(self, size: int = -1, /) -> str:
        line = super().readline(size)
        if line:
            sys.stdout.write(f"> {line}")
        return line


def parts_of(document: Any, path: str) -> list[Any]:
    """Return the parts of a JSON document at a path, as jq does."""
    found = [document]
    for name in re.findall(r"[\w -]+|\[\]", path):
        if name == "[]":
            found = [item for part in found for item in part]
        else:
            found = [part[int(name) if isinstance(part, list) else name] for part in found]
    return found


def run(words: list[str], typed: bytes, variables: dict[str, str]) -> str:
    """Return everything that a command of the program shows, with its exit code unless it is 0."""
    target, paths = None, []
    if words[-2:-1] == [">"]:
        *words, _, target = words
    if "|" in words:
        pipe = words.index("|")
        words, paths = words[:pipe], words[pipe + 2].split(", ")
    bytes_shown, bytes_stored = io.BytesIO(), io.BytesIO()
    shown = io.TextIOWrapper(bytes_shown, encoding="utf-8", write_through=True)
    stored = io.TextIOWrapper(bytes_stored, encoding="utf-8", write_through=True)
    code: object = 0
    changes = pytest.MonkeyPatch.context()
    with (
        redirect_stdout(stored if target or paths else shown),
        redirect_stderr(shown),
        changes as patch,
    ):
        patch.setattr(sys, "stdin", TypedLines(io.BytesIO(typed), "utf-8"))
        for name, value in variables.items():
            patch.setenv(name, value)
        try:
            app(words, prog_name="gridgames")
        except SystemExit as end:
            code = end.code
    if target:
        Path(target).write_bytes(bytes_stored.getvalue())
    parts = (part for path in paths for part in parts_of(json.loads(bytes_stored.getvalue()), path))
    text = bytes_shown.getvalue().decode() + "".join(f"{json.dumps(part)}\n" for part in parts)
    return f"{text}[{code}]\n" if code else text


def answer(command: str, typed: list[str]) -> str:
    """Return what comes back from one command of a transcript."""
    words = shlex.split(command)
    lines = "".join(f"{line}\n" for line in typed)
    variables: dict[str, str] = {}
    while "=" in words[0]:
        name, _, variables[name] = words.pop(0).partition("=")
    match words:
        case ["gridgames", *rest]:
            return run(rest, lines.encode(), variables)
        case ["printf", text, "|", "gridgames", *rest]:
            return run(rest, text.encode().decode("unicode_escape").encode("latin-1"), variables)
        case ["cat", ">", name]:
            Path(name).write_text(lines, encoding="utf-8")
            return "".join(f"> {line}\n" for line in typed)
        case ["cat", name]:
            return Path(name).read_text(encoding="utf-8")
        case ["sed", change, name, ">", other]:
            _, old, new, _ = change.split(change[1])
            text = re.sub(old, new, Path(name).read_text(encoding="utf-8"), flags=re.MULTILINE)
            Path(other).write_text(text, encoding="utf-8")
            return ""
        case ["record", name]:
            entries = Path(name).read_text(encoding="utf-8").splitlines()[1:]
            return "".join(f"{line}\n" for line in entries if "check" not in json.loads(line))
    raise ValueError(f"not a command of a transcript: {command}")


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a transcript with what follows it, after the words about it."""
    about, *others = re.split(r"^\$ ", text, flags=re.MULTILINE)
    yield "", about
    for other in others:
        command, _, shown = other.partition("\n")
        yield command, shown


def missing(expected: str, shown: str) -> str | None:
    """Return the first expected lines that do not come, or None; ``...`` stands for any lines."""
    first, *others = re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)
    if not others:
        return None if expected == shown else expected
    if not shown.startswith(first):
        return first
    *between, last = others
    rest = "\n" + shown[len(first) :]
    for part in between:
        _, found, rest = rest.partition(f"\n{part}")
        if not found:
            return part
        rest = f"\n{rest}"
    return None if rest.endswith(f"\n{last}") else last


def elided(expected: str, shown: str) -> str:
    """Return what is shown with the ``...`` of what was expected, where its neighbours are left."""
    before, lines = expected.splitlines(), shown.splitlines()
    words = [line for line in before if line != "..."]
    blocks = difflib.SequenceMatcher(None, words, lines, autojunk=False).get_matching_blocks()
    now = {one.a + step: one.b + step for one in blocks for step in range(one.size)}
    now |= {-1: -1, len(words): len(lines)}
    place = 0  # among the words
    hidden = {}
    for line in before:
        if line != "...":
            place += 1
        elif place - 1 in now and place in now:
            start, end = now[place - 1] + 1, now[place]
            if not any(one.startswith(">") for one in lines[start:end]):
                hidden[start] = end
    told, at = [], 0
    for start, end in hidden.items():
        told += [*lines[at:start], "..."]
        at = end
    text = "".join(f"{line}\n" for line in [*told, *lines[at:]])
    return shown if missing(text, shown) else text


def replayed(text: str, folder: Path) -> tuple[str, list[str]]:
    """Return a transcript with what comes back now, and what differs, line by line."""
    found, differences = [], []
    for command, expected in steps(text):
        if not command:
            found.append(expected)
            continue
        body = f"{expected.strip(chr(10))}\n" if expected.strip() else ""
        typed = re.findall(r"^> ?(.*)$", body, flags=re.MULTILINE)
        shown = answer(command, typed).replace(str(folder), "~")
        shown = re.sub(r"[ \t]+$", "", shown, flags=re.MULTILINE).strip("\n")
        shown = f"{shown}\n" if shown else ""
        part = missing(body, shown)
        if part is not None:
            diff = difflib.ndiff(part.splitlines(), shown.splitlines())
            differences += [f"$ {command}", *(line for line in diff if not line.startswith("?"))]
        found.append(f"$ {command}\n{body if part is None else elided(body, shown)}\n")
    return "".join(found).rstrip("\n") + "\n", differences


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_what_is_typed_comes_back_as_written(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    for name in ("NO_COLOR", "GRIDGAMES_LANG", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LANG", "C.UTF-8")
    (tmp_path / "table").mkdir()
    monkeypatch.chdir(tmp_path / "table")
    written = path.read_text(encoding="utf-8")
    with register(NIM) if path.parent.name == "toy" else nullcontext():
        now, differences = replayed(written, tmp_path / "table")
    if request.config.getoption("--write"):
        path.write_text(now, encoding="utf-8")
    elif differences:
        pytest.fail("\n".join([path.name, *differences]), pytrace=False)
