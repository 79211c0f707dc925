"""The decisions of a record that other rules change, and how often each option matters."""

import json
from pathlib import Path

import pytest
from frequencies import count_game, summed

import eletrika
import powergrid
from gridcommon.errors import Refusal
from gridcommon.game_loop import header, play, play_recorded, replay, start
from gridcommon.records import format_line, read_record
from gridgames.languages.language import Language
from gridgames.languages.ledgers import ambiguities, rules
from gridgames.study.comparison.decisions import (
    CHOICE,
    OUTCOME,
    REFUSED,
    alternatives,
    frequency_of,
    read_frequencies,
)
from gridgames.study.comparison.report import game_comparison, games
from plain_games import invoke
from powergrid.tables import CITY_NAMES


def judged(*words: str | Path) -> dict[str, dict]:
    answer = invoke("compare", *words, "--json")
    assert answer.exit_code == 0, answer.output
    return {one["name"]: one for one in json.loads(answer.stdout)["decisions"]["under"]}


def recorded(game, ruleset, level, path, most=None) -> Path:
    """Return the record of a game between two bots, or of its first lines."""
    state = game.new_game(ruleset, 2, 3, game.Setup())
    first = header(game, state, ["Ana", "Bia"], 3)
    bots = [game.make_bot(level, 20 + seat) for seat in range(2)]
    lines = [*play_recorded(game, state, play(game, state, bots))][:most]
    path.write_text("\n".join([format_line(first.to_json()), *lines, ""]), "utf-8")
    return path


@pytest.mark.parametrize("name", ["cartel", "eletrika"])
def test_every_claim_about_a_decision_is_what_the_engine_does(records, name):
    path = records[name]
    head, lines = read_record(path.read_bytes().splitlines(), str(path))
    part = game_comparison(head.game)
    game = part.RUNNER.game
    state = start(game, head)
    others = {one.name: one for one in alternatives(part, state.ruleset, len(head.players))}
    found = judged(path)
    assert [*found] == [*others]
    states, actions = [state.copy()], []
    for line, _, _ in replay(game, state, lines, "record"):
        if line.kind == "action":
            actions.append(game.action_from_json(line.data))
            states.append(state.copy())
    checked = set()
    for under, one in found.items():
        for different in one["differences"]:
            at, kind = different["at"], different["kind"]
            if not at or (under, kind) in checked or not others[under].option:
                continue
            checked.add((under, kind))
            before, action = states[at - 1], actions[at - 1]
            assert game.check(before, action) is None
            theirs = [part.recast(before, others[under].ruleset)]
            theirs += twin_before(game, states[0], others[under].ruleset, actions[: at - 1])
            assert any(differs(game, before, there, action, different) for there in theirs)
    assert {CHOICE, OUTCOME} <= {kind for _, kind in checked}


def twin_before(game, first, ruleset, actions) -> list:
    """Return the game under another ruleset after the same actions, if they are legal there."""
    seats = len(game.facts(first).get("scores") or first.money)
    state = game.new_game(ruleset, seats, None, game.draws(first))
    for action in actions:
        if game.check(state, action):
            return []
        game.advance(state, action, None)
    return [state]


def differs(game, before, there, action, told: dict) -> bool:
    refusal = game.check(there, action)
    if told["kind"] == REFUSED:
        return isinstance(refusal, Refusal) and [refusal.rule] == told["rules"]
    if told["kind"] == CHOICE:
        legal, other = (set(game.legal_actions(two)) for two in (before, there))
        return (len(legal - other), len(other - legal)) == (len(told["here"]), len(told["there"]))
    events, there_events = [], []
    game.advance(before.copy(), action, events)
    game.advance(there, action, there_events)
    return not refusal and events != there_events


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


def test_a_city_that_only_one_edition_has_is_its_counterpart():
    state = powergrid.new_game(powergrid.Ruleset(), 2, 3, powergrid.Setup())
    part = game_comparison("powergrid")
    there = part.recast(
        powergrid.from_facts(powergrid.Ruleset(), 3, {"phase": "building"}),
        powergrid.Ruleset("classic"),
    )
    translate = part.translator(state, there)
    build = powergrid.Build(0, [*CITY_NAMES].index("Mainz"))
    assert powergrid.format_action(translate(build)) == "build Wiesbaden"


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
