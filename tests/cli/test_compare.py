"""What compare says: backed by rules that exist, played by the engines, one in every format."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import powergrid
from gridcommon.errors import NotationError
from gridcommon.examples import Answer, ExampleResult, read_examples
from gridcommon.ledger import TOPICS as RULE_TOPICS
from gridcommon.sources import read_quotes
from gridgames.app import app
from gridgames.comparison.report import DIFFERENT, NONE, SAME, Cell, ExampleRun, marked
from gridgames.comparison.sides import game_comparison, games, parse_side, parse_sides, standard
from gridgames.comparison.topics import compared, meaning, topics
from gridgames.languages.comparisons import comparisons
from gridgames.languages.language import Language, use_language
from gridgames.languages.ledgers import ambiguities, disagreements, plain, rules
from gridgames.sessions.record_files import replayed
from gridgames.wings.powergrid.comparison import change_ruleset
from powergrid.tables import MAP

EXAMPLES = Path(__file__).parents[2] / "examples"
TOPICS = [*RULE_TOPICS, "options", "sources"]
QUESTIONS = [question for topic in topics().values() for question in topic.questions]
SIDES = [parse_side(name) for name in standard()]


def run(*words: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["compare", *map(str, words)], input=stdin)


def rows_of(answer: Result) -> dict[str, dict]:
    assert answer.exit_code == 0, answer.output
    (part,) = json.loads(answer.stdout)["topics"]
    return {row["row"].partition(".")[2]: row for row in part["rows"]}


# The table


def test_every_topic_is_listed():
    listed = json.loads(run("--json").stdout)
    assert [topic["topic"] for topic in listed["topics"]] == TOPICS == list(topics())
    listed, sides = run().stdout.split("\n\n")
    begun = [line.split()[0] for line in listed.splitlines() if not line.startswith(" ")]
    assert begun == [*TOPICS, "all"]
    assert all(f"{side} (" in " ".join(sides.split()) for side in standard())


def test_each_difference_of_the_maps_is_named_as_the_data_has_it(monkeypatch):
    def found(side: str) -> dict:
        row = rows_of(run("setup", "--json", "--between", "powergrid:recharged", side))["map"]
        return {cell["side"]: cell for cell in row["sides"]}

    cells = found("powergrid:classic")
    new, old = (cells[f"powergrid:{name}"]["found"] for name in ("recharged", "classic"))
    assert cells["powergrid:classic"]["mark"] == DIFFERENT
    assert new["germany_cities"]["value"] == ["Mainz", "Stralsund"]
    assert old["germany_cities"]["value"] == ["Torgelow", "Wiesbaden"]
    assert new["germany_costs"]["text"] == "Dortmund-Essen 5, Mannheim-Saarbrücken 16"
    assert old["usa_costs"]["value"].keys() == new["usa_costs"]["value"].keys()
    assert old["usa_costs"]["value"]["Knoxville-Raleigh"] == "none"
    assert old["usa_costs"]["doubts"] == new["usa_costs"]["doubts"] == ["links_usa"]
    assert new["germany_costs"]["doubts"] == []
    assert found("powergrid:cartel")["powergrid:cartel"]["mark"] == SAME
    assert found("eletrika")["eletrika"]["mark"] == NONE
    own = MAP["germany", "classic"]
    dearer = tuple((one, other, cost + (cost == 4)) for one, other, cost in own.links)
    monkeypatch.setitem(MAP, ("germany", "classic"), replace(own, links=dearer))
    costs = found("powergrid:classic")["powergrid:classic"]["found"]["germany_costs"]["value"]
    assert "Dortmund-Essen" not in costs
    assert costs["Mannheim-Saarbrücken"] == 11


def test_what_no_text_says_of_money_is_marked_as_ours():
    english = comparisons(Language.ENGLISH)["hidden"]["stack"]
    told = [row["text"] for row in english.values() if isinstance(row, dict)]
    open_money = [text for text in told if "money is open" in text]
    assert len(open_money) == 2
    for text in open_money:
        assert "(our decision: no text says so, and the publisher's public FAQ advises" in text
    for language in Language:
        ledger = rules("powergrid", language)
        assert ledger["PG-SETUP-03"].ours == ledger["PG-COMP-06"].ours == 1
        assert ledger["PG-COMP-06"].silent == ("R-pt", "R-sr", "C-pt", "C-ca")


def test_every_answer_is_backed_by_rules_of_its_game_and_edition():
    letters = {"recharged": "R", "classic": "C"}
    for question in QUESTIONS:
        for side in SIDES:
            key = question.answer(side)
            answer = question.english[key]
            assert key.partition(":")[0] == side.game
            assert answer["rules"], question.key
            known = rules(side.game, Language.ENGLISH)
            assert set(answer["rules"]) <= known.keys()
            if edition := side.chosen.get("edition"):
                editions = [known[rule].edition for rule in answer["rules"]]
                assert "none" in answer or all(letters[edition] in one for one in editions)


@pytest.mark.parametrize(
    ("side", "question", "key"),
    [
        ("powergrid:classic", "catchup.obsolete", "powergrid:classic"),
        ("powergrid:cartel", "catchup.obsolete", "powergrid:recharged"),
        ("powergrid:cartel", "winner.third", "powergrid:cartel"),
        ("powergrid:classic,map=usa", "components.out", "powergrid:classic,map=usa"),
        ("eletrika:energized=strict,tie=structures", "power.when", "eletrika:energized=strict"),
    ],
)
def test_the_closest_answer_is_taken(side, question, key):
    (found,) = [one for one in QUESTIONS if one.key == question]
    assert found.answer(parse_side(side)) == key


def test_the_table_names_sides_rules_and_examples_that_exist():
    known = {name for game in games() for name in read_examples(game)}
    for topic, table in comparisons(Language.ENGLISH).items():
        rows = {name: row for name, row in table.items() if isinstance(row, dict)}
        assert set(table) - set(rows) <= {"about", "title", "notes"}
        for name, row in rows.items():
            about = {"question", "run", "sides"} & row.keys()
            assert row.get("run", "hidden") in known, name
            for key in {*row} - about | {*row.get("sides", ())}:
                side = parse_side(key)
                answer = row.get(key, {"none": "", "rules": []})
                assert set(answer) in ({"text", "rules"}, {"none", "rules"}), (topic, name, key)
                assert set(answer["rules"]) <= rules(side.game, Language.ENGLISH).keys(), (
                    topic,
                    name,
                    key,
                )


def test_what_begins_with_yes_or_no_means_that_and_says_it():
    """Marks are never typed: they follow from the answers, stored or played."""
    told = {
        (question.key, side): answer
        for question in QUESTIONS
        for side, answer in question.english.items()
        if isinstance(answer, dict)
    }
    meant = {key: meaning(answer) for key, answer in told.items()}
    assert meant["network.others", "eletrika"] == "No"
    assert meant["end.stock", "powergrid"] == meant["end.stock", "eletrika"] == "Yes"
    assert meant["adjacency.kinds", "powergrid"] == NONE
    assert meant["winner.most", "eletrika"] == told["winner.most", "eletrika"]["text"]
    words = {"Yes": "Sim", "No": "N\u00e3o"}
    with use_language(Language.PT_BR):
        questions = {one.key: one for topic in topics().values() for one in topic.questions}
    for (key, side), english in told.items():
        answer = questions[key].table[side]
        assert questions[key].english[side] == english
        assert answer.get("text", "").startswith(words.get(meant[key, side], "")), answer


def test_marks_compare_with_the_first_side():
    def cell(side: str, number: int, meant: str) -> Cell:
        values = {"n": number, side: 1}
        found = (ExampleResult(key, "", {}, Answer(value), value) for key, value in values.items())
        return Cell(side, "text", meaning=meant, run=ExampleRun("", "", tuple(found)))

    told = [cell("a", 1, "x"), cell("b", 1, "x"), cell("c", 2, "x"), cell("d", 1, "y")]
    marks = [one.mark for one in marked([*told, cell("e", 1, NONE)])]
    assert marks == ["", SAME, DIFFERENT, DIFFERENT, NONE]
    assert [one.mark for one in marked([cell("a", 1, NONE), cell("b", 1, "x")])] == [NONE, NONE]
    assert [one.mark for one in marked([cell("a", 1, NONE), cell("b", 1, NONE)])] == [NONE, SAME]


def test_every_played_row_is_played_by_two_sides():
    tables = {question.key: question.table for question in QUESTIONS}
    played = {key: table["run"] for key, table in tables.items() if "run" in table}
    assert set(played.values()) <= {name for game in games() for name in read_examples(game)}
    for topic in topics().values():
        for row in compared(topic, SIDES).rows:
            trials = sum(bool(cell.run.found) for cell in row.all_cells)
            assert trials >= 2 or row.key not in played, row.key


def test_a_side_that_cannot_play_an_example_stays_silent():
    for example, side in (
        ("city_costs", "powergrid:map=usa"),
        ("city_costs", "powergrid:house_limit=1"),
        ("refill", "powergrid:cartel"),
    ):
        (question,) = [one for one in QUESTIONS if one.table.get("run") == example]
        sides = [parse_side(side), parse_side("powergrid:classic")]
        (row,) = [row for row in compared(topics()[question.key.split(".")[0]], sides).rows
                  if row.key == question.key]  # fmt: skip
        assert [bool(cell.run.found) for cell in row.cells] == [False, True]


# Sources and options


@pytest.mark.parametrize("game", games())
def test_every_disagreement_of_the_ledgers_is_shown(game):
    rows = {row.key: row for row in compared(topics()["sources"], SIDES).rows}
    found = disagreements(game, Language.ENGLISH)
    assert len(found) >= 12
    for number, one in enumerate(found, start=1):
        row = rows[f"sources.{game}_{number}"]
        assert [cell.side for cell in row.cells] == ["one", "another", "taken"]
        *both, taken = row.cells
        assert [cell.text for cell in both] == [plain(one.one), plain(one.another)]
        assert tuple(cell.passages for cell in both) == read_quotes(game)[one.topic]
        assert taken.text.startswith(f"{plain(one.taken)}: {plain(one.why)}")
        assert all(option in taken.text for option in one.options)
        assert not any(option in taken.text for option in one.planned)
        assert taken.rules == one.rules
        assert set(one.rules) <= rules(game, Language.ENGLISH).keys()


@pytest.mark.parametrize("game", games())
def test_every_option_and_every_fixed_reading_is_shown(game):
    rows = {row.key: row for row in compared(topics()["options"], SIDES).rows}
    for name, option in game_comparison(game).RUNNER.game.OPTIONS.items():
        cells = rows[f"options.{name}"].cells
        assert [cell.side for cell in cells] == [one.name for one in SIDES if one.game == game]
        assert cells[0].text.startswith(f"{option.words()[0]} (the ")
    for one in ambiguities(game, Language.ENGLISH):
        assert one.options or rows[f"options.{one.id}"].cells[0].text
    sides = parse_sides(["eletrika", "eletrika:tie=structures"])
    (tie,) = [row for row in compared(topics()["options"], sides).rows if "tie" in row.key]
    assert [cell.mark for cell in tie.cells] == ["", DIFFERENT]
    assert tie.cells[1].text == "structures (the default is pawns); also pawns"


# The command


@pytest.mark.parametrize("columns", [40, 60, 80, 132])
def test_a_table_is_as_wide_as_the_terminal(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ("blocking", "--between", "powergrid:classic,start_in_occupied=true", "eletrika")
    answer = run(*words, "--run")
    assert max(map(len, answer.stdout.splitlines())) == columns
    assert "different" in answer.stdout
    assert "\x1b" not in answer.stdout + answer.stderr


def test_symbols_that_cannot_be_written_are_replaced():
    words = ["compare", "blocking", "--between", "powergrid:recharged", "eletrika"]
    answer = CliRunner(charset="ascii").invoke(app, words)
    assert answer.exit_code == 0
    assert "# different" in answer.stdout
    assert "- no counterpart" in answer.stdout
    assert answer.stdout.isascii()


def test_the_json_answer_has_ids_as_keys():
    """The fields are a promise: docs/formats.md."""
    words = ("winner", "--between", "powergrid:recharged", "powergrid:classic", "eletrika")
    data = json.loads(run(*words, "--format", "json").stdout)
    assert data == json.loads(run(*words, "--json").stdout)
    assert data["schema"] == 2
    assert data["sides"] == ["powergrid:recharged", "powergrid:classic", "eletrika"]
    row = data["topics"][0]["rows"][1]
    assert row["row"] == "winner.tie"
    assert [cell["mark"] for cell in row["sides"]] == [None, "different", "different"]
    cell = row["sides"][1]
    assert {key: cell[key] for key in ("side", "name", "example")} == {
        "side": "powergrid:classic",
        "name": "Power Grid Classic",
        "example": "ties",
    }
    assert cell["found"]["cities"] == {
        "name": "A has more cities",
        "value": {"winners": ["A"], "decided_by": "PG-END-05"},
        "text": "A (PG-END-05)",
        "doubts": [],
    }
    assert "working" not in cell
    working = json.loads(run(*words, "--json", "--run").stdout)
    assert working["topics"][0]["rows"][1]["sides"][1]["working"]


def test_every_id_is_an_id():
    data = json.loads(run("all", "--json").stdout)
    for topic in data["topics"]:
        for row in topic["rows"]:
            for cell in (*row["sides"], *row["played"]):
                assert cell["mark"] in (None, SAME, DIFFERENT, NONE)
                assert all(key.isidentifier() for key in cell.get("found", {})), cell["found"]


@pytest.mark.parametrize(
    ("text", "pictures"),
    [("      S   P\nU   T\n      TK", 1), ("U-T-S-P-C", 1), ("S-T1-U; T2-T1-T3", 0)],
)
def test_a_position_is_drawn_on_the_page_about_it(tmp_path, text, pictures):
    place = tmp_path / "told.txt"
    place.write_text(text, encoding="utf-8")
    page = run(str(place), "--format", "html").stdout
    assert page.count("<svg ") == page.count("</svg>") == pictures
    assert ("Tower" in page) == bool(pictures)
    assert "://" not in page
    assert "<svg" not in run(str(place), "--format", "md").stdout


def test_markdown_and_html_say_the_same():
    words = ("winner", "--between", "powergrid:recharged", "powergrid:classic", "eletrika")
    markdown = run(*words, "--format", "md").stdout
    html = run(*words, "--format", "html").stdout
    assert (
        f"[{topics()['winner'].questions[1].table['question']}](#what-if-there-is-a-tie)"
        in markdown
    )
    assert 'href="#what-if-there-is-a-tie"' in html
    assert '<h2 id="what-if-there-is-a-tie">' in html
    assert "<title>Winner and ties: Power Grid Recharged, Power Grid Classic, Eletrika<" in html
    for text in (markdown, html):
        assert "A (PG-END-05)" in text
        asked = f"gridgames compare winner --between {' '.join(words[2:])}"
        assert text.count(asked) == 2
        assert re.search(r"Eletrika, version \S+ of \d{4}-\d\d-\d\d", text)
        assert "≠ different" in text
    assert markdown.startswith("# Winner and ties\n")
    assert html.startswith("<!DOCTYPE html>")
    assert html.count("<td>") == html.count("</td>")
    assert html.count("<tr>") == html.count("</tr>")
    assert "<script" not in html
    assert "://" not in html


def test_the_name_of_a_file_is_no_markup(tmp_path):
    position = tmp_path / "a`<script>*b*|_c_\n# d.eletrika"
    position.write_text("U-Tr-S-P-Cw", encoding="utf-8")
    html = run(position, "--format", "html").stdout
    assert "<script" not in html
    assert "<em>" not in html
    assert html.count("<h1") == 1
    assert html.count("&lt;script&gt;*b*|_c_") == 3
    assert "\n# d" not in run(position, "--format", "md").stdout


def test_rows_that_are_asked_for_are_remembered():
    words = ("all", "--between", "eletrika", "powergrid", "--rows", "winner.tie", "--rows", "owner")
    data = json.loads(run(*words, "--json").stdout)
    assert data["rows"] == ["network.owner", "winner.tie"]
    assert [[row["row"] for row in topic["rows"]] for topic in data["topics"]] == [
        ["network.owner"],
        ["winner.tie"],
    ]
    assert "- Rows: `network.owner`, `winner.tie`\n" in run(*words, "--format", "md").stdout
    again = shlex.split(data["asked"])
    assert again[:2] == ["gridgames", "compare"]
    assert json.loads(run(*again[2:], "--json").stdout) == data


def test_what_is_not_certain_is_marked_in_every_format():
    """The points of sets, and Recharged's refill for two, but not that of Classic."""
    words = ("all", "--rows", "income.amount", "--rows", "components.rates")
    shown = run(*words).stdout
    assert "EL-SCORE-05 (reconstructed): 3 equal" in shown
    assert "55% sure" in shown
    for form in ("md", "html"):
        text = run(*words, "--format", form).stdout
        assert text.count("EL-SCORE-05 (reconstructed)") == 2
        assert "3/4/3 (about 55% sure)" in text
        assert "PG-BUR-04 (about 55% sure)" in text
    data = json.loads(run(*words, "--json").stdout)
    assert "refill_2" in {doubt["id"] for doubt in data["doubts"]}
    assert "refill_usa" not in {doubt["id"] for doubt in data["doubts"]}
    (rates,) = [
        row for topic in data["topics"] for row in topic["rows"] if row["row"] == "components.rates"
    ]
    recharged, classic, cartel, _ = rates["sides"]
    assert recharged["doubts"] == cartel["doubts"] == ["refill_2"]
    assert cartel["found"]["coal_2"]["doubts"] == ["refill_2"]
    assert classic["doubts"] == classic["found"]["coal_2"]["doubts"] == []


