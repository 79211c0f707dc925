"""A draft on the full screen: the board, what is offered at the cursor, and what holds."""

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from gridgames.languages.messages import say
from gridgames.screen.application import run_screen_app
from gridgames.screen.game_screen import GameScreen, bindings
from gridgames.screen.widgets.dialogs import MenuDialog, YesNo
from gridgames.screen.widgets.panels import Board, in_a_row
from gridgames.show.draft import DraftTable, Finding
from gridgames.show.menus import Choice, Menu
from gridgames.show.table import BAD, DIM, Variants
from gridgames.table.answers import Message, Reply
from gridgames.table.command_table import DRAFTING, Front
from gridgames.table.desk import Desk
from gridgames.table.draft import DraftPolicy
from gridgames.table.settings import Settings
from gridgames.terminal.output import Line


class DraftApp(GameScreen):
    """A position that is being entered: keys act at the cursor, and ``:`` opens the line."""

    AUTO_FOCUS = None
    CSS = GameScreen.CSS + "#log-pane { display: none; } #panels { height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DRAFTING),
        Binding("f2", "do('')", show=False),
        Binding("f3", "rule", show=False),
        Binding("f4", "questions", show=False),
        Binding("f8", "zoom", show=False),
        Binding("ctrl+q", "ask_to_leave", show=False, priority=True),
    ]
    table: DraftTable[Any]

    def __init__(self, draft: DraftPolicy, settings: Settings | None = None) -> None:
        self.draft = draft
        super().__init__(Desk(draft.session, Front.SCREEN, table=draft.table), settings)

    def new_table(self) -> DraftTable[Any]:
        return self.draft.table

    def on_mount(self) -> None:
        self.close_line()
        if self.draft.is_restored:
            told = say("Your unsaved position is back. z: without it.")
            self.draft.reply = Finding(told, tone="good")
        self.draw()

    def draw(self) -> None:
        """Draw everything, and the answer to the last command."""
        super().draw()
        told, trouble = self.draft.reply, self.draft.trouble
        if told.text:
            self.message(told.line())
        elif trouble:
            lost = say("The draft cannot be written: {trouble}", trouble=trouble)
            self.message([(lost, BAD)])
        else:
            self.message()

    def title_line(self, room: int) -> Line:
        named = str(self.draft.file) if self.draft.file else say("new position")
        changed = " *" if self.draft.is_changed else ""
        file = Variants[Line]([[(named + changed, DIM)], []], 1)
        return in_a_row([*self.title_parts(), file], room)

    def _warm(self, state: Any, width: int, height: int) -> None:
        """Draw the board as another table of the same draft would."""
        del state
        self.table.board_picture(width, height)

    # Input

    def do(self, command: str) -> None:
        """Do a command at the cursor."""
        word, _, rest = command.partition(" ")
        if word == "type":
            self._type(rest)
        else:
            self.draft.do(command)
            self.draw()

    def take_click(self, typed: str) -> None:
        self.do(typed)

    def on_key(self, event: Key) -> None:
        if len(self.screen_stack) > 1 or self.line.has_focus:
            return
        if event.character in (":", "/"):
            event.prevent_default()
            self._type("")
        elif self.draft.press(event.key.removeprefix("upper_").lower()):
            event.stop()
            self.draw()

    def on_board_picked(self, event: Board.Picked) -> None:
        """Put the cursor on a clicked spot; a second click there is a tap."""
        if event.spot == self.table.cursor:
            self.do("tap")
        elif self.table.is_spot(event.spot):
            self.table.point(event.spot)
            self.draft.reply = Finding("")
            self.draw()

    def action_step(self, dx: int, dy: int) -> None:
        self.draft.reply = Finding("")
        super().action_step(dx, dy)
        self.draw()

    def action_cycle(self, step: int) -> None:
        super().action_cycle(step)
        self.draw()

    def _type(self, text: str) -> None:
        """Open the line."""
        line = self.line
        line.display = True
        line.placeholder = self.table.example
        line.value = text
        line.focus()
        line.action_end()
        self.draw_frame()

    def close_line(self) -> None:
        self.line.clear()
        self.line.display = False
        self.set_focus(None)
        self.draw_frame()

    def show(self, answer: Reply) -> bool:
        if isinstance(answer, Message):
            self.draft.reply = Finding(answer.text, tone="bad" if answer.is_error else "good")
            self.draw()
            return answer.is_done
        self.draft.reply = Finding("")
        self.draw()
        return super().show(answer)

    def action_forget(self) -> None:
        """Close the line, or forget what was typed at the cursor."""
        if self.line.has_focus:
            self.close_line()
        else:
            self.table.point(self.table.cursor)
        self.draft.reply = Finding("")
        self.draw()

    # Dialogs

    def action_command(self, word: str) -> None:
        """Do a command; ask for the name of the file if the position is in none."""
        if word == "write" and self.draft.file is None:
            suffix, _ = next(iter(self.table.forms().values()))
            self._type(f"write {say('position')}{suffix}")
        else:
            super().action_command(word)

    def action_questions(self) -> None:
        """Offer the questions, the games that go on from here, and the forms."""
        known = {one.word: say(one.about) for one in self.desk.commands()}
        words = (*self.table.questions(), "play", "keep")
        choices = [
            *(Choice(known[word], word) for word in words),
            *(Choice(text, f"show {name}") for name, (_, text) in self.table.forms().items()),
        ]
        self.push_screen(
            MenuDialog(Menu(say("With this position"), choices), str),
            lambda word: self.action_do(word) if word else None,
        )

    def action_do(self, line: str) -> None:
        """Do a line that was chosen, or show the answer to the first question."""
        self.do_line(line or next(iter(self.table.questions())))

    def action_rule(self) -> None:
        """Show the rules, beginning with the one at the cursor."""
        self.action_rules(next((fact.rule for fact in self.table.here() if fact.rule), ""))

    def action_ask_to_leave(self) -> None:
        """Leave; ask first if something is not saved."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        elif self.draft.follows or not self.draft.is_changed:
            self.exit()
        else:
            words = say("It is not saved; the next start offers it again.")
            question = YesNo(say("Leave the position?"), [[(words, "")]])
            self.push_screen(question, lambda leaves: self.exit() if leaves else None)

    # Keys

    def keys(self) -> Iterator[tuple[str, str]]:
        yield self.key("help")
        yield from self._asking_keys()
        yield self.key("quit", say("leave"))
        if not self.line.display:
            yield ":", say("type a line")
        yield self.key("undo")
        yield from self.table.useful_keys()

    def _asking_keys(self) -> Iterator[tuple[str, str]]:
        yield "F2", say("check")
        yield "F4", say("ask")
        yield self.key("write", say("save"))

    def help_keys(self) -> Iterator[tuple[str, str]]:
        yield from ((say(shown), say(meaning)) for _, shown, meaning in self.table.KEYS)
        yield ":", say("type a line")
        yield from self._asking_keys()
        yield "F3, F5", say("the rule at the cursor, all rules")


def run_draft(draft: DraftPolicy, settings: Settings) -> None:
    """Run the screen of a draft until it is left."""
    run_screen_app(DraftApp(draft, settings))
