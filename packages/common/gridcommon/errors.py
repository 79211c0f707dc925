"""Refusals, as values, and the exceptions that bad input can raise.

A :class:`Refusal` is a return value: the reason why an action is illegal. The exceptions are
ValueErrors with the common base :class:`GridgamesError`.

Sentences are English templates with named values (``"{bid} does not beat {high}"``), filled in by
:func:`format_template`. A translation is looked up by its template, so a value is never included in
it.

The type of a value determines how other languages show it: a ``str`` or a number unchanged (a
player, a city, a file), a :class:`Word` translated, :class:`Typed` text in the user's notation, a
:class:`Command` on one line, a :class:`Wording` as a sentence inside the sentence, and the items of
a :class:`JoinedList` each by its own type. In English all of them are shown unchanged.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field


def one_or_many(number: int) -> int:
    """Return the index of the noun form for a number, as in English: 0 for one, 1 otherwise."""
    return 0 if number == 1 else 1


_MOST_SHOWN = 150  # characters of a value in a message
_MOST_OF_PATH = 400  # characters of a path, whose end names the file
_MOST_BITS = 128  # of a number that is shown in full
MOST_FAULTS = 40  # listed for one text or table


def truncate(text: str, most: int = _MOST_SHOWN) -> str:
    """Return ``text`` truncated to ``most`` characters, for quoting in a message.

    >>> truncate("coal"), len(truncate("x" * 9000))
    ('coal', 153)
    """
    return text if len(text) <= most else f"{text[:most]}..."


def truncate_path(path: str) -> str:
    """Return the name of a file for a message, truncated to its end if it is very long."""
    return path if len(path) <= _MOST_OF_PATH else f"...{path[-_MOST_OF_PATH:]}"


def truncate_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a message, with long input truncated.

    Texts of our own, such as lists of allowed words, have other types and are not truncated.
    """
    return {name: _brief(value) for name, value in values.items()}


def _brief(value: object) -> object:
    if isinstance(value, str):
        return truncate(value)
    if isinstance(value, int):  # Python refuses to print thousands of digits
        return value if value.bit_length() <= _MOST_BITS else truncate(hex(value))
    if isinstance(value, _Text | Wording | JoinedList | float):
        return value
    return truncate(str(value))


class _Numbered:
    """A number that a template can combine with its noun."""

    __slots__ = ("_plural", "_value")

    def __init__(self, value: int, plural: Callable[[int], int]) -> None:
        self._value = value
        self._plural = plural

    def __format__(self, spec: str) -> str:
        forms = spec.split("|")
        if len(forms) == 1:
            return format(self._value, spec)
        return f"{self._value} {forms[min(self._plural(self._value), len(forms) - 1)]}"


def format_template(
    template: str, values: Mapping[str, object], plural: Callable[[int], int] = one_or_many
) -> str:
    """Return a template filled in with its values. A number may select the form of its noun.

    ``plural`` returns the index of the noun form for a number.

    >>> format_template("{cities:city|cities} powered", {"cities": 1})
    '1 city powered'
    >>> format_template("{cities:city|cities} powered", {"cities": 12})
    '12 cities powered'
    """
    if "|" in template:
        values = {
            name: _Numbered(value, plural) if isinstance(value, int) else value
            for name, value in values.items()
        }
    return template.format_map(values) if values else template


@dataclass(frozen=True, slots=True)
class _Text:
    """A text whose class determines how other languages show it; equal only within its class."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)


class Word(_Text):
    """A value that is translated, such as a structure, a fuel or a phase.

    >>> f"a {Word('Tower')}"
    'a Tower'
    """

    __slots__ = ()


class Typed(_Text):
    """A value in the user's notation: an action, a command, or its usage.

    >>> f"as in {Typed('build Essen')}"
    'as in build Essen'
    """

    __slots__ = ()


class Command(_Text):
    """A value to copy into a shell: shown unchanged, and never broken across lines."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence as a template and its values, such as a message quoted in another one."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return format_template(self.template, truncate_values(self.values))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@dataclass(frozen=True, slots=True)
class JoinedList:
    """Several values joined by commas, with ``and`` or ``or`` before the last if given.

    >>> str(JoinedList((Word("coal"), Word("oil"), "Essen")))
    'coal, oil, Essen'
    >>> str(JoinedList((Word("coal"), Word("oil"), 3), "or"))
    'coal, oil or 3'
    """

    items: tuple[object, ...]
    conjunction: str = ""

    def joined(self, shown: Iterable[str], conjunction: str) -> str:
        """Return the ``shown`` items joined with a conjunction of the same language."""
        parts = list(shown)
        if not conjunction or len(parts) < 2:
            return ", ".join(parts)
        return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"

    def __str__(self) -> str:
        return self.joined(map(str, self.items), self.conjunction)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def word_list(texts: Iterable[str], conjunction: str = "") -> JoinedList:
    """Return a joined list of words, each of them translated.

    >>> str(word_list(["coal", "oil"], "or"))
    'coal or oil'
    """
    return JoinedList(tuple(map(Word, texts)), conjunction)


