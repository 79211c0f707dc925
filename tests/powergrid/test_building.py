"""Phase 4: starting and growing a network."""

import pytest

from gridcommon.errors import InvalidState
from powergrid import Ruleset, check, from_facts, new_game, parse_action, to_act
from powergrid.building import cost
from powergrid.events import CityConnected, PlantLeft
from powergrid.game import legal_actions
from powergrid.notation import city_named
from powergrid.state import price_slots
from powergrid.tables import CITY_NAMES, CITY_OF, STEP3
from powergrid_positions import deal, give, in_auction, own, own_cities, refusal, say, skip_to


def building(edition="recharged", map="germany", step=1, round=1, **kwargs):
    """Return the first turn of building, by a seat with 100 Elektro and without a city."""
    state = deal(edition, map, **kwargs)
    if round > 1:
        in_auction(state)
    skip_to(state, "building")
    state.step = step
    price_slots(state)
    state.money[to_act(state)] = 100
    return state


def price(state, name, seat=None):
    seat = to_act(state) if seat is None else seat
    return cost(state, seat, state.board.places[CITY_OF[name]])


def example(step):
    """Return the position of the rulebooks: A owns Essen and Münster, B Düsseldorf and Köln."""
    state = building(step=step)
    a = to_act(state)
    b = (a + 1) % 3
    own(state, a, "Essen", "Münster")
    own(state, b, "Düsseldorf", "Köln")
    return state, a, b


@pytest.mark.rule("PG-BUILD-03", "PG-BUILD-04", "PG-BUILD-06")
def test_example_of_the_rulebooks_step_1():
    state, a, b = example(1)
    assert price(state, "Duisburg") == 10
    assert price(state, "Dortmund") == 12
    assert price(state, "Aachen") == 21
    assert price(state, "Duisburg", b) == 12
    assert refusal(state, "build Düsseldorf") == "PG-BUILD-04"
    events = say(state, "build Aachen")
    assert events[0] == CityConnected(a, CITY_OF["Aachen"], 0, 10, 11, "PG-BUILD-03")


@pytest.mark.rule("PG-BUILD-06")
def test_a_path_is_paid_again():
    state, a, _ = example(2)
    assert price(state, "Köln") == 21
    say(state, "build Köln")  # through Düsseldorf
    assert price(state, "Düsseldorf") == 17  # 15 and 2 again, though that path was paid
    assert state.money[a] == 79


@pytest.mark.rule("PG-BUILD-02")
def test_a_first_city_must_be_empty():
    state = building(step=2)
    seat = to_act(state)
    own(state, (seat + 1) % 3, "Essen")
    assert refusal(state, "build Essen") == "PG-BUILD-02"
    assert refusal(state, "build Duisburg") is None
    assert CITY_OF["Essen"] not in {a.city for a in legal_actions(state)[:-1]}
    assert say(state, "build Duisburg")[0].rule == "PG-BUILD-02"
    assert state.money[seat] == 90
    assert price(state, "Essen") == 15
    assert refusal(state, "build Essen") is None  # later cities may hold a house


@pytest.mark.rule("PG-BUILD-02")
def test_a_first_city_must_be_empty_in_step_1_too():
    state = building()
    own(state, (to_act(state) + 1) % 3, "Essen")
    assert refusal(state, "build Essen") == "PG-BUILD-02"


@pytest.mark.rule("PG-BUILD-02")
def test_without_an_empty_city_any_open_slot_will_do():
    state = building(step=2)
    seat = to_act(state)
    for city in state.board.cities:
        name = next(known for known, number in CITY_OF.items() if number == city)
        own(state, (seat + 1) % 3, name)
    own(state, (seat + 2) % 3, "Essen", slot=1)
    assert refusal(state, "build Duisburg") is None
    assert price(state, "Duisburg") == 15
    assert refusal(state, "build Essen") == "PG-BUILD-04"


@pytest.mark.rule("PG-BUILD-02")
def test_option_start_in_occupied():
    state = building(step=2, start_in_occupied=True)
    seat = to_act(state)
    own(state, (seat + 1) % 3, "Essen")
    assert refusal(state, "build Essen") is None
    say(state, "build Essen")
    assert state.money[seat] == 85
    first = building(step=1, start_in_occupied=True)
    own(first, (to_act(first) + 1) % 3, "Essen")
    assert refusal(first, "build Essen") == "PG-BUILD-04"


