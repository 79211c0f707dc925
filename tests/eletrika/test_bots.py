"""Bots choose legal actions by what they may see, and sensibly in positions that show it."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eletrika as game
from eletrika import bots
from eletrika.actions import Abandon, Action, EndTurn, LayTile, Score
from eletrika.bots.grouped_actions import legal_actions_grouped
from eletrika.bots.policy import Policy
from eletrika.bots.position_estimate import Estimator
from eletrika.bots.prospects import FAR, LAID, Prospects
from eletrika.building import lit_by
from eletrika.notation import parse_full
from eletrika.position_setup import from_position
from eletrika.projection import state_after_main_action
from eletrika.ruleset import OPTIONS, Ruleset, make_ruleset
from eletrika.state import MAIN, State, around_cell
from eletrika.tables import CITY, PLANT, POLE, SUBSTATION, TOWER
from eletrika.tile_set import shipped_tiles
from eletrika_play import quick_bot
from examples import examples
from gridcommon.chance import derived_seed, draw, fork, seeded
from gridcommon.contract import Reason
from gridcommon.errors import NotationError

LEVELS = tuple(bots.LEVELS)

# A valley: the river from the source to 1,0, and dry land along a row east of it.
VALLEY = {
    "0,0": "src", "1,0": "7/1", "2,0": "33/0", "3,0": "36/0", "4,0": "30/0", "5,0": "31/0",
    "4,1": "37/0", "2,1": "35/0",
}  # fmt: skip


NEARLY = "1,0 U:W\n2,0 T:W\n3,0 S:K\n4,0 P:W\nhand W2 K4\n"
TWO_LIT = "1,0 U\n2,0 T:W\n3,0 S:K\n4,0 P\n5,0 C:W\nhand W3 K4\n"
ROWS = tomllib.loads(Path(__file__).with_name("bots.toml").read_text(encoding="utf-8"))


def valley(pieces: str, rules: Ruleset | None = None) -> State:
    """Return a game in the valley: the full form without the tiles and the stack."""
    lines = [line.split(maxsplit=1) for line in pieces.strip().splitlines()]
    on = {head: rest for head, rest in lines if head[0].isdigit()}
    beside = [f"{head} {rest}" for head, rest in lines if head not in on]
    land = [f"{cell} {tile} {on.pop(cell, '')}" for cell, tile in VALLEY.items()]
    assert not on
    aside = 0 if "\nlast " in pieces else 4
    text = "\n".join([*land, *beside, f"stack {38 - len(VALLEY) - 3 - aside}"])
    return from_position(parse_full(text, shipped_tiles()), rules or Ruleset(), 1)


def ask(state: State, level: str = "normal", seed: int = 1) -> tuple[Action, Reason]:
    """Return what a bot chooses for the seat to act, and why."""
    bot = quick_bot(level, seed)
    action = bot.choose(game.observe(state, state.actor), game.legal_actions(state))
    assert game.check(state, action) is None
    assert bot.reason is not None
    return action, bot.reason


def play_turn(state: State, level: str = "normal") -> list[Action]:
    """Play the turn of the seat to act to its end and return its actions."""
    seat, round_ = state.actor, state.round
    actions = []
    while game.to_act(state) == seat and state.round == round_:
        action, _ = ask(state, level)
        game.advance(state, action, None)
        actions.append(action)
    return actions


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any mix of the options, on the shipped tiles."""
    options = {}
    for name, entry in OPTIONS.items():
        if name == "bonus_faces":
            options[name] = draw(st.text("UTSPC", min_size=5, max_size=5))
        elif name != "source_in_38":
            options[name] = draw(st.sampled_from(entry.values))
    return make_ruleset(options)


