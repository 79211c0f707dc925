"""The board of Eletrika in a pane: the view follows the new tiles, and mostly it stays."""

from typing import Any

from eletrika.actions import LayTile
from gridgames.show.registry import table_of
from gridgames.table.session import Session
from gridgames.wings.eletrika.screen.board import overview_size
from gridgames.wings.eletrika.screen.camera import covers
from gridgames.wings.eletrika.screen.hex_sprites import Window
from gridgames.wings.eletrika.screen.table import GameTable
from screens import recorded

# Beside the panels of terminals of 80x24, 100x30, 120x40, 160x50 and 200x55.
PANES = [(47, 20), (56, 25), (76, 35), (106, 44), (133, 49)]


def _window(table: GameTable) -> Window:
    window = table._camera.window
    assert window is not None
    return window


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
        picture = table.picture(*PANES[2])
        here = _window(table)
        actions += 1
        size = overview_size(table.scene, here.columns)
        for cell in table.scene.cells if actions % 9 == 0 else ():
            if here.shows(cell) and not (here.overview and covers(here.overview, size, here, cell)):
                assert picture.spot(*picture.where(cell)) == cell
        if isinstance(move.action, LayTile):
            assert here.shows(move.action.at), "the new tile is in view"
        shifts += before is not None and here != before
        before = here
    assert shifts < actions / 3, "mostly the view stays"
    assert before
    table.look(session.state_after(len(session.moves) - 1))
    table.picture(*PANES[2])
    assert _window(table).sprite is before.sprite, "a step back does not change the size"
