"""Browser sessions: the game at each address, which a reloaded page resumes."""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_urlsafe

from gridgames.serving.messages import ContinueWith, ResumeWith
from gridgames.serving.page import Page

_MOST_KEPT = 4  # games of one session that can be resumed: the last ones


class BrowserSession:
    """The session behind one address: how it starts, and how a reloaded page resumes it."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._kept: list[ResumeWith] = []
        self._page: Page | None = None
        self._free = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """Whether a page shows the session, or waits for it."""
        return self._free.locked()

    def words(self) -> Sequence[str]:
        """Return the arguments that a newly opened page runs."""
        for kept in reversed(self._kept):
            if kept.file is None or kept.file.exists():
                return kept.words
        return self._words

    def note(self, told: ResumeWith | ContinueWith) -> None:
        """Remember the arguments with which a later page continues the session."""
        if isinstance(told, ContinueWith) or told.file is None:
            self._kept.clear()
        if isinstance(told, ContinueWith):
            self._words = told.words
            return
        others = [kept for kept in self._kept if kept.file != told.file]
        self._kept = [*others, told][-_MOST_KEPT:]

    def turn_to(self, page: Page) -> None:
        """Move the session to this page; the page that has shown it so far ends."""
        if self._page is not None:
            self._page.give_way()
        self._page = page

    async def show(self, page: Page, size: tuple[int, int]) -> None:
        """Show the session in a page until the page ends, after the previous page has ended.

        So two pages never continue the same save. A page that was replaced while waiting shows
        nothing.
        """
        async with self._free:
            if self._page is page:
                await page.run(size)


class BrowserSessions:
    """The sessions of a server, keyed by the secret random part of their address."""

    def __init__(self, begin: Callable[[], Sequence[str]], most: int) -> None:
        self._begin = begin
        self._most = most
        self._tables: dict[str, BrowserSession] = {}

    def set_up(self) -> str:
        """Create a session, and return its address; an old one goes if there are too many."""
        idle = (name for name, table in self._tables.items() if not table.is_open)
        if len(self._tables) >= self._most and (oldest := next(idle, None)) is not None:
            del self._tables[oldest]
        name = token_urlsafe(16)
        self._tables[name] = BrowserSession(self._begin())
        return name

    def find(self, name: str) -> BrowserSession | None:
        """Return the session with this name, or None."""
        return self._tables.get(name)
