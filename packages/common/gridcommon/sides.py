"""The sides of a comparison: a game under chosen rules, written ``GAME[:PART,PART...]``.

A part is the word of a variant, such as an edition, or an option as ``NAME=VALUE``. A game lists
them in its :class:`SideOptions`. The same parts select the sides to which an answer or the expected
value of an example applies: ``classic,map=usa`` applies to every side that chooses both.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from gridcommon.errors import JoinedList, NotationError, Wording, errors_located_in
from gridcommon.options import Option, written


@dataclass(frozen=True, slots=True)
class Variant:
    """A word for a side: its choices, and the number of players if it is fixed."""

    chosen: Mapping[str, Any]
    seats: int = 0  # 0 for any
    like: str = ""  # the variant whose expected values apply here too
    title: str = ""  # its usual name

    @property
    def edition(self) -> str | None:
        """The edition that it chooses, or None in a game with only one."""
        return self.chosen.get("edition")


@dataclass(frozen=True, slots=True)
class SideOptions:
    """The variants and options of a game's sides. The first variant is the default."""

    game: str
    ruleset: Callable[..., Any]  # from the choices; raises NotationError
    options: Mapping[str, Option]  # in the order of writing
    variants: Mapping[str, Variant]

    def written(self, ruleset: object) -> str:
        """Return the options of a ruleset that differ from their defaults, in user notation."""
        found = {
            name: option.to_json(value)
            for name, option in self.options.items()
            if (value := getattr(ruleset, name)) != option.default
        }
        return ", ".join(f"{name}={written(value)}" for name, value in found.items())


@dataclass(frozen=True, slots=True)
class Side:
    """A game with its variant, or '' if there is none, and the options that are not defaults."""

    game: str
    variant: Variant = field(compare=False)
    word: str
    options: tuple[tuple[str, Any, str], ...]  # name, value, and the value in user notation

    @property
    def name(self) -> str:
        """The side in user notation, without default options."""
        parts = [self.word] if self.word else []
        parts += [f"{name}={text}" for name, text in self.typed_options.items()]
        return self.game + (":" + ",".join(parts) if parts else "")

    @property
    def chosen(self) -> dict[str, Any]:
        """The choices of the side, keyed by the fields of the ruleset."""
        return {**self.variant.chosen, **{name: value for name, value, _ in self.options}}

    @property
    def typed_options(self) -> dict[str, str]:
        """The options that are not defaults, in user notation."""
        return {name: text for name, _, text in self.options}

    def match_specificity(self, parts: str) -> tuple[int, int] | None:
        """Return how specifically ``parts`` describe the side, or None if they do not match it.

        An option is more specific than a variant, and a variant than the one it is ``like``.
        """
        options, closeness = 0, 0
        for part in filter(None, parts.split(",")):
            name, equals, value = part.partition("=")
            if equals:
                if self.typed_options.get(name) != value:
                    return None
                options += 1
            elif part == self.word:
                closeness = 2
            elif part == self.variant.like:
                closeness = 1
            else:
                return None
        return options, closeness

    def best_match(self, keys: Iterable[str]) -> str | None:
        """Return the most specific of ``keys`` that matches the side, or None."""
        fitting = {key: fit for key in keys if (fit := self.match_specificity(key)) is not None}
        return max(fitting, key=lambda key: fitting[key], default=None)


def nearest(word: str, known: Iterable[str]) -> JoinedList:
    """Return the known names most similar to ``word``, or all of them if none is."""
    names = list(known)
    return JoinedList(tuple(get_close_matches(word.lower(), names, n=3, cutoff=0.5) or names))


def parse_side(choices: SideOptions, parts: str) -> Side:
    """Return the side of a game that ``parts`` describe, separated by commas.

    Raises NotationError with the most similar names.
    """
    typed = f"{choices.game}:{parts}" if parts else choices.game
    words, values = [], {}
    for part in filter(None, (part.strip() for part in parts.split(","))):
        name, equals, value = (text.strip() for text in part.partition("="))
        if not equals:
            words.append(_variant(choices, typed, part.lower()))
        elif name in values:
            raise NotationError("{side}: {name} is given twice", side=typed, name=name)
        else:
            values[name] = _value(choices, typed, name, value)
    if len(words) > 1:
        raise NotationError(
            "{side}: a side has one edition, found {words}", side=typed, words=", ".join(words)
        )
    word = words[0] if words else next(iter(choices.variants), "")
    variant = choices.variants.get(word, Variant({}))
    for name in values:
        _check_use(choices.options[name], variant, typed)
    options = tuple(
        (name, values[name], written(option.to_json(values[name])))
        for name, option in choices.options.items()
        if name in values and values[name] != option.default
    )
    side = Side(choices.game, variant, word, options)
    choices.ruleset(**side.chosen)  # options that exclude each other
    return side


def with_option(side: Side, option: Option, value: Any) -> Side:
    """Return ``side`` with a value of an option, whether or not the game's tables allow it."""
    options = tuple(one for one in side.options if one[0] != option.name)
    if value != option.default:
        options += ((option.name, value, written(option.to_json(value))),)
    return replace(side, options=options)


def _variant(choices: SideOptions, side: str, word: str) -> str:
    if word in choices.variants:
        return word
    known = (
        Wording("the nearest are {known}", {"known": nearest(word, choices.variants)})
        if choices.variants
        else Wording(
            "the parts of a side of {game} are options, NAME=VALUE", {"game": choices.game}
        )
    )
    raise NotationError(
        "{side}: unknown part {word}; {known}", side=side, word=repr(word), known=known
    )


def _check_use(option: Option, variant: Variant, side: str) -> None:
    with errors_located_in(side):
        option.check_use(variant.edition)


def _value(choices: SideOptions, side: str, name: str, text: str) -> Any:
    option = choices.options.get(name)
    if option is None:
        raise NotationError(
            "{side}: unknown option {name}; the nearest are {known}",
            side=side,
            name=repr(name),
            known=nearest(name, choices.options),
        )
    with errors_located_in(side):
        return option.from_text(text)
