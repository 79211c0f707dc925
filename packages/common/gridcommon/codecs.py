"""An action is declared once: JSON, short text, usage, errors and completion follow.

A :class:`Codec` knows how values of one kind are written and read: a number, a fuel, a cell. An
:class:`ActionTable` puts codecs beside the fields of the action classes, which stay plain frozen
dataclasses and know nothing of it::

    PLANT = Number("PLANT", low=1)
    ACTIONS: ActionTable[Action] = ActionTable(
        kind(Open, "open", plant=PLANT, bid=Number("BID")),
        kind(Run, "run", plants=Many(PLANT), burn=optional(TOKENS, NOTHING)),
    )

In JSON an action is ``{"seat": 1, "do": "open", "plant": 13, "bid": 15}``, in short text
``open 13 15``: the verb, then each field in the order of the table, without the seat. Short text
may be typed in other languages too, where the caller brings a vocabulary (see
:mod:`gridcommon.spelling`); it is always written in English.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from gridcommon.errors import Listed, NotationError, Typed
from gridcommon.given import check_object
from gridcommon.spelling import (
    ENGLISH_ONLY,
    Vocabulary,
    is_number,
    nearest,
    quoted,
    unaccented,
    words_with_columns,
)

T = TypeVar("T")
ActionT = TypeVar("ActionT")

Known = Mapping[str, Sequence[str]]  # by usage word: what may be suggested now, as in {"CITY": ...}
ANY: Known = {}

_MOST_DIGITS = 9
_ABSENT: Any = object()


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """A word of a typed line with its column, counted from 1."""

    text: str
    column: int

    def problem(self, template: str, /, **values: object) -> NotationError:
        """Return the error that says something of this word; ``found`` is the word itself."""
        problem = NotationError(template, column=self.column)
        problem.values = {"found": quoted(self.text)} | values
        return problem


class Reader:
    """The words of a typed line, taken one by one by the codecs."""

    def __init__(
        self,
        line: str,
        vocabulary: Vocabulary = ENGLISH_ONLY,
        known: Known = ANY,
        usage: str = "",
    ) -> None:
        self.vocabulary = vocabulary
        self.known = known
        self.usage = usage  # of a line that is no action
        self.kind: Kind[Any] | None = None  # the table sets it, and the fields still to come
        self.following: Sequence[Field] = ()
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
        """Return the English word that the next one stands for, '' at the end of the line."""
        place = self._next + ahead
        return self.in_english(self._tokens[place].text) if place < len(self._tokens) else ""

    def in_english(self, word: str) -> str:
        """Return the English word that ``word`` stands for, without accents and in lower case."""
        plain = unaccented(word)
        return self.vocabulary.get(plain, plain)

    def skip(self, words: Sequence[str]) -> bool:
        """Take these English words if they are the next ones, and return whether they were."""
        if not self.starts_with(words):
            return False
        self._next += len(words)
        return True

    def starts_with(self, words: Sequence[str]) -> bool:
        """Return whether these English words are the next ones."""
        return all(self.english(ahead) == word for ahead, word in enumerate(words))

    def starts_with_number(self) -> bool:
        """Return whether the next word is a number."""
        return bool(self) and is_number(self._tokens[self._next].text)

    def split(self, separator: str) -> None:
        """Part the next word at ``separator``, if it has one, into two words."""
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
        """Return the error that says how the line is written, at the next word or the end."""
        usage = Typed(self.kind.usage if self.kind else self.usage)
        if self.kind and self.kind.example:
            return NotationError(
                "expected: {usage}, as in {example}",
                column=self.column,
                usage=usage,
                example=Typed(self.kind.example),
            )
        return NotationError("expected: {usage}", column=self.column, usage=usage)

    def next_field_begins(self) -> bool:
        """Return whether the words left begin with a later field of the action."""
        return any(field.is_next(self) for field in self.following)

    def near(self, word: str, words: Sequence[str], likeness: float = 0.5) -> str:
        """Return the ``words`` that ``word`` may have been meant for: in English, each once."""
        spelt = [typed for typed, english in self.vocabulary.items() if english in words]
        found = nearest(word, [*words, *spelt], likeness=likeness)
        return ", ".join(dict.fromkeys(self.vocabulary.get(near, near) for near in found))


class Codec(Generic[T]):
    """How values of one kind are written and read, in JSON and in short text.

    ``from_json(to_json(x)) == x``, and reading ``to_text(x)`` gives x. Errors are NotationErrors
    that say what was found and what is allowed; the table adds the key.
    """

    usage = "VALUE"  # its word in a usage line

    def to_json(self, value: T) -> Any:
        """Return ``value`` as it stands in a record."""
        return value

    def from_json(self, data: Any) -> T:
        """Return the value of what stands in a record."""
        raise NotImplementedError

    def to_text(self, value: T) -> str:
        """Return ``value`` as short text, '' for none."""
        return str(value)

    def read(self, reader: Reader) -> T:
        """Take the words of one value, and return it."""
        raise NotImplementedError

    def starts(self, reader: Reader) -> bool:
        """Return whether the words left may begin a value; asked where it may be left out."""
        return bool(reader)

    def suggestions(self, known: Known) -> Sequence[str]:
        """Return the words that may be typed here, where they can be listed."""
        return known.get(self.usage, ())


class Number(Codec[int]):
    """A whole number from ``low`` to ``high``, both included; None is no limit.

    Without ``low`` a negative number is read from JSON (a rule will refuse it), but not typed.
    """

    def __init__(self, usage: str, low: int | None = None, high: int | None = None) -> None:
        self.usage = usage
        self.low = low
        self.high = high

    def from_json(self, data: Any) -> int:
        if type(data) is not int:
            raise self._wrong(data)
        return self._within(data)

    def read(self, reader: Reader) -> int:
        token = reader.take()
        try:
            if not is_number(token.text) or len(token.text) > _MOST_DIGITS:
                raise self._wrong(token.text)
            return self._within(int(token.text))
        except NotationError as problem:
            problem.column = token.column
            raise

    def starts(self, reader: Reader) -> bool:
        return reader.starts_with_number()

    def suggestions(self, known: Known) -> Sequence[str]:
        if self.low is not None and self.high is not None and self.high - self.low < 10:
            return known.get(self.usage, tuple(map(str, range(self.low, self.high + 1))))
        return known.get(self.usage, ())

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
                "expected a whole number from {low}, found {found}",
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
    """One of some words, as its index; ``also`` are other words that may be typed for it.

    ``choices`` is how a message about a typed word lists them, without it the words alone.
    """

    def __init__(
        self,
        usage: str,
        words: Sequence[str],
        also: Mapping[str, int] | None = None,
        choices: Listed | None = None,
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
                choices=Listed(self.words),
            )
        return self.words.index(data)

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

    def suggestions(self, known: Known) -> Sequence[str]:
        return known.get(self.usage, self.words)


class Flag(Codec[bool]):
    """A choice that is on unless some words, such as "no forests", turn it off.

    In a table it stands as ``optional(Flag("no forests"), default=True)``.
    """

    def __init__(self, words: str) -> None:
        self.usage = words
        self._words = words.split()

    def from_json(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise NotationError("expected true or false, found {found}", found=quoted(data))
        return data

    def to_text(self, value: bool) -> str:
        return "" if value else self.usage

    def read(self, reader: Reader) -> bool:
        return not reader.skip(self._words)

    def starts(self, reader: Reader) -> bool:
        return reader.starts_with(self._words)

    def suggestions(self, known: Known) -> Sequence[str]:
        return known.get(self.usage, (self.usage,))


class Many(Codec[tuple[T, ...]]):
    """Any number of values, none included; ``ascending`` sorts them as they are read.

    A typed line goes on with them until the next field of the action begins.
    """

    def __init__(self, codec: Codec[T], *, ascending: bool = False) -> None:
        self.codec = codec
        self.usage = f"[{codec.usage} ...]"
        self._ascending = ascending

    def to_json(self, value: tuple[T, ...]) -> Any:
        return [self.codec.to_json(one) for one in value]

    def from_json(self, data: Any) -> tuple[T, ...]:
        if not isinstance(data, list):
            raise NotationError("expected a list, found {found}", found=quoted(data))
        return self._in_order([self.codec.from_json(one) for one in data])

    def to_text(self, value: tuple[T, ...]) -> str:
        return " ".join(self.codec.to_text(one) for one in value)

    def read(self, reader: Reader) -> tuple[T, ...]:
        values = []
        while reader and not reader.next_field_begins():
            values.append(self.codec.read(reader))
        return self._in_order(values)

    def suggestions(self, known: Known) -> Sequence[str]:
        return self.codec.suggestions(known)

    def _in_order(self, values: list[T]) -> tuple[T, ...]:
        return tuple(sorted(values)) if self._ascending else tuple(values)  # type: ignore[type-var]


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """A field of an action.

    ``key`` is its name in JSON where that is another one. ``default`` may be left out, in JSON and
    in text, and is left out when written. ``implied`` is what a typed line without it means, where
    that is not the default: a value, or a function of the fields before it, which may raise
    NotationError. ``word`` stands before
    its value in text (``marker 2``), ``glue`` between it and the value before it (``13/2``).
    ``obvious`` is what a line means that ends without it, typed where a position is known: a
    function of the fields before it and of the position, which may raise NotationError.
    """

    codec: Codec[Any]
    key: str = ""
    default: Any = _ABSENT
    implied: Any = _ABSENT
    word: str = ""
    glue: str = ""
    obvious: Callable[[Mapping[str, Any], Any], Any] | None = None

    @property
    def may_be_omitted(self) -> bool:
        """Whether a typed line may go on without it."""
        return self.default is not _ABSENT or self.implied is not _ABSENT

    @property
    def usage(self) -> str:
        """Its part of the usage line, with what stands before it."""
        told = f"{self.word} {self.codec.usage}" if self.word else self.codec.usage
        if self.glue:
            return f"[{self.glue}{told}]" if self.may_be_omitted else f"{self.glue}{told}"
        return f" [{told}]" if self.may_be_omitted else f" {told}"

    def is_next(self, reader: Reader) -> bool:
        """Return whether the words left begin with it."""
        if self.word or self.glue:
            return reader.starts_with([self.word or self.glue])
        return self.codec.starts(reader)

    def words(self, known: Known) -> Sequence[str]:
        """Return the words that may be typed for it, where they can be listed."""
        suggested = self.codec.suggestions(known)
        return (self.word, *suggested) if self.word else suggested

    def omitted(self, before: Mapping[str, Any]) -> Any:
        """Return what a typed line means that leaves it out."""
        if self.implied is _ABSENT:
            return self.default
        return self.implied(before) if callable(self.implied) else self.implied

    def is_understood(self, value: Any, before: Mapping[str, Any]) -> bool:
        """Return whether ``value`` need not be written: a line without it means the same."""
        if self.default is _ABSENT or value != self.default:
            return False
        try:
            return bool(self.omitted(before) == value)
        except NotationError:  # nothing is implied here
            return False

    def read(self, reader: Reader) -> Any:
        """Return its value, from the words left."""
        if (self.word or self.glue) and not reader.skip([self.word or self.glue]):
            raise reader.misused()
        return self.codec.read(reader)


def optional(
    codec: Codec[T], default: Any = None, *, key: str = "", implied: Any = _ABSENT, word: str = ""
) -> Field:
    """Return a field that may be left out: see :class:`Field`."""
    return Field(codec, key, default, implied, word)


@dataclasses.dataclass(frozen=True, slots=True)
class Kind(Generic[ActionT]):
    """A kind of action: its class, its verb, an example for errors, and its fields by name."""

    make: Callable[..., ActionT]
    verb: str
    example: str
    fields: Mapping[str, Field]

    @property
    def usage(self) -> str:
        """The usage line, as in ``open PLANT BID``."""
        return self.verb + "".join(field.usage for field in self.fields.values())


def kind(
    make: Callable[..., ActionT], verb: str, /, *, example: str = "", **fields: Field | Codec[Any]
) -> Kind[ActionT]:
    """Declare a kind of action: its class, its verb, and a codec for each field but the seat.

    A codec alone is a field that must be given; :func:`optional` and :class:`Field` say more. The
    names are those of the class, in its order.
    """
    made = {
        name: field if isinstance(field, Field) else Field(field) for name, field in fields.items()
    }
    names = ["seat", *made]
    wanted = [field.name for field in dataclasses.fields(make)]  # type: ignore[arg-type]
    if names != wanted:
        raise TypeError(f"{verb}: the class has {wanted}, the table {names}")
    return Kind(make, verb, example, made)


class ActionTable(Generic[ActionT]):
    """All kinds of action of a game, and what follows from their declaration.

    ``seats`` are those that JSON may name; without it any number is read, and left to the rules.
    """

    def __init__(self, *kinds: Kind[Any], seats: range | None = None) -> None:
        self.kinds: Mapping[str, Kind[Any]] = {one.verb: one for one in kinds}
        self._by_class = {one.make: one for one in kinds}
        self._verbs = Typed(", ".join(self.kinds))
        seat = Number("SEAT", seats[0], seats[-1]) if seats else Number("SEAT")
        self._keys = {  # by verb: how each key is read, the field it is for, and what it may be
            one.verb: {"seat": (seat.from_json, "seat", _ABSENT)}
            | {
                field.key or name: (field.codec.from_json, name, field.default)
                for name, field in one.fields.items()
            }
            for one in kinds
        }
        self._known = {verb: {"do", *keys} for verb, keys in self._keys.items()}

    @property
    def verbs(self) -> Sequence[str]:
        """The verbs in the order of the table."""
        return tuple(self.kinds)

    def verb(self, action: ActionT | type[ActionT]) -> str:
        """Return the verb of an action, or of a class of actions."""
        return self._by_class[action if isinstance(action, type) else type(action)].verb

    # JSON

    def to_json(self, action: ActionT) -> dict[str, Any]:
        """Return the action line of a record; ``from_json`` of it is the equal action."""
        found = self._by_class[type(action)]
        line: dict[str, Any] = {"seat": action.seat, "do": found.verb}  # type: ignore[attr-defined]
        for name, field in found.fields.items():
            value = getattr(action, name)
            if field.default is _ABSENT or value != field.default:
                line[field.key or name] = field.codec.to_json(value)
        return line

    def from_json(self, data: Mapping[str, Any]) -> ActionT:
        """Return the action of a record line. Raises NotationError naming the key."""
        check_object(data)
        verb = data.get("do")
        if not isinstance(verb, str) or verb not in self.kinds:
            raise NotationError(
                "unknown action {found}; choose one of {verbs}",
                key="do",
                found=quoted(verb),
                verbs=", ".join(self.kinds),
            )
        keys = self._keys[verb]
        if not self._known[verb].issuperset(data):
            raise NotationError(
                "unknown key; a {verb} line has {keys}",
                key=next(key for key in data if key not in self._known[verb]),
                verb=repr(verb),
                keys=", ".join(("seat", "do", *(key for key in keys if key != "seat"))),
            )
        values: dict[str, Any] = {}
        for key, (read, name, default) in keys.items():
            if key in data:
                try:
                    values[name] = read(data[key])
                except NotationError as problem:
                    problem.key = key if problem.key is None else f"{key}.{problem.key}"
                    raise
            elif default is _ABSENT:
                raise NotationError("missing in {verb}", key=key, verb=repr(verb))
            else:
                values[name] = default
        made: ActionT = self.kinds[verb].make(**values)
        return made

    # Short text

    def format(self, action: ActionT) -> str:
        """Return ``action`` as short text, without its seat; parsed again it is the same."""
        found = self._by_class[type(action)]
        text = found.verb
        before: dict[str, Any] = {}
        for name, field in found.fields.items():
            value = before[name] = getattr(action, name)
            if field.is_understood(value, before):
                continue
            told = field.codec.to_text(value)
            if told:
                text += f"{field.glue or ' '}{field.word and f'{field.word} '}{told}"
        return text

    def parse(
        self,
        text: str,
        seat: int,
        vocabulary: Vocabulary = ENGLISH_ONLY,
        known: Known = ANY,
        position: Any = None,
    ) -> ActionT:
        """Return the action of ``seat`` that a typed line means.

        ``vocabulary`` maps words of other languages to the English ones; ``known`` narrows what is
        suggested, and ``position`` tells what is obvious. Raises NotationError with the column, and
        with what is allowed.
        """
        reader = Reader(text, vocabulary, known)
        if not reader:
            raise NotationError("nothing typed; choose one of {verbs}", verbs=self._verbs)
        verb = reader.english()
        token = reader.take()
        if verb not in self.kinds:
            near = reader.near(token.text, self.verbs, likeness=0.65)
            if near:
                raise token.problem("unknown action {found}; nearest: {verbs}", verbs=Typed(near))
            raise token.problem("unknown action {found}; choose one of {verbs}", verbs=self._verbs)
        found = reader.kind = self.kinds[verb]
        fields = tuple(found.fields.values())
        values: dict[str, Any] = {}
        for place, (name, field) in enumerate(found.fields.items(), start=1):
            reader.following = fields[place:]
            if field.may_be_omitted and not field.is_next(reader):
                values[name] = field.omitted(values)
            elif field.obvious and position is not None and not reader:
                values[name] = field.obvious(values, position)
            else:
                if reader.following and reader.following[0].glue:
                    reader.split(reader.following[0].glue)
                values[name] = field.read(reader)
        if reader:
            raise reader.misused()
        made: ActionT = found.make(seat=seat, **values)
        return made

    def usage(self, verb: str) -> str:
        """Return the usage line of a verb, as in ``open PLANT BID``."""
        return self.kinds[verb].usage

    def completions(
        self, text: str, vocabulary: Vocabulary = ENGLISH_ONLY, known: Known = ANY
    ) -> list[str]:
        """Return the lines that ``text`` may become when its last word is completed.

        Words of a field are offered from its start, so the name of a city may have spaces.
        """
        typed = text.lstrip()
        verb, space, _ = typed.partition(" ")
        if not space:
            verbs = (
                *self.verbs,
                *(one for one, other in vocabulary.items() if other in self.kinds),
            )
            return [verb for verb in verbs if verb.startswith(unaccented(typed))]
        found = self.kinds.get(Reader(verb, vocabulary).english())
        words = (
            [word for field in found.fields.values() for word in field.words(known)]
            if found
            else []
        )
        for at, letter in enumerate(typed):
            begun = unaccented(typed[at + 1 :])
            lines = [
                typed[: at + 1] + word
                for word in words
                if letter == " " and unaccented(word).startswith(begun)
            ]
            if lines:
                return list(dict.fromkeys(lines))
        return []
