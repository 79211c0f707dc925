"""The panes of the editor: the board, what is at the cursor and offered there, and what holds."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.widgets import Input

from gridgames.languages.messages import say
from gridgames.screen.application import Application
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.widgets.layout import (
    NARROW,
    PHONE,
    SidePanels,
    in_a_row,
    shortened,
    side,
)
from gridgames.screen.widgets.panels import MOST_TYPED, Panel
from gridgames.screen.widgets.stylesheet import GAME_CSS
from gridgames.screen.widgets.themes import register_themes
from gridgames.show.drawing.pane import BoardPicture, board_picture
from gridgames.show.parts import Box, View
from gridgames.show.registry import face_of
from gridgames.show.table import BAD, DIM, HEAD, Part
from gridgames.table.drafts import Draft
from gridgames.table.editor import Editor, Group
from gridgames.table.settings import Settings
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line, line_width

_CSS = (
    GAME_CSS
    + """
#command.quiet { display: none; }
.phone #middle { layout: vertical; }
.phone #side { width: 100%; height: 60%; }
#panels { height: 1fr; }
"""
)
_KEY = "bold #ffb347"
_MANY = 20  # offers of which a low screen shows only the chosen ones
_HIGH = 30  # lines of a screen with two lines of keys


class EditorPanes(Application[None]):
    """Draws an editor."""

    CSS = _CSS
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(
        self, editor: Editor[Any], draft: Draft, file: Path | None, settings: Settings | None = None
    ) -> None:
        super().__init__()
        self.editor = editor
        self.draft = draft
        self.file = file
        self.settings = settings or Settings()
        register_themes(self, self.settings.theme)
        self.zoom = 0
        self._box: Box | None = None  # of the drawn board, as it was shown last

    def compose(self) -> ComposeResult:
        yield Panel(id="title")
        with Horizontal(id="middle"):
            yield DrawnBoard(self.way)
            with Vertical(id="side"), VerticalScroll(id="panels", can_focus=False):
                yield Panel(id="choice")
                yield Panel(id="facts")
        yield Panel(id="guide")
        yield Panel(id="message")
        yield Input(id="command", classes="quiet", compact=True, max_length=MOST_TYPED)
        yield Panel(id="keys")

    @property
    def line(self) -> Input:
        """The line in which lines and file names are typed."""
        return self.screen_stack[0].query_one("#command", Input)

    def _panel(self, name: str) -> Panel:
        return self.screen_stack[0].query_one(f"#{name}", Panel)

    @property
    def _side(self) -> SidePanels:
        return side(self.size.width, board_matters=True)

    def on_resize(self, event: Resize) -> None:
        """Fit the panels to the terminal."""
        self.screen_stack[0].set_class(event.size.width < PHONE, "phone")
        panels = self.screen_stack[0].query_one("#side")
        panels.set_class(event.size.width < NARROW, "narrow")
        panels.styles.width = self._side.columns
        self.call_after_refresh(self.draw)

    def on_board_resized(self) -> None:
        """Draw the board for its new size."""
        self._draw_board()

    def draw(self) -> None:
        """Draw everything."""
        editor, room = self.editor, self.size.width - 2
        named = str(self.file) if self.file else say("new position")
        changed = " *" if editor.is_changed else ""
        title = [
            Part[Line]([[(editor.title(), "bold")]]),
            Part[Line]([[(named + changed, DIM)], []], 1),
        ]
        self._panel("title").show([in_a_row(title, room)])
        self._draw_board()
        self._draw_side()
        findings = [fact.line() for fact in editor.summary()]
        self._panel("guide").show(
            [in_a_row([Part([one, []], rank) for rank, one in enumerate(findings)], room)]
        )
        told = editor.told.line() if editor.told.text else []
        self._panel("message").show([told or self._trouble()])
        self._panel("keys").show(self._keys_lines())

    def _trouble(self) -> Line:
        if not self.draft.trouble:
            return []
        return [(say("The draft cannot be written: {trouble}", trouble=self.draft.trouble), BAD)]

    def _draw_board(self) -> None:
        pane = self.screen_stack[0].query_one(DrawnBoard)
        size = pane.size
        if pane.is_drawn:
            pane.show_drawing(self._drawing, self.editor.spot_of)
            return
        picture = self.editor.picture(max(size.width, 1), max(size.height, 1), self.zoom)
        pane.show_picture(picture, self.editor.cursor)

    def _drawing(self, width: int, height: int) -> BoardPicture:
        """Return the drawn board for a pane of a size in pixels."""
        view = View(width, height, self.editor.drawn_marks(), self.zoom % 2, self._box)
        layers = self.editor.layers(view)
        self._box = layers.box
        return board_picture(layers, (width, height), face_of(self.editor.GAME).palette())

    def _draw_side(self) -> None:
        """Show what is at the cursor and offered there, and the rest as far as there is room."""
        panels = self._side
        room = self.screen_stack[0].query_one("#panels").size.height
        head, *here = self.editor.here()
        title, _, rest = head.text.partition(": ")
        lines = [replace(head, text=rest).line()] if rest else []
        lines += [fact.line() for fact in here]
        width = panels.text
        lines += [line for group in self.editor.groups() for line in self._group(group, width)]
        choice = panels.framed(Section(title, lines, is_focus=True))
        self._panel("choice").show(choice)

        def taken(section: Section) -> int:
            return len(panels.framed(section))

        sections = shortened(self.editor.side(), room - len(choice), taken)
        self._panel("facts").show([line for one in sections for line in panels.framed(one)])

    def _group(self, group: Group, width: int) -> Iterator[Line]:
        """Yield a question with its offers, drawn if they can be."""
        if not group.offers:
            yield [(group.title, BAD)]
            return
        head: Line = [(group.title, HEAD)]
        if group.note:
            head += [("  ", ""), (Clickable(group.note, key="0"), DIM)]
        yield head
        if group.offers[0].brick:
            yield from self._bricks(group, width)
            return
        offers = group.offers
        if len(offers) > _MANY and self.size.height < _HIGH:
            offers = [offer for offer in offers if offer.is_on]  # the others are typed
        line: Line = []
        for offer in offers:
            first, rest = offer.name[:1], offer.name[1:]
            style = "reverse bold" if offer.is_on else ""
            part: Line = [
                (Clickable(first, typed=offer.command), f"{_KEY} {style}" if offer.key else style)
            ]
            if rest:
                part.append((Clickable(rest, typed=offer.command), style))
            if line and line_width(line) + line_width(part) > width:
                yield line
                line = []
            line += [*part, ("  ", "")]
        yield line

    def _bricks(self, group: Group, width: int) -> Iterator[Line]:
        """Yield offers as pictures beside each other."""
        drawn = [(offer, list(offer.brick())) for offer in group.offers if offer.brick]
        wide = max(line_width(lines[0]) for _, lines in drawn) + 1
        each = max(1, width // wide)
        for first in range(0, len(drawn), each):
            row = drawn[first : first + each]
            for number in range(len(row[0][1])):
                line: Line = []
                for offer, lines in row:
                    line += [
                        (Clickable(text, typed=offer.command), style)
                        for text, style in lines[number]
                    ]
                    line.append((" ", ""))
                yield line

    def _keys_lines(self) -> list[Line]:
        """Return the keys that matter now, as many as fit; help and leaving are always there."""
        keys = [*self.editor.hints(), *self.own_keys()]
        always = [key for key in keys if key[0] in ("F1", "F10")]
        others = [key for key in keys if key not in always]
        many = self.size.height >= _HIGH or self.size.width < PHONE
        room = (self.size.width - 2) * (2 if many else 1) - sum(map(_room_of, always))
        shown = []
        for key in others:
            room -= _room_of(key)
            if room < 0:
                break
            shown.append(key)
        lines: list[Line] = [[]]
        for label, name, meaning in (*shown, *always):
            part: Line = [
                (Clickable(label, key=name), _KEY),
                (Clickable(f" {meaning}  ", key=name), "#c3ccd4"),
            ]
            if line_width(lines[-1]) + line_width(part) > self.size.width:
                lines.append([])
            lines[-1] += part
        return lines

    def own_keys(self) -> Iterator[tuple[str, str, str]]:
        yield ":", "colon", say("type a line")
        yield "F1", "f1", say("help")
        yield "F2", "f2", say("check")
        yield "F4", "f4", say("ask")
        yield "F6", "f6", say("go on")
        yield "F9", "f9", say("save")
        yield "F10", "f10", say("leave")


def _room_of(key: tuple[str, str, str]) -> int:
    """Return the columns of a key with its effect."""
    return len(f"{key[0]} {key[2]}  ")
