"""What the last moves changed: one list of places, for characters, drawings and pages."""

import pytest

from gridgames.games.face import Face
from gridgames.games.registry import Choice
from screens import new_session


@pytest.mark.parametrize(
    ("game", "kinds"), [("powergrid", {"city-", "fuel-"}), ("eletrika", {"cell_"})]
)
def test_a_move_changes_the_place_that_it_is_about(game, kinds):
    session = new_session(Choice(game), ("easy 1", "easy 2"), 4)
    face, seen = session.face, set()
    while session.to_act is not None:
        before = session.state
        place = face.place(session.next_move().action)
        changed = face.changed_places(before, session.state)
        if place.startswith(("city-", "cell_", "fuel-")):
            assert place in changed
            seen.add(place[:5])
        assert not face.changed_places(session.state, session.state.copy())
        if game == "eletrika":
            lit = {f"cell_{q},{r}" for q, r in session.state.lit - before.lit}
            assert lit <= changed
        else:
            plants = {f"plant-{one}" for one in session.state.plant_market}
            new = plants - {f"plant-{one}" for one in before.plant_market}
            assert {one for one in changed if one.startswith("plant")} == new
        assert Face(face.game).changed_places(before, session.state) == frozenset()
    assert seen == kinds
