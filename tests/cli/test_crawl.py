"""Every link and every button of the pages, in both games and both languages."""

from pathlib import Path

import pytest

from crawling import Page, Visitor
from gridgames.serving.access.limits import ServingLimits
from gridgames.serving.hosting.tables import GameTable
from served import Served, running

LIMITS = ServingLimits(rate=1e6, burst=1_000_000)


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own, and hints in no time."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("gridgames.serving.hosting.tables._THINKING", 0.05)
    return tmp_path / "saves"


async def look_around(visitor: Visitor, address: str, depth: int = 3) -> Page:
    """Open a page and where it leads, again and again: a link or two of each kind."""
    page = await visitor.open(address)
    if depth:
        for link in [*visitor.links(address, page, 2 if depth > 1 else 1)]:
            await look_around(visitor, link, depth - 1)
    return page


async def press_all(visitor: Visitor, address: str, page: Page, table: GameTable) -> None:
    """Press every button of a page, and look around after the first of each kind.

    The game, and who plays, are as they were after each.
    """
    session, count = table.session, len(table.session.moves)
    for form in page.forms:
        typed = {"text": "Hello"} if form.action == "do/say" else {"line": "?"}
        for button in form.buttons:
            kind = form.action, button[1].partition(" ")[0]
            await visitor.press(address, form, button, {} if button[0] else typed)
            if kind not in visitor.pressed:
                visitor.pressed.add(kind)
                chosen = button[1].replace("_", "-") if button[0] == "language" else ""
                with visitor.reading(chosen or visitor.language):
                    await look_around(visitor, address, 1)
            if table.session is not session:
                return  # a rematch
            while len(session.moves) > count:
                session.undo()
            while len(session.moves) < count:
                assert session.redo()
            table.undo = None
            for seat, chair in table.chairs.items():
                chair.language, chair.answers = "", []
                table.stand_in(seat, "")
            table.changed()


@pytest.mark.parametrize(
    ("game", "seats", "moments"),
    [
        ("powergrid", "Ana,Bia,Cid", "Open Bid Pass Decline Buy Done Build Scrap Run"),
        ("eletrika", "Ana,Bia", "LayTile Build Abandon Score EndTurn"),
    ],
)
def test_every_link_and_button_of_a_table_answers(
    saves: Path, game: str, seats: str, moments: str
) -> None:
    async def script(server: Served) -> None:
        table = server.table(game, seats)
        table.pause = 3600
        session, met = table.session, set()
        visitors = [Visitor(server, "pt-BR"), Visitor(server, "en")]
        while True:
            seat = session.to_act
            kinds = {type(one).__name__ for one in session.legal_actions()} or {"end"}
            if kinds - met:
                met |= kinds
                keys = [chair.key for chair in table.chairs.values()]
                mine, other = f"{keys[seat or 0]}/", f"{keys[(seat or 0) - 1]}/"
                for visitor in visitors:
                    visitor.forget_tables()
                    await visitor.open(f"{table.watch_key}/")
                    await visitor.open(other)
                    page = await look_around(visitor, mine, 2 if visitor is visitors[0] else 0)
                    rule = "PG-AUC-02" if game == "powergrid" else "EL-NRG-01"
                    assert rule in " ".join((await visitor.open(f"{mine}rule?id={rule}")).texts)
                    if seat is not None:
                        await visitor.open(f"{mine}review")
                    if visitor is visitors[0] or not session.moves:
                        await press_all(visitor, mine, page, table)
            if seat is None:
                break
            session.act(session.bot_choice("easy")[0])
            table.changed()
        assert met == {*moments.split(), "end"}

    running(saves, script, LIMITS)


def test_every_link_and_button_of_the_other_pages_answers(saves: Path) -> None:
    async def script(server: Served) -> None:
        server.table("eletrika", "Ana,Bia", flags={"keep": "Ana,Bia"}, seed=None)
        table = server.table("powergrid", "Ana,normal")
        table.pause = 3600
        home = f"{server.house.host_key}/"
        for language in ("pt-BR", "en"):
            visitor = Visitor(server, language)
            page = await look_around(visitor, home)
            for one in server.house.tables.values():
                for chair in one.chairs.values():
                    await look_around(visitor, f"{chair.key}/", 1)
            pages = [home, *(f"{home}edit?game={game}" for game in ("powergrid", "eletrika"))]
            for address in pages:
                page = await visitor.open(address)
                for form in page.forms:
                    given = {"line": "Ana", "text": "?"} if "edit" in address else {}
                    given = {name: text for name, text in given.items() if name in form.fields}
                    for button in form.buttons or [("", "")]:
                        if form.fields.get("do") != "remove":
                            await visitor.press(address, form, button, given)
                await look_around(visitor, address, 1)
        for form in (await visitor.open(home)).forms:
            if form.fields.get("do") == "remove":
                await visitor.press(home, form, ("", ""))
        assert not server.house.tables

    running(saves, script, LIMITS)


def test_the_visitor_notices_a_text_that_is_not_translated(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        for key in (table.chairs[0].key, table.watch_key, server.house.host_key):
            status, text = await server.get(f"{key}/")
            with pytest.raises(AssertionError, match="english"):
                Visitor(server, "pt-BR").read("", status, text.replace('lang="en"', 'lang="pt-BR"'))

    running(saves, script)
