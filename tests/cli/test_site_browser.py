"""The site in a headless Chromium, on a phone and on a desk: nothing is too wide, links, search.

    pip install playwright                      # uses the system's chromium
    apt-get install chromium                    # or chromium-browser, or google-chrome
    pytest -n0 -m slow tests/cli/test_site_browser.py

Skipped where one of the two, or Sphinx, is missing.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from browsers import opened
from gridcommon.ledger import read_ledger
from gridgames.games.registry import names
from gridgames.languages.language import Language
from gridgames.rules.links import SITE, permalink

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PHONE, DESK = 360, 1280  # pixels


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The folder of the site, built; CI has built it already."""
    if built := os.environ.get("GRIDGAMES_BUILT_SITE"):
        return Path(built)
    pytest.importorskip("sphinx")
    pytest.importorskip("furo")
    pytest.importorskip("playwright.sync_api", reason="needs playwright")
    folder: Path = tmp_path_factory.mktemp("site")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [ROOT / "scripts" / "docs", folder],
        env={**os.environ, "PATH": path, SITE: ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """A page of a browser without a window."""
    with opened(PHONE, 740) as found:
        yield found


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
                assert name.startswith("https://"), (page, link)
                continue
            target = (page.parent / name.partition("?")[0]).resolve() if name else page
            if not target.is_file() or (target in pages and anchor not in pages[target].anchors):
                dead.append((page.relative_to(site), link))
    assert dead == []


def test_every_rule_is_at_its_address(site):
    for language in Language:
        for rule in (rule for game in names() for rule in read_ledger(game)):
            name, _, anchor = str(permalink(rule, language, {SITE: f"file://{site}"})).partition(
                "#"
            )
            assert f'id="{anchor}"' in Path(name.removeprefix("file://")).read_text("utf-8")
            assert f'class="headerlink" href="#{anchor}"' in Path(
                name.removeprefix("file://")
            ).read_text("utf-8")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_no_page_is_wider_than_the_screen(site, page, width):
    page.set_viewport_size({"width": width, "height": 740})
    wide = []
    for file in sorted(site.rglob("*.html")):
        page.goto(f"file://{file}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(file.relative_to(site))
    assert wide == []


def test_an_address_shows_its_rule_and_code_is_folded_away(address, page):
    page.set_viewport_size({"width": DESK, "height": 740})
    page.goto(f"{address}/rules/pg-auc.html#pg-auc-07")
    heading = page.locator("#pg-auc-07 h2")
    page.wait_for_function(
        "() => { const top = document.querySelector('#pg-auc-07 h2').getBoundingClientRect().top;"
        " return top >= 0 && top < 300 }"
    )
    assert heading.inner_text().startswith("PG-AUC-07 Everybody buys in round 1")
    code = page.locator("#pg-auc-07 details code").first
    assert not code.is_visible()
    page.locator("#pg-auc-07 summary").click()
    assert code.is_visible()


def test_the_sides_of_a_comparison_are_rows_of_a_table_that_fits(address, page):
    for width in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"{address}/compare/winner.html#winner-tie")
        table = page.locator("#winner-tie .sides table").first
        assert table.locator("tr").count() >= 3
        box = table.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize(
    ("folder", "words", "link"),
    [
        ("", "PG-AUC-07", "rules/pg-auc.html#pg-auc-07"),
        ("", "discount token", "rules/pg-auc.html"),
        ("", "short circuit", "rules/el-short.html"),
        ("pt_BR/", "empates", "compare/winner.html"),
        ("pt_BR/", "EL-WIN-02", "rules/el-win.html#el-win-02"),
    ],
)
def test_the_search_finds(address, page, folder, words, link):
    page.goto(f"{address}/{folder}search.html?q={words.replace(' ', '+')}")
    page.wait_for_selector(f'#search-results a[href*="{link}"]', timeout=20_000)
    if "#" in link:
        assert link in page.locator("#search-results li a").first.get_attribute("href")


def test_the_other_language_is_the_same_page(address, page):
    page.set_viewport_size({"width": DESK, "height": 740})
    page.goto(f"{address}/rules/el-win.html")
    page.click(".other-language a")
    assert page.url == f"{address}/pt_BR/rules/el-win.html"
    page.click(".other-language a")
    assert page.url == f"{address}/rules/el-win.html"
    page.goto(f"{address}/players.html")
    page.click(".other-language a")
    assert page.url == f"{address}/pt_BR/players.html"
    page.goto(f"{address}/hosting.html")
    page.click(".other-language a")
    assert page.url == f"{address}/pt_BR/index.html"


def test_a_portuguese_guide_has_the_pictures_and_leads_to_english_pages(address, page):
    page.goto(f"{address}/pt_BR/players.html")
    loaded = page.locator("article img").evaluate_all("all => all.map(one => one.naturalWidth)")
    assert len(loaded) > 5
    assert min(loaded) > 0
    page.click('article a[href="../hosting.html"]')
    assert page.url == f"{address}/hosting.html"
