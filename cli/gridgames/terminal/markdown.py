"""Markdown: text written as Markdown, and Markdown rendered as lines of the terminal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from gridgames.terminal import output
from gridgames.terminal.output import Line, Segment, wrapped
from gridgames.terminal.printable import escape_controls

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

_INDENT = "  "
_STYLES = {"strong": "bold", "em": "italic"}
_HEADINGS = {"h1": "bold underline"}  # the others are bold
_NARROW = 70  # columns; in fewer, all cells of a row but the last share a column
_WIDEST = 20  # columns of a cell that is not the last


def parser(*, html: bool) -> "MarkdownIt":
    """Return the parser of our Markdown: CommonMark with tables, and with or without HTML."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": html}).enable("table")


def escaped(text: str) -> str:
    """Return plain text as Markdown.

    >>> escaped("*W2 | two_pawns_count")
    '\\\\*W2 \\\\| two_pawns_count'
    """
    inline = re.sub(
        r"[\\`*\[\]<>|]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)", r"\\\g<0>", escape_controls(text)
    )
    return re.sub(r"^(\d*)([#+.)-])(?=\s)", r"\1\\\2", inline)


def code(text: str) -> str:
    """Return text to be typed as Markdown, between more backticks than it contains.

    >>> code("compare `x`")
    '`` compare `x` ``'
    """
    if "`" not in text:
        return f"`{escape_controls(text)}`"
    fence = "`" * (max(map(len, re.findall("`+", text))) + 1)
    return f"{fence} {escape_controls(text)} {fence}"


def bullets(items: Iterable[str]) -> str:
    """Return a list of Markdown items.

    >>> bullets(["one", bullets(["a", "b"])])
    '- one\\n- - a\\n  - b'
    """
    return "\n".join(re.sub(r"\n(?=.)", "\n  ", f"- {item}") for item in items)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown cells.

    >>> table(["a", "b"], [["1", "2"]])
    '| a | b |\\n|---|---|\\n| 1 | 2 |'
    """
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(heads)}", *lines[1:]])


def joined(blocks: Iterable[str]) -> str:
    """Return blocks of Markdown as one text, without the empty blocks."""
    return "\n\n".join(filter(None, blocks)) + "\n"


def render(text: str, indent: str = "") -> list[Line]:
    """Return Markdown as lines that fit the terminal; raw HTML is left out.

    A table is aligned, or if it is too wide, drawn with lines between its cells.
    """
    from markdown_it.tree import SyntaxTreeNode

    return _blocks(SyntaxTreeNode(parser(html=True).parse(text)).children, indent)


def boxed(cells: Sequence[Sequence[Line]]) -> list[Line]:
    """Return cells in boxes, as wide as the terminal; the last column takes what is left."""
    if output.width() < _NARROW:
        cells = [[_stacked(row[:-1]), row[-1]] for row in cells]
    widths = [max(map(output.line_width, column)) for column in zip(*cells, strict=True)]
    return output.boxed_table(cells, [*(min(wide, _WIDEST) for wide in widths[:-1]), None])


def _blocks(nodes: Iterable["SyntaxTreeNode"], indent: str, first: str | None = None) -> list[Line]:
    """Return blocks as lines; ``first`` is the first indent of an item of a list."""
    lines: list[Line] = []
    before = ""
    for node in nodes:
        block = _block(node, indent, indent if first is None or lines else first)
        is_apart = first is None or "code_block" in (before, node.type)
        if lines and block and is_apart and before != "heading":
            lines.append([])
        lines += block
        before = node.type if block else before
    return lines


def _block(node: "SyntaxTreeNode", indent: str, first: str) -> list[Line]:
    match node.type:
        case "heading":
            return _wrap(node, _HEADINGS.get(node.tag, "bold"), indent, first)
        case "paragraph":
            return _wrap(node, "", indent, first)
        case "bullet_list":
            items = (_blocks(item.children, indent + _INDENT, indent) for item in node.children)
            return [line for item in items for line in item]
        case "code_block" | "fence":
            lines = node.content.rstrip("\n").split("\n")
            return [[(f"{indent}    {line}".rstrip(), "")] for line in lines]
        case "table":
            return _table([row for part in node.children for row in part.children], indent)
        case "html_block":
            return []
        case _:
            return _blocks(node.children, indent, first)


def _table(rows: Sequence["SyntaxTreeNode"], indent: str) -> list[Line]:
    cells = [
        [[*_segments(cell, "bold" if cell.type == "th" else "")] for cell in row.children]
        for row in rows
    ]
    widths = [max(map(output.line_width, column)) for column in zip(*cells, strict=True)]
    if len(indent) + sum(widths) + 2 * len(widths) <= output.width() + 2:
        return [_aligned(row, widths, indent) for row in cells]
    return boxed(cells)


def _segments(node: "SyntaxTreeNode", style: str = "") -> Iterator[Segment]:
    """Yield the texts of a node with their styles."""
    for child in node.children:
        if child.type in ("softbreak", "hardbreak"):
            yield " ", style
        elif child.children:
            yield from _segments(child, f"{style} {_STYLES.get(child.type, '')}".strip())
        elif child.type != "html_inline":
            yield child.content, style


def _wrap(node: "SyntaxTreeNode", style: str, indent: str, first: str) -> list[Line]:
    """Return the text of a node as lines that fit the terminal; code is not broken."""
    letters = [(one, style) for text, style in _segments(node, style) for one in text]
    keep = [part.content for part in node.walk() if part.type == "code_inline"]
    styles = (style for one, style in letters if not one.isspace())
    lines: list[Line] = []
    text = "".join(one for one, _ in letters)
    for [(line, _)] in wrapped(text, indent, first=first, keep=keep):
        style, styled = "", []
        for one in line:
            style = style if one.isspace() else next(styles)
            styled.append((one, style))
        parts = groupby(styled, key=lambda pair: pair[1])
        lines.append([("".join(one for one, _ in part), style) for style, part in parts])
    return lines


def _aligned(row: Sequence[Line], widths: Sequence[int], indent: str) -> Line:
    """Return a row of a table with its cells below those of other rows."""
    line: Line = [(indent, "")]
    for cell, wide in zip(row, widths, strict=True):
        line += [*cell, (" " * (wide - output.line_width(cell) + 2), "")]
    while not line[-1][0].strip():
        line.pop()
    return line


def _stacked(cells: Sequence[Line]) -> Line:
    """Return cells as one, each on a line; empty cells are left out."""
    stacked: Line = []
    for cell in filter(None, cells):
        stacked += [("\n", ""), *cell] if stacked else cell
    return stacked
