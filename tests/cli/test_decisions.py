"""The decisions of a record that other rules change, and how often each option matters."""

import json
from pathlib import Path

import pytest
from frequencies import count_game, summed

import eletrika
from gridcommon.game_loop import header, play, play_recorded, start
from gridcommon.records import format_line, read_record
from gridgames.languages.language import Language
from gridgames.languages.ledgers import ambiguities, rules
from gridgames.study.comparison.decisions import (
    frequency_of,
    read_frequencies,
)
from gridgames.study.comparison.report import game_comparison, games
from plain_games import invoke


def recorded(game, ruleset, level, path, most=None) -> Path:
    """Return the record of a game between two bots, or of its first lines."""
    state = game.new_game(ruleset, 2, 3, game.Setup())
    first = header(game, state, ["Ana", "Bia"], 3)
    bots = [game.make_bot(level, 20 + seat) for seat in range(2)]
    lines = [*play_recorded(game, state, play(game, state, bots))][:most]
    path.write_text("\n".join([format_line(first.to_json()), *lines, ""]), "utf-8")
    return path


def test_who_would_have_won_is_the_result_of_the_whole_game_under_the_other_rules(tmp_path):
    """The game ends 12 to 11."""
    close = recorded(eletrika, eletrika.Ruleset(), "normal", tmp_path / "close.jsonl")
    under = "eletrika:forest_touch=tile"
    shown = json.loads(invoke("compare", close, "--between", "eletrika", under, "--json").stdout)
    (one,) = [one for one in shown["decisions"]["under"] if one["name"] == under]
    assert shown["decisions"]["winners"] == [0]
    assert (one["winners"], one["stopped"]) == ([1], None)
    assert one["decisions"] > 0
    head, *lines = close.read_text("utf-8").splitlines()
    changed = json.loads(head)
    changed["ruleset"]["options"] = {"forest_touch": "tile"}
    state = start(eletrika, read_record([format_line(changed)], "changed")[0])
    for data in map(json.loads, lines):
        if "do" in data:
            eletrika.advance(state, eletrika.action_from_json(data), None)
    assert eletrika.result(state).winners == (1,)
    text = " ".join(
        invoke("compare", close, "--between", "eletrika", under).stdout.replace("│", " ").split()
    )
    assert "(EL-SCORE-01)" in text
    assert "instead of: Ana scores" in text
    assert "Bia would win." in text


# How often


@pytest.mark.parametrize("game", games())
def test_each_option_has_a_figure_and_the_first_game_counts_as_shipped(game):
    batch = read_frequencies(game)
    engine = game_comparison(game).RUNNER.game
    for option in engine.OPTIONS:
        allowed = [one for one in frequency_of(game, option) if one.games]
        assert allowed or option == "source_in_38", option  # which needs other tiles
    for one in batch.frequencies:
        assert 0 <= one.winners <= one.games - one.stopped
        assert one.differing <= one.games <= batch.games
        assert sum(games for games, _ in one.seats.values()) == one.games
        doubts = {a.id for a in ambiguities(game, Language.ENGLISH)}
        assert {*one.rules} <= {*rules(game, Language.ENGLISH)} | doubts
    assert batch.sampled == 1
    assert tuple(summed(game, [count_game(game, 0)])) == batch.sample
