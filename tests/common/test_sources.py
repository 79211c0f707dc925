"""Where rules stand in the rulebooks: the form, the shipped tables, and the texts themselves."""

import re
from functools import cache

import pytest

import rulebooks
from gridcommon.ledger import read_disagreements, read_ledger, shipped_ledger
from gridcommon.sources import read_quotes, read_sources

PACKAGES = ("powergrid", "eletrika")

PART = re.compile(r"\d+|¶\d+|ex\. \d+|tab\. \d+")
MOST_WORDS = 6  # quoted from a text


# The shipped tables


@pytest.mark.parametrize("package", PACKAGES)
def test_every_rule_has_its_sources_or_is_marked_as_ours(package):
    """One for every text of its editions, and none of another; what is against it is listed."""
    rules, found = read_ledger(package), read_sources(package)
    assert found.places.keys() == rules.keys()
    listed = {name for row in read_disagreements(shipped_ledger(package)) for name in row.rules}
    for rule in rules.values():
        told = {*rule.silent, *(place.text for place in rule.places)}
        texts = {
            name
            for name, text in found.texts.items()
            if not text.edition or text.edition in rule.edition
        }
        assert told == texts, rule.id
        for place in rule.places:
            assert place.section in found.texts[place.text].sections, rule.id
            assert not place.part or PART.fullmatch(place.part), rule.id
            assert len(place.words.split()) <= MOST_WORDS, rule.id
        agreeing = {found.texts[one.text].edition for one in rule.places if not one.against}
        assert rule.ours or agreeing.issuperset(rule.edition or [""]), rule.id
        assert rule.id in listed or not any(place.against for place in rule.places), rule.id


# The texts, where they are


@cache
def parted(package: str, name: str) -> dict[str, list[rulebooks.Part]]:
    text = read_sources(package).texts[name]
    path = rulebooks.seed(text)
    if path is None:
        pytest.skip("../shared")
    return rulebooks.split(path.read_text(encoding="utf-8"), text.sections)


def plain(text: str) -> str:
    return " ".join(text.casefold().split())


@pytest.mark.parametrize("package", PACKAGES)
def test_every_place_is_in_its_text(package):
    wrong: list[str] = []
    for rule, places in read_sources(package).places.items():
        for place in places:
            told = rulebooks.cited(parted(package, place.text)[place.section], place.part)
            if told is None:
                wrong.append(f"{rule}: {place} does not exist")
            elif plain(place.words) not in plain(told):
                wrong.append(f"{rule}: {place} has no {place.words!r}")
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_each_disagreement_has_the_words_of_both_texts(package):
    quotes, wrong = read_quotes(package), []
    rows = read_disagreements(shipped_ledger(package))
    assert [*quotes] == [row.topic for row in rows]
    for row in rows:
        for told, places in zip((row.one, row.another), quotes[row.topic], strict=True):
            named = set(read_sources(package).texts) & set(re.findall(r"[CR]-\w+", told))
            assert named <= {place.text for place in places}, row.topic
            for place in places:
                found = rulebooks.cited(parted(package, place.text)[place.section], place.part)
                if not place.words or plain(place.words) not in plain(found or ""):
                    wrong.append(f"{row.topic}: {place} has no {place.words!r}")
    assert wrong == []
    without = [row.topic for row in rows if not all(quotes[row.topic])]
    assert len(without) == {"powergrid": 1, "eletrika": 5}[package]  # of texts that we lack
