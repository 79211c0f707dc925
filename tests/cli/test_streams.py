"""The program as a process: pipes, terminals and interrupts."""

import os
import re
import shlex
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eletrika_positions import EXAMPLES
from gridgames.app import app

fcntl = pytest.importorskip("fcntl", reason="pipes and terminals as POSIX has them")
termios = pytest.importorskip("termios")

PROGRAM = [sys.executable, "-m", "gridgames"]
CHECK = [*PROGRAM, "eletrika", "check"]
TV_08 = str(EXAMPLES / "full-scoring.eletrika")
ESCAPE = "\x1b"


def environment(**changes: str | None) -> dict[str, str]:
    """Return the environment without what would speak for colour or width, then changed."""
    silent = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "TERM")
    own = {key: value for key, value in os.environ.items() if key not in silent}
    return own | {key: value for key, value in changes.items() if value is not None}


def run(words: list[str], typed: bytes = b"", **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        words, input=typed, capture_output=True, env=environment(**changes), timeout=60, check=False
    )


def run_into_closed_pipe(words: list[str], typed: bytes = b"") -> tuple[int, bytes]:
    """Return exit code and standard error where nobody reads standard output."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            words, input=typed, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("words", "typed", "codes", "unbuffered"),
    [
        ([*PROGRAM, "--version"], b"", {141}, ""),
        ([*CHECK, "-"], b"U-P", {141}, "1"),
        ([*CHECK, "-", "--json"], b"U-P", {141}, ""),
        ([*CHECK, "-"], b"U-X", {2}, ""),
    ],
)
def test_a_closed_pipe_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    typed: bytes,
    codes: set[int],
    unbuffered: str,
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    code, said = run_into_closed_pipe(words, typed)
    assert code in codes
    assert (said == b"") == (codes != {2})
    assert b"Traceback" not in said
    assert b"ignored" not in said


def test_a_fault_is_told_in_words_and_by_the_exit_code(tmp_path: Path) -> None:
    broken = (
        "import gridgames.app; from gridgames.__main__ import main;"
        "gridgames.app.run = lambda: [].pop(); main()"
    )
    home = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA")}
    done = run([sys.executable, "-c", broken], **home, GRIDGAMES_LANG="pt_BR")
    said = " ".join(done.stderr.decode().split())
    assert (done.returncode, done.stdout, "Traceback" in said) == (70, b"", False)
    (kept,) = tmp_path.rglob("fault.txt")
    assert said.startswith("gridgames: ")
    assert kept.name in said
    assert "IndexError: pop from empty list" in kept.read_text()


def test_an_interrupt_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*CHECK, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as reader:
        os.write(reader.stdin.fileno(), b"U-T-")
        while unread(reader.stdin.fileno()):  # until it waits for the rest
            time.sleep(0.02)
        reader.send_signal(signal.SIGINT)
        out, said = reader.communicate(timeout=30)
    assert reader.returncode == 130
    assert (out, said) == (b"", b"")


def test_an_interrupt_while_a_bot_thinks_keeps_the_game(tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    words = ["play", "powergrid", "--watch", "--plain", "--seed", "3", "--save", str(saved)]
    with subprocess.Popen(
        [*PROGRAM, *words, "--seats", ",".join(["hard"] * 6)],  # they think most of the time
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(PYTHONUNBUFFERED="1"),
    ) as playing:
        made = 0
        for line in playing.stdout:
            made += line.startswith(b"hard ")
            if made > 3:
                break
        playing.send_signal(signal.SIGINT)
        rest, _ = playing.communicate(timeout=30)
    assert playing.returncode == 130
    assert b"Saved; continue with: gridgames resume" in b" ".join(rest.split())
    assert b"Traceback" not in rest
    header, *actions = saved.read_text(encoding="utf-8").splitlines()
    assert '"seed"' in header
    assert len(actions) > 3
    assert run([*PROGRAM, "verify", str(saved)]).returncode == 0


def unread(pipe: int) -> int:
    """Return how many bytes of a pipe nobody has read yet."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]


@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [
        ("<&-", 2, "standard input is closed"),
        (">&-", 0, ""),
        ("2>&-", 0, ""),
        pytest.param(
            ">/dev/full",
            2,
            "cannot be written: no space left",
            marks=pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full"),
        ),
    ],
)
def test_streams_that_are_closed_or_full(redirection: str, code: int, said: str) -> None:
    position = "-" if redirection == "<&-" else TV_08
    words = ["sh", "-c", f'exec "$@" {redirection}', "sh", *CHECK, position]
    done = subprocess.run(words, capture_output=True, timeout=60, check=False)
    message = done.stderr.decode()
    assert done.returncode == code
    assert said in message
    assert (message == "") == (said == "")
    assert "Traceback" not in message


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full")
@pytest.mark.parametrize(
    ("words", "redirection"),
    [
        ("--version", ">/dev/full"),
        ("rules PG-AUC-03", ">/dev/full"),
        ("bogus", ">/dev/full 2>/dev/full"),
        ("resume", ">/dev/full 2>/dev/full"),
    ],
)
def test_a_full_disk_ends_it_with_2(words: str, redirection: str, tmp_path: Path) -> None:
    command = f"{shlex.join(PROGRAM)} {words} {redirection}"
    changed = environment(XDG_DATA_HOME=str(tmp_path))
    assert subprocess.run(["sh", "-c", command], env=changed, check=False).returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full")
