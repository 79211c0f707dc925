"""How many sequences of actions there are from fixed positions, and a golden game."""

import json

import pytest

import eletrika
from eletrika import (
    action_from_json,
    advance,
    apply,
    check,
    legal_actions,
    new_game,
    result,
    result_facts,
)
from eletrika.ruleset import Ruleset
from eletrika.setup import Setup
from eletrika_games import DRAWS, table
from eletrika_golden import GOLDEN, digest
from eletrika_invariants import Watch, assert_sound
from gridcommon.game_loop import start
from gridcommon.records import Header

LIT = "0,0 src\n0,1 ? U:W\n1,1 ? T:W2\n2,1 ? S:K\n3,1 ? P:W\n4,1 ? C:K\n5,1 ?\n"
STUCK = LIT.replace("5,1 ?\n", "") + "row llllll llllll llllll\n"
LAST = LIT + "round 4\nlast 4\nfirst K\n"  # White ends the game


def dealt(*, is_begun):
    state = new_game(Ruleset(), 2, None, Setup.from_json(DRAWS | {"first": 0}))
    while is_begun and state.round == 0:
        advance(state, legal_actions(state)[0])
    return state


POSITIONS = {
    "set-up": lambda: dealt(is_begun=False),
    "first turn": lambda: dealt(is_begun=True),
    "lit": lambda: table(LIT),
    "stuck": lambda: table(STUCK),
    "last turn": lambda: table(LAST),
    "all options": lambda: table(
        LIT, stuck_may_score=True, abandon_zero=True, reoccupy=True, ask_forests=True,
        two_pawns_count=True, marker_recall="owner",
    ),
}  # fmt: skip


def count(state, length):
    """Return the number of sequences of so many actions."""
    actions = legal_actions(state)
    if length == 1:
        return len(actions)
    return sum(count(apply(state, action), length - 1) for action in actions)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("set-up", (22, 540)),
        ("first turn", (682, 472496)),  # 672 tiles and 10 builds
        # 10 open and 7 closed cells x 3 tiles, 7 abandons, 3 sets, a Pole beside the City
        ("lit", (122, 2436)),
        # 7 of White's, 3 of Black's, then what White has left, or a pass: 27 + 9 + 3
        ("stuck", (7, 21, 39)),
        ("last turn", (122, 1036, 0)),
        ("all options", (128, 4218)),
    ],
)
def test_the_number_of_sequences_of_actions(name, counts):
    state = POSITIONS[name]()
    assert tuple(count(state, length) for length in range(1, len(counts) + 1)) == counts


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
