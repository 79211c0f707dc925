"""SIGTERM and SIGHUP: the screen is given back, the game saved, and the exit code says it."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from plain_games import PROGRAM, environment, gridgames, recorded_actions
from terminals import rest_of, terminal, typed_until, unread

pytest.importorskip("fcntl", reason="terminals as POSIX has them")
pytest.importorskip("pexpect")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
slow = pytest.mark.slow

POWER = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "3")
SCREEN, GIVEN_BACK = "\x1b[?1049h", "\x1b[?1049l"


def moved(child, save):
    """Make a move on the full screen, and wait until it is saved."""
    typed_until(child, "4\r", lambda: save.exists() and recorded_actions(save))


def exit_code(child):
    """Return how a program ended whose terminal is not read any more."""
    status = os.waitpid(child.pid, 0)[1]
    child.ptyproc.closed = child.ptyproc.terminated = True
    return os.waitstatus_to_exitcode(status)


def is_whole(home, save):
    return recorded_actions(save) and gridgames(home, "verify", save).exit_code == 0


def test_a_signal_ends_the_full_screen(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--pause", "0", "--save", save) as child:
        moved(child, save)
        child.kill(signal.SIGTERM)
        said = rest_of(child)
        assert GIVEN_BACK in said
        assert f"gridgames resume {save}" in re.sub(r"\s+", " ", said)
        assert "Traceback" not in said
        assert child.exitstatus == 128 + signal.SIGTERM
    assert is_whole(tmp_path, save)
    assert gridgames(tmp_path, "resume", save, typed="").exit_code == 0
    assert "game.jsonl" in {one.name for one in tmp_path.iterdir()} <= {"game.jsonl", "gridgames"}


def test_a_terminal_that_goes_away_ends_the_game(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--plain", "--save", save) as child:
        child.expect("Ana> ")
        child.sendline("open 4 4")
        child.expect("Ana> ")
        child.ptyproc.fileobj.close()
        assert exit_code(child) == 128 + signal.SIGHUP
    assert is_whole(tmp_path, save)


@slow
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


@slow
def test_a_terminal_that_goes_away_without_a_word_ends_the_full_screen(tmp_path):
    """Only a controlling terminal sends SIGHUP; the program would else read its end for ever."""
    ours, theirs = os.openpty()
    child = subprocess.Popen(
        [*PROGRAM, *POWER, "--pause", "0"],
        **dict.fromkeys(("stdin", "stdout", "stderr"), theirs),
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


@slow
def test_a_screen_that_cannot_write_any_more_ends_too(tmp_path):
    """A terminal that takes nothing blocks the screen; the signal ends it all the same."""
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--pause", "0", "--save", save) as child:
        moved(child, save)
        waiting, still = 0, 0
        while still < 10:  # until keys draw nothing more, because nobody reads it
            child.send("\x1b[A4\r")
            time.sleep(0.02)
            before, waiting = waiting, unread(child.child_fd)
            still = still + 1 if waiting == before > 0 else 0
        child.kill(signal.SIGHUP)
        assert exit_code(child) == 128 + signal.SIGHUP
    assert is_whole(tmp_path, save)
