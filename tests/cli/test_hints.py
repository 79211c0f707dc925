"""Hints on frozen games: three choices, each with a reason, honest about its error, to the end."""

import pytest

from gridcommon.evaluation import Effort
from gridgames.languages.language import Language, use_language
from gridgames.table.bots.evaluation import SHOWN, is_lost, rank_candidates
from gridgames.table.evaluation_text import choice_words, hint_words, reason_words
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
