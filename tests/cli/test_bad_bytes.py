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


@pytest.mark.parametrize(
    "words",
    [
        GAME,
        *(
            pytest.param(words, marks=slow)
            for words in (
                ("play",),
                ("learn", "eletrika"),
                ("eletrika", "keep", "--players", "Ana,Bea"),
                ("replay", "game.jsonl"),
            )
        ),
    ],
    ids=lambda words: words[0],
)
def test_no_byte_ends_the_full_screen(tmp_path, words, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gridgames(tmp_path, *GAME, "--save", "game.jsonl", typed="1\n1\n1\n")
    with terminal(tmp_path, *words) as child:
        child.expect_exact(SCREEN)
        child.expect("\\b[A-Z]")
        for sent in BYTES:
            os.write(child.child_fd, sent)
        if words == GAME:
            child.expect_exact("\ufffda")  # the letter after a bad byte is in the line
        child.send(LEAVE)
        assert "Traceback" not in rest_of(child)
        assert child.exitstatus == 0


@pytest.mark.parametrize("typed", [b"\xe9\n1\n1\n1\nq\n", b"\xff\xfe\xe2\x82\n1\n1\n1\nq\n"])
def test_no_byte_ends_lines_of_text(tmp_path, typed):
    save = tmp_path / "game.jsonl"
    done = gridgames(tmp_path, *GAME, "--plain", "--save", save, typed=typed)
    assert done.exit_code == 0
    assert "Not understood" in done.output
    assert recorded_actions(save), "the lines after it were understood"


@slow
@pytest.mark.parametrize("words", [("resume", "--plain"), ("eletrika", "keep", "--plain")])
def test_no_byte_ends_a_question_at_a_terminal(tmp_path, words):
    for seed in (1, 2):
        gridgames(tmp_path, *GAME[:-1], str(seed), typed="1\n1\n1\n")
    with terminal(tmp_path, *words, encoding="latin-1", PYTHONIOENCODING="utf-8") as child:
        child.expect("Which one|Names of the players")
        os.write(child.child_fd, b"\xff\xe9z\n")
        child.expect("z")
        child.expect("\n")
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
        pytest.param("the reading", "pt_BR", "Relate a falha, com", marks=slow),
        pytest.param("the drawing", "en", "Please report it, with", marks=slow),
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
