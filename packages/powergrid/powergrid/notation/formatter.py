"""Positions written as text, the inverse of :mod:`powergrid.notation.parser`."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gridcommon.contract import Seat
from powergrid.notation.parser import HEAD, LETTERS, usual_name
from powergrid.position import Position
from powergrid.position_setup import UPDATES
from powergrid.tables import EDITION, FUELS, SLOT_COST

_WIDTH = 80  # of a line that is written
_PLAIN_NAME = re.compile(r'[^\s:;#",](?:[^\n:;#",]*[^\s:;#",])?')


def format_position(position: Position) -> str:
    """Return the lines of a position; parsed again they give the same game.

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
    facts, ruleset = position.facts, position.ruleset
    lines = [f"{HEAD} {ruleset.edition} {ruleset.map}"]
    if options := ruleset.options():
        told = (f"{name}={_option(value)}" for name, value in options.items())
        lines.append(f"options {', '.join(told)}")
    lines += _written(facts, "regions", ", ".join)
    for key in ("round", "phase", "step"):
        lines += _written(facts, key, str)
    lines += _written(facts, "turn_order", _letters, "order")
    if facts.get("turn") is not None:
        lines.append(f"turn {LETTERS[facts['turn']]}")
    lines.append("")
    slots = facts.get("houses", {})
    for seat, name in enumerate(position.names):
        lines.append(_player_line(seat, name, facts, slots))
    if "cartel" in facts:
        lines.append(_cartel_line(facts["cartel"], slots))
    lines.append("")
    lines += _written(facts, "market", _tokens)
    lines += _written(facts, "plant_market", _numbers, "plants")
    lines += _stack_lines(facts, position)
    lines += _auction_lines(facts, position)
    if facts.get("update", UPDATES[0]) != UPDATES[0]:
        lines.append(f"update {facts['update']}")
    if facts.get("uranium_stopped"):
        lines.append("uranium stopped")
    while not lines[-1]:
        lines.pop()
    return "\n".join(line for one in lines for line in _broken(one)) + "\n"


def _written(
    facts: Mapping[str, Any], key: str, tell: Callable[[Any], str], head: str = ""
) -> list[str]:
    return [f"{head or key} {tell(facts[key])}".rstrip()] if key in facts else []


def _player_line(
    seat: Seat, name: str, facts: Mapping[str, Any], slots: Mapping[str, Sequence[Any]]
) -> str:
    parts = []
    if "money" in facts:
        parts.append(f"money {facts['money'][seat]}")
    if plants := facts.get("plants", {seat: ()})[seat]:
        parts.append(f"plants {_numbers(plants)}")
    if any(fuel := facts.get("fuel", {seat: ()})[seat]):
        parts.append(f"fuel {_tokens(fuel)}")
    if cities := facts.get("cities", {seat: ()})[seat]:
        parts.append(f"cities {', '.join(_house(city, seat, slots) for city in cities)}")
    letter = LETTERS[seat]
    plain = _PLAIN_NAME.fullmatch(name)
    quoted_name = json.dumps(name, ensure_ascii=False)
    who = letter if name == usual_name(letter) else f"{letter} {name if plain else quoted_name}"
    return f"{who}: {'; '.join(parts)}".rstrip()


def _cartel_line(cartel: Mapping[str, Any], slots: Mapping[str, Sequence[Any]]) -> str:
    parts = []
    if cartel.get("plants"):
        parts.append(f"plants {_numbers(cartel['plants'])}")
    if any(cartel.get("fuel", ())):
        parts.append(f"fuel {_tokens(cartel['fuel'])}")
    houses = [
        f"{city} {SLOT_COST[slot]}" if slot else city
        for city, owners in slots.items()
        for slot, owner in enumerate(owners)
        if owner == "cartel"
    ]
    if houses:
        parts.append(f"houses {', '.join(houses)}")
    if cartel.get("taken"):
        parts.append("taken")
    return f"cartel {'; '.join(parts)}".rstrip()


def _house(city: str, seat: Seat, slots: Mapping[str, Sequence[Any]]) -> str:
    owners = slots.get(city, ())
    slot = owners.index(seat) if seat in owners else 0
    return f"{city} {SLOT_COST[slot]}" if slot else city


def _stack_lines(facts: Mapping[str, Any], position: Position) -> Iterator[str]:
    if position.knows_the_stack:
        yield f"cards {_numbers(facts['stack'])}".rstrip()
    else:
        yield from _written(facts, "stack", str)
        if facts.get("buried"):
            yield f"buried {_numbers(facts['buried'])}"
        if facts.get("top_back"):
            yield f"top {facts['top_back']}"
    if facts.get("step3"):
        yield f"step3 {facts['step3']}"
    if facts.get("out"):
        yield f"out {_numbers(facts['out'])}"
    if facts.get("marked"):
        yield f"marked {', '.join(facts['marked'])}"


def _auction_lines(facts: Mapping[str, Any], position: Position) -> Iterator[str]:
    in_auction = facts.get("phase", "auction") == "auction"
    if in_auction or facts.get("in_auction"):
        yield from _written(facts, "in_auction", _letters, "buyers")
    if in_auction and EDITION[position.ruleset.edition].discount_bid:
        yield from _written(facts, "discount", lambda plant: str(plant or "none"))
    if facts.get("bought"):
        yield f"sold {facts['bought']}"
    if auction := facts.get("auction"):
        told = f"auction plant {auction['plant']}; high {auction['high']}"
        told += f"; leader {LETTERS[auction['leader']]}"
        if "bidders" in auction:
            told += f"; bidders {_letters(auction['bidders'])}"
        yield told
    if surplus := facts.get("surplus"):
        yield f"surplus player {LETTERS[surplus['seat']]}; bought {surplus['bought']}"


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _letters(seats: Sequence[Seat]) -> str:
    return " ".join(LETTERS[seat] for seat in seats)


def _numbers(plants: Sequence[object]) -> str:
    return " ".join(map(str, plants))


def _tokens(counts: Sequence[int]) -> str:
    told = [f"{name} {count}" for name, count in zip(FUELS, counts, strict=True) if count]
    return ", ".join(told) or "nothing"


def _broken(line: str) -> Iterator[str]:
    """Yield a line in pieces that fit, broken after commas where it has some, and indented."""
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
