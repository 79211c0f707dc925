"""``gridgames review``: the turning points of a game, by a player of Nim who sees to the end.

What is printed and refused is in the transcripts ``toy/review*``.
"""

import errno
import json
import os
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import pytest

import toy
from gridcommon.chance import derived_seed
from gridcommon.errors import Wording
from gridcommon.evaluation import Candidate, Effort
from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.show.registry import GameChoice, register
from gridgames.show.wing import Wing
from gridgames.study.review.paired_games import (
    LOOKS,
    Pairing,
    effect_of,
    least_loss,
    play_pairs,
)
from gridgames.study.review.review import ReviewBudget, review
from gridgames.study.review.review_text import describe_review, marks, place_of
from gridgames.table.replay import ReplayPolicy
from gridgames.table.saves.saves import Save
from plain_games import gridgames
from screens import driven, new_session, shown
from toy.presenter import Presenter

NIM = Wing("nim", "Nim", engine="toy", package="toy")
# Who is to move loses where the things left are a multiple of four. Of 12 things, these leave 11,
# 10, 9, 6, 5, 4, 1 and none: the second, third, fourth and fifth move are mistakes.
TAKEN = (1, 1, 1, 3, 1, 1, 3, 1)


@pytest.fixture(autouse=True)
def nim():
    with register(NIM):
        yield


@pytest.fixture
def record(tmp_path):
    """Return the record of a game in which both players make mistakes."""
    return written(tmp_path / "game.jsonl", TAKEN)


