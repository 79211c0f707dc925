"""Addresses of the site stay: listed rules are in the ledgers, and the script sees gaps."""

import re
from pathlib import Path

import addresses

from gridcommon.ledger import ID, read_ledger
from gridgames import __version__
from gridgames.games.registry import names
from gridgames.rules.links import anchor_of, page_of

ROOT = Path(__file__).parents[1]
KNOWN = addresses.listed(addresses.LIST.read_text(encoding="utf-8"))


def test_every_rule_that_ever_had_an_address_has_it():
    rules = {
        f"{page_of(rule)}.html#{anchor_of(rule)}" for game in names() for rule in read_ledger(game)
    }
    found = set()
    for page, anchors in KNOWN.items():
        ids = {one for one in anchors if re.fullmatch(ID, one.upper())}
        found |= {f"{page.removeprefix('pt_BR/')}#{one}" for one in ids}
    assert len(found) >= 187
    assert found - rules == set()
    for page in ("index.html", "cards/eletrika.pdf", "pt_BR/cards/powergrid.pdf"):
        assert page in KNOWN


def test_the_list_is_in_its_order():
    assert addresses.to_text(KNOWN) == addresses.LIST.read_text(encoding="utf-8")


def test_what_disappears_is_named_and_what_is_new_is_added(tmp_path, capsys):
    site, known = tmp_path / "site", tmp_path / "known.txt"
    (site / "api").mkdir(parents=True)
    (site / "_static").mkdir()
    for name in ("api/a.html", "_static/b.html", "search.html", "card.pdf"):
        (site / name).write_text('<article><section id="code"></section></article>')
    page = '<p id="menu"><article><section id="{}"><span id="id1"></span></section></article>'
    (site / "page.html").write_text(page.format("old"))
    (site / "rules").mkdir()
    titled = '<section id="title"><span id="words"></span><section id="pg-1"></section></section>'
    (site / "rules" / "pg.html").write_text(f"<article>{titled}</article>")
    known.write_text("")
    assert addresses.main([str(site)], known) == 0
    assert "4 new addresses" in capsys.readouterr().out
    assert addresses.main([str(site), "--add"], known) == 0
    assert known.read_text().splitlines()[1:] == [
        "api/a.html",
        "card.pdf",
        "page.html old",
        "rules/pg.html pg-1",
    ]
    (site / "page.html").write_text(page.format("new"))
    (site / "card.pdf").unlink()
    assert addresses.main([str(site)], known) == 1
    told = capsys.readouterr()
    assert told.err.splitlines() == ["card.pdf has disappeared", "page.html#old has disappeared"]
    assert addresses.main([str(site), "--add"], known) == 1  # nothing is taken off the list
    assert "\npage.html new old\n" in known.read_text()


def test_the_version_is_the_same_everywhere():
    told = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in told
    assert '\n  - name: "the gridgames developers"\n' in told
    (date,) = re.findall(r"^date-released: (\d{4}-\d\d-\d\d)$", told, re.MULTILINE)
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = re.findall(r"^## (.+)$", changes, re.MULTILINE)
    assert titles[:2] == ["Unreleased", f"{__version__} - {date}"]
    formats = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert f'{{"schema": 1, "gridgames": "{__version__}",' in formats
