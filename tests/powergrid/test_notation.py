"""Short notation: what is read, and what is said about the rest."""

import pytest

from gridcommon.errors import NotationError
from powergrid import (
    Bid,
    Build,
    Buy,
    Open,
    Run,
    Scrap,
    action_from_json,
    action_to_json,
    advance,
    check,
    format_action,
    parse_action,
)
from powergrid.notation import ACTIONS
from powergrid.plant_market import minimum_bid
from powergrid.state import RESOURCES
from powergrid.tables import CITY_OF, DEPOT, GOODS
from powergrid_positions import deal
from powergrid_rows import position


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("open 13 15", Open(2, 13, 15)),
        ("scrap 5 coal 1", Scrap(2, 5, (1, 0, 0, 0))),
        ("scrap 5 nothing", Scrap(2, 5, (0, 0, 0, 0))),
        ("scrap 5", Scrap(2, 5, None)),
        ("buy depot 2", Buy(2, DEPOT, 2)),
        ("build St. Louis", Build(2, CITY_OF["St. Louis"])),
        ("run 7 12 coal 2 oil 3", Run(2, (7, 12), (2, 3, 0, 0))),
        ("run 7 nothing", Run(2, (7,), (0, 0, 0, 0))),
        ("run 13 33", Run(2, (13, 33), (0, 0, 0, 0))),
        ("run", Run(2, (), (0, 0, 0, 0))),
    ],
)
def test_both_ways(text, action):
    assert ACTIONS.parse(text, 2) == action
    assert format_action(action) == text
    assert action_from_json(action_to_json(action)) == action


@pytest.mark.rule("PG-RES-01", "PG-BUR-01", "PG-PLANT-01")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Buy(0, len(GOODS), 1), "PG-RES-01"),
        (Run(0, (10, 7), (2, 3, 0, 0)), "PG-BUR-01"),
        (Run(0, (7, 7), (0, 6, 0, 0)), "PG-PLANT-01"),
    ],
)
def test_actions_that_no_text_means_are_refused(action, rule):
    phase = "resources" if isinstance(action, Buy) else "bureaucracy"
    state = position(f"phase {phase} | turn A | A: plants 7 10 15; fuel coal 8, oil 6")
    assert check(state, action).rule == rule


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  BUILD   dusseldorf ", Build(0, CITY_OF["Düsseldorf"])),
        ("build st louis", Build(0, CITY_OF["St. Louis"])),
        ("build washington dc", Build(0, CITY_OF["Washington D.C."])),
        ("Buy Coal 03", Buy(0, 0, 3)),
        ("run 10 7", Run(0, (7, 10), (2, 3, 0, 0))),  # what they need, where that is no choice
        ("run 12 7 oil 5", Run(0, (7, 12), (0, 5, 0, 0))),
    ],
)
def test_easier_spellings(text, action):
    assert ACTIONS.parse(text, 0) == action


def test_what_may_be_left_out_and_spelt_otherwise_in_an_action_line():
    for line, action in (
        ({"do": "scrap", "plant": 5}, Scrap(1, 5)),
        ({"do": "run", "plants": [13]}, Run(1, (13,))),
    ):
        assert action_from_json({"seat": 1} | line) == action
        assert action_to_json(action) == {"seat": 1} | line
    assert action_from_json({"seat": 1, "do": "run", "plants": [33, 13]}) == Run(1, (13, 33))
    for name in ("Düsseldorf", "Dusseldorf", "DUESSELDORF", "düsseldorf"):
        line = {"seat": 0, "do": "build", "city": name}
        assert action_from_json(line) == Build(0, CITY_OF["Düsseldorf"])


def test_only_cities_of_the_game_are_suggested():
    state = deal()  # in the east of Germany
    with pytest.raises(NotationError) as caught:
        parse_action("build Bosten", state)
    assert "Boston" not in str(caught.value)
    assert parse_action("build Essen", state) == Build(state.actor, CITY_OF["Essen"])


def test_a_vocabulary_of_another_language_is_understood():
    words = {"acheter": "buy", "charbon": "coal", "rien": "nothing", "ceder": "scrap"}
    assert ACTIONS.parse("Acheter charbon 3", 0, words) == Buy(0, 0, 3)
    assert ACTIONS.parse("céder 5 rien", 0, words) == Scrap(0, 5, (0, 0, 0, 0))
    with pytest.raises(NotationError, match="nearest: buy"):
        ACTIONS.parse("achetter charbon 3", 0, words)


def test_usage_and_completion_follow_from_the_table():
    assert [ACTIONS.usage(verb) for verb in ACTIONS.verbs] == [
        "place_cartel CITY",
        "mark_start CITY",
        "open PLANT BID",
        "decline",
        "bid AMOUNT",
        "pass",
        "scrap PLANT [FUEL COUNT ...]",
        "buy FUEL COUNT",
        "build CITY",
        "run [PLANT ...] [FUEL COUNT ...]",
        "done",
    ]
    assert ACTIONS.completions("build st. l") == ["build St. Louis"]
    assert ACTIONS.completions("scrap 5 no") == ["scrap 5 nothing"]
    assert ACTIONS.completions("open 4", known={"PLANT": ["4", "40", "7"]}) == ["open 4", "open 40"]


@pytest.mark.rule("PG-AUC-03", "PG-AUC-09")
def test_an_amount_with_one_obvious_value_may_be_left_out():
    state = deal()
    lowest, second, *_ = state.plant_market
    words = {"abrir": "open", "lance": "bid", "comprar": "buy", "carvao": "coal"}
    assert parse_action(f"open {second}", state) == Open(state.actor, second, second)
    assert parse_action(f"abrir {lowest}", state, words).bid == minimum_bid(state, lowest)
    assert check(state, parse_action("bid", state)).rule == "PG-AUC-02"
    advance(state, parse_action(f"open {second} {second + 4}", state), [])
    assert parse_action("lance", state, words) == Bid(state.actor, second + 5)


@pytest.mark.rule("PG-PLANT-02")
def test_how_many_tokens_are_bought_may_be_left_out_where_one_is_all_there_is():
    state = deal()
    state.phase, state.plants[state.actor] = RESOURCES, (4,)
    with pytest.raises(NotationError, match="enter how many, as in: buy coal 2"):
        parse_action("buy coal", state)
    state.fuel[state.actor] = (3, 0, 0, 0)
    assert parse_action("buy coal", state) == Buy(state.actor, 0, 1)
    state.fuel[state.actor] = (4, 0, 0, 0)
    assert check(state, parse_action("buy coal", state)).rule == "PG-PLANT-02"
