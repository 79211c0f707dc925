"""A number is what the question is about, in every question of both games, and never a pass."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eletrika import EndTurn, LayTile
from eletrika import Pass as PassTurn
from gridgames.show.menus import DONE, PASS, Menu
from gridgames.show.registry import GameChoice
from gridgames.table.answers import Message, OpenMenu, OrderReply, Rejection, Reply
from gridgames.table.command_table import Front
from gridgames.table.desk import Desk, Prompt
from powergrid import Bid, Buy, Decline, Done, Open, Pass, Run, Scrap
from screens import new_session

NEVER = set("dgpqrtuy")
WITHOUT_NUMBERS = {Pass: PASS, Decline: PASS, PassTurn: PASS, Done: DONE, EndTurn: DONE}
NUMBERS = [*map(str, range(61)), "3 20", "4 4", "7 10", "12 13 14"]


@dataclass
class Made(Reply):
    """What would have been done."""

    action: Any


class Pad(Desk):
    """A desk that answers lines and makes no move."""

    def make(self, action: Any) -> Reply:
        if refusal := self.session.check(action):
            return Rejection(action, refusal, is_done=False)
        return Made(action)


def meant_by(action: Any) -> list[str]:
    """Return the numbers that an action is about, as they are typed."""
    match action:
        case Open():
            return [f"{action.plant}", f"{action.plant} {action.bid}"]
        case Bid():
            return [f"{action.amount}"]
        case Scrap():
            return [f"{action.plant}"]
        case Buy():
            return [f"{action.count}"]
        case Run():
            return [" ".join(map(str, action.plants))]
        case LayTile():
            return [f"{action.rotation}", f"{action.marker}"]
    return []


def questions(menu: Menu) -> Iterator[Menu]:
    """Yield a menu and those in it, a few of many."""
    yield menu
    for choice in [one for one in menu.choices if one.menu][:4]:
        yield from questions(choice.menu().paged())


def check_question(pad: Pad, menu: Menu) -> None:
    keys = menu.keys
    assert len(keys) == len(menu.choices)
    for key, choice in keys.items():
        assert WITHOUT_NUMBERS.get(type(choice.action), key) == key
        assert key in (PASS, DONE) or key not in NEVER
    standing = [*pad.session.standing]
    for typed in NUMBERS:
        pad.menus = [menu]
        pad.note_question(Prompt(pad.session.state, pad.session.to_act, menu))
        reply = pad.answer(typed)
        match reply:
            case Made(action=action) if menu.numbers is None:
                assert keys[typed].action == action
                assert type(action) not in WITHOUT_NUMBERS
            case Made(action=action) | Rejection(action=action):
                assert typed in meant_by(action), (typed, action, menu.title)
            case OrderReply():  # a limit in an auction, which may bid at once
                most = int(typed.split()[-1])
                for move in reply.moves:
                    assert isinstance(move.action, Bid | Open), move
                    assert getattr(move.action, "amount", 0) <= most
                    assert isinstance(move.action, Bid) or f"{move.action.plant}" in typed.split()
                if reply.moves:
                    pad.session.undo()
                pad.session.standing[:] = standing
            case OpenMenu():
                assert typed in keys, "the list of a tile, a cell or a kind"
            case Message():
                assert reply.is_error
            case _:
                raise AssertionError(reply)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**20), moves=st.integers(0, 90))
def test_a_number_is_never_taken_for_what_its_question_cannot_mean(game, seed, moves) -> None:
    random = Random(seed)
    session = new_session(GameChoice(game), ("Ana", "Bia", "Caio"), seed)
    for _ in range(moves):
        actions = session.legal_actions()
        if session.to_act is None:
            return
        kind = random.choice(actions.kinds)
        session.act(random.choice(kind))
    if session.to_act is not None:
        pad = Pad(session, Front.LINES)
        for menu in questions(pad.top_menu()):
            check_question(pad, menu)
