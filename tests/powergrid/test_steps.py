"""Steps 2 and 3: when they begin, what leaves the market, and which comes first."""

import pytest

from gridcommon.events import NOBODY_LISTENS
from powergrid import to_act
from powergrid.events import PlantBuried, PlantDrawn, PlantLeft, Step3Drawn, StepBegan
from powergrid.game import legal_actions, next_auctions
from powergrid.plant_market import draw
from powergrid.ruleset_change import change_ruleset
from powergrid.state import BUILDING, BUREAUCRACY, PHASES, price_slots
from powergrid.steps import awaits_step2, coming_step
from powergrid.tables import CITY_NAMES, STEP3
from powergrid_positions import deal, in_auction, own_cities, say, skip, skip_to

MARKET = [20, 21, 22, 23, 24, 25, 26, 27]


def left(events):
    return [(event.plant, event.rule) for event in events if isinstance(event, PlantLeft)]


def drawn(events):
    return [event.plant for event in events if isinstance(event, PlantDrawn)]


def auction(
    edition="recharged", stack=(30, STEP3, 31, 32, 33), after=(33, 32, 31), step=2, **options
):
    """Return an auction with plants 20-27 face up and a short stack; plant 20 is lowest."""
    state = in_auction(deal(edition, setup={"after_step3": after}, **options))
    state.plant_market, state.stack = list(MARKET), list(stack)
    state.discount = 20 if state.terms.discount_bid else 0
    state.step = step
    price_slots(state)
    return state


def bureaucracy(
    edition="recharged", stack=(30, STEP3, 31, 32, 33), after=(33, 32, 31), step=2, **options
):
    """Return the last turn of building before it, with the same market."""
    state = in_auction(deal(edition, setup={"after_step3": after}, **options))
    skip_to(state, "building")
    while to_act(state) != state.turn_order[0]:
        skip(state)
    state.plant_market, state.stack = list(MARKET), list(stack)
    state.step = step
    price_slots(state)
    return state


@pytest.mark.rule("PG-STEP-01")
def test_the_game_starts_in_step_1():
    assert deal().step == deal("classic", "usa", 6).step == 1


@pytest.mark.rule("PG-STEP-04")
def test_step_2_replaces_the_lowest_plant_and_refills_by_its_own_row():
    state = bureaucracy(step=1)
    own_cities(state, 0, 7)
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    events = skip(state)
    assert StepBegan(2, "PG-STEP-04") in events
    assert left(events) == [(20, "PG-STEP-04")]
    assert state.plant_market == [21, 22, 23, 24, 25, 26, 27, 30]
    assert state.market == [0, 0, 0, 0]
    state.stack = [28, 29, STEP3]
    skip_to(state, "auction")
    assert state.market == list(state.terms.refill[1])
    assert state.step == 2
    own_cities(state, 1, 9)
    events = skip_to(state, "bureaucracy")
    assert not [event for event in events if isinstance(event, StepBegan)]  # only this once


@pytest.mark.rule("PG-STEP-05", "PG-STEP-06")
def test_the_step3_card_in_phase_2():
    state = auction()
    say(state, "open 21 21", "pass", "pass")  # 30 is drawn
    events = say(state, "open 22 22", "pass")  # the card
    assert Step3Drawn("PG-STEP-06") in events
    assert state.step3_lies
    assert state.stack == [33, 32, 31]  # shuffled at once
    assert state.plant_market == [20, 23, 24, 25, 26, 27, 30]
    assert state.current_market == [20, 23, 24, 25]
    assert state.step == 2
    events = say(state, "open 20 1")  # auctions go on, replacements are drawn
    assert drawn(events) == [33]
    assert left(events) == [(23, "PG-STEP-06")]
    assert StepBegan(3, "PG-STEP-05") in events
    assert (state.step, state.step3_lies) == (3, False)
    assert state.plant_market == [24, 25, 26, 27, 30, 33]
    assert state.stack == [32, 31]


