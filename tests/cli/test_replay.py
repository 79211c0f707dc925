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


def test_forward_and_back_and_to_a_round(games):
    typed = ["n", "n", "p", "3", "round 2", "", "players", "board", "state", "?", "q", "n"]
    done = gridgames(games, "replay", games / "powergrid.jsonl", typed=typed)
    assert done.exit_code == 0
    text = done.stdout
    places = [
        "1. easy ",
        "2. easy ",
        "After move 1, round 1",
        "After move 3, round 1",
        ", round 2",
        "Players",
        "Cities",
        "Turn order",
        "one move back",
    ]
    for place in places:
        assert place in text
        text = text.split(place, 1)[1]


@pytest.mark.parametrize("word", ["p", "b", "back"])
def test_each_word_goes_one_move_back(word, games):
    typed = ["3", word, "q"]
    done = gridgames(games, "replay", games / "powergrid.jsonl", typed=typed)
    assert "After move 2, round 1" in done.stdout


def test_it_begins_where_it_is_told_to(games):
    record = games / "eletrika.jsonl"
    at = gridgames(games, "replay", record, "--at", "5", typed="n\n")
    assert "6. easy " in at.stdout
    assert "5. " not in at.stdout.split("moves; ?")[1]
    of_round = gridgames(games, "replay", record, "--round", "3", "--all")
    assert "round 3" in of_round.stdout.splitlines()[0]
    assert "first place, by" in of_round.stdout


def test_it_plays_by_itself_to_the_end_and_no_further(games):
    done = gridgames(games, "replay", games / "eletrika.jsonl", typed=["play", "n", "p"])
    assert "first place, by" in done.stdout
    assert "That was the last move." in done.stdout
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--at", "9999"), "action 9999 was requested; the record has"),
        (("--round", "99"), "round 99 was requested; the last is"),
        (("--round", "1", "--at", "1"), "cannot be used together"),
    ],
)
def test_what_is_not_there_is_refused(words, problem, games):
    done = gridgames(games, "replay", games / "eletrika.jsonl", *words)
    assert done.exit_code == 2
    assert problem in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_a_wrong_word_does_no_harm(games):
    typed = ["fly", "round x", "9999", "n"]
    done = gridgames(games, "replay", games / "eletrika.jsonl", typed=typed)
    assert "expected a number, found 'fly'; ? for help" in done.stdout
    assert "expected a number, found 'x'" in done.stdout
    assert "action 9999 was requested" in done.stdout
    assert "1. easy " in done.stdout


def test_a_record_that_breaks_a_rule_is_refused(games, tmp_path):
    lines = (games / "powergrid.jsonl").read_text().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([lines[0], lines[1], lines[1]]) + "\n")
    done = gridgames(tmp_path, "replay", broken, "--all")
    assert done.exit_code == 2
    assert "line 3" in done.stderr


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


def test_scores_are_found_in_portuguese_and_what_is_not_there_is_told(games):
    typed = ["próximo luz", "voltar luz", "voltar rodada", "next fly", "next easy", "back score"]
    words = ("replay", games / "eletrika.jsonl", "--lang", "pt_BR")
    told = " ".join(gridgames(games, *words, typed=typed).stdout.split())
    assert "Não há nenhum antes: luz" in told
    assert "esperado rodada, fase, pontuação, luz ou um jogador; foi dado 'fly'" in told
    assert "foi dado 'easy'" in told
    assert "Não há nenhum antes: score" in told


def test_several_places_stand_in_one_line_and_what_is_not_done_is_said(games):
    typed = ["n; n; 5", "nonsense; n", "b; q; n"]
    done = gridgames(games, "replay", games / "eletrika.jsonl", typed=typed)
    assert done.exit_code == 0
    assert "2. easy " in done.stdout
    assert "After move 5, round " in done.stdout
    assert "expected a number, found 'nonsense'" in done.stdout
    assert done.stdout.count("Not done: n\n") == 2
    assert "After move 4, round " in done.stdout
