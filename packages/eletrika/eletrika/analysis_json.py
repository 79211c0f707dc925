"""A position as one JSON document (``convert --to json``), and its analysis (``check --json``).

``docs/formats.md`` explains both.
"""

from collections.abc import Sequence
from typing import Final, Literal, NotRequired, TypedDict

from eletrika.analysis import Analysis, ScoringSet, Site
from eletrika.energy import REASONS, Darkness
from eletrika.events import Item
from eletrika.network_layout import NetworkLayout, layout_conflict, placed
from eletrika.notation.full import format_full
from eletrika.position import Network, PlacedTile, Position
from eletrika.problems import Problem
from eletrika.state import PHASES
from eletrika.tables import COLOURS, KINDS, Owner, kind_text
from gridcommon.answers import DoubtJson, RefusalJson, as_answer

SCHEMA: Final = 1

CellJson = list[int]

MOST_SETS = 100  # listed for each owner: four times as many as five pawns allow


class RemarkJson(TypedDict):
    """A doubtful place in a text."""

    line: int | None
    column: int | None
    message: str


class RemarkedJson(TypedDict):
    """A document about a text."""

    remarks: NotRequired[list[RemarkJson]]


class NamedJson(TypedDict):
    """A structure by its name."""

    id: str
    at: CellJson | None
    kind: str
    owner: str | None
    pawns: int


class StructureJson(NamedJson):
    """A structure, with a way through it or the reason why it is dark."""

    lit: bool
    witness: list[str] | None
    why_dark: str | None


class ProblemJson(TypedDict):
    """A broken rule."""

    rule: str
    at: list[CellJson]
    ids: list[str]
    message: str


class SiteJson(TypedDict):
    """A free cell."""

    at: CellJson
    kinds: list[str]
    refused: dict[str, RefusalJson]
    doubts: list[str]


class ItemJson(TypedDict):
    """An item of a score."""

    what: str
    at: CellJson | None
    points: int


class SetJson(TypedDict):
    """A set of structures."""

    set: list[str]
    points: int
    items: list[ItemJson]
    pawns_back: int
    doubts: list[str]


class EnergizingJson(TypedDict):
    """A single build that would energize structures."""

    at: CellJson
    kind: str
    lit: list[str]


class LayoutJson(TypedDict):
    """A layout of a network."""

    at: dict[str, CellJson] | None
    exact: bool
    sure: bool
    touching: list[list[str]]
    blamed: list[str]
    why: str | None
    full: str | None


class MoreJson(TypedDict, total=False):
    """The numbers of entries that are not listed."""

    problems: dict[str, int]
    scores: dict[str, int]
    witnesses: int


class AnalysisJson(RemarkedJson):
    """A position judged."""

    schema: Literal[1]
    reading: str
    structures: list[StructureJson]
    lit: list[str]
    dark: list[str]
    readings: dict[str, list[str]]
    problems: list[ProblemJson]
    closed: list[CellJson]
    dead: list[CellJson]
    free: list[SiteJson]
    scores: dict[str, list[SetJson]]
    doubts: list[DoubtJson]
    energizing: NotRequired[list[EnergizingJson]]  # added by ``check``
    layout: NotRequired[LayoutJson]
    more: NotRequired[MoreJson]


