"""The question ``check``: energized structures, broken rules, legal builds and scores."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Self

import typer

from eletrika.analysis import Analysis, analyse, energizing_builds
from eletrika.analysis_json import AnalysisJson, to_json
from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset
from eletrika.tables import KINDS
from gridcommon.errors import errors_located_in
from gridgames.commands.answers import Answer, ShownBoard
from gridgames.commands.options import Options
from gridgames.study.positions import position_text
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.companion.position_input import (
    OwnPoints,
    OwnTiles,
    Reading,
    ruleset_of,
)
from gridgames.wings.eletrika.description.analysis import describe
from gridgames.wings.eletrika.description.words import read_position

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A position in wire, picture or full form. The form is detected. - reads "
        "standard input. gridgames eletrika --help describes the forms.",
    ),
]
HowRead = Annotated[
    Reading | None,
    typer.Option(
        help='The meaning of "energized": on a path from a Plant to a City (the '
        "default), in a network that holds both, or on a path with neither inside it. "
        "Short for --option energized=..."
    ),
]


@dataclass(frozen=True)
class Checked(Answer):
    """A position with its analysis."""

    known: Position | Network
    analysis: Analysis
    ruleset: Ruleset
    has_board: bool = True

    def board(self) -> ShownBoard | None:
        laid = self.analysis.laid
        if isinstance(self.known, Network) and (laid is None or laid.cells is None):
            return None
        from gridgames.wings.eletrika.companion.shown_position import shown_position

        return shown_position(self.known, self.ruleset)

    def without_board(self) -> Self:
        return replace(self, has_board=False)

    @property
    def is_refused(self) -> bool:
        return bool(self.analysis.problems)

    def lines(self) -> Iterator[Line]:
        return describe(self.known, self.analysis, self.ruleset, has_board=self.has_board)

    def to_json(self) -> AnalysisJson:
        document = to_json(self.analysis)
        if isinstance(self.known, Position):
            names = self.analysis.network.names
            document["energizing"] = [
                {"at": list(one.at), "kind": KINDS[one.kind], "lit": [names[n] for n in one.lit]}
                for one in energizing_builds(self.known, self.analysis)
            ]
        return document


def ask(
    position: PositionArgument,
    reading: HowRead = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
) -> Checked:
    """Return the answer. Raises NotationError for an unreadable position."""
    text, source = position_text(position)
    ruleset = ruleset_of(reading, option or (), tiles, scoring)
    with errors_located_in(source):
        known = read_position(text, ruleset.tiles)
        return Checked(known, analyse(known, ruleset), ruleset)
