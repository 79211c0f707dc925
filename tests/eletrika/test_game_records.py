"""Records and the short notation: read back as written, bad lines refused by key, replay strict."""

import json

import pytest

import eletrika as game
from eletrika import action_from_json, action_to_json, advance, check, legal_actions, new_game
from eletrika.actions import Abandon, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.bots import make_bot
from eletrika.events import TurnEnded
from eletrika.notation.actions import ACTIONS as TABLE
from eletrika.notation.actions import format_action
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika_games import GAMES, table
from eletrika_invariants import assert_sound
from eletrika_play import walk
from gridcommon import game_loop
from gridcommon.errors import IllegalAction, NotationError
from gridcommon.game_loop import play, play_recorded, replay
from gridcommon.records import Header, format_line, read_record

# Each action, its record line without the seat, and the short notation.
ACTIONS = [
    (LayTile(2, 13, 2, (1, -3)), '"tile", "tile": 13, "turn": 2, "at": [1, -3]', "tile 13/2 1,-3"),
    (
        LayTile(2, 0, 0, (1, 0), marker=2),
        '"tile", "tile": 0, "turn": 0, "at": [1, 0], "marker": 2',
        "tile 0/0 1,0 marker 2",
    ),
    (
        LayTile(2, 37, 5, (1, 0), build=4),
        '"tile", "tile": 37, "turn": 5, "at": [1, 0], "build": "C"',
        "tile 37/5 1,0 build C",
    ),
    (Build(2, 0, (0, 1)), '"build", "kind": "U", "at": [0, 1]', "build U 0,1"),
    (Abandon(2, ((0, 1), (-2, 3))), '"abandon", "at": [[0, 1], [-2, 3]]', "abandon 0,1 -2,3"),
    (Abandon(2, ()), '"abandon", "at": []', "abandon"),
    (Score(2, ()), '"score", "set": []', "score"),
    (Score(2, (), forests=False), '"score", "set": [], "forests": false', "score no forests"),
    (Score(2, ((0, 1), (-2, 3))), '"score", "set": [[0, 1], [-2, 3]]', "score 0,1 -2,3"),
    (Recall(2, (4, 4)), '"recall", "at": [4, 4]', "recall 4,4"),
    (EndTurn(2), '"end"', "end"),
    (Pass(2), '"pass"', "pass"),
]


@pytest.mark.parametrize(("action", "line", "text"), ACTIONS)
def test_each_action_is_written_and_read_back(action, line, text):
    data = json.loads(f'{{"seat": 2, "do": {line}}}')
    assert action_to_json(action) == data
    assert action_from_json(data) == action
    assert format_action(action) == text
    assert TABLE.parse(text, 2) == TABLE.parse(f"  {text.upper()} ", 2) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("tile 13 1,0", LayTile(0, 13, 0, (1, 0))),
        ("build tower 0,1", Build(0, 1, (0, 1))),
        ("build City +0,-1", Build(0, 4, (0, -1))),
        ("tile 13/2 1,0 build Pole", LayTile(0, 13, 2, (1, 0), build=3)),
    ],
)
def test_other_spellings(text, action):
    assert TABLE.parse(text, 0) == action


def test_what_no_game_has_is_readable_but_refused():
    state = table("0,0 src\n1,0 ?")
    with pytest.raises(IllegalAction, match="EL-BUILD-02"):
        game.apply(state, Build(0, 1, (0, 0)))
    with pytest.raises(NotationError, match="game"):
        game_loop.start(game, Header("powergrid", {}, ("A", "B"), 1))
    for line in (
        {"seat": 3, "do": "pass"},
        {"seat": 0, "do": "tile", "tile": 38, "turn": 0, "at": [2, 0]},
        {"seat": 0, "do": "build", "kind": "T", "at": [10**30, 0]},
        {"seat": 0, "do": "score", "set": []},
    ):
        assert check(state, action_from_json(line))


def a_record(seed=3, seats=2, **options):
    state = new_game(make_ruleset(options), seats, seed)
    header = game_loop.header(game, state, [f"p{seat}" for seat in range(seats)], seed)
    bots = [make_bot("random", seed + seat) for seat in range(seats)]
    return [
        format_line(header.to_json()),
        *play_recorded(game, state, play(game, state, bots)),
    ]


def differences(lines):
    """Return the differences found in a record."""
    header, rest = read_record(lines, "a.jsonl")
    state = game_loop.start(game, header)
    return [found for _, _, found in replay(game, state, rest, "a.jsonl") if found]


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"energized": "strict", "refill": "turn_end", "aside_from": "next_turn"}),
        (2, {"end_trigger": "failed_draw", "marker_recall": "owner", "first_player_rotates": True}),
        (4, {"setup_touch": "source", "setup_redraw": False, "row_redraw": True, "reoccupy": True}),
    ],
)
def test_a_written_game_holds_its_draws_a_check_a_turn_and_replays(seats, options):
    lines = a_record(3, seats, **options)
    first = json.loads(lines[0])
    assert set(first["setup"]) == {"stack", "row", "aside", "queue", "first"}
    assert first["ruleset"]["options"] == options
    assert differences(lines) == []
    state = game_loop.start(game, read_record(lines, "a.jsonl")[0])
    events = []
    for line in lines[1:]:
        if "do" in (data := json.loads(line)):
            advance(state, action_from_json(data), events)
    checks = sum("check" in json.loads(line) for line in lines)
    assert checks == sum(isinstance(event, TurnEnded) for event in events)
    without_seed = {key: value for key, value in first.items() if key != "seed"}
    assert differences([json.dumps(without_seed), *lines[1:]]) == []


def test_every_fact_is_looked_at_and_unknown_ones_are_unreadable():
    lines = a_record()
    number = max(n for n, line in enumerate(lines) if "check" in json.loads(line))
    start = lines[:number]
    for key, value in json.loads(lines[number])["check"].items():
        (found,) = differences([*start, json.dumps({"check": {key: [value]}})])
        wrong = json.dumps([value])
        assert (found.line, found.key, found.expected) == (number + 1, key, wrong)
        assert differences([*start, json.dumps({"check": {key: value}})]) == []
    with pytest.raises(NotationError) as problem:
        differences([*start, '{"check":{"pawns":1}}'])
    assert (problem.value.line, problem.value.key) == (number + 1, "pawns")


def test_all_legal_actions_of_a_game_read_back_in_both_notations():
    state = new_game(Ruleset(marker_recall="owner", ask_forests=True, abandon_zero=True), 3, 2)
    for number, (action, _) in enumerate(walk(state, 2, lively=True)):
        if number % 12 == 0:
            for one in list(legal_actions(state))[:: 1 + number % 5]:
                line = json.loads(json.dumps(action_to_json(one)))
                assert action_from_json(line) == one
                assert TABLE.parse(format_action(one), one.seat) == one
        advance(state, action)
    assert_sound(state)


@pytest.mark.skipif(not GAMES, reason="../shared")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_of_other_implementations_replay_without_a_difference(path):
    with path.open("rb") as stream:
        header, lines = read_record(stream, path.name)
        state = game_loop.start(game, header)
        for _, _, difference in replay(game, state, lines, path.name):
            assert difference is None, str(difference)
    assert game.result(state) is not None
    assert_sound(state)
