"""Building, connection, short circuits, Cities and high demand, abandoning, energy in play."""

from itertools import product

import pytest

from eletrika import legal_actions
from eletrika.actions import Abandon, Build
from eletrika.building import recompute_lit
from eletrika.events import Energized, PawnsReturned
from eletrika.tables import KINDS
from eletrika_games import FIELD, act, kinds_of, refusal, say, table

MEADOW = "0,0 src\n1,0 ?\n2,0 ?\n"
WATER = "....r."  # a river edge to the north-west, where these boards end


def kinds_on(state, cell):
    """Return the kinds that may be built on a cell."""
    return "".join(kind for kind in KINDS if refusal(state, f"build {kind} {cell}") is None)


def reasons(state, cell):
    """Return the rules that refuse a kind on a cell."""
    return {refusal(state, f"build {kind} {cell}") for kind in KINDS} - {None}


@pytest.mark.rule("EL-BUILD-01")
def test_a_structure_goes_on_any_free_tile_with_one_pawn():
    state = table(MEADOW + "3,0 ?\n4,0 ? T\n5,0 ?")
    say(state, "build C 1,0")
    assert state.kinds[1, 0] == KINDS.index("C")
    assert (state.owners[1, 0], state.pawns[1, 0]) == (0, 1)
    assert state.hands == [4, 5]
    assert refusal(state, "build C 7,7") == "EL-BUILD-01"
    assert refusal(state, "build C 6,0") == "EL-BUILD-01"


@pytest.mark.rule("EL-BUILD-01", "EL-COMP-02")
def test_a_build_needs_a_pawn_in_hand():
    owned = "0,0 src\n1,0 ? T:W2\n3,0 ? T:W2\n2,0 ?\n4,0 ?\n5,0 ? T:W\n6,0 ?\n"
    state = table(owned)
    assert state.hands == [0, 5]
    assert refusal(state, "build T 2,0") == "EL-BUILD-01"
    assert not [action for action in legal_actions(state) if isinstance(action, Build)]
    assert refusal(table(owned.replace("T:W2", "T:W", 1)), "build T 2,0") is None


@pytest.mark.rule("EL-BUILD-02")
def test_nothing_is_built_on_the_source_or_on_a_structure():
    state = table(MEADOW.replace("1,0 ?", "1,0 ? T").replace("2,0 ?", "2,0 ? S:W"))
    for kind in KINDS:
        for cell in ("0,0", "1,0", "2,0"):
            assert refusal(state, f"build {kind} {cell}") == "EL-BUILD-02"


@pytest.mark.rule("EL-BUILD-03")
def test_a_kind_without_stock_is_refused_and_with_none_at_all_nothing_is_built():
    state = table(MEADOW)
    state.reserve = [0, 1, 0, 0, 0]
    assert kinds_on(state, "1,0") == "T"
    assert refusal(state, "build C 1,0") == "EL-BUILD-03"
    say(state, "build T 1,0")
    assert not [action for action in legal_actions(state) if isinstance(action, Build)]


@pytest.mark.rule("EL-BUILD-04")
def test_a_plant_stands_on_a_tile_with_river_or_lake_and_never_on_the_source():
    for edges in ("r.....", "l.....", ".l..r.", "tt.trr"):
        assert refusal(table(f"0,0 src\n1,0 {edges}"), "build U 1,0") is None
    for edges in (FIELD, "tttttt"):
        state = table(f"0,0 src\n1,0 {edges}\n2,0 {WATER}")
        assert refusal(state, "build U 1,0") == "EL-BUILD-04"
    wet = table("0,0 src\n1,0 rrrrrr", fill="rrrrrr")
    assert refusal(wet, "build U 1,0") is None
    assert refusal(wet, "build U 0,0") == "EL-BUILD-02"


@pytest.mark.rule("EL-BUILD-06", "EL-ABAN-02", "EL-SCORE-08")
def test_structures_stay_when_their_pawns_go():
    state = table("0,0 src\n0,1 ? U:W\n1,1 ? T:W\n2,1 ? S\n3,1 ? P\n4,1 ? C\n")
    before = dict(state.kinds)
    say(state, "abandon 0,1")
    assert state.kinds == before
    assert (0, 1) not in state.owners
    assert state.lit == frozenset(before)


@pytest.mark.rule("EL-CONN-02", "EL-CONN-03")
@pytest.mark.parametrize(("one", "other"), list(product(KINDS, KINDS)))
def test_tv_02_the_matrix_in_play(one, other):
    state = table(f"0,0 src\n1,0 ? {one}\n2,0 {WATER}")
    allowed = "".join(sorted((one, other), key=KINDS.index)) in ["UT", "TT", "TS", "SP", "PP", "PC"]
    assert refusal(state, f"build {other} 2,0") == (None if allowed else "EL-CONN-03")


