"""The editor of positions on the full screen: keys, clicks, typed lines, files and drafts."""

from pathlib import Path
from typing import Any

from eletrika.ruleset import Ruleset
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.panels import Board
from gridgames.table.draft import DraftPolicy
from gridgames.wings.eletrika.companion.draft import PositionTable
from gridgames.wings.powergrid.companion.draft import new_draft
from powergrid.tables import CITY_OF
from screens import driven, shown


def app_of(folder: Path, file: Path | None = None) -> GameApp:
    return GameApp(DraftPolicy(PositionTable.begin(Ruleset()), file, folder=folder).session)


def test_it_is_saved_and_written_over_only_if_wanted(tmp_path: Path) -> None:
    app, file, other = app_of(tmp_path / "drafts"), tmp_path / "new.eletrika", tmp_path / "old.txt"
    other.write_text("precious")

    async def script(pilot: Any) -> None:
        await pilot.press("right", "space", "ctrl+s")
        app.line.value = f"write {tmp_path}/no/such full"
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be written" in " ".join(shown(app).split())
        app.line.value = f"write {file} full"
        await pilot.press("enter")
        await pilot.pause()
        assert file.read_text() == app.table.text()
        assert not app.draft.is_changed
        await pilot.press("colon")
        app.line.value = f"write {other} json"
        await pilot.press("enter")
        await pilot.pause()
        assert "exists; with ! at the end" in " ".join(shown(app).split())
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
        await pilot.press("f10", "enter")

    driven(app, leave, (50, 30))
    again = app_of(tmp_path)

    async def back(pilot: Any) -> None:
        assert "1,0" in again.table.text()
        assert "Your unsaved position is back" in shown(again)
        await pilot.press("z")
        assert "1,0" not in again.table.text()
        await pilot.press("f10")
        await pilot.pause()

    driven(again, back, (200, 55))
    thrown = app_of(tmp_path)

    async def throw(pilot: Any) -> None:
        await pilot.press("right", "space", "f10")
        await pilot.pause()
        assert [*tmp_path.iterdir()]
        await pilot.press("2")
        await pilot.pause()

    driven(thrown, throw, (50, 30))
    assert thrown.return_code == 0
    assert [*tmp_path.iterdir()] == []


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
        await pilot.press("escape", "f4", "8")
        await pilot.pause()
        assert "hand, stack and turn are needed" in " ".join(shown(app).split())
        for line in ("hand W5 K5", "stack 29", "turn W"):
            app.do_line(line)
        await pilot.press("f9", "f4", "8")
        await pilot.pause()

    driven(app, script, (120, 40))
    assert app.draft.follows == ["play", "eletrika", "--position", str(file), "--players", "2"]
    assert file.is_file()


def test_a_broken_draft_folder_is_told_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    app = app_of(tmp_path / "file")

    async def script(pilot: Any) -> None:
        await pilot.press("right", "space")
        assert "1,0" in app.table.text()
        assert "Not saved: " in shown(app)

    driven(app, script, (80, 24))


def test_cities_houses_and_money_are_entered_by_keys_and_by_pointing() -> None:
    app = GameApp(DraftPolicy(new_draft()).session)
    table: Any = app.table

    async def script(pilot: Any) -> None:
        await pilot.press(*"kie", "space", "right", "2", "tab", "greater_than_sign", "minus")
        assert (table.state.money, table.state.city_count) == ([50, 59, 50], [1, 1, 0])
        assert "Kiel" in shown(app)
        await pilot.press("ctrl+z", "ctrl+z")
        assert table.state.money == [50, 50, 50]
        berlin = table.state.board.places[CITY_OF["Berlin"]]
        app.post_message(Board.Picked(berlin))  # a click on the map
        await pilot.pause()
        assert table.cursor == berlin
        await pilot.press("colon", *"A money 43", "enter")
        assert table.state.money[0] == 43

    driven(app, script, (80, 24))
