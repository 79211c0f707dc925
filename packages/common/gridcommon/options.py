"""Options of the rules, each declared once: its values, its default and the question it settles.

A ruleset is a frozen dataclass, and an option is a field of it::

    @dataclass(frozen=True, slots=True)
    class Ruleset:
        refill_2p: int = option(2, 3, rule="PG-CART-10", title="Refill for two players")

    OPTIONS = declared_options(Ruleset)

Records, command lines, help and the comparison of rules all read that one declaration.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from typing import Any, NamedTuple

from gridcommon.errors import JoinedList, NotationError, Wording, truncate

KEY = "ruleset.options"  # the key of the options in the header of a record

_WORDS: Mapping[str, Any] = {"true": True, "false": False, "null": None, "none": None}


def _same(value: Any) -> Any:
    return value


class Domain(NamedTuple):
    """The values of an option that has too many to list.

    ``read`` takes a JSON value and raises ValueError for one outside the domain; ``write`` is its
    inverse. ``expected`` describes the domain in error messages.
    """

    expected: Wording
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = _same


class Option(NamedTuple):
    """An option of the rules.

    ``values`` are all its values, the default first; with a ``domain``, only the default and some
    examples. ``rule`` is the rule or the ambiguity of the ledger that it settles. ``editions`` are
    those that use it; empty means all. ``title``, ``titles`` of values and ``group`` are words for
    menus.

    >>> refill = Option("refill_2p", (2, 3), "PG-CART-10")
    >>> refill.default, refill.from_text("3"), refill.words()
    (2, 3, ['2', '3'])
    """

    name: str
    values: tuple[Any, ...]
    rule: str = ""
    domain: Domain | None = None
    editions: tuple[str, ...] = ()
    title: str = ""
    titles: Mapping[str, str] = {}
    group: str = ""

    @property
    def default(self) -> Any:
        """The default value."""
        return self.values[0]

    def from_json(self, data: object) -> Any:
        """Return the value in a record. Raises NotationError naming the option."""
        if self.domain is not None:
            try:
                return self.domain.read(data)
            except ValueError:
                raise self._refused(_json(data)) from None
        for value in self.values:
            if type(data) is type(value) and data == value:
                return value
        raise self._refused(_json(data))

    def from_text(self, text: str) -> Any:
        """Return the value typed as ``text``, in any case. Raises NotationError naming the option.

        >>> Option("two_pawns_count", (False, True)).from_text("TRUE")
        True
        """
        typed = text.strip()
        if self.domain is not None:
            return self.from_json(_scalar(typed))
        for value in self.values:
            if typed.lower() == written(value).lower():
                return value
        raise self._refused(repr(text))

    def to_json(self, value: Any) -> Any:
        """Return a value as JSON for a record."""
        return value if self.domain is None else self.domain.write(value)

    def is_used_in(self, edition: str | None) -> bool:
        """Return whether an edition uses the option. None stands for the only edition of a game.

        >>> Option("refill_2p", (2, 3), editions=("recharged",)).is_used_in("classic")
        False
        """
        return not self.editions or edition in self.editions

    def check_use(self, edition: str | None) -> None:
        """Raise NotationError if an edition does not use the option.

        Records may still have it, since there the game is the same with every value.
        """
        if not self.is_used_in(edition):
            raise NotationError(
                "{edition} does not use this option; it belongs to {editions}",
                key=f"{KEY}.{self.name}",
                edition=edition,
                editions=JoinedList(self.editions, "and"),
            )

    def words(self) -> list[str]:
        """Return the values in user notation, the default first."""
        return [written(self.to_json(value)) for value in self.values]

    def _refused(self, found: str) -> NotationError:
        if self.domain is not None:
            known: object = self.domain.expected
        else:
            known = " or ".join(self.words())
        return NotationError(
            "expected {known}, found {found}", key=f"{KEY}.{self.name}", known=known, found=found
        )


def option(
    *values: Any,
    rule: str = "",
    domain: Domain | None = None,
    editions: tuple[str, ...] = (),
    title: str = "",
    titles: Mapping[str, str] | None = None,
    group: str = "",
) -> Any:
    """Return the dataclass field of an option. The first value is the default."""
    declared = Option("", values, rule, domain, editions, title, titles or {}, group)
    return field(default=values[0], metadata={"option": declared})


def declared_options(ruleset: type) -> dict[str, Option]:
    """Return the options among the fields of a ruleset, by name, in order."""
    return {
        one.name: one.metadata["option"]._replace(name=one.name)
        for one in fields(ruleset)
        if "option" in one.metadata
    }


def find_option(options: Mapping[str, Option], name: str) -> Option:
    """Return the option called ``name``. Raises NotationError listing the known ones."""
    if name not in options:
        known = JoinedList(tuple(options))
        raise NotationError(
            "unknown option; the known options are {known}", key=f"{KEY}.{name}", known=known
        )
    return options[name]


def options_from_json(options: Mapping[str, Option], data: object) -> dict[str, Any]:
    """Return the values of the options given in a record, by name.

    Raises NotationError, naming the key, for an unknown option or value.
    """
    if not isinstance(data, Mapping):
        raise NotationError("expected an object, found {found}", key=KEY, found=_json(data))
    return {name: find_option(options, name).from_json(value) for name, value in data.items()}


def options_to_json(options: Mapping[str, Option], ruleset: object) -> dict[str, Any]:
    """Return the options of ``ruleset`` that differ from their defaults, as JSON for a record."""
    return {
        name: one.to_json(value)
        for name, one in options.items()
        if (value := getattr(ruleset, name)) != one.default
    }


def written(value: object) -> str:
    """Return a value in user notation: ``true``, ``20``, ``strict``; lists without brackets.

    >>> written(False), written(None), written(["U", "T"])
    ('false', 'null', 'UT')
    """
    if isinstance(value, list | tuple):
        return "".join(map(written, value))
    return value if isinstance(value, str) else _json(value)


def _scalar(text: str) -> Any:
    """Return ``text`` as JSON if it is a number, true, false or null; else ``text`` itself."""
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    return _WORDS.get(text.lower(), text)


def _json(value: object) -> str:
    import json

    return truncate(json.dumps(value, ensure_ascii=False, default=str), 60)
