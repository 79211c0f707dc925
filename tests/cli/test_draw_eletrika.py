"""Pictures of Eletrika: the shapes of the land are what the edges say."""

import pytest
import shapely
from shapely import LineString, Point

from eletrika.notation import parse_position
from eletrika.ruleset import Ruleset
from eletrika.tables import FIELD, RIVER
from eletrika.tile_set import shipped_tiles
from gridgames.show.pictures import drawings_of
from gridgames.show.registry import face_of
from gridgames.wings.eletrika.description.scene import scene_of_position
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.land import (
    CORNERS,
    HEXAGON,
    MIDDLES,
    tile_of,
)

FACES = sorted(
    {face for tile in shipped_tiles().tiles for face in shipped_tiles().faces[tile.number]}
)
OTHERS = ["??????", "r?l?.t", "r.....", "l.....", "llllll", "rrrrrr", "rlrlrl", "utspcu", "l.l.l."]
SIDES = [LineString([CORNERS[edge - 1], CORNERS[edge]]) for edge in range(6)]


@pytest.mark.rule("EL-TILE-02")
@pytest.mark.parametrize("faces", [FACES[n::4] for n in range(4)] + [OTHERS])
def test_every_tile_covers_its_hexagon_exactly_and_shows_its_edges(faces):
    for edges in faces:
        parts = tile_of(edges).parts
        areas = [area for part in parts.values() for area in part.geoms]
        assert shapely.coverage_is_valid(areas), edges
        whole = shapely.coverage_union_all(areas)
        assert shapely.equals(whole, HEXAGON), edges
        assert whole.area == HEXAGON.area
        assert set(parts) <= {FIELD, *edges}
        for number, (letter, side) in enumerate(zip(edges, SIDES, strict=True)):
            shown = parts[letter].intersection(side).length / side.length
            assert shown > (0.3 if letter == RIVER else 0.94), (edges, number)
            assert parts[letter].buffer(1e-6).contains(Point(MIDDLES[number])), (edges, number)


def pictured(text: str) -> str:
    rules = Ruleset()
    scene = scene_of_position(parse_position(text, rules.tiles), rules)
    [drawing] = drawings_of(face_of("eletrika"), [scene], ())
    return drawing.to_text()


LEGAL = "0,0 ? U\n1,0 ? T:R\n2,0 ? S\n3,0 ? P\n4,0 ? C:W\n"


@pytest.mark.rule("EL-NRG-01", "EL-SHORT-02")
def test_signs_say_what_the_analysis_says():
    lit = "#{:02x}{:02x}{:02x}".format(*signs.LIT)
    assert f'stroke="{lit}"' in pictured(LEGAL)  # the cables
    assert f'stroke="{lit}"' not in pictured(LEGAL.replace("0,0 ? U", "0,0 ?"))
    rules = Ruleset()
    text = "0,0 src\n1,0 ? T\n0,1 ? T\n1,1 ?\n2,1 ? P\n2,0 ? U\n"
    position = parse_position(text, rules.tiles)
    shut = scene_of_position(position, rules).shut
    assert (0, 0) not in shut  # the source is shut anyway
    assert shut[1, 1] == "x"
    assert "short-circuit" in pictured(text)
    assert "short-circuit" not in pictured("0,0 src\n")
    assert "breaks rules (1)" in pictured("0,0 src\n1,0 ......\n")
    assert "breaks rules" not in pictured(LEGAL)
