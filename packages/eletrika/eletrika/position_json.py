"""A position as one JSON document: ``convert --to json`` (``docs/formats.md``)."""

from typing import Literal, NotRequired, TypedDict

from eletrika.analysis_json import CellJson
from eletrika.position import Network, PlacedTile, Position
from eletrika.state import PHASES
from eletrika.tables import COLOURS, KINDS, Owner, kind_text


class PieceJson(TypedDict):
    """A structure, and those that touch it."""

    id: str
    at: CellJson | None
    kind: str
    owner: str | None
    pawns: int
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
        {
            "id": name,
            "at": None if cell is None else list(cell),
            "kind": KINDS[structure.kind],
            "owner": _letter(structure.owner),
            "pawns": structure.pawns,
            "beside": [network.names[other] for other in others],
        }
        for name, cell, structure, others in zip(
            network.names, network.cells, network.structures, network.neighbours, strict=True
        )
    ]
    if isinstance(known, Network):
        if known.beside == Position():
            return {"schema": 1, "structures": structures}
        known = known.beside
    document: BoardJson = {
        "schema": 1,
        "structures": structures,
        "tiles": [{"at": list(cell), **_land(land)} for cell, land in known.tiles.items()],
        "markers": [
            {"at": list(cell), "owner": COLOURS[marker.owner], "value": marker.value}
            for cell, marker in known.markers.items()
        ],
        "bonus": None if known.bonus is None else kind_text(known.bonus),
        "queue": None if known.queue is None else list(map(kind_text, known.queue)),
        "hands": {COLOURS[owner]: pawns for owner, pawns in known.hands.items()},
        "markers_in_hand": {
            COLOURS[one]: list(held) for one, held in known.markers_in_hand.items()
        },
        "scores": {COLOURS[owner]: points for owner, points in known.scores.items()},
        "turn": _letter(known.to_act),
        "phase": PHASES[known.phase],
        "scored": known.scored,
        "city_built": known.city_built,
        "drawn": None if known.drawn is None else _land(known.drawn),
        "stack": known.stack,
        "row": None if known.row is None else [_land(land) for land in known.row],
        "round": known.round,
        "first": _letter(known.first),
        "last": known.last,
    }
    if known.unsure:
        document["unsure"] = [COLOURS[owner] for owner in sorted(known.unsure)]
    return document


def _letter(owner: Owner | None) -> str | None:
    return None if owner is None else COLOURS[owner]


def _land(land: PlacedTile) -> LandJson:
    return {
        "tile": land.tile,
        "turn": land.rotation,
        "edges": land.edges,
        "source": land.source,
    }
