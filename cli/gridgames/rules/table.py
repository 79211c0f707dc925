"""The table of rules, code and tests as a page of the documentation."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gridcommon.traceability import Trace, coverage
from gridgames.games.registry import wings

_HEAD = """\
# Rules, code and tests

Where each rule of the ledgers stands in the rulebooks, which code enforces it, and which tests
prove it, as the sources themselves tell: `data/sources.toml` of each game lists the places, code
names its rules in `Rules:` lines, tests in `@pytest.mark.rule`. A place is a section and the
numbered step (9), the paragraph ¶3, the example or the table in it; "otherwise" marks a place that
says it differently. This page is written by

    gridgames rules --export docs/rules.md

and a test holds it against the sources. `gridgames rules PG-AUC-12` shows what a rule says.
"""


def rule_table(tests: Path) -> str:
    """Return the page, in Markdown, for the tests in the folder ``tests``."""
    parts = [_HEAD]
    for wing in wings():
        traces = list(coverage(wing.game.LEDGER, tests).traces.values())
        parts.append(f"\n## {wing.title}\n")
        parts.append(f"\n{_count(traces)}\n")
        section = ""
        for trace in traces:
            if trace.rule.section != section:
                section = trace.rule.section
                parts.append(
                    f"\n### {section}\n\n| rule | places | code | tests |\n|---|---|---|---|\n"
                )
            parts.append(_row(trace, wing.editions))
    return "".join(parts)


def _count(traces: Sequence[Trace]) -> str:
    with_code = sum(bool(trace.code) for trace in traces)
    with_tests = sum(bool(trace.tests) for trace in traces)
    places = sum(len(trace.rule.places) for trace in traces)
    ours = sum(trace.rule.ours for trace in traces)
    return (
        f"{len(traces)} rules: {with_code} with code that names them, {with_tests} with tests. "
        f"{places} places in the rulebooks; {ours} clauses are ours."
    )


def _row(trace: Trace, editions: Mapping[str, str]) -> str:
    rule = trace.rule
    only = f" ({editions[rule.edition]})" if rule.edition in editions else ""
    files: dict[str, list[str]] = {}
    for name in trace.tests:
        file, _, test = name.partition("::")
        files.setdefault(file.removeprefix("tests/"), []).append(test)
    code = "<br>".join(f"`{name}`" for name in trace.code)
    tests = "<br>".join(
        f"{file}: {', '.join(f'`{name}`' for name in names)}" for file, names in files.items()
    )
    places = "<br>".join(
        f"{place} (otherwise)" if place.against else str(place) for place in rule.places
    )
    cells = (f"**{rule.id}** {rule.title}{only}", places or "ours", code or "-", tests or "-")
    return f"| {' | '.join(cells)} |\n"