def play_out(
    rules: Ruleset, levels: Sequence[str], seed: int, most: int | None = None
) -> list[Action]:
    """Play a game to its end or ``most`` actions, each checked, and return the actions."""
    state = game.new_game(rules, len(levels), seed)
    players = [quick_bot(level, fork(seed, seat)) for seat, level in enumerate(levels)]
    actions = []
    while (seat := game.to_act(state)) is not None and len(actions) != most:
        player = players[seat]
        action = player.choose(game.observe(state, seat), game.legal_actions(state))
        refusal = game.check(state, action)
        assert refusal is None, (action, refusal)
        assert str(player.reason)
        game.advance(state, action, None)
        actions.append(action)
        assert len(actions) < 1000
    return actions


@examples(1 / 5)
@given(
    rulesets(), st.lists(st.sampled_from(LEVELS[:3]), min_size=2, max_size=4), st.integers(0, 99)
)
def test_under_any_options_every_action_is_legal_and_every_game_ends(rules, levels, seed):
    play_out(rules, levels, seed)


@examples(1 / 10)
@given(rulesets(), st.integers(2, 4), st.integers(0, 99), st.integers(0, 50))
def test_under_any_options_every_action_of_a_searching_bot_is_legal(rules, seats, seed, moves):
    """From any place of a game on, for a few actions."""
    state = game.new_game(rules, seats, seed)
    ahead = bots.make_bot("easy", seed)
    for move in range(moves + 4):
        if game.to_act(state) is None:
            break
        view, offers = game.observe(state, state.actor), game.legal_actions(state)
        bot = ahead if move < moves else quick_bot("hard", seed)
        action = bot.choose(view, offers)
        assert game.check(state, action) is None
        game.advance(state, action, None)


@pytest.mark.long
@settings(max_examples=2000)
@given(rulesets(), st.lists(st.sampled_from(LEVELS), min_size=2, max_size=4), st.integers())
def test_thousands_of_games_under_any_options_end(rules, levels, seed):
    play_out(rules, levels, seed)


