"""Frequent questions, the glossary, and dated changes: data, pages and the terminal."""

import re
from collections import Counter
from datetime import date

import pytest

from gridcommon.ledger import read_ledger
from gridcommon.sources import read_sources
from gridgames.languages.language import Language
from gridgames.show.registry import names
from gridgames.study.rules.book import (
    changes,
    changes_of,
    frequent,
    terms,
)
from rulebooks import seed

RULES = {rule.id: rule for game in names() for rule in read_ledger(game).values()}
TEXTS = {"pt": ("R-pt", "C-pt", "E-pt"), "sr": ("R-sr",), "ca": ("C-ca",)}


def test_a_frequent_question_has_an_answer_of_two_sentences_and_rules_in_every_language():
    english, ours = (frequent(language) for language in Language)
    assert [one.key for one in english] == [one.key for one in ours]
    assert len({one.key for one in english}) == len(english) >= 60
    for one, other in zip(english, ours, strict=True):
        assert one.rules == other.rules
        assert set(one.rules) <= RULES.keys()
        assert one.ask != other.ask
        for said in (one, other):
            assert "?" in said.ask or said.ask.endswith(("now.", "agora."))
            assert len(re.findall(r"[.!](?= |$)", said.answer)) == 2, said.answer
    assert {one.game for one in english} == set(names())


def test_a_term_has_rules_and_words_of_the_texts():
    assert len({one.key for one in terms()}) == len(terms()) >= 80
    for one in terms():
        assert one.words["en"]
        assert one.rules
        assert set(one.rules) <= RULES.keys()
        assert one.game == "powergrid" or one.words.keys() == {"en", "pt"}
    told = Counter(tongue for one in terms() for tongue in one.words)
    assert told["pt"] >= 80
    assert min(told["sr"], told["ca"]) >= 35


@pytest.mark.parametrize("game", names())
def test_a_word_of_a_term_is_in_its_text(game):
    found = {name: seed(text) for name, text in read_sources(game).texts.items()}
    if not any(found.values()):
        pytest.skip("../shared")
    read = {
        name: re.sub(r"[*_#]|\s+", " ", path.read_text("utf-8")).replace("  ", " ").lower()
        for name, path in found.items()
        if path
    }
    for one in terms():
        if one.game == game:
            for tongue in one.words.keys() - {"en"}:
                texts = [read[name] for name in TEXTS[tongue] if name in read]
                said = re.sub(r"\s+", " ", one.words[tongue].lower())
                assert any(said in re.sub(r"\s+", " ", text) for text in texts), one


def test_each_clause_of_ours_and_each_change_has_its_date():
    listed = changes(Language.ENGLISH)
    assert [one.key for one in listed] == [one.key for one in changes(Language.PT_BR)]
    assert [one.date for one in listed] == sorted((one.date for one in listed), reverse=True)
    dated = {rule for one in listed for rule in one.rules}
    assert dated <= RULES.keys()
    assert {rule for rule, found in RULES.items() if found.ours} <= dated
    for one, other in zip(listed, changes(Language.PT_BR), strict=True):
        assert date.fromisoformat(one.date) <= date.today()
        assert one.kind in ("added", "changed", "ours")
        assert one.change != other.change
    assert {one.kind for one in changes_of("PG-COMP-09", Language.ENGLISH)} == {"added", "changed"}
