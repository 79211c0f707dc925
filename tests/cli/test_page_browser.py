"""The page of ``gridgames serve`` in a headless Chromium: phones, desks, without JavaScript.

    pip install playwright                      # uses the system's chromium
    apt-get install chromium                    # or chromium-browser, or google-chrome
    pytest -n0 -m slow tests/cli/test_page_browser.py

Skipped where one of the two is missing. With ``GRIDGAMES_AXE``, the path of the script of axe-core,
pages are checked for accessibility.
"""

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from browsers import AXE, DESK, PHONE, serious
from gridgames.saves.saves import Save
from plain_games import PROGRAM, gridgames, recorded_actions

pytestmark = pytest.mark.slow

SMALL = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
WALL = {"viewport": {"width": 3840, "height": 2160}}
GAMES = ("powergrid", "eletrika")
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL_ONES = (
    "[...document.querySelectorAll('button, .choice, .button, input:not([type=hidden])')]"
    ".filter(one => one.offsetParent && one.getBoundingClientRect().height < 40)"
    ".map(one => one.outerHTML)"
)


class Process:
    """A server in a process of its own, and the links that it printed."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.port = port
        self.links: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None

    def start(self, *words: str) -> None:
        """Start the server, and read the links of a new table if there is one."""
        self._process = subprocess.Popen(
            [*PROGRAM, "serve", *words, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(self.home), "COLUMNS": "200"},
        )
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.match(r"(.+): (http://\S+/)", line):
                self.links[found[1]] = found[2]
            elif "Ctrl-C" in line:
                return
        raise AssertionError("the server did not start")

    def kill(self, sent: signal.Signals = signal.SIGKILL) -> None:
        """End the server."""
        if self._process:
            self._process.send_signal(sent)
            self._process.communicate()
            self._process = None

    def record(self) -> Save:
        """Return the record that the server wrote."""
        (path,) = (self.home / "gridgames" / "saves").glob("*.jsonl")
        return Save(path)


@pytest.fixture
def host(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        process = Process(tmp_path, free.getsockname()[1])
    yield process
    process.kill()


@contextmanager
def page_of(browser: Any, link: str, **options: Any) -> Iterator[Any]:
    """Open a page, and see that it makes no fault and asks nobody else."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(60_000)
    faults: list[str] = []
    origin = link.rsplit("/", 2)[0]

    def note(is_fault: bool, words: str) -> None:
        faults.extend([words] * is_fault)

    page.on("pageerror", lambda error: note(True, str(error)))
    page.on("request", lambda one: note(not one.url.startswith(origin), one.url))
    page.on("console", lambda said: note("Content Security" in said.text, said.text))
    page.goto(link)
    yield page
    assert faults == []
    context.close()


def take_turns(*pages: Any, most: int = 2000) -> int:
    """Choose the first choice of whoever has one, at most so often; return how often."""
    made = 0
    while made < most:
        for page in pages:
            if page.locator("#page").get_attribute("data-turn") == "over":
                return made
            if page.locator("#choice-1").count():
                before = page.locator("#dock").inner_text()
                anyway = page.get_by_text("Do it anyway")
                (anyway if anyway.count() else page.locator("#choice-1")).click()
                page.wait_for_function(
                    "before => document.getElementById('dock').innerText !== before", arg=before
                )
                made += 1
                break
        else:
            pages[0].wait_for_timeout(20)  # until a bot has moved
    return made


def nearly_over(folder: Path, game: str, *words: str) -> tuple[str, ...]:
    """Return the words for a table on which bots have played all but the last actions."""
    made = ("simulate", game, *words, "--seats", "easy,easy", "--games", "1", "--seed", "7")
    assert gridgames(folder, *made, "--records", folder).exit_code == 0
    (record,) = folder.glob("*.jsonl")
    last = len(recorded_actions(record)) - 30
    told = gridgames(folder, game, "show", record, "--at", last, "--json").stdout
    position = folder / "position.txt"
    position.write_text(json.loads(told)["position"], encoding="utf-8")
    return (game, *words, "--position", str(position))


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", ["eletrika", "powergrid --map-file nordeste"])
def test_a_game_is_played_to_the_end_by_touch(host, browser, game, whole, tmp_path):
    words = game.split() if whole else nearly_over(tmp_path, *game.split())
    host.start(*words, "--seats", "Ana,easy", "--seed", "7")
    with page_of(browser, host.links["Ana"], **PHONE) as page:
        assert page.evaluate(FITS)
        take_turns(page)
        assert page.locator("#page").get_attribute("data-turn") == "over"
        assert page.get_by_text("Play again").count()
        page.get_by_text("Whole log").first.click()
        assert page.locator(".stories li").count() > 20
    host.kill(signal.SIGTERM)
    assert host.record().read().result is not None


