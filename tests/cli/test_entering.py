"""Entering a position of Eletrika: what errors say, in both languages."""

import re

import pytest

from english import english_left
from plain_games import invoke

LANGUAGES = ("en", "pt_BR")
CHECK = ("eletrika", "check", "-", "--lang")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_beside_the_board_that_an_error_offers_is_understood(language: str) -> None:
    said = " ".join(invoke(*CHECK, language, typed="0,0 src\nweather fine").stderr.split())
    heads = re.split(r", ", re.search(r"(bonus|bônus),.*$", said)[0])
    assert len(heads) == 11
    for head in heads:
        answer = invoke(*CHECK, language, typed=f"0,0 src\n{head} ~")
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
    answer = invoke(*CHECK, "pt_BR", typed=text)
    assert answer.exit_code == 2
    assert english_left(answer.stderr) == []
    assert not re.search(r"(?<!')\b(the|with|and|is|of|expected|found|as in)\b", answer.stderr)
