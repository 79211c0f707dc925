"""Untrusted input: devices, pipes, bytes that are not a record, names that are not text."""

import json
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gridgames.games.registry import Choice
from gridgames.terminal import output
from plain_games import PROGRAM, environment, gridgames
from screens import laid, new_session

POWER = ("play", "powergrid", "--seats", "Ana=human,easy", "--seed", "3")
HOSTILE = "An\x1b[2J\x1b]0;HACK\x07a\n\x9bb\u202e"
SHOWN = r"An\x1b[2J\x1b]0;HACK\x07a\n\x9bb\u202e"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A saved game with one move of each player."""
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", path, typed="1\n")
    return path


def one_line(text: str) -> str:
    return " ".join(text.split())


def limited(home: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run the program with little memory: what reads on and on ends with a traceback, not late."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
        "from gridgames.__main__ import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=60,
        check=False,
    )


def fed(pipe: Path, raw: bytes) -> None:
    """Write into a pipe as soon as somebody reads it."""
    threading.Thread(target=pipe.write_bytes, args=(raw,), daemon=True).start()


# Files that are none


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full")
@pytest.mark.parametrize(
    ("words", "device"), [((*POWER, "--save"), "/dev/full"), (("verify",), "/dev/zero")]
)
def test_a_device_is_refused_before_it_is_read(words, device, tmp_path):
    done = limited(tmp_path, *words, device)
    assert done.returncode == 2
    assert f"{device}: is a device, not a regular file" in one_line(done.stderr)
    assert "Traceback" not in done.stderr
    assert not os.path.exists(f"{device}.lock")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")
@pytest.mark.parametrize("words", [(*POWER, "--save"), ("resume",)])
def test_a_game_is_not_saved_in_a_pipe_or_a_directory(words, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, kind in ((pipe, "a pipe"), (tmp_path, "a directory")):
        done = gridgames(tmp_path, *words, path)
        assert done.exit_code == 2
        assert f"is {kind}, not a regular file" in one_line(done.stderr)
    assert sorted(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")
@pytest.mark.parametrize(
    ("words", "told"),
    [(("verify",), "holds: "), (("replay", "--all"), "1. "), (("powergrid", "show"), "Round 0")],
)
def test_a_pipe_is_read_to_its_end(words, told, save, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    fed(pipe, save.read_bytes())
    done = gridgames(tmp_path, *words, pipe)
    assert done.exit_code == 0, done.output
    assert told in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")
@pytest.mark.parametrize(
    "words",
    [
        "verify",
        "replay",
        "review",
        "draw",
        "powergrid show",
        "eletrika check",
        "powergrid map check",
    ],
)
def test_a_pipe_without_a_writer_is_not_awaited(words, tmp_path, monkeypatch):
    monkeypatch.setattr("gridcommon.tables._PATIENCE", 10)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = gridgames(tmp_path, *words.split(), pipe)
    assert done.exit_code == 2
    assert "is a pipe into which nothing is written" in one_line(done.stderr)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")
def test_a_position_is_compared_from_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    fed(pipe, b"U-T-S-P-C")
    done = gridgames(tmp_path, "compare", pipe)
    assert done.exit_code == 0, done.output
    assert "5 structures." in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="/dev/stdin")
@pytest.mark.parametrize("words", ["verify", "replay --all"])
def test_a_line_without_an_end_is_not_awaited(words, save, tmp_path):
    """Neither as the header, nor as a last line, which is left out where a crash cut it off."""
    for first in ("/dev/null", save):
        command = f"cat {first} /dev/zero | {shlex.join(PROGRAM)} {words} /dev/stdin"
        limits = "ulimit -v 1000000; "
        done = subprocess.run(
            ["sh", "-c", limits + command],
            capture_output=True,
            text=True,
            env=environment(tmp_path),
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert "longer than the 1,048,576 bytes that are read" in one_line(done.stderr)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (bytes(range(156, 256)), "line 1, column 1: not UTF-8 text: byte 0x9c"),
        (b"\n" + bytes(range(156, 256)), "line 2, column 1: not UTF-8 text: byte 0x9c"),
        (b'{"format":"gridgames-record","version":1', "line 1, column 41: not JSON"),
        (b"", "line 1: an empty file is not a record"),
        (b"\n \n", "line 1: an empty file is not a record"),
    ],
)
def test_a_file_that_is_no_record_is_told_what_is_wrong(raw, told, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(raw)
    for words in (("replay", "--all"), ("resume",), ("verify",)):
        done = gridgames(tmp_path, *words, path)
        assert done.exit_code == 2
        assert told in one_line(done.stderr)


def test_a_header_alone_is_a_game_without_moves(save, tmp_path):
    path = tmp_path / "header.jsonl"
    path.write_bytes(save.read_bytes().splitlines()[0])
    assert gridgames(tmp_path, "resume", path, typed="1\n").exit_code == 0
    assert len(path.read_bytes().splitlines()) > 1
    assert gridgames(tmp_path, "verify", path).exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="limits as POSIX has them")
@pytest.mark.parametrize("typed", ["1\n", "save copy.jsonl\nq\n"])
def test_a_full_disk_leaves_no_file_that_was_only_begun(typed, tmp_path):
    code = (
        "import resource, sys; from gridgames.__main__ import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, *POWER, "--save", "game.jsonl"],
        input=typed,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert "file too large" in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


# Numbers that are none


@pytest.mark.parametrize("pause", ["nan", "-nan", "NaN", "inf", "-1"])
@pytest.mark.parametrize("words", [POWER, ("resume", "x.jsonl"), ("replay", "x.jsonl", "--all")])
def test_a_pause_is_a_number_within_its_limits(words, pause, tmp_path):
    done = gridgames(tmp_path, *words, f"--pause={pause}")
    assert done.exit_code == 2
    assert "--pause: expected a number from 0 to 60, found" in one_line(done.stderr)


@pytest.mark.parametrize(
    "words",
    [
        ("review", "x.jsonl", "--time"),
        ("draw", "x.jsonl", "-o", "x.gif", "--pace"),
        ("simulate", "powergrid", "--bot-time"),
    ],
)
def test_a_number_of_seconds_is_no_nan(words, tmp_path):
    done = gridgames(tmp_path, *words, "nan")
    assert done.exit_code == 2
    assert f"{words[-1]}: expected a number" in one_line(done.stderr)


# Names


@pytest.mark.parametrize(
    "name",
    [
        *("A\x1b[31mB", "A\nB", "A\tB", "A\udcffB", "A\x7fB", "A\u202eB", "A\u2028B", "A\x9bB"),
        *("\u200b", "\u200d", "\u200c\u200d", "\u0301", "\u3164", "\u2800", "\ufeff"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name, tmp_path):
    done = gridgames(tmp_path, "play", "powergrid", "--no-save", "--seats", f"{name}=human,easy")
    assert done.exit_code == 2
    assert "cannot be shown; a name is printable text" in one_line(done.stderr)
    assert output.escape_controls(done.stderr, keep="\n") == done.stderr


@pytest.mark.parametrize("names", [("Ana", "A\u200dna"), ("José", "Jose\u0301")])
def test_names_that_look_the_same_are_refused(names, tmp_path):
    seats = ",".join(f"{name}=human" for name in names)
    done = gridgames(tmp_path, "play", "powergrid", "--no-save", "--seats", seats)
    assert done.exit_code == 2
    assert "is listed twice" in one_line(done.stderr)


def test_a_name_that_looks_like_a_bot_is_refused(tmp_path):
    done = gridgames(tmp_path, "play", "powergrid", "--seats", "easy\u200d 2=human,easy")
    assert done.exit_code == 2
    assert "is the name of a bot" in one_line(done.stderr)


def test_names_of_other_scripts_are_names(tmp_path):
    for name in ("José", "日本\u3000語", "علی\u200cرضا", "👩\u200d💻"):
        words = ("play", "powergrid", "--no-save", "--seats", f"{name}=human,easy")
        done = gridgames(tmp_path, *words)
        assert done.exit_code == 0
        assert name in done.stdout


@pytest.fixture
def hostile(save: Path) -> Path:
    """A record of somebody else, with a name that clears the screen and sets the title."""
    header, rest = save.read_text(encoding="utf-8").split("\n", 1)
    data = json.loads(header)
    data["players"][0] = HOSTILE
    save.write_text(f"{json.dumps(data, ensure_ascii=False)}\n{rest}", encoding="utf-8")
    return save


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "--all"),
        ("resume",),
        ("powergrid", "show"),
    ],
)
def test_a_hostile_name_is_shown_and_not_obeyed(words, hostile, tmp_path):
    done = gridgames(tmp_path, *words, hostile)
    assert done.exit_code == 0, done.stderr
    assert output.escape_controls(done.stdout, keep="\n") == done.stdout
    assert SHOWN in done.stdout


def test_a_record_keeps_the_names_it_came_with(hostile, tmp_path):
    before = json.loads(hostile.read_text(encoding="utf-8").split("\n")[0])
    assert gridgames(tmp_path, "verify", hostile).exit_code == 0
    gridgames(tmp_path, "resume", hostile, typed="1\n")
    assert json.loads(hostile.read_text(encoding="utf-8").split("\n")[0]) == before


def test_a_hostile_name_of_a_file_is_shown_and_not_obeyed(tmp_path):
    for name in ("a\x1b[31m.jsonl", "a\ngridgames: all is well.jsonl", "a\udcff.jsonl"):
        path = tmp_path / name
        path.write_text("\x1b[2J")
        shown = output.escape_controls(name)
        done = gridgames(tmp_path, "verify", path)
        assert shown in done.stdout
        assert shown in done.stderr
        answer = gridgames(tmp_path, "verify", "--json", path).stdout
        assert output.escape_controls(answer, keep="\n") == answer
        assert json.loads(answer)["files"][0]["file"] == str(path)


@pytest.mark.parametrize("text", [HOSTILE, "a\x00b\x08c\rd\x85e", "\x1b[1;31mred", "tab\there"])
def test_nothing_that_is_written_is_obeyed(text, capsys):
    output.print_lines([[(text, "bold")]])
    output.print_sentence(text)
    output.print_error(text)
    output.print_text(text)
    output.print_lines(output.boxed_table([[[(text, "bold")]]], [None]))
    output.print_json({text: text})
    out, err = capsys.readouterr()
    assert output.escape_controls(out + err, keep="\n") == out + err
    assert json.loads(out.splitlines()[-1]) == {text: text}


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_hostile_name_keeps_to_its_line_on_the_screen(game):
    shown = laid(new_session(Choice(game), (HOSTILE, "Bia")))
    lines = ["".join(text for text, _ in line) for line in shown.player_lines(60)]
    assert any(SHOWN[:8] in line for line in lines)  # a long name is cut there
    assert all(output.escape_controls(line) == line for line in lines)


# What is to be copied


def test_a_command_and_a_path_are_never_broken(tmp_path):
    directory = tmp_path / ("a long name " * 5).strip()
    save = directory / "one game.jsonl"
    words = (*POWER, "--save", save)
    first = gridgames(tmp_path, *words, typed="1\n", columns=40)
    assert f"Saved; continue with: gridgames resume '{save}'" in first.stdout
    again = gridgames(tmp_path, *words, typed="1\n", columns=40)
    assert f"gridgames resume '{save}'" in again.stderr
    copied = gridgames(tmp_path, "resume", save, typed=f"save {save}.2\n", columns=40)
    assert f"{save}.2" in copied.stdout
    nothing = gridgames(tmp_path, "verify", directory / "none at all", columns=40)
    assert str(directory / "none at all") in nothing.stderr
