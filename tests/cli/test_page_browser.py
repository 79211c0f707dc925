"""The page of ``gridgames serve`` in a headless Chromium: phones, desks, without JavaScript."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from browsers import AXE, DESK, PHONE, serious
from served import served_beside

pytestmark = pytest.mark.slow

SMALL = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
WALL = {"viewport": {"width": 3840, "height": 2160}}
GAMES = ("powergrid", "eletrika")
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
NOTE_LOSS = (
    "new MutationObserver(() => { window.wasLost ||= document.body.classList.contains('lost') })"
    ".observe(document.body, { attributes: true })"
)
SMALL_ONES = (
    "[...document.querySelectorAll('button, .choice, .button, input:not([type=hidden])')]"
    ".filter(one => one.offsetParent && one.getBoundingClientRect().height < 40)"
    ".map(one => one.outerHTML)"
)


@pytest.fixture
def host(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with served_beside(tmp_path) as beside:
        yield beside


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


def test_two_people_and_a_spectator_see_the_same_game_and_go_on_after_a_break(host, browser):
    table = host.table("powergrid", "Ana,Bia,easy", seed=3)
    watch = f"{host.server.base}/{table.watch_key}/"
    with (
        page_of(browser, host.link(table, 0), **PHONE) as ana,
        page_of(browser, host.link(table, 1), **DESK) as bia,
        page_of(browser, watch, **DESK) as watcher,
    ):
        assert take_turns(ana, bia, most=4) == 4
        region = ana.locator("#announce")
        assert region.get_attribute("aria-live") == "polite"
        ana.wait_for_function("() => document.getElementById('announce').textContent.length > 5")
        ana.fill("#text", "Hello <b>all</b>")
        ana.press("#text", "Enter")
        watcher.get_by_text("Hello <b>all</b>").wait_for()
        assert not watcher.locator("form").count()
        told = ana.locator("#log").inner_text()
        for page in (bia, watcher):
            page.wait_for_function(
                "log => document.getElementById('log').innerText === log", arg=told
            )
        ana.evaluate(NOTE_LOSS)
        host.call(lambda: [stream.cancel() for stream in host.server.streams()])
        ana.wait_for_function("() => window.wasLost && !document.body.classList.contains('lost')")
        assert take_turns(ana, bia, most=2) == 2


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_too_wide_too_small_to_tap_or_in_anyones_way(host, browser, game):
    table = host.table(game, "Ana,easy")
    lobby = f"{host.server.base}/{host.server.house.host_key}/"
    for shape in (SMALL, PHONE, DESK, WALL):
        with page_of(browser, host.link(table, 0), **shape) as page:
            assert page.evaluate(FITS), shape
            assert page.evaluate(SMALL_ONES) == [], shape
    for scheme, turns in (("light", 12), ("dark", 0)) if AXE else ():  # one game, seen in both
        for link in (host.link(table, 0), lobby):
            with page_of(browser, link, color_scheme=scheme, **DESK) as page:
                if link != lobby:
                    take_turns(page, most=turns)
                    page.locator("#typed").fill("hint")
                    page.press("#typed", "Enter")
                assert serious(page) == [], (link, scheme)


def test_keys_and_wheel(host, browser):
    """Keys alone are enough; a drag is no tap."""
    table = host.table("eletrika", "Ana,easy", seed=11)
    with page_of(browser, host.link(table, 0), **DESK) as page:
        drawing, choice = page.locator("#drawing"), page.locator("#choice-1")
        choice.wait_for()
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
        page.goto(host.link(table, 0))
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
    table = host.table("eletrika", "", flags={"keep": "Ana,Bea"}, seed=None)
    watch = f"{host.server.base}/{table.watch_key}/"
    with (
        page_of(browser, host.link(table, 0), **PHONE) as page,
        page_of(browser, watch, **DESK) as watcher,
    ):
        page.locator(".choice", has_text="beside the source, east").tap()
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