def test_sides_may_stand_before_or_after_the_topic():
    expected = run("order", "--between", "eletrika", "powergrid:classic").stdout
    assert run("--between", "eletrika", "powergrid:classic", "order").stdout == expected
    twice = ("--between", "eletrika", "--between", "powergrid:classic", "order")
    assert run(*twice).stdout == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["power", "--between", "powergird:classic", "eletrika"], "powergrid:classic"),
        (["power", "--between", "eletrika", "powergrid:clasic"], "nearest are classic"),
        (["power", "--between", "eletrika", "eletrika:energised=strict"], "energized"),
        (["power", "--between", "eletrika", "eletrika:energized=stric"], "strict"),
        (["power", "--between", "eletrika", "eletrika:strict"], "NAME=VALUE"),
        (["power", "--between", "eletrika", "eletrika:source_in_38=false"], "39 tiles"),
        (["power", "--between", "eletrika", "powergrid:map=uk"], "usa"),
        (["power", "--between", "eletrika", "powergrid:classic,recharged"], "one edition"),
        (["power", "--between", "eletrika", "eletrika:tie=pawns"], "given twice"),
        (["power", "--between", "eletrika"], "two sides"),
        (["power", "--at", "3"], "record"),
        (["winner", "--rows", "ties"], "nearest are tie"),
        (["winner", "--rows", "winner.ties"], "nearest are winner.tie"),
        (["winner", "powergrid:classic", "eletrika", "--rows", "tie"], "use --between"),
        (
            ["options", "--rows", "depot_coal", "--between", "eletrika", "eletrika:tie=structures"],
            "use --between for other sides",
        ),
        (["power", "--between"], "needs a value"),
    ],
)
def test_what_is_unknown_ends_with_2_and_the_nearest_names(words, said):
    answer = run(*words)
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert said in " ".join(answer.stderr.split())


