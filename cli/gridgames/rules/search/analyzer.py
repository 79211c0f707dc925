"""The analyzer of a language: stop words, synonyms and stems.

All of it is data: ``languages/search.toml`` for English, ``search.toml`` in the folder of any other
language.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import snowballstemmer
from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import extract

from gridcommon.errors import NotationError
from gridcommon.spelling import unaccented
from gridcommon.tables import check_keys, load_toml, shipped_toml
from gridgames.languages.catalogue import file_of
from gridgames.languages.language import Language

SPELT_LIKE = 0.9  # similarity, up to 1, at which a word is taken for a misspelling of another
_SYNONYM = 0.8  # weight of a synonym; the word itself has 1
_SHORTEST = 3  # letters; shorter words are not corrected
_MOST = 100  # words read of a question
_KEYS = {"stemmer", "ignored", "synonyms"}
_TOKEN = re.compile(r"[a-z]{1,2}(?:-[a-z]+)?-\d+|[a-z0-9_]+")


def tokens(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents; ids stay whole.

    >>> tokens("Curto-circuito: PG-AUC-07, A-16")
    ['curto', 'circuito', 'pg-auc-07', 'a-16']
    """
    return _TOKEN.findall(unaccented(text))


class Analyzer(NamedTuple):
    """The query vocabulary of a language.

    ``stem`` returns the stem of a word, and a phrase unchanged. ``ignored`` are the stop words.
    ``synonyms`` maps a stem to the stems with the same meaning. ``phrases`` are the synonyms of
    several words, in stems, by their first word and the longest first.
    """

    stem: Callable[[str], str]
    ignored: frozenset[str]
    synonyms: Mapping[str, frozenset[str]]
    phrases: Mapping[str, Sequence[str]]

    def read(self, text: str) -> list[tuple[str, str]]:
        """Return the words of a text with their stems, without stop words.

        A phrase is listed too, before its words.
        """
        words = tokens(text)
        stems = [self.stem(word) for word in words]
        found = []
        for at, word in enumerate(words):
            found += [(phrase, phrase) for phrase in self._phrases_at(stems, at)]
            if word not in self.ignored:
                found.append((word, stems[at]))
        return found

    def _phrases_at(self, stems: Sequence[str], at: int) -> Iterator[str]:
        for phrase in self.phrases.get(stems[at], ()):
            words = phrase.split()
            if stems[at : at + len(words)] == words:
                yield phrase

    def asked(self, question: str) -> list[str]:
        """Return the words of a question without stop words; a phrase replaces its words.

        Only the first hundred words are read.
        """
        words = tokens(question)[:_MOST]
        stems = [self.stem(word) for word in words]
        found = []
        at = 0
        while at < len(words):
            phrase = next(self._phrases_at(stems, at), "")
            if phrase or words[at] not in self.ignored:
                found.append(phrase or words[at])
            at += len(phrase.split()) or 1
        return found

    def terms(self, question: str, known: Collection[str]) -> list[dict[str, float]]:
        """Return the possible stems of each word of a question, with their weights.

        ``known`` are the words of the indexed texts. A word that is neither known nor has a synonym
        is taken for a misspelling of the most similar words. If there are none, it has no stems; if
        it resembles a stop word, it is left out.
        """
        terms = []
        for word in self.asked(question):
            stem = self.stem(word)
            if word in known or stem in known or stem in self.synonyms:
                terms.append(self._same(stem, 1))
                continue
            near = self._spelt_like(word, known)
            if near and near[0][0] in self.ignored:
                continue
            meanings: dict[str, float] = {}
            for name, likeness in near:
                if name not in self.ignored:
                    meanings = self._same(self.stem(name), likeness) | meanings
            terms.append(meanings)
        return terms

    def _same(self, stem: str, counting: float) -> dict[str, float]:
        same = dict.fromkeys(self.synonyms.get(stem, ()), counting * _SYNONYM)
        return same | {stem: counting}

    def _spelt_like(self, word: str, known: Collection[str]) -> list[tuple[str, float]]:
        """Return the words most similar to ``word``, each with its similarity, up to 1."""
        if len(word) < _SHORTEST or not word.isalpha():
            return []
        words = (*known, *self.ignored, *self.synonyms)
        score = JaroWinkler.similarity
        found = extract(word, words, scorer=score, score_cutoff=SPELT_LIKE, limit=3)
        return [(name, likeness) for name, likeness, _ in found]


@cache  # one for each language
def analyzer(language: Language) -> Analyzer:
    """Return the query vocabulary of a language, falling back to English.

    Raises NotationError for an invalid table.
    """
    if file := file_of(language, "search.toml"):
        table, source = load_toml(file), f"{language}/search.toml"
    else:
        table, source = shipped_toml("gridgames", "search.toml", "languages"), "search.toml"
    check_keys(table, _KEYS, source, required=_KEYS)
    if table["stemmer"] not in snowballstemmer.algorithms():
        raise NotationError("this stemmer does not exist", source=source, key="stemmer")
    stemmer = snowballstemmer.stemmer(table["stemmer"])
    synonyms: dict[str, set[str]] = {}
    for group in table["synonyms"]:
        stems = {" ".join(map(stemmer.stemWord, tokens(text))) for text in group}
        for one, another in permutations(stems, 2):
            synonyms.setdefault(one, set()).add(another)
    return Analyzer(
        cache(lambda word: word if " " in word else str(stemmer.stemWord(word))),
        frozenset(word for text in table["ignored"] for word in tokens(text)),
        {stem: frozenset(same) for stem, same in synonyms.items()},
        _by_first_word(stem for stem in synonyms if " " in stem),
    )


def _by_first_word(phrases: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        found.setdefault(phrase.split()[0], []).append(phrase)
    return found