def to_json(analysis: Analysis) -> AnalysisJson:
    """Return the document. Cells are ``[q, r]``, points are MW, kinds and owners are letters."""
    network = analysis.network
    lit = analysis.explanation.lit
    ways = list(analysis.explanation.witnesses())
    document: AnalysisJson = {
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
    if remarks := remarks_to_json(analysis).get("remarks"):
        document["remarks"] = remarks
    if analysis.laid:
        document["layout"] = _layout(network, analysis.laid)
    if more := _more(analysis, ways):
        document["more"] = more
    return document


def remarks_to_json(analysis: Analysis) -> RemarkedJson:
    """Return the key for the remarks on a text, or no key if there are none."""
    if not analysis.remarks:
        return {}
    return {"remarks": [as_answer(RemarkJson, one) for one in analysis.remarks]}


def _more(analysis: Analysis, ways: Sequence[list[int] | None]) -> MoreJson:
    """Return the number of entries missing from each list that was cut off."""
    scores = {
        COLOURS[owner]: len(sets) - MOST_SETS
        for owner, sets in analysis.scores.items()
        if len(sets) > MOST_SETS
    }
    witnesses = sum(analysis.explanation.lit) - sum(way is not None for way in ways)
    more: MoreJson = {}
    if analysis.more:
        more["problems"] = dict(analysis.more)
    if scores:
        more["scores"] = scores
    if witnesses:
        more["witnesses"] = witnesses
    return more


def _layout(network: Network, laid: NetworkLayout) -> LayoutJson:
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


def _named(network: Network, place: int) -> NamedJson:
    structure = network.structures[place]
    return as_answer(
        NamedJson,
        structure,
        id=network.names[place],
        at=network.cells[place],
        kind=KINDS[structure.kind],
        owner=_letter(structure.owner),
    )


def _structure(analysis: Analysis, place: int, witness: list[int] | None) -> StructureJson:
    network, explanation = analysis.network, analysis.explanation
    darkness = explanation.darkness(place)
    return {
        **_named(network, place),
        "lit": explanation.lit[place],
        "witness": None if witness is None else [network.names[v] for v in witness],
        "why_dark": None if darkness is None else why_dark(network, darkness),
    }


def problem_to_json(problem: Problem) -> ProblemJson:
    refusal = problem.refusal
    return as_answer(ProblemJson, problem, rule=refusal.rule, message=refusal.why)


def site_to_json(site: Site) -> SiteJson:
    """Return the kinds that may be built on a tile, and why the others may not."""
    refused = {
        KINDS[kind]: as_answer(RefusalJson, refusal) for kind, refusal in site.refused.items()
    }
    kinds, doubts = [KINDS[kind] for kind in site.kinds], [one.id for one in site.caveats]
    return as_answer(SiteJson, site, kinds=kinds, refused=refused, doubts=doubts)


def set_to_json(network: Network, one: ScoringSet) -> SetJson:
    """Return a set of structures, by their ids, and its value."""
    names = [network.names[member] for member in one.members]
    return as_answer(SetJson, one, set=names, doubts=[caveat.id for caveat in one.caveats])


def items_to_json(items: Sequence[Item]) -> list[ItemJson]:
    """Return the items of a score."""
    return [as_answer(ItemJson, item) for item in items]


class PieceJson(NamedJson):
    """A structure, and those that touch it."""

    beside: list[str]


class LandJson(TypedDict):
    """A tile; unknown values are null."""

    tile: int | None
    turn: int | None
    edges: str | None
    source: bool


class TileJson(LandJson):
    """A tile on the board."""

    at: CellJson


class MarkerJson(TypedDict):
    """A marker on the board."""

    at: CellJson
    owner: str
    value: int


class NetworkJson(TypedDict):
    """A position in wire form, which has nothing but structures."""

    schema: Literal[1]
    structures: list[PieceJson]


class BoardJson(NetworkJson):
    """A position with its cells, and what lies beside the board."""

    tiles: list[TileJson]
    markers: list[MarkerJson]
    bonus: str | None
    queue: list[str] | None
    hands: dict[str, int]
    markers_in_hand: dict[str, list[int]]
    scores: dict[str, int]
    turn: str | None
    phase: str
    scored: bool
    city_built: bool
    drawn: LandJson | None
    stack: int | None
    row: list[LandJson] | None
    round: int | None
    first: str | None
    last: int | None
    unsure: NotRequired[list[str]]


def position_to_json(known: Position | Network) -> NetworkJson | BoardJson:
    """Return a position as a document; unknown values are null or left out."""
    network = known if isinstance(known, Network) else known.network()
    structures: list[PieceJson] = [
        {**_named(network, place), "beside": [network.names[other] for other in others]}
        for place, others in enumerate(network.neighbours)
    ]
    if isinstance(known, Network):
        if known.beside == Position():
            return {"schema": 1, "structures": structures}
        known = known.beside
    return as_answer(
        BoardJson,
        known,
        schema=SCHEMA,
        structures=structures,
        tiles=[{"at": list(cell), **_land(land)} for cell, land in known.tiles.items()],
        markers=[
            as_answer(MarkerJson, marker, at=cell, owner=COLOURS[marker.owner])
            for cell, marker in known.markers.items()
        ],
        bonus=None if known.bonus is None else kind_text(known.bonus),
        queue=None if known.queue is None else list(map(kind_text, known.queue)),
        hands={COLOURS[owner]: pawns for owner, pawns in known.hands.items()},
        markers_in_hand={COLOURS[one]: list(held) for one, held in known.markers_in_hand.items()},
        scores={COLOURS[owner]: points for owner, points in known.scores.items()},
        turn=_letter(known.to_act),
        phase=PHASES[known.phase],
        drawn=None if known.drawn is None else _land(known.drawn),
        row=None if known.row is None else [_land(land) for land in known.row],
        first=_letter(known.first),
        unsure=[COLOURS[owner] for owner in sorted(known.unsure)] or None,
    )


def _letter(owner: Owner | None) -> str | None:
    return None if owner is None else COLOURS[owner]


def _land(land: PlacedTile) -> LandJson:
    return as_answer(LandJson, land, turn=land.rotation)
