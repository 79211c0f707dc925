"""The games for programs that learn: the tests of PettingZoo, and what those do not ask."""

import itertools
import warnings
from collections.abc import Iterator

import numpy as np
import pytest

from gridcommon.encoding import Path as CodePath
from gridcommon.encoding import Tree
from gridcommon.errors import NotationError
from gridgames.environments import Position, Runner
from gridgames.environments.position import CHOSEN

GAMES = ("powergrid", "eletrika")
RULES = (
    ("powergrid", 2, None),
    ("powergrid", 2, {"edition": "recharged", "map": "usa", "options": {"hidden_money": True}}),
    ("powergrid", 6, {"edition": "classic", "map": "germany", "options": {}}),
    ("eletrika", 2, None),
    ("eletrika", 4, {"options": {"setup_touch": "source", "ask_forests": True}}),
)


def played(position, seed, most):
    """Play by chance, and yield each position where somebody is to choose."""
    rng = np.random.default_rng(seed)
    for _ in range(most):
        if position.is_terminal():
            return
        yield position
        position.apply_action(int(rng.choice(position.legal_actions())))


def iter_paths(tree: Tree, before: CodePath = ()) -> Iterator[CodePath]:
    for number, beyond in tree.items():
        if beyond is None:
            yield (*before, number)
        else:
            yield from iter_paths(beyond, (*before, number))


