"""The editor of positions on the full screen: keys, clicks, typed lines, files and drafts."""

from pathlib import Path
from typing import Any

from eletrika.ruleset import Ruleset
from gridgames.screen.editing.application import EditorApp
from gridgames.screen.widgets.panels import Board
from gridgames.table.drafts import Draft
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from gridgames.wings.powergrid.companion.editing.editor import new_editor
from powergrid.tables import CITY_OF
from screens import driven, shown


def app_of(folder: Path, file: Path | None = None) -> EditorApp:
    return EditorApp(
        PositionEditor.begin(Ruleset()), Draft("eletrika", str(file or ""), folder), file
    )


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
        assert "not saved" in " ".join(shown(app).split())
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        await pilot.press("f10", "2", "enter")

    driven(app, leave, (50, 30))
    again = app_of(tmp_path)

    async def back(pilot: Any) -> None:
        assert "1,0" in again.editor.text()
        assert "Your unsaved position is back" in shown(again)
        await pilot.press("z")
        assert "1,0" not in again.editor.text()
        await pilot.press("y", "f10", "3")
        await pilot.pause()

    driven(again, back, (200, 55))
    assert Draft("eletrika", "", tmp_path).read() is None


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


def test_cities_houses_and_money_are_entered_by_keys_and_by_pointing(tmp_path: Path) -> None:
    editor = new_editor()
    app = EditorApp(editor, Draft("powergrid", "", tmp_path), None)

    async def script(pilot: Any) -> None:
        await pilot.press(*"kie", "space", "right", "2", "tab", "greater_than_sign", "minus")
        assert (editor.state.money, editor.state.city_count) == ([50, 59, 50], [1, 1, 0])
        assert "Kiel" in shown(app)
        await pilot.press("ctrl+z", "ctrl+z")
        assert editor.state.money == [50, 50, 50]
        app.post_message(Board.Picked(CITY_OF["Berlin"]))  # a click on the map
        await pilot.pause()
        assert editor.cursor == CITY_OF["Berlin"]
        await pilot.press("colon", *"A money 43", "enter")
        assert editor.state.money[0] == 43

    driven(app, script, (80, 24))