@pytest.mark.rule("PG-STEP-09")
def test_in_step_3_all_six_plants_are_on_auction():
    state = auction(step=3)
    state.plant_market = MARKET[:6]
    assert state.current_market == MARKET[:6]
    assert state.future_market == []
    state.step = 2
    assert state.current_market == MARKET[:4]
    assert state.future_market == MARKET[4:6]


@pytest.mark.rule("PG-STEP-06", "PG-AUC-14")
@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("both", [(20, "PG-AUC-14"), (23, "PG-STEP-06")]),
        ("one", [(20, "PG-STEP-06")]),
    ],
)
def test_option_unsold_discount_with_step3(option, expected):
    state = auction(stack=(STEP3, 31, 32, 33), unsold_discount_with_step3=option)
    say(state, "open 21 21", "pass", "pass")
    say(state, "open 22 22", "pass")
    events = say(state, "decline")
    assert left(events) == expected
    assert len(state.plant_market) == 6


@pytest.mark.rule("PG-STEP-06", "PG-AUC-14")
@pytest.mark.parametrize("option", ["both", "one"])
def test_the_step3_card_drawn_for_the_unsold_plant(option):
    """Then the card did not lie when the phase ended: both plants leave."""
    state = auction(stack=(STEP3, 31, 32, 33), unsold_discount_with_step3=option)
    events = say(state, "decline", "decline", "decline")
    assert left(events) == [(20, "PG-AUC-14"), (21, "PG-STEP-06")]
    assert state.plant_market == MARKET[2:]
    assert state.step == 3


@pytest.mark.rule("PG-STEP-06", "PG-AUC-15")
def test_the_step3_card_drawn_where_nobody_bought():
    state = auction("classic", stack=(STEP3, 31, 32, 33))
    events = say(state, "decline", "decline", "decline")
    assert left(events) == [(20, "PG-AUC-15"), (21, "PG-STEP-06")]
    assert state.plant_market == MARKET[2:]


@pytest.mark.rule("PG-STEP-10")
def test_step_3_before_step_2_in_phase_2():
    """Both changes: step 2's plant leaves and is replaced, then step 3's lowest leaves."""
    state = auction(stack=(STEP3, 31, 32, 33), step=1)
    say(state, "open 20 20", "pass", "pass", "decline")
    events = say(state, "decline")
    assert left(events) == [(21, "PG-STEP-10"), (22, "PG-STEP-06")]
    assert drawn(events) == [33]
    assert state.plant_market == [23, 24, 25, 26, 27, 33]
    assert state.step == 3


@pytest.mark.rule("PG-STEP-10", "PG-AUC-14")
def test_the_order_of_all_changes_at_the_end_of_phase_2():
    """Unsold plant with its replacement, step 2's plant with its own, then step 3's."""
    state = auction(stack=(30, STEP3, 31, 32, 33), step=1)
    say(state, "open 21 21", "pass", "pass", "open 22 22", "pass")
    events = say(state, "decline")
    assert left(events) == [(20, "PG-AUC-14"), (23, "PG-STEP-10"), (24, "PG-STEP-06")]
    assert drawn(events) == [33, 32]
    assert state.plant_market == [25, 26, 27, 30, 32, 33]


@pytest.mark.rule("PG-STEP-10")
def test_reaching_step_2_after_step_3_changes_nothing():
    state = auction(stack=(STEP3, 31, 32, 33), step=1)
    skip_to(state, "building")
    own_cities(state, 0, 8)
    events = skip_to(state, "bureaucracy")
    assert state.step == 3
    assert left(events) == []


