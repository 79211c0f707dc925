"""What people read: one function makes every sentence from its template and its values.

A template is an English sentence with named values (``"{name} buys plant {plant}"``); a number may
bring its noun in two forms (``"{count:pawn|pawns}"``). The template is also the key by which
another language is looked up in :data:`CATALOGUE`: install one with :func:`use_catalogue`, and
every sentence changes without a change to any caller.

A translation may put an article before a noun that is a value, in the form for masculine nouns and
the one for feminine nouns (``"{name} constrói {kind:um|uma}"``); :data:`NOUNS` says which is which.

Values are put in as they are, but for texts that consist of :data:`WORDS` (a kind of fuel, a
structure, ``2 coal and 1 oil``): these are translated too. What people are called, and what has to
be typed in English, is never taken for a word; what is notation is shown as it is typed in the
language in use. Both are decided by the name of the value.
"""

import re
from collections.abc import Mapping
from typing import Protocol

from gridcommon.errors import (
    GridgamesError,
    IllegalAction,
    InvalidState,
    NotationError,
    Noun,
    Wording,
    worded,
)
from gridgames.printable import visible


class Sentence(Protocol):
    """What carries a template and its values: a refusal, an error, the reason of a bot."""

    @property
    def template(self) -> str:
        """The sentence with the names of its values in braces."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values by name."""


CATALOGUE: dict[str, str] = {}  # from English templates to those of the language in use
WORDS: dict[str, str] = {}  # the same for words, which may also be values
TYPED: dict[str, str] = {}  # from the words of commands and actions to those that are shown
NOUNS: dict[str, bool] = {}  # of the language in use, for articles: whether it is feminine

_AS_THEY_ARE = frozenset(
    {"name", "names", "leader", "winners", "order", "known", "setting", "default"}
)
_NOTATION = frozenset({"action", "example", "examples", "usage", "verbs"})
_WORD = re.compile(r"[^\W\d_]{2,}")


def use_catalogue(
    translations: Mapping[str, str],
    words: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
    nouns: Mapping[str, bool] | None = None,
) -> None:
    """Speak another language from now on; a template that is missing stays English."""
    CATALOGUE.clear()
    WORDS.clear()
    TYPED.clear()
    NOUNS.clear()
    NOUNS.update(nouns or {})
    TYPED.update(typed or {})
    WORDS.update(words or {})
    CATALOGUE.update(WORDS)
    CATALOGUE.update(translations)


def say(template: str, /, **values: object) -> str:
    """Return the sentence in the language in use.

    >>> say("{name} pays {price}", name="Ana", price=7)
    'Ana pays 7'
    """
    text = CATALOGUE.get(template, template)
    if not values:
        return text
    if WORDS:
        values = {name: _translated(name, value) for name, value in values.items()}
        if "|" in text:
            values = {
                name: Noun(value, is_second=NOUNS[value])
                if isinstance(value, str) and value in NOUNS
                else value
                for name, value in values.items()
            }
    return worded(text, values)


def as_typed(line: str) -> str:
    """Return actions or commands as people of the language in use type them.

    Both languages are always read; names of cities are the same in both.
    """
    return re.sub(r"\w+", lambda word: TYPED.get(word[0], word[0]), line) if TYPED else line


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
    if isinstance(value, Wording):
        return said(value)
    if not isinstance(value, str) or name in _AS_THEY_ARE:
        return value
    if value in WORDS:
        return WORDS[value]
    if name in _NOTATION:
        return as_typed(value)
    parts = _WORD.findall(value)
    if "'" in value or '"' in value or not parts or not all(part in WORDS for part in parts):
        return value
    return _WORD.sub(lambda part: WORDS[part[0]], value)
