"""Other systems: what can be seen of them from here."""

import ast
import io
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridgames.system.durable_files import is_name_on_windows
from gridgames.system.exit_codes import is_closed_pipe
from gridgames.terminal import output
from gridgames.terminal.shell import as_command, with_variable
from plain_games import environment

EXAMPLES = Path(__file__).parents[2] / "examples"
PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames")
ONLY_ON_POSIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}

# Windows as far as it can be played here: what is missing there is missing, its lock is a stub.
AS_ON_WINDOWS = """
import asyncio, concurrent.futures.process, ctypes, importlib, locale, os, multiprocessing, select
import platformdirs, signal, subprocess, sys, types, typer
for name in ("fcntl", "grp", "pwd", "pty", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGHUP", "SIGKILL", "pthread_sigmask", "setitimer"):
    delattr(signal, name)
for name in ("O_NOFOLLOW", "O_NONBLOCK", "getuid", "mkfifo", "fchmod", "link"):
    delattr(os, name)
del select.poll
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *_: None)
language = int(sys.argv.pop(1))
ctypes.windll = types.SimpleNamespace(
    kernel32=types.SimpleNamespace(GetUserDefaultUILanguage=lambda: language)
)
sys.platform = "win32"
from gridgames.__main__ import main
main()
"""
ENGLISH, BRAZILIAN = 0x0409, 0x0416


FAKED = pytest.mark.skipif(sys.platform == "win32", reason="a system other than Windows")


def as_on_windows(
    home: Path, *words: object, typed: bytes = b"", language: int = ENGLISH
) -> subprocess.CompletedProcess[bytes]:
    # There is no language in the environment there, and pipes have an encoding of the system.
    kept = {
        name: value
        for name, value in environment(home).items()
        if name not in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "PYTHONIOENCODING")
    }
    return subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", AS_ON_WINDOWS, str(language), *map(str, words)],
        input=typed,
        capture_output=True,
        env=kept | {"LC_CTYPE": "C", "PYTHONCOERCECLOCALE": "0"},
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def sources() -> list[tuple[Path, str]]:
    """The text of each module of the program and of the engines."""
    found = []
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations
        for path in Path(spec.submodule_search_locations[0]).rglob("*.py"):
            found.append((path, path.read_text(encoding="utf-8")))
    return found


@FAKED
def test_a_game_is_saved_and_goes_on_without_what_windows_has_not(tmp_path):
    save = tmp_path / "game.jsonl"
    words = ("play", "powergrid", "--seats", "Ana=human,easy", "--seed", 3, "--plain")
    begun = as_on_windows(tmp_path, *words, "--save", save, typed=b"1\n1\nq\n")
    assert (begun.returncode, begun.stderr) == (0, b"")
    again = as_on_windows(tmp_path, "resume", save, "--plain", typed="Düsseldorf\nq\n".encode())
    assert (again.returncode, again.stderr) == (0, b"")
    assert "Düsseldorf" in again.stdout.decode("utf-8")
    verified = as_on_windows(tmp_path, "verify", save, language=BRAZILIAN)
    assert (verified.returncode, verified.stderr) == (0, b"")
    assert "ações" in verified.stdout.decode("utf-8")


@FAKED
def test_a_batch_is_played_and_goes_on_without_what_windows_has_not(tmp_path):
    words = ("simulate", "eletrika", "--seats", "random,random", "--seed", 3, "--records", tmp_path)
    for count in (1, 2):
        done = as_on_windows(tmp_path, *words, "--games", count)
        assert (done.returncode, done.stderr) == (0, b"")
        assert len(list(tmp_path.glob("*.jsonl"))) == count


@FAKED
def test_a_record_with_the_line_ends_of_windows_holds(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes((EXAMPLES / "two-turns.jsonl").read_bytes().replace(b"\n", b"\r\n"))
    done = as_on_windows(tmp_path, "verify", path)
    assert (done.returncode, done.stderr) == (0, b"")


@FAKED
@pytest.mark.parametrize("name", ["aux.jsonl", "a:b.jsonl"])
def test_a_save_has_no_name_that_is_a_device_on_windows(name, tmp_path):
    words = ("play", "powergrid", "--seats", "Ana=human,easy", "--plain")
    done = as_on_windows(tmp_path, *words, "--save", tmp_path / name, typed=b"1\nq\n")
    assert done.returncode == 2
    assert b"not saved: invalid argument" in b" ".join(done.stderr.split())
    assert list(tmp_path.glob("*.jsonl")) == []


def test_names_on_windows():
    good = ("game.jsonl", ".gridgames-1.new", "com.jsonl", "com10.jsonl", "auxiliary", "ä b")
    bad = ("NUL", "con.txt", "Aux .jsonl", "LPT9", "COM\u00b2.jsonl", "a|b", "a*", "dot.", "space ")
    assert all(map(is_name_on_windows, good))
    assert not any(map(is_name_on_windows, bad))


def test_no_file_is_opened_in_the_encoding_of_the_system(sources):
    opening = re.compile(r"\b(?:open|read_text|write_text)\(")
    for path, source in sources:
        if not opening.search(source):
            continue
        for call in ast.walk(ast.parse(source)):
            if not isinstance(call, ast.Call) or not isinstance(
                call.func, ast.Attribute | ast.Name
            ):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
            given = {word.arg for word in call.keywords}
            texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
            if name in ("read_text", "write_text"):
                own = isinstance(call.func, ast.Name)  # read_text of gridcommon is UTF-8
                assert own or "encoding" in given or "utf-8" in texts, f"{path}:{call.lineno}"
            if isinstance(call.func, ast.Name) and name == "open":
                assert "encoding" in given or "rb" in texts, f"{path}:{call.lineno}"


def test_no_module_needs_one_that_windows_has_not(sources):
    names = "|".join(ONLY_ON_POSIX)
    importing = re.compile(rf"^(?:from|import)\s(?:.*[\s,])?(?:{names})\b", re.MULTILINE)
    assert importing.search("import ast\nimport os, fcntl\n")
    for path, source in sources:
        assert not importing.search(source), path


def test_a_command_is_quoted_as_the_shell_of_the_system_reads_it(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    words = ["gridgames", "resume", "my games/it's.jsonl"]
    assert as_command(words) == """gridgames resume 'my games/it'"'"'s.jsonl'"""
    monkeypatch.setattr(sys, "platform", "win32")
    assert as_command(words) == 'gridgames resume "my games/it\'s.jsonl"'
    assert with_variable("A", "1", words[:2]) == 'set "A=1" && gridgames resume'


def test_a_pipe_that_nobody_reads_is_known_as_windows_tells_it(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    invalid = OSError(22, "Invalid argument")
    assert is_closed_pipe(BrokenPipeError())
    assert not is_closed_pipe(invalid)
    monkeypatch.setattr(sys, "platform", "win32")
    assert is_closed_pipe(invalid)
    assert not is_closed_pipe(OSError(28, "No space left on device"))


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_json_loses_nothing_in_another_encoding(encoding, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    output.print_json({"name": "Žofie ✚ ü"})
    stream.flush()
    assert json.loads(stream.buffer.getvalue().decode(encoding)) == {"name": "Žofie ✚ ü"}
