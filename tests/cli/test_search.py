"""Questions in one's own words: those of players, two commands that are asked, and misses."""

import json
import subprocess
import sys
import tomllib
from operator import ge
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gridcommon.errors import NotationError
from gridcommon.ledger import read_ledger
from gridgames.app import app
from gridgames.comparison.sides import parse_sides, standard
from gridgames.comparison.topics import compared, topics
from gridgames.games.registry import names
from gridgames.languages.language import Language
from gridgames.rules.book import answer, open_book
from gridgames.rules.search import index
from gridgames.rules.search.query import Found, good_matches, search
from gridgames.rules.search.terms import pieces, words
from gridgames.rules.search.texts import questions as everyday

HERE = Path(__file__).parent


def questions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HERE / name).read_text("utf-8"))["questions"]
    return found


ASKED = questions("questions.toml")
UNSEEN = questions("questions_unseen.toml")
FRESH = questions("questions_fresh.toml")
SIDES = parse_sides(standard())


@pytest.fixture(scope="module")
def answers() -> dict[str, Found]:
    return {one["ask"]: search(one["ask"]) for one in (*ASKED, *UNSEEN, *FRESH)}


def hits(asked: list[dict[str, Any]], answers: dict[str, Found], kind: str) -> list[int]:
    """Return how many questions have an answer of a kind, are hit at once, and within three."""
    places = []
    for one in asked:
        if one[kind]:
            found = [*getattr(answers[one["ask"]], "rules" if kind == "rules" else "rows")]
            shown = [key.partition(".")[0] if kind == "topics" else key for key in found[:3]]
            places.append(min((shown.index(key) for key in one[kind] if key in shown), default=99))
    return [len(places), sum(place == 0 for place in places), sum(place < 3 for place in places)]


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


def test_no_question_of_a_player_is_called_unanswered(answers):
    assert [one["ask"] for one in ASKED if not answers[one["ask"]].is_sure] == []
    assert sum(not answers[one["ask"]].is_sure for one in UNSEEN) == 0


def test_every_expected_answer_exists():
    rules = {rule for game in names() for rule in read_ledger(game)}
    rows = {row.key for topic in topics().values() for row in compared(topic, SIDES).rows}
    for one in (*ASKED, *UNSEEN, *FRESH):
        assert one["rules"] or one["topics"]
        assert set(one["topics"]) <= topics().keys(), one["ask"]
        assert set(one["rules"]) <= rules, one["ask"]
        assert set(one["rows"]) <= rows, one["ask"]


def test_every_rule_and_every_topic_has_everyday_questions_in_every_language():
    """None of them is asked of two rules, and none is a question that the search is tested with."""
    tried = {one["ask"].lower() for one in (*ASKED, *UNSEEN, *FRESH)}
    for language in Language:
        rows = {row.key for topic in topics().values() for row in compared(topic, SIDES).rows}
        known = {name: set(read_ledger(name)) for name in names()} | {"topics": {*topics(), *rows}}
        for name, keys in known.items():
            asked = everyday(name, language)
            asked.pop("twins", None)
            needed = keys if name != "topics" else set(topics())
            assert needed <= asked.keys() <= keys, name
            assert all(len(set(one)) == len(one) >= 2 for one in asked.values())
            every = [ask.lower() for one in asked.values() for ask in one]
            assert tried.isdisjoint(every)


def test_a_text_is_indexed_by_the_beginnings_of_words_and_by_pieces():
    assert words("Peças_2: PG-AUC-07, energizadas") == ["pecas", "2", "pgauc07", "energ"]
    assert pieces("É só") == ["_e_", "e_s", "_so", "so_"]
    assert words("?") == []


def test_rules_that_differ_by_the_edition_only_are_both_shown():
    found, is_near = answer(open_book(Language.ENGLISH), "how much garbage is there at the start")
    assert {"PG-SETUP-04", "PG-SETUP-05"} <= {entry.rule.id for entry in found[:2]}
    assert not is_near


def test_a_misspelt_question_is_answered():
    assert next(iter(search("auctoin").rules)).startswith("PG-")
    assert "PG-BUR-05" in [*search("uranuim").rules][:3]
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
    near = run("rules", *["who", "won", "the", "world", "cup"]).stdout
    assert near.startswith("No rule clearly answers 'who won the world cup'; the nearest are:")
    assert "PG-" in near


