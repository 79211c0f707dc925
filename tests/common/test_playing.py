"""The game loop, the recorder and the strict replay, on the heap of the toy game.

What a replay says of lines that differ is in the transcript ``toy/replayed-strictly``.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

import toy
from common_rows import rows_of
from gridcommon.errors import IllegalAction, NotationError
from gridcommon.game_loop import (
    SAMPLED,
    header,
    play,
    play_recorded,
    replay,
    start,
)
from gridcommon.records import format_line, read_record
from toy import Take


class Always:
    """Takes the same number, whatever is legal, and remembers the views it was given."""

    def __init__(self, count: int, seat: int | None = None, *, needs_view: bool = True) -> None:
        self.count, self.seat, self.needs_view = count, seat, needs_view
        self.seen: list[toy.View | None] = []

    def choose(self, view: toy.View, actions: Sequence[Take]) -> Take:
        self.seen.append(view)
        return Take(actions[0].seat if self.seat is None else self.seat, self.count)


def new(heap: int = 7, seats: int = 2) -> toy.State:
    return toy.new_game(toy.Ruleset(heap), seats, None, toy.Setup(0))


def record(state: toy.State, bots: Sequence[Any], seed: int | None = None) -> list[str]:
    first = header(toy, state, [f"P{seat}" for seat in range(len(state.taken))], seed)
    return [format_line(first.to_json()), *play_recorded(toy, state, play(toy, state, bots))]


def replayed(lines: Sequence[str | bytes]) -> list[Any]:
    """Return each line of a record after its header, as it was replayed."""
    first, rest = read_record(lines, "nim.jsonl")
    return list(replay(toy, start(toy, first), rest, "nim.jsonl"))


# The loop


def test_a_game_is_played_move_by_move_to_its_end():
    state = new(7)
    found = []
    for action, events in play(toy, state, [Always(3), Always(1)]):
        assert state.actor != action.seat, "it is made before it is told"
        found.append((action, [str(one) for one in events]))
    assert found == [
        (Take(0, 3), ["4 things left"]),
        (Take(1, 1), ["3 things left"]),
        (Take(0, 3), ["0 things left"]),
    ]
    assert toy.result(state).winners == (0,)
    assert list(play(toy, state, [])) == []
    bots = [Always(1), Always(1), Always(2, needs_view=False)]
    again = play(toy, new(20, seats=3), bots, with_events=False)
    assert {str(events) for _, events in again} == {"[]"}
    assert [{view and view.seat for view in bot.seen} for bot in bots] == [{0}, {1}, {None}]


@pytest.mark.parametrize(
    ("bot", "rule"),
    [(Always(4), "NI-TAKE-01"), (Always(0), "NI-TAKE-01"), (Always(1, seat=1), "NI-TAKE-02")],
)
def test_a_bot_that_breaks_a_rule_is_stopped_before_anything_changes(bot, rule):
    state = new(7)
    with pytest.raises(IllegalAction) as caught:
        next(play(toy, state, [bot, bot]))
    assert (caught.value.refusal.rule, type(caught.value.action)) == (rule, Take)
    assert state == new(7)


@pytest.mark.parametrize("sample", [0, 7, 99, -1, 1207])
def test_of_trusted_seats_one_action_in_a_hundred_is_checked(sample):
    made, heap = [], 3 * SAMPLED

    def check(state, action):
        made.append(heap - state.left)
        return toy.check(state, action)

    game = SimpleNamespace(**vars(toy) | {"check": check})
    list(play(game, new(heap), [Always(1)] * 2, trusted=range(2), sample=sample))
    assert made == [number for number in range(heap) if number % SAMPLED == sample % SAMPLED]
    made.clear()
    list(play(game, new(40), [Always(1)] * 2, trusted={0}, sample=50))
    assert [heap - number for number in made] == list(range(39, 0, -2)), "the other seat always"
    with pytest.raises(IllegalAction):
        list(play(toy, new(40), [Always(1), Always(4)], trusted={0}, sample=50))


# The record


# The replay

DONE = record(new(7), [Always(3), Always(1)], 5)[:-1]
HEAD = DONE[0]
TAKE = '{"seat":%d,"do":"take","count":%d}'


def judged(check: str | bytes) -> tuple[Any, ...]:
    """Return what a replay makes of a line after the first one."""
    text = check if isinstance(check, bytes) else check.encode()
    lines = [HEAD.encode() + b"\n", text + b"\r\n", TAKE.encode() % (0, 4)]
    try:
        found = replayed(lines)
    except NotationError as problem:
        return str(problem), problem.source, problem.line, problem.key
    return tuple((line.number, line.kind, dict(line.data), why) for line, _, why in found)


BYTES = b'{"check":{"left":"\xff"}}'


@pytest.mark.parametrize(("check", "found"), [*rows_of("check"), (BYTES, "unread")])
def test_a_check_line_is_compared_with_the_facts(check, found):
    for line in (check, check + (b" " if isinstance(check, bytes) else " ") * (200 - len(check))):
        told = judged(line)
        if found == "unread":
            assert isinstance(told[0], str)
            assert told[1:3] == ("nim.jsonl", 2)
        else:
            assert (told[0][3] is None) == (found == "holds")
