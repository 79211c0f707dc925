"""A game in parts: the layers of its board, its panels, and the places that can be pointed at.

Pictures, pages and terminals compose them. Markup is SVG whose colours are variables of the
palette, so that it suits light and dark pages alike.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A small picture: an SVG element, and its name for screen readers ('' for an ornament)."""

    svg: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A place of the board that can be pointed at.

    ``place`` is its key, as in :attr:`~gridgames.games.menus.Choice.place`; ``outline`` is an SVG
    path in the units of the board.
    """

    place: str
    name: str
    outline: str


@dataclass(frozen=True, slots=True)
class BoardLayers:
    """A board from the ground up; each layer is the content of an SVG element.

    ``box`` is the view box: left, top, width and height. Boards with equal ``land_key`` have the
    same land, so a caller may keep what ``land`` returned. ``definitions`` are the named shapes
    that all layers and pictures refer to. ``words`` describe the board for screen readers.
    """

    box: tuple[float, float, float, float]
    land_key: Hashable
    definitions: str
    land: Callable[[], str]
    pieces: str
    targets: Sequence[Target]
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class Card:
    """Something on the table or a player: a title, a sign before it, facts, and pictures.

    ``place`` is the key of the choices that belong to it, '' for none; ``badge`` is a short note,
    such as the highest bid.
    """

    title: str
    sign: Picture | None = None
    facts: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    place: str = ""
    badge: str = ""
    is_to_act: bool = False
    is_faded: bool = False  # not available yet


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the table beside the board, such as a market or the players."""

    key: str
    title: str
    cards: Sequence[Card]
    note: str = ""
