"""The command palette of Textual, with the commands of the program."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider

from gridgames.languages.messages import as_typed, say
from gridgames.sessions.command_table import Command, Front


class Entry(NamedTuple):
    """A line of the palette; ``typed`` goes into the command line, and is done where ``whole``."""

    typed: str
    about: str
    whole: bool


def entries(command: Command) -> Iterator[Entry]:
    """Yield the lines for a command: one for each word that may follow it."""
    word, about = as_typed(command.word), say(command.about)
    if "|" in command.usage:
        for following in command.usage.split("|"):
            yield Entry(f"{word} {as_typed(following)}", about, whole=True)
        return
    is_whole = not command.usage or command.usage.startswith("[")
    yield Entry(word, about, is_whole)


class CommandsOfTable(Provider):
    """Finds the commands of the one table for the palette."""

    @property
    def _entries(self) -> Iterator[Entry]:
        app: Any = self.app
        for command in app.desk.COMMANDS:
            if Front.SCREEN in command.front:
                yield from entries(command)

    def _chosen(self, entry: Entry) -> Any:
        app: Any = self.app
        return partial(app.take_command, entry.typed, whole=entry.whole)

    async def discover(self) -> Hits:
        for entry in self._entries:
            yield DiscoveryHit(entry.typed, self._chosen(entry), help=entry.about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        found = False
        for entry in self._entries:
            score = max(matcher.match(entry.typed), 0.9 * matcher.match(entry.about))
            if score > 0:
                found = True
                shown = matcher.highlight(entry.typed)
                yield Hit(score, shown, self._chosen(entry), help=entry.about)
        if not found:
            yield Hit(0.1, say("No such command"), lambda: None)
