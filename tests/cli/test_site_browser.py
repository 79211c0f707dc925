"""The site in a headless Chromium, on a phone and on a desk: nothing is too wide, links, search."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from gridcommon.tables import load_toml
from gridgames.study.rules.book import SITE
from gridgames.study.rules.search import search
from shared import made_once

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PHONE, DESK = 360, 1280  # pixels


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site, built once in a run; CI has built it already."""
    if built := os.environ.get("GRIDGAMES_BUILT_SITE"):
        return Path(built)
    for needed in ("sphinx", "furo", "playwright.sync_api"):
        pytest.importorskip(needed)

    def build(folder: Path) -> None:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, SITE: ""}
        words = [ROOT / "scripts" / "docs", folder]
        subprocess.run(words, env=env, capture_output=True, check=True)

    return made_once(tmp_path_factory, "site", build)


@pytest.fixture(scope="module")
def tab(browser):
    found = browser.new_context().new_page()
    yield found
    found.context.close()


@pytest.fixture
def page(tab):
    """A page of a desk."""
    tab.set_viewport_size({"width": DESK, "height": 740})
    return tab


class Links(HTMLParser):
    """The links of a page and the anchors that it has."""

    def __init__(self, page: Path) -> None:
        """Read a page."""
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = {""}
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the links and anchors of an element."""
        given = dict(attrs)
        self.anchors.add(given.get("id") or "")
        for name in ("href", "src"):
            if tag != "form" and given.get(name):
                self.links.add(given[name] or "")


def test_every_link_leads_somewhere(site):
    pages = {page: Links(page) for page in site.rglob("*.html")}
    assert len(pages) > 100
    dead = []
    for page, found in pages.items():
        for link in found.links:
            name, _, anchor = unquote(link).partition("#")
            if ":" in name:
                assert name.startswith(("https://", "data:text/plain;")), (page, link)
                continue
            target = (page.parent / name.partition("?")[0]).resolve() if name else page
            if not target.is_file() or (target in pages and anchor not in pages[target].anchors):
                dead.append((page.relative_to(site), link))
    assert dead == []


def test_no_page_is_wider_than_a_phone(site, page):
    page.set_viewport_size({"width": PHONE, "height": 740})
    wide = []
    for file in sorted(site.rglob("*.html")):
        page.goto(f"file://{file}")
        if page.evaluate("document.documentElement.scrollWidth") > PHONE:
            wide.append(file.relative_to(site))
    assert wide == []


def test_the_search_of_the_site_ranks_as_the_program(site, page):
    """Every question of players has the same three rules and rows, and is as sure."""
    page.goto(f"file://{site}/search.html?q=")
    page.wait_for_selector("#found[data-ready]", state="attached", timeout=20_000)
    files = (Path(__file__).with_name(name) for name in ("questions.toml", "questions_unseen.toml"))
    asked = [one["ask"] for file in files for one in load_toml(file)["questions"]]
    found = page.evaluate(
        """asked => asked.map(gridgamesSearch.search).map(({ rules, rows, isSure }) =>
            [...[rules, rows].map(all => all.slice(0, 3).map(([key]) => key)), isSure])""",
        asked,
    )
    for one, answer in zip(asked, found, strict=True):
        own = search(one)
        assert answer == [[*own.rules][:3], [*own.rows][:3], own.is_sure], one


def test_what_the_search_cannot_answer_it_says_so(site, page):
    page.goto(f"file://{site}/index.html")
    page.locator(".sidebar-search").fill("who won the world cup")
    page.locator(".sidebar-search").press("Enter")
    page.wait_for_selector("#found[data-ready] .unsure", timeout=20_000)
    assert page.locator("#found h2").first.inner_text() == "Rules"
    page.fill("#question", "how is a tie broken")
    page.wait_for_selector('#found a[href="rules/pg-end.html#pg-end-04"]')
    assert page.locator("#found .unsure").count() == 0
    page.fill("#question", "<img src=x onerror=alert(1)>")
    page.wait_for_selector('#found a[href="rules/pg-end.html#pg-end-04"]', state="detached")
    assert page.locator("#found img").count() == 0
    page.fill("#question", "?!")
    page.wait_for_selector("#found > p:has-text('Ask in your own words')")


def test_a_picture_is_played_by_a_click_and_seen_without_a_script(site, page):
    """From a folder: both positions beside each other, then one after the other on one stage."""
    page.goto(f"file://{site}/rules/el-nrg.html")
    figure = page.locator("#el-nrg-01-picture")
    before, after = figure.locator(".before"), figure.locator(".after")
    assert before.is_visible()
    assert after.is_visible()
    figure.locator("button", has_text="Play").click()
    assert not after.is_visible()
    after.wait_for(state="visible")
    assert not before.is_visible()
    figure.locator("button", has_text="Both").click()
    assert before.is_visible()
    assert after.bounding_box()["x"] > before.bounding_box()["x"]
    page.set_viewport_size({"width": 320, "height": 740})
    assert after.bounding_box()["y"] > before.bounding_box()["y"]
    markup = (site / "rules" / "el-nrg.html").read_text("utf-8")
    assert markup.index('class="scene before"') < markup.index('class="scene after"')
    assert " off" not in markup.partition('id="el-nrg-01-picture"')[2].partition("</figure>")[0]
