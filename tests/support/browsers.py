"""A headless Chromium for tests, skipped where it or playwright is missing."""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from rich.cells import cell_len

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Without these a browser looks for its maker, which a closed network refuses many times.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def opened(width: int, height: int, *, is_phone: bool = False) -> Iterator[Any]:
    """Open a page of a browser without a window, with fingers instead of a mouse on a phone."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=program, args=FLAGS, chromium_sandbox=False
        )
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, is_mobile=is_phone, has_touch=is_phone)
        yield context.new_page()
        browser.close()


_PART = re.compile(r"\x1b\[([0-9;?<]*)(\$?[A-Za-z@])|\x1b.|[\x00-\x1f]|[^\x1b\x00-\x1f]+")


class Terminal:
    """What the terminal of a page shows: its letters, read from what the program draws."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.clicks = 0
        self._rows: dict[int, dict[int, str]] = {}
        self._at = (0, 0)  # line and column
        self._size = (80, 24)  # columns and lines
        page.on("websocket", self._follow)

    def _follow(self, socket: Any) -> None:
        asked = parse_qs(urlsplit(socket.url).query)
        self._size = int(asked["width"][0]), int(asked["height"][0])
        self._rows.clear()
        socket.on("framereceived", self._take)

    def _take(self, frame: str | bytes) -> None:
        if isinstance(frame, str):
            return
        for found in _PART.finditer(frame.decode()):
            line, column = self._at
            if found[2] == "H":
                line, column = [int(number) - 1 for number in (found[1] or "1;1").split(";")]
            elif found[0] == "\n":
                line += 1
            elif found[0] == "\r":
                column = 0
            elif found[0] >= " ":
                for letter in found[0]:
                    self._rows.setdefault(line, {})[column] = letter
                    column += cell_len(letter)
            self._at = line, column

    def forget(self) -> None:
        """Forget what is shown, before something else comes."""
        self._rows.clear()

    @property
    def lines(self) -> list[str]:
        """The lines that are shown."""
        return [
            "".join(row.get(column, " ") for column in range(max(row) + 1))
            for _, row in sorted(self._rows.items())
        ]

    def wait_for(self, *texts: str, seconds: float = 30) -> str:
        """Wait until one of these is shown, and return it."""
        end = time.monotonic() + seconds
        while True:
            shown = "\n".join(self.lines)
            for text in texts:
                if text in shown:
                    return text
            assert time.monotonic() < end, (texts, shown)
            self.page.wait_for_timeout(30)

    def wait_until_gone(self, text: str, seconds: float = 30) -> None:
        """Wait until something is not shown any more."""
        end = time.monotonic() + seconds
        while self.place(text):
            assert time.monotonic() < end, (text, self.lines)
            self.page.wait_for_timeout(30)

    def place(self, text: str, *, last: bool = False) -> tuple[int, int] | None:
        """Return the column and line where a text begins that is shown."""
        found = [(row.index(text), y) for y, row in enumerate(self.lines) if text in row]
        return found[-1 if last else 0] if found else None

    def click(self, text: str, *, last: bool = False) -> None:
        """Click on a text that is shown, or tap on it."""
        self.wait_for(text)
        self.page.wait_for_timeout(150)
        place = self.place(text, last=last)
        assert place
        self.click_at(place[0] + 1, place[1])

    def click_at(self, column: int, line: int) -> None:
        """Click on a letter, or tap on it, as soon as a hand could."""
        self.page.wait_for_timeout(150)
        screen = self.page.locator(".xterm-screen").bounding_box()
        columns, lines = self._size
        at = (
            screen["x"] + (column + 0.5) * screen["width"] / columns,
            screen["y"] + (line + 0.5) * screen["height"] / lines,
        )
        self.clicks += 1
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
