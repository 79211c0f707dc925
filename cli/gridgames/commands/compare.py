"""``gridgames compare``: how the games and the editions of one handle the same question."""

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
    from gridgames.comparison.topics import topic_key

    return topic_key(word) is None and not _is_file(word)


def _is_file(word: str) -> bool:
    return Path(word.partition("\0")[0]).exists()


class CompareCommand(Command):
    """Lets several sides follow one ``--between``."""

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Write ``--between`` before each further side."""
        return _spread(args)


SETTINGS = {"cls": CompareCommand}


def compare(
    flags: Flags,
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="TOPIC|FILE|-",
            help="A topic (without it they are listed), all, a game record, or an Eletrika "
            "position. Topics may be typed in every language.",
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

    is_list = topic is None and not between
    if as_json or form is Format.JSON:
        with speaking(Language.ENGLISH):
            output.answer(
                _listed() if is_list else to_json(_report(topic, between, at, flags, working=run))
            )
        return
    if is_list:
        _list_topics()
        return
    report: Report = _report(topic, between, at, flags, working=run)
    if form is Format.MD:
        output.document(markdown(report))
    elif form is Format.HTML:
        output.document(html(report))
    else:
        show(report)


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
    topic: str | None, between: list[str] | None, at: int | None, tables: Flags, *, working: bool
) -> Any:
    from gridcommon.errors import NotationError
    from gridgames.comparison.document import Report
    from gridgames.comparison.own import compare_file
    from gridgames.comparison.sides import parse_sides, standard
    from gridgames.comparison.topics import ALL, compared, find_topic, topic_key, topics
    from gridgames.terminal.files import STANDARD_INPUT

    name = ALL if topic is None else topic
    key = topic_key(name)
    if key is None and (name == STANDARD_INPUT or _is_file(name)):
        return compare_file(name, between, at, tables, working=working)
    wanted = list(topics().values()) if key == ALL else [find_topic(name)]
    if at is not None:
        raise NotationError("--at needs a game record, not a topic")
    sides = parse_sides(between or standard())
    parts = tuple(compared(one, sides) for one in wanted)
    return Report(tuple(side.name for side in sides), parts, working)
