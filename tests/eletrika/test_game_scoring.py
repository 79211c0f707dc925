"""Scoring in play: when, which sets, what they are worth, adjacent forests."""

import pytest

from eletrika import legal_actions
from eletrika.actions import Score
from eletrika.events import Scored
from eletrika.items import Item
from eletrika.ruleset import Ruleset
from eletrika.scoring_table import shipped_scoring
from eletrika.sets import forest_items
from eletrika.tables import KINDS
from eletrika_games import act, kinds_of, refusal, say, table

# A lit line of one of each kind along r = 1, owners to be filled in, with room to build.
LINE = "0,0 src\n0,1 ? U{0}\n1,1 ? T{1}\n2,1 ? S{2}\n3,1 ? P{3}\n4,1 ? C{4}\n-1,0 ?\n"


def line(*owners, more="", **options):
    """Return a game with the owners given on the lit line."""
    told = [f":{owner}" if owner else "" for owner in (*owners, *[""] * 5)]
    return table(LINE.format(*told) + more, **options)


def sets_of(state):
    return [action.set for action in legal_actions(state) if isinstance(action, Score)]


@pytest.mark.rule("EL-TURN-01", "EL-TURN-02")
def test_a_set_is_scored_before_the_main_action_or_after_it():
    before = line("W", "W")
    say(before, "score 0,1 1,1")
    assert (before.actor, before.scores) == (0, [1, 0])
    say(before, "build T -1,0")
    assert before.actor == 1  # no second score: the turn ended by itself
    after = line("W", "W")
    say(after, "build T -1,0")
    assert after.actor == 0
    say(after, "score 0,1 1,1")
    assert (after.actor, after.scores) == (1, [1, 0])


@pytest.mark.rule("EL-TURN-01")
def test_the_turn_ends_by_itself_where_nothing_can_be_scored():
    state = line("W", "K")
    events = say(state, "build T -1,0")
    assert kinds_of(events)[-1] == "TurnEnded"
    assert state.actor == 1
    assert refusal(state, "end") == "EL-TURN-01"


@pytest.mark.rule("EL-TURN-01", "EL-TURN-02")
def test_end_is_owed_only_after_a_main_action_with_a_set_at_hand():
    state = line("W", "W")
    assert refusal(state, "end") == "EL-TURN-01"
    say(state, "build T -1,0")
    assert refusal(state, "end") is None
    say(state, "end")
    assert (state.actor, state.scores) == (1, [0, 0])


@pytest.mark.rule("EL-TURN-02", "EL-SCORE-09")
def test_tv_14_a_second_set_waits_for_another_turn():
    state = line("W", "W", "W", more="6,1 ?\n5,1 ? P\n7,1 ?\n")
    say(state, "score 0,1 1,1")
    assert refusal(state, "score 1,1 2,1") == "EL-TURN-02"
    assert sets_of(state) == []


@pytest.mark.rule("EL-SCORE-02", "EL-SCORE-01")
def test_tv_14_three_different_kinds_are_three_pairs():
    state = line("W", "W", "W")
    pairs = [((0, 1), (1, 1)), ((0, 1), (2, 1)), ((1, 1), (2, 1))]
    assert sets_of(state) == pairs
    assert refusal(state, "score 0,1 1,1 2,1") == "EL-SCORE-02"
    for pair in pairs:
        twin = state.copy()
        act(twin, Score(0, pair))
        assert twin.scores == [1, 0]


@pytest.mark.rule("EL-SCORE-09", "EL-SCORE-01")
def test_tv_14_two_plants_besides_are_a_second_set_of_two_equal():
    board = (
        "0,0 src\n0,1 ? U:W\n1,1 ? T:W\n2,1 ? U:W\n3,1 ? T\n4,1 ? S:W\n5,1 ? P\n6,1 ? C\n-1,0 ?\n"
    )
    state = table(board)
    assert ((0, 1), (2, 1)) in sets_of(state)
    say(state, "score 0,1 2,1", "build P -1,0")
    assert (state.scores, state.actor) == ([2, 0], 1)
    say(state, f"tile {state.row[0]}/0 0,-1")
    assert sets_of(state) == [((1, 1), (4, 1))]


