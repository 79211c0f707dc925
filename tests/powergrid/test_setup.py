"""Set-up: zones, draws, the Cartel's first houses and start cities."""

from collections import Counter

import pytest

from gridcommon.errors import NotationError
from powergrid import Ruleset, Setup, new_game, to_act
from powergrid.board import zones
from powergrid.state import CARTEL
from powergrid.tables import CITY_OF, PLANTS, STEP3
from powergrid_positions import CARTEL_HOUSES, cartel, deal, invariants, refusal, say, skip_to


@pytest.mark.rule("PG-SETUP-01")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
def test_regions_by_players(edition):
    counts = [len(new_game(Ruleset(edition), seats, 1).board.regions) for seats in range(2, 7)]
    assert counts == [3, 3, 4, 5, 5]


@pytest.mark.rule("PG-SETUP-01")
def test_drawn_zones_are_uniform():
    drawn = Counter(new_game(Ruleset(), 3, seed).board.regions for seed in range(4000))
    every = zones("germany", "recharged", 3)
    assert set(drawn) == set(every)
    expected = 4000 / len(every)
    chi = sum((drawn[zone] - expected) ** 2 / expected for zone in every)
    assert chi < len(every) + 5 * (2 * len(every)) ** 0.5


@pytest.mark.rule("PG-SETUP-01")
@pytest.mark.parametrize(
    "regions",
    [
        ("northeast", "south", "west"),  # not joined
        ("east", "northeast"),  # too few
        ("east", "northeast", "south", "west"),  # too many
        ("east", "east", "west"),  # twice
        ("east", "midwest", "west"),  # of the other map
    ],
)
def test_a_chosen_zone_is_checked(regions):
    with pytest.raises(NotationError) as caught:
        deal(setup={"regions": regions})
    assert caught.value.key == "setup.regions"


@pytest.mark.rule("PG-SETUP-01")
def test_a_chosen_zone_may_come_in_any_order():
    state = deal(setup={"regions": ("west", "east", "northwest")})
    assert state.board.regions == ("east", "northwest", "west")


@pytest.mark.rule("PG-SETUP-03")
def test_everybody_starts_with_50_elektro_and_no_city():
    state = deal(seats=5)
    assert state.money == [50] * 5
    assert state.city_count == [0] * 5
    assert state.plants == [()] * 5


@pytest.mark.rule("PG-SETUP-03")
def test_the_first_order_is_random():
    orders = {new_game(Ruleset(), 3, seed).turn_order for seed in range(100)}
    assert len(orders) == 6


@pytest.mark.rule("PG-SETUP-04", "PG-SETUP-05")
def test_the_rest_of_the_fuel_is_the_supply():
    assert deal("recharged").supply == [0, 6, 15, 10]
    assert deal("classic").supply == [0, 6, 18, 10]


@pytest.mark.rule("PG-SETUP-06", "PG-SETUP-07")
@pytest.mark.parametrize(
    ("seats", "plugs", "sockets"), [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)]
)
def test_recharged_plants(seats, plugs, sockets):
    tops, markets = set(), set()
    for seed in range(60):
        draws = new_game(Ruleset(), seats, seed).draws
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
        draws = new_game(Ruleset("classic"), seats, seed).draws
        assert draws.market == tuple(range(3, 11))
        assert draws.stack[0] == 13
        assert draws.stack[-1] == STEP3
        assert len(draws.stack) == 42 - 8 - removed + 1
        assert len(set(draws.stack)) == len(draws.stack)


@pytest.mark.rule("PG-SETUP-06")
def test_four_lowest_are_the_current_market():
    state = deal()
    assert state.current_market == [3, 4, 5, 6]
    assert state.future_market == [7, 8, 9, 10]


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats):
    with pytest.raises(NotationError) as caught:
        new_game(Ruleset(), seats, 1)
    assert caught.value.key == "players"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("turn_order", (0, 1, 1)),
        ("turn_order", (0, 1)),
        ("market", (3, 4, 5, 6, 7, 8, 9, 9)),
        ("market", (3, 4, 5, 6, 7, 8, 9)),
        ("market", (3, 4, 5, 6, 7, 8, 9, 41)),
        ("stack", (11, 12, 12, STEP3)),
        ("stack", (10, 11, 12, STEP3)),  # 10 is in the market
        ("stack", (11, 12)),
        ("stack", (11, STEP3, 12, STEP3)),
        ("stack", (2, STEP3)),
        ("after_step3", (20, 20)),
        ("after_step3", (2,)),
    ],
)
def test_draws_that_cannot_be(key, value):
    with pytest.raises(NotationError) as caught:
        deal(setup={key: value})
    assert caught.value.key == f"setup.{key}"


def test_an_order_after_the_step3_card_must_hold_the_stack():
    state = deal("classic", setup={"stack": (STEP3, 11, 12), "after_step3": (12,)})
    with pytest.raises(NotationError) as caught:
        skip_to(state, "resources")
    assert caught.value.key == "setup.after_step3"