# Records and positions of one's own


def test_a_record_of_power_grid_under_both_editions(records):
    sides = ("--between", "powergrid:classic", "powergrid:recharged")
    rows = rows_of(run(records["classic"], "--at", "40", *sides, "--json"))
    assert [*rows][:6] == ["actions", "bids", "obsolete", "fuel", "cities", "refill"]
    assert [*rows][6:] == ["step", "plants", "end"]
    assert rows["bids"]["sides"][1]["mark"] == DIFFERENT
    assert ": 1;" in rows["bids"]["sides"][1]["text"]
    assert rows["obsolete"]["sides"][1]["mark"] == NONE
    end = rows_of(run(records["classic"], *sides, "--json"))
    assert [*end] == ["step", "plants", "end", "winner"]
    assert "(PG-END-" in end["winner"]["sides"][0]["text"]


@pytest.mark.parametrize(("name", "side"), [("classic", "classic"), ("cartel", "cartel")])
def test_a_state_under_its_own_rules_is_left_alone(records, name, side):
    for at in (10, 60, 120):
        state = replayed(records[name], at).state
        own = change_ruleset(state, parse_side(f"powergrid:{side}"))
        assert own.obsolete == ()
        assert powergrid.full_facts(own.state) == powergrid.full_facts(state)


def test_a_state_goes_over_to_the_other_edition_and_back(records):
    state = replayed(records["classic"], 150).state
    there = change_ruleset(state, parse_side("powergrid:recharged")).state
    back = change_ruleset(there, parse_side("powergrid:classic")).state
    assert there.board.cities != state.board.cities or there.board.map != state.board.map
    assert (back.houses, back.network, back.reach) == (state.houses, state.network, state.reach)


