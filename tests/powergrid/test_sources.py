"""Where the source texts disagree: each row or test says which text is followed."""

import re
from pathlib import Path

from gridcommon.examples import read_examples
from gridcommon.ledger import read_disagreements, shipped_ledger

FOLLOWED = {  # the table of the ledger, in its order
    "Refill example, garbage": "refill",  # a worked example
    "Refill cards and the two maps": "test_the_refill_is_the_same_on_both_maps",
    "Refill when Step 3 is drawn in phase 5 of step 1": (
        "refill_follows_the_step_in_force_when_step_3_is_drawn_in_step_1"
    ),
    "Step 3 card drawn as step 2 begins, Classic": (
        "the_step3_card_drawn_as_step_2_begins_counts_as_drawn_in_phase_5"
    ),
    "First market update of step 3": "option_step3_first_update",
    "Cartel's hybrid fuel": "what_the_cartel_takes",
    "Cartel's houses at set-up": "houses_of_the_cartel_are_placed_one_by_one",
    "Cartel's take": "the_cartel_takes_right_after_the_first_sale_whoever_bought",
    "Tie in turn order": "ties_in_cities_go_by_the_highest_plant_not_the_number_of_plants",
    "Order of phases 3 and 4": "the_first_player_of_each_phase",
    "Who opens next": "opting_out_bars_from_later_auctions",
    "Openings per player": "an_outbid_opener_opens_again_or_opts_out",
    "Price for the last player": "the_last_player_pays_the_minimum",
    "Bid for the discounted plant": "minimum_bid",
    "Fuel of a scrapped plant": "option_scrap_keep",
    "Obsolete plants": "obsolete_is_equal_or_below_any_players_cities_as_in_c_pt",
    "Coal at 8 in the USA": "coal_comes_from_the_depot_once_the_market_has_none",
    "Plant 39": "uranium_stops_when_a_player_has_bought_39",
    "First city": "option_start_in_occupied",
    "Paying a path again": "a_path_is_paid_again",
    "Start of step 2": "step_2_starts_before_phase_5_as_in_c_pt",
    "Start of step 3": "the_step3_card_in_phase_2",
    "When plant and card of step 3 leave": "the_step3_card_in_phase_5",
    "End of the game": "all_players_build_before_the_game_ends",
    "Number of plants": "test_there_are_42_plants",
    "Essen and Duisburg in the example": "the_example_needs_essen_to_be_owned_as_in_recharged",
    "Plant that stores nothing, in the example": "plants_that_store_nothing",
    "Regions": "the_terms_of_a_game",
    "The Cartel's place in turn order": (
        "the_cartel_does_not_trigger_step_2_and_is_not_in_the_turn_order"
    ),
    "Discount token in the examples": "the_token_goes_on_the_lowest_plant",
    "Fourth plant with two players": "the_plant_limit",
    "Plant that costs another with two players": "the_plant_limit",
}


def test_every_disagreement_of_the_ledger_is_a_row_or_a_test():
    rows = read_disagreements(shipped_ledger("powergrid"))
    assert [row.topic for row in rows] == list(FOLLOWED)
    here = Path(__file__).parent
    files = (*here.glob("test_*.py"), *here.glob("rows/*.toml"))
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    known = {*re.findall(r"^(?:def |\[)(\w+)", sources, re.MULTILINE), *read_examples("powergrid")}
    assert {*FOLLOWED.values()} <= known
