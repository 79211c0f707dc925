"""The editor of positions on the full screen: keys, clicks, typed lines, files and drafts."""

import os
from pathlib import Path
from typing import Any

import pytest

from eletrika.position import to_position
from eletrika.ruleset import Ruleset
from gridgames.editing.drafts import Draft
from gridgames.languages.language import Language, use_language
from gridgames.screen.editing.application import EditorApp
from gridgames.screen.widgets.panels import Board
from gridgames.sessions.record_files import replayed
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from pointing import keys_for
from screens import driven, shown

ORACLE = os.environ.get("GRIDGAMES_ORACLE")
SIZES = [(80, 24), (120, 40), (200, 55), (50, 30)]


def app_of(folder: Path, file: Path | None = None) -> EditorApp:
    return EditorApp(
        PositionEditor.begin(Ruleset()), Draft("eletrika", str(file or ""), folder), file
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", list(Language))
def test_a_tile_is_laid_and_built_on_by_keys(
    size: tuple[int, int], language: Language, tmp_path: Path
) -> None:
    app = app_of(tmp_path)

    async def script(pilot: Any) -> None:
        await pilot.press("right", "r", "1", "t", "w", "w", "left")
        await pilot.press("right")
        found = shown(app)
        assert app.editor.text().splitlines()[1].endswith("T:W2")
        assert "EL-NRG-01" in found
        assert "F10" in found
        assert "(T)" in found

    with use_language(language):
        driven(app, script, size)


@pytest.mark.skipif(ORACLE is None, reason="../shared")
def test_a_recorded_table_is_entered_with_the_keys_of_the_screen(tmp_path: Path) -> None:
    assert ORACLE
    state = replayed(Path(ORACLE, "eletrika", "4p-greedy-14.jsonl"), 33, {}).state
    wanted = to_position(state)
    keys = list(keys_for(PositionEditor.begin(state.ruleset), wanted))
    app = app_of(tmp_path)

    async def script(pilot: Any) -> None:
        await pilot.press(*keys)
        editor: Any = app.editor
        assert editor.position.structures == wanted.structures
        assert editor.position.markers == wanted.markers
        assert {cell: land.edges for cell, land in editor.position.tiles.items()} == {
            cell: land.edges for cell, land in wanted.tiles.items()
        }

    driven(app, script, (80, 24))


def test_clicks_choose_the_place_the_face_and_the_pieces(tmp_path: Path) -> None:
    app = app_of(tmp_path)

    async def script(pilot: Any) -> None:
        board = app.query_one(Board)
        app.post_message(Board.Picked((1, 0)))
        await pilot.pause()
        assert app.editor.cursor == (1, 0)
        assert board.spot_at(0, 0) is not None
        lines = shown(app).splitlines()
        y = next(number for number, line in enumerate(lines) if "  1  " in line)
        x = lines[y].rindex("  1  ") + 2
        await pilot.click(offset=(x, y))
        await pilot.pause()
        assert len(app.editor.position.tiles) == 2
        lines = shown(app).splitlines()
        y = next(number for number, line in enumerate(lines) if "T Tower" in line)
        await pilot.click(offset=(lines[y].index("T Tower"), y))
        await pilot.pause()
        assert "T\n" in app.editor.text()
        for _ in range(2):
            app.post_message(Board.Picked((0, 1)))
            await pilot.pause()
        assert app.editor.text().endswith("0,1    ?\n")

    driven(app, script, (120, 40))


def test_a_line_is_typed_and_a_refused_one_stays_for_correction(tmp_path: Path) -> None:
    app = app_of(tmp_path)

    async def script(pilot: Any) -> None:
        await pilot.press("colon", *"score W", "enter")
        await pilot.pause()
        assert app.line.value == "score W"
        assert "a number follows the owner" in " ".join(shown(app).split())
        await pilot.press("4", "enter")
        await pilot.pause()
        assert not app.line.has_focus
        assert "score W4" in app.editor.text()
        await pilot.press("colon", "x", "escape")
        assert app.line.value == ""

    driven(app, script, (80, 24))


def test_it_is_saved_and_written_over_only_if_wanted(tmp_path: Path) -> None:
    app, file, other = app_of(tmp_path / "drafts"), tmp_path / "new.eletrika", tmp_path / "old.txt"
    other.write_text("precious")

    async def script(pilot: Any) -> None:
        await pilot.press("right", "space", "ctrl+s")
        app.line.value = str(tmp_path / "no" / "such")
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be written" in " ".join(shown(app).split())
        app.line.value = str(file)
        await pilot.press("enter")
        await pilot.pause()
        assert file.read_text() == app.editor.text()
        assert not app.editor.is_changed
        await pilot.press("f6", "5")
        await pilot.pause()
        app.line.value = str(other)
        await pilot.press("enter")
        await pilot.pause()
        assert "Write over it?" in " ".join(shown(app).split())
        await pilot.press("n")
        await pilot.pause()
        assert other.read_text() == "precious"
        await pilot.press("escape", "right", "f10")
        await pilot.pause()

    driven(app, script, (80, 24))
    assert app.return_code == 0


def test_what_was_not_saved_is_back_at_the_next_start(tmp_path: Path) -> None:
    app = app_of(tmp_path)

    async def leave(pilot: Any) -> None:
        await pilot.press("right", "space", "f10")
        await pilot.pause()
        assert "not saved" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        await pilot.press("f10", "2", "enter")

    driven(app, leave, (80, 24))
    again = app_of(tmp_path)

    async def back(pilot: Any) -> None:
        assert "1,0" in again.editor.text()
        assert "Your unsaved position is back" in shown(again)
        await pilot.press("z")
        assert "1,0" not in again.editor.text()
        await pilot.press("y", "f10", "3")
        await pilot.pause()

    driven(again, back, (80, 24))
    third = app_of(tmp_path)

    async def fresh(pilot: Any) -> None:
        del pilot
        assert "1,0" not in third.editor.text()

    driven(third, fresh, (80, 24))


def test_the_answers_are_shown_and_a_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "table.eletrika"
    app = app_of(tmp_path, file)

    async def script(pilot: Any) -> None:
        await pilot.press("f", "right", "u", "f2")
        await pilot.pause()
        assert "Energized: 0 of 1" in shown(app)
        await pilot.press("escape", "f4", "6")
        await pilot.pause()
        assert "bot" in shown(app)
        await pilot.press("escape", "f3")
        await pilot.pause()
        assert "EL-NRG-01" in shown(app)
        await pilot.press("escape", "f6", "1")
        await pilot.pause()
        assert "hand, stack and turn are needed" in " ".join(shown(app).split())
        for line in ("hand W5 K5", "stack 29", "turn W"):
            app.do(f"line {line}")
        await pilot.press("f6", "1")
        await pilot.pause()

    driven(app, script, (120, 40))
    assert app.answer == ["play", "eletrika", "--position", str(file), "--players", "2"]
    assert file.is_file()


def test_a_broken_draft_folder_is_told_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    app = EditorApp(PositionEditor.begin(Ruleset()), Draft("eletrika", "", tmp_path / "file"), None)

    async def script(pilot: Any) -> None:
        await pilot.press("right", "space")
        assert "1,0" in app.editor.text()
        assert "The draft cannot be written" in shown(app)

    driven(app, script, (80, 24))
