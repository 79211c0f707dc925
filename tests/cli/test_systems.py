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
PLAY = ("play", "powergrid", "--seats", "Ana=human,easy", "--seed", 3, "--plain", "--save")


def as_on_windows(
    home: Path, *words: object, typed: str = "", language: int = ENGLISH, told: str = ""
) -> str:
    """Return what the program prints there; ``told`` is the reason of an error, if there is one."""
    # There is no language in the environment there, and pipes have an encoding of the system.
    silent = ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "PYTHONIOENCODING")
    kept = {name: value for name, value in environment(home).items() if name not in silent}
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", AS_ON_WINDOWS, str(language), *map(str, words)],
        input=typed.encode(),
        capture_output=True,
        env=kept | {"LC_CTYPE": "C", "PYTHONCOERCECLOCALE": "0"},
        check=False,
    )
    said = " ".join(done.stderr.decode().split())
    assert (done.returncode, bool(said)) == ((2, True) if told else (0, False)), said
    assert told in said
    return done.stdout.decode("utf-8")


@FAKED
def test_a_game_is_saved_and_goes_on_without_what_windows_has_not(tmp_path):
    save = tmp_path / "game.jsonl"
    as_on_windows(tmp_path, *PLAY, save, typed="1\n1\nq\n")
    said = as_on_windows(tmp_path, "resume", save, "--plain", typed="Düsseldorf\nq\n")
    assert "Düsseldorf" in said
    assert "ações" in as_on_windows(tmp_path, "verify", save, language=BRAZILIAN)


@FAKED
@pytest.mark.slow
def test_a_batch_is_played_and_goes_on_without_what_windows_has_not(tmp_path):
    words = ("simulate", "eletrika", "--seats", "random,random", "--seed", 3, "--records", tmp_path)
    for count in (1, 2):
        as_on_windows(tmp_path, *words, "--games", count)
        assert len(list(tmp_path.glob("*.jsonl"))) == count
    why = "not saved: invalid argument"
    as_on_windows(tmp_path, *PLAY, tmp_path / "aux.jsonl", typed="1\nq\n", told=why)
    assert not (tmp_path / "aux.jsonl").exists()
    path = tmp_path / "game.jsonl"  # with the line ends of Windows
    path.write_bytes((EXAMPLES / "two-turns.jsonl").read_bytes().replace(b"\n", b"\r\n"))
    as_on_windows(tmp_path, "verify", path)


def test_names_on_windows():
    good = ("game.jsonl", ".gridgames-1.new", "com.jsonl", "com10.jsonl", "auxiliary", "ä b")
    bad = ("NUL", "con.txt", "Aux .jsonl", "LPT9", "COM\u00b2.jsonl", "a|b", "a*", "dot.", "space ")
    assert all(map(is_name_on_windows, good))
    assert not any(map(is_name_on_windows, bad))


def test_no_module_opens_files_or_imports_as_only_this_system_does():
    opening = re.compile(r"\b(?:open|read_text|write_text)\(")
    names = "|".join(ONLY_ON_POSIX)
    importing = re.compile(rf"^(?:from|import)\s(?:.*[\s,])?(?:{names})\b", re.MULTILINE)
    assert importing.search("import ast\nimport os, fcntl\n")
    for package in ("gridcommon", "powergrid", "eletrika", "gridgames"):
        spec = find_spec(package)
        assert spec
        assert spec.submodule_search_locations
        for path in Path(spec.submodule_search_locations[0]).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            assert not importing.search(source), path
            if opening.search(source):
                check_encodings(path, source)


def check_encodings(path: Path, source: str) -> None:
    """Check that no text is read or written in the encoding of the system."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute | ast.Name):
            continue
        own = isinstance(call.func, ast.Name)  # read_text of gridcommon is UTF-8
        name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
        given = {word.arg for word in call.keywords}
        given |= {one.value for one in call.args if isinstance(one, ast.Constant)}
        if name in ("read_text", "write_text") and not own:
            assert given & {"encoding", "utf-8"}, f"{path}:{call.lineno}"
        elif name == "open" and own:
            assert given & {"encoding", "rb"}, f"{path}:{call.lineno}"


def test_commands_and_closed_pipes_are_those_of_the_system(monkeypatch):
    words, invalid = ["gridgames", "resume", "my games/it's.jsonl"], OSError(22, "Invalid argument")
    monkeypatch.setattr(sys, "platform", "linux")
    assert as_command(words) == """gridgames resume 'my games/it'"'"'s.jsonl'"""
    assert is_closed_pipe(BrokenPipeError())
    assert not is_closed_pipe(invalid)
    monkeypatch.setattr(sys, "platform", "win32")
    assert as_command(words) == 'gridgames resume "my games/it\'s.jsonl"'
    assert with_variable("A", "1", words[:2]) == 'set "A=1" && gridgames resume'
    assert is_closed_pipe(invalid)
    assert not is_closed_pipe(OSError(28, "No space left on device"))


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_json_loses_nothing_in_another_encoding(encoding, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    output.print_json({"name": "Žofie ✚ ü"})
    stream.flush()
    assert json.loads(stream.buffer.getvalue().decode(encoding)) == {"name": "Žofie ✚ ü"}
