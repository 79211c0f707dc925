"""Everything pickles, copies deeply and crosses processes, and a pickle knows its version."""

import copy
import copyreg
import pickle
import pickletools
from dataclasses import is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eletrika
import powergrid
from any_positions import STATES
from gridcommon.chance import draw, seeded
from gridcommon.errors import NotationError
from gridcommon.lazy_actions import LazyActions
from gridcommon.pickling import VERSION, restore
from gridgames.environments import Position, Runner, env

GAMES = {"powergrid": powergrid, "eletrika": eletrika}
WAYS = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def played(game, state, seed, count=25):
    """Play by chance, and return the actions with their events."""
    rng, made = seeded(seed), []
    for _ in range(count):
        if not (actions := game.legal_actions(state)):
            break
        place, rng = draw(rng, len(actions))
        action, events = actions[place], []
        game.advance(state, action, events)
        made.append((action, events))
    return made


def numbers(value):
    """Return all whole numbers in a pickle of a value, in order."""
    return [arg for _, arg, _ in pickletools.genops(pickle.dumps(value)) if type(arg) is int]


def contains(whole, part):
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


@settings(max_examples=12, deadline=None)
@given(STATES, st.integers(0, 1000), st.sampled_from(WAYS))
def test_a_position_of_any_game_comes_back_and_plays_on_alike(found, seed, way):
    game, state = found
    seat = game.to_act(state) or 0
    view, actions = game.observe(state, seat), game.legal_actions(state)
    assert way(view) == view
    assert list(way(actions)) == list(actions)
    assert way(state.ruleset) == state.ruleset
    twin = way(state.copy())
    assert twin == state
    whole = game.determinize(view, 5)
    assert game.determinize(way(view), 5) == whole
    if (result := game.result(state)) is not None:
        assert way(result) == result
    if way is not copy.copy:  # which shares the lists
        made = played(game, twin, seed)
        assert way(made) == made == played(game, state, seed)
        assert twin == state


@given(STATES)
def test_apply_leaves_its_argument_alone_and_agrees_with_advance(found):
    game, state = found
    before, twin = copy.deepcopy(state), state.copy()
    for name in type(state).__dataclass_fields__:
        value = getattr(state, name)
        assert not isinstance(value, dict | list) or getattr(twin, name) is not value, name
    for action in game.legal_actions(state)[::7][:8]:
        after, twin = game.apply(state, action), state.copy()
        assert twin == before
        game.advance(twin, action, [])
        assert twin == after != state
        for other in game.legal_actions(after)[:3]:
            game.apply(after, other)
        assert twin == after
        assert state == before


@settings(max_examples=12, deadline=None)
@given(STATES)
def test_a_pickled_view_holds_nothing_hidden(found):
    """Neither the generator, nor the stack; and it is that of any state that looks the same."""
    game, state = found
    seat = game.to_act(state) or 0
    view = game.observe(state, seat)
    other = game.determinize(view, 7)
    for value in (view, game.legal_actions(state), game.legal_actions(view.public)):
        seen = numbers(value)
        assert state.rng not in seen
        stack = [card for card in state.stack[getattr(state, "under", 0) :] if card > 0]
        assert len(stack) < 4 or not contains(seen, stack)
    if getattr(state.ruleset, "hidden_money", False) or getattr(state, "unsettled", ()):
        return  # what is supposed of money is seen by others
    assert game.observe(other, seat) == view
    assert sorted(numbers(game.observe(other, seat))) == sorted(numbers(view))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", WAYS[1:])
def test_environments_go_on_as_they_were(name, way):
    position = Position.new(name, players=3, seed=4, bots={1: "easy"})
    runner, table = Runner(name, 2, seed=3), env(name)
    table.reset(seed=5)
    for _ in range(7):
        position.apply_action(position.legal_actions()[0])
    twin, other, again = way(position), way(runner), way(table)
    assert type(twin.game) is type(position.game)
    for _ in range(20):
        code, codes = position.legal_actions()[-1], runner.masks.argmax(1)
        mask = table.observe(table.agent_selection)["action_mask"]
        assert twin.legal_actions() == position.legal_actions()
        assert (other.masks == runner.masks).all()
        assert (again.observe(again.agent_selection)["action_mask"] == mask).all()
        for one in (position, twin):
            one.apply_action(code)
        for one in (table, again):
            one.step(int(mask.argmax()))
        assert twin.state == position.state
        for one, two in zip(other.step(codes), runner.step(codes), strict=True):
            assert (one == two).all()


def subclasses(kind):
    return [one for found in kind.__subclasses__() for one in (found, *subclasses(found))]


def test_every_value_of_a_state_is_pickled_with_its_version():
    """A dataclass that nobody has declared would be read by the place of its fields."""
    for game in GAMES.values():
        state = game.new_game(game.Ruleset(), 2, 7, game.Setup())
        made = played(game, state, 3, 400)
        pending, seen = [state, game.observe(state, 0), game.result(state), made], set()
        while pending:
            value = pending.pop()
            if is_dataclass(value):
                seen.add(type(value))
                pending += copyreg.dispatch_table[type(value)](value)[1]  # what is pickled
            elif isinstance(value, list | tuple):
                pending += value
            elif isinstance(value, dict):
                pending += value.values()
        assert len(seen) > 15

    found = [one for one in subclasses(LazyActions) if not one.__subclasses__()]
    assert len(found) >= 3
    assert [kind for kind in found if kind not in copyreg.dispatch_table] == []


def test_a_pickle_of_another_version_is_refused():
    raw = pickle.dumps(powergrid.Open(0, 4, 6))
    assert pickle.loads(raw) == powergrid.Open(0, 4, 6)
    with pytest.raises(NotationError) as problem:
        restore(VERSION + 1, "powergrid.actions:Open seat plant bid", 0, 4, 6)
    assert str(problem.value) == f"a pickle of version {VERSION + 1}; this program reads version 1"
    with pytest.raises(NotationError, match=r": powergrid\.actions:Ofen is unknown here$"):
        pickle.loads(raw.replace(b":Open", b":Ofen"))
    known = r": expected powergrid\.actions:Open seat plant bid, found .* seat plant sum$"
    with pytest.raises(NotationError, match=known):
        pickle.loads(raw.replace(b"plant bid", b"plant sum"))
