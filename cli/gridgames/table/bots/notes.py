"""The notes of a save: reasons of bots, standing orders, and games that were broken off.

A reason is stored as its template and its values, so that it can be shown in any language. A record
may come from a stranger: a note that is not a valid reason is skipped.
"""

import json
from collections.abc import Mapping
from string import Formatter
from typing import Any, NamedTuple, TypeGuard

from gridcommon.contract import Reason
from gridcommon.errors import Word, truncate
from gridgames.languages.messages import Sentence, render_message
from gridgames.terminal.printable import is_printable

_LONGEST = 200  # characters of a template or a value
_MAX_ORDERS = 100


class KeptOrders(NamedTuple):
    """Standing orders in a note: commands, and what was agreed, each with its seat.

    ``unreadable`` are the entries that are neither.
    """

    orders: list[tuple[int, str]]
    agreed: list[tuple[int, Mapping[str, Any]]]
    unreadable: list[str]


def from_reason(reason: Sentence) -> dict[str, Any]:
    """Return a reason as a note.

    >>> from_reason(Reason("builds a {kind} for {points} MW", {"kind": Word("Pole"), "points": 2}))
    {'reason': 'builds a {kind} for {points} MW', 'values': {'kind': {'word': 'Pole'}, 'points': 2}}
    """
    note: dict[str, Any] = {"reason": reason.template}
    if reason.values:
        note["values"] = {name: _from_value(value) for name, value in reason.values.items()}
    return note


def to_reason(note: Mapping[str, Any]) -> Reason | None:
    """Return the reason in a note, or None if the note holds no valid reason.

    >>> str(to_reason({"reason": "pays {price}", "values": {"price": 7}}))
    'pays 7'
    >>> to_reason({"reason": "pays {price}"}), to_reason({"comment": "well played"})
    (None, None)
    """
    template, values = note.get("reason"), note.get("values", {})
    if not (_is_text(template) and isinstance(values, dict) and all(map(str.isidentifier, values))):
        return None
    known = {name: _to_value(value) for name, value in values.items()}
    if None in known.values():
        return None
    reason = Reason(template, known)
    try:
        for _, name, form, turned in Formatter().parse(template):
            if name is not None and not _is_plain(known.get(name), form, turned):
                return None
        render_message(reason)
    except ValueError:  # unbalanced braces, or a format that does not fit the value
        return None
    return reason


def from_orders(kept: KeptOrders) -> dict[str, Any]:
    """Return the standing orders of the seats as a note, empty if there are none.

    >>> from_orders(KeptOrders([(0, "plan run")], [(0, {"agreed": {"run": 0}})], []))
    {'orders': [{'seat': 0, 'text': 'plan run'}], 'committed': [{'seat': 0, 'agreed': {'run': 0}}]}
    """
    if not kept.orders and not kept.agreed:
        return {}
    note: dict[str, Any] = {"orders": [{"seat": seat, "text": text} for seat, text in kept.orders]}
    if kept.agreed:
        note["committed"] = [{"seat": seat, **data} for seat, data in kept.agreed]
    return note


def to_orders(note: Mapping[str, Any]) -> KeptOrders | None:
    """Return the orders in a note, or None if it holds none."""
    orders, committed = note.get("orders"), note.get("committed", [])
    if orders is None:
        return None
    found = KeptOrders([], [], [])
    for order in orders[:_MAX_ORDERS] if isinstance(orders, list) else [orders]:
        match order:
            case {"seat": int(seat), "text": text} if _is_text(text):
                found.orders.append((seat, text))
            case _:
                found.unreadable.append(_shown(order))
    for one in committed[:_MAX_ORDERS] if isinstance(committed, list) else [committed]:
        match one:
            case {"seat": int(seat)}:
                data = {key: value for key, value in one.items() if key != "seat"}
                found.agreed.append((seat, data))
            case _:
                found.unreadable.append(_shown(one))
    return found


def _shown(value: object) -> str:
    """Return JSON that is safe to display."""
    return truncate(json.dumps(value))


def from_broken_off(rounds: int) -> dict[str, Any]:
    """Return the note of a game that was broken off after a number of rounds.

    >>> from_broken_off(1000)
    {'broken_off': {'rounds': 1000}}
    """
    return {"broken_off": {"rounds": rounds}}


def to_broken_off(note: Mapping[str, Any]) -> int | None:
    """Return the rounds after which a game was broken off according to a note, or None."""
    match note:
        case {"broken_off": {"rounds": int(rounds)}} if type(rounds) is int:
            return rounds
    return None


def _from_value(value: object) -> Any:
    if isinstance(value, Word):
        return {"word": value.text}
    return value if isinstance(value, int) else str(value)


def _to_value(value: Any) -> object:
    """Return a value of a note, or None if it is invalid."""
    if isinstance(value, dict) and list(value) == ["word"] and _is_text(value["word"]):
        return Word(value["word"])
    return value if _is_text(value) or isinstance(value, int) else None


def _is_plain(value: object, form: str | None, turned: str | None) -> bool:
    """Return whether a field of a template is only a known value, or a number with its noun."""
    if value is None or turned is not None:
        return False
    return not form or (isinstance(value, int) and "|" in form and "{" not in form)


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= _LONGEST and is_printable(value)
