"""Suggestions of the command line."""

from collections.abc import Callable, Iterable

from textual.suggester import Suggester

from gridgames.sessions.command_table import english_command


class Completion(Suggester):
    """Completes a command to the first known one with this beginning.

    After ``why`` it completes one too, after ``rules`` the id of a rule.
    """

    def __init__(
        self, known: Callable[[], Iterable[str]], ledger: Callable[[], Iterable[str]]
    ) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._known = known
        self._ledger = ledger

    async def get_suggestion(self, value: str) -> str | None:
        typed = value.lower()
        word, space, rest = typed.partition(" ")
        if not typed:
            return None
        known = self._known
        if english_command(word) == "rules" and space:
            known, typed = self._ledger, rest
        elif english_command(word) == "why" and space:
            typed = rest
        for command in known():
            if command.lower().startswith(typed) and len(command) > len(typed):
                return value + command[len(typed) :]
        return None
