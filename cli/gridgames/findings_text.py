"""The findings about an Eletrika position in plain words, with the ids of the rules."""

from collections.abc import Iterator
from operator import and_

from eletrika.answer import why_dark
from eletrika.energy import READINGS
from eletrika.findings import MOST_LISTED, Findings, ScoringSet
from eletrika.notation import format_wire
from eletrika.position import Network, Position, Structure
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, KINDS, Scoring, TileSet
from gridcommon.hexes import Hex
from gridgames import output
from gridgames.hexboard import bricks, is_far_flung, kind_letters, small, width_of_bricks
from gridgames.output import Line, wrapped

_HEAD = "bold"
_BAD = "bold red"
_MOST_SETS = 5  # shown for each player; --json gives all


def describe(
    told: Position | Network, findings: Findings, tiles: TileSet, scoring: Scoring
) -> Iterator[Line]:
    """Yield the lines of the answer: the board, then what was found."""
    if isinstance(told, Position):
        yield from board_lines(told, findings, tiles)
        yield []
    else:
        yield [("Network  ", _HEAD), (format_wire(told), "")]
        yield []
    yield from _energized(findings)
    yield from _problems(findings)
    if isinstance(told, Position):
        yield from _building(findings)
    yield from _scores(findings, scoring)
    if isinstance(told, Position):
        yield from _trust(told, tiles)


def board_lines(position: Position, findings: Findings, tiles: TileSet) -> Iterator[Line]:
    """Yield the board, as large as the terminal allows, and what its signs mean."""
    lit = {
        cell: is_lit
        for cell, is_lit in zip(findings.network.cells, findings.explanation.lit, strict=True)
        if cell is not None
    }
    notes = {site.at: kind_letters(site.kinds) or "-" for site in findings.free}
    notes |= dict.fromkeys(findings.closed, "x")
    if is_far_flung(position.tiles):
        yield [("The tiles lie too far apart to be drawn.", "")]
        return
    columns = width_of_bricks(position.tiles)
    if columns is not None and columns <= output.width():
        boxes = output.has_box_lines()
        yield from bricks(position, lit, notes, tiles, box_lines=boxes)
        if any(land.edges for land in position.tiles.values()):
            yield []
            forests = ", ".join(
                f"{letter} {forest.colour} forest"
                for letter, forest in zip("utspc", tiles.forests, strict=True)
            )
            yield from wrapped(f"Edges: r river, l lake, . field, {forests}.", style="dim")
    else:
        yield from small(position, lit, notes)
        yield []
    yield from wrapped(
        "[T] energized, (T) dark, then owner and pawns; letters alone: may be built there; "
        "x closed, - nothing fits; *W2 marker.",
        style="dim",
    )


def _name(network: Network, place: int) -> str:
    """Return a structure as people say it: kind and where it stands, or its name."""
    kind = KIND_NAMES[network.structures[place].kind]
    if network.cells[place] is None:
        return network.names[place]
    return f"{kind} {network.names[place]}"


def _short_name(network: Network, place: int) -> str:
    """Return a structure as a step of a way: its letter and where it stands, or its name."""
    if network.cells[place] is None:
        return network.names[place]
    return f"{KINDS[network.structures[place].kind]} {network.names[place]}"


def _owner(structure: Structure) -> str:
    if structure.owner is None:
        return "nobody's"
    pawns = ", 2 pawns" if structure.pawns == 2 else ""
    return f"{COLOUR_NAMES[structure.owner]}'s{pawns}"


def _energized(findings: Findings) -> Iterator[Line]:
    network, explanation = findings.network, findings.explanation
    count = len(network.names)
    lit = sum(explanation.lit)
    head = f"Energized: {lit} of {count}"
    yield [(head, _HEAD), (f", read as {explanation.reading!r} (EL-NRG-01, A-16)", "")]
    for place in range(count):
        witness = explanation.witness(place)
        darkness = explanation.darkness(place)
        structure = network.structures[place]
        what = f"{_name(network, place)} ({_owner(structure)})"
        if witness:
            way = " > ".join(_short_name(network, vertex) for vertex in witness)
            yield from wrapped(f"lit   {what}: {way}", "        ", first="  ")
        elif darkness:
            why = why_dark(network, darkness)
            yield from wrapped(f"dark  {what}: {why}", "        ", first="  ")
    if not count:
        yield [("  no structure on the board", "")]
    if findings.readings_differ:
        told = ", ".join(f"{name} {sum(findings.readings[name])}" for name in READINGS)
        disputed = [
            network.names[place]
            for place in range(count)
            if len({lit[place] for lit in findings.readings.values()}) > 1
        ]
        yield from wrapped(
            f"The readings differ here: {told} lit; in dispute: {' '.join(disputed)}. See "
            "--reading and A-16.",
            "  ",
            "yellow",
        )
    else:
        yield [("  The three readings (path, component, strict) agree here.", "dim")]
    yield []


