"""``gridgames rules``: listing, showing, finding, the table of the documentation, bad input."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gridcommon.ledger import ID, TOPICS, read_ledger
from gridcommon.traceability import coverage
from gridgames.app import app
from gridgames.games import registry
from gridgames.languages import messages
from gridgames.languages.language import Language, locale_language, use_language
from gridgames.rules import book as rule_book
from gridgames.rules.book import answer, find_tests, open_book
from gridgames.rules.rule_text import describe_rule, look_up
from gridgames.terminal.output import Line

TESTS = Path(__file__).parents[1]
BOOK = open_book(Language.ENGLISH)
LOCALES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LOCALES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


def rules(*words: str) -> Result:
    return CliRunner().invoke(app, ["rules", *words])


def shown(*words: str) -> str:
    result = rules(*words)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def answered(*words: str) -> dict:
    document = json.loads(shown("--json", *words))
    assert document["schema"] == 1
    return document


def complaint(*words: str, code: int = 2) -> str:
    result = rules(*words)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.split())


# Listing


def test_all_rules_are_listed_by_section():
    text = shown()
    assert re.findall(ID, text) == [*read_ledger("powergrid"), *read_ledger("eletrika")]
    assert "Power Grid\n\nComponents\n  PG-COMP-01    Power plants\n" in text
    assert "\n  PG-AUC-09     Minimum bid, Recharged  [recharged]\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_one_game_or_one_family_is_listed():
    assert set(re.findall(ID, shown("--game", "powergrid"))) == set(read_ledger("powergrid"))
    wins = ["EL-WIN-01", "EL-WIN-02", "EL-WIN-03"]
    assert re.findall(ID, shown("EL-WIN")) == wins
    assert re.findall(ID, shown("el-win")) == wins
    assert len(re.findall(ID, shown("EL"))) == len(read_ledger("eletrika"))


def test_a_list_as_json_has_the_rules_in_order():
    document = answered("--game", "eletrika")
    assert document["language"] == "en"
    assert [rule["id"] for rule in document["rules"]] == list(read_ledger("eletrika"))
    assert set(document["rules"][0]) == {
        "id",
        "game",
        "editions",
        "title",
        "text",
        "section",
        "topic",
        "source",
    }
    assert {rule["topic"] for rule in document["rules"]} <= set(TOPICS)


# Showing one


def test_one_rule_is_shown_with_all_that_belongs_to_it():
    text = shown("PG-AUC-12")
    assert text.startswith(
        "PG-AUC-12 Replacement below the discounted plant\nPower Grid, only recharged\n"
    )
    told = " ".join(text.split())
    for part in (
        "While the token lies: if a replacement drawn is lower than the discounted plant",
        "Section: Phase 2: auction",
        "(acquiring)",
        "Source: R-pt § Fase 2, Regras importantes ¶3: Na primeira vez",
        "R-sr: rulebook of the Recharged edition",
        "Code: powergrid.plant_market:draw",
        "tests/powergrid/rows/auction.toml a_replacement_below",
        "Options: lower_replacement",
        "Related: PG-CART-03, PG-AUC-01",
    ):
        assert part in told


def test_options_and_examples_are_shown():
    told = " ".join(shown("EL-NRG-01").split())
    assert "Options: A-16 energized" in told
    assert "path (default) (simple path U..C) / component (component has" in told
    assert "-> TV" not in told
    pictured = shown("EL-NRG-01")
    assert re.search(r"\n +S   P   CW\n +U   TR\n +TK\n", pictured)
    assert "Example:\n  R-pt, R-sr, C-pt; Germany\n" in shown("PG-BUILD-03")
    assert "Options:\n  start_in_occupied\n" in shown("PG-BUILD-02")


def test_a_text_that_is_silent_or_says_otherwise_is_told_so():
    told = " ".join(shown("PG-ORDER-01").split())
    assert "C-ca § Fase 1 ¶1: més centrals elèctriques (differs)" in told
    assert "silent: R-pt, R-sr, C-pt, C-ca" in " ".join(shown("PG-END-06").split())
    assert "nada dizem: E-pt" in " ".join(shown("EL-END-05", "--lang", "pt_BR").split())


def test_a_table_in_a_rule_is_aligned():
    lines = [line.rstrip() for line in shown("EL-CONN-02").splitlines()]
    assert "   U    T    S    P    C" in lines
    assert "T  yes  yes  yes" in lines


def test_case_and_a_missing_nought_are_forgiven_and_several_may_be_asked_for():
    assert shown("pg-auc-3").startswith("PG-AUC-03 Bidding\n")
    text = shown("PG-AUC-03", "EL-WIN-01")
    assert "\n\nEL-WIN-01 Most MW\n" in text


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_rule_can_be_shown_within_80_columns(language, monkeypatch):
    monkeypatch.setattr(rule_book, "find_tests", lambda: None)  # names of tests are not broken
    text = shown(*BOOK, "--lang", language)
    assert max(map(len, text.splitlines())) <= 80
    assert "**" not in text
    assert "-> TV" not in text


def test_one_rule_as_json():
    (rule,) = answered("EL-FOREST-01")["rules"]
    assert rule["game"] == "eletrika"
    assert rule["editions"] == []
    assert rule["topic"] == "income"
    assert [one["names"] for one in rule["options"]] == [["forest_touch"], ["forest_count"]]
    assert set(rule["options"][0]) == {"id", "names", "question", "readings", "why"}
    assert rule["source"] == "E-pt § Pontuando os terrenos adjacentes ¶1"
    assert rule["places"] == [
        {
            "text": "E-pt",
            "section": "Pontuando os terrenos adjacentes",
            "part": "¶1",
            "words": "que fazem divisa",
            "against": False,
        }
    ]
    assert (rule["silent"], rule["ours"], rule["planned"]) == ([], 0, False)
    assert any(name.startswith("eletrika.") and ":" in name for name in rule["code"])
    places = {name.partition("::")[0] for name in rule["tests"]}
    assert "eletrika/data/examples.toml" in places
    assert all(place.startswith("tests/") or place.endswith(".toml") for place in places)
    assert "EL-FOREST-04" in rule["related"]
    (rule,) = answered("PG-AUC-01")["rules"]
    assert rule["editions"] == ["recharged", "classic"]
    (rule,) = answered("EL-CITY-02")["rules"]
    assert [one["name"] for one in rule["examples"]] == ["TV-08"]


def test_a_rule_of_some_editions_names_them(monkeypatch):
    """A third edition makes what both of the others have a rule of two."""
    wing = registry.wing_of("powergrid")
    third = wing._replace(editions={**wing.editions, "X": "third"})
    monkeypatch.setitem(registry._WINGS, "powergrid", third)
    assert "only recharged and classic" in shown("PG-AUC-01")
    assert "[recharged and classic]" in shown("PG-AUC")


def test_code_and_tests_are_those_of_the_table():
    for game in ("powergrid", "eletrika"):
        traces = coverage(game, TESTS).traces
        for name in list(traces)[5::40]:
            (rule,) = answered(name)["rules"]
            assert (rule["code"], rule["tests"]) == (traces[name].code, traces[name].tests)


@pytest.mark.skipif(
    TESTS.parent != Path(rule_book.__file__).resolve().parents[3],
    reason="an editable installation",
)
def test_the_tests_of_a_checkout_are_found_from_any_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert rule_book.find_tests() == TESTS


def test_without_a_checkout_the_tests_are_said_to_be_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr(rule_book, "find_tests", lambda: None)
    assert "not shipped with the program" in shown("PG-AUC-01")
    assert answered("PG-AUC-01")["rules"][0]["tests"] is None
    assert "run this in a checkout" in complaint("--export", str(tmp_path / "pages"))
    assert not (tmp_path / "pages").exists()


def test_a_checkout_is_known_by_its_project(tmp_path):
    assert find_tests([tmp_path]) is None
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text('name = "other"')
    assert find_tests([tmp_path]) is None
    (tmp_path / "pyproject.toml").write_text('name = "gridgames"')
    assert find_tests([tmp_path]) == tmp_path / "tests"


# Asking: what answers which question is proved in test_search.py


def test_short_circuit_is_found_in_both_languages():
    for words in ("short circuit", "SHORT-circuits", "curto circuito", "Curto-Circuito"):
        assert "EL-SHORT-01" in re.findall(ID, shown(words))[:2]
    text = shown("short", "circuit")
    assert text == shown("short circuit")
    assert re.search(r"^\d+ rules for 'short circuit', the best first:$", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("discount token", "PG-AUC-11"),
        ("usinas obsoletas", "PG-BUILD-08"),
        ("deposito de carvao", "PG-RES-03"),
        ("fila vazia", "EL-CITY-04"),
        ("A-16", "EL-NRG-01"),
        ("scrap_keep", "PG-AUC-17"),
        ("bank runs out of money", "PG-COMP-06"),
        ("what if the bank is out of notes", "PG-COMP-06"),
        ("o dinheiro do banco acaba", "PG-COMP-06"),
        ("is money open", "PG-SETUP-03"),
        ("minimum bid classic", "PG-AUC-10"),
    ],
)
def test_the_best_match_comes_first(words, first):
    assert answer(BOOK, words)[0][0].rule.id == first


@pytest.mark.parametrize("words", ["", " ", "xyzzy", ". ,", "A-99", "\ud83c\udfb2"])
def test_a_question_without_a_known_word_is_refused_with_the_nearest_topics(words):
    said = complaint(words)
    told = (
        "the nearest topics" if any(map(str.isalnum, words)) else "has no word to look for; topics"
    )
    assert f"{told} of gridgames compare are" in said
    assert said.count(", ") >= 2
    assert said.endswith("gridgames rules lists all rules")
    complaint("--json", words)


@pytest.mark.parametrize(
    "words",
    [
        "can I bribe the umpire",
        "what can I do?",
        "how do I fly to the moon",  # nearest by spelling: no rule has a word of it
        "the",
    ],
)
def test_a_question_that_no_rule_answers_gets_the_nearest_said_to_be_so(words):
    document = answered(*words.split())
    assert (document["query"], document["nearest"]) == (words, True)
    assert len(document["rules"]) == 3
    said = f"No rule clearly answers '{words}'; the nearest are:"
    assert " ".join(shown(*words.split()).split()).startswith(said)
    in_a_game = " ".join(told(look_up("powergrid", words)).split())
    assert in_a_game.startswith(f"{said} PG-")
    assert shown(*words.split(), "--lang", "pt_BR").startswith("Nenhuma regra responde claramente")


def test_a_question_about_the_other_game_gets_the_nearest_of_this_one():
    document = answered("uranium", "--game", "eletrika")
    assert document["nearest"]
    assert {rule["game"] for rule in document["rules"]} == {"eletrika"}


def test_a_question_as_json_and_in_one_game():
    document = answered("tie", "--game", "eletrika")
    assert document["query"] == "tie"
    assert not document["nearest"]
    assert document["rules"][0]["id"] == "EL-WIN-02"
    assert {rule["game"] for rule in document["rules"]} == {"eletrika"}


# In the middle of a game


def told(lines: Iterable[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def test_a_rule_in_short_has_its_text_its_tables_and_its_source():
    text = told(describe_rule(BOOK["EL-CONN-02"].rule))
    assert text.startswith("EL-CONN-02 Allowed neighbours\nThese pairs (symmetric")
    assert "\nT  yes  yes  yes\n" in text
    assert "\nSource: E-pt § Conexão ¶2; E-pt § Conexão ¶3;" in text


def test_a_game_looks_up_its_own_rules():
    assert told(look_up("powergrid", "pg-auc-3")) == told(describe_rule(BOOK["PG-AUC-03"].rule))
    assert told(look_up("eletrika", "EL-WIN")).splitlines() == [
        "  EL-WIN-01     Most MW",
        "  EL-WIN-02     Tie: pawns",
        "  EL-WIN-03     Shared win",
    ]
    assert "EL-SHORT-01" in told(look_up("eletrika", "curto-circuito"))
    assert "no word in 'xyzzy' is known" in told(look_up("eletrika", "xyzzy"))
    assert "unknown rule PG-AUC-03" in told(look_up("eletrika", "PG-AUC-03"))
    assert told(look_up("powergrid", "PG")).endswith(
        f"and {len(read_ledger('powergrid')) - 20} more"
    )


# Languages


def test_a_rule_in_portuguese():
    text = shown("PG-AUC-12", "--lang", "pt_BR")
    assert "Reposição menor que a usina com desconto" in text
    for label in ("Seção", "Fonte", "Código", "Testes", "Opções", "Exemplo", "Ver também"):
        assert f"\n{label}" in text
    assert answered("PG-AUC-12", "--lang", "pt_BR")["language"] == "pt_BR"
    assert messages.say("coal") == "coal"


def test_without_lang_the_locale_decides(monkeypatch):
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "Fonte" in shown("EL-WIN-01")
    assert "Source" in shown("EL-WIN-01", "--lang", "en")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LANG": "pt_PT"}, "pt_BR"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "pt_BR.UTF-8", "LANG": "en_US.UTF-8"}, "pt_BR"),
        ({"LC_MESSAGES": "pt_BR", "LANG": "en_US"}, "pt_BR"),
        ({"LC_ALL": "en_US", "LC_MESSAGES": "pt_BR"}, "en"),
        ({"LC_ALL": "", "LANG": "pt_BR"}, "pt_BR"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "pt_BR"}, "en"),
        ({"LANGUAGE": "pt_BR:en", "LANG": "en_US.UTF-8"}, "pt_BR"),
        ({"LANGUAGE": "de:pt_BR", "LANG": "de_DE"}, "pt_BR"),
        ({"LANGUAGE": "en:pt_BR", "LANG": "pt_BR"}, "en"),
        ({"LANGUAGE": "pt_BR"}, "pt_BR"),
    ],
)
def test_the_language_of_a_locale(environment, language):
    assert locale_language(environment) == language


def test_a_language_is_spoken_for_a_while_only():
    with use_language(Language.PT_BR):
        assert messages.say("Source") == "Fonte"
        with use_language(Language.ENGLISH):
            assert messages.say("Source") == "Source"
        assert messages.say("Source") == "Fonte"
    assert messages.say("Source") == "Source"


# Bad input


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("PG-AUC-77", "PG-AUC-07"),
        ("PG-ACU-12", "PG-AUC-12"),
        ("EL-NRG-99", "EL-NRG-"),
        ("PG-BUILDING", "PG-BUILD"),
        ("ZZ-QQ-11", "gridgames rules lists all rules"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(name, nearest):
    told = complaint(name)
    assert f"unknown rule {name}" in told
    assert nearest in told


def test_an_id_of_the_other_game_is_refused():
    assert "unknown rule EL-WIN-01" in complaint("EL-WIN-01", "--game", "powergrid")


@pytest.mark.parametrize("words", [("--game", "chess"), ("--lang", "fr")])
def test_an_unknown_game_or_language_is_refused(words):
    result = rules(*words)
    assert result.exit_code == 2
    assert words[1] in result.stderr


@pytest.mark.parametrize("language", Language)
def test_no_name_of_a_test_vector_is_shown(language: Language) -> None:
    """They are names for programmers, as in "-> TV-03"."""
    for entry in open_book(language).values():
        assert "TV-" not in entry.rule.text
    for key in ("EL-SHORT-01", "EL-NRG-01", "EL-SCORE-02"):
        lang = ["--lang", language.value, "rules", key]
        assert "TV-" not in CliRunner().invoke(app, lang).stdout
