"""The notes of a save: why a bot made the move before, what people have said in advance, and that
a game was broken off.

A reason is kept as its template and its values, so that it is told in the language in use. The
notes of a record may come from anybody: what is not a reason that can be told is skipped.
"""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, TypeGuard

from gridcommon.contract import Reason
from gridcommon.errors import Word
from gridgames.languages.messages import Sentence, render_message
from gridgames.terminal.printable import is_printable

_LONGEST = 200  # characters of a template or a value
_MOST_ORDERS = 100


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
    """Return the reason that a note keeps, None if it keeps none or one that cannot be told.

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
    except ValueError:  # braces that do not close, or a form that does not go with the value
        return None
    return reason


def from_orders(orders: Sequence[tuple[int, str]]) -> dict[str, Any]:
    """Return the orders of seats as a note.

    >>> from_orders([(0, "limit 13 40")])
    {'orders': [{'seat': 0, 'text': 'limit 13 40'}]}
    """
    return {"orders": [{"seat": seat, "text": text} for seat, text in orders]}


def to_orders(note: Mapping[str, Any]) -> list[tuple[int, str]] | None:
    """Return the orders that a note keeps, None if it keeps none; what is no order is skipped."""
    orders = note.get("orders")
    if not isinstance(orders, list):
        return None
    return [
        (order["seat"], order["text"])
        for order in orders[:_MOST_ORDERS]
        if isinstance(order, dict)
        and type(order.get("seat")) is int
        and _is_text(order.get("text"))
    ]


def from_broken_off(rounds: int) -> dict[str, Any]:
    """Return the note of a game that was broken off after so many rounds.

    >>> from_broken_off(1000)
    {'broken_off': {'rounds': 1000}}
    """
    return {"broken_off": {"rounds": rounds}}


def to_broken_off(note: Mapping[str, Any]) -> int | None:
    """Return after how many rounds a note says that a game was broken off, None if it does not."""
    told = note.get("broken_off")
    rounds = told.get("rounds") if isinstance(told, dict) else None
    return rounds if type(rounds) is int else None


def _from_value(value: object) -> Any:
    if isinstance(value, Word):
        return {"word": value.text}
    return value if isinstance(value, int) else str(value)


def _to_value(value: Any) -> object:
    """Return a value of a note, None for one that no reason has."""
    if isinstance(value, dict) and list(value) == ["word"] and _is_text(value["word"]):
        return Word(value["word"])
    return value if _is_text(value) or isinstance(value, int) else None


def _is_plain(value: object, form: str | None, turned: str | None) -> bool:
    """Return whether a field only names a known value, or a number together with its noun."""
    if value is None or turned is not None:
        return False
    return not form or (isinstance(value, int) and "|" in form and "{" not in form)


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= _LONGEST and is_printable(value)
