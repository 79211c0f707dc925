"""Codecs: how one kind of value is written and read, in JSON and in short text.

A :class:`Codec` handles a number, a fuel or a cell. Codecs are put beside the fields of actions by
:class:`gridcommon.action_table.ActionTable`, and beside those of positions by each game. Short
text may be typed in other languages too if the caller brings a vocabulary (see
:mod:`gridcommon.spelling`). It is always written in English.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gridcommon.arguments import check_list, check_text
from gridcommon.errors import JoinedList, NotationError, Typed, errors_under
from gridcommon.spelling import (
    ENGLISH_ONLY,
    Vocabulary,
    is_number,
    nearest,
    quoted,
    unaccented,
    words_with_columns,
)
from gridcommon.tables import check_keys

T = TypeVar("T")

Known = Mapping[str, Sequence[str]]  # suggestions by usage word, as in {"CITY": ...}
ANY: Known = {}

_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a typed line with its column, counted from 1."""

    text: str
    column: int

    def problem(self, template: str, /, **values: object) -> NotationError:
        """Return an error located at this token. Its value ``found`` is the token's text."""
        problem = NotationError(template, column=self.column)
        problem.values = {"found": quoted(self.text)} | values
        return problem


class Reader:
    """The words of a typed line, taken one by one by the codecs."""

    def __init__(
        self, line: str, vocabulary: Vocabulary = ENGLISH_ONLY, known: Known = ANY, usage: str = ""
    ) -> None:
        self.vocabulary = vocabulary
        self.known = known
        self.usage = usage
        self.example = ""
        self.stops: Sequence[Callable[[Reader], bool]] = ()  # true where a list of values ends
        self._tokens = [Token(text, column) for text, column in words_with_columns(line)]
        self._next = 0
        self._end = len(line) + 1

    def __bool__(self) -> bool:
        """Return whether words are left."""
        return self._next < len(self._tokens)

    @property
    def column(self) -> int:
        """The column of the next word, or of the end of the line."""
        return self._tokens[self._next].column if self else self._end

    def take(self) -> Token:
        """Return the next word. Raises NotationError with the usage at the end of the line."""
        if not self:
            raise self.misused()
        self._next += 1
        return self._tokens[self._next - 1]

    def english(self, ahead: int = 0) -> str:
        """Return the English meaning of the next word, or '' at the end of the line."""
        place = self._next + ahead
        return self.in_english(self._tokens[place].text) if place < len(self._tokens) else ""

    def in_english(self, word: str) -> str:
        """Return the English meaning of ``word``, without accents and in lower case."""
        plain = unaccented(word)
        return self.vocabulary.get(plain, plain)

    def skip(self, words: Sequence[str]) -> bool:
        """Skip these English words if they come next, and return whether they did."""
        if not self.starts_with(words):
            return False
        self._next += len(words)
        return True

    def starts_with(self, words: Sequence[str]) -> bool:
        """Return whether these English words come next."""
        return all(self.english(ahead) == word for ahead, word in enumerate(words))

    def starts_with_number(self) -> bool:
        """Return whether the next word is a number."""
        return bool(self) and is_number(self._tokens[self._next].text)

    def split(self, separator: str) -> None:
        """Split the next word at ``separator``, if it contains one, into two words."""
        if self:
            token = self._tokens[self._next]
            head, found, tail = token.text.partition(separator)
            if found:
                at = token.column + len(head)
                self._tokens[self._next : self._next + 1] = [
                    Token(head, token.column),
                    Token(separator, at),
                    Token(tail, at + len(separator)),
                ]

    def misused(self) -> NotationError:
        """Return the usage error of the line, located at the next word or the end."""
        usage = Typed(self.usage)
        if self.example:
            return NotationError(
                "expected: {usage}, as in {example}",
                column=self.column,
                usage=usage,
                example=Typed(self.example),
            )
        return NotationError("expected: {usage}", column=self.column, usage=usage)

    def near(self, word: str, words: Sequence[str], likeness: float = 0.5) -> str:
        """Return the ``words`` that resemble ``word``, in English and without duplicates."""
        spelt = [typed for typed, english in self.vocabulary.items() if english in words]
        found = nearest(word, [*words, *spelt], likeness=likeness)
        return ", ".join(dict.fromkeys(self.vocabulary.get(near, near) for near in found))


