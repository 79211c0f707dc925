"""The table of words that shells complete from: every command, its options and their values."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from gridgames import __version__
from gridgames.commands.completing import FILES, SAVES
from gridgames.commands.examples import EXAMPLES
from gridgames.commands.help_pages import paragraphs
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.show import registry
from gridgames.show.wing import RECORD_COMMANDS
from gridgames.system.durable_files import replace
from gridgames.system.files import shipped_examples, writing
from gridgames.table.saves.saves import saves_directory

Pair = tuple[str, str]  # a word and its help


def write_table(path: Path, program: Any) -> None:
    """Write the words of all commands, in the language in use. Raises NotationError on failure."""
    words: dict[str, list[Pair]] = {}
    table = {
        "version": __version__,
        "commands": _command(program, "", words),
        "words": words,
        "saves": str(saves_directory()),
    }
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, json.dumps(table, ensure_ascii=False).encode())


def _command(command: Any, name: str, words: dict[str, list[Pair]]) -> dict[str, Any]:
    """Return the options and arguments of a command, and its commands; add the words they take."""
    context = command.context_class(command)
    parameters = command.get_params(context)
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    names = command.list_commands(context) if hasattr(command, "list_commands") else ()
    return {
        "help": _about(command.help),
        "options": {
            flag: (_about(one.help), None if one.is_flag else _kinds(one, name, words))
            for one in parameters
            if one not in arguments
            for flag in (*one.opts, *one.secondary_opts)
        },
        "arguments": [_kinds(one, name, words) for one in arguments],
        "is_open": any(one.nargs == -1 for one in arguments),
        "commands": {one: _command(command.get_command(context, one), one, words) for one in names},
    }


def _about(text: str | None) -> str:
    """Return the first sentence of a help text, in the language in use."""
    told = say(next(paragraphs(text)))
    return " ".join(told.partition(". ")[0].rstrip(".").split())


def _kinds(parameter: Any, command: str, words: dict[str, list[Pair]]) -> list[str]:
    """Return the kinds of words that a parameter takes; add those that are not there yet."""
    if choices := getattr(parameter.type, "choices", ()):
        return [_added(words, "|".join(choices), lambda: [(one, "") for one in choices])]
    is_argument = parameter.param_type_name == "argument"
    kinds = []
    for part in (parameter.metavar or "").strip("[].").split("|"):
        if part in _FILES:
            kinds.append(FILES)
            if is_argument and command in RECORD_COMMANDS:
                kinds.append(SAVES)
            if is_argument and command != "resume":
                kinds.append(_added(words, "examples", _examples))
        elif part.islower():
            kinds.append(_added(words, part, partial(_word, part)))
        elif source := _sources().get((command, part)) or _sources().get(("", part)):
            kinds.append(_added(words, f"{command} {part}", source))
    return kinds


def _word(word: str) -> Iterable[Pair]:
    return [(word, "")]


def _added(words: dict[str, list[Pair]], kind: str, source: Callable[[], Iterable[Pair]]) -> str:
    if kind not in words:
        words[kind] = [*source()]
    return kind


_FILES = ("FILE", "POSITION", "RECORD", "DIR", "FOLDER", "FILE:CLASS")  # placeholders


@cache  # one
def _sources() -> Mapping[tuple[str, str], Callable[[], Iterable[Pair]]]:
    """Return where the words of a placeholder come from; some belong to one command only."""
    found: dict[tuple[str, str], Callable[[], Iterable[Pair]]] = {
        ("", "ID"): _rules,
        ("", "TOPIC"): _topics,
        ("", "NAME=VALUE"): _options,
        ("examples", "NAME"): _examples,
        ("schema", "NAME"): _schemas,
    }
    for wing in registry.wings():
        commands = wing.part("companion.commands")
        found |= {("", part): source for part, source in getattr(commands, "WORDS", {}).items()}
    return found


def _examples() -> Iterable[Pair]:
    return ((name, say(EXAMPLES[name])) for name in shipped_examples())


def _rules() -> Iterable[Pair]:
    from gridgames.study.rules.book import open_book

    return ((key, entry.rule.title) for key, entry in open_book(current_language()).items())


def _topics() -> Iterable[Pair]:
    from gridgames.languages.comparisons import topic_word
    from gridgames.study.comparison.topics import ALL, topics

    language = current_language()
    for one in topics().values():
        yield topic_word(one.key, language), one.title
    yield topic_word(ALL, language), say("All topics.")


def _options() -> Iterable[Pair]:
    for wing in registry.wings():
        for name, option in wing.game.OPTIONS.items():
            for value in option.values:
                yield f"{name}={json.dumps(value).strip(chr(34))}", say(option.title)


def _schemas() -> Iterable[Pair]:
    from gridgames.commands.answer_schemas import names

    return ((name, "") for name in names() if " " not in name)
