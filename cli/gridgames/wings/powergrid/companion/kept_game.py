"""The start of a game with the real box: what lies on the table, and a stack that nobody knows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.records import Declaration, Header
from gridcommon.spelling import as_number, quoted, unaccented
from gridgames.show.face import check_seated
from gridgames.wings.powergrid.companion.position_input import (
    load_position,
    with_defaults_filled_in,
)
from powergrid.notation.formatter import format_position
from powergrid.position import Position
from powergrid.ruleset import Ruleset, Terms, terms
from powergrid.setup import given_regions, unknown_setup
from powergrid.tables import CURRENT, CustomMap, Plant, map_of

_FACE_UP = 2 * CURRENT


def begin_kept(header: Header, given: Mapping[str, Any]) -> tuple[Header, Sequence[Declaration]]:
    """Return the header of a game with the real box, and the position that it starts from.

    Raises NotationError naming the flag that is missing or wrong.
    """
    if "position" in given:
        return _from_position(header, str(given["position"]))
    rules = Ruleset.from_json(header.ruleset)
    table = terms(rules, len(header.players))
    setup = unknown_setup(
        rules,
        len(header.players),
        zone(",".join(header.setup.get("regions", ())), table),
        turn_order(given.get("order", ""), header.players),
        face_up(given.get("faceup", ""), table),
    )
    return replace(header, setup=setup.to_json(), takes_notes=True), ()


def turn_order(text: str, players: Sequence[str]) -> list[int]:
    """Return the seats in the order of their names in a text. Raises NotationError."""
    names = [unaccented(word.strip()) for word in text.split(",") if word.strip()]
    typed = [unaccented(name) for name in players]
    if not names:
        raise NotationError(
            "missing: the first turn order, as drawn (of {names})",
            key="--order",
            names=", ".join(players),
        )
    if sorted(names) != sorted(typed):
        raise NotationError(
            "name each player once: {names}", key="--order", names=", ".join(players)
        )
    return [typed.index(name) for name in names]


def zone(text: str, table: Terms) -> list[str]:
    """Return the regions in a text. Raises NotationError."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        known = ", ".join(map_of(table.ruleset.map, table.ruleset.edition).regions)
        template = "missing: the regions in play, {count} of {known}"
        raise NotationError(template, key="--regions", count=table.regions, known=known)
    given_regions(table, words, "--regions")
    return words


def face_up(text: str, table: Terms) -> list[Plant]:
    """Return the plants of the first market, which a text need not name where they are fixed.

    Raises NotationError.
    """
    deck = table.deck
    words = text.replace(",", " ").split()
    if not words and len(deck.market) == _FACE_UP:
        return list(deck.market)
    plants = [as_number(word) for word in words]
    wrong = [
        word
        for word, plant in zip(words, plants, strict=True)
        if plant not in deck.market or plants.count(plant) > 1
    ]
    if wrong:
        raise NotationError(
            "found {found}; face up at the start are different plants of {plants}",
            key="--faceup",
            found=quoted(wrong[0]),
            plants=", ".join(map(str, deck.market)),
        )
    if len(plants) != _FACE_UP:
        raise NotationError(
            "name the {count} face-up plants; found {found}",
            key="--faceup",
            count=_FACE_UP,
            found=len(plants),
        )
    return [plant for plant in plants if plant is not None]


def position_kept(name: str, own: CustomMap | None = None) -> Position:
    """Return the position in a file, with what it leaves out filled in. Raises NotationError."""
    return with_defaults_filled_in(load_position(name, None, own=own))


def _from_position(header: Header, name: str) -> tuple[Header, Sequence[Declaration]]:
    told = position_kept(name, Ruleset.from_json(header.ruleset).custom_map)
    check_seated(len(told.names), header)
    state = told.table()
    deck = state.terms.deck
    setup = unknown_setup(
        told.ruleset,
        len(told.names),
        state.board.regions,
        state.turn_order,
        deck.market[:_FACE_UP],  # those of the position follow
    )
    begun = replace(header, ruleset=told.ruleset.to_json(), setup=setup.to_json(), takes_notes=True)
    told = Position(told.ruleset, tuple(header.players), told.facts)
    return begun, (Declaration("set", {"position": format_position(told)}),)
