"""The page answers requests without a server: no library for HTTP, no threads and no files."""

import asyncio
from typing import Any

import pytest

from gridgames.languages.language import Language
from gridgames.page.house import House
from gridgames.page.lobby import Lobby, new_table
from gridgames.page.question_worker import respond
from gridgames.page.requests import Pages, Request, Response
from gridgames.show.registry import GameChoice


async def here(function: Any, *arguments: Any) -> Any:
    """Think in the only thread."""
    return function(*arguments)


async def ask(*question: Any) -> Any:
    return respond(*question)


@pytest.fixture
def pages(monkeypatch):
    for name in ("asyncio.to_thread", "os.open", "os.mkdir"):
        monkeypatch.setattr(name, lambda *_: pytest.fail("a browser has neither"))
    return Pages(House(None, None, think=here), Lobby("", Language.ENGLISH), ask)


def answers(pages: Pages, *requests: Request) -> list[Response]:
    """Return the answers to requests, one after another."""

    async def run() -> list[Response]:
        return [await pages.answer(one) for one in requests]

    return asyncio.run(run())


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_hint_a_review_and_questions_need_no_thread(pages, game):
    table = new_table(pages.house, GameChoice(game, (), {}), "Ana,Bia", seed=3)
    at = f"/{table.chairs[table.session.to_act].key}"
    edit = Request("GET", f"{at}/edit", {"game": game, "ask": "check"})
    line = Request("POST", f"{at}/do/line", form={"line": "ask end"}, is_part=True)
    hint = Request("POST", f"{at}/do/line", form={"line": "hint"}, is_part=True)
    review = Request("GET", f"{at}/review")
    for one in answers(pages, hint, line, edit, review):
        assert one.status == 200
        assert len(one.body) > 500


def test_a_limit_is_set_in_the_address_and_sent_as_a_number(pages):
    table = new_table(pages.house, GameChoice("powergrid", (), {}), "Ana,Bia", seed=3)
    session = table.session
    while session.state.auction is None:
        session.act(session.legal_actions()[0])
    auction, seat = session.state.auction, session.to_act
    at, least = f"/{table.chairs[seat].key}", auction.high + 1
    for given, shown, less in (
        ("", least, least),
        (f"{least + 7}", least + 7, least + 6),
        ("999", 50, 49),
        ("x", least, least),
    ):
        [page] = answers(pages, Request("GET", f"{at}/", {"number": given}))
        text = page.body.decode()
        assert f'max="50" value="{shown}"' in text
        assert f'hx-get="?number={less}"' in text
    answers(pages, Request("POST", f"{at}/do/line", form={"line": f"{least + 2}"}, is_part=True))
    assert session.standing[seat].limits.plants == {auction.plant: least + 2}
    assert session.moves[-1].action.amount == least