@pytest.mark.parametrize(("name", "players", "ruleset"), RULES)
def test_the_paths_are_the_legal_actions(name, players, ruleset):
    position = Position.new(name, players=players, seed=5, ruleset=ruleset)
    game, encoding = position.game, position.encoding
    for at in played(position, 5, 50):
        if at.path:
            continue
        legal = list(game.legal_actions(at.state))
        paths = list(iter_paths(encoding.tree(at.state)))
        told = [encoding.action(at.state, path) for path in paths]
        assert sorted(map(repr, told)) == sorted(map(repr, legal))
        assert len(set(paths)) == len(paths)
        assert all(len(path) <= encoding.max_path_length for path in paths)
        for action in legal[:: max(1, len(legal) // 10)]:
            path = encoding.path(at.state, action)
            assert encoding.action(at.state, path) == action
            assert all(encoding.describe(code) for code in path)


@pytest.mark.parametrize(("name", "players", "ruleset"), RULES)
def test_a_seat_sees_the_same_whatever_is_hidden_and_every_place_is_named(name, players, ruleset):
    position = Position.new(name, players=players, seed=6, ruleset=ruleset)
    parts, names = list(position.parts.values()), position.column_names()
    assert parts[0].start == 0
    assert all(one.end == other.start for one, other in itertools.pairwise(parts))
    assert position.parts[CHOSEN].end == len(position.observation(0)) == len(set(names))
    assert position.redrawn(0, 1).state.stack != position.state.stack
    features, kinds = position.encoding.feature_names, set()
    assert len(set(features)) == len(features)
    for number, at in enumerate(played(position, 6, 90)):
        found = at.action_features()
        assert found.dtype == np.float32
        assert found.shape == (len(at.legal_actions()), len(features))
        assert np.abs(found).max() <= 20
        kinds |= set(np.flatnonzero(found.any(axis=0)))
        for seat in range(players if number % 6 == 0 else 0):
            other = at.redrawn(seat, 1000 + number)
            assert (other.observation(seat) == at.observation(seat)).all()
            seen = at.encoding.observation(at.game.observe(at.state, seat))
            assert all(0 <= place < position.parts[CHOSEN].start for place in seen)
    assert len(kinds) > len(features) / 2


@pytest.mark.parametrize("name", GAMES)
def test_what_all_got_adds_up_to_nothing_and_a_clone_goes_its_own_way(name):
    position = Position.new(name, players=3, seed=2)
    start = position.parts["turn" if name == "eletrika" else "to act"].start
    own = position.current_player()
    seen = [position.observation((own + after) % 3)[start : start + 3] for after in range(3)]
    assert np.array_equal(seen, [[1, 0, 0], [0, 0, 1], [0, 1, 0]]), "from the own seat on"
    for number, at in enumerate(played(position, 2, 5000)):
        assert at.returns() == [0, 0, 0]
        if number % 50 == 9:
            before, code = at.observation(0), at.legal_actions()[0]
            twin, again = at.clone(), at.clone()
            for one in (twin, again):
                one.apply_action(code)
            assert (at.observation(0) == before).all()
            assert (twin.observation(0) == again.observation(0)).all()
    assert position.is_terminal()
    assert position.current_player() is None
    assert sum(position.returns()) == pytest.approx(0)
    assert max(position.returns()) > 0


def test_a_game_that_nobody_ends_is_broken_off_and_nobody_is_asked_for_bots():
    bots = {0: "easy", 2: "random"}
    position = Position.new("powergrid", players=3, seed=2, rounds=4, bots=bots)
    for at in played(position, 2, 5000):
        assert (at.state.round <= 4, at.current_player()) == (True, 1)
    assert position.is_broken_off
    assert position.returns() == [0, 0, 0]
    runner = Runner("eletrika", 4, players=2, seed=1, bots={1: "random"})
    found = [position.current_player() for position in runner.positions]
    assert found == [0, 1, 0, 1], "bots change seats from game to game"


@pytest.mark.parametrize(
    ("name", "more", "key"),
    [
        ("powergrid", {"players": 7}, "players"),
        ("chess", {}, "game"),
        ("eletrika", {"ruleset": {"options": {"energized": "no"}}}, "ruleset.options.energized"),
        *(("powergrid", {"bots": bots}, ...) for bots in ({2: "easy"}, {0: "clever"})),
        ("powergrid", {"bots": {0: "easy", 1: "easy"}}, ...),
    ],
)
def test_what_cannot_be_is_refused_by_its_key(name, more, key):
    with pytest.raises(NotationError) as problem:
        Position.new(name, **{"players": 2} | more)
    assert key in (..., problem.value.key)


def test_a_number_that_may_not_be_chosen_is_refused_and_higher_bids_have_higher_features():
    position = Position.new("powergrid", players=3, seed=1)
    for code, said in ((1, r"1 \(pass\) may not"), (99999, "no number: there are")):
        with pytest.raises(ValueError, match=said):
            position.apply_action(code)
    assert position.path == ()
    position.apply_action(position.legal_actions()[0])  # a plant, then the bid
    column = position.encoding.feature_names.index("Elektro")
    assert (np.diff(position.action_features()[:, column]) > 0).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_runner_plays_the_same_games_as_positions_do(name):
    rng, one, two = np.random.default_rng(4), Runner(name, 3, seed=8), Runner(name, 3, seed=8)
    for _ in range(60):
        codes = np.array([chosen(rng, mask) for mask in one.masks])
        for found, again in zip(one.step(codes), two.step(codes), strict=True):
            assert (found == again).all()
        assert (one.players == two.players).all()
    assert (one.observations == two.observations).all()
    for place, position in enumerate(one.positions):
        seat = position.current_player()
        assert (one.observations[place] == position.observation(seat)).all()
        assert (one.masks[place] == position.legal_actions_mask()).all()


# PettingZoo


@pytest.fixture
def env():
    pytest.importorskip("pettingzoo")
    from gridgames.environments import env

    return env


def chosen(rng, mask):
    return int(rng.choice(np.flatnonzero(mask)))


def played_by_agents(table, seed):
    """Play a game to its end by chance, and yield who acts, with what is to get and how it ends."""
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in table.agent_iter():
        seen, reward, over, broken, _ = table.last()
        yield agent, reward, over, broken
        table.step(None if over or broken else chosen(rng, seen["action_mask"]))


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(env, name):
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # A dictionary with a mask is what the games of PettingZoo itself have; it knows their names
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(env(name, players=3), num_cycles=100)
        seed_test(lambda: env(name, players=2), num_cycles=30)


def test_an_agent_learns_against_bots(env):
    table = env("eletrika", players=2, bots={0: "random"}, render_mode="ansi")
    agents, rewards, *_ = zip(*played_by_agents(table, 3), strict=True)
    assert set(agents) == {"player_1"}
    assert rewards[-1] in {-1.0, 0.0, 1.0}
    assert "random (White): " in table.render()


@pytest.mark.parametrize("every", [False, True])
def test_a_runner_asks_for_forced_choices_only_if_wanted(every):
    runner, rng = Runner("powergrid", 1, seed=8, ask_forced=every), np.random.default_rng(8)
    counts = set()
    for _ in range(100):
        counts.add(int(runner.masks.sum()))
        runner.step(np.array([chosen(rng, mask) for mask in runner.masks]))
    assert (1 in counts) is every


def test_a_game_that_is_broken_off_is_truncated_and_a_mode_that_is_none_refused(env):
    with pytest.raises(ValueError, match="render_mode 'loud': one of ansi, rgb_array, human"):
        env("eletrika", render_mode="loud")
    table = env("powergrid", players=2, rounds=1)
    ends = {(over, broken) for _, _, over, broken in played_by_agents(table, 1)}
    assert ends == {(False, False), (False, True)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("wrong", ["3", 2.5, [], True], ids=repr)
def test_numbers_that_are_none_are_refused(name, wrong):
    position = Position.new(name, players=2, seed=1)
    for key, read in {
        "players": lambda: Position.new(name, players=wrong),
        "seed": lambda: Position.new(name, players=2, seed=wrong),
        "rounds": lambda: Position.new(name, players=2, rounds=wrong),
        "bots": lambda: Position.new(name, players=2, bots=[wrong]),
        "code": lambda: position.apply_action(wrong),
        "seat": lambda: position.observation(wrong),
        "rng": lambda: position.redrawn(0, wrong),
        "count": lambda: Runner(name, wrong, players=2),
    }.items():
        with pytest.raises(NotationError) as refusal:
            read()
        assert refusal.value.key == key
    for read in (
        lambda: position.describe(wrong),
        lambda: Runner(name, 1, players=2, seed=wrong),
        lambda: Position.new(name, players=2, bots={0: wrong}),
    ):
        with pytest.raises(NotationError):
            read()
