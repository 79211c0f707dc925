"""What compare says: backed by rules that exist, played by the engines, equal to the rulebooks."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gridcommon.errors import NotationError
from gridcommon.ledger import TOPICS as RULE_TOPICS
from gridgames.commands.app import app
from gridgames.comparison import topics as topics_module
from gridgames.comparison.document import DIFFERENT, NONE, SAME, Cell, Trial, marked
from gridgames.comparison.ledgers import ambiguities, disagreements, ledger
from gridgames.comparison.sides import STANDARD, defaults_of, parse_side, parse_sides
from gridgames.comparison.topics import compared, find_topic, option_values, topics
from gridgames.comparison.trials import TRIALS, play_on
from gridgames.languages.language import Language

EXAMPLES = Path(__file__).parents[2] / "examples"
TOPICS = [*RULE_TOPICS, "options", "sources"]
QUESTIONS = [question for topic in topics().values() for question in topic.questions]
PLAYED = [question for question in QUESTIONS if question.run]
SIDES = [parse_side(name) for name in STANDARD]


def run(*words: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["compare", *map(str, words)], input=stdin)


def values(name: str, side: str) -> dict:
    trial = play_on(name, parse_side(side))
    assert trial is not None
    return dict(trial.values)


# The table


def test_every_topic_is_there_and_listed():
    assert list(topics()) == TOPICS
    answer = run()
    assert answer.exit_code == 0
    for topic in topics().values():
        assert any(line.startswith(topic.key) for line in answer.stdout.splitlines())
        assert topic.title in answer.stdout
    listed = json.loads(run("--json").stdout)
    assert [topic["topic"] for topic in listed["topics"]] == TOPICS


def test_every_question_has_an_answer_for_both_games_backed_by_rules_that_exist():
    for question in QUESTIONS:
        for side in SIDES:
            answer = question.answer(side)
            assert answer.key.partition(":")[0] == side.game
            assert answer.text.endswith("."), (question.key, answer.text)
            assert answer.rules, question.key
            assert set(answer.rules) <= ledger(side.game).keys()


def test_what_an_edition_does_is_backed_by_rules_of_that_edition():
    letters = {"recharged": "R", "classic": "C"}
    known = ledger("powergrid")
    for question in QUESTIONS:
        for side in SIDES[:3]:
            answer = question.answer(side)
            if not answer.is_none:
                for rule in answer.rules:
                    assert letters[side.edition] in known[rule].edition, (
                        question.key,
                        side.name,
                        rule,
                    )


@pytest.mark.parametrize(
    ("side", "question", "key"),
    [
        ("powergrid:classic", "catchup.obsolete", "powergrid:classic"),
        ("powergrid:cartel", "catchup.obsolete", "powergrid:recharged"),
        ("powergrid:cartel", "winner.third", "powergrid:cartel"),
        ("powergrid:cartel", "income.amount", "powergrid"),
        ("powergrid:recharged,map=usa", "components.out", "powergrid:map=usa"),
        ("powergrid:classic,map=usa", "components.out", "powergrid:classic,map=usa"),
        ("eletrika:energized=strict,tie=structures", "power.when", "eletrika:energized=strict"),
        ("eletrika:tie=structures", "power.when", "eletrika"),
    ],
)
def test_the_most_particular_answer_is_taken(side, question, key):
    (found,) = [one for one in QUESTIONS if one.key == question]
    assert found.answer(parse_side(side)).key == key


def test_a_table_that_names_no_rule_or_no_position_is_refused():
    answers = {
        "powergrid": {"text": "It is so.", "rules": ["PG-AUC-01"]},
        "eletrika": {"none": "It is not.", "rules": ["EL-TURN-01"]},
    }
    question = topics_module._question
    assert question("a.b", {"question": "Is it?", **answers}).answers[1].is_none
    for change, said in (
        ({"powergrid": {"text": "It is.", "rules": ["PG-AUC-91"]}}, "PG-AUC-01"),
        ({"run": "refil"}, "refill"),
        ({"eletrika": {"text": "a", "none": "b", "rules": []}}, "either"),
        ({"powergrid": {"text": "a", "rules": [], "like": "eletrika:tie=pawns"}}, "like"),
        ({"powergrid": {"text": "a", "rules": [], "link": "b"}}, "link"),
    ):
        with pytest.raises(NotationError, match=said):
            question("a.b", {"question": "Is it?", **answers, **change})
    with pytest.raises(NotationError, match="both games"):
        question("a.b", {"question": "Is it?", "powergrid": answers["powergrid"]})


def test_marks_compare_with_the_first_side():
    def cell(side: str, number: int) -> Cell:
        return Cell(side, "text", trial=Trial({"n": number, side: 1}))

    told = [(cell("a", 1), "x"), (cell("b", 1), "x"), (cell("c", 2), "x"), (cell("d", 1), "y")]
    assert [one.mark for one in marked([*told, (cell("e", 1), NONE)])] == [
        "",
        SAME,
        DIFFERENT,
        DIFFERENT,
        NONE,
    ]
    assert [one.mark for one in marked([(cell("a", 1), NONE), (cell("b", 1), "x")])] == [NONE, NONE]


# What is played


@pytest.mark.parametrize("question", PLAYED, ids=lambda question: question.key)
def test_every_played_row_has_two_sides_that_ran(question):
    topic = find_topic(question.key.partition(".")[0])
    (row,) = [row for row in compared(topic, SIDES).rows if row.key == question.key]
    ran = [cell for cell in (*row.cells, *row.played) if cell.trial]
    assert len(ran) >= 2
    for cell in ran:
        assert cell.trial.values
        assert cell.trial.working


def test_every_position_is_played_by_some_row():
    assert {question.run for question in PLAYED} == set(TRIALS)


@pytest.mark.rule("PG-BUILD-03", "PG-BUILD-04", "PG-BUILD-06")
@pytest.mark.parametrize("side", ["powergrid:recharged", "powergrid:classic"])
def test_the_building_example_of_the_rulebooks(side):
    assert list(values("city_costs", side).values()) == [10, 12, 21, 12, 17, 21, 36]


@pytest.mark.rule("PG-CART-07")
def test_the_cartel_closes_the_cities_of_the_example_in_step_2():
    found = values("city_costs", "powergrid:cartel")
    assert found["step 1 A Aachen"] == 21
    assert found["step 2 A Köln"] == "closed"
    assert values("taken", "powergrid:cartel")["step 3"] == "open at 20"
    assert values("taken", "powergrid:classic") == {
        "step 1": "refused: PG-BUILD-04",
        "step 2": "open at 15",
        "step 3": "open at 15",
    }


@pytest.mark.rule("PG-BUR-04", "PG-SETUP-04", "PG-SETUP-05")
def test_the_refill_example_of_the_rulebooks():
    rest = {
        "coal": "1 on 4 and 3 on 3",
        "oil": "2 on 3 and 2 on 2",
        "uranium": "1 on 12 and 1 on 10",
    }
    recharged, classic = (
        values("refill", f"powergrid:{name}") for name in ("recharged", "classic")
    )
    assert recharged == {**rest, "garbage": "1 on 6 and 2 on 5"}
    assert classic == {**rest, "garbage": "1 on 7 and 2 on 6"}
    rates = values("refill_rates", "powergrid:classic")
    assert [rates[f"5 players {fuel}"] for fuel in ("coal", "oil", "garbage", "uranium")] == [
        "5/7/5",
        "4/5/6",
        "3/3/5",
        "2/3/2",
    ]


@pytest.mark.rule("PG-BUR-02", "EL-SCORE-05")
def test_the_income_example_and_the_scoring_example():
    assert list(values("points", "powergrid:classic").values()) == [73, 33, 22, 10]
    assert values("points", "eletrika") == {
        "the best set": "Tower and City",
        "MW": 4,
        "pawns back": 3,
    }
    doubled = values("points", "eletrika:two_pawns_count=true")
    assert doubled["MW"] == 5  # the Tower alone: a set of two 2, high demand 1, forests 2


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_the_lines_of_the_ledger_under_each_reading():
    """TV-10, TV-11; TV-12, TV-13; TV-09."""
    lit = {
        reading: [
            *values("dead_ends", f"eletrika:energized={reading}").values(),
            *values("inner_terminals", f"eletrika:energized={reading}").values(),
            *values("through_others", f"eletrika:energized={reading}").values(),
        ]
        for reading in ("path", "component", "strict")
    }
    assert [text.split()[0] for text in lit["path"]] == ["5", "5", "7", "7", "11", "11"]
    assert [text.split()[0] for text in lit["component"]] == ["6", "6", "7", "7", "11", "11"]
    assert [text.split()[0] for text in lit["strict"]] == ["5", "5", "5", "5", "11", "11"]


@pytest.mark.rule("PG-END-04", "PG-END-05", "PG-END-06", "EL-WIN-02", "EL-WIN-03")
def test_ties():
    assert values("ties", "powergrid:recharged")["A has more cities"] == "A and B (PG-END-06)"
    assert values("ties", "powergrid:classic")["A has more cities"] == "A (PG-END-05)"
    assert list(values("ties", "eletrika").values()) == ["A (EL-WIN-02)", "A and B (EL-WIN-03)"]
    by_structures = values("ties", "eletrika:tie=structures")
    assert by_structures["A has more pawns"] == "A and B (EL-WIN-03)"


@pytest.mark.rule("PG-AUC-09", "PG-AUC-10", "PG-STEP-02", "PG-STEP-03", "PG-END-01", "PG-END-02")
def test_numbers_that_the_editions_print():
    assert values("minimum_bid", "powergrid:recharged")["plant 3"] == 1
    assert values("minimum_bid", "powergrid:classic")["plant 3"] == 3
    assert list(values("step2", "powergrid:recharged").values()) == [7, 7, 7, 7, 6]
    assert list(values("step2", "powergrid:classic").values()) == [10, 7, 7, 7, 6]
    ends = [
        [int(text.split()[0]) for text in values("end_trigger", side).values()] for side in STANDARD
    ]
    assert ends == [[18, 17, 17, 15, 14], [21, 17, 17, 15, 14], [18], [28, 27, 26]]  # TV-01
    two = values("two_players", "powergrid:cartel")
    assert (two["a third party takes plant"], two["plants a player"]) == (7, 3)
    alone = values("two_players", "powergrid:classic")
    assert (alone["a third party takes plant"], alone["plants a player"]) == (None, 4)


@pytest.mark.rule("PG-ORDER-01", "EL-TURN-06", "PG-SETUP-07", "EL-SETUP-03")
def test_orders_and_what_is_hidden():
    assert values("turn_order", "powergrid:classic") == {"order of 4": "D C B A"}
    assert values("turn_order", "eletrika")["order of 4"] == "A B C D"
    rotating = values("turn_order", "eletrika:first_player_rotates=true")
    assert rotating["in the next round"] == "B C D A"
    for side in STANDARD:
        assert values("hidden", side)["of them shown"] == 0
    secret = values("hidden", "powergrid:classic,hidden_money=true")
    assert secret["money of others"] == "hidden"


@pytest.mark.rule("EL-STUCK-02", "EL-ABAN-01", "PG-PLANT-02", "EL-BONUS-03", "EL-SHORT-01")
def test_limits_of_both_games():
    assert list(values("storage", "powergrid:recharged").values()) == [4, 4, 4, 0]
    assert list(values("storage", "eletrika").values()) == [5, 4, 3, "refused: EL-BONUS-03"]
    assert values("stuck", "eletrika")["none out"] == ["pass"]
    assert values("stuck", "powergrid:classic")["bureaucracy"] == ["run"]
    assert values("taken", "eletrika") == {
        "tile with a structure": "refused: EL-BUILD-02",
        "tile beside two joined Towers": "refused: EL-SHORT-01",
    }
    assert values("taken", "eletrika:reoccupy=true")["tile with a structure"] == "open"


def test_a_side_that_cannot_play_a_position_stays_silent():
    assert play_on("city_costs", parse_side("powergrid:map=usa")) is None
    assert play_on("city_costs", parse_side("powergrid:house_limit=1")) is None
    assert play_on("refill", parse_side("powergrid:cartel")) is None
    assert play_on("city_costs", parse_side("eletrika")) is None
    marked_start = play_on("city_costs", parse_side("powergrid:classic,start_cities=true"))
    assert marked_start is not None
    assert marked_start.values["step 1 A Dortmund"] == 12


@pytest.mark.parametrize("side", STANDARD)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_told_for_any_two_sides(topic, side):
    other = parse_side("eletrika:energized=strict")
    found = compared(find_topic(topic), [parse_side(side), other])
    assert found.rows


# Sources and options


def test_every_disagreement_of_the_ledgers_is_shown():
    rows = {row.question: row for row in compared(find_topic("sources"), SIDES).rows}
    text = files("powergrid").joinpath("rules.md").read_text(encoding="utf-8")
    section = text.partition("## Disagreements")[2]
    count = sum(line.startswith("| ") for line in section.splitlines()) - 1
    assert len(list(disagreements("powergrid", Language.ENGLISH))) == count >= 12
    for topic, one, another, taken in disagreements("powergrid", Language.ENGLISH):
        assert [cell.text for cell in rows[f"{topic} (powergrid)"].cells] == [one, another, taken]
    table = files("gridgames").joinpath("data", "compare.toml").read_text(encoding="utf-8")
    own = [row for row in tomllib.loads(table)["sources"].values() if isinstance(row, dict)]
    for row in own:
        assert [cell.text for cell in rows[f"{row['question']} (eletrika)"].cells][2] == row[
            "taken"
        ]
    assert len(rows) == count + len(own)


def test_every_option_is_shown_with_its_values_and_default():
    rows = {row.key: row for row in compared(find_topic("options"), SIDES).rows}
    for game, number in (("powergrid", 0), ("eletrika", 3)):
        for name in defaults_of(game):
            cell = rows[f"options.{name}"].cells[number]
            first, *others = option_values(game, name)
            assert cell.text == f"{first} (the default); also {' or '.join(others)}"
            assert others
    for one in ambiguities("eletrika", Language.ENGLISH):
        assert all(f"options.{option}" in rows for option in one.options)
        assert one.options or rows[f"options.{one.id}"].cells[3].text
    chosen = compared(find_topic("options"), parse_sides(["eletrika", "eletrika:tie=structures"]))
    (tie,) = [row for row in chosen.rows if row.key == "options.tie"]
    assert [cell.mark for cell in tie.cells] == ["", DIFFERENT]
    assert tie.cells[1].text.startswith("structures (the default is pawns)")


# The command


def test_a_topic_as_a_table_of_80_columns():
    answer = run("connecting", "--between", "powergrid:classic", "powergrid:cartel", "--run")
    assert answer.exit_code == 0
    assert answer.stderr == ""
    lines = answer.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "≠ different" in answer.stdout
    assert "PG-CART-07" in answer.stdout
    assert any("slot 10 + path 11" in line for line in lines)
    assert "\x1b" not in answer.stdout


@pytest.mark.parametrize("columns", [40, 60, 80, 132])
def test_a_table_is_as_wide_as_the_terminal(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ("blocking", "--between", "powergrid:classic,start_in_occupied=true", "eletrika")
    answer = run(*words)
    lines = answer.stdout.splitlines()
    assert max(map(len, lines)) == columns
    assert "different" in answer.stdout
    assert not any(word.startswith("│ ≠") for word in lines if columns > 70)


def test_symbols_that_cannot_be_written_are_replaced():
    words = ["compare", "blocking", "--between", "powergrid:recharged", "eletrika"]
    answer = CliRunner(charset="ascii").invoke(app, words)
    assert answer.exit_code == 0
    assert "# different" in answer.stdout
    assert "- no counterpart" in answer.stdout
    assert answer.stdout.isascii()


def test_the_formats_say_the_same():
    words = ("winner", "--between", "powergrid:recharged", "powergrid:classic", "eletrika")
    data = json.loads(run(*words, "--format", "json").stdout)
    assert data == json.loads(run(*words, "--json").stdout)
    assert data["schema"] == 1
    assert data["sides"] == ["powergrid:recharged", "powergrid:classic", "eletrika"]
    tie = data["topics"][0]["rows"][1]["sides"]
    assert [cell["mark"] for cell in tie] == [None, "different", "different"]
    assert tie[1]["found"]["A has more cities"] == "A (PG-END-05)"
    assert "working" not in tie[1]
    with_working = json.loads(run(*words, "--json", "--run").stdout)
    assert with_working["topics"][0]["rows"][1]["sides"][1]["working"]
    markdown = run(*words, "--format", "md").stdout
    html = run(*words, "--format", "html").stdout
    for text in (markdown, html):
        assert "A (PG-END-05)" in text
        assert "≠ different" in text
    assert markdown.startswith("# Winner and ties\n")
    assert all(line.count(" | ") == 3 for line in markdown.splitlines() if line.startswith("| "))
    assert html.startswith("<!DOCTYPE html>")
    assert "<script" not in html
    assert "://" not in html


def test_sides_may_stand_before_or_after_the_topic():
    expected = run("order", "--between", "eletrika", "powergrid:classic").stdout
    assert run("--between", "eletrika", "powergrid:classic", "order").stdout == expected
    assert (
        run("--between", "eletrika", "--between", "powergrid:classic", "order").stdout == expected
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["conecting"], "connecting"),
        (["power", "--between", "powergird:classic", "eletrika"], "powergrid:classic"),
        (["power", "--between", "eletrika", "powergrid:clasic"], "nearest are classic"),
        (["power", "--between", "eletrika", "eletrika:energised=strict"], "energized"),
        (["power", "--between", "eletrika", "eletrika:energized=stric"], "strict"),
        (["power", "--between", "eletrika", "eletrika:strict"], "NAME=VALUE"),
        (["power", "--between", "eletrika", "powergrid:map=uk"], "usa"),
        (["power", "--between", "eletrika", "powergrid:classic,recharged"], "one edition"),
        (["power", "--between", "eletrika", "eletrika:tie=pawns"], "stands there twice"),
        (["power", "--between", "eletrika", "eletrika:tie=pawns,tie=pawns"], "twice"),
        (["power", "--between", "eletrika"], "two sides"),
        (["power", "--at", "3"], "record"),
        (["power", "--between"], "needs a value"),
    ],
)
def test_what_is_unknown_ends_with_2_and_the_nearest_names(words, said):
    answer = run(*words)
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert said in " ".join(answer.stderr.split())


# Records and positions of one's own


def rows_of(answer: Result) -> dict[str, dict]:
    assert answer.exit_code == 0, answer.output
    (part,) = json.loads(answer.stdout)["topics"]
    return {row["row"].partition(".")[2]: row for row in part["rows"]}


def test_a_record_of_power_grid_under_both_editions(records):
    sides = ("--between", "powergrid:classic", "powergrid:recharged")
    rows = rows_of(run(records["classic"], "--at", "40", *sides, "--json"))
    assert list(rows) == [
        "actions",
        "bids",
        "obsolete",
        "fuel",
        "cities",
        "refill",
        "step",
        "plants",
        "end",
    ]
    actions = [cell["text"] for cell in rows["actions"]["sides"]]
    assert actions[0].split()[0].isdecimal()
    assert rows["bids"]["sides"][1]["mark"] == "different"
    assert " for 1," in rows["bids"]["sides"][1]["text"]
    assert rows["obsolete"]["sides"][1]["mark"] == NONE
    end = rows_of(run(records["classic"], *sides, "--json"))
    assert list(end) == ["step", "plants", "end"]
    assert "won by" in end["end"]["sides"][0]["text"]


def test_a_record_under_its_own_edition_is_left_alone(records):
    """Cast to its own rules, a state offers what the engine offers."""
    from gridgames.games.powergrid.own_game import cast
    from gridgames.play.record_files import replayed
    from powergrid import facts, legal_actions

    for at in (10, 60, 120):
        for name, side in (("classic", "powergrid:classic"), ("cartel", "powergrid:cartel")):
            state = replayed(records[name], at).state
            own = cast(state, parse_side(side))
            assert own.obsolete == ()
            assert legal_actions(own.state) == legal_actions(state)
            assert facts(own.state) == facts(state)
            assert own.state.reach == state.reach
            assert own.state.prices == state.prices


def test_a_record_goes_over_to_the_other_edition_and_back(records):
    from gridgames.games.powergrid.own_game import cast
    from gridgames.play.record_files import replayed

    state = replayed(records["classic"], 150).state
    there = cast(state, parse_side("powergrid:recharged"))
    back = cast(there.state, parse_side("powergrid:classic"))
    assert back.state.houses == state.houses
    assert back.state.network == state.network
    assert back.state.reach == state.reach
    assert (
        there.state.board.cities != state.board.cities or there.state.board.map != state.board.map
    )


def test_two_players_with_and_without_the_cartel(records):
    rows = rows_of(run(records["cartel"], "--at", "60", "--json"))
    assert [cell["text"].split(",")[0] for cell in rows["plants"]["sides"]] == ["3", "4"]
    assert "18 cities" in rows["end"]["sides"][0]["text"]
    assert "21 cities" in rows["end"]["sides"][1]["text"]
    answer = run(records["cartel"], "--at", "1")
    assert answer.exit_code == 2
    assert "set-up" in answer.stderr


def test_a_position_of_eletrika_under_readings_and_options():
    rows = rows_of(run(EXAMPLES / "dead-end.eletrika", "--json"))
    lit = {cell["side"]: cell["text"].split(":")[0] for cell in rows["lit"]["sides"]}
    assert lit["eletrika"] == "5 of 6"
    assert lit["eletrika:energized=component"] == "6 of 6"
    scores = rows_of(run(EXAMPLES / "full-scoring.eletrika", "--json"))["scores.red"]["sides"]
    best = {cell["side"]: cell["text"].split(" MW")[0] for cell in scores}
    assert best["eletrika"] == "4"
    assert best["eletrika:two_pawns_count=true"] == "5"


def test_a_position_may_be_piped_in_and_recorded():
    answer = run("-", "--json", stdin="U-T-S-P-C1-P2-C2")
    lit = [cell["text"].split(":")[0] for cell in rows_of(answer)["lit"]["sides"]]
    assert lit[:3] == ["7 of 7", "7 of 7", "5 of 7"]


def test_forests_count_by_the_option(tmp_path):
    """The full example, but its two Tower forests are joined across a third neighbouring tile."""
    text = (EXAMPLES / "full-scoring.eletrika").read_text(encoding="utf-8")
    for old, new in (
        ("1,0   ......", "1,0   ..t.t."),
        ("..t...", ".tt..."),
        ("....t.\n", "....tt\n"),
    ):
        assert old in text
        text = text.replace(old, new)
    position = tmp_path / "forest.eletrika"
    position.write_text(text, encoding="utf-8")
    scores = rows_of(run(position, "--json"))["scores.red"]["sides"]
    best = {cell["side"].partition(":")[2]: cell["text"].split(" MW")[0] for cell in scores}
    assert (best[""], best["forest_touch=tile"], best["forest_count=region"]) == ("4", "5", "3")


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
    for words, said in (
        ((position, "--between", "powergrid", "eletrika"), "read as an Eletrika position"),
        ((position, "--at", "3"), "a position"),
        ((tmp_path,), "directory"),
    ):
        answer = run(*words)
        assert answer.exit_code == 2
        assert said in " ".join(answer.stderr.split())
    answer = run("-", stdin='{"format":"gridgames-record"}')
    assert answer.exit_code == 2
    assert "named as a file" in " ".join(answer.stderr.split())
    bad = tmp_path / "bad.eletrika"
    bad.write_text("U-T-X", encoding="utf-8")
    answer = run(bad)
    assert answer.exit_code == 2
    assert "line 1" in answer.stderr
