"""The program as a process: pipes, terminals and interrupts."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from eletrika_positions import EXAMPLES
from plain_games import PROGRAM, gridgames
from terminals import unread

pytest.importorskip("fcntl", reason="pipes and terminals as POSIX has them")

slow = pytest.mark.slow
CHECK = [*PROGRAM, "eletrika", "check"]
TV_08 = str(EXAMPLES / "full-scoring.eletrika")
ESCAPE = "\x1b"
NO_SPACE = "cannot be written: no space left"
FULL = [
    pytest.param(*row, marks=pytest.mark.skipif(not os.path.exists("/dev/full"), reason="full"))
    for row in (
        ("eletrika check -", "<&-", 2, "standard input is closed"),
        (f"eletrika check {TV_08}", ">&-", 0, ""),
        (f"eletrika check {TV_08}", "2>&-", 0, ""),
        (f"eletrika check {TV_08}", ">/dev/full", 2, NO_SPACE),
        (f"--lang pt_BR eletrika check {TV_08}", ">/dev/full", 2, "não há espaço no disco"),
        ("bogus", ">/dev/full 2>/dev/full", 2, ""),
    )
]


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without what would speak for colour or width, then changed."""
    silent = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "TERM")
    return {key: value for key, value in os.environ.items() if key not in silent} | changes


def run(words: list[str], typed: bytes = b"", **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        words, input=typed, capture_output=True, env=environment(**changes), check=False
    )


@pytest.mark.parametrize(
    ("words", "typed", "code", "unbuffered"),
    [
        ([*CHECK, "-"], b"U-P", 141, "1"),
        pytest.param([*CHECK, "-", "--json"], b"U-P", 141, "", marks=slow),
        pytest.param([*CHECK, "-"], b"U-X", 2, "", marks=slow),
    ],
)
def test_a_closed_pipe_ends_it_quietly(words, typed, code, unbuffered):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        words,
        input=typed,
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr == b"") == (code, code != 2)
    assert not re.search(b"Traceback|ignored", done.stderr)


def test_a_fault_is_told_in_words_and_by_the_exit_code(tmp_path):
    broken = (
        "import gridgames.commands.app; from gridgames.__main__ import main;"
        "gridgames.commands.app.run = lambda: [].pop(); main()"
    )
    home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"), str(tmp_path))
    done = run([sys.executable, "-c", broken], **home, GRIDGAMES_LANG="pt_BR")
    said = " ".join(done.stderr.decode().split())
    assert (done.returncode, done.stdout, "Traceback" in said) == (70, b"", False)
    (kept,) = tmp_path.rglob("fault.txt")
    assert said.startswith("gridgames: ")
    assert kept.name in said
    assert "IndexError: pop from empty list" in kept.read_text()


def test_an_interrupt_ends_it_quietly():
    pipe = subprocess.PIPE
    with subprocess.Popen([*CHECK, "-"], stdin=pipe, stdout=pipe, stderr=pipe) as reader:
        assert reader.stdin
        os.write(reader.stdin.fileno(), b"U-T-")
        while unread(reader.stdin.fileno()):  # until it waits for the rest
            time.sleep(0.005)
        reader.send_signal(signal.SIGINT)
        assert reader.communicate() == (b"", b"")
    assert reader.returncode == 130


@slow
def test_an_interrupt_while_a_bot_thinks_keeps_the_game(tmp_path):
    saved = tmp_path / "game.jsonl"
    words = ["play", "powergrid", "--watch", "--plain", "--seed", "3", "--save", str(saved)]
    with subprocess.Popen(
        [*PROGRAM, *words, "--seats", ",".join(["hard"] * 6)],  # they think most of the time
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(PYTHONUNBUFFERED="1"),
    ) as playing:
        assert playing.stdout
        while not playing.stdout.readline().startswith(b"hard "):
            pass
        playing.send_signal(signal.SIGINT)
        rest, _ = playing.communicate()
    assert playing.returncode == 130
    assert b"Saved; continue with: gridgames resume" in b" ".join(rest.split())
    assert b"Traceback" not in rest
    assert len(saved.read_text(encoding="utf-8").splitlines()) > 1
    assert gridgames(tmp_path, "verify", saved).exit_code == 0


@slow
@pytest.mark.parametrize(("words", "redirection", "code", "said"), FULL)
def test_streams_that_are_closed_or_full(words, redirection, code, said, tmp_path):
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", *PROGRAM, *words.split()]
    done = run(command, XDG_DATA_HOME=str(tmp_path))
    message = done.stderr.decode()
    assert done.returncode == code
    assert said in message
    assert (message == "") == (said == "")
    assert "Traceback" not in message


def test_ascii_is_enough():
    done = run([*CHECK, "-"], b"0,0 r.lust U:W2 *K1", PYTHONIOENCODING="ascii")
    assert "+---------+" in done.stdout.decode("ascii")
    assert (done.stderr, b"?" in done.stdout) == (b"", False)


def in_terminal(words: list[str], **changes: str) -> tuple[str, int]:
    """Return what a terminal of 80 columns shows, and the exit code."""
    import pexpect

    env = environment(TERM="xterm-256color") | changes
    size = (50, 80)
    child = pexpect.spawn(words[0], words[1:], env=env, dimensions=size, encoding="utf-8")
    shown = child.read()
    child.close()
    return shown, child.exitstatus


@slow
@pytest.mark.parametrize("words", [[*CHECK, TV_08], [*PROGRAM, "play", "--help"]])
def test_a_terminal_shows_colour_and_the_same_text(words):
    shown, code = in_terminal(words)
    assert (code, ESCAPE in shown) == (0, True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    done = run(words, TERM="xterm-256color")
    assert ESCAPE not in (piped := done.stdout.decode()) + done.stderr.decode()
    assert [line.rstrip() for line in plain.splitlines()] == piped.splitlines()
    shown, code = in_terminal(words, NO_COLOR="1")
    assert (code, ESCAPE in re.sub(r"\x1b\[[012]m", "", shown)) == (0, False)


def test_a_position_is_not_awaited_from_a_terminal():
    shown, code = in_terminal([*CHECK, "-"])
    assert code == 2
    assert "standard input is a terminal" in " ".join(shown.split())
