"""The board of an edited position: in characters, and the marks of the drawn one."""

from collections.abc import Mapping

from eletrika.analysis import Analysis
from eletrika.position import Position
from gridcommon.hexes import Hex, neighbours
from gridgames.show.parts import Marks
from gridgames.wings.eletrika.companion.editing.candidates import Faces
from gridgames.wings.eletrika.description.places import Ghost, cell_place
from gridgames.wings.eletrika.screen.board import ASKED


def gaps_of(position: Position) -> list[Hex]:
    """Return the free cells that touch a tile."""
    tiles = position.tiles
    return sorted({beside for cell in tiles for beside in neighbours(cell)} - tiles.keys())


def text_marks(marks: Marks, faces: Faces | None) -> Marks:
    """Return the marks of the board in characters, with the tile that is being chosen."""
    if faces is None:
        return marks
    edges = [*faces.edges]
    if faces.asked is not None:
        edges[faces.asked] = ASKED
    return marks._replace(ghost=Ghost("".join(edges)))


def page_marks(position: Position, analysis: Analysis) -> dict[str, str]:
    """Return the places that are a gap, in dispute or against a rule."""
    found = dict.fromkeys(map(cell_place, gaps_of(position)), "gap")
    network, readings = analysis.network, [*analysis.readings.values()]
    for place, cell in enumerate(network.cells):
        if cell is not None and len({lit[place] for lit in readings}) > 1:
            found[cell_place(cell)] = "disputed"
    broken = (cell for problem in analysis.problems for cell in problem.at)
    return found | dict.fromkeys(map(cell_place, broken), "broken")


def drawn_marks(marks: Mapping[str, str], cursor: str, faces: Faces | None) -> Marks:
    """Return the marks of the drawn board, with the edges typed so far at the cursor."""
    broken = {place: "!" for place, mark in marks.items() if mark == "broken"}
    return Marks(
        cursor=cursor,
        turned=[place for place, mark in marks.items() if mark == "gap"],
        ghost=Ghost(faces.edges) if faces and faces.typed else None,
        notes=broken | {place: "?" for place, mark in marks.items() if mark == "disputed"},
        changed=[*broken],
    )
