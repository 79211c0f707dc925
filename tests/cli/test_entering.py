"""Entering a position of Eletrika: what helps and errors say, in both languages."""

import json
import re

import pytest
from typer.testing import CliRunner, Result

from eletrika.notation import parse_position
from eletrika.tile_set import shipped_tiles
from english import english_left
from gridgames.app import app
from gridgames.wings.eletrika.description.words import words_of_positions

LANGUAGES = ("en", "pt_BR")


def check(typed: str, *words: str) -> Result:
    return CliRunner().invoke(app, ["eletrika", "check", "-", *words], input=typed)


def test_the_help_shows_each_form_as_it_is_read() -> None:
    told = []
    for language in LANGUAGES:
        page = CliRunner().invoke(app, ["eletrika", "--help", "--lang", language]).stdout
        assert max(map(len, page.splitlines())) <= 80
        blocks = re.findall(r"^\n((?: {4}.*\n)+)", page, re.MULTILINE)
        assert len(blocks) == 4
        drawn = blocks.pop()
        assert "-1,0  0,0  1,0" in drawn
        told.append([parse_position(one, shipped_tiles(), words_of_positions()) for one in blocks])
    assert told[0] == told[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_beside_the_board_that_an_error_offers_is_understood(language: str) -> None:
    said = " ".join(check("0,0 src\nweather fine", "--lang", language).stderr.split())
    heads = re.split(r", ", re.search(r"(bonus|bônus),.*$", said)[0])
    assert len(heads) == 11
    for head in heads:
        answer = check(f"0,0 src\n{head} ~", "--lang", language)
        assert answer.exit_code == 2
        assert ("column 1:" if language == "en" else "coluna 1:") not in answer.stderr


WRONG = [
    "A=0,0 src T:vermelho3 *W3 T T\nE of B 13/7\nE 99 Q\nE x.....\nE r....\nno\nE\nA=E ?\nE=E ?",
    "0,0 ?\nhand W3 W4 W Q1\nmarkers W3\nbonus\nqueue X\nturn 7\nstack many\nrow ? ? ? ?\nscore",
    "0,0 ?\n0,0 ?\nE of\nE of 1,1\nbonus T\nbonus T\nturn W K\nA=",
    "SW ?\n0,0 ?",
    "U-X-; -T; T-T; Trk-Trx; Tw1-T1; T+ S",
    "U   T\n   S   P\n\n\tQ   TR3",
    "@x U\n  S",
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_errors_are_in_the_language_in_use(text: str) -> None:
    answer = check(text, "--lang", "pt_BR")
    assert answer.exit_code == 2
    assert english_left(answer.stderr) == []
    assert not re.search(r"(?<!')\b(the|with|and|is|of|expected|found|as in)\b", answer.stderr)


def test_what_is_doubtful_about_a_picture_is_in_the_answer() -> None:
    typed = "        U   T\n  S"
    answer = check(typed)
    assert answer.exit_code == 0
    assert "line 2, column 3: the row of 'S' touches no tile above" in answer.stdout
    (remark,) = json.loads(check(typed, "--json").stdout)["remarks"]
    assert (remark["line"], remark["column"]) == (2, 3)
    assert english_left(check(typed, "--lang", "pt_BR").stdout) == []


@pytest.mark.rule("EL-COMP-01", "EL-COMP-02", "EL-COMP-03", "EL-COMP-04")
def test_all_counts_that_cannot_be_are_told_together() -> None:
    cities = "\n".join(f"{3 * number},9 ? C" for number in range(8))
    answer = check(f"0,0 5 T:R2\n3,0 5 P:R2 *W1\n6,0 ? *W1\n{cities}\nhand R3", "--json")
    assert answer.exit_code == 1
    rules = {problem["rule"] for problem in json.loads(answer.stdout)["problems"]}
    assert rules >= {"EL-COMP-01", "EL-COMP-02", "EL-COMP-03", "EL-COMP-04"}


@pytest.mark.rule("EL-TILE-02", "EL-CONN-03", "EL-BUILD-04")
def test_rules_that_a_position_breaks_are_told_in_portuguese() -> None:
    typed = "0,0 src\n1,0 13/2 T:R2\nE r.tr.. U\nE llllll P\n0,1 ...... U\nE ...... C"
    answer = check(typed, "--lang", "pt_BR")
    assert answer.exit_code == 1, answer.exception
    assert "EL-TILE-02  1,0 2,0: a terra de 1,0 encontra o rio de 2,0" in answer.stdout
    assert english_left(answer.stdout) == []


def test_a_long_network_stays_within_80_columns() -> None:
    chains = "; ".join(f"U{one}-T{one}-S{one}-P{one}-C{one}" for one in range(5))
    lines = check(chains).stdout.splitlines()
    assert lines[0].startswith("Network  U0-T0")
    assert max(map(len, lines)) <= 80
