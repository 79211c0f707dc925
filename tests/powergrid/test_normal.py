"""What a sensible player does, each in a small position."""

import pytest

import powergrid
from powergrid import (
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
    State,
    observe,
)
from powergrid.bots.endgame import best_finish
from powergrid.bots.fuel import cheapest_load, fuel_left_for, fuel_outlook
from powergrid.bots.growth import next_cities
from powergrid.bots.normal import NormalBot
from powergrid.bots.plant_appraisal import appraise
from powergrid.bots.plant_valuation import PlantSet
from powergrid.bots.weights import Weights
from powergrid.state import CARTEL, Surplus, price_slots
from powergrid.tables import CITY_NAMES, CITY_OF
from powergrid_positions import cartel, deal, give, in_auction, own, own_cities, say, skip_to


def choice(state: State):
    """Return what a normal player chooses, with its reason as a sentence."""
    bot = NormalBot(1)
    action = bot.choose(observe(state, state.actor), powergrid.legal_actions(state))
    assert powergrid.check(state, action) is None
    return action, str(bot.reason)


def choices(state: State) -> list:
    """Let a normal player have the whole turn of the seat to act; return its actions."""
    seat, phase, found = state.actor, state.phase, []
    while (state.actor, state.phase) == (seat, phase):
        found.append(choice(state)[0])
        powergrid.advance(state, found[-1])
    return found


def sold_to(state: State, seat: int) -> int:
    """Let ``seat`` bid as a normal player against one that always raises; return its last bid."""
    last = 0
    while state.auction:
        if state.actor == seat:
            action, _ = choice(state)
            if isinstance(action, Pass):
                return last
            last = action.amount
            say(state, f"bid {last}")
        elif state.auction.high < max(state.money):
            say(state, f"bid {state.auction.high + 1}")
        else:
            say(state, "pass")
    return last


# Auction


def auction_of(market, *, round=3, seats=3, money=100, edition="classic") -> State:
    """Return an auction phase where everybody has the same cities, plants and money."""
    state = in_auction(deal(edition, seats=seats), round)
    state.plant_market = list(market)
    state.discount = 0
    for seat in range(seats):
        give(state, seat, 8 + 2 * seat, money=money)
    return state


def test_it_bids_as_far_as_it_says_a_plant_is_worth():
    for money in (40, 80, 300):
        for plant in (13, 16, 20):
            state = auction_of([13, 14, 16, 20, 22, 23, 24, 25], money=money)
            told = {one.plant: one for one in appraise(observe(state, 1))}
            assert list(told) == state.current_market
            found = told[plant]
            assert found.least == plant
            assert found.most <= min(found.worth, money)
            assert all(str(reason) for reason in found.reasons)
            state.actor = 0
            say(state, f"open {plant} {plant}")
            last = sold_to(state, 1)
            if found.most <= plant:
                assert last == 0
            else:
                assert found.most - 3 < last <= found.most  # the others bid in between


def test_a_plant_is_appraised_at_any_time_and_from_what_is_seen():
    state = auction_of([13, 14, 16, 20, 22, 23, 24, 25])
    give(state, 1, 3, 4, 5)
    skip_to(state, "building")
    told = appraise(observe(state, 1))
    other = state.copy()
    other.stack.reverse()
    other.phase, other.in_auction = 2, 7
    assert appraise(observe(other, 1)) == told
    assert {one.plant for one in told} == {*state.current_market}
    assert all(one.gone in (3, 4, 5) for one in told)


def test_bids_end_at_what_the_plant_is_worth():
    state = auction_of([13, 14, 16, 20, 22, 23, 24, 25], money=300)
    seat = state.actor
    say(state, "open 20 20")
    price = sold_to(state, seat)
    assert 20 < price < 120


def test_a_better_plant_is_worth_more():
    prices = []
    for plant in (13, 16, 20):
        state = auction_of([13, 16, 20, 22, 23, 24, 25, 26], money=300)
        seat = state.actor
        say(state, f"open {plant} {plant}")
        prices.append(sold_to(state, seat))
    assert prices == sorted(prices)
    assert prices[0] < prices[-1]


