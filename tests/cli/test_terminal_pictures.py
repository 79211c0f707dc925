"""Pictures in the terminal: what is asked of it, and what is sent to it."""

import io
import os
import re
import sys
from base64 import standard_b64decode
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gridgames.terminal.pictures import choice, colours, kitty, sixel
from gridgames.terminal.pictures.asking import Abilities, read_answers
from gridgames.terminal.pictures.choice import Protocol, way
from gridgames.terminal.pictures.mode import Mode
from plain_games import environment
from sixels import painted, percents

XTERM = b"\x1bP>|XTerm(379)\x1b\\\x1b[6;17;8t\x1b[?2;0;1000;900S\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
PALETTE = [(255, 0, 0), (0, 255, 0), (16, 20, 26), (255, 255, 255), (1, 2, 3)]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")


# Asking


ANSWERS = {
    b"ab" + XTERM + b"c\x1b[?64;1;4;22cd": (
        Abilities("XTerm(379)", True, False, (8, 17), (1000, 900), True),
        b"abcd",
    ),
    b"\x1b[?2;3;0;0S\x1b]11;rgb:1c1c/2020/2424\x07\x1b_Gi=31;ENOTSUP:no\x1b\\\x1b[6;0;0t\x1b[?1c": (
        Abilities(),
        b"",
    ),
    b"\x1b_Gi=31;OK\x1b\\\x1b[?62c": (Abilities(has_kitty=True), b""),
    b"\x1b[?64;4c": (Abilities(has_sixel=True), b""),  # an attribute, not the class of it
    b"\x1b[?4;1c": (Abilities(), b""),
    b"\x1b[?64;14;40c": (Abilities(), b""),
    b"\x1b[?6c": (Abilities(), b""),
}


def test_all_answers_are_read_and_the_rest_is_kept():
    for answer, (abilities, kept) in ANSWERS.items():
        assert read_answers(answer) == (abilities, kept, True), answer
    answers = XTERM + b"\x1b[?64;4c"
    for end in range(len(answers)):
        assert not read_answers(answers[:end])[2], "complete with the last part"


ASKING = """
import sys, time
from gridgames.terminal.pictures import asking
begin = time.monotonic()
found = asking.abilities()
took = time.monotonic() - begin
when = "late" if took >= asking.LIMIT else "soon"
print("FOUND", found.name, found.has_sixel, found.cell, asking.take_typed(), when)
print("AGAIN", asking.abilities() is found)
"""


def asked(home: Path, answers: bytes | None, **more: str) -> str:
    """Return what the program prints that asks a terminal, which answers."""
    import pexpect

    env = environment(home, **({"TERM": "xterm-256color", "TMUX": "", "TERM_PROGRAM": ""} | more))
    child = pexpect.spawn(sys.executable, ["-c", ASKING], env=env, echo=True, timeout=20)
    questions = b""
    try:
        if answers is not None:
            child.expect_exact("\x1b[c")
            questions = child.before
            child.send(answers)
        child.expect(pexpect.EOF)
        return (questions + child.before).decode()
    finally:
        child.close(force=True)


def test_a_terminal_is_asked_once_and_no_key_is_lost(tmp_path: Path):
    told = asked(tmp_path, b"x" + XTERM + b"y\x1b[?64;4;22cz")
    assert "FOUND XTerm(379) True (8, 17) b'xyz' soon" in told
    assert "AGAIN True" in told
    assert "xyz\r" not in told  # nothing is echoed


def test_a_mute_terminal_is_left_after_the_limit(tmp_path: Path):
    assert "FOUND  False (10, 20) b'k' late" in asked(tmp_path, b"k")


@pytest.mark.parametrize("term", ["linux", ""])
def test_some_terminals_are_asked_nothing(tmp_path: Path, term: str):
    told = asked(tmp_path, None, TERM=term)
    assert "FOUND  False (10, 20) b'' soon" in told
    assert "\x1b" not in told


def test_a_multiplexer_would_take_the_question_of_kitty_for_a_title(tmp_path: Path):
    for more, is_asked in (({"TMUX": "/tmp/x,1,0"}, 0), ({"TERM": "screen-256color"}, 0), ({}, 1)):
        assert ("\x1b_G" in asked(tmp_path, b"\x1b[?1;2c", **more)) == is_asked


# Choosing


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch):
    """A terminal with colours that gives the answers in ``found``."""
    found = [Abilities()]
    monkeypatch.setattr(choice.output, "is_terminal", lambda: True)
    monkeypatch.setattr(choice, "abilities", lambda: found[0])
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return found


