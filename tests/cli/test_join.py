"""``gridgames join``: a terminal at a table of another computer."""

import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import pytest

from gridcommon.errors import IllegalAction, NotationError, Refusal
from gridgames.page.tables import WebTable
from gridgames.table.joined import join as join_host
from gridgames.table.session import Session
from gridgames.table.wire import Wire, socket_address
from plain_games import invoke
from served import PATIENCE, Beside, acting, served_beside
from terminals import rest_of, terminal, typed_until

Joined = Callable[[str], Session]


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """One host for all."""
    folder = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        with served_beside(folder) as found:
            yield found


@pytest.fixture
def joined():
    """Join a link; the wire is closed in the end."""
    wires: list[Wire] = []

    def join(link: str) -> Session:
        wires.append(Wire(socket_address(link)))
        return join_host(wires[-1]).session

    yield join
    for wire in wires:
        wire.close()


def both(beside: Beside, joined: Joined) -> tuple[WebTable, Session, Session]:
    """Return a table of two, and its sessions: first of the seat that is to act."""
    table = beside.table("powergrid", "Ana,Bia")
    seat = acting(table)
    mine, other = (joined(beside.link(table, one)) for one in (seat, 1 - seat))
    return table, mine, other


def bots_choice(session: Session) -> Any:
    game, state = session.game, session.state
    bot = game.make_bot("easy", len(session.moves))
    return bot.choose(game.observe(state, session.policy.own), session.legal_actions())


def settle(session: Session, until: Callable[[], Any]) -> None:
    """Follow the host until something is so."""
    deadline = monotonic() + PATIENCE
    while not until():
        assert monotonic() < deadline
        session.policy.poll(0.1)
        while session.policy.has_news:
            session.next_move()


def test_two_seats_see_what_the_host_shows_until_the_end(beside, joined):
    table = beside.table("eletrika", "Ana,Bia,easy")
    seats = [joined(beside.link(table, seat)) for seat in (0, 1)]
    while any(one.to_act is not None for one in seats):
        for one in seats:
            one.policy.poll(0.005)
            while one.policy.has_news:
                one.next_move()
            if one.waits_for_human and one.to_act == one.policy.own:
                one.act(bots_choice(one))
            sides = (one, table.session)
            here, there = (one.face.view(side.state, one.policy.own, table.names) for side in sides)
            if len(one.moves) == len(table.session.moves):  # a bot may have moved meanwhile
                assert here == there
    for one in seats:
        settle(one, lambda one=one: len(one.moves) == len(table.session.moves))
        for name in ("action", "events"):
            here, there = ([getattr(m, name) for m in side.moves] for side in (one, table.session))
            assert here == there
        assert one.result == table.session.result


def test_what_the_host_refuses_has_its_rule_and_reason(beside, joined):
    table, mine, other = both(beside, joined)
    refusal = Refusal("PG-AUC-03", "the host says no")
    beside.call(lambda: setattr(table.session, "check", lambda _: refusal))
    with pytest.raises(IllegalAction) as refused:
        mine.act(mine.legal_actions()[0])
    found = refused.value.refusal
    assert (found.rule, found.why) == (refusal.rule, refusal.why)
    with pytest.raises(NotationError, match="turn"):
        other.act(mine.legal_actions()[0])
    assert not table.session.moves


def test_a_choice_is_taken_back_once_the_others_agree(beside, joined):
    _, mine, other = both(beside, joined)
    mine.act(mine.legal_actions()[0])
    settle(other, lambda: len(other.moves) == 1)
    with pytest.raises(NotationError, match="The others are asked"):
        mine.undo()
    settle(other, lambda: other.policy.notices)
    assert "type agree or disagree" in other.policy.news(0)[0]
    other.policy.ask("disagree")
    settle(mine, lambda: mine.policy.notices)
    assert "your choice stands" in mine.policy.news(0)[0]
    with pytest.raises(NotationError, match="The others are asked"):
        mine.undo()
    assert "Undone" in other.policy.ask("agree")
    for one in (mine, other):
        settle(one, lambda one=one: not one.moves)
        assert one.policy.news(0)[-1] == "The host has taken moves back."
    with pytest.raises(NotationError, match="nothing can be redone"):
        mine.redo()