@pytest.mark.rule("PG-BUILD-04")
@pytest.mark.parametrize(("step", "prices"), [(1, [10]), (2, [10, 15]), (3, [10, 15, 20])])
def test_slots_by_step(step, prices):
    state = building(seats=4, step=step)
    seat = to_act(state)
    own(state, seat, "Duisburg")
    others = [other for other in range(4) if other != seat]
    for houses in range(4):
        if houses < len(prices):
            assert price(state, "Essen") == prices[houses]
            assert refusal(state, "build Essen") is None
        else:
            assert refusal(state, "build Essen") == "PG-BUILD-04"
        if houses < 3:
            own(state, others[houses], "Essen", slot=houses)


@pytest.mark.rule("PG-BUILD-05")
def test_one_house_a_city_and_double_cities_are_two():
    state = building(step=3)
    say(state, "build Essen")
    assert refusal(state, "build Essen") == "PG-BUILD-05"
    assert price(state, "Duisburg") == 10  # joined to Essen at cost 0
    say(state, "build Duisburg")
    assert state.city_count[to_act(state)] == 2


@pytest.mark.rule("PG-BUILD-01")
def test_each_city_is_paid_at_once():
    state = building()
    seat = to_act(state)
    state.money[seat] = 20
    say(state, "build Essen", "build Duisburg")
    assert state.money[seat] == 0
    assert refusal(state, "build Dortmund") == "PG-BUILD-01"
    state.money[seat] = 12
    assert refusal(state, "build Düsseldorf") is None
    state.money[seat] = 11
    assert refusal(state, "build Düsseldorf") == "PG-BUILD-01"


@pytest.mark.rule("PG-SETUP-02", "PG-SETUP-01")
def test_everybody_may_use_the_whole_zone_and_nothing_else():
    state = building()
    offered = {action.city for action in legal_actions(state)[:-1]}
    assert offered == set(state.board.cities)
    assert refusal(state, "build Berlin") == "PG-SETUP-02"
    assert refusal(state, "build Boston") == "PG-SETUP-02"
    assert refusal(state, "build Torgelow") == "PG-SETUP-02"  # Classic prints this city


@pytest.mark.rule("PG-COMP-07", "PG-SETUP-02")
@pytest.mark.parametrize(
    ("edition", "typed", "why"),
    [
        ("recharged", "Wiesbaden", "Wiesbaden is not on the map of Recharged; Mainz is"),
        ("recharged", "torgelow", "Torgelow is not on the map of Recharged; Stralsund is"),
        ("classic", "mainz", "Mainz is not on the map of Classic; Wiesbaden is"),
        ("classic", "Stralsund", "Stralsund is not on the map of Classic; Torgelow is"),
        ("classic", "Boston", "Boston is not on the Germany map"),
        ("classic", "Berlin", "Berlin is not in the zone"),
    ],
)
def test_a_city_of_the_other_editions_map_is_refused_with_the_one_in_its_place(edition, typed, why):
    state = building(edition)
    assert str(check(state, parse_action(f"build {typed}", state))) == f"PG-SETUP-02: {why}"
    facts = {
        "cities": [[CITY_NAMES[city_named(typed)]], [], []],
        "regions": ["east", "south", "west"],
    }
    with pytest.raises(InvalidState, match=f"PG-SETUP-02: {why}"):
        from_facts(Ruleset(edition), 3, facts)


@pytest.mark.rule("PG-COMP-07", "PG-CART-02", "PG-SETUP-09")
def test_the_set_up_refuses_a_city_of_the_other_edition_in_the_same_words():
    state = new_game(Ruleset(), 2, 1)
    refused = check(state, parse_action("place_cartel Wiesbaden", state))
    assert refused is not None
    assert refused.why == "Wiesbaden is not on the map of Recharged; Mainz is"
    state = new_game(Ruleset("classic", start_cities=True), 3, 1)
    refused = check(state, parse_action("mark_start Mainz", state))
    assert refused is not None
    assert refused.why == "Mainz is not on the map of Classic; Wiesbaden is"


@pytest.mark.rule("PG-BUILD-07")
def test_nobody_has_to_start_in_round_1():
    state = building()
    say(state, "done", "done", "done")
    assert state.round == 1
    assert state.city_count == [0, 0, 0]


@pytest.mark.rule("PG-BUILD-10")
def test_there_is_no_second_start():
    state = building()
    seat = to_act(state)
    say(state, "build Flensburg")
    assert price(state, "Trier") > 10 + 19  # the path counts, however far
    assert refusal(state, "build Trier") is None
    state.money[seat] = 29
    assert refusal(state, "build Trier") == "PG-BUILD-01"


