"""Questions in one's own words: those of players, and misses."""

import tomllib
from operator import ge
from pathlib import Path
from typing import Any

import pytest

from gridcommon.errors import NotationError
from gridcommon.ledger import read_ledger
from gridgames.languages.language import Language
from gridgames.show.registry import names
from gridgames.study.comparison.report import parse_sides, standard
from gridgames.study.comparison.topics import compared, topics
from gridgames.study.rules import search as searching
from gridgames.study.rules.search import SearchResult, good_matches, search
from gridgames.study.rules.search import questions as everyday

HERE = Path(__file__).parent


def questions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HERE / name).read_text("utf-8"))["questions"]
    return found


ASKED = questions("questions.toml")
UNSEEN = questions("questions_unseen.toml")
FRESH = questions("questions_fresh.toml")
SIDES = parse_sides(standard())


@pytest.fixture(scope="module")
def answers() -> dict[str, SearchResult]:
    return {one["ask"]: search(one["ask"]) for one in (*ASKED, *UNSEEN, *FRESH)}


def hits(asked: list[dict[str, Any]], answers: dict[str, SearchResult], kind: str) -> list[int]:
    """Return how many questions have an answer of a kind, are hit at once, and within three."""
    places = []
    for one in asked:
        if one[kind]:
            found = [*getattr(answers[one["ask"]], "rules" if kind == "rules" else "rows")]
            shown = [key.partition(".")[0] if kind == "topics" else key for key in found[:3]]
            places.append(min((shown.index(key) for key in one[kind] if key in shown), default=99))
    return [len(places), sum(place == 0 for place in places), sum(place < 3 for place in places)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "language", "kind", "least"),
    [
        (ASKED, "en", "rules", (103, 88, 100)),
        (ASKED, "pt", "rules", (56, 51, 54)),
        (ASKED, "en", "topics", (52, 42, 47)),
        (ASKED, "pt", "topics", (32, 27, 30)),
        (UNSEEN, "en", "rules", (48, 37, 42)),
        (UNSEEN, "pt", "rules", (23, 15, 20)),
        (UNSEEN, "en", "topics", (21, 13, 17)),
        (UNSEEN, "pt", "topics", (10, 7, 9)),
        (FRESH, "en", "rules", (40, 34, 38)),
        (FRESH, "pt", "rules", (20, 16, 16)),
        (FRESH, "en", "topics", (13, 10, 11)),
        (FRESH, "pt", "topics", (7, 6, 6)),
    ],
)
def test_the_questions_of_players_are_answered(asked, language, kind, least, answers):
    """How many there are, and how many are at least hit at once and within three.

    What is reached is one or two more; a change of a ledger may move a question by a place.
    """
    asked = [one for one in asked if one["lang"] == language]
    found = hits(asked, answers, kind)
    assert found[0] == least[0]
    assert all(map(ge, found, least)), found
    if asked[0] not in FRESH:
        assert [one["ask"] for one in asked if not answers[one["ask"]].is_sure] == []


def test_what_is_asked_exists_and_everyday_questions_are_of_one_rule():
    """None of them is a question that the search is tested with."""
    every = (*ASKED, *UNSEEN, *FRESH)
    rules = {name: set(read_ledger(name)) for name in names()}
    rows = {row.key for topic in topics().values() for row in compared(topic, SIDES).rows}
    for one in every:
        assert one["rules"] or one["topics"]
        assert set(one["topics"]) <= topics().keys(), one["ask"]
        assert set(one["rules"]) <= set.union(*rules.values()), one["ask"]
        assert set(one["rows"]) <= rows, one["ask"]
    tried = {one["ask"].lower() for one in every}
    for language in Language:
        for name, keys in (rules | {"topics": {*topics(), *rows}}).items():
            asked = everyday(name, language)
            asked.pop("twins", None)
            needed = keys if name != "topics" else set(topics())
            assert needed <= asked.keys() <= keys, name
            assert all(len(set(one)) == len(one) >= 2 for one in asked.values())
            assert tried.isdisjoint(ask.lower() for one in asked.values() for ask in one)


def test_two_letters_swapped_are_forgiven():
    assert [*search("who goes frist in the auctoin").rules][:9] == (
        [*search("who goes first in the auction").rules][:9]
    )
    assert next(iter(search("auctoin").rules)).startswith("PG-")
    assert search("conectng").nearest_topics[0] == "connecting"


UNRELATED = """\
who is the president of brazil|when was the piano invented|how do I learn guitar
what is the price of gold today|how many sheep for a settlement in catan|how far is the sun
is pluto a planet|how do I remove a coffee stain|who won the world cup|can I castle out of check
quem pintou a mona lisa|qual time joga hoje|como aprendo a tocar violão|posso viajar sem visto
quanto custa uma passagem para lisboa|quem é o rei da inglaterra|quantos ossos tem o corpo
como se faz pão de queijo|quem ganhou a copa do mundo|qual a capital da frança"""


def test_a_question_about_something_else_is_not_answered_as_if_it_were():
    """Two more of the same kind may be taken for questions about the games."""
    asked = UNRELATED.replace("\n", "|").split("|")
    assert len(asked) == 20
    assert sum(search(one).is_sure for one in asked) <= 2
    assert good_matches({"a": 1.0, "b": 0.9, "c": 0.1}) == ["a", "b"]
    assert good_matches({}) == []
    found = search("xyzzy")
    assert (found.is_read, found.is_sure, len(set(found.nearest_topics))) == (False, False, 3)
    assert (search("the").is_read, search("the").is_sure) == (True, False)


def test_a_shipped_index_answers_as_one_in_memory(tmp_path, monkeypatch):
    file, games = tmp_path / "it's # 100%.db", tuple(names())
    searching.build(str(file), games).close()
    monkeypatch.setattr(searching, "SHIPPED", file)
    index = searching.index.__wrapped__
    shipped = index(games)
    assert shipped.execute("PRAGMA database_list").fetchone()[2] == str(file)
    assert file.stat().st_size < 2_000_000
    before = search("how does a tie break")
    monkeypatch.setattr("gridgames.study.rules.search.index", lambda _: shipped)
    assert search("how does a tie break") == before
    shipped.close()
    other = index(games[:1])  # an index about other games is left alone
    assert other.execute("PRAGMA database_list").fetchone()[2] == ""
    other.close()


def test_a_python_without_full_text_search_says_so(monkeypatch):
    monkeypatch.setattr(searching, "_TABLES", "CREATE VIRTUAL TABLE words USING fts99(a)")
    with pytest.raises(NotationError, match="FTS5"):
        searching.build(":memory:", ())
