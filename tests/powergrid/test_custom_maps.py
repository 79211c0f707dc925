"""Maps of the user: what they are, what is refused, and games on them."""

import copy
import pickle
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import powergrid
from gridcommon.errors import InvalidState, NotationError
from powergrid import Ruleset, load_map, map_from_table
from powergrid.actions import Build
from powergrid.board import board, outside, zones
from powergrid.custom_maps import suitabilities
from powergrid.fuel_market import tokens_to_add
from powergrid.resources import cost
from powergrid.ruleset import terms
from powergrid.tables import (
    CITY_NAMES,
    EDITION,
    EDITIONS,
    MAP,
    MAPS,
    STEP3,
    CustomMap,
    city_number,
    map_of,
)
from powergrid_maps import DECK, Table, printed, small

EXAMPLE = Path(__file__).parents[2] / "examples" / "nordeste.toml"


MARKET: Table = {
    "coal": {"start": 20, "supply": 11, "prices": [1] * 9 + [4] * 9 + [9] * 9},
    "oil": {"start": 12},
    "uranium": {"start": 0, "supply": 2, "prices": [10, 20]},
}


@pytest.fixture(scope="module")
def example() -> CustomMap:
    return load_map(EXAMPLE)


@pytest.mark.rule("PG-COMP-09", "PG-COMP-10")
@pytest.mark.parametrize(("name", "edition"), [*zip(MAPS, EDITIONS, strict=True)])
def test_the_printed_maps_hold_as_custom_ones_and_suit_everybody(name: str, edition: str) -> None:
    own = map_from_table(printed(name, edition))
    for fit in suitabilities(own, edition):
        assert fit.why is None
        assert fit.row == EDITION[edition].seats[fit.seats]
        assert zones(own, edition, fit.row.regions) == zones(name, edition, fit.row.regions)
    for field in ("cities", "region_of", "colours"):
        assert getattr(map_of(own, edition), field) == getattr(MAP[name, edition], field)
    regions = zones(name, edition, 3)[0]
    assert board(own, edition, regions).costs == board(name, edition, regions).costs


@pytest.mark.rule("PG-COMP-04", "PG-COMP-10")
def test_what_a_map_sets_takes_the_place_of_the_edition() -> None:
    counts = {"coal": [1, 2, 3], "oil": [0, 1, 1], "garbage": [4, 4, 4], "uranium": [1, 1, 0]}
    special = {"phase_out_plant": 20, "depot_price": 9}
    own = map_from_table(small(refill={"3": counts}, special=special))
    rules = terms(Ruleset(map=own), 3)
    assert rules.refill == ((1, 0, 4, 1), (2, 1, 4, 1), (3, 1, 4, 0))
    assert (rules.step2_cities, rules.end_cities) == (4, 12)
    assert (rules.phase_out_plant, rules.depot_price, rules.caveats) == (20, 9, ())
    two = terms(Ruleset(map=own), 2)
    assert two.refill == EDITION["recharged"].refill[2]
    assert [caveat.id for caveat in two.caveats] == ["refill_2"]
    assert terms(Ruleset(map=own, refill_2p=3), 2).refill == rules.refill
    assert terms(Ruleset("classic", own), 3).depot_price == 9
    ends = {"3": {"step2": 4, "game_end": 16}, "2": {"step2": 4, "game_end": 12}}
    own = map_from_table(small(players=ends))  # where a house limit comes first
    assert terms(Ruleset(map=own, house_limit=12), 3).end_cities == 12


