"""Untrusted input: devices, pipes, bytes that are not a record, names that are not text."""

import json
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gridgames.show.registry import GameChoice
from gridgames.terminal import output
from plain_games import PROGRAM, environment, gridgames
from screens import laid, new_session

POWER = ("play", "powergrid", "--seats", "Ana=human,easy", "--seed", "3")
HOSTILE = "An\x1b[2J\x1b]0;HACK\x07a\n\x9bb\u202e"
SHOWN = r"An\x1b[2J\x1b]0;HACK\x07a\n\x9bb\u202e"
pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A saved game with one move of each player."""
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", path, typed="1\n")
    return path


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def told(done) -> str:
    """Return what a command that is refused says, in one line."""
    code = done.returncode if hasattr(done, "returncode") else done.exit_code
    assert code == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def started(home: Path, *words: str, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, capture_output=True, text=True, env=environment(home), timeout=60, check=False,
        **more,
    )  # fmt: skip


def limited(home: Path, limit: str, *words: object, **more) -> subprocess.CompletedProcess[str]:
    """Run the program within a limit of the system."""
    code = "import resource, sys; from gridgames.__main__ import main;"
    code += f"resource.setrlimit(resource.{limit}); main()"
    return started(home, sys.executable, "-B", "-c", code, *map(str, words), **more)


# Files that are none


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full")
@pytest.mark.parametrize(
    ("words", "device"), [((*POWER, "--save"), "/dev/full"), (("verify",), "/dev/zero")]
)
def test_a_device_is_refused_before_it_is_read(words, device, tmp_path):
    """With little memory: what reads on and on ends with a traceback, not late."""
    done = limited(tmp_path, "RLIMIT_AS, (1 << 30, 1 << 30)", *words, device)
    assert f"{device}: is a device, not a regular file" in told(done)
    assert not os.path.exists(f"{device}.lock")


@pipes
@pytest.mark.parametrize("words", [(*POWER, "--save"), ("resume",)])
def test_a_game_is_not_saved_in_a_pipe_or_a_directory(words, pipe, tmp_path):
    for path, kind in ((pipe, "a pipe"), (tmp_path, "a directory")):
        assert f"is {kind}, not a regular file" in told(gridgames(tmp_path, *words, path))
    assert sorted(tmp_path.iterdir()) == [pipe]


@pipes
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("verify", "holds: "),
        ("replay --all", "1. "),
        ("powergrid show", "Round 0"),
        ("compare", "5 structures."),
    ],
)
def test_a_pipe_is_read_to_its_end(words, found, save, pipe, tmp_path):
    raw = b"U-T-S-P-C" if words == "compare" else save.read_bytes()
    threading.Thread(target=pipe.write_bytes, args=(raw,), daemon=True).start()
    done = gridgames(tmp_path, *words.split(), pipe)
    assert (done.exit_code, found in done.stdout) == (0, True), done.output


@pipes
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
def test_a_pipe_without_a_writer_is_not_awaited(words, pipe, tmp_path, monkeypatch):
    monkeypatch.setattr("gridcommon.tables._PATIENCE", 10)
    done = gridgames(tmp_path, *words.split(), pipe)
    assert "is a pipe into which nothing is written" in told(done)


@pipes
def test_a_pipe_that_a_record_names_as_its_table_is_never_opened(pipe, tmp_path):
    """Opening it would wait for ever for somebody to write."""
    record = tmp_path / "gridgames" / "saves" / "other.jsonl"
    record.parent.mkdir(parents=True)
    for key in ("tiles", "scoring"):
        ruleset = {"options": {}, "tiles": "reconstructed", "scoring": "reconstructed"}
        header = {"format": "gridgames-record", "version": 1, "game": "eletrika", "seed": 1}
        header |= {"players": ["Ana", "Bea"], "ruleset": ruleset | {key: str(pipe)}}
        record.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
        for words in ("verify", "resume", "replay --all", "eletrika show", "compare"):
            assert "which is not opened" in told(gridgames(tmp_path, *words.split(), record))
        listed = gridgames(tmp_path, "resume")
        assert "which is not opened" in " ".join(listed.stdout.split())


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="/dev/stdin")
def test_a_line_without_an_end_is_not_awaited(save, tmp_path):
    """Neither as the header, nor as a last line, which is left out where a crash cut it off."""
    for first, words in (("/dev/null", "verify"), (save, "replay --all")):
        command = f"cat {first} /dev/zero | {shlex.join(PROGRAM)} {words} /dev/stdin"
        done = started(tmp_path, "sh", "-c", f"ulimit -v 1000000; {command}")
        assert "longer than the 1,048,576 bytes that are read" in told(done)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a user other than root")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.eletrika"
    path.write_text("U-T", encoding="utf-8")
    path.chmod(0)
    assert "permission denied" in told(gridgames(tmp_path, "eletrika", "check", path))


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (bytes(range(156, 256)), "line 1, column 1: not UTF-8 text: byte 0x9c"),
        (b"\n" + bytes(range(156, 256)), "line 2, column 1: not UTF-8 text: byte 0x9c"),
        (b'{"format":"gridgames-record","version":1', "line 1, column 41: not JSON"),
        (b"", "line 1: an empty file is not a record"),
        (b"\n \n", "line 1: an empty file is not a record"),
    ],
)
def test_a_file_that_is_no_record_is_told_what_is_wrong(raw, found, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(raw)
    for words in (("replay", "--all"), ("resume",), ("verify",)):
        assert found in told(gridgames(tmp_path, *words, path))


def test_a_header_alone_is_a_game_without_moves(save, tmp_path):
    path = tmp_path / "header.jsonl"
    path.write_bytes(save.read_bytes().splitlines()[0])
    assert gridgames(tmp_path, "resume", path, typed="1\n").exit_code == 0
    assert len(path.read_bytes().splitlines()) > 1
    assert gridgames(tmp_path, "verify", path).exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="limits as POSIX has them")
@pytest.mark.parametrize("typed", ["1\n", "save copy.jsonl\nq\n"])
def test_a_full_disk_leaves_no_file_that_was_only_begun(typed, tmp_path):
    words = ("RLIMIT_FSIZE, (0, 0)", *POWER, "--save", "game.jsonl")
    done = limited(tmp_path, *words, input=typed, cwd=tmp_path)
    assert "file too large" in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


# Numbers that are none


# Names


@pytest.mark.parametrize(
    ("seats", "found"),
    [
        *(
            (f"{name}=human,easy", "cannot be shown; a name is printable text")
            for name in (
                *("A\x1b[31mB", "A\nB", "A\tB", "A\udcffB", "A\x7fB", "A\u202eB", "A\u2028B"),
                *("A\x9bB", "\u200b", "\u200d", "\u200c\u200d", "\u0301", "\u3164", "\u2800"),
                "\ufeff",
            )
        ),
        ("Ana=human,A\u200dna=human", "is listed twice"),
        ("José=human,Jose\u0301=human", "is listed twice"),
        ("easy\u200d 2=human,easy", "is the name of a bot"),
    ],
)
def test_a_name_that_cannot_be_shown_or_told_apart_is_refused(seats, found, tmp_path):
    done = gridgames(tmp_path, "play", "powergrid", "--no-save", "--seats", seats)
    assert found in told(done)
    assert output.escape_controls(done.stderr, keep="\n") == done.stderr


def test_names_of_other_scripts_are_names(tmp_path):
    for name in ("José", "日本\u3000語", "علی\u200cرضا", "👩\u200d💻"):
        words = ("play", "powergrid", "--no-save", "--seats", f"{name}=human,easy")
        done = gridgames(tmp_path, *words)
        assert (done.exit_code, name in done.stdout) == (0, True)


def test_a_hostile_name_of_a_record_is_shown_kept_and_not_obeyed(save, tmp_path):
    header, rest = save.read_text(encoding="utf-8").split("\n", 1)
    data = json.loads(header)
    data["players"][0] = HOSTILE
    header = json.dumps(data, ensure_ascii=False)
    save.write_text(f"{header}\n{rest}", encoding="utf-8")
    for words in (("replay", "--all"), ("powergrid", "show"), ("resume",)):
        done = gridgames(tmp_path, *words, save, typed="1\n")
        assert done.exit_code == 0, done.stderr
        assert output.escape_controls(done.stdout, keep="\n") == done.stdout
        assert SHOWN in done.stdout
    assert gridgames(tmp_path, "verify", save).exit_code == 0
    assert json.loads(save.read_text(encoding="utf-8").split("\n")[0]) == data


def test_a_hostile_name_of_a_file_is_shown_and_not_obeyed(tmp_path):
    for name in ("a\x1b[31m.jsonl", "a\ngridgames: all is well.jsonl", "a\udcff.jsonl"):
        path = tmp_path / name
        path.write_text("\x1b[2J")
        shown = output.escape_controls(name)
        done = gridgames(tmp_path, "verify", path)
        assert (shown in done.stdout, shown in done.stderr) == (True, True)
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
    shown = laid(new_session(GameChoice(game), (HOSTILE, "Bia")))
    forms = [form for part in shown.sections(60) for form in part.forms]
    lines = ["".join(text for text, _ in line) for form in forms for line in form.lines]
    assert any(SHOWN[:8] in line for line in lines)  # a long name is cut there
    assert all(output.escape_controls(line) == line for line in lines)


def test_a_command_and_a_path_to_be_copied_are_never_broken(tmp_path):
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
