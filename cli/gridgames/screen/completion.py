"""What the command line suggests."""

from collections.abc import Callable, Iterable, Iterator

from textual.suggester import Suggester

from gridgames.command_words import english_command
from gridgames.messages import as_typed
from gridgames.screen.table import Table


class Completion(Suggester):
    """Completes commands: from the legal actions, then from beginnings that make sense.

    After ``why`` it completes actions too, after ``rules`` their ids.
    """

    def __init__(self, table: Table, ledger: Callable[[], Iterable[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._table = table
        self._ledger = ledger

    async def get_suggestion(self, value: str) -> str | None:
        """Return the first command that begins with ``value``, None where there is none."""
        typed = value.lower()
        word, space, rest = typed.partition(" ")
        if not typed:
            return None
        known: Iterable[str] = self._known()
        if english_command(word) == "rules" and space:
            known, typed = self._ledger(), rest
        elif english_command(word) == "why" and space:
            typed = rest
        for command in known:
            if command.lower().startswith(typed) and len(command) > len(typed):
                return value + command[len(typed) :]
        return None

    def _known(self) -> Iterator[str]:
        """Yield what can be typed, what is allowed now first."""
        yield from self._table.narrowest()
        yield from map(as_typed, self._table.words())
        yield from map(as_typed, _COMMANDS)


_COMMANDS = ("why ", "hint", "undo", "redo", "rules ", "help", "log", "secrets", "zoom", "quit")
