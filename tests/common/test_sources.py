"""Where rules stand in the rulebooks: the form, the shipped tables, and the texts themselves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

import rulebooks
from common_rows import rows_of
from gridcommon.errors import NotationError
from gridcommon.ledger import read_disagreements, read_ledger, shipped_ledger
from gridcommon.sources import (
    Sources,
    parse_sources,
    read_quotes,
    read_sources,
)

PACKAGES = ("powergrid", "eletrika")

TEXTS = {
    "A-pt": {"edition": "A", "seed": "000", "sections": {"One": "Chapter one", "Two 2": "Two"}},
    "B-pt": {"edition": "B", "seed": "001", "sections": {"All": "All"}},
}


def sources(**places: dict[str, object]) -> Sources:
    rules = {name.replace("_", "-"): row for name, row in places.items()}
    return parse_sources({"texts": TEXTS, **rules}, "toy/data/sources.toml")


def find_errors(
    sources: Sources, editions: Mapping[str, str], marked: Sequence[str] = ()
) -> Iterator[str]:
    """Yield a sentence for each mismatch between ``sources`` and a ledger, by rule id.

    ``editions`` maps each rule of the ledger to the letters of its editions. A rule needs an entry
    for every text of its editions, and for no other text. It also needs a citation that does not
    contradict it, unless it is in ``marked``: rules with a clause that is in no text.
    """
    for rule in sources.places:
        if rule not in editions:
            yield f"{rule}: not in the ledger"
    for rule, letters in editions.items():
        if rule not in sources.places:
            yield f"{rule}: no source"
            continue
        places, silent = sources.places[rule], sources.silent[rule]
        told = {*silent, *(place.text for place in places)}
        for name, text in sources.texts.items():
            belongs = not text.edition or text.edition in letters
            if belongs and name not in told:
                yield f"{rule}: nothing is said of {name}"
            if not belongs and name in told:
                yield f"{rule}: {name} is of another edition"
        agreeing = {sources.texts[place.text].edition for place in places if not place.against}
        for letter in letters or [""]:
            if letter not in agreeing and rule not in marked:
                edition = f" of edition {letter}" if letter else ""
                yield f"{rule}: no text{edition} has it, and it is not marked as ours"


# The form


@pytest.mark.parametrize(("text", "place", "problem"), rows_of("place"))
def test_a_place_that_cannot_be_is_refused_with_the_rule(text, place, problem):
    with pytest.raises(NotationError, match=re.escape(problem)) as caught:
        sources(PG_X_01={text: place})
    assert caught.value.key == f"PG-X-01.{text}"
    for table in ({"texts": 3}, {"texts": {"A-pt": {}}}, {"PG-X-01": "One"}):
        with pytest.raises(NotationError, match="expected a table"):
            parse_sources({"texts": TEXTS, **table}, "toy")


def test_every_fault_names_its_rule():
    found = sources(
        PG_X_01={"A-pt": "One", "B-pt": "All"},
        PG_X_02={"A-pt": "One"},
        PG_X_03={"A-pt": "-", "B-pt": "! All"},
        PG_X_04={"A-pt": "-"},
        PG_X_09={"A-pt": "One"},
    )
    editions = {"PG-X-01": "A", "PG-X-02": "AB", "PG-X-03": "AB", "PG-X-04": "A", "PG-X-05": "A"}
    assert list(find_errors(found, editions, ["PG-X-04"])) == [
        "PG-X-09: not in the ledger",
        "PG-X-01: B-pt is of another edition",
        "PG-X-02: nothing is said of B-pt",
        "PG-X-02: no text of edition B has it, and it is not marked as ours",
        "PG-X-03: no text of edition A has it, and it is not marked as ours",
        "PG-X-03: no text of edition B has it, and it is not marked as ours",
        "PG-X-05: no source",
    ]


# The shipped tables


@pytest.mark.parametrize("package", PACKAGES)
def test_every_rule_has_its_sources_or_is_marked_as_ours(package):
    """And none of another edition; a place against a rule is among the disagreements."""
    rules = read_ledger(package).values()
    editions = {rule.id: rule.edition for rule in rules}
    marked = [rule.id for rule in rules if rule.ours]
    assert list(find_errors(read_sources(package), editions, marked)) == []
    listed = {name for row in read_disagreements(shipped_ledger(package)) for name in row.rules}
    for rule in rules:
        assert rule.ours or any(not place.against for place in rule.places), rule.id
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
