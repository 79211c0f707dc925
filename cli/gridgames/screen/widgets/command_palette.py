"""The command palette of Textual, with the commands of the program."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from gridgames.languages.messages import as_typed, say
from gridgames.table.command_table import Front


class CommandProvider(Provider):
    """Finds the commands of the command table for the palette."""

    def _entries(self) -> Iterator[tuple[str, Callable[[], None], str]]:
        """Yield the lines of the palette, each with its effect and its meaning.

        A command has a line for each word that may follow it. A command that needs other input
        goes into the command line.
        """
        app: Any = self.app
        for command in app.session.policy.COMMANDS:
            if Front.SCREEN in command.front:
                options = command.usage.strip("[]").split("|") if "|" in command.usage else [""]
                is_whole = options != [""] or not command.usage or command.usage.startswith("[")
                for option in options:
                    typed = as_typed(f"{command.word} {option}".strip())
                    effect = partial(app.take_command, typed, whole=is_whole)
                    yield typed, effect, say(command.about)

    async def discover(self) -> Hits:
        for typed, effect, about in self._entries():
            yield DiscoveryHit(typed, effect, help=about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        found = False
        for typed, effect, about in self._entries():
            score = max(matcher.match(typed), 0.9 * matcher.match(about))
            if score > 0:
                found = True
                yield Hit(score, matcher.highlight(typed), effect, help=about)
        if not found:
            yield Hit(0.1, say("No such command"), lambda: None)