@pytest.mark.parametrize(
    ("asked", "rules"),
    [("como eu ganho", {"PG-END-03", "EL-WIN-01"}), ("is my lamp on", {"EL-NRG-01"})],
)
def test_a_question_of_few_words_finds_what_it_is_about(asked, rules):
    found = search(asked)
    assert found.is_sure
    assert rules == set([*found.rules][: len(rules)])


def test_two_letters_swapped_are_forgiven():
    assert [*search("who goes frist in the auctoin").rules][:9] == (
        [*search("who goes first in the auction").rules][:9]
    )
    assert search("uranuim").is_sure


def test_a_question_without_a_word_is_told_so():
    for command in ("rules", "compare"):
        for asked in ("", "?"):
            told = " ".join(run(command, asked).stderr.split())
            assert f"'{asked}' has no word to look for; topics of gridgames compare are" in told
            assert "gridgames rules lists all rules" in told


def test_only_the_best_answer_a_question():
    assert good_matches({"a": 1.0, "b": 0.9, "c": 0.1}) == ["a", "b"]
    assert good_matches({}) == []
    found = search("xyzzy")
    assert (found.is_read, found.is_sure) == (False, False)
    assert len(set(found.nearest_topics)) == 3
    assert search("the").is_read
    assert not search("the").is_sure


def test_a_shipped_index_answers_as_one_in_memory(tmp_path, monkeypatch):
    file, games = tmp_path / "it's # 100%.db", tuple(names())
    index.build(str(file), games).close()
    monkeypatch.setattr(index, "SHIPPED", file)
    shipped = index.index.__wrapped__(games)
    assert shipped.execute("PRAGMA database_list").fetchone()[2] == str(file)
    assert file.stat().st_size < 2_000_000
    before = search("how does a tie break")
    monkeypatch.setattr("gridgames.rules.search.query.index", lambda _: shipped)
    assert search("how does a tie break") == before
    shipped.close()
    other = index.index.__wrapped__(games[:1])  # an index about other games is left alone
    assert other.execute("PRAGMA database_list").fetchone()[2] == ""
    other.close()


def test_a_python_without_full_text_search_says_so(monkeypatch):
    monkeypatch.setattr(index, "_TABLES", "CREATE VIRTUAL TABLE words USING fts99(a)")
    with pytest.raises(NotationError, match="FTS5"):
        index.build(":memory:", ())


# By command


