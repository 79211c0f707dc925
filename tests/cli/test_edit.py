"""Entering positions: keys, buttons and lines in, a position out; plain text is in transcripts."""

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from browsers import opened, serious
from eletrika.position import Position, to_position
from eletrika.ruleset import Ruleset
from examples import examples
from gridgames.commands.app import app
from gridgames.table.editor import games_with_editors
from gridgames.table.record_files import replayed
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from gridgames.wings.powergrid.companion.editing.editor import new_editor
from gridgames.wings.powergrid.companion.position_input import load_position
from pointing import STEPS, keys_for
from powergrid.position_fields import full_facts
from powergrid.state import CARTEL
from powergrid.tables import CITY_OF
from powergrid_positions import CARTEL_HOUSES
from served import Served, plain_text, running, served_beside

ORACLE = Path(os.environ.get("GRIDGAMES_ORACLE", "none"))
NINE = (
    "2p-compact-18", "2p-greedy-21", "2p-greedy-9", "3p-compact-19", "3p-greedy-10",
    "3p-greedy-34", "4p-compact-20", "4p-greedy-14", "4p-greedy-35",
)  # fmt: skip
SIGNS = {".": "full_stop", "?": "question_mark"}


def texts(editor: Any) -> str:
    """Return all that an editor says now."""
    facts = (*editor.here(), *editor.summary(), *editor.findings())
    return "\n".join(f"{fact.rule} {fact.text}" for fact in facts)


def pressed(keys: Iterable[str]) -> PositionEditor:
    editor = PositionEditor.begin(Ruleset())
    for key in keys:
        assert editor.press(SIGNS.get(key, key)), key
    return editor


def done(editor: Any, *commands: str) -> Any:
    """Return an editor after some commands, each of which is done."""
    for command in commands:
        assert editor.do(command), (command, editor.told)
    return editor


def recorded(name: str) -> tuple[Position, Ruleset]:
    """Return the board of an oracle game once 20 tiles lie on it."""
    for at in range(20, 200):
        found = replayed(ORACLE / "eletrika" / f"{name}.jsonl", at, {})
        if len(found.state.laid) == 20:
            return to_position(found.state), found.state.ruleset
    raise AssertionError(name)


def board(position: Position, *, faces: bool) -> Any:
    """Return what lies on the table."""
    tiles = {cell: (land.tile, land.edges) for cell, land in position.tiles.items()}
    return (tiles if faces else {*tiles}), position.structures, position.markers


# Eletrika


@pytest.mark.skipif(not ORACLE.is_dir(), reason="../shared")
@pytest.mark.parametrize("name", NINE)
def test_a_recorded_table_takes_at_most_90_keys_and_60_without_faces(name: str) -> None:
    wanted, ruleset = recorded(name)
    for faces, most in ((True, 90), (False, 60)):
        editor = PositionEditor.begin(ruleset)
        keys = list(keys_for(editor, wanted, faces=faces))
        assert board(editor.position, faces=faces) == board(wanted, faces=faces)
        assert len(keys) <= most


@pytest.mark.rule("EL-TILE-02", "EL-COMP-01")
@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("f right t w", ["T:W\n"]),
        ("f right t w w", ["T:W2\n"]),
        ("f right t w w w", ["T\n"]),
        ("f right r r", ["*R2\n"]),
        ("f right r right r", ["*R1\n", "*R2\n"]),
        ("f right c right u left", ["EL-CONN-03"]),
        ("pageup u u p", ["1,-1   35"]),
        ("right . r t . r p", ["EL-TILE-02", "1,0: tile "]),
        ("pageup s backspace u u p", ["1,-1   35"]),
        ("pageup s delete u u p", ["1,-1   35"]),
        ("down l l l s s c", ["EL-COMP-01 no tile left in the table has the edges lllssc"]),
        ("right 1 t w w delete", ["0,0    src\n1,0    1\n"]),
    ],
)
def test_keys_lay_tiles_structures_pawns_and_markers(keys: str, found: list[str]) -> None:
    editor = pressed(keys.split())
    assert [one for one in found if one not in editor.text() + texts(editor)] == []


@pytest.mark.rule("EL-TILE-02", "EL-COMP-01")
@pytest.mark.parametrize("cell", ["1,0", "1,1"])
def test_six_edges_in_a_row_mean_the_six_edges(cell: str) -> None:
    """Edges that a neighbour has made known may be typed again, also when the tile lies already."""
    editor = pressed(())
    done(editor, *(["line 1,0 7/1", "line 0,1 8/0"] if cell == "1,1" else []), f"at cell_{cell}")
    assert editor.faces
    for one in editor.faces.fitting[::23]:
        editor.point(editor.cursor)
        for letter in one.edges:
            editor.press(SIGNS.get(letter, letter))
        land = editor.position.tiles[editor.cursor]
        assert (land.tile, land.edges) == (one.tile, one.edges)
        assert editor.cursor not in editor.position.structures | editor.position.markers
        editor.press("t")
        assert editor.cursor in editor.position.structures, "from then on keys are structures"
        editor.press("delete")
        editor.press("delete")


