"""JSON Schemas of what games write: records, actions, views, positions and answers.

They are made from the declarations by which the same values are read or written: codecs, action
tables, options, results, and the typed dictionaries that answers are.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from gridcommon.answers import Part
from gridcommon.codecs import object_schema
from gridcommon.options import Option
from gridcommon.records import FORMAT, VERSIONS
from gridcommon.views import KEYS, SCHEMA

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
COUNT: Schema = {"type": "integer", "minimum": 0}
OBJECT: Schema = {"type": "object"}


def options_schema(options: Mapping[str, Option]) -> Schema:
    """Return the schema of the ``options`` of a ruleset."""
    found = {
        name: {} if one.domain else {"enum": list(one.values)} for name, one in options.items()
    }
    return object_schema(found, [])


def result_schema(result: type, unwritten: Collection[str] = ()) -> Schema:
    """Return the schema of a ``result`` line: a rule, and lists of whole numbers."""
    numbers = {"type": "array", "items": {"type": "integer"}}
    found = {one.name: numbers for one in fields(result) if one.name not in unwritten}
    found["decided_by"] = {"type": "string"}
    return object_schema(found, [name for name in found if name != "unsure"])


def game_schemas(
    game: str, *, ruleset: Schema, setup: Schema, action: Schema, check: Schema, result: Schema,
    facts: Schema, table: Schema,
) -> dict[str, Schema]:  # fmt: skip
    """Return the schemas of a game: a line of its records, its actions, views and legal actions.

    Each argument is the schema of a part of these. The parts that answers have too are returned as
    well: ``header``, ``ruleset``, ``facts``, ``state`` (the facts that are shown) and ``result``.
    """
    header = {
        "format": {"const": FORMAT},
        "version": {"enum": list(VERSIONS)},
        "game": {"const": game},
        "ruleset": ruleset,
        "players": TEXTS,
        "seed": {"type": "integer"},
        "setup": setup,
    }
    opening = object_schema(header, [key for key in header if key not in ("seed", "setup")])
    lines = [opening, action]
    for key, schema in (("check", check), ("result", result)):
        lines.append(object_schema({key: {**schema, "required": []}}, [key]))
    lines += [object_schema({key: OBJECT}, [key]) for key in ("note", "reveal", "set")]
    view = {
        "schema": {"const": SCHEMA},
        "game": {"const": game},
        "seat": COUNT,
        "players": COUNT,
        "ruleset": ruleset,
        "facts": facts,
        "table": table,
    }
    offered = {
        "schema": {"const": SCHEMA},
        "count": COUNT,
        "first": COUNT,
        "actions": {"type": "array", "items": action},
    }
    found = {
        "record": {"anyOf": lines},
        "action": action,
        "view": object_schema(view, KEYS),
        "actions": object_schema(offered, list(offered)),
        "header": opening,
        "ruleset": ruleset,
        "facts": check,
        "state": check,
        "result": result,
    }
    return {name: as_document(schema) for name, schema in found.items()}


def as_document(schema: Schema) -> Schema:
    """Return a schema that can be used by itself."""
    return {"$schema": DIALECT} | schema


_PLAIN: Mapping[Any, Schema] = {
    Any: {},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    int: {"type": "integer"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


class AnswerSchemas:
    """Makes schemas from types: typed dictionaries, and what these are put together from.

    ``declared`` are the ``json_schemas`` of each game that the answer may be about. Each part of
    them and each typed dictionary is defined once, in ``definitions``.
    """

    def __init__(self, declared: Sequence[Mapping[str, Schema]]) -> None:
        self._declared = declared
        self.definitions: dict[str, Schema] = {}

    def document(self, kind: Any) -> Schema:
        """Return the schema of a document of a type."""
        return as_document(self._of(kind) | {"$defs": dict(sorted(self.definitions.items()))})

    def _keys_of(self, kind: Any) -> Schema:
        keys = get_type_hints(kind, include_extras=True)
        return object_schema(
            {key: self._of(one) for key, one in keys.items()},
            [key for key in keys if key in kind.__required_keys__],
        )

    def _of(self, kind: Any) -> Schema:
        origin, arguments = get_origin(kind), get_args(kind)
        if is_typeddict(kind):
            name = kind.__name__.removesuffix("Json")
            return self._defined(name, lambda: self._keys_of(kind))
        if origin is Annotated:
            part: Part = arguments[1]
            return self._defined(part.name, lambda: self._part(part.name))
        if origin is NotRequired:
            return self._of(arguments[0])
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return {"anyOf": [self._of(one) for one in arguments]}
        if origin is list:
            return {"type": "array", "items": self._of(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self._of(arguments[1])}
        return _PLAIN[kind]

    def _part(self, name: str) -> Schema:
        found = [
            {key: one for key, one in schemas.get(name, {}).items() if key != "$schema"}
            for schemas in self._declared
        ]
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _defined(self, name: str, made: Callable[[], Schema]) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = made()
        return {"$ref": f"#/$defs/{name}"}
