"""Chance in nodes, and OpenSpiel's own tools on both games."""

import copy
import pickle
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gridcommon.errors import NotationError
from gridgames.environments import ChancePosition, Position
from gridgames.environments.position import CHANCE, TERMINAL

CLASSIC = {"edition": "classic", "map": "usa", "options": {}}
RULES = (
    ("powergrid", 2, None),
    ("powergrid", 4, CLASSIC),
    ("eletrika", 2, None),
    ("eletrika", 3, {"options": {"row_redraw": True, "end_trigger": "failed_draw"}}),
)


def play_at_random(position, seed, most):
    """Play codes at random, chance's by their chances; yield each position before its code."""
    rng = np.random.default_rng(seed)
    for _ in range(most):
        if position.is_terminal():
            return
        if position.is_chance_node():
            codes, chances = zip(*position.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            code = int(rng.choice(codes, p=chances))
        else:
            code = int(rng.choice(position.legal_actions()))
        yield position, code
        position.apply_action(code)


@pytest.mark.parametrize(("name", "players", "ruleset"), RULES)
def test_codes_are_told_nothing_face_down_is_known_and_copies_are_the_same(name, players, ruleset):
    options = {"players": players, "ruleset": ruleset, "deals": 5, "first_seed": 70}
    position = ChancePosition(name, rounds=6, **options)
    assert position.show(None) == "before the deal"
    assert not position.observation(0).any()
    draws = 0
    for at, code in play_at_random(position, 3, 400):
        assert at.describe(code, at.current_player())
        if at.is_chance_node():
            draws += 1
        elif at.state.round and len(at.history) % 9 == 0:
            for seat in range(players):
                other = at.game.determinize(at.game.observe(at.state, seat), 7)
                seen = at.encoding.observation(at.game.observe(other, seat))
                assert seen == at.encoding.observation(at.game.observe(at.state, seat))
        if len(at.history) == 40:
            text = ChancePosition.deserialize(at.serialize())
            for twin in (copy.deepcopy(at), pickle.loads(pickle.dumps(at)), text):
                assert twin.legal_actions() == at.legal_actions()
                assert (twin.observation(1) == at.observation(1)).all()
                assert twin.child(code).history == (*at.history, code)
                assert twin.history == at.history
    assert draws > 10
    assert position.current_player() == TERMINAL
    assert sum(position.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "players", "ruleset"), RULES)
def test_draws_have_the_chances_of_hidden_worlds(name, players, ruleset):
    """The next card of many worlds that agree with a view is drawn as often as its node says."""
    nodes = import_module(f"{name}.chance_nodes")
    position = Position.new(name, players=players, ruleset=ruleset, seed=6)
    rng = np.random.default_rng(6)
    compared = 0
    for _ in range(80):
        action = position.game.legal_actions(position.state)[0]
        hidden = nodes.hide(position.state)
        after, chances = nodes.draw(hidden, action, ())
        if after is None and position.state.round:
            view = position.game.observe(hidden, position.current_player())
            worlds = (position.game.determinize(view, seed) for seed in range(300))
            found = Counter(_next_draw(position.game, world, action) for world in worlds)
            for code, chance in chances.items():
                error = np.sqrt(chance * (1 - chance) / 300)
                assert found[code] / 300 == pytest.approx(chance, abs=4 * error + 1e-9)
            assert set(found) <= set(chances)
            compared += 1
        if compared == 3:
            return
        position.apply_action(int(rng.choice(position.legal_actions())))
    pytest.fail("no node of chance was met")


def _next_draw(game, world, action):
    """Return the number of the first card or tile that an action turns up in a full state."""
    events, first = [], world.stack[0]
    game.advance(world, action, events)
    tiles = (event.tile for event in events if type(event).__name__ == "TileRevealed")
    return next(tiles) if hasattr(world, "aside") else first


# OpenSpiel


@pytest.fixture(scope="module")
def spiel():
    pytest.importorskip("pyspiel")
    import pyspiel

    import gridgames.environments.openspiel  # noqa: F401 - registers the games

    return pyspiel


SHORT = (
    "gridgames_powergrid(rounds=1,deals=9)",
    "gridgames_powergrid(rounds=1,players=4,edition=classic,map=usa,hidden_money=true)",
    "gridgames_eletrika(rounds=2)",
    "gridgames_eletrika(rounds=1,players=3,row_redraw=true)",
)
WHOLE = ("gridgames_powergrid", "gridgames_eletrika(players=3)")


@pytest.mark.parametrize(
    "text", [*SHORT, *(pytest.param(text, marks=pytest.mark.long) for text in WHOLE)]
)
def test_openspiel_finds_nothing_wrong(spiel, text):
    spiel.random_sim_test(spiel.load_game(text), 1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", SHORT)
def test_a_state_of_openspiel_shows_a_seat_what_it_sees(spiel, text):
    game = spiel.load_game(text)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[1][0])
    seat, code = state.current_player(), state.legal_actions()[-1]
    child = state.child(code)
    assert child.information_state_string(seat) == f"seat {seat}: " + " ".join(
        map(str, child.history())
    )
    assert state.observation_tensor(seat) == pytest.approx(state.position.observation(seat))
    assert state.action_to_string(seat, code) == state.position.describe(code)
    assert state.observation_string(seat) == state.position.show(seat)
    again = pickle.loads(pickle.dumps(child))
    assert again.history() == child.history()
    assert again.legal_actions() == child.legal_actions()
    assert game.new_initial_state(child.position.serialize()).history() == child.history()
    assert str(state.resample_from_infostate(seat, None)) == str(state)


def test_codes_and_parameters_that_are_none_are_refused(spiel):
    position = ChancePosition("eletrika", deals=3)
    assert position.current_player() == CHANCE
    for code in (3, -1):
        with pytest.raises(ValueError, match=r"chance may choose \[0, 1, 2\]"):
            position.apply_action(code)
    with pytest.raises(NotationError):
        ChancePosition("eletrika", deals="3")
    kind = type(spiel.load_game("gridgames_eletrika"))
    for params, key in (({"players": 7}, "players"), ({"energized": "never"}, "energized")):
        with pytest.raises(NotationError) as refusal:
            kind(params)
        assert key in refusal.value.key
    with pytest.raises(ValueError, match="no parameters"):
        spiel.load_game("gridgames_eletrika").make_py_observer(None, {"a": 1})


def test_the_example_of_the_page_runs(spiel, capsys):
    del spiel
    page = (Path(__file__).parents[2] / "docs" / "openspiel.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(block, "openspiel.md", "exec"), {})
    assert capsys.readouterr().out.strip()
