"""What has happened since one's own last move: short lines, alike in every front end."""

from typing import Any

import pytest

from gridgames.games.face import Face, Move
from gridgames.games.registry import Choice, face_of
from gridgames.languages.catalogue import read_catalogue
from gridgames.languages.language import folders
from gridgames.languages.messages import use_catalogue
from gridgames.screen.play import GameApp
from gridgames.sessions.narration import news
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings
from plain_games import gridgames
from screens import driven, new_session, shown, until

PORTUGUESE = read_catalogue(folders()["pt_BR"])


def played(session: Session, seat: int, typed: str) -> list[tuple[int | None, str]]:
    """Make an action of a person, then all others until that person is to act again."""
    session.act(session.face.parse(session.state, typed))
    while session.to_act is not None and not session.waits_for_human:
        session.next_move()
    return news(session, seat)


def power(*others: str) -> Session:
    return new_session(Choice("powergrid"), ("Ana", *others), 5)


def until_ana(session: Session) -> Session:
    while not session.waits_for_human:
        session.next_move()
    return session


def test_an_auction_in_progress_tells_the_last_bid_of_each():
    session = until_ana(power("easy 2", "easy 3", "easy 4"))
    told = played(session, 0, session.face.format(session.legal_actions()[0]))
    assert told
    assert all(seat != 0 for seat, _ in told)
    for _, words in told:
        assert words.split(" ")[0] in ("bids", "passes", "opens", "plant", "no")


def test_a_round_of_power_grid_is_one_line_for_each_rival():
    session = until_ana(power("easy 2", "easy 3"))
    while session.state.round < 4:
        session.next_move() if not session.waits_for_human else session.act(
            session.legal_actions()[-1]
        )
    moves = [move for move in session.moves if move.seat]
    told = dict(session.face.recap(moves, session.names))
    assert set(told) == {1, 2, None} or set(told) == {1, 2}
    spent = {
        seat: sum(event.price for move in moves for event in move.events if _is_fuel(event, seat))
        for seat in (1, 2)
    }
    for seat in (1, 2):
        assert told[seat].count(f"for {spent[seat]}") >= 1, "the fuel of all its purchases"
        assert "plant " in told[seat]
        assert "powers " in told[seat]


def _is_fuel(event: Any, seat: int) -> bool:
    return type(event).__name__ == "FuelBought" and event.seat == seat


def test_a_turn_of_eletrika_names_tile_structures_lights_and_score():
    session = new_session(Choice("eletrika"), ("normal 1", "normal 2"), 3)
    while session.to_act is not None:
        session.next_move()
    told = list(session.face.recap(session.moves, session.names))
    by_seat = dict(told)
    for seat in (0, 1):
        for word in ("tile ", " on ", "lights ", "scores "):
            assert word in by_seat[seat]
    total = sum(
        int(part.split()[1]) for part in by_seat[0].split("; ") if part.startswith("scores ")
    )
    markers = sum(
        int(part.split()[1]) for part in by_seat[0].split("; ") if part.startswith("marker: ")
    )
    assert total + markers == session.result.scores[0]
    assert any(seat is None and "high demand" in words for seat, words in told)


def test_what_was_done_for_me_is_news_too():
    session = until_ana(power("easy 2", "easy 3"))
    while 0 not in dict(news(session, 0)):
        session.plays_on = True  # past what has only one answer
        if session.waits_for_human:
            session.act(session.legal_actions()[0])
        else:
            session.next_move()
    assert session.moves[-1].seat == 0
    assert len(session.places_of_choices((0,))) < sum(move.seat == 0 for move in session.moves)


def test_a_game_without_words_of_its_own_lists_the_actions():
    session = new_session(Choice("eletrika"), ("easy 1", "easy 2"), 3)
    for _ in range(3):
        session.next_move()
    told = list(Face(face_of("eletrika").game).recap(session.moves, session.names))
    assert [seat for seat, _ in told] == list(dict.fromkeys(m.seat for m in session.moves))
    assert isinstance(session.moves[0], Move)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_news_stand_beside_the_board_when_my_turn_comes(game):
    session = new_session(Choice(game), ("Ana", "easy 2", "easy 3"), 5)
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await until(pilot, "Ana")
        if not session.moves:
            app.make(session.legal_actions()[0])
        while not session.waits_for_human:
            await pilot.pause(0.05)
        await until(pilot, "Since your last move")
        told = news(session, 0)
        seat, words = next((seat, words) for seat, words in told if seat)
        assert f"{app.table.name(seat)[0][0]} {words.split(';')[0]}"[:25] in shown(app)

    driven(app, script, size=(130, 50))


@pytest.mark.parametrize("moves", [True, False])
def test_changes_are_highlighted_for_a_moment_unless_motion_is_off(moves, monkeypatch):
    monkeypatch.setattr("gridgames.screen.play._MOMENT", 0.3)
    session = new_session(Choice("eletrika"), ("Ana", "easy 2", "easy 3"), 5)
    app = GameApp(session, None, pause=0, settings=Settings(motion=moves))
    seen: list[Any] = []

    async def script(pilot: Any) -> None:
        app.make(session.legal_actions()[0]) if session.waits_for_human else None
        while not session.waits_for_human or not session.moves:
            await pilot.pause(0.02)
        await pilot.pause()
        seen.append(set(app.table.changed))
        await pilot.pause(0.6)
        seen.append(set(app.table.changed))

    driven(app, script, size=(130, 50))
    assert bool(seen[0]) is moves
    assert not seen[1]


def test_motion_is_remembered(tmp_path):
    from gridgames.sessions.settings import read_settings

    settings = Settings(path=tmp_path / "settings.json")
    app = GameApp(power("easy 2"), None, pause=0, settings=settings)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert app.do_line("motion off")
        assert not app.do_line("motion maybe")
        assert "expected on or off" in shown(app)

    driven(app, script, size=(130, 50))
    assert read_settings(tmp_path / "settings.json").motion is False


@pytest.mark.parametrize(("language", "typed"), [("en", "news"), ("pt_BR", "novidades")])
def test_plain_text_has_the_news_on_request(tmp_path, language, typed):
    words = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "5", "--plain")
    done = gridgames(tmp_path, "--lang", language, *words, "--no-save", typed=["1", typed])
    assert done.exit_code == 0
    name = "Otto: " if language == "en" else "Otávio: "
    assert name in done.stdout


def test_the_news_are_portuguese():
    with use_catalogue(PORTUGUESE):
        session = until_ana(power("easy 2", "easy 3"))
        told = played(session, 0, session.face.format(session.legal_actions()[0]))
        assert told
        for _, words in told:
            assert not {"bids", "passes", "plant", "for"} & set(words.split())
