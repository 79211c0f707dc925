"""Bytes that are no text at a terminal, and what a fault of the full screen ends with."""

import os
import sys
import time

import pytest

from plain_games import environment, gridgames, process, recorded_actions
from terminals import rest_of, terminal

pytest.importorskip("fcntl", reason="terminals as POSIX has them")
pexpect = pytest.importorskip("pexpect")

SCREEN, LEAVE = "\x1b[?1049h", "\x11"
GAME = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "2")
# Latin-1, a truncated sequence, and what looks like keys but is none.
BYTES = (b"\xe9a", b"\xff\xfe", b"\xe2\x82", b"\x1b[1:3u", b"\x1b[99999999999999999999;1u")


@pytest.mark.parametrize(
    "words",
    [
        GAME,
        ("play",),
        ("learn", "eletrika"),
        ("eletrika", "keep", "--players", "Ana,Bea"),
        ("replay", "SAVE"),
    ],
    ids=["play", "start menu", "learn", "keep", "replay"],
)
def test_no_byte_ends_the_full_screen(tmp_path, words):
    save = tmp_path / "game.jsonl"
    if "SAVE" in words:
        process(tmp_path, *GAME[:-2], "--seed", "2", "--save", save, typed="1\n1\n1\n")
    with terminal(tmp_path, *(save if word == "SAVE" else word for word in words)) as child:
        child.expect_exact(SCREEN)
        child.expect(pexpect.TIMEOUT, timeout=1)
        for sent in BYTES:
            os.write(child.child_fd, sent)
            assert child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.3) == 1
        child.send(LEAVE)
        said = rest_of(child)
        assert "Traceback" not in said
        assert child.exitstatus == 0


def test_a_letter_after_a_bad_byte_is_in_the_line(tmp_path):
    with terminal(tmp_path, *GAME, "--no-save") as child:
        child.expect_exact(SCREEN)
        child.expect(pexpect.TIMEOUT, timeout=1)
        os.write(child.child_fd, b"\xe9a")
        child.expect_exact("\ufffda")


@pytest.mark.parametrize("typed", [b"\xe9\n1\n1\n1\nq\n", b"\xff\xfe\xe2\x82\n1\n1\n1\nq\n"])
def test_no_byte_ends_lines_of_text(tmp_path, typed):
    save = tmp_path / "game.jsonl"
    done = gridgames(tmp_path, *GAME, "--plain", "--save", save, typed=typed)
    assert done.exit_code == 0
    assert "Not understood" in done.output
    assert recorded_actions(save), "the lines after it were understood"


@pytest.mark.parametrize("words", [("resume", "--plain"), ("eletrika", "keep", "--plain")])
def test_no_byte_ends_a_question_at_a_terminal(tmp_path, words):
    for seed in (1, 2):
        gridgames(tmp_path, *GAME[:-1], str(seed), typed="1\n1\n1\n")
    with terminal(tmp_path, *words, encoding="latin-1", PYTHONIOENCODING="utf-8") as child:
        child.expect("Which one|Names of the players")
        os.write(child.child_fd, b"\xff\xe9z\n")
        time.sleep(0.5)
        child.sendeof()
        assert "Traceback" not in rest_of(child)


FAILING = {
    "a key": "from gridgames.screen.play import GameApp as App; App.action_command = fail",
    "the reading": "from gridgames.screen.keyboard import Keyboard as App; "
    "App.process_message = fail",
    "the drawing": "from gridgames.screen.play import GameApp as App; App.choice_lines = fail",
}


@pytest.mark.parametrize(
    ("place", "language", "told"),
    [
        ("a key", "en", "Please report it, with"),
        ("the reading", "pt_BR", "Relate a falha, com"),
        ("the drawing", "en", "Please report it, with"),
    ],
)
def test_a_fault_of_the_screen_is_told_in_words_and_by_the_exit_code(
    tmp_path, place, language, told
):
    save = tmp_path / "game.jsonl"
    gridgames(tmp_path, *GAME, "--save", save, typed="1\n1\n1\n")
    code = f"def fail(*_): raise ZeroDivisionError\n{FAILING[place]}\n"
    code += "from gridgames.__main__ import main; main()"
    child = pexpect.spawn(
        sys.executable,
        ["-c", code, "--lang", language, "resume", str(save)],
        env=environment(tmp_path, TERM="xterm-256color"),
        encoding="utf-8",
        timeout=30,
    )
    try:
        child.expect_exact(SCREEN)
        child.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=1)
        if child.isalive():
            child.send("\x1bOQ")  # F2
        said = str(child.before) + rest_of(child)
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
