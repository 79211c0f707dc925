"""What a game has come to: counted from its events, and told when it is over."""

import pytest

from eletrika.events import Scored
from gridcommon.game_loop import play, start
from gridcommon.records import Header
from gridgames.show.registry import GameChoice, game_of, wing_of
from powergrid.events import CityConnected, FuelBought, PlantSold, Powered


def played(game, levels, seed, **ruleset):
    """Return the last state, the statistics, and all events of a game between bots."""
    rules = game_of(game)
    header = Header(game, GameChoice(game).ruleset() | ruleset, tuple(levels), seed)
    state = start(rules, header)
    statistics = wing_of(game).statistics(state, len(levels))
    bots = [rules.make_bot(level, seed + seat) for seat, level in enumerate(levels)]
    seen = []
    for _, events in play(rules, state, bots):
        statistics.see(state, events)
        seen += events
    return state, statistics, seen


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
