"""Actions in records and in typed notation: one table, and the codecs of its fields.

    tile 13/2 1,0 marker 2      build T 0,1        score 0,0 3,0 [no forests]
    tile 13/2 1,0 build P       abandon 0,0 2,-1   recall 1,1      end      pass

A typed line does not name the seat. A tile without a rotation is laid as it is printed, and
``marker`` without a value is the last one in hand.
"""

from typing import Any

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.pieces import KINDS_ALLOWED, cell_of
from eletrika.state import AFTER, MAIN, SETUP, State
from eletrika.tables import (
    KIND_NAMES,
    KINDS,
    MARKERS,
    MOST_OF_TABLE,
    SEATS,
    UNKNOWN_EDGE,
    TileNumber,
)
from eletrika.tile_edges import EDGE_OR_UNKNOWN, tile_from_json, tile_text, tile_to_json
from gridcommon.action_table import VERB, ActionTable, Field, kind
from gridcommon.codecs import Codec, Flag, Many, Number, OneOf, Reader, errors_at
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, is_number, quoted


class _Cells(Codec[Hex]):
    """A cell: ``1,-2``, or ``[1, -2]``."""

    usage = "Q,R"

    def to_json(self, value: Hex) -> Any:
        return [*value]

    def from_json(self, data: Any) -> Hex:
        if isinstance(data, list) and len(data) == 2 and all(type(part) is int for part in data):
            return data[0], data[1]
        raise NotationError("expected a cell, as in [0, -1]; found {found}", found=quoted(data))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}

    def to_text(self, value: Hex) -> str:
        return f"{value[0]},{value[1]}"

    def read(self, reader: Reader) -> Hex:
        token = reader.take()
        cell = cell_of(token.text)
        if cell is None:
            raise token.problem("expected a cell, as in 0,-1; found {found}")
        return cell


class _Tiles(Codec[TileNumber]):
    """A tile: its number, its six edges, or ``?`` if it is unknown."""

    usage = "TILE"

    def to_json(self, value: TileNumber) -> Any:
        return tile_to_json(value)

    def from_json(self, data: Any) -> TileNumber:
        return tile_from_json(data)

    def schema(self) -> dict[str, Any]:
        edges = f"^([{EDGE_OR_UNKNOWN}]{{6}}|[{UNKNOWN_EDGE}])$"
        number = {"type": "integer", "minimum": 0, "maximum": MOST_OF_TABLE - 1}
        return {"anyOf": [number, {"type": "string", "pattern": edges}]}

    def to_text(self, value: TileNumber) -> str:
        return tile_text(value)

    def read(self, reader: Reader) -> TileNumber:
        token = reader.take()
        typed = token.text
        with errors_at(token.column):
            return tile_from_json(int(typed[:9]) if is_number(typed) else typed.lower())


class _Markers(Number):
    """A marker by its MW, which may be omitted if only one is in hand."""

    def read(self, reader: Reader) -> int:
        held = reader.known.get(self.usage, ())
        if len(held) == 1 and not self.starts(reader):
            return int(held[0])
        return super().read(reader)


CELL = _Cells()
KIND = OneOf(
    "KIND", KINDS, {name: kind for kind, name in enumerate(KIND_NAMES)}, choices=KINDS_ALLOWED
)
TILE = _Tiles()
ROTATION = Number("ROTATION", low=0, high=5)
MARKER = _Markers("MW", low=min(MARKERS), high=max(MARKERS))

ACTIONS: ActionTable[Action] = ActionTable(
    kind(
        LayTile,
        "tile",
        example="tile 13/2 1,0 marker 2",
        tile=TILE,
        rotation=Field(ROTATION, key="turn", implied=0, glue="/"),
        at=CELL,
        marker=Field(MARKER, default=None, word="marker"),
        build=Field(KIND, default=None, word="build"),
    ),
    kind(Build, "build", example="build T 0,1", kind=KIND, at=CELL),
    kind(Abandon, "abandon", at=Many(CELL)),
    kind(Score, "score", set=Many(CELL), forests=Field(Flag("no forests"), default=True)),
    kind(EndTurn, "end"),
    kind(Pass, "pass"),
    kind(Recall, "recall", at=CELL),
    seats=range(SEATS[-1]),
)

_VERBS = {
    SETUP: ("tile",),
    MAIN: ("tile", "build", "abandon", "score", "pass", "recall"),
    AFTER: ("score", "end"),
}

action_to_json = ACTIONS.to_json
action_from_json = ACTIONS.from_json


def format_action(action: Action) -> str:
    """Return ``action`` in short notation, without its seat.

    >>> format_action(LayTile(0, 13, 2, (1, 0), marker=2))
    'tile 13/2 1,0 marker 2'
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State, vocabulary: Vocabulary = ENGLISH_ONLY) -> Action:
    """Return the action in ``text``, made by the seat to act.

    ``vocabulary`` maps words of other languages to the English ones. Raises NotationError with the
    column and the words allowed in this phase.
    """
    row = [state.drawn] if state.phase == SETUP else sorted(state.row)
    held = state.markers_in_hand[state.actor]
    known = {
        VERB: _VERBS.get(state.phase, ()),
        TILE.usage: [tile_text(tile) for tile in row],
        MARKER.usage: [*map(str, held)],
    }
    return ACTIONS.parse(text, state.actor, vocabulary, known)
