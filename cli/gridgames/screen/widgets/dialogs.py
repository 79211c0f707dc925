"""Dialogs over the game: lists, texts, questions, rules, and the statistics of a game."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Tab, Tabs
from textual.widgets.option_list import Option

from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import render_value, say
from gridgames.screen.widgets.panels import MOST_TYPED, Panel
from gridgames.screen.widgets.themes import styled
from gridgames.show.menus import Choice, Menu
from gridgames.show.statistics import Statistics
from gridgames.show.table import DIM, HEAD
from gridgames.table.statistics_text import plot_lines, sheet_lines
from gridgames.terminal import output
from gridgames.terminal.output import Clickable, Line

if TYPE_CHECKING:
    from gridcommon.ledger import Rule


T = TypeVar("T")


class TypeThroughDialog(ModalScreen[T]):
    """A dialog without an input: a typed character closes it and goes into the command line.

    So do the keys in ``THROUGH``, which are keys of the game that dialogs mention.
    """

    THROUGH: ClassVar[frozenset[str]] = frozenset({"f10", "ctrl+z"})

    def begins_line(self, key: Key) -> bool:
        """Return whether a key closes the dialog and goes to the game."""
        return (key.is_printable and key.key != "space") or key.key in self.THROUGH


class ScrollingDialog(TypeThroughDialog[T]):
    """A dialog with a text that PgUp and PgDn scroll by a page, less one line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "scroll(1)", show=False, priority=True),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
    ]

    def action_scroll(self, step: int) -> None:
        pane = self.query_one(VerticalScroll)
        pane.scroll_relative(y=step * max(pane.size.height - 1, 1), animate=False)


class TextDialog(ScrollingDialog[None]):
    """A text to read. Any of the usual keys closes it."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,f1,f2,f3,f4,f5,ctrl+l", "dismiss", show=False)
    ]

    def __init__(self, title: str, lines: Iterable[Line], *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._lines = list(lines)
        self._at_end = at_end  # whether the end of a chronological text is shown first

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Panel([[(self._title, HEAD)]])
            with VerticalScroll():
                yield Panel(self._lines)
            yield Panel([[(Clickable(say("Esc closes"), key="escape"), DIM)]])

    def on_mount(self) -> None:
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)


class Choices(OptionList):
    """A list in which the first click on a line marks it, and the second takes it."""

    clicked: int | None = None  # the line that was clicked last

    def on_click(self, event: Click) -> None:
        line = event.style.meta.get("option")
        if line is not None and line != self.clicked:
            self.clicked = self.highlighted = line
            event.prevent_default()


class MenuDialog(TypeThroughDialog[Any]):
    """A list of choices, each an action or another list. The result is the action, or None.

    What is typed for a choice takes it; as long as it may go on, it only marks the choice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, menu: Menu, written: Any) -> None:
        super().__init__()
        self._menus = [menu]
        self._written = written  # an action as text
        self._typed = ""  # the beginning of a key

    def begins_line(self, key: Key) -> bool:
        """Return whether a key closes the dialog: numbers and the keys of choices do not."""
        character = key.character or ""
        return super().begins_line(key) and not (character.isdigit() or self._keys(character))

    def on_key(self, event: Key) -> None:
        """Take the choice whose key is typed, or mark it while another one may be meant."""
        character = event.character or ""
        if not event.is_printable or (event.key == "space" and not self._typed):
            return
        if not self._keys(character):
            self._typed = ""
        if found := self._keys(character):
            event.stop()  # another list may be open by the time that the screen would see it
            self._typed += character
        for key in found[:1]:
            self.query_one(Choices).highlighted = place = [*self._menus[-1].keys].index(key)
            if found == [self._typed]:
                self.action_take(place + 1)

    def _keys(self, character: str) -> list[str]:
        typed = self._typed + character.lower()
        return sorted(key for key in self._menus[-1].keys if key.startswith(typed))

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Panel(id="menu-title")
            yield Choices()
            text = say("Enter or its key chooses, Esc goes back")
            yield Panel([[(Clickable(text, key="escape"), DIM)]])

    def on_mount(self) -> None:
        self._fill()

    def _fill(self) -> None:
        menu, self._typed = self._menus[-1], ""
        self.query_one("#menu-title", Panel).show([[(menu.title, HEAD)]])
        options = self.query_one(Choices)
        options.clicked = None
        options.clear_options()
        for key, choice in menu.keys.items():
            text = Text.assemble((f"{key:>2} ", styled(DIM, self.app.theme)), self._text(choice))
            options.add_option(Option(text))
        options.highlighted = 0
        options.focus()

    def _text(self, choice: Choice) -> Text:
        if choice.action is None:
            return Text(choice.text + " …")
        words = self._written(choice.action)
        return Text(words, "bold") + Text(f"  {choice.text}" if choice.text else "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_take(event.option_index + 1)

    def action_take(self, number: int) -> None:
        """Take a choice by its number, if there is one."""
        for choice in self._menus[-1].choices[number - 1 : number]:
            if choice.menu is None:
                self.dismiss(choice.action)
            else:
                self._menus.append(choice.menu().paged())
                self._fill()

    def action_back(self) -> None:
        """Return to the previous list, or close the dialog."""
        self._menus.pop()
        if self._menus:
            self._fill()
        else:
            self.dismiss(None)


def _keys(answer: str) -> str:
    """Return the keys that give an answer, in any language and in either case."""
    keys = [key for key, meant in input_words("answers").items() if meant == answer]
    return ",".join(f"{key},{key.upper()}" for key in dict.fromkeys((answer[0], *keys)))


class SmallDialog(ModalScreen[T]):
    """A small box with some panels of text."""

    def __init__(self, *panels: Sequence[Line]) -> None:
        super().__init__()
        self._panels = panels

    def compose(self) -> ComposeResult:
        with Vertical(classes="box small"):
            yield from map(Panel, self._panels)


class YesNo(SmallDialog[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"{_keys('yes')},enter", "dismiss(True)", show=False, priority=True),
        Binding(f"{_keys('no')},escape,q", "dismiss(False)", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[Line]) -> None:
        yes = Clickable(say("y or Enter: yes"), key="enter")
        no = Clickable(say("n or Esc: no"), key="escape")
        answers: Line = [(yes, "bold"), ("    ", ""), (no, "bold")]
        super().__init__([[(title, HEAD)]], lines, [answers])


class HandOver(SmallDialog[None]):
    """Covers the game until the next player is at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, name: str) -> None:
        turn = say("It is {name}'s turn. Everybody else, please look away.", name=name)
        enter = Clickable(say("{name}, press Enter.", name=name), key="enter")
        super().__init__([[(turn, HEAD)]], [[(enter, "")]])


class RulesDialog(ModalScreen[None]):
    """The ledger of the game, searchable by id or word."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,f5", "dismiss", show=False),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
    ]

    def __init__(self, ledger: "dict[str, Rule]", wanted: str = "") -> None:
        super().__init__()
        self._ledger = ledger
        self._wanted = wanted

    def compose(self) -> ComposeResult:
        with Vertical(classes="box large"):
            text = say("Rules: type an id or a word; ↑↓ choose, Esc closes")
            yield Panel([[(Clickable(text, key="escape"), HEAD)]])
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
        self.query_one(OptionList).can_focus = False
        self._search(self._wanted)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, wanted: str) -> None:
        words = wanted.lower().split()

        def matches(rule: "Rule") -> bool:
            text = f"{rule.id} {rule.title} {rule.section} {rule.text}".lower()
            return all(word in text for word in words)

        found = list(filter(matches, self._ledger.values()))
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [Option(Text(f"{rule.id}  ", "bold") + Text(rule.title), rule.id) for rule in found]
        )
        options.highlighted = 0 if found else None
        self._show(rule_lines(found[0]) if found else [[(say("No rule contains this."), DIM)]])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._show(rule_lines(self._ledger[event.option.id or ""]))

    def action_step(self, step: int) -> None:
        options = self.query_one(OptionList)
        if step > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def _show(self, lines: Iterable[Line]) -> None:
        self.query_one("#rule-text", Panel).show(lines)
        self.query_one("#rule", VerticalScroll).scroll_home(animate=False)


