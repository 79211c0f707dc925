"""The cards to print: the quick reference of each game, as a page of the site and as a PDF."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from importlib.resources import as_file, files
from typing import Any

from gridgames import __version__
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import version
from gridgames.languages.messages import say
from gridgames.show.registry import wings
from gridgames.show.wing import Wing
from gridgames.terminal import output
from gridgames.terminal.markdown import bullets, escaped, joined
from site_pages import eletrika_card, powergrid_card
from site_pages.pages import contents, linked
from site_pages.sheet import Cell, Drawn, Section, Sheet

_TEMPLATE = "card.typ"
_SHEETS = {"eletrika": eletrika_card.sheet, "powergrid": powergrid_card.sheet}
_FONTS = "gridgames.show.drawing"


def can_print() -> bool:
    """Return whether Typst is there, which makes the PDFs; it comes with the extra ``docs``."""
    try:
        import typst
    except ImportError:
        return False
    return bool(typst)


def sheet_of(wing: Wing) -> Sheet | None:
    """Return the quick reference of a game in the language in use, or None if it has none."""
    made = _SHEETS.get(wing.name)
    return made() if made else None


def card_pages() -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and the content of each page, drawing and PDF; say so if there are no PDFs."""
    names, listed, is_printed = [], [], can_print()
    if not is_printed:
        output.print_error(say("The cards are pages only: Typst, which makes PDFs, is missing."))
    for wing in wings():
        sheet = sheet_of(wing)
        if sheet is None:
            continue
        names.append(wing.name)
        listed.append(f"{{doc}}`{sheet.title} <{wing.name}>`")
        if is_printed:
            listed[-1] += f", {_pdf(wing.name)}"
            yield f"cards/{wing.name}.pdf", to_pdf(sheet, *_edition_of(wing))
        yield f"cards/{wing.name}.md", _page(sheet, wing.name, is_printed=is_printed)
        for shown in dict.fromkeys(_drawings(sheet)):
            yield f"cards/pictures/{wing.name}-{shown.name}.svg", shown.svg
    about = say(
        "One sheet of A4 for each game, to print and lay on the table. Every figure comes from the "
        "tables that the program plays by, and every line names its rules."
    )
    blocks = [f"# {say('Cards to print')}", about, bullets(listed), contents(names)]
    yield "cards/index.md", joined(blocks)


def _pdf(name: str) -> str:
    return f'<a href="{name}.pdf">{say("to print (PDF)")}</a>'


def _edition_of(wing: Wing) -> tuple[str, date]:
    """Return which rules a card sums up, and their date."""
    found = version(wing.game.LEDGER)
    assert found
    told = say(
        "gridgames {version} · rules {number} of {date} · a rule in full: gridgames rules ID",
        version=__version__,
        number=found.number,
        date=found.date,
    )
    return told, date.fromisoformat(found.date)


# Pages


def _page(sheet: Sheet, game: str, *, is_printed: bool) -> str:
    blocks = [f"# {say('{game}: card', game=sheet.title)}", escaped(sheet.about)]
    if is_printed:
        blocks.append(_pdf(game))
    for section in sheet.sections:
        blocks += _section(section, game)
    return linked(joined(blocks))


def _section(section: Section, game: str) -> Iterator[str]:
    def cell(one: Cell) -> str:
        if isinstance(one, str):
            return escaped(one)
        return f"![{escaped(one.alt)}](pictures/{game}-{one.name}.svg)"

    yield f"## {escaped(section.title)}"
    if section.rules:
        yield ", ".join(section.rules)
    if section.rows:
        wide = 1 + max(len(row.cells) for row in section.rows)
        table = [list(map(cell, section.heads or [""] * wide)), ["---"] * wide]
        for row in section.rows:
            name = "<br>".join([cell(row.name), *row.rules])
            table.append([name, *map(cell, row.cells), *[""] * (wide - 1 - len(row.cells))])
        yield "\n".join(f"| {' | '.join(cells)} |" for cells in table)
    if section.lines:
        told = (
            f"**{escaped(line.lead)}.** {escaped(line.text)} {', '.join(line.rules)}"
            for line in section.lines
        )
        yield bullets(told)
    if section.is_captioned:
        yield "\n\n".join(f"{cell(one)}\n{escaped(one.alt)}" for one in section.drawings)
    elif section.drawings:
        yield " ".join(map(cell, section.drawings))
    if section.note:
        yield escaped(section.note)


def _drawings(sheet: Sheet) -> Iterator[Drawn]:
    for section in sheet.sections:
        yield from section.drawings
        for one in (
            *section.heads,
            *(cell for row in section.rows for cell in (row.name, *row.cells)),
        ):
            if isinstance(one, Drawn):
                yield one


# On paper


def to_pdf(sheet: Sheet, colophon: str, made: date) -> bytes:
    """Return a sheet as a PDF of one page. Typst raises an error if it needs two."""
    import typst

    told = {
        "language": current_language().value,
        "title": sheet.title,
        "about": sheet.about,
        "emblem": _cells(sheet.emblem),
        "colophon": colophon,
        "columns": [[_told(one) for one in column] for column in sheet.columns],
        "below": [_told(one) for one in sheet.below],
    }
    with as_file(files(_FONTS) / "fonts") as fonts:
        pdf: bytes = typst.compile(
            files(__package__).joinpath(_TEMPLATE).read_bytes(),
            font_paths=typst.Fonts(include_system_fonts=False, font_paths=[fonts]),
            format="pdf",
            sys_inputs={"card": json.dumps(told)},
            timestamp=datetime(made.year, made.month, made.day, tzinfo=UTC),
        )
    return pdf


def _told(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "rules": section.rules,
        "lines": [line._asdict() for line in section.lines],
        "heads": _cells(section.heads),
        "rows": [
            row._asdict() | {"name": _cells([row.name])[0], "cells": _cells(row.cells)}
            for row in section.rows
        ],
        "drawings": _cells(section.drawings),
        "note": section.note,
        "is_captioned": section.is_captioned,
    }


def _cells(cells: Sequence[Cell]) -> list[Any]:
    return [one if isinstance(one, str) else one._asdict() for one in cells]
