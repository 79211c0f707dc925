"""A search index that ranks texts by BM25F.

A word counts more if few texts have it, if its field has a high weight, and if the text is short.
Words that are adjacent both in the question and in the text count more. The score is at least 0,
for nothing in common, and less than 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from gridgames.rules.search.analyzer import Analyzer

_SATURATION = 1.2  # how soon more occurrences of a word add little
_SHORTNESS = 0.6  # how much a long text is penalised, up to 1
_PAIR = 0.4  # weight of two adjacent words; a single word has 1

Meanings = Mapping[str, float]  # possible stems of a word, with weights


class Text(NamedTuple):
    """A text to index: its key, and its fields with their weights."""

    key: str
    fields: tuple[tuple[float, str], ...]


class _Counted(NamedTuple):
    """An indexed text: the total weight of each stem."""

    key: str
    counts: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]
    length: float


class Index:
    """An index of texts in one language."""

    def __init__(self, texts: Iterable[Text], analyzer: Analyzer) -> None:
        """Index the texts."""
        self._analyzer = analyzer
        self._words: set[str] = set()
        self._texts = [self._counted(text) for text in texts]
        self._length = sum(text.length for text in self._texts) / max(1, len(self._texts))
        having: dict[str, int] = defaultdict(int)
        for text in self._texts:
            for stem in text.counts:
                having[stem] += 1
        self._rarity = {stem: self._rarity_of(count) for stem, count in having.items()}

    def find(self, question: str) -> dict[str, float]:
        """Return the score of each text that has a word of the question, by key."""
        terms = self._analyzer.terms(question, self._words)
        weights = [self._weight(meanings) for meanings in terms]
        found = {text.key: self._likeness(text, terms, weights) for text in self._texts}
        return {key: likeness for key, likeness in found.items() if likeness}

    def _counted(self, text: Text) -> _Counted:
        counts: dict[str, float] = defaultdict(float)
        pairs: dict[tuple[str, str], float] = {}
        for weight, words in text.fields:
            read = self._analyzer.read(words)
            self._words.update(word for word, _ in read)
            stems = [stem for _, stem in read]
            for stem in stems:
                counts[stem] += weight
            for pair in pairwise(stems):
                pairs[pair] = max(weight, pairs.get(pair, 0))
        return _Counted(text.key, counts, pairs, sum(counts.values()))

    def _rarity_of(self, count: int) -> float:
        return log(1 + (len(self._texts) - count + 0.5) / (count + 0.5))

    def _weight(self, meanings: Meanings) -> float:
        """Return the weight of a word of the question; an unknown word has the highest."""
        known = [self._rarity[stem] for stem in meanings if stem in self._rarity]
        return max(known, default=self._rarity_of(1))

    def _likeness(
        self, text: _Counted, terms: Sequence[Meanings], weights: Sequence[float]
    ) -> float:
        room = _SATURATION * (1 - _SHORTNESS + _SHORTNESS * text.length / self._length)
        found = 0.0
        for meanings, weight in zip(terms, weights, strict=True):
            count = max(
                (factor * text.counts.get(stem, 0) for stem, factor in meanings.items()), default=0
            )
            found += weight * count / (count + room)
        if not found:
            return 0
        possible = sum(weights)
        for (first, weight), (second, other) in pairwise(zip(terms, weights, strict=True)):
            share = _PAIR * min(weight, other)
            possible += share
            found += share * _together(first, second, text.pairs)
        return found / possible


def _together(first: Meanings, second: Meanings, pairs: Mapping[tuple[str, str], float]) -> float:
    """Return the score, up to 1, of two adjacent words that a text also has side by side."""
    best = 0.0
    for left, counting in first.items():
        for right, factor in second.items():
            weight = counting * factor * pairs.get((left, right), 0)
            best = max(best, weight / (weight + _SATURATION))
    return best