@pytest.mark.rule("EL-SHORT-01", "EL-SHORT-02", "EL-SHORT-04")
def test_tv_03_two_towers_that_touch_close_the_tiles_beside_both():
    board = "0,0 src\n1,0 ? T\n2,0 ? {}\n1,1 l....l\n2,-1 .llll.\n3,0 ?\n0,1 ?\n"
    shut = table(board.format("T"))
    for cell in ("1,1", "2,-1"):
        assert [refusal(shut, f"build {kind} {cell}") for kind in KINDS] == ["EL-SHORT-01"] * 5
    for cell in ("3,0", "0,1"):
        assert kinds_on(shut, cell) == "TS"
    assert kinds_on(table(board.format("")), "1,1") == "UTS"


@pytest.mark.rule("EL-SHORT-04", "EL-CONN-03")
def test_tv_03_a_tile_beside_a_city_is_not_closed_by_it():
    state = table("0,0 src\n1,0 ? C\n2,0 ?")
    assert refusal(state, "build S 2,0") == "EL-CONN-03"
    assert refusal(state, "build P 2,0") is None


@pytest.mark.rule("EL-SHORT-01", "EL-SHORT-03")
@pytest.mark.parametrize("three", ["TTT", "UTT", "TTS", "PPP", "SPP", "PPC"])
def test_each_triangle_that_the_matrix_allows_is_a_short_circuit(three):
    for last in range(3):
        one, other = (three[place] for place in range(3) if place != last)
        state = table(f"0,0 src\n1,0 ? {one}\n2,0 ? {other}\n1,1 r.....")
        assert refusal(state, f"build {three[last]} 1,1") == "EL-SHORT-01"


@pytest.mark.rule("EL-SHORT-02", "EL-ABAN-02")
def test_a_closed_tile_stays_closed_after_its_neighbours_are_abandoned():
    state = table("0,0 src\n1,0 ? T:W\n2,0 ? T:W\n1,1 ?")
    say(state, "abandon 1,0 2,0")
    assert reasons(state, "1,1") == {"EL-SHORT-01"}


@pytest.mark.rule("EL-CONN-01", "EL-NRG-03", "EL-ABAN-02")
def test_structures_of_anyone_and_of_nobody_are_connected():
    state = table("0,0 src\n0,1 ? U:K\n1,1 ? T\n2,1 ? S:W\n3,1 ? P\n4,1 ?\n")
    assert state.lit == frozenset()
    events = say(state, "build C 4,1")
    assert Energized(((0, 1), (1, 1), (2, 1), (3, 1), (4, 1))) in events


@pytest.mark.rule("EL-CONN-01")
def test_forbidden_neighbours_do_not_conduct():
    state = table("0,0 src\n0,1 ? U\n1,1 ? T\n2,1 ? S\n3,1 ?\n4,1 ?")
    state.put_structure(KINDS.index("C"), (3, 1))
    assert recompute_lit(state) == frozenset()
    legal = table("0,0 src\n0,1 ? U\n1,1 ? T\n2,1 ? S\n3,1 ? P\n4,1 ? C")
    assert len(recompute_lit(legal)) == 5


@pytest.mark.rule("EL-CITY-01", "EL-CITY-02", "EL-CITY-05", "EL-COMP-07")
def test_each_city_moves_the_queue_at_the_end_of_its_turn():
    state = table(MEADOW + "-1,0 ?\nqueue P C T U S")
    events = say(state, "build C 1,0")
    assert kinds_of(events) == ["Built", "BonusChanged", "TurnEnded"]
    assert events[0].rule == "EL-BUILD-01"
    assert KINDS[state.bonus] == "P"
    say(state, "build T -1,0")
    assert KINDS[state.bonus] == "P"
    say(state, f"tile {state.row[0]}/0 3,0 build C")
    assert KINDS[state.bonus] == "C"
    assert [KINDS[kind] for kind in state.queue] == ["T", "U", "S"]


@pytest.mark.rule("EL-CITY-03")
def test_a_turn_holds_one_build():
    state = table("0,0 src\n0,1 ? U:W\n1,1 ? T:W\n2,1 ? S\n3,1 ? P\n4,1 ?\n6,1 ?\n5,1 ?\n")
    say(state, "build C 4,1")
    assert state.actor == 0
    assert refusal(state, "build C 6,1") == "EL-TURN-01"
    assert refusal(state, f"tile {state.row[0]}/0 -1,0 build C") == "EL-TURN-01"
    say(state, "end")
    assert len(state.queue) == 4