@pytest.mark.rule("EL-TURN-03", "EL-TURN-04", "EL-ABAN-04")
def test_who_scores_first_lays_a_tile_or_builds_afterwards():
    state = line("W", "W", "W")
    say(state, "score 0,1 1,1")
    assert refusal(state, "abandon 2,1") == "EL-TURN-03"
    assert refusal(state, "pass") == "EL-STUCK-02"
    assert refusal(state, "end") == "EL-TURN-01"
    assert {type(a).__name__ for a in legal_actions(state)} == {"LayTile", "Build"}
    abandoned = line("W", "W", "W")
    say(abandoned, "abandon 2,1")
    assert abandoned.actor == 1  # in the other order neither


@pytest.mark.rule("EL-SCORE-01", "EL-NRG-01")
def test_members_are_own_energized_structures_each_once():
    state = line("W", "K", "W", more="5,1 ? P:W\n6,0 ?\n7,0 ? T:W\n")
    assert refusal(state, "score 0,1 2,1") is None
    assert refusal(state, "score 2,1 0,1") is None
    assert refusal(state, "score 0,1 1,1") == "EL-SCORE-01"
    assert refusal(state, "score 0,1 3,1") == "EL-SCORE-01"
    assert refusal(state, "score 0,1 5,1") == "EL-NRG-01"  # beyond the City
    assert refusal(state, "score 0,1 7,0") == "EL-NRG-01"
    assert refusal(state, "score 0,1 0,1") == "EL-SCORE-01"
    assert refusal(state, "score 0,1") == "EL-SCORE-01"
    assert refusal(state, "score 0,1 9,9") == "EL-SCORE-01"
    assert refusal(state, "score") == "EL-SCORE-01"


TWO_NETS = (
    "0,0 src\n-1,1 ?\n0,1 ? U\n1,1 ? T:W\n2,1 ? T:W\n3,1 ? T:W\n4,1 ? S\n5,1 ? P\n6,1 ? C\n"
    "0,-1 ? U\n1,-1 ? T:W\n2,-1 ? S\n3,-1 ? P\n4,-1 ? C\n"
)


@pytest.mark.rule("EL-SCORE-01", "EL-SCORE-03", "EL-SCORE-05")
def test_two_or_three_equal_of_any_network_are_a_set_and_four_are_not():
    state = table(TWO_NETS)
    assert refusal(state, "score 1,1 1,-1") is None
    assert refusal(state, "score 1,1 2,1 3,1 1,-1") == "EL-SCORE-01"
    for cells, points in (("1,1 1,-1", 2), ("1,1 2,1 1,-1", 4)):
        twin = state.copy()
        say(twin, f"score {cells}")
        assert twin.scores == [points, 0]


@pytest.mark.rule("EL-SCORE-05", "EL-SCORE-01")
def test_what_sets_are_worth():
    points = shipped_scoring()
    assert (points.different, points.equal) == ({2: 1, 4: 5}, {2: 2, 3: 4})
    four = line("W", "W", "W", "W")
    say(four, "score 0,1 1,1 2,1 3,1")
    assert four.scores == [5, 0]
    five = line("W", "W", "W", "W", "W")
    assert refusal(five, "score 0,1 1,1 2,1 3,1 4,1") == "EL-SCORE-01"
    mixed = table(TWO_NETS.replace("4,1 ? S", "4,1 ? S:W"))
    assert refusal(mixed, "score 1,1 2,1 4,1") == "EL-SCORE-02"


@pytest.mark.rule("EL-SCORE-04", "EL-SCORE-08", "EL-ABAN-02")
def test_all_pawns_of_the_members_come_back_and_their_structures_stay():
    state = table(LINE.format(":W2", ":W", ":W", "", ""))
    say(state, "score 0,1 1,1")
    assert state.hands == [4, 5]
    assert state.owners == {(2, 1): 0}
    assert len(state.kinds) == 5


