"""Messages: one function makes every sentence from a template and its values.

A template is an English sentence with named values (``"{name} buys plant {plant}"``); a number may
bring its noun (``"{count:pawn|pawns}"``). The template is also the key of its translation in the
catalogue of another language: inside :func:`use_catalogue` every sentence is in that language, and
no caller has to change. The type of a value decides how it is shown, see :mod:`gridcommon.errors`.

A translation may put an article before a :class:`~gridcommon.errors.Word`, in a form for each
gender of the language: ``"{name} constrói {kind:um/uma}"``.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from gridcommon.errors import (
    Command,
    GridgamesError,
    IllegalAction,
    InvalidState,
    JoinedList,
    NotationError,
    NotationErrors,
    Typed,
    Word,
    Wording,
    format_template,
    truncate,
    truncate_path,
    truncate_values,
)
from gridgames.languages.catalogue import ENGLISH, Catalogue
from gridgames.terminal.printable import escape_controls


class Sentence(Protocol):
    """A message with a template and values: a refusal, an error or a bot's reason."""

    @property
    def template(self) -> str:
        """The sentence with the names of its values in braces."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values by name."""


# A context variable, so that several people can be served at once, each in their language.
_in_use: ContextVar[Catalogue] = ContextVar("catalogue", default=ENGLISH)


@contextmanager
def use_catalogue(catalogue: Catalogue) -> Iterator[None]:
    """Use another catalogue inside a ``with`` block; a missing template stays English."""
    before = _in_use.get()
    _in_use.set(catalogue)
    try:
        yield
    finally:
        _in_use.set(before)  # no token: the block may end in another context


def say(template: str, /, **values: object) -> str:
    """Return the sentence in the language in use.

    >>> say("{name} pays {price}", name="Ana", price=7)
    'Ana pays 7'
    """
    language = _in_use.get()
    text = language.messages.get(template, template)
    if values and language is not ENGLISH:
        values = {name: _localized(value) for name, value in values.items()}
    return format_template(text, values, language.plural)


def as_typed(line: str) -> str:
    """Return actions or commands in user notation, in the language in use.

    Input is accepted in every language. City names are the same in all languages.
    """
    typed = _in_use.get().typed
    return re.sub(r"\w+", lambda word: typed.get(word[0], word[0]), line) if typed else line


def render_message(sentence: Sentence) -> str:
    """Return the sentence of a refusal, an error or a reason, in the language in use."""
    return say(sentence.template, **truncate_values(sentence.values))


def render_error(problem: GridgamesError) -> str:
    """Return the full text of an error, with its location or rule, in the language in use.

    In English that is ``str(problem)``.
    """
    match problem:
        case NotationErrors():
            return "\n".join(map(render_error, problem.each()))
        case NotationError():
            place = _place(problem)
            return f"{place}: {render_message(problem)}" if place else render_message(problem)
        case IllegalAction():
            return f"{problem.refusal.rule}: {render_message(problem.refusal)}"
        case InvalidState():
            return "; ".join(f"{one.rule}: {render_message(one)}" for one in problem.problems)
        case _:
            return str(problem)


def unbreakable_parts(problem: GridgamesError) -> list[str]:
    """Return the texts in an error that must not be wrapped: paths and commands."""
    if not isinstance(problem, NotationError):
        return []
    commands = (value.text for value in problem.values.values() if isinstance(value, Command))
    return [
        text for text in (escape_controls(truncate_path(problem.source or "")), *commands) if text
    ]


def _place(problem: NotationError) -> str:
    parts = [escape_controls(truncate_path(problem.source))] if problem.source else []
    if problem.line is not None:
        parts.append(say("line {number}", number=problem.line))
    if problem.column is not None:
        parts.append(say("column {number}", number=problem.column))
    if problem.key is not None:
        parts.append(say("key {key}", key=repr(truncate(problem.key))))
    return ", ".join(parts)


def render_value(value: object) -> str:
    """Return a value as text in the language in use.

    >>> render_value(JoinedList((Word("coal"), 3), "and"))
    'coal and 3'
    """
    return str(_localized(value))


def _localized(value: object) -> object:
    """Return a value, translated according to its type."""
    match value:
        case Word():
            gender = _in_use.get().genders.get(value.text)
            return say(value.text) if gender is None else _Noun(say(value.text), gender)
        case Typed():
            return as_typed(value.text)
        case Wording():
            return render_message(value)
        case JoinedList():
            conjunction = say(value.conjunction) if value.conjunction else ""
            return value.joined((str(_localized(item)) for item in value.items), conjunction)
        case _:
            return value


class _Noun:
    """A noun that a template may combine with its article.

    >>> format_template("{kind:um/uma}", {"kind": _Noun("Usina", gender=1)})
    'uma Usina'
    """

    __slots__ = ("_gender", "_noun")

    def __init__(self, noun: str, gender: int) -> None:
        self._noun = noun
        self._gender = gender

    def __str__(self) -> str:
        return self._noun

    def __format__(self, spec: str) -> str:
        if "/" not in spec:
            return format(self._noun, spec)
        return f"{spec.split('/')[self._gender]} {self._noun}"