def test_a_full_disk_is_told_in_the_language() -> None:
    with open("/dev/full", "wb") as full:
        environment = os.environ | {"GRIDGAMES_LANG": "pt_BR"}
        done = subprocess.run(
            [*CHECK, TV_08],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert "não pode ser escrito: não há espaço no disco" in done.stderr.decode()


@pytest.mark.parametrize("position", [b"U-T-S-P-C; T-T2", b"0,0 r.lust U:W2 *K1", b"U-X"])
def test_ascii_is_enough(position: bytes) -> None:
    done = run([*CHECK, "-"], position, PYTHONIOENCODING="ascii")
    assert done.returncode in (0, 1, 2)
    (done.stdout + done.stderr).decode("ascii")
    assert b"Traceback" not in done.stderr
    assert b"?" not in done.stdout
    if position.startswith(b"0,0"):
        assert b"+---------+" in done.stdout


def test_usage_and_help_in_ascii() -> None:
    for words in ([*CHECK, TV_08, "--reading", "x"], [*CHECK, "--help"]):
        done = run(words, PYTHONIOENCODING="ascii")
        (done.stdout + done.stderr).decode("ascii")
        assert b"Traceback" not in done.stderr


def test_forty_columns_are_enough() -> None:
    for name in ("dead-end", "short-circuit", "full-scoring"):
        words = ["eletrika", "check", str(EXAMPLES / f"{name}.eletrika")]
        done = CliRunner().invoke(app, words, env={"COLUMNS": "40"})
        assert done.exit_code == 0
        drawn = done.stdout.split("Energized")[0]
        assert max(map(len, drawn.splitlines())) <= 40
    said = run([*CHECK, "-"], b"U-X", COLUMNS="40").stderr.decode()
    assert len(said.splitlines()) > 1
    assert max(map(len, said.splitlines())) <= 40


def in_terminal(words: list[str], **changes: str) -> tuple[str, int]:
    """Return what a terminal of 80 columns shows, and the exit code."""
    import pexpect

    env = environment(TERM="xterm-256color") | changes
    child = pexpect.spawn(
        words[0], words[1:], env=env, dimensions=(50, 80), timeout=60, encoding="utf-8"
    )
    shown = child.read()
    child.close()
    return shown, child.exitstatus


def test_a_terminal_shows_colour_and_the_same_text() -> None:
    shown, code = in_terminal([*CHECK, TV_08])
    assert code == 0
    assert ESCAPE in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    done = run([*CHECK, TV_08], TERM="xterm-256color")
    piped = done.stdout.decode()
    assert ESCAPE not in piped + done.stderr.decode()
    assert [line.rstrip() for line in plain.splitlines()] == piped.splitlines()


def test_a_help_page_shows_colour_and_the_same_text() -> None:
    shown, code = in_terminal([*PROGRAM, "play", "--help"])
    assert code == 0
    assert ESCAPE in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    assert plain == run([*PROGRAM, "play", "--help"]).stdout.decode()
    shown, _ = in_terminal([*PROGRAM, "play", "--xyzzy"])
    assert shown == "gridgames: no such option: --xyzzy; see gridgames play --help\r\n"


def test_a_terminal_where_no_colour_is_wanted() -> None:
    shown, code = in_terminal([*CHECK, TV_08], NO_COLOR="1")
    assert code == 0
    assert ESCAPE not in shown


def test_a_terminal_that_knows_ascii_only(tmp_path: Path) -> None:
    tiles = Path(__file__).parents[2] / "packages/eletrika/eletrika/data/tiles.toml"
    own = tmp_path / "tiles.toml"
    text = tiles.read_text(encoding="utf-8").replace('"purple"', '"roxo-púrpura"')
    own.write_text(text, encoding="utf-8")
    shown, code = in_terminal([*CHECK, TV_08, "--tiles", str(own)], PYTHONIOENCODING="ascii")
    assert code == 0
    assert "roxo-p?rpura" in re.sub(r"\x1b\[[0-9;]*m|\s+", "", shown).replace(
        "roxo-p?rpura", "roxo-p?rpura"
    )
    assert shown.isascii()


def test_a_position_is_not_awaited_from_a_terminal() -> None:
    shown, code = in_terminal([*CHECK, "-"])
    assert code == 2
    assert "standard input is a terminal" in " ".join(shown.split())


def test_the_version_is_the_same_both_ways() -> None:
    from gridgames import __version__

    for words in ([*PROGRAM, "--version"], [*PROGRAM, "--version", "eletrika"]):
        assert run(words).stdout.decode().strip() == f"gridgames {__version__}"
