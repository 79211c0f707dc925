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

from eletrika.position import Position, to_position
from eletrika.ruleset import Ruleset
from examples import examples
from gridgames.commands.app import app
from gridgames.page.drafts import Draft
from gridgames.show.draft import games_with_drafts
from gridgames.table.record_files import replayed
from gridgames.wings.eletrika.companion.draft import PositionTable
from gridgames.wings.powergrid.companion.draft import new_draft
from gridgames.wings.powergrid.companion.position_input import load_position
from pointing import STEPS, draft_at, keys_for, press
from powergrid.position_fields import full_facts
from powergrid.state import CARTEL
from powergrid.tables import CITY_OF
from powergrid_positions import CARTEL_HOUSES
from served import Served, plain_text, running

ORACLE = Path(os.environ.get("GRIDGAMES_ORACLE", "none"))
NINE = (
    "2p-compact-18", "2p-greedy-21", "2p-greedy-9", "3p-compact-19", "3p-greedy-10",
    "3p-greedy-34", "4p-compact-20", "4p-greedy-14", "4p-greedy-35",
)  # fmt: skip


def texts(draft: Draft) -> str:
    """Return all that a draft says now."""
    table = draft.table
    facts = (*table.here(), *table.summary(), *table.findings())
    return "\n".join(f"{fact.rule} {fact.text}" for fact in facts)


def pressed(keys: Iterable[str], ruleset: Ruleset | None = None) -> Draft:
    draft = draft_at(PositionTable.begin(ruleset or Ruleset()))
    for key in keys:
        assert press(draft, key), key
    return draft


def done(draft: Any, *commands: str) -> Any:
    """Return an draft after some commands, each of which is done."""
    for command in commands:
        assert draft.do(command), (command, draft.reply)
    return draft


def begun(*commands: str) -> Draft:
    """Return a draft of Power Grid after some commands."""
    return done(draft_at(new_draft()), *commands)


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


def choice(draft: Draft, title: str, place: int) -> str:
    """Return the entry of a choice at the cursor, by the beginning of its question."""
    menu = next(one for one in draft.table.menus() if one.title.startswith(title))
    return str(menu.choices[place].action)


# Eletrika


@pytest.mark.skipif(not ORACLE.is_dir(), reason="../shared")
@pytest.mark.parametrize("name", NINE)
def test_a_recorded_table_takes_at_most_90_keys_and_60_without_faces(name: str) -> None:
    wanted, ruleset = recorded(name)
    for faces, most in ((True, 90), (False, 60)):
        draft = pressed((), ruleset)
        keys = list(keys_for(draft, wanted, faces=faces))
        assert board(draft.desk.session.state, faces=faces) == board(wanted, faces=faces)
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
    draft = pressed(keys.split())
    assert [one for one in found if one not in draft.table.text() + texts(draft)] == []


def test_what_cannot_be_read_or_shown_changes_nothing() -> None:
    draft = pressed(["right", "1"])
    before = draft.table.text()
    for command in (
        *("score W", "nonsense", "turn X", "9,9 banana", "5,5", "", "light", "write x", "ask"),
        *("jump", "take 99", "at cell_9,9", "kind Z", "owner", "edge xx", "go", "<script>"),
    ):
        assert not draft.do(command) or draft.table.text() == before, command
        assert draft.table.text() == before
    for far in ("900,900 ?", "-500,0 13/1"):
        assert not draft.do(far)
        assert "too far apart" in draft.reply.text
    assert draft.table.text() == before
    assert draft.do("T   " * 38, is_whole=True)
    assert draft.table.picture(80, 24).lines
    assert done(draft, "undo").table.text() == before


@pytest.mark.parametrize(
    ("typed", "found"), [("13", "1,0    13/2"), ("13/4", "1,0    13/4"), ("13 T:W", "13/2   T:W")]
)
def test_a_tile_typed_alone_lies_at_the_cursor(typed: str, found: str) -> None:
    assert found in done(pressed(["right"]), typed).table.text()
    assert not pressed(()).do(typed), "the source stays"


KEYS = [*STEPS, *"utspcwkgrl.?f0123", "space", "enter", "delete", "backspace", "shift+left"]


