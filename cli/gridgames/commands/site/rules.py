"""The pages of the rules: one per family, and an index."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from gridcommon.ledger import Rule, family, parse_sources
from gridcommon.traceability import Trace, coverage
from gridgames.commands.site.citing import citing, versions_of_rules
from gridgames.commands.site.figures import Figures
from gridgames.commands.site.markdown import anchored, contents, linked, reference
from gridgames.commands.site.reference import asked_of, links_to_terms
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import ledger
from gridgames.languages.messages import say
from gridgames.show.registry import wings
from gridgames.show.wing import Wing
from gridgames.study.rules.book import Entry, open_book, related
from gridgames.study.rules.links import anchor_of, page_of
from gridgames.study.rules.pictured import picture_of, position_of
from gridgames.study.rules.reference import changes_of
from gridgames.study.rules.reference_text import changed_on
from gridgames.study.rules.rule_text import Links, full_rule, legend
from gridgames.terminal.markdown import bullets, escaped, joined

Rows = Mapping[str, Sequence[tuple[str, str]]]  # of each rule: keys and questions of comparisons


def rule_pages(tests: Path, rows: Rows) -> Iterator[tuple[str, str]]:
    """Yield name and text of each page and picture; ``tests`` is the folder of the tests."""
    about = say(
        "This page lists every rule once, in our own words, with its places in the "
        "rulebooks. A rule's id is never reused, and its title links to the address "
        "to cite."
    )
    blocks = [f"# {say('Rules')}", about]
    names: list[str] = []
    for wing in wings():
        package = wing.game.LEDGER
        book = open_book(current_language(), wing.name)
        sources = parse_sources(ledger(package, current_language()).text)
        traces = coverage(package, tests).traces
        title, version = say(wing.title), versions_of_rules().get(say(wing.title))
        families: dict[str, list[Entry]] = {}
        for entry in book.values():
            families.setdefault(family(entry.rule.id), []).append(entry)
        listed = []
        for key, group in families.items():
            name = page_of(group[0].rule.id)
            section = group[0].rule.section
            names.append(name.rpartition("/")[2])
            listed.append(
                f"{{doc}}`{section} <{names[-1]}>`: "
                + ", ".join(f"{{rule}}`{entry.rule.id}`" for entry in group)
            )
            written = [f"# {escaped(f'{section} ({key})')}\n"]
            figures = Figures()
            for entry in group:
                trace = traces[entry.rule.id]
                links = Links(
                    code=trace.code,
                    tests=trace.tests,
                    related=related(book, entry.rule),
                    compared=[reference(asked, row) for row, asked in rows.get(entry.rule.id, ())],
                    pictures=dict(_links_to_pictures(entry.rule, wing)),
                    figure=_figure(entry, figures),
                    terms=links_to_terms(entry.rule.id),
                    asked=asked_of(entry.rule.id),
                    changed=list(changed_on(changes_of(entry.rule.id, current_language()))),
                )
                written.append(anchored(full_rule(entry, links), entry.rule.id))
            written.insert(1, figures.shared() + "\n")
            texts = bullets(legend((entry.rule for entry in group), sources))
            written.append(f'<div class="legend">\n\n{texts}\n\n</div>\n' if texts else "")
            cited = f"{title}: {section} ({key})"
            written += [joined(citing(cited, name, [(title, version)] if version else ()))]
            yield f"{name}.md", linked("\n".join(written))
            yield from _pictures((entry.rule for entry in group), wing)
        blocks += [f"## {say(wing.title)}", _count(traces), bullets(listed)]
    yield "rules/index.md", joined([*blocks, contents(names)])


def _count(traces: Mapping[str, Trace]) -> str:
    found = traces.values()
    return escaped(
        say(
            "{count:rule|rules}, {coded} with code that names them, {tested} with tests; {places} "
            "places in the rulebooks; {ours} clauses are ours.",
            count=len(found),
            coded=sum(bool(trace.code) for trace in found),
            tested=sum(bool(trace.tests) for trace in found),
            places=sum(len(trace.rule.places) for trace in found),
            ours=sum(trace.rule.ours for trace in found),
        )
    )


def _figure(entry: Entry, figures: Figures) -> str:
    """Return the picture of a rule in HTML, '' without one."""
    found = picture_of(entry.rule.id, entry.game)
    if found is None:
        return ""
    return figures.figure(found, anchor_of(entry.rule.id), found.command(entry.rule.id))


def _links_to_pictures(rule: Rule, wing: Wing) -> Iterator[tuple[str, str]]:
    """Yield the name of each example with a position, and its drawing in Markdown."""
    alt = escaped(say("The position of the example, drawn"))
    for example in rule.examples:
        if position_of(example, wing):
            yield example.name, f"![{alt}](pictures/{example.name.lower()}.svg)"


def _pictures(group: Iterable[Rule], wing: Wing) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the drawing of each position in the examples of some rules."""
    for example in dict.fromkeys(example for rule in group for example in rule.examples):
        if position := position_of(example, wing):
            [drawing] = wing.face.draw([position], ())
            yield f"rules/pictures/{example.name.lower()}.svg", drawing.to_text()
