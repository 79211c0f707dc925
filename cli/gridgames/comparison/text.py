"""A comparison for people: as tables of the terminal, as Markdown, as a page of HTML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from gridgames import __version__
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
from gridgames.games.registry import wing_of
from gridgames.languages.certainty import notes, partly
from gridgames.languages.language import spoken
from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped
from gridgames.terminal.printable import visible

_MARK_STYLES = {SAME: "green", DIFFERENT: "yellow", NONE: "cyan", "": ""}
_SIDE_WIDTH = 20
_NARROW = 70  # columns; in fewer, the mark goes below the side
_PLAIN = {"=": "=", "≠": "#", "–": "-", "": ""}  # for a stream that cannot write the symbols


def mark_of(mark: str, *, plain: bool = False) -> str:
    """Return a mark in a symbol and words."""
    symbol = _PLAIN[SYMBOLS[mark]] if plain else SYMBOLS[mark]
    return f"{symbol} {say(WORDS[mark])}" if mark else ""


@dataclass(frozen=True, slots=True)
class _Told:
    """What sides that follow each other say, and what an engine gave."""

    heads: tuple[str, ...]
    mark: str
    text: str
    beside: str  # the rules, and how sure it is
    found: str


def _told(row: Row) -> Iterator[_Told]:
    """Yield what the sides of a row say; those that only repeat the first one come together."""
    first = row.cells[0]
    same: list[str] = []
    for cell in (*row.cells, *row.played):
        repeats = cell is not first and cell.mark == SAME and cell.cited == first.cited
        if repeats and cell.found == first.found:
            same.append(cell.head)
            continue
        if same:
            yield _Told(tuple(same), SAME, say("the same"), "", "")
            same = []
        text, beside = (say("the same"), "") if repeats else (cell.text, _beside(cell))
        yield _Told((cell.head,), cell.mark, text, beside, cell.found)
    if same:
        yield _Told(tuple(same), SAME, say("the same"), "", "")


def _beside(cell: Cell) -> str:
    rules = f" ({', '.join(cell.rules)})" if cell.rules else ""
    return rules + (f" ({partly(cell.doubts)})" if cell.doubts else "")


def show(report: Report) -> None:
    """Write the report as tables."""
    for number, part in enumerate(report.parts):
        if number:
            output.show([[]])
        output.show([[(part.title, "bold underline")], *wrapped(part.about, style="dim")])
        for note in part.notes:
            output.show(wrapped(note, "  ", first=""))
        longest = max((len(head) for row in part.rows for head in _heads(row)), default=0)
        for row in part.rows:
            output.show([[]])
            _show_row(row, min(longest, _SIDE_WIDTH))
            for cell in row.trials if report.working else ():
                output.show(wrapped(cell.head, "  ", "bold"))
                for step in cell.trial.working if cell.trial else ():
                    output.show(wrapped(step, "      ", first="    "))
        if part.doubts:
            output.show([[], [(say("Not certain"), "bold")]])
            for note in notes(part.doubts):
                output.show(wrapped(note, "    ", first="  "))


def _heads(row: Row) -> list[str]:
    return [cell.head for cell in (*row.cells, *row.played)]


def _show_row(row: Row, side: int) -> None:
    told = list(_told(row))
    marks = any(one.mark for one in told)
    narrow = output.width() < _NARROW
    plain = not output.has_box_lines()
    mark_width = max(len(mark_of(mark)) for mark in WORDS)
    widths: list[int | None] = [max(side, mark_width), None] if narrow else [side, None]
    if marks and not narrow:
        widths.insert(1, mark_width)
    rows: list[list[Line]] = []
    for one in told:
        mark = (mark_of(one.mark, plain=plain), _MARK_STYLES[one.mark])
        line: list[Line] = [[("\n".join(one.heads), "bold")]]
        if marks and not narrow:
            line.append([mark])
        elif one.mark:
            line[0] += [("\n", ""), mark]
        how: Line = [(one.text, ""), (one.beside, "dim")]
        if one.found:
            how += [(f"\n{say('Played:')} ", "bold"), (one.found, "")]
        rows.append([*line, how])
    output.show(wrapped(row.question, style="bold"))
    output.table(rows, widths)


# Documents


def markdown(report: Report) -> str:
    """Return the report as a document in Markdown, with contents, notes and how to cite it."""
    return "\n\n".join(_blocks(report)) + "\n"


def html(report: Report) -> str:
    """Return the same document as one page of HTML: no script, nothing fetched."""
    from markdown_it import MarkdownIt

    writer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = writer.parse(markdown(report))
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(text.content))
    body = writer.renderer.render(tokens, writer.options, {})
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
    yield say(
        "Sides: {sides}", sides=", ".join(f"{_text(one)} ({_code(side)})" for one, side in pairs)
    )
    rows = ", ".join(map(_code, report.rows)) or say("all")
    yield say("Rows: {rows}", rows=rows)
    if report.versions:
        yield say("Rules: {rules}", rules="; ".join(_rules(report)))
    yield say("Asked: {command}", command=f"{_code(report.asked)}, gridgames {__version__}")
    marks = ", ".join(mark_of(mark) for mark in SYMBOLS if mark)
    yield say("Marks compare with the first side: {marks}", marks=marks)


def _rules(report: Report) -> list[str]:
    """Return the rules that were compared, each with its version."""
    return [
        say(
            "{game}, version {version} of {date}",
            game=say(wing_of(game).title),
            version=rules.number,
            date=rules.date,
        )
        for game, rules in report.versions.items()
    ]


def _citation(report: Report) -> str:
    """Return how to cite a report."""
    text = say(
        "gridgames {version}: {title}, between {sides}. Rules: {rules}.",
        version=__version__,
        title=_title(report),
        sides=", ".join(report.titles),
        rules="; ".join(_rules(report)),
    )
    return f"{_text(text)} {_code(report.asked)}"


def _part(part: Comparison, working: bool, level: str) -> Iterator[str]:
    for text in (part.about, *part.notes):
        yield _text(text)
    for row in part.rows:
        yield f"{level} {_text(row.question)}"
        rows = [[say("Side"), say("Mark"), say("Rule"), say("Played")]]
        for one in _told(row):
            said = f"{one.text}{one.beside}"
            rows.append([", ".join(one.heads), mark_of(one.mark), said, one.found])
        kept = [place for place in range(4) if any(line[place] for line in rows[1:])]
        lines = [" | ".join(_text(line[place]) for place in kept) for line in rows]
        lines.insert(1, " | ".join("---" for _ in kept))
        yield "\n".join(f"| {line} |" for line in lines)
        for cell in row.trials if working else ():
            steps = cell.trial.working if cell.trial else ()
            yield "\n".join([f"- {_text(cell.head)}", *(f"    - {_text(step)}" for step in steps)])


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
    "td:first-child{font-weight:bold}"
    "@media (max-width:40rem){thead,td:empty{display:none}td{display:block;overflow-wrap:anywhere}}"
    "@media print{body{max-width:none}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}}"
)
