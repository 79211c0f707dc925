"""Bring the translations in line with the sources, or check that they are.

    scripts/translations            update the messages.po of every language
    scripts/translations --check    change nothing, and list missing entries

An update adds new texts, drops unused ones, and marks the translation of a slightly changed text as
fuzzy: correct it and remove the mark. The files are sorted and name no source file, so that moving
code changes no translation.
"""

import os
import re
import sys
from collections.abc import Iterator
from errno import (
    EACCES,
    EDQUOT,
    EEXIST,
    EIO,
    EISDIR,
    EMFILE,
    ENAMETOOLONG,
    ENOENT,
    ENOSPC,
    ENOTDIR,
    EROFS,
)
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

import templates
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from eletrika.tables import COLOUR_NAMES, KIND_NAMES, LAND_NAMES
from eletrika.tile_set import shipped_tiles
from gridcommon.caveats import DEGREES, read_caveats
from gridcommon.examples import read_examples
from gridcommon.ledger import TOPICS
from gridgames.commands.app import program
from gridgames.commands.examples import EXAMPLES
from gridgames.commands.typer_classes import every_context, paragraphs
from gridgames.languages.catalogue import folders, read_catalogue
from gridgames.show.registry import wing_of
from gridgames.table.saves.start_menu import LEVEL_WORDS
from powergrid.evaluator import TERMS
from powergrid.state import PHASES
from powergrid.tables import BACKS, GOODS, PLANTS

_FILE_ERRORS = (
    EACCES, EDQUOT, EEXIST, EIO, EISDIR, EMFILE, ENAMETOOLONG, ENOENT, ENOSPC, ENOTDIR, EROFS,
)  # fmt: skip
GAMES = ("powergrid", "eletrika")
_HEADER = "# What gridgames says in this language: see docs/translators.md."
_KEPT = (b'"Language:', b'"Plural-Forms:', b'"MIME-Version:', b'"Content-')  # lines of the header


def texts() -> dict[str, str]:
    """Return every text that needs a translation, with a comment for translators."""
    said = dict.fromkeys(templates.templates(), "")
    said |= dict.fromkeys(templates.words(), "")
    said |= dict.fromkeys(
        (*COLOUR_NAMES, *BACKS, *GOODS, *KIND_NAMES, *filter(None, LAND_NAMES)), ""
    )
    said |= dict.fromkeys((card.kind for card in PLANTS.values()), "kind of a power plant")
    said |= dict.fromkeys((forest.colour for forest in shipped_tiles().forests), "")
    said |= dict.fromkeys((phase for phase in PHASES if phase != "over"), "phase of a round")
    said |= dict.fromkeys(map(_file_error, _FILE_ERRORS), "what the system says of a file")
    said |= dict.fromkeys(TOPICS.values(), "topic of the rules")
    said |= dict.fromkeys(EXAMPLES.values(), "what an example is")
    said |= {text: "worked example" for game in GAMES for text in example_texts(game)}
    said |= dict.fromkeys(TERMS.values(), "what the worth of a choice rests on")
    said |= dict.fromkeys(DEGREES, "how sure a value is")
    said |= {text: "what a choice gains" for game in GAMES for text in gains(game)}
    said |= {text: "what an option is called" for game in GAMES for text in option_texts(game)}
    said |= {
        text: "what a game is about"
        for game in GAMES
        for text in (*wing_of(game).about, wing_of(game).length)
    }
    said |= {text: "edition or map" for game in GAMES for text in flag_titles(game)}
    said |= {text: "level of a bot" for game in GAMES for text in level_texts(game)}
    said |= dict.fromkeys(LEVEL_WORDS.values(), "how a level plays")
    said |= {text: "kind of a side" for game in GAMES for text in side_titles(game)}
    said |= {
        text: "a key on the full screen"
        for game in GAMES
        for _, *keys in wing_of(game).part("screen.table").GameTable.KEYS
        for text in keys
    }
    said |= {one.why: "doubt" for game in GAMES for one in read_caveats(game).values()}
    said |= {one.mark: "mark" for game in GAMES for one in read_caveats(game).values() if one.mark}
    said |= {text: "help page" for command in commands() for text in help_texts(command)}
    return {text: comment for text, comment in said.items() if any(map(str.isalpha, text))}


def example_texts(game: str) -> Iterator[str]:
    """Yield the subjects of a game's worked examples, and the names of their values."""
    for example in read_examples(game).values():
        yield example.about
        for key in ("about", "text"):
            yield from (given[key] for given in example.values.values() if given.get(key))


def gains(game: str) -> Iterator[str]:
    """Yield the names of the terms of a value, if a game has an evaluator."""
    if evaluator := wing_of(game).evaluator:
        yield from evaluator.TERMS.values()


def option_texts(game: str) -> Iterator[str]:
    """Yield the names of a game's options and of their values."""
    yield from ("yes", "no")
    for option in wing_of(game).game.OPTIONS.values():
        yield option.title
        yield from option.titles.values()