def system_reason(problem: OSError) -> Word:
    """Return the reason that the operating system gives for an error.

    >>> str(system_reason(FileNotFoundError(2, "No such file or directory")))
    'no such file or directory'
    """
    return Word((problem.strerror or str(problem)).lower())


class Refusal:
    """The reason why something is illegal: the id of a rule, and a sentence.

    >>> str(Refusal("PG-AUC-03", "{bid} does not beat {high}", bid=7, high=9))
    'PG-AUC-03: 7 does not beat 9'
    """

    __slots__ = ("rule", "template", "values")

    def __init__(self, rule: str, template: str, /, **values: object) -> None:
        self.rule = rule
        self.template = template
        self.values = values

    @property
    def why(self) -> str:
        """The sentence, in English."""
        return str(self.wording)

    @property
    def wording(self) -> Wording:
        """The sentence without the rule, for quoting in another message."""
        return Wording(self.template, self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return (self.rule, self.template, self.values) == (other.rule, other.template, other.values)

    def __hash__(self) -> int:
        return hash((self.rule, self.template))

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.why!r})"


class GridgamesError(ValueError):
    """Base of every error that bad input can cause."""


class NotationError(GridgamesError):
    """A text, file or value that cannot be read.

    ``source`` is a file name or a substitute such as ``<stdin>``; ``line`` and ``column`` count
    from 1; ``key`` names a key of a table or record. Each is None if it is unknown or does not
    apply, and a caller may fill it in.
    """

    def __init__(
        self,
        template: str,
        /,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
        **values: object,
    ) -> None:
        super().__init__(template)
        self.template = template
        self.values = values
        self.source = source
        self.line = line
        self.column = column
        self.key = key

    @property
    def message(self) -> str:
        """The value found and the values allowed, in English, without the place."""
        return str(self.wording)

    @property
    def wording(self) -> Wording:
        """The message without the place, for quoting in another one."""
        return Wording(self.template, self.values)

    @property
    def place(self) -> str:
        """The location of the error (``game.jsonl, line 3, key 'plant'``), or '' if unknown."""
        parts = [truncate_path(self.source)] if self.source else []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        if self.key is not None:
            parts.append(f"key {truncate(self.key)!r}")
        return ", ".join(parts)

    def each(self) -> "list[NotationError]":
        """Return all errors that this one stands for."""
        return [self]

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class NotationErrors(NotationError):
    """A text that cannot be read for several reasons: all of them, in the order of the text.

    ``place`` and ``message`` are those of the first.
    """

    def __init__(self, problems: Sequence[NotationError]) -> None:
        first = problems[0]
        super().__init__(first.template, line=first.line, column=first.column, key=first.key)
        self.values = first.values
        self.source = first.source
        self.problems = tuple(problems)
        self.args = (self.problems,)

    def each(self) -> list[NotationError]:
        """Return all errors, with the source that a caller may have filled in."""
        for problem in self.problems:
            problem.source = problem.source or self.source
        return list(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.each()))


class Faults:
    """The errors of a text or table, to be raised together."""

    def __init__(self) -> None:
        self.found: list[NotationError] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note a NotationError of a ``with`` block, whose rest is skipped."""
        try:
            yield
        except NotationError as problem:
            self.found += problem.each()

    def raise_all(self) -> None:
        """Raise the only error, or NotationErrors with all of them in the order of the text.

        Without errors nothing is raised.
        """
        self.found.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
        if len(self.found) > MOST_FAULTS:
            last = NotationError("and more; only {most} are listed", most=MOST_FAULTS)
            self.found[MOST_FAULTS:] = [last]
        if self.found:
            raise self.found[0] if len(self.found) == 1 else NotationErrors(self.found)


@contextmanager
def errors_located_in(source: str) -> Iterator[None]:
    """Name ``source`` in each NotationError of a ``with`` block that does not name one yet.

    >>> with errors_located_in("game.jsonl"):
    ...     raise NotationError("no game", line=1)
    Traceback (most recent call last):
    gridcommon.errors.NotationError: game.jsonl, line 1: no game
    """
    try:
        yield
    except NotationError as problem:
        problem.source = problem.source or source
        raise


@contextmanager
def errors_under(key: str) -> Iterator[None]:
    """Put ``key`` before the key of each NotationError of a ``with`` block.

    >>> with errors_under("setup"):
    ...     raise NotationError("no list", key="row")
    Traceback (most recent call last):
    gridcommon.errors.NotationError: key 'setup.row': no list
    """
    try:
        yield
    except NotationError as problem:
        for one in {problem, *problem.each()}:
            one.key = f"{key}.{one.key}" if one.key else key
        raise


class IllegalAction(GridgamesError):
    """An action that was parsed, but that a rule refuses. The state is not modified."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        super().__init__(action, refusal)
        self.action = action
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


class InvalidState(GridgamesError):
    """A loaded position that is impossible, with all its problems."""

    def __init__(self, problems: Sequence[Refusal]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "; ".join(str(problem) for problem in self.problems)