@examples(1 / 3)
@given(st.lists(st.sampled_from(KEYS), min_size=9, max_size=30))
def test_the_draft_shows_what_check_finds(keys: list[str]) -> None:
    draft = pressed(())
    for key in keys:
        press(draft, key)
    words = ["eletrika", "check", "-", "--json"]
    found = json.loads(CliRunner().invoke(app, words, input=draft.table.text()).stdout)
    said = texts(draft)
    assert f"Energized: {len(found['lit'])} of {len(found['structures'])}" in said
    assert all(problem["rule"] in said for problem in found["problems"])
    lit = {name: sorted(cells) for name, cells in found["readings"].items()}
    assert ("In dispute" in said) == (len({*map(tuple, lit.values())}) > 1)


# Power Grid


def test_a_written_position_is_pointed_in_and_equals_the_recorded_one() -> None:
    wanted = load_position("hand-written", None)
    draft = begun("game recharged usa", "regions northeast, midwest, southeast")
    done(draft, "phase building", "round 4", "order B A C")
    table = draft.table
    for seat, cities in enumerate(wanted.facts["cities"]):
        for city in cities:
            for letter in re.sub(r"[^a-z]", "", city.lower()):
                if table.city != CITY_OF[city]:
                    done(draft, f"seek {letter}")
            done(draft, f"house {seat}")
            table.point(table.cursor)
    for seat, plants in enumerate(wanted.facts["plants"]):
        done(draft, f"focus {seat}")
        for plant in plants:
            offered = {one.text: one.action for one in draft.table.menus()[-1].choices}
            done(draft, offered[str(plant)])
        done(draft, f"{'ABC'[seat]} money {wanted.facts['money'][seat]}")
        for fuel, count in enumerate(wanted.facts["fuel"][seat]):
            for _ in range(count):
                done(draft, choice(draft, "Fuel of", 2 * fuel + 1))
    done(draft, "mercado carvão 18", "market coal 17, oil 12, garbage 9, uranium 3")
    done(draft, "plants 12 15 16 18 20 22 25 31", "stack 18")
    assert full_facts(table.state) == full_facts(wanted.table())
    assert table.problems == []
    assert "With 31 Elektro: 2 cities" in texts(done(draft, "focus 0"))
    assert list(table.answer("power"))
    assert all(map(table.form, table.forms()))


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("A plants 99", "99"),
        ("step 4", "4"),
        ("B cities Atlantis", "Atlantis"),
        ("at nowhere", "nowhere"),
        *((one, "") for one in ("step 9", "focus 9", "A money x", "A fuel x 1", "players 9")),
        *((one, "") for one in ("game chess usa", "regions moon")),
    ],
)
def test_what_cannot_be_read_is_named_and_changes_nothing(command: str, found: str) -> None:
    draft = begun("house 0")
    before = draft.table.text()
    assert not draft.do(command)
    assert found in draft.reply.text
    assert draft.table.text() == before


def test_the_cartel_is_put_into_its_six_cities_before_anything_else() -> None:
    draft = begun("players 2", "regions northwest, southwest, west")
    table = draft.table
    assert "phase setup" in table.text()
    for city in CARTEL_HOUSES:
        table.point(table.state.board.places[CITY_OF[city]])
        done(draft, f"house {CARTEL}")
    assert "phase auction" in table.text()
    done(draft, f"house {CARTEL}")
    assert "phase setup" in table.text(), "it takes the last one away"


# The page


def test_positions_are_entered_on_the_page_and_survive_a_restart(tmp_path: Path) -> None:
    assert sorted(games_with_drafts()) == ["eletrika", "powergrid"]
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
        for query, found in (("form=full", "T:W2"), ("ask=check", "Energized: 0 of 1")):
            status, page = await server.get(f"{path}&{query}")
            assert (status, found in page + plain_text(page)) == (200, True)
        await server.post(path, {"line": "score W4 K7"})
        _, page = await server.post(path, {"text": "<script>"})
        assert ('class="notice bad"' in page, "2 tiles, 1 structure" in page) == (True, True)
        for bad in ("take 99", "edge", "edge xx", "kind Z", "go", "at", "line", ""):
            status, page = await server.post(path, {"at": "cell_99,0", "command": bad})
            assert (status, "2 tiles, 1 structure" in page) == (200, True)
        path = f"{key}/edit?game=powergrid"
        _, page = await server.get(f"{path}&at=city_{CITY_OF['Kiel']}")
        place = re.search(r'id="at-([^"]+)"[^>]*aria-label="Kiel"', page)
        assert place
        for command, found in (
            ("house 1", "house of Bia for 10"),
            ("house 2", "PG-BUILD-04"),
            ("undo", "Kiel"),
        ):
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
