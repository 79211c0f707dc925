"""Games played at a real terminal: control keys, and terminals that show no full screen."""

import re

import pytest

from gridgames.languages.language import Language
from gridgames.table.lesson import read_lesson
from plain_games import gridgames, recorded_actions
from terminals import interrupted, talk, terminal

pytest.importorskip("fcntl", reason="terminals as POSIX has them")
pexpect = pytest.importorskip("pexpect")

slow = pytest.mark.slow
POWER = "play powergrid --plain --seats Ana=human,easy,easy --seed 7"
WHOLE = "play powergrid --seats Ana=human,easy,easy --seed 7 --no-save"
EDIT = "eletrika edit"
BATCH = "simulate eletrika --seats random,random --games 3"
SCREEN, F10 = "\x1b[?1049h", "\x1b[21~"


def test_control_c_ends_with_130_and_a_saved_game(tmp_path):
    save = tmp_path / "game.jsonl"
    with terminal(tmp_path, *POWER.split(), "--save", save) as child:
        child.expect("Ana> ")
        assert "\x1b[3" in child.before, "a terminal that shows colour gets it"
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


@pytest.mark.parametrize(
    ("words", "term"),
    [(WHOLE, "dumb")]
    + [pytest.param(one, "dumb", marks=slow) for one in (BATCH, "")]
    + [pytest.param(WHOLE, "", marks=slow), pytest.param(EDIT, None, marks=slow)],
)
def test_a_terminal_without_a_name_gets_no_control_sequence(term, words, tmp_path):
    prompts = "> |Which game|on average"
    said, _ = talk(tmp_path, words, (prompts, None), TERM=term)
    assert "\x1b" not in said
    is_told = said.count("gridgames: no full screen: TERM names no terminal")
    assert is_told == (words in (WHOLE, EDIT, ""))


@slow
@pytest.mark.parametrize(
    ("encoding", "reason"),
    [
        ("latin-1", "it needs UTF-8, and the output is iso8859-1\r\n"),
        ("U8", ""),
        (None, ""),  # in the locale C Python writes UTF-8
    ],
)
def test_an_output_that_is_not_utf8_gets_lines_and_the_reason(encoding, reason, tmp_path):
    more = {"encoding": "latin-1", "LC_ALL": "C", "PYTHONIOENCODING": encoding}
    line = "\u2500".encode().decode("latin-1")
    steps = [("Ana> ", None)] if reason else [(line, ""), ("commands", "\x11"), ("Leave", "y")]
    said, _ = talk(tmp_path, WHOLE, *steps, **more)
    assert said.count("gridgames: no full screen: ") == bool(reason) != said.count(SCREEN)
    assert reason in said
    assert r"\u25" not in said


@slow
def test_a_terminal_that_cannot_show_the_menu_is_asked_for_the_game(tmp_path):
    menu = "sem tela cheia.*1  Power Grid.*2  Eletrika.*Qual jogo"
    steps = (menu, "3\r"), ("Qual jogo", "2\r"), ("Semente", ""), ("Eletrika", "")
    said = talk(tmp_path, "--lang pt", *steps, ("Jogador 1> ", None), TERM="dumb")
    assert said[1] == 0
    assert talk(tmp_path, "--lang pt_BR", ("Com outras pessoas", F10))[1] == 0


def test_one_is_asked_which_game_to_resume(tmp_path):
    for game in ("powergrid", "eletrika"):
        words = ("play", game, "--seats", "Ana=human,easy", "--seed", "1")
        gridgames(tmp_path, *words, typed="1\n1\n1\n")
    steps = ("Which one?", "2\r"), ("Power Grid recharged", ""), ("Ana> ", "q\r")
    told = " ".join(talk(tmp_path, "resume --plain", *steps)[0].split())
    assert re.search(r"\b1 [-0-9: ]{16} Eletrika, round 1: Ana, Otto; Ana is to act", told)
    assert re.search(r"\b2 [-0-9: ]{16} Power Grid, round 0: Ana, Otto; Ana is to act", told)


def test_a_lesson_in_lines_ends_with_the_offer_of_a_game(tmp_path):
    last = read_lesson("eletrika", Language.ENGLISH).steps[-1]
    words = f"learn eletrika --from {last.number} --plain"
    for answer, then in (("", "Lay your first tile"), ("q", "")):
        with terminal(tmp_path, *words.split()) as child:
            child.expect("Type: ")
            child.sendline(last.typed)
            child.expect("Play now")
            child.sendline(answer)
            child.expect(then or pexpect.EOF)
