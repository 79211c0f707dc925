"""Positions written as text, the inverse of :mod:`powergrid.notation.parser`."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gridcommon.codecs import Reader
from gridcommon.contract import Seat
from gridcommon.options import written as written_option
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary
from powergrid.codecs import LETTERS
from powergrid.notation.parser import HEAD, PLAYER, read_position, usual_name
from powergrid.position import Position
from powergrid.position_fields import (
    ABSENT,
    CARTEL_LINE,
    OF_PLAYER,
    TEXT_FIELDS,
    Declaration,
    Field,
    Group,
    read_facts,
)
from powergrid.state import CARTEL, EMPTY, Slots
from powergrid.tables import CITY_NAMES, SLOT_COST, City

_WIDTH = 80  # the length of a line
_WRAPPED = re.compile(r"\n[ \t]+")
_PLAIN_NAME = re.compile(r'[^\s:;#",](?:[^\n:;#",]*[^\s:;#",])?')


def format_position(position: Position) -> str:
    """Return the text of a position, which gives the same game when it is parsed.

    >>> from powergrid import Ruleset
    >>> facts = {"phase": "building", "money": [43, 9, 50], "cities": [["Essen"], [], []]}
    >>> print(format_position(Position(Ruleset(), ("Ana", "Bia", "player 3"), facts)), end="")
    powergrid recharged germany
    phase building
    <BLANKLINE>
    A Ana: money 43; cities Essen
    B Bia: money 9
    C: money 50
    """
    ruleset = position.ruleset
    told = read_facts(position.facts, len(position.names))
    if position.knows_the_stack:
        told["cards"] = told.pop("stack")
        told.pop("top_back", None)
    if any(CARTEL in slots for slots in told.get("houses", {}).values()):
        told.setdefault("cartel", {})  # its line has its houses
    chosen_map = ruleset.map if isinstance(ruleset.map, str) else f'"{ruleset.map}"'
    lines = [f"{HEAD} {ruleset.edition} {chosen_map}"]
    if options := ruleset.options():
        chosen = (f"{name}={written_option(value)}" for name, value in options.items())
        lines.append(f"options {', '.join(chosen)}")
    written = [field for field in TEXT_FIELDS if field.is_written(told, ruleset)]
    lines += [_line(field, told) for field in written if field.line < CARTEL_LINE]
    lines.append("")
    for seat, name in enumerate(position.names):
        own = {field.key: told[field.key][seat] for field in OF_PLAYER if field.key in told}
        clauses = _clauses(OF_PLAYER, own, _slots(told, seat))
        lines.append(f"{_player(seat, name)}: {'; '.join(clauses)}".rstrip())
    lines += [_line(field, told) for field in written if field.line == CARTEL_LINE]
    lines.append("")
    lines += [_line(field, told) for field in written if field.line > CARTEL_LINE]
    while not lines[-1]:
        lines.pop()
    return "\n".join(line for one in lines for line in _broken(one)) + "\n"


def with_line(position: Position, line: str, vocabulary: Vocabulary = ENGLISH_ONLY) -> str:
    """Return the text of a position with a line in place of the one about the same subject.

    The line of a player changes the clauses that it has, with or without a colon, and a name if it
    has one; a subject or clause without a value is left out.

    >>> from powergrid import Ruleset
    >>> position = Position(Ruleset(), ("Ana", "Bia"), {"money": [43, 9], "plants": [[8], []]})
    >>> print(with_line(position, "A money 50"), end="")
    powergrid recharged germany
    <BLANKLINE>
    A Ana: plants 8; money 50
    B Bia: money 9
    """
    player, (head, _, rest) = PLAYER.match(line.strip()), line.strip().partition(" ")
    letter = player[1].upper() if player else head.rstrip(":").upper()
    if letter not in LETTERS[: len(position.names)]:
        subject = Reader("", vocabulary).in_english(head.rstrip(":"))
        gone = {field.key for field in TEXT_FIELDS if field.word == subject}
        told = {key: value for key, value in position.facts.items() if key not in gone}
        bare = format_position(Position(position.ruleset, position.names, told))
        return bare + (f"{line}\n" if rest.strip() else "")
    lines = _WRAPPED.sub(" ", format_position(position)).splitlines()
    place = next(n for n, one in enumerate(lines) if re.match(rf"{letter}\b", one))
    own = PLAYER.match(lines[place])
    assert own, lines[place]
    clauses = [one.strip() for one in lines[place][own.end() :].split(";") if one.strip()]
    for typed in (line.strip()[player.end() :] if player else rest).split(";"):
        words = typed.split()
        if words:
            word = Reader("", vocabulary).in_english(words[0])
            clauses = [one for one in clauses if one.split()[0] != word]
            clauses += [typed.strip()] if words[1:] else []
    start = player[0] if player and player[2] else own[0]
    lines[place] = f"{start} {'; '.join(clauses)}"
    return "\n".join(lines) + "\n"


def line_of_player(position: Position, seat: Seat, key: str) -> str:
    """Return the line of a player with one of its facts, as in ``A cities Essen, Kassel 15``."""
    told = read_facts(position.facts, len(position.names))
    [field] = (one for one in OF_PLAYER if one.key == key)
    written = _clauses([field], {key: told[key][seat]}, _slots(told, seat))
    return f"{LETTERS[seat]} {next(written, field.word)}"


def facts_of_line(
    position: Position, line: str, vocabulary: Vocabulary = ENGLISH_ONLY
) -> dict[str, Any]:
    """Return the facts of a position that a line changes. Raises NotationErrors."""
    own = position.ruleset.custom_map
    before = read_position(format_position(position), own=own).facts
    after = read_position(with_line(position, line, vocabulary), vocabulary, own).facts
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    gone = [field for field in TEXT_FIELDS if field.key in before.keys() - after.keys()]
    return changed | {
        field.key: field.to_json(field.unsaid) for field in gone if field.unsaid is not ABSENT
    }


def _line(field: Field, told: Declaration) -> str:
    value, codec = told[field.key], field.codec
    if isinstance(codec, Group):
        text = "; ".join(_clauses(codec.fields, value, _slots(told, CARTEL)))
    else:
        text = codec.to_text(value)
    return f"{field.word} {text}".rstrip()


def _clauses(
    fields: Iterable[Field], told: Declaration, slots: Iterable[tuple[City, int]]
) -> Iterator[str]:
    """Yield each field of a player or a group. ``slots`` are its houses."""
    for field in fields:
        if not field.has_cities:
            if field.is_written(told):
                yield f"{field.word} {field.codec.to_text(told[field.key])}".rstrip()
        elif houses := ", ".join(
            f"{CITY_NAMES[city]} {SLOT_COST[slot]}" if slot else CITY_NAMES[city]
            for city, slot in slots
        ):
            yield f"{field.word} {houses}"


def _slots(told: Declaration, owner: Seat) -> Iterator[tuple[City, int]]:
    """Yield the cities of a player or the Cartel, each with the slot of the house."""
    houses: Mapping[City, Slots] = told.get("houses", {})
    if owner == CARTEL:
        for city, owners in houses.items():
            yield from ((city, slot) for slot, one in enumerate(owners) if one == CARTEL)
    elif "cities" in told:
        for city in told["cities"][owner]:
            owners = houses.get(city, (owner, EMPTY, EMPTY))
            yield city, owners.index(owner) if owner in owners else 0


def _player(seat: Seat, name: str) -> str:
    """Return the letter of a player and the name, unless it is the default one."""
    letter = LETTERS[seat]
    if name == usual_name(letter):
        return letter
    is_plain = _PLAIN_NAME.fullmatch(name)
    return f"{letter} {name if is_plain else json.dumps(name, ensure_ascii=False)}"


def _broken(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most _WIDTH, broken after commas if possible, and indented."""
    indent = ""
    while len(line) > _WIDTH:
        room = line[: _WIDTH + 1]
        cut = max(room.rfind(", "), room.rfind("; ")) + 1 or room.rfind(" ", len(indent) + 1)
        if cut <= len(indent):
            break
        yield line[:cut].rstrip()
        indent = "    "
        line = indent + line[cut + 1 :]
    yield line
