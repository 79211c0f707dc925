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
from gridcommon.spelling import unaccented
from gridgames.commands.app import app
from gridgames.comparison.document import Report, to_json
from gridgames.comparison.ledgers import ambiguities, disagreements
from gridgames.comparison.sides import STANDARD, defaults_of, parse_sides
from gridgames.comparison.topics import ALL, compared, option_values, topics
from gridgames.comparison.topics import find_topic as find
from gridgames.games.registry import GameName
from gridgames.languages.catalogue import shown
from gridgames.languages.language import Language, speaking

EXAMPLES = Path(__file__).parents[2] / "examples"
SIDES = (
    STANDARD,
    (
        "eletrika:energized=component",
        "eletrika:energized=strict,tie=structures,two_pawns_count=true",
        "eletrika:reoccupy=true,stuck_may_score=true,first_player_rotates=true",
        "powergrid:classic,map=usa",
        "powergrid:map=usa,hidden_money=true",
        "powergrid:start_cities=true",
    ),
)
TEXTS = {"title", "about", "notes", "question", "text", "none", "one", "another", "taken"}
ITSELF = {"R-pt", "C-pt", "C-ca"}  # sources, alone in a cell


def run(*words: str | Path, lang: str = "pt_BR", stdin: str | None = None, **more: str) -> Result:
    command = ["--lang", lang, "compare", *map(str, words)]
    done = CliRunner().invoke(app, command, input=stdin, env=more)
    assert done.exit_code == 0, done.output
    return done


def table(name: str) -> dict[str, Any]:
    return tomllib.loads(files("gridgames").joinpath("data", name).read_text(encoding="utf-8"))


