"""What one command asks for, and the whole report that answers it."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gridcommon.errors import NotationError
from gridcommon.sides import Side, nearest
from gridcommon.spelling import quoted
from gridgames.comparison.document import Comparison, Report
from gridgames.comparison.own import compare_file
from gridgames.comparison.sides import parse_sides, standard, title_of
from gridgames.comparison.topics import ALL, compared, is_named, topic_key, topics
from gridgames.languages.ledgers import version
from gridgames.terminal.shell import as_command


def looks_like_a_file(word: str) -> bool:
    """Say whether a word has a slash or a suffix, or is the standard input.

    Any other word means what it says, even where a file has that name.
    """
    return word == "-" or "/" in word or os.sep in word or bool(Path(word).suffix)


def is_question(words: Sequence[str]) -> bool:
    """Say whether words are neither a topic nor a file."""
    return bool(words) and topic_key(" ".join(words)) is None and not _files(words)


def report(
    words: Sequence[str],
    between: list[str] | None,
    rows: list[str] | None,
    at: int | None,
    tables: Mapping[str, Path],
    *,
    working: bool,
) -> Report:
    """Return the answer about a topic, all topics, a question or a file. Raises NotationError."""
    question = " ".join(words) or ALL
    key = topic_key(question)
    named = [] if key else _files(words)
    if len(named) and len(words) > 1:
        raise NotationError("one file at a time, found {words}", words=quoted(question))
    if named:
        sides, part = compare_file(named[0], between, at, tables)
        parts: tuple[Comparison, ...] = (part,)
    elif at is not None:
        raise NotationError("--at needs a game record, not a topic")
    else:
        sides = parse_sides(between or standard())
        parts = _answers(question, key, sides, rows or [])
    parts, keys = _chosen(parts, rows or [])
    known = {side.game: version(side.game) for side in sides}
    return Report(
        sides=tuple(side.name for side in sides),
        titles=tuple(map(title_of, sides)),
        versions={game: found for game, found in known.items() if found},
        parts=parts,
        asked=as_command(_command(key or question, sides, keys, at, tables)),
        rows=keys,
        working=working,
    )


def _answers(
    question: str, key: str | None, sides: Sequence[Side], only: Sequence[str]
) -> tuple[Comparison, ...]:
    if key:
        wanted = list(topics().values()) if key == ALL else [topics()[key]]
        return tuple(compared(one, sides, only) for one in wanted)
    from gridgames.comparison.questions import asked  # loads what only a question needs

    try:
        return asked(question, sides)
    except NotationError as problem:
        if not _exists(question):
            raise
        raise NotationError(
            "{why}; the file is ./{name}", why=problem.wording, name=question
        ) from None


def _files(words: Sequence[str]) -> list[str]:
    """Return the words that name files; in a question of several words only files that exist."""
    named = filter(looks_like_a_file, words)
    return [word for word in named if len(words) == 1 or _exists(word)]


def _exists(word: str) -> bool:
    return os.path.exists(word)  # which takes any text, whatever its length


def _command(
    name: str,
    sides: Sequence[Side],
    rows: Sequence[str],
    at: int | None,
    tables: Mapping[str, Path],
) -> list[str]:
    words = ["gridgames", "compare", name, "--between", *(side.name for side in sides)]
    for row in rows:
        words += ["--rows", row]
    for flag, path in tables.items():
        words += [f"--{flag}", str(path)]
    return words if at is None else [*words, "--at", str(at)]


def _chosen(
    parts: Sequence[Comparison], wanted: Sequence[str]
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Return the rows that are asked for, all if none is, and their keys. Raises NotationError."""
    keys = [row.key for part in parts for row in part.rows]
    for word in wanted:
        if not any(is_named(key, [word]) for key in keys):
            known = [one.key for topic in topics().values() for one in topic.questions] + keys
            ends = known if "." in word else [key.partition(".")[2] for key in known]
            raise NotationError(
                "unknown row {row}; nearest are {known}", row=repr(word), known=nearest(word, ends)
            )
    if not wanted:
        return tuple(parts), ()
    found = (
        replace(part, rows=tuple(row for row in part.rows if is_named(row.key, wanted)))
        for part in parts
    )
    return tuple(part for part in found if part.rows), tuple(
        key for key in keys if is_named(key, wanted)
    )
