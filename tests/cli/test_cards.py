"""The cards to print: what is on them is what the tables and the ledgers have, on one page."""

import re
import sys
import zlib
from xml.etree import ElementTree

import pytest
from site_pages import cards
from site_pages.cards import card_pages, sheet_of
from site_pages.sheet import Drawn, Section, Sheet, cited

import eletrika.tables
import powergrid.tables
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


def section(game: str, title: str) -> Section:
    (found,) = [one for one in sheet(game).sections if one.title == title]
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


def test_the_tables_of_power_grid_are_those_of_the_engine():
    income = section("powergrid", "Income by powered cities")
    paid = {
        int(city): int(elektro)
        for heads, row in zip(income.rows[::2], income.rows[1::2], strict=True)
        for city, elektro in zip(heads.cells, row.cells, strict=True)
    }
    assert paid == dict(enumerate(powergrid.tables.PAYMENT))
    recharged, classic = (powergrid.tables.EDITION[one] for one in ("recharged", "classic"))
    refill = section("powergrid", "Refill in steps 1 · 2 · 3")
    assert [re.sub(r"\D", "", row.name) for row in refill.rows] == ["2", "3", "4", "5", "6"]
    for seats, row in enumerate(refill.rows, start=2):
        told = [[int(one) for one in cell.split(" · ")] for cell in row.cells]
        assert list(map(list, zip(*told, strict=True))) == [*map(list, recharged.refill[seats])]
    assert ("*" in refill.rows[0].name) == bool(recharged.refill_caveats[2])
    ends = section("powergrid", "By number of players").rows[-1]
    assert ends.rules == ("PG-END-01", "PG-END-02")
    assert ends.cells[0].split() == ["18", "(21)"]
    assert (recharged.seats[2].game_end, classic.seats[2].game_end) == (18, 21)
    assert len(section("powergrid", "The 42 plants: number, fuel of a run, cities").drawings) == 42
    market = section("powergrid", "Fuel market at the start")
    for fuel, track in enumerate(market.drawings):
        assert track.svg.count(f'href="#pg-token-{fuel}"') == recharged.market_start[fuel]
    assert market.note == f"Classic starts with {classic.market_start[2]} garbage."


def test_the_tables_of_eletrika_are_those_of_the_engine():
    points = [row.cells[0] for row in section("eletrika", "Points of a set").rows]
    assert points == ["1 MW", "5* MW", "2* MW", "4* MW", "+1 MW", "+1 MW"]
    table = section("eletrika", "Which may stand side by side")
    cells = tuple(tuple(cell != "" for cell in row.cells) for row in table.rows)
    assert cells == eletrika.tables.MAY_TOUCH
    rows = section("eletrika", "Structures").rows
    assert [row.cells[1] for row in rows] == [f"{count}" for count in eletrika.tables.STRUCTURES]
    assert section("eletrika", "End and victory").rows[0].cells == ["28", "27", "26"]  # EL-SETUP-09
    energized, closed, _ = section("eletrika", "On the table").drawings
    assert energized.svg.count('href="#el-token-lit"') == 5
    assert energized.svg.count('href="#el-token-dark"') == 1
    assert closed.svg.count('href="#el-short"') == 2


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


@pytest.mark.slow
def test_a_card_with_too_much_on_it_is_refused():
    typst = pytest.importorskip("typst")
    card = sheet("eletrika")
    card = card._replace(below=[*card.below] * 3)
    with pytest.raises(typst.TypstError, match="Eletrika needs more than one page"):
        cards.to_pdf(card, *cards._edition_of(wing_of("eletrika")))
