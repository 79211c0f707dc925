"""The drawn board on the full screen: what reaches the terminal, and what stays there."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from rich.console import Console

from gridgames.screen.pictures import pane
from gridgames.screen.pictures.client import Job, PictureChanges
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.pictures.worker import LastPicture
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.panels import Panel
from gridgames.show.registry import GameChoice
from gridgames.table.settings import Settings
from gridgames.terminal.pictures.asking import Abilities
from gridgames.terminal.pictures.choice import Protocol, Way
from gridgames.terminal.pictures.colours import rows_of
from pixel_terminal import PixelTerminal
from screens import advanced, new_session
from sixels import percents

CELL = (4, 9)
WAY = Way(Protocol.SIXEL, Abilities("XTerm(379)", has_sixel=True, cell=CELL))
KITTY = Way(Protocol.KITTY, Abilities("kitty(0.26.5)", has_kitty=True, cell=CELL))
SIZE = (100, 30)
CONSOLE = Console(file=io.StringIO())


class Here:
    """The process that makes pictures, in this one."""

    def __init__(self) -> None:
        self._canvas = LastPicture()

    def make(self, job: Job) -> PictureChanges | None:
        return self._canvas.draw(job)

    def close(self) -> None:
        pass


def watched(
    app: Any, script: Callable[[Any, PixelTerminal], Awaitable[None]], monkeypatch: Any
) -> PixelTerminal:
    """Run an app whose terminal is one of pixels, and return that."""
    terminal = PixelTerminal(*SIZE, CELL)
    monkeypatch.setattr(pane, "Rasteriser", Here)
    monkeypatch.setattr(pane, "cell_now", lambda: CELL)

    def display(self: Any, screen: Any, update: Any) -> None:
        if update is not None and not self._batch_count and screen is self.screen:
            terminal.feed(update.render_segments(CONSOLE))

    monkeypatch.setattr(type(app), "_display", display, raising=False)

    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            await settled(pilot)
            await script(pilot, terminal)

    asyncio.run(asyncio.wait_for(run(), 120))
    return terminal


async def settled(pilot: Any) -> None:
    """Wait until the last picture is shown."""
    for _ in range(200):
        await pilot.pause(0.05)
        board = board_of(pilot.app)
        if not (board._is_busy or board._waiting) or not (board.is_drawn and board.region):
            break
    for _ in range(4):
        await pilot.pause(0.05)


def board_of(app: Any) -> DrawnBoard:
    return app.screen_stack[0].query_one(DrawnBoard)


def seen(app: Any, terminal: PixelTerminal) -> list[list[Any]]:
    """Return what the terminal shows where the board is."""
    left, top, columns, lines = board_of(app).region
    return terminal.pixels(left, top, columns, lines)


def wanted(app: Any) -> list[list[Any]]:
    """Return what it should show: the last picture, drawn as a whole."""
    board = board_of(app)
    canvas = board._maker._canvas
    return [[percents(canvas._palette[one]) for one in line] for line in rows_of(canvas._reduced)]


def game(name: str, way: Way = WAY, moves: int = 0) -> GameApp:
    session = advanced(name, moves) if moves else new_session(GameChoice(name), ("Ana", "Bia"))
    app = GameApp(session, None, pause=0, settings=Settings(motion=False))
    app.way = way
    return app


@pytest.mark.parametrize(("name", "moves"), [("powergrid", 40), ("eletrika", 12)])
def test_the_pane_shows_the_board(name: str, moves: int, monkeypatch: pytest.MonkeyPatch):
    app = game(name, moves=moves)

    async def script(pilot: Any, terminal: PixelTerminal) -> None:
        assert seen(app, terminal) == wanted(app)
        sent = terminal.sent
        for key in ("right", "tab"):
            await pilot.press(key)
            await settled(pilot)
            assert seen(app, terminal) == wanted(app)
        assert terminal.sent - sent < 2 * sent  # only what changed was sent
        sent = terminal.sent
        app.screen.refresh(layout=True)  # as for a panel of another height
        await settled(pilot)
        assert terminal.sent == sent
        if name == "eletrika":
            await pilot.press("f1")
            await settled(pilot)
            left = [one for line in seen(app, terminal) for one in line if isinstance(one, tuple)]
            assert not left  # text only: a picture would cover the dialog, or be cut by it
            await pilot.press("escape")
            await settled(pilot)
            assert seen(app, terminal) == wanted(app)
            size = (70, 24)
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert seen(app, terminal) == wanted(app)
            for (x, y), cell in terminal.cells.items():
                if isinstance(cell, list) and x < size[0] and y < size[1]:
                    assert board_of(app).region.contains(x, y), "nothing is left elsewhere"

    watched(app, script, monkeypatch)


@pytest.mark.parametrize("way", [WAY, KITTY])
def test_cards_lie_over_the_picture_and_leave_nothing_behind(way, monkeypatch):
    app = game("powergrid", way)

    async def script(pilot: Any, terminal: PixelTerminal) -> None:
        cards = app.screen.query_one("#cards", Panel)
        whole = seen(app, terminal)
        for width in ("100%", 20):
            cards.styles.width = width
            cards.display = True
            cards.show([[("cards", "")]] * 5)
            await settled(pilot)
            lines = seen(app, terminal)[:: CELL[1]]
            assert sum("cards" in "".join(map(str, line[:: CELL[0]])) for line in lines) == 5
            cards.display = False
            await settled(pilot)
            assert seen(app, terminal) == whole
            if way is WAY:
                assert whole == wanted(app)

    watched(app, script, monkeypatch)


def test_without_a_process_the_characters_stay(monkeypatch: pytest.MonkeyPatch):
    class Ended(Here):
        def make(self, _: Job) -> None:
            return None

    app = game("powergrid")
    monkeypatch.setattr(pane, "Rasteriser", Ended)

    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            await settled(pilot)
            assert not board_of(app).is_drawn
            assert board_of(app)._picture is not None

    asyncio.run(run())
