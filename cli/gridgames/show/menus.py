"""Menus of choices: a choice is an action, or opens a menu with fewer actions.

A menu holds all its choices. :meth:`Menu.paged` is for those who type.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, NamedTuple, TypeVar

from gridgames.languages.messages import say
from gridgames.show.parts import Picture
from gridgames.terminal.output import Line

T = TypeVar("T")
K = TypeVar("K")

_PAGE = 10
_LETTERS = "abcefhijklmnoswxz"  # not those of commands, and not the next two
PASS, DONE = "p", "d"  # typed to pass, and to end what one is doing, in every question
BACK = "<"  # typed to go back to the menu before


class Field(NamedTuple):
    """A number that a person sets between two others, and a ``button`` that takes it.

    ``now`` says what happens at once, and ``effect`` what a number leads to.
    """

    title: str
    least: int
    most: int
    button: str
    now: str
    effect: Callable[[int], str]

    def stepped(self, number: int | None, step: int) -> int:
        """Return the number after a step from another one; the first step sets the least."""
        return self.least if number is None else self.within(number + step)

    def within(self, number: int) -> int:
        """Return the nearest possible number."""
        return max(self.least, min(number, self.most))


class Numbers(NamedTuple):
    """What bare numbers mean as an answer to a question, with the possible ones in ``asked``.

    They are read behind ``words`` and before ``ending``: with ``bid``, 7 is ``bid 7``. With None
    the question cannot be answered by other numbers than those of its choices. With a ``field`` one
    number answers it.
    """

    asked: str
    words: str | None = None
    ending: str = ""
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu: an action with a note, or a text that opens another menu.

    ``short`` replaces the note if there is little room; if it is empty, the note is shown.
    ``count`` is the number of choices behind the line, more than one if it opens a menu.

    The rest is for buttons: ``name`` in words, such as ``Build Essen``, ``note`` for a line below
    it, ``price`` for what it costs or brings, ``place`` for the key of where it belongs, and what
    makes a picture of it, or a ``brick`` of characters, in lines of equal width. ``key`` takes the
    choice on the full screen, as Textual names it, and ``is_on`` says that it holds already.

    ``typed`` takes the choice where people type: the numbers that it is about, or :data:`PASS` or
    :data:`DONE`. Without it, the menu counts it or gives it a letter.
    """

    text: str
    action: Any = None
    menu: "Callable[[], Menu] | None" = None
    short: str = ""
    count: int = 1
    name: str = ""
    price: str = ""
    place: str = ""
    picture: Callable[[], Picture] | None = None
    note: str = ""
    key: str = ""
    is_on: bool = False
    brick: Callable[[], Sequence[Line]] | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A question and its choices, which are counted from 1 unless ``numbers`` mean something.

    Choices in ``last`` follow the others; they end what the question is about. ``typing`` is the
    title where actions can be typed, '' for the same. ``most`` choices are for reading at once.
    The choices of a brief menu are pictures or numbers, which need little room. ``picture`` shows
    what is asked.
    """

    title: str
    first: Sequence[Choice]
    last: Sequence[Choice] = ()
    typing: str = ""
    most: int = _PAGE
    is_brief: bool = False
    picture: Callable[[], Picture] | None = None
    numbers: Numbers | None = None

    @property
    def keys(self) -> Mapping[str, Choice]:
        """The choices, by what is typed for them."""
        others = iter(_LETTERS) if self.numbers else map(str, count(1))
        return {one.typed or next(others): one for one in self.choices}

    @property
    def choices(self) -> Sequence[Choice]:
        """All choices."""
        return [*self.first, *self.last]

    @property
    def count(self) -> int:
        """The number of choices, including the choices of its submenus."""
        return sum(choice.count for choice in self.choices)

    def paged(self) -> "Menu":
        """Return the first page, as it is shown to people who type; ``more`` opens the next one.

        Choices in ``last`` are at the end of each page.
        """
        title = self.typing or self.title
        first, rest = self.first[: self.most], self.first[self.most :]
        if len(rest) <= 1:
            return replace(self, title=title, typing="", most=len(self.first))
        more = Choice(
            say("more: {count} others", count=len(rest)),
            menu=lambda: replace(self, title=title, typing="", first=rest),
            count=sum(choice.count for choice in rest),
        )
        return replace(self, title=title, typing="", first=[*first, more], most=self.most + 1)


def submenu(
    text: str,
    title: str,
    items: Sequence[T],
    make: Callable[[Sequence[T]], list[Choice]],
    *,
    name: str = "",
    place: str = "",
    picture: Callable[[], Picture] | None = None,
    note: str = "",
    typed: str = "",
    numbers: Numbers | None = None,
) -> Choice:
    """Return a choice that opens a menu with one choice per item, or the only choice.

    The choices and their texts are made when the menu is opened.
    """
    if len(items) == 1:
        return replace(make(items)[0], typed=typed)
    return Choice(
        text,
        menu=lambda: Menu(title, make(items), numbers=numbers),
        count=len(items),
        name=name or text,
        place=place,
        picture=picture,
        note=note or say("{count:choice|choices}", count=len(items)),
        typed=typed,
    )


def grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return the items by key, in order of first appearance.

    >>> grouped(["build", "bid", "pass"], len)
    {5: ['build'], 3: ['bid'], 4: ['pass']}
    """
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
