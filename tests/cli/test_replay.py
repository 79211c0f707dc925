"""Looking at a game that was played, through a pipe."""

import pytest

from gridgames.saves.saves import Save
from plain_games import gridgames


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Return a finished save of each game."""
    home = tmp_path_factory.mktemp("games")
    for game in ("powergrid", "eletrika"):
        words = ("play", game, "--watch", "--seats", "easy,easy,easy", "--seed", "4")
        gridgames(home, *words, "--save", home / f"{game}.jsonl")
    return home


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_all_of_a_game_is_told(game, games):
    done = gridgames(games, "replay", games / f"{game}.jsonl", "--all")
    assert done.exit_code == 0
    assert "1. easy " in done.stdout
    assert "first place, by" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_game_that_is_over_is_not_resumed(games):
    done = gridgames(games, "resume", games / "eletrika.jsonl")
    assert done.exit_code == 0
    assert "gridgames replay" in done.stdout
    assert "gridgames review" in done.stdout
    assert not (games / "eletrika.jsonl.lock").exists()


def places(text):
    return [int(line.split()[2].rstrip(",")) for line in text.splitlines() if "After move" in line]


def test_a_replay_jumps_to_what_is_named_both_ways(games):
    typed = ["next sale", "n SALE", "back sale", "n easy 2", "n phase", "next round", "back round"]
    done = gridgames(games, "replay", games / "powergrid.jsonl", typed=[*typed, "back round"])
    session = Save(games / "powergrid.jsonl").read()
    sales = [
        place
        for place, move in enumerate(session.moves, start=1)
        if any(type(event).__name__ == "PlantSold" for event in move.events)
    ]
    found = places(done.stdout)
    assert found[:3] == [sales[0], sales[1], sales[0]]
    assert session.moves[found[3] - 1].action.seat == 1
    phases = [session.state_after(place).phase for place in range(len(session.moves))]
    assert found[4] > found[3]
    assert phases[found[4]] != phases[found[4] - 1]
    assert session.state_after(found[5]).round == 2
    assert session.state_after(found[5] - 1).round == 1
    assert found[6:] == [0]


def test_a_replay_in_lines_of_text_tells_of_whom_it_speaks(games):
    typed = ["next phase", "next phase"]
    told = gridgames(games, "replay", games / "eletrika.jsonl", typed=typed).stdout
    assert "Structures of easy 1: " in told or "Structures of easy 2: " in told
    told = gridgames(games, "replay", games / "powergrid.jsonl", typed=typed).stdout
    assert "To run once, easy " in told
    assert "Your" not in told
