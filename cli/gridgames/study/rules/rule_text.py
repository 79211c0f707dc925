"""Rules and their reference as text: lists for the terminal, Markdown for terminal and site."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gridcommon.errors import JoinedList, NotationError
from gridcommon.ledger import Ambiguity, Example, Rule, parse_sources
from gridcommon.spelling import quoted
from gridcommon.traceability import enforcing_code, proving_tests
from gridgames.languages.caveats import notes
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import ledger, marked_readings, topic_title
from gridgames.languages.messages import render_message, render_value, say
from gridgames.show.registry import wing_of, wings
from gridgames.study.rules.book import (
    CHANGES,
    FAQ,
    GLOSSARY,
    Book,
    Change,
    Entry,
    FrequentQuestion,
    Term,
    answer,
    by_section,
    changes,
    changes_of,
    find_named,
    find_tests,
    frequent,
    is_name,
    open_book,
    permalink,
    related,
    terms,
    terms_of,
)
from gridgames.terminal.markdown import bullets, code, escaped, joined, render
from gridgames.terminal.output import Line, wrapped


def page(name: str) -> str:
    """Return the page called FAQ, GLOSSARY or CHANGES."""
    return {FAQ: faq_text, GLOSSARY: glossary_text, CHANGES: changes_text}[name]()


def title(name: str) -> str:
    """Return the title of a page."""
    return {
        FAQ: say("Frequent questions"),
        GLOSSARY: say("Glossary"),
        CHANGES: say("Changes of the rules"),
    }[name]


def faq_text(asked: Callable[[FrequentQuestion], str] | None = None) -> str:
    """Return the frequent questions by game; ``asked`` writes one."""
    blocks = [f"# {title(FAQ)}"]
    for wing in wings():
        blocks.append(f"## {say(wing.title)}")
        blocks += [
            (asked or answered)(one)
            for one in frequent(current_language())
            if one.game == wing.name
        ]
    return joined(blocks)


def answered(one: FrequentQuestion) -> str:
    """Return a question with its answer and its rules."""
    return joined([f"### {escaped(one.ask)}", f"{escaped(one.answer)} ({', '.join(one.rules)})"])


def glossary_text(written: Callable[[Sequence[Term]], str] | None = None) -> str:
    """Return the terms by game and in order; ``written`` writes those of a game."""
    about = say(
        "The English words are ours; the others come from the rulebooks, in the form used there. "
        "A missing word means that no text of that language has the term. Eletrika has only a "
        "Portuguese text."
    )
    blocks = [f"# {title(GLOSSARY)}", escaped(about)]
    for wing in wings():
        own = [one for one in terms() if one.game == wing.name]
        own.sort(key=lambda one: one.words["en"].lower())
        blocks.append(f"## {say(wing.title)}")
        blocks.append(written(own) if written else bullets(map(term_text, own)))
    return joined(blocks)


def term_text(one: Term) -> str:
    """Return a term on one line: its words, and its rules."""
    return f"{words_of(one)}: {', '.join(one.rules)}"


def words_of(one: Term) -> str:
    """Return the words of a term with their languages, the English one first."""
    english, *others = (f"{escaped(word)} ({tongue})" for tongue, word in one.words.items())
    return ", ".join([f"**{english.removesuffix(' (en)')}**", *others])


def changes_text() -> str:
    """Return the changes of the ledgers by date, the last first."""
    about = say(
        "Changes in the wording or the marks of the rules, the last first. Ids never change."
    )
    blocks, date = [f"# {title(CHANGES)}", escaped(about)], ""
    items: list[str] = []
    for one in changes(current_language()):
        if one.date != date:
            blocks += [bullets(items)] if items else []
            blocks.append(f"## {one.date}")
            items, date = [], one.date
        items.append(_changed(one))
    return joined([*blocks, bullets(items)])


def changed_on(found: Sequence[Change]) -> Iterator[str]:
    """Yield the changes of a rule with their dates."""
    for one in found:
        yield f"{one.date}: {_kind(one)}. {one.change}"


def _changed(one: Change) -> str:
    rules = f" ({', '.join(one.rules)})" if one.rules else ""
    return f"**{_kind(one)}:** {one.change}{rules}"


def _kind(one: Change) -> str:
    return {"added": say("New"), "changed": say("Changed"), "ours": say("Marked as ours")}[one.kind]


_MARGIN = "  "
_MOST = 20  # titles listed during a game


class Links(NamedTuple):
    """The code, tests, rules and pages that belong to a rule."""

    code: Sequence[str]
    tests: Sequence[str] | None  # None without a checkout
    related: Sequence[str]
    address: str | None = None  # on the web
    sources: Mapping[str, str] = {}  # the names of the rulebooks, explained
    compared: Sequence[str] = ()  # links to comparisons
    pictures: Mapping[str, str] = {}  # of examples, by name
    figure: str = ""  # of a page, in HTML
    terms: Sequence[str] = ()  # of the glossary
    asked: Sequence[str] = ()  # links to frequent questions
    changed: Sequence[str] = ()  # with dates


def links_of(entry: Entry, book: Book) -> Links:
    """Return what belongs to a rule of a book, for the terminal and in JSON."""
    key, language, tests = entry.rule.id, current_language(), find_tests()
    return Links(
        code=enforcing_code(key, entry.package),
        tests=None if tests is None else proving_tests(key, entry.package, tests),
        related=related(book, entry.rule),
        address=permalink(key, language),
        sources=parse_sources(ledger(entry.package, language).text),
        terms=[words_of(one) for one in terms_of(key)],
        changed=list(changed_on(changes_of(key, language))),
    )


def editions(entry: Entry) -> list[str]:
    """Return the names of the editions with a rule, or [] if the game has one edition."""
    return wing_of(entry.game).editions_of(entry.rule)


def _only(entry: Entry) -> str:
    """Return the editions with a rule in words, or "" if all have it."""
    names = editions(entry)
    is_everywhere = len(names) == len(wing_of(entry.game).editions)
    return "" if is_everywhere else render_value(JoinedList(tuple(names), "and"))


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
    blocks = [rule_heading(rule), rule.text]
    if rule.source:
        blocks.append(escaped(say("Source: {source}", source=rule.source)))
    yield from render(joined(blocks))


def look_up(game: str, wanted: str) -> Iterator[Line]:
    """Yield the answer to a query during a game: a rule by id, or the titles of the matches."""
    book, is_near = open_book(current_language(), game), False
    try:
        if is_name(wanted):
            found = find_named(book, wanted)
        else:
            found, is_near = answer(book, wanted)
    except NotationError as problem:
        yield from wrapped(render_message(problem))
        return
    if is_near:
        yield from wrapped(_only_near(wanted))
    if is_name(wanted) and len(found) == 1:
        yield from describe_rule(found[0].rule)
        return
    for entry in found[:_MOST]:
        yield from _titled(entry)
    if len(found) > _MOST:
        yield [(say("  and {count} more", count=len(found) - _MOST), "")]


def list_found(entries: Sequence[Entry], words: str, *, is_near: bool = False) -> Iterator[Line]:
    """Yield ids and titles with the first lines of the texts, best match first.

    With ``is_near`` the rules do not answer the question, but are the nearest.
    """
    found = say(
        "{count:rule|rules} for {words}, the best first:", count=len(entries), words=quoted(words)
    )
    yield from wrapped(_only_near(words) if is_near else found)
    for entry in entries:
        yield []
        yield from _titled(entry)
        yield from render(entry.rule.text, indent=" " * 6)[:2]


def _only_near(words: str) -> str:
    return say("No rule clearly answers {words}; the nearest are:", words=quoted(words))


def _titled(entry: Entry) -> list[Line]:
    only = _only(entry)
    mark = f"  [{only}]" if only else ""
    return wrapped(f"{entry.rule.id:<13} {entry.rule.title}{mark}", " " * 16, first=_MARGIN)


def rule_heading(rule: Rule) -> str:
    """Return the heading of a rule in Markdown."""
    return f"## {escaped(f'{rule.id} {rule.title}')}"


def full_rule(entry: Entry, links: Links) -> str:
    """Return a rule in Markdown, with its sources, code, tests, options and examples."""
    rule = entry.rule
    only = _only(entry)
    place = [say(wing_of(entry.game).title)]
    if only:
        place.append(say("only {edition}", edition=only))
    elif editions(entry):
        place.append(say("all editions"))
    topic = f"{topic_title(rule.topic, current_language())} ({rule.topic})"
    fields = [
        _field("Section", [escaped(rule.section)]),
        _field("Topic", [escaped(topic)]),
        _field("Source", [*_places(rule), *_nested(legend([rule], links.sources))]),
        _field("Certainty", map(escaped, notes(rule.caveats))),
        _field("Options", map(_option, rule.ambiguities)),
        _field("Example", (_example(one, links.pictures) for one in rule.examples)),
        _field("Related", [", ".join(links.related)]),
    ]
    if links.compared:
        fields.append(_field("Compared", links.compared))
    if links.terms:
        fields.append(_field("Terms", links.terms))
    if links.asked:
        fields.append(_field("Asked", links.asked))
    if links.changed:
        fields.append(_field("Changed", links.changed))
    if links.address:
        fields.append(_field("Link", [links.address]))
    proof = [_field("Code", map(code, links.code)), _field("Tests", _tests(links.tests))]
    summary = f"<details>\n<summary>{say('Code and tests')}</summary>"
    return joined(
        [
            rule_heading(rule),
            escaped(", ".join(place)),
            rule.text,
            links.figure,
            bullets(fields),
            summary,
            bullets(proof),
            "</details>",
        ]
    )


def legend(rules: Iterable[Rule], sources: Mapping[str, str]) -> list[str]:
    """Return the names of the rulebooks that some rules cite, with their meanings in Markdown."""
    known = list(rules)
    cited = {place.text for rule in known for place in rule.places}
    cited |= {text for rule in known for text in rule.silent}
    return [f"**{name}**: {text}" for name, text in sources.items() if name in cited]


def _field(label: str, values: Iterable[str]) -> str:
    """Return a label with its values: one beside it, several below it."""
    head = f"**{say(label)}:**"
    found = list(filter(None, values)) or [say("none")]
    if len(found) == 1 and "\n" not in found[0]:
        return f"{head} {found[0]}"
    return f"{head}\n{bullets(found)}"


def _nested(items: Sequence[str]) -> list[str]:
    return [bullets(items)] if items else []


def _places(rule: Rule) -> Iterator[str]:
    """Yield the places of a rule, then the rulebooks that do not mention it."""
    for place in rule.places:
        told = f"{place}: {place.words}" if place.words else str(place)
        yield escaped(say("{place} (differs)", place=told) if place.against else told)
    if rule.silent:
        yield escaped(say("silent: {texts}", texts=", ".join(rule.silent)))


def _tests(tests: Sequence[str] | None) -> Iterator[str]:
    """Yield the tests by file."""
    if tests is None:
        yield say("not shipped with the program; a checkout lists them")
        return
    files: dict[str, list[str]] = {}
    for name in tests:
        file, _, test = name.partition("::")
        files.setdefault(file, []).append(code(test))
    for file, names in files.items():
        yield f"{code(file)}\n{bullets(names)}"


def _option(one: Ambiguity) -> str:
    names = ", ".join(map(code, one.options)) or say("our reading, no option")
    told = [f"{one.id} {names}".strip(), one.question, marked_readings(one), one.why]
    return "\n\n".join(filter(None, told))


def _example(one: Example, pictures: Mapping[str, str]) -> str:
    name = "" if one.name.startswith("TV-") else escaped(one.name)  # that is a name for us
    return "\n\n".join(filter(None, [name, one.text, pictures.get(one.name)]))
