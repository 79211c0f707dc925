"""A comparison for people: as tables of the terminal, as Markdown, as a page of HTML."""

from collections.abc import Iterator
from html import escape

from gridgames.comparison.document import SAME, SYMBOLS, Cell, Comparison, Report, Row
from gridgames.languages.language import spoken
from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped

_MARK_STYLES = {"same": "green", "different": "yellow", "no counterpart": "cyan"}
_SIDE_WIDTH = 20
_NARROW = 70  # columns; below, the mark stands under the side
_PLAIN = {"=": "=", "≠": "#", "–": "-", "": ""}  # for a stream that cannot write the symbols


def mark_of(cell: Cell) -> str:
    """Return the mark of a cell in a symbol and words."""
    return f"{SYMBOLS[cell.mark]} {say(cell.mark)}" if cell.mark else ""


def show(report: Report) -> None:
    """Write the report as tables."""
    for number, part in enumerate(report.parts):
        if number:
            output.show([[]])
        output.show([[(part.title, "bold underline")], *wrapped(part.about, style="dim")])
        for note in part.notes:
            output.show(wrapped(note, "  ", first=""))
        cells = [cell for row in part.rows for cell in (*row.cells, *row.played)]
        longest = max((len(cell.side) for cell in cells), default=0)
        for row in part.rows:
            output.show([[]])
            _show_row(row, longest, working=report.working)


def _show_row(row: Row, longest: int, *, working: bool) -> None:
    cells = [*row.cells, *row.played]
    marks = any(cell.mark for cell in cells)
    narrow = output.width() < _NARROW
    side = min(longest, _SIDE_WIDTH)
    mark_width = max(len(f"{symbol} {say(mark)}") for mark, symbol in SYMBOLS.items())
    widths: list[int | None] = [max(side, mark_width), None] if narrow else [side, None]
    if marks and not narrow:
        widths.insert(1, mark_width)
    rows: list[list[Line]] = []
    for same in _alike(cells, row):
        cell = same[0]
        names = "\n".join(broken(one.side) for one in same)
        mark = (_writable_mark(cell), _MARK_STYLES.get(cell.mark, ""))
        line: list[Line] = [[(names, "bold")]]
        if marks and not narrow:
            line.append([mark])
        elif cell.mark:
            line[0] += [("\n", ""), mark]
        line.append(_how(cell, row))
        rows.append(line)
    output.show(wrapped(row.question, style="bold"))
    output.table(rows, widths)
    if working:
        for cell in cells:
            if cell.trial:
                output.show([[(f"  {cell.side}", "bold")]])
                for step in cell.trial.working:
                    output.show(wrapped(step, "      ", first="    "))


def _alike(cells: list[Cell], row: Row) -> list[list[Cell]]:
    """Return the cells in groups: those that follow each other and only repeat the first side."""
    groups: list[list[Cell]] = []
    for cell in cells:
        if groups and _says_nothing_new(cell, row) and _says_nothing_new(groups[-1][0], row):
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return groups


def _says_nothing_new(cell: Cell, row: Row) -> bool:
    return _repeats(cell, row) and cell.found == row.cells[0].found


def _writable_mark(cell: Cell) -> str:
    """Return the mark with a symbol that standard output can write."""
    if output.has_box_lines():
        return mark_of(cell)
    return f"{_PLAIN[SYMBOLS[cell.mark]]} {say(cell.mark)}" if cell.mark else ""


def broken(side: str) -> str:
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


def _repeats(cell: Cell, row: Row) -> bool:
    """Say whether a cell only says again what the first side says."""
    first = row.cells[0]
    return cell is not first and cell.mark == SAME and cell.cited == first.cited


def markdown(report: Report) -> str:
    """Return the report as Markdown: a heading a topic, a table with a column a side."""
    parts = ["\n".join(_markdown_lines(part, report.working)) for part in report.parts]
    if len(parts) > 1:
        sides = ", ".join(f"`{side}`" for side in report.sides)
        about = say("Between {sides}. Marks compare with the first side.", sides=sides)
        parts = [f"# {say('Comparison')}\n\n{about}", *(f"#{part}" for part in parts)]
    return "\n\n".join(parts) + "\n"


