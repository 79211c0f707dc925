"""JSON Schemas of what games write: records, actions, views and positions.

They are made from the declarations by which the same values are read: codecs, action tables,
options and results.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

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


def result_schema(result: type) -> Schema:
    """Return the schema of a ``result`` line: a rule, and lists of whole numbers."""
    numbers = {"type": "array", "items": {"type": "integer"}}
    found = {one.name: numbers for one in fields(result)} | {"decided_by": {"type": "string"}}
    return object_schema(found, [name for name in found if name != "unsure"])


def game_schemas(
    game: str, *, ruleset: Schema, setup: Schema, action: Schema, check: Schema, result: Schema,
    facts: Schema, table: Schema,
) -> dict[str, Schema]:  # fmt: skip
    """Return the schemas of a game: a line of its records, its actions, views and legal actions.

    Each argument is the schema of a part of these.
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
    lines = [object_schema(header, [key for key in header if key not in ("seed", "setup")]), action]
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
    }
    return {name: as_document(schema) for name, schema in found.items()}


def as_document(schema: Schema) -> Schema:
    """Return a schema that can be used by itself."""
    return {"$schema": DIALECT} | schema
