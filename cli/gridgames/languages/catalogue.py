"""Catalogues: the messages of a language, and the words that people type in it.

``messages.po`` holds the messages; ``vocabulary.toml`` holds the typed words and the gender of
nouns. Translators' tools read and write PO files. :func:`messages_of` reads the subset that we use,
and there is no compiled file (see docs/adr/0011).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gridcommon.errors import one_or_many
from gridcommon.spelling import Vocabulary, unaccented
from gridcommon.tables import load_toml, parse_toml, read_text

_TEXT = r'"[^\n]*"(?:\n"[^\n]*")*'
_ENTRY = rf"(?m)^msgid ({_TEXT})\nmsgstr ({_TEXT})$"
_PIECE = r'(?m)^"(.*)"$'
_ESCAPE = r"\\(.)"
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_ACTIONS = ("actions", "names")  # sections of the vocabulary
_SHOWN = ("position", *_ACTIONS, "commands", "usage", "orders", "switches", "themes")
_PLURAL = r"(?m)^Plural-Forms:.*?\bplural=(.+?);"


class Catalogue(NamedTuple):
    """The texts of a language, keyed by the English text; empty for English itself.

    ``messages`` has sentences and words, ``typed`` the words of actions and commands, ``genders``
    the genders of nouns that may need an article, and ``plural`` returns the form of a noun for a
    number. ``name`` is what the language calls itself.
    """

    messages: Mapping[str, str] = {}
    typed: Mapping[str, str] = {}
    genders: Mapping[str, int] = {}
    plural: Callable[[int], int] = one_or_many
    name: str = "English"


ENGLISH = Catalogue()


def read_catalogue(folder: Path) -> Catalogue:
    """Return the language in ``folder``."""
    messages = messages_of((folder / "messages.po").read_text(encoding="utf-8"))
    words = vocabulary(folder)
    typed = {english: words[0] for english, words in _typed(words, _SHOWN)}
    genders = {
        noun: gender
        for gender, nouns in enumerate(words.get("genders", {}).values())
        for noun in nouns
    }
    name = words.get("language", {}).get("name", folder.name)
    found = re.search(_PLURAL, messages.pop("", ""))
    if found is None:
        return Catalogue(messages, typed, genders, name=name)
    from gettext import c2py

    return Catalogue(messages, typed, genders, c2py(found[1]), name)


def messages_of(text: str) -> dict[str, str]:
    r"""Return the translations in the text of a PO file, without empty ones.

    >>> messages_of('msgid "coal"\nmsgstr ""\n"car"\n"vão"\n\nmsgid "oil"\nmsgstr ""')
    {'coal': 'carvão'}
    """
    return {_text(key): _text(said) for key, said in re.findall(_ENTRY, text) if said != '""'}


def folders(root: Path = Path(__file__).parent) -> dict[str, Path]:
    """Return the folders of all languages except English, keyed by language."""
    return {file.parent.name: file.parent for file in sorted(root.glob("*/messages.po"))}


def file_of(language: str, name: str) -> Path | None:
    """Return the file with this name in the folder of a language, or None if there is none."""
    folder = folders().get(language)
    return folder / name if folder and (folder / name).is_file() else None


def translated(table: Mapping[str, Any], language: str, name: str) -> Mapping[str, Any]:
    """Return ``table`` with the texts under the same keys of a language's file, if it has one."""
    file = file_of(language, name)
    if file is None:
        return table
    return _with_texts(table, load_toml(file))


def _with_texts(table: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _with_texts(value, texts.get(key, {}))
        if isinstance(value, dict)
        else texts.get(key, value)
        for key, value in table.items()
    }


@cache  # one for each section
def input_words(*sections: str, root: Path = Path(__file__).parent) -> Vocabulary:
    """Return the English word for each word, without accents, that can be typed in any language.

    ``sections`` are sections of the vocabularies; the default is the words of actions.
    """
    return {
        unaccented(word): english.lower()
        for folder in folders(root).values()
        for english, words in _typed(vocabulary(folder), sections or _ACTIONS)
        for word in words
    }


def english_word(word: str, *sections: str) -> str:
    """Return the English form of a typed word, or any other word in lower case.

    >>> english_word("Carvão"), english_word("Essen")
    ('coal', 'essen')
    """
    return input_words(*sections).get(unaccented(word), word.lower())


@cache  # one for each language and section
def display_words(language: str, section: str) -> Mapping[str, str]:
    """Return the words of a section that a language displays, keyed by the English word."""
    folder = folders().get(language)
    words = vocabulary(folder) if folder else {}
    return {english: typed[0] for english, typed in _typed(words, [section])}


def vocabulary(folder: Path) -> Mapping[str, dict[str, Any]]:
    """Return the vocabulary of a language by section, empty if the language has none."""
    file = folder / "vocabulary.toml"
    return parse_toml(read_text(file), str(file)) if file.is_file() else {}


def _typed(words: Mapping[str, Any], sections: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each English word with its words in the language; the first of them is displayed."""
    for section in sections:
        for english, typed in words.get(section, {}).items():
            yield english, [typed] if isinstance(typed, str) else list(typed)


def _text(quoted: str) -> str:
    text = "".join(re.findall(_PIECE, quoted)) if "\n" in quoted else quoted[1:-1]
    if "\\" not in text:
        return text
    return re.sub(_ESCAPE, lambda found: _ESCAPED.get(found[1], found[1]), text)
