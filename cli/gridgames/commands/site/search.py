"""The index of the search on the site: the texts that the program searches, for the browser.

``docs/_static/search.js`` ranks them as :mod:`gridgames.study.rules.search.query` does; what it
needs to know of that comes with the texts.
"""

import json
from collections.abc import Iterator

from gridgames.commands.site.reference import anchor_of_question
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.show.registry import names
from gridgames.study.comparison.sides import parse_sides, standard
from gridgames.study.comparison.topics import compared, topics
from gridgames.study.rules.book import open_book
from gridgames.study.rules.links import anchor_of, page_of
from gridgames.study.rules.reference import FAQ, GLOSSARY, frequent, terms
from gridgames.study.rules.search import query
from gridgames.study.rules.search.terms import PIECE, STEM, words
from gridgames.study.rules.search.texts import texts

_SHOWN = 180  # letters of a text under its title


def search_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the file that the search loads."""
    found = list(texts(tuple(names())))
    searched = {text.key for text in found}
    document = {
        "ranking": query.ranking() | {"stem": STEM, "piece": PIECE},
        "words": _words(),
        "texts": [
            [
                text.kind,
                text.key,
                list(text.questions),
                " ".join(words(text.body)),
                list(text.rules),
            ]
            for text in found
        ],
        "shown": {key: told for key, told in _shown() if key in searched},
        "others": [*_frequent(), *_terms()],
    }
    told = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    yield "_static/search-texts.js", f"gridgamesSearch.take({told});\n"


def _words() -> dict[str, str]:
    """Return what the search says."""
    return {
        "rule": say("Rules"),
        "row": say("Comparisons"),
        "asked": say("Frequent questions"),
        "term": say("Glossary"),
        "page": say("Guides"),
        "unsure": say("No rule or comparison clearly answers this; the nearest are:"),
        "nothing": say("Nothing has any of these words."),
        "short": say("Ask in your own words, for example: how is a tie broken?"),
    }


def _shown() -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield the rules and rows with their titles, addresses and first words."""
    for key, entry in open_book(current_language()).items():
        rule = entry.rule
        link = f"{page_of(key)}.html#{anchor_of(key)}"
        yield key, (f"{key} {rule.title}", link, _cut(rule.text))
    sides = parse_sides(standard())
    for topic in topics().values():
        for row in compared(topic, sides).rows:
            link = f"compare/{topic.key}.html#{anchor_of(row.key)}"
            yield row.key, (row.question, link, topic.title)


def _frequent() -> Iterator[tuple[str, str, str, str, str, list[str]]]:
    """Yield kind, title, address, first words, searched words and rules of frequent questions."""
    for one in frequent(current_language()):
        link = f"{FAQ}.html#{anchor_of_question(one)}"
        told = " ".join(words(f"{one.ask} {one.answer} {' '.join(one.rules)}"))
        yield "asked", one.ask, link, one.answer, told, list(one.rules)


def _terms() -> Iterator[tuple[str, str, str, str, str, list[str]]]:
    """Yield the same of the terms; the last are the searched words of each of their names."""
    for one in terms():
        every = ", ".join(dict.fromkeys(one.words.values()))
        link = f"{GLOSSARY}.html#term-{one.key}"
        names = [" ".join(words(word)) for word in one.words.values()]
        yield "term", one.words["en"], link, every, " ".join(words(every)), names


def _cut(text: str) -> str:
    plain = " ".join(text.replace("`", "").split())
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN].rpartition(' ')[0]}…"