def rule_lines(rule: "Rule") -> Iterable[Line]:
    """Yield a rule with its title, its text and its source."""
    yield [(rule.id, HEAD), (f"  {rule.title}", "bold")]
    for paragraph in rule.text.split("\n\n"):
        yield [(" ".join(paragraph.replace("**", "").split()), "")]
    yield [(f"{rule.section}; {rule.source}" if rule.source else rule.section, DIM)]


class ChartDialog(ScrollingDialog[None]):
    """Plots and tables, one behind each tab."""

    AUTO_FOCUS = "Tabs"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss", show=False),
        Binding("tab", "focused.next_tab", show=False, priority=True),
        Binding("shift+tab", "focused.previous_tab", show=False, priority=True),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
    ]

    def __init__(self, statistics: Statistics, names: Sequence[str]) -> None:
        super().__init__()
        self._statistics = statistics
        self._names = names
        self._sheets = list(statistics.sheets())

    def compose(self) -> ComposeResult:
        measures = [render_value(measure.title) for measure in self._statistics.MEASURES]
        sheets = [render_value(sheet.label) for sheet in self._sheets]
        with Vertical(classes="box chart"):
            title = say("The game in numbers: ← → or a click, Esc closes")
            yield Panel([[(Clickable(title, key="escape"), HEAD)]], id="chart-title")
            yield Tabs(*(Tab(Text(title)) for title in (*measures, *sheets)))
            with VerticalScroll(can_focus=False):
                yield Panel(id="chart")

    def on_tabs_tab_activated(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        tabs = self.query_one(Tabs)
        pane = self.query_one(VerticalScroll)
        if tabs.active_tab is None or not pane.size.height:
            return
        place = list(tabs.query(Tab)).index(tabs.active_tab)
        columns, lines = pane.size.width - 1, pane.size.height
        texts: list[Line]
        if place < len(self._statistics.MEASURES):
            texts = list(plot_lines(self._statistics, place, self._names, columns, lines - 2))
        else:
            with output.within(columns):
                sheet = self._sheets[place - len(self._statistics.MEASURES)]
                texts = list(sheet_lines(sheet, self._names))
        self.query_one("#chart", Panel).show(texts)
        pane.scroll_home(animate=False)