def _markdown_lines(part: Comparison, working: bool) -> Iterator[str]:
    yield f"# {part.title}"
    for text in (part.about, *part.notes):
        yield f"\n{text}"
    heads = [cell.side for cell in part.rows[0].cells] if part.rows else []
    yield "\n" + _markdown_row(["", *heads])
    yield _markdown_row(["---"] * (len(heads) + 1))
    for row in part.rows:
        yield _markdown_row([row.question, *(_markdown_cell(cell, row) for cell in row.cells)])
    yield from _markdown_played(part, working)


def _markdown_row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _markdown_cell(cell: Cell, row: Row) -> str:
    if _says_nothing_new(cell, row):
        return f"*{mark_of(cell)}*"
    parts = [f"*{mark_of(cell)}:* {cell.cited}" if cell.mark else cell.cited]
    if cell.found:
        parts.append(f"**{say('Played:')}** {cell.found}")
    return "<br>".join(parts)


def _markdown_played(part: Comparison, working: bool) -> Iterator[str]:
    """Yield what was played on further sides, and with ``working`` how."""
    for row in part.rows:
        cells = [cell for cell in (*row.cells, *row.played) if cell.trial]
        if not (row.played or (working and cells)):
            continue
        yield ""
        yield f"{row.question} {say('Played:')}"
        yield ""
        for cell in cells:
            yield f"- `{cell.side}`: {cell.found}"
            if working and cell.trial:
                yield from (f"    - {step}" for step in cell.trial.working)


def html(report: Report) -> str:
    """Return the report as a page of its own: no script, nothing fetched."""
    body = "\n".join(_html_part(part, report.working) for part in report.parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken().replace("_", "-")}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f"<title>gridgames compare: {escape(', '.join(report.sides))}</title>\n"
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


_STYLE = (
    "body{font-family:sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}td,th{border:1px solid #999;padding:.4rem;"
    "text-align:left;vertical-align:top}.mark{font-weight:bold}.rules{color:#555}"
)


def _html_part(part: Comparison, working: bool) -> str:
    lines = [f"<h2>{escape(part.title)}</h2>", f"<p>{escape(part.about)}</p>"]
    lines += [f"<p>{escape(note)}</p>" for note in part.notes]
    heads = [cell.side for cell in part.rows[0].cells] if part.rows else []
    lines.append("<table>\n<tr><th></th>")
    lines += [f"<th>{escape(head)}</th>" for head in heads]
    lines.append("</tr>")
    for row in part.rows:
        lines.append(f"<tr><th>{escape(row.question)}</th>")
        lines += [_html_cell(cell, row) for cell in row.cells]
        lines.append("</tr>")
    lines.append("</table>")
    for row in part.rows:
        cells = [cell for cell in (*row.cells, *row.played) if cell.trial]
        if row.played or (working and cells):
            lines.append(f"<h3>{escape(row.question)}</h3>\n<ul>")
            for cell in cells:
                lines.append(f"<li>{escape(cell.side)}: {escape(cell.found)}")
                if working and cell.trial:
                    steps = "".join(f"<li>{escape(step)}</li>" for step in cell.trial.working)
                    lines.append(f"<ul>{steps}</ul>")
                lines.append("</li>")
            lines.append("</ul>")
    return "\n".join(lines)


def _html_cell(cell: Cell, row: Row) -> str:
    if _says_nothing_new(cell, row):
        return f'<td class="mark">{escape(mark_of(cell))}</td>'
    mark = f'<span class="mark">{escape(mark_of(cell))}</span> ' if cell.mark else ""
    ids = f' <span class="rules">({escape(", ".join(cell.rules))})</span>' if cell.rules else ""
    played = escape(say("Played:"))
    found = f"<br><strong>{played}</strong> {escape(cell.found)}" if cell.found else ""
    return f"<td>{mark}{escape(cell.text)}{ids}{found}</td>"
