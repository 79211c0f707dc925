"""The drills of Eletrika: the kinds of question, answered by the analysis of the position."""

from collections.abc import Iterator
from functools import cached_property

from eletrika.analysis import Analysis
from eletrika.pieces import cell_of
from eletrika.ruleset import READINGS, Ruleset
from eletrika.tables import COLOUR_NAMES, COLOURS, KIND_NAMES, KINDS, Owner
from gridcommon.errors import Word
from gridcommon.hexes import Hex, neighbours
from gridgames.languages.messages import render_message, say
from gridgames.table.drills import Drill, DrillQuestion, a_number, yes_or_no
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.eletrika.description.analysis import (
    path_words,
    structure_words,
    value_of,
    why_dark,
)
from gridgames.wings.eletrika.description.scene import BoardScene, scene_of_position
from gridgames.wings.eletrika.description.text_board import board_lines
from gridgames.wings.eletrika.description.words import cell_words, demand_words, read_position


class GameDrill(Drill):
    """A drill of Eletrika."""

    @cached_property
    def shown(self) -> BoardScene:
        rules = Ruleset()
        return scene_of_position(read_position(self.table["position"], rules.tiles), rules)

    @property
    def unanswered(self) -> BoardScene:
        return self.shown.unjudged()

    def board(self) -> Iterator[Line]:
        yield from board_lines(self.unanswered)
        if self.shown.position.bonus is not None:
            demand = demand_words(self.shown.position.bonus)
            yield from wrapped(say("In high demand: {bonus}", bonus=demand), style="bold", first="")

    def ask_lit(self) -> DrillQuestion:
        """Ask whether the structure ``at`` a cell is energized."""
        analysis = self.shown.analysis
        place = analysis.network.cells.index(_cell(self.table["at"]))
        what = structure_words(analysis.network, place)
        lit = analysis.explanation.lit[place]
        reasons = [_why(analysis, place)]
        return yes_or_no(say("Is the {what} energized?", what=what), lit, reasons, "EL-NRG-01")

    def ask_count(self) -> DrillQuestion:
        """Ask how many structures are energized; networks with both ends are the usual mistake."""
        analysis = self.shown.analysis
        lit = analysis.explanation.lit
        lures = [sum(analysis.readings[reading]) for reading in READINGS]
        dark = (place for place, is_lit in enumerate(lit) if not is_lit)
        reasons = [
            f"{structure_words(analysis.network, place)}: {_why(analysis, place)}" for place in dark
        ]
        question = say("How many of the {count} structures are energized?", count=len(lit))
        return a_number(question, sum(lit), [*lures, len(lit)], reasons, "EL-NRG-01")

    def ask_leader(self) -> DrillQuestion:
        """Ask who could score the most with the structures on the board."""
        analysis = self.shown.analysis
        owners = sorted(analysis.scores)
        most = {owner: _best(analysis, owner) for owner in owners}
        first = max(owners, key=lambda owner: most[owner])
        question = say("Who could score the most now?")
        colours = [say(COLOUR_NAMES[owner]) for owner in owners]
        reasons = [
            f"{say(COLOUR_NAMES[owner])}: {_best_words(analysis, owner)}" for owner in owners
        ]
        return DrillQuestion(
            question, colours, owners.index(first), reasons, ("EL-SCORE-01", "EL-FOREST-01")
        )

    def ask_points(self) -> DrillQuestion:
        """Ask for the points of the best set of ``owner``."""
        analysis, owner = self.shown.analysis, COLOURS.index(self.table["owner"])
        best = analysis.scores[owner][0]
        without_forests = sum(item.points for item in best.items if item.what != "forest")
        of_the_set = sum(item.points for item in best.items if item.what == "set")
        colour = Word(COLOUR_NAMES[owner])
        question = say("How many MW could {colour} score now with one set?", colour=colour)
        lures = [without_forests, of_the_set, best.points + 1]
        reasons = [_best_words(analysis, owner)]
        return a_number(question, best.points, lures, reasons, "EL-SCORE-01", "EL-FOREST-01")

    def ask_build(self) -> DrillQuestion:
        """Ask whether a ``kind`` of structure may be built ``at`` a cell."""
        kind, at = KINDS.index(self.table["kind"]), _cell(self.table["at"])
        site = next(one for one in self.shown.analysis.free if one.at == at)
        refusal = site.refused.get(kind)
        question = say(
            "May a {kind} be built on {cell}?", kind=Word(KIND_NAMES[kind]), cell=cell_words(at)
        )
        if refusal is None:
            touched = ", ".join(_touched(self.shown.analysis, at))
            reasons = [say("It may stand beside each of {structures}", structures=touched)]
            return yes_or_no(question, True, reasons, "EL-CONN-02", "EL-CONN-03")
        return yes_or_no(question, False, [render_message(refusal)], refusal.rule)

    def ask_short_circuit(self) -> DrillQuestion:
        """Ask on which of the free tiles ``among`` any structure would short-circuit."""
        closed = self.shown.analysis.closed
        cells = [_cell(text) for text in self.table["among"]]
        right = next(number for number, cell in enumerate(cells) if cell in closed)
        question = say("On which of these tiles would every structure cause a short circuit?")
        touched = [*_touched(self.shown.analysis, cells[right])]
        reasons = [
            say(
                "{cell} touches {structures}, of which two touch each other",
                cell=cell_words(cells[right]),
                structures=", ".join(touched),
            )
        ]
        return DrillQuestion(question, [*map(cell_words, cells)], right, reasons, ("EL-SHORT-01",))


def _cell(text: str) -> Hex:
    cell = cell_of(text)
    assert cell is not None, text
    return cell


def _touched(analysis: Analysis, at: Hex) -> Iterator[str]:
    """Yield the structures beside a cell."""
    beside = neighbours(at)
    for place, cell in enumerate(analysis.network.cells):
        if cell in beside:
            yield structure_words(analysis.network, place)


def _why(analysis: Analysis, place: int) -> str:
    """Return the path of an energized structure, or why a structure is dark."""
    if witness := analysis.explanation.witness(place):
        return path_words(analysis.network, witness)
    darkness = analysis.explanation.darkness(place)
    assert darkness is not None
    return why_dark(analysis.network, darkness)


def _best(analysis: Analysis, owner: Owner) -> int:
    sets = analysis.scores[owner]
    return sets[0].points if sets else 0


def _best_words(analysis: Analysis, owner: Owner) -> str:
    sets = analysis.scores[owner]
    if not sets:
        return say("no set of energized structures")
    return value_of(analysis.network, sets[0])
