"""Views of Power Grid as JSON documents.

``facts`` are those of a ``check`` line, ``table`` the other fields of a position
(:mod:`powergrid.position_fields`) and OWN: the draws that all have seen (``setup``), the number of
cards ``dealt``, that of houses and tokens ``placed`` in the set-up, and ``recorded``, which is
false if the game began with a position. Hidden money is null.
"""

from collections.abc import Mapping
from typing import Any

from gridcommon.arguments import whole
from gridcommon.codecs import Boolean, Codec
from gridcommon.errors import NotationError, errors_under
from gridcommon.views import read_document, to_document
from powergrid.codecs import NUMBER
from powergrid.position_fields import CHECKED, FIELDS
from powergrid.position_setup import from_facts
from powergrid.ruleset import Ruleset
from powergrid.setup import Setup
from powergrid.state import Draws
from powergrid.tables import STEP3, UNKNOWN
from powergrid.view import UNKNOWN_MONEY, View, unseen_plants

NAME = "powergrid"
_AT_TIMES = ("cartel", "auction", "surplus")  # keys that only some positions have
_ENOUGH = 1 << 20  # Elektro: hidden money, while the position is checked


class _Setup(Codec[Setup]):
    """The draws that all have seen."""

    def from_json(self, data: Any) -> Setup:
        made = Setup.from_json(data)
        if made.regions is None or made.turn_order is None or made.market is None:
            raise NotationError("expected regions, turn_order and market")
        return made

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


OWN: Mapping[str, Codec[Any]] = {
    "setup": _Setup(),
    "dealt": NUMBER,
    "recorded": Boolean(),
    "placed": NUMBER,
}


def view_to_json(view: View) -> dict[str, Any]:
    """Return a view as a JSON document, the inverse of :func:`view_from_json`."""
    state = view.public
    told = FIELDS.read_state(state)
    told["money"] = [None if money == UNKNOWN_MONEY else money for money in state.money]
    told["stack"], told["buried"] = len(state.stack), list(view.buried)
    told["top_back"] = view.top_back
    keys = [field.key for field in CHECKED.fields]
    facts = {key: told.pop(key) for key in keys if key in told}
    made = state.draws
    told["setup"] = Setup(made.regions, made.turn_order, made.market).to_json()
    told |= {"dealt": len(made.stack), "recorded": made.is_recorded, "placed": state.placed}
    return to_document(NAME, view.seat, state.terms.seats, state.ruleset, facts, told)


def view_from_json(data: Mapping[str, Any]) -> View:
    """Return the view in a JSON document.

    Raises NotationError naming the key for another schema and for values that cannot be read, and
    InvalidState with every rule that the position breaks.
    """
    found = read_document(data, NAME)
    ruleset = Ruleset.from_json(found["ruleset"])
    facts, table = dict(found["facts"]), dict(found["table"])
    own = {key: _own(table, key) for key in OWN}
    money = facts.get("money")
    if isinstance(money, list):
        facts["money"] = [_ENOUGH if amount is None else amount for amount in money]
    told = facts | table
    for field in FIELDS.fields:
        if field.key not in told and field.key not in _AT_TIMES:
            raise NotationError("missing", key=field.key)
    state = from_facts(ruleset, whole(found["players"], "players"), told)
    in_stack = STEP3 in state.stack
    buried = FIELDS.from_json({"buried": told["buried"]})["buried"]
    state.stack = [UNKNOWN] * len(state.stack)
    state.seen_back, state.placed = told["top_back"], own["placed"]
    state.money = [UNKNOWN_MONEY if amount is None else amount for amount in money or ()]
    made = own["setup"]
    dealt = (UNKNOWN,) * own["dealt"]
    state.draws = Draws(
        made.regions, made.turn_order, made.market, dealt, is_recorded=own["recorded"]
    )
    return View(
        found["seat"], state, in_stack, buried, tuple(told["out"]), unseen_plants(state, buried)
    )


def _own(table: dict[str, Any], key: str) -> Any:
    """Take a value that no position has from the table."""
    if key not in table:
        raise NotationError("missing", key=f"table.{key}")
    with errors_under(f"table.{key}"):
        return OWN[key].from_json(table.pop(key))
