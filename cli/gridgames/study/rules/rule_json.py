"""Rules as JSON (``docs/formats.md``)."""

from typing import Literal, NotRequired, TypedDict

from gridcommon.answers import DoubtJson
from gridgames.languages.language import Language
from gridgames.study.rules.book import Entry
from gridgames.study.rules.options import OptionJson
from gridgames.study.rules.reference import FAQ, GLOSSARY, TONGUES, Term, changes, frequent, terms
from gridgames.study.rules.rule_text import Links, editions


class PlaceJson(TypedDict):
    """A passage that a rule rests on."""

    text: str
    section: str
    part: str
    words: str
    against: bool


class AmbiguityJson(TypedDict):
    """An open question of the texts."""

    id: str
    names: list[str]
    question: str
    readings: str
    why: str


class WorkedJson(TypedDict):
    """A worked example of a rule."""

    name: str
    text: str


class RuleJson(TypedDict):
    """A rule; a list of rules has the keys up to ``source`` only."""

    id: str
    game: str
    editions: list[str]
    title: str
    text: str
    section: str
    topic: str
    source: str
    places: NotRequired[list[PlaceJson]]
    silent: NotRequired[list[str]]
    ours: NotRequired[int]
    planned: NotRequired[bool]
    doubts: NotRequired[list[DoubtJson]]
    options: NotRequired[list[AmbiguityJson]]
    examples: NotRequired[list[WorkedJson]]
    code: NotRequired[list[str]]
    tests: NotRequired[list[str] | None]
    related: NotRequired[list[str]]
    link: NotRequired[str | None]


class AskedJson(TypedDict):
    """A frequent question."""

    key: str
    game: str
    ask: str
    answer: str
    rules: list[str]


class TermJson(TypedDict):
    """A term of a game, with its words by language."""

    key: str
    game: str
    words: dict[str, str | None]
    rules: list[str]


class ChangeJson(TypedDict):
    """A dated change of the ledgers: ``added``, ``changed``, or marked as ``ours``."""

    key: str
    date: str
    kind: str
    rules: list[str]
    change: str


class RulesJson(TypedDict):
    """The answer: rules, or options, or both for a question."""

    schema: Literal[1]
    language: str
    query: NotRequired[str]
    nearest: NotRequired[bool]
    rules: NotRequired[list[RuleJson]]
    options: NotRequired[list[OptionJson]]
    faq: NotRequired[list[AskedJson]]
    terms: NotRequired[list[TermJson]]
    changes: NotRequired[list[ChangeJson]]


def reference_to_json(page: str, language: Language) -> RulesJson:
    """Return the frequent questions, the terms or the changes."""
    answer: RulesJson = {"schema": 1, "language": language.value}
    if page == FAQ:
        answer["faq"] = [
            {
                "key": one.key,
                "game": one.game,
                "ask": one.ask,
                "answer": one.answer,
                "rules": list(one.rules),
            }
            for one in frequent(language)
        ]
    elif page == GLOSSARY:
        answer["terms"] = list(map(term_to_json, terms()))
    else:
        answer["changes"] = [
            {
                "key": one.key,
                "date": one.date,
                "kind": one.kind,
                "rules": list(one.rules),
                "change": one.text,
            }
            for one in changes(language)
        ]
    return answer


def term_to_json(one: Term) -> TermJson:
    """Return a term."""
    words = {tongue: one.words.get(tongue) for tongue in TONGUES}
    return {"key": one.key, "game": one.game, "words": words, "rules": list(one.rules)}


def rule_to_json(entry: Entry, links: Links | None = None) -> RuleJson:
    """Return a rule; with ``links`` also its places, options, code and tests."""
    rule = entry.rule
    facts: RuleJson = {
        "id": rule.id,
        "game": entry.game,
        "editions": editions(entry),
        "title": rule.title,
        "text": rule.text,
        "section": rule.section,
        "topic": rule.topic,
        "source": rule.source,
    }
    if links is None:
        return facts
    return {
        **facts,
        "places": [
            {
                "text": one.text,
                "section": one.section,
                "part": one.part,
                "words": one.words,
                "against": one.against,
            }
            for one in rule.places
        ],
        "silent": list(rule.silent),
        "ours": rule.ours,
        "planned": rule.planned,
        "doubts": [caveat.to_json() for caveat in rule.caveats],
        "options": [
            {
                "id": one.id,
                "names": list(one.options),
                "question": one.question,
                "readings": one.readings,
                "why": one.why,
            }
            for one in rule.ambiguities
        ],
        "examples": [{"name": one.name, "text": one.text} for one in rule.examples],
        "code": list(links.code),
        "tests": None if links.tests is None else list(links.tests),
        "related": list(links.related),
        "link": links.address,
    }
