"""The command line of the full screen: every letter that is typed goes into it."""

from textual.events import Key
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from gridgames.screen.widgets.panels import MOST_TYPED

# What edits a text; on an empty line the same keys belong to the game.
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
    """A line that always has the keys. Empty, it leaves arrows, Home, End and space to the game."""

    class Space(Message):
        """Space was pressed where nothing is typed."""

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
        """Leave keys to the game while nothing is typed."""
        if not self.value and action in _EDITING:
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Keep a space from beginning a line."""
        if event.key == "space" and not self.value:
            event.prevent_default()
            event.stop()
            self.post_message(self.Space())

    def refused(self, text: str) -> None:
        """Keep a text to be corrected; what is typed next replaces it."""
        self.value = text
        self.select_all()

    def keep(self, text: str) -> None:
        """Keep a text that was refused later, unless another one is being typed."""
        if not self.value:
            self.refused(text)
