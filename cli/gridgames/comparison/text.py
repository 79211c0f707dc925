"""A comparison for people: as tables of the terminal, as Markdown, as a page of HTML."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from gridgames.comparison.document import (
    DIFFERENT,
    NONE,
    SAME,
    SYMBOLS,
    WORDS,
    Cell,
    Comparison,
    Report,
    Row,
)
from gridgames.languages.language import spoken
from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped

_MARK_STYLES = {SAME: "green", DIFFERENT: "yellow", NONE: "cyan", "": ""}
_SIDE_WIDTH = 20
_NARROW = 70  # columns; in fewer, the mark goes below the side
_PLAIN = {"=": "=", "≠": "#", "–": "-", "": ""}  # for a stream that cannot write the symbols


def mark_of(mark: str, *, plain: bool = False) -> str:
    """Return a mark in a symbol and words."""
    symbol = _PLAIN[SYMBOLS[mark]] if plain else SYMBOLS[mark]
    return f"{symbol} {say(WORDS[mark])}" if mark else ""


def _repeats(cell: Cell, row: Row) -> bool:
    """Say whether a cell only says again what the first side says."""
    first = row.cells[0]
    return cell is not first and cell.mark == SAME and cell.cited == first.cited


def _says_nothing_new(cell: Cell, row: Row) -> bool:
    return _repeats(cell, row) and cell.found == row.cells[0].found


def show(report: Report) -> None:
    """Write the report as tables."""
    for number, part in enumerate(report.parts):
        if number:
            output.show([[]])
        output.show([[(part.title, "bold underline")], *wrapped(part.about, style="dim")])
        for note in part.notes:
            output.show(wrapped(note, "  ", first=""))
        cells = [cell for row in part.rows for cell in (*row.cells, *row.played)]
        longest = max((len(cell.head) for cell in cells), default=0)
        for row in part.rows:
            output.show([[]])
            _show_row(row, min(longest, _SIDE_WIDTH))
            for cell in row.trials if report.working and row.trials else ():
                output.show(wrapped(_broken(cell.side), "  ", "bold"))
                for step in cell.trial.working if cell.trial else ():
                    output.show(wrapped(step, "      ", first="    "))


def _show_row(row: Row, side: int) -> None:
    cells = [*row.cells, *row.played]
    marks = any(cell.mark for cell in cells)
    narrow = output.width() < _NARROW
    plain = not output.has_box_lines()
    mark_width = max(len(mark_of(mark)) for mark in WORDS)
    widths: list[int | None] = [max(side, mark_width), None] if narrow else [side, None]
    if marks and not narrow:
        widths.insert(1, mark_width)
    rows: list[list[Line]] = []
    for same in _alike(cells, row):
        cell = same[0]
        mark = (mark_of(cell.mark, plain=plain), _MARK_STYLES[cell.mark])
        line: list[Line] = [[("\n".join(_broken(one.head) for one in same), "bold")]]
        if marks and not narrow:
            line.append([mark])
        elif cell.mark:
            line[0] += [("\n", ""), mark]
        line.append(_how(cell, row))
        rows.append(line)
    output.show(wrapped(row.question, style="bold"))
    output.table(rows, widths)


def _alike(cells: list[Cell], row: Row) -> list[list[Cell]]:
    """Return the cells in groups: those that follow each other and only repeat the first side."""
    groups: list[list[Cell]] = []
    for cell in cells:
        if groups and _says_nothing_new(cell, row) and _says_nothing_new(groups[-1][0], row):
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return groups


def _broken(side: str) -> str:
    """Return the name of a side with places to break it."""
    return side.replace(":", ": ").replace(",", ", ") if len(side) > _SIDE_WIDTH else side


def _how(cell: Cell, row: Row) -> Line:
    if _says_nothing_new(cell, row):
        return [(say("the same"), "dim")]
    line: Line = []
    if not _repeats(cell, row):
        line.append((cell.text, ""))
        if cell.rules:
            line.append((f" ({', '.join(cell.rules)})", "dim"))
    if cell.found:
        line.append((("\n" if line else "") + say("Played:") + " ", "bold"))
        line.append((cell.found, ""))
    return line


# Files


@dataclass(frozen=True, slots=True)
class _Markup:
    """How a format writes its elements."""

    text: Callable[[str], str]
    heading: Callable[[str, int], str]
    paragraph: str
    emphasis: str
    strong: str
    code: str
    table: Callable[[list[list[str]]], str]
    items: Callable[[list[tuple[str, list[str]]]], str]


def markdown(report: Report) -> str:
    """Return the report as Markdown: a heading per topic, a table with a column per side."""
    return "\n\n".join(_blocks(report, _MARKDOWN)) + "\n"


def html(report: Report) -> str:
    """Return the report as one page of HTML: no script, nothing fetched."""
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken().replace("_", "-")}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f"<title>gridgames compare: {escape(', '.join(report.sides))}</title>\n"
        f"<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(_blocks(report, _HTML))
        + "\n</body>\n</html>\n"
    )


def _blocks(report: Report, markup: _Markup) -> Iterator[str]:
    level = 1
    if len(report.parts) > 1:
        level = 2
        sides = ", ".join(markup.code.format(markup.text(side)) for side in report.sides)
        about = say("Between {sides}. Marks compare with the first side.", sides=sides)
        yield markup.heading(markup.text(say("Comparison")), 1)
        yield markup.paragraph.format(about)
    for part in report.parts:
        yield from _part(part, report.working, markup, level)


def _part(part: Comparison, working: bool, markup: _Markup, level: int) -> Iterator[str]:
    yield markup.heading(markup.text(part.title), level)
    for text in (part.about, *part.notes):
        yield markup.paragraph.format(markup.text(text))
    heads = [cell.head for cell in part.rows[0].cells] if part.rows else []
    table = [["", *map(markup.text, heads)]]
    for row in part.rows:
        table.append([markup.text(row.question), *(_cell(cell, row, markup) for cell in row.cells)])
    yield markup.table(table)
    for row in part.rows:
        if row.played or (working and row.trials):
            yield markup.paragraph.format(markup.text(f"{row.question} {say('Played:')}"))
            yield markup.items(
                [
                    (
                        f"{markup.code.format(markup.text(cell.side))}: {markup.text(cell.found)}",
                        [markup.text(step) for step in cell.trial.working if working],
                    )
                    for cell in row.trials
                    if cell.trial
                ]
            )


def _cell(cell: Cell, row: Row, markup: _Markup) -> str:
    mark = markup.text(mark_of(cell.mark))
    if _says_nothing_new(cell, row):
        return markup.emphasis.format(mark)
    text = markup.text(cell.cited)
    if cell.mark:
        text = f"{markup.emphasis.format(f'{mark}:')} {text}"
    if cell.found:
        text += f"<br>{markup.strong.format(say('Played:'))} {markup.text(cell.found)}"
    return text


def _markdown_table(rows: list[list[str]]) -> str:
    head, *others = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *others))


def _markdown_items(items: list[tuple[str, list[str]]]) -> str:
    lines = []
    for text, inner in items:
        lines += [f"- {text}", *(f"    - {line}" for line in inner)]
    return "\n".join(lines)


def _html_table(rows: list[list[str]]) -> str:
    head, *others = rows
    lines = ["<tr>" + "".join(f"<th>{text}</th>" for text in head) + "</tr>"]
    for question, *cells in others:
        told = "".join(f"<td>{text}</td>" for text in cells)
        lines.append(f"<tr><th>{question}</th>{told}</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _html_items(items: list[tuple[str, list[str]]]) -> str:
    lines = []
    for text, inner in items:
        nested = "".join(f"<li>{line}</li>" for line in inner)
        lines.append(f"<li>{text}<ul>{nested}</ul></li>" if nested else f"<li>{text}</li>")
    return "<ul>\n" + "\n".join(lines) + "\n</ul>"


_MARKDOWN = _Markup(
    text=lambda text: text.replace("|", "\\|"),
    heading=lambda text, level: f"{'#' * level} {text}",
    paragraph="{}",
    emphasis="*{}*",
    strong="**{}**",
    code="`{}`",
    table=_markdown_table,
    items=_markdown_items,
)
_HTML = _Markup(
    text=escape,
    heading=lambda text, level: f"<h{level}>{text}</h{level}>",
    paragraph="<p>{}</p>",
    emphasis="<em>{}</em>",
    strong="<strong>{}</strong>",
    code="<code>{}</code>",
    table=_html_table,
    items=_html_items,
)
_STYLE = (
    "body{font-family:sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}td,th{border:1px solid #999;padding:.4rem;"
    "text-align:left;vertical-align:top}"
)