def test_two_people_and_a_spectator_see_the_same_game_and_go_on_after_a_crash(host, browser):
    host.start("powergrid", "--seats", "Ana,Bia,easy", "--seed", "3")
    links = dict(host.links)
    with (
        page_of(browser, links["Ana"], **PHONE) as ana,
        page_of(browser, links["Ana"], **DESK) as again,
        page_of(browser, links["Bia"], **DESK) as bia,
        page_of(browser, links["to watch"], **DESK) as watcher,
    ):
        assert take_turns(ana, bia, most=8) == 8
        region = ana.locator("#announce")
        assert region.get_attribute("aria-live") == "polite"
        ana.wait_for_function("document.getElementById('announce').textContent.length > 5")
        ana.fill("#text", "Hello <b>all</b>")
        ana.press("#text", "Enter")
        watcher.get_by_text("Hello <b>all</b>").wait_for()
        assert not watcher.locator("form").count()
        again.reload()
        log = "log => document.getElementById('log').innerText === log"
        told = ana.locator("#log").inner_text()
        for page in (again, bia, watcher):
            page.wait_for_function(log, arg=told)
        host.kill()
        ana.locator("body.lost").wait_for()
        host.start()
        ana.locator("body:not(.lost)").wait_for()
        ana.wait_for_function(log, arg=told)
        assert take_turns(ana, bia, most=4) == 4
    host.kill(signal.SIGTERM)
    assert len(host.record().read().moves) >= 12


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_too_wide_too_small_to_tap_or_in_anyones_way(host, browser, game):
    host.start(game, "--seats", "Ana,easy", "--seed", "7")
    for shape in (SMALL, PHONE, DESK, WALL):
        with page_of(browser, host.links["Ana"], **shape) as page:
            assert page.evaluate(FITS), shape
            assert page.evaluate(SMALL_ONES) == [], shape
    for scheme, turns in (("light", 12), ("dark", 0)) if AXE else ():  # one game, seen in both
        for link in ("Ana", "the host"):
            with page_of(browser, host.links[link], color_scheme=scheme, **DESK) as page:
                if link == "Ana":
                    take_turns(page, most=turns)
                    page.locator("#typed").fill("hint")
                    page.press("#typed", "Enter")
                assert serious(page) == [], (link, scheme)


def test_keys_wheel_and_reloads(host, browser):
    """Keys alone are enough; pictures keep their size; a drag is no tap."""
    host.start("eletrika", "--seats", "Ana,easy", "--seed", "11")
    boxes = "[...document.querySelectorAll('.choice svg')].map(one => one.getAttribute('viewBox'))"
    with page_of(browser, host.links["Ana"], **DESK) as page:
        drawing, choice = page.locator("#drawing"), page.locator("#choice-1")
        for _ in range(3):
            choice.wait_for()
            assert take_turns(page, most=1)
            choice.wait_for()
            morphed = page.evaluate(boxes)
            page.reload()
            choice.wait_for()
            assert page.evaluate(boxes) == morphed
        log = page.locator("#log").inner_text()
        while page.locator("#log").inner_text() == log:
            dock = page.locator("#dock").inner_text()
            page.keyboard.press("1")
            page.wait_for_function(
                "was => document.getElementById('dock').innerText !== was", arg=dock
            )
        choice.wait_for()
        page.locator("#targets a").first.focus()
        page.keyboard.press("Enter")
        page.locator(".back").wait_for()
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "typed"
        before, changed = (
            drawing.get_attribute("viewBox"),
            ("was => document.getElementById('drawing').getAttribute('viewBox') !== was"),
        )
        page.keyboard.press("Escape")
        page.locator("#map").focus()
        page.keyboard.press("+")
        page.wait_for_function(changed, arg=before)
        page.goto(host.links["Ana"])
        choice.wait_for()
        box = page.locator("#map").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = drawing.get_attribute("viewBox")
        page.mouse.move(x, y)
        page.mouse.wheel(0, -400)
        page.wait_for_function(changed, arg=before)
        zoomed, address = drawing.get_attribute("viewBox"), page.url
        page.mouse.down()
        page.mouse.move(x + 80, y + 40, steps=5)
        page.mouse.up()
        page.wait_for_function(changed, arg=zoomed)
        assert page.url == address


def test_news_during_a_tap_open_no_other_menu(host, browser):
    """A push that comes before the answer must not show the new choices with the old menu."""
    host.start("eletrika", "--keep", "Ana,Bea")
    with (
        page_of(browser, host.links["Ana"], **PHONE) as page,
        page_of(browser, host.links["to watch"], **DESK) as watcher,
    ):
        page.locator(".choice", has_text="Tile ? on 1,0").tap()
        page.locator(".choice", has=page.get_by_text("13", exact=True)).tap()
        page.get_by_text("13/2", exact=True).wait_for()
        version = watcher.locator("#page").get_attribute("data-version")

        def late(route: Any) -> None:
            answer = route.fetch()
            watcher.wait_for_selector(f"#page:not([data-version='{version}'])")  # pushed to all
            route.fulfill(response=answer)

        page.route("**/do/line", late)
        page.locator(".choice", has=page.get_by_text("13/2", exact=True)).tap()
        page.get_by_text("Bea (Black) lays").wait_for()
        page.wait_for_function("!document.querySelector('.htmx-request')")
        assert page.url.endswith(("/", "?"))
        assert page.locator("#dock").get_by_text("Please enter").count() == 1
