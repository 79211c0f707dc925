"""A headless Chromium for tests, skipped where it or playwright is missing.

    pip install playwright                      # uses the system's chromium
    apt-get install chromium                    # or chromium-browser, or google-chrome
    pytest -n0 -m slow tests/cli/test_page_browser.py

With ``GRIDGAMES_AXE``, the path of the script of axe-core, pages are checked for accessibility.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
AXE = os.environ.get("GRIDGAMES_AXE", "")
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
def launched() -> Iterator[Any]:
    """Run a browser without a window."""
    playwright = pytest.importorskip("playwright.sync_api")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=program, args=FLAGS, chromium_sandbox=False
        )
        yield browser
        browser.close()


@contextmanager
def opened(width: int, height: int, *, is_phone: bool = False) -> Iterator[Any]:
    """Open a page of a browser without a window, with fingers instead of a mouse on a phone."""
    with launched() as browser:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, is_mobile=is_phone, has_touch=is_phone)
        yield context.new_page()


def serious(page: Any) -> list[str]:
    """Return what axe finds serious or critical on a page."""
    if not AXE:
        return []
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