def test_auto_means_terminals_that_were_looked_at_and_a_name_is_used_anyway(
    at_terminal, monkeypatch
):
    for name, has_sixel, has_kitty, expected in (
        ("XTerm(379)", True, False, Protocol.SIXEL),
        ("XTerm(379)", False, False, None),
        ("kitty(0.26.5)", False, True, Protocol.KITTY),
        ("Never seen 1.0", True, True, None),
        ("", True, False, None),
    ):
        at_terminal[0] = Abilities(name, has_sixel, has_kitty)
        shown = way(Mode.AUTO)
        assert (shown.protocol if shown else None) is expected, name
    assert way(Mode.SIXEL).protocol is Protocol.SIXEL
    assert way(Mode.KITTY).protocol is Protocol.KITTY
    assert way(Mode.OFF) is None
    at_terminal[0] = Abilities("XTerm(379)", has_sixel=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert way(Mode.AUTO) is None, "no colour means no picture"
    assert way(Mode.SIXEL), "unless one is asked for"


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("XTerm(379)", None, "truecolor"),
        ("XTerm(330)", None, None),
        ("XTerm(379)", "24bit", "24bit"),
        ("Other 4000", None, None),
    ],
)
def test_xterm_shows_all_colours_though_it_does_not_say_so(
    at_terminal, monkeypatch, name, before, after
):
    at_terminal[0] = Abilities(name)
    monkeypatch.setenv("COLORTERM", before or "")
    if before is None:
        monkeypatch.delenv("COLORTERM")
    choice.ask_terminal()
    assert os.environ.get("COLORTERM") == after


# Encoding


@given(
    st.integers(1, 40).flatmap(
        lambda wide: st.lists(
            st.lists(st.integers(0, 4), min_size=wide, max_size=wide), min_size=1, max_size=20
        )
    )
)
@settings(max_examples=40, deadline=None)
def test_sixel_says_every_pixel(rows: list[list[int]]):
    shown = painted(sixel.encode([bytes(row) for row in rows], PALETTE))
    assert shown == [[percents(PALETTE[colour]) for colour in row] for row in rows]


def test_pieces_are_never_wider_than_the_terminal_allows():
    rows = [bytes(number % 5 for number in range(250))] * 17
    written = sixel.pieces(rows, PALETTE, 8, 100)
    parts = re.findall(rb"\x1b7(.*?)\x1b8\x1b\[(\d+)C", written, re.DOTALL)
    shown = [painted(part)[0] for part, _ in parts]
    assert [len(row) for row in shown] == [96, 96, 58]
    assert [int(columns) for _, columns in parts] == [12, 12, 8]
    assert [*chain(*shown)] == [percents(PALETTE[number % 5]) for number in range(250)]


def test_reserved_colours_stay_exact():
    image = Image.radial_gradient("L").convert("RGB")
    image.paste((200, 30, 90), (0, 0, 9, 9))
    palette = colours.palette_for(image, [(200, 30, 90), (1, 2, 3)])
    assert palette[:2] == [(200, 30, 90), (1, 2, 3)]
    assert len(palette) <= colours.MOST
    rows = colours.rows_of(colours.reduced(image, palette))
    assert {pixel for row in rows[:9] for pixel in row[:9]} == {0}
    assert (len(rows), len(rows[0])) == image.size[::-1]


def test_kitty_gets_the_whole_picture_in_pieces():
    png = os.urandom(10_000)
    written = kitty.place(png, 5)
    parts = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", written)
    assert standard_b64decode(b"".join(text for _, text in parts)) == png
    assert parts[0][0] == b"a=T,f=100,i=5,q=2,C=1,z=-1073741825,m=1"
    assert [b"m=0" in head for head, _ in parts] == [False] * (len(parts) - 1) + [True]
    assert all(len(text) <= 4096 for _, text in parts)
    assert kitty.remove(5) == b"\x1b_Ga=d,d=I,i=5,q=2\x1b\\"


# In the flow of text


def printed(monkeypatch: pytest.MonkeyPatch, png: bytes) -> bytes:
    from gridgames.terminal.pictures import flow

    written: list[bytes] = []
    monkeypatch.setattr(flow.output, "write_controls", written.append)
    shown = way(Mode.AUTO)
    assert shown
    flow.print_png(png, shown)
    return b"".join(written)


def test_a_printed_picture_has_every_line(at_terminal, monkeypatch):
    image = Image.linear_gradient("L").convert("RGB").resize((100, 40))
    file = io.BytesIO()
    image.save(file, "PNG")
    at_terminal[0] = Abilities("XTerm(379)", has_sixel=True, cell=(8, 17))
    written = printed(monkeypatch, file.getvalue())
    lines = re.findall(rb"\n\x1b\[A\x1b7(.*?)\x1b8\x1b\[13C\r\n", written, re.DOTALL)
    shown = [*chain(*map(painted, lines))]
    assert len(shown) == 40
    for y in range(40):
        expected = percents(image.getpixel((50, y)))
        assert all(abs(one - other) < 8 for one, other in zip(shown[y][50], expected, strict=True))
    at_terminal[0] = Abilities("kitty(0.26.5)", has_kitty=True, cell=(9, 20))
    written = printed(monkeypatch, file.getvalue())
    assert written.startswith(b"\n\n\x1b[2A\x1b_G")
    assert written.endswith(b"\x1b[2B\r")
