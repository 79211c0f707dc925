"""A comparison as Markdown, shown in the terminal, as a document, or as a page of HTML."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from gridcommon.errors import NotationError
from gridcommon.examples import ExampleResult
from gridcommon.ledger import Version
from gridcommon.spelling import quoted
from gridgames import __version__
from gridgames.languages.caveats import notes, partly
from gridgames.languages.examples import name_of, text_of
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.show.face import Face
from gridgames.show.parts import Marks
from gridgames.show.registry import face_of, wing_of
from gridgames.study.comparison.report import (
    DIFFERENT,
    NONE,
    SAME,
    Comparison,
    Report,
    Row,
    SideCell,
    game_comparison,
    parse_side,
)
from gridgames.study.rules.pictured import Played, played
from gridgames.terminal import output
from gridgames.terminal.markdown import boxed, bullets, code, escaped, parser, table
from gridgames.terminal.output import Line
from gridgames.terminal.printable import escape_controls

PictureGroup = list[tuple[list[str], Played]]  # sides with the same picture, and the picture

_MOST = 2  # positions of a row


def scenes(row: Row) -> list[PictureGroup]:
    """Return the pictures of a row, those of the first position of each side first.

    They show the values in which the sides differ, or all if they agree. Sides with the same values
    share a picture.
    """
    cells: dict[tuple[str, str], list[SideCell]] = {}
    for cell in row.all_cells:
        if cell.run.found:
            cells.setdefault((parse_side(cell.side).game, cell.run.text), []).append(cell)
    ids = _differing([same[0] for same in cells.values()])
    shown = [([cell.head for cell in same], [*_played(same[0], ids)]) for same in cells.values()]
    found = [
        [(heads, pictures[place]) for heads, pictures in shown if place < len(pictures)]
        for place in range(_MOST)
    ]
    return [*filter(None, found)]


def _differing(cells: Sequence[SideCell]) -> set[str]:
    """Return the ids of the values that are not the same on all sides, or all ids."""
    values: dict[str, list[object]] = {}
    for cell in cells:
        for one in cell.run.found:
            values.setdefault(one.id, []).append(one.answer.value)
    apart = {
        key
        for key, found in values.items()
        if len(found) < len(cells) or any(value != found[0] for value in found)
    }
    return apart or {*values}


def _played(cell: SideCell, ids: set[str]) -> Iterator[Played]:
    """Yield the pictures of a side, one for each position, with the values computed from it."""
    side = parse_side(cell.side)
    part = game_comparison(side.game)
    wanted = [one for one in cell.run.found if one.id in ids and one.attempt] or cell.run.found
    for _, group in groupby(wanted, _position):
        values = [*group]
        picture = played(side.game, cell.run.about, values[0], side)
        places = {place for one in values for place in part.places_named(one)}
        claim = "; ".join(f"{name_of(one)}: {text_of(one)}" for one in values)
        picture = picture._replace(
            look=(*picture.look, *sorted(places)), claim="" if picture.refused else claim
        )
        if picture.is_on_board() or picture.actions or picture.panels(picture.before):
            yield picture


def _position(one: ExampleResult) -> tuple[str, str]:
    """Return a key that results from the same position and actions share."""
    tried = one.attempt
    assert tried is not None, one.id
    return repr(one.state), repr(tried.texts)


SYMBOLS = {SAME: "=", DIFFERENT: "≠", NONE: "–"}
WORDS = {SAME: "same", DIFFERENT: "different", NONE: "no counterpart"}
_MARK_STYLES = {SAME: "green", DIFFERENT: "yellow", NONE: "cyan"}
_PLAIN = str.maketrans("≠–", "#-")  # for a stream that cannot write the symbols


def mark_of(mark: str) -> str:
    """Return a mark in a symbol and words."""
    return f"{SYMBOLS[mark]} {say(WORDS[mark])}" if mark else ""


def show(report: Report, *, draw: bool = False) -> None:
    """Write the report to the terminal, with tables in boxes.

    ``draw`` adds the position of the user below the title, or the position that was played below
    each row.
    """
    blocks = [_paragraph(_only_near(report))] if report.is_near else []
    for part in shown_parts(report):
        blocks.append(_paragraph(part.title, "bold underline"))
        if draw and part.subjects:
            _print(blocks)
            _draw(
                _Picture(face_of(one.game), one.shown, one.names, one.where)
                for one in part.subjects
            )
        blocks += map(_paragraph, (part.about, *part.notes))
        for row in (*part.rows, *part.tables):
            blocks += _row_blocks(row, working=report.working)
            if draw and not part.subjects:
                _print(blocks)
                _draw_row(row)
    if report.caveats:
        found = notes(report.caveats)
        blocks += [_paragraph(say("Not certain"), "bold"), _items(found)]
    _print(blocks)


def _paragraph(text: str, style: str = "") -> list[Line]:
    """Return a paragraph; with a style it is a heading."""
    return output.wrapped(escape_controls(text), style=style)


def _items(texts: Iterable[str], indent: str = "") -> list[Line]:
    """Return the items of a list, whose further lines are indented."""
    return [
        line
        for text in texts
        for line in output.wrapped(escape_controls(text), f"{indent}  ", first=indent)
    ]


def _row_blocks(row: Row, *, working: bool) -> Iterator[list[Line]]:
    yield _paragraph(row.question, "bold")
    signs = {} if output.has_box_lines() else _PLAIN
    yield boxed(
        [
            [[(text.translate(signs), style) for text, style in cell] for cell in cells]
            for cells in row_cells(row)
        ]
    )
    if row.note:
        yield _paragraph(row.note)
    if steps := [cell for cell in row.all_cells if working and cell.run.working]:
        yield [
            line
            for cell in steps
            for line in (*_paragraph(cell.head, "bold"), *_items(cell.run.working, "  "))
        ]


def _print(blocks: list[list[Line]]) -> None:
    """Write blocks to the terminal, and clear them; only below a heading there is no empty line."""
    lines: list[Line] = []
    for block in blocks:
        if lines and not lines[-1][0][1].startswith("bold"):
            lines.append([])
        lines += block
    blocks.clear()
    output.print_lines(lines)


class _Picture(NamedTuple):
    """A position to draw: its heading, what is said of it, and the places that decide.

    ``played`` is the example that it is from, None for a position of the user.
    """

    face: Face
    state: Any
    names: Sequence[str]
    head: str
    told: Sequence[str] = ()
    places: Sequence[str] = ()
    played: Played | None = None

    @property
    def is_on_board(self) -> bool:
        return self.played is None or self.played.is_on_board()

    def heading(self) -> list[Line]:
        lines = output.wrapped(self.head, style="bold")
        return [*lines, *(line for text in self.told for line in output.wrapped(text, "  "))]

    def panels(self) -> Iterator[Line]:
        yield from self.played.panel_lines(self.state) if self.played else ()

    def board(self) -> Iterator[Line]:
        if self.is_on_board:
            marks = Marks(chosen=self.places)
            yield from self.face.board_in_characters(self.state, self.names, marks)
        yield from self.panels()


def _draw_row(row: Row) -> None:
    """Write the positions of a row, and what the engine found in each."""
    for scene in scenes(row):
        _draw(
            _Picture(
                one.face,
                one.before if one.after is None else one.after,
                one.names,
                ", ".join(heads),
                (*one.words, *filter(None, [one.claim])),
                sorted(one.wanted),
                one,
            )
            for heads, one in scene
        )


def _draw(drawn: Iterable[_Picture]) -> None:
    """Write positions beside each other where there is room, with the places that decide marked.

    In a terminal that shows pictures, each has the whole width.
    """
    from gridgames.show.drawing.printing import picture_room  # loads the drawings
    from gridgames.show.pictures import print_board

    pictures = [*drawn]
    if picture_room():
        for one in pictures:
            output.print_lines(one.heading())
            if one.is_on_board:
                print_board(one.face, one.state, one.names, Marks(changed=one.places))
            output.print_lines([*one.panels(), []])
        return
    wide = output.width() + output.BESIDE
    most = max(wide // (output.NARROWEST + output.BESIDE), 1)
    rows = math.ceil(len(pictures) / most)
    with output.within(wide // math.ceil(len(pictures) / rows) - output.BESIDE, on_screen=False):
        headings = [one.heading() for one in pictures]
        boards = [[*one.board()] for one in pictures]
    high = max(map(len, headings))
    pairs = zip(headings, boards, strict=True)
    blocks = [[*head, *[[]] * (high - len(head)), *board] for head, board in pairs]
    output.print_lines([*output.side_by_side(blocks), []])
    if any(one.places and one.is_on_board for one in pictures):
        told = say("> marks the places that decide.")
        output.print_lines([*output.wrapped(told, style="dim"), []])


def shown_parts(report: Report) -> list[Comparison]:
    """Return the comparisons of a report, those of the decisions of a record last."""
    if report.decided is None or not report.decided.judgements:
        return list(report.parts)
    from gridgames.study.comparison.decisions import as_comparison  # loads the counts

    return [*report.parts, as_comparison(report.decided)]


def markdown(report: Report) -> str:
    """Return the report as a document in Markdown, with contents, notes and how to cite it."""
    return "\n\n".join(_blocks(report)) + "\n"


def html(report: Report) -> str:
    """Return the same document as one page of HTML: no script, nothing fetched.

    A drawing of the compared position follows the title.
    """
    from html import escape

    from gridgames.show.pictures import drawings_of

    writer = parser(html=False)
    tokens = writer.parse(markdown(report))
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(text.content))
    body = writer.renderer.render(tokens, writer.options, {})
    pictures = ""
    for one in (one for part in report.parts for one in part.subjects):
        with suppress(NotationError):  # a position without coordinates
            for drawing in drawings_of(face_of(one.game), [one.shown], one.names):
                pictures += f"</h1>\n<figure>{drawing.to_html()}</figure>"
    body = body.replace("</h1>", pictures or "</h1>", 1)
    title = escape(f"{_title(report)}: {', '.join(report.titles)}")
    return (
        f'<!DOCTYPE html>\n<html lang="{current_language().replace("_", "-")}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{body}</body>\n</html>\n"
    )


def _blocks(report: Report) -> Iterator[str]:
    parts = shown_parts(report)
    whole = len(parts) > 1
    yield f"# {escaped(_title(report))}"
    yield bullets(_heading(report))
    if report.is_near:
        yield escaped(_only_near(report))
    yield f"## {say('Contents')}"
    entries = [part.title for part in parts]
    if not whole:
        entries = [row.question for row in parts[0].rows]
    yield bullets(f"[{escaped(entry)}](#{_anchor(escaped(entry))})" for entry in entries)
    for part in parts:
        if whole:
            yield f"## {escaped(part.title)}"
        yield from map(escaped, (part.about, *part.notes))
        for row in (*part.rows, *part.tables):
            yield from _row(row, report.working, "###" if whole else "##")
    yield from _certainty(report)
    yield f"## {say('Citing this page')}"
    yield _citation(report)


def _title(report: Report) -> str:
    parts = report.parts or shown_parts(report)
    return parts[0].title if len(parts) == 1 else say("Comparison of the rules")


def _heading(report: Report) -> Iterator[str]:
    """Yield what was asked, of which rules, and how to read the answer."""
    pairs = zip(report.titles, report.sides, strict=True)
    sides = ", ".join(f"{escaped(title)} ({code(side)})" for title, side in pairs)
    yield say("Sides: {sides}", sides=sides)
    yield say("Rows: {rows}", rows=", ".join(map(code, report.rows)) or say("all"))
    if report.versions:
        yield say("Rules: {rules}", rules=_rules(report))
    yield say("Question: {command}", command=f"{code(report.asked)}, gridgames {__version__}")
    marks = ", ".join(map(mark_of, SYMBOLS))
    yield say("Each mark compares a side with the first one: {marks}", marks=marks)


def _rules(report: Report) -> str:
    """Return which rules were compared, each with its version."""
    return versions_text((say(wing_of(game).title), one) for game, one in report.versions.items())


def versions_text(versions: Iterable[tuple[str, Version]]) -> str:
    """Return the versions of the rules of some games, which are given by their titles."""
    return "; ".join(
        say("{game}, version {version} of {date}", game=game, version=one.number, date=one.date)
        for game, one in versions
    )


def _citation(report: Report) -> str:
    """Return how to cite a report."""
    text = say(
        "gridgames {version}: {title}, between {sides}. Rules: {rules}.",
        version=__version__,
        title=_title(report),
        sides=", ".join(report.titles),
        rules=_rules(report),
    )
    return f"{escaped(text)} {code(report.asked)}"


def _only_near(report: Report) -> str:
    """Return the sentence that no row answers the question of a report."""
    return say(
        "No comparison clearly answers {question}; the nearest are:", question=quoted(report.query)
    )


def _certainty(report: Report) -> Iterator[str]:
    """Yield the notes about uncertain values."""
    if report.caveats:
        yield f"## {say('Not certain')}"
        yield bullets(map(escaped, notes(report.caveats)))


def _row(row: Row, working: bool, level: str) -> Iterator[str]:
    yield f"{level} {escaped(row.question)}"
    yield row_table(row)
    if row.note:
        yield escaped(row.note)
    if working:
        yield from row_steps(row)


def row_cells(row: Row) -> list[list[Line]]:
    """Return the sides of a row, their marks if they have any, and their answers."""
    cells: list[list[Line]] = []
    for heads, cell in _merged(row):
        answer = [(f"{cell.text}{_beside(cell)}", "")]
        answer += [(f" “{one.words}” ({one})", "") for one in cell.passages]
        if cell.run.found:
            answer += [(" ", ""), (say("Played:"), "bold"), (f" {cell.run.text}", "")]
        mark = [(mark_of(cell.mark), _MARK_STYLES.get(cell.mark, ""))]
        line = [[(", ".join(heads), "bold")], mark, answer]
        cells.append([[(escape_controls(text), style) for text, style in one] for one in line])
    if not any(mark for _, [(mark, _)], _ in cells):
        return [[side, answer] for side, _, answer in cells]
    return cells


def row_table(row: Row) -> str:
    """Return the cells of a row as a table in Markdown."""
    rows = [[*map(_as_markdown, cells)] for cells in row_cells(row)]
    heads = [say("Side"), say("Mark"), say("Rule")]
    return table(heads if len(rows[0]) == len(heads) else [heads[0], heads[2]], rows)


def _as_markdown(cell: Line) -> str:
    told = ((escaped(text), style) for text, style in cell)
    return "".join(f"**{text}**" if style == "bold" else text for text, style in told)


def row_steps(row: Row) -> Iterator[str]:
    """Yield the list of the steps that led to the played values of a row, if there are any."""
    if played := [cell for cell in row.all_cells if cell.run.working]:
        yield bullets(
            f"**{escaped(cell.head)}**\n{bullets(map(escaped, cell.run.working))}"
            for cell in played
        )


def _merged(row: Row) -> Iterator[tuple[list[str], SideCell]]:
    """Yield sides with their answer; sides that only repeat the first one are merged."""
    first, *others = row.all_cells
    same = SideCell("", say("the same"), mark=SAME)
    yield [first.head], first
    for adds_nothing, cells in groupby(others, lambda cell: _repeats(cell, first, played=True)):
        if adds_nothing:
            yield [cell.head for cell in cells], same
            continue
        for cell in cells:
            repeats = _repeats(cell, first, played=False)
            yield [cell.head], same._replace(run=cell.run) if repeats else cell


def _repeats(cell: SideCell, first: SideCell, *, played: bool) -> bool:
    """Return whether a cell repeats the text of another, and optionally its played values."""
    is_same = (cell.mark, cell.text, cell.rules) == (SAME, first.text, first.rules)
    return is_same and (not played or cell.run.text == first.run.text)


def _beside(cell: SideCell) -> str:
    rules = f" ({', '.join(cell.rules)})" if cell.rules else ""
    return rules + (f" ({partly(cell.caveats)})" if cell.caveats else "")


def _anchor(heading: str) -> str:
    """Return the name of a heading in links, as readers of Markdown make it.

    >>> _anchor("Set-up and randomness")
    'set-up-and-randomness'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}"
    "code,h1,h2,h3{overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}"
    "td,th{border:1px solid #999;padding:.4rem;text-align:left;vertical-align:top}"
    "figure{margin:1rem 0}svg{max-width:100%;height:auto}"
    "@media (max-width:40rem){thead,td:empty{display:none}td{display:block;overflow-wrap:anywhere}}"
    "@media print{body{max-width:none}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}}"
)
