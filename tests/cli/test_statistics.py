"""What a game has come to: counted from its events, and told when it is over."""

import csv
import json
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridcommon.errors import Word
from gridcommon.game_loop import play, start
from gridcommon.records import Header
from gridgames.games.registry import Choice, game_of, register, wing_of
from gridgames.games.statistics import Sheet
from gridgames.games.wing import Wing
from gridgames.review.statistics_text import sheet_lines
from gridgames.saves.saves import Save
from gridgames.terminal import output
from gridgames.wings.powergrid.statistics import ExactSum
from plain_games import gridgames
from powergrid.events import CityConnected, FuelBought, PlantSold, Powered

TOY = Wing("nim", "Nim", engine="toy", package="toy")


def played(game, levels, seed, **ruleset):
    """Return the last state, the statistics, and all events of a game between bots."""
    rules = game_of(game)
    header = Header(game, Choice(game).ruleset() | ruleset, tuple(levels), seed)
    state = start(rules, header)
    statistics = wing_of(game).statistics(state, len(levels))
    bots = [rules.make_bot(level, seed + seat) for seat, level in enumerate(levels)]
    seen = []
    for _, events in play(rules, state, bots):
        statistics.see(state, events)
        seen += events
    return state, statistics, seen


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """Return the save of a finished game of Power Grid."""
    path = tmp_path_factory.mktemp("statistics") / "game.jsonl"
    words = ("play", "powergrid", "--watch", "--seats", "easy,easy,easy", "--seed", "4")
    assert gridgames(path.parent, *words, "--save", path).exit_code == 0
    return path


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(1, 99))))
def test_sums_of_fractions_are_exact(fractions):
    total = ExactSum()
    for over, under in fractions:
        total.add(over, under)
    wanted = sum((Fraction(over, under) for over, under in fractions), Fraction(0))
    assert (total.over, total.under) == (wanted.numerator, wanted.denominator)
    assert round(total) == round(wanted)


def of_seat(events, kind, seat):
    return [event for event in events if isinstance(event, kind) and event.seat == seat]


@pytest.mark.parametrize("edition", ["recharged", "classic"])
@pytest.mark.parametrize("levels", [("easy",) * 2, ("easy", "normal", "random", "easy")])
def test_every_elektro_of_power_grid_is_counted(edition, levels):
    state, statistics, events = played("powergrid", levels, 3, edition=edition)
    result = game_of("powergrid").result(state)
    assert statistics.rounds == list(range(1, state.round + 1))
    money, cities, powered, fuel = (statistics.by_seat(place) for place in range(4))
    (sheet,) = statistics.sheets()
    for seat in range(len(levels)):
        assert money[seat][-1] == result.money[seat]
        assert cities[seat][-1] == result.cities[seat]
        assert powered[seat][-1] == result.powered[seat]
        spent = sum(event.price for event in of_seat(events, FuelBought, seat))
        incomes = [event.income for event in of_seat(events, Powered, seat) if event.plants]
        others = [event.income for event in of_seat(events, Powered, seat) if not event.plants]
        built = sum(one.path + one.slot_price for one in of_seat(events, CityConnected, seat))
        rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows if row[0] == seat]
        prices = [event.price for event in of_seat(events, PlantSold, seat)]
        assert [row["price"] for row in rows] == prices
        assert sum(fuel[seat]) == spent
        assert sum(row["earned"] for row in rows) == pytest.approx(sum(incomes), abs=len(rows))
        assert sum(row["fuel"] for row in rows) <= spent + len(rows)
        assert 50 - sum(prices) - spent - built + sum(incomes) + sum(others) == money[seat][-1]


@pytest.mark.parametrize("seed", [1, 2])
def test_every_point_of_eletrika_is_counted(seed):
    state, statistics, _ = played("eletrika", ("normal", "easy", "random"), seed)
    points, pawns = statistics.by_seat(0), statistics.by_seat(1)
    assert [values[-1] for values in points] == state.scores
    left = [0] * 3
    for cell, owner in state.owners.items():
        left[owner] += state.pawns[cell]
    assert [values[-1] for values in pawns] == left
    sheets = {sheet.key: sheet for sheet in statistics.sheets()}
    for seat, row in enumerate(sheets["points"].rows):
        told = dict(zip(sheets["points"].columns, row, strict=True))
        assert told["total"] == state.scores[seat]
        assert sum(row[1:]) == 2 * told["total"]


def test_sets_and_forests_of_eletrika_are_those_that_were_scored():
    _, statistics, events = played("eletrika", ("normal", "normal"), 5)
    scored = [event for event in events if type(event).__name__ == "Scored"]
    assert scored
    sets = next(sheet for sheet in statistics.sheets() if sheet.key == "sets")
    *kinds, forests = sets.columns
    assert sum(sum(row[1 : len(kinds)]) for row in sets.rows) == len(scored)
    counted = sum(item.what == "forest" for event in scored for item in event.items)
    assert sum(row[-1] for row in sets.rows) == counted
    assert forests == "forests"


def test_a_game_without_a_collector_is_told_by_its_facts():
    with register(TOY):
        state, statistics, _ = played("nim", ("random", "easy"), 1)
    assert statistics.to_json()["series"][0]["key"] == "taken"
    assert [values[-1] for values in statistics.by_seat(0)] == list(state.taken)


