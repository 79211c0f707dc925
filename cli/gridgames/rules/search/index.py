"""Ranking texts by a question: by the words that they share with it, the rare ones first.

The ranking is BM25F's: a word counts the more the rarer it is among all texts, the more the weight
of the field in which it stands, and the shorter the text. Words that are adjacent in the question
and in the text count more. The likeness goes from 0, for nothing in common, towards 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from gridgames.rules.search.speech import Speech

_SATURATION = 1.2  # how soon further finds of a word add little
_SHORTNESS = 0.6  # how much of its length is held against a text, of 1
_PAIR = 0.4  # what two adjacent words add, where each of them counts 1

Meanings = Mapping[str, float]  # the stems that a word may mean, each with what it counts


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be found by its key: its fields, each with its weight."""

    key: str
    fields: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class _Counted:
    """A text by its stems, each with the weights of all its places."""

    key: str
    counts: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]
    length: float


class Index:
    """Texts in one language, ready to be asked."""

    def __init__(self, texts: Iterable[Text], speech: Speech) -> None:
        """Read the texts."""
        self._speech = speech
        self._words: set[str] = set()
        self._texts = [self._counted(text) for text in texts]
        self._length = sum(text.length for text in self._texts) / max(1, len(self._texts))
        having: dict[str, int] = defaultdict(int)
        for text in self._texts:
            for stem in text.counts:
                having[stem] += 1
        self._rarity = {stem: self._rarity_of(count) for stem, count in having.items()}

    def find(self, question: str) -> dict[str, float]:
        """Return the likeness of each text that has a word of the question, by key."""
        terms = self._speech.terms(question, self._words)
        weights = [self._weight(meanings) for meanings in terms]
        found = {text.key: self._likeness(text, terms, weights) for text in self._texts}
        return {key: likeness for key, likeness in found.items() if likeness}

    def _counted(self, text: Text) -> _Counted:
        counts: dict[str, float] = defaultdict(float)
        pairs: dict[tuple[str, str], float] = {}
        for weight, words in text.fields:
            read = self._speech.read(words)
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
        """Return how much a word of the question tells; an unknown one tells as much as can be."""
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
    """Return how much two adjacent words speak for a text, by where it has them side by side."""
    best = 0.0
    for left, counting in first.items():
        for right, factor in second.items():
            weight = counting * factor * pairs.get((left, right), 0)
            best = max(best, weight / (weight + _SATURATION))
    return best
