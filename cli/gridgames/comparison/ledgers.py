"""What a comparison reads in the rule ledgers: the ids, and their Markdown tables.

The tables are those of the options (each question in words) and of the disagreements between the
texts.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_ID = re.compile(r"^- \*\*([A-Z]+-[A-Z]+-\d\d)\*\*(?: \[([A-Z]+)\])?", re.MULTILINE)
_NAMES = re.compile(r"`(\w+)")


@cache
def _text(game: str) -> str:
    return files(game).joinpath("rules.md").read_text(encoding="utf-8")


@cache
def editions_of_rules(game: str) -> dict[str, str]:
    """Return each id of a game's ledger with the letters of its editions, empty where one."""
    return dict(_ID.findall(_text(game)))


def _table(game: str, first: str, columns: int) -> Iterator[list[str]]:
    """Yield the rows of the Markdown table whose first heading is ``first``."""
    within = False
    for line in _text(game).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            within = False
        elif cells[0] == first and len(cells) == columns:
            within = True
        elif within and not set(line) <= set("|-: "):
            yield cells


@cache
def option_questions(game: str) -> dict[str, str]:
    """Return the question that each option of a game settles, from the ledger."""
    questions: dict[str, str] = {}
    if game == "powergrid":
        for cells in _table(game, "option", 4):
            questions[cells[0].strip("`")] = _plain(cells[1])
    else:
        for cells in _table(game, "id", 5):
            for name in _NAMES.findall(cells[4]):
                questions.setdefault(name, f"{_plain(cells[1])} ({cells[0]})")
    return questions


def settled(game: str) -> Iterator[tuple[str, str, str]]:
    """Yield id, question and readings (ours first) of each ambiguity without an option."""
    known = option_questions(game).values()
    for cells in _table(game, "id", 5):
        name, question, readings = cells[0], _plain(cells[1]), _plain(cells[2])
        if f"{question} ({name})" not in known:
            yield name, question, readings


def disagreements(game: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield each row of the ledger's table: topic, one text, another, and what is followed."""
    for topic, one, another, taken in _table(game, "topic", 4):
        yield _plain(topic), _plain(one), _plain(another), _plain(taken)


def _plain(cell: str) -> str:
    return cell.replace("**", "").replace("`", "")