def test_two_players_with_and_without_the_cartel(records):
    rows = rows_of(run(records["cartel"], "--at", "60", "--json"))
    assert [cell["text"] for cell in rows["plants"]["sides"]] == ["3", "4"]
    assert [cell["text"] for cell in rows["end"]["sides"]] == ["18", "21"]
    answer = run(records["cartel"], "--at", "1")
    assert answer.exit_code == 2
    assert "set-up" in answer.stderr


def test_a_side_under_which_a_state_cannot_be_is_noted():
    facts = {"phase": "resources", "plants": [[3, 4, 5, 6], []]}
    state = powergrid.from_facts(powergrid.Ruleset("classic"), 2, facts)
    sides = parse_sides(["powergrid:recharged", "powergrid:classic"])
    found = game_comparison("powergrid").compared(state, ("Ana", "Bo"), sides, "here")
    assert [cell.side for cell in found.rows[0].cells] == ["powergrid:classic"]
    assert "powergrid:recharged: this state cannot exist: seat 0 has 4 plants" in found.notes[1]
    with pytest.raises(NotationError, match="cannot exist"):
        game_comparison("powergrid").compared(state, ("Ana", "Bo"), sides[:1], "here")


@pytest.mark.parametrize(
    ("text", "lit"),
    [
        ("U-Tr-S-P-Cw; Tr-Tk", ["5 of 6", "6 of 6", "5 of 6"]),
        ("U-T-S-P-C1-P2-C2", ["7 of 7", "7 of 7", "5 of 7"]),
    ],
)
def test_a_position_of_eletrika_under_the_readings(text, lit):
    cells = rows_of(run("-", "--json", stdin=text))["lit"]["sides"]
    assert [cell["text"].split(":")[0] for cell in cells][:3] == lit


