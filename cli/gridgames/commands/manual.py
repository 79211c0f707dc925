"""``gridgames manual``: pages for ``man``, made from the help of every command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from gridgames import __version__
from gridgames.commands.typer_classes import every_context, help_sections, is_drawn, subcommands
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import say
from gridgames.system.files import writing
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls


def manual(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder in which man looks for pages.")
    ],
    context: typer.Context,
) -> None:
    """Write a manual page for each command, in every language.

    After this, man gridgames shows all commands, and man gridgames-play one of them.

        gridgames manual ~/.local/share/man
    """
    count = 0
    for language in Language:
        part = folder if language is Language.ENGLISH else folder / language.value
        with use_language(language):
            for name, text in pages(context.find_root().command):
                page = part / "man1" / f"{name}.1"
                with writing(page):
                    page.parent.mkdir(parents=True, exist_ok=True)
                    page.write_text(text, encoding="utf-8")
                count += 1
    told = say("{file}: {count:page|pages} written", file=escape_controls(str(folder)), count=count)
    output.print_sentence(told)


def pages(program: Any) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the page of each command, in the language in use."""
    for context in every_context(program):
        yield _name(context), "\n".join(_page(context)) + "\n"


def _name(context: Any) -> str:
    return str(context.command_path.replace(" ", "-"))


def _page(context: Any) -> Iterator[str]:
    """Yield the lines of a page, in the macros of ``man``."""
    name, found = _name(context), help_sections(context)
    first, *more = found.paragraphs
    yield f'.TH {_text(name.upper())} 1 "" "gridgames {_text(__version__)}" "gridgames"'
    yield f".SH {_text(say('Name').upper())}"
    yield f"{_text(name)} \\- {_text(first.rstrip('.'))}"
    yield f".SH {_text(say('Synopsis').upper())}"
    yield f".B {_text(found.usage)}"
    if more:
        yield f".SH {_text(say('Description').upper())}"
    for number, paragraph in enumerate(more):
        if is_drawn(paragraph):
            yield from (".PP", ".nf", *map(_text, paragraph.splitlines()), ".fi")
        else:
            yield from ([".PP"] if number else [])
            yield _text(paragraph)
    for title, entries in found.sections:
        if entries:
            yield f".SH {_text(title.rstrip(':').upper())}"
        for head, text in entries:
            yield from (".TP", f".B {_text(head)}", _text(text))
    near = [f"{name}-{one}" for one in subcommands(context)]
    near += [_name(context.parent)] if context.parent else []
    if near:
        yield f".SH {_text(say('See also').upper())}"
        yield ",\n".join(f".BR {_text(one)} (1)" for one in near)


# Otherwise man shows typographic signs, which cannot be copied into a shell
_SIGNS = str.maketrans(
    {"\\": "\\e", "-": "\\-", "~": "\\(ti", "^": "\\(ha", "'": "\\(aq", "`": "\\(ga"}
)


def _text(text: str) -> str:
    """Return a line as it is written in a page: a point at its start is no command."""
    line = text.translate(_SIGNS)
    return f"\\&{line}" if line[:1] == "." else line
