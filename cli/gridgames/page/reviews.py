"""The review of a finished game, made once in the background."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gridcommon.errors import NotationError
from gridgames.languages.messages import render_error, say
from gridgames.page.notices import plain
from gridgames.page.tables import GameTable
from gridgames.study.review.review import Review, review, seats_named
from gridgames.study.review.review_text import describe_review

_EFFORT = "quick"


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The lines of a review, or why there are none yet."""

    lines: Sequence[str]
    is_ready: bool = True


class Reviews:
    """The reviews of tables whose games are over; one is made at a time."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Any, asyncio.Task[Review]]] = {}
        self._turn = asyncio.Semaphore(1)

    def of(self, table: GameTable) -> ReviewPage:
        """Return the review of a table, and begin it if it has not begun."""
        session = table.session
        if session.to_act is not None:
            return ReviewPage([say("A game can be reviewed after its end.")])
        if session.wing.evaluator is None:
            return ReviewPage([say("This game cannot be reviewed.")])
        known = self._found.get(table.ident)
        if known is None or known[0] is not session:
            task = asyncio.get_running_loop().create_task(self._make(table))
            known = self._found[table.ident] = session, task
        task = known[1]
        if not task.done():
            told = say("The review is being made; this takes a minute.")
            return ReviewPage([told], is_ready=False)
        if trouble := task.exception():
            if not isinstance(trouble, NotationError):
                raise trouble
            return ReviewPage([render_error(trouble)])
        return ReviewPage(plain(describe_review(session, task.result())))

    async def _make(self, table: GameTable) -> Review:
        session = table.session
        async with self._turn:
            return await asyncio.to_thread(review, session, seats_named(session, None), _EFFORT)
