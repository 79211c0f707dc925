"""The pages of the rules and of the comparisons, the pages beside them, and what is searched there.

Pages are in the Markdown of MyST, for Sphinx. ``docs/_static/search.js`` ranks the texts as
:mod:`gridgames.study.rules.search` does; what it needs to know of that comes with them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

from gridcommon.ledger import ID, Rule, Version, family, parse_sources
from gridcommon.traceability import Trace, coverage
from gridgames import __version__
from gridgames.languages.caveats import notes
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import ledger, version
from gridgames.languages.messages import say
from gridgames.show.pictures import drawings_of
from gridgames.show.registry import names, wings
from gridgames.show.wing import Wing
from gridgames.study.comparison.report import Comparison, Row, parse_sides, standard
from gridgames.study.comparison.text import row_steps, row_table, scenes, versions_text
from gridgames.study.comparison.topics import compared, topics
from gridgames.study.rules.book import (
    CHANGES,
    FAQ,
    GLOSSARY,
    TONGUES,
    Entry,
    FrequentQuestion,
    Term,
    anchor_of,
    changes_of,
    frequent,
    open_book,
    page_address,
    page_of,
    related,
    terms,
    terms_of,
)
from gridgames.study.rules.pictured import picture_of, position_of
from gridgames.study.rules.rule_text import (
    Links,
    answered,
    changed_on,
    changes_text,
    faq_text,
    full_rule,
    glossary_text,
    legend,
)
from gridgames.study.rules.search import PIECE, STEM, ranking, texts, words
from gridgames.terminal.markdown import bullets, escaped, joined, parser, table
from site_pages.figures import Figures

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


_AUTHOR = "the gridgames developers"  # as in CITATION.cff


def versions_of_rules() -> dict[str, Version]:
    """Return the version of the rules of each game, by the game's title."""
    found = {say(wing.title): version(wing.game.LEDGER) for wing in wings()}
    return {title: one for title, one in found.items() if one}


def citing(title: str, page: str, versions: Iterable[tuple[str, Version]]) -> Iterator[str]:
    """Yield the section on how to cite a page, in Markdown; ``page`` is its name on the site."""
    told = dict(versions)
    words = versions_text(told.items())
    edition = say("gridgames {version}. Rules: {rules}", version=__version__, rules=words)
    address = page_address(page, current_language())
    fields = {
        "author": f"{{{_AUTHOR}}}",
        "title": f"{{{title}}}",
        "year": max(one.date for one in told.values())[:4],
        "howpublished": f"\\url{{{address}}}" if address else f"{page}.html",
        "note": edition,
    }
    entry = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    key = page.replace("/", "-")
    yield f"## {say('Citing this page')}"
    yield escaped(f"gridgames: {title}. {edition}. {address or f'{page}.html'}")
    yield f"```bibtex\n@misc{{gridgames-{key},\n{entry}}}\n```"


def reference_pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page."""
    figures = Figures()
    asked = faq_text(partial(_asked, figures=figures)).split("\n", 1)
    yield f"{FAQ}.md", linked("\n".join((asked[0], "", figures.shared(), asked[1])))
    yield f"{GLOSSARY}.md", linked(glossary_text(_words))
    yield f"{CHANGES}.md", linked(changes_text())


def asked_of(rule: str) -> list[str]:
    """Return links to the frequent questions about a rule."""
    return [
        reference(one.ask, anchor_of_question(one))
        for one in frequent(current_language())
        if rule in one.rules
    ]


def links_to_terms(rule: str) -> list[str]:
    """Return links to the terms that a rule explains."""
    page = f"../{GLOSSARY}.html"
    found = [
        f'<a href="{page}#term-{one.key}">{escape(one.words["en"])}</a>' for one in terms_of(rule)
    ]
    return [", ".join(found)] if found else []


def _asked(one: FrequentQuestion, figures: Figures) -> str:
    """Return a question with its answer, and the picture of the first of its rules with one."""
    text = anchored(answered(one), anchor_of_question(one))
    for rule in one.rules:
        if found := picture_of(rule, one.game):
            summary = f"<summary>{say('A position: {rule}', rule=rule)}</summary>"
            figure = figures.figure(found, anchor_of_question(one), found.command(rule))
            return joined([text, f"<details>\n{summary}", figure, "</details>"])
    return text


def anchor_of_question(one: FrequentQuestion) -> str:
    """Return the anchor of a frequent question."""
    return f"faq-{one.key}"


def _words(found: Sequence[Term]) -> str:
    """Return a table of terms, with a column for each language that has one of them."""
    tongues = [tongue for tongue in TONGUES if any(tongue in one.words for one in found)]
    rows = []
    for one in found:
        anchor = f'<span id="term-{one.key}"></span>'
        words = [escaped(one.words.get(tongue, "")) for tongue in tongues]
        rows.append([anchor + words[0], *words[1:], ", ".join(one.rules)])
    heads = [*(TONGUES[one] for one in tongues), say("Rules")]
    return f'<div class="terms">\n\n{table(heads, rows)}\n\n</div>'


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
            [drawing] = drawings_of(wing.face, [position], ())
            yield f"rules/pictures/{example.name.lower()}.svg", drawing.to_text()


def compared_topics() -> list[Comparison]:
    """Return the comparisons of all topics between the default sides."""
    sides = parse_sides(standard())
    return [compared(topic, sides) for topic in topics().values()]


def rows_of_rules(parts: Iterable[Comparison]) -> Rows:
    """Return the rows that cite each rule, with their questions."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for part in parts:
        for row in part.rows:
            for rule in dict.fromkeys(rule for cell in row.cells for rule in cell.rules):
                rows.setdefault(rule, []).append((row.key, row.question))
    return rows


