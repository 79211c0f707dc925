"""The board of Eletrika in a pane: coloured hexagons in every phase, and nothing that jumps."""

from collections.abc import Iterator
from typing import Any

import pytest

from eletrika.actions import LayTile
from eletrika.state import OVER
from gridgames.show.registry import table_of
from gridgames.show.table import TextPicture
from gridgames.table.session import Session
from gridgames.wings.eletrika.screen.board import overview_size
from gridgames.wings.eletrika.screen.camera import covers
from gridgames.wings.eletrika.screen.hex_sprites import Window
from gridgames.wings.eletrika.screen.table import GameTable
from screens import recorded

# Beside the panels of terminals of 80x24, 100x30, 120x40, 160x50 and 200x55.
PANES = [(47, 20), (56, 25), (76, 35), (106, 44), (133, 49)]


def _steps(name: str) -> Iterator[GameTable]:
    """Yield the table of a played game after every third line of its record, and at its end."""
    played = recorded(f"eletrika/{name}", lambda _: False)
    session = Session(played.header, played.players)
    table = table_of(session.face, [player.name for player in session.players], session.state)
    assert isinstance(table, GameTable)
    for number, move in enumerate(played.moves):
        if move.action is not None:
            if number % 3 == 0:
                table.look(session.state)
                yield table
            session.act(move.action)
    table.look(session.state)
    assert session.state.phase == OVER
    yield table


def _colours(picture: TextPicture) -> list[tuple[int, int, int]]:
    """Return the background of each pixel that has one."""
    found = []
    for line in picture.lines:
        for text, style in line:
            code = style.rpartition("on #")[2][:6] if "on #" in style else ""
            if code:
                found += [tuple(int(code[at : at + 2], 16) for at in (0, 2, 4))] * len(text)
    return found


@pytest.mark.parametrize(("pane", "name"), [(PANES[0], "whole 4"), (PANES[2], "whole 3")])
def test_all_of_a_played_game_is_in_coloured_hexagons(name: str, pane: tuple[int, int]) -> None:
    sizes = []
    for table in _steps(name):
        scene = table.scene
        picture = table.picture(*pane)
        window = _window(table)
        assert (picture.width, len(picture.lines)) == pane
        assert {sum(len(text) for text, _ in line) for line in picture.lines} == {pane[0]}
        sizes.append(window.sprite)
        _check_places(table, picture, window)
        # Of the tiles in view, most pixels are coloured: they differ in red, green and blue.
        seen = [cell for cell in scene.lands if window.shows(cell)]
        coloured = sum(max(ink) - min(ink) > 20 for ink in _colours(picture))
        room = window.sprite.width * window.sprite.step // 2
        assert coloured > len(seen) * room * 0.3, "no grey blocks"
    assert [one.width for one in sizes] == sorted((one.width for one in sizes), reverse=True)


def _window(table: GameTable) -> Window:
    window = table._camera.window
    assert window is not None
    return window


def _check_places(table: GameTable, picture: TextPicture, window: Window) -> None:
    """The cursor is in view; what is drawn in view is also found there; the rest is on the map."""
    scene = table.scene
    assert table.cursor is None or window.shows(table.cursor)
    size = overview_size(scene, window.columns)
    for cell in scene.cells:
        if window.shows(cell) and not (
            window.overview and covers(window.overview, size, window, cell)
        ):
            assert picture.spot(*picture.where(cell)) == cell
        else:
            assert window.overview, "a part is out of view"
            assert cell != table.cursor
    if window.overview:
        left, top = window.overview
        spots = {
            picture.spot(x, y)
            for x in range(left, left + size[0])
            for y in range(top, top + size[1])
        }
        # Each dot is half a line high, so that a click finds one of two.
        assert len(spots & scene.cells) >= len(scene.cells) * 0.4


def test_the_view_follows_the_tiles_of_others() -> None:
    played = recorded("eletrika/whole 3", lambda _: False)
    session = Session(played.header, played.players)
    table: Any = table_of(session.face, ["Ana", "Bia", "Caio"], session.state)
    shifts = actions = 0
    before: Window | None = None
    for move in played.moves:
        if move.action is None:
            continue
        session.act(move.action)
        table.look(session.state, may_choose=False)
        table.picture(*PANES[2])
        here = _window(table)
        actions += 1
        if isinstance(move.action, LayTile):
            assert here.shows(move.action.at), "the new tile is in view"
        shifts += before is not None and here != before
        before = here
    assert shifts < actions / 3, "mostly the view stays"
    assert before
    table.look(session.state_after(len(session.moves) - 1))
    table.picture(*PANES[2])
    assert _window(table).sprite is before.sprite, "a step back does not change the size"
