"""No size of the terminal ends a game, however odd."""

from typing import Any

import pytest

from gridgames.screen.play import GameApp
from powergrid.state import AUCTION
from screens import advanced, driven, recorded, shown

SIZES = [(1, 1), (3, 2), (20, 5), (45, 8), (45, 70), (79, 23), (300, 1), (300, 100)]


def in_phase(wanted: int) -> Any:
    return recorded("powergrid/whole 4", lambda state: state.phase == wanted and state.round >= 6)


@pytest.mark.parametrize(
    "session",
    [lambda: in_phase(AUCTION), lambda: advanced("eletrika", 40)],
    ids=["powergrid", "eletrika"],
)
def test_a_window_may_have_any_size(session: Any) -> None:
    app = GameApp(session(), None, pause=0)

    async def script(pilot: Any) -> None:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.resize_terminal(100, 30)
        for _ in range(200):
            if "F1" in shown(app):
                return
            await pilot.pause(0.02)
        raise AssertionError(shown(app))

    driven(app, script, (100, 30), is_painted=True)
