"""An exported game in a headless Chromium: from the disk, on phones, desks, without JavaScript."""

from contextlib import contextmanager

import pytest

from browsers import AXE, DESK, PHONE, serious
from gridgames.table.saves.saves import Save
from plain_games import gridgames

pytestmark = pytest.mark.slow

GAMES = ("powergrid", "eletrika")


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """Return the session and the page of a game of each."""
    folder = tmp_path_factory.mktemp("exported")
    found = {}
    for game in GAMES:
        record, page = folder / f"{game}.jsonl", folder / f"{game}.html"
        words = ("play", game, "--watch", "--seats", "easy,easy", "--seed", "4")
        assert gridgames(folder, *words, "--save", record).exit_code == 0
        assert gridgames(folder, "export", record, "-o", page).exit_code == 0
        found[game] = Save(record).read(), page
    return found


@contextmanager
def shown(browser, path, **settings):
    """Open a file in a page that may ask for nothing else and write no message."""
    context = browser.new_context(**settings)
    page = context.new_page()
    asked, told = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda problem: told.append(str(problem)))
    page.goto(path.as_uri())
    yield page
    assert set(asked) == {path.as_uri()}
    assert not told
    context.close()


def place_of(page):
    return page.locator("#slider").input_value()


@pytest.mark.parametrize(("game", "screen"), [("powergrid", PHONE), ("eletrika", DESK)])
def test_the_slider_shows_each_move(game, screen, exported, browser):
    session, path = exported[game]
    names = session.names
    count = len(session.moves)
    with shown(browser, path, **screen) as page:
        assert place_of(page) == f"{count}"
        for place in (0, 1, count // 2, count - 1, count):
            page.locator("#slider").fill(f"{place}")
            state = session.state_after(place)
            houses = page.locator("#pieces").evaluate("one => one.innerHTML")
            told = session.face.board_layers(state, names).pieces
            assert houses.count("<path") == told.count("<path")
            assert houses.count("<use") == told.count("<use")
            moment = session.face.heading(state, names).moment
            assert page.locator("#moment").inner_text() == moment
            if place:
                first, *_ = session.face.narrate([session.moves[place - 1]], names)
                assert page.locator("#told").inner_text().startswith(first)
                assert page.locator("#log li[aria-current=true]").count() == 1
            assert page.locator("#counter").inner_text() == f"{place}/{count}"
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width == screen["viewport"]["width"]


def test_keys_buttons_and_links_move_it(exported, browser):
    session, path = exported["powergrid"]
    count = len(session.moves)
    with shown(browser, path, **DESK) as page:
        page.keyboard.press("ArrowLeft")
        assert place_of(page) == f"{count - 1}"
        page.get_by_role("button", name="Next move").click()
        assert place_of(page) == f"{count}"
        page.locator("#slider").focus()
        page.keyboard.press("Home")
        assert place_of(page) == "0"
        page.keyboard.press("ArrowRight")
        assert place_of(page) == "1"
        page.get_by_role("button", name="Next round").click()
        here = int(place_of(page))
        assert session.state_after(here).round == session.state_after(here - 1).round + 1
        link = page.locator("#auctions li a").nth(3)
        link.click()
        assert link.get_attribute("href") == f"#move-{place_of(page)}"
        assert page.url.endswith(f"#move-{place_of(page)}")
        page.reload()
        assert link.get_attribute("href") == f"#move-{place_of(page)}"
        page.locator("#log .named a").first.click()
        assert page.locator("#rules article:target").count() == 1


def test_without_javascript_the_end_is_there(exported, browser):
    session, path = exported["eletrika"]
    with shown(browser, path, java_script_enabled=False, **PHONE) as page:
        assert page.locator("#drawing").is_visible()
        assert not page.locator("#slider").is_visible()
        assert page.locator("#log li").count() > 10
        assert page.locator("#curves svg").first.is_visible()
        for line in session.face.narrate_result(session.result, ["easy 1", "easy 2"]):
            assert line in page.locator("body").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_serious_is_in_the_way_of_anyone(game, scheme, exported, browser):
    if not AXE:
        pytest.skip("axe-core")
    context = browser.new_context(color_scheme=scheme, bypass_csp=True, **DESK)
    page = context.new_page()
    page.goto(exported[game][1].as_uri())
    assert serious(page) == []
    context.close()
