"""The language in use: the requested one, or the language of the locale."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from gridgames.languages import messages
from gridgames.languages.catalogue import ENGLISH, Catalogue, folders, read_catalogue

if TYPE_CHECKING:

    class Language(StrEnum):
        """A supported language, with its locale name."""

        ENGLISH = "en"
        _ANOTHER = "each that has a folder"

else:  # English, and each language that has a folder
    Language = StrEnum("Language", {"ENGLISH": "en"} | {name.upper(): name for name in folders()})


def requested_language(
    words: Sequence[str], environment: Mapping[str, str] = os.environ
) -> Language:
    """Return the language of ``--lang`` in a command line, or else of the environment.

    This runs before the command line is parsed, because help and errors are in that language too,
    wherever ``--lang`` is. The last ``--lang`` counts; the parser refuses an unknown language.

    >>> requested_language(["play", "--help", "--lang", "pt_BR"])
    <Language.PT_BR: 'pt_BR'>
    """
    found = map(find_language, reversed(_named_languages(words, environment)))
    return next(filter(None, found), None) or locale_language(environment)


def is_language_requested(
    words: Sequence[str], environment: Mapping[str, str] = os.environ
) -> bool:
    """Return whether the command line or the environment names a language."""
    return any(_named_languages(words, environment))


def _named_languages(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return what ``--lang`` and the environment name, as it is typed; the last counts.

    >>> _named_languages(["--lang=en"], {}), _named_languages(["play"], {"GRIDGAMES_LANG": ""})
    (['', 'en'], [''])
    """
    names = [environment.get("GRIDGAMES_LANG", "")]
    own = words[: words.index("--")] if "--" in words else words
    for word, following in pairwise([*own, ""]):
        option, equals, value = word.partition("=")
        if option == "--lang":
            names.append(value if equals else following)
    return names


def find_language(name: str) -> Language | None:
    """Return the language of a locale name, however it is written, or None if it is not supported.

    Without its region, or with another one, a language is the supported one.

    >>> [find_language(name) for name in ("pt", "PT-pt", "en_GB.UTF-8", "pta")]
    [<Language.PT_BR: 'pt_BR'>, <Language.PT_BR: 'pt_BR'>, <Language.ENGLISH: 'en'>, None]
    """
    asked = name.lower().replace("-", "_").partition(".")[0].partition("@")[0]
    near = [one for one in Language if one.partition("_")[0] == asked.partition("_")[0]]
    exact = [one for one in near if one.lower() == asked]
    return next(iter(exact or near), None)


def locale_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language of the locale, or English if it is not supported.

    ``LANGUAGE`` lists languages in order of preference. As in other programs, it overrides the
    locale unless the locale is C.

    >>> locale_language({"LANG": "pt_PT.UTF-8"})
    <Language.PT_BR: 'pt_BR'>
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    locale = locale or _locale_of_windows()
    if locale.partition(".")[0] in {"C", "POSIX"}:
        return Language.ENGLISH
    for name in [*environment.get("LANGUAGE", "").split(":"), locale]:
        if found := find_language(name):
            return found
    return Language.ENGLISH


def _locale_of_windows() -> str:
    """Return the locale name of the Windows display language, or an empty text elsewhere."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


_IN_USE: ContextVar[Language] = ContextVar("language", default=Language.ENGLISH)


def current_language() -> Language:
    """Return the language in use."""
    return _IN_USE.get()


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Use a language inside a ``with`` block."""
    before = _IN_USE.get()
    _IN_USE.set(language)
    try:
        with messages.use_catalogue(catalogue(language)):
            yield
    finally:
        _IN_USE.set(before)  # no token: the block may end in another context


@cache  # one for each language
def catalogue(language: Language) -> Catalogue:
    """Return the catalogue of a language, reading it only once."""
    return ENGLISH if language is Language.ENGLISH else read_catalogue(folders()[language])
