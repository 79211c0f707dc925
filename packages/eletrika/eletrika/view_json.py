"""Views of Eletrika as JSON documents, whose values are each declared once.

``facts`` are those of a ``check`` line, and ``table`` is what else is seen: see FACTS and TABLE.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from eletrika.notation.actions import CELL, KIND, MARKER, ROTATION, TILE
from eletrika.position_fields import facts
from eletrika.ruleset import Ruleset
from eletrika.state import NO_CELL, NO_KIND, NO_TILE, PHASES, State, Unsettled
from eletrika.tables import KINDS, SEATS, UNKNOWN_LETTER, Kind, kind_text
from eletrika.tables import kind_from_json as read_kind
from eletrika.view import View
from gridcommon.arguments import whole
from gridcommon.codecs import Boolean, Codec, Many, Maybe, Number, Object, OneOf, Text
from gridcommon.errors import NotationError, errors_under
from gridcommon.spelling import quoted
from gridcommon.views import read_document, to_document

NAME = "eletrika"


class _Bonus(Codec[Kind]):
    """The kind of a bonus tile, ``?`` if it is unknown."""

    def to_json(self, value: Kind) -> str:
        return kind_text(value)

    def from_json(self, data: Any) -> Kind:
        kind = read_kind(data)
        if kind is None:
            letters = " ".join((*KINDS, UNKNOWN_LETTER))
            raise NotationError(
                "expected one of {words}, found {found}", words=letters, found=quoted(data)
            )
        return kind

    def schema(self) -> dict[str, Any]:
        return {"enum": [*KINDS, UNKNOWN_LETTER]}


COUNT = Number("COUNT", 0)
SEAT = Number("SEAT", 0, SEATS[-1] - 1)
BONUS = _Bonus()
YES = Boolean()
COUNTS = Many(COUNT)

FACTS = Object(
    {
        "turn": Maybe(SEAT),
        "round": COUNT,
        "scores": COUNTS,
        "hands": COUNTS,
        "markers": Many(Many(MARKER)),
        "reserve": Object(dict.fromkeys(KINDS, COUNT)),
        "stack": COUNT,
        "row": Many(TILE),
        "bonus": Maybe(BONUS),
        "lit": Many(CELL),
        "final_rounds": Maybe(COUNT),
        "unsure": Many(SEAT),
    },
    optional=["unsure"],
)
TABLE = Object(
    {
        "source": Maybe(CELL),
        "tiles": Many(Object({"at": CELL, "tile": TILE, "turn": ROTATION})),
        "structures": Many(
            Object({"at": CELL, "kind": KIND, "owner": Maybe(SEAT), "pawns": COUNT})
        ),
        "markers": Many(Object({"at": CELL, "owner": SEAT, "value": MARKER})),
        "row": Many(TILE),  # in its order
        "stack": Many(TILE),  # the bottom first; "?" is face down
        "under": COUNT,  # tiles at the bottom that all have seen
        "aside": Many(TILE),
        "discarded": Many(TILE),
        "drawn": Maybe(TILE),  # the set-up tile in hand
        "queue": Many(BONUS),
        "covered": Many(BONUS),
        "phase": OneOf("PHASE", PHASES),
        "actor": SEAT,
        "first": SEAT,
        "turns": COUNT,  # ended in this round
        "scored": YES,
        "city_built": YES,
        "end_round": COUNT,
        "aside_due": YES,
        "unsettled": Many(
            Object(
                {
                    "seat": SEAT,
                    "members": Many(Object({"at": Maybe(CELL), "kind": KIND, "pawns": COUNT})),
                    "place": COUNT,
                    "lands": Many(Object({"at": CELL, "edges": Text()})),
                    "points": COUNT,
                }
            )
        ),
    }
)


def view_to_json(view: View) -> dict[str, Any]:
    """Return a view as a JSON document, the inverse of :func:`view_from_json`."""
    state = view.public
    table = {
        "source": None if state.source == NO_CELL else state.source,
        "tiles": [
            {"at": at, "tile": tile, "turn": turn} for at, (tile, turn) in state.laid.items()
        ],
        "structures": [
            {"at": at, "kind": kind, "owner": state.owners.get(at), "pawns": state.pawns.get(at, 0)}
            for at, kind in state.kinds.items()
        ],
        "markers": [
            {"at": at, "owner": owner, "value": value}
            for at, (owner, value) in state.markers.items()
        ],
        "drawn": None if state.drawn == NO_TILE else state.drawn,
        "phase": state.phase,
        "turns": state.turn,
        "unsettled": [
            {
                "seat": one.seat,
                "members": [
                    {"at": at, "kind": kind, "pawns": pawns} for at, kind, pawns in one.members
                ],
                "place": one.place,
                "lands": [{"at": at, "edges": edges} for at, edges in one.lands.items()],
                "points": one.points,
            }
            for one in state.unsettled
        ],
    }
    same = {key: getattr(state, key) for key in TABLE.keys if key not in table}
    told = TABLE.to_json({key: (table | same)[key] for key in TABLE.keys})
    return to_document(NAME, view.seat, state.seats, state.ruleset, facts(state), told)


def view_from_json(data: Mapping[str, Any]) -> View:
    """Return the view in a JSON document.

    Raises NotationError naming the key for another schema, for values that cannot be read, and for
    facts and a table that disagree.
    """
    found = read_document(data, NAME)
    ruleset = Ruleset.from_json(found["ruleset"])
    seats = whole(found["players"], "players")
    with errors_under("facts"):
        told = FACTS.from_json(found["facts"])
    with errors_under("table"):
        table = TABLE.from_json(found["table"])
    state = State(ruleset, seats)
    for key in ("under", "actor", "first", "scored", "city_built", "end_round", "aside_due"):
        setattr(state, key, table[key])
    for key in ("queue", "covered", "discarded"):
        setattr(state, key, tuple(table[key]))
    for key in ("row", "stack", "aside"):
        setattr(state, key, list(table[key]))
    state.phase, state.turn, state.round = table["phase"], table["turns"], told["round"]
    state.drawn = NO_TILE if table["drawn"] is None else table["drawn"]
    state.scores, state.hands = list(told["scores"]), list(told["hands"])
    state.markers_in_hand = list(told["markers"])
    state.reserve = [told["reserve"][letter] for letter in KINDS]
    state.bonus = NO_KIND if told["bonus"] is None else told["bonus"]
    _check_tiles(state, [one["tile"] for one in table["tiles"]])
    _check_seats(state, table)
    _put_board(state, table)
    state.lit = frozenset(told["lit"])
    state.unsettled = tuple(_unsettled(one) for one in table["unsettled"])
    if facts(state) != found["facts"]:
        wrong = next(key for key, one in facts(state).items() if found["facts"].get(key) != one)
        raise NotationError(
            "expected {wanted} as on the table, found {found}",
            key=f"facts.{wrong}",
            wanted=quoted(facts(state)[wrong]),
            found=quoted(found["facts"].get(wrong)),
        )
    return View(found["seat"], state)


def _check_tiles(state: State, laid: Iterable[int]) -> None:
    last = len(state.ruleset.tiles.tiles) - 1
    drawn = [] if state.drawn == NO_TILE else [state.drawn]
    for tile in (*laid, *drawn, *state.row, *state.stack, *state.aside, *state.discarded):
        if tile > last:
            raise NotationError(
                "a tile is a number from 0 to {last}, found {found}",
                key="table.tiles",
                last=last,
                found=tile,
            )


def _check_seats(state: State, table: Mapping[str, Any]) -> None:
    """Reject seats beyond the players, and lists that are not one value for each of them."""
    named = [state.actor, state.first, *(one["seat"] for one in table["unsettled"])]
    owners = [one["owner"] for one in (*table["structures"], *table["markers"])]
    for seat in (*named, *owners):
        if seat is not None and seat >= state.seats:
            raise NotationError(
                "there are seats 0 to {last}, found {found}",
                key="table",
                last=state.seats - 1,
                found=seat,
            )
    for key in ("scores", "hands", "markers_in_hand"):
        if len(getattr(state, key)) != state.seats:
            raise NotationError(
                "expected {count} values, found {found}",
                key=f"facts.{key.removesuffix('_in_hand')}",
                count=state.seats,
                found=len(getattr(state, key)),
            )


def _put_board(state: State, table: Mapping[str, Any]) -> None:
    state.source = NO_CELL if table["source"] is None else table["source"]
    for one in table["tiles"]:
        if one["at"] in state.laid:
            raise NotationError("given twice", key="table.tiles")
        state.put_tile(one["tile"], one["turn"], one["at"])
    for key in ("structures", "markers"):
        cells = [one["at"] for one in table[key]]
        if len(set(cells)) < len(cells):
            raise NotationError("given twice", key=f"table.{key}")
        for cell in cells:
            if cell not in state.laid:
                raise NotationError(
                    "no tile lies on {q},{r}", key=f"table.{key}", q=cell[0], r=cell[1]
                )
    for one in table["structures"]:
        state.put_structure(one["kind"], one["at"])
        if one["owner"] is not None:
            state.owners[one["at"]] = one["owner"]
            state.pawns[one["at"]] = one["pawns"]
    state.markers = {one["at"]: (one["owner"], one["value"]) for one in table["markers"]}


def _unsettled(one: Mapping[str, Any]) -> Unsettled:
    members = tuple((part["at"], part["kind"], part["pawns"]) for part in one["members"])
    lands = {part["at"]: part["edges"] for part in one["lands"]}
    return Unsettled(one["seat"], members, one["place"], lands, one["points"])
