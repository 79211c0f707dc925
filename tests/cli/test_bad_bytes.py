"""Bytes that are no text at a terminal, and what a fault of the full screen ends with."""

import os
import sys

import pytest

from plain_games import environment, gridgames, recorded_actions
from terminals import rest_of, terminal

pytest.importorskip("fcntl", reason="terminals as POSIX has them")
pexpect = pytest.importorskip("pexpect")

slow = pytest.mark.slow
SCREEN, LEAVE, F2 = "\x1b[?1049h", "\x11", "\x1bOQ"
GAME = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "2")
# Latin-1, a truncated sequence, and what looks like keys but is none.
BYTES = (b"\xe9a", b"\xff\xfe", b"\xe2\x82", b"\x1b[1:3u", b"\x1b[99999999999999999999;1u")


@pytest.mark.parametrize("words", [GAME, pytest.param(("play",), marks=slow)], ids=len)
def test_no_byte_ends_the_full_screen(tmp_path, words):
    with terminal(tmp_path, *words) as child:
        child.expect_exact(SCREEN)
        child.expect("\\b[A-Z]")
        for sent in BYTES:
            os.write(child.child_fd, sent)
        if words == GAME:
            child.expect_exact("\ufffda")  # the letter after a bad byte is in the line
        child.send(LEAVE)
        if words == GAME:
            child.expect_exact("Leave the game?")
            child.send("y")
        assert "Traceback" not in rest_of(child)
        assert child.exitstatus == 0


def test_no_byte_ends_lines_of_text(tmp_path):
    save, typed = tmp_path / "game.jsonl", b"\xe9\n\xff\xfe\xe2\x82\n1\n1\n1\nq\n"
    done = gridgames(tmp_path, *GAME, "--plain", "--save", save, typed=typed)
    assert (done.exit_code, done.output.count("Not understood")) == (0, 2)
    assert recorded_actions(save), "the lines after it were understood"


@slow
def test_no_byte_ends_a_question_at_a_terminal(tmp_path):
    words = ("eletrika", "keep", "--plain")
    with terminal(tmp_path, *words, encoding="latin-1", PYTHONIOENCODING="utf-8") as child:
        child.expect("Names of the players")
        os.write(child.child_fd, b"\xff\xe9z\n")
        child.expect("z")
        child.expect("found 1")  # and asked again
        child.expect("> ")
        child.sendeof()
        assert "Traceback" not in rest_of(child)


FAILING = {
    "a key": "from gridgames.screen.play import GameApp as App; App.action_command = fail",
    "the drawing": "from gridgames.screen.play import GameApp as App; App.choice_lines = fail",
}


@pytest.mark.parametrize(
    ("place", "language", "told"),
    [
        ("a key", "en", "Please report it, with"),
        pytest.param("the drawing", "pt_BR", "Relate a falha, com", marks=slow),
    ],
)
def test_a_fault_of_the_screen_is_told_in_words_and_by_the_exit_code(
    tmp_path, place, language, told
):
    save = tmp_path / "game.jsonl"
    gridgames(tmp_path, *GAME, "--save", save, typed="1\n1\n1\n")
    code = f"def fail(*_): raise ZeroDivisionError\n{FAILING[place]}\n"
    code += "from gridgames.__main__ import main; main()"
    words = ["-c", code, "--lang", language, "resume", str(save)]
    env = environment(tmp_path, TERM="xterm-256color")
    child = pexpect.spawn(sys.executable, words, env=env, encoding="utf-8", timeout=60)
    said = ""
    try:
        while child.isalive() and child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.3):
            said = str(child.before)
            if SCREEN in said:
                child.send(F2)
        said = str(child.before)
    finally:
        child.close(force=True)
    assert child.exitstatus == 70
    assert told in said
    assert "Traceback" not in said
    assert "gridgames resume" in said.replace("\r\n", " ")
    fault = tmp_path / "gridgames" / "fault.txt"
    assert "ZeroDivisionError" in fault.read_text(encoding="utf-8")
    assert str(fault) in said.replace("\r\n", "").replace(" ", "")
    assert recorded_actions(save)