def best_of_red(text: str) -> dict[str, str]:
    scores = rows_of(run("-", "--json", stdin=text))["scores.red"]["sides"]
    return {cell["side"].partition(":")[2]: cell["text"].split(" MW")[0] for cell in scores}


def test_an_option_of_one_edition_has_no_counterpart_in_another():
    sides = parse_sides(["powergrid:recharged", "powergrid:classic", "powergrid:cartel"])
    rows = {row.key: row for row in compared(topics()["options"], sides).rows}
    for name, option in powergrid.OPTIONS.items():
        marks = [cell.mark for cell in rows[f"options.{name}"].cells]
        assert marks == ["", "no_counterpart" if option.editions else "same", "same"], name


def test_points_follow_the_options():
    """The full example; then with its two Tower forests joined across a neighbouring tile."""
    text = (EXAMPLES / "full-scoring.eletrika").read_text(encoding="utf-8")
    assert best_of_red(text)["two_pawns_count=true"] == "5"
    for old, new in (
        ("1,0   ......", "1,0   ..t.t."),
        ("..t...", ".tt..."),
        ("....t.\n", "....tt\n"),
    ):
        assert old in text
        text = text.replace(old, new)
    best = best_of_red(text)
    assert (best[""], best["forest_touch=tile"], best["forest_count=region"]) == ("4", "5", "3")


