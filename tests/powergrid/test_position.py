"""Positions as text and as JSON: read back as they were, dealt on from, and all faults at once."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gridcommon.errors import NotationError, NotationErrors
from powergrid import (
    Position,
    format_position,
    parse_position,
    to_position,
)
from powergrid.position_fields import full_facts
from powergrid.tables import STEP3, UNKNOWN
from powergrid_play import positions

NAMES = ("Ana", "player 2", "normal 2", 'x "q": #; é', "E, F", "")
THREE = "powergrid\nA:\nB:\nC:\n"


def names_of(state):
    return (*NAMES[: state.terms.seats - 1], "Z")


@given(positions(), st.booleans(), st.integers(0, 10**6))
@pytest.mark.rule("PG-SETUP-10", "PG-STEP-06")
def test_every_position_of_play_is_read_back(state, cards, seed):
    """A stack that is only counted is dealt of what nobody has seen."""
    names = names_of(state)
    position = to_position(state, names, cards=cards)
    text = format_position(position)
    again = parse_position(text)
    assert again.names == names
    assert again.ruleset == state.ruleset
    assert max(map(len, text.splitlines())) <= 80
    table = position.table()
    assert set(table.stack) <= {UNKNOWN}
    dealt = again.state(seed)
    facts, found = full_facts(state), full_facts(dealt)
    if not cards:
        facts.pop("stack")
        found.pop("stack")
    assert found == facts
    assert format_position(to_position(again.state(), names, cards=cards)) == text
    assert Position.from_json(json.loads(json.dumps(position.to_json()))) == position
    assert dealt.stack == position.state(seed).stack
    assert len(dealt.stack) == len(table.stack) == len(state.stack)
    assert (STEP3 in dealt.stack) == (STEP3 in state.stack)
    assert dealt.top_back == table.top_back == state.top_back
    if STEP3 in state.stack:
        assert dealt.buried == state.buried
    shown = [*dealt.stack, *dealt.plant_market, *dealt.cartel_plants]
    shown += [plant for plants in dealt.plants for plant in plants]
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize(
    ("buried", "others"), [((24, 25), 2), ((12, 13), 1), ((12, 24), 1), ((12, 24, 25), 0)]
)
@pytest.mark.rule("PG-SETUP-10", "PG-STEP-06")
def test_the_stack_of_step_3_is_what_was_seen_and_others_by_seed(buried, others):
    cards = " ".join(map(str, buried))
    seen = f"stack {len(buried) + others}\nburied {cards}\ntop socket"
    text = THREE + f"step 3\nplants 31 32 33 34 35 36\n{seen}"
    stacks = {tuple(parse_position(text).state(seed).stack) for seed in range(8)}
    assert len(stacks) > (4 if others else 1)
    for stack in stacks:
        assert {*buried} <= set(stack)
        assert len(stack) == len(buried) + others
        assert not set(stack) & {31, 32, 33, 34, 35, 36}
        assert stack[0] > 15  # a socket


def test_a_text_without_end_is_refused_and_not_every_fault_is_told():
    with pytest.raises(NotationError):
        parse_position("x" * (1 << 17) + "y")
    with pytest.raises(NotationErrors) as caught:
        parse_position("x\n" * 10_000)
    assert len(caught.value.problems) == 41
    assert caught.value.problems[-1].values == {"most": 40}


@given(st.text(alphabet='ABC:;,# \n"\\0139aeinoprstu', max_size=200))
@example('A "\\')
@example("A:\n B")
@example(";;:")
def test_no_text_is_read_wrongly(text):
    try:
        position = parse_position(text)
    except NotationErrors as faulty:
        told = str(faulty)
    else:
        told = format_position(position)
        assert parse_position(told).names == position.names
    assert told