@pytest.mark.rule("PG-STEP-07")
def test_the_step3_card_in_phase_4():
    state = bureaucracy("classic", stack=(STEP3, 31, 32, 33), step=2)
    state.plant_market = [7, *MARKET[1:]]
    own_cities(state, state.turn_order[0], 6)
    state.money[to_act(state)] = 100
    city = CITY_NAMES[legal_actions(state)[0].city]
    events = say(state, f"build {city}")
    assert left(events) == [(7, "PG-BUILD-08"), (21, "PG-STEP-07")]
    assert state.plant_market == MARKET[2:]
    assert state.stack == [33, 32, 31]
    assert (state.phase, state.step) == (BUILDING, 2)  # this phase follows the old step
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    skip(state)
    assert state.step == 3
    skip_to(state, "resources")  # the refill is that of step 3, the update too
    assert state.market == list(state.terms.refill[2])


@pytest.mark.rule("PG-STEP-07", "PG-STEP-10")
def test_step_3_before_step_2_in_phase_4():
    state = bureaucracy("classic", stack=(STEP3, 31, 32, 33), step=1)
    state.plant_market = [5, *MARKET[1:]]
    own_cities(state, state.turn_order[0], 4)
    state.money[to_act(state)] = 100
    city = CITY_NAMES[legal_actions(state)[0].city]
    events = say(state, f"build {city}")
    assert left(events) == [(5, "PG-BUILD-08"), (21, "PG-STEP-10"), (22, "PG-STEP-07")]
    assert drawn(events) == [33]
    assert state.step == 1
    skip(state)
    assert state.step == 3


@pytest.mark.rule("PG-STEP-10", "PG-STEP-04")
@pytest.mark.parametrize("option", ["phase_5", "phase_4"])
def test_the_change_of_step_2_is_made_once_where_its_cities_follow_the_card(option):
    """The card comes in phase 4 of step 1, and the same phase reaches the cities of step 2."""
    state = bureaucracy("classic", stack=(STEP3, 31, 32, 33), step=1, step3_at_step2=option)
    state.plant_market = [7, *MARKET[1:]]
    own_cities(state, state.turn_order[0], 6)
    state.money[to_act(state)] = 100
    city = CITY_NAMES[legal_actions(state)[0].city]
    events = say(state, f"build {city}")
    assert left(events) == [(7, "PG-BUILD-08"), (21, "PG-STEP-10"), (22, "PG-STEP-07")]
    assert state.city_count[to_act(state)] == state.terms.step2_cities
    assert not awaits_step2(state)
    events = skip(state)
    assert left(events) == []  # C-pt: only this once
    assert [event.step for event in events if isinstance(event, StepBegan)] == [3]
    assert state.plant_market == [23, 24, 25, 26, 27, 33]
    assert state.stack == [32, 31]


@pytest.mark.rule("PG-STEP-08")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
def test_the_step3_card_in_phase_5(edition):
    state = bureaucracy(edition, stack=(STEP3, 31, 32, 33), after=(27, 33, 32, 31))
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    skip(state)
    assert state.step == 2
    events = skip_to(state, "auction")
    assert PlantBuried(27) in events
    assert left(events) == [(20, "PG-STEP-08")]
    assert state.plant_market == MARKET[1:7]
    assert state.stack == [27, 33, 32, 31]
    assert state.market == list(state.terms.refill[1])  # of step 2, a last time
    assert state.step == 3


@pytest.mark.rule("PG-STEP-08", "PG-STEP-10")
def test_refill_follows_the_step_in_force_when_step_3_is_drawn_in_step_1():
    """Recharged's text says the values of step 2; its order of phase 5 puts the refill first."""
    state = bureaucracy(stack=(STEP3, 31, 32, 33), after=(27, 33, 32, 31), step=1)
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    events = skip_to(state, "auction")
    assert state.market == list(state.terms.refill[0])
    assert left(events) == [(20, "PG-STEP-10"), (21, "PG-STEP-08")]
    assert state.step == 3
    assert len(state.plant_market) == 6


