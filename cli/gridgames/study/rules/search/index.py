"""The index of the search: two full-text tables of SQLite, made when a wheel is built.

One table has the words of each text, the other the three-letter pieces of each single question, by
which a question is found though it is misspelt. A checkout has no such file: there the index is
made in memory when somebody asks.
"""

import sqlite3
from functools import cache
from pathlib import Path

from gridcommon.errors import NotationError
from gridgames.study.rules.search.terms import pieces, words

SHIPPED = Path(__file__).with_name("index.db")

_TABLES = """
CREATE TABLE about (games TEXT);
CREATE TABLE texts (kind TEXT, key TEXT, rules TEXT);
CREATE TABLE questions (text INTEGER);
CREATE VIRTUAL TABLE words USING fts5(asked, body, content='', tokenize=ascii);
CREATE VIRTUAL TABLE pieces USING fts5(
    piece, content='', tokenize="ascii tokenchars '_'"
);
CREATE VIRTUAL TABLE known USING fts5vocab(words, row);
CREATE VIRTUAL TABLE known_pieces USING fts5vocab(pieces, row);
"""


def build(file: str, games: tuple[str, ...]) -> sqlite3.Connection:
    """Return a new index of what there is about ``games``, in a new file or in ``:memory:``.

    Raises NotationError if the SQLite of this Python has no full-text search.
    """
    from gridgames.study.rules.search.texts import texts

    made = sqlite3.connect(file, check_same_thread=False)
    try:
        made.executescript(_TABLES)
    except sqlite3.OperationalError as problem:
        raise NotationError(
            "questions need the full-text search of SQLite (FTS5), and the SQLite {version} of "
            "this Python has none; gridgames rules ID and gridgames compare TOPIC do not need it",
            version=sqlite3.sqlite_version,
        ) from problem
    with made:
        made.execute("INSERT INTO about VALUES (?)", (" ".join(games),))
        for place, text in enumerate(texts(games), start=1):
            made.execute(
                "INSERT INTO texts VALUES (?, ?, ?)", (text.kind, text.key, " ".join(text.rules))
            )
            parts = (" ".join(words(" ".join(text.questions))), " ".join(words(text.body)))
            made.execute("INSERT INTO words (rowid, asked, body) VALUES (?, ?, ?)", (place, *parts))
            for one in text.questions:
                at = made.execute("INSERT INTO questions VALUES (?)", (place,)).lastrowid
                cut = " ".join(pieces(one))
                made.execute("INSERT INTO pieces (rowid, piece) VALUES (?, ?)", (at, cut))
        made.execute("INSERT INTO words (words) VALUES ('optimize')")
        made.execute("INSERT INTO pieces (pieces) VALUES ('optimize')")
    made.execute("VACUUM")
    return made


@cache  # one for each choice of games
def index(games: tuple[str, ...]) -> sqlite3.Connection:
    """Return the index of the texts about ``games``: the shipped one if it has just these.

    Raises NotationError if the SQLite of this Python has no full-text search.
    """
    if SHIPPED.is_file():
        address = f"{SHIPPED.as_uri()}?immutable=1"
        shipped = sqlite3.connect(address, uri=True, check_same_thread=False)
        if shipped.execute("SELECT games FROM about").fetchone() == (" ".join(games),):
            return shipped
    return build(":memory:", games)
