"""The notes of a save: reasons of bots, standing orders, and games that were broken off.

A reason is stored as its template and its values, so that it can be shown in any language. A record
may come from a stranger: a note that is not a valid reason is skipped.
"""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, TypeGuard

from gridcommon.contract import Reason
from gridcommon.errors import Word
from gridgames.languages.messages import Sentence, render_message
from gridgames.terminal.printable import is_printable

_LONGEST = 200  # characters of a template or a value
_MAX_ORDERS = 100


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


def from_orders(orders: Sequence[tuple[int, str]]) -> dict[str, Any]:
    """Return the standing orders of the seats as a note.

    >>> from_orders([(0, "limit 13 40")])
    {'orders': [{'seat': 0, 'text': 'limit 13 40'}]}
    """
    return {"orders": [{"seat": seat, "text": text} for seat, text in orders]}


def to_orders(note: Mapping[str, Any]) -> list[tuple[int, str]] | None:
    """Return the orders in a note, or None if it holds none; invalid orders are skipped."""
    orders = note.get("orders")
    if not isinstance(orders, list):
        return None
    found = []
    for order in orders[:_MAX_ORDERS]:
        match order:
            case {"seat": seat, "text": text} if type(seat) is int and _is_text(text):
                found.append((seat, text))
    return found


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