@pytest.mark.rule("PG-STEP-08")
@pytest.mark.parametrize(
    ("option", "market", "stack"),
    [
        ("none", [22, 23, 24, 25, 26, 27], [33, 32, 31]),
        ("bury", [22, 23, 24, 25, 26, 33], [32, 31, 27]),
        ("discard", [23, 24, 25, 26, 27, 33], [32, 31]),
    ],
)
def test_the_step3_card_drawn_by_step_2s_own_replacement(option, market, stack):
    state = bureaucracy(stack=(STEP3, 31, 32, 33), step=1, market_update_after_step2_draw=option)
    own_cities(state, 0, 7)
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    events = skip(state)
    assert left(events) == [(20, "PG-STEP-04"), (21, "PG-STEP-08")]
    assert state.step == 2
    assert state.plant_market == [22, 23, 24, 25, 26, 27]
    skip_to(state, "auction")
    assert state.market == list(state.terms.refill[1])
    assert state.step == 3
    assert state.plant_market == market
    assert state.stack == stack


@pytest.mark.rule("PG-STEP-04", "PG-STEP-07", "PG-STEP-08")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
@pytest.mark.parametrize("update", ["none", "bury"])
def test_option_step3_at_step2(edition, update):
    """With phase_4 the card that step 2 brings is one drawn in phase 4: step 3 from phase 5."""
    options = {"step3_at_step2": "phase_4", "market_update_after_step2_draw": update}
    state = bureaucracy(edition, stack=(STEP3, 31, 32, 33), step=1, **options)
    own_cities(state, 0, 7)
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    events = skip(state)
    assert left(events) == [(20, "PG-STEP-04"), (21, "PG-STEP-07")]
    assert [e.step for e in events if isinstance(e, StepBegan)] == [2, 3]
    assert (state.phase, state.step) == (BUREAUCRACY, 3)
    assert state.plant_market == [22, 23, 24, 25, 26, 27]
    events = skip_to(state, "auction")
    assert (22, "PG-BUR-07") in left(events)
    assert state.market == list(state.terms.refill[2])
    assert state.plant_market == [23, 24, 25, 26, 27, 33]
    assert state.stack == [32, 31]


@pytest.mark.rule("PG-STEP-04", "PG-STEP-08")
def test_option_step3_at_step2_changes_nothing_else():
    """A plant drawn as step 2 begins, or the card drawn later in phase 5, or a game that ends."""
    for stack in ((31, STEP3, 32, 33), (31, 32, 33, STEP3)):
        ends = []
        for option in ("phase_5", "phase_4"):
            state = bureaucracy(stack=stack, step=1, step3_at_step2=option)
            own_cities(state, 0, 7)
            gone = left(skip(state))
            assert (state.step, gone) == (2, [(20, "PG-STEP-04")])
            gone = left(skip_to(state, "auction"))
            ends.append((state.step, state.plant_market, state.stack, gone, state.market))
        assert ends[0] == ends[1]
    state = bureaucracy(stack=(STEP3, 31), step=1, step3_at_step2="phase_4")
    own_cities(state, 0, 17)
    assert left(skip(state)) == []
    assert (PHASES[state.phase], state.step) == ("over", 1)


@pytest.mark.rule("PG-STEP-08")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
def test_the_step3_card_drawn_as_step_2_begins_counts_as_drawn_in_phase_5(edition):
    """C-ca begins step 2 in phase 4, so that the card would be drawn in phase 4 there."""
    state = bureaucracy(edition, stack=(STEP3, 31, 32, 33), step=1)
    own_cities(state, 0, 7)
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 24, 12]
    assert left(skip(state)) == [(20, "PG-STEP-04"), (21, "PG-STEP-08")]
    assert state.step == 2
    skip_to(state, "auction")
    assert state.market == list(state.terms.refill[1])
    assert state.step == 3


