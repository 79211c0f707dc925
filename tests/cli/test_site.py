"""The pages of rules and comparisons as they are written for the site, and addresses of rules."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from site_pages.__main__ import write
from site_pages.pages import citing, versions_of_rules

from gridcommon.errors import NotationError
from gridcommon.ledger import read_ledger
from gridgames.languages.language import Language
from gridgames.show.registry import names
from gridgames.study.comparison.report import parse_sides, standard
from gridgames.study.comparison.topics import compared, topics
from gridgames.study.rules.book import SITE, anchor_of, page_of, permalink
from gridgames.study.rules.search import texts as searched
from plain_games import invoke
from shared import made_once

BASE = "https://example.org/grid"
BROKEN = "example.org|javascript:alert(1)|https://|https://[|{0}?a|{0}#b|" + "x" * 999


@pytest.fixture(scope="session", params=list(Language))
def pages(request, tmp_path_factory):
    """The pages of a language by name, and the pictures by name and suffix."""

    def export(folder: Path) -> None:
        write(folder, request.param)

    folder = made_once(tmp_path_factory, f"pages-{request.param}", export)
    files = (file for file in folder.rglob("*") if file.is_file() and file.suffix != ".pdf")
    return request.param, {
        file.relative_to(folder).as_posix().removesuffix(".md"): file.read_text("utf-8")
        for file in files
    }


@pytest.mark.slow
def test_every_rule_and_row_is_where_its_address_says(pages):
    language, texts = pages
    anchors = Counter(re.findall(r"\(([^()\n]+)\)=", "\n".join(texts.values())))
    folder = "" if language is Language.ENGLISH else f"/{language}"
    for rule in (rule for game in names() for rule in read_ledger(game)):
        address = permalink(rule, language, {SITE: BASE})
        assert address is not None
        page, _, anchor = address.removeprefix(f"{BASE}{folder}/").partition(".html#")
        assert texts[page].count(f"({anchor})=\n## {rule} ") == anchors[anchor] == 1
    sides = parse_sides(standard())
    for topic in topics().values():
        for row in compared(topic, sides).rows:
            assert f"({anchor_of(row.key)})=\n## " in texts[f"compare/{topic.key}"]
    for folder in ("rules", "compare", "cards"):
        index = texts[f"{folder}/index"].partition("{toctree}")[2].split()
        told = {name for name in texts if name.startswith(f"{folder}/") and ".svg" not in name}
        assert told - {f"{folder}/{name}" for name in index} == {f"{folder}/index"}


@pytest.mark.slow
def test_the_search_has_every_text_of_the_program_and_leads_to_pages(pages):
    language, texts = pages
    told = texts["_static/search-texts.js"]
    found = json.loads(told.removeprefix("gridgamesSearch.take(").removesuffix(");\n"))
    assert len(told.encode()) < 600_000
    assert len(found["texts"]) == len(list(searched(tuple(names()))))
    assert {key for kind, key, *_ in found["texts"] if kind != "topic"} == found["shown"].keys()
    links = [link for _, link, _ in found["shown"].values()]
    for link in links + [link for _, _, link, *_ in found["others"]]:
        page, _, anchor = link.partition(".html#")
        assert f"({anchor})=" in texts[page] or f'id="{anchor}"' in texts[page], link
    assert found["words"]["rule"] == ("Regras" if language is Language.PT_BR else "Rules")


def test_an_address_is_made_of_the_id_where_one_is_set(monkeypatch):
    assert page_of("EL-SHORT-04") == "rules/el-short"
    assert permalink("PG-AUC-07", Language.PT_BR, {SITE: f"{BASE}/"}) == (
        f"{BASE}/pt_BR/rules/pg-auc.html#pg-auc-07"
    )
    for none in ({}, {SITE: " "}):
        assert permalink("PG-AUC-07", Language.ENGLISH, none) is None
    address = f"{BASE}/rules/pg-auc.html#pg-auc-07"
    assert f"\nLink: {address}\n" in invoke("rules", "PG-AUC-07", **{SITE: BASE}).stdout
    assert "Link" not in invoke("rules", "PG-AUC-07", **{SITE: None}).stdout
    for site, link in ((BASE, address), (None, None)):
        (rule,) = json.loads(invoke("rules", "PG-AUC-07", "--json", **{SITE: site}).stdout)["rules"]
        assert rule["link"] == link
    monkeypatch.setenv(SITE, BASE)
    told = "\n".join(citing("Fim", "compare/end", versions_of_rules().items()))
    assert f"  howpublished = {{\\url{{{BASE}/compare/end.html}}}},\n" in told


@pytest.mark.parametrize("base", BROKEN.format(BASE).split("|"))
def test_an_address_that_is_none_is_refused(base):
    with pytest.raises(NotationError):
        permalink("PG-AUC-07", Language.ENGLISH, {SITE: base})
    answer = invoke("rules", "PG-AUC-07", **{SITE: base})
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert SITE in answer.stderr
    assert len(answer.stderr) < 500
