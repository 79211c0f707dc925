"""Bots choose legal actions by what they may see, and sensibly in positions that show it."""

import re
import tomllib
from pathlib import Path

import pytest

import eletrika as game
from eletrika.actions import Action
from eletrika.notation import parse_full
from eletrika.position_setup import from_position
from eletrika.ruleset import Ruleset
from eletrika.state import State
from eletrika.tile_set import shipped_tiles
from eletrika_play import quick_bot
from gridcommon.contract import Reason

# A valley: the river from the source to 1,0, and dry land along a row east of it.
VALLEY = {
    "0,0": "src", "1,0": "7/1", "2,0": "33/0", "3,0": "36/0", "4,0": "30/0", "5,0": "31/0",
    "4,1": "37/0", "2,1": "35/0",
}  # fmt: skip


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