@pytest.mark.rule("PG-COMP-10")
def test_a_zone_in_two_pieces_cannot_be_chosen() -> None:
    table = small(players={"2": {"step2": 3, "game_end": 8}})
    table["regions"] = {region: {} for region in "vwxyz"}
    for place, city in enumerate(table["cities"]):  # z is the middle row's end, joined by y alone
        city["region"] = "vwxyz"[place // 3]
    table["connections"].remove(["Nn", "Oo", 3])
    table["connections"].append(["Aa", "Oo", 3])  # the last city is joined to the first region
    own = map_from_table(table)
    fit, *_ = suitabilities(own, "classic")
    assert fit.why is None
    told = [str(why) for why in fit.left_out]
    assert fit.zones == len(zones(own, "classic", 3)) > 0 < len(told)
    assert all("is not connected with" in why for why in told)
    left = [why.values["zone"] for why in fit.left_out]
    assert not {*left} & {", ".join(zone) for zone in zones(own, "classic", 3)}
    for seed in range(20):
        state = powergrid.new_game(Ruleset("classic", own), 2, seed)
        assert ", ".join(state.board.regions) not in left
    setup = powergrid.Setup(regions=tuple(str(left[0]).split(", ")))
    with pytest.raises(NotationError, match=r"are connected within them \(PG-COMP-10\)") as caught:
        powergrid.new_game(Ruleset("classic", own), 2, 1, setup)
    assert caught.value.key == "setup.regions"


@pytest.mark.rule("PG-COMP-10")
def test_a_map_without_a_connected_zone_is_refused() -> None:
    table = small(players={"2": {"step2": 3, "game_end": 8}})
    table["regions"] = {region: {} for region in "wxyz"}
    for place, city in enumerate(table["cities"]):  # each region has a city at both ends
        city["region"] = "wxyz"[place % 4]
    table["connections"] = [[f"{a}{a.lower()}", f"{b}{b.lower()}", 1] for a, b in
                            pairwise("ABCDEFGHIJKLMNO")]  # fmt: skip
    with pytest.raises(NotationError, match=r"in the zone w, x, y, .* is not connected with") as no:
        map_from_table(table)
    assert no.value.key == "cities"


def assert_can_be_typed_and_read(own: CustomMap, name: str, *spellings: str) -> None:
    state = powergrid.from_facts(
        Ruleset("classic", own), 3, {"phase": "building", "money": [90] * 3}
    )
    action = Build(state.actor, city_number(name))
    for text in (powergrid.format_action(action), *(f"build {one}" for one in spellings)):
        assert powergrid.parse_action(text, state) == action
    assert powergrid.action_from_json(powergrid.action_to_json(action)) == action
    powergrid.advance(state, action, None)
    for slots in (" 10", " 15", " 20"), ("", "", ""):
        players = "".join(
            f"{letter}: cities {first}, {name}{slot}\n"
            for letter, first, slot in zip("ABC", ("Aa", "Bb", "Dd"), slots, strict=True)
        )
        text = f'powergrid classic "Small"\nstep 3\n{players}'
        position = powergrid.parse_position(text, own=own)
        assert [owned[1] for owned in position.facts["cities"]] == [name] * 3
        again = powergrid.format_position(position)
        assert powergrid.parse_position(again, own=own).facts == position.facts
        assert powergrid.Position.from_json(position.to_json()).facts == position.facts


@pytest.mark.rule("PG-COMP-09")
@settings(max_examples=8, deadline=None)
@given(st.text(st.sampled_from("aÉß9 15.'’-(&/ЖщñŁœ\u0301;,#\"東ח"), min_size=1, max_size=8))
def test_any_name_is_refused_or_read_as_it_is_written(name: str) -> None:
    try:
        own = map_from_table(small(f"Cc > {name}"))
    except NotationError:
        with pytest.raises(NotationError, match="PG-COMP-09"):
            map_from_table(small(f"Cc > {name}"))
        return
    assert_can_be_typed_and_read(own, unicodedata.normalize("NFC", name))


@pytest.mark.rule("PG-COMP-02", "PG-COMP-03", "PG-COMP-10", "PG-SETUP-04", "PG-BUR-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_map_sets_the_fuel_of_the_start_and_the_prices(edition: str) -> None:
    ruleset = Ruleset(edition, map_from_table(small(market=MARKET)))
    usual = EDITION[edition].market_start
    state = powergrid.new_game(ruleset, 3, 1)
    assert state.market == [20, 12, usual[2], 0]
    assert state.supply == [11, 12, 24 - usual[2], 2]
    facts = {"phase": "resources", "plants": [[4], [5], [3]], "money": [99] * 3}
    state = powergrid.from_facts(ruleset, 3, facts)
    assert cost(state, 0, 3) == 1 + 1 + 4  # seven of the 27 spaces are empty
    state.market[0] = 26
    assert tokens_to_add(state, 1)[0] == 1  # the market has no more spaces
    state.market[3], state.supply[3] = 1, 1
    assert (cost(state, 3, 1), tokens_to_add(state, 1)[3]) == (20, 1)
    for market in ([28, 12, 9, 0], [27, 12, 9, 3]):
        with pytest.raises(InvalidState, match="PG-COMP-0"):
            powergrid.from_facts(ruleset, 3, facts | {"market": market})
    again = Ruleset.from_json(ruleset.to_json())
    assert (again, again.to_json()) == (ruleset, ruleset.to_json())
    with pytest.raises(NotationError, match="PG-SETUP-09: start cities need 3 uranium"):
        terms(Ruleset(edition, ruleset.map, start_cities=True), 3)


@pytest.mark.rule("PG-COMP-10", "PG-SETUP-06", "PG-SETUP-07", "PG-SETUP-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_map_sets_the_deck(edition: str) -> None:
    ruleset = Ruleset(edition, map_from_table(small(deck=DECK)))
    inside = {*range(3, 31), 50}
    tops, lasts = set(), set()
    for seed in range(30):
        state = powergrid.new_game(ruleset, 3, seed)
        assert state.plant_market == [*range(3, 11)]
        *plants, last = state.stack
        tops.add(plants[0])
        lasts.add(last)
        assert {*plants} <= inside - {*range(3, 11)}
        assert len([plant for plant in plants if plant <= 15]) == 13 - 8 - 1
        assert len([plant for plant in plants if plant > 15]) == 16 - 2
        view = powergrid.observe(state, 0)
        assert {*view.unseen} == inside - {*range(3, 11)}
        guess = powergrid.determinize(view, seed)
        assert {*guess.stack} - {STEP3} <= inside
        assert (len(guess.stack), guess.stack[0] in (11, 12)) == (len(state.stack), True)
    assert (tops, lasts) == ({11, 12}, {STEP3})
    assert len(powergrid.new_game(ruleset, 2, 1).stack) == 13 - 8 + 16 + 1  # none is removed
    with pytest.raises(NotationError, match="plant 40 is not in this game"):
        powergrid.new_game(ruleset, 3, 1, powergrid.Setup(stack=(40, STEP3)))
    with pytest.raises(InvalidState, match="PG-COMP-10: plant 40 is not in this game"):
        powergrid.from_facts(ruleset, 3, {"plants": [[40], [], []]})
    dealt = powergrid.Position(ruleset, ("A", "B", "C"), {}).state(1)
    assert {*dealt.stack} - {STEP3} <= inside


def test_the_number_of_a_city_is_its_name_in_every_process(example: CustomMap) -> None:
    for row in example.table["cities"]:
        number = city_number(row["name"])
        assert number > len(CITY_NAMES)
        assert CITY_NAMES.get(number) == row["name"]
    assert CITY_NAMES.get(9999) is CITY_NAMES.get(-1) is None
    zone = board("germany", "recharged", zones("germany", "recharged", 3)[0])
    refusal = outside(zone, city_number("Salvador"))
    assert str(refusal) == "PG-SETUP-02: Salvador is not on the Germany map"


def test_a_map_crosses_processes_and_records(example: CustomMap) -> None:
    ruleset = Ruleset(map=example)
    assert pickle.loads(pickle.dumps(ruleset)) == copy.deepcopy(ruleset) == ruleset
    assert (str(example), len(example.table["cities"])) == ("Nordeste", 30)
    assert example.digest.startswith("sha256:d654a0a95ba17631")  # as of earlier versions
    assert not {"market", "deck"} & example.table.keys()
    assert all(fit.why is None for one in EDITIONS for fit in suitabilities(example, one))
    again = Ruleset.from_json(ruleset.to_json())
    assert (again, hash(again), again.to_json()) == (ruleset, hash(ruleset), ruleset.to_json())
    changed = copy.deepcopy(ruleset.to_json())
    changed["map"]["table"]["cities"][0]["lon"] += 1
    with pytest.raises(NotationError, match="another digest") as caught:
        Ruleset.from_json(changed)
    assert caught.value.key == "ruleset.map.digest"
