"""Screens over the game: lists to choose from, texts to read, questions to answer."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from gridgames.games.menus import Choice, Menu
from gridgames.games.table import DIM, HEAD
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, say
from gridgames.screen.widgets.panels import MOST_TYPED, Panel
from gridgames.screen.widgets.themes import styled
from gridgames.sessions.command_table import Command
from gridgames.terminal.output import Clickable, Line

if TYPE_CHECKING:
    from gridcommon.ledger import Rule

T = TypeVar("T")


class TypeThroughDialog(ModalScreen[T]):
    """A dialog without a line: what is typed closes it, and goes into that of the game.

    So do ``THROUGH``, keys of the game that dialogs tell of.
    """

    THROUGH: ClassVar[frozenset[str]] = frozenset({"f10", "ctrl+z"})

    def begins_line(self, key: Key) -> bool:
        """Return whether a key is the first of something typed, or one that is for the game."""
        return (key.is_printable and key.key != "space") or key.key in self.THROUGH


class TextDialog(TypeThroughDialog[None]):
    """Something to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,f1,f2,f3,f4,f5,ctrl+l", "dismiss", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("home", "edge(-1)", show=False),
        Binding("end", "edge(1)", show=False),
    ]

    def __init__(self, title: str, lines: Iterable[Line], *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._lines = list(lines)
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Make a box with a title, the text and how to close it."""
        with Vertical(classes="box"):
            yield Panel([[(self._title, HEAD)]])
            with VerticalScroll(can_focus=False):
                yield Panel(self._lines)
            yield Panel([[(Clickable(say("Esc closes"), key="escape"), DIM)]])

    def on_mount(self) -> None:
        """Show the end of a chronological text."""
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by so many pages."""
        pane = self.query_one(VerticalScroll)
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)

    def action_edge(self, side: int) -> None:
        """Scroll to the beginning or the end."""
        pane = self.query_one(VerticalScroll)
        pane.scroll_to(y=0 if side < 0 else pane.max_scroll_y, animate=False)


class Choices(OptionList):
    """A list in which the first click on a line marks it, and the second takes it."""

    clicked: int | None = None  # the line that was clicked last

    def on_click(self, event: Click) -> None:
        """Mark a line at the first click on it."""
        line = event.style.meta.get("option")
        if line is not None and line != self.clicked:
            self.clicked = self.highlighted = line
            event.prevent_default()


class MenuDialog(TypeThroughDialog[Any]):
    """A list of choices, each an action or a further list; answers with the action or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *(Binding(str(number), f"take({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, menu: Menu, written: Any) -> None:
        super().__init__()
        self._menus = [menu]
        self._written = written  # an action as text

    def begins_line(self, key: Key) -> bool:
        """Leave digits to the list."""
        return super().begins_line(key) and not key.key.isdigit()

    def compose(self) -> ComposeResult:
        """Make a box with a list."""
        with Vertical(classes="box"):
            yield Panel(id="menu-title")
            yield Choices()
            told = say("Enter or 1-9 chooses, Esc goes back")
            yield Panel([[(Clickable(told, key="escape"), DIM)]])

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()

    def _fill(self) -> None:
        menu = self._menus[-1]
        self.query_one("#menu-title", Panel).show([[(menu.title, HEAD)]])
        options = self.query_one(Choices)
        options.clicked = None
        options.clear_options()
        for number, choice in enumerate(menu.choices, start=1):
            text = Text.assemble((f"{number:>2} ", styled(DIM, self.app.theme)), self._text(choice))
            options.add_option(Option(text))
        options.highlighted = 0
        options.focus()

    def _text(self, choice: Choice) -> Text:
        if choice.action is None:
            return Text(choice.text + " …")
        words = self._written(choice.action)
        return Text(words, "bold") + Text(f"  {choice.text}" if choice.text else "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen."""
        self._take(event.option_index)

    def action_take(self, number: int) -> None:
        """Take a choice by its number."""
        self._take(number - 1)

    def _take(self, place: int) -> None:
        choices = self._menus[-1].choices
        if not 0 <= place < len(choices):
            return
        choice = choices[place]
        if choice.menu is not None:
            self._menus.append(choice.menu())
            self._fill()
        else:
            self.dismiss(choice.action)

    def action_back(self) -> None:
        """Go back to the list before, or leave."""
        self._menus.pop()
        if self._menus:
            self._fill()
        else:
            self.dismiss(None)


