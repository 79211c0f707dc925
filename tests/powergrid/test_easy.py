"""The mistakes of a beginner, each in a small position."""

import powergrid
from powergrid import Build, Buy, Decline, Done, Pass, State, observe
from powergrid.bots.easy import BEGINNER, FEVER, EasyBot
from powergrid.bots.normal import NormalBot
from powergrid.state import price_slots
from powergrid_positions import deal, give, in_auction, own, own_cities, say, skip_to


def turn(state: State, seed: int = 1) -> list:
    """Let an easy player have the whole turn of the seat to act; return its actions."""
    bot, seat, phase, found = EasyBot(seed), state.actor, state.phase, []
    while (state.actor, state.phase) == (seat, phase):
        action = bot.choose(observe(state, seat), powergrid.legal_actions(state))
        found.append(action)
        powergrid.advance(state, action)
    return found


def last_bid(seed: int) -> int:
    """Return how far an easy player goes for plant 20 against one that always raises."""
    state = in_auction(deal("classic"))
    state.plant_market = [13, 14, 16, 20, 22, 23, 24, 25]
    state.money = [300, 300, 300]
    bot, seat, last = EasyBot(seed), state.actor, 20
    say(state, "open 20 20")
    while state.auction:
        if state.actor != seat:
            say(state, f"bid {state.auction.high + 1}")
            continue
        action = bot.choose(observe(state, seat), powergrid.legal_actions(state))
        if isinstance(action, Pass):
            return last
        last = action.amount
        powergrid.advance(state, action)
    raise AssertionError("the other seat does not pass")


def test_it_gets_carried_away_in_auctions_and_pays_more_than_a_normal_player_would():
    state = in_auction(deal("classic"))
    state.plant_market = [13, 14, 16, 20, 22, 23, 24, 25]
    state.money = [300, 300, 300]
    seat = state.actor
    worth = {bot: bot.valued(state, seat)[20][1] for bot in (NormalBot(1), NormalBot(1, BEGINNER))}
    usual, beginner = worth.values()
    bids = [last_bid(seed) for seed in range(20)]
    assert min(bids) > usual
    assert beginner - 1 <= max(bids) <= beginner + FEVER


def test_it_buys_for_this_round_only():
    state = deal("classic")
    skip_to(state, "resources")
    give(state, 0, 4, 14, money=100)
    own_cities(state, 0, 3)
    assert turn(state) == [Buy(0, 0, 2), Buy(0, 2, 2), Done(0)]


def test_it_wants_no_plant_that_adds_no_cities():
    state = in_auction(deal("classic"))
    state.plant_market = [6, 7, 9, 13, 22, 23, 24, 25]
    give(state, state.actor, 25, 26, 31, money=200)
    assert isinstance(turn(state)[0], Decline)


def test_it_connects_the_cheapest_city_beyond_what_it_can_power():
    state = deal("classic")
    skip_to(state, "building")
    seat = state.actor
    give(state, seat, 10, money=100)
    own(state, seat, "Essen")
    built = turn(state)
    assert [type(action) for action in built] == [Build, Build, Done]
    assert state.city_count[seat] == 3  # plant 10 powers two


def test_it_ends_the_game_although_it_powers_less():
    state = deal("classic")
    skip_to(state, "building")
    say(state, "done", "done")
    seat = state.actor
    state.step = 3
    own_cities(state, seat, 16)
    give(state, seat, 36, 38, 22, money=100)  # 16 cities, but no fuel
    price_slots(state)
    for other in range(3):
        if other != seat:
            give(state, other, 33)
            own(state, other, "Essen", "Köln", "Aachen", "Bremen", slot=1 + other % 2)
    turn(state)
    assert seat not in powergrid.result(state).winners
