"""Every event has its sentence, and every legal action can be chosen by number."""

import random
from dataclasses import fields
from typing import Any, get_args

import pytest

import powergrid
from eletrika import ending as eletrika_ending
from eletrika import events as eletrika_events
from eletrika.tables import CAVEATS as ELETRIKA_CAVEATS
from gridcommon.game_loop import start
from gridcommon.records import Header
from gridgames.games.menus import Menu
from gridgames.games.registry import face_of, game_of, table_of
from gridgames.wings.eletrika.description import narration as eletrika_narration
from gridgames.wings.powergrid.description import narration as powergrid_narration
from gridgames.wings.powergrid.description.places import fuel_place, plant_place
from gridgames.wings.powergrid.screen import compact_panels
from powergrid import events as power_events
from powergrid.actions import Bid, Open
from powergrid.ending import Result
from powergrid.game import new_game
from powergrid.ruleset import Ruleset
from powergrid.tables import CAVEATS as POWER_CAVEATS
from powergrid.tables import OIL

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
NAMES = ("Ana", "Bea")


def made(event: type, **more: Any) -> Any:
    """Return an event of a type with some value for every field."""
    values = {field.name: VALUES.get(field.name, 5) for field in fields(event)} | more
    if event.__name__ in ("CartelFuelled", "CartelReturned"):
        values["fuel"] = (1, 0, 0, 0)
    return event(**{field.name: values[field.name] for field in fields(event)})


@pytest.mark.parametrize("event", get_args(power_events.Event), ids=lambda kind: kind.__name__)
def test_every_event_of_power_grid_is_told(event):
    if event is power_events.FuelBought:
        told = powergrid_narration.narrate_event(made(event, fuel=1), NAMES)
    else:
        told = powergrid_narration.narrate_event(made(event), NAMES)
    assert told
    assert "{" not in told
    if "seat" in {field.name for field in fields(event)}:
        assert "Bea" in told


@pytest.mark.parametrize("event", get_args(eletrika_events.Event), ids=lambda kind: kind.__name__)
def test_every_event_of_eletrika_is_told(event):
    told = eletrika_narration.narrate_event(made(event), NAMES)
    assert told
    assert "{" not in told
    if "seat" in {field.name for field in fields(event)}:
        assert "Bea" in told


def test_what_is_not_certain_is_marked_where_it_is_told():
    doubt = POWER_CAVEATS["refill_2"]
    told = powergrid_narration.narrate_event(
        made(power_events.MarketRefilled, caveats=(doubt,)), NAMES
    )
    assert told.endswith("(about 55% sure)")
    item = eletrika_events.Item("set", 4, caveat=ELETRIKA_CAVEATS["equal_3"])
    told = eletrika_narration.narrate_event(made(eletrika_events.Scored, items=(item,)), NAMES)
    assert "set 4 MW (reconstructed)" in told


@pytest.mark.parametrize(("seats", "sure"), [(2, False), (3, True)])
def test_the_refill_to_come_is_marked_at_a_glance(seats, sure):
    state = powergrid.new_game(powergrid.Ruleset(), seats, 1)
    forms = [
        "".join(text for text, _ in line)
        for part in compact_panels.guide(state, 0)
        for line in part.forms
        if any("refill" in text for text, _ in line)
    ]
    assert ["(about 55% sure)" not in form for form in forms] == [sure]
    assert compact_panels.fuel(state, 39).note.endswith("refill" if sure else "refill?")


def reachable(menu: Menu) -> list[Any]:
    """Return every action that can be chosen from the pages of a menu and those it opens."""
    found: list[Any] = []
    menu = menu.paged()
    for choice in menu.choices:
        assert (choice.action is None) is (choice.menu is not None)
        assert choice.text
        if choice.menu is None:
            found.append(choice.action)
        else:
            inner = choice.menu()
            assert inner.choices
            found += reachable(inner)
    assert len(menu.choices) <= 15, "a menu is for reading"
    return found


RULESETS = (
    ("powergrid", {"edition": "recharged", "map": "germany", "options": {}}, 2),
    ("powergrid", {"edition": "classic", "map": "usa", "options": {"start_cities": True}}, 4),
    (
        "powergrid",
        {"edition": "recharged", "map": "usa", "options": {"depot_coal": "always"}},
        3,
    ),
    ("eletrika", {"options": {}, "tiles": "reconstructed", "scoring": "reconstructed"}, 3),
)