@pytest.mark.rule("PG-BUR-06")
def test_the_order_after_the_step3_card_may_hold_plants_of_the_first_market():
    """They may have been buried since."""
    state = deal(setup={"stack": (11, 12, 13, STEP3), "after_step3": (10,)})
    state.plant_market = [3, 4, 5, 6, 7, 8, 9, 12]
    state.stack = [STEP3, 10]
    say(state, "open 6 6", "pass", "pass")
    assert state.stack == [10]


def test_a_draw_that_is_named_leaves_the_others_alone():
    seeded = new_game(Ruleset(), 4, 11)
    named = new_game(Ruleset(), 4, 11, Setup(regions=seeded.board.regions))
    assert named == seeded
    other = new_game(Ruleset(), 4, 11, Setup(turn_order=(3, 2, 1, 0)))
    assert other.draws.stack == seeded.draws.stack
    assert other.board is seeded.board


@pytest.mark.rule("PG-SETUP-06")
def test_a_market_is_drawn_around_a_given_stack():
    state = new_game(Ruleset(), 5, 1, Setup(stack=(15, 14, 13, 12, 11, *range(16, 41), STEP3)))
    assert state.draws.market == tuple(range(3, 11))
    with pytest.raises(NotationError) as caught:
        new_game(Ruleset("classic"), 5, 1, Setup(stack=(3, STEP3)))
    assert caught.value.key == "setup.market"


@pytest.mark.rule("PG-CART-02", "PG-CART-01")
def test_the_cartels_first_houses():
    state = deal(seats=2)
    turns = []
    for city in CARTEL_HOUSES:
        turns.append(to_act(state))
        say(state, f"place_cartel {city}")
        invariants(state)
    assert turns == [0, 1, 1, 0, 0, 1]
    assert state.cartel_houses == 10
    for city in CARTEL_HOUSES:
        assert state.houses[state.board.places[CITY_OF[city]]] == (CARTEL, -1, -1)
    assert to_act(state) == 0
    assert state.round == 1


@pytest.mark.rule("PG-CART-02")
def test_cartel_houses_are_one_by_one_next_to_any_city_with_one():
    """R-sr is followed: a chain, where R-pt puts two next to the house already placed."""
    state = deal(seats=2)
    assert refusal(state, "place_cartel Berlin") == "PG-SETUP-02"
    say(state, "place_cartel Kassel")
    assert refusal(state, "place_cartel Kassel") == "PG-CART-02"
    assert refusal(state, "place_cartel Bremen") == "PG-CART-02"  # two links away
    say(state, "place_cartel Osnabrück")
    assert refusal(state, "place_cartel Bremen") is None  # next to the second, not the first
    assert refusal(state, "mark_start Bremen") == "PG-SETUP-09"
    assert refusal(state, "place_cartel Bremen", seat=0) == "PG-CART-02"


@pytest.mark.rule("PG-SETUP-09", "PG-ROUND-02")
def test_start_cities_are_marked_in_turn_order():
    state = deal(setup={"turn_order": (2, 0, 1)}, start_cities=True)
    assert state.round == 0
    turns = []
    for city in ("Essen", "Bremen", "Aachen"):
        turns.append(to_act(state))
        assert refusal(state, "mark_start Berlin") == "PG-SETUP-02"
        say(state, f"mark_start {city}")
        if to_act(state) != 2:
            assert refusal(state, f"mark_start {city}") == "PG-SETUP-09"
        invariants(state)
    assert turns == [2, 0, 1]
    assert state.supply[3] == 10 - 3
    assert state.round == 1


@pytest.mark.rule("PG-CART-09", "PG-SETUP-09")
def test_start_cities_with_the_cartel():
    state = deal(seats=2, start_cities=True)
    assert refusal(state, "mark_start Essen") == "PG-CART-09"
    for city in CARTEL_HOUSES:
        say(state, f"place_cartel {city}")
    assert refusal(state, "place_cartel Münster") == "PG-CART-02"
    assert refusal(state, "mark_start Kassel") == "PG-SETUP-09"
    say(state, "mark_start Essen", "mark_start Trier")
    assert state.cartel_houses == 8
    assert state.houses[state.board.places[CITY_OF["Essen"]]] == (-1, CARTEL, -1)
    assert state.round == 1
    invariants(state)


@pytest.mark.rule("PG-SETUP-09")
def test_no_city_is_marked_without_the_option():
    assert refusal(cartel(), "mark_start Essen") == "PG-ROUND-01"
    assert refusal(deal(), "mark_start Essen") == "PG-ROUND-01"


def test_all_plants_are_somewhere():
    for seed in range(20):
        for edition in ("recharged", "classic"):
            for seats in range(2, 7):
                state = new_game(Ruleset(edition), seats, seed)
                invariants(state)
                gone = len(PLANTS) - 8 - (len(state.stack) - 1)
                assert gone == sum(state.terms.remove)
