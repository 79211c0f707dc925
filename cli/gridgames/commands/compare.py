"""``gridgames compare``: how the games and the editions of one handle the same question."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from gridgames.commands.game_words import Flags
from gridgames.commands.options import AsJson, At
from gridgames.commands.typer_inside import Command
from gridgames.languages.language import Lang, Language, speaking


class Format(StrEnum):
    """How the answer is written."""

    TABLE = "table"
    MD = "md"
    JSON = "json"
    HTML = "html"


_BETWEEN = "--between"


def _spread(args: list[str]) -> list[str]:
    """Return the words with ``--between`` before each further side.

    Several sides may follow one ``--between``, up to the next option, a topic or a file.
    """
    spread: list[str] = []
    rest = iter(args)
    for word in rest:
        spread.append(word)
        if word != _BETWEEN:
            continue
        first = next(rest, None)
        if first is None:
            break
        spread.append(first)
        for side in rest:
            if side == _BETWEEN or side.startswith("-") or not _may_be_side(side):
                spread += _spread([side, *rest])
                return spread
            spread += [_BETWEEN, side]
    return spread


def _may_be_side(word: str) -> bool:
    """Whether a word looks like a side, and not like a word of a question or a file."""
    from gridcommon.spelling import nearest
    from gridgames.comparison.sides import games

    if ":" in word:
        return True
    return bool(nearest(word, games(), likeness=0.7)) and not _looks_like_a_file(word)


def _looks_like_a_file(word: str) -> bool:
    """Whether a word has a slash or a suffix, or is the standard input.

    Any other word means what it says, even where a file has that name.
    """
    return word == "-" or "/" in word or os.sep in word or bool(Path(word).suffix)


class CompareCommand(Command):
    """Lets several sides follow one ``--between``."""

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Write ``--between`` before each further side."""
        return _spread(args)


SETTINGS = {"cls": CompareCommand}


def compare(
    flags: Flags,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOPIC|QUESTION|FILE|-]...",
            help="A topic (without it they are listed), all, a question in your own words, a game "
            "record, or an Eletrika position. Topics and questions may be in every language.",
            show_default=False,
        ),
    ] = None,
    between: Annotated[
        list[str] | None,
        typer.Option(
            _BETWEEN,
            metavar="SIDE SIDE...",
            help="The sides: powergrid:recharged, powergrid:classic, powergrid:cartel, eletrika; "
            "with options as in powergrid:classic,map=usa or eletrika:energized=component.",
            show_default=False,
        ),
    ] = None,
    run: Annotated[
        bool, typer.Option("--run", help="Show how each played position led to its result.")
    ] = False,
    at: At = None,
    _lang: Lang = None,
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.TABLE,
    as_json: AsJson = False,
) -> None:
    """Compare how games and editions handle a question, or a position of your own.

    Rows that can be played are played by the engines, now. Marks compare with the first side. The
    JSON answer is in English whatever the language.
    """
    from gridgames.comparison.document import Report, to_json
    from gridgames.comparison.text import html, markdown, show
    from gridgames.terminal import output

    is_list = not words and not between
    if as_json or form is Format.JSON:
        with speaking(Language.ENGLISH):
            if is_list:
                output.answer(_listed())
                return
            answer = to_json(_report(words or [], between, at, flags, working=run))
            query = {"query": " ".join(words or [])} if _is_question(words) else {}
            output.answer(query | answer)
        return
    if is_list:
        _list_topics()
        return
    report: Report = _report(words or [], between, at, flags, working=run)
    if form is Format.MD:
        output.document(markdown(report))
    elif form is Format.HTML:
        output.document(html(report))
    else:
        show(report)
        if _is_question(words):
            _go_on(report)


def _go_on(report: Any) -> None:
    """Say how to see all that belongs to the rows that were found."""
    from gridgames.comparison.topics import topic_word
    from gridgames.languages.messages import say
    from gridgames.terminal import output

    topics = [f"gridgames compare {topic_word(part.key)}" for part in report.parts]
    output.show([[]])
    told = say("More of the same: {commands}", commands=", ".join(topics))
    output.show(output.wrapped(told, style="dim"))


def _listed() -> dict[str, Any]:
    from gridgames.comparison.document import SCHEMA
    from gridgames.comparison.topics import topics

    listed = [
        {"topic": one.key, "title": one.title, "about": one.about} for one in topics().values()
    ]
    return {"schema": SCHEMA, "topics": listed}


def _list_topics() -> None:
    from gridgames.comparison.topics import ALL, topic_word, topics
    from gridgames.languages.messages import say
    from gridgames.terminal import output

    about = {one.key: f"{one.title}. {one.about}" for one in topics().values()}
    about[ALL] = say("All of them.")
    wide = max(len(topic_word(key)) for key in about) + 2
    for key, text in about.items():
        output.show(output.wrapped(text, " " * wide, first=topic_word(key).ljust(wide)))


def _report(
    words: list[str],
    between: list[str] | None,
    at: int | None,
    tables: Flags,
    *,
    working: bool,
) -> Any:
    from gridcommon.errors import NotationError
    from gridcommon.spelling import quoted
    from gridgames.comparison.document import Report
    from gridgames.comparison.own import compare_file
    from gridgames.comparison.questions import asked
    from gridgames.comparison.sides import parse_sides, standard
    from gridgames.comparison.topics import ALL, compared, topic_key, topics

    question = " ".join(words) or ALL
    key = topic_key(question)
    named = [] if key else _files(words)
    if named:
        if len(words) > 1:
            raise NotationError("one file at a time, found {words}", words=quoted(question))
        return compare_file(named[0], between, at, tables, working=working)
    if at is not None:
        raise NotationError("--at needs a game record, not a topic")
    sides = parse_sides(between or standard())
    if key == ALL:
        parts = tuple(compared(one, sides) for one in topics().values())
    elif key:
        parts = (compared(topics()[key], sides),)
    else:
        try:
            parts = asked(question, sides)
        except NotationError as problem:
            if not _exists(question):
                raise
            raise NotationError(
                "{why}; the file is ./{name}", why=problem.wording, name=question
            ) from None
    return Report(tuple(side.name for side in sides), parts, working)


def _is_question(words: list[str] | None) -> bool:
    """Whether words are neither a topic nor a file."""
    from gridgames.comparison.topics import topic_key

    return bool(words) and topic_key(" ".join(words or [])) is None and not _files(words or [])


def _files(words: list[str]) -> list[str]:
    """Return the words that name files; in a question of several words only files that exist."""
    named = filter(_looks_like_a_file, words)
    return [word for word in named if len(words) == 1 or _exists(word)]


def _exists(word: str) -> bool:
    return Path(word.partition("\0")[0]).exists()
