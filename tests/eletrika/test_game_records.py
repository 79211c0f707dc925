"""Records: what a written game holds, and games of other implementations."""

import json

import pytest

import eletrika as game
from eletrika import action_from_json, advance, new_game
from eletrika.bots import make_bot
from eletrika.events import TurnEnded
from eletrika.ruleset import make_ruleset
from eletrika_games import GAMES
from eletrika_invariants import assert_sound
from gridcommon import game_loop
from gridcommon.game_loop import play, play_recorded, replay
from gridcommon.records import format_line, read_record


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
