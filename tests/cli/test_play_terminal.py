"""Games played at a real terminal: line editing, control keys, sizes, colour."""

import re
import socket

import pytest

from plain_games import PROGRAM, environment, gridgames, recorded_actions
from terminals import interrupted, rest_of, terminal

pytest.importorskip("fcntl", reason="terminals as POSIX has them")
pexpect = pytest.importorskip("pexpect")

POWER = ("play", "powergrid", "--plain", "--seats", "Ana=human,easy,easy", "--seed", "7")
# Ana opens, easy 2 bids or passes, and whatever it chooses Bia is asked in the same auction.
AUCTION = ("play", "powergrid", "--plain", "--seats", "Ana=human,easy,Bia=human", "--seed", "7")
WHOLE = (*(word for word in POWER if word != "--plain"), "--no-save")
BATCH = ("simulate", "eletrika", "--seats", "random,random", "--games", "3")
ESCAPE = "\x1b["


def test_a_game_goes_on_after_control_d(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *AUCTION, "--save", save) as child:
        child.expect("Ana> ")
        child.sendline("open 4 4")
        child.expect("Bia> ")
        child.sendeof()
        assert f"gridgames resume {save}" in rest_of(child)
        assert child.exitstatus == 0
    with terminal(tmp_path, "resume", save, "--plain") as child:
        child.expect("leads with")
        child.expect("Bia> ")
        child.sendline("u")
        child.expect("Undone: open 4 4")
        child.expect("Ana> ")
        child.sendline("q")
        assert "gridgames resume" in rest_of(child)
    assert recorded_actions(save) == []


def test_control_c_ends_with_130_and_a_saved_game(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER, "--save", save) as child:
        child.expect("Ana> ")
        child.sendline("open 4 4")
        child.expect("Round [0-9]+, step")  # all that followed is told, and Ana is asked again
        child.expect("Ana> ")
        said = interrupted(child)
        assert f"gridgames resume {save}" in said
        assert "Traceback" not in said
        assert child.exitstatus == 130
    assert recorded_actions(save)[0]["plant"] == 4
    assert gridgames(tmp_path, "verify", save).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.jsonl"]


@pytest.mark.slow
def test_a_whole_game_at_a_terminal(tmp_path):
    words = ("play", "eletrika", "--plain", "--seats", "human,easy", "--seed", "2")
    with terminal(tmp_path, *words, NO_COLOR="1") as child:
        child.delaybeforesend = None
        seen = ""
        while child.expect(["> ", pexpect.EOF]) == 0:
            seen += child.before
            child.sendline("q" if "first place, by" in seen else "1")
        seen += child.before
        assert "first place, by" in seen
        assert ESCAPE not in seen.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")


@pytest.mark.parametrize("words", [POWER, WHOLE, ("eletrika", "edit"), ("doctor",), BATCH, ()])
@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_terminal_without_a_name_gets_no_control_sequence(term, words, tmp_path):
    with terminal(tmp_path, *words, TERM=term) as child:
        child.expect("Ana> |Which game|editing needs|For a report|on average")
        said = child.before
        child.sendeof()
        said += rest_of(child)
    assert "\x1b" not in said
    is_told = said.count("gridgames: no full screen: TERM names no terminal")
    assert is_told == (words in (WHOLE, ("eletrika", "edit"), ()))


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"PYTHONIOENCODING": "latin-1"}, "it needs UTF-8, and the output is iso8859-1\r\n"),
        ({"PYTHONIOENCODING": "ascii"}, "it needs UTF-8, and the output is ascii\r\n"),
        ({"PYTHONIOENCODING": "U8"}, ""),
        ({"LC_ALL": "C", "PYTHONIOENCODING": None}, ""),  # Python writes UTF-8 there
    ],
    ids=str,
)
def test_an_output_that_is_not_utf8_gets_lines_and_the_reason(more, reason, tmp_path):
    with terminal(tmp_path, *WHOLE, encoding="latin-1", **more) as child:
        child.expect("Ana> " if reason else "\x1b\\[\\?1049h")
        if not reason:
            child.expect("\u2500".encode().decode("latin-1"))
        assert child.before.count("gridgames: no full screen: ") == bool(reason)
        assert reason in child.before
        assert r"\u25" not in child.before


def test_a_screen_that_would_go_to_a_file_is_lines(tmp_path):
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", f'exec "$@" 2>"{tmp_path}/errors"', "sh", *PROGRAM, *WHOLE],
        env=environment(tmp_path, TERM="xterm-256color"),
        encoding="utf-8",
        timeout=60,
    )
    child.expect("Ana> ")
    child.sendeof()
    rest_of(child)
    told = (tmp_path / "errors").read_text("utf-8")
    assert told == "gridgames: no full screen: standard error is not a terminal\n"


