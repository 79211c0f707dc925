"""Changes of a whole position: other rules, another number of players, another line."""

from collections.abc import Mapping, Sequence
from typing import Any

from gridcommon.errors import InvalidState, NotationError
from powergrid.position import Position
from powergrid.position_fields import OF_PLAYER, full_facts
from powergrid.ruleset import Ruleset
from powergrid.state import PHASES, SETUP

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabio")
_OF_MAP = ("cities", "houses", "regions", "marked")
_OF_TURN = ("turn_order", "turn", "in_auction", "auction", "surplus")


def with_rules(position: Position, ruleset: Ruleset) -> Position:
    """Return the position under other rules; facts that it cannot have there are left out."""
    facts = position.facts
    apart = {key: value for key, value in facts.items() if key not in _OF_MAP}
    return first_possible(ruleset, position.names, facts, apart)


def with_players(position: Position, count: int) -> Position:
    """Return the position for another number of players; who leaves takes everything along."""
    names = (*position.names, *NAMES[len(position.names) :])[:count]
    start = full_facts(first_possible(position.ruleset, names).table())
    facts: dict[str, Any] = dict(position.facts)
    for field in OF_PLAYER:
        if field.key in facts:
            facts[field.key] = [*facts[field.key], *start[field.key]][:count]
    facts["houses"] = {
        city: [None if seat is not None and seat >= count else seat for seat in slots]
        for city, slots in facts.get("houses", {}).items()
    }
    for key in _OF_TURN:
        facts.pop(key, None)
    elsewhere = {key: value for key, value in facts.items() if key != "regions"}
    return first_possible(position.ruleset, names, facts, elsewhere)


def first_possible(ruleset: Ruleset, names: Sequence[str], *facts: Mapping[str, Any]) -> Position:
    """Return the first possible position with some facts, with none, or in the set-up."""
    for told in (*facts, {}):
        fresh = Position(ruleset, tuple(names), told)
        try:
            fresh.table()
        except (InvalidState, NotationError):
            continue
        return fresh
    return Position(ruleset, tuple(names), {"phase": PHASES[SETUP]})
