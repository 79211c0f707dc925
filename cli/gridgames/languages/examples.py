"""Worked examples in words: their subjects, the names of their values, and their results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from gridcommon.errors import Word
from gridcommon.examples import Example, ExampleResult
from gridgames.languages.caveats import marked
from gridgames.languages.messages import render_value, say


class ValueJson(TypedDict):
    """A value that an example came to."""

    name: str
    value: Any
    text: str
    doubts: list[str]


def about(example: Example, found: Sequence[ExampleResult]) -> str:
    """Return a description of an example."""
    return say(found[0].given.get("about", example.about), **_words(found[0].given))


def name_of(one: ExampleResult) -> str:
    """Return the name of a value."""
    return say(one.text, **_words(one.given)) if one.text else one.id


def text_of(one: ExampleResult) -> str:
    """Return a result as text, with marks for uncertain values."""
    return marked(render_value(one.answer.shown), one.answer.caveats)


def values_to_json(found: Iterable[ExampleResult]) -> dict[str, ValueJson]:
    """Return values by id, as JSON answers have them."""
    return {
        one.id: {
            "name": name_of(one),
            "value": one.answer.value,
            "text": text_of(one),
            "doubts": [caveat.id for caveat in one.answer.caveats],
        }
        for one in found
    }


def _words(given: Mapping[str, Any]) -> dict[str, object]:
    """Return a name in an example as a translatable value."""
    return {key: Word(one) if isinstance(one, str) else one for key, one in given.items()}
