"""Set-up: zones, draws, the Cartel's first houses and start cities."""

import pytest

from gridcommon.errors import NotationError
from powergrid import Ruleset, Setup, new_game
from powergrid.tables import STEP3
from powergrid_positions import deal, invariants, skip_to


@pytest.mark.rule("PG-SETUP-01")
def test_a_chosen_zone_may_come_in_any_order():
    state = deal(setup={"regions": ("west", "east", "northwest")})
    assert state.board.regions == ("east", "northwest", "west")


@pytest.mark.rule("PG-SETUP-03")
def test_the_first_order_is_random():
    orders = {new_game(Ruleset(), 3, seed).turn_order for seed in range(100)}
    assert len(orders) == 6


@pytest.mark.rule("PG-SETUP-06", "PG-SETUP-07")
@pytest.mark.parametrize(
    ("seats", "plugs", "sockets"), [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)]
)
def test_recharged_plants(seats, plugs, sockets):
    tops, markets = set(), set()
    for seed in range(60):
        state = new_game(Ruleset(), seats, seed)
        invariants(state)
        draws = state.draws
        stack = draws.stack
        assert len(draws.market) == 8
        assert list(draws.market) == sorted(draws.market)
        assert max(draws.market) <= 15
        assert stack[0] <= 15
        assert stack[-1] == STEP3
        rest = [card for card in stack if card != STEP3]
        assert len(set(rest) | set(draws.market)) == len(rest) + 8
        assert sum(card <= 15 for card in rest) == 13 - 8 - plugs
        assert sum(card > 15 for card in rest) == 29 - sockets
        tops.add(stack[0])
        markets.add(draws.market)
    assert len(tops) > 5
    assert len(markets) > 20


@pytest.mark.rule("PG-SETUP-08")
@pytest.mark.parametrize(("seats", "removed"), [(2, 8), (3, 8), (4, 4), (5, 0), (6, 0)])
def test_classic_plants(seats, removed):
    for seed in range(20):
        state = new_game(Ruleset("classic"), seats, seed)
        invariants(state)
        draws = state.draws
        assert draws.market == tuple(range(3, 11))
        assert draws.stack[0] == 13
        assert draws.stack[-1] == STEP3
        assert len(draws.stack) == 42 - 8 - removed + 1
        assert len(set(draws.stack)) == len(draws.stack)


def test_an_order_after_the_step3_card_must_hold_the_stack():
    state = deal("classic", setup={"stack": (STEP3, 11, 12), "after_step3": (12,)})
    with pytest.raises(NotationError) as caught:
        skip_to(state, "resources")
    assert caught.value.key == "setup.after_step3"


@pytest.mark.rule("PG-SETUP-06")
def test_a_market_is_drawn_around_a_given_stack():
    state = new_game(Ruleset(), 5, 1, Setup(stack=(15, 14, 13, 12, 11, *range(16, 41), STEP3)))
    assert state.draws.market == tuple(range(3, 11))
    with pytest.raises(NotationError) as caught:
        new_game(Ruleset("classic"), 5, 1, Setup(stack=(3, STEP3)))
    assert caught.value.key == "setup.market"
