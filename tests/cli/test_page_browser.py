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
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from browsers import AXE, launched, serious
from gridgames.saves.saves import Save
from plain_games import gridgames, recorded_actions

pytestmark = pytest.mark.slow

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SMALL = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
WALL = {"viewport": {"width": 3840, "height": 2160}}
GAMES = {"powergrid": "Ana,Bia,easy", "eletrika": "Ana,easy"}


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
            [sys.executable, "-m", "gridgames", "serve", *words, "--port", str(self.port)],
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
            self._process.wait(10)
            if self._process.stdout:
                self._process.stdout.close()
            self._process = None

    def records(self) -> list[Path]:
        """Return the records that the server wrote."""
        return sorted((self.home / "gridgames" / "saves").glob("*.jsonl"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = Process(tmp_path, port)
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
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda one: None if one.url.startswith(origin) else faults.append(one.url))
    page.on(
        "console",
        lambda said: faults.append(said.text) if "Content Security" in said.text else None,
    )
    page.goto(link)
    yield page
    assert faults == []
    context.close()


def no_wider_than_its_window(page: Any) -> bool:
    wide: bool = page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    return wide


def take_turns(pages: dict[str, Any], most: int, *, tap: bool = False) -> int:
    """Choose the first choice of whoever has one, at most so often; return how often."""
    made = 0
    idle = 0
    while made < most and idle < 400:
        for page in pages.values():
            if page.locator("#page").get_attribute("data-turn") == "over":
                return made
            choice = page.locator("#choice-1")
            if not choice.count():
                continue
            idle = 0
            before = page.locator("#dock").inner_text()
            anyway = page.get_by_text("Do it anyway")
            chosen = anyway if anyway.count() else choice
            (chosen.tap if tap else chosen.click)()
            page.wait_for_function(
                "before => document.getElementById('dock').innerText !== before", arg=before
            )
            made += 1
            break
        else:
            idle += 1
            time.sleep(0.05)
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
@pytest.mark.parametrize("game", [*GAMES, "powergrid --map-file nordeste"])
def test_a_game_is_played_to_the_end_by_touch(
    server: Process, browser: Any, game: str, whole: bool, tmp_path: Path
) -> None:
    words = game.split() if whole else nearly_over(tmp_path, *game.split())
    server.start(*words, "--seats", "Ana,easy", "--seed", "7")
    with page_of(browser, server.links["Ana"], **PHONE) as page:
        assert no_wider_than_its_window(page)
        take_turns({"Ana": page}, 2000, tap=True)
        assert page.locator("#page").get_attribute("data-turn") == "over"
        assert page.get_by_text("Play again").count()
        page.get_by_text("Whole log").first.click()
        assert page.locator(".stories li").count() > 20
    server.kill(signal.SIGTERM)
    (record,) = server.records()
    assert Save(record).read().result is not None


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_spectator_see_the_same_game(
    server: Process, browser: Any, game: str
) -> None:
    server.start(game, "--seats", "Ana,Bia,easy", "--seed", "3")
    links = server.links
    with (
        page_of(browser, links["Ana"], **PHONE) as ana,
        page_of(browser, links["Bia"], **DESK) as bia,
        page_of(browser, links["to watch"], **DESK) as watcher,
    ):
        assert take_turns({"Ana": ana, "Bia": bia}, 20) == 20
        ana.fill("#text", "Hello <b>all</b>")
        ana.press("#text", "Enter")
        watcher.get_by_text("Hello <b>all</b>").wait_for()
        assert not watcher.locator("form").count()
        moments = set()
        for _ in range(40):
            moments = {page.locator("#log").inner_text() for page in (ana, bia, watcher)}
            if len(moments) == 1:
                break
            time.sleep(0.1)
        assert len(moments) == 1


def test_reload_second_tab_and_a_server_that_was_killed(server: Process, browser: Any) -> None:
    server.start("powergrid", "--seats", "Ana,Bia,Cid", "--seed", "3")
    links = dict(server.links)
    with (
        page_of(browser, links["Ana"], **DESK) as ana,
        page_of(browser, links["Bia"], **DESK) as bia,
        page_of(browser, links["Cid"], **DESK) as cid,
        page_of(browser, links["Ana"], **PHONE) as again,
    ):
        pages = {"Ana": ana, "Bia": bia, "Cid": cid}
        take_turns(pages, 6)
        for page in (ana, again):
            page.reload()
        log = ana.locator("#log").inner_text()
        assert again.locator("#log").inner_text() == log
        server.kill()
        ana.locator("body.lost").wait_for()
        server.start()
        ana.locator("body:not(.lost)").wait_for()
        assert ana.locator("#log").inner_text() == log
        assert take_turns(pages, 10) == 10
    server.kill(signal.SIGTERM)
    (record,) = server.records()
    assert len(Save(record).read().moves) >= 10


@pytest.mark.parametrize("game", GAMES)
def test_it_is_played_without_javascript(server: Process, browser: Any, game: str) -> None:
    server.start(game, "--seats", "Ana,easy", "--seed", "5")
    with page_of(browser, server.links["Ana"], java_script_enabled=False, **PHONE) as page:
        made = 0
        for _ in range(200):
            choice = page.locator("#choice-1")
            if choice.count():
                choice.click()
                made += 1
            else:
                time.sleep(0.1)
                page.goto(server.links["Ana"])
            if made == 25:
                break
        assert made == 25
        page.locator(".target").first.click() if page.locator(".target").count() else None
        page.get_by_text("Zoom in").click()
        assert "zoom=1" in page.url


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_too_wide_or_too_small_to_tap(server: Process, browser: Any, game: str) -> None:
    server.start(game, "--seats", GAMES[game], "--seed", "7")
    for shape in (SMALL, PHONE, DESK, WALL):
        with page_of(browser, server.links["Ana"], **shape) as page:
            assert no_wider_than_its_window(page), shape
            small = page.evaluate(
                "[...document.querySelectorAll("
                "'button, .choice, .button, input:not([type=hidden])')]"
                ".filter(one => one.offsetParent && one.getBoundingClientRect().height < 40)"
                ".map(one => one.outerHTML)"
            )
            assert small == [], shape


@pytest.mark.parametrize("game", GAMES)
def test_a_checker_finds_nothing_serious(server: Process, browser: Any, game: str) -> None:
    if not AXE:
        pytest.skip("axe-core")
    server.start(game, "--seats", "Ana,easy", "--seed", "7")
    for scheme, turns in (("light", 12), ("dark", 0)):  # one game, seen in both
        with page_of(browser, server.links["Ana"], color_scheme=scheme, **DESK) as page:
            take_turns({"Ana": page}, turns)
            page.locator("#typed").fill("hint")
            page.press("#typed", "Enter")
            assert serious(page) == [], scheme
        with page_of(browser, server.links["the host"], color_scheme=scheme, **DESK) as page:
            assert serious(page) == [], scheme


def test_pictures_have_the_size_that_a_reload_gives_them(server: Process, browser: Any) -> None:
    server.start("eletrika", "--seats", "Ana,easy", "--seed", "11")
    boxes = "[...document.querySelectorAll('.choice svg')].map(one => one.getAttribute('viewBox'))"
    with page_of(browser, server.links["Ana"], **PHONE) as page:
        for _ in range(3):
            page.locator("#choice-1").wait_for()
            assert take_turns({"Ana": page}, 1, tap=True)
            page.locator("#choice-1").wait_for()
            morphed = page.evaluate(boxes)
            page.reload()
            page.locator("#choice-1").wait_for()
            assert page.evaluate(boxes) == morphed


def test_keys_alone_are_enough(server: Process, browser: Any) -> None:
    server.start("eletrika", "--seats", "Ana,easy", "--seed", "7")
    with page_of(browser, server.links["Ana"], **DESK) as page:
        page.locator("#choice-1").wait_for()
        log = page.locator("#log").inner_text()
        for _ in range(6):
            page.keyboard.press("1")
            page.wait_for_timeout(300)
            if page.locator("#log").inner_text() != log:
                break
        assert page.locator("#log").inner_text() != log
        page.locator("#choice-1").wait_for()
        page.locator("#targets a").first.focus()
        page.keyboard.press("Enter")
        page.locator(".back").wait_for()
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "typed"
        before = page.locator("#drawing").get_attribute("viewBox")
        page.keyboard.press("Escape")
        page.locator("#map").focus()
        page.keyboard.press("+")
        assert page.locator("#drawing").get_attribute("viewBox") != before


def test_each_push_is_announced_politely(server: Process, browser: Any) -> None:
    server.start("powergrid", "--seats", "Ana,Bia,Cid", "--seed", "3")
    with (
        page_of(browser, server.links["Ana"], **DESK) as ana,
        page_of(browser, server.links["Bia"], **DESK) as bia,
        page_of(browser, server.links["Cid"], **DESK) as cid,
    ):
        take_turns({"Ana": ana, "Bia": bia, "Cid": cid}, 3)
        region = ana.locator("#announce")
        assert region.get_attribute("aria-live") == "polite"
        ana.wait_for_function("document.getElementById('announce').textContent.length > 5")


def test_pinch_and_wheel_zoom_and_a_drag_is_no_tap(server: Process, browser: Any) -> None:
    server.start("eletrika", "--seats", "Ana,easy", "--seed", "7")
    with page_of(browser, server.links["Ana"], **DESK) as page:
        page.locator("#choice-1").wait_for()
        box = page.locator("#map").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = page.locator("#drawing").get_attribute("viewBox")
        page.mouse.move(x, y)
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(100)
        zoomed = page.locator("#drawing").get_attribute("viewBox")
        assert zoomed != before
        address = page.url
        page.mouse.down()
        page.mouse.move(x + 80, y + 40, steps=5)
        page.mouse.up()
        assert page.locator("#drawing").get_attribute("viewBox") != zoomed
        assert page.url == address


def test_news_during_a_tap_open_no_other_menu(server: Process, browser: Any) -> None:
    """A push that comes before the answer must not show the new choices with the old menu."""
    server.start("eletrika", "--keep", "Ana,Bea")
    with page_of(browser, server.links["Ana"], **PHONE) as page:
        page.locator(".choice", has_text="Tile ? on 1,0").tap()
        page.locator(".choice", has=page.get_by_text("13", exact=True)).tap()
        page.get_by_text("13/2", exact=True).wait_for()

        def late(route: Any) -> None:
            answer = route.fetch()
            page.wait_for_timeout(600)  # the push is here before the answer
            route.fulfill(response=answer)

        page.route("**/do/line", late)
        page.locator(".choice", has=page.get_by_text("13/2", exact=True)).tap()
        page.get_by_text("Bea (Black) lays").wait_for()
        page.wait_for_timeout(400)
        assert page.url.endswith(("/", "?"))
        assert page.locator("#dock").get_by_text("Please enter").count() == 1