def comparison_pages(parts: Sequence[Comparison]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page."""
    listed = []
    for part in parts:
        listed.append(f"{{doc}}`{part.title} <{part.key}>`: {escaped(part.about)}")
        yield f"compare/{part.key}.md", linked(_topic(part))
    about = say(
        "This page shows how each side handles the same question, and which rules say "
        "so. Each mark compares a side with the first one. Where a row can be played, "
        "the engines played it for this page."
    )
    blocks = [f"# {say('Comparisons')}", about, linked(bullets(listed))]
    yield "compare/index.md", joined([*blocks, contents(part.key for part in parts)])


def _topic(part: Comparison) -> str:
    blocks = [f"# {escaped(part.title)}", *map(escaped, (part.about, *part.notes))]
    figures = Figures()
    for row in (*part.rows, *part.tables):
        blocks.append(anchored(f"## {escaped(row.question)}", row.key))
        blocks += ['<div class="sides">', row_table(row), "</div>", *_figures(row, figures)]
        if row.note:
            blocks.append(escaped(row.note))
        for steps in row_steps(row):
            summary = f"<summary>{say('Moves played')}</summary>"
            blocks += [f"<details>\n{summary}", steps, "</details>"]
    blocks.insert(1, figures.shared())
    if part.caveats:
        blocks += [f"## {say('Certainty')}", bullets(map(escaped, notes(part.caveats)))]
    blocks += citing(part.title, f"compare/{part.key}", versions_of_rules().items())
    return joined(filter(None, blocks))


def _figures(row: Row, figures: Figures) -> Iterator[str]:
    """Yield the positions of a row in HTML, side by side: where the sides differ, what decides."""
    for number, scene in enumerate(scenes(row)):
        shown = (
            f'<div class="side"><p class="head">{escape(", ".join(heads))}</p>'
            f"{figures.figure(one, f'{anchor_of(row.key)}-{number}-{place}')}</div>"
            for place, (heads, one) in enumerate(scene)
        )
        yield f'<div class="pair">{"".join(shown)}</div>'


_SHOWN = 180  # letters of a text under its title


def search_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the file that the search loads."""
    found = list(texts(tuple(names())))
    searched = {text.key for text in found}
    document = {
        "ranking": ranking() | {"stem": STEM, "piece": PIECE},
        "words": _search_words(),
        "texts": [
            [
                text.kind,
                text.key,
                list(text.questions),
                " ".join(words(text.body)),
                list(text.rules),
            ]
            for text in found
        ],
        "shown": {key: told for key, told in _shown() if key in searched},
        "others": [*_frequent(), *_terms()],
    }
    told = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    yield "_static/search-texts.js", f"gridgamesSearch.take({told});\n"


def _search_words() -> dict[str, str]:
    """Return what the search says."""
    return {
        "rule": say("Rules"),
        "row": say("Comparisons"),
        "asked": say("Frequent questions"),
        "term": say("Glossary"),
        "page": say("Guides"),
        "unsure": say("No rule or comparison clearly answers this; the nearest are:"),
        "nothing": say("Nothing has any of these words."),
        "short": say("Ask in your own words, for example: how is a tie broken?"),
    }


def _shown() -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield the rules and rows with their titles, addresses and first words."""
    for key, entry in open_book(current_language()).items():
        rule = entry.rule
        link = f"{page_of(key)}.html#{anchor_of(key)}"
        yield key, (f"{key} {rule.title}", link, _cut(rule.text))
    sides = parse_sides(standard())
    for topic in topics().values():
        for row in compared(topic, sides).rows:
            link = f"compare/{topic.key}.html#{anchor_of(row.key)}"
            yield row.key, (row.question, link, topic.title)


def _frequent() -> Iterator[tuple[str, str, str, str, str, list[str]]]:
    """Yield kind, title, address, first words, searched words and rules of frequent questions."""
    for one in frequent(current_language()):
        link = f"{FAQ}.html#{anchor_of_question(one)}"
        told = " ".join(words(f"{one.ask} {one.answer} {' '.join(one.rules)}"))
        yield "asked", one.ask, link, one.answer, told, list(one.rules)


def _terms() -> Iterator[tuple[str, str, str, str, str, list[str]]]:
    """Yield the same of the terms; the last are the searched words of each of their names."""
    for one in terms():
        every = ", ".join(dict.fromkeys(one.words.values()))
        link = f"{GLOSSARY}.html#term-{one.key}"
        names = [" ".join(words(word)) for word in one.words.values()]
        yield "term", one.words["en"], link, every, " ".join(words(every)), names


def _cut(text: str) -> str:
    plain = " ".join(text.replace("`", "").split())
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN].rpartition(' ')[0]}…"
