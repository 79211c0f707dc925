"""Figures of pages: what happens in a position, before and after, drawn by the engine.

A figure is a piece of HTML: the board as SVG, cut to the places that matter, and the panels as
cards. What figures of a page share, such as the land of a map, is on the page once.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gridcommon.tables import read_text
from gridgames.languages.messages import say
from gridgames.show.drawing.svg import number
from gridgames.show.parts import BoardLayers, Box, Card, Panel, Target
from gridgames.show.registry import wings
from gridgames.study.rules.pictured import Played

_AROUND = 70.0  # units of a board around the places that matter
_LEAST = 400.0, 300.0  # width and height of a cut
_WHOLE = 1.6  # times a cut: a board that is smaller is shown whole
_WORDS = 240  # characters of a line about a board; longer ones list all tiles
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Figures:
    """The figures of one page, and what they share."""

    def __init__(self) -> None:
        self._shapes: dict[str, None] = {}
        self._lands: dict[Hashable, tuple[str, Box]] = {}  # markup and box by key, in order

    def figure(self, played: Played, name: str, command: str = "") -> str:
        """Return a figure in HTML: the position, the actions, and what comes of them.

        ``name`` is its anchor, and the name of the file that its position is saved as.
        """
        title = say("The position") if played.after is None else say("Before")
        states = [(title, "before", played.before)]
        if played.after is not None:
            states.append((say("After"), "after", played.after))
        boards = [self._layers(played, state) for _, _, state in states]
        cut = self._cut(boards)
        scenes = [
            f'<div class="scene {key}"><p class="label">{escape(title)}</p>'
            f"{self._board(layers, cut, f'{name}-{key}', f'{title}: {played.about}')}"
            f"{''.join(map(_panel, played.panels(state)))}</div>"
            for (title, key, state), layers in zip(states, boards, strict=True)
        ]
        actions = "".join(f"<code>{escape(one)}</code> " for one in played.actions)
        scenes.insert(1, f'<p class="action">{actions}</p>' if actions else "")
        told = "".join(f"<p>{escape(one)}</p>" for one in played.words)
        claim = f'<p class="claim">{escape(played.claim)}</p>' if played.claim else ""
        kind = "refused" if played.refused else "made"
        words = (say("Play"), say("Before"), say("After"), say("Both"), say("Copy the position"))
        return (
            f'<figure class="played {kind}" id="{name}-picture" '
            f'data-words="{escape("|".join(words))}"><p class="about">{escape(played.about)}</p>'
            f'<div class="scenes">{"".join(scenes)}</div>'
            f"<figcaption>{told}{claim}</figcaption>{_opened(played, name, command)}</figure>"
        )

    def shared(self) -> str:
        """Return what the figures of the page refer to, in HTML; '' without figures."""
        if not self._shapes:
            return ""
        lands = (
            f'<g id="land-{place}">{markup}</g>'
            for place, (markup, _) in enumerate(self._lands.values())
        )
        return (
            '<svg class="shared" width="0" height="0" aria-hidden="true"><defs>'
            f"{_joined([*self._shapes, *lands])}</defs></svg>"
        )

    def _layers(self, played: Played, state: Any) -> BoardLayers | None:
        """Return the board of a state with the places that matter, None without such places."""
        layers = played.face.board_layers(state, played.names, played.wanted)
        if layers is None:
            return None
        self._shapes[layers.definitions] = None
        if not layers.targets:
            return None
        if layers.land_key not in self._lands:
            ground = layers.ground()
            box = _around([_corners(one.box) for one in ground])
            self._lands[layers.land_key] = "".join(one.markup for one in ground), box
        return layers

    def _cut(self, boards: Sequence[BoardLayers | None]) -> Box:
        """Return the piece of the boards around their targets; small boards are shown whole."""
        shown = [layers for layers in boards if layers]
        if not shown:
            return 0, 0, 0, 0
        places = [_bounds(target) for layers in shown for target in layers.targets]
        lands = [_corners(self._lands[layers.land_key][1]) for layers in shown]
        whole = _around([*lands, *places])
        if all(length <= _WHOLE * least for length, least in zip(whole[2:], _LEAST, strict=True)):
            return whole
        near = _around(places)
        cut = []
        for axis, least in enumerate(_LEAST):
            room = max(_AROUND, (least - near[axis + 2]) / 2)
            end = min(near[axis] + near[axis + 2] + room, whole[axis] + whole[axis + 2])
            start = max(near[axis] - room, whole[axis])
            cut.append((start, end - start))
        (x, wide), (y, high) = cut
        return x, y, wide, high

    def _board(self, layers: BoardLayers | None, box: Box, name: str, title: str) -> str:
        if layers is None:
            return ""
        land = [*self._lands].index(layers.land_key)
        pieces = _joined(one.markup for one in layers.fragments if _touches(one.box, box))
        words = "&#10;".join(escape(line) for line in layers.words if len(line) < _WORDS)
        marks = "".join(f'<path class="spot" d="{one.outline}"/>' for one in layers.targets)
        return (
            f'<svg class="board" viewBox="{" ".join(map(number, box))}" role="img" '
            f'aria-labelledby="{name}-title"><title id="{name}-title">{escape(title)}</title>'
            f'<desc>{words}</desc><use href="#land-{land}"/>{pieces}{marks}</svg>'
        )


def _corners(box: Box) -> Box:
    """Return left, top, right and bottom of a box."""
    return box[0], box[1], box[0] + box[2], box[1] + box[3]


def _around(corners: Sequence[Box]) -> Box:
    """Return the box around some corners."""
    left, top = (min(one[axis] for one in corners) for axis in (0, 1))
    right, bottom = (max(one[axis] for one in corners) for axis in (2, 3))
    return left, top, right - left, bottom - top


def _bounds(target: Target) -> Box:
    """Return left, top, right and bottom of a place."""
    found = [*map(float, _NUMBER.findall(target.outline))]
    return min(found[::2]), min(found[1::2]), max(found[::2]), max(found[1::2])


def _touches(one: Box, other: Box) -> bool:
    return all(
        one[axis] < other[axis] + other[axis + 2] and other[axis] < one[axis] + one[axis + 2]
        for axis in (0, 1)
    )


def _panel(panel: Panel) -> str:
    kind = " compact" if panel.is_compact else ""
    kind += " tiles" if panel.is_compact and not any(card.sign for card in panel.cards) else ""
    cards = "".join(_card(card, is_compact=panel.is_compact) for card in panel.cards)
    note = "".join(f'<p class="note">{escape(line)}</p>' for line in panel.note.splitlines())
    head = f'<p class="label">{escape(panel.title)}</p>'
    return f'<div class="panel{kind}">{head}<ul class="cards">{cards}</ul>{note}</div>'


def _card(card: Card, *, is_compact: bool) -> str:
    kinds = ("card", "acts" * card.is_to_act, "faded" * card.is_faded)
    sign = f'<span class="sign">{_joined([card.sign.svg])}</span>' if card.sign else ""
    has_title = card.title and (card.sign or not is_compact)
    title = f"<b>{escape(card.title)}</b>" if has_title else ""
    hidden = " unseen" if is_compact and card.pictures else ""
    facts = "".join(f"<span>{escape(fact)}</span> " for fact in card.facts)
    facts = f'<span class="facts{hidden}">{facts}</span>' if facts else ""
    shown = _joined(one.svg for one in card.pictures)
    shown = f'<span class="pictures">{shown}</span>' if shown else ""
    badge = f'<span class="badge">{escape(card.badge)}</span>' if card.badge else ""
    return (
        f'<li class="{" ".join(filter(None, kinds))}"><span class="card-head">{sign}{title}{facts}'
        f"</span>{shown}{badge}</li>"
    )


def _opened(played: Played, name: str, command: str) -> str:
    """Return how the position is opened: the command, and its text to copy or to save."""
    text = played.position()
    address = f"data:text/plain;charset=utf-8,{quote(text)}"
    typed = f"<p><code>{escape(command)}</code></p>" if command else ""
    lines = escape(text.strip()).replace("\n", "&#10;")  # a blank line ends HTML
    return (
        f'<details class="open"><summary>{escape(say("Play on from here"))}</summary>{typed}'
        f'<p><a download="{name}.{played.game}" href="{address}">'
        f"{escape(say('The position as a file'))}</a></p>"
        f'<pre tabindex="0">{lines}</pre></details>'
    )


def _joined(markup: Iterable[str]) -> str:
    return "".join(markup).replace("\n", "")


def style_sheet() -> str:
    """Return the colours of the pictures, and the cards of the page of play within figures."""
    sheets = [wing.face.palette().stylesheet("body") for wing in wings()]
    parts = read_text(Path(str(files("gridgames.study.exports") / "static" / "parts.css")))
    tones = "".join(re.findall(r"^  --.*;$", parts, re.MULTILINE))
    cards = parts.partition("/* Panels of cards. */")[2]
    hidden = "".join(re.findall(r"^\.unseen .*$", parts, re.MULTILINE))
    return "\n".join([*sheets, f"body{{{tones}}}", f".played{{{hidden}{cards}}}"])