def test_a_plant_is_worth_less_where_another_as_good_can_be_had():
    def price(market):
        state = auction_of(market, money=300)
        seat = state.actor
        say(state, "open 25 25")
        return sold_to(state, seat)

    assert price([14, 16, 19, 25, 40, 42, 44, 46]) > price([24, 25, 26, 31, 40, 42, 44, 46])


def test_money_for_the_fuel_of_the_plant_is_kept():
    state = auction_of([13, 14, 16, 20, 22, 23, 24, 25], money=45)
    state.supply[0] += state.market[0] - 3
    state.market[0] = 3  # coal at 8
    seat = state.actor
    give(state, seat, 9)
    say(state, "open 20 20")
    assert sold_to(state, seat) <= 45 - 3 * 8


def test_no_bargain_without_fuel_is_missed_in_the_last_round_when_fuel_is_sold_out():
    def first_choice(coal):
        state = auction_of([4, 5, 6, 33], round=9, money=180, edition="recharged")
        state.step, state.discount = 3, 33
        state.supply[0] += state.market[0] - coal
        state.market[0] = coal
        names = [CITY_NAMES[city] for city in state.board.cities[:16]]
        for seat in range(3):
            give(state, seat, 25, 31, 36)
            own(state, seat, *names, slot=seat)
        return choice(state)[0]

    assert isinstance(first_choice(coal=24), Decline)
    action = first_choice(coal=0)
    assert isinstance(action, Open)
    assert (action.plant, action.bid) == (33, 1)


@pytest.mark.parametrize("opened", [False, True])
def test_a_plant_dearer_than_its_worth_is_bought_when_that_wins(opened):
    state = auction_of([27, 28, 37, 40], round=9)
    state.step = 3
    names = [CITY_NAMES[city] for city in state.board.cities[:16]]
    for seat in range(3):
        give(state, seat, 25, 31, 33)
        own(state, seat, *names, slot=seat)
    if opened:
        say(state, "open 40 40", "pass")
    seat = state.actor
    if not opened:
        state.in_auction = 1 << seat  # the others have declined
    assert NormalBot(1).valued(state, seat)[40][1] < 40
    action, reason = choice(state)
    assert action == (Bid(seat, 41) if opened else Open(seat, 40, 40))
    assert reason == "the plant wins the game now, at this price"
    while powergrid.to_act(state) is not None:
        powergrid.advance(state, choice(state)[0])
    assert (state.round, powergrid.result(state).winners) == (9, (seat,))


def test_nothing_is_opened_that_adds_nothing():
    state = auction_of([6, 7, 9, 13, 36, 38, 40, 42], round=6)
    give(state, state.actor, 25, 26, 31)
    action, reason = choice(state)
    assert isinstance(action, Decline)
    assert reason == "no plant is worth its price now"


def test_in_the_first_round_the_best_bargain_is_opened():
    state = deal("classic", seats=4)
    action, _ = choice(state)
    assert isinstance(action, Open)
    assert action.bid == action.plant
    assert action.plant in (4, 5, 6)  # 03 burns two oil for one city


def test_the_discounted_plant_is_opened_for_one():
    state = in_auction(deal(seats=2, setup={"market": (3, 4, 5, 6, 7, 8, 9, 10)}))
    assert state.discount == state.plant_market[0]
    state.plant_market[:4] = [15, 16, 19, 20]
    state.discount = 15
    action, _ = choice(state)
    assert action.bid == (1 if action.plant == 15 else action.plant)


def test_a_uranium_plant_is_worth_less_where_uranium_is_not_refilled():
    state = auction_of([13, 14, 16, 23, 24, 25, 26, 27])
    own_cities(state, 0, 4)
    state.market[3], state.supply[3] = 2, 10
    gain = PlantSet(state, 0, Weights()).gain(23)
    state.uranium_stopped = True
    assert PlantSet(state, 0, Weights()).gain(23) < gain


def test_the_plant_missed_least_is_scrapped():
    state = auction_of([13, 14, 16, 20, 22, 23, 24, 25], round=6)
    seat = state.actor
    own_cities(state, seat, 10)
    give(state, seat, 8, 25, 26, 31)
    state.surplus = Surplus(seat, 31)
    action, reason = choice(state)
    assert isinstance(action, Scrap)
    assert action.plant == 8
    assert reason == "plant 8 adds the least: 2 cities"


