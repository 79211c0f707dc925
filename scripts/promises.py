#!/usr/bin/env python3
"""Compare what is promised (docs/promises.md) with the lists in tests/promises.

    scripts/promises.py          show what went, what was added; exit code 1 if anything was
    scripts/promises.py --add    add to the lists; what went stays in them

``names.txt`` has the public names of the packages and their parameters, ``commands.txt`` commands,
arguments, options, words, variables and exit codes, ``answers.txt`` the keys of all JSON. To take
a line away breaks what users have built on it: only a new major version does it, by hand.
"""

import argparse
import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from gridcommon import schemas
from gridcommon.records import FORMAT, VERSIONS
from gridgames.app import program
from gridgames.command_line.answer_schemas import names as answer_names
from gridgames.command_line.answer_schemas import schema_of
from gridgames.command_line.help_pages import usage
from gridgames.command_line.parameters import parameters, subcommands
from gridgames.system import exit_codes

ROOT = Path(__file__).parents[1]
LISTS = ROOT / "tests" / "promises"
PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames.environments")
VARIABLES = ("GRIDGAMES_LANG", "GRIDGAMES_PICTURE", "GRIDGAMES_SITE")
DIALECT = {"$schema": schemas.DIALECT}
EVERYWHERE = {"--lang", "--picture", "--help"}
UNMADE = ("State", "View")  # which functions of the games make
SHOWN = (bool, int, float, str, type(None))  # defaults that are written out


class Changes(NamedTuple):
    """The differences between a list and the program."""

    gone: list[str]
    extended: dict[str, str]  # a line of the list, and the present one with more optional parts
    added: list[str]


# Names


def names() -> Iterator[str]:
    """Yield the public names of the packages and of their public modules, with parameters."""
    for package in PACKAGES:
        home = import_module(package)
        for name in home.__all__:
            yield from described(f"{package}.{name}", getattr(home, name))
        for name in dir(home):
            module = getattr(home, name)
            if isinstance(module, ModuleType) and not name.startswith("_"):
                for own in defined_in(module):
                    value, path = getattr(module, own), f"{package}.{name}.{own}"
                    is_told = own in home.__all__ and getattr(home, own) is value
                    yield from [path] if is_told else described(path, value)


def defined_in(module: ModuleType) -> Iterator[str]:
    """Yield the public names that a module does not import."""
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found = [statement.name]
        else:
            targets = getattr(statement, "targets", [getattr(statement, "target", None)])
            found = [
                one.id
                for target in targets
                if target
                for one in ast.walk(target)
                if isinstance(one, ast.Name)
            ]
        for name in found:
            if not name.startswith("_") and not isinstance(getattr(module, name), TypeVar):
                yield name


def described(name: str, value: Any) -> Iterator[str]:
    """Yield the line of a name, and those of the members of a class."""
    if not inspect.isclass(value):
        yield name + (signature(value) if inspect.isfunction(value) else "")
        return
    ours = [
        one for one in value.__mro__ if one.__module__.startswith(("grid", "powergrid", "elet"))
    ]
    is_made = any("__init__" in vars(one) for one in ours) and Protocol not in value.__bases__
    is_made = is_made and value.__name__ not in UNMADE
    yield name + (signature(value) if is_made else "")
    members = {member: one for one in reversed(ours) for member in public(one)}
    for member in sorted(members):
        found = inspect.getattr_static(members[member], member, None)
        is_bound = isinstance(found, classmethod)
        function = found.__func__ if isinstance(found, classmethod | staticmethod) else found
        told = signature(function, without_first=is_bound) if inspect.isfunction(function) else ""
        yield f"{name}.{member}{told}"


def public(one: type) -> set[str]:
    """Return the members that a class itself declares."""
    return {name for name in {*vars(one), *inspect.get_annotations(one)} if name[0] != "_"}


def signature(called: Callable[..., Any], *, without_first: bool = False) -> str:
    """Return the parameters as in a call, with their defaults."""
    found = inspect.signature(called)
    fields = getattr(called, "__dataclass_fields__", {})
    chosen = [*found.parameters.values()][without_first:]
    return str(
        found.replace(
            parameters=[
                one.replace(annotation=one.empty, default=default_of(one, fields)) for one in chosen
            ],
            return_annotation=found.empty,
        )
    )


class Shown(str):
    """A default in a signature, which shows as it is."""

    __repr__ = str.__str__


def default_of(one: inspect.Parameter, fields: Mapping[str, Any]) -> Any:
    """Return a default as it is listed, if it is a plain value.

    The classes of a wheel are written out: there a field has some defaults, not the call.
    """
    value = fields[one.name].default if one.default is MISSING else one.default
    return value if value is one.empty or isinstance(value, SHOWN) or value == () else Shown("...")


# Commands


