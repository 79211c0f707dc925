"""Advice in mid-turn: whatever a question proposes as an action is legal when it is asked."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import eletrika
import powergrid
from gridcommon.game_loop import play
from gridgames.show.face import actions_of
from gridgames.wings.powergrid.menu import menu_of
from plain_games import invoke
from powergrid.powering import best_outcome
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES
from powergrid.storage import fits
from powergrid.tables import CITY_NAMES, NOTHING
from powergrid_positions import deal, give, own, skip_to

LETTERS = "WKRG"
RULES = [
    {},
    {"refill": "turn_end", "aside_from": "next_turn", "first_player_rotates": True},
    {"reoccupy": True, "marker_recall": "owner", "stuck_may_score": True, "abandon_zero": True},
]


def states(game: Any, ruleset: Any, seats: int, seed: int, every: int) -> Iterator[Any]:
    """Yield the states of a game between bots, one of ``every``."""
    state = game.new_game(ruleset, seats, seed)
    yield state.copy()
    bots = [game.make_bot("easy", seed + seat) for seat in range(seats)]
    for number, _ in enumerate(play(game, state, bots, with_events=False)):
        if number % every == 0 and game.to_act(state) is not None:
            yield state.copy()


def answer(text: str, *words: object) -> Any:
    done = invoke(*words, "--json", typed=text)
    assert done.exit_code == 0, (done.output, text)
    return json.loads(done.stdout)


def check_advice(game: Any, state: Any, advice: list[list[dict[str, Any]]]) -> None:
    """See that actions, each line one after the other, may be done now."""
    assert advice
    for line in advice:
        after = state
        for told in line:
            action = game.action_from_json(told)
            assert game.check(after, action) is None, action
            after = game.apply(after, action)


def advised_in_eletrika(state: eletrika.State) -> Iterator[list[dict[str, Any]]]:
    options = state.ruleset.to_json()["options"].items()
    given = [word for name, value in options for word in ("--option", f"{name}={value}".lower())]
    text = eletrika.format_full(eletrika.to_position(eletrika.observe(state, state.actor).public))

    def ask(question: str, *words: object) -> Any:
        return answer(text, "eletrika", question, "-", *given, *words)

    seat = state.actor
    yield ask("best", "--level", "easy")["actions"]
    light = ask("light")
    proposals = light["proposals"] if light["barred"] is None else ()
    yield from ([one["actions"][0]] for one in proposals)
    score = ask("score")
    for one in score["before"][LETTERS[seat]]:
        if one["refused"] is None:
            cells = sorted([*map(int, cell.split(","))] for cell in one["set"])
            yield [{"seat": seat, "do": "score", "set": cells}]
    yield from (one["actions"] for one in score["after"][LETTERS[seat]])
    legal = ask("legal")
    sites = [*(legal["free"] if legal["barred"] is None else ()), *ask("check")["free"]]
    builds = [(one["at"], kind) for one in sites for kind in one["kinds"]]
    yield from ([{"seat": seat, "do": "build", "kind": kind, "at": at}] for at, kind in builds)
    for tile in legal["tiles"] if legal["no_tile"] is None else ():
        for place in tile["places"]:
            laid = {"seat": seat, "do": "tile", "tile": tile["tile"], "at": place["at"]}
            laid["turn"] = place["turns"][0]
            yield [laid]
            yield from ([laid | {"build": kind}] for kind in place["builds"])


def advised_in_power_grid(state: powergrid.State) -> Iterator[list[dict[str, Any]]]:
    seat = state.actor
    names = [f"player {one}" for one in range(state.terms.seats)]
    text = powergrid.format_position(powergrid.to_position(state, names))

    def ask(question: str) -> Any:
        words = ("powergrid", question, "-", "--player", "ABCDEF"[seat])
        return answer(text, *words)["players"][0]

    if state.phase == BUILDING:
        cities = ask("reach")["cities"]
        yield [{"seat": seat, "do": "build", "city": one["city"]} for one in cities]
    ways = ask("power")["ways"] if state.phase in (RESOURCES, BUREAUCRACY) else ()
    for way in (one for one in ways if "plants" in one):
        if state.phase == BUREAUCRACY:
            assert not way["buy"], "the market is closed"
            yield [{"seat": seat, "do": "run", "plants": way["plants"], "burn": way["burn"]}]
        else:
            buys = way["buy"].items()
            yield [{"seat": seat, "do": "buy", "fuel": fuel, "count": n} for fuel, n in buys]
    if state.phase == AUCTION and not state.surplus:
        plants = answer(text, "powergrid", "auction", "-")["plants"]
        least = {one["plant"]: one["least"] for one in plants}
        for one in ask("auction")["plants"]:
            if one["most"] < least[one["plant"]] or one["barred"]:
                continue
            if state.auction:
                yield [{"seat": seat, "do": "bid", "amount": one["most"]}]
            else:
                opened = {"seat": seat, "do": "open", "plant": one["plant"]}
                yield [opened | {"bid": least[one["plant"]]}]
                yield [opened | {"bid": one["most"]}]


@pytest.mark.rule("EL-TURN-01", "EL-TURN-02", "EL-SETUP-08", "EL-END-03")
@pytest.mark.parametrize("options", RULES, ids=range(len(RULES)))
def test_what_is_advised_in_eletrika_is_legal(options) -> None:
    for state in states(eletrika, eletrika.Ruleset(**options), 3, 4, 60):
        check_advice(eletrika, state, [*advised_in_eletrika(state)])


@pytest.mark.rule("PG-AUC-03", "PG-AUC-08", "PG-BUILD-03")
@pytest.mark.parametrize(("edition", "seats"), [("recharged", 2), ("classic", 3)])
def test_what_is_advised_in_power_grid_is_legal(edition, seats) -> None:
    for state in states(powergrid, powergrid.Ruleset(edition), seats, seats, 24):
        check_advice(powergrid, state, [*advised_in_power_grid(state)] or [[]])


@given(
    st.sets(st.sampled_from([4, 5, 7, 10, 12, 13, 20, 21]), min_size=1, max_size=3),
    st.integers(1, 9),
    st.integers(0, 40),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
@example({4, 7}, 3, 40, (5, 5), (0, 0))  # both plants are needed
def test_no_purchase_for_the_same_money_powers_more_of_ones_cities_than_the_first_choice(
    plants, cities, money, market, stock
):
    state = deal(seats=3)
    skip_to(state, "resources")
    seat = state.actor
    give(state, seat, *plants, money=money)
    held = (*stock, 0, 0)
    state.fuel[seat] = held if fits(held, state.plants[seat]) else NOTHING
    own(state, seat, *[CITY_NAMES[city] for city in state.board.cities[:cities]])
    state.market = [*market, 1, 0]

    def powered(actions):
        """Return how many of the cities have power after some purchases, -1 if one is illegal."""
        after = state
        for action in actions:
            if powergrid.check(after, action):
                return -1
            after = powergrid.apply(after, action)
        return min(best_outcome(after.plants[seat], after.fuel[seat], cities)[2], cities)

    first, *_ = menu_of(state, powergrid.legal_actions(state)).choices
    is_need = first.text.startswith("for ") and not first.text.startswith("for all")
    found = powered(actions_of(first.action) if is_need else ())
    for tokens in product(range(6), range(6), range(2)):
        buys = [powergrid.Buy(seat, fuel, count) for fuel, count in enumerate(tokens) if count]
        assert powered(buys) <= found, tokens
