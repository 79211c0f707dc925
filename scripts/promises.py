#!/usr/bin/env python3
"""Write tests/promises.txt anew: all that docs/promises.md keeps, as the program has it now.

    scripts/promises.py

A line is a package or module with its names, a command with its options, or a part of the JSON with
its keys. A test compares the file with the program. What ``git diff --word-diff`` shows as gone or
renamed breaks what users have built on it.
"""

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from gridcommon.records import FORMAT, VERSIONS
from gridgames.commands import answer_schemas
from gridgames.commands.app import program
from gridgames.commands.typer_classes import Parameter, every_context, parameters, usage
from gridgames.system import exit_codes

LIST = Path(__file__).parents[1] / "tests" / "promises.txt"
PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames.environments")
DEFINED = re.compile(
    r"^(?:def |class |(?=.+ = (?!TypeVar)))([A-Za-z]\w*(?:, \w+)*)(?=[(:]| =)", re.M
)
EVERYWHERE = {"--lang", "--picture", "--help"}  # told once, of the program itself
MOST_NUMBERS = 3  # that are listed each


def names() -> Iterator[str]:
    """Yield each package and its public modules, with the names that they define."""
    for package in PACKAGES:
        home = import_module(package)
        yield f"{package}: {with_parts(home, home.__all__)}"
        for name in dir(home):
            module = getattr(home, name)
            if isinstance(module, ModuleType):
                own = ", ".join({*DEFINED.findall(inspect.getsource(module))}).split(", ")
                yield f"{package}.{name}: {with_parts(module, sorted(own))}"


def with_parts(home: ModuleType, public: Iterable[str]) -> str:
    """Return names, those of functions with parameters, those of records with fields."""
    told = []
    for name in public:
        value = getattr(home, name)
        parts = getattr(value, "__match_args__", ()) if inspect.isclass(value) else ()
        if inspect.isfunction(value):
            parts = tuple(inspect.signature(value).parameters) or ("",)
        told.append(f"{name}({','.join(parts)})" if parts else name)
    return " ".join(told)


def commands() -> Iterator[str]:
    """Yield each command as it is typed, with its options and the words that these take."""
    for context in every_context(program()):
        command = context.command
        every = parameters(context)
        arguments = [one for one in every if not one.flags]
        typed = usage(context.command_path, arguments, is_group=hasattr(command, "list_commands"))
        chosen = [one for one in every if not (context.parent and EVERYWHERE & {*one.flags})]
        yield f"{typed}: {' '.join(sorted(filter(None, map(option, chosen))))}".rstrip()
    codes = {name: code for name, code in vars(exit_codes).items() if type(code) is int}
    yield f"exit codes: {' '.join(f'{name}={code}' for name, code in sorted(codes.items()))}"


def option(one: Parameter) -> str:
    """Return an option with its words and variable, or the words of an argument."""
    if not one.flags and not (one.choices and one.has_own_value):
        return ""  # the command as it is typed tells all
    words = "" if one.is_flag else f"={'|'.join(one.choices) or one.value}"
    variable = f"|${one.variable}" if one.variable else ""
    return "/".join(one.flags or [one.value]) + words + variable


def documents() -> Iterator[str]:
    """Yield each JSON answer and document, and each type of their parts, with the keys."""
    yield f"{FORMAT}: {' '.join(map(str, VERSIONS))}"
    schemas = {name: answer_schemas.schema_of(name) for name in answer_schemas.names()}
    whole: dict[str, str] = {}  # the names of documents that are found within others
    for name, schema in schemas.items():
        del schema["$schema"]
        if "$defs" not in schema:
            whole.setdefault(json.dumps(schema), name.replace(" ", "."))
    for name, schema in schemas.items():
        parts = schema.pop("$defs", {})
        yield f"{name.replace(' ', '.')}: {shape(schema, whole)}"
        prefix = f"{name.partition(' ')[0]}." if " " in name else ""
        for part, one in parts.items():
            if part[0].isupper():  # the others are documents
                yield f"{prefix}{part}: {shape(one, whole)}"


def shape(part: Any, whole: Mapping[str, str]) -> str:
    """Return a schema in short: keys with their types, a question mark after optional ones."""
    for key in ("anyOf", "oneOf"):
        if key in part:
            return "|".join(within(one, whole) for one in part[key])
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    values = part.get("enum", [part["const"]] if "const" in part else [])
    numbers = [one for one in values if type(one) is int]
    if len(numbers) > MOST_NUMBERS:
        rest = [json.dumps(one) for one in values if one not in numbers]
        return "|".join([f"{min(numbers)}..{max(numbers)}", *rest])
    if values:
        return "|".join(map(json.dumps, values))
    if "items" in part:
        return f"[{within(part['items'], whole)}]"
    required = part.get("required", [])
    keys = {
        f"{key}{'' if key in required else '?'}": one
        for key, one in sorted(part.get("properties", {}).items())
    }
    if isinstance(part.get("additionalProperties"), dict):
        keys["*"] = part["additionalProperties"]
    if keys:
        return f"{{{' '.join(f'{key}:{within(one, whole)}' for key, one in keys.items())}}}"
    kinds = part.get("type", "any")
    return kinds if isinstance(kinds, str) else "|".join(kinds)


def within(part: Any, whole: Mapping[str, str]) -> str:
    """Return the name of a part that is a document itself, or its shape."""
    return whole.get(json.dumps(part)) or shape(part, whole)


def promises() -> str:
    """Return the text of the list."""
    lines = dict.fromkeys([*names(), *commands(), *documents()])  # parts of several answers once
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LIST.write_text(promises(), encoding="utf-8")
