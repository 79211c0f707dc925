"""What people read: one function makes every sentence from its template and its values.

A template is an English sentence with named values (``"{name} buys plant {plant}"``); a number may
bring its noun in two forms (``"{count:pawn|pawns}"``). The template is also the key by which
another language is looked up in its :class:`Catalogue`: speak one with :func:`using`, and every
sentence changes without a change to any caller.

A translation may put an article before a noun that is a value, in the form for masculine nouns and
the one for feminine nouns (``"{name} constrói {kind:um|uma}"``).

Values are put in as they are, but for texts that consist of known words (a kind of fuel, a
structure, ``2 coal and 1 oil``): these are translated too. What people are called, and what has to
be typed in English, is never taken for a word; what is notation is shown as it is typed in the
language in use. Both are decided by the name of the value.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from gridcommon.errors import (
    GridgamesError,
    IllegalAction,
    InvalidState,
    Listed,
    NotationError,
    Typed,
    Word,
    Wording,
    worded,
)
from gridgames.terminal.printable import visible


class Sentence(Protocol):
    """What carries a template and its values: a refusal, an error, the reason of a bot."""

    @property
    def template(self) -> str:
        """The sentence with the names of its values in braces."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values by name."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a language says, looked up by what English says; empty for English itself.

    ``words`` may also be values; ``typed`` are the words of actions and commands as they are shown;
    ``nouns`` says for articles whether a noun of the language is feminine.
    """

    sentences: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, bool] = field(default_factory=dict)


ENGLISH = Catalogue()
_in_use = [ENGLISH]  # the last one is spoken


_AS_THEY_ARE = frozenset(
    {"name", "names", "leader", "winners", "order", "known", "setting", "default"}
)
_NOTATION = frozenset({"action", "example", "examples", "usage", "verbs"})
_WORD = re.compile(r"[^\W\d_]{2,}")


@contextmanager
def using(catalogue: Catalogue) -> Iterator[None]:
    """Speak another language for a while; a template that is missing stays English."""
    _in_use.append(catalogue)
    try:
        yield
    finally:
        _in_use.pop()


def say(template: str, /, **values: object) -> str:
    """Return the sentence in the language in use.

    >>> say("{name} pays {price}", name="Ana", price=7)
    'Ana pays 7'
    """
    catalogue = _in_use[-1]
    text = catalogue.sentences.get(template) or catalogue.words.get(template, template)
    if values and catalogue is not ENGLISH:
        values = {name: _translated(name, value) for name, value in values.items()}
        if "|" in text:
            values = {name: _noun(value) for name, value in values.items()}
    return worded(text, values)


def as_typed(line: str) -> str:
    """Return actions or commands as people of the language in use type them.

    Both languages are always read; names of cities are the same in both.
    """
    typed = _in_use[-1].typed
    return re.sub(r"\w+", lambda word: typed.get(word[0], word[0]), line) if typed else line


def said(sentence: Sentence) -> str:
    """Return what a refusal, an error or a reason says, in the language in use."""
    return say(sentence.template, **sentence.values)


def told(problem: GridgamesError) -> str:
    """Return all that an error says, with its place or its rule, in the language in use.

    In English that is ``str(problem)``.
    """
    match problem:
        case NotationError():
            place = _place(problem)
            return f"{place}: {said(problem)}" if place else said(problem)
        case IllegalAction():
            return f"{problem.refusal.rule}: {said(problem.refusal)}"
        case InvalidState():
            return "; ".join(f"{one.rule}: {said(one)}" for one in problem.problems)
        case _:
            return str(problem)


def whole(problem: GridgamesError) -> list[str]:
    """Return what is not to be broken where an error is told: a file, and a command to type."""
    if not isinstance(problem, NotationError):
        return []
    command = problem.values.get("command", "")
    return [text for text in (visible(problem.source or ""), str(command)) if text]


def _place(problem: NotationError) -> str:
    parts = [visible(problem.source)] if problem.source else []
    if problem.line is not None:
        parts.append(say("line {number}", number=problem.line))
    if problem.column is not None:
        parts.append(say("column {number}", number=problem.column))
    if problem.key is not None:
        parts.append(say("key {key}", key=repr(problem.key)))
    return ", ".join(parts)


def _translated(name: str, value: object) -> object:
    """Return a value in the language in use: another sentence, or a text of words."""
    if not isinstance(value, str):
        return _shown(value)
    if name in _AS_THEY_ARE:
        return value
    words = _in_use[-1].words
    if value in words:
        return words[value]
    if name in _NOTATION:
        return as_typed(value)
    parts = _WORD.findall(value)
    if "'" in value or '"' in value or not parts or not all(part in words for part in parts):
        return value
    return _WORD.sub(lambda part: words[part[0]], value)


def _shown(value: object) -> object:
    """Return a value in the language in use, as its type asks for."""
    match value:
        case Word():
            return say(value.text)
        case Typed():
            return as_typed(value.text)
        case Wording():
            return said(value)
        case Listed():
            conjunction = say(value.conjunction) if value.conjunction else ""
            return value.joined((str(_shown(item)) for item in value.items), conjunction)
        case _:
            return value


class _Noun:
    """A noun that a template may ask for together with its article.

    >>> worded("{kind:um|uma}", {"kind": _Noun("Usina", is_feminine=True)})
    'uma Usina'
    """

    __slots__ = ("_is_feminine", "_noun")

    def __init__(self, noun: str, *, is_feminine: bool) -> None:
        self._noun = noun
        self._is_feminine = is_feminine

    def __format__(self, spec: str) -> str:
        masculine, bar, feminine = spec.partition("|")
        if not bar:
            return format(self._noun, spec)
        return f"{feminine if self._is_feminine else masculine} {self._noun}"


def _noun(value: object) -> object:
    """Return a value that is a noun as one that can bring its article."""
    nouns = _in_use[-1].nouns
    if isinstance(value, str) and value in nouns:
        return _Noun(value, is_feminine=nouns[value])
    return value
