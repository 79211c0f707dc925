"""Which language the program speaks: the one asked for, else that of the locale."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated

import typer

from gridgames import messages


class Language(StrEnum):
    """A language that can be asked for, as locales name it."""

    ENGLISH = "en"
    PORTUGUESE = "pt_BR"


def locale_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language of the locale, English where it is none of ours.

    ``LANGUAGE`` lists languages, the best first, and goes before the locale as it does for other
    programs: unless the locale is C.

    >>> locale_language({"LANG": "pt_PT.UTF-8"})
    <Language.PORTUGUESE: 'pt_BR'>
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if locale.partition(".")[0] in {"C", "POSIX"}:
        return Language.ENGLISH
    for name in [*environment.get("LANGUAGE", "").split(":"), locale]:
        if name.lower().startswith("pt"):
            return Language.PORTUGUESE
        if name.lower().startswith("en"):
            return Language.ENGLISH
    return Language.ENGLISH


_IN_USE: list[Language] = []  # the last one is spoken


def spoken() -> Language:
    """Return the language in use."""
    return _IN_USE[-1] if _IN_USE else Language.ENGLISH


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language for a while."""
    before = dict(messages.CATALOGUE), dict(messages.WORDS), dict(messages.TYPED)
    messages.use_catalogue(*catalogue(language))
    _IN_USE.append(language)
    try:
        yield
    finally:
        _IN_USE.pop()
        messages.use_catalogue(*before)


def catalogue(language: Language) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return the sentences, the words and the typed words of a language: none for English."""
    if language is Language.ENGLISH:
        return {}, {}, {}
    from gridcommon.tables import shipped_toml

    tables = shipped_toml("gridgames", f"{language}.toml")
    words = tables.pop("words") | tables.pop("system")
    typed = tables.pop("typed")
    return {key: text for table in tables.values() for key, text in table.items()}, words, typed


def _speak(context: typer.Context, language: Language | None) -> Language | None:
    if language is not None:
        context.find_root().with_resource(speaking(language))
    return language


Lang = Annotated[
    Language | None,
    typer.Option(
        "--lang",
        help="The language of all that is said; without it GRIDGAMES_LANG, or the locale.",
        metavar="en|pt_BR",
        case_sensitive=False,
        callback=_speak,
        is_eager=True,
    ),
]
