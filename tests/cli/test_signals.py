"""SIGTERM and SIGHUP: the screen is given back, the game saved, and the exit code says it."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from plain_games import PROGRAM, environment, gridgames, recorded_actions
from terminals import rest_of, terminal

pytest.importorskip("fcntl", reason="terminals as POSIX has them")
pexpect = pytest.importorskip("pexpect")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")

POWER = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "3")
SCREEN, GIVEN_BACK = "\x1b[?1049h", "\x1b[?1049l"


def typed_on_screen(child, save: Path) -> None:
    """Make a move on the full screen, and wait until it is saved."""
    child.expect_exact(SCREEN)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if save.exists() and recorded_actions(save):
            return
        child.send("1\r")  # the first choice; too early, it is not heard
        with suppress(pexpect.TIMEOUT):
            child.expect("Ana at", timeout=1)
    raise AssertionError("no move was saved")


def test_a_signal_ends_lines_of_text(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--plain", "--save", save) as child:
        child.expect("Ana> ")
        child.sendline("open 4 4")
        child.expect("Ana> ")
        child.kill(signal.SIGTERM)
        said = rest_of(child)
        assert f"gridgames resume {save}" in said
        assert "Traceback" not in said
        assert child.exitstatus == 128 + signal.SIGTERM
    assert recorded_actions(save)
    assert gridgames(tmp_path, "verify", save).exit_code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_signal_ends_the_full_screen(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--pause", "0", "--save", save) as child:
        typed_on_screen(child, save)
        child.kill(signal.SIGTERM)
        said = rest_of(child)
        assert GIVEN_BACK in said
        assert f"gridgames resume {save}" in re.sub(r"\s+", " ", said)
        assert "Traceback" not in said
        assert child.exitstatus == 128 + signal.SIGTERM
    assert gridgames(tmp_path, "verify", save).exit_code == 0
    assert gridgames(tmp_path, "resume", save, typed="").exit_code == 0


def test_a_stopped_screen_comes_back_whole(tmp_path):
    with terminal(tmp_path, *POWER, "--no-save") as child:
        child.expect_exact(SCREEN)
        child.expect("Mabel")
        child.kill(signal.SIGTSTP)
        child.expect_exact(GIVEN_BACK)
        _, status = os.waitpid(child.pid, os.WUNTRACED)  # a shell continues it only then
        assert os.WIFSTOPPED(status)
        child.kill(signal.SIGCONT)
        child.expect_exact(SCREEN)
        child.expect("Mabel")


@pytest.mark.parametrize("plain", [True, False])
def test_a_terminal_that_goes_away_ends_the_game(plain, tmp_path):
    save = tmp_path / "game.jsonl"
    more = ("--plain",) if plain else ("--pause", "0")
    with terminal(tmp_path, *POWER, *more, "--save", save) as child:
        if plain:
            child.expect("Ana> ")
            child.sendline("open 4 4")
            child.expect("Ana> ")
        else:
            typed_on_screen(child, save)
        child.ptyproc.fileobj.close()
        status = os.waitpid(child.pid, 0)[1]
        child.ptyproc.closed = child.ptyproc.terminated = True
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP
    assert recorded_actions(save)
    assert gridgames(tmp_path, "verify", save).exit_code == 0


def test_a_terminal_that_goes_away_without_a_word_ends_the_full_screen(tmp_path):
    """Only a controlling terminal sends SIGHUP; the program would else read its end for ever."""
    ours, theirs = os.openpty()
    child = subprocess.Popen(
        [*PROGRAM, *POWER, "--pause", "0"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(tmp_path) | {"TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while b"F10" not in shown:  # the whole screen has been drawn
        shown += os.read(ours, 1 << 12)
    os.close(ours)
    try:
        assert child.wait(30) == 128 + signal.SIGHUP
    finally:
        child.kill()


def test_a_screen_that_cannot_write_any_more_ends_too(tmp_path):
    """A terminal that takes nothing blocks the screen; the signal ends it all the same."""
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--pause", "0", "--save", save) as child:
        typed_on_screen(child, save)
        until = time.monotonic() + 3
        while time.monotonic() < until:  # nobody reads what it draws
            child.send("\x1b[A1\r")
            time.sleep(0.01)
        child.kill(signal.SIGHUP)
        until = time.monotonic() + 30
        ended, status = 0, 0
        while not ended and time.monotonic() < until:
            ended, status = os.waitpid(child.pid, os.WNOHANG)
            time.sleep(0.1)
        assert ended
        child.ptyproc.closed = child.ptyproc.terminated = True
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP
    assert gridgames(tmp_path, "verify", save).exit_code == 0


def test_nohup_goes_on(tmp_path):
    save = tmp_path / "game.jsonl"
    words = [*PROGRAM, *POWER, "--plain", "--save", str(save)]
    child = pexpect.spawn(
        "sh",
        ["-c", 'trap "" HUP; exec "$@"', "sh", *words],
        env=environment(tmp_path, TERM="dumb"),
        encoding="utf-8",
        timeout=30,
    )
    child.expect("Ana> ")
    child.kill(signal.SIGHUP)
    child.sendline("open 4 4")
    child.expect("Ana> ")
    child.sendeof()
    rest_of(child)
    assert child.exitstatus == 0
