"""Which language the program speaks: the one asked for, else that of the locale."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum

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


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language for a while."""
    before = dict(messages.CATALOGUE)
    messages.use_catalogue(catalogue(language))
    try:
        yield
    finally:
        messages.use_catalogue(before)


def catalogue(language: Language) -> dict[str, str]:
    """Return the translations that are shipped for a language: none for English."""
    if language is Language.ENGLISH:
        return {}
    from gridcommon.tables import shipped_toml

    return shipped_toml("gridgames", f"{language}.toml")
