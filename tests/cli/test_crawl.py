"""Every link and every button of the pages, in both games and both languages."""

from collections import Counter

import pytest

from crawling import Page, Visitor
from gridgames.page.tables import WebTable
from served import limited

pytestmark = [limited(rate=1e6, burst=1_000_000), pytest.mark.usefixtures("quick_hints")]
POWER = "Open Bid Pass Decline Buy Done Build Scrap Run"
TILES = "LayTile Build Abandon Score EndTurn"


@pytest.fixture
def quick_hints(monkeypatch):
    monkeypatch.setattr("gridgames.page.tables._THINKING", 0.01)


async def look_around(visitor: Visitor, address: str, depth: int) -> Page:
    """Open a page and where it leads, again and again: a link or two of each kind."""
    page = await visitor.open(address)
    if depth:
        for link in [*visitor.links(address, page, 2 if depth > 1 else 1)]:
            await look_around(visitor, link, depth - 1)
    return page


async def press_all(visitor: Visitor, address: str, page: Page, table: WebTable) -> None:
    """Press the first two buttons of each kind on a page, and look around after the first.

    The game, and who plays, are as they were after each.
    """
    session, count, kinds = table.session, len(table.session.moves), Counter()
    for form in page.forms:
        typed = {"text": "Hello"} if form.action == "do/say" else {"line": "?"}
        for button in form.buttons:
            kind = form.action, button[1].partition(" ")[0]
            kinds[kind] += 1
            if kinds[kind] > 2:
                continue
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
    ("game", "seats", "moments", "rule"),
    [
        ("powergrid", "Ana,Bia,Cid", POWER, "PG-AUC-02"),
        pytest.param("eletrika", "Ana,Bia", TILES, "EL-NRG-01", marks=pytest.mark.slow),
    ],
)
async def test_every_link_and_button_of_a_table_answers(server, game, seats, moments, rule):
    table = server.table(game, seats)
    table.pause = 3600
    session, met = table.session, set()
    visitor, english = Visitor(server, "pt-BR"), Visitor(server, "en")
    while "end" not in met:
        seat = session.to_act
        kinds = {type(one).__name__ for one in session.legal_actions()} or {"end"}
        if kinds - met:
            depth = 1 if met else 2
            met |= kinds
            keys = [chair.key for chair in table.chairs.values()]
            mine, other = f"{keys[seat or 0]}/", f"{keys[(seat or 0) - 1]}/"
            for one in (visitor, english):
                one.forget_tables()
                await one.open(f"{table.watch_key}/")
                await one.open(mine)
                assert rule in " ".join((await one.open(f"{mine}rule?id={rule}")).texts)
            await visitor.open(other)
            page = await look_around(visitor, mine, depth)
            if depth == 2:
                await visitor.open(f"{mine}review")
            await press_all(visitor, mine, page, table)
        if seat is not None:
            session.act(session.policy.choice("easy")[0])
            table.changed()
    assert met == {*moments.split(), "end"}


@pytest.mark.parametrize(
    ("language", "depth"), [("pt-BR", 1), pytest.param("en", 2, marks=pytest.mark.slow)]
)
async def test_every_link_and_button_of_the_other_pages_answers(server, language, depth):
    server.table("eletrika", "Ana,Bia", flags={"keep": "Ana,Bia"}, seed=None)
    server.table("powergrid", "Ana,normal").pause = 3600
    home, visitor = f"{server.house.host_key}/", Visitor(server, language)
    await look_around(visitor, home, depth)
    for one in server.house.tables.values():
        for chair in one.chairs.values():
            await look_around(visitor, f"{chair.key}/", 1)
    for address in (home, *(f"{home}edit?game={game}" for game in ("powergrid", "eletrika"))):
        for form in (await visitor.open(address)).forms:
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