@pytest.mark.parametrize(("game", "ruleset", "seats"), RULESETS)
def test_every_legal_action_has_a_number_and_every_move_is_told(game, ruleset, seats):
    face, chance = face_of(game), random.Random(1)
    rules = face.game
    names = tuple(["Ana", "Bea", "Cia", "Dea"][:seats])
    state = start(rules, Header(game, ruleset, names, 5, {}))
    bots = [rules.make_bot("easy" if seat else "random", seat) for seat in range(seats)]
    turns = 0
    while (seat := rules.to_act(state)) is not None:
        view = rules.observe(state, seat)
        actions = rules.legal_actions(state)
        if turns < 20 or chance.random() < 0.15:
            found = reachable(face.menu(view.public, actions))
            assert {a for a in actions if not isinstance(a, Open | Bid)} == {
                a for a in found if not isinstance(a, Open | Bid)
            }
            assert set(found) <= set(actions)
            plants = {action.plant for action in actions if isinstance(action, Open)}
            assert plants == {action.plant for action in found if isinstance(action, Open)}
            assert any(isinstance(a, Bid) for a in actions) == any(
                isinstance(a, Bid) for a in found
            )
            assert all(face.situation_lines(view.public, seat, names))
        turns += 1
        rules.advance(state, bots[seat].choose(view, actions), [])
    told = list(face.narrate_result(rules.result(state), names))
    assert len(told) == seats + 1


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_examples_of_the_help_can_be_read(game):
    examples = face_of(game).examples.split(", ")
    assert len(examples) > 6
    first = game_of(game).new_game(game_of(game).Ruleset(), 3, 7)
    for example in examples:
        assert face_of(game).parse(first, example).seat == game_of(game).to_act(first)


@pytest.mark.rule("PG-RES-03")
@pytest.mark.parametrize("value", ["when_empty", "always"])
def test_the_depot_is_offered_where_it_sells_at_any_time(value):
    rules = game_of("powergrid")
    ruleset = rules.Ruleset(map="usa", depot_coal=value)
    facts = {"phase": "resources", "plants": [[], [], [4]], "market": [20, 18, 9, 2]}
    facts |= {"turn_order": [0, 1, 2]}
    state = rules.from_facts(ruleset, 3, facts)
    face = face_of("powergrid")
    table = table_of(face, ("Ana", "Bea", "Cia"), state)
    menu = face.menu(state, rules.legal_actions(state))
    depots = [
        action for action in reachable(menu) if rules.format_action(action)[:9] == "buy depot"
    ]
    assert len(depots) == (4 if value == "always" else 0)
    assert ("buy depot " in table.words()) == (value == "always")
    events: list[Any] = []
    if value == "always":
        rules.advance(state, face.parse(state, "comprar depósito 2"), events)
        told = powergrid_narration.narrate_event(events[0], ("Ana", "Bea", "Cia"))
        assert told == "Cia buys 2 coal for 16, 2 from the depot"


@pytest.mark.parametrize(
    ("numbers", "rule", "told"),
    [
        (((5, 3, 4), (9, 99, 9), (5, 5, 9)), "PG-END-03", "by 1 city powered"),
        (((5, 3, 5), (9, 99, 2), (5, 5, 9)), "PG-END-04", "by 7 Elektro"),
        (((5, 5, 5), (9, 2, 9), (7, 20, 5)), "PG-END-05", "by 2 cities built"),
    ],
)
def test_the_winner_of_power_grid_is_told_by_how_much(numbers, rule, told):
    first, *_ = face_of("powergrid").narrate_result(
        Result((0,), *numbers, rule), ("Ana", "Bea", "C")
    )
    assert first == f"Ana: first place, {told} ({rule})"


@pytest.mark.parametrize(
    ("numbers", "rule", "compared", "told"),
    [
        (((21, 23, 9), (1, 2, 9)), "EL-WIN-01", (1, 2, 9), "by 2 MW"),
        (((23, 23, 9), (1, 4, 9)), "EL-WIN-02", (1, 4, 9), "by 3 pawns on the board"),
        (((23, 23, 9), (5, 4, 9)), "EL-WIN-02", (2, 3, 9), "by 1 structure"),
    ],
)
def test_the_winner_of_eletrika_is_told_by_how_much(numbers, rule, compared, told):
    ended = eletrika_ending.Result((1,), *numbers, rule, compared)
    first, *_ = face_of("eletrika").narrate_result(ended, ("Ana", "Bea", "C"))
    assert first == f"Bea: first place, {told} ({rule})"


def test_a_win_that_is_shared_has_no_margin():
    ended = Result((0, 2), (5, 3, 5), (9, 99, 9), (5, 5, 5), "PG-END-06")
    first, *_ = face_of("powergrid").narrate_result(ended, ("Ana", "Bea", "C"))
    assert first == "Ana and C: first place, shared (PG-END-06)"


@pytest.mark.parametrize("width", [30, 39, 60])
def test_fuels_and_plants_that_changed_are_highlighted(width):
    state = new_game(Ruleset("recharged", "germany"), 3, 1)
    sold, coming = state.current_market[0], state.future_market[-1]
    changed = {plant_place(sold), plant_place(coming), fuel_place(OIL)}
    for panel in ("fuel", "brief_fuel", "plants", "brief_plants"):
        show = getattr(compact_panels, panel)
        plain, marked = show(state, width), show(state, width, changed)
        texts = [text for line in marked.lines for text, style in line if "reverse" in style]
        found = [text.split()[0] for text in texts]
        assert found == (["oil"] if "fuel" in panel else [str(sold), str(coming)]), panel
        assert not any("reverse" in style for line in plain.lines for _, style in line)
        words = [
            ["".join(text for text, _ in line) for line in one.lines] for one in (plain, marked)
        ]
        assert words[0] == words[1]
