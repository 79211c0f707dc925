r"""Scenarios on every front end: the same steps, and the same record.

A scenario is a file of ``tests/scenarios``: some words about it, commands behind ``$``, and the
steps of the people after each, behind ``>``. How a step is done is the matter of each front end:
after it, ``(keys)`` or ``(mouse)`` asks for keys or clicks on the full screen and for a tap on the
page; otherwise it is typed. An indented line after a step is seen everywhere, ``*`` takes the
screen and the page as pictures, in ``NAME.screen`` and ``NAME.page``, and ``$ cat > FILE`` fills a
file. At the end is the record that all front ends keep. ``pytest tests/test_scenarios.py --write``
writes records and pictures anew, for review with git.
"""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from front_ends import Lines, Page, Screen, Sitting, Step

FOLDER = Path(__file__).with_name("scenarios")
NAMES = [path.stem for path in sorted(FOLDER.glob("*.txt"))]


def read(name: str) -> tuple[list[Sitting], str, str]:
    """Return what is done in a scenario, its text up to the record, and the record."""
    text, _, record = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").partition("$ record\n")
    sittings = []
    for block in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = block.splitlines()
        steps: list[Step] = []
        for line in lines:
            if line.startswith(">"):
                found = re.fullmatch(r"> ?(.*?)(?: +\((keys|mouse)\))?", line)
                assert found
                steps.append(Step(found[1], found[2] or "typed"))
            elif line == "*":
                steps[-1].is_pictured = True
            elif line.strip():
                steps[-1].sees.append(" ".join(line.split()))
        sittings.append(Sitting(shlex.split(command), steps))
    return sittings, text, record


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and a terminal with settings that keep pictures still."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("NO_COLOR", "GRIDGAMES_LANG", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    terminal = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    for name, value in {**terminal, "GRIDGAMES_PICTURE": "off", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "home" / "gridgames").mkdir(parents=True)
    (tmp_path / "home" / "gridgames" / "settings.json").write_text('{"motion": false}')
    return tmp_path


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("front_end", [Lines, Screen, Page], ids=lambda one: one.name)
@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_is_the_same_on_every_front_end(
    name: str, front_end: Any, request: pytest.FixtureRequest
) -> None:
    sittings, text, record = read(name)
    for one in sittings:
        if one.words[:2] == ["cat", ">"]:
            Path(one.words[2]).write_text("".join(f"{step.line}\n" for step in one.steps))
    here = front_end()
    played = [one for one in sittings if one.words[0] != "cat" and here.can(one.words)]
    found = here.play(played)
    for one in played:
        for step, shown in zip(one.steps, one.shown, strict=True):
            plain = " ".join(shown.split())
            for words in step.sees:
                assert words in plain, f"after {step.line!r}:\n{shown}"
    picture = "".join(one.picture for one in played)
    golden = FOLDER / f"{name}.{here.name}"
    is_pictured = front_end is not Lines and picture
    if request.config.getoption("--write"):
        if front_end is Lines:
            (FOLDER / f"{name}.txt").write_text(f"{text}$ record\n{found}", encoding="utf-8")
        if is_pictured:
            golden.write_text(picture, encoding="utf-8")
        return
    assert found == record
    assert not is_pictured or picture == golden.read_text(encoding="utf-8")
