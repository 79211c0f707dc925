"""Where the source texts disagree: each name says which text is followed."""

from pathlib import Path

import pytest

from gridcommon.events import NOBODY_LISTENS
from gridcommon.examples import read_examples
from gridcommon.ledger import read_disagreements, shipped_ledger
from powergrid.storage import room_for
from powergrid.tables import PLANTS
from powergrid.turn_order import set_order
from powergrid_positions import deal, give, own, own_cities, price_of, say, skip_to


@pytest.mark.rule("PG-ORDER-01")
def test_a_tie_in_turn_order_follows_the_highest_plant_not_the_number_of_plants():
    """C-pt, R-pt and R-sr; C-ca says who has more plants."""
    state = deal("classic")
    give(state, 0, 3, 4, 5)
    give(state, 1, 40)
    give(state, 2, 6, 7)
    set_order(state, NOBODY_LISTENS)
    assert state.turn_order == (1, 2, 0)


@pytest.mark.rule("PG-BUILD-08")
def test_obsolete_is_equal_or_below_any_players_cities_as_in_c_pt():
    """C-ca says below each player's cities."""
    state = deal("classic")
    skip_to(state, "building")
    state.plant_market = [6, 20, 21, 22, 23, 24, 25, 26]
    own_cities(state, state.actor, 5)
    state.money[state.actor] = 100
    say(state, "build Essen")
    assert 6 not in state.plant_market


@pytest.mark.rule("PG-STEP-03")
def test_step_2_starts_before_phase_5_as_in_c_pt():
    """C-ca says as soon as the seventh city is connected."""
    state = deal("classic")
    skip_to(state, "building")
    own_cities(state, 0, 7)
    assert state.step == 1
    skip_to(state, "bureaucracy")
    assert state.step == 2


@pytest.mark.rule("PG-COMP-01")
def test_there_are_42_plants_as_in_the_list_of_c_pt():
    """C-pt and C-ca speak of 43 cards: these and the Step 3 card."""
    assert len(PLANTS) == 42


@pytest.mark.rule("PG-BUILD-03")
def test_the_building_example_needs_essen_to_be_owned_as_in_recharged():
    """C-pt tells it from Duisburg to Essen; with Duisburg and Münster two sums fail."""
    state = deal()
    skip_to(state, "building")
    own(state, 0, "Essen", "Münster")
    assert [price_of(state, 0, name) for name in ("Duisburg", "Dortmund", "Aachen")] == [10, 12, 21]
    other = deal()
    skip_to(other, "building")
    own(other, 0, "Duisburg", "Münster")
    assert [price_of(other, 0, name) for name in ("Essen", "Dortmund", "Aachen")] == [10, 12, 21]


@pytest.mark.rule("PG-SETUP-01")
def test_the_number_of_regions_follows_the_table_in_both_editions():
    """C-pt and C-ca recommend one a player."""
    assert [deal("classic", seats=seats).terms.regions for seats in range(2, 7)] == [3, 3, 4, 5, 5]


@pytest.mark.rule("PG-BUR-04")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
def test_the_refill_is_the_same_on_both_maps(edition):
    """R-sr; R-pt speaks of the values of both maps, and both print one table."""
    for seats in range(3, 7):
        assert deal(edition, seats=seats).terms.refill == (
            deal(edition, seats=seats, map="usa").terms.refill
        )


@pytest.mark.rule("PG-PLANT-04")
def test_plants_13_and_33_store_nothing():
    """R-pt names 33 in its example of phase 3, R-sr and C-pt name 13."""
    for plant in (13, 33):
        assert not any(room_for(fuel, (0, 0, 0, 0), (plant,)) for fuel in range(4))


def test_every_disagreement_of_the_ledger_is_a_test():
    """The others stand with their phase; this list is the table of the ledger, in its order."""
    tests = {
        "Refill example, garbage": "refill",  # a worked example
        "Refill cards and the two maps": "test_the_refill_is_the_same_on_both_maps",
        "Refill when Step 3 is drawn in phase 5 of step 1": (
            "test_refill_follows_the_step_in_force_when_step_3_is_drawn_in_step_1"
        ),
        "Step 3 card drawn as step 2 begins, Classic": (
            "test_the_step3_card_drawn_as_step_2_begins_counts_as_drawn_in_phase_5"
        ),
        "First market update of step 3": "test_option_step3_first_update",
        "Cartel's hybrid fuel": "test_a_hybrid_alternates_coal_and_oil",
        "Cartel's houses at set-up": "test_cartel_houses_are_one_by_one_next_to_any_city_with_one",
        "Cartel's take": "test_the_cartel_takes_right_after_the_first_sale_whoever_bought",
        "Tie in turn order": (
            "test_a_tie_in_turn_order_follows_the_highest_plant_not_the_number_of_plants"
        ),
        "Order of phases 3 and 4": "test_who_begins_in_each_phase",
        "Who opens next": "test_opting_out_bars_from_later_auctions",
        "Openings per player": "test_an_opener_who_is_outbid_may_open_again_or_opt_out",
        "Price for the last player": "test_the_last_player_pays_the_minimum",
        "Bid for the discounted plant": "test_minimum_bid_of_recharged",
        "Fuel of a scrapped plant": "test_option_scrap_keep",
        "Obsolete plants": "test_obsolete_is_equal_or_below_any_players_cities_as_in_c_pt",
        "Coal at 8 in the USA": "test_coal_comes_from_the_depot_once_the_market_has_none",
        "Plant 39": "test_uranium_stops_when_a_player_has_bought_39",
        "First city": "test_option_start_in_occupied",
        "Paying a path again": "test_a_path_is_paid_again",
        "Start of step 2": "test_step_2_starts_before_phase_5_as_in_c_pt",
        "Start of step 3": "test_the_step3_card_in_phase_2",
        "When plant and card of step 3 leave": "test_the_step3_card_in_phase_5",
        "End of the game": "test_all_players_build_before_the_game_ends",
        "Number of plants": "test_there_are_42_plants_as_in_the_list_of_c_pt",
        "Essen and Duisburg in the example": (
            "test_the_building_example_needs_essen_to_be_owned_as_in_recharged"
        ),
        "Plant that stores nothing, in the example": "test_plants_13_and_33_store_nothing",
        "Regions": "test_the_number_of_regions_follows_the_table_in_both_editions",
        "The Cartel's place in turn order": "test_the_cartel_is_not_in_the_turn_order",
        "Discount token in the examples": "test_the_token_goes_on_the_lowest_plant",
        "Fourth plant with two players": "test_plant_limits",
        "Plant that costs another with two players": "test_plant_limits",
    }
    assert [row.topic for row in read_disagreements(shipped_ledger("powergrid"))] == list(tests)
    sources = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
    )
    for name in tests.values():
        assert f"def {name}(" in sources or name in read_examples("powergrid"), name
