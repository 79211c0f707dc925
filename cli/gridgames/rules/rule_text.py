"""Rules as people read them: a list by section, one rule with all that belongs to it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gridcommon.errors import Listed, NotationError
from gridcommon.ledger import Ambiguity, Example, Rule
from gridcommon.spelling import quoted
from gridgames.games.registry import wing_of
from gridgames.languages.certainty import notes
from gridgames.languages.comparisons import topic_title
from gridgames.languages.language import Language, spoken
from gridgames.languages.messages import said, say, shown
from gridgames.rules.book import (
    Entry,
    answer,
    by_section,
    find_named,
    is_name,
    nearest,
    open_book,
)
from gridgames.terminal.output import Line, wrapped

_MARGIN = "  "
_MOST = 20  # titles listed during a game
_LABEL = 12  # columns of a label, with the space after it
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_POINTER = re.compile(r"\s*-> TV-\d\d(?:\.\.TV-\d\d)?")


@dataclass(frozen=True, slots=True)
class Links:
    """What a rule leads to: its code, its tests (None without a checkout), rules, its page."""

    code: Sequence[str]
    tests: Sequence[str] | None
    related: Sequence[str]
    address: str | None  # where the rule is on the web, if that is known


def editions(entry: Entry) -> list[str]:
    """Return the names of the editions that a rule belongs to, none where there is one only."""
    return wing_of(entry.game).editions_of(entry.rule)


def _only(entry: Entry) -> str:
    """Return the editions that a rule belongs to; nothing where it belongs to all."""
    names = editions(entry)
    is_everywhere = len(names) == len(wing_of(entry.game).editions)
    return "" if is_everywhere else shown(Listed(tuple(names), "and"))


def list_rules(entries: Sequence[Entry]) -> Iterator[Line]:
    """Yield ids and titles by section."""
    game = ""
    for (name, section), group in by_section(entries).items():
        if game != name:
            if game:
                yield []
            game = name
            yield [(say(wing_of(name).title), "bold")]
        yield []
        yield [(section, "bold")]
        for entry in group:
            yield from _titled(entry)
    yield []
    yield from wrapped(
        say("gridgames rules ID shows one rule, OPTION explains an option, WORDS searches."),
        style="dim",
    )


def describe_rule(rule: Rule) -> Iterator[Line]:
    """Yield the short form of a rule: its title, its text and its source."""
    yield [(f"{rule.id}  {rule.title}", "bold")]
    yield from _block(_POINTER.sub("", rule.text), _MARGIN)
    if rule.source:
        yield from wrapped(say("Source: {source}", source=rule.source), _MARGIN, "dim")


def look_up(game: str, wanted: str) -> Iterator[Line]:
    """Yield what is asked for in a game: a rule by its id, or the titles of those found."""
    book = open_book(spoken(), game)
    try:
        found = find_named(book, wanted) if is_name(wanted) else answer(book, wanted)
        if not found:
            found = nearest(book, wanted)
            yield from wrapped(_only_near(wanted))
    except NotationError as problem:
        yield from wrapped(said(problem))
        return
    if is_name(wanted) and len(found) == 1:
        yield from describe_rule(found[0].rule)
        return
    for entry in found[:_MOST]:
        yield from _titled(entry)
    if len(found) > _MOST:
        yield [(say("  and {count} more", count=len(found) - _MOST), "")]


def list_found(entries: Sequence[Entry], words: str, *, is_near: bool = False) -> Iterator[Line]:
    """Yield ids and titles, the best match first, each with the beginning of its text.

    ``is_near`` says that they do not answer, and are only the nearest.
    """
    found = say(
        "{count:rule|rules} for {words}, the best first:", count=len(entries), words=quoted(words)
    )
    yield from wrapped(_only_near(words) if is_near else found)
    for entry in entries:
        yield []
        yield from _titled(entry)
        text = " ".join(_POINTER.sub("", entry.rule.text).split())
        yield from wrapped(_inline(text), " " * 6)[:2]


def _only_near(words: str) -> str:
    return say("No rule clearly answers {words}; the nearest are:", words=quoted(words))


def _titled(entry: Entry) -> list[Line]:
    only = _only(entry)
    mark = f"  [{only}]" if only else ""
    return wrapped(f"{entry.rule.id:<13} {entry.rule.title}{mark}", " " * 16, first=_MARGIN)


def describe(
    entry: Entry, links: Links, sources: Mapping[str, str], language: Language
) -> Iterator[Line]:
    """Yield a rule with its source, code, tests, options, examples and related rules."""
    rule = entry.rule
    only = _only(entry)
    yield [(f"{rule.id}  {rule.title}", "bold")]
    place = [say(wing_of(entry.game).title)]
    if only:
        place.append(say("only {edition}", edition=only))
    elif editions(entry):
        place.append(say("all editions"))
    yield [(", ".join(place), "dim")]
    yield []
    yield from _block(_POINTER.sub("", rule.text), _MARGIN)
    yield []
    rows: list[tuple[str, list[Line]]] = [
        ("Section", _told(rule.section)),
        ("Topic", _told(f"{topic_title(rule.topic, language)} ({rule.topic})")),
        ("Source", _sources(rule, sources)),
        ("Certainty", [line for note in notes(rule.doubts) for line in _told(note)]),
        ("Code", [line for name in links.code for line in _told(name)]),
        ("Tests", _tests(links.tests)),
        ("Options", [line for one in rule.ambiguities for line in _option(one)]),
        ("Example", [line for one in rule.examples for line in _example(one)]),
        ("Related", _told(", ".join(links.related))),
    ]
    for label, lines in rows:
        for number, line in enumerate(lines or _told(say("none"))):
            head = say(label) if number == 0 else ""
            yield [(f"{head:<{_LABEL}}", "bold"), *line]
    if links.address:
        yield [(f"{say('Link'):<{_LABEL}}", "bold"), (links.address, "")]


def _told(text: str, indent: str = "") -> list[Line]:
    """Return ``text`` wrapped to the room beside the labels."""
    return [[(line[0][0][_LABEL:], "")] for line in wrapped(text, " " * _LABEL + indent)]


def _sources(rule: Rule, names: Mapping[str, str]) -> list[Line]:
    """Return the places of a rule, one per line, then the silent texts and what names stand for."""
    lines: list[Line] = []
    for place in rule.places:
        told = f"{place}: {place.words}" if place.words else str(place)
        if place.against:
            told = say("{place} (otherwise)", place=told)
        lines += _told(told)
    if rule.silent:
        lines += _told(say("silent: {texts}", texts=", ".join(rule.silent)))
    cited = {*rule.silent, *(place.text for place in rule.places)}
    for name, text in names.items():
        if name in cited:
            lines += _told(f"{name}: {text}", _MARGIN)
    return lines


def _tests(tests: Sequence[str] | None) -> list[Line]:
    """Return the tests by file, one per line; names are not broken, so that they can be copied."""
    if tests is None:
        return _told(say("not shipped with the program; a checkout lists them"))
    lines: list[Line] = []
    files: dict[str, list[str]] = {}
    for name in tests:
        file, _, test = name.partition("::")
        files.setdefault(file, []).append(test)
    for file, names in files.items():
        lines.append([(file, "")])
        lines += [[(f"{_MARGIN}{name}", "")] for name in names]
    return lines


def _option(one: Ambiguity) -> list[Line]:
    name = ", ".join(one.options) or say("our reading, no option")
    lines = _told(f"{one.id}  {name}" if one.id else name)
    default = rf"\1 ({say('default')})"
    readings = _BOLD.sub(default, one.readings) if one.options else one.readings
    for text in (one.question, readings, one.why):
        lines += _told(_inline(text), _MARGIN)
    return lines


def _example(one: Example) -> list[Line]:
    lines = _told(one.name)
    for line in _block(one.text, " " * _LABEL + _MARGIN):
        lines.append([(text[_LABEL:], style) for text, style in line])
    return lines


def _block(text: str, indent: str) -> Iterator[Line]:
    """Yield Markdown as lines: paragraphs wrapped, tables aligned, pictures as they are."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        kind = _kind(lines[at])
        end = at + 1
        while end < len(lines) and _kind(lines[end]) == kind:
            end += 1
        part = lines[at:end]
        if kind == "table":
            yield from _table(part, indent)
        elif kind == "picture":
            yield from ([(f"{indent}{line}", "")] for line in part)
        elif kind == "text":
            yield from wrapped(_inline(" ".join(part)), indent)
        else:
            yield []
        at = end


def _kind(line: str) -> str:
    if line.startswith("|"):
        return "table"
    if line.startswith("    "):
        return "picture"
    return "text" if line.strip() else ""


def _table(lines: Sequence[str], indent: str) -> Iterator[Line]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rows = [row for row in rows if any(cell.strip("-") for cell in row)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{wide}}" for cell, wide in zip(row, widths, strict=True))
        yield [(f"{indent}{'  '.join(cells)}".rstrip(), "")]


def _inline(text: str) -> str:
    """Return a line of Markdown without its marks for bold type."""
    return text.replace("**", "")