# Resources


def buying(*plants, cities=0, money=100, fuel=(0, 0, 0, 0), **options) -> State:
    """Return seat 0's turn of buying, the first, with that many cities of its own."""
    state = deal("classic", **options)
    skip_to(state, "resources")
    seat = state.actor
    assert seat == 0
    give(state, seat, *plants, fuel=fuel, money=money)
    own_cities(state, seat, cities)
    return state


def test_fuel_for_one_run_is_bought():
    state = buying(4, cities=1)
    assert choices(state) == [Buy(0, 0, 2), Done(0)]


def test_fuel_in_stock_is_not_bought_again():
    state = buying(4, cities=1, fuel=(2, 0, 0, 0))
    assert choices(state) == [Done(0)]


def test_no_fuel_for_a_plant_without_cities_to_power():
    state = buying(25, 26, cities=4, money=12)  # either powers five; no money to grow
    bought = [action for action in choices(state) if isinstance(action, Buy)]
    assert bought == [Buy(0, 0, 2)]


def test_hybrids_get_the_cheaper_kind():
    state = buying(12, cities=2, money=30)
    state.supply[0] += 20
    state.market[0] -= 20  # coal at 7 and 8, oil at 3
    assert choices(state)[0] == Buy(0, 1, 2)


def test_money_for_a_city_is_kept_before_fuel_for_more():
    state = buying(10, cities=0, money=13)
    assert Buy(0, 0, 2) in choices(state)
    assert state.money[0] >= 10


def test_fuel_is_stored_before_it_gets_scarce():
    state = buying(6, 14, cities=3, money=120)
    for seat in (1, 2):
        give(state, seat, 19, 24, money=100)
    state.market[2], state.supply[2] = 12, 12  # garbage from 5 on; three plants burn 2 each
    bought = sum(action.count for action in choices(state) if isinstance(action, Buy))
    assert bought > 3


def test_everything_is_fuelled_in_the_last_round():
    state = buying(25, 26, 31, cities=16, money=200)
    state.step = 3
    price_slots(state)
    loads = [action for action in choices(state) if isinstance(action, Buy)]
    assert sum(action.count for action in loads) == 2 + 2 + 3


@pytest.mark.parametrize(("uranium", "bought"), [(2, 1), (1, 0), (9, 0)])
def test_what_a_rival_needs_to_win_is_bought_away_in_the_last_round(uranium, bought):
    state = buying(25, 31, 34, cities=16, money=200, fuel=(5, 0, 0, 1))
    state.step = 3
    price_slots(state)
    rival, other = state.turn_order[:2]
    give(state, rival, 28, 32, 39, money=200, fuel=(0, 3, 0, 0))  # it may power 16 as well
    state.city_count[rival] = 16
    give(state, other, money=0)
    state.market[3], state.supply[3] = uranium, 12 - uranium
    assert choices(state) == [Buy(0, 3, bought)] * (bought > 0) + [Done(0)]


# Building


def building(*plants, cities=0, money=100, fuel=(0, 0, 0, 0), seats=3, **options) -> State:
    """Return the turn of building of the seat that builds first."""
    state = deal("classic", seats=seats, **options)
    skip_to(state, "building")
    give(state, state.actor, *plants, fuel=fuel, money=money)
    own_cities(state, state.actor, cities)
    return state


def test_a_network_starts_where_cities_are_cheap():
    state = building(10, fuel=(2, 0, 0, 0), money=22)
    built = [action for action in choices(state) if isinstance(action, Build)]
    assert len(built) == 2
    start = state.board.places[built[0].city]
    costs = sorted(state.board.costs[start])
    assert costs[3] <= 5  # a cluster, not the end of a line


def test_cities_are_connected_as_far_as_plants_power():
    state = building(10, fuel=(2, 0, 0, 0))
    assert [type(action) for action in choices(state)] == [Build, Build, Done]


def test_plants_without_fuel_power_nothing():
    state = building(10)
    assert [type(action) for action in choices(state)] == [Build, Done]  # the first city only


