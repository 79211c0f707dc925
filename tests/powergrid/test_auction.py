"""Phase 2: auctions, the discount token, the plant limit and what is scrapped."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from powergrid import Open, Ruleset, Scrap, check, from_facts, to_act
from powergrid.events import DiscountRemoved, PlantLeft, PlantSold
from powergrid.game import legal_actions, next_auctions
from powergrid.position_fields import full_facts
from powergrid.state import AUCTION, PHASES, RESOURCES, Surplus
from powergrid.storage import fits, smallest_losses, subtract_fuel
from powergrid.tables import FUELS, PLANTS, STEP3
from powergrid_play import positions
from powergrid_positions import (
    act,
    cartel,
    deal,
    give,
    in_auction,
    invariants,
    own_cities,
    refusal,
    say,
    skip_to,
)


def later(edition="recharged", seats=3, market=None, **kwargs):
    """Return the auction of round 2, with the market given, if any."""
    state = in_auction(deal(edition, seats=seats, **kwargs))
    if market:
        for plant in state.plant_market:
            if plant not in market:
                state.out |= 1 << plant
        for plant in market:
            state.out &= ~(1 << plant)
            if plant in state.stack:
                state.stack.remove(plant)
        state.plant_market = list(market)
        state.discount = market[0] if state.terms.discount_bid else 0
    return state


@pytest.mark.rule("PG-AUC-01", "PG-AUC-05")
def test_a_buyer_is_out_of_the_phase():
    state = later(market=range(20, 28))
    first = to_act(state)
    say(state, "open 21 21", "pass", "pass")
    assert state.plants[first] == (3 + first, 21)
    assert to_act(state) == state.turn_order[1]  # the opener won: the next in turn order
    assert refusal(state, "decline", seat=first) == "PG-AUC-01"
    say(state, "open 22 22")
    assert to_act(state) == state.turn_order[2]  # the buyer is not asked to bid
    say(state, "pass")
    assert to_act(state) == state.turn_order[2]


@pytest.mark.rule("PG-AUC-05")
def test_an_opener_who_is_outbid_may_open_again_or_opt_out():
    state = later(market=range(20, 28))
    first, second = state.turn_order[:2]
    say(state, "open 21 21")
    while to_act(state) != second:
        say(state, "pass")
    say(state, "bid 22")
    while state.auction:
        say(state, "pass")
    assert state.plants[second][-1] == 21
    assert to_act(state) == first
    assert refusal(state, "open 22 22") is None
    assert refusal(state, "decline") is None


@pytest.mark.rule("PG-AUC-02")
def test_only_the_current_market_is_opened():
    state = deal()
    assert refusal(state, "open 6 6") is None
    assert refusal(state, "open 7 7") == "PG-AUC-02"
    assert refusal(state, "open 40 40") == "PG-AUC-02"
    assert refusal(state, "bid 5") == "PG-AUC-02"
    assert refusal(state, "pass") == "PG-AUC-06"


@pytest.mark.rule("PG-AUC-09", "PG-AUC-02")
def test_minimum_bid_of_recharged():
    state = deal()
    assert refusal(state, "open 3 0") == "PG-AUC-09"
    assert refusal(state, "open 3 1") is None  # the discounted plant
    assert refusal(state, "open 4 3") == "PG-AUC-09"
    assert refusal(state, "open 4 4") is None


@pytest.mark.rule("PG-AUC-10", "PG-AUC-02")
def test_minimum_bid_of_classic():
    state = deal("classic")
    assert refusal(state, "open 3 2") == "PG-AUC-10"
    assert refusal(state, "open 3 3") is None


@pytest.mark.rule("PG-AUC-09")
def test_a_discounted_plant_can_be_opened_with_1_elektro_in_hand():
    state = later(market=range(20, 28))
    state.money[to_act(state)] = 1
    assert refusal(state, "open 20 1") is None
    assert refusal(state, "open 20 2") == "PG-AUC-03"
    assert [(a.plant, a.bid) for a in legal_actions(state)[:-1]] == [(20, 1)]
    state.money[to_act(state)] = 0
    assert refusal(state, "open 20 1") == "PG-AUC-03"


@pytest.mark.rule("PG-AUC-03", "PG-AUC-02")
def test_bids_rise_and_are_within_the_cash():
    state = deal()
    assert refusal(state, "open 6 50") is None
    assert refusal(state, "open 6 51") == "PG-AUC-03"
    say(state, "open 6 8")
    assert refusal(state, "bid 8") == "PG-AUC-03"
    assert refusal(state, "bid 9") is None
    assert refusal(state, "bid 50") is None
    assert refusal(state, "bid 51") == "PG-AUC-03"
    assert refusal(state, "open 5 9") == "PG-AUC-03"
    assert refusal(state, "decline") == "PG-AUC-03"
    assert refusal(state, "bid 9", seat=2) == "PG-AUC-03"


@pytest.mark.rule("PG-AUC-03")
def test_who_drops_out_of_an_auction_stays_out_of_it():
    state = deal(seats=4)
    say(state, "open 6 6", "bid 7", "pass", "bid 8", "bid 9")
    turns = []
    for text in ("bid 10", "bid 11", "pass", "pass"):
        turns.append(to_act(state))
        say(state, text)
    assert turns == [1, 3, 0, 1]
    assert state.plants[3] == (6,)
    assert state.money[3] == 50 - 11


@pytest.mark.rule("PG-AUC-03")
def test_bidding_goes_by_seat_not_by_turn_order():
    state = deal(seats=4, setup={"turn_order": (2, 0, 3, 1)})
    say(state, "open 6 6")
    turns = []
    while state.auction:
        turns.append(to_act(state))
        say(state, "pass")
    assert turns == [3, 0, 1]


@pytest.mark.rule("PG-AUC-04")
def test_a_plant_is_paid_and_replaced_at_once():
    state = deal()
    events = say(state, "open 6 8", "bid 9", "pass", "pass")
    assert PlantSold(1, 6, 9, "PG-AUC-04") in events
    assert state.money == [50, 41, 50]
    assert state.plants == [(), (6,), ()]
    assert state.plant_market == [3, 4, 5, 7, 8, 9, 10, 11]
    assert state.current_market == [3, 4, 5, 7]


@pytest.mark.rule("PG-AUC-06")
def test_opting_out_bars_from_later_auctions():
    state = later(market=range(20, 28))
    order = state.turn_order
    say(state, "decline", "open 21 21")
    assert to_act(state) == order[2]
    say(state, "bid 22", "pass")
    assert to_act(state) == order[1]
    say(state, "decline")
    assert state.phase == RESOURCES


@pytest.mark.rule("PG-AUC-07")
def test_nobody_opts_out_in_round_one():
    state = deal()
    assert refusal(state, "decline") == "PG-AUC-07"
    assert refusal(later(), "decline") is None


@pytest.mark.rule("PG-AUC-08")
def test_the_last_player_pays_the_minimum():
    state = deal()
    say(state, "open 6 6", "pass", "pass", "open 5 5", "pass")
    assert refusal(state, "open 7 8") == "PG-AUC-08"
    assert refusal(state, "open 7 6") == "PG-AUC-09"
    assert refusal(state, "open 3 2") == "PG-AUC-08"
    assert [(a.plant, a.bid) for a in legal_actions(state)] == [(3, 1), (4, 4), (7, 7), (8, 8)]
    events = say(state, "open 7 7")
    assert PlantSold(2, 7, 7, "PG-AUC-08") in events
    assert state.phase == RESOURCES


@pytest.mark.rule("PG-AUC-08")
def test_the_last_player_may_pay_more_by_an_option():
    state = deal("classic", last_price="free")
    say(state, "open 6 6", "pass", "pass", "open 5 5", "pass")
    assert refusal(state, "open 4 3") == "PG-AUC-10"
    assert refusal(state, "open 4 51") == "PG-AUC-03"
    bids = [(a.plant, a.bid) for a in legal_actions(state)]
    assert bids == [(plant, bid) for plant in (3, 4, 7, 8) for bid in range(plant, 51)]
    assert PlantSold(2, 4, 50, "PG-AUC-08") in say(state, "open 4 50")


@pytest.mark.rule("PG-AUC-11")
def test_the_token_goes_on_the_lowest_plant():
    state = deal()
    assert state.discount == 3
    assert deal("classic").discount == 0
    skip_to(state, "resources")
    assert state.discount == 0
    skip_to(state, "auction", 2)
    assert state.discount == state.plant_market[0]
    state.step = 3
    skip_to(state, "auction", 3)
    assert state.discount == state.plant_market[0]


@pytest.mark.rule("PG-AUC-12")
def test_a_replacement_below_the_discounted_plant_leaves_with_the_token():
    state = deal(setup={"market": tuple(range(5, 13)), "stack": (4, 3, *range(13, 41), STEP3)})
    assert state.discount == 5
    events = say(state, "open 6 6", "pass", "pass")
    assert PlantLeft(4, "PG-AUC-12") in events
    assert DiscountRemoved(5, "PG-AUC-12") in events
    assert state.discount == 0
    assert state.plant_market == [3, 5, 7, 8, 9, 10, 11, 12]  # the second stays, though lower
    assert refusal(state, "open 5 1") == "PG-AUC-09"
    assert refusal(state, "open 3 3") is None


@pytest.mark.rule("PG-AUC-12")
@pytest.mark.parametrize(("option", "left"), [("any", True), ("first", False)])
def test_only_the_first_replacement_leaves_by_an_option(option, left):
    setup = {"market": tuple(range(5, 13)), "stack": (13, 4, *range(14, 41), STEP3)}
    state = deal(setup=setup, lower_replacement=option)
    say(state, "open 6 6", "pass", "pass", "open 7 7", "pass")
    assert (state.discount, 4 in state.plant_market) == ((0, False) if left else (5, True))
    assert refusal(state, "open 5 1") == ("PG-AUC-09" if left else None)
    again = from_facts(state.ruleset, 3, full_facts(state))
    assert full_facts(again) == full_facts(state)
    first = deal(setup=setup | {"stack": (4, *range(13, 41), STEP3)}, lower_replacement=option)
    assert PlantLeft(4, "PG-AUC-12") in say(first, "open 6 6", "pass", "pass")


@pytest.mark.rule("PG-AUC-12", "PG-CART-03")
def test_the_take_of_the_cartel_comes_after_the_first_replacement():
    setup = {"market": tuple(range(5, 13)), "stack": (13, 4, *range(14, 41), STEP3)}
    state = cartel(setup=setup, lower_replacement="first")
    say(state, "open 6 6", "pass")
    assert (state.discount, state.plant_market[0]) == (5, 4)


@pytest.mark.rule("PG-AUC-13")
def test_the_token_goes_aside_with_its_plant():
    state = deal(setup={"market": tuple(range(5, 13)), "stack": (4, 3, *range(13, 41), STEP3)})
    events = say(state, "open 5 1", "pass", "pass")
    assert DiscountRemoved(5, "PG-AUC-13") in events
    assert state.discount == 0
    assert 4 in state.plant_market  # nothing is below the token any more
    assert refusal(state, "open 4 3") == "PG-AUC-09"


@pytest.mark.rule("PG-AUC-14")
def test_an_unsold_discounted_plant_leaves():
    state = later(market=range(20, 28))
    top = state.stack[0]
    assert state.discount == 20
    events = say(state, "decline", "decline", "decline")
    assert PlantLeft(20, "PG-AUC-14") in events
    assert state.plant_market == sorted([*range(21, 28), top])


@pytest.mark.rule("PG-AUC-14")
def test_a_sold_discounted_plant_costs_no_other():
    state = later(market=range(20, 28))
    top = state.stack[0]
    say(state, "open 20 1", "pass", "pass", "decline", "decline")
    assert state.plant_market == sorted([*range(21, 28), top])


@pytest.mark.rule("PG-AUC-15")
def test_the_lowest_leaves_a_market_from_which_nobody_bought():
    state = later("classic", market=range(20, 28))
    top = state.stack[0]
    events = say(state, "decline", "decline", "decline")
    assert PlantLeft(20, "PG-AUC-15") in events
    assert state.plant_market == sorted([*range(21, 28), top])


@pytest.mark.rule("PG-AUC-15", "PG-STEP-09")
def test_the_lowest_leaves_unreplaced_in_step_3_where_the_stack_is_empty():
    facts = {"round": 9, "step": 3, "plant_market": [20, 22, 25, 26, 28, 33], "stack": []}
    state = from_facts(Ruleset("classic"), 3, facts)
    events = say(state, "decline", "decline", "decline")
    assert PlantLeft(20, "PG-AUC-15") in events
    assert state.plant_market == [22, 25, 26, 28, 33]


@pytest.mark.rule("PG-AUC-15")
def test_the_lowest_stays_where_somebody_bought():
    state = later("classic", market=range(20, 28))
    say(state, "open 23 23", "pass", "pass", "decline", "decline")
    assert 20 in state.plant_market


def surplus(edition="recharged", seats=3, plants=(4, 5, 7), fuel=(0, 0, 0, 0), **options):
    """Return the moment after seat 0 bought plant 21 beyond the limit."""
    state = later(edition, seats=seats, market=range(20, 28), **options)
    for seat in range(1, seats):
        give(state, seat)
    give(state, 0, *plants, fuel=fuel)
    state.turn_order = tuple(range(seats))
    state.actor = 0
    say(state, "open 21 21", *["pass"] * (seats - 1))
    return state


@pytest.mark.rule("PG-AUC-16")
def test_a_fourth_plant_makes_one_of_the_others_leave():
    state = surplus()
    assert state.surplus == Surplus(0, 21)
    assert to_act(state) == 0
    assert {a.plant for a in legal_actions(state)} == {4, 5, 7}
    assert refusal(state, "scrap 21") == "PG-AUC-16"
    assert refusal(state, "scrap 6") == "PG-AUC-16"
    assert refusal(state, "decline") == "PG-AUC-16"
    assert refusal(state, "open 22 22") == "PG-AUC-16"
    assert refusal(state, "pass") == "PG-AUC-16"
    assert refusal(state, "bid 22") == "PG-AUC-16"
    say(state, "scrap 4")
    assert state.plants[0] == (5, 7, 21)
    assert state.out >> 4 & 1
    assert to_act(state) == 1


@pytest.mark.rule("PG-AUC-16")
def test_plant_limits():
    state = surplus(plants=(4, 5))
    assert state.surplus is None
    assert refusal(state, "scrap 4") == "PG-AUC-16"
    two = surplus("classic", seats=2, plants=(4, 5, 7))
    assert two.surplus is None
    two = surplus("classic", seats=2, plants=(4, 5, 7, 8))
    assert two.surplus == Surplus(0, 21)
    with_cartel = cartel()
    assert with_cartel.terms.plant_limit == 3


@pytest.mark.rule("PG-AUC-17")
def test_fuel_of_a_scrapped_plant_moves_where_it_fits():
    state = surplus(plants=(4, 10, 13), fuel=(8, 0, 0, 0))
    events = say(state, "scrap 4")  # 21 is a hybrid for 4, 10 holds 4
    assert state.fuel[0] == (8, 0, 0, 0)
    assert events[-1].lost == (0, 0, 0, 0)


@pytest.mark.rule("PG-AUC-17")
def test_what_does_not_fit_goes_to_the_supply():
    state = surplus(plants=(6, 14, 13), fuel=(0, 0, 6, 0))
    supply = state.supply[2]
    assert refusal(state, "scrap 14 garbage 3") == "PG-AUC-17"
    assert refusal(state, "scrap 14 garbage 4") is None
    assert refusal(state, "scrap 14 garbage 5") == "PG-AUC-17"
    assert refusal(state, "scrap 14 garbage 7") == "PG-AUC-17"
    assert refusal(state, "scrap 14 garbage 4 coal 1") == "PG-AUC-17"
    say(state, "scrap 14")
    assert state.fuel[0] == (0, 0, 2, 0)
    assert state.supply[2] == supply + 4


@pytest.mark.rule("PG-AUC-17")
def test_8_coal_with_only_hybrid_05_left_keeps_4():
    assert smallest_losses((8, 0, 0, 0), (5,)) == ((4, 0, 0, 0),)
    state = surplus(plants=(5, 8, 13), fuel=(8, 0, 0, 0))
    state.plants[0] = (5, 8, 13, 18)  # instead of 21, another plant that stores nothing
    state.surplus = Surplus(0, 18)
    say(state, "scrap 8")
    assert state.fuel[0] == (4, 0, 0, 0)


@pytest.mark.rule("PG-AUC-17")
def test_where_coal_and_oil_compete_the_player_chooses():
    state = surplus(plants=(3, 4, 5), fuel=(4, 4, 0, 0))
    state.plants[0] = (3, 4, 5, 18)
    state.surplus = Surplus(0, 18)
    # Without 03 there is room for 4 coal and 4 of any mix: no choice.
    assert refusal(state, "scrap 3") is None
    state.fuel[0] = (6, 4, 0, 0)
    assert refusal(state, "scrap 3") == "PG-AUC-17"  # 2 of the mix are coal: which are lost?
    offered = {a.lose for a in legal_actions(state) if a.plant == 3}
    assert offered == {(0, 2, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0)}
    for lost in offered:
        assert check(state, Scrap(0, 3, lost)) is None
    assert check(state, Scrap(0, 3, (2, 1, 0, 0))).rule == "PG-AUC-17"
    assert check(state, Scrap(0, 3, (0, 1, 0, 0))).rule == "PG-AUC-17"
    state.fuel[0] = (5, 4, 0, 0)
    assert refusal(state, "scrap 3") == "PG-AUC-17"  # 1 coal or 1 oil


@pytest.mark.rule("PG-AUC-17")
@pytest.mark.parametrize(("fuel", "plants"), [("coal", (4, 10, 13)), ("oil", (5, 3, 13))])
@pytest.mark.parametrize(("keep", "allowed"), [("most", False), ("free", True)])
def test_option_scrap_keep(fuel, plants, keep, allowed):
    plant, stock = plants[0], tuple(8 * (name == fuel) for name in FUELS)
    state = surplus(plants=plants, fuel=stock, scrap_keep=keep)
    assert refusal(state, f"scrap {plant}") is None
    assert (refusal(state, f"scrap {plant} {fuel} 1") is None) is allowed
    assert (refusal(state, f"scrap {plant} {fuel} 4") is None) is allowed
    assert refusal(state, f"scrap {plant} {fuel} 5") == "PG-AUC-17"  # it holds no more than 4
    lose = tuple(count // 2 for count in stock)
    assert (Scrap(0, plant, lose) in legal_actions(state)) is allowed


@pytest.mark.rule("PG-AUC-17")
def test_no_more_is_given_up_than_a_hybrid_holds():
    state = surplus(plants=(5, 3, 4), fuel=(4, 4, 0, 0), scrap_keep="free")
    assert refusal(state, "scrap 5 coal 2 oil 2") is None
    assert refusal(state, "scrap 5 coal 3 oil 2") == "PG-AUC-17"


@pytest.mark.rule("PG-AUC-17", "PG-PLANT-05")
@given(
    plants=st.lists(st.sampled_from(list(PLANTS)), min_size=1, max_size=3, unique=True),
    stock=st.tuples(*[st.integers(0, 9)] * 4),
)
def test_smallest_losses_equal_brute_force(plants, stock):
    left = tuple(sorted(plants))
    kept = [k for k in product(*[range(n + 1) for n in stock]) if fits(k, left)]
    best = [
        k
        for k in kept
        if not any(
            k[fuel] < stock[fuel]
            and fits(tuple(n + (other == fuel) for other, n in enumerate(k)), left)
            for fuel in range(4)
        )
    ]
    assert sorted(subtract_fuel(stock, k) for k in best) == list(smallest_losses(stock, left))


@pytest.mark.rule("PG-AUC-18")
def test_with_an_empty_stack_the_market_shrinks():
    state = later(market=range(20, 28))
    state.out |= sum(1 << plant for plant in state.stack if plant != STEP3)
    state.stack = []
    say(state, "open 21 21", "pass", "pass")
    assert state.plant_market == [20, *range(22, 28)]


@pytest.mark.rule("PG-AUC-18")
def test_with_an_empty_market_the_phase_is_over_at_once():
    state = later(market=[20])
    state.stack = []
    state.step = 3
    say(state, "open 20 1", "pass", "pass")
    assert PHASES[state.phase] == "resources"
    skip_to(state, "bureaucracy")
    state.plant_market = []
    while state.phase != RESOURCES:
        assert state.phase != AUCTION
        act(state, legal_actions(state)[0])
    assert state.round == 3


@pytest.mark.rule("PG-BUILD-08")
def test_an_obsolete_plant_drawn_in_phase_2_never_stays():
    state = later("classic", market=range(20, 28))
    own_cities(state, 0, 14)
    state.stack = [12, 14, 15, *[card for card in state.stack if card > 28]]
    events = say(state, "open 21 21", "pass", "pass")
    assert [e.plant for e in events if isinstance(e, PlantLeft)] == [12, 14]
    assert len(state.plant_market) == 8
    assert state.plant_market[0] == 15


def test_an_auction_keeps_the_invariants():
    state = deal(seats=6)
    while state.phase == AUCTION:
        act(state, legal_actions(state)[-1])
        invariants(state)


@given(positions())
@pytest.mark.rule("PG-AUC-01", "PG-AUC-09", "PG-AUC-10", "PG-AUC-11", "PG-STEP-05")
def test_the_coming_auctions_begin_as_they_do_in_play(state):
    before = full_facts(state)
    coming = next_auctions(state)
    assert full_facts(state) == before
    assert coming.phase == AUCTION
    if state.phase == AUCTION:
        assert full_facts(coming) == before
        return
    assert coming.round == state.round + 1
    assert coming.step == (3 if state.step3_pending else state.step)
    if not coming.plant_market:
        return
    assert coming.discount == (coming.plant_market[0] if state.terms.discount_bid else 0)
    assert to_act(coming) == coming.turn_order[0]
    for plant in coming.plant_market:
        for bid in (plant - 1, plant, 1):
            action = Open(coming.actor, plant, bid)
            allowed = (
                plant in coming.current_market
                and (bid >= plant or plant == coming.discount)
                and bid <= coming.money[coming.actor]
            )
            assert (check(coming, action) is None) == allowed