def test_show_names_the_winner_and_the_final_scoring(record, tmp_path):
    text = gridgames(tmp_path, "powergrid", "show", record).stdout
    assert re.search(r"first place, by \d+ .+ \(PG-END-0[345]\)", text)
    assert "money by round" in text
    assert "plants: what they cost and earned" in text
    assert max(map(len, text.splitlines())) <= 80
    answer = json.loads(gridgames(tmp_path, "powergrid", "show", record, "--json").stdout)
    assert answer["result"]["winners"]
    series = {one["key"]: one["by_seat"] for one in answer["statistics"]["series"]}
    assert [values[-1] for values in series["money"]] == answer["result"]["money"]
    assert answer["statistics"]["tables"][0]["rows"][0].keys() >= {"seat", "plant", "earned"}
    early = json.loads(
        gridgames(tmp_path, "powergrid", "show", record, "--at", "9", "--json").stdout
    )
    assert early["result"] is None
    assert early["statistics"]["rounds"] == []


def test_the_end_of_a_replay_is_told_in_numbers(record, tmp_path):
    told = gridgames(tmp_path, "replay", record, "--all", "--lang", "pt_BR").stdout
    assert "dinheiro por rodada" in told
    assert "by round" not in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_replay_shows_the_numbers_so_far(record, tmp_path):
    typed = ["chart", "round 3", "chart", "q"]
    early, late = gridgames(tmp_path, "replay", record, typed=typed).stdout.split("After move")
    assert "No round is over yet." in early
    (heads, *_) = [line.split() for line in late.splitlines() if line.startswith("round ")]
    assert heads == ["round", "1", "2"]


def test_a_game_is_exported(record, tmp_path):
    names = [tmp_path / name for name in ("a.jsonl", "a.csv", "a.json", "a.xls", "a.csv")]
    typed = [*(f"export {name}" for name in names), "export", "q"]
    done = gridgames(tmp_path, "replay", record, typed=typed)
    told = " ".join(done.stdout.split())
    assert "ends with .html, .jsonl, .csv, .json, .txt, .svg or .png" in told
    assert "already exists and is not overwritten" in told
    assert gridgames(tmp_path, "verify", names[0]).exit_code == 0
    assert Save(names[0]).read().result is not None
    rows = list(csv.DictReader(names[1].read_text(encoding="utf-8").splitlines()))
    answer = json.loads(names[2].read_text(encoding="utf-8"))
    assert len(rows) == 3 * len(answer["statistics"]["rounds"])
    assert list(rows[0]) == ["round", "seat", "player", "money", "cities", "powered", "fuel"]
    assert [int(row["money"]) for row in rows[-3:]] == answer["result"]["money"]
    assert not names[3].exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(1;1)", "'@SUM(1;1)"),
        (" =1+1", "' =1+1"),
        ("\u3000=1+1", "'\u3000=1+1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\t=1+1", r"\t=1+1"),  # escaped as on the screen
        ("\r=1+1", r"\r=1+1"),
        ("Ana-1", "Ana-1"),
    ],
)
def test_a_name_is_no_formula_of_a_table(record, tmp_path, name, told):
    lines = record.read_text(encoding="utf-8").splitlines(True)
    header = json.loads(lines[0])
    header["players"][0] = name
    changed = tmp_path / "game.jsonl"
    changed.write_text(json.dumps(header) + "\n" + "".join(lines[1:]), encoding="utf-8")
    gridgames(tmp_path, "replay", changed, typed=[f"export {tmp_path / 'a.csv'}"])
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows if row["seat"] == "0"] == [told] * (len(rows) // 3)
    assert all(int(row["money"]) >= 0 for row in rows)


def test_what_is_hidden_is_not_charted_before_the_end(tmp_path):
    words = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "4", "--no-save")
    typed = ["chart", "rematch", "q"]
    told = gridgames(tmp_path, *words, "--option", "hidden_money=true", typed=typed).stdout
    assert "it reveals hidden information" in " ".join(told.split())
    assert "A rematch is possible only after the game is over." in told
    told = gridgames(tmp_path, *words, typed=typed).stdout
    assert "No round is over yet." in told


def test_a_rematch_has_the_same_players_and_another_seed(tmp_path):
    words = ("play", "nim", "--seats", "Ana=human,easy", "--seed", "3")
    typed = ["take 1"] * 3 + ["?", "go", "export", "rematch", "take 1", "q"]
    with register(TOY):
        done = gridgames(tmp_path, *words, "--save", tmp_path / "game.jsonl", typed=typed)
        assert done.exit_code == 0, done.output
        first, second = sorted(tmp_path.glob("*.jsonl"))
        headers = [json.loads(path.read_text().splitlines()[0]) for path in (first, second)]
        assert headers[0]["players"] == headers[1]["players"] == ["Ana", "easy 2"]
        assert headers[0]["ruleset"] == headers[1]["ruleset"]
        assert headers[0]["seed"] != headers[1]["seed"]
        assert gridgames(tmp_path, "verify", first, second).exit_code == 0
    assert done.stdout.count("Seed ") == 2
    assert "You have to choose here." not in done.stdout, "go, when nothing is left to choose"
    assert "taken by round" in done.stdout


@pytest.mark.parametrize(("columns", "heads"), [(80, 1), (20, 3)])
def test_a_table_of_many_rows_is_no_wider_than_the_window(columns, heads):
    headings = {"seat": Word("player"), "round": Word("bought in round"), "gain": Word("gain")}
    rows = [[0, 1, number] for number in range(40)]
    with output.within(columns):
        sheet = Sheet("plants", Word("plants"), Word("plants"), headings, rows)
        _, *lines = sheet_lines(sheet, ["Ana"])
    told = ["".join(text for text, _ in line) for line in lines]
    assert len(told) == heads + 40
    assert max(map(len, told)) <= columns
    assert told[heads - 1].split()[-2:] == ["round", "gain"]
    assert [style for line in lines for _, style in line][heads - 1 : heads + 1] == ["dim", ""]
