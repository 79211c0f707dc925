"""Actions and positions as text."""

from powergrid.codecs import city_named
from powergrid.notation.actions import (
    ACTIONS,
    action_from_json,
    action_to_json,
    format_action,
    parse_action,
)

__all__ = [
    "ACTIONS",
    "action_from_json",
    "action_to_json",
    "city_named",
    "format_action",
    "parse_action",
]
