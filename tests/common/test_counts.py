"""How many sequences of actions there are from fixed positions: a change in any rule shows here.

The figures are counted once by hand where that is easy and by the engine elsewhere. When one is
wrong, the count below each first action leads to the place.
"""

import pytest

import eletrika
import powergrid
from eletrika_games import DRAWS, table
from powergrid_positions import cartel, deal, give, in_auction, own, skip_to


def count(game, state, depth):
    """Return the number of sequences of ``depth`` actions; shorter ones end the game."""
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(count(game, game.apply(state, action), depth - 1) for action in actions)


def auction():
    state = in_auction(deal())
    state.money = [16, 12, 15]
    return state


def resources(edition="recharged", map="germany"):
    state = deal(edition, map)
    skip_to(state, "resources")
    for seat, plants in enumerate([(4, 5), (7, 11), (14,)]):
        give(state, seat, *plants, money=20)
    return state


def building(step):
    state = deal()
    skip_to(state, "building")
    state.step = step
    own(state, 0, "Essen", "Münster")
    own(state, 1, "Düsseldorf", "Köln")
    state.money = [60, 55, 12]
    return state


def bureaucracy():
    state = deal()
    skip_to(state, "bureaucracy")
    for seat, (plants, fuel) in enumerate(
        [((4, 5, 7), (5, 4, 0, 0)), ((12, 21), (4, 4, 0, 0)), ((6, 11, 13), (0, 0, 2, 1))]
    ):
        give(state, seat, *plants, fuel=fuel)
    return state


POSITIONS = {
    "first auction": (deal, 188, 4519),
    "first auction, classic": (lambda: deal("classic"), 186, 4420),
    "auction": (auction, 40, 302, 901),
    "Cartel set-up": (lambda: deal(seats=2), 21, 70, 324),
    "Cartel auction": (cartel, 188, 4519),
    "start cities": (lambda: deal(start_cities=True), 21, 420, 7980),
    "resources": (resources, 13, 97, 484),
    "resources, classic USA": (lambda: resources("classic", "usa"), 13, 97, 483),
    "building, step 1": (lambda: building(1), 18, 170, 710),
    "building, step 2": (lambda: building(2), 20, 232, 1075),
    "building, step 3": (lambda: building(3), 20, 232, 1075),
    "bureaucracy": (bureaucracy, 8, 96, 1344),
}


def dealt(*, is_begun):
    setup = eletrika.Setup.from_json(DRAWS | {"first": 0})
    state = eletrika.new_game(eletrika.Ruleset(), 2, None, setup)
    while is_begun and state.round == 0:
        eletrika.advance(state, eletrika.legal_actions(state)[0])
    return state


LIT = "0,0 src\n0,1 ? U:W\n1,1 ? T:W2\n2,1 ? S:K\n3,1 ? P:W\n4,1 ? C:K\n5,1 ?\n"
STUCK = LIT.replace("5,1 ?\n", "") + "row llllll llllll llllll\n"
MANY = dict.fromkeys(
    ("stuck_may_score", "abandon_zero", "reoccupy", "ask_forests", "two_pawns_count"), True
)
OF_ELETRIKA = {
    "set-up": (lambda: dealt(is_begun=False), 22, 540),
    "first turn": (lambda: dealt(is_begun=True), 682, 472496),  # 672 tiles and 10 builds
    # 10 open and 7 closed cells x 3 tiles, 7 abandons, 3 sets, a Pole beside the City
    "lit": (lambda: table(LIT), 122, 2436),
    # 7 of White's, 3 of Black's, then what White has left, or a pass: 27 + 9 + 3
    "stuck": (lambda: table(STUCK), 7, 21, 39),
    "last turn": (lambda: table(f"{LIT}round 4\nlast 4\nfirst K\n"), 122, 1036, 0),
    "all options": (lambda: table(LIT, marker_recall="owner", **MANY), 128, 4218),
}


@pytest.mark.parametrize(
    ("game", "position", "counts"),
    [
        pytest.param(game, position, counts, id=name)
        for game, positions in ((powergrid, POSITIONS), (eletrika, OF_ELETRIKA))
        for name, (position, *counts) in positions.items()
    ],
)
def test_number_of_sequences(game, position, counts):
    state = position()
    for depth, expected in enumerate(counts, start=1):
        found = count(game, state, depth)
        below = {
            game.format_action(action): count(game, game.apply(state, action), depth - 1)
            if depth > 1
            else 1
            for action in (game.legal_actions(state) if found != expected else [])
        }
        assert found == expected, below


def test_first_openings_are_counted_by_hand():
    """03 from 1 on, 04, 05 and 06 from their numbers on, each to 50; in Classic 03 from 3 on."""
    assert POSITIONS["first auction"][1] == 50 + 47 + 46 + 45
    assert POSITIONS["first auction, classic"][1] == 48 + 47 + 46 + 45