@pytest.mark.parametrize(
    ("level", "option"), [("easy", {"reoccupy": True}), ("normal", {"abandon_zero": True})]
)
def test_bots_lose_patience_where_a_game_could_go_on_for_ever(level, option):
    play_out(make_ruleset(option), [level, level], 2)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_and_another_one_differs(level):
    games = [play_out(Ruleset(), [level, level], seed, most=6) for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("level", LEVELS)
@given(st.integers(0, 60), st.integers(0, 2**32), rulesets())
@examples(1 / 5)
def test_hidden_tiles_change_no_choice(level, turns, seed, rules):
    state = game.new_game(rules, 3, seed)
    for turn in range(turns):
        if game.to_act(state) is None:
            return
        mover = bots.make_bot("easy", turn)
        choice = mover.choose(game.observe(state, state.actor), game.legal_actions(state))
        game.advance(state, choice, None)
    if game.to_act(state) is None:
        return
    other = game.determinize(game.observe(state, state.actor), seeded(seed + 1))
    assert ask(state, level) == ask(other, level)


@pytest.mark.parametrize("level", LEVELS)
def test_choosing_changes_nothing_and_takes_some_actions_for_all(level):
    state = game.new_game(Ruleset(), 2, 8)
    chance = seeded(4)
    for _ in range(8 if level in bots.BUDGETS else 60):
        view = game.observe(state, state.actor)
        if game.to_act(state) is None:
            break
        place, chance = draw(chance, 5)
        some = list(game.legal_actions(state))[place :: 1 + place] or [*game.legal_actions(state)]
        before = seen(view.public)
        action = quick_bot(level, 1).choose(view, some)
        assert action in some
        assert seen(view.public) == before
        game.advance(state, action, None)


def seen(state: State) -> dict[str, str]:
    return {
        name: repr(getattr(state, name)) for name in State.__dataclass_fields__ if name != "ruleset"
    }


def test_levels_stand_weakest_first_and_expert_tries_more_than_hard():
    assert LEVELS == ("random", "beginner", "easy", "normal", "hard", "expert")
    for seats in game.SEATS:
        hard, expert = (bots.BUDGETS[level][seats] for level in ("hard", "expert"))
        assert 1 < hard.choices < expert.choices
        assert hard.effort.samples < expert.effort.samples
        assert hard.effort.horizon <= expert.effort.horizon


@pytest.mark.parametrize("name", ROWS)
def test_a_bot_plays_a_position_as_its_row_says(name):
    row = ROWS[name]
    for level in row.get("levels", ["normal"]):
        state = valley(row["at"].replace("; ", "\n"))
        state.reserve = row.get("reserve", state.reserve)
        action, reason = ask(state, level)
        assert re.match(row.get("does", ""), game.format_action(action))
        assert re.search(row.get("says", ""), str(reason))
        turn = "; ".join(map(game.format_action, play_turn(state, level)))
        assert re.search(row.get("turn", ""), turn), turn


def test_early_it_waits_for_a_better_set_than_two_different_ones():
    state = valley(TWO_LIT + "round 1\nturn W")
    tile = next(one for one in game.legal_actions(state) if isinstance(one, LayTile))
    game.advance(state, tile, None)
    assert ask(state)[0] == EndTurn(0)


FULL_LINE = "1,0 U:W2\n2,0 T:W\n3,0 {}:W\n4,0 {}:W\nhand W0 K5\nturn W"


def test_it_puts_its_marker_where_its_line_must_go_on():
    """All its pawns stand on the line, which lacks only a City beside the Pole."""
    state = valley(FULL_LINE.format("S", "P"))
    choices = Policy(state.ruleset).turn(state).choices(legal_actions_grouped(state))
    tiles = [(worth, action) for worth, action in choices if isinstance(action, LayTile)]
    action = max(tiles, key=lambda one: one[0])[1]
    assert action.marker == 2
    assert (4, 0) in around_cell(action.at)


def test_it_turns_a_tile_so_that_forests_face_what_will_score():
    state = valley("1,0 U:W\n2,0 T:W\n3,0 S:W\n4,0 P:K\n5,0 C:W\nhand W1 K4\nround 2\nturn W")
    values = Estimator(state.ruleset)

    def forests(of: State) -> int:
        return sum(holding[2] for holding in values.estimate(of).holdings[0])

    state.hands[0], state.reserve = 0, [0] * 5  # nothing to build with
    action, _ = ask(state)
    while isinstance(action, Score):
        game.advance(state, action, None)
        action, _ = ask(state)
    assert isinstance(action, LayTile)
    offers = [one for one in game.legal_actions(state) if isinstance(one, LayTile)]
    best = max(forests(state_after_main_action(state, offer)) for offer in offers)
    assert forests(state_after_main_action(state, action)) == best > forests(state)


def test_easy_has_lapses_but_never_misses_what_is_worth_much():
    state = game.new_game(Ruleset(), 2, 3)
    for _ in range(8):
        game.advance(state, ask(state)[0], None)
    chosen = {ask(state, "easy", seed)[0] for seed in range(12)}
    assert len(chosen) > 1
    assert not any(isinstance(action, Abandon) for action in chosen)
    lit = valley(NEARLY + "turn W")
    played = [game.format_action(ask(lit, "easy", seed)[0]) for seed in range(12)]
    assert all(re.search("(^| )build C", text) for text in played)


def points_against_itself(level: str, seed: int) -> int:
    """Return what two bots of a level score together in one game."""
    state = game.new_game(Ruleset(), 2, seed)
    players = [quick_bot(level, derived_seed(seed, "bot", seat)) for seat in range(2)]
    while offers := game.legal_actions(state):
        action = players[state.actor].choose(game.observe(state, state.actor), offers)
        game.advance(state, action, None)
    return sum(state.scores)


@pytest.mark.parametrize(("level", "games"), [("easy", 2), ("normal", 1)])
def test_a_level_builds_lights_and_scores_against_itself(level, games):
    assert sum(points_against_itself(level, seed) for seed in range(games)) >= 10 * games


def test_in_a_deadlock_each_would_rather_light_for_both_than_for_nobody(monkeypatch):
    seed = 80017  # of a game in which each waits with two pawns for the other to go on
    assert points_against_itself("normal", seed)
    monkeypatch.setattr("eletrika.bots.policy.YIELDING", 1.0)
    assert not points_against_itself("normal", seed)


@pytest.mark.parametrize("character", bots.CHARACTERS)
def test_a_level_may_have_a_character(character):
    state = valley(NEARLY + "turn W")
    for level in ("normal", "hard"):
        bot = bots.make_bot(f"{level}-{character}", 1)
        action = bot.choose(game.observe(state, state.actor), game.legal_actions(state))
        assert game.check(state, action) is None


def test_characters_play_in_different_ways():
    games = {}
    for character in bots.CHARACTERS:
        level = f"normal-{character}"
        games[tuple(play_out(Ruleset(), [level, level], 5, most=24))] = character
    assert set(games.values()) == set(bots.CHARACTERS)


@pytest.mark.parametrize(
    "name", ["normal-odd", "easy-miser", "random-miser", "odd-miser", "odd", ""]
)
def test_an_unknown_level_or_character_is_refused_with_those_there_are(name):
    with pytest.raises(NotationError) as refused:
        bots.make_bot(name, 1)
    known = bots.CHARACTERS if name.startswith(("normal", "easy", "random")) else bots.LEVELS
    assert all(one in str(refused.value) for one in known)


def test_the_bot_on_a_view_chooses_what_its_policy_chooses_in_the_state():
    state = game.new_game(Ruleset(), 4, 6)
    policy = Policy(state.ruleset)
    for turn in range(24):
        bot = bots.make_bot("normal", turn)
        action = bot.choose(game.observe(state, state.actor), game.legal_actions(state))
        assert policy.choose(state, seeded(turn))[0] == action
        game.advance(state, action, None)


def test_missing_builds_are_counted_in_halves():
    state = valley(NEARLY + "turn W")
    prospects = Prospects(state)
    told = enumerate((PLANT, TOWER, SUBSTATION, POLE, CITY), start=1)
    missing = [prospects.missing((q, 0), kind) for q, kind in told]
    assert missing == [LAID, LAID, LAID, LAID, 0]
    state.reserve[CITY] = 0
    assert Prospects(state).missing((1, 0), PLANT) > FAR, "no way is left"
    values = Estimator(state.ruleset).estimate(state)
    assert {hope for _, hope in values.dark[0]} == {0.0}


def test_what_a_build_would_light_misses_nothing():
    """As long as nothing is lit: lines that come back to a lit one are left out of account."""
    state = game.new_game(Ruleset(), 2, 8)
    mover = bots.make_bot("easy", 1)
    lights = 0
    while not state.lit:
        if state.phase == MAIN:
            prospects = Prospects(state)
            for cell in {*state.laid, *state.frontier} - {state.source}:
                for kind in range(5):
                    if prospects.fits(cell) >> kind & 1 and cell in lit_by(state, kind, cell):
                        lights += 1
                        assert prospects.missing(cell, kind) == 0
        choice = mover.choose(game.observe(state, state.actor), game.legal_actions(state))
        game.advance(state, choice, None)
    assert lights


def test_a_plan_takes_the_best_sets_that_the_turns_allow():
    values = Estimator(Ruleset())
    pair, three, four = (
        ((POLE, 1, 0),) * 2,
        ((POLE, 1, 0),) * 3,
        tuple((kind, 1, 0) for kind in range(4)),
    )
    for held, points in ((pair, 2), (three, 4), (four, 5)):
        assert values.plan(held, 1, -1) == pytest.approx(points, abs=0.1)
        assert values.plan(held, 0, -1) == 0
    assert values.plan((*four, (CITY, 1, 2)), 9, CITY) > values.plan((*four, (CITY, 1, 0)), 9, CITY)
