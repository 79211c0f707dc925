"""The end: when, who wins, and by which rule."""

from itertools import pairwise

import pytest
from hypothesis import given

from powergrid import result
from powergrid.ending import provisional_result, ranking
from powergrid.state import OVER
from powergrid_play import positions


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
