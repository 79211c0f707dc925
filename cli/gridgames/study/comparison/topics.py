"""The topics of ``languages/compare.toml`` with the answers per side, and the report of a question.

Two topics come from elsewhere: ``options`` from the rulesets and the ambiguities in the ledgers,
``sources`` from the tables of disagreements in the ledgers.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gridcommon.errors import JoinedList, NotationError, Wording
from gridcommon.ledger import Ambiguity
from gridcommon.options import Option
from gridcommon.sides import Side, nearest
from gridcommon.sources import read_quotes
from gridcommon.spelling import quoted, unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.language import Language, current_language
from gridgames.languages.ledgers import (
    ambiguities,
    comparisons,
    disagreements,
    plain,
    topic_title,
    version,
)
from gridgames.languages.messages import say
from gridgames.study.comparison.report import (
    NONE,
    Comparison,
    Report,
    Row,
    SideCell,
    cell_of,
    is_named,
    marked,
    parse_side,
    parse_sides,
    played,
    runner_of,
    standard,
    title_of,
)
from gridgames.system.files import shipped_examples
from gridgames.terminal.shell import as_command

ALL = "all"
_VERDICT = re.compile(r"(Yes|No)\b")


class Question(NamedTuple):
    """A question of a topic: its table in the current language and in English."""

    key: str
    table: Mapping[str, Any]
    english: Mapping[str, Any]

    def answer(self, side: Side) -> str:
        """Return the key of the most specific answer for ``side``; every side has one."""
        own = [key for key in self.table if key.partition(":")[0] == side.game]
        keys = {key.partition(":")[2]: key for key in own}
        best = side.best_match(keys)
        assert best is not None, (self.key, side)
        return keys[best]


class Topic(NamedTuple):
    """A topic with its questions; ``options`` and ``sources`` have none here."""

    key: str
    title: str
    about: str
    questions: tuple[Question, ...]
    notes: tuple[str, ...]


def topics() -> Mapping[str, Topic]:
    """Return the topics in order, in the current language."""
    language = current_language()
    return {key: _topic(key, language) for key in comparisons(Language.ENGLISH)}


def _topic(key: str, language: Language) -> Topic:
    table, english = comparisons(language)[key], comparisons(Language.ENGLISH)[key]
    questions = (
        Question(f"{key}.{name}", row, english[name])
        for name, row in table.items()
        if isinstance(row, dict)
    )
    title, notes = topic_title(key, language), tuple(table.get("notes", ()))
    return Topic(key, title, table["about"], tuple(questions), notes)


def topic_key(word: str) -> str | None:
    """Return the topic called ``word`` in any language, ALL, or None for other words.

    >>> topic_key("winner"), topic_key("Preparacao"), topic_key("winner.jsonl")
    ('winner', 'setup', None)
    """
    known = (ALL, *comparisons(Language.ENGLISH))
    key = unaccented(word)
    if key not in known:  # spares a query in English the vocabularies
        key = input_words("topics").get(key, key)
    return key if key in known else None


def compared(topic: Topic, sides: Sequence[Side], only: Collection[str] = ()) -> Comparison:
    """Return the comparison of ``sides`` on ``topic``; the engines play the examples.

    If ``only`` names rows, the other questions are left out.
    """
    tables: tuple[Row, ...] = ()
    if topic.key == "options":
        rows = tuple(_option_rows(sides))
        tables = tuple(_frequency_tables(sides))
    elif topic.key == "sources":
        rows = tuple(_source_rows(sides))
    else:
        asked = [one for one in topic.questions if not only or is_named(one.key, only)]
        rows = tuple(_row(question, sides) for question in asked)
    return Comparison(topic.key, topic.title, topic.about, rows, topic.notes, tables=tables)


def meaning(answer: Mapping[str, Any]) -> str:
    """Return the part of an English answer that marks compare.

    It is NONE if the side has no counterpart, a leading yes or no, or otherwise the whole answer.
    """
    if "none" in answer:
        return NONE
    text: str = answer["text"]
    verdict = _VERDICT.match(text)
    return verdict[0] if verdict else text


def _row(question: Question, sides: Sequence[Side]) -> Row:
    cells = marked(_cell(question, side) for side in sides)
    others: list[Side] = []
    if "run" in question.table and sum(bool(cell.run.found) for cell in cells) < 2:
        known = map(parse_side, question.table.get("sides", ()))
        others = [side for side in known if side not in sides]
    extra = tuple(_cell(question, side) for side in others)
    return Row(question.key, question.table["question"], cells, extra)


def _cell(question: Question, side: Side) -> SideCell:
    key = question.answer(side)
    answer = question.table[key]
    text, rules = answer.get("none") or answer["text"], tuple(answer["rules"])
    run = played(question.table.get("run", ""), runner_of(side.game), side)
    return cell_of(side, text, rules, meaning(question.english[key]), run=run)


def _option_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield a row per option of the games of the sides, with the ambiguity that it settles.

    Ambiguities without an option come last.
    """
    from gridgames.study.comparison.decisions import (
        frequency_of,
        frequency_text,  # loads games
    )

    for game in dict.fromkeys(side.game for side in sides):
        options = runner_of(game).game.OPTIONS
        open_questions = ambiguities(game, current_language())
        asked = [(name, one) for name in options for one in open_questions if name in one.options]
        asked += [(one.id, one) for one in open_questions if not one.options]
        for name, one in asked:
            own = (side for side in sides if side.game == game)
            cells = marked(_option_cell(options.get(name), one, side) for side in own)
            counted = frequency_of(game, name)
            note = " ".join(f"{other.name}: {frequency_text(other)}" for other in counted)
            yield Row(f"options.{name}", f"{name}: {plain(one.question)}", cells, note=note)


