"""Views, actions, records and positions as JSON: they come back, and agree with their schemas."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import eletrika
import powergrid
from any_positions import STATES
from common_rows import rows_of
from eletrika_play import LAKES, WIDER
from gridcommon.errors import GridgamesError, NotationError
from gridcommon.game_loop import header, play, play_recorded
from gridcommon.views import actions_to_json

jsonschema = pytest.importorskip("jsonschema")

GAMES = {"powergrid": powergrid, "eletrika": eletrika}
CHECKERS = {
    (name, what): jsonschema.Draft202012Validator(schema)
    for name, game in GAMES.items()
    for what, schema in game.json_schemas().items()
}


def as_read(value):
    return json.loads(json.dumps(value))


def check(game, what, value):
    CHECKERS[game.NAME, what].validate(as_read(value))


@settings(max_examples=10, deadline=None)
@given(STATES, st.integers(0, 5))
def test_a_view_comes_back_and_agrees_with_its_schema(found, seat):
    game, state = found
    assume(getattr(state.ruleset, "tiles", None) != LAKES)  # no table of a user may be like this
    seats = len(game.facts(state)["scores" if game is eletrika else "money"])
    view = game.observe(state, seat % seats)
    data = as_read(game.view_to_json(view))
    check(game, "view", data)
    again = game.view_from_json(data)
    assert again == view
    assert list(game.legal_actions(again.public)) == list(game.legal_actions(view.public))
    assert game.determinize(again, 5) == game.determinize(view, 5)
    check(game, "actions", actions_to_json(game, state, most=50))
    for action in game.legal_actions(state)[:100]:
        check(game, "action", game.action_to_json(action))
    if game is powergrid:
        names = [f"player {one}" for one in range(state.terms.seats)]
        check(game, "position", powergrid.to_position(state, names, cards=True).to_json())


def test_nothing_is_bought_with_money_that_is_hidden():
    state = powergrid.new_game(powergrid.Ruleset("classic", hidden_money=True), 2, 7)
    while not isinstance(powergrid.legal_actions(state)[0], powergrid.Buy):
        powergrid.advance(state, powergrid.legal_actions(state)[0], None)
    other = powergrid.observe(state, 1 - state.actor).public
    assert list(powergrid.legal_actions(other)) == [powergrid.Done(state.actor)]


@pytest.mark.parametrize("name", GAMES)
def test_a_record_agrees_with_its_schema_line_by_line(name):
    game = GAMES[name]
    state = game.new_game(game.Ruleset(), 2, 7, game.Setup())
    bots = [game.make_bot("easy", seat) for seat in range(2)]
    lines = [header(game, state, ["easy 1", "easy 2"], 7).to_json()]
    lines += map(json.loads, play_recorded(game, state, play(game, state, bots)))
    for line in [*lines[:60], *lines[60:-1:5], lines[-1]]:
        check(game, "record", line)
    check(game, "header", lines[0])
    check(game, "result", lines[-1]["result"])
    if game is eletrika:
        own = eletrika.Ruleset(source_in_38=False, tiles=WIDER).to_json()
        check(game, "record", {**lines[0], "version": 2, "ruleset": own})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("change", "message"), rows_of("view"))
def test_a_document_that_cannot_be_read_gets_one_clear_message(name, change, message):
    game = GAMES[name]
    state = game.new_game(game.Ruleset(), 3, 7, game.Setup())
    data = as_read(game.view_to_json(game.observe(state, 0)))
    told = json.loads(change)
    if isinstance(told.get("facts"), dict):
        told = {"facts": data["facts"] | told["facts"]}
    for wrong in (None, [], "view", 3):
        with pytest.raises(NotationError, match="expected an object, found"):
            game.view_from_json(wrong)
    with pytest.raises(GridgamesError) as problem:
        game.view_from_json(data | told)
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_table_that_is_impossible_is_refused_with_its_key():
    state = eletrika.new_game(eletrika.Ruleset(), 2, 7)
    for _ in range(12):
        eletrika.advance(state, eletrika.legal_actions(state)[-1], None)
    data = as_read(eletrika.view_to_json(eletrika.observe(state, 0)))
    table = data["table"]
    for key, value, wanted in (
        ("tiles", [*table["tiles"], table["tiles"][0]], "table.tiles': given twice"),
        ("tiles", [{"at": [0, 0], "tile": 38, "turn": 0}], "from 0 to 37, found 38"),
        ("tiles", table["tiles"][:1], "table.structures': no tile lies on"),
        ("row", [], r"facts.row': expected \[\] as on the table, found"),
        ("structures", [{"at": [9, 9], "kind": "U", "owner": 0, "pawns": 1}], "lies on 9,9"),
        ("markers", [{"at": [0, 0], "owner": 3, "value": 1}], "seats 0 to 1, found 3"),
        ("actor", 5, "table.actor': expected a whole number from 0 to 3, found 5"),
    ):
        with pytest.raises(NotationError, match=wanted):
            eletrika.view_from_json({**data, "table": table | {key: value}})
