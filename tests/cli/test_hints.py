"""Hints on frozen games: three choices, each with a reason, honest about its error, to the end."""

import pytest

from gridcommon.evaluation import Candidate, Effort
from gridgames.bots.evaluation import SHOWN, is_lost, rank_candidates
from gridgames.languages.language import Language, use_language
from gridgames.review.evaluation_text import choice_words, hint_words, reason_words
from screens import recorded

LITTLE = Effort(3, 1)


@pytest.fixture(scope="module", params=["powergrid", "eletrika"])
def session(request):
    return recorded(f"{request.param}/whole 2", lambda _: False)


def hinted(session, count=9):
    """Yield some positions of a game, from its beginning to its end, with their hints."""
    moves, game, wing = session.moves, session.game, session.wing
    for place in [*range(0, len(moves), len(moves) // count), len(moves) - 1]:
        position = session.position(moves[place].action.seat, place)
        yield position.state(game), rank_candidates(wing, position, LITTLE)


def test_three_choices_where_three_are_legal_each_with_a_reason(session):
    wing, face, game = session.wing, session.face, session.game
    for state, thoughts in hinted(session):
        actions = [one.action for one in thoughts]
        assert len(set(actions)) == len(actions) == min(SHOWN, len(game.legal_actions(state)))
        assert all(game.check(state, action) is None for action in actions)
        for language in Language:
            with use_language(language):
                assert len(reason_words(wing, thoughts)) > 5
                told = hint_words(wing, face, "expert", thoughts)
                assert not told.endswith("()")
                choices = [
                    choice_words(wing, face, thoughts, place) for place in range(len(thoughts))
                ]
        if len(thoughts) > 1 and not is_lost(wing, thoughts):
            assert all(": " in words and "; " in words for words in choices)  # a reason for each


def candidate(action, value, error=0.0, margin=0.0, term="end"):
    return Candidate(action, value, 0.1, 9, (), {term: value}, None, error, margin)


def test_the_error_is_shown_where_it_hides_the_difference(session):
    wing, face = session.wing, session.face
    actions = session.game.legal_actions(session.position(0, 0).state(session.game))[:3]
    scale = 1 if wing.name == "powergrid" else 10
    values = [(0.40, 0.0), (0.38, 0.02), (0.30, 0.02)]
    thoughts = [
        candidate(action, scale * value, scale * error, term=next(iter(wing.evaluator.TERMS)))
        for action, (value, error) in zip(actions, values, strict=True)
    ]
    first, second, third = (choice_words(wing, face, thoughts, place) for place in range(3))
    assert "the second may be as good" in first
    assert "±" in second
    assert "may be as good as the first" in second
    assert "±" not in third
    assert "less" in third


def test_a_lost_game_is_lost_by_as_little_as_possible(session, monkeypatch):
    wing, position = session.wing, session.position(session.moves[0].action.seat, 0)
    actions = session.game.legal_actions(position.state(session.game))[:4]
    asked = []

    def lost(_view, _seed, _effort, include=(), *_, **__):
        asked.append(list(include))
        value = 0.0 if wing.name == "powergrid" else -30.0
        return [
            candidate(action, value, 0.0, margin)
            for action, margin in zip(actions, (-3, -9, -1.2, -5), strict=True)
        ]

    monkeypatch.setattr(wing.evaluator, "rank_candidates", lost)
    thoughts = rank_candidates(wing, position, LITTLE)
    assert [one.margin for one in thoughts] == [-1.2, -3, -5]
    assert set(asked[1]) == set(actions), "all are tried alike"
    told = reason_words(wing, thoughts)
    assert "loses least: about 1.2" in told
    behind = {"powergrid": "about 5 fewer cities powered", "eletrika": "about 5 MW behind"}
    assert choice_words(wing, session.face, thoughts, 2).endswith(behind[wing.name])
    one = {"powergrid": "about 1 city less powered", "eletrika": "about 1 MW behind"}
    assert session.face.behind_words("1") == one[wing.name]
