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
