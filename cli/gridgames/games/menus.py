"""Menus of numbered choices: a choice is an action, or opens a menu with fewer actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from gridgames.languages.messages import say

T = TypeVar("T")

_PAGE = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu: an action with a note, or a text that opens another menu.

    ``short`` replaces the note if there is little room; if it is empty, the note is shown.
    ``count`` is the number of choices behind the line, more than one if it opens a menu.
    """

    text: str
    action: Any = None
    menu: "Callable[[], Menu] | None" = None
    short: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Menu:
    """A question and its choices, which are numbered from 1."""

    title: str
    choices: Sequence[Choice]

    @property
    def count(self) -> int:
        """The number of choices, including the choices of its submenus."""
        return sum(choice.count for choice in self.choices)


def paginate(title: str, choices: Sequence[Choice], last: Sequence[Choice] = ()) -> Menu:
    """Return a menu in pages, linked by ``more``, with ``last`` at the end of each page."""
    if len(choices) <= _PAGE + 1:
        return Menu(title, [*choices, *last])
    rest = choices[_PAGE:]
    more = Choice(
        say("more: {count} others", count=len(rest)),
        menu=lambda: paginate(title, rest, last),
        count=sum(choice.count for choice in rest),
    )
    return Menu(title, [*choices[:_PAGE], more, *last])


def submenu(
    text: str, title: str, items: Sequence[T], make: Callable[[Sequence[T]], list[Choice]]
) -> Choice:
    """Return a choice that opens a menu with one choice per item, or the only choice.

    The choices and their texts are made when the menu is opened.
    """
    if len(items) == 1:
        return make(items)[0]
    return Choice(text, menu=lambda: paginate(title, make(items)), count=len(items))
