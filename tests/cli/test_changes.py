"""What the last moves changed: one list of places, for characters, drawings and pages."""

import pytest

from gridgames.games.registry import Choice, face_of
from screens import new_session


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_move_changes_the_place_that_it_is_about(game):
    session = new_session(Choice(game), ("easy 1", "easy 2", "easy 3"), 4)
    face, seen = session.face, set()
    while session.to_act is not None:
        before = session.state
        move = session.next_move()
        changed = face.changed_places(before, session.state)
        place = face.place(move.action)
        if place.startswith(("city-", "cell_", "fuel-")):
            assert place in changed
            seen.add(place[:5])
        assert not face.changed_places(session.state, session.state.copy())
    assert seen == ({"city-", "fuel-"} if game == "powergrid" else {"cell_"})


def test_new_plants_on_sale_and_energy_are_changes():
    session = new_session(Choice("powergrid"), ("easy 1", "easy 2", "easy 3"), 4)
    begun = session.state
    while session.state.round < 2:
        session.next_move()
    plants = {f"plant-{plant}" for plant in session.state.plant_market}
    gone = {f"plant-{plant}" for plant in begun.plant_market}
    changed = session.face.changed_places(begun, session.state)
    assert {place for place in changed if place.startswith("plant")} == plants - gone != set()

    session = new_session(Choice("eletrika"), ("easy 1", "easy 2"), 4)
    lit = session.state
    while not session.state.lit - lit.lit:
        lit = session.state
        session.next_move()
    cells = {f"cell_{q},{r}" for q, r in session.state.lit - lit.lit}
    assert cells <= session.face.changed_places(lit, session.state)


def test_a_game_without_places_has_no_changes():
    from gridgames.games.face import Face

    face = Face(face_of("eletrika").game)
    session = new_session(Choice("eletrika"), ("easy 1", "easy 2"), 4)
    before = session.state
    session.next_move()
    assert face.changed_places(before, session.state) == frozenset()