def written(path, taken):
    header = {"format": "gridgames-record", "version": 1, "game": "nim", "seed": 3}
    header |= {"ruleset": {"options": {"heap": 12}}, "players": ["Ana", "Bia"]}
    header |= {"setup": {"first": 0}}
    lines = [header, *({"do": "take", "seat": n % 2, "count": c} for n, c in enumerate(taken))]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def answered(home, *words):
    done = gridgames(home, "review", *words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_a_review_that_cannot_be_kept_is_printed_all_the_same(record, tmp_path, monkeypatch):
    kept = tmp_path / "game.review.json"
    for other in ('{"a": 1}', "[" * 9999):
        kept.write_text(other, "utf-8")
        done = gridgames(tmp_path, "review", record)
        assert "another file has its name" in " ".join(done.stderr.split())
        assert kept.read_text("utf-8") == other
    kept.unlink()

    def refuse(*_):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("gridgames.study.review.kept_reviews.replace", refuse)
    done = gridgames(tmp_path, "review", record)
    assert (done.exit_code, sorted(tmp_path.iterdir())) == (0, [record])
    assert "1. Round 1, move 2, Bia" in done.stdout
    assert "read-only" in " ".join(done.stderr.split()).lower()


def test_a_game_that_nothing_values_is_refused(record, tmp_path, monkeypatch):
    monkeypatch.setattr(Wing, "evaluator", None)
    assert "review" not in gridgames(tmp_path, "resume", record).stdout
    done = gridgames(tmp_path, "review", record)
    assert done.exit_code == 2
    assert "no bot can evaluate positions of this game" in done.stderr


def test_a_replay_on_the_full_screen_goes_from_mark_to_mark(record):
    session = Save(record).read()
    steps = []
    found = review(session, (0, 1), progress=lambda *step: steps.append(step))
    assert steps == sorted(steps), "it never goes back"
    assert {count for _, count in steps} == {steps[-1][0]} == {2 * (7 + 4)}
    session.marks = marks(session, found)
    assert list(session.marks) == [1, 2, 3, 4]
    app = GameApp(ReplayPolicy(session).session, pause=0)

    async def script(pilot):
        await pilot.press("f4")
        assert app.place == 1
        assert "Round 1, move 2, Bia" in shown(app)
        assert "better: take 3" in shown(app)
        await pilot.press("f4", "f4", "f4", "f4")
        assert app.place == 4
        assert "There is none after this" in shown(app)
        await pilot.press("f3")
        assert app.place == 3

    driven(app, script, (80, 24))


def test_a_draw_is_told_apart_from_the_decision_before_it(tmp_path, monkeypatch):
    """Let chance have left 9 things before each move: 8 then lose, 11 and 10 win."""
    monkeypatch.setattr(Presenter, "draws", (Wording,))
    monkeypatch.setattr(toy, "determinize", lambda view, _: replace(view.public, left=9))
    record = written(tmp_path / "game.jsonl", (1, 1))
    told = answered(tmp_path, record, "--seat", "Ana")
    assert [(one["action"], one["gain"]) for one in told["luck"]] == [(1, -1.0), (2, 1.0)]
    made, kept = (gridgames(tmp_path, "review", record, "--seat", "Ana") for _ in range(2))
    assert "Round 1, move 2: " in made.stdout
    assert made.stdout == kept.stdout


class Hasty:
    """An evaluator that always likes the first legal choice best, for every seat."""

    UNIT, BEST, TERMS, PLAYERS = "chance", Effort(4, 2), {"haste": "haste"}, MappingProxyType({})

    def __init__(self, game):
        self.game = game

    def rank_candidates(self, view, _seed, effort, include):
        state, line = self.game.determinize(view, 1), []
        while len(line) < 9 and self.game.to_act(state) is not None:
            line.append(self.game.legal_actions(state)[0])
            self.game.advance(state, line[-1], None)
        best = Candidate(line[0], 1.0, 0.0, effort.samples, tuple(line[1:]), {})
        others = [Candidate(one, 0.0, 0.0, effort.samples, (), {}) for one in include]
        return [best, *(one for one in others if one.action != best.action)]

    def evaluate(self, _view, _seed, _effort):
        return (0.5, 0.5)


@pytest.mark.parametrize("is_hasty", [False, True])
@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_turning_point_is_a_legal_alternative_that_was_better(game, is_hasty, monkeypatch):
    """It ends where the decision does: before the next phase, and before what a draw led to.

    Every pair of games is lost after what was done, and won after what was better.
    """

    def play_pair(comparison):
        comparison.tried += 1
        comparison._pairs.append((0.0, 1.0, 0.0, 1.0, 9.0))

    small = ReviewBudget(first=Effort(1, 1), again=Effort(2, 1), worths=Effort(1, 1), draws=2)
    monkeypatch.setattr(Pairing, "play_pair", play_pair)
    monkeypatch.setattr("gridgames.study.review.paired_games._PAIRS", 1)
    monkeypatch.setattr("gridgames.study.review.paired_games._ROUNDS", 1)
    monkeypatch.setattr("gridgames.study.review.review.budget_of", lambda _best, _effort: small)
    session = new_session(GameChoice(game), ("Ana", "Bia"), 7)
    if is_hasty:
        monkeypatch.setattr(Wing, "evaluator", Hasty(session.game))
    while len(session.moves) < (24 if is_hasty else 14):
        session.act(session.policy.choice("easy" if is_hasty else "random")[0])
    found = review(session, (0, 1))
    assert len(found["turning_points"]) <= found["flagged"] <= found["decisions"]
    unit, shorter = session.wing.evaluator.UNIT, 0
    for point in found["turning_points"]:
        assert point["interval"][0] > 0
        assert point["loss"] >= least_loss(unit, point["worth_better"])
        place = place_of(session, point)
        state, events = session.state_after(place).copy(), []
        for action in map(session.game.action_from_json, point["better"]):
            stage = str(session.face.review_stage(state))
            assert (action.seat, stage) == (point["seat"], point["stage"])
            assert not any(isinstance(event, session.face.draws) for event in events)
            assert session.game.check(state, action) is None
            session.game.advance(state, action, events)
        done = [*map(session.game.action_from_json, point["done"])]
        assert point["better"] != point["done"]
        assert [move.action for move in session.moves[place : place + len(done)]] == done
        follows = point["line"][len(point["better"]) - 1 :]
        shorter += bool(follows) and follows[0]["seat"] == point["seat"]
    assert shorter or not is_hasty
    for standing in found["curve"]:
        assert sum(standing["worths"]) == pytest.approx(1 if unit == "chance" else 0)
    stages = [(one["seat"], one["stage"]) for one in found["turning_points"]]
    assert len(set(stages)) == len(stages) > 0, "one of each stage"
    assert json.loads(json.dumps(found)) == found, "as kept"
    with use_language(Language("pt_BR")):
        told = ["".join(text for text, _ in line) for line in describe_review(session, found)]
    assert told[0] == "Análise para Ana, Bia"
    assert max(map(len, told)) <= 80


def compared(done, better, level="random", left=9):
    """Return the comparison of two first takes of seat 0, from a heap."""
    state = toy.State(toy.Ruleset(), 0, left, (0, 0), 0)
    lines = ([toy.Take(0, done)], [toy.Take(0, better)])
    return Pairing(NIM, state, 2, 0, *lines, level, partial(derived_seed, 7))


def test_the_lines_of_a_pair_have_the_same_luck():
    same = compared(2, 2)
    play_pairs([same], 60, lambda _: None)
    found = same.result()
    assert (found.loss, found.done) == (0, found.better)
    assert 0 < found.done < 1, "the games themselves differ"
    assert found.low < 0 < found.high
    assert same.is_settled
    assert found.pairs == LOOKS[1], "as soon as hardly a loss that counts is left"


def test_a_review_shows_what_an_error_cost_in_income():
    """Who runs nothing is paid 10 Elektro, and who runs a plant more."""
    session = new_session(GameChoice("powergrid"), ("Ana", "Bia"), 7)
    while True:
        seat, actions = session.to_act, session.game.legal_actions(session.state)
        runs = [one for one in actions if type(one).__name__ == "Run"]
        if len(runs) > 1:
            break
        session.act(session.policy.choice("normal")[0])
    lines = [[min(runs, key=lambda one: len(one.plants))], [max(runs, key=lambda one: one.plants)]]
    seeds = partial(derived_seed, 7)
    one = Pairing(session.wing, session.state, 2, seat, *lines, "random", seeds)
    one.tried = 2
    found, now = effect_of(session.face, one), session.state.round
    assert (found["measure"], found["round"], found["done"]) == ("gain", now, 10)
    assert found["better"] > 10
    assert found["line"][0]["actions"][0] == session.game.action_to_json(lines[1][0])
    assert found["line"][0]["gain"] == found["better"]