@pytest.mark.parametrize(
    ("lines", "at", "found"),
    [
        (
            "1,0 ? T;1,-1 ? T;2,-1 ? U", "1,0",
            "EL-SHORT-01 three structures that all touch make a short circuit: 1,-1 2,-1",
        ),
        ("1,0 35;1,-1 35", "1,0", "EL-COMP-01"),
        ("hand W6", "0,0", "EL-COMP-02"),
        (
            "1,0 rrrrrr;0,1 llllll;-1,2 r.r.r.;-2,2 llllll;-2,1 rrrrrr;-1,0 ......", "-1,1",
            "No remaining tile has these edges: E lake (0,1)",
        ),
    ],
)  # fmt: skip
def test_a_broken_table_is_told_at_the_place(lines: str, at: str, found: str) -> None:
    editor = done(pressed(()), *(f"line {line}" for line in lines.split(";")), f"at cell_{at}")
    assert found in texts(editor)


def test_what_cannot_be_read_or_shown_changes_nothing() -> None:
    editor = pressed(["right", "1"])
    before = editor.text()
    for command in (
        *("line score W", "line nonsense", "line turn X", "line 9,9 banana", "line 5,5", "line"),
        *("jump", "take 99", "at cell_9,9", "kind Z", "owner", "edge xx", "go", "text <script>"),
    ):
        assert not editor.do(command) or editor.text() == before, command
        assert editor.text() == before
    for far in ("900,900 ?", "-500,0 13/1"):
        assert not editor.do(f"line {far}")
        assert "too far apart" in editor.told.text
    assert editor.text() == before
    done(editor, f"text {'T   ' * 38}")
    assert editor.picture(80, 24, 0).lines
    assert done(editor, "undo").text() == before


KEYS = [*STEPS, *"utspcwkgrl.?f0123", "space", "enter", "delete", "backspace", "shift+left"]


@examples(1 / 3)
@given(st.lists(st.sampled_from(KEYS), min_size=9, max_size=30))
def test_the_editor_shows_what_check_finds(keys: list[str]) -> None:
    editor = PositionEditor.begin(Ruleset())
    for key in keys:
        editor.press(SIGNS.get(key, key))
    words = ["eletrika", "check", "-", "--json"]
    found = json.loads(CliRunner().invoke(app, words, input=editor.text()).stdout)
    said = texts(editor)
    assert f"Energized: {len(found['lit'])} of {len(found['structures'])}" in said
    assert all(problem["rule"] in said for problem in found["problems"])
    lit = {name: sorted(cells) for name, cells in found["readings"].items()}
    assert ("In dispute" in said) == (len({*map(tuple, lit.values())}) > 1)


# Power Grid


def test_a_written_position_is_pointed_in_and_equals_the_recorded_one() -> None:
    wanted = load_position("hand-written", None)
    editor = done(new_editor(), "rules recharged usa", "line regions northeast, midwest, southeast")
    done(editor, "phase building", "line round 4", "line order B A C")
    for seat, cities in enumerate(wanted.facts["cities"]):
        for city in cities:
            for letter in re.sub(r"[^a-z]", "", city.lower()):
                if editor.cursor != CITY_OF[city]:
                    done(editor, f"seek {letter}")
            done(editor, f"house {seat}")
            editor.point(editor.cursor)
    for seat, plants in enumerate(wanted.facts["plants"]):
        done(editor, f"focus {seat}", *(f"own {plant}" for plant in plants))
        done(editor, f"money {wanted.facts['money'][seat] - 50}")
        for fuel, count in enumerate(wanted.facts["fuel"][seat]):
            done(editor, *[f"fuel {fuel} 1"] * count)
    done(editor, "line mercado carvão 18", "line market coal 17, oil 12, garbage 9, uranium 3")
    done(editor, "line plants 12 15 16 18 20 22 25 31", "line stack 18")
    assert full_facts(editor.state) == full_facts(wanted.table())
    assert "With 31 Elektro: 2 cities" in texts(done(editor, "focus 0"))
    assert list(editor.answer("power"))
    assert all(map(editor.form, editor.forms()))


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ("house 1", "PG-BUILD-04"),
        ("line A plants 8 13 20 25 30", "PG-AUC-16"),
        ("line A fuel coal 40", "PG-"),
        ("line A plants 99", "99"),
        ("line step 4", "4"),
        ("line B cities Atlantis", "Atlantis"),
        ("at nowhere", "nowhere"),
        *((one, "") for one in ("step 9", "focus 9", "money x", "fuel 9 1", "players 9")),
        *((one, "") for one in ("rules chess usa", "region moon")),
    ],
)
def test_what_breaks_a_rule_is_named_and_changes_nothing(command: str, rule: str) -> None:
    editor = done(new_editor(), "house 0")
    before = editor.text()
    assert not editor.do(command)
    assert rule in f"{editor.told.rule} {editor.told.text}"
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


