"""Cases in which public engines of this game go wrong, each played out.

Those not here stand with their phase: 8 coal with only 05 left (auction), a hybrid full of coal
(storage), one purchase over market and depot (resources), a first city and the start cities
(building), the Cartel's take (cartel), uranium and plant 39 (bureaucracy), ties (ending), zones
and 17 cities (tables), step 3 before step 2 and by step 2's own draw (steps).
"""

import pytest

from powergrid import new_game
from powergrid.ruleset import Ruleset
from powergrid_positions import cartel, in_auction, refusal, say


@pytest.mark.rule("PG-AUC-05", "PG-AUC-03", "PG-CART-03")
def test_the_opener_who_lost_to_the_other_player_opens_again_after_the_cartel_took():
    state = in_auction(cartel())
    state.plant_market = [20, 21, 22, 23, 24, 25, 26, 27]
    state.stack = [card for card in state.stack if card > 27]
    state.discount = 20
    opener = state.actor
    say(state, "open 22 22", "bid 23", "pass")
    assert state.actor == opener
    assert len(state.cartel_plants) == 2  # one from round 1
    assert refusal(state, "open 20 2") == "PG-AUC-08"


@pytest.mark.rule("PG-SETUP-01")
def test_six_players_play_on_five_regions():
    for edition in ("recharged", "classic"):
        assert len(new_game(Ruleset(edition), 6, 3).board.cities) == 35
