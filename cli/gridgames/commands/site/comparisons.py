"""The pages of comparisons: one per topic, and one that lists them."""

from collections.abc import Iterable, Iterator, Sequence

from gridgames.commands.site.markdown import contents, division, folded, heading, items, page, plain
from gridgames.commands.site.rules import Rows
from gridgames.comparison.report import Cell, Comparison, Row
from gridgames.comparison.sides import parse_sides, standard
from gridgames.comparison.text import mark_of
from gridgames.comparison.topics import compared, topics
from gridgames.languages.certainty import notes
from gridgames.languages.messages import say


def compared_topics() -> list[Comparison]:
    """Return all topics between the usual sides; the engines play what can be played."""
    sides = parse_sides(standard())
    return [compared(topic, sides) for topic in topics().values()]


def rows_of_rules(parts: Iterable[Comparison]) -> Rows:
    """Return for each rule the rows that cite it, with their questions."""
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
        listed.append(f"{{doc}}`{part.title} <{part.key}>`: {plain(part.about)}")
        yield f"compare/{part.key}.md", _topic(part)
    about = say(
        "How each side handles the same question, with the rules that say so. Marks compare with "
        "the first side; what can be played was played by the engines for this page."
    )
    names = (part.key for part in parts)
    yield (
        "compare/index.md",
        page(heading(say("Comparisons"), 1), plain(about), items(listed), contents(names)),
    )


def _topic(part: Comparison) -> str:
    blocks = [heading(part.title, 1), plain(part.about), *map(plain, part.notes)]
    blocks += map(_row, part.rows)
    if part.doubts:
        blocks += [heading(say("Certainty"), 2), items(map(plain, notes(part.doubts)))]
    return page(*blocks)


def _row(row: Row) -> str:
    cells = map(_cell, row.all_cells)
    blocks = [heading(row.question, 2, row.key), division("sides", *cells)]
    steps = [
        f"{plain(cell.head)}: {plain(step)}"
        for cell in row.all_cells
        for step in cell.trial.working
    ]
    if steps:
        blocks.append(folded(say("How it was played"), items(steps)))
    return "\n\n".join(blocks)


def _cell(cell: Cell) -> str:
    name = f"**{plain(cell.head)}**"
    mark = plain(mark_of(cell.mark))
    blocks = [f"{name} *{mark}*" if mark else name, plain(cell.text)]
    if cell.rules:
        blocks.append(", ".join(f"{{rule}}`{rule}`" for rule in cell.rules))
    if cell.trial.found:
        blocks.append(f"*{say('Played:')}* {plain(cell.trial.text)}")
    return division("side", *filter(None, blocks))
