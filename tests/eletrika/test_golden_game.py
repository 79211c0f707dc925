"""The golden game: how many actions are legal at each step, and what each leads to."""

import json

import eletrika
from eletrika import (
    action_from_json,
    advance,
    check,
    legal_actions,
    result,
    result_facts,
)
from eletrika_golden import GOLDEN, digest
from eletrika_invariants import Watch, assert_sound
from gridcommon.game_loop import start
from gridcommon.records import Header


def test_the_golden_game():
    lines = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    first, *steps, last = lines
    header = Header(first["game"], first["ruleset"], tuple(first["players"]), None, first["setup"])
    state = start(eletrika, header)
    watch = Watch(state)
    for number, step in enumerate(steps, start=2):
        action = action_from_json(step["action"])
        assert len(legal_actions(state)) == step["legal"], f"line {number}"
        assert check(state, action) is None, f"line {number}"
        events = []
        advance(state, action, events)
        watch.after(action, events)
        assert digest(state) == step["digest"], f"line {number}"
    assert result_facts(result(state)) == last["result"]
    assert_sound(state)
