"""The additions of MyST to Markdown: links to rules and rows, anchors, and contents."""

import re
from collections.abc import Iterable

from gridcommon.ledger import ID
from gridgames.study.rules.links import anchor_of
from gridgames.terminal.markdown import parser

_ID = re.compile(rf"`[^`]*`|(?<![\w-])(?P<rule>{ID})(?![\w-])")
_UNLINKED = {"heading_open", "code_block", "fence", "html_block"}


def linked(markdown: str) -> str:
    """Return Markdown with links to the rules that it names, except in headings, code and roles."""
    lines = markdown.split("\n")
    left = {
        line
        for token in parser(html=True).parse(markdown)
        if token.type in _UNLINKED and token.map
        for line in range(*token.map)
    }
    return "\n".join(
        line if number in left else _ID.sub(_link, line) for number, line in enumerate(lines)
    )


def _link(found: re.Match[str]) -> str:
    return f"{{rule}}`{found[0]}`" if found["rule"] else found[0]


def anchored(markdown: str, name: str) -> str:
    """Return Markdown that begins with a heading, with the anchor of a rule or a row before it."""
    return f"({anchor_of(name)})=\n{markdown}"


def reference(text: str, name: str) -> str:
    """Return a link to a rule or a row by its name."""
    return f"{{ref}}`{text.replace('`', '')} <{anchor_of(name)}>`"


def contents(pages: Iterable[str]) -> str:
    """Return the pages that follow a page, for the contents at its side."""
    return "\n".join(("```{toctree}", ":hidden:", "", *pages, "```"))
