"""What is played at each address: a page that is loaded again goes on with it."""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_urlsafe

from gridgames.serving.messages import ContinueWith, ResumeWith
from gridgames.serving.page import Page

_MOST_KEPT = 4  # games of one table that may go on: the last one, and those before it


class BrowserSession:
    """What one address shows: how it begins, and what goes on with it later."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._kept: list[ResumeWith] = []
        self._page: Page | None = None
        self._free = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """Whether a page shows it, or waits for it."""
        return self._free.locked()

    def words(self) -> Sequence[str]:
        """Return the words that a page runs which is opened now."""
        for kept in reversed(self._kept):
            if kept.file is None or kept.file.exists():
                return kept.words
        return self._words

    def note(self, told: ResumeWith | ContinueWith) -> None:
        """Keep what goes on with the table."""
        if isinstance(told, ContinueWith) or told.file is None:
            self._kept.clear()
        if isinstance(told, ContinueWith):
            self._words = told.words
            return
        others = [kept for kept in self._kept if kept.file != told.file]
        self._kept = [*others, told][-_MOST_KEPT:]

    def turn_to(self, page: Page) -> None:
        """Show the table in this page from now on: the one that has shown it so far ends."""
        if self._page is not None:
            self._page.give_way()
        self._page = page

    async def show(self, page: Page, size: tuple[int, int]) -> None:
        """Show the table in a page until it ends, once the page before has ended.

        So two pages never play on in one save. A page that had to give way meanwhile shows nothing.
        """
        async with self._free:
            if self._page is page:
                await page.run(size)


class BrowserSessions:
    """The tables of a server by their part of the address, which is drawn and told to nobody."""

    def __init__(self, begin: Callable[[], Sequence[str]], most: int) -> None:
        self._begin = begin
        self._most = most
        self._tables: dict[str, BrowserSession] = {}

    def set_up(self) -> str:
        """Return the address of a new table; where there are too many an old one goes."""
        idle = (name for name, table in self._tables.items() if not table.is_open)
        if len(self._tables) >= self._most and (oldest := next(idle, None)) is not None:
            del self._tables[oldest]
        name = token_urlsafe(16)
        self._tables[name] = BrowserSession(self._begin())
        return name

    def find(self, name: str) -> BrowserSession | None:
        """Return the table with this name, None where there is none."""
        return self._tables.get(name)
