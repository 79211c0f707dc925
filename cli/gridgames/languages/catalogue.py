"""Reading the folder of a language: what it says, and what people type in it.

``messages.po`` holds what is said, ``vocabulary.toml`` what is typed and the gender of nouns. A PO
file is what translators' tools read and write; only what :func:`messages_of` needs is read here,
and no compiled file stands beside it (see docs/adr/0011).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gridcommon.errors import one_or_many
from gridcommon.spelling import Vocabulary, unaccented
from gridcommon.tables import load_toml

_TEXT = r'"[^\n]*"(?:\n"[^\n]*")*'
_ENTRY = re.compile(rf"^msgid ({_TEXT})\nmsgstr ({_TEXT})$", re.MULTILINE)
_PIECE = re.compile(r'^"(.*)"$', re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_ACTIONS = ("actions", "names")  # sections of the vocabulary
_SHOWN = ("position", *_ACTIONS, "commands", "usage", "orders", "switches", "themes")
_PLURAL = re.compile(r"^Plural-Forms:.*?\bplural=(.+?);", re.MULTILINE)


class Catalogue(NamedTuple):
    """A language, looked up by what English says; empty for English itself.

    ``messages`` are sentences and words, ``typed`` the words of actions and commands as they are
    shown, ``genders`` the genders of nouns that a sentence may need an article for, and ``plural``
    says which form of a noun goes with a number.
    """

    messages: Mapping[str, str] = {}
    typed: Mapping[str, str] = {}
    genders: Mapping[str, int] = {}
    plural: Callable[[int], int] = one_or_many


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
    found = _PLURAL.search(messages.pop("", ""))
    if found is None:
        return Catalogue(messages, typed, genders)
    from gettext import c2py

    return Catalogue(messages, typed, genders, c2py(found[1]))


def messages_of(text: str) -> dict[str, str]:
    r"""Return the translations in the text of a PO file; those that are empty are left out.

    >>> messages_of('msgid "coal"\nmsgstr ""\n"car"\n"vão"\n\nmsgid "oil"\nmsgstr ""')
    {'coal': 'carvão'}
    """
    return {_text(key): _text(said) for key, said in _ENTRY.findall(text) if said != '""'}


def folders(root: Path = Path(__file__).parent) -> dict[str, Path]:
    """Return the folders of the languages but English, by the name of the language."""
    return {file.parent.name: file.parent for file in sorted(root.glob("*/messages.po"))}


@cache  # one for each section
def input_words(*sections: str, root: Path = Path(__file__).parent) -> Vocabulary:
    """Return the words that may be typed in any language: without accents, to the English ones.

    ``sections`` are those of the vocabularies; without one the words of actions are meant.
    """
    return {
        unaccented(word): english.lower()
        for folder in folders(root).values()
        for english, words in _typed(vocabulary(folder), sections or _ACTIONS)
        for word in words
    }


@cache  # one for each language and section
def display_words(language: str, section: str) -> Mapping[str, str]:
    """Return the words of a section that a language shows, by the English ones."""
    folder = folders().get(language)
    words = vocabulary(folder) if folder else {}
    return {english: typed[0] for english, typed in _typed(words, [section])}


def vocabulary(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what the vocabulary of a language holds, by its sections; a language may have none."""
    file = folder / "vocabulary.toml"
    return load_toml(file) if file.is_file() else {}


def _typed(words: Mapping[str, Any], sections: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each English word with those typed for it, the one that is shown first."""
    for section in sections:
        for english, typed in words.get(section, {}).items():
            yield english, [typed] if isinstance(typed, str) else list(typed)


def _text(quoted: str) -> str:
    text = "".join(_PIECE.findall(quoted)) if "\n" in quoted else quoted[1:-1]
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)
