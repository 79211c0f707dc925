"""The drawn board in a real xterm on a virtual display: each pixel is where it belongs."""

import asyncio
import io
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.play import GameApp
from gridgames.show.drawing.images import png_of
from gridgames.table.replay import ReplayPolicy
from gridgames.table.saves.saves import Save
from gridgames.table.settings import Settings
from plain_games import PROGRAM, environment, process

SIZE = (120, 40)
NEEDED = ("Xvfb", "xterm", "import")
ASKING = """
import sys
from gridgames.terminal.pictures.asking import abilities
open(sys.argv[1], "w").write(repr(abilities().cell))
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason="xterm, Xvfb or ImageMagick"),
]


@contextmanager
def ended(*words: str, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends."""
    with subprocess.Popen(words, **more) as program:
        try:
            yield program
        finally:
            program.terminate()


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    reading, writing = os.pipe()
    screen = ("-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
    with ended("Xvfb", *screen, pass_fds=[writing], stderr=subprocess.DEVNULL):
        os.close(writing)
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"


def shot(display: str) -> Image.Image:
    done = subprocess.run(
        ["import", "-window", "root", "png:-"],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        check=True,
    )
    return Image.open(io.BytesIO(done.stdout)).convert("RGB")


def seen(app: Any) -> tuple[Any, Any]:
    """Return where the board is in a terminal, and the table that it shows."""

    async def run() -> Any:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause(0.5)
            return app.screen.query_one(DrawnBoard).region

    return asyncio.run(run()), app.table


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize(("name", "at"), [("powergrid", 200), ("eletrika", 10)])
def test_the_board_is_painted_as_it_is_drawn(name: str, at: int, display: str, tmp_path: Path):
    record, cell_file = tmp_path / "game.jsonl", tmp_path / "cell"
    seats = ("--watch", "--seats", "easy,easy,easy", "--seed", "4", "--plain", "--save", record)
    process(tmp_path, "play", name, *seats)
    env = environment(tmp_path, DISPLAY=display, XDG_CONFIG_HOME=str(tmp_path))
    env.pop("COLUMNS")
    env.pop("NO_COLOR", None)
    (tmp_path / "gridgames").mkdir(exist_ok=True)
    (tmp_path / "gridgames" / "settings.json").write_text('{"motion": false}')
    window = ("-geometry", f"{SIZE[0]}x{SIZE[1]}+0+0", "-b", "0", "-bw", "0", "+sb")
    script = '"$0" -c "$1" "$2"; shift 2; exec "$@"'
    playing = (*PROGRAM, "replay", str(record), "--at", str(at))
    words = ("sh", "-c", script, sys.executable, ASKING, str(cell_file), *playing)
    app = GameApp(
        ReplayPolicy(Save(record, {}).read(), at).session, pause=0, settings=Settings(motion=False)
    )
    region, table = seen(app)
    with ended("xterm", "-ti", "vt340", *window, "-e", *words, env=env):
        until = time.monotonic() + 60
        expected, apart = None, 99.0
        while apart > 6 and time.monotonic() < until:
            time.sleep(0.5)
            if not (cell_file.exists() and cell_file.read_text()):
                continue
            wide, high = map(int, cell_file.read_text().strip("()").split(","))
            size = region.width * wide, region.height * high
            drawn = table.board_picture(*size)
            assert drawn
            expected = Image.open(io.BytesIO(png_of(drawn.to_text("dark")))).convert("RGB")
            left, top = region.x * wide, region.y * high
            board = shot(display).crop((left, top, left + size[0], top + size[1]))
            apart = difference(board, expected)
        assert expected
        assert apart < 6, f"the mean difference of a pixel is {apart:.1f} of 255"
    shown = {colour for _, colour in expected.getcolors(1 << 24)}
    exact = {colour for colour in drawn.palette.colours("dark") if colour in shown}
    painted = {colour for _, colour in board.getcolors(1 << 24)}
    assert len(exact) > 7  # a board has so many tones from the start
    missing = {one for one in exact if not any(_near(one, other) for other in painted)}
    assert not missing, "xterm paints colours in percents, and no others"


def _near(one: Any, other: Any) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))
