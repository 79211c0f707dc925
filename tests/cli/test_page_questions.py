"""Questions about positions on the page: beside the tables, one at a time, ended with it."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from gridcommon.errors import NotationError
from gridgames.serving.pages.questions import QuestionClient
from served import PATIENCE, Served, plain_text, running

HEAVY, LIGHT = ("eletrika",), ("powergrid",)  # to the slow worker
ASK = "edit?game=eletrika&ask=check"


def test_a_question_that_takes_too_long_ends_and_the_next_is_answered() -> None:
    async def script() -> None:
        client = QuestionClient(PATIENCE, "slow_worker")
        assert (await client.ask(*LIGHT))["lines"] == ["powergrid"]
        process = client._process
        assert process
        client._seconds = 0.1
        with pytest.raises(NotationError, match="too long"):
            await client.ask(*HEAVY)
        client._seconds = PATIENCE
        assert await process.wait() < 0
        assert (await client.ask(*LIGHT))["lines"] == ["powergrid"]
        await client.close()

    asyncio.run(script())


def test_a_page_shows_ten_boxes_at_most(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        path = f"{server.house.host_key}/edit?game=eletrika"
        board = "\n".join(" " * 2 * row + "T   " * 20 for row in range(20))
        _, page = await server.post(path, {"text": board + "S"})
        assert "at most 400 tiles" in plain_text(page)
        _, page = await server.post(path, {"text": board})
        assert "400 tiles, 400 structures" in plain_text(page)

    running(tmp_path, script)


def test_a_page_that_waits_stops_nobody_and_its_question_ends_with_it(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        server.questions._module, server.questions._seconds = "slow_worker", 600
        mine, other = server.house.host_key, server.table().chairs[0].key
        async with aiohttp.ClientSession() as page:
            waiting = asyncio.create_task(page.get(f"{server.base}/{mine}/{ASK}"))
            while server.questions._process is None:
                await asyncio.sleep(0.01)
            assert (await server.get(f"{other}/"))[0] == 200
            again = asyncio.create_task(server.get(f"{mine}/edit?game=eletrika"))
            assert (await server.get(f"{other}/edit?game=eletrika"))[0] == 200
            assert not again.done()
            assert not waiting.done()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        while server.questions._process is not None:
            await asyncio.sleep(0.01)
        server.questions._module = "gridgames.serving.pages.question_worker"
        assert (await again)[0] == 200
        _, text = await server.get(f"{mine}/{ASK}")
        assert "Energized: 0 of 0" in plain_text(text)

    running(tmp_path, script)