def commands() -> Iterator[str]:
    """Yield all that is typed, the words that an argument or option allows, and exit codes."""
    command: Any = program()
    waiting = [command.context_class(command, info_name="gridgames")]
    while waiting:
        context = waiting.pop(0)
        command = context.command
        every = parameters(context)
        arguments = [one for one in every if not one.flags]
        path = context.command_path
        yield usage(path, arguments, is_group=hasattr(command, "list_commands"))
        for one in every:
            if context.parent and EVERYWHERE.intersection(one.flags):
                continue
            own = one.flags or (one.value,)
            words = one.choices
            if one.flags and one.value.islower() and "|" in one.value:  # as the tables have them
                words = one.value.split("|")
            value = "" if one.is_flag else "WORD" if words else one.value
            yield from (f"{path} {flag} {value}".rstrip() for flag in one.flags)
            yield from (f"{path} {own[0]} = {word}" for word in words)
            if one.variable:
                yield f"{path} {own[0]}, or the variable {one.variable}"
        for name, _ in subcommands(context):
            found = command.get_command(context, name)
            waiting.append(found.context_class(found, info_name=name, parent=context))
    codes = {name: code for name, code in vars(exit_codes).items() if name.isupper()}
    codes |= {"DONE": 0, "SIGHUP": 129, "SIGTERM": 143}
    yield from (f"exit code {code}: {name}" for name, code in codes.items() if type(code) is int)
    yield from (f"variable {name}" for name in VARIABLES)


# JSON


def answers() -> Iterator[str]:
    """Yield each key of each JSON answer and document, with the types of its value, and words.

    An optional key has a question mark. A document within another one is named, not repeated.
    """
    yield from (f"{FORMAT}: version {version} is read" for version in VERSIONS)
    for name in answer_names():
        game = name.partition(" ")[0]
        schema = schema_of(name)
        documents = {
            other.removeprefix(f"{game} "): schema_of(other)
            for other in answer_names()
            if other.startswith(f"{game} ") and other != name and "$defs" not in schema
        }
        types: dict[str, set[str]] = {}
        collect(schema, schema.get("$defs", {}), documents, "", types)
        for path, found in types.items():
            words = {one for one in found if one.startswith("=")}
            yield f"{name}{path}: {'|'.join(sorted(found - words)) or 'value'}"
            yield from (f"{name}{path} {word}" for word in sorted(words))


def collect(
    part: Any,
    parts: Mapping[str, Any],
    documents: Mapping[str, Any],
    path: str,
    types: dict[str, set[str]],
) -> None:
    """Add the types and words of a part of a schema, and of all in it, to those of its path."""
    if not isinstance(part, dict):
        return
    found = types.setdefault(path, set())
    target = part.get("$ref", "").rpartition("/")[2]
    within = [name for name, one in documents.items() if path and one == {**DIALECT, **part}]
    if within or target.islower():  # parts of an answer have capitals
        found.update(within or [target])
        return
    kinds = part.get("type", [])
    found.update([kinds] if isinstance(kinds, str) else kinds)
    words = [*part.get("enum", []), part.get("const")]
    found.update(f'= "{word}"' for word in words if isinstance(word, str))
    inside = [("", one) for key in ("anyOf", "oneOf", "allOf") for one in part.get(key, [])]
    inside += [("", parts.get(target)), ("[]", part.get("items"))]
    inside += [(".*", part.get("additionalProperties"))]
    for key, value in part.get("properties", {}).items():
        inside.append((f".{key}{'' if key in part.get('required', []) else '?'}", value))
    for step, one in inside:
        collect(one, parts, documents, path + step, types)


# The lists

PROMISED = {"names": names, "commands": commands, "answers": answers}


def listed(kind: str) -> list[str]:
    """Return the lines of a list."""
    path = LISTS / f"{kind}.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def compare(old: Iterable[str], new: Iterable[str]) -> Changes:
    """Return the differences between the lines of a list and the present ones."""
    before, now = dict.fromkeys(old), dict.fromkeys(new)
    added = [line for line in now if line not in before]
    gone, extended = [], {}
    for line in before:
        if line not in now:
            longer = next((one for one in added if extends(line, one)), None)
            if longer:
                extended[line] = longer
                added.remove(longer)
            else:
                gone.append(line)
    return Changes(gone, extended, added)


def extends(old: str, new: str) -> bool:
    """Return whether a call or a command has only more that is optional, at its end.

    >>> extends("f(a)", "f(a, b=1)"), extends("f(a)", "f(a, b)"), extends("run A", "run A [B]")
    (True, False, True)
    """
    stem = old.removesuffix(")")
    more = new.removeprefix(stem)
    if more == new:
        return False
    if stem != old:
        return all("=" in one or one == "*" for one in more[:-1].split(", ") if one)
    return all(one.startswith("[") for one in more.split())


def main() -> int:
    """Compare, and add to the lists if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--add", action="store_true", help="add to the lists what is new")
    add = parser.parse_args().add
    is_same = True
    for kind, present in PROMISED.items():
        old = listed(kind)
        changes = compare(old, present())
        for mark, lines in (
            ("-", changes.gone),
            ("+", [*changes.extended.values(), *changes.added]),
        ):
            for line in lines:
                print(f"{kind}: {mark} {line}")
        is_same = is_same and not changes.gone and (add or changes == Changes([], {}, []))
        if add:
            lines = sorted({*(changes.extended.get(line, line) for line in old), *changes.added})
            (LISTS / f"{kind}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
