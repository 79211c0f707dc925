#!/usr/bin/env python3
"""Play Eletrika at random for a long time, and check every invariant after each action.

    scripts/deep_eletrika.py --actions 1000000 --seed 1
    scripts/deep_eletrika.py --actions 1000000 --seed 1 --jobs 2

Every game has its own rules (see ``random_rules``) and 2 to 4 players, who choose at random, with
or without a preference for lively actions. The state, the caches and the events are checked after
each action, and now and then the legal actions are compared with ``check``. The script stops at the
first failure and names the game; ``--game N`` plays only that game.
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from harness import play_deep

from eletrika import advance, apply, new_game, result, to_act
from eletrika_invariants import Watch, assert_offer, assert_sound, snapshot
from eletrika_play import random_rules, walk
from gridcommon.chance import fork, seeded

OFFER_EVERY = 100
APPLY_EVERY = 25


def play_game(seed: int, number: int) -> Counter[str]:
    """Play a game to its end, and return the counts of its actions and events."""
    rng = fork(seeded(seed), number)
    rules, rng = random_rules(rng)
    state = new_game(rules, 2 + number % 3, rng)
    seen: Counter[str] = Counter()
    assert_sound(state)
    watch = Watch(state)
    for action, _ in walk(state, rng, lively=number % 4 > 0):
        count = seen["actions"]
        if (count + number) % OFFER_EVERY == 0:
            assert_offer(state)
            seen["offers"] += 1
        twin = None
        if (count + number) % APPLY_EVERY == 0:
            before = snapshot(state)
            twin = apply(state, action)
            assert snapshot(state) == before, "apply changed its argument"
            seen["applied"] += 1
        events: list = []
        advance(state, action, events)
        assert twin is None or snapshot(twin) == snapshot(state), "apply and advance differ"
        watch.after(action, events)
        seen["actions"] += 1
        seen[type(action).__name__] += 1
        seen.update("event " + type(event).__name__ for event in events)
    assert to_act(state) is None
    assert result(state) is not None
    seen["games"] += 1
    seen["games with a lit structure"] += bool(state.lit)
    return seen


if __name__ == "__main__":
    play_deep(__doc__, play_game)