@pytest.mark.rule("PG-STEP-06", "PG-BUR-07")
@pytest.mark.parametrize(("option", "lowest"), [("same_round", 24), ("next_round", 23)])
def test_option_step3_first_update(option, lowest):
    state = auction(stack=(30, STEP3, 31, 32, 33), step3_first_update=option)
    say(state, "open 21 21", "pass", "pass", "open 22 22", "pass", "open 20 1")
    state.plant_market = [23, 24, 25, 26, 27, 30]
    skip_to(state, "auction")
    assert state.plant_market[0] == lowest
    assert len(state.plant_market) == 6
    lowest = state.plant_market[1]
    state.discount = 0
    skip_to(state, "resources")
    skip_to(state, "auction")
    assert state.plant_market[0] == lowest  # from then on in every round


@pytest.mark.rule("PG-STEP-05")
def test_step_3_drawn_in_phase_5_updates_in_the_next_round():
    for option in ("same_round", "next_round"):
        state = bureaucracy(
            stack=(STEP3, 31, 32, 33), after=(27, 33, 32, 31), step3_first_update=option
        )
        skip_to(state, "auction")
        state.discount = 0
        lowest = state.plant_market[1]
        skip_to(state, "bureaucracy")
        skip_to(state, "auction")
        assert state.plant_market[0] == lowest


@pytest.mark.rule("PG-STEP-06")
def test_the_shuffle_of_the_step3_card_is_uniform_and_noted():
    seen = set()
    for seed in range(200):
        state = deal()
        state.rng = seed
        state.stack = [STEP3, 31, 32, 33]
        draw(state, NOBODY_LISTENS)
        seen.add(tuple(state.stack))
        assert state.draws.after_step3 == tuple(state.stack)
    assert len(seen) == 6


@pytest.mark.rule("PG-STEP-02", "PG-STEP-04")
def test_the_next_refill_goes_by_step_2_as_soon_as_a_network_is_large_enough():
    state = bureaucracy(step=1)
    own_cities(state, 0, 6)
    assert coming_step(state) == state.step == 1
    own_cities(state, 0, 7)
    assert (coming_step(state), state.step) == (2, 1)
    skip(state)
    assert (coming_step(state), state.step) == (2, 2)


@pytest.mark.rule("PG-STEP-05")
def test_the_next_refill_goes_by_step_3_as_soon_as_the_card_is_drawn():
    state = auction(stack=(STEP3, 30, 31), after=None)
    assert coming_step(state) == 2
    say(state, "open 20 20", "pass", "pass")
    assert state.step3_lies
    assert (coming_step(state), state.step) == (3, 2)
    skip_to(state, "resources")
    assert (coming_step(state), state.step) == (3, 3)


@pytest.mark.rule("PG-STEP-05", "PG-STEP-06", "PG-STEP-10")
def test_a_comparison_looks_ahead_to_step_3_once_the_card_is_drawn():
    """The cities of step 2 do not bring step 2 then; the lowest plant leaves with the card."""
    state = auction("classic", stack=(STEP3, 30, 31), after=None, step=1)
    say(state, "open 20 20", "pass", "pass")
    assert state.step3_lies
    own_cities(state, 0, state.terms.step2_cities)
    then = change_ruleset(state, state.ruleset).at_bureaucracy()
    assert (then.step, then.step3_lies, then.plant_market) == (3, False, MARKET[2:])
    state = bureaucracy("classic", stack=(30, 31), step=1)
    state.plant_market, state.step3_pending = MARKET[2:], True
    own_cities(state, 0, state.terms.step2_cities)
    state.out = 1 << 20 | 1 << 21
    for then in (next_auctions(state), change_ruleset(state, state.ruleset).at_bureaucracy()):
        assert (then.step, then.step3_pending, then.plant_market) == (3, False, MARKET[2:])


@pytest.mark.rule("PG-STEP-05", "PG-STEP-08")
def test_a_card_drawn_in_phase_5_comes_too_late_for_its_refill():
    state = bureaucracy(stack=(30, 31))
    state.step3_pending = True  # drawn in phase 4
    assert coming_step(state) == 3
    state = bureaucracy(stack=(STEP3, 30, 31))
    skip_to(state, "bureaucracy")
    state.step3_pending = True
    assert coming_step(state) == 2
