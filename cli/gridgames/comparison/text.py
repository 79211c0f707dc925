"""A comparison for people: as tables of the terminal, as Markdown, as a page of HTML."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from itertools import groupby, pairwise

from gridcommon.spelling import quoted
from gridgames import __version__
from gridgames.comparison.report import DIFFERENT, NONE, SAME, Cell, Comparison, Report, Row
from gridgames.games.registry import wing_of
from gridgames.languages.certainty import notes, partly
from gridgames.languages.language import spoken
from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped
from gridgames.terminal.printable import visible

SYMBOLS = {"": "", SAME: "=", DIFFERENT: "≠", NONE: "–"}
WORDS = {"": "", SAME: "same", DIFFERENT: "different", NONE: "no counterpart"}
_MARK_STYLES = {SAME: "green", DIFFERENT: "yellow", NONE: "cyan", "": ""}
_SIDE_WIDTH = 20
_NARROW = 70  # columns; in fewer, the mark goes below the side
_PLAIN = {"=": "=", "≠": "#", "–": "-", "": ""}  # for a stream that cannot write the symbols


def mark_of(mark: str, *, plain: bool = False) -> str:
    """Return a mark in a symbol and words."""
    symbol = _PLAIN[SYMBOLS[mark]] if plain else SYMBOLS[mark]
    return f"{symbol} {say(WORDS[mark])}" if mark else ""


def _told(row: Row) -> Iterator[tuple[list[str], Cell]]:
    """Yield who says what in a row; sides that only repeat the first one come together."""
    first, *others = row.all_cells
    same = Cell("", say("the same"), mark=SAME)
    yield [first.head], first
    for adds_nothing, cells in groupby(others, lambda cell: _repeats(cell, first, played=True)):
        if adds_nothing:
            yield [cell.head for cell in cells], same
            continue
        for cell in cells:
            repeats = _repeats(cell, first, played=False)
            yield [cell.head], replace(same, trial=cell.trial) if repeats else cell


def _repeats(cell: Cell, first: Cell, *, played: bool) -> bool:
    """Say whether a cell says the same as another, and whether playing it gave the same."""
    is_same = (cell.mark, cell.text, cell.rules) == (SAME, first.text, first.rules)
    return is_same and (not played or cell.trial.text == first.trial.text)


def _beside(cell: Cell) -> str:
    rules = f" ({', '.join(cell.rules)})" if cell.rules else ""
    return rules + (f" ({partly(cell.doubts)})" if cell.doubts else "")


def show(report: Report) -> None:
    """Write the report as tables."""
    if report.is_near:
        output.show([*wrapped(_only_near(report)), []])
    for number, part in enumerate(report.parts):
        if number:
            output.show([[]])
        output.show([[(part.title, "bold underline")], *wrapped(part.about, style="dim")])
        for note in part.notes:
            output.show(wrapped(note, "  ", first=""))
        heads = [len(cell.head) for row in part.rows for cell in row.all_cells]
        for row in part.rows:
            output.show([[]])
            _show_row(row, min(max(heads), _SIDE_WIDTH))
            for head, steps in _working(row) if report.working else ():
                output.show(wrapped(head, "  ", "bold"))
                for step in steps:
                    output.show(wrapped(step, "      ", first="    "))
        if part.doubts:
            output.show([[], [(say("Not certain"), "bold")]])
            for note in notes(part.doubts):
                output.show(wrapped(note, "    ", first="  "))


def _only_near(report: Report) -> str:
    """Return that no row answers the question of a report."""
    return say(
        "No comparison clearly answers {question}; the nearest are:", question=quoted(report.query)
    )


def _working(row: Row) -> list[tuple[str, list[str]]]:
    """Return how the values of a row came about: what sides are called, and the steps of each."""
    return [(cell.head, steps) for cell in row.all_cells if (steps := cell.trial.working)]


def _show_row(row: Row, side: int) -> None:
    told = list(_told(row))
    narrow = output.width() < _NARROW
    plain = not output.has_box_lines()
    mark_width = max(len(mark_of(mark)) for mark in WORDS)
    widths: list[int | None] = [max(side, mark_width), None] if narrow else [side, None]
    has_column = any(cell.mark for _, cell in told) and not narrow
    if has_column:
        widths.insert(1, mark_width)
    rows: list[list[Line]] = []
    for heads, cell in told:
        mark = (mark_of(cell.mark, plain=plain), _MARK_STYLES[cell.mark])
        line: list[Line] = [[("\n".join(heads), "bold")]]
        if has_column:
            line.append([mark])
        elif cell.mark:
            line[0] += [("\n", ""), mark]
        how: Line = [(cell.text, ""), (_beside(cell), "dim")]
        if cell.trial.found:
            how += [(f"\n{say('Played:')} ", "bold"), (cell.trial.text, "")]
        rows.append([*line, how])
    output.show(wrapped(row.question, style="bold"))
    output.table(rows, widths)


# Documents


def markdown(report: Report) -> str:
    """Return the report as a document in Markdown, with contents, notes and how to cite it."""
    return "\n\n".join(_blocks(report)) + "\n"


def html(report: Report) -> str:
    """Return the same document as one page of HTML: no script, nothing fetched.

    The position that it is about is drawn below its title.
    """
    from markdown_it import MarkdownIt

    writer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = writer.parse(markdown(report))
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(text.content))
    body = writer.renderer.render(tokens, writer.options, {})
    drawings = [drawing for part in report.parts if (drawing := part.draw())]
    pictures = "".join(f"</h1>\n<figure>{drawing.to_html()}</figure>" for drawing in drawings)
    body = body.replace("</h1>", pictures or "</h1>", 1)
    title = escape(f"{_title(report)}: {', '.join(report.titles)}")
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken().replace("_", "-")}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{body}</body>\n</html>\n"
    )


def _blocks(report: Report) -> Iterator[str]:
    whole = len(report.parts) > 1
    yield f"# {_text(_title(report))}"
    yield "\n".join(f"- {line}" for line in _heading(report))
    if report.is_near:
        yield _text(_only_near(report))
    yield f"## {say('Contents')}"
    entries = [part.title for part in report.parts]
    if not whole:
        entries = [row.question for row in report.parts[0].rows]
    yield "\n".join(f"- [{_text(entry)}](#{_anchor(_text(entry))})" for entry in entries)
    for part in report.parts:
        if whole:
            yield f"## {_text(part.title)}"
        yield from _part(part, report.working, "###" if whole else "##")
    if report.doubts:
        yield f"## {say('Not certain')}"
        yield "\n".join(f"- {_text(note)}" for note in notes(report.doubts))
    yield f"## {say('How to cite')}"
    yield _citation(report)


def _title(report: Report) -> str:
    return report.parts[0].title if len(report.parts) == 1 else say("Comparison of the rules")


def _heading(report: Report) -> Iterator[str]:
    """Yield what was asked, of which rules, and how to read the answer."""
    pairs = zip(report.titles, report.sides, strict=True)
    sides = ", ".join(f"{_text(title)} ({_code(side)})" for title, side in pairs)
    yield say("Sides: {sides}", sides=sides)
    yield say("Rows: {rows}", rows=", ".join(map(_code, report.rows)) or say("all"))
    if report.versions:
        yield say("Rules: {rules}", rules=_rules(report))
    yield say("Asked: {command}", command=f"{_code(report.asked)}, gridgames {__version__}")
    marks = ", ".join(mark_of(mark) for mark in SYMBOLS if mark)
    yield say("Marks compare with the first side: {marks}", marks=marks)


def _rules(report: Report) -> str:
    """Return which rules were compared, each with its version."""
    told = []
    for game, rules in report.versions.items():
        title = say(wing_of(game).title)
        words = {"game": title, "version": rules.number, "date": rules.date}
        told.append(say("{game}, version {version} of {date}", **words))
    return "; ".join(told)


def _citation(report: Report) -> str:
    """Return how to cite a report."""
    text = say(
        "gridgames {version}: {title}, between {sides}. Rules: {rules}.",
        version=__version__,
        title=_title(report),
        sides=", ".join(report.titles),
        rules=_rules(report),
    )
    return f"{_text(text)} {_code(report.asked)}"


def _part(part: Comparison, working: bool, level: str) -> Iterator[str]:
    for text in (part.about, *part.notes):
        yield _text(text)
    for row in part.rows:
        yield f"{level} {_text(row.question)}"
        rows = [[say("Side"), say("Mark"), say("Rule"), say("Played")]]
        for heads, cell in _told(row):
            said = f"{cell.text}{_beside(cell)}"
            rows.append([", ".join(heads), mark_of(cell.mark), said, cell.trial.text])
        kept = [place for place in range(4) if any(line[place] for line in rows[1:])]
        lines = [" | ".join(_text(line[place]) for place in kept) for line in rows]
        lines.insert(1, " | ".join("---" for _ in kept))
        yield "\n".join(f"| {line} |" for line in lines)
        for head, steps in _working(row) if working else ():
            yield "\n".join([f"- {_text(head)}", *(f"    - {_text(step)}" for step in steps)])


def _text(text: str) -> str:
    """Return plain text as Markdown.

    >>> _text("*W2 | two_pawns_count")
    '\\\\*W2 \\\\| two_pawns_count'
    """
    return re.sub(r"[\\`*\[\]<>|]|(?<!\w)_|_(?!\w)", r"\\\g<0>", visible(text))


def _code(text: str) -> str:
    """Return what is typed as Markdown, between more backticks than it has itself.

    >>> _code("compare `x`")
    '`` compare `x` ``'
    """
    if "`" not in text:
        return f"`{visible(text)}`"
    fence = "`" * (max(map(len, re.findall("`+", text))) + 1)
    return f"{fence} {visible(text)} {fence}"


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
    "td:first-child{font-weight:bold}figure{margin:1rem 0}svg{max-width:100%;height:auto}"
    "@media (max-width:40rem){thead,td:empty{display:none}td{display:block;overflow-wrap:anywhere}}"
    "@media print{body{max-width:none}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}}"
)