def test_what_a_position_leaves_open_is_marked_under_every_side():
    answer = run("-", "--json", stdin="Ur-Tr-S-P-C")
    best = rows_of(answer)["scores.red"]["sides"][0]
    assert best["text"].startswith("1 MW (at least) for Ur + Tr (")
    assert best["doubts"] == ["forests", "high_demand"]
    assert {doubt["id"] for doubt in json.loads(answer.stdout)["doubts"]} >= {*best["doubts"]}


def test_a_recorded_game_of_eletrika(records):
    rows = rows_of(run(records["eletrika"], "--json"))
    assert {"lit", "dark"} <= set(rows)
    assert rows["lit"]["sides"][0]["side"] == "eletrika"


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("classic", ["--between", "eletrika", "powergrid"], "record of powergrid"),
        ("eletrika", ["--between", "powergrid", "eletrika"], "record of eletrika"),
        ("classic", ["--between", "powergrid:cartel", "powergrid"], "plays with two"),
        ("classic", ["--between", "powergrid:map=usa", "powergrid"], "played on germany"),
        ("classic", ["--at", "99999"], "99999"),
    ],
)
def test_what_does_not_fit_a_record_is_said(records, name, words, said):
    answer = run(records[name], *words)
    assert answer.exit_code == 2
    assert said in " ".join(answer.stderr.split())


def test_what_does_not_fit_a_position_is_said(tmp_path):
    position = EXAMPLES / "dead-end.eletrika"
    bad = tmp_path / "bad.eletrika"
    bad.write_text("U-T-X", encoding="utf-8")
    for words, stdin, said in (
        ((position, "--between", "powergrid", "eletrika"), None, "read as a position of eletrika"),
        ((position, "--at", "3"), None, "a position"),
        ((tmp_path,), None, "directory"),
        (("-",), '{"format":"gridgames-record"}', "name the file"),
        ((bad,), None, "line 1"),
    ):
        answer = run(*words, stdin=stdin)
        assert answer.exit_code == 2
        assert said in " ".join(answer.stderr.split())
