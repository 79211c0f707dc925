"""The drawn board on the full screen: what reaches the terminal, and what stays there."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PIL import Image
from rich.console import Console

from gridgames.games.drawing.images import png_of
from gridgames.games.registry import Choice
from gridgames.screen.pictures import pane
from gridgames.screen.pictures.client import Line, Made
from gridgames.screen.pictures.jobs import Job
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.pictures.strips import PictureRow, PictureStrip, Shown
from gridgames.screen.pictures.worker import Canvas
from gridgames.screen.play import GameApp
from gridgames.screen.replay import ReplayApp
from gridgames.screen.widgets.panels import Panel
from gridgames.sessions.settings import Settings
from gridgames.terminal.pictures.asking import Abilities
from gridgames.terminal.pictures.choice import Protocol, Way
from gridgames.terminal.pictures.colours import rows_of
from pixel_terminal import PixelTerminal
from screens import advanced, new_session
from sixels import painted, percents

CELL = (4, 9)
WAY = Way(Protocol.SIXEL, Abilities("XTerm(379)", has_sixel=True, cell=CELL))
KITTY = Way(Protocol.KITTY, Abilities("kitty(0.26.5)", has_kitty=True, cell=CELL))
SIZE = (100, 30)
CONSOLE = Console(file=io.StringIO())


# Strips


def row(colours: str, before: PictureRow | None = None, changes: bytes = b"") -> PictureRow:
    """Return a line of three rows of pixels, two pixels for each character of ``colours``."""
    pixels = [bytes(int(one) for one in colours for _ in range(2))] * 3
    blocks = bytes(40 * int(one) for one in colours for _ in range(3)) * 2
    palette = [(0, 0, 0), (255, 0, 0), (0, 0, 255), (255, 255, 255)]
    return PictureRow(Line(pixels, changes, blocks), palette, 2, 1000, before)


def text_of(strip: Any) -> str:
    return "".join(segment.text for segment in strip)


def test_a_strip_is_cut_like_text():
    strip = PictureStrip(row("001122"), {}, 0)
    assert strip.cell_length == 6
    assert text_of(strip) == "▀" * 6
    parts = strip.divide([2, 4, 6])
    assert [part.cell_length for part in parts] == [2, 2, 2]
    shown = [painted(part.render(CONSOLE)[2:-6].encode()) for part in parts]
    assert [{*one[0]} for one in shown] == [{(0, 0, 0)}, {(100, 0, 0)}, {(0, 0, 100)}]
    assert strip.crop(0, 6) is strip
    assert strip.crop(1, 5).crop(1, 3).cell_length == 2
    assert not strip.crop(3, 3).cell_length


def test_a_strip_sends_only_what_is_new():
    shown: Shown = {}
    first = row("0011")
    whole = PictureStrip(first, shown, 3).render(CONSOLE)
    assert whole.startswith("\x1b7\x1bP")
    assert PictureStrip(first, shown, 3).render(CONSOLE) == "\x1b[4C"
    second = row("0012", first, b"changes")
    assert PictureStrip(second, shown, 3).render(CONSOLE) == "changes"
    third = row("0010", row("3333", second, b"never shown"), b"changes")
    assert PictureStrip(third, shown, 3).render(CONSOLE).startswith("\x1b7\x1bP")
    shown.clear()  # a dialog covered it
    assert PictureStrip(third, shown, 3).render(CONSOLE).startswith("\x1b7\x1bP")


# The worker


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}">{body}</svg>'
RED = '<circle cx="20" cy="20" r="12" fill="#d03040"/>'
BLUE = '<rect x="60" y="40" width="30" height="9" fill="#2040f0"/>'


def job(number: int, area: Any, body: str, *, is_whole: bool, most: int = 1000) -> Job:
    text = SVG.format(w=area[2], h=area[3], body=body)
    return Job(
        number, (100, 54), is_whole, [(area, text)], [], CELL, most, [(208, 48, 64), (32, 64, 240)]
    )


def test_changes_lead_from_one_picture_to_the_next():
    canvas, terminal = Canvas(), PixelTerminal(25, 6, CELL)

    def shown(made: Made) -> None:
        for y, line in made.lines.items():
            terminal.feed(f"\x1b[{y + 1};1H{line.changes.decode()}|")
            assert terminal.cells.pop((25, y)) == "|"  # the cursor is behind the line

    ground = '<rect width="100%" height="100%" fill="#101010"/>'
    first = canvas.draw(job(1, (0, 0, 100, 54), ground + RED, is_whole=True))
    assert sorted(first.lines) == list(range(6))
    shown(first)
    moved = f'<g transform="translate(-56 -36)">{ground}{BLUE}</g>'.replace('="100%"', '="999"')
    second = canvas.draw(job(2, (56, 36, 40, 18), moved, is_whole=False))
    assert sorted(second.lines) == [4, 5]
    assert len(second.lines[4].changes) < 200
    shown(second)
    image = Image.open(
        io.BytesIO(png_of(SVG.format(w=100, h=54, body=ground + RED + BLUE)))
    ).convert("RGB")
    pixels = terminal.pixels(0, 0, 25, 6)
    for x, y in ((20, 20), (2, 2), (75, 44), (50, 50)):
        there = pixels[y][x]
        assert isinstance(there, tuple)
        expected = percents(image.getpixel((x, y)))
        assert all(abs(one - other) < 6 for one, other in zip(there, expected, strict=True))
    assert pixels[20][20] == percents((208, 48, 64))  # exactly


def test_kitty_gets_the_whole_picture():
    made = Canvas().draw(job(1, (0, 0, 100, 54), RED, is_whole=True, most=0))
    assert Image.open(io.BytesIO(made.png)).size == (100, 54)
    assert not any(line.changes for line in made.lines.values())


# The pane


class Here:
    """The process that makes pictures, in this one."""

    def __init__(self, made: Callable[[Made | None], None]) -> None:
        self._made, self._canvas = made, Canvas()

    def make(self, job: Job) -> None:
        self._made(self._canvas.draw(job))

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
    session = advanced(name, moves) if moves else new_session(Choice(name), ("Ana", "Bia"))
    app = GameApp(session, None, pause=0, settings=Settings(motion=False))
    app.way = way
    return app


@pytest.mark.parametrize(("name", "moves"), [("powergrid", 40), ("eletrika", 12)])
def test_the_pane_shows_the_board(name: str, moves: int, monkeypatch: pytest.MonkeyPatch):
    app = game(name, moves=moves)

    async def script(pilot: Any, terminal: PixelTerminal) -> None:
        assert seen(app, terminal) == wanted(app)
        sent = terminal.sent
        for key in ("right", "tab", "left"):
            await pilot.press(key)
            await settled(pilot)
            assert seen(app, terminal) == wanted(app)
        assert terminal.sent - sent < 2 * sent  # only what changed was sent
        sent = terminal.sent
        app.screen.refresh(layout=True)  # as for a panel of another height
        await settled(pilot)
        assert terminal.sent == sent
        assert seen(app, terminal) == wanted(app)

    watched(app, script, monkeypatch)


def test_a_dialog_covers_the_picture_and_gives_it_back(monkeypatch: pytest.MonkeyPatch):
    app = game("powergrid")

    async def script(pilot: Any, terminal: PixelTerminal) -> None:
        await pilot.press("f1")
        await settled(pilot)
        left = [one for line in seen(app, terminal) for one in line if isinstance(one, tuple)]
        assert not left  # text only: a picture would cover the dialog, or be cut by it
        await pilot.press("escape")
        await settled(pilot)
        assert seen(app, terminal) == wanted(app)

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


def test_another_size_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch):
    app = game("eletrika")

    async def script(pilot: Any, terminal: PixelTerminal) -> None:
        for size in ((130, 42), (50, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert seen(app, terminal) == wanted(app)
            elsewhere = [
                place
                for place, cell in terminal.cells.items()
                if isinstance(cell, list)
                and place[0] < size[0]
                and place[1] < size[1]
                and not board_of(app).region.contains(*place)
            ]
            assert not elsewhere

    watched(app, script, monkeypatch)


def test_the_last_of_many_boards_is_shown(monkeypatch: pytest.MonkeyPatch):
    session = advanced("powergrid", 40)
    app = ReplayApp(session, pause=0, at=0)
    app.way = WAY

    async def script(pilot: Any, terminal: PixelTerminal) -> None:
        del terminal
        made = board_of(app)._count
        maker, waiting = board_of(app)._maker, []
        monkeypatch.setattr(maker, "make", waiting.append)
        for place in range(1, 40):
            app.action_jump(place)
        monkeypatch.undo()
        monkeypatch.setattr(pane, "cell_now", lambda: CELL)
        assert len(waiting) <= 1
        for one in waiting:
            maker.make(one)
        await settled(pilot)
        assert board_of(app)._count <= made + 2

    watched(app, script, monkeypatch)


def test_without_a_process_the_characters_stay(monkeypatch: pytest.MonkeyPatch):
    class Ended(Here):
        def make(self, job: Job) -> None:
            del job
            self._made(None)

    app = game("powergrid")
    monkeypatch.setattr(pane, "Rasteriser", Ended)

    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            await settled(pilot)
            assert not board_of(app).is_drawn
            assert board_of(app)._picture is not None

    asyncio.run(run())