def test_a_dear_city_may_open_cheap_ones():
    state = building(10)
    own(state, 2, "Essen")
    chain = next_cities(state, 2, 4)
    greedy = 0
    for _ in range(4):
        place = min(
            range(len(state.houses)), key=lambda place: state.reach[2][place] + state.prices[place]
        )
        greedy += state.reach[2][place] + state.prices[place]
        own(state, 2, next(n for n, city in CITY_OF.items() if city == state.board.cities[place]))
    assert sum(chain.prices) <= greedy


def last_round(plants, fuel, *, cities=16, money=100, rivals=(33,)) -> State:
    """Return a turn in which the seat can end the game; the others have built, power little."""
    state = deal("classic")
    skip_to(state, "building")
    say(state, "done", "done")
    seat = state.actor
    state.step = 3
    own_cities(state, seat, cities)
    give(state, seat, *plants, fuel=fuel, money=money)
    for other in range(3):
        if other != seat:
            give(state, other, *rivals, money=50)
            own(state, other, *("Essen", "Köln", "Aachen", "Bremen", "Trier"), slot=1 + other % 2)
    return state


def test_the_game_is_ended_when_that_wins():
    state = last_round((36, 38, 33), (3, 0, 3, 0))
    seat = state.actor
    action, reason = choice(state)
    assert isinstance(action, Build)
    assert "the game can end here with 18 cities powered, the others have 4" in reason
    choices(state)
    assert powergrid.result(state).winners == (seat,)


def test_the_game_is_not_ended_when_another_would_win():
    state = last_round((9,), (0, 1, 0, 0), rivals=(33, 37, 44))
    finish = best_finish(state, state.actor)
    assert finish is not None
    assert not finish.wins
    action, reason = choice(state)
    assert isinstance(action, Done)
    assert reason == "the next city would end the game, and others power 5"


def test_powered_cities_count_at_the_end_not_connected_ones():
    state = last_round((36, 38, 33), (3, 0, 0, 0))  # 38 has no garbage: 11 cities
    finish = best_finish(state, state.actor)
    assert finish is not None
    assert finish.powered == 11


def test_once_the_game_ends_money_is_kept_beyond_what_can_be_powered():
    state = last_round((33,), (0, 0, 0, 0), cities=17)
    assert choices(state) == [Done(2)]


# Bureaucracy


def test_no_fuel_is_burnt_for_cities_that_are_powered_already():
    state = deal("classic")
    skip_to(state, "bureaucracy")
    seat = state.actor
    give(state, seat, 25, 26, fuel=(2, 2, 0, 0))
    own_cities(state, seat, 3)
    action, reason = choice(state)
    assert isinstance(action, Run)
    assert len(action.plants) == 1
    assert reason == "3 cities powered pay 44"


def test_dear_fuel_is_not_burnt_for_less_than_it_costs():
    state = deal("classic")
    skip_to(state, "bureaucracy")
    seat = state.actor
    give(state, seat, 33, 34, fuel=(0, 0, 0, 1))
    own_cities(state, seat, 4)
    assert choice(state)[0] == Run(seat, (33,))


# Set-up


def test_houses_of_the_cartel_and_start_cities_are_placed_with_a_reason():
    state = deal(seats=2, start_cities=True)
    kinds = []
    while powergrid.to_act(state) is not None and state.phase == 0:
        action, reason = choice(state)
        assert "cities" in reason
        kinds.append(type(action))
        powergrid.advance(state, action)
    assert kinds == [PlaceCartel] * 6 + [MarkStart] * 2
    assert sum(slots.count(CARTEL) for slots in state.houses) == 8


# What it thinks with


def test_the_cheapest_load_uses_the_stock_and_the_cheaper_kind():
    state = buying(5, 7, cities=2)
    load = cheapest_load(state, (5, 7), (1, 1, 0, 0))
    assert load is not None
    assert load.tokens == (1, 2, 0, 0)  # coal costs 1, oil 3
    assert load.cost == 1 + 3 + 3
    assert load.power == 3
    state.supply[2] += state.market[2]
    state.market[2] = 0
    assert cheapest_load(state, (6,), (0, 0, 0, 0)) is None


def test_fuel_gets_dearer_when_more_is_burnt_than_refilled():
    state = buying(4, cities=1)
    calm = fuel_outlook(state).price(0)
    for seat in range(3):
        give(state, seat, 20, 25, 31)
    assert fuel_outlook(state).price(0) > calm + 2


