"""Markdown of the kind that Sphinx reads with MyST: text, links and blocks."""

import re
from collections.abc import Iterable

from gridcommon.ledger import ID
from gridgames.rules.links import anchor_of

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#$])")
_ID = re.compile(rf"(?<![\w`-]){ID}(?![\w`-])")


def plain(text: str) -> str:
    r"""Return ``text`` so that it is shown as it is, with links to the rules that it names.

    >>> plain("PG-AUC-07: 2 * 3")
    '{rule}`PG-AUC-07`: 2 \\* 3'
    """
    return linked(_escaped(text))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def linked(markdown: str) -> str:
    """Return Markdown with links to the rules that it names, but in pictures of characters."""
    return "\n".join(
        line if line.startswith("    ") else _ID.sub(r"{rule}`\g<0>`", line)
        for line in markdown.split("\n")
    )


def reference(text: str, name: str) -> str:
    """Return a link to a rule or a row by its name."""
    return f"{{ref}}`{text.replace('`', '')} <{anchor_of(name)}>`"


def heading(text: str, level: int, name: str = "") -> str:
    """Return a heading that shows ``text`` as it is, with an anchor if it has a name."""
    anchor = f"({anchor_of(name)})=\n" if name else ""
    return f"{anchor}{'#' * level} {_escaped(text)}"


def items(lines: Iterable[str]) -> str:
    """Return a list."""
    return "\n".join(f"- {line}".replace("\n", "\n  ") for line in lines)


def division(kind: str, *blocks: str) -> str:
    """Return blocks as one that the style sheet knows by its class."""
    return "\n\n".join((f'<div class="{kind}">', *blocks, "</div>"))


def folded(title: str, *blocks: str) -> str:
    """Return blocks that are shown when their title is opened."""
    return "\n\n".join((f"<details>\n<summary>{title}</summary>", *blocks, "</details>"))


def contents(pages: Iterable[str]) -> str:
    """Return the pages that follow a page, for the contents at its side."""
    return "\n".join(("```{toctree}", ":hidden:", "", *pages, "```"))


def page(*blocks: str) -> str:
    """Return a whole page."""
    return "\n\n".join(filter(None, blocks)) + "\n"
