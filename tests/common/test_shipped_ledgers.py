"""The ledgers that are shipped: whole in both languages, and what belongs to a rule is found."""

import re
import tomllib
from importlib.resources import files
from itertools import pairwise

import pytest

from eletrika.ruleset import OPTIONS as ELETRIKA_OPTIONS
from gridcommon.caveats import DEGREES, ESTIMATED, read_caveats, unique_caveats
from gridcommon.errors import NotationError
from gridcommon.ledger import (
    ID,
    TOPICS,
    Ledger,
    Rule,
    parse_ledger,
    parse_sources,
    read_disagreements,
    read_ledger,
    rule_topics,
)
from gridgames.languages.language import Language
from gridgames.languages.ledgers import ledger, topic_title
from gridgames.languages.ledgers import rules as rules_in
from powergrid.ruleset import OPTIONS as POWERGRID_OPTIONS

LANGUAGES = tuple(Language)
PACKAGES = ("powergrid", "eletrika")
OPTIONS = {"powergrid": set(POWERGRID_OPTIONS), "eletrika": set(ELETRIKA_OPTIONS)}


def same_in_languages(rule: Rule) -> list[object]:
    """Return what a rule says in any language; its numbers and names in no order."""
    patterns = (ID, r"A-\d\d", r"TV-\d\d", r"`[^`]+`")
    bare = re.sub(rf"{ID}|A-\d\d|TV-\d\d", "", rule.text)
    return [
        (rule.id, rule.edition, rule.topic, rule.places, rule.silent, rule.ours, rule.planned),
        [one.options for one in rule.ambiguities],
        [sorted(re.findall(r"\d+", text)) for text in (bare, *(e.text for e in rule.examples))],
        [sorted(re.findall(pattern, rule.text)) for pattern in patterns],
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_rules_numbers_and_sections(package):
    english, portuguese = (rules_in(package, language).values() for language in LANGUAGES)
    assert len(english) == len(portuguese) > 40
    for rule, other in zip(english, portuguese, strict=True):
        assert same_in_languages(rule) == same_in_languages(other), rule.id
        assert rule.title != other.title, rule.id
    for one, two in pairwise(zip(english, portuguese, strict=True)):
        assert (one[0].section == two[0].section) == (one[1].section == two[1].section), two[0].id


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_is_empty_titles_are_short_and_single_and_what_is_named_exists(package, language):
    rules = rules_in(package, language)
    for rule in rules.values():
        assert len(rule.text) > 10, rule.id
        assert 0 < len(rule.title) <= 50, rule.id
        assert rule.section, rule.id
    # A title that two editions share is followed by the edition
    assert len({rule.title for rule in rules.values()}) == len(rules)
    assert set(re.findall(ID, ledger(package, language).text)) == set(rules)
    ambiguities = [one for rule in rules.values() for one in rule.ambiguities]
    assert {option for one in ambiguities for option in one.options} == OPTIONS[package]


@pytest.mark.parametrize("package", PACKAGES)
def test_disagreements_are_told_whole_in_both_languages(package):
    english, portuguese = (read_disagreements(ledger(package, language)) for language in LANGUAGES)
    assert len(english) == len(portuguese) >= 12
    rules = read_ledger(package)
    for row, other in zip(english, portuguese, strict=True):
        assert row.rules == other.rules
        assert (row.options, row.planned) == (other.options, other.planned)
        assert set(row.rules) <= set(rules), row.topic
        assert set(row.options) <= OPTIONS[package], row.topic
        assert not set(row.planned) & OPTIONS[package], f"{row.topic}: planned, but there"
        for one in (row, other):
            assert all((one.topic, one.rules, one.one, one.another, one.taken, one.why))
        assert row.why != other.why, row.topic
        for told, translated in ((row.one, other.one), (row.another, other.another)):
            names = r"\d+|[RCE]-[a-z]{2}|§ [A-ZÀ-Ý]\w+"
            assert sorted(re.findall(names, told)) == sorted(re.findall(names, translated))


@pytest.mark.parametrize("game", PACKAGES)
def test_every_doubt_is_about_a_rule_and_a_field_that_exist(game):
    rules = read_ledger(game)
    for caveat in read_caveats(game).values():
        assert caveat.degree in DEGREES
        assert (caveat.degree == ESTIMATED) == (caveat.percent is not None)
        assert set(caveat.rules) <= rules.keys()
        assert all((caveat in rules[rule].caveats) is bool(caveat.field) for rule in caveat.rules)
        if caveat.field:
            name, _, keys = caveat.field.partition(" ")
            table = tomllib.loads(files(game).joinpath("data", name).read_text("utf-8"))
            for key in keys.split("."):
                assert key in table, caveat
                table = table[key]
    assert unique_caveats([*read_caveats(game).values()] * 2) == tuple(read_caveats(game).values())


def test_the_sources_examples_and_topics_have_names_in_every_language():
    for language in LANGUAGES:
        sources = list(parse_sources(ledger("powergrid", language).text))
        assert sources == ["R-pt", "R-sr", "C-pt", "C-ca"]
        assert list(parse_sources(ledger("eletrika", language).text)) == ["E-pt"]
    rules = read_ledger("powergrid") | read_ledger("eletrika")
    assert {rule.topic for rule in rules.values()} == set(TOPICS)
    for topic in TOPICS:
        assert len({topic_title(topic, language) for language in LANGUAGES}) == len(LANGUAGES)
    energized = rules["EL-NRG-01"]
    assert [one.id for one in energized.ambiguities] == ["A-16"]
    vectors = [one.name for one in energized.examples]
    assert vectors == ["TV-09", "TV-10", "TV-11", "TV-12", "TV-13", "TV-16"]
    assert "\n            S   P   CW\n" in energized.examples[1].text
    refill = [one.text[:10] for one in rules["PG-BUR-04"].examples]
    assert (refill, rules["PG-AUC-01"].examples) == (["5 players,", "with 5 pla"], ())


def test_a_rule_without_a_topic_is_refused():
    rules = parse_ledger(Ledger("- **PG-NEW-01** *New.* A rule of no topic.", "new"))
    with pytest.raises(NotationError, match=r"PG-SETUP does not exist"):
        rule_topics("powergrid", rules)
    with pytest.raises(NotationError, match=r"PG-NEW-01 has no topic"):
        rule_topics("powergrid", read_ledger("powergrid") | rules)