def test_the_cartel_is_put_into_its_six_cities_before_anything_else() -> None:
    editor = done(new_editor(), "players 2")
    assert "phase setup" in editor.text()
    assert not editor.do("phase building")
    assert "PG-CART-02" in editor.told.text
    for city in CARTEL_HOUSES:
        editor.point(CITY_OF[city])
        done(editor, f"house {CARTEL}")
    assert "phase auction" in editor.text()
    assert "phase setup" in done(editor, f"house {CARTEL}").text()  # takes the last one away
    done(editor, f"house {CARTEL}")
    editor.point(CITY_OF["Essen"])
    assert "Cartel" in texts(done(editor, "phase building", "house 0"))
    assert editor.state.cartel_houses == 9
    assert done(editor, "house 0").state.cartel_houses == 10


# Both games


# The page


def test_positions_are_entered_on_the_page_and_survive_a_restart(tmp_path: Path) -> None:
    assert sorted(games_with_editors()) == ["eletrika", "powergrid"]
    keys = []

    async def enter(server: Served) -> None:
        key = server.house.host_key
        keys.append(key)
        path = f"{key}/edit?game=eletrika"
        assert "faces fit" in (await server.get(f"{path}&at=cell_1,0"))[1]
        for command in ("take 1", "kind T", "owner W", "owner W"):
            _, page = await server.post(path, {"at": "cell_1,0", "command": command})
        assert "Tower 1,0 (White&#39;s, 2 pawns) is dark" in page
        assert "EL-NRG-01" in page
        assert re.search(r'id="at-cell_1,0" class="target laid picked"', page)
        for query, found in (
            ("form=full", "T:W2"),
            ("ask=check", "Energized: 0 of 1"),
            ("form=svg", "<svg"),
            ("rule=EL-NRG-01", "Energized"),
        ):
            status, page = await server.get(f"{path}&{query}")
            assert (status, found in page + plain_text(page)) == (200, True)
        _, page = await server.post(path, {"line": "score W4 K7"})
        _, page = await server.post(path, {"line": "score W"})
        assert ("a number follows the owner" in page, "W4 K7" in page) == (True, True)
        _, page = await server.post(path, {"text": "<script>"})
        assert ('class="notice bad"' in page, "2 tiles, 1 structure" in page) == (True, True)
        for bad in ("take 99", "edge", "edge xx", "kind Z", "go", "at", "line", ""):
            status, page = await server.post(path, {"at": "cell_99,0", "command": bad})
            assert (status, "2 tiles, 1 structure" in page) == (200, True)
        path = f"{key}/edit?game=powergrid"
        _, page = await server.get(f"{path}&at=city_{CITY_OF['Kiel']}")
        place = re.search(r'id="at-([^"]+)"[^>]*aria-label="Kiel"', page)
        assert place
        for command, found in (("house 1", "house of Bia for 10"), ("house 2", "PG-BUILD-04")):
            _, page = await server.post(path, {"at": place[1], "command": command})
            assert found in page
        assert "Elektro" in (await server.get(f"{path}&ask=reach"))[1]
        table = server.table("eletrika")
        _, page = await server.get(f"{table.chairs[0].key}/edit?game=eletrika")
        assert "1 tile, 0 structures" in page, "each key has its own"
        for path, status in (
            (f"{table.watch_key}/edit?game=eletrika", 403),
            (f"{table.chairs[0].key}/edit?game=chess", 404),
            (f"{'x' * 24}/edit?game=eletrika", 404),
        ):
            assert (await server.get(path))[0] == status
        assert "edit?game=eletrika" in (await server.get(f"{key}/"))[1]

    async def look(server: Served) -> None:
        assert server.house.host_key == keys[0]
        path = f"{keys[0]}/edit?game=eletrika"
        assert "2 tiles, 1 structure" in (await server.get(path))[1]
        _, page = await server.post(path, {"at": "cell_1,0", "command": "undo"})
        assert "W4 K7" not in page

    running(tmp_path, enter)
    running(tmp_path, look)


@pytest.mark.slow
@pytest.mark.parametrize("is_phone", [True, False])
def test_pages_are_tapped_and_fit_the_screen(is_phone: bool, tmp_path: Path) -> None:
    size = (390, 844) if is_phone else (1280, 800)
    with served_beside(tmp_path) as beside, opened(*size, is_phone=is_phone) as page:
        faults: list[Any] = []
        page.on("pageerror", lambda fault: faults.append(fault))  # noqa: PLW0108
        key = beside.server.house.host_key

        def fits(game: str) -> None:
            page.goto(f"{beside.server.base}/{key}/edit?game={game}")
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        fits("powergrid")
        page.locator("a.target[aria-label='Kiel']").dispatch_event("click")
        page.wait_for_selector("a.target.picked[aria-label='Kiel']")
        page.locator("button[value='house 1']").click()
        page.wait_for_selector("button[value='house 1'].on")
        assert "Bia" in page.locator(".here").inner_text()
        fits("eletrika")
        page.locator("[id='at-cell_1,0']").dispatch_event("click")
        page.wait_for_selector("[id='at-cell_1,0'].picked")
        assert faults == []
