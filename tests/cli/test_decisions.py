"""The figures that are shipped: how often each option changes a decision."""

import pytest
from frequencies import count_game, summed

from gridgames.languages.language import Language
from gridgames.languages.ledgers import ambiguities, rules
from gridgames.study.comparison.decisions import frequency_of, read_frequencies
from gridgames.study.comparison.report import game_comparison, games


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
