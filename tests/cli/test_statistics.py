"""What a game has come to: counted from its events, and told when it is over."""

import csv
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.events import Scored
from gridcommon.errors import Word
from gridcommon.game_loop import play, start
from gridcommon.records import Header
from gridgames.games.registry import Choice, game_of, register, wing_of
from gridgames.games.statistics import Sheet
from gridgames.games.wing import Wing
from gridgames.review.statistics_text import sheet_lines
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


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(1, 99)), max_size=9))
def test_sums_of_fractions_are_exact(fractions):
    total = ExactSum()
    for over, under in fractions:
        total.add(over, under)
    wanted = sum((Fraction(over, under) for over, under in fractions), Fraction(0))
    assert (total.over, total.under) == (wanted.numerator, wanted.denominator)
    assert round(total) == round(wanted)


@pytest.mark.parametrize(
    ("edition", "levels"),
    [("recharged", ("easy", "random")), ("classic", ("easy", "normal", "random"))],
)
def test_every_elektro_of_power_grid_is_counted(edition, levels):
    state, statistics, events = played("powergrid", levels, 3, edition=edition)
    result = game_of("powergrid").result(state)
    assert statistics.rounds == list(range(1, state.round + 1))
    money, cities, powered, fuel = (statistics.by_seat(place) for place in range(4))
    (sheet,) = statistics.sheets()
    for seat in range(len(levels)):
        mine = [event for event in events if getattr(event, "seat", None) == seat]

        def of(kind, mine=mine):
            return [event for event in mine if isinstance(event, kind)]

        assert money[seat][-1] == result.money[seat]
        assert cities[seat][-1] == result.cities[seat]
        assert powered[seat][-1] == result.powered[seat]
        spent = sum(event.price for event in of(FuelBought))
        incomes = [event.income for event in of(Powered) if event.plants]
        others = [event.income for event in of(Powered) if not event.plants]
        built = sum(one.path + one.slot_price for one in of(CityConnected))
        rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows if row[0] == seat]
        prices = [event.price for event in of(PlantSold)]
        assert [row["price"] for row in rows] == prices
        assert sum(fuel[seat]) == spent
        assert sum(row["earned"] for row in rows) == pytest.approx(sum(incomes), abs=len(rows))
        assert sum(row["fuel"] for row in rows) <= spent + len(rows)
        assert 50 - sum(prices) - spent - built + sum(incomes) + sum(others) == money[seat][-1]


def test_every_point_set_and_forest_of_eletrika_is_counted():
    state, statistics, events = played("eletrika", ("normal", "easy", "random"), 1)
    assert [values[-1] for values in statistics.by_seat(0)] == state.scores
    left = [0] * 3
    for cell, owner in state.owners.items():
        left[owner] += state.pawns[cell]
    assert [values[-1] for values in statistics.by_seat(1)] == left
    points, sets, _ = statistics.sheets()
    for row, score in zip(points.rows, state.scores, strict=True):
        assert row[-1] == score
        assert sum(row[1:]) == 2 * score
    scored = [event for event in events if isinstance(event, Scored)]
    assert scored
    assert [*sets.columns][-1] == "forests"
    assert sum(sum(row[1:-1]) for row in sets.rows) == len(scored)
    forests = sum(item.what == "forest" for event in scored for item in event.items)
    assert sum(row[-1] for row in sets.rows) == forests


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
def test_a_name_is_no_formula_of_a_table(tmp_path, name, told):
    record, table = tmp_path / "game.jsonl", tmp_path / "a.csv"
    words = ("play", "eletrika", "--watch", "--seats", "random,random", "--seed", "1")
    gridgames(tmp_path, *words, "--rounds", "1", "--save", record)
    head, *lines = record.read_text(encoding="utf-8").splitlines(True)
    header = json.loads(head)
    header["players"][0] = name
    record.write_text(json.dumps(header) + "\n" + "".join(lines), encoding="utf-8")
    gridgames(tmp_path, "export", record, "-o", table)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["round", "seat", "player", "points", "pawns"]
    assert [(row["player"], row["points"]) for row in rows if row["seat"] == "0"] == [(told, "0")]


def test_a_rematch_has_the_same_players_and_another_seed(tmp_path):
    words = ("play", "nim", "--seats", "Ana=human,easy", "--seed", "3")
    typed = ["take 1"] * 3 + ["?", "go", "export", "rematch", "take 1", "q"]
    with register(TOY):
        done = gridgames(tmp_path, *words, "--save", tmp_path / "game.jsonl", typed=typed)
        assert done.exit_code == 0, done.output
        first, second = sorted(tmp_path.glob("*.jsonl"))
        one, two = (json.loads(path.read_text().splitlines()[0]) for path in (first, second))
        assert one["players"] == two["players"] == ["Ana", "easy 2"]
        assert one["ruleset"] == two["ruleset"]
        assert one["seed"] != two["seed"]
        assert gridgames(tmp_path, "verify", first, second).exit_code == 0
    assert done.stdout.count("Seed ") == 2
    assert "You have to choose here." not in done.stdout, "go, when nothing is left to choose"
    assert "taken by round" in done.stdout, "a game without a collector is told by its facts"


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
