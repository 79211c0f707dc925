"""The pages of the rules: one per family, and one that lists them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gridcommon.ledger import Ambiguity, Example, Rule, family, parse_sources
from gridcommon.traceability import Trace, coverage
from gridgames.commands.site.markdown import (
    contents,
    division,
    folded,
    heading,
    items,
    linked,
    page,
    plain,
    reference,
)
from gridgames.games.drawing.look import LOOKS
from gridgames.games.registry import wings
from gridgames.games.wing import Wing
from gridgames.languages.certainty import notes
from gridgames.languages.language import spoken
from gridgames.languages.ledgers import ledger, rules
from gridgames.languages.messages import say
from gridgames.rules.links import page_of

Rows = Mapping[str, Sequence[tuple[str, str]]]  # of each rule: keys and questions of comparisons

_POINTER = re.compile(r"\s*-> TV-\d\d(?:\.\.TV-\d\d)?")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def rule_pages(tests: Path, rows: Rows) -> Iterator[tuple[str, str]]:
    """Yield name and text of each page and picture; ``tests`` is the folder of the tests."""
    blocks = [heading(say("Rules"), 1)]
    blocks.append(
        plain(
            say(
                "Every rule once, in our own words, with its places in the rulebooks. The id of a "
                "rule is never used for another one, and its title has the address to cite it by."
            )
        )
    )
    names: list[str] = []
    for wing in wings():
        package = wing.game.LEDGER
        told = rules(package, spoken())
        traces = coverage(package, tests).traces
        families: dict[str, list[Rule]] = {}
        for rule in told.values():
            families.setdefault(family(rule.id), []).append(rule)
        blocks += [heading(say(wing.title), 2), _count(traces)]
        for group in families.values():
            name = page_of(group[0].id)
            names.append(name.rpartition("/")[2])
            blocks_of_family = [_rule(rule, wing, traces[rule.id], rows) for rule in group]
            legend = _legend(group, parse_sources(ledger(package, spoken()).text))
            title = f"{group[0].section} ({family(group[0].id)})"
            about = division("edition", plain(say(wing.title)))
            yield f"{name}.md", page(heading(title, 1), about, *blocks_of_family, legend)
            yield from _pictures(group, wing)
        blocks.append(
            items(
                f"{{doc}}`{group[0].section} <{page_of(group[0].id).rpartition('/')[2]}>`: "
                + ", ".join(f"{{rule}}`{rule.id}`" for rule in group)
                for group in families.values()
            )
        )
    yield "rules/index.md", page(*blocks, contents(names))


def _count(traces: Mapping[str, Trace]) -> str:
    found = traces.values()
    return plain(
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


def _rule(rule: Rule, wing: Wing, trace: Trace, rows: Rows) -> str:
    """Return a rule with all that belongs to it."""
    blocks = [heading(f"{rule.id} {rule.title}", 2, rule.id)]
    if rule.edition:
        editions = ", ".join(name.capitalize() for name in wing.editions_of(rule))
        blocks.append(division("edition", plain(editions)))
    blocks.append(linked(_POINTER.sub("", rule.text)))
    for example in rule.examples:
        blocks += _example(example, wing)
    if rule.ambiguities:
        blocks += [f"**{say('Options')}**", items(map(_option, rule.ambiguities))]
    if rule.doubts:
        blocks += [f"**{say('Certainty')}**", items(map(plain, notes(rule.doubts)))]
    blocks += [f"**{say('Sources')}**", items(_places(rule)) or plain(say("none"))]
    compared = rows.get(rule.id, ())
    if compared:
        links = " · ".join(reference(question, key) for key, question in compared)
        blocks.append(f"**{say('Compared')}** {links}")
    code = (f"**{say('Code')}**", _code(trace), f"**{say('Tests')}**", _tests(trace))
    blocks.append(folded(say("Code and tests"), *code))
    return "\n\n".join(blocks)


def _example(example: Example, wing: Wing) -> Iterator[str]:
    name = f" ({plain(example.name)})" if example.name else ""
    yield f"**{say('Example')}**{name}"
    told = linked(example.text)
    if _position(example, wing):
        alt = say("The position of the example, drawn")
        told = f"{told}\n\n![{plain(alt)}](pictures/{example.name.lower()}.svg)"
    yield division("example", told)


def _position(example: Example, wing: Wing) -> Any:
    """Return the position that an example shows in characters, None where there is none."""
    lines = example.text.split("\n")
    pictured = [line for line in lines if line.startswith("    ")]
    return wing.face.position("\n".join(pictured), {}) if pictured else None


def _pictures(group: Sequence[Rule], wing: Wing) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the picture of each position in the examples of some rules."""
    for example in dict.fromkeys(example for rule in group for example in rule.examples):
        if position := _position(example, wing):
            [drawing] = wing.face.draw([position], (), LOOKS["light"])
            yield f"rules/pictures/{example.name.lower()}.svg", drawing.to_text()


def _option(one: Ambiguity) -> str:
    names = ", ".join(f"`{name}`" for name in one.options) or plain(say("our reading, no option"))
    default = rf"**\1** ({say('default')})" if one.options else r"**\1**"
    told = [
        f"{one.id} {names}: {linked(one.question)}",
        linked(_BOLD.sub(default, one.readings)),
        linked(one.why),
    ]
    return "\n\n".join(filter(None, told))


def _places(rule: Rule) -> Iterator[str]:
    for place in rule.places:
        told = f"{place}: “{place.words}”" if place.words else str(place)
        yield plain(say("{place} (otherwise)", place=told) if place.against else told)
    if rule.silent:
        yield plain(say("silent: {texts}", texts=", ".join(rule.silent)))


def _legend(group: Sequence[Rule], sources: Mapping[str, str]) -> str:
    cited = {place.text for rule in group for place in rule.places}
    cited |= {text for rule in group for text in rule.silent}
    found = [f"**{name}**: {linked(text)}" for name, text in sources.items() if name in cited]
    return division("legend", items(found)) if found else ""


def _code(trace: Trace) -> str:
    return items(f"`{name}`" for name in trace.code) or plain(say("none"))


def _tests(trace: Trace) -> str:
    files: dict[str, list[str]] = {}
    for name in trace.tests:
        file, _, test = name.partition("::")
        files.setdefault(file, []).append(f"`{test}`")
    told = (f"`{file}`: {', '.join(found)}" for file, found in files.items())
    return items(told) or plain(say("none"))
