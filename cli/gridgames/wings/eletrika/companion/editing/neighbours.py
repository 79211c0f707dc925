"""Entering a table by its neighbours, in plain text: for each tile, what is on each side of it."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from eletrika.pieces import cell_of
from eletrika.position_fields import SIDE_LINES
from eletrika.tables import UNKNOWN_EDGE
from gridcommon.errors import NotationError, Word
from gridcommon.hexes import Hex, neighbours
from gridgames.languages.messages import render_message, say
from gridgames.wings.eletrika.companion.editing.candidates import faces_at
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from gridgames.wings.eletrika.description.words import cell_words, head_of_line

SIDES: Final = ("east", "southeast", "southwest", "west", "northwest", "northeast")
_NUMBER = re.compile(r"\d{1,2}")
_TILE = re.compile(r"\d{1,2}(/[0-5])?|\?|src|[^\W\d]?[^\s/*:]{6}(/[0-5])?")
_NOTHING = ("", "-")


class Side(NamedTuple):
    """A side of a tile, and the cell there."""

    tile: Hex
    direction: int
    cell: Hex


class Neighbours:
    """The questions about an edited table, one for each side with nothing known.

    Tiles are asked about in the order in which they were entered, clockwise from the east. An
    answer is the rest of a line of the full form, and is checked against all that it touches.
    """

    def __init__(self, editor: PositionEditor) -> None:
        self.editor = editor
        self._order = [*editor.position.tiles]
        self._free: frozenset[Hex] = frozenset()
        self._past: list[tuple[int, frozenset[Hex], int]] = []

    def side(self) -> Side | None:
        """Return the side to ask about, or None if all are known."""
        tiles = self.editor.position.tiles
        for tile in self._order:
            for direction, cell in enumerate(neighbours(tile)):
                if cell not in tiles and cell not in self._free:
                    return Side(tile, direction, cell)
        return None

    def question(self) -> str:
        """Return the question about that side, or what is still missing beside the board."""
        side = self.side()
        if side is None:
            heads = [entry.head for entry in self.editor.entries() if not entry.value]
            told = say("All sides are known.")
            missing = say("Not entered: {heads}", heads=" ".join(heads))
            return f"{told} {missing}" if heads else told
        beside = [cell for cell in neighbours(side.cell) if cell in self.editor.position.tiles]
        others = [cell_words(cell) for cell in beside if cell != side.tile]
        values = {
            "tile": self._name(side.tile),
            "way": Word(SIDES[side.direction]),
            "cell": cell_words(side.cell),
        }
        if not others:
            return say("{tile}, to the {way} ({cell})", **values)
        return say(
            "{tile}, to the {way} ({cell}, also beside {others})",
            **values,
            others=" ".join(others),
        )

    def _name(self, cell: Hex) -> str:
        land = self.editor.position.tiles[cell]
        if land.source:
            return say("{cell}, the source", cell=cell_words(cell))
        if land.tile is None:
            return cell_words(cell)
        return say("{cell}, tile {tile}", cell=cell_words(cell), tile=land.tile)

    def answer(self, text: str) -> None:
        """Take an answer, or a line about something else; with ``!`` even against a rule.

        Raises NotationError, with every rule that it breaks, without changing anything.
        """
        text, is_confirmed = text.rstrip("! "), text.endswith("!")
        head = head_of_line(text)
        side = self.side()
        if head in SIDE_LINES or cell_of(head) is not None:
            self._enter(text, is_confirmed=is_confirmed)
        elif side is None:
            raise NotationError(
                "every side is known; type a line of the full form, such as {example}",
                example="1,0 13/2 T:R2",
            )
        elif text in _NOTHING:
            self._remember(0)
            self._free |= {side.cell}
        else:
            self._enter(
                f"{cell_words(side.cell)} {self._tile(side.cell, text)}", is_confirmed=is_confirmed
            )

    def undo(self) -> bool:
        """Take the last answer back, and return whether there was one."""
        if not self._past:  # but perhaps a draft of an earlier start
            before = self.editor.position
            self.editor.do("undo")
            self._order = [*self.editor.position.tiles]
            return self.editor.position is not before
        changes, self._free, count = self._past.pop()
        for _ in range(changes):
            self.editor.do("undo")
        del self._order[count:]
        return True

    def help(self) -> Iterator[str]:
        """Yield how to answer."""
        yield say("A tile and its pieces: 13/2 T:R2, 13, r.tr.. U, ?, T:R2. Enter: no tile.")
        yield say("Beside the board: hand W3 R4, score W4, turn W, stack 12 and so on.")

    def stop(self) -> None:
        """Ask about no more sides: there is nothing."""
        self._remember(0)
        while side := self.side():
            self._free |= {side.cell}

    def _remember(self, changes: int) -> None:
        self._past.append((changes, self._free, len(self._order)))

    def _tile(self, cell: Hex, text: str) -> str:
        """Return an answer as the rest of a line: with a tile and its rotation."""
        word, _, rest = text.partition(" ")
        if not (word[0].isdigit() or _TILE.fullmatch(word)):
            return f"{UNKNOWN_EDGE} {text}"  # pieces on a tile that was not entered
        if not _NUMBER.fullmatch(word):
            return text
        for where, land in self.editor.position.tiles.items():
            if land.tile == int(word):
                raise NotationError(
                    "tile {tile} is on {cell} already (EL-COMP-01)",
                    tile=word,
                    cell=cell_words(where),
                )
        position, ruleset = self.editor.position, self.editor.ruleset
        fitting = [
            one for one in faces_at(position, ruleset, cell).fitting if one.tile == int(word)
        ]
        if len(fitting) != 1:
            faces = ", ".join(f"{one.tile}/{one.rotation} ({one.edges})" for one in fitting)
            if fitting:
                raise NotationError(
                    "tile {tile} fits in several ways: {turns}", tile=word, turns=faces
                )
            return f"{word}/0 {rest}"
        return f"{word}/{fitting[0].rotation} {rest}"

    def _enter(self, line: str, *, is_confirmed: bool) -> None:
        """Enter a line of the full form. Raises NotationError if it breaks a rule anew."""
        trial = PositionEditor(self.editor.position, self.editor.ruleset)
        known = {*_broken(trial)}
        try:
            trial.type_line(line)
        except NotationError as problem:
            problem.line = problem.column = None
            raise
        broken = [text for text in _broken(trial) if text not in known]
        if broken and not is_confirmed:
            raise NotationError(
                "{problems}; with ! at the end it is entered all the same",
                problems="; ".join(broken),
            )
        self._remember(1)
        self.editor.do(f"line {line}")
        self._order += [cell for cell in self.editor.position.tiles if cell not in self._order]


def _broken(editor: PositionEditor) -> Iterator[str]:
    """Yield the rules that a position breaks, each with the edge between two tiles."""
    for problem in editor.analysis.problems:
        text = render_message(problem.refusal)
        if len(problem.at) == 2 and problem.at[1] in neighbours(problem.at[0]):
            one, other = problem.at
            way = Word(SIDES[neighbours(one).index(other)])
            text = say("edge of {cell} to the {way}: {text}", cell=cell_words(one), way=way,
                       text=text)  # fmt: skip
        yield f"{problem.refusal.rule}: {text}"