@pytest.mark.rule("EL-SCORE-06", "EL-CITY-05")
@pytest.mark.parametrize(("bonus", "points"), [("U", 2), ("T", 2), ("C", 1), (None, 1)])
def test_high_demand_pays_once_if_a_member_is_of_its_kind(bonus, points):
    told = f"bonus {bonus}\nqueue {' '.join(k for k in KINDS if k != bonus)}\n" if bonus else ""
    state = line("W", "W", more=told)
    say(state, "score 0,1 1,1")
    assert state.scores == [points, 0]


@pytest.mark.rule("EL-SCORE-06")
def test_high_demand_pays_once_for_several_members_of_its_kind():
    state = table(TWO_NETS + "bonus T\nqueue U S P C")
    events = say(state, "score 1,1 2,1 1,-1")
    (scored,) = [event for event in events if isinstance(event, Scored)]
    assert scored.items == (Item("set", 4), Item("high_demand", 1))
    assert state.scores == [5, 0]


FULL = """\
0,2   ......
-1,0  ..r.r.  U
0,0   .ttt..  T:R2
1,0   ......  S
2,0   ......  P
3,0   cc....
1,-1  ..t...
0,1   ....t.
1,2   src
hand W5 R3
turn R
bonus T
queue U S P C
"""


@pytest.mark.rule("EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-03", "EL-FOREST-04", "EL-CITY-02")
def test_tv_08_the_full_example():
    state = table(FULL)
    (city,) = [cell for cell, edges in state.lands.items() if edges == "cc...."]
    tower = next(cell for cell, seat in state.owners.items() if seat == 1)
    say(state, f"build C {city[0]},{city[1]}")
    assert KINDS[state.bonus] == "T"  # the old tile counts on the builder's own turn
    events = act(state, Score(1, (tower, city)))
    (scored,) = [event for event in events if isinstance(event, Scored)]
    q, r = tower
    assert scored.items == (
        Item("set", 1),
        Item("high_demand", 1),
        Item("forest", 1, (q, r + 1)),
        Item("forest", 1, (q + 1, r - 1)),
    )
    assert state.scores == [0, 4]
    assert state.hands == [5, 5]
    assert KINDS[state.bonus] == "U"


@pytest.mark.rule("EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-03")
@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("letter", "utspcrl.")
def test_a_forest_pays_the_kind_of_its_colour_where_it_lies_on_the_shared_edge(kind, letter):
    own = letter == "utspc"[kind]
    lands = {(0, 0): letter * 6, (1, 0): f"...{letter}..", (0, 1): f"{letter}....."}
    found = list(forest_items((0, 0), kind, lands, Ruleset()))
    assert found == ([Item("forest", 1, (1, 0))] if own else [])
    assert {forest.colour for forest in Ruleset().tiles.forests} == {
        "blue",
        "yellow",
        "purple",
        "orange",
        "grey",
    }
    assert Ruleset().tiles.forests[1].colour == "yellow"
    assert Ruleset().tiles.forests[4].colour == "grey"


@pytest.mark.rule("EL-FOREST-04", "EL-FOREST-01")
def test_a_forest_pays_each_member_it_borders_whatever_stands_on_it():
    board = (
        "0,0 src\n0,1 ? U\n1,1 ? T:W\n2,1 ? T:W\n3,1 ? S\n4,1 ? P\n5,1 ? C\n"
        "1,2 ...ttt\n2,2 ?\n3,2 ?\n-1,0 ?\n"
    )
    state = table(board)
    say(state, "score 1,1 2,1")
    assert state.scores == [4, 0]  # two equal, and the same yellow forest twice


@pytest.mark.rule("EL-SCORE-07", "EL-FOREST-01")
def test_the_set_is_compulsory_and_forests_are_taken_without_asking():
    state = table(FULL)
    assert refusal(state, "score 0,-2", seat=1) == "EL-SCORE-01"
    lit = line("W", "W")
    assert refusal(lit, "score 0,1 1,1 no forests") == "EL-SCORE-07"
    assert refusal(lit, "score 0,1 1,1") is None
