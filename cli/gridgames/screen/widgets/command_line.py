"""The command line, which takes every typed letter, its suggestions, and the command palette."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.events import Key
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from gridcommon.spelling import unaccented
from gridgames.languages.messages import as_typed, say
from gridgames.screen.widgets.panels import MOST_TYPED
from gridgames.table.command_table import Front, english_command

# Actions that edit a text. On an empty line their keys belong to the game.
_EDITING = {
    "cursor_left",
    "cursor_right",
    "cursor_left_word",
    "cursor_right_word",
    "home",
    "end",
    "delete_left",
    "delete_right",
}


class CommandLine(Input):
    """A line that always has the focus. An empty line leaves other keys alone."""

    class HelpWanted(Message):
        """A question mark was typed on an empty line."""

    def __init__(self, suggester: Suggester) -> None:
        super().__init__(
            id="command",
            suggester=suggester,
            max_length=MOST_TYPED,
            compact=True,
            select_on_focus=False,
        )
        self.cursor_blink = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave keys to the game while the line is empty."""
        if not self.value and action in _EDITING:
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Leave a space and the keys of a field to the game, and open the help at a question mark.

        They do that on an empty line.
        """
        if self.value:
            return
        app: Any = self.app
        if event.key == "space" or (app.table.field and event.character in ("+", "-", "=")):
            event.prevent_default()
        elif event.character == "?":
            event.prevent_default()
            event.stop()
            self.post_message(self.HelpWanted())

    def refused(self, text: str) -> None:
        """Show a text for correction; the next typed character replaces it."""
        self.value = text
        self.select_all()

    def keep(self, text: str) -> None:
        """Show a text for correction, unless the person is typing another one."""
        if not self.value:
            self.refused(text)


class Completion(Suggester):
    """Completes a command, an action after ``why``, or the id of a rule after ``rules``.

    A text that ``is_whole`` already is none of them.
    """

    def __init__(
        self,
        known: Callable[[], Iterable[str]],
        ledger: Callable[[], Iterable[str]],
        is_whole: Callable[[str], bool],
    ) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._known = known
        self._ledger = ledger
        self._is_whole = is_whole

    async def get_suggestion(self, value: str) -> str | None:
        word, space, rest = value.lower().partition(" ")
        command = english_command(word) if space else ""
        typed = unaccented(rest if command in ("rules", "why") else value)
        known = self._ledger if command == "rules" else self._known
        for text in known() if value and not self._is_whole(value) else ():
            if unaccented(text).startswith(typed) and len(text) > len(typed):
                return value + text[len(typed) :]
        return None


class CommandProvider(Provider):
    """Finds the commands of the command table for the palette."""

    def _entries(self) -> Iterator[tuple[str, Callable[[], None], str]]:
        """Yield the lines of the palette, each with its effect and its meaning.

        A command has a line for each word that may follow it. A command that needs other input
        goes into the command line.
        """
        app: Any = self.app
        for command in app.desk.commands():
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