def test_rivals_without_a_plant_are_expected_to_burn_what_one_on_the_market_does():
    """Before round 1 fuel looked as cheap as if nobody else would need any."""
    state = deal("classic", seats=4)
    assert state.plant_market == [3, 4, 5, 6, 7, 8, 9, 10]  # coal 2 + 2 + 3 + 2, oil 2 + 3 + 1
    assert fuel_outlook(state).demand == (3, 2, 0, 0)  # 9, 6 and 1 times 3 rivals / 8 plants
    give(state, 0, 20)
    assert fuel_outlook(state).demand == (3 + 2, 2, 0, 0)  # 3 tokens for 20, and 2 rivals
    give(state, 1, 25)
    assert fuel_outlook(state).demand == (3 + 2 + 1, 1, 0, 0)
    give(state, 2, 26)
    assert fuel_outlook(state).demand == (5, 2, 0, 0)  # the last seat has no rival without one
    give(state, 3, 13)
    assert fuel_outlook(state).demand == (5, 2, 0, 0)  # 13 burns nothing
    state.plants, state.plant_market = [()] * 4, []
    assert fuel_outlook(state).demand == (0, 0, 0, 0)


def test_other_seats_cities_of_the_cartel_are_not_in_reach():
    state = cartel()
    skip_to(state, "building")
    closed = {place for place, slots in enumerate(state.houses) if slots[0] == CARTEL}
    assert not closed & set(next_cities(state, state.actor, 20).places)


@pytest.mark.parametrize("limit", [1, 3])
def test_chains_keep_to_the_house_limit(limit):
    state = building(10, house_limit=limit)
    assert len(next_cities(state, state.actor, 9).places) == limit


def test_a_raise_leaps_where_a_rival_goes_on_far_beyond_it():
    state = auction_of([13, 14, 16, 20, 22, 23, 24, 25], money=150)
    say(state, "open 20 20")
    action, reason = choice(state)
    assert reason.startswith("plant 20 is worth up to ")
    worth = int(reason.split()[-1])
    assert 20 + 5 < action.amount <= worth - 5
    for seat in range(3):
        if seat != state.actor:
            state.money[seat] = 20
    assert choice(state)[0] == Bid(state.actor, 21)


@pytest.mark.rule("PG-CART-05")
def test_who_buys_last_reckons_with_what_the_cartel_takes():
    state = cartel()
    state.cartel_plants = (20,)  # 3 coal
    first, last = state.turn_order
    coal, *others = state.market
    assert fuel_left_for(state, last) == (coal, *others)
    assert fuel_left_for(state, first) == (coal - 3, *others)


@pytest.mark.parametrize(("of_cartel", "opens"), [((), False), ((20,), True)])
def test_a_wind_plant_is_not_passed_by_whose_coal_the_cartel_takes(of_cartel, opens):
    """Round 11 of a game that was watched: 16 cities, and coal for a plant that needs it too."""
    state = cartel()
    state.round, state.step, state.discount = 11, 3, 37
    state.plant_market, state.cartel_plants = [37], of_cartel
    give(state, 0, 20, 36, 39, fuel=(3, 0, 0, 0), money=135)
    give(state, 1, 26, 32, 46, money=180)
    own_cities(state, 0, 16)
    own_cities(state, 1, 14)
    state.supply[0] += state.market[0] - 3
    state.market[0] = 3
    action, _ = choice(state)
    assert isinstance(action, Open) == opens


def test_a_wind_plant_for_one_is_not_passed_by_who_has_money_and_no_fuel():
    """Round 12 of a game that was watched: rich, 15 cities, and fuel for 7 of them."""
    state = auction_of([36, 38, 42, 44], round=9, money=181, edition="recharged")
    state.step, state.discount = 3, 44
    for fuel in range(3):
        state.supply[fuel] += state.market[fuel]
        state.market[fuel] = 0
    names = [CITY_NAMES[city] for city in state.board.cities[:15]]
    for seat in range(3):
        give(state, seat, 25, 31, 37)
        own(state, seat, *names, slot=seat)
    action, _ = choice(state)
    assert isinstance(action, Open)
    assert action.plant == 44
