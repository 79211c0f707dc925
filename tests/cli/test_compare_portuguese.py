"""What compare says in Brazilian Portuguese: all of it, the same, and nothing in English."""

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from english import english_left
from gridgames.app import app
from gridgames.comparison.sides import game_comparison, games, parse_sides, standard
from gridgames.comparison.topics import ALL, compared, topic_key, topics
from gridgames.languages.catalogue import display_words
from gridgames.languages.comparisons import topic_word
from gridgames.languages.language import Language, use_language
from gridgames.languages.ledgers import ambiguities, disagreements, plain

PORTUGUESE = Language("pt_BR")
EXAMPLES = Path(__file__).parents[2] / "examples"
SIDES = (
    standard(),
    [
        "eletrika:energized=component",
        "eletrika:energized=strict,tie=structures,two_pawns_count=true",
        "eletrika:first_player_rotates=true,reoccupy=true,stuck_may_score=true",
        "powergrid:classic,map=usa",
        "powergrid:map=usa,hidden_money=true",
        "powergrid:start_cities=true",
    ],
)
TEXTS = {"title", "about", "notes", "question", "text", "none"}
ITSELF = {"R-pt", "C-pt", "C-ca"}  # sources, alone in a cell


def run(*words: str | Path, lang: str = "pt_BR", stdin: str | None = None, **more: str) -> Result:
    command = ["--lang", lang, "compare", *map(str, words)]
    done = CliRunner().invoke(app, command, input=stdin, env=more)
    assert done.exit_code == 0, done.output
    return done


