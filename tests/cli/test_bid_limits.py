"""Limits in auctions, playing on to the next real choice, and what is asked twice."""

import re

import pytest

from gridcommon.errors import IllegalAction, NotationError
from gridgames.games.registry import Choice
from gridgames.sessions.session import Session
from plain_games import gridgames, recorded_actions
from powergrid.actions import Bid, Decline, Done, Open, Pass
from powergrid.state import AUCTION, BUILDING, RESOURCES
from screens import new_session

POWER = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "3")


def people() -> Session:
    """Return a game of three people whose turn order is by seat."""
    session = new_session(Choice("powergrid"), ("Ana", "Bia", "Caio"))
    session.state.turn_order = (0, 1, 2)
    session.state.actor = 0
    return session


def settled(session: Session) -> list[object]:
    """Make what need not be chosen, and return it."""
    made = []
    while session.to_act is not None and not session.waits_for_human:
        made.append(session.next_move().action)
    return made


def test_limits_bid_against_each_other_one_by_one_up_to_the_lower_one():
    session = people()
    assert session.order(1, "limit 4 9")
    assert session.order(2, "pass unless at most 0")
    assert session.order(0, "open 4 up to 12")
    assert session.moves[0].action == Open(0, 4, 4)
    made = settled(session)
    bids = [Bid(1 if amount % 2 else 0, amount) for amount in range(5, 11)]
    assert made == [bids[0], Pass(2), *bids[1:], Pass(1)]
    assert session.state.plants[0] == (4,)
    assert session.state.money[0] == 40
    told = list(session.face.narrate_group(session.moves, ["Ana", "Bia", "Caio"]))
    assert told[0] == (
        "Plant 4 (2 coal for 1 city): Caio passes, Bia at 9, sold to Ana for 10 after 7 bids"
    )


def test_a_limit_ends_with_its_round_and_with_off():
    session = people()
    session.order(1, "limite 4 9")
    session.order(1, "limite todas 5")
    state = session.state
    assert len(list(session.standing[1].describe(state))) == 2
    state.round = 2
    assert list(session.standing[1].describe(state)) == []
    state.round = 1
    state.phase = RESOURCES  # the next auction is that of round 2
    session.order(1, "limit 4 7")
    assert list(session.standing[1].describe(state)) == ["plant 4: up to 7"]
    state.round, state.phase = 2, AUCTION
    assert list(session.standing[1].describe(state)) == ["plant 4: up to 7"]
    session.order(1, "limits off")
    assert list(session.standing[1].describe(state)) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("limit 50 9", "PG-AUC-02"),
        ("open 15 up to 30", "PG-AUC-02"),
        ("open 4 up to 3", "PG-AUC-09"),
        ("open 4 60 up to 70", "PG-AUC-03"),
        ("bid up to 9", "PG-AUC-02"),
        ("limit x 9", None),
        ("limit 4", None),
        ("limit 4 x", None),
        ("bid up to much", None),
    ],
)
def test_what_is_no_limit_changes_nothing(text, rule):
    session = people()
    with pytest.raises(NotationError if rule is None else IllegalAction) as caught:
        session.order(0, text)
    assert rule is None or caught.value.refusal.rule == rule
    assert session.moves == []
    assert not list(session.standing[0].describe(session.state))


def test_a_bid_up_to_less_than_the_highest_is_refused_and_no_order_is_left():
    session = people()
    session.act(Open(0, 4, 9))
    with pytest.raises(IllegalAction) as caught:
        session.order(1, "bid up to 9")
    assert caught.value.refusal.rule == "PG-AUC-03"
    assert session.waits_for_human
    assert not session.order(1, "bid 10"), "that is an action"


def test_undo_takes_a_contest_back_with_its_limit_and_redo_makes_it_again():
    session = people()
    session.order(2, "limit all 7")
    session.act(Open(0, 4, 4))
    session.order(1, "bid up to 12")
    assert settled(session)[0] == Bid(2, 6)
    assert session.waits_for_human
    assert session.to_act == 0
    before = [move.action for move in session.moves]
    assert len(session.undo()) == len(before) - 1
    assert session.to_act == 1
    assert session.waits_for_human, "the limit is gone with the choice"
    assert list(session.standing[2].describe(session.state)) == ["every other plant: up to 7"]
    session.redo()
    assert [move.action for move in session.moves] == before
    assert list(session.standing[1].describe(session.state)) == ["plant 4: up to 12"]


@pytest.mark.parametrize("removed", ["limits off", "limit all 0"])
def test_an_undo_brings_back_no_limit_that_another_has_removed(removed):
    session = people()
    session.order(2, "limit 4 31")
    session.act(Open(0, 3, 3))
    session.order(2, removed)
    orders = session.standing[2]
    session.undo(0)
    assert session.standing[2] == orders
    session.act(Open(0, 5, 5))
    session.act(Bid(1, 6))
    assert session.waits_for_human == (removed == "limits off")


def test_an_undo_brings_back_no_limit_that_its_owner_has_removed_since():
    session = people()
    session.order(0, "limit 4 31")
    session.act(Open(0, 4, 4))
    session.order(0, "limits off")
    session.undo()
    assert session.orders() == []
    session.redo()
    assert session.orders() == []