@contextmanager
def errors_at(column: int) -> Iterator[None]:
    """Locate each NotationError of a ``with`` block at a column."""
    try:
        yield
    except NotationError as problem:
        problem.column = column
        raise


class Codec(Generic[T]):
    """How values of one kind are written and read, in JSON and in short text.

    ``from_json(to_json(x)) == x``, and reading ``to_text(x)`` gives x. Errors are NotationErrors
    that show the value found and the values allowed; the table adds the key.
    """

    usage = "VALUE"  # its word in a usage line

    def to_json(self, value: T) -> Any:
        """Return ``value`` as JSON for a record."""
        return value

    def from_json(self, data: Any) -> T:
        """Return the value of JSON from a record."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of ``to_json``."""
        raise NotImplementedError

    def to_text(self, value: T) -> str:
        """Return ``value`` as short text, or '' if there is nothing to write."""
        return str(value)

    def read(self, reader: Reader) -> T:
        """Read one value."""
        raise NotImplementedError

    def starts(self, reader: Reader) -> bool:
        """Return whether the next words can start a value; called if the value may be omitted."""
        return bool(reader)


class Number(Codec[int]):
    """A whole number from ``low`` to ``high``, both included. None means no limit.

    Without ``low``, a negative number is read from JSON (a rule will refuse it), but cannot be
    typed.
    """

    def __init__(self, usage: str, low: int | None = None, high: int | None = None) -> None:
        self.usage = usage
        self.low = low
        self.high = high

    def from_json(self, data: Any) -> int:
        if type(data) is not int:
            raise self._wrong(data)
        return self._within(data)

    def schema(self) -> dict[str, Any]:
        limits = {"minimum": self.low, "maximum": self.high}
        return {"type": "integer"} | {key: one for key, one in limits.items() if one is not None}

    def read(self, reader: Reader) -> int:
        token = reader.take()
        with errors_at(token.column):
            if not is_number(token.text) or len(token.text) > _MOST_DIGITS:
                raise self._wrong(token.text)
            return self._within(int(token.text))

    def starts(self, reader: Reader) -> bool:
        return reader.starts_with_number()

    def _within(self, number: int) -> int:
        if (self.low is not None and number < self.low) or (
            self.high is not None and number > self.high
        ):
            raise self._wrong(number)
        return number

    def _wrong(self, found: object) -> NotationError:
        if self.low is None:
            return NotationError("expected a whole number, found {found}", found=quoted(found))
        if self.high is None:
            return NotationError(
                "expected a whole number of at least {low}, found {found}",
                low=self.low,
                found=quoted(found),
            )
        return NotationError(
            "expected a whole number from {low} to {high}, found {found}",
            low=self.low,
            high=self.high,
            found=quoted(found),
        )


class OneOf(Codec[int]):
    """The index of one of several words. ``also`` maps other words that may be typed.

    ``choices`` is the list of words in error messages, by default the words themselves.
    """

    def __init__(
        self,
        usage: str,
        words: Sequence[str],
        also: Mapping[str, int] | None = None,
        choices: JoinedList | None = None,
    ) -> None:
        self.usage = usage
        self.words = tuple(words)
        self._choices = choices or Typed(", ".join(words))
        self._typed = {unaccented(word): index for index, word in enumerate(words)}
        self._typed |= {unaccented(word): index for word, index in (also or {}).items()}

    def to_json(self, value: int) -> Any:
        return self.words[value]

    def from_json(self, data: Any) -> int:
        if not isinstance(data, str) or data not in self.words:
            raise NotationError(
                "unknown word {found}; choose one of {choices}",
                found=quoted(data),
                choices=JoinedList(self.words),
            )
        return self.words.index(data)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def to_text(self, value: int) -> str:
        return self.words[value]

    def read(self, reader: Reader) -> int:
        word = reader.english()
        token = reader.take()
        if word in self._typed:
            return self._typed[word]
        near = reader.near(token.text, tuple(self._typed), likeness=0.6)
        if near:
            raise token.problem("unknown word {found}; nearest: {near}", near=Typed(near))
        raise token.problem("unknown word {found}; choose one of {choices}", choices=self._choices)


