"""The analysis of a position as one JSON document: ``check --json`` (``docs/formats.md``)."""

from collections.abc import Sequence
from typing import Any

from eletrika.analysis import Analysis, ScoringSet, Site
from eletrika.energy import REASONS, Darkness
from eletrika.items import Item
from eletrika.network_layout import NetworkLayout, layout_conflict, placed
from eletrika.notation.full import format_full
from eletrika.position import Network
from eletrika.problems import Problem
from eletrika.tables import COLOURS, KINDS

SCHEMA = 1

MOST_SETS = 100  # listed for each owner: four times as many as five pawns allow


def to_json(analysis: Analysis) -> dict[str, Any]:
    """Return the document. Cells are ``[q, r]``, points are MW, kinds and owners are letters."""
    network = analysis.network
    lit = analysis.explanation.lit
    ways = list(analysis.explanation.witnesses())
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "reading": analysis.explanation.reading,
        "structures": [_structure(analysis, place, way) for place, way in enumerate(ways)],
        "lit": _ids(network, lit),
        "dark": _ids(network, [not is_lit for is_lit in lit]),
        "readings": {name: _ids(network, lit) for name, lit in analysis.readings.items()},
        "problems": [problem_to_json(problem) for problem in analysis.problems],
        "closed": [list(cell) for cell in analysis.closed],
        "dead": [list(cell) for cell in analysis.dead],
        "free": [site_to_json(site) for site in analysis.free],
        "scores": {
            COLOURS[owner]: [set_to_json(network, one) for one in sets[:MOST_SETS]]
            for owner, sets in analysis.scores.items()
        },
        "doubts": [caveat.to_json() for caveat in analysis.caveats],
    }
    if analysis.laid:
        document["layout"] = _layout(network, analysis.laid)
    if more := _more(analysis, ways):
        document["more"] = more
    return document | remarks_to_json(analysis)


def remarks_to_json(analysis: Analysis) -> dict[str, Any]:
    """Return the key for the remarks on a text, or no key if there are none."""
    if not analysis.remarks:
        return {}
    return {
        "remarks": [
            {"line": one.line, "column": one.column, "message": one.message}
            for one in analysis.remarks
        ]
    }


def _more(analysis: Analysis, ways: Sequence[list[int] | None]) -> dict[str, Any]:
    """Return the number of entries missing from each list that was cut off."""
    more: dict[str, Any] = {
        "problems": analysis.more,
        "scores": {
            COLOURS[owner]: len(sets) - MOST_SETS
            for owner, sets in analysis.scores.items()
            if len(sets) > MOST_SETS
        },
        "witnesses": sum(analysis.explanation.lit) - sum(way is not None for way in ways),
    }
    return {key: counts for key, counts in more.items() if counts}


def _layout(network: Network, laid: NetworkLayout) -> dict[str, Any]:
    """Return the layout of a network. ``why`` is the reason if there is no exact one."""
    cells = laid.cells
    return {
        "at": None
        if cells is None
        else {name: list(cell) for name, cell in zip(network.names, cells, strict=True)},
        "exact": laid.is_exact,
        "sure": laid.is_sure,
        "touching": [[network.names[one], network.names[other]] for one, other in laid.touching],
        "blamed": [network.names[one] for one in laid.blamed],
        "why": str(layout_conflict(network, laid)) if laid.blamed else None,
        "full": None if cells is None else format_full(placed(network, cells)),
    }


def why_dark(network: Network, darkness: Darkness) -> str:
    """Return the reason in English, with the name of the structure that a dead end hangs on."""
    hangs_on = darkness.hangs_on
    name = "" if hangs_on is None else network.names[hangs_on]
    return REASONS[darkness.reason].format(name=name)


def _ids(network: Network, chosen: Sequence[bool]) -> list[str]:
    return [name for name, is_chosen in zip(network.names, chosen, strict=True) if is_chosen]


def _structure(analysis: Analysis, place: int, witness: list[int] | None) -> dict[str, Any]:
    network, explanation = analysis.network, analysis.explanation
    structure, cell = network.structures[place], network.cells[place]
    darkness = explanation.darkness(place)
    return {
        "id": network.names[place],
        "at": None if cell is None else list(cell),
        "kind": KINDS[structure.kind],
        "owner": None if structure.owner is None else COLOURS[structure.owner],
        "pawns": structure.pawns,
        "lit": explanation.lit[place],
        "witness": None if witness is None else [network.names[v] for v in witness],
        "why_dark": None if darkness is None else why_dark(network, darkness),
    }


def problem_to_json(problem: Problem) -> dict[str, Any]:
    return {
        "rule": problem.refusal.rule,
        "at": [list(cell) for cell in problem.at],
        "ids": list(problem.ids),
        "message": problem.refusal.why,
    }


def site_to_json(site: Site) -> dict[str, Any]:
    """Return the kinds that may be built on a tile, and why the others may not."""
    return {
        "at": list(site.at),
        "kinds": [KINDS[kind] for kind in site.kinds],
        "refused": {
            KINDS[kind]: {"rule": refusal.rule, "why": refusal.why}
            for kind, refusal in site.refused.items()
        },
        "doubts": [caveat.id for caveat in site.caveats],
    }


def set_to_json(network: Network, one: ScoringSet) -> dict[str, Any]:
    """Return a set of structures, by their ids, and its value."""
    return {
        "set": [network.names[member] for member in one.members],
        "points": one.points,
        "items": items_to_json(one.items),
        "pawns_back": one.pawns_back,
        "doubts": [caveat.id for caveat in one.caveats],
    }


def items_to_json(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return the items of a score."""
    return [
        {"what": item.what, "at": None if item.at is None else list(item.at), "points": item.points}
        for item in items
    ]
