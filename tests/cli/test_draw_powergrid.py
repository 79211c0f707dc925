"""Pictures of Power Grid: nothing hides what the map says."""

from itertools import combinations

import pytest
import shapely
from shapely import LineString, Point

from gridgames.wings.powergrid.drawing.chart import BUBBLE, TAG, chart_of, half_size
from powergrid.tables import CITY_NAMES, MAP


@pytest.mark.parametrize("board", MAP.values(), ids=map("-".join, MAP))
def test_a_map_is_drawn_so_that_everything_is_seen(board):
    chart = chart_of(board)
    assert set(chart.places) == set(board.cities)
    boxes = {}
    for city, (x, y) in chart.places.items():
        wide, high = half_size(city)
        boxes[city] = shapely.box(x - wide, y - high, x + wide, y + high)
        assert chart.regions[board.region_of[city]].contains(boxes[city].centroid)
    for one, other in combinations(boxes.values(), 2):
        assert not one.intersects(other)
    areas = list(chart.regions.values())
    assert shapely.coverage_is_valid(areas)
    assert [*shapely.total_bounds(areas)] == pytest.approx([0, 0, chart.width, chart.height])
    assert [(*link.ends, link.cost) for link in chart.links] == [*board.links]
    costs = [Point(link.label).buffer(BUBBLE) for link in chart.links]
    for link, cost in zip(chart.links, costs, strict=True):
        assert link.way[0] == chart.places[link.ends[0]]
        assert link.way[-1] == chart.places[link.ends[1]]
        assert LineString(link.way).distance(Point(link.label)) < 1e-6
        for city, box in boxes.items():
            assert not box.intersects(cost)
            if city not in link.ends:
                assert not box.intersects(LineString(link.way)), (link, CITY_NAMES[city])
    assert not any(one.intersects(other) for one, other in combinations(costs, 2))
    tags = []
    for city, (x, y) in chart.tags.items():
        tag = shapely.box(x - TAG[0] / 2, y - TAG[1], x + TAG[0] / 2, y)
        assert tag.distance(boxes[city]) < 3
        assert not any(tag.intersects(other) for other in (*boxes.values(), *costs, *tags))
        tags.append(tag)
