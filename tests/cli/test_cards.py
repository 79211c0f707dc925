"""The cards to print: what is on them names rules, on one page."""

import re
import sys
import zlib
from xml.etree import ElementTree

import pytest
from site_pages import cards
from site_pages.cards import card_pages, sheet_of
from site_pages.sheet import Drawn, Sheet, cited

from gridcommon.ledger import ID
from gridgames.languages.language import Language, catalogue
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import use_catalogue
from gridgames.show.registry import wing_of, wings

GAMES = ["powergrid", "eletrika"]


@pytest.fixture(params=list(Language))
def language(request):
    with use_catalogue(catalogue(request.param)):
        yield request.param


def sheet(game: str) -> Sheet:
    found = sheet_of(wing_of(game))
    assert found
    return found


def sentences(card: Sheet) -> str:
    parts = [card.about]
    for one in card.sections:
        parts += [one.title, one.note, *(f"{line.lead} {line.text}" for line in one.lines)]
        parts += [cell for row in one.rows for cell in row.cells if isinstance(cell, str)]
    return "\n".join(parts)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_names_rules_of_the_ledger(game, language):
    assert [wing.name for wing in wings() if sheet_of(wing)] == GAMES
    card, known = sheet(game), rules(wing_of(game).engine, language)
    assert cited(card) | set(re.findall(ID, sentences(card))) <= set(known)
    assert len(cited(card)) >= 35
    for one in card.sections:
        assert all(line.rules for line in one.lines)
        assert one.rules or all(row.rules for row in one.rows)
        assert one.rules or one.rows or one.lines
    editions = "".join(known[rule].edition for rule in cited(card))
    assert game == "eletrika" or {"R", "C"} <= set(editions)


@pytest.mark.usefixtures("language")
def test_the_pages_are_there_without_typst_and_the_build_says_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "typst", None)
    found = dict(card_pages())
    assert "Typst" in capsys.readouterr().err
    assert [name for name in found if name.endswith(".pdf")] == []
    for game in GAMES:
        page = found[f"cards/{game}.md"]
        named = {name.removeprefix("cards/pictures/") for name in found if f"/{game}-" in name}
        assert set(re.findall(r"\(pictures/([^)]+)\)", page)) == named
        assert [rule for rule in cited(sheet(game)) if f"{{rule}}`{rule}`" not in page] == []
        assert ".pdf" not in page
        drawings: dict[str, Drawn] = {}
        for one in cards._drawings(sheet(game)):  # each name is of one drawing
            assert drawings.setdefault(one.name, one).svg == one.svg
    for name, content in found.items():
        if name.endswith(".svg"):
            assert ElementTree.fromstring(content).find("{http://www.w3.org/2000/svg}title").text
            assert "var(--" not in content


def test_a_card_leads_to_its_pdf_of_one_page_of_a4():
    pytest.importorskip("typst")
    with use_catalogue(catalogue(Language.PT_BR)):  # its texts are longer
        found = dict(card_pages())
    for game in GAMES:
        assert f'<a href="{game}.pdf">' in found[f"cards/{game}.md"]
        pdf = found[f"cards/{game}.pdf"]
        assert pdf.startswith(b"%PDF-")
        streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
        packed = [one for one in streams if one[:1] == b"\x78"]
        text = pdf + b"".join(zlib.decompressobj().decompress(one) for one in packed)
        assert re.findall(rb"/Type ?/Pages\b.*?/Count (\d+)", text, re.DOTALL) == [b"1"]
        (box,) = re.findall(rb"/MediaBox ?\[([^\]]+)\]", text)
        assert [round(float(one)) for one in box.split()] == [0, 0, 595, 842]
