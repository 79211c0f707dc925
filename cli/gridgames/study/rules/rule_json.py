"""Rules as JSON (``docs/formats.md``)."""

from typing import Any, Literal, NotRequired, TypedDict

from gridcommon.answers import DoubtJson, as_answer
from gridgames.languages.language import Language
from gridgames.study.rules.book import FAQ, GLOSSARY, TONGUES, Entry, Term, changes, frequent, terms
from gridgames.study.rules.options import OptionJson
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


_DETAILS = ("places", "silent", "ours", "planned", "examples")  # that a list leaves out


def rules_json(language: Language, **parts: Any) -> RulesJson:
    """Return an answer with the parts that it has."""
    return as_answer(RulesJson, None, schema=1, language=language.value, **parts)


def reference_to_json(page: str, language: Language) -> RulesJson:
    """Return the frequent questions, the terms or the changes."""
    if page == FAQ:
        return rules_json(language, faq=frequent(language))
    if page == GLOSSARY:
        return rules_json(language, terms=[*map(term_to_json, terms())])
    return rules_json(language, changes=changes(language))


def term_to_json(one: Term) -> TermJson:
    """Return a term."""
    return as_answer(TermJson, one, words={tongue: one.words.get(tongue) for tongue in TONGUES})


def rule_to_json(entry: Entry, links: Links | None = None) -> RuleJson:
    """Return a rule; with ``links`` also its places, options, code and tests."""
    rule = entry.rule
    details: dict[str, Any] = dict.fromkeys(_DETAILS)
    if links:
        details = {key: getattr(rule, key) for key in _DETAILS}
        details |= {"doubts": rule.caveats, "code": links.code, "tests": links.tests}
        details |= {"related": links.related, "link": links.address}
        asked = rule.ambiguities
        details["options"] = [as_answer(AmbiguityJson, one, names=one.options) for one in asked]
    return as_answer(RuleJson, rule, game=entry.game, editions=editions(entry), **details)
