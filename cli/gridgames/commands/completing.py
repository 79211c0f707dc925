"""The answer to a TAB in a shell, from a table of words: no command is loaded for it.

``gridgames completion SHELL`` writes the table, and a script that runs the program with the path
of the table in the environment. Its arguments are the words up to the cursor, the last one after a
colon, so that it is never empty. It answers with a line for each word: the word, a tab and its
help. The line ``/`` stands for the files that the shell itself can find.
"""

import json
import os
import sys

TYPE_CHECKING = False  # instead of importing typing, which takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

VARIABLE = "_GRIDGAMES_COMPLETE"  # the path of the table
FILES, SAVES = "/", "saves"  # kinds of words that are not in the table

_MOST_SAVES = 20


def complete(path: str, version: str, words: "list[str]") -> bool:
    """Write the answer to standard output; return False if there is no table of this version."""
    try:
        with open(path, encoding="utf-8") as file:
            table = json.load(file)
    except (OSError, ValueError):
        return False
    if table["version"] != version:
        return False
    lines = (f"{word}\t{about}" if about else word for word, about in answer(table, words))
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    return True


def answer(table: "dict[str, Any]", words: "list[str]") -> "Iterator[tuple[str, str]]":
    """Yield the words that can follow, each with its help."""
    *before, current = [word for word in words if word != "="] or [":"]
    current = current[1:].removeprefix("=") if current[:1] == ":" else current
    command, place, kinds = table["commands"], 0, None
    for word in before:
        if kinds is not None:
            kinds = None
        elif word[:1] == "-" and len(word) > 1:
            kinds = None if "=" in word else command["options"].get(word, ["", None])[1]
        elif word in command["commands"]:
            command, place = command["commands"][word], 0
        else:
            place += 1
    if kinds is not None:
        yield from _of_kinds(table, kinds, current)
    elif current[:1] == "-":
        flag, equals, value = current.partition("=")
        if equals:
            kinds = command["options"].get(flag, ["", None])[1] or []
            for word, about in _of_kinds(table, kinds, value):
                yield f"{flag}={word}", about
        else:
            found = ((flag, about) for flag, (about, _) in command["options"].items())
            yield from _starting(found, current)
    else:
        yield from _starting(
            ((one, of["help"]) for one, of in command["commands"].items()), current
        )
        arguments = command["arguments"]
        if place < len(arguments) or (arguments and command["is_open"]):
            yield from _of_kinds(table, arguments[min(place, len(arguments) - 1)], current)


def _of_kinds(
    table: "dict[str, Any]", kinds: "list[str]", current: str
) -> "Iterator[tuple[str, str]]":
    """Yield the words of these kinds; files come first, as shells want to know of them."""
    for kind in sorted(kinds, key=FILES.__ne__):
        if kind == FILES:
            yield FILES, ""
        elif kind == SAVES:
            yield from _starting(_saves(table["saves"]), current)
        else:
            yield from _starting(table["words"][kind], current)


def _starting(found: "Any", current: str) -> "Iterator[tuple[str, str]]":
    """Yield those that start with what is typed, whatever its case."""
    typed = current.casefold()
    return ((word, about) for word, about in found if word.casefold().startswith(typed))


def _saves(folder: str) -> "Iterator[tuple[str, str]]":
    """Yield the paths of the latest saved games."""
    try:
        found = [one for one in os.scandir(folder) if one.name.endswith(".jsonl")]
        latest = sorted(found, key=lambda one: -one.stat().st_mtime)[:_MOST_SAVES]
    except OSError:
        return
    for one in latest:
        yield one.path, ""
