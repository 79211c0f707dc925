"""``gridgames schema``: JSON Schemas of answers, made from the types that the answers have."""

from collections.abc import Mapping
from functools import reduce
from importlib import import_module
from operator import or_
from typing import Annotated, Any, get_args

import typer

from gridcommon.errors import NotationError
from gridcommon.schemas import AnswerSchemas
from gridcommon.spelling import quoted
from gridgames.show import registry
from gridgames.show.questions import questions_of
from gridgames.terminal import output

# The type of each answer: its module and its name.
ANSWERS = {
    "new": ("gridgames.commands.record", "SetupJson"),
    "verify": ("gridgames.commands.record", "VerifiedJson"),
    "simulate": ("gridgames.study.batches.tally", "SummaryJson"),
    "tournament": ("gridgames.study.batches.tally", "SummaryJson"),
    "review": ("gridgames.study.review.review", "ReviewJson"),
    "export": ("gridgames.study.exports.export", "ExportJson"),
    "compare": ("gridgames.study.comparison.report", "AnswerJson"),
    "rules": ("gridgames.study.rules.rule_json", "RulesJson"),
    "doctor": ("gridgames.commands.doctor", "InstallationJson"),
}


def schema(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME...",
            help="A command, such as eletrika check, or a document, such as powergrid view. "
            "Without it, all are listed.",
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a command's JSON answer, or of the records, views and positions of
    a game.

    Answers, records, views and positions are described in docs/formats.md.
    """
    if name:
        output.print_json(schema_of(" ".join(name)))
        return
    output.print_lines([(one, "")] for one in names())


def names() -> list[str]:
    """Return what has a schema, as it is typed.

    ``eletrika check`` is the answer of a command, and ``eletrika view`` a document of the game.
    """
    found = [*ANSWERS]
    for game in registry.names():
        found += [f"{game} {one}" for one in (*_answers_of(game), *_declared(game))]
    return found


def schema_of(name: str) -> dict[str, Any]:
    """Return the schema with a name of :func:`names`. Raises NotationError for another name."""
    if name in ANSWERS:
        declared_by_all = [*map(_declared, registry.names())]
        return AnswerSchemas(declared_by_all).document(_loaded(ANSWERS[name]))
    game, _, own = name.partition(" ")
    if game in registry.names():
        declared = _declared(game)
        if own in declared:
            return dict(declared[own])
        if own in (answers := _answers_of(game)):
            return AnswerSchemas([declared]).document(answers[own])
    raise NotationError("unknown schema {name}; gridgames schema lists all", name=quoted(name))


def _loaded(place: tuple[str, str]) -> Any:
    module, name = place
    return getattr(import_module(module), name)


def _declared(game: str) -> Mapping[str, Any]:
    """Return the schemas that a game declares; none if it declares nothing."""
    schemas = getattr(registry.game_of(game), "json_schemas", None)
    return schemas() if schemas else {}


def _answers_of(game: str) -> dict[str, Any]:
    """Return the types of the answers of a game's own commands."""
    wing = registry.wing_of(game)
    commands = wing.part("companion.commands")
    if commands is None:
        return {}
    found: dict[str, Any] = {}
    for word, question in questions_of(wing).items():  # an answer's document, or documents
        kinds = get_args(question.__annotations__["return"])
        found[word] = reduce(or_, (one for one in kinds if one is not str))
    return found | {name: _loaded(place) for name, place in commands.ANSWERS.items()}
