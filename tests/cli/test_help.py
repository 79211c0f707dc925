"""Help pages: whole, fitting, in both languages; misuses stand in the transcripts ``misused``."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from translations import help_texts

import gridgames
from gridgames.commands.app import program
from gridgames.commands.typer_classes import every_context
from gridgames.languages.language import Language, catalogue, requested_language
from plain_games import gridgames as run

SAID = catalogue(Language.PT_BR).messages
# What only an English page says; none of it is also Portuguese, or typed.
ENGLISH = re.compile(
    r"\b(?:a game|and|any|are|by|command|commands|default|else|for|from|more|of|options?|or"
    r"|required|that|the|to|usage|what|where|which|with|without)\b",
    re.IGNORECASE,
)
TYPED = re.compile(r"--[\w-]+|gridgames( \w+)*|[\w.:]+(=\w+)+")


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with the words that call it, the program itself first."""
    for context in every_context(program()):
        yield tuple(context.command_path.split()[1:]), context.command


def faults(words: Any, command: Any, language: str, columns: int, page: str) -> Iterator[str]:
    """Yield all that is wrong with a help page."""
    usage, options = {"en": ("Usage", "OPTIONS"), "pt_BR": ("Uso", "OPÇÕES")}[language]
    if not " ".join(page.split()).startswith(
        f"{usage}: {' '.join(('gridgames', *words))} [{options}]"
    ):
        yield "usage"
    for line in page.splitlines():
        if len(line) > columns or line != line.rstrip() or "\x1b" in line:
            yield f"a line: {line}"
    for text in help_texts(command):
        said = text if language == "en" else SAID[text]
        if " ".join(said.split()) not in " ".join(page.split()):
            yield f"not shown: {said}"
        for typed in re.findall(r"--\w[\w-]*|\w+:\w+|GRIDGAMES_LANG|\.jsonl|\{\w+\}", text):
            if typed not in said:
                yield f"translated: {typed}"
    for one in command.get_params(command.context_class(command)):
        flags = ", ".join((*one.opts, *one.secondary_opts))
        if one.param_type_name == "option" and not re.search(rf"^  {flags}\b", page, re.M):
            yield f"not shown: {flags}"
    if columns == 80 and bool(ENGLISH.findall(TYPED.sub("", page))) != (language == "en"):
        yield "English"


def test_every_page_is_whole_in_both_languages_and_fits_into_40_and_80_columns(tmp_path):
    found, walked = [], list(commands())
    assert {(), ("verify",), ("powergrid", "map", "check")} <= {words for words, _ in walked}
    for (words, command), language, columns in product(walked, Language, (40, 80)):
        asked = [*words, "--lang", language, "-h" if columns == 40 else "--help"]
        done = run(tmp_path, *asked, columns=columns)
        assert (done.exit_code, done.stderr) == (0, ""), words
        found += [(*asked, one) for one in faults(words, command, language, columns, done.stdout)]
    assert found == []


@pytest.mark.parametrize(
    ("words", "variables", "expected"),
    [
        ("", "", "en"),
        ("--lang", "", "en"),
        ("--lang fr", "", "en"),
        ("--lang pt_BR --lang fr", "", "pt_BR"),
        ("--lang pt_BR x --lang=en", "", "en"),
        ("serve -- --lang pt_BR", "", "en"),
        ("rules lang pt_BR", "", "en"),
        ("--lang en", "GRIDGAMES_LANG=pt_BR LANG=pt_BR.UTF-8", "en"),
        ("--lang pt_BR", "GRIDGAMES_LANG=en", "pt_BR"),
        ("--lang en-GB", "LANG=pt_BR", "en"),
        ("", "GRIDGAMES_LANG=fr LANG=pt_BR", "pt_BR"),
        ("", "GRIDGAMES_LANG=pt_BR LANG=en_US.UTF-8", "pt_BR"),
        ("", "GRIDGAMES_LANG=en LANG=pt_BR.UTF-8", "en"),
        *(("", f"LANG={name}", "pt_BR") for name in ("pt", "PT_br", "pt-BR", "pt_PT.UTF-8")),
        *(("", f"LANG={name}", "en") for name in ("de_DE.UTF-8", "ptx_BR")),
        ("", "LANG=pt_BR@euro", "pt_BR"),
        ("", "LC_ALL=pt_BR.UTF-8 LANG=en_US.UTF-8", "pt_BR"),
        ("", "LC_MESSAGES=pt_BR LANG=en_US", "pt_BR"),
        ("", "LC_ALL=en_US LC_MESSAGES=pt_BR", "en"),
        ("", "LC_ALL= LANG=pt_BR", "pt_BR"),
        ("", "LC_ALL=C LANG=pt_BR", "en"),
        ("", "LC_ALL=C.UTF-8 LANGUAGE=pt_BR", "en"),
        ("", "LANGUAGE=pt_BR:en LANG=en_US.UTF-8", "pt_BR"),
        ("", "LANGUAGE=de:pt_BR LANG=de_DE", "pt_BR"),
        ("", "LANGUAGE=en:pt_BR LANG=pt_BR", "en"),
        ("", "LANGUAGE=pt_BR", "pt_BR"),
    ],
)
def test_the_option_goes_before_the_variable_and_the_variable_before_the_locale(
    words, variables, expected
):
    environment = dict(one.split("=") for one in variables.split())
    assert requested_language(words.split(), environment) == expected


@pytest.mark.parametrize(
    "words", [("\x1b[31m",), ("play", "--\x1b[31m"), ("play", "eletrika", "\x1b[31m\n")]
)
def test_what_was_typed_cannot_paint_the_terminal(words, tmp_path):
    done = run(tmp_path, *words)
    assert done.exit_code == 2
    assert "\x1b" not in done.stderr
    assert r"\x1b[31m" in done.stderr


def test_only_public_names_of_typer_are_imported():
    sources = Path(gridgames.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    assert not re.search(r"^(from|import) typer[\w. ]*\b_", text, re.MULTILINE)
