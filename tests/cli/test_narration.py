"""Every event has its sentence, and every legal action can be chosen by number."""

import random
from dataclasses import fields
from typing import Any, get_args

import pytest

from eletrika import events as eletrika_events
from eletrika.ending import Result as Scores
from eletrika.tables import CAVEATS as ELETRIKA_CAVEATS
from gridgames.show.face import Move
from gridgames.show.menus import Menu
from gridgames.show.registry import face_of, game_of
from gridgames.wings.eletrika.description.narration import narrate_event as eletrika_words
from gridgames.wings.powergrid.description.narration import narrate_event as power_words
from powergrid import events as power_events
from powergrid.actions import Bid, Open
from powergrid.ending import Result
from powergrid.tables import CAVEATS as POWER_CAVEATS

VALUES: dict[str, Any] = {
    "seat": 1,
    "plant": 4,
    "plants": (4, 13),
    "city": 0,
    "order": (1, 0),
    "phase": "auction",
    "burnt": (2, 0, 0, 0),
    "lost": (0, 1, 0, 0),
    "added": (3, 2, 1, 1),
    "tile": 7,
    "tiles": (7, 8),
    "at": (1, -2),
    "cells": ((1, -2), (0, 0)),
    "set": ((1, -2), (0, 0)),
    "keys": ("hands", "row"),
    "items": (eletrika_events.Item("set", 3), eletrika_events.Item("forest", 1, (0, 1))),
    "kind": 2,
    "kinds": (2, 0),
    "caveats": (),
    "rule": "XX-YY-01",
}
NAMES = ("Ana", "Bea", "Cia")


def made(event: type, **more: Any) -> Any:
    """Return an event of a type with some value for every field."""
    values = {field.name: VALUES.get(field.name, 5) for field in fields(event)} | more
    if event.__name__ in ("CartelFuelled", "CartelReturned"):
        values["fuel"] = (1, 0, 0, 0)
    if event is power_events.FuelBought:
        values["fuel"] = 1
    return event(**values)


@pytest.mark.parametrize(
    ("words", "events"),
    [(power_words, power_events.Event), (eletrika_words, eletrika_events.Event)],
)
def test_every_event_is_told_and_no_two_sound_alike(words, events):
    told = {event: words(made(event), NAMES) for event in get_args(events)}
    assert all(told.values())
    assert not any("{" in one for one in told.values())
    assert len(set(told.values())) == len(told)
    for event, sentence in told.items():
        assert "Bea" in sentence or "seat" not in {field.name for field in fields(event)}


def test_what_is_not_certain_is_marked_where_it_is_told():
    refill = made(power_events.MarketRefilled, caveats=(POWER_CAVEATS["refill_2"],))
    assert power_words(refill, NAMES).endswith("(about 55% sure)")
    item = eletrika_events.Item("set", 4, caveat=ELETRIKA_CAVEATS["equal_3"])
    scored = made(eletrika_events.Scored, items=(item,))
    assert "set 4 MW (reconstructed)" in eletrika_words(scored, NAMES)


def reachable(menu: Menu) -> list[Any]:
    """Return every action that can be chosen from the pages of a menu and those it opens."""
    found: list[Any] = []
    menu = menu.paged()
    for choice in menu.choices:
        assert (choice.action is None) is (choice.menu is not None)
        assert choice.text
        found += [choice.action] if choice.menu is None else reachable(choice.menu())
    assert 0 < len(menu.choices) <= 15, "a menu is for reading"
    return found


def offered(action: Any) -> Any:
    """Return an action without its bid, of which a menu offers some."""
    if isinstance(action, Open):
        return action.plant
    return Bid if isinstance(action, Bid) else action


@pytest.mark.parametrize(
    ("game", "ruleset", "seats"),
    [
        ("powergrid", {}, 2),
        ("powergrid", {"edition": "classic", "map": "usa", "start_cities": True}, 3),
        ("powergrid", {"map": "usa", "depot_coal": "always"}, 3),
        ("eletrika", {}, 3),
    ],
)
def test_every_legal_action_has_a_number_and_every_move_is_told(game, ruleset, seats):
    face, chance, turns = face_of(game), random.Random(1), 0
    rules, names = face.game, NAMES[:seats]
    state = rules.new_game(rules.Ruleset(**ruleset), seats, 5)
    bots = [rules.make_bot("easy" if seat else "random", seat) for seat in range(seats)]
    while (seat := rules.to_act(state)) is not None:
        view = rules.observe(state, seat)
        actions = rules.legal_actions(state)
        if turns < 20 or chance.random() < 0.05:
            chosen = reachable(face.menu(view.public, actions))
            found = [part for one in chosen for part in getattr(one, "actions", (one,))]
            assert set(map(offered, found)) == set(map(offered, actions))
            assert set(found) <= set(actions)
            assert all(face.situation_lines(view.public, seat, names))
        turns += 1
        action, events = bots[seat].choose(view, actions), []
        rules.advance(state, action, events)
        assert all(face.narrate([Move(action, events)], names))
    assert len([*face.narrate_result(rules.result(state), names)]) == seats + 1


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_examples_of_the_help_can_be_read(game):
    examples = face_of(game).examples.split(", ")
    assert len(examples) > 6
    first = game_of(game).new_game(game_of(game).Ruleset(), 3, 7)
    for example in examples:
        assert face_of(game).parse(first, example).seat == game_of(game).to_act(first)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (
            Result((0,), (5, 3, 4), (9, 99, 9), (5, 5, 9), "PG-END-03"),
            "Ana wins: 5 cities powered, 1 more than Cia.",
        ),
        (
            Result((0,), (5, 3, 5), (9, 99, 2), (5, 5, 9), "PG-END-04"),
            "Ana wins: 5 cities powered, as Cia, and more money.",
        ),
        (
            Result((0,), (5, 5, 5), (9, 2, 9), (7, 20, 5), "PG-END-05"),
            "Ana wins: 5 cities powered and 9 Elektro, as Cia, and more cities.",
        ),
        (
            Result((0, 2), (5, 3, 5), (9, 99, 9), (5, 5, 5), "PG-END-06"),
            "Ana and Cia win together: 5 cities powered.",
        ),
        (
            Scores((1,), (21, 23, 9), (1, 2, 9), "EL-WIN-01", (1, 2, 9)),
            "Bea wins: 23 MW, 2 more than Ana.",
        ),
        (
            Scores((1,), (23, 23, 9), (1, 4, 9), "EL-WIN-02", (1, 4, 9)),
            "Bea wins: 23 MW, as Ana, and more pawns on the board.",
        ),
        (
            Scores((1,), (23, 23, 9), (5, 4, 9), "EL-WIN-02", (2, 3, 9)),
            "Bea wins: 23 MW, as Ana, and more structures.",
        ),
    ],
)
def test_the_winner_is_told_and_why(result, told):
    face = face_of("powergrid" if isinstance(result, Result) else "eletrika")
    first, *_ = face.narrate_result(result, NAMES)
    assert first == told


def test_a_shared_first_place_is_told_to_each():
    shared = Scores((0, 1), (5, 5, 4), (1, 1, 1), "EL-WIN-03", (1, 1, 1))
    face = face_of("eletrika")
    assert face.outcome(shared, 0) == "You won."
    assert face.outcome(shared, 2) == "You lost by 1 MW."