@pytest.mark.rule("EL-ABAN-01", "EL-ABAN-04", "EL-TURN-03")
def test_tv_07_red_abandons_two_structures():
    board = "0,0 src\n0,1 ? U:R\n1,1 ? T:R2\n2,1 ? S\n3,1 ? P\n4,1 ? C\n-1,0 ? T:R\n"
    state = table(board + "hand W5 R1\nturn R")
    events = say(state, "abandon 1,1 -1,0")
    assert [event for event in events if isinstance(event, PawnsReturned)] == [
        PawnsReturned(1, (1, 1), 2, "EL-ABAN-01"),
        PawnsReturned(1, (-1, 0), 1, "EL-ABAN-01"),
    ]
    assert state.hands == [5, 4]
    assert len(state.kinds) == 6
    assert state.owners == {(0, 1): 1}
    assert state.actor == 0  # the turn is over: nothing was scored
    scored = table(board + "hand W5 R1\nturn R")
    say(scored, "score 0,1 1,1")
    assert refusal(scored, "abandon -1,0") == "EL-TURN-03"


@pytest.mark.rule("EL-ABAN-01")
def test_only_own_structures_are_abandoned_each_once_and_one_at_least():
    state = table("0,0 src\n1,0 ? T:W\n2,0 ? T:K\n3,0 ? T\n4,0 ? S:W2")
    for cells in ("2,0", "3,0", "0,0", "9,9", "1,0 2,0", "1,0 1,0", ""):
        assert refusal(state, f"abandon {cells}") == "EL-ABAN-01"
    offered = [action for action in legal_actions(state) if isinstance(action, Abandon)]
    assert [action.at for action in offered] == [((1, 0),), ((4, 0),), ((1, 0), (4, 0))]
    assert refusal(state, "abandon 4,0 1,0") is None


@pytest.mark.rule("EL-ABAN-03")
def test_nobody_takes_over_a_structure_without_pawns():
    state = table("0,0 src\n1,0 ? T\n2,0 ?")
    assert refusal(state, "build T 1,0") == "EL-BUILD-02"
    assert refusal(state, "build T 2,0") is None


def line(kinds, last):
    """Return a board with kinds in a line along r = 1, the last one still to be built."""
    cells = [f"{q},1 ? {kind}" for q, kind in enumerate(kinds)]
    return "0,0 src\n" + "\n".join(cells) + f"\n{len(kinds)},1 {last}"


@pytest.mark.rule("EL-NRG-01", "EL-NRG-05")
def test_a_sequence_from_plant_to_city_is_lit_by_its_last_piece_and_stays_lit():
    state = table(line("UTS", "?") + "\n4,1 ? C\n5,1 ?")
    act(state, Build(0, KINDS.index("P"), (3, 1)))
    assert len(state.lit) == 5
    before = state.lit
    say(state, "build P 5,1")
    assert state.lit == before  # beyond the last City: TV-11


# TV-10..TV-13: board with the last piece missing, what is built, and how many are lit
READINGS = {
    "TV-10": ("0,0 src\n0,1 ? U\n1,1 ? T\n2,0 ? S\n3,0 ? P\n1,2 ? T\n4,0 ?", "C 4,0", (5, 6, 5)),
    "TV-11": (line("UTSPC", "?"), "P 5,1", (5, 6, 5)),
    "TV-12": (line("UTSPCP", "?"), "C 6,1", (7, 7, 5)),
    "TV-13": (line("UTUTSP", "?"), "C 6,1", (7, 7, 5)),
}


@pytest.mark.rule("EL-NRG-01", "EL-NRG-02", "EL-NRG-04", "EL-NRG-06")
@pytest.mark.parametrize("vector", READINGS)
@pytest.mark.parametrize("place", range(3))
def test_tv_10_to_13_the_three_readings_in_play(vector, place):
    board, build, counts = READINGS[vector]
    state = table(board, energized=("path", "component", "strict")[place])
    say(state, f"build {build}")
    assert len(state.lit) == counts[place]
    assert state.lit == recompute_lit(state)


TV_09 = """\
                        CG
                  SK  P
        UK  TW  T       PK  {}
                  S
                    TR
                      UW
"""


@pytest.mark.rule("EL-NRG-02", "EL-NRG-03")
@pytest.mark.parametrize("reading", ["path", "component", "strict"])
def test_tv_09_forks_and_other_plants_belong_to_the_sequence(reading):
    state = table(TV_09.format(".") + "\n", seats=4, energized=reading)
    assert len(state.lit) in (9, 10)
    (free,) = [cell for cell in state.laid if cell not in state.kinds and cell != (0, 0)]
    say(state, f"build C {free[0]},{free[1]}")
    assert len(state.lit) == 11