def flag_titles(game: str) -> Iterator[str]:
    """Yield the labels of a game's flags, and the names of the words that they take."""
    for flag in wing_of(game).flags:
        if flag.title:
            yield flag.title
        yield from flag.words.values()


def level_texts(game: str) -> Iterator[str]:
    """Yield the names of the bots' levels and characters."""
    yield from wing_of(game).game.LEVELS
    yield from getattr(wing_of(game).game, "CHARACTERS", ())


def side_titles(game: str) -> Iterator[str]:
    """Yield the names of a game's variants, if it has any."""
    bench = import_module(f"{game}.examples").RUNNER
    yield from (variant.title for variant in bench.choices.variants.values())


def commands() -> Iterator[Any]:
    """Return all commands, the program itself first."""
    return (context.command for context in every_context(program()))


def help_texts(command: Any) -> list[str]:
    """Return the help texts of a command, its arguments and its options."""
    told = [*paragraphs(command.help)]
    for one in command.get_params(command.context_class(command)):
        told += paragraphs(one.help)
        if one.metavar and re.search("[A-Z]{3}", one.metavar):  # others are typed like that
            told.append(one.metavar)
    return told


def elsewhere() -> set[str]:
    """Return all other texts in sources and data, whose translations are kept."""
    data = [
        path.read_text("utf-8")
        for package in GAMES
        for path in files(package).joinpath("data").iterdir()
        if path.name.endswith(".toml")
    ]
    return {*templates.constants(), *re.findall(r'"([^"\n]+)"', "\n".join(data))}


def updated(path: Path) -> bytes:
    """Return the updated file of a language, without unused texts."""
    before = path.read_bytes() if path.exists() else b""
    catalog = read_po(BytesIO(before), locale=path.parent.name)
    for message in catalog:  # Babel takes "#| msgid" for a translator's comment, and keeps it
        message.user_comments = [one for one in message.user_comments if one[:1] != "|"]
    wanted, other = texts(), elsewhere()
    template = Catalog()
    for text, comment in wanted.items():
        template.add(text, auto_comments=[comment] if comment else [])
    for message in catalog:
        if message.id and message.id not in wanted and message.id in other:
            template.add(message.id)
    catalog.update(template, update_header_comment=False)
    return written(catalog)


def written(catalog: Catalog) -> bytes:
    """Return the content of a file: sorted, one line for each text, without dates."""
    catalog.header_comment = _HEADER
    file = BytesIO()
    write_po(
        file,
        catalog,
        width=0,
        no_location=True,
        sort_output=True,
        ignore_obsolete=True,
    )
    lines = file.getvalue().splitlines(keepends=True)
    end = lines.index(b"\n")
    return b"".join(
        line
        for number, line in enumerate(lines)
        if number > end or line.startswith(_KEPT) or not line.startswith(b'"')
    )


def problems(path: Path) -> list[str]:
    """Return the problems of a language's file, one line each."""
    catalog = read_po(BytesIO(path.read_bytes()))
    wanted, other = texts(), elsewhere()
    genders = set(read_catalogue(path.parent).genders.values())
    found = [f"missing: {text!r}" for text in wanted if text not in catalog]
    for message in catalog:
        text, said = message.id, message.string
        if not text:
            continue
        if not said:
            found.append(f"not translated: {text!r}")
        elif message.fuzzy:
            found.append(f"fuzzy, so correct it and remove the mark: {text!r}")
        elif text not in wanted and text not in other:
            found.append(f"nobody says any more: {text!r}")
        elif wrong := _mistake(text, said, catalog.num_plurals, len(genders)):
            found.append(f"{wrong}: {text!r}")
    if not found and path.read_bytes() != updated(path):
        found.append("not as scripts/translations writes it")
    return found


def _mistake(text: str, said: str, plurals: int, genders: int) -> str:
    """Return the problem with a translation, or ''."""
    try:
        parts = [(name, spec or "") for _, name, spec, _ in Formatter().parse(said) if name]
    except ValueError:
        return "its braces do not match"
    names = {name for _, name, _, _ in Formatter().parse(text) if name}
    if {name for name, _ in parts} != names:
        return f"its values are not {sorted(names)}"
    for name, spec in parts:
        if "|" in spec and spec.count("|") != plurals - 1:
            return f"{name} needs {plurals} forms of its noun"
        if "/" in spec and spec.count("/") != genders - 1:
            return f"{name} needs {genders} articles"
    if any((text[edge] == " ") != (said[edge] == " ") for edge in (0, -1)):
        return "it begins and ends with a space as the English text does"
    return ""


def _file_error(number: int) -> str:
    return os.strerror(number).lower()


def main(words: list[str]) -> int:
    """Update the files, or with ``--check`` report on them; return the exit code."""
    wrong = 0
    for path in (folder / "messages.po" for folder in folders().values()):
        if words != ["--check"]:
            path.write_bytes(updated(path))
        for problem in problems(path):
            wrong += 1
            print(f"{path}: {problem}")
    if wrong:
        print("Run scripts/translations, and fill in each msgstr that it leaves empty or fuzzy.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
