"""What holds for a draft: at the cursor and as a whole, with the rules.

The sentences are those of ``check``; nothing is judged here.
"""

from collections.abc import Iterator

from eletrika.analysis import Analysis
from eletrika.energy import Explanation
from eletrika.position import Position
from eletrika.problems import lacking_tiles
from eletrika.ruleset import READINGS, Ruleset
from eletrika.sites import around, closed_by
from eletrika.tables import COLOUR_NAMES, LAND_CLASS, UNKNOWN_EDGE
from gridcommon.errors import Word
from gridcommon.hexes import DIRECTION_NAMES, Hex, neighbours, opposite
from gridgames.languages.messages import render_message, say
from gridgames.show.draft import Finding
from gridgames.wings.eletrika.companion.draft.candidates import Faces
from gridgames.wings.eletrika.description.analysis import (
    path_words,
    site_words,
    structure_words,
    value_of,
    why_dark,
)
from gridgames.wings.eletrika.description.words import cell_words, edges_words, word_of_positions

ENERGIZED = "EL-NRG-01"
_TERRAIN = {"r": Word("river"), "l": Word("lake"), ".": Word("land")}


def findings_at(
    cell: Hex, position: Position, analysis: Analysis, ruleset: Ruleset, faces: Faces | None
) -> Iterator[Finding]:
    """Yield what is on a cell and why; ``faces`` are those that fit there, if one is chosen."""
    land = position.tiles.get(cell)
    name = cell_words(cell)
    if land is None:
        yield Finding(say("{cell}: no tile yet", cell=name), tone="head")
    elif land.source:
        yield Finding(say("{cell}: the source", cell=name), tone="head")
    else:
        number = say("tile") if land.tile is None else say("tile {number}", number=land.tile)
        edges = edges_words(land.edges or UNKNOWN_EDGE * 6, ruleset.tiles)
        yield Finding(f"{name}: {number}, {edges}", tone="head")
    yield from _structure(cell, analysis)
    for problem in analysis.problems:
        if cell in problem.at:
            text = render_message(problem.refusal)
            beside = (cell_words(one) for one in problem.at if one != cell)
            others = " ".join(one for one in beside if one not in text)
            yield Finding(f"{text}: {others}" if others else text, problem.refusal.rule, "bad")
    for lacking, edges in lacking_tiles(position, ruleset.tiles):
        if lacking == cell:
            text = say("no tile left in the table has the edges {edges}", edges=edges)
            yield Finding(text, "EL-COMP-01", "bad")
    yield from _site(cell, position, analysis)
    if faces is not None and land is None:
        yield from _fitting(cell, position, faces)


def _structure(cell: Hex, analysis: Analysis) -> Iterator[Finding]:
    """Yield whether the structure on a cell is lit, and along which path or why not."""
    network = analysis.network
    if cell not in network.cells:
        return
    place = network.cells.index(cell)
    explanation: Explanation = analysis.explanation
    what = structure_words(network, place)
    if witness := explanation.witness(place):
        way = path_words(network, witness)
        yield Finding(say("{what} is lit: {way}", what=what, way=way), ENERGIZED, "good")
    elif darkness := explanation.darkness(place):
        why = why_dark(network, darkness)
        yield Finding(say("{what} is dark: {why}", what=what, why=why), ENERGIZED)
    lit_by = [name for name in READINGS if analysis.readings[name][place]]
    if 0 < len(lit_by) < len(READINGS):
        text = say("In dispute: lit only as {readings} (A-16).", readings=", ".join(lit_by))
        yield Finding(text, ENERGIZED, "bad")


def _site(cell: Hex, position: Position, analysis: Analysis) -> Iterator[Finding]:
    """Yield what may be built on a free cell, or what closes it."""
    if cell in analysis.closed:
        pair = closed_by(around(position.kinds(), cell), cell)
        if pair:
            one, other = map(cell_words, pair)
            text = say("closed: a structure here makes a short circuit with {one} and {other}",
                       one=one, other=other)  # fmt: skip
            yield Finding(text, "EL-SHORT-02")
        return
    for site in analysis.free:
        if site.at == cell and cell not in position.structures:
            yield Finding(site_words(site), tone="dim")


def _fitting(cell: Hex, position: Position, faces: Faces) -> Iterator[Finding]:
    """Yield which neighbours no remaining face agrees with, if none fits."""
    if faces.left:
        return
    if faces.fitting:
        text = say("No remaining tile has these edges. Type them all to lay it all the same.")
        yield Finding(text, "EL-COMP-01", "bad")
        return
    met = []
    for direction, beside in enumerate(neighbours(cell)):
        land = position.tiles.get(beside)
        edge = land.edges[opposite(direction)] if land and land.edges else UNKNOWN_EDGE
        if edge != UNKNOWN_EDGE:
            way = word_of_positions(DIRECTION_NAMES[direction])
            met.append(f"{way} {say(_TERRAIN[LAND_CLASS[edge]].text)} ({cell_words(beside)})")
    text = say("No remaining tile has these edges: {edges}", edges=", ".join(met))
    yield Finding(text, "EL-TILE-02", "bad")


def summary(analysis: Analysis) -> Iterator[Finding]:
    """Yield how much is lit, in dispute, broken and closed."""
    network, lit = analysis.network, analysis.explanation.lit
    yield Finding(say("Energized: {lit} of {count}", lit=sum(lit), count=len(lit)), tone="head")
    if analysis.broken:
        yield Finding(say("Broken rules: {count}", count=analysis.broken), tone="bad")
    if analysis.readings_differ:
        disputed = [
            network.names[place]
            for place in range(len(lit))
            if len({one[place] for one in analysis.readings.values()}) > 1
        ]
        yield Finding(say("In dispute: {cells} (A-16)", cells=" ".join(disputed)), tone="bad")


def findings_of(analysis: Analysis) -> Iterator[Finding]:
    """Yield the broken rules, the cells where nothing can be built, and the best sets."""
    for problem in analysis.problems:
        where = " ".join(problem.ids or map(cell_words, problem.at))
        text = render_message(problem.refusal)
        yield Finding(f"{where}: {text}" if where else text, problem.refusal.rule, "bad")
    for owner, sets in analysis.scores.items():
        for one in sets[:1]:
            value = value_of(analysis.network, one)
            yield Finding(f"{say(COLOUR_NAMES[owner])}: {value}", tone="good")
    if analysis.closed:
        closed = " ".join(map(cell_words, analysis.closed))
        yield Finding(say("Closed: {cells}", cells=closed), "EL-SHORT-02", "dim")
    if analysis.dead:
        dead = " ".join(map(cell_words, analysis.dead))
        yield Finding(say("Nothing may be built: {cells}", cells=dead), "EL-CONN-04", "dim")
