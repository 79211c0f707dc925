"""The page on which a position is entered: its requests, its keys, and a phone that taps."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from browsers import opened, serious
from eletrika.position import to_position
from eletrika.ruleset import Ruleset
from gridgames.sessions.record_files import replayed
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from pointing import keys_for
from served import Served, plain_text, running, served_beside

ORACLE = os.environ.get("GRIDGAMES_ORACLE")
GAME = "edit?game=eletrika"


async def command(server: Served, key: str, at: str, *commands: str) -> str:
    """Tap buttons one by one, and return the last page."""
    text = ""
    for one in commands:
        status, text = await server.post(f"{key}/{GAME}", {"at": at, "command": one})
        assert status == 200
    return text


def test_a_position_is_entered_and_survives_a_reload_and_a_restart(tmp_path: Path) -> None:
    keys = []

    async def enter(server: Served) -> None:
        key = server.house.host_key
        keys.append(key)
        status, page = await server.get(f"{key}/{GAME}&at=cell_1,0")
        assert status == 200
        assert "faces fit" in page
        page = await command(server, key, "cell_1,0", "take 1", "kind T", "owner W", "owner W")
        assert "Tower 1,0 (White&#39;s, 2 pawns) is dark" in page
        assert "EL-NRG-01" in page
        _, again = await server.get(f"{key}/{GAME}")
        assert "2 tiles, 1 structure" in again
        assert re.search(r'id="at-cell_1,0" class="target laid picked"', again)
        _, text = await server.get(f"{key}/{GAME}&form=full")
        assert "T:W2" in text
        _, text = await server.get(f"{key}/{GAME}&ask=check")
        assert "Energized: 0 of 1" in plain_text(text)
        status, text = await server.get(f"{key}/{GAME}&form=svg")
        assert (status, text[:4]) == (200, "<svg")
        _, text = await server.get(f"{key}/{GAME}&rule=EL-NRG-01")
        assert "Energized" in text

    async def look(server: Served) -> None:
        assert server.house.host_key == keys[0]
        _, page = await server.get(f"{keys[0]}/{GAME}")
        assert "2 tiles, 1 structure" in page
        page = await command(server, keys[0], "cell_1,0", "undo")
        assert "1 tile, 0 structures" in page

    running(tmp_path, enter)
    running(tmp_path, look)


def test_lines_and_texts_are_read_and_refused_with_the_reason(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        path = f"{server.house.host_key}/{GAME}"
        _, page = await server.post(path, {"line": "score W4 K7"})
        assert "W4 K7" in page
        _, page = await server.post(path, {"line": "score W"})
        assert "a number follows the owner" in page
        assert "W4 K7" in page
        _, page = await server.post(path, {"text": "Uk-Tw-S1-Pk-Cg"})
        assert "5 tiles, 5 structures" in page
        assert "Energized: 5 of 5" in page
        _, page = await server.post(path, {"text": "<script>"})
        assert "5 tiles, 5 structures" in page
        assert 'class="notice bad"' in page
        for bad in (
            "take 99",
            "edge",
            "edge xx",
            "kind Z",
            "owner",
            "go",
            "turn x",
            "at",
            "line",
            "",
        ):
            status, page = await server.post(path, {"at": "cell_99,0", "command": bad})
            assert status == 200
            assert "5 tiles, 5 structures" in page

    running(tmp_path, script)


def test_only_the_owner_of_a_key_edits_and_each_key_has_its_own(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika")
        seat, watcher = table.chairs[0].key, table.watch_key
        await command(server, server.house.host_key, "cell_1,0", "take 1")
        _, page = await server.get(f"{seat}/{GAME}")
        assert "1 tile, 0 structures" in page
        assert (await server.get(f"{watcher}/{GAME}"))[0] == 403
        assert (await server.get(f"{seat}/edit?game=chess"))[0] == 404
        assert (await server.get(f"{'x' * 24}/{GAME}"))[0] == 404
        _, lobby = await server.get(f"{server.house.host_key}/")
        assert "edit?game=eletrika" in lobby

    running(tmp_path, script)


@pytest.mark.slow
@pytest.mark.parametrize("is_phone", [True, False])
def test_a_table_is_entered_by_taps(is_phone: bool, tmp_path: Path) -> None:
    if ORACLE is None:
        pytest.skip("../shared")
    state = replayed(Path(ORACLE, "eletrika", "2p-greedy-9.jsonl"), 34, {}).state
    wanted = to_position(state)
    size = (390, 844) if is_phone else (1280, 800)
    with served_beside(tmp_path) as beside, opened(*size, is_phone=is_phone) as page:
        faults: list[Any] = []
        page.on("pageerror", lambda fault: faults.append(fault))  # noqa: PLW0108
        server = beside.server
        page.goto(f"{server.base}/{server.house.host_key}/{GAME}")
        assert serious(page) == []
        taps = 0
        for place, command in _taps(wanted, state.ruleset):
            if place:
                page.locator(f"[id='at-{place}']").dispatch_event("click")
                page.wait_for_selector(f"[id='at-{place}'].picked")
            else:
                before = page.locator("#page").get_attribute("data-count")
                page.locator(f"button[value='{command}']").first.click()
                page.wait_for_function(
                    "old => document.getElementById('page').dataset.count !== old", arg=before
                )
            taps += 1
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        assert f"{len(wanted.tiles)} tiles" in page.locator("#moment").inner_text()
        editor = beside.call(lambda: server.editors.of(server.house.host_key, "eletrika"))
        assert editor.position.structures == wanted.structures
        assert editor.position.markers == wanted.markers
        assert taps <= 120
        assert not faults


def _taps(wanted: Any, ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return the taps for a table: a place of the board, or else the command of a button."""
    editor = PositionEditor.begin(ruleset)
    found: list[tuple[str, str]] = []
    place = editor.place()
    do = editor.do

    def noted(one: str) -> bool:
        nonlocal place
        if not one.startswith("go "):
            if editor.place() != place:
                place = editor.place()
                found.append((place, ""))
            found.append(("", one))
        return do(one)

    editor.do = noted  # type: ignore[method-assign]
    list(keys_for(editor, wanted))
    return found