@pytest.mark.rule("PG-COMP-04")
def test_option_house_limit():
    state = building(house_limit=2)
    say(state, "build Essen", "build Duisburg")
    assert refusal(state, "build Dortmund") == "PG-COMP-04"
    assert [type(action).__name__ for action in legal_actions(state)] == ["Done"]
    free = building()
    own_cities(free, to_act(free), 20)
    free.money[to_act(free)] = 500
    assert len(legal_actions(free)) > 1


@pytest.mark.rule("PG-BUILD-08")
def test_obsolete_plants_leave_at_once():
    """C-pt: with the 6th city plant 06 goes, and what is drawn is checked too."""
    state = building("classic", setup={"stack": (13, 12, *range(14, 41), STEP3)})
    seat = to_act(state)
    for other in range(3):
        give(state, other, 40)
    state.plant_market = [6, 7, 8, 9, 10, 11, 15, 16]
    own_cities(state, seat, 5)
    state.stack = [5, 4, 12, *state.stack]
    build = legal_actions(state)[0]
    events = say(state, f"build {next(n for n, c in CITY_OF.items() if c == build.city)}")
    left = [(event.plant, event.rule) for event in events if isinstance(event, PlantLeft)]
    assert left == [(6, "PG-BUILD-08"), (5, "PG-BUILD-08"), (4, "PG-BUILD-08")]
    assert state.plant_market == [7, 8, 9, 10, 11, 12, 15, 16]


@pytest.mark.rule("PG-BUILD-08")
def test_an_obsolete_plant_drawn_as_the_last_card_never_stays():
    state = building("classic")
    seat = to_act(state)
    state.plant_market = [6, 7, 8, 9, 10, 11, 15, 16]
    state.stack = [5]
    state.step = 3
    price_slots(state)
    own_cities(state, seat, 5)
    state.money[seat] = 100
    name = next(n for n, c in CITY_OF.items() if c == legal_actions(state)[0].city)
    say(state, f"build {name}")
    assert state.stack == []
    assert state.plant_market == [7, 8, 9, 10, 11, 15, 16]


@pytest.mark.rule("PG-BUILD-08")
def test_recharged_has_no_obsolete_plants():
    state = building()
    state.plant_market = [3, 4, 5, 6, 7, 8, 9, 10]
    own_cities(state, to_act(state), 8)
    name = next(n for n, c in CITY_OF.items() if c == legal_actions(state)[0].city)
    say(state, f"build {name}")
    assert state.plant_market[0] == 3


def marked(step=1, **kwargs):
    """Return building with Essen, Bremen and Aachen marked."""
    state = deal(start_cities=True, **kwargs)
    say(state, "mark_start Essen", "mark_start Bremen", "mark_start Aachen")
    skip_to(state, "building")
    state.step = step
    price_slots(state)
    state.money[to_act(state)] = 100
    return state


@pytest.mark.rule("PG-BUILD-09", "PG-SETUP-09")
def test_any_marked_start_city_will_do():
    for city in ("Essen", "Bremen", "Aachen"):
        state = marked()
        seat, supply = to_act(state), state.supply[3]
        assert refusal(state, "build Duisburg") == "PG-BUILD-09"
        say(state, f"build {city}")
        assert state.supply[3] == supply + 1
        assert state.marked.bit_count() == 2
        assert state.money[seat] == 90


@pytest.mark.rule("PG-BUILD-09")
def test_in_step_1_a_marked_city_is_for_starting_only():
    state = marked()
    say(state, "build Essen", "build Düsseldorf")
    assert refusal(state, "build Aachen") == "PG-BUILD-09"
    assert CITY_OF["Aachen"] not in {a.city for a in legal_actions(state)[:-1]}


@pytest.mark.rule("PG-BUILD-09")
def test_from_step_2_a_marked_city_can_be_connected_and_keeps_its_token():
    state = marked(step=2)
    say(state, "build Essen", "build Düsseldorf")
    assert CITY_OF["Aachen"] in {action.city for action in legal_actions(state)[:-1]}
    say(state, "build Aachen", "done")
    assert state.marked.bit_count() == 2
    seat = to_act(state)
    state.money[seat] = 100
    say(state, "build Aachen")  # starts on the second slot
    assert state.money[seat] == 85
    assert state.marked.bit_count() == 1


@pytest.mark.rule("PG-BUILD-09")
def test_while_no_marked_city_has_an_open_slot_a_player_waits():
    state = marked()
    seat = to_act(state)
    for city in ("Essen", "Bremen", "Aachen"):
        own(state, (seat + 1) % 3, city)
    assert refusal(state, "build Essen") == "PG-BUILD-04"
    assert refusal(state, "build Duisburg") == "PG-BUILD-09"
    assert len(legal_actions(state)) == 1