def test_only_a_question_loads_what_questions_need():
    """An id or a topic is answered without SQLite."""
    program = (
        "import sys; from typer.testing import CliRunner; from gridgames.app import app;"
        "run = lambda *words: CliRunner().invoke(app, words).exit_code;"
        "print(run('rules', 'PG-AUC-07'), run('compare', 'winner'), 'sqlite3' in sys.modules,"
        " run('rules', 'tie'), 'sqlite3' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "0", "False", "0", "True"]


def run(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, list(words))


@pytest.mark.parametrize(
    ("question", "row", "rule"),
    [
        ("tie", "winner.tie", "PG-END-04"),
        ("auction", "acquiring.minimum", "PG-AUC-10"),
        ("money", "income.points", "PG-END-04"),
        ("how does a tie break", "winner.tie", "PG-END-04"),
        ("desempate", "winner.tie", "PG-END-04"),
        ("curto-circuito", "adjacency.triangle", "EL-SHORT-01"),
        ("short circuit", "adjacency.triangle", "EL-SHORT-01"),
    ],
)
def test_both_commands_take_unquoted_words(question, row, rule):
    compared = json.loads(run("compare", *question.split(), "--format", "json").stdout)
    assert compared["query"] == question
    assert row in [one["row"] for topic in compared["topics"] for one in topic["rows"]]
    found = json.loads(run("rules", *question.split(), "--json").stdout)
    assert found["query"] == question
    assert rule in [one["id"] for one in found["rules"]][:2]


def test_a_comparison_shows_the_best_rows_and_where_to_go_on():
    answer = run("compare", "how", "does", "a", "tie", "break")
    assert answer.exit_code == 0
    assert answer.stdout.startswith("Winner and ties\n")
    assert "What if there is a tie?" in answer.stdout
    assert "Who wins?" not in answer.stdout
    assert "More of the same: gridgames compare winner" in answer.stdout
    assert max(map(len, answer.stdout.splitlines())) <= 80


def test_sides_may_stand_before_or_after_a_question():
    sides = ("--between", "eletrika", "powergrid:classic")
    after = run("compare", "how", "does", "a", "tie", "break", *sides)
    assert after.exit_code == 0
    assert run("compare", *sides, "how", "does", "a", "tie", "break").stdout == after.stdout
    assert "powergrid:recharged" not in after.stdout


def test_an_option_and_a_disagreement_of_the_texts_are_found():
    options = run("compare", "hidden", "money", "--format", "json")
    assert "options.hidden_money" in options.stdout
    sources = run("compare", "regions", "recommended", "--format", "json")
    assert "sources.powergrid_" in sources.stdout


@pytest.mark.parametrize("words", [["xyzzy"], [""], ["?", "-,"]])
@pytest.mark.parametrize("form", [[], ["--json"], ["--lang", "pt_BR"]])
def test_a_question_without_a_known_word_ends_with_2_and_the_nearest_topics(words, form):
    answer = run("compare", *form, "--", *words)
    assert (answer.exit_code, answer.stdout) == (2, "")
    said = " ".join(answer.stderr.split())
    assert " ".join(words) in said
    assert "gridgames compare" in said
    assert said.count(", ") >= 2


@pytest.mark.parametrize(
    "question", ["how do I fly to the moon", "can I bribe the umpire", "what can I do", "the"]
)
def test_what_nothing_answers_gets_the_nearest_rows_said_to_be_so(question):
    words = question.split()
    document = json.loads(run("compare", *words, "--json").stdout)
    assert (document["query"], document["nearest"]) == (question, True)
    assert 0 < sum(len(topic["rows"]) for topic in document["topics"]) <= 3
    said = f"No comparison clearly answers '{question}'; the nearest are:"
    for form in ([], ["--format", "md"], ["--format", "html"]):
        answer = run("compare", *words, *form)
        assert answer.exit_code == 0
        plain = " ".join(answer.stdout.replace("&#x27;", "'").split())
        assert said in plain
    ours = run("compare", *words, "--lang", "pt_BR").stdout
    assert ours.startswith("Nenhuma comparação responde claramente")
    assert not json.loads(run("compare", "how", "does", "a", "tie", "break", "--json").stdout)[
        "nearest"
    ]


def test_a_plain_question_gets_an_answer_from_both_commands():
    for one in (*ASKED, *UNSEEN, *FRESH)[::12]:
        for command in ("rules", "compare"):
            answer = run(command, *one["ask"].split(), "--json")
            assert answer.exit_code == 0, one["ask"]


def test_options_and_texts_that_the_sides_do_not_have_give_way_to_the_next_row():
    """Only Power Grid has the option; its best rows are not those of Eletrika."""
    sides = ("--between", "eletrika", "eletrika:two_pawns_count=true")
    asked = run("compare", "hidden", "money", *sides, "--json")
    assert asked.exit_code == 0, asked.stderr
    topics_found = json.loads(asked.stdout)["topics"]
    assert topics_found
    for topic in topics_found:
        assert topic["topic"] not in ("options", "sources")


def test_a_stroke_in_a_question_is_not_a_file():
    """Among several words only a file that exists is one, and a folder is none."""
    asked = "out of money / out of pawns: am I lost"
    answer = run("compare", *asked.split(), "--json")
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["query"] == asked


def test_a_word_means_the_word_though_a_file_is_called_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("tie", "power", "dark.eletrika", "xyzzy"):
        Path(name).write_text("U-T-S-P-C")
    assert run("compare", "tie").stdout.startswith("Winner and ties\n")
    assert run("compare", "power").stdout.startswith("Energizing and powering\n")
    for name in ("./tie", "dark.eletrika", "./xyzzy"):
        assert run("compare", name).stdout.startswith(f"Eletrika position\n{name}\n")
    assert "./xyzzy" in " ".join(run("compare", "xyzzy").stderr.split())
    assert run("compare", "dark.eletrika", "./tie").stdout.startswith("Two positions\n")
    none = run("compare", "none.jsonl")
    assert (none.exit_code, none.stdout) == (2, "")
    assert "none.jsonl" in none.stderr