def test_a_redo_changes_no_orders_of_another():
    session = people()
    session.act(Open(0, 4, 4))
    session.undo()
    session.order(1, "limit all 9")
    session.redo()
    assert session.orders() == ["every other plant: up to 9"]


def test_one_plays_on_past_choices_with_one_answer():
    session = people()
    assert not session.skip_forced_moves(), "a real choice"
    state = session.state
    state.phase, state.money[0] = RESOURCES, 0
    state.plants[0] = (13,)
    assert session.waits_for_human
    assert session.skip_forced_moves()
    assert session.next_move().action == Done(0)
    state = session.state
    assert not session.plays_on, "the next one has a choice"


@pytest.mark.parametrize(
    ("phase", "money", "action", "told"),
    [
        (RESOURCES, 50, Done(0), "Plant 4 cannot run without 2 coal, which you could buy for 2."),
        (RESOURCES, 1, Done(0), None),
        (BUILDING, 50, Done(0), " could still be built, for 10."),
        (BUILDING, 9, Done(0), None),
        (AUCTION, 50, Decline(0), "This is your only chance of a plant this round"),
        (AUCTION, 0, Decline(0), None),
    ],
)
def test_what_would_be_thrown_away_is_told_once(phase, money, action, told):
    session = people()
    state = session.state
    state.phase, state.round, state.plants[0], state.money[0] = phase, 2, (4,), money
    state.actor = 0
    doubt = session.confirmation_for(action)
    assert told in doubt if told else doubt is None
    assert session.confirmation_for(action) is None, "asked again it is meant"
    session.clear_confirmation()
    assert (session.confirmation_for(action) is None) is (told is None)
    session.clear_confirmation()
    session.confirms = False
    assert session.confirmation_for(action) is None


def test_with_every_plant_beyond_its_limit_none_is_opened():
    session = people()
    session.state.round = 2
    session.order(0, "limit all 2")
    assert settled(session) == [], "the discount makes plant 3 cheap enough"
    assert session.order(0, "limit 3 0")
    assert session.moves[0].action == Decline(0)


@pytest.mark.parametrize(
    ("typed", "made", "told"),
    [
        ("limits; confirm; buy coal 2; 1; build Essen; done", 2, "Not done: done"),
        ("buy coal 9; done", 0, "Not done: done"),
        ("buy coal 2; done; buy coal 1", 2, "Not done: buy coal 1"),
        ("buy coal 2; done!; go", 2, None),
        ("bid 9", 0, None),
    ],
)
def test_several_moves_stand_in_one_line(typed, made, told, tmp_path):
    save = tmp_path / "game.jsonl"
    done = gridgames(tmp_path, *POWER, "--save", save, typed=["open 4 up to 9", typed])
    kinds = [line["do"] for line in recorded_actions(save) if line["seat"] == 0]
    assert len([kind for kind in kinds if kind in ("buy", "done")]) == made, done.stdout
    assert re.findall("Not done: .*", done.stdout) == ([told] if told else [])


def test_an_exclamation_mark_answers_the_question():
    session = people()
    state = session.state
    state.phase, state.plants[0] = RESOURCES, (4,)
    with session.parse_confirmation("done!") as line:
        assert line == "done"
        assert session.confirmation_for(Done(0)) is None
    assert session.confirmation_for(Done(0))


def test_limits_and_doubts_in_lines_of_text(tmp_path):
    save = tmp_path / "game.jsonl"
    typed = ["open 8 up to 25", "limit all 0", "confirm x", "done", "confirm off", "done", "done"]
    others_bid = (*POWER[:-1], "12")  # a seed with which they do
    done = gridgames(tmp_path, *others_bid, "--save", save, typed=typed)
    text = " ".join(done.stdout.split())
    assert "Queued orders: plant 8: up to 25" in text
    assert re.search(r"Plant 8 \(3 coal for 2 cities\): .* after \d bids", text)
    assert "expected on or off, found 'x'" in text
    assert "Type done again to do it anyway." in text
    assert "The program does not ask" in text
    own = [line for line in recorded_actions(save) if line["seat"] == 0]
    assert {line["do"] for line in own} >= {"open", "done"}
    again = gridgames(tmp_path, "resume", save, typed=["confirm"])
    assert "The program does not ask before" in " ".join(again.stdout.split()), "it is remembered"
    once = gridgames(tmp_path, "resume", save, "--confirm", typed=["confirm"])
    assert "The program asks before" in " ".join(once.stdout.split())


def test_limits_go_on_after_a_resume_where_the_save_has_notes(tmp_path):
    done = gridgames(tmp_path, *POWER, typed=["open 4 up to 9", "limit all 5"])
    assert "Saved with the game: every other plant" in done.stdout
    again = gridgames(tmp_path, "resume", "1", typed=["limits off"])
    assert "Queued orders: every other plant: up to 5" in again.stdout
    assert "Queued orders: nothing" in again.stdout
    assert "every other" not in gridgames(tmp_path, "resume", "1", typed=["limits"]).stdout
