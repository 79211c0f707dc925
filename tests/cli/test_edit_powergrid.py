"""Editing a Power Grid position by pointing: without a front end, on the screen, on the page."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browsers import opened, serious
from gridgames.editing.drafts import Draft
from gridgames.editing.editor import editor_of, games_with_editors
from gridgames.games.registry import game_of
from gridgames.languages.language import Language, use_language
from gridgames.screen.editing.application import EditorApp
from gridgames.screen.widgets.panels import Board
from gridgames.wings.powergrid.companion.editing.editor import PositionEditor, new_editor
from gridgames.wings.powergrid.companion.position_input import load_position, parse_any_position
from powergrid.position import to_position
from powergrid.position_fields import full_facts
from powergrid.projection import cheapest_route
from powergrid.state import CARTEL, PHASES
from powergrid.tables import CITY_OF
from powergrid_positions import CARTEL_HOUSES
from screens import driven, shown
from served import Served, running, served_beside


def done(editor: PositionEditor, *commands: str) -> PositionEditor:
    """Return an editor after some commands, each of which is done."""
    for command in commands:
        assert editor.do(command), (command, editor.told)
    return editor


def texts(editor: Any) -> str:
    """Return all that the editor says now."""
    facts = (*editor.here(), *editor.summary(), *editor.findings())
    return "\n".join(f"{fact.rule} {fact.text}" for fact in facts)


def test_both_games_have_an_editor() -> None:
    assert sorted(games_with_editors()) == ["eletrika", "powergrid"]
    for game in games_with_editors():
        assert editor_of(game).GAME == game_of(game).NAME


def test_a_written_position_is_pointed_in_and_equals_the_recorded_one() -> None:
    wanted = load_position("hand-written", None)
    editor = done(new_editor(), "rules recharged usa", "line regions northeast, midwest, southeast")
    done(editor, "phase building", "line round 4", "line order B A C")
    for seat, cities in enumerate(wanted.facts["cities"]):
        for city in cities:
            letters = re.sub(r"[^a-z]", "", city.lower())
            for letter in letters:
                if editor.cursor == CITY_OF[city]:
                    break
                done(editor, f"seek {letter}")
            done(editor, f"house {seat}")
            editor.point(editor.cursor)
    for seat, plants in enumerate(wanted.facts["plants"]):
        done(editor, f"focus {seat}", *(f"own {plant}" for plant in plants))
        step = wanted.facts["money"][seat] - 50
        done(editor, f"money {step}")
        for fuel, count in enumerate(wanted.facts["fuel"][seat]):
            done(editor, *[f"fuel {fuel} 1"] * count)
    done(editor, "line market coal 17, oil 12, garbage 9, uranium 3")
    done(editor, "line plants 12 15 16 18 20 22 25 31", "line stack 18")
    assert full_facts(editor.state) == full_facts(wanted.table())


def test_a_line_in_portuguese_replaces_the_one_before() -> None:
    editor = done(new_editor(), "line market coal 17, oil 12, garbage 9, uranium 3")
    done(editor, "line mercado carvão 20, óleo 12, lixo 9, urânio 3")
    assert editor.state.market[0] == 20
    done(editor, "line A dinheiro 60", "line A dinheiro 61", "line A money 62")
    assert editor.state.money[0] == 62


COMMANDS = [f"focus {n}" for n in range(4)] + [f"house {n}" for n in range(4)]
COMMANDS += [f"seek {letter}" for letter in "abdefhkmn"] + [f"own {p}" for p in (3, 8, 13, 25)]
COMMANDS += ["money 10", "money -10", "fuel 0 1", "fuel 1 -1", "market 2 1", "sale 20", "sale 3"]
COMMANDS += ["step 2", "step 3", "phase building", "round 1", "players 4", "players 2", "own house"]
COMMANDS += [
    "rules classic germany",
    "rules recharged usa",
    "undo",
    "redo",
    "region midwest",
    "back",
]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(COMMANDS), max_size=25))
def test_the_editor_shows_what_the_questions_find_after_every_command(commands: list[str]) -> None:
    editor = new_editor()
    for command in commands:
        before = editor.text()
        is_done = editor.do(command)
        if not is_done:
            assert editor.text() == before
            assert editor.told.text
        position = parse_any_position(editor.text())
        state = position.table()
        assert full_facts(state) == full_facts(editor.state)
        route = cheapest_route(state, 0, [editor.cursor])
        said = texts(editor)
        if hasattr(route, "total"):
            assert f"{position.names[0]}: costs {route.total}, path {route.paths[0]}" in said
        else:
            owners = state.houses[state.board.places[editor.cursor]]
            assert 0 in owners or route.rule in said


def test_what_breaks_a_rule_is_named_and_changes_nothing() -> None:
    editor = done(new_editor(), "house 0")
    before = editor.text()
    for command, rule in (
        ("house 1", "PG-BUILD-04"),
        ("line A plants 8 13 20 25 30", "PG-AUC-16"),
        ("line A fuel coal 40", "PG-"),
        ("line A plants 99", "99"),
        ("line step 4", "4"),
        ("line B cities Atlantis", "Atlantis"),
        ("step 9", ""),
        ("focus 9", ""),
        ("money x", ""),
        ("fuel 9 1", ""),
        ("rules chess usa", ""),
        ("players 9", ""),
        ("region moon", ""),
        ("at nowhere", "nowhere"),
    ):
        assert not editor.do(command), command
        assert rule in f"{editor.told.rule} {editor.told.text}", (command, editor.told)
        assert editor.text() == before


def test_face_up_plants_are_chosen_one_by_one_until_they_are_possible() -> None:
    editor = done(new_editor(), "focus 3")
    for plant in (3, 4, 5):
        editor.do(f"sale {plant}")
    group = next(one for one in editor.groups() if "Face-up" in one.title)
    assert [offer.name for offer in group.offers if offer.is_on] == ["6", "7", "8", "9", "10"]
    for plant in (11, 12, 13):
        editor.do(f"sale {plant}")
    assert list(editor.state.plant_market) == [6, 7, 8, 9, 10, 11, 12, 13]


def test_answers_forms_and_continuations_hold() -> None:
    editor = PositionEditor(load_position("hand-written", None))
    for question in editor.questions():
        assert list(editor.answer(question))
    for form in editor.forms():
        assert editor.form(form)
    assert parse_any_position(editor.form("json")).facts == editor.position.facts
    editor.check_continuation("play")
    assert editor.continuation("play", "x") == [
        *("play", "powergrid", "--position", "x", "--players", "3")
    ]
    assert editor.continuation("keep", "x") == ["powergrid", "keep", "x"]
    assert "With 31 Elektro: 2 cities" in texts(editor)
    heads = {entry.head: entry for entry in editor.entries()}
    assert heads["round"].value == "4"
    assert (heads["step"].value, heads["step"].assumed) == ("", "1")
    wanted = to_position(editor.state, editor.position.names)
    editor.restore(editor.form("text"))
    assert to_position(editor.state, editor.position.names) == wanted


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (50, 30)])
@pytest.mark.parametrize("language", list(Language))
def test_cities_houses_and_money_are_entered_on_the_screen(
    size: tuple[int, int], language: Language, tmp_path: Path
) -> None:
    editor = new_editor()
    app = EditorApp(editor, Draft("powergrid", "", tmp_path), None)

    async def script(pilot: Any) -> None:
        await pilot.press(*"kie", "space", "right", "2", "tab", "greater_than_sign", "minus")
        assert editor.state.money == [50, 59, 50]
        assert editor.state.city_count == [1, 1, 0]
        assert "Kiel" in shown(app)
        await pilot.press("ctrl+z", "ctrl+z")
        assert editor.state.money == [50, 50, 50]
        app.post_message(Board.Picked(CITY_OF["Berlin"]))
        await pilot.pause()
        assert editor.cursor == CITY_OF["Berlin"]
        await pilot.press("colon", *"A money 43", "enter")
        assert editor.state.money[0] == 43
        await pilot.press("tab", "tab", "down", "up", "left")
        assert "F10" in shown(app)

    with use_language(language):
        driven(app, script, size)


@pytest.mark.slow
@pytest.mark.parametrize("is_phone", [True, False])
def test_the_page_is_usable_on_a_phone_and_at_a_desk(is_phone: bool, tmp_path: Path) -> None:
    size = (390, 844) if is_phone else (1280, 800)
    with served_beside(tmp_path) as beside, opened(*size, is_phone=is_phone) as page:
        server = beside.server
        page.goto(f"{server.base}/{server.house.host_key}/edit?game=powergrid")
        assert serious(page) == []
        page.locator("a.target[aria-label='Kiel']").dispatch_event("click")
        page.wait_for_selector("a.target.picked[aria-label='Kiel']")
        page.locator("button[value='house 1']").click()
        page.wait_for_selector("button[value='house 1'].on")
        page.locator("button[value='focus 3']").click()
        page.wait_for_selector("button[value='step 2']")
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert "Bia" in page.locator(".here").inner_text()


def test_a_position_is_entered_on_the_page(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        path = f"{server.house.host_key}/edit?game=powergrid"
        status, page = await server.get(f"{path}&at=city_{CITY_OF['Kiel']}")
        assert status == 200
        place = re.search(r'id="at-([^"]+)"[^>]*aria-label="Kiel"', page)
        assert place
        _, page = await server.post(path, {"at": place[1], "command": "house 1"})
        assert "house of Bia for 10" in page
        _, page = await server.post(path, {"at": place[1], "command": "house 2"})
        assert "PG-BUILD-04" in page
        _, page = await server.get(path)
        assert "house of Bia for 10" in page
        _, page = await server.get(f"{path}&ask=reach")
        assert "Elektro" in page

    running(tmp_path, script)


def test_the_cartel_is_put_into_its_six_cities_before_anything_else() -> None:
    editor = done(new_editor(), "players 2")
    assert PHASES[editor.state.phase] == "setup"
    assert not editor.do("phase building")
    assert "PG-CART-02" in editor.told.text
    for city in CARTEL_HOUSES:
        editor.point(CITY_OF[city])
        done(editor, f"house {CARTEL}")
    assert PHASES[editor.state.phase] == "auction"
    done(editor, f"house {CARTEL}")  # takes the last one away
    assert PHASES[editor.state.phase] == "setup"
    done(editor, f"house {CARTEL}")
    editor.point(CITY_OF["Essen"])
    done(editor, "phase building", "house 0")
    assert "Cartel" in texts(editor)
    assert editor.state.cartel_houses == 9
    done(editor, "house 0")
    assert editor.state.cartel_houses == 10