def test_one_person_takes_back_at_once_and_a_bot_stands_in(beside, joined):
    table = beside.table("eletrika", "Ana,easy")
    session = joined(beside.link(table, 0))
    settle(session, lambda: session.waits_for_human)
    session.act(bots_choice(session))
    settle(session, lambda: session.waits_for_human)
    known = len(session.moves)
    taken = session.undo()
    assert taken[0].seat == 0
    assert len(session.moves) == known - len(taken) == len(table.session.moves)
    beside.call(lambda: table.stand_in(0, "easy"))
    settle(session, lambda: session.policy.notices)
    assert "A bot plays for you" in session.policy.news(0)[0]
    settle(session, lambda: session.to_act is None)
    beside.call(lambda: table.stand_in(0, ""))
    again, _ = session.policy.again()
    assert again is session
    assert len(session.moves) <= 1
    settle(session, lambda: session.waits_for_human)
    session.act(bots_choice(session))


def test_orders_in_advance_are_followed_here(beside, joined):
    table = beside.table("powergrid", "Ana,easy,easy")
    session = joined(beside.link(table, 0))
    settle(session, lambda: session.waits_for_human)
    ordered = 0
    while not ordered:
        session.policy.poll(0.05)
        if session.waits_for_human:
            moves = len(session.moves)
            for plant in session.state.plant_market[:4]:
                with suppress(NotationError, IllegalAction):
                    session.order(0, f"limit {plant} {session.state.money[0]}")
            if len(session.moves) == moves:
                session.act(bots_choice(session))
        elif session.policy.has_news:
            session.next_move()
        elif session.policy.is_ours_to_move:
            assert session.orders()
            ordered += session.next_move().seat == 0
    made = [move.action for move in session.moves]
    assert made == [move.action for move in table.session.moves[: len(made)]]


def test_a_broken_line_is_told_and_joined_again(beside, joined):
    table = beside.table("powergrid", "Ana,Bia")
    session = joined(beside.link(table, acting(table)))
    for _ in range(2):
        beside.call(lambda: [task.cancel() for task in beside.server.streams()])
        settle(session, lambda: len(session.policy.notices) == 2)
        lost, back = session.policy.news(0)
        assert "Trying again" in lost
        assert back == "The host is back."
    session.act(session.legal_actions()[0])
    assert len(table.session.moves) == 1
    beside.call(lambda: beside.server.house.remove(table))
    settle(session, lambda: session.policy.wire.ended)
    assert "closed" in session.policy.wire.ended
    with pytest.raises(NotationError, match="closed"):
        session.act(session.legal_actions()[0])


def test_links_that_lead_to_no_seat(beside, joined):
    table, base = beside.table("powergrid", "Ana,Bia"), beside.server.base
    for link, why in (
        (f"{base}/{table.watch_key}/", "for spectators"),
        (f"{base}/{'x' * 24}/", "does not exist"),
    ):
        with pytest.raises(NotationError, match=why):
            joined(link)
    # The address of a table without its last slash leads to the one with it.
    wire = Wire(f"{base}/{table.chairs[0].key}".replace("http", "ws"))
    with pytest.raises(NotationError, match="another address"):
        wire.open()
    wire.close()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
def test_the_command_is_the_full_screen_at_a_terminal(beside, tmp_path):
    table = beside.table("powergrid", "Ana,Bia")
    link = beside.link(table, acting(table))
    with terminal(tmp_path, "join", link, size=(40, 120)) as child:
        typed_until(child, "a\r", lambda: table.session.moves)
        child.send("\x03\x03")
        assert "The host keeps the game" in rest_of(child)
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"message": "hello"}',
        '{"message": "hello", "protocol": 2, "names": [], "seat": 0}',
        '{"message": "hello", "protocol": 1, "names": "Ana", "seat": 0}',
        '{"message": "view"}',
        '{"message": "view", "version": 1, "view": {}, "first": 0, "moves": [3],'
        ' "stand_in": "", "undo": null, "fault": ""}',
        '{"message": "bye", "reason": "\\u001b[2J"}',
    ],
)
def test_a_host_that_makes_no_sense_is_left(line):
    wire = Wire("ws://127.0.0.1:9/KEY/play")
    wire.take(line)
    assert wire.ended
    assert "\x1b" not in wire.ended
    assert wire.wait(0) is None
    wire.take('{"message": "something new"}')


def test_links():
    for link, words in (("KEY", "link of a seat"), ("http://127.0.0.1:9/KEY/", "cannot be joined")):
        done = invoke("join", link, "--plain")
        assert (done.exit_code, words in done.stderr) == (2, True)
    assert socket_address("http://a:8000/KEY/") == "ws://a:8000/KEY/play"
    assert socket_address("https://a/KEY") == "wss://a/KEY/play"
    for link in ("", "KEY", "ftp://a/KEY", "http://a", "http://a/b/c", "http://[/", "http://a:x/K"):
        with pytest.raises(NotationError, match="expected the link of a seat"):
            socket_address(link)
