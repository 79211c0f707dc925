"""Questions about positions on pages, answered in another process while the tables go on."""

import asyncio
import os
import pickle
import sys
from contextlib import suppress
from typing import Any

from gridcommon.errors import NotationError
from gridgames.table.bots.pickling import LENGTH, pack

_STARTING = 60  # seconds for the process to start


class QuestionClient:
    """The process that answers questions, one after another.

    A question that takes longer than ``seconds`` ends with the process, and so does one that is
    cancelled because its page has gone. The next question starts another process.
    """

    def __init__(self, seconds: float, module: str = "gridgames.page.question_worker") -> None:
        self._seconds = seconds
        self._module = module
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, *question: Any) -> Any:
        """Return what the worker responds.

        Raises NotationError for a question that takes too long or too much memory.
        """
        async with self._turn:
            try:
                process = await asyncio.wait_for(self._started(), _STARTING)
                return await asyncio.wait_for(_answer(process, question), self._seconds)
            except (TimeoutError, OSError, EOFError):
                await self.close()
                raise NotationError(
                    "answering takes too long here; ask on the command line"
                ) from None
            except asyncio.CancelledError:
                await self.close()
                raise

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            await _answer(self._process, None)  # it is ready
        return self._process

    async def close(self) -> None:
        """End the process, even while it answers."""
        if process := self._process:
            self._process = None
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _answer(process: asyncio.subprocess.Process, question: tuple[Any, ...] | None) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    if question is not None:
        process.stdin.write(pack(*question))
        await process.stdin.drain()
    head = await process.stdout.readexactly(LENGTH)
    return pickle.loads(await process.stdout.readexactly(int.from_bytes(head, "big")))[0]
