"""Positions from outside: facts give the position they tell of, and say all that cannot be."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import powergrid
from gridcommon.errors import InvalidState, NotationError
from powergrid import Build, Ruleset
from powergrid.position_check import problems_of
from powergrid.position_fields import full_facts
from powergrid.position_setup import from_facts
from powergrid.state import AUCTION, CARTEL, EMPTY, OVER, PHASES, SETUP
from powergrid.tables import CITY_OF, STEP3
from powergrid_play import positions
from powergrid_positions import CARTEL_HOUSES, cartel, deal, own_cities, say, skip_to

FIRST_SIX = {city: ["cartel", None, None] for city in CARTEL_HOUSES}
SIX = {"houses": FIRST_SIX}  # for two players, before any of them has built


def again(state, **changes):
    """Return the position of ``state`` as it is read from its own facts, as JSON."""
    facts = json.loads(json.dumps(full_facts(state) | changes))
    return from_facts(state.terms.ruleset, state.terms.seats, facts, state.rng)


def refused(facts, ruleset=None, seats=3):
    """Return the rules that a position breaks."""
    with pytest.raises(InvalidState) as caught:
        from_facts(ruleset or Ruleset(), seats, facts)
    assert all(problem.why for problem in caught.value.problems)
    return [problem.rule for problem in caught.value.problems]


@given(positions())
def test_every_position_of_play_is_read_back(state):
    assert problems_of(state) == []
    other = again(state)
    assert full_facts(other) == full_facts(state)
    assert powergrid.facts(other) == powergrid.facts(state)
    assert other.reach == state.reach
    assert other.prices == state.prices
    assert powergrid.legal_actions(other) == powergrid.legal_actions(state)
    assert powergrid.result(other) == powergrid.result(state)


@given(positions(), st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
def test_play_goes_on_from_it_as_from_the_position_itself(state, numbers):
    other = again(state)
    for number in numbers:
        actions = powergrid.legal_actions(state)
        if not actions:
            break
        action = actions[number % len(actions)]
        events, others = [], []
        powergrid.advance(state, action, events)
        powergrid.advance(other, action, others)
        assert events == others
        assert full_facts(state) == full_facts(other)


@given(positions(), st.integers(0, 10**6))
def test_a_view_of_it_is_redrawn(state, rng):
    seat = powergrid.to_act(state) or 0
    view = powergrid.observe(again(state), seat)
    drawn = powergrid.determinize(view, rng)
    assert len(drawn.stack) == len(state.stack)
    assert powergrid.facts(drawn)["plants"] == powergrid.facts(state)["plants"]


@given(positions())
def test_the_keys_of_a_check_line_are_enough_where_nothing_is_pending(state):
    """What a check line does not tell is who sits on a plant too many, and where the Cartel is."""
    if state.surplus or state.terms.cartel or state.phase == SETUP:
        return
    facts = json.loads(json.dumps(powergrid.facts(state)))
    if state.marked:
        facts["marked"] = full_facts(state)["marked"]
    other = from_facts(state.terms.ruleset, state.terms.seats, facts)
    assert powergrid.facts(other) == powergrid.facts(state)


def test_what_is_left_out_is_as_in_a_new_game():
    state = from_facts(Ruleset(), 3, {})
    assert (state.round, PHASES[state.phase], state.step) == (1, "auction", 1)
    assert state.plant_market == [3, 4, 5, 6, 7, 8, 9, 10]
    assert state.stack[-1] == STEP3
    assert len(state.stack) == 42 - 8 + 1
    assert state.discount == 3
    assert state.actor == 0
    assert state.supply == [0, 6, 15, 10]
    assert from_facts(Ruleset("classic"), 3, {}).discount == 0
    assert from_facts(Ruleset(), 2, {"phase": "setup"}).cartel_houses == 16
    assert from_facts(Ruleset(), 3, {"step": 3}).plant_market == [3, 4, 5, 6, 7, 8]
    assert from_facts(Ruleset(), 3, {"phase": "over"}).actor == -1


def test_tokens_that_lie_nowhere_else_are_in_the_supply():
    state = from_facts(
        Ruleset(), 3, {"plants": [[4], [], []], "fuel": [[4, 0, 0, 0], [0] * 4, [0] * 4]}
    )
    assert state.market == [20, 18, 9, 2]
    assert state.supply == [0, 6, 15, 10]


def test_cities_of_a_network_cost_what_the_board_says():
    state = from_facts(
        Ruleset(), 3, {"phase": "building", "turn": 0, "cities": [["Essen"], ["Duisburg"], []]}
    )
    assert powergrid.check(state, Build(0, CITY_OF["Dortmund"])) is None
    assert powergrid.check(state, Build(0, CITY_OF["Duisburg"])).rule == "PG-BUILD-04"
    state = from_facts(
        Ruleset(), 3, {"phase": "building", "step": 2, "cities": [["Essen"], ["Essen", "Köln"], []]}
    )
    assert state.houses[state.board.places[CITY_OF["Essen"]]] == (0, 1, -1)


def test_an_open_auction_and_a_surplus():
    state = from_facts(Ruleset(), 3, {"auction": {"plant": 5, "high": 7, "leader": 1}})
    assert state.actor == 2
    assert powergrid.legal_actions(state)[0].amount == 8
    facts = {"plants": [[3, 4, 5, 6], [], []], "surplus": {"seat": 0, "bought": 6}}
    state = from_facts(Ruleset(), 3, facts)
    assert {action.plant for action in powergrid.legal_actions(state)} == {3, 4, 5}


@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        ({"plants": [[3], [3], []]}, ["PG-COMP-01"]),
        ({"plants": [[3], [], []], "plant_market": [3, 4]}, ["PG-COMP-01"]),
        ({"plants": [[3, 4, 5, 6], [], []]}, ["PG-AUC-16"]),
        ({"plant_market": list(range(3, 12))}, ["PG-SETUP-06"]),
        ({"stack": 40}, ["PG-COMP-01"]),
        ({"stack": [20, "step3"], "step": 3}, ["PG-STEP-05"]),
        ({"stack": [20], "step3": None}, ["PG-STEP-05"]),
        ({"stack": [16, 15, "step3"], "top_back": "plug"}, ["PG-SETUP-10"]),
        ({"stack": [15, 16, "step3"], "top_back": "socket"}, ["PG-SETUP-10"]),
        ({"out": list(range(11, 16)), "top_back": "plug"}, ["PG-SETUP-10"]),
        ({"stack": 1, "top_back": "plug"}, ["PG-SETUP-10"]),
        ({"stack": 0, "top_back": "socket"}, ["PG-SETUP-10"]),
        ({"supply": [0, 6, 15, 11]}, ["PG-COMP-02"]),
        ({"market": [25, 18, 9, 2]}, ["PG-COMP-03"]),
        ({"plants": [[4], [], []], "fuel": [[5, 0, 0, 0], [0] * 4, [0] * 4]}, ["PG-PLANT-02"]),
        ({"cities": [["Essen"], ["Essen"], []]}, ["PG-BUILD-04"]),
        ({"cities": [["Essen", "Essen"], [], []]}, ["PG-BUILD-05"]),
        ({"cities": [["Boston"], [], []]}, ["PG-SETUP-02"]),
        ({"cities": [["Essen"], [], []], "houses": {"Essen": [None, 0, None]}}, ["PG-BUILD-04"]),
        (
            {"cities": [["Essen"], [], []], "houses": {"Essen": [None, 0, None]}, "step": 2},
            ["PG-BUILD-04", "PG-BUILD-02"],
        ),
        ({"cities": [["Essen"], ["Essen"], []], "step": 2}, ["PG-BUILD-02"]),
        ({"cities": [["Essen"], [], []], "houses": {}}, ["PG-BUILD-04"]),
        ({"cities": [[], [], []], "houses": {"Essen": [0, None, None]}}, ["PG-BUILD-04"]),
        ({"houses": {"Essen": ["cartel", None, None]}}, ["PG-CART-01"]),
        ({"marked": ["Essen"]}, ["PG-SETUP-09"]),
        ({"discount": 40}, ["PG-AUC-11"]),
        ({"plants": [[39], [], []], "uranium_stopped": False}, ["PG-BUR-05"]),
        ({"auction": {"plant": 9, "high": 9, "leader": 0}}, ["PG-AUC-02"]),
        ({"auction": {"plant": 5, "high": 51, "leader": 0}}, ["PG-AUC-03"]),
        (
            {"auction": {"plant": 5, "high": 5, "leader": 0, "bidders": [1, 2]}},
            ["PG-AUC-03"],
        ),
        ({"surplus": {"seat": 0, "bought": 3}}, ["PG-AUC-16"]),
        ({"phase": "building", "auction": {"plant": 5, "high": 5, "leader": 0}}, ["PG-ROUND-01"]),
        ({"turn": None}, ["PG-ORDER-03"]),
        ({"in_auction": [0, 1], "turn": 2}, ["PG-ORDER-03"]),
        ({"phase": "over", "turn": 2}, ["PG-ORDER-03"]),
    ],
)
def test_a_position_that_cannot_be(facts, rules):
    assert refused(facts) == rules


@pytest.mark.rule("PG-SETUP-09", "PG-BUILD-09")
@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        ({}, ["PG-SETUP-09"]),
        ({"marked": ["Essen", "Köln"]}, ["PG-SETUP-09"]),
        ({"marked": ["Essen", "Köln", "Aachen"]}, []),
        ({"marked": ["Essen", "Köln", "Aachen", "Trier"]}, ["PG-SETUP-09"]),
        ({"cities": [["Essen"], [], []], "marked": ["Köln"]}, ["PG-SETUP-09"]),
        ({"cities": [["Essen"], [], []], "marked": ["Aachen", "Köln"]}, []),
        ({"cities": [["Essen"], ["Köln"], ["Aachen"]]}, []),
        ({"cities": [["Essen"], ["Köln"], ["Aachen"]], "marked": ["Trier"]}, ["PG-SETUP-09"]),
        ({"cities": [["Essen", "Köln"], [], []], "marked": ["Aachen", "Köln"]}, ["PG-BUILD-09"]),
        (
            {"cities": [["Essen", "Köln"], [], []], "marked": ["Aachen", "Köln"], "step": 2},
            [],
        ),
        ({"phase": "setup", "marked": ["Essen", "Köln"]}, []),
        ({"phase": "over", "marked": ["Essen", "Köln"]}, ["PG-SETUP-09"]),
    ],
)
def test_tokens_mark_the_cities_of_players_without_a_network(facts, rules):
    ruleset = Ruleset(start_cities=True)
    if rules:
        assert refused(facts, ruleset) == rules
    else:
        assert problems_of(from_facts(ruleset, 3, facts)) == []


def with_six(facts, **houses):
    return facts | {"houses": FIRST_SIX | houses}


@pytest.mark.rule("PG-CART-02", "PG-CART-05", "PG-CART-06", "PG-CART-07", "PG-CART-08")
@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        ({}, ["PG-CART-02"]),
        ({"houses": dict([*FIRST_SIX.items()][:5])}, ["PG-CART-02"]),
        (with_six({}), []),
        (with_six({}, Essen=["cartel", None, None]), ["PG-CART-02", "PG-CART-02"]),
        ({"houses": FIRST_SIX | {"Cuxhaven": [None] * 3, "Trier": ["cartel", None, None]}},
         ["PG-CART-02"]),
        (with_six({}, Essen=[None, "cartel", None]), ["PG-CART-07"]),
        (with_six({"cartel": {"houses": 10}}, Essen=[0, None, None]), ["PG-CART-01"]),
        (with_six({}, Kassel=["cartel", 0, None], Essen=[0, None, None]), ["PG-CART-06"]),
        (with_six({"step": 2}, Kassel=["cartel", 0, None], Essen=[0, None, None]), []),
        (with_six({"step": 2}, Essen=[0, 1, None], Köln=[1, None, None]), ["PG-CART-07"]),
        (with_six({"step": 3}, Essen=[0, "cartel", 1], Köln=[1, "cartel", None]), []),
        (with_six({"step": 3}, Essen=[0, "cartel", "cartel"]), ["PG-BUILD-04"]),
        (with_six({"cartel": {"plants": [4], "fuel": [2, 0, 0, 0]}}), ["PG-CART-08"]),
        (with_six({"cartel": {"plants": [4], "fuel": [2, 0, 0, 0]}, "phase": "building"}), []),
        (with_six({"cartel": {"plants": [4], "fuel": [3, 0, 0, 0]}, "phase": "building"}),
         ["PG-CART-05"]),
        (with_six({"phase": "setup"}), ["PG-ORDER-03"]),
        ({"phase": "setup", "houses": {"Kassel": ["cartel", None, None]}}, []),
        ({"phase": "setup", "houses": {one: ["cartel", None, None] for one in ("Kassel", "Trier")}},
         ["PG-CART-02"]),
    ],
)  # fmt: skip
def test_the_cartel_stands_where_it_was_put(facts, rules):
    seats = [[city for city, here in facts.get("houses", {}).items() if one in here]
             for one in range(2)]  # fmt: skip
    facts = {"cities": seats, **facts}
    if rules:
        assert refused(facts, seats=2) == rules
    else:
        assert problems_of(from_facts(Ruleset(), 2, facts)) == []


@pytest.mark.rule("PG-CART-07")
def test_the_cartel_blocks_as_long_as_it_can():
    names = [*SEVEN, "Trier", "Saarbrücken", "Mannheim", "Frankfurt-M"]
    built = {name: [0, None, None] for name in names}
    ten = {name: built[name] for name in names[:10]}
    facts = {"cities": [names[:10], []], "step": 2, "houses": FIRST_SIX | ten}
    state = from_facts(Ruleset(), 2, facts)
    assert all(state.houses[state.board.places[CITY_OF[name]]][1] == CARTEL for name in names[:10])
    assert state.cartel_houses == 0
    facts = {"cities": [names, []], "step": 2, "houses": FIRST_SIX | built}
    assert refused(facts, seats=2) == ["PG-CART-07"]
    blocked = {name: [0, "cartel", None] for name in names[1:]}
    assert from_facts(Ruleset(), 2, facts | {"houses": FIRST_SIX | built | blocked}).step == 2


@pytest.mark.rule("PG-BUR-05")
@pytest.mark.parametrize("is_counted", [False, True])
def test_plant_39_of_the_cartel_stops_uranium_by_an_option(is_counted):
    state = from_facts(Ruleset(cartel_buys_39=is_counted), 2, {"cartel": {"plants": [39]}, **SIX})
    assert state.uranium_stopped == is_counted


def test_a_text_has_the_houses_of_the_cartel():
    position = powergrid.Position(Ruleset(), ("A", "B"), SIX)
    again = powergrid.parse_position(powergrid.format_position(position))
    assert full_facts(again.table()) == full_facts(position.table())


@pytest.mark.rule("PG-CART-09", "PG-SETUP-09")
def test_start_cities_beside_the_cartel():
    ruleset = Ruleset(start_cities=True)
    state = from_facts(ruleset, 2, {**SIX, "marked": ["Essen", "Köln"]})
    assert state.cartel_houses == 8
    assert state.houses[state.board.places[CITY_OF["Essen"]]] == (EMPTY, CARTEL, EMPTY)
    assert refused({**SIX, "marked": ["Kassel", "Köln"]}, ruleset, 2) == ["PG-SETUP-09"]
    early = {"phase": "setup", "houses": {"Kassel": ["cartel", None, None]}, "marked": ["Köln"]}
    assert refused(early, ruleset, 2) == ["PG-CART-09"]


def test_rules_of_an_edition_or_an_option():
    cities = {"cities": [["Essen", "Duisburg", "Dortmund"], [], []]}
    assert refused({**cities, "plant_market": [3, 4]}, Ruleset("classic")) == ["PG-BUILD-08"]
    assert refused(cities, Ruleset(house_limit=2)) == ["PG-COMP-04"]
    assert refused({"discount": 3}, Ruleset("classic")) == ["PG-AUC-11"]
    full = {"cartel": {"plants": [3, 4, 5, 6]}}
    assert refused(full | SIX, seats=2) == ["PG-CART-04"]
    assert refused({"cartel": {"plants": [3]}}, seats=3) == ["PG-CART-04"]


@pytest.mark.rule("PG-ROUND-02", "PG-ORDER-01", "PG-ORDER-02")
@pytest.mark.parametrize(
    ("facts", "order"),
    [
        ({}, (0, 1, 2)),
        ({"phase": "resources"}, (1, 0, 2)),
        ({"round": 2}, (1, 0, 2)),
    ],
)
def test_an_order_that_is_not_told_is_that_of_the_plants_but_in_the_first_auction(facts, order):
    facts = {"plants": [[5], [20], []], "in_auction": [2], **facts}
    if "phase" in facts:
        del facts["in_auction"]
    assert from_facts(Ruleset(), 3, facts).turn_order == order


@pytest.mark.rule("PG-SETUP-10")
def test_the_top_card_is_one_with_the_back_that_is_told():
    for facts, top in (
        ({"top_back": "plug"}, 11),
        ({"top_back": "socket"}, 16),
        ({"top_back": None}, 11),
        ({"stack": 20, "top_back": "socket"}, 16),
        ({"stack": 1, "top_back": "socket"}, STEP3),
        ({"stack": [16, 15, "step3"], "top_back": "socket"}, 16),
        ({"out": list(range(11, 15)), "top_back": "plug"}, 15),
    ):
        state = from_facts(Ruleset(), 3, facts)
        assert state.stack[0] == top, facts
        assert full_facts(state)["top_back"] == state.terms.back(top)
    hidden = powergrid.observe(from_facts(Ruleset(), 3, {"top_back": "socket"}), 0).public
    assert full_facts(hidden)["top_back"] == "socket"
    assert full_facts(again(hidden))["top_back"] == "socket"
    assert full_facts(from_facts(Ruleset("classic"), 3, {}))["top_back"] is None
    assert refused({"top_back": "plug"}, Ruleset("classic")) == ["PG-SETUP-10"]


def test_all_that_is_wrong_is_said_at_once():
    facts = {
        "plants": [[3, 4, 5, 6], [3], []],
        "fuel": [[0] * 4, [9, 0, 0, 0], [0] * 4],
        "cities": [["Essen", "Boston"], ["Essen"], []],
        "turn": None,
    }
    assert refused(facts) == [
        "PG-SETUP-02", "PG-COMP-01", "PG-AUC-16", "PG-PLANT-02", "PG-BUILD-04", "PG-ORDER-03",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"rounds": 1}, "rounds"),
        ({"round": -1}, "round"),
        ({"phase": "order"}, "phase"),
        ({"step": 4}, "step"),
        ({"turn_order": [0, 1]}, "turn_order"),
        ({"money": [1, 2]}, "money"),
        ({"money": [1, 2, -3]}, "money"),
        ({"plants": [[41], [], []]}, "plants"),
        ({"fuel": [[1, 2, 3], [0] * 4, [0] * 4]}, "fuel"),
        ({"market": [1, 2, 3]}, "market"),
        ({"cities": [["Paris"], [], []]}, "cities"),
        ({"regions": ["east"]}, "regions"),
        ({"regions": ["atlantis", "east", "west"]}, "regions"),
        ({"houses": {"Essen": [0]}}, "houses.Essen"),
        ({"houses": {"Essen": [0, 3, None]}}, "houses"),
        ({"turn": 3}, "turn"),
        ({"auction": {"plant": 5, "high": 5}}, "auction.leader"),
        ({"auction": {"plant": 5, "high": 5, "leader": 4}}, "auction"),
        ({"step3": "gone"}, "step3"),
        ({"top_back": "lamp"}, "top_back"),
        ({"stack": ["step4"]}, "stack"),
        ({"uranium_stopped": 1}, "uranium_stopped"),
        ({"cartel": {"fuel": [1]}}, "cartel.fuel"),
        ({"cartel": []}, "cartel"),
    ],
)
def test_facts_that_cannot_be_read(facts, key):
    with pytest.raises(NotationError) as caught:
        from_facts(Ruleset(), 3, facts)
    assert caught.value.key == key


def test_a_wrong_number_of_seats_and_a_full_city():
    with pytest.raises(NotationError):
        from_facts(Ruleset(), 7, {})
    crowd = {"step": 3, "cities": [["Essen", city] for city in SEVEN[1:5]]}
    assert refused(crowd, seats=4) == ["PG-BUILD-04"]


def test_nobody_knows_how_it_began():
    with pytest.raises(ValueError, match="beginning"):
        powergrid.draws(from_facts(Ruleset(), 3, {}))


def test_positions_put_together_by_hand():
    state = deal()
    own_cities(state, 0, 3)
    assert full_facts(again(state))["cities"] == full_facts(state)["cities"]
    state = cartel()
    assert again(state).cartel_houses == 10
    skip_to(state, "resources")
    assert full_facts(again(state)) == full_facts(state)
    assert again(state).phase != AUCTION
    say(state, "done", "done", "done", "done")
    state = deal()
    skip_to(state, "building")
    own_cities(state, 0, 17)
    skip_to(state, "over")
    assert again(state).phase == OVER
    assert powergrid.result(again(state)) == powergrid.result(state)


SEVEN = ["Essen", "Duisburg", "Dortmund", "Münster", "Köln", "Düsseldorf", "Aachen"]
SIX_FACE_UP = [31, 32, 33, 34, 35, 36]


@pytest.mark.rule("PG-STEP-02", "PG-STEP-03", "PG-STEP-05", "PG-STEP-09")
@pytest.mark.parametrize(
    ("facts", "step"),
    [
        ({"cities": [SEVEN, [], []]}, 2),
        ({"cities": [SEVEN[:6], [], []]}, 1),
        ({"cities": [SEVEN, [], []], "phase": "building"}, 2),
        ({"plant_market": SIX_FACE_UP}, 3),
        ({"plant_market": SIX_FACE_UP, "stack": [20, "step3"]}, 1),
        ({"plant_market": SIX_FACE_UP, "phase": "building", "step3": "pending"}, 1),
        ({"plant_market": SIX_FACE_UP[:5]}, 1),
    ],
)
def test_the_step_that_is_left_out_follows_from_the_rest(facts, step):
    assert from_facts(Ruleset(), 3, facts).step == step


@pytest.mark.rule("PG-STEP-03", "PG-STEP-04")
def test_the_step_that_is_left_out_follows_the_rules_of_the_table():
    eight = [*SEVEN, "Trier"]
    two = {"cities": [eight, []], "phase": "resources"}
    assert from_facts(Ruleset("classic"), 2, two).step == 1
    assert refused({"cities": [SEVEN, [], []], "step": 1}) == ["PG-STEP-04"]
    for phase in ("resources", "bureaucracy"):
        told = {"cities": [SEVEN, [], []], "step": 1, "phase": phase}
        assert refused(told) == ["PG-STEP-04"]
    built = {"cities": [SEVEN, [], []], "step": 1, "phase": "building", "turn_order": [0, 1, 2]}
    assert from_facts(Ruleset(), 3, {**built, "turn": 0}).step == 1  # it may have grown just now
    assert refused({**built, "turn": 1}) == ["PG-STEP-04"]


@pytest.mark.rule("PG-END-01", "PG-END-02")
@pytest.mark.parametrize(
    ("edition", "rule"), [("recharged", "PG-END-01"), ("classic", "PG-END-02")]
)
def test_a_network_that_ends_the_game_has_ended_it(edition, rule):
    cities = deal(edition).board.names[:17]
    facts = {"cities": [list(cities), [], []], "plant_market": SIX_FACE_UP}
    assert from_facts(Ruleset(edition), 3, facts).phase == OVER
    assert from_facts(Ruleset(edition), 3, {**facts, "phase": "building"}).phase != OVER
    assert refused({**facts, "phase": "auction"}, Ruleset(edition)) == [rule]
    fewer = {**facts, "cities": [list(cities[1:]), [], []]}
    assert from_facts(Ruleset(edition), 3, fewer).phase == AUCTION


@pytest.mark.rule("PG-ROUND-02", "PG-AUC-01")
@pytest.mark.parametrize(
    ("facts", "round_", "buyers"),
    [
        ({}, 1, [0, 1, 2]),
        ({"plants": [[4], [], []]}, 2, [0, 1, 2]),
        ({"plants": [[4], [5, 7], []]}, 3, [0, 1, 2]),
        ({"plants": [[4], [], []], "in_auction": [1, 2]}, 1, [1, 2]),
        ({"plants": [[4], [], []], "round": 1}, 1, [1, 2]),
        ({"cities": [["Essen"], [], []]}, 2, [0, 1, 2]),
        ({"phase": "resources", "plants": [[4], [5], [7]]}, 1, []),
        ({"phase": "resources", "cities": [["Essen"], [], []]}, 2, []),
        ({"phase": "building", "cities": [["Essen"], [], []]}, 1, []),
        ({"phase": "building", "plants": [[4, 5, 7], [], []]}, 3, []),
        ({"phase": "setup"}, 0, []),
    ],
)
def test_the_round_and_the_buyers_that_are_left_out_follow_from_the_rest(facts, round_, buyers):
    ruleset = Ruleset(start_cities=True) if facts.get("phase") == "setup" else Ruleset()
    found = full_facts(from_facts(ruleset, 3, facts))
    assert (found["round"], found["in_auction"]) == (round_, buyers)


@pytest.mark.rule("PG-ORDER-01", "PG-ORDER-02")
def test_the_order_that_is_left_out_is_that_of_the_networks_and_plants():
    told = {"cities": [[], ["Essen"], []], "plants": [[4], [5], [7]]}
    for phase, first in (("auction", 1), ("resources", 0), ("bureaucracy", 1)):
        state = from_facts(Ruleset(), 3, {**told, "phase": phase})
        assert (state.turn_order, state.actor) == ((1, 2, 0), first)
    assert from_facts(Ruleset(), 3, {"plants": [[4], [], []], "round": 1}).turn_order == (0, 1, 2)


@pytest.mark.rule("PG-AUC-01", "PG-CART-03")
def test_who_has_a_plant_too_many_has_bought():
    facts = {"plants": [[3, 4, 5, 6], [], []], "surplus": {"seat": 0, "bought": 6}}
    found = full_facts(from_facts(Ruleset(), 3, facts))
    assert (found["in_auction"], found["bought"], found["round"]) == ([1, 2], 1, 4)
    assert refused({**facts, "in_auction": [0, 1, 2]}) == ["PG-AUC-01"]
    state = from_facts(Ruleset(), 2, {"plants": [[4], []], "round": 1, **SIX})
    assert state.cartel_taken
    assert not from_facts(Ruleset(), 2, SIX).cartel_taken


@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        ({"step": 3, "plant_market": list(range(30, 37))}, ["PG-STEP-09"]),
        ({"step3": "lies", "plant_market": list(range(30, 38))}, ["PG-STEP-06"]),
        (
            {"phase": "building", "step3": "pending", "plant_market": list(range(30, 37))},
            ["PG-STEP-09"],
        ),
        ({"phase": "building", "step3": "lies"}, ["PG-STEP-06"]),
        ({"phase": "resources", "step3": "pending"}, ["PG-STEP-05"]),
        ({"step3": "pending"}, ["PG-STEP-05"]),
        ({"step": 3, "step3": "lies"}, ["PG-STEP-05"]),
        ({"round": 0}, ["PG-ROUND-02"]),
        ({"phase": "building", "discount": 3}, ["PG-AUC-11"]),
        ({"discount": 4}, ["PG-AUC-11"]),
        ({"in_auction": [0, 1], "bought": 2}, ["PG-AUC-01"]),
        ({"auction": {"plant": 5, "high": 4, "leader": 0}}, ["PG-AUC-09"]),
    ],
)
def test_lines_that_contradict_each_other_are_refused(facts, rules):
    assert refused(facts) == rules


@pytest.mark.rule("PG-ROUND-02")
def test_the_set_up_is_round_0_without_possessions():
    starts = Ruleset(start_cities=True)
    assert refused({"phase": "setup", "round": 1}, starts) == ["PG-ROUND-02"]
    assert refused({"phase": "setup", "plants": [[4], [], []]}, starts) == ["PG-ROUND-02"]
    assert refused({"phase": "setup", "cities": [["Essen"], [], []]}, starts) == ["PG-ROUND-02"]