def _problems(findings: Findings) -> Iterator[Line]:
    if not findings.problems:
        yield [("Rules: ", _HEAD), ("none broken", "green")]
        yield []
        return
    count = len(findings.problems)
    yield [(f"Rules: {count} broken", _BAD)]
    for problem in findings.problems:
        where = " ".join(problem.ids) or " ".join(f"{q},{r}" for q, r in problem.at)
        place = f"{where}: " if where else ""
        text = f"{problem.refusal.rule}  {place}{problem.refusal.why}"
        yield from wrapped(text, "        ", first="  ")
    yield []


def _building(findings: Findings) -> Iterator[Line]:
    yield [("Building", _HEAD)]
    if findings.closed:
        yield from wrapped(
            f"Closed, a structure would short-circuit (EL-SHORT-02): {_cells(findings.closed)}",
            "    ",
            first="  ",
        )
    if findings.dead:
        yield from wrapped(
            f"Nothing can stand beside the neighbours (EL-CONN-04): {_cells(findings.dead)}",
            "    ",
            first="  ",
        )
    shut = set(findings.closed) | set(findings.dead)
    for site in findings.free:
        if site.at in shut:
            continue
        fits = ", ".join(KIND_NAMES[kind] for kind in site.kinds) or "nothing"
        why = "; ".join(
            f"no {KIND_NAMES[kind]}: {refusal.rule} {refusal.why}"
            for kind, refusal in site.refused.items()
        )
        text = f"{site.at[0]},{site.at[1]}: {fits}" + (f" ({why})" if why else "")
        yield from wrapped(text, "        ", first="  ")
    if not findings.free:
        yield [("  no free tile", "")]
    yield []


def _cells(cells: tuple[Hex, ...]) -> str:
    return " ".join(f"{q},{r}" for q, r in cells)


def _scores(findings: Findings, scoring: Scoring) -> Iterator[Line]:
    yield [("Scoring now", _HEAD), (" (EL-SCORE-01, EL-FOREST-01)", "")]
    if not findings.scores:
        yield [("  no structure carries a pawn", "")]
    for owner, sets in findings.scores.items():
        if not sets:
            own = [s.owner == owner for s in findings.network.structures]
            lit = sum(map(and_, own, findings.explanation.lit))
            none = "no set of" if lit <= MOST_LISTED else "too many sets to list among the"
            yield [(f"  {COLOUR_NAMES[owner]}: {none} energized structures", "")]
        for one in sets[:_MOST_SETS]:
            text = f"{COLOUR_NAMES[owner]}: {_value(findings.network, one, scoring)}"
            yield from wrapped(text, "        ", first="  ")
        if len(sets) > _MOST_SETS:
            rest = len(sets) - _MOST_SETS
            yield [(f"        and {rest} more sets, none worth more (--json lists all)", "dim")]
    yield []


def _value(network: Network, one: ScoringSet, scoring: Scoring) -> str:
    members = " + ".join(_name(network, member) for member in one.members)
    items = []
    for item in one.items:
        if item.what == "forest" and item.at is not None:
            items.append(f"forest on {item.at[0]},{item.at[1]} {item.points}")
        else:
            items.append(f"{item.what.replace('_', ' ')} {item.points}")
    kinds = {network.structures[member].kind for member in one.members}
    entry = f"{'equal' if len(kinds) == 1 else 'different'}_{len(one.members)}"
    doubt = ", value reconstructed" if entry in scoring.reconstructed else ""
    back = f"{one.pawns_back} pawn{'' if one.pawns_back == 1 else 's'} back"
    return f"{one.points} MW for {members} ({', '.join(items)}; {back}{doubt})"


def _trust(position: Position, tiles: TileSet) -> Iterator[Line]:
    """Say what rests on tiles that nobody has seen, where the position names them."""
    if tiles.reconstructed and any(
        land.tile is not None and not land.source for land in position.tiles.values()
    ):
        yield from wrapped(
            "Tiles named by number are of the reconstructed set: the real faces are not known. "
            "With the real box, give the six edges or your own table (--tiles).",
            style="dim",
        )