class Boolean(Codec[bool]):
    """A choice, in JSON as true or false."""

    def from_json(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise NotationError("expected true or false, found {found}", found=quoted(data))
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Flag(Boolean):
    """A choice that is on unless it is switched off by words such as "no forests".

    In a table it is declared as ``Field(Flag("no forests"), default=True)``.
    """

    def __init__(self, words: str) -> None:
        self.usage = words
        self._words = words.split()

    def to_text(self, value: bool) -> str:
        return "" if value else self.usage

    def read(self, reader: Reader) -> bool:
        return not reader.skip(self._words)

    def starts(self, reader: Reader) -> bool:
        return reader.starts_with(self._words)


class Text(Codec[str]):
    """Any text."""

    def from_json(self, data: Any) -> str:
        check_text(data)
        return str(data)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class Many(Codec[tuple[T, ...]]):
    """Any number of values, including none. ``ascending`` sorts them as they are read.

    ``separator`` comes between them in text; only white space can be read again. The list ends
    where the next field of an action starts.
    """

    def __init__(self, codec: Codec[T], *, ascending: bool = False, separator: str = " ") -> None:
        self.codec = codec
        self.usage = f"[{codec.usage} ...]"
        self._separator = separator
        self._is_plain = type(codec).to_json is Codec.to_json  # values are their own JSON
        self._ascending = ascending

    def to_json(self, value: tuple[T, ...]) -> Any:
        return list(value) if self._is_plain else list(map(self.codec.to_json, value))

    def from_json(self, data: Any) -> tuple[T, ...]:
        check_list(data)
        return self._in_order([self.codec.from_json(one) for one in data])

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.codec.schema()}

    def to_text(self, value: tuple[T, ...]) -> str:
        return self._separator.join(self.codec.to_text(one) for one in value)

    def read(self, reader: Reader) -> tuple[T, ...]:
        values = []
        while reader and not any(stop(reader) for stop in reader.stops):
            values.append(self.codec.read(reader))
        return self._in_order(values)

    def _in_order(self, values: list[T]) -> tuple[T, ...]:
        return tuple(sorted(values)) if self._ascending else tuple(values)  # type: ignore[type-var]


class Maybe(Codec[Any]):
    """A value or null. A text has ``none`` for null, or no line without such a word."""

    def __init__(self, codec: Codec[Any], none: str = "") -> None:
        self.codec = codec
        self.usage = f"{codec.usage}|{none}" if none else codec.usage
        self._none = none

    def to_json(self, value: Any) -> Any:
        return None if value is None else self.codec.to_json(value)

    def from_json(self, data: Any) -> Any:
        return None if data is None else self.codec.from_json(data)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.codec.schema(), {"type": "null"}]}

    def to_text(self, value: Any) -> str:
        return self._none if value is None else self.codec.to_text(value)

    def read(self, reader: Reader) -> Any:
        return None if self._none and reader.skip([self._none]) else self.codec.read(reader)


class Object(Codec[dict[str, Any]]):
    """A JSON object with a codec for each key. Keys in ``optional`` may be left out."""

    usage = "OBJECT"

    def __init__(self, keys: Mapping[str, Codec[Any]], optional: Sequence[str] = ()) -> None:
        self.keys = keys
        self.optional = frozenset(optional)

    def to_json(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self.keys[key].to_json(one) for key, one in value.items()}

    def from_json(self, data: Any) -> dict[str, Any]:
        check_keys(data, self.keys.keys(), required=self.keys.keys() - self.optional)
        found = {}
        for key, codec in self.keys.items():
            if key in data:
                with errors_under(key):
                    found[key] = codec.from_json(data[key])
        return found

    def schema(self) -> dict[str, Any]:
        return object_schema(
            {key: codec.schema() for key, codec in self.keys.items()},
            [key for key in self.keys if key not in self.optional],
        )


def object_schema(properties: Mapping[str, Any], required: Sequence[str]) -> dict[str, Any]:
    """Return the JSON Schema of an object that has no other keys."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
