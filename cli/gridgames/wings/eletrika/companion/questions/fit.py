"""The question ``fit``: the remaining tiles that fit a gap, and their chances."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypedDict

import typer

from eletrika.analysis_json import CellJson
from eletrika.gaps import NEXT, Fit, Gap, gap_at, gaps, tiles_to_come
from eletrika.pieces import cell_of
from eletrika.placement import check_cell
from eletrika.tile_edges import tile_text, tile_to_json
from eletrika.view import unseen
from gridcommon.answers import DoubtJson
from gridcommon.caveats import Caveat
from gridcommon.errors import NotationError
from gridgames.languages.caveats import percent_words
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, heading, section
from gridgames.wings.eletrika.companion.answer import PositionAnswer
from gridgames.wings.eletrika.companion.query_subject import QuerySubject
from gridgames.wings.eletrika.description.analysis import uncertain
from gridgames.wings.eletrika.description.places import cell_place
from gridgames.wings.eletrika.description.words import cell_words

Cell = Annotated[
    str | None,
    typer.Argument(metavar="Q,R", help="A gap, such as 2,-1. By default, all gaps."),
]


class FitJson(TypedDict):
    """A tile that fits, and how it may be turned."""

    tile: int | str
    turns: list[int]


class GapJson(TypedDict):
    """A gap, the tiles that fit it, and the chances that one turns up."""

    at: CellJson
    beside: int
    row: list[FitJson]
    unseen: list[FitJson]
    next: float
    by_end: float
    dead: bool


class FittingJson(TypedDict):
    """The answer."""

    unseen: int
    next: int
    to_come: int
    gaps: list[GapJson]
    doubts: list[DoubtJson]


@dataclass(frozen=True)
class Fitting(PositionAnswer):
    """The tiles that fit one gap, or every gap."""

    assumes: ClassVar[tuple[str, ...]] = ("row", "stack", "last")

    gaps: Sequence[Gap]
    is_one: bool
    left: int  # unseen tiles
    to_come: int  # unseen tiles that will be revealed

    def marks(self) -> Marks:
        """Return the gaps, each with the number of tiles that may fit it."""
        return Marks(
            prices={cell_place(gap.at): "" for gap in self.gaps if not gap.is_dead},
            notes={cell_place(gap.at): str(len(gap.left)) for gap in self.gaps},
        )

    @property
    def _caveats(self) -> tuple[Caveat, ...]:
        caveat = self.subject.ruleset.tiles.caveat
        return (caveat,) if caveat else ()

    def lines(self) -> Iterator[Line]:
        if self.is_one:
            gap = self.gaps[0]
            title = say("Tiles that fit {cell}", cell=cell_words(gap.at))
            yield from section(title, self._one(gap))
        else:
            dead = " ".join(cell_words(gap.at) for gap in self.gaps if gap.is_dead)
            title = say("Dead gaps: no remaining tile fits")
            yield from section(title, [dead or say("none")])
            yield from self._table()
        yield from uncertain(self._caveats)

    def _one(self, gap: Gap) -> Iterator[str]:
        tiles = _fits_words(gap.row) or say("none")
        yield say("Face up, turned by sixths: {tiles}", tiles=tiles)
        yield say(
            "Of the {left} tiles that may remain, {count} fit: {tiles}",
            left=self.left,
            count=len(gap.left),
            tiles=_fits_words(gap.left) or say("none"),
        )
        if gap.is_dead:
            yield say("Dead: no remaining tile fits.")
            return
        soon, end = percent_words(gap.soon), percent_words(gap.by_end)
        yield say("Chance that one of the next 3 revealed tiles fits: {soon}", soon=soon)
        if self.subject.table().end_round:
            yield say(
                "Chance that one of the remaining tiles to be revealed, at most {count}, "
                "fits: {end}",
                count=self.to_come,
                end=end,
            )
        else:
            yield say(
                "Chance that one of the {count} tiles to come, with those set aside, fits: {end}",
                count=self.to_come,
                end=end,
            )

    def _table(self) -> Iterator[Line]:
        """Yield a table of the gaps that a remaining tile fits."""
        yield from heading(
            say("Other gaps, and how many of the {left} possible tiles fit them", left=self.left)
        )
        rows = [self._row(gap) for gap in self.gaps if not gap.is_dead]
        head = (
            say("gap"),
            say("sides"),
            say("fit"),
            say("next 3"),
            say("next {count}", count=self.to_come),
            say("face up"),
        )
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        for row in [head, *rows]:
            cells = (text.rjust(width) for text, width in zip(row, widths[:-1], strict=False))
            yield [(f"  {'  '.join([*cells, row[-1]])}".rstrip(), "")]
        yield []

    def _row(self, gap: Gap) -> tuple[str, ...]:
        return (
            cell_words(gap.at),
            str(gap.beside),
            str(len(gap.left)),
            percent_words(gap.soon),
            percent_words(gap.by_end),
            " ".join(tile_text(fit.tile) for fit in gap.row),
        )

    def to_json(self) -> FittingJson:
        return {
            "unseen": self.left,
            "next": NEXT,
            "to_come": self.to_come,
            "gaps": [
                {
                    "at": list(gap.at),
                    "beside": gap.beside,
                    "row": _fits_to_json(gap.row),
                    "unseen": _fits_to_json(gap.left),
                    "next": gap.soon,
                    "by_end": gap.by_end,
                    "dead": gap.is_dead,
                }
                for gap in self.gaps
            ],
            "doubts": [caveat.to_json() for caveat in self._caveats],
        }


def ask(subject: QuerySubject, cell: Cell = None) -> Fitting:
    """Return the answer for a cell, or for all gaps. Raises NotationError if it is not a gap."""
    state = subject.table()
    if cell is None:
        found = gaps(state)
    else:
        at = cell_of(cell)
        if at is None:
            raise NotationError("expected a cell, as in 0,-1; found {found}", found=repr(cell))
        if refusal := check_cell(state, at):
            raise NotationError("{rule}: {why}", rule=refusal.rule, why=refusal.wording)
        found = [gap_at(state, at)]
    return Fitting(subject, found, cell is not None, len(unseen(state)), tiles_to_come(state))


def _fits_words(fits: Sequence[Fit]) -> str:
    return "; ".join(f"{tile_text(fit.tile)} /{','.join(map(str, fit.rotations))}" for fit in fits)


def _fits_to_json(fits: Sequence[Fit]) -> list[FitJson]:
    return [{"tile": tile_to_json(fit.tile), "turns": list(fit.rotations)} for fit in fits]
