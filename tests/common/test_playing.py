"""The game loop, the recorder and the strict replay, on a game of one heap.

Nim: seats in turn take one to three things from the heap; who takes the last wins. A coin that
nobody sees decides how large the heap is, so that there is something to draw and to hide.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridcommon.chance import choose, draw, fork, seeded
from gridcommon.contract import Game
from gridcommon.errors import IllegalAction, NotationError, Refusal
from gridcommon.game_loop import SAMPLED, ReplayMismatch, play, play_recorded, replay
from gridcommon.records import Header, UnreadFacts, format_line, read_record


@dataclass(frozen=True, slots=True)
class Take:
    seat: int
    count: int


@dataclass(slots=True)
class Heap:
    left: int
    seats: int
    seat: int
    hidden: int
    winner: int | None = None
    round: int = 1  # as the contract says; nothing goes round here

    def copy(self) -> "Heap":
        return Heap(self.left, self.seats, self.seat, self.hidden, self.winner)


@dataclass(frozen=True, slots=True)
class Sight:
    left: int
    seats: int
    seat: int


class Nim:
    """The game; an object stands in for the module."""

    NAME = "nim"

    def to_act(self, state: Heap) -> int | None:
        return state.seat if state.winner is None else None

    def legal_actions(self, state: Heap) -> list[Take]:
        takes = [Take(state.seat, count) for count in range(1, 4)]
        return [take for take in takes if self.check(state, take) is None]

    def check(self, state: Heap, action: Take) -> Refusal | None:
        if state.winner is not None:
            return Refusal("NIM-END-01", "the game is over")
        if action.seat != state.seat:
            return Refusal("NIM-TURN-01", "seat {seat} is to act", seat=state.seat)
        if not 1 <= action.count <= min(3, state.left):
            return Refusal("NIM-TAKE-01", "{count} of {left}", count=action.count, left=state.left)
        return None

    def apply(self, state: Heap, action: Take) -> Heap:
        if refusal := self.check(state, action):
            raise IllegalAction(action, refusal)
        after = state.copy()
        self.advance(after, action, None)
        return after

    def advance(self, state: Heap, action: Take, events: list[Any] | None) -> None:
        state.left -= action.count
        if events is not None:
            events.append(("taken", action.count))
        if state.left == 0:
            state.winner = state.seat
        state.seat = (state.seat + 1) % state.seats
        if events is not None and state.seat == 0:
            events.append(("round", state.left))

    def observe(self, state: Heap, seat: int) -> Sight:
        return Sight(state.left, state.seats, seat)

    def spectate(self, state: Heap) -> Heap:
        return state.copy()

    def determinize(self, view: Sight, rng: int) -> Heap:
        hidden, _ = draw(rng, 2)
        return Heap(view.left, view.seats, view.seat, hidden)

    def result(self, state: Heap) -> int | None:
        return state.winner

    def start(self, header: Header) -> Heap:
        hidden = header.setup.get("hidden")
        if hidden is None:
            hidden, _ = draw(seeded(header.seed or 0), 2)
        return Heap(header.ruleset["heap"] + hidden, len(header.players), 0, hidden)

    def header(self, state: Heap, players: Sequence[str], seed: int | None) -> Header:
        ruleset = {"heap": state.left - state.hidden}
        return Header(self.NAME, ruleset, tuple(players), seed, {"hidden": state.hidden})

    def action_from_json(self, data: Mapping[str, Any]) -> Take:
        if data["do"] != "take":
            raise NotationError("{do} is no action of nim", do=data["do"], key="do")
        if not isinstance(data.get("count"), int):
            raise NotationError("expected a whole number", key="count")
        return Take(data["seat"], data["count"])

    def action_to_json(self, action: Take) -> dict[str, Any]:
        return {"seat": action.seat, "do": "take", "count": action.count}

    def is_checkpoint(self, events: Sequence[Any]) -> bool:
        return any(name == "round" for name, _ in events)

    def facts(self, state: Heap) -> dict[str, Any]:
        return {"left": state.left, "to_act": self.to_act(state), "pair": (state.seats, True)}

    def result_facts(self, result: int) -> dict[str, Any]:
        return {"winners": [result], "decided_by": "NIM-END-02"}


NIM: Game[Heap, Take, Sight, int] = Nim()


class Chancer:
    """Takes what its own generator says, and keeps the views it was given."""

    def __init__(self, rng: int) -> None:
        self.rng = rng
        self.seen: list[object] = []
        self.needs_view = True

    def choose(self, view: Sight, actions: Sequence[Take]) -> Take:
        self.seen.append(view)
        action, self.rng = choose(actions, self.rng)
        return action


class Always:
    """Takes the same number, whatever is legal."""

    def __init__(self, count: int, seat: int | None = None) -> None:
        self.count, self.seat = count, seat

    def choose(self, view: Sight, _actions: Sequence[Take]) -> Take:
        return Take(view.seat if self.seat is None else self.seat, self.count)


def new(heap: int = 7, seats: int = 2) -> Heap:
    return Heap(heap, seats, 0, 0)


def record(state: Heap, bots: Sequence[Any], seed: int | None = None) -> list[str]:
    header = NIM.header(state, [f"P{seat}" for seat in range(state.seats)], seed)
    return [format_line(header.to_json()), *play_recorded(NIM, state, play(NIM, state, bots))]


def replayed(lines: Sequence[str]) -> list[ReplayMismatch | None]:
    """Return what each line of a record differs in, after its header."""
    header, rest = read_record(lines, "nim.jsonl")
    return [found for _, _, found in replay(NIM, NIM.start(header), rest, "nim.jsonl")]


# The loop


def test_a_game_is_played_to_its_end():
    state = new(7)
    moves = [(action, list(events)) for action, events in play(NIM, state, [Always(3), Always(1)])]
    assert moves == [
        (Take(0, 3), [("taken", 3)]),
        (Take(1, 1), [("taken", 1), ("round", 3)]),
        (Take(0, 3), [("taken", 3)]),
    ]
    assert (state.left, state.winner) == (0, 0)


def test_a_move_is_made_before_it_is_told():
    state = new(7)
    for action, _ in play(NIM, state, [Always(2), Always(1)]):
        assert state.seat != action.seat
        if state.left == 4:
            break
    assert state.left == 4


def test_a_finished_game_has_no_moves():
    state = new(1)
    assert len(list(play(NIM, state, [Always(1)] * 2))) == 1
    assert list(play(NIM, state, [])) == []


def test_each_seat_sees_its_own_view_and_no_more():
    bots = [Chancer(fork(1, seat)) for seat in range(3)]
    state = new(20, seats=3)
    list(play(NIM, state, bots))
    for seat, bot in enumerate(bots):
        assert bot.seen
        assert all(isinstance(view, Sight) and view.seat == seat for view in bot.seen)


def test_no_view_is_made_for_a_bot_that_needs_none():
    blind = Chancer(1)
    blind.needs_view = False
    list(play(NIM, new(20), [blind, Chancer(2)]))
    assert set(blind.seen) == {None}


def test_no_events_are_made_for_who_wants_none():
    state = new(7)
    moves = play(NIM, state, [Always(3), Always(1)], with_events=False)
    assert [events for _, events in moves] == [[], [], []]
    assert state.winner == 0


@pytest.mark.parametrize(
    ("bot", "rule"),
    [
        (Always(4), "NIM-TAKE-01"),
        (Always(0), "NIM-TAKE-01"),
        (Always(1, seat=1), "NIM-TURN-01"),
    ],
)
def test_a_bot_that_breaks_a_rule_is_stopped_before_anything_changes(bot, rule):
    state = new(7)
    before = state.copy()
    with pytest.raises(IllegalAction) as caught:
        next(play(NIM, state, [bot, bot]))
    assert caught.value.refusal.rule == rule
    assert isinstance(caught.value.action, Take)
    assert state == before


class Watched(Nim):
    """Nim that remembers the heaps at which an action was checked."""

    def __init__(self) -> None:
        self.checked: list[int] = []

    def legal_actions(self, state: Heap) -> list[Take]:
        return [Take(state.seat, 1)]

    def check(self, state: Heap, action: Take) -> Refusal | None:
        self.checked.append(state.left)
        return super().check(state, action)


@pytest.mark.parametrize("sample", [0, 7, 99, -1, 1207])
def test_of_trusted_seats_one_action_in_a_hundred_is_checked(sample):
    game, heap = Watched(), 3 * SAMPLED
    list(play(game, new(heap), [Always(1)] * 2, trusted=range(2), sample=sample))
    made = [heap - left for left in game.checked]
    assert made == [number for number in range(heap) if number % SAMPLED == sample % SAMPLED]


def test_a_seat_that_is_not_trusted_is_always_checked():
    game = Watched()
    list(play(game, new(40), [Always(1)] * 2, trusted={0}, sample=50))
    assert game.checked == list(range(39, 0, -2))
    with pytest.raises(IllegalAction):
        list(play(game, new(40), [Always(1), Always(4)], trusted={0}, sample=50))


# The record


def test_a_record_has_a_header_the_actions_the_checks_and_the_result():
    assert record(new(7), [Always(3), Always(1)], seed=5) == [
        '{"format":"gridgames-record","version":1,"game":"nim","ruleset":{"heap":7},'
        '"players":["P0","P1"],"seed":5,"setup":{"hidden":0}}',
        '{"seat":0,"do":"take","count":3}',
        '{"seat":1,"do":"take","count":1}',
        '{"check":{"left":3,"to_act":0,"pair":[2,true]}}',
        '{"seat":0,"do":"take","count":3}',
        '{"result":{"winners":[0],"decided_by":"NIM-END-02"}}',
    ]


def test_a_record_is_written_while_the_game_is_played():
    """What was written when a program dies between two moves is a record of the moves so far."""
    state = new(7)
    header = NIM.header(state, ["A", "B"], None)
    lines = list(islice(play_recorded(NIM, state, play(NIM, state, [Always(1)] * 2)), 2))
    assert state.left == 5
    assert replayed([format_line(header.to_json()), *lines]) == [None, None]


def test_an_unfinished_game_has_no_result():
    state = new(7)
    moves = islice(play(NIM, state, [Always(1)] * 2), 2)
    assert list(play_recorded(NIM, state, moves))[-1].startswith('{"check"')


@given(st.integers(1, 30), st.integers(1, 4), st.integers())
def test_whatever_is_recorded_replays(heap, seats, seed):
    bots = [Chancer(fork(seeded(seed), seat)) for seat in range(seats)]
    lines = record(new(heap, seats), bots, seed)
    differences = replayed(lines)
    assert len(differences) == len(lines) - 1
    assert not any(differences)


@given(st.integers(1, 30), st.integers())
def test_same_seed_same_game(heap, seed):
    def once() -> list[str]:
        return record(new(heap), [Chancer(fork(seeded(seed), seat)) for seat in range(2)], seed)

    assert once() == once()


# The replay

HEAD = record(new(7), [Always(3), Always(1)])[0]
TAKE = '{"seat":%d,"do":"take","count":%d}'


def test_replay_yields_each_line_with_its_events():
    lines = record(new(7), [Always(3), Always(1)])
    header, rest = read_record(lines, "nim.jsonl")
    found = list(replay(NIM, NIM.start(header), rest, "nim.jsonl"))
    assert [(line.number, line.kind) for line, _, _ in found] == [
        (2, "action"),
        (3, "action"),
        (4, "check"),
        (5, "action"),
        (6, "result"),
    ]
    assert [events for _, events, _ in found] == [
        [("taken", 3)],
        [("taken", 1), ("round", 3)],
        [],
        [("taken", 3)],
        [],
    ]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (TAKE % (0, 4), "NIM-TAKE-01"),
        (TAKE % (0, 0), "NIM-TAKE-01"),
        (TAKE % (1, 1), "NIM-TURN-01"),
        (TAKE % (9, 1), "NIM-TURN-01"),
    ],
)
def test_a_refused_action_is_a_difference_with_its_rule(line, rule):
    (difference,) = replayed([HEAD, line, TAKE % (0, 1)])
    assert (difference.line, difference.key, difference.rule) == (2, "do", rule)
    assert difference.expected == line
    assert str(difference).endswith(f"({rule})")


def judged(check: str | bytes, *, is_lazy: bool) -> tuple[Any, ...]:
    """Return what a replay makes of a line after the first one."""
    text = check if isinstance(check, bytes) else check.encode()
    lines = [HEAD.encode() + b"\n", text + b"\r\n", TAKE.encode() % (0, 4)]
    header, rest = read_record(lines, "nim.jsonl", is_lazy=is_lazy)
    try:
        found = list(replay(NIM, NIM.start(header), rest, "nim.jsonl"))
    except NotationError as problem:
        return str(problem), problem.source, problem.line, problem.key
    return tuple((line.number, line.kind, dict(line.data), why) for line, _, why in found)


@pytest.mark.parametrize(
    ("check", "holds"),
    [
        ('{"check":{"left":7,"to_act":0,"pair":[2,true]}}', True),
        ('{"check":{"pair":[2,true],"left":7}}', True),
        ('{"check": {"left":7}}', True),
        ('{"check":{}}', True),
        ('{"check":{"left":6,"to_act":0,"pair":[2,true]}}', False),
        ('{"check":{"left":7.0,"to_act":0,"pair":[2,true]}}', False),
        ('{"check":{"left":7,"to_act":0,"pair":[2,1]}}', False),
        ('{"check":{"left":7,"to_act":0,"pair":[2,true]}', None),
        ('{"check":{"left":7,"to_act":0,"pair":[2,true]}}}', None),
        ('{"check":{"left":6,"left":7,"to_act":0,"pair":[2,true]}}', None),
        ('{"check":{"left":7,"to_act":0,"pair":[2,true]},"do":"take"}', None),
        ('{"check":{"right":7}}', None),
        ('{"check":7}', None),
        (b'{"check":{"left":"\xff"}}', None),
    ],
)
def test_a_check_line_is_judged_alike_whether_it_is_read_at_once_or_not(check, holds):
    size = 200 - len(check)
    for line in (check, check + (b" " if isinstance(check, bytes) else " ") * size):
        found = judged(line, is_lazy=True)
        assert found == judged(line, is_lazy=False)
        if holds is None:
            assert isinstance(found[0], str)
            assert found[1:3] == ("nim.jsonl", 2)
        else:
            assert (found[0][3] is None) == holds


def test_facts_as_they_are_written_need_not_be_parsed(monkeypatch):
    def read(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(UnreadFacts, "_read", read)
    told = UnreadFacts(b'{"check":{"left":7,"pair":[2,true]}}\n', 2, "")
    assert told.are({"left": 7, "pair": (2, True)})
    assert not told.are({"pair": (2, True), "left": 7})
    assert not told.are({"left": 7, "pair": (2, 1)})


def test_facts_of_any_kind_are_compared_as_they_are_written():
    for facts in (
        {"left": 7, "pair": [2, 'a "b", c'], "more": None},
        {"left": 7, "pair": [2, 'a "b", d'], "more": None},
        {"pair": [2, 'a "b", d'], "left": 6},
        {"left": 6, "pair": ["\n"], "more": {"é": [1.5, True]}},
        {"left": 6, "pair": ["\n"], "more": {"é": [1.5, False]}},
        {},
    ):
        line = json.dumps({"check": facts}, ensure_ascii=False, separators=(",", ":"))
        assert format_line({"check": facts}) == line
        assert UnreadFacts(f"{line}\n".encode(), 2, "").are(facts)
    told = UnreadFacts(b'{"check":{"left":6}}', 2, "")
    assert not told.are({"left": 5})


def test_a_refused_action_changes_nothing():
    header, rest = read_record([HEAD, TAKE % (0, 4)], "nim.jsonl")
    state = NIM.start(header)
    before = state.copy()
    list(replay(NIM, state, rest, "nim.jsonl"))
    assert state == before


def test_an_action_after_the_end_is_a_difference():
    lines = record(new(1), [Always(1)] * 2)[:2]
    assert [found and found.rule for found in replayed([*lines, TAKE % (1, 1)])] == [
        None,
        "NIM-END-01",
    ]


@pytest.mark.parametrize(
    ("check", "key", "expected", "got"),
    [
        ('{"left":6}', "left", "6", "7"),
        ('{"left":7,"to_act":1}', "to_act", "1", "0"),
        ('{"to_act":null}', "to_act", "null", "0"),
        ('{"left":7.0}', "left", "7.0", "7"),
        ('{"left":"7"}', "left", '"7"', "7"),
        ('{"to_act":false}', "to_act", "false", "0"),
        ('{"pair":[2,1]}', "pair", "[2, 1]", "[2, true]"),
        ('{"pair":[true,2]}', "pair", "[true, 2]", "[2, true]"),
    ],
)
def test_a_check_that_differs_names_key_and_values(check, key, expected, got):
    (difference,) = replayed([HEAD, f'{{"check":{check}}}'])
    assert difference == ReplayMismatch(2, key, expected, got)
    assert str(difference) == f"line 2, {key}: expected {expected}, got {got}"


@pytest.mark.parametrize("check", ["{}", '{"left":7}', '{"pair":[2,true],"to_act":0,"left":7}'])
def test_a_check_may_give_any_of_the_keys(check):
    assert replayed([HEAD, f'{{"check":{check}}}']) == [None]


def test_the_first_difference_ends_the_replay():
    differences = replayed([HEAD, '{"check":{"left":1}}', '{"check":{"left":2}}', "not even JSON"])
    assert [found.line for found in differences] == [2]


def test_an_unknown_key_of_a_check_cannot_be_read():
    with pytest.raises(NotationError) as caught:
        replayed([HEAD, TAKE % (0, 1), '{"check":{"left":6,"lefft":6}}'])
    problem = caught.value
    assert (problem.source, problem.line, problem.key) == ("nim.jsonl", 3, "lefft")
    assert "left, to_act, pair" in problem.message


def test_an_unknown_key_of_a_result_cannot_be_read():
    lines = record(new(1), [Always(1)] * 2)[:2]
    with pytest.raises(NotationError) as caught:
        replayed([*lines, '{"result":{"winner":0}}'])
    assert (caught.value.line, caught.value.key) == (3, "winner")


def test_a_result_that_differs_is_a_difference():
    lines = record(new(1), [Always(1)] * 2)[:2]
    assert replayed([*lines, '{"result":{"winners":[1]}}'])[-1] == ReplayMismatch(
        3, "winners", "[1]", "[0]"
    )
    assert replayed([*lines, '{"result":{}}']) == [None, None]


def test_a_result_too_early_is_a_difference():
    (difference,) = replayed([HEAD, '{"result":{"winners":[0]}}'])
    assert (difference.line, difference.key) == (2, "result")


@pytest.mark.parametrize(
    ("line", "key"), [('{"seat":0,"do":"steal"}', "do"), ('{"seat":0,"do":"take"}', "count")]
)
def test_an_action_that_is_none_of_this_game_cannot_be_read(line, key):
    with pytest.raises(NotationError) as caught:
        replayed([HEAD, TAKE % (0, 1), line])
    problem = caught.value
    assert (problem.source, problem.line, problem.key) == ("nim.jsonl", 3, key)


def test_what_cannot_be_read_later_is_told_when_it_is_reached():
    header, rest = read_record([HEAD, TAKE % (0, 1), '{"seat":1,"do":"ta'], "nim.jsonl")
    moves = replay(NIM, NIM.start(header), rest, "nim.jsonl")
    assert next(moves)[2] is None
    with pytest.raises(NotationError) as caught:
        next(moves)
    assert (caught.value.source, caught.value.line) == ("nim.jsonl", 3)


@given(st.integers(1, 25), st.integers(), st.data())
def test_no_change_of_a_count_goes_unnoticed(heap, seed, data):
    """Each round ends in a check of the heap, and the whole game in a result."""
    lines = record(new(heap), [Chancer(fork(seeded(seed), seat)) for seat in range(2)])
    takes = [i for i, line in enumerate(lines) if '"do"' in line]
    changed = data.draw(st.sampled_from(takes))
    count = int(lines[changed][-2])
    other = data.draw(st.sampled_from([n for n in range(5) if n != count]))
    lines[changed] = f"{lines[changed][:-2]}{other}}}"
    assert any(replayed(lines))