def _frequency_tables(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield a table of how often each edition and option matters, for each game of the sides."""
    from gridgames.study.comparison.decisions import frequency_row  # loads games

    for game in dict.fromkeys(side.game for side in sides):
        row = frequency_row(game)
        if row.cells:
            yield row


def _option_cell(option: Option | None, one: Ambiguity, side: Side) -> SideCell:
    """Return the value of an option for a side and the other values, or the reading without one.

    An open option has a description of its values.
    """
    if option is None:
        return cell_of(side, plain(one.readings), one.rules)
    if not option.is_used_in(side.variant.edition):
        return cell_of(side, say("no such option"), one.rules, NONE)
    default, *others = option.words()
    value = side.typed_options.get(option.name, default)
    if value == default:
        setting = Wording("{setting} (the default)", {"setting": value})
    else:
        words = {"setting": value, "default": default}
        setting = Wording("{setting} (the default is {default})", words)
    if option.domain is not None:
        allowed = option.domain.expected
        text = say("{setting}; allowed: {known}", setting=setting, known=allowed)
    else:
        left = JoinedList(tuple(word for word in (default, *others) if word != value), "or")
        text = say("{setting}; also {known}", setting=setting, known=left)
    return cell_of(side, text, one.rules, value)


def _source_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield every disagreement between the rulebooks of the games of the sides.

    A row has both texts with their words, then the text that we follow, why, and the option.
    """
    for game in dict.fromkeys(side.game for side in sides):
        quotes = read_quotes(game)
        english = disagreements(game, Language.ENGLISH)
        rows = zip(disagreements(game, current_language()), english, strict=True)
        for number, (one, key) in enumerate(rows, start=1):
            first, second = quotes.get(key.topic, ((), ()))
            taken = f"{plain(one.taken)}: {plain(one.why)}"
            if one.options:
                taken = say("{text} (option {names})", text=taken, names=", ".join(one.options))
            cells = (
                SideCell("one", plain(one.one), head=say("one text"), passages=first),
                SideCell("another", plain(one.another), head=say("another"), passages=second),
                SideCell("taken", taken, one.rules, head=say("we follow")),
            )
            yield Row(f"sources.{game}_{number}", f"{plain(one.topic)} ({game})", cells)


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
    from gridgames.study.rules.search import good_matches, search, unread  # loads the search

    found = search(question)
    if found.is_sure and (parts := _rows(good_matches(found.rows), sides)):
        return parts, False
    if os.path.isfile(question):
        raise NotationError(
            "no comparison answers {question}; the file is ./{name}",
            question=quoted(question),
            name=question,
        )
    if found.is_read:
        return _rows([*found.rows], sides), True
    raise unread(question, found)


def _rows(keys: Sequence[str], sides: Sequence[Side]) -> list[Comparison]:
    """Return the first rows that the sides have, by topic."""
    parts: dict[str, Comparison] = {}
    for key in keys:
        topic = key.partition(".")[0]
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
