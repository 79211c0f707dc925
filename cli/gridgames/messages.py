"""What people read: one function makes every sentence from its template and its values.

A template is an English sentence with named values (``"{name} buys plant {plant}"``). It is also
the key by which another language is looked up in :data:`CATALOGUE`: install one with
:func:`use_catalogue`, and every sentence changes without a change to any caller. Words that are
themselves values (a kind of fuel, a structure) are templates without values.
"""

from collections.abc import Mapping
from typing import Protocol


class Sentence(Protocol):
    """What carries a template and its values: a refusal, an error, the reason of a bot."""

    @property
    def template(self) -> str:
        """The sentence with the names of its values in braces."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values by name."""


CATALOGUE: dict[str, str] = {}  # from English templates to those of the language in use


def use_catalogue(translations: Mapping[str, str]) -> None:
    """Speak another language from now on; a template that is missing stays English."""
    CATALOGUE.clear()
    CATALOGUE.update(translations)


def say(template: str, /, **values: object) -> str:
    """Return the sentence in the language in use.

    >>> say("{name} pays {price}", name="Ana", price=7)
    'Ana pays 7'
    """
    text = CATALOGUE.get(template, template)
    return text.format_map(values) if values else text


def said(sentence: Sentence) -> str:
    """Return what a refusal, an error or a reason says, in the language in use."""
    return say(sentence.template, **sentence.values)
