"""The end: when, who wins, and by which rule."""

from itertools import pairwise

import pytest
from hypothesis import given

from powergrid import result
from powergrid.ending import provisional_result, ranking
from powergrid.state import OVER
from powergrid.tables import CITY_OF
from powergrid_play import positions
from powergrid_positions import deal, give, own, own_cities, skip, skip_to


def ended(edition="recharged", seats=3):
    """Return the last turn of building of a game that ends with it; money and plants are equal."""
    state = deal(edition, seats=seats)
    skip_to(state, "building")
    for seat in range(seats):
        give(state, seat, 33, money=100)
    own_cities(state, 0, 17)
    state.step = 3
    for seat in range(1, seats):
        own(state, seat, "Essen", "Köln", "Aachen", "Bremen", slot=seat)
    return state


@pytest.mark.rule("PG-END-03", "PG-END-07")
def test_most_powered_cities_win_not_most_connected():
    state = ended()
    give(state, 0, 33, money=500)
    give(state, 1, 13, money=500)
    give(state, 2, 44)
    own(state, 2, "Trier", slot=2)
    money = list(state.money)
    skip_to(state, "over")
    found = result(state)
    assert found.winners == (2,)
    assert found.powered == (4, 1, 5)
    assert found.cities == (17, 4, 5)
    assert found.decided_by == "PG-END-03"
    assert list(found.money) == money  # no income any more


@pytest.mark.rule("PG-END-03")
def test_fuel_counts_as_it_is():
    state = ended()
    for seat in range(3):
        give(state, seat, 36 if seat == 0 else 33)  # 36 has no coal
    skip_to(state, "over")
    assert result(state).powered == (0, 4, 4)
    give(state, 0, 36, fuel=(3, 0, 0, 0))
    assert result(state).powered == (7, 4, 4)


@pytest.mark.rule("PG-END-06")
def test_a_tie_in_everything_is_shared_in_classic():
    state = ended("classic", seats=3)
    give(state, 0, 13)
    skip_to(state, "over")
    assert result(state).winners == (1, 2)
    assert result(state).decided_by == "PG-END-06"


@pytest.mark.rule("PG-END-07")
def test_more_cities_than_needed_may_be_built():
    state = ended()
    seat = state.actor
    own_cities(state, seat, 4)
    before = state.city_count[0]
    own(state, 0, *[
        name for name in ("Trier", "Kiel", "Hamburg")
        if not state.network[0] >> state.board.places[CITY_OF[name]] & 1
    ])  # fmt: skip
    assert state.city_count[0] >= before
    assert result(state) is None
    skip_to(state, "over")


@pytest.mark.rule("PG-END-02")
def test_all_players_build_before_the_game_ends():
    """C-ca ends the game as soon as a player has the number."""
    state = deal("classic")
    skip_to(state, "building")
    first = state.actor
    own_cities(state, first, 17)
    state.step = 3
    turns = []
    while result(state) is None:
        turns.append(state.actor)
        skip(state)
    assert turns == list(state.turn_order)[::-1]


@pytest.mark.rule("PG-COMP-04")
def test_a_house_limit_takes_the_place_of_the_end():
    assert deal("classic", seats=2, house_limit=20).terms.end_cities == 20
    assert deal("classic", seats=2).terms.end_cities == 21
    assert deal("classic", seats=3, house_limit=20).terms.end_cities == 17


@given(positions())
@pytest.mark.rule("PG-END-03", "PG-END-04", "PG-END-05", "PG-END-06")
def test_the_ranking_of_now_begins_with_who_would_win(state):
    found, places = provisional_result(state), ranking(state)
    assert {one.seat for one in places if one.place == 1} == {*found.winners}
    assert sorted(one.seat for one in places) == list(range(state.terms.seats))
    last = places[len(found.winners) - 1]
    assert (last.decided_by if len(found.winners) == 1 else "PG-END-06") == found.decided_by
    if state.phase == OVER:
        assert result(state) == found
    for one, after in pairwise(places):
        values = [(way.powered, way.money, way.cities) for way in (one, after)]
        compared = 3 if state.terms.most_cities else 2
        assert values[0][:compared] >= values[1][:compared]
        assert (one.decided_by is None) == (one.place == after.place)
    assert places[-1].decided_by is None