def texts(tables: dict[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text with its dotted key."""
    for key, value in tables.items():
        where = f"{within}.{key}" if within else key
        if isinstance(value, dict):
            yield from texts(value, where)
        elif key in TEXTS:
            yield where, "\n".join(value) if isinstance(value, list) else value


ENGLISH = dict(texts(table("compare.toml")))
PORTUGUESE = shown("pt_BR", "topics")
TRANSLATED = dict(texts(table("compare.pt_BR.toml")))


# The table


def test_both_tables_have_the_same_keys_and_the_translation_has_texts_alone():
    assert sorted(TRANSLATED) == sorted(ENGLISH)
    assert len(ENGLISH) > 200

    def leaves(tables: dict[str, Any]) -> int:
        return sum(leaves(one) if isinstance(one, dict) else 1 for one in tables.values())

    assert leaves(table("compare.pt_BR.toml")) == len(TRANSLATED)


@pytest.mark.parametrize("key", ENGLISH)
def test_a_translation_tells_the_same_numbers_and_names_the_same_things(key):
    english, portuguese = ENGLISH[key], TRANSLATED[key]
    assert portuguese.strip() == portuguese
    assert portuguese != english
    assert portuguese[-1:] == english[-1:] or not {portuguese[-1:], english[-1:]} & set(".?:")
    options = {name for game in GameName for name in defaults_of(game) if "_" in name}
    named = r"\d+|\b[A-Z]{2}-[A-Z]+-\d\d\b|\b[A-Z]-[a-z]{2}\b|\bMW\b|\{\w*\}"
    for pattern in (named, rf"\b(?:{'|'.join(sorted(options))})\b"):
        assert sorted(re.findall(pattern, portuguese)) == sorted(re.findall(pattern, english))


@pytest.mark.parametrize("game", GameName)
def test_the_ledgers_tell_as_many_things_about_the_same_rules_and_options(game):
    ours, theirs = (ambiguities(game, language) for language in Language)
    told = [[(one.id, one.options, one.rules) for one in both] for both in (ours, theirs)]
    assert told[0] == told[1]
    counts = [len(list(disagreements(game, language))) for language in Language]
    assert counts[0] == counts[1] >= (12 if game == GameName.POWERGRID else 0)


# Everything is in Portuguese

TYPED = re.compile(r"=\w+|\w+ \(o padrão(?: é \w+)?\); também [^(|]*")  # values of options


# Words that no Portuguese sentence, no name and no action has
FOREIGN = re.compile(r"\b(?:the|of|and|or|is|are|with|from|to|by|on|at|in|cities|players|none)\b")


def left(answer: str) -> list[str]:
    """Return what an answer says in English; values of options are typed so."""
    told = TYPED.sub("", answer)
    return [*english_left(told), *FOREIGN.findall(told)]


def english_texts(answer: str) -> list[str]:
    """Return the texts of the English table and ledgers that stand in an answer."""
    told = [*ENGLISH.values(), *(topic.title for topic in topics().values())]
    for game in GameName:
        told += [text for row in disagreements(game, Language.ENGLISH) for text in row]
        told += [one.question for one in ambiguities(game, Language.ENGLISH)]
    shown = " ".join(answer.split())
    return [
        text
        for text in told
        if text not in ITSELF
        and sum(map(str.isalpha, text)) > 7
        and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown)
    ]


@pytest.mark.parametrize(("topic", "sides"), [("fontes", SIDES[0]), (PORTUGUESE[ALL], SIDES[1])])
def test_a_topic_in_portuguese_has_no_english_sentence(topic, sides):
    words = (topic, "--between", *sides, "--run")
    answer = run(*words, "--format", "md").stdout
    assert left(answer) == []
    assert english_texts(answer) == []
    assert "igual" in answer or topic == "fontes"
    lines = run(*words, COLUMNS="80").stdout.splitlines()
    assert max(map(len, lines)) <= 80


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
    begun = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert begun == [PORTUGUESE[key] for key in [*topics(), ALL]]
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
    assert max(map(len, run(*words, COLUMNS="140").stdout.splitlines())) <= 140


def test_a_record_says_in_portuguese_where_the_sides_part(records):
    told = run(records["cartel"], "--at", "60", "--format", "md").stdout
    for sentence in (
        "Rodada 6, etapa 1, leilão: é a vez de random 1.",
        "powergrid:classic tem Wiesbaden onde o registro tem Mainz",
        "não há: esta regra é da Classic",
        "com 21 cidades; a maior rede tem 1",
        "0 de carvão, 2 de óleo, 1 de lixo, 1 de urânio (etapa 1)",
    ):
        assert sentence in told
    over = run(records["classic"], "--format", "md").stdout
    assert "acabou: vitória de easy 1" in over


@pytest.mark.parametrize("position", sorted(EXAMPLES.glob("*.eletrika")), ids=lambda one: one.stem)
def test_a_position_in_portuguese_has_no_english_sentence(position):
    answer = run(position, "--format", "md").stdout
    assert left(answer.replace(str(position), "")) == []
    assert "O que está energizado?" in answer


def test_a_dead_end_is_told_in_portuguese():
    answer = run("-", "--format", "md", stdin="U-Tr-S-P-Cw; Tr-Tk").stdout
    assert "Tk, uma ponta morta: só está ligada a Tr" in answer
    assert "A forma em fio não tem peças" in answer
    assert left(answer) == []


# What is not translated


def test_values_of_options_stay_as_they_are_typed():
    with speaking(Language.PT_BR):
        sides = parse_sides(["powergrid", "powergrid:market_update_after_step2_draw=bury"])
        rows = {row.key: row for row in compared(find("opções"), sides).rows}
        ours, theirs = rows["options.market_update_after_step2_draw"].cells
        assert ours.text == "none (o padrão); também bury ou discard"
        assert theirs.text == "bury (o padrão é none); também none ou discard"
        assert option_values("powergrid", "house_limit")[1] == "um número de casas"


def marks(answer: dict[str, Any]) -> list[tuple[object, ...]]:
    return [
        (row["row"], cell["mark"], cell["rules"], len(cell.get("found", {})))
        for part in answer["topics"]
        for row in part["rows"]
        for cell in (*row["sides"], *row["played"])
    ]


@pytest.mark.parametrize("names", SIDES, ids=["standard", "options"])
def test_the_marks_do_not_depend_on_the_language(names):
    found = []
    for language in Language:
        with speaking(language):
            sides = parse_sides(names)
            parts = tuple(compared(topic, sides) for topic in topics().values())
            found.append(marks(to_json(Report(tuple(names), parts))))
    assert found[0] == found[1]


def test_json_is_the_same_in_every_language(records):
    asked: list[tuple[str | Path, ...]] = [
        ("--json",),
        ("all", "--run", "--format", "json", "--between", *SIDES[1]),
        *((record, "--json") for record in records.values()),
        *((record, "--at", "60", "--json") for record in records.values()),
        *((position, "--json") for position in sorted(EXAMPLES.glob("*.eletrika"))),
    ]
    for words in asked:
        assert run(*words).stdout == run(*words, lang="en").stdout
        assert json.loads(run(*words).stdout)["schema"] == 1


# What is typed


def test_every_topic_has_one_word_of_each_language():
    assert list(PORTUGUESE) == [*topics(), ALL]
    names = [*PORTUGUESE, *map(unaccented, PORTUGUESE.values())]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("typed", ["vencedor", "Vencedor", "winner"])
def test_topics_are_typed_in_both_languages(typed):
    for lang in ("en", "pt_BR"):
        assert run(typed, lang=lang).stdout == run("winner", lang=lang).stdout
    one = ("--between", "eletrika", "powergrid", typed)
    assert run(*one).stdout == run("winner", "--between", "eletrika", "powergrid").stdout


def test_accents_may_be_left_out_and_all_is_a_word_too():
    assert run("preparacao").stdout == run("preparação").stdout
    assert run("tudo", "--format", "md").stdout == run("all", "--format", "md").stdout


def test_a_file_with_the_name_of_a_topic_is_named_with_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("fim").write_text("U-T-S-P-C", encoding="utf-8")
    assert run("fim").stdout == run("end").stdout
    assert "5 de 5" in run("./fim").stdout


def test_the_nearest_topics_are_named_in_the_language():
    for lang, near in (("pt_BR", "vencedor"), ("en", "winner")):
        done = CliRunner().invoke(app, ["compare", near[:-2], "--lang", lang])
        assert done.exit_code == 2
        assert near in done.stderr


def test_bad_sides_are_told_in_portuguese():
    for side, said in (
        ("powergrid:clasic", "parte 'clasic' desconhecida; as mais próximas são classic"),
        ("eletrika:strict", "as partes de um lado de eletrika são opções, NOME=VALOR"),
    ):
        done = CliRunner().invoke(
            app, ["--lang", "pt_BR", "compare", "--between", side, "eletrika"]
        )
        assert done.exit_code == 2
        assert said in " ".join(done.stderr.split())
        assert left(done.stderr) == []


def test_the_language_is_that_of_the_option_the_variable_or_the_locale():
    wanted = run("winner").stdout
    assert wanted.startswith("Vencedor e empates\n")
    for words, more in (
        (["compare", "winner", "--lang", "pt_BR"], {}),
        (["compare", "winner"], {"GRIDGAMES_LANG": "pt_BR"}),
        (["compare", "winner"], {"LC_ALL": "pt_BR.UTF-8", "LANGUAGE": ""}),
    ):
        assert CliRunner().invoke(app, words, env=more).stdout == wanted
