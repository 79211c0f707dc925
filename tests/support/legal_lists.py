"""What legal actions are drawn from, and the assertion that they behave like a list."""

import copy
import pickle
from contextlib import suppress
from dataclasses import fields, replace
from itertools import combinations, groupby, product
from random import Random

import pytest

from powergrid import (
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.powering import fuel_needs
from powergrid.tables import CITY_NAMES


def powergrid_candidates(state):
    """Yield what the seat to act might do, in order, and much that nobody can."""
    seat, cities = max(state.actor, 0), range(len(CITY_NAMES))
    purse, stock, plants = state.money[seat] + 2, state.fuel[seat], state.plants[seat]
    yield from (PlaceCartel(seat, city) for city in cities)
    yield from (MarkStart(seat, city) for city in cities)
    if state.surplus:
        for plant, lost in product(plants, product(*(range(count + 2) for count in stock))):
            yield Scrap(seat, plant, lost)
    for plant in sorted({*state.plant_market, *plants, 3, 50}):
        yield from (Open(seat, plant, bid) for bid in range(-1, purse))
    yield from (Bid(seat, amount) for amount in range(-1, purse))
    yield from (Decline(seat), Pass(seat))
    yield from (Buy(seat, good, count) for good in range(5) for count in range(30))
    yield from (Build(seat, city) for city in cities)
    yield Done(seat)
    plants = sorted({*plants, 5, 9})
    for count in range(len(plants) + 1):
        for running in combinations(plants, count):
            (coal, oil, garbage, uranium), hybrids = fuel_needs(running)
            for part in range(-1, sum(hybrids) + 2):
                burn = (coal + part, oil + sum(hybrids) - part, garbage, uranium)
                yield Run(seat, running, burn)
                yield Run(seat, running, (coal + part + 1, *burn[1:]))


def assert_like(actions, listed):
    """Assert that legal actions behave like a list of the same actions, grouped by kind."""
    assert len(actions) == len(listed)
    assert bool(actions) == bool(listed)
    assert [actions[place] for place in range(len(listed))] == listed
    assert list(actions) == listed
    _assert_like(actions, listed)
    assert len(actions.kinds) == len({type(action) for action in listed})
    parts = [list(group) for _, group in groupby(listed, key=type)]
    assert [list(kind) for kind in actions.kinds] == parts
    for kind, part in zip(actions.kinds, parts, strict=True):
        if not isinstance(kind, list | tuple):
            _assert_like(kind, part)


def _assert_like(actions, listed):
    """Assert that the same questions get the same answers."""
    count = len(listed)
    assert [actions[place] for place in range(-count, count)] == listed + listed
    assert list(reversed(actions)) == listed[::-1]
    for cut in (slice(2, 9), slice(None, None, 7), slice(-5, None), slice(None, None, -3)):
        assert actions[cut] == listed[cut]
    for wrong in (count, -count - 1):
        with pytest.raises(IndexError):
            actions[wrong]
    assert actions == listed
    assert actions != [*listed[1:], None]
    for other in [*listed[:: 1 + count // 9], *_strange(listed)]:
        assert (other in actions) == (other in listed), other
        assert actions.count(other) == listed.count(other)
        if other in listed:
            assert actions.index(other) == listed.index(other)
        else:
            with pytest.raises(ValueError, match="is not"):
                actions.index(other)
    for twin in (pickle.loads(pickle.dumps(actions)), copy.copy(actions), copy.deepcopy(actions)):
        assert list(twin) == listed
        assert twin == actions
    with pytest.raises(TypeError):
        hash(actions)


def _strange(listed):
    """Yield what is not legal, and what is not even an action."""
    yield from (None, 3, "pass", (), [])
    for action in listed[:: 1 + len(listed) // 3]:
        for field in fields(action):
            for value in (-1, 1.0, True, 10**30, None, "x", (1, 2), getattr(action, field.name)):
                with suppress(TypeError):  # compiled actions hold no values of other types
                    yield replace(action, **{field.name: value})


def assert_picks(actions, times=20):
    """Assert that what is picked is legal, and that the same numbers pick the same."""
    one, other = Random(times), Random(times)
    for _ in range(times):
        action = actions.pick(one)
        assert action in actions
        assert actions.pick(other) == action
