"""Building the report about a topic, a question or a file."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from gridcommon.errors import JoinedList, NotationError
from gridcommon.sides import Side, nearest
from gridcommon.spelling import quoted
from gridgames.languages.ledgers import version
from gridgames.study.comparison.report import Comparison, Report, is_named
from gridgames.study.comparison.sides import parse_sides, standard, title_of
from gridgames.study.comparison.topics import ALL, compared, topic_key, topics
from gridgames.system.files import shipped_examples
from gridgames.terminal.shell import as_command

_MOST = 3  # most rows of an answer


def looks_like_a_file(word: str) -> bool:
    """Return whether a word has a slash or a suffix, is the standard input, or names an example.

    Any other word belongs to a question, even if there is a file with that name.
    """
    if word == "-" or "/" in word or os.sep in word or Path(word).suffix:
        return True
    return word in shipped_examples()


def report(
    words: Sequence[str],
    between: list[str] | None,
    rows: list[str] | None,
    at: int | None,
    tables: Mapping[str, Path],
    *,
    working: bool,
) -> Report:
    """Return the report about a topic, all topics, a question or a file. Raises NotationError."""
    question, only = " ".join(words) if words else ALL, rows or []
    key = topic_key(question)
    known_topics = topics()
    wanted = [known_topics[name] for name in known_topics if key in (ALL, name)]
    files = [] if wanted else _files(words)
    is_near = False
    decided = None
    if len(files) == len(words) == 2:
        from gridgames.study.comparison.user_file import compare_positions  # loads the positions

        sides, part = compare_positions(files, between, at)
        parts = [part]
    elif files and len(words) > 1:
        raise NotationError("one file at a time, found {words}", words=quoted(question))
    elif files:
        from gridgames.study.comparison.user_file import compare_file  # loads the records

        sides, part, decided = compare_file(files[0], between, at, tables)
        parts = [part]
    elif at is not None:
        raise NotationError("--at needs a game record, not a topic")
    else:
        sides = parse_sides(between or standard())
        if wanted:
            parts = [compared(topic, sides, only) for topic in wanted]
        else:
            parts, is_near = _asked(question, sides)
    known = [one.key for topic in wanted for one in topic.questions]
    known += [row.key for part in parts for row in part.rows]
    if decided:
        known += decided.keys
        decided = decided.only(only)
    for word in only:
        _check_row(word, known, sides)
    parts = [part for part in (one.only(only) for one in parts) if part.rows or not only]
    keys = [row.key for part in parts for row in part.rows] if only else []
    keys += decided.keys if decided and only else []
    command = ["gridgames", "compare", key or question, "--between", *(side.name for side in sides)]
    for one in keys:
        command += ["--rows", one]
    for flag, path in tables.items():
        command += [f"--{flag}", str(path)]
    if at is not None:
        command += ["--at", str(at)]
    versions = {side.game: version(side.game) for side in sides}
    return Report(
        sides=tuple(side.name for side in sides),
        titles=tuple(map(title_of, sides)),
        versions={game: found for game, found in versions.items() if found},
        parts=tuple(parts),
        asked=as_command(command),
        rows=tuple(keys),
        query="" if key or files else question,
        is_near=is_near,
        working=working,
        decided=decided,
    )


def _files(words: Sequence[str]) -> list[str]:
    """Return the words that name files; among several words, only existing files.

    If one of two exists, so should the other one that looks like a file.
    """
    named = [*filter(looks_like_a_file, words)]
    if len(named) == len(words) == 2 and any(map(os.path.isfile, named)):
        return named
    # os.path.exists takes any text, whatever its length
    return [
        word
        for word in named
        if len(words) == 1 or (os.path.exists(word) and not os.path.isdir(word))
    ]


def _asked(question: str, sides: Sequence[Side]) -> tuple[list[Comparison], bool]:
    """Return the rows that answer ``question`` best, by topic, and whether they are only near.

    Raises NotationError with the nearest topics if no word of the question is known, and for the
    name of a file.
    """
    from gridgames.study.rules.search import query  # loads the search

    found = query.search(question)
    if found.is_sure and (parts := _rows(query.good_matches(found.rows), sides)):
        return parts, False
    if os.path.isfile(question):
        raise NotationError(
            "no comparison answers {question}; the file is ./{name}",
            question=quoted(question),
            name=question,
        )
    if found.is_read:
        return _rows([*found.rows], sides), True
    raise query.unread(question, found)


def _rows(keys: Sequence[str], sides: Sequence[Side]) -> list[Comparison]:
    """Return the first rows that the sides have, by topic."""
    from gridgames.study.rules.search.query import topic_of

    parts: dict[str, Comparison] = {}
    for key in keys:
        topic = topic_of(key)
        part = compared(topics()[topic], sides, [key]).only([key])
        before = parts[topic].rows if topic in parts else ()
        if part.rows:
            parts[topic] = part._replace(rows=(*before, *part.rows))
        if sum(len(one.rows) for one in parts.values()) == _MOST:
            break
    return list(parts.values())


def _check_row(word: str, known: Sequence[str], sides: Sequence[Side]) -> None:
    """Raise NotationError with the nearest rows if ``word`` names no ``known`` row."""
    if not any(is_named(key, [word]) for key in known):
        ends = known if "." in word else [key.partition(".")[2] for key in known]
        raise NotationError(
            "no row {row} between {sides}; the nearest are {known}; use --between for other sides",
            row=repr(word),
            sides=JoinedList(tuple(side.name for side in sides)),
            known=nearest(word, dict.fromkeys(ends)),
        )
