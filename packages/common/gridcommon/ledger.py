"""Rule ledgers: each rule of a game once, in our words, under an id that is never reused.

A ledger is a Markdown file. Its headings are sections, with the place in the source in brackets;
a rule is a list item that begins with its id and title:

    ## Phase 2: auction (R-pt § Fase 2; C-pt § Fase 2)
    - **PG-AUC-01** [RC] *One plant a phase.* Each player may buy at most one plant ...

The letters after the id say which editions a rule belongs to, where a game has more than one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files

from gridcommon.errors import NotationError

_HEADING = re.compile(r"^(#{2,4}) (?P<title>.+?)(?: \((?P<source>.+)\))?$")
_RULE = re.compile(
    r"^- \*\*(?P<id>[A-Z]+-[A-Z0-9]+-\d\d)\*\*(?: \[(?P<edition>[A-Z]+)\])?"
    r"(?: \*(?P<title>[^*]+)\*)?(?P<text>.*)$"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``edition`` holds the letters of its editions, empty where there is one."""

    id: str
    title: str
    text: str
    edition: str
    section: str
    source: str


def read_ledger(package: str) -> dict[str, Rule]:
    """Return the rules of the ledger shipped in ``package``, by id, in the order of the ledger.

    Raises NotationError, naming the line, for a rule without a title or an id used twice.
    """
    text = files(package).joinpath("rules.md").read_text(encoding="utf-8")
    return parse_ledger(text, f"{package}/rules.md")


def parse_ledger(text: str, source: str) -> dict[str, Rule]:
    """Return the rules of a ledger's text; see :func:`read_ledger`."""
    rules: dict[str, Rule] = {}
    for number, rule in _rules(text):
        if not rule.title:
            raise NotationError("{rule} has no title", source=source, line=number, rule=rule.id)
        if rule.id in rules:
            raise NotationError(
                "{rule} stands there twice", source=source, line=number, rule=rule.id
            )
        rules[rule.id] = rule
    return rules


def _rules(text: str) -> Iterator[tuple[int, Rule]]:
    """Yield each rule with the number of its line."""
    section = place = ""
    found: tuple[int, Rule] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if found and (line.startswith("  ") or not line.strip()):
            rule = found[1]
            found = (found[0], replace(rule, text=f"{rule.text}\n{line[2:]}"))
            continue
        if found:
            yield _trimmed(found)
            found = None
        if heading := _HEADING.match(line):
            section, place = heading["title"], heading["source"] or ""
        elif head := _RULE.match(line):
            title = (head["title"] or "").rstrip(".")
            edition = head["edition"] or ""
            rule = Rule(head["id"], title, head["text"], edition, section, place)
            found = (number, rule)
    if found:
        yield _trimmed(found)


def _trimmed(found: tuple[int, Rule]) -> tuple[int, Rule]:
    number, rule = found
    return number, replace(rule, text=rule.text.strip())