class EndDialog(TypeThroughDialog[Command | None]):
    """The result of the game, and commands to choose from."""

    THROUGH = TypeThroughDialog.THROUGH | {"backspace", "left"}  # a move back, in a replay
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False),
        Binding("pagedown", "scroll(1)", show=False),
        Binding("pageup", "scroll(-1)", show=False),
    ]

    def __init__(self, lines: Sequence[Line], choices: Sequence[Command]) -> None:
        super().__init__()
        self._lines = lines
        self._choices = choices

    def compose(self) -> ComposeResult:
        """Make a box with the result, and a list of what can be done."""
        with Vertical(classes="box"):
            yield Panel([[(say("The game is over"), HEAD)]])
            with VerticalScroll(can_focus=False):
                yield Panel(self._lines)
            yield OptionList(
                Option(Text(say("Close: look at the board"))),
                *(
                    Option(Text(f"{as_typed(one.word)}: ", "bold") + Text(say(one.about)))
                    for one in self._choices
                ),
            )

    def on_mount(self) -> None:
        """Let the choices be taken by the keyboard too."""
        self.query_one(OptionList).focus()

    def action_scroll(self, step: int) -> None:
        """Scroll the result."""
        pane = self.query_one(VerticalScroll)
        pane.scroll_relative(y=step * max(pane.size.height // 2, 1), animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        self.dismiss(self._choices[event.option_index - 1] if event.option_index else None)


def _keys(answer: str) -> str:
    """Return the keys that give an answer, in any language and in either case."""
    keys = [key for key, meant in input_words("answers").items() if meant == answer]
    return ",".join(f"{key},{key.upper()}" for key in dict.fromkeys((answer[0], *keys)))


class Question(ModalScreen[bool]):
    """A question to be answered with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"{_keys('yes')},enter", "answer(True)", show=False, priority=True),
        Binding(f"{_keys('no')},escape,q", "answer(False)", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[Line]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Make a small box."""
        with Vertical(classes="box small"):
            yield Panel([[(self._title, HEAD)]])
            yield Panel(self._lines)
            yes, no = say("y or Enter: yes"), say("n or Esc: no")
            yield Panel(
                [
                    [
                        (Clickable(yes, key="enter"), "bold"),
                        ("    ", ""),
                        (Clickable(no, key="escape"), "bold"),
                    ]
                ]
            )

    def action_answer(self, answer: bool) -> None:
        """Answer and close."""
        self.dismiss(answer)


class HandOver(ModalScreen[None]):
    """Covers everything until the right person sits at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, name: str) -> None:
        super().__init__(classes="cover")
        self._name = name

    def compose(self) -> ComposeResult:
        """Show whose turn it is, and nothing else."""
        with Vertical(classes="box small"):
            told = say("It is {name}'s turn. Everybody else, please look away.", name=self._name)
            yield Panel([[(told, HEAD)]])
            told = say("{name}, press Enter.", name=self._name)
            yield Panel([[(Clickable(told, key="enter"), "")]])


class RulesDialog(ModalScreen[None]):
    """The ledger of the game, searchable by id or word."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,f5", "dismiss", show=False),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
    ]

    def __init__(self, ledger: "dict[str, Rule]", wanted: str = "") -> None:
        super().__init__()
        self._ledger = ledger
        self._wanted = wanted
        self._found: list[Rule] = []

    def compose(self) -> ComposeResult:
        """Make a line to type in, the rules found, and the text of one."""
        with Vertical(classes="box large"):
            told = say("Rules: type an id or a word; ↑↓ choose, Esc closes")
            yield Panel([[(Clickable(told, key="escape"), HEAD)]])
            yield Input(
                self._wanted,
                placeholder=say("auction, PG-END, tie ..."),
                max_length=MOST_TYPED,
                compact=True,
            )
            yield OptionList()
            with VerticalScroll(id="rule", can_focus=False):
                yield Panel(id="rule-text")

    def on_mount(self) -> None:
        """Show all rules, or those that were asked for."""
        self.query_one(OptionList).can_focus = False
        self._search(self._wanted)
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search as it is typed."""
        self._search(event.value)

    def _search(self, wanted: str) -> None:
        words = wanted.lower().split()

        def matches(rule: "Rule") -> bool:
            text = f"{rule.id} {rule.title} {rule.section} {rule.text}".lower()
            return all(word in text for word in words)

        self._found = [rule for rule in self._ledger.values() if matches(rule)]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [Text(f"{rule.id}  ", "bold") + Text(rule.title) for rule in self._found]
        )
        if self._found:
            options.highlighted = 0
        self._show(0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the rule that was clicked."""
        self._show(event.option_index)

    def action_step(self, step: int) -> None:
        """Go to the next rule, or the one before."""
        options = self.query_one(OptionList)
        if self._found:
            place = ((options.highlighted or 0) + step) % len(self._found)
            options.highlighted = place
            self._show(place)

    def _show(self, place: int) -> None:
        nothing: list[Line] = [[(say("No rule contains this."), DIM)]]
        lines = rule_lines(self._found[place]) if self._found else nothing
        self.query_one("#rule-text", Panel).show(lines)
        self.query_one("#rule", VerticalScroll).scroll_home(animate=False)


def rule_lines(rule: "Rule") -> Iterable[Line]:
    """Yield a rule with its title, its text and where it comes from."""
    yield [(rule.id, HEAD), (f"  {rule.title}", "bold")]
    for paragraph in rule.text.split("\n\n"):
        yield [(" ".join(paragraph.replace("**", "").split()), "")]
    yield [(f"{rule.section}; {rule.source}" if rule.source else rule.section, DIM)]
