"""Changes of a whole position: other rules, another number of players, another line."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gridcommon.errors import InvalidState, NotationError
from gridgames.languages.catalogue import english_word
from gridgames.wings.powergrid.companion.position_input import parse_any_position
from powergrid.codecs import LETTERS
from powergrid.notation.formatter import format_position
from powergrid.position import Position
from powergrid.position_fields import OF_PLAYER, TEXT_FIELDS, full_facts
from powergrid.ruleset import Ruleset
from powergrid.state import PHASES, SETUP, State

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabio")
_OF_MAP = ("cities", "houses", "regions", "marked")
_OF_TURN = ("turn_order", "turn", "in_auction", "auction", "surplus")


def table_of(position: Position) -> State:
    """Return the table that the text of a position describes, as every question reads it.

    Raises NotationError or InvalidState for an impossible position.
    """
    return read_again(format_position(position), position).table()


def read_again(text: str, position: Position) -> Position:
    """Return the position in a text that may name the same custom map as ``position``."""
    return parse_any_position(text, position.ruleset.custom_map)


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
            table_of(fresh)
        except (InvalidState, NotationError):
            continue
        return fresh
    return Position(ruleset, tuple(names), {"phase": PHASES[SETUP]})


def with_line(position: Position, line: str) -> str:
    """Return the text of a position with a line in place of the one about the same subject.

    The line of a player may have only some clauses, as in ``A money 43``.
    """
    lines = re.sub(r"\n[ \t]+", " ", format_position(position)).splitlines()
    head, _, rest = line.strip().partition(" ")
    head = head.rstrip(":")
    letter = head.upper()
    if letter in LETTERS[: len(position.names)]:
        place = next(n for n, one in enumerate(lines) if re.match(rf"{letter}\b", one))
        lines[place] = line if ":" in line else _merged(lines[place], rest)
    else:
        words = {field.word: field.key for field in TEXT_FIELDS}
        gone = words.get(english_word(head, "position"), "")
        told = {key: value for key, value in position.facts.items() if key != gone}
        bare = format_position(Position(position.ruleset, position.names, told))
        lines = [*bare.splitlines(), *([line] if rest.strip() else [])]
    return "\n".join(lines) + "\n"


def _merged(line: str, typed: str) -> str:
    """Return the line of a player with some of its clauses replaced."""
    head, _, rest = line.partition(":")
    clauses = [one.strip() for one in rest.split(";") if one.strip()]
    for clause in filter(None, map(str.strip, typed.split(";"))):
        word, *values = clause.split()
        word = english_word(word, "position")
        clauses = [one for one in clauses if one.split()[0].lower() != word]
        clauses += [clause] if values else []
    return f"{head}: {'; '.join(clauses)}"
