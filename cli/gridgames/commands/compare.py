"""``gridgames compare``: how games and editions handle the same question."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from gridcommon.errors import NotationError
from gridcommon.spelling import nearest
from gridgames.commands.options import AsJson, At, Draw, Flags, check_draw
from gridgames.commands.typer_classes import Command
from gridgames.languages.language import Language, current_language, use_language
from gridgames.languages.ledgers import topic_word
from gridgames.languages.messages import say
from gridgames.study.comparison.report import (
    SCHEMA,
    TopicJson,
    TopicsJson,
    games,
    parse_side,
    standard,
    title_of,
    to_json,
)
from gridgames.study.comparison.text import html, markdown, show
from gridgames.study.comparison.topics import ALL, looks_like_a_file, report, topics
from gridgames.terminal import output


class Format(StrEnum):
    """The format of the answer."""

    TABLE = "table"
    MD = "md"
    JSON = "json"
    HTML = "html"


_BETWEEN = "--between"


def _may_be_side(word: str) -> bool:
    """Return whether a word looks like a side, and not like a file or a word of a question."""
    if ":" in word:
        return True
    return bool(nearest(word, games(), likeness=0.7)) and not looks_like_a_file(word)


class CompareCommand(Command):
    """The command, with several sides after one ``--between``."""

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Return the words with ``--between`` before every side.

        Several sides may follow one ``--between``, up to the next option, topic or file.
        """
        spread: list[str] = []
        in_sides = False
        for place, word in enumerate(args):
            is_first = args[place - 1 : place] == [_BETWEEN]
            if in_sides and not is_first:
                in_sides = not word.startswith("-") and _may_be_side(word)
                spread += [_BETWEEN] * in_sides
            in_sides = in_sides or word == _BETWEEN
            spread.append(word)
        return spread


SETTINGS = {"cls": CompareCommand}


def compare(
    flags: Flags,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOPIC|QUESTION|FILE|-]...",
            help="A topic, all, a question in your own words, a game record, or one "
            "or two positions. Without it, all topics are listed. Topics and questions may be "
            "in any language.",
            show_default=False,
        ),
    ] = None,
    between: Annotated[
        list[str] | None,
        typer.Option(
            _BETWEEN,
            metavar="SIDE SIDE...",
            help="The sides to compare. Each is a game, or a game with an edition and "
            "options, as in GAME:EDITION,NAME=VALUE. Run gridgames compare alone to "
            "list them.",
            show_default=False,
        ),
    ] = None,
    rows: Annotated[
        list[str] | None,
        typer.Option(
            "--rows",
            metavar="ROW",
            help="Only this row, by its key in the JSON output, such as winner.tie. Can be "
            "repeated.",
            show_default=False,
        ),
    ] = None,
    run: Annotated[
        bool,
        typer.Option("--run", help="Show the steps that led from each position to its result."),
    ] = False,
    draw: Draw = False,
    at: At = None,
    form: Annotated[Format, typer.Option("--format", help="The output format.")] = Format.TABLE,
    as_json: AsJson = False,
) -> None:
    """Compare how games and editions handle a question, or a position of your own.

    Where a row can be played, the engines play it now. Each mark compares a side with the first
    one. The JSON answer is always in English.
    """
    is_json = as_json or form is Format.JSON
    check_draw(draw=draw, as_json=is_json)
    if draw and not run:
        raise NotationError("--draw needs --run", key="--draw")
    if draw and form is not Format.TABLE:
        raise NotationError("--draw and --format {form} cannot be used together", form=form)
    with use_language(Language.ENGLISH if is_json else current_language()):
        if not (words or between or rows):
            if is_json:
                output.print_json(_list_to_json())
            else:
                _print_list()
            return
        answer = report(words or [], between, rows, at, flags, working=run)
        if is_json:
            data = to_json(answer)
            if answer.decided:
                from gridgames.study.comparison.decisions import to_json as decisions_to_json

                data["decisions"] = decisions_to_json(answer.decided)
            output.print_json(data)
            return
    if form is Format.MD:
        output.print_text(markdown(answer))
    elif form is Format.HTML:
        output.print_text(html(answer))
    else:
        show(answer, draw=draw)
        if answer.query:
            _print_topics(answer)


def _print_topics(answer: Any) -> None:
    topics = [
        f"gridgames compare {topic_word(part.key, current_language())}" for part in answer.parts
    ]
    output.print_lines([[]])
    text = say("More of the same: {commands}", commands=", ".join(topics))
    output.print_lines(output.wrapped(text, style="dim"))


def _list_to_json() -> TopicsJson:
    listed: list[TopicJson] = [
        {"topic": one.key, "title": one.title, "about": one.about} for one in topics().values()
    ]
    return {"schema": SCHEMA, "topics": listed}


def _print_list() -> None:
    about = {one.key: f"{one.title}. {one.about}" for one in topics().values()}
    about[ALL] = say("All topics.")
    words = {key: topic_word(key, current_language()) for key in about}
    wide = max(map(len, words.values())) + 2
    for key, text in about.items():
        output.print_lines(output.wrapped(text, " " * wide, first=words[key].ljust(wide)))
    sides = [f"{side} ({title_of(parse_side(side))})" for side in standard()]
    text = say("Sides: {sides}", sides=", ".join(sides))
    output.print_lines([[], *output.wrapped(text, "  ", first="")])