def texts(tables: dict[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text with its dotted key."""
    for key, value in tables.items():
        where = f"{within}.{key}" if within else key
        if isinstance(value, dict):
            yield from texts(value, where)
        elif key in TEXTS:
            yield where, "\n".join(value) if isinstance(value, list) else value


def table(*path: str) -> dict[str, Any]:
    return tomllib.loads(files("gridgames").joinpath(*path).read_text(encoding="utf-8"))


TABLE = table("languages", "pt_BR", "compare.toml")
ENGLISH = dict(texts(table("languages", "compare.toml")))
TRANSLATED = dict(texts(TABLE))
WORDS = display_words(PORTUGUESE, "topics")


# The table


def test_both_tables_have_the_same_keys_and_the_translation_has_texts_alone():
    assert sorted(TRANSLATED) == sorted(ENGLISH)
    assert list(WORDS) == [*topics(), ALL]

    def leaves(tables: dict[str, Any]) -> int:
        return sum(leaves(one) if isinstance(one, dict) else 1 for one in tables.values())

    assert leaves(TABLE) == len(TRANSLATED)


def test_a_translation_tells_the_same_numbers_and_names_the_same_things():
    options = {
        name
        for game in games()
        for name in game_comparison(game).RUNNER.game.OPTIONS
        if "_" in name
    }
    named = r"\d+|\b[A-Z]{2}-[A-Z]+-\d\d\b|\b[A-Z]-[a-z]{2}\b|\bMW\b|\{\w*\}"
    typed = rf"\b(?:{'|'.join(sorted(options))})\b"
    for key, english in ENGLISH.items():
        portuguese = TRANSLATED[key]
        assert portuguese.strip() == portuguese != english, key
        ends = {portuguese[-1:], english[-1:]}
        assert len(ends) == 1 or not ends & set(".?:"), key
        for pattern in (named, typed):
            found = [sorted(re.findall(pattern, text)) for text in (portuguese, english)]
            assert found[0] == found[1], key


@pytest.mark.parametrize("game", games())
def test_the_ledgers_tell_as_many_things_about_the_same_rules_and_options(game):
    ours, theirs = (ambiguities(game, language) for language in Language)
    told = [[(one.id, one.options, one.rules) for one in both] for both in (ours, theirs)]
    assert told[0] == told[1]
    rules = [[one.rules for one in disagreements(game, language)] for language in Language]
    assert rules[0] == rules[1]


# Everything is in Portuguese

TYPED = re.compile(r"=\w+|\w+ \(o padrão(?: é \w+)?\); [^(|]*")  # values of options


# Words that no Portuguese sentence, no name and no action has
FOREIGN = re.compile(r"\b(?:the|of|and|or|is|are|with|from|to|by|on|at|in|cities|players|none)\b")


def left(answer: str) -> list[str]:
    """Return what an answer says in English; values of options are typed so."""
    told = TYPED.sub("", re.sub("`[^`]*`", "", answer))
    return [*english_left(told), *FOREIGN.findall(told)]


def english_texts(answer: str) -> list[str]:
    """Return the texts of the English table and ledgers that an answer has."""
    told = [*ENGLISH.values(), *(topic.title for topic in topics().values())]
    for game in games():
        for row in disagreements(game, Language.ENGLISH):
            told += [plain(text) for text in (row.topic, row.one, row.another, row.taken, row.why)]
        told += [one.question for one in ambiguities(game, Language.ENGLISH)]
    shown = " ".join(answer.split())
    return [
        text
        for text in told
        if text not in ITSELF
        and text in shown
        and sum(map(str.isalpha, text)) > 7
        and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown)
    ]


@pytest.mark.parametrize("sides", SIDES, ids=["standard", "options"])
def test_all_topics_in_portuguese_have_no_english_sentence(sides):
    words = ("tudo", "--between", *sides, "--run")
    answer = run(*words, "--format", "md").stdout
    assert left(answer) == []
    assert english_texts(answer) == []
    assert "igual" in answer


def test_all_topics_in_portuguese_fit_into_80_columns():
    answer = run("tudo", "--between", *SIDES[1], "--run", COLUMNS="80").stdout
    assert max(map(len, answer.splitlines())) <= 80


def test_the_english_that_is_looked_for_would_be_found():
    answer = run("all", "--run", "--format", "md", lang="en").stdout
    assert len(english_left(answer)) > 60
    assert len(FOREIGN.findall(answer)) > 500
    assert len(english_texts(answer)) > 200


def test_the_page_says_its_language():
    assert '<html lang="pt-BR">' in run("vencedor", "--format", "html").stdout
    assert '<html lang="en">' in run("winner", "--format", "html", lang="en").stdout


def test_the_topics_are_listed_by_what_is_typed():
    lines = run(COLUMNS="80").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    listed = lines[: lines.index("")]
    begun = [line.split()[0] for line in listed if not line.startswith(" ")]
    assert begun == list(WORDS.values())
    assert left("\n".join(lines)) == []


@pytest.mark.parametrize(
    ("name", "at"),
    [("classic", 10), ("classic", 60), ("classic", None), ("cartel", 60), ("eletrika", 30)],
)
def test_a_record_in_portuguese_has_no_english_sentence(records, name, at):
    words = (records[name], *(("--at", str(at)) if at else ()))
    answer = run(*words, "--format", "md").stdout
    assert left(answer.replace(str(records[name]), "")) == []
    assert "depois de" in answer


@pytest.mark.parametrize("position", sorted(EXAMPLES.glob("*.eletrika")), ids=lambda one: one.stem)
def test_a_position_in_portuguese_has_no_english_sentence(position):
    answer = run(position, "--format", "md").stdout
    assert left(answer.replace(str(position), "")) == []
    assert "O que está energizado?" in answer


# What is not translated


def test_values_of_options_stay_as_they_are_typed():
    with use_language(Language.PT_BR):
        sides = parse_sides(["powergrid", "powergrid:market_update_after_step2_draw=bury"])
        rows = {row.key: row for row in compared(topics()[topic_key("opções")], sides).rows}
        ours, theirs = rows["options.market_update_after_step2_draw"].cells
        assert ours.text == "none (o padrão); também bury ou discard"
        assert theirs.text == "bury (o padrão é none); também none ou discard"


def test_json_is_the_same_in_every_language(records):
    asked: list[tuple[str | Path, ...]] = [
        ("--json",),
        ("all", "--between", *SIDES[1], "--run", "--json"),
        *((record, "--at", "60", "--json") for record in records.values()),
        (EXAMPLES / "dead-end.eletrika", "--json"),
    ]
    for words in asked:
        answer = run(*words).stdout
        assert answer == run(*words, lang="en").stdout
        assert json.loads(answer)["schema"] == 2


# What is typed


def test_every_topic_has_one_word_of_each_language_with_or_without_accents():
    with use_language(PORTUGUESE):
        for key in [*topics(), ALL]:
            assert topic_key(topic_word(key, PORTUGUESE)) == topic_key(key.upper()) == key
    assert topic_key("preparacao") == "setup"


def test_topics_are_typed_in_both_languages():
    for lang in ("en", "pt_BR"):
        wanted = run("winner", lang=lang).stdout
        assert run("vencedor", lang=lang).stdout == wanted
        assert run("Vencedor", lang=lang).stdout == wanted
    one = ("--between", "eletrika", "powergrid", "vencedor")
    assert run(*one).stdout == run("winner", "--between", "eletrika", "powergrid").stdout


def test_a_file_with_the_name_of_a_topic_is_named_with_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("fim").write_text("U-T-S-P-C", encoding="utf-8")
    assert run("fim").stdout == run("end").stdout
    assert "5 de 5" in run("./fim").stdout


def test_the_nearest_topics_are_named_in_the_language():
    for lang, near in (("pt_BR", "impasse"), ("en", "stuck")):
        done = CliRunner().invoke(app, ["compare", f"xyzzy{near}", "--lang", lang])
        assert done.exit_code == 2
        assert near in done.stderr.replace(f"xyzzy{near}", "")


@pytest.mark.parametrize("side", ["powergrid:clasic", "eletrika:strict", "xadrez"])
def test_bad_sides_are_told_in_portuguese(side):
    done = CliRunner().invoke(app, ["--lang", "pt_BR", "compare", "--between", side, "eletrika"])
    assert done.exit_code == 2
    assert left(done.stderr.replace(side, "")) == []
