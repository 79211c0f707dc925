"""Pictures of Power Grid: nothing hides what the map says, and the markets are as in the game."""

from itertools import combinations
from xml.etree import ElementTree

import pytest
import shapely
from shapely import LineString, Point

from gridgames.show.pictures import drawings_of
from gridgames.show.registry import face_of
from gridgames.terminal.seat_styles import GLYPHS
from gridgames.wings.powergrid.drawing.chart import BUBBLE, TAG, chart_of, half_size
from powergrid import Ruleset, from_facts
from powergrid.tables import CITY_NAMES, MAP

SVG = "{http://www.w3.org/2000/svg}"


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


@pytest.mark.rule("PG-COMP-03", "PG-BUILD-04")
def test_a_picture_shows_the_houses_the_markets_and_the_players():
    facts = {
        "cities": [["Essen", "Dortmund"], ["Essen", "Kassel"], ["Essen", "Köln"]],
        "plants": [[13, 20], [5], []],
        "fuel": [[3, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]],
        "market": [20, 10, 5, 3],
        "plant_market": [3, 4, 7, 8, 9, 10],
        "money": [11, 22, 33],
        "step": 3,
    }
    state = from_facts(Ruleset(), 3, facts)
    [drawing] = drawings_of(face_of("powergrid"), [state], ("Ana", "Bia", "Caio"))
    picture = ElementTree.fromstring(drawing.to_text())
    texts = [one.text for one in picture.iter(f"{SVG}text")]
    for seat, name in enumerate(("Ana", "Bia", "Caio")):
        houses = len(facts["cities"][seat])
        drawn = [one for one in picture.iter(f"{SVG}use") if one.get("href") == f"#pg-house-{seat}"]
        assert len(drawn) == houses + 1  # and one beside the name
        house = picture.find(f".//{SVG}g[@id='pg-house-{seat}']")
        assert house.find(f"{SVG}text").text == GLYPHS[seat]
        assert name in texts
        assert any(text.startswith(f"{facts['money'][seat]} Elektro") for text in texts)
    for plant in (3, 4, 7, 8, 9, 10, 13, 20):
        assert str(plant) in texts
    told = picture.find(f"{SVG}desc").text
    assert "Essen (Ana, Bia, Caio)" in " ".join(told.split())
    assert set(texts) >= {CITY_NAMES[city] for city in state.board.map.cities}