def test_a_terminal_that_cannot_show_the_menu_is_asked_for_the_game(tmp_path):
    with terminal(tmp_path, "--lang", "pt", TERM="dumb") as child:
        child.expect("sem tela cheia.*1  Power Grid.*2  Eletrika.*Qual jogo")
        child.sendline("3")
        child.expect("Qual jogo")
        child.sendline("2")
        child.expect("Semente")
        child.expect("Jogador 1> ")
        assert "Eletrika" in child.before
        child.sendeof()
        rest_of(child)
        assert child.exitstatus == 0


def test_a_tiny_window_wraps_at_forty(tmp_path):
    with terminal(tmp_path, *POWER, "--no-save", size=(5, 20), NO_COLOR="1") as child:
        child.expect("Ana> ")
        told = child.before[child.before.index("Round 1, step 1, auction") :].splitlines()
        assert max(map(len, told)) <= 40
        assert "open 3 1: 2 oil" in " ".join(told)


def test_one_is_asked_which_game_to_resume(tmp_path):
    for game in ("powergrid", "eletrika"):
        gridgames(
            tmp_path, "play", game, "--seats", "Ana=human,easy", "--seed", "1", typed="1\n1\n1\n"
        )
    with terminal(tmp_path, "resume", "--plain") as child:
        child.expect("Which one?")
        told = " ".join(child.before.split())
        assert re.search(r"\b1 [-0-9: ]{16} Eletrika, round 1: Ana, Otto; Ana is to act", told)
        assert re.search(r"\b2 [-0-9: ]{16} Power Grid, round 0: Ana, Otto; Ana is to act", told)
        child.sendline("2")
        child.expect("Power Grid recharged")
        child.expect("Ana> ")
        child.sendline("q")
        rest_of(child)
    with terminal(tmp_path, "resume", "--plain") as child:
        child.expect("Which one?")
        child.sendline("")
        assert "Power Grid" not in rest_of(child)
        assert child.exitstatus == 0


def test_several_people_do_not_see_what_the_last_one_saw(tmp_path):
    words = ("play", "powergrid", "--plain", "--seats", "Ana=human,Bea=human", "--seed", "3")
    with terminal(tmp_path, *words, "--option", "hidden_money=true", "--no-save") as child:
        child.expect("press Enter> ")
        before = child.before
        child.sendline("")
        child.expect("(Ana|Bea)> ")
        assert "\r\n" * 24 in before or "\r\n\r\n" * 12 in before


def test_who_plays_need_not_be_said_at_a_terminal(tmp_path):
    with terminal(tmp_path, "play", "powergrid", "--plain", "--seed", "3") as child:
        child.expect("Player 1: 50 Elektro")
        told = child.before
        child.expect("Player 1> ")
        assert ESCAPE + "3" in told + child.before, "a terminal that shows colour gets it"
        child.sendline("q")
        rest_of(child)
        assert child.exitstatus == 0


def test_a_hostile_name_reaches_no_terminal(tmp_path):
    save = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", save, typed="1\n")
    record = save.read_text(encoding="utf-8").replace('"Ana"', r'"An\u001b]0;HACK\u0007a"', 1)
    save.write_text(record, encoding="utf-8")
    with terminal(tmp_path, "resume", save, "--plain") as child:
        child.expect(r"An\\x1b]0;HACK\\x07a> ")
        child.sendeof()
        said = child.before + rest_of(child)
    assert "\x1b]0;" not in said
    assert "\x07" not in said


def test_what_is_to_be_copied_is_left_to_the_terminal_to_wrap(tmp_path):
    save = tmp_path / ("a long name " * 6).strip() / "game.jsonl"
    with terminal(tmp_path, *POWER, "--save", save, size=(24, 40)) as child:
        child.expect("Ana> ")
        child.sendeof()
        assert f"continue with: gridgames resume '{save}'\r\n" in rest_of(child)
    with terminal(tmp_path, *POWER, "--save", save, size=(24, 40)) as child:
        assert f"gridgames resume '{save}'\r\n" in rest_of(child)


def test_the_program_alone_shows_a_menu_in_the_language_that_is_asked_for(tmp_path):
    with terminal(tmp_path, "--lang", "pt_BR") as child:
        child.expect("o que jogar")
        child.send("\x1b[21~")  # F10
        rest_of(child)
        assert child.exitstatus == 0


@pytest.mark.parametrize(("encoding", "has_code"), [("utf-8", True), ("latin-1", False)])
def test_a_code_to_photograph_is_shown_only_in_characters_that_are_there(
    encoding, has_code, tmp_path
):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ("serve", "eletrika", "--seats", "Ana,easy", "--lan", "--port", port)
    more = {"PYTHONIOENCODING": encoding}
    with terminal(tmp_path, *words, encoding=encoding, size=(60, 100), **more) as child:
        child.expect("Ctrl-C stops")
        assert ("█" in child.before) == has_code
        assert "???" not in child.before
        interrupted(child)
