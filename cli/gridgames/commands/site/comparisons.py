"""The pages of comparisons: one per topic, and an index."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from gridgames.commands.site.citing import citing, versions_of_rules
from gridgames.commands.site.figures import Figures
from gridgames.commands.site.markdown import anchored, contents, linked
from gridgames.commands.site.rules import Rows
from gridgames.languages.caveats import notes
from gridgames.languages.messages import say
from gridgames.study.comparison.pictures import scenes
from gridgames.study.comparison.report import Comparison, Row
from gridgames.study.comparison.sides import parse_sides, standard
from gridgames.study.comparison.text import row_steps, row_table
from gridgames.study.comparison.topics import compared, topics
from gridgames.study.rules.links import anchor_of
from gridgames.terminal.markdown import bullets, escaped, joined


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
