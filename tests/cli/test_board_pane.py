"""The drawn board in a pane: marked, framed where it changed, and pointed at."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
import shapely

import eletrika
import powergrid
from eletrika.actions import Build as BuildStructure
from eletrika.actions import LayTile
from eletrika.building import lit_by
from gridgames.show.drawing.palette import CHANGED, PLANNED
from gridgames.show.drawing.pane import BoardPicture
from gridgames.show.drawing.svg import corners
from gridgames.show.registry import face_of, table_of
from gridgames.show.table import Table
from gridgames.terminal.canvas import hex_code
from gridgames.wings.eletrika.drawing.board import WOKEN
from gridgames.wings.powergrid.description.upcoming import route
from powergrid.actions import Build
from powergrid.building import cost
from powergrid.state import BUILDING
from screens import advanced

PANES = [(480, 442), (608, 612), (832, 782)]  # at 100x30, 120x40 and 160x50
WOKEN_RING = f'stroke="{hex_code(WOKEN)}"'


def states(game: Any, seats: int, seed: int = 5) -> Iterator[Any]:
    """Yield the states of a game between bots that play at random but build and lay tiles."""
    state = game.new_game(game.Ruleset(), seats, seed, None)
    chance = random.Random(seed)
    while game.to_act(state) is not None:
        yield state
        actions = list(game.legal_actions(state))
        building = [one for one in actions if isinstance(one, Build | LayTile | BuildStructure)]
        quiet = [one for one in actions if type(one).__name__ not in {"Decline", "Done", "Pass"}]
        state = game.apply(state, chance.choice(building or quiet or actions))


def laid(state: Any) -> Table:
    game = powergrid if isinstance(state, powergrid.State) else eletrika
    return table_of(face_of(game.NAME), ["Ana", "Bia", "Caio"], state)


def building(seed: int = 5) -> Any:
    """Return a state of Power Grid in which a player with a network may build."""
    found = (one for one in states(powergrid, 3, seed) if one.phase == BUILDING)
    return next(one for one in found if _far(laid(one)))


def _far(table: Table) -> list[Any]:
    """Return the cities that can be built and are not in the player's network."""
    ways = {place: route(table.state, table.seat, place) for place in table.targets()}
    return [place for place, way in ways.items() if len(way) > 1]


def picture(table: Table, size: tuple[int, int] = PANES[1]) -> BoardPicture:
    drawn = table.board_picture(*size)
    assert drawn is not None
    return drawn


@pytest.mark.parametrize("game", [powergrid, eletrika], ids=["powergrid", "eletrika"])
def test_each_spot_is_found_at_its_place(game):
    state = [*zip(range(60), states(game, 2), strict=False)][-1][1]
    table = laid(state)
    table.zoom = 2 * (game is eletrika)  # all of it
    for size in PANES[:2]:
        drawn = picture(table, size)
        assert drawn.targets
        for target in drawn.targets:
            middle = shapely.Polygon(corners(target.outline)).centroid
            x = (middle.x - drawn.box[0]) * drawn.zoom
            y = (middle.y - drawn.box[1]) * drawn.zoom
            assert 0 <= x <= size[0]
            assert 0 <= y <= size[1]
            assert drawn.place_at(x, y) == target.place
            spot = table.spot_of(target.place)
            assert table.is_spot(spot)
            assert table.place_of(spot) == target.place
    assert drawn.place_at(-500, -500) == ""


def test_the_path_to_a_city_is_drawn_with_its_costs_and_prices():
    state = building()
    table = laid(state)
    table.cursor = _far(table)[0]
    marks = table.marks()
    way = route(state, table.seat, table.cursor)
    assert [table.spot_of(key) for key in marks.path] == way
    assert marks.cursor == table.place_of(table.cursor) == marks.path[-1]
    assert marks.prices == {
        table.place_of(place): str(cost(state, table.seat, place)) for place in table.targets()
    }
    drawn = picture(table)
    text = "\n".join(one.markup for one in drawn.fragments)
    for price in marks.prices.values():
        assert f">{price}</text>" in text
    assert text.count(f'href="#pg-house-{table.seat}"') == 1 + sum(
        house == table.seat for slots in state.houses for house in slots
    )


def test_a_choice_that_would_be_made_is_seen_with_what_it_lights():
    session, kinds = advanced("eletrika", 40), set()
    for number in range(41):
        state = session.state_after(number)
        table = laid(state)
        for action in (one for one in table.offers if isinstance(one, LayTile | BuildStructure)):
            kind = action.build if isinstance(action, LayTile) else action.kind
            if kind is None or type(action) in kinds or not lit_by(state, kind, action.at):
                continue
            kinds.add(type(action))
            table.show(action)
            marks = table.marks()
            assert {*map(table.spot_of, marks.lit)} == lit_by(state, kind, action.at)
            assert (marks.ghost.kind, marks.ghost.owner) == (kind, table.seat)
            assert marks.cursor == table.place_of(action.at)
            faces = state.ruleset.tiles.faces
            edges = faces[action.tile][action.rotation] if isinstance(action, LayTile) else ""
            assert marks.ghost.edges == edges
            assert (marks.cursor in marks.prices) == bool(edges)
            rings = sum(one.markup.count(WOKEN_RING) for one in picture(table).fragments)
            assert rings == len(marks.lit)
    assert kinds == {LayTile, BuildStructure}


@pytest.mark.parametrize("game", [powergrid, eletrika], ids=["powergrid", "eletrika"])
def test_what_the_last_moves_changed_is_framed(game):
    before = building() if game is powergrid else next(islice(states(game, 2), 12, None))
    actions = game.legal_actions(before)
    after = game.apply(before, next(one for one in actions if isinstance(one, Build | LayTile)))
    table = laid(after)
    plain = picture(table)
    table.changed = table.face.changed_places(before, after)
    drawn = picture(table)
    framed = {*drawn.fragments} - {*plain.fragments}
    on_board = {*table.changed} & {target.place for target in drawn.targets}
    assert on_board
    assert len(framed) == len(on_board)
    assert all(f'stroke="{CHANGED}"' in one.markup for one in framed)


def test_what_a_plan_would_put_on_the_board_is_seen():
    state = building()
    table = laid(state)
    cities = state.board.cities[:3]
    table.planned = lambda: [Build(state.actor, city) for city in cities]
    assert [*table.marks().planned.values()] == [state.actor] * len(cities)
    text = "".join(one.markup for one in picture(table).fragments)
    assert text.count(f'stroke="{PLANNED}"') == len(cities)
