"""Compare: backed by rules that exist, played by the engines, the same in each format and language.

What it answers to topics, questions, positions and mistakes is in the transcripts ``compared``.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from site_pages.pages import comparison_pages
from typer.testing import CliRunner, Result

import powergrid
from english import english_left
from gridcommon.examples import read_examples
from gridcommon.ledger import TOPICS as RULE_TOPICS
from gridcommon.sources import read_quotes
from gridgames.commands.app import app
from gridgames.languages.language import Language, use_language
from gridgames.languages.ledgers import ambiguities, comparisons, disagreements, plain, rules
from gridgames.study.comparison.report import (
    game_comparison,
    games,
    parse_side,
    parse_sides,
    standard,
)
from gridgames.study.comparison.text import scenes
from gridgames.study.comparison.topics import compared, meaning, topics
from gridgames.table.record_files import replayed
from gridgames.wings.powergrid.comparison import change_ruleset
from plain_games import invoke

EXAMPLES = Path(__file__).parents[2] / "examples"
QUESTIONS = {one.key: one for topic in topics().values() for one in topic.questions}
SIDES = [parse_side(name) for name in standard()]
WINNER = ("winner", "--between", "powergrid:recharged", "powergrid:classic", "eletrika")
OTHERS = [
    "eletrika:energized=component",
    "eletrika:energized=strict,tie=structures,two_pawns_count=true",
    "eletrika:first_player_rotates=true,reoccupy=true,stuck_may_score=true",
    "powergrid:classic,map=usa",
    "powergrid:map=usa,hidden_money=true",
    "powergrid:start_cities=true",
]


def run(*words: str | Path, lang: str = "en", **more: Any) -> Result:
    done = invoke("--lang", lang, "compare", *words, **more)
    assert done.exit_code == 0, done.output
    return done


def options_of(*sides: str) -> dict[str, Any]:
    shown = compared(topics()["options"], parse_sides(list(sides)) if sides else SIDES)
    return {row.key.partition(".")[2]: row for row in shown.rows}


@pytest.fixture(scope="module")
def parts() -> list[Any]:
    return [compared(topic, SIDES) for topic in topics().values()]


# The table


def test_the_table_names_rules_of_the_side_and_examples_that_exist(parts):
    assert list(topics()) == [*RULE_TOPICS, "options", "sources"]
    examples = {name for game in games() for name in read_examples(game)}
    for table in comparisons(Language.ENGLISH).values():
        rows = {name: row for name, row in table.items() if isinstance(row, dict)}
        assert set(table) - set(rows) <= {"about", "title", "notes"}
        for name, row in rows.items():
            assert row.get("run", "hidden") in examples, name
            for key in {*row} - {"question", "run", "sides"} | {*row.get("sides", ())}:
                answer = row.get(key, {"none": "", "rules": []})
                assert set(answer) in ({"text", "rules"}, {"none", "rules"}), (name, key)
                assert set(answer["rules"]) <= {*rules(parse_side(key).game, Language.ENGLISH)}
    letters = {"recharged": "R", "classic": "C"}
    for question in QUESTIONS.values():
        for side in SIDES:
            key = question.answer(side)
            answer = question.english[key]
            assert key.partition(":")[0] == side.game
            assert answer["rules"], question.key
            if edition := side.chosen.get("edition"):
                known = rules(side.game, Language.ENGLISH)
                editions = [known[rule].edition for rule in answer["rules"]]
                assert "none" in answer or all(letters[edition] in one for one in editions)
    for row in (row for part in parts for row in part.rows if row.key in QUESTIONS):
        trials = sum(bool(cell.run.found) for cell in row.all_cells)
        assert trials >= 2 or "run" not in QUESTIONS[row.key].table, row.key


def test_the_closest_answer_is_taken():
    for side, question, key in (
        ("powergrid:classic", "catchup.obsolete", "powergrid:classic"),
        ("powergrid:cartel", "catchup.obsolete", "powergrid:recharged"),
        ("powergrid:cartel", "winner.third", "powergrid:cartel"),
        ("powergrid:classic,map=usa", "components.out", "powergrid:classic,map=usa"),
        ("eletrika:energized=strict,tie=structures", "power.when", "eletrika:energized=strict"),
    ):
        assert QUESTIONS[question].answer(parse_side(side)) == key


def test_marks_follow_from_answers_in_both_languages():
    told = {
        (question.key, side): answer
        for question in QUESTIONS.values()
        for side, answer in question.english.items()
        if isinstance(answer, dict)
    }
    with use_language(Language.PT_BR):
        questions = {one.key: one for topic in topics().values() for one in topic.questions}
    for (key, side), english in told.items():
        begins = {"Yes": "Sim", "No": "Não"}.get(meaning(english), "")
        answer = questions[key].table[side]
        assert answer.get("text", "").startswith(begins), answer


# Sources and options


@pytest.mark.parametrize("game", games())
def test_every_disagreement_every_option_and_every_fixed_reading_is_shown(game):
    known = rules(game, Language.ENGLISH)
    rows = {row.key: row for row in compared(topics()["sources"], SIDES).rows}
    found = disagreements(game, Language.ENGLISH)
    assert len(found) >= 12
    for number, one in enumerate(found, start=1):
        *both, taken = rows[f"sources.{game}_{number}"].cells
        assert [cell.text for cell in both] == [plain(one.one), plain(one.another)]
        assert tuple(cell.passages for cell in both) == read_quotes(game)[one.topic]
        assert taken.text.startswith(f"{plain(one.taken)}: {plain(one.why)}")
        assert all(option in taken.text for option in one.options)
        assert not any(option in taken.text for option in one.planned)
        assert taken.rules == one.rules
        assert set(one.rules) <= known.keys()
    rows = options_of()
    for name, option in game_comparison(game).RUNNER.game.OPTIONS.items():
        assert [cell.side for cell in rows[name].cells] == [
            one.name for one in SIDES if one.game == game
        ]
        assert rows[name].cells[0].text.startswith(f"{option.words()[0]} (the ")
    for one in ambiguities(game, Language.ENGLISH):
        assert one.options or rows[one.id].cells[0].text


def test_an_option_of_one_edition_has_no_counterpart_in_another():
    rows = options_of("powergrid:recharged", "powergrid:classic", "powergrid:cartel")
    for name, option in powergrid.OPTIONS.items():
        marks = [cell.mark for cell in rows[name].cells]
        assert marks == ["", "no_counterpart" if option.editions else "same", "same"], name


# Formats


def test_a_table_is_as_wide_as_the_terminal_and_needs_no_symbols():
    words = ("blocking", "--between", "powergrid:classic,start_in_occupied=true", "eletrika")
    for columns in (40, 132):
        shown = run(*words, "--run", columns=columns).stdout
        assert max(map(len, shown.splitlines())) == columns
        assert "different" in shown
        assert "\x1b" not in shown
    shown = CliRunner(charset="ascii").invoke(app, ["compare", *words]).stdout
    assert "# different" in shown
    assert "- no counterpart" in shown
    assert shown.isascii()


def test_json_has_ids_as_keys_and_is_the_same_in_every_language(records):
    """The fields are a promise: docs/formats.md."""
    data = json.loads(run("all", "--json").stdout)
    assert [topic["topic"] for topic in json.loads(run("--json").stdout)["topics"]] == [*topics()]
    assert (data["schema"], data["sides"]) == (2, standard())
    for words in (
        ("steps", "--between", *OTHERS, "--run", "--json"),
        (records["classic"], "--at", "60", "--json"),
        (EXAMPLES / "dead-end.eletrika", "--json"),
    ):
        assert run(*words, lang="pt_BR").stdout == run(*words).stdout


def test_markdown_and_html_say_the_same():
    markdown, html = (run(*WINNER, "--format", one).stdout for one in ("md", "html"))
    assert "[What if there is a tie?](#what-if-there-is-a-tie)" in markdown
    assert 'href="#what-if-there-is-a-tie"' in html
    assert '<h2 id="what-if-there-is-a-tie">' in html
    for text in (markdown, html):
        assert "A (PG-END-05)" in text
        assert text.count(f"gridgames compare winner --between {' '.join(WINNER[2:])}") == 2
        assert re.search(r"Eletrika, version \S+ of \d{4}-\d\d-\d\d", text)
        assert "≠ different" in text
    assert html.startswith("<!DOCTYPE html>")
    assert '<html lang="pt-BR">' in run("vencedor", "--format", "html", lang="pt_BR").stdout
    assert [tag for tag in ("td", "tr") if html.count(f"<{tag}>") != html.count(f"</{tag}>")] == []
    assert "<script" not in html
    assert "://" not in html


@pytest.mark.parametrize(
    ("text", "pictures"),
    [("      S   P\nU   T\n      TK", 1), ("U-T-S-P-C", 1), ("S-T1-U; T2-T1-T3", 0)],
)
def test_a_position_is_drawn_on_the_page_about_it(tmp_path, text, pictures):
    place = tmp_path / "told.txt"
    place.write_text(text, encoding="utf-8")
    page = run(place, "--format", "html").stdout
    assert page.count("<svg ") == page.count("</svg>") == pictures
    assert ("Tower" in page) == bool(pictures)
    assert "://" not in page
    assert "<svg" not in run(place, "--format", "md").stdout


def test_the_name_of_a_file_is_no_markup(tmp_path):
    position = tmp_path / "a`<script>*b*|_c_\n# d.eletrika"
    position.write_text("U-Tr-S-P-Cw", encoding="utf-8")
    html = run(position, "--format", "html").stdout
    assert "<script" not in html
    assert "<em>" not in html
    assert html.count("<h1") == 1
    assert html.count("&lt;script&gt;*b*|_c_") == 3
    assert "\n# d" not in run(position, "--format", "md").stdout


# Records and positions


def test_a_state_goes_over_to_other_rules_and_back(records):
    for name, at in (("classic", 10), ("classic", 120), ("cartel", 60)):
        state = replayed(records[name], at).state
        own = change_ruleset(state, parse_side(f"powergrid:{name}"))
        assert own.obsolete == ()
        assert powergrid.full_facts(own.state) == powergrid.full_facts(state)
    state = replayed(records["classic"], 150).state
    there = change_ruleset(state, parse_side("powergrid:recharged")).state
    back = change_ruleset(there, parse_side("powergrid:classic")).state
    assert there.board.cities != state.board.cities or there.board.map != state.board.map
    assert (back.houses, back.network, back.reach) == (state.houses, state.network, state.reach)


def test_a_side_under_which_a_state_cannot_be_is_noted():
    facts = {"phase": "resources", "plants": [[3, 4, 5, 6], []]}
    state = powergrid.from_facts(powergrid.Ruleset("classic"), 2, facts)
    sides = parse_sides(["powergrid:recharged", "powergrid:classic"])
    found = game_comparison("powergrid").compared(state, ("Ana", "Bo"), sides, "here")
    assert [cell.side for cell in found.rows[0].cells] == ["powergrid:classic"]
    assert "powergrid:recharged: this state cannot exist: seat 0 has 4 plants" in found.notes[1]


# Portuguese

TEXTS = {"title", "about", "notes", "question", "text", "none"}
VALUES = re.compile(r"=\w+|\w+ \(o padrão(?: é \w+)?\); [^(|]*")  # of options: typed so
# Words that no Portuguese sentence, no name and no action has
FOREIGN = re.compile(r"\b(?:the|of|and|or|is|are|with|from|to|by|on|at|in|cities|players|none)\b")


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


ENGLISH = dict(texts(table("languages", "compare.toml")))


def left(answer: str) -> list[str]:
    """Return what an answer says in English."""
    told = VALUES.sub("", re.sub("`[^`]*`", "", answer))
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
        if text in shown
        and sum(map(str.isalpha, text)) > 7
        and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown)
    ]


def test_a_translation_has_the_same_keys_numbers_and_names_as_the_english():
    own = table("languages", "pt_BR", "compare.toml")
    translated = dict(texts(own))
    assert sorted(translated) == sorted(ENGLISH)

    def leaves(tables: dict[str, Any]) -> int:
        return sum(leaves(one) if isinstance(one, dict) else 1 for one in tables.values())

    assert leaves(own) == len(translated)  # texts alone
    options = {
        name
        for game in games()
        for name in game_comparison(game).RUNNER.game.OPTIONS
        if "_" in name
    }
    named = r"\d+|\b[A-Z]{2}-[A-Z]+-\d\d\b|\b[A-Z]-[a-z]{2}\b|\bMW\b|\{\w*\}"
    for key, english in ENGLISH.items():
        portuguese = translated[key]
        assert portuguese.strip() == portuguese != english, key
        ends = {portuguese[-1:], english[-1:]}
        assert len(ends) == 1 or not ends & set(".?:"), key
        for pattern in (named, rf"\b(?:{'|'.join(sorted(options))})\b"):
            found = [sorted(re.findall(pattern, text)) for text in (portuguese, english)]
            assert found[0] == found[1], key
    for game in games():
        ours, theirs = (
            [(one.id, one.options, one.rules) for one in ambiguities(game, language)]
            + [one.rules for one in disagreements(game, language)]
            for language in Language
        )
        assert ours == theirs


def test_no_answer_in_portuguese_has_an_english_sentence(records):
    answer = run("tudo", "--between", *OTHERS, "--run", "--format", "md", lang="pt_BR").stdout
    assert left(answer) == english_texts(answer) == []
    assert "igual" in answer
    position = EXAMPLES / "full-scoring.eletrika"
    for words, said in (
        ((records["classic"], "--at", "60"), "depois de"),
        ((records["eletrika"], "--at", "30"), "depois de"),
        ((position,), "O que está energizado?"),
        (("preparacao",), "igual"),  # without its accents
    ):
        answer = run(*words, "--format", "md", lang="pt_BR").stdout.replace(str(words[0]), "")
        assert left(answer) == []
        assert said in answer
    assert left(run(lang="pt_BR").stdout) == []


def test_the_english_that_is_looked_for_would_be_found():
    answer = run("options", "--between", "eletrika", "powergrid", "--format", "md").stdout
    assert len(english_left(answer)) > 10
    assert len(FOREIGN.findall(answer)) > 100
    assert len(english_texts(answer)) > 20


# Pictures


def test_every_row_that_was_played_has_its_positions_with_what_the_engine_computed(parts):
    """But for networks without places, and a rule about money alone."""
    rows = [row for part in parts for row in part.rows]
    played = [row for row in rows if row.first_played]
    drawn = [(row, found) for row in rows if (found := scenes(row))]
    assert len(drawn) >= 18
    bare = {row.key for row in played} - {row.key for row, _ in drawn}
    assert bare <= {"power.dead_end", "power.inner", "income.extra"}
    for row, found in drawn:
        told = {cell.head: cell.run.text for cell in row.all_cells}
        for heads, one in (one for scene in found for one in scene):
            assert one.refused or one.claim, row.key
            for head in heads:  # the caption's claim is what this side computed
                assert all(claim in told[head] for claim in one.claim.split("; ")), row.key


def test_what_decides_is_marked_on_the_board(parts):
    def targets(one: Any) -> list[Any]:
        return list(one.face.board_layers(one.before, one.names, one.wanted).targets)

    rows = {row.key: row for part in parts for row in part.rows}
    [[(heads, own), (others, other)], *_] = scenes(rows["setup.map"])
    assert "Power Grid Recharged" in heads
    assert others == ["Power Grid Classic"]
    marked, beside = (" ".join(one.name for one in targets(scene)) for scene in (own, other))
    assert "Mainz" in marked
    assert "Wiesbaden" not in marked
    assert "Wiesbaden" in beside


def test_the_pages_show_them_side_by_side(parts):
    pages = dict(comparison_pages([part for part in parts if part.key == "setup"]))
    assert pages["compare/setup.md"].count('<div class="pair">') >= 2
    assert 'class="spot"' in pages["compare/setup.md"]
