"""``gridgames doctor``: what is true of an installation and its terminal, and its advice."""

import json
import os
import re
import sys
from importlib import metadata
from pathlib import Path

import pytest

from gridgames.commands.answer_schemas import schema_of
from gridgames.commands.doctor import SYMBOLS, is_writable
from plain_games import process
from terminals import rest_of, terminal

ATTRIBUTES = "\x1b[?64;4;22c"


def test_a_pipe_is_named_and_no_terminal_is_asked(tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    secret = {"TERM": "xterm", "GRIDGAMES_TOKEN": "hush", "COLUMNS": "80"}
    told = process(tmp_path, "doctor", "--json", **secret)
    found = json.loads(told.stdout)
    jsonschema.Draft202012Validator(schema_of("doctor")).validate(found)
    assert "\x1b" not in told.stdout + told.stderr
    assert "hush" not in told.stdout
    assert str(tmp_path) not in told.stdout
    terminal = {one["thing"]: one["text"] for one in found["terminal"]}
    assert terminal["output"] == "a pipe"
    assert not {"name", "colours", "mouse"} & {*terminal}
    assert [re.findall("~", one["text"]) for one in found["files"]] == [["~"]] * 3
    declared = metadata.metadata("gridgames").get_all("Provides-Extra")
    there, *missing = found["extras"]
    extras = [one for one in there["text"].split(", ") if one != "none"]
    assert sorted(extras + [one["thing"] for one in missing]) == sorted(declared or [])
    for one in missing:
        assert one["advice"] == 'pip install "gridgames[{}]"'.format(one["thing"])
    (engines,) = [one["text"] for one in found["program"] if one["thing"] == "engines"]
    assert {*re.findall(r"\w+", engines)} >= {"gridcommon", "powergrid", "eletrika"}
    assert found["ok"]
    page = process(tmp_path, "doctor", "--lang", "pt_BR", **secret).stdout
    assert all(word in page for word in ("um pipe", "partidas"))
    assert max(map(len, page.splitlines())) <= 80


def test_a_folder_in_which_nothing_can_be_saved_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    told = process(tmp_path, "doctor", XDG_DATA_HOME=str(tmp_path / "file"))
    assert told.returncode == 1
    assert "cannot be written" in told.stdout
    assert not is_writable(tmp_path / "file" / "saves")
    assert is_writable(tmp_path / "new" / "saves")
    assert os.listdir(tmp_path) == ["file"]  # nothing is made


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
def test_a_terminal_is_asked_for_its_mouse_and_the_width_of_symbols(tmp_path: Path) -> None:
    """It takes one symbol for two cells wide, and knows Sixel, but is not known to show it well."""
    more = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "GRIDGAMES_PICTURE": "auto"}
    with terminal(tmp_path, "doctor", **more) as child:
        child.expect_exact("\x1b[c")
        child.send(f"\x1bP>|other 1\x1b\\{ATTRIBUTES}")
        child.expect_exact("\x1b[c")
        assert [one for one in SYMBOLS if one not in child.before] == []
        places = "".join(f"\x1b[1;{3 if one == '☢' else 2}R" for one in SYMBOLS)
        child.send(f"\x1b[?1006;2$y{places}{ATTRIBUTES}")
        page = re.sub(r"\x1b\[[\d;]*m", "", rest_of(child))
    assert re.search(r"name +other 1\r", page)
    assert re.search(r"colours +all\r", page)
    assert re.search(r"mouse +yes\r", page)
    assert re.search(r"symbols +of another width than expected: ☢\r", page)
    assert "--picture sixel" in page
