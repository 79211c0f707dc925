"""The start menu in full screen: the game, players and rules, or a saved game to resume."""

from contextlib import ExitStack
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gridgames.languages.language import Language, current_language, use_language
from gridgames.languages.messages import say
from gridgames.screen.application import Application, run_screen_app
from gridgames.screen.widgets.panels import Panel
from gridgames.screen.widgets.themes import SCREEN_CSS, register_themes, styled
from gridgames.show.table import BAD, DIM
from gridgames.table.saves.start_menu import MenuLine, StartMenu
from gridgames.terminal.shell import as_command

_LABEL, _OPTION = 11, 42  # columns of a label, and of that of an option
_LONGEST_NAME = 30  # characters

_CSS = (
    SCREEN_CSS
    + """
#keys { height: 1; background: $panel; padding: 0 1; }
#menu { height: 1fr; border: round $frame; border-title-color: $foreground;
        border-title-style: bold; background: $background; padding: 0 1; scrollbar-size: 1 1; }
#about-pane { height: auto; max-height: 45%; border: round $rule; padding: 0 1;
              border-title-color: $foreground; border-title-style: bold; scrollbar-size: 1 1; }
#about { height: auto; min-height: 2; }
#words { height: auto; max-height: 3; padding: 0 2; background: $strip; }
"""
)


class StartApp(Application[None]):
    """The menu; ``answer`` is the chosen command line, without ``gridgames``."""

    CSS = _CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c,f10,escape", "leave", show=False, priority=True),
        Binding("left", "change(-1)", show=False, priority=True),
        Binding("right", "change(1)", show=False, priority=True),
        Binding("backspace", "shorten", show=False),
    ]

    def __init__(self, menu: StartMenu) -> None:
        super().__init__()
        register_themes(self, menu.settings.theme)
        self.menu = menu
        self.answer: list[str] | None = None
        self._rows: list[MenuLine] = []
        self.language = ExitStack()  # restores the language that was in use before

    def compose(self) -> ComposeResult:
        yield OptionList(id="menu")
        with VerticalScroll(id="about-pane", can_focus=False):
            yield Panel(id="about")
        yield Panel(id="words")
        yield Panel(id="keys")

    def on_mount(self) -> None:
        self._show("play")

    def _show(self, key: str) -> None:
        """Write all rows again, and highlight the one with ``key``."""
        self._rows = list(self.menu.rows())
        options = self.query_one(OptionList)
        options.border_title = say("gridgames: what to play")
        options.clear_options()
        for row in self._rows:
            if row.begins_group:
                options.add_option(None)
            options.add_option(Option(self._text(row), id=row.key, disabled=row.is_heading))
        places = [number for number, row in enumerate(self._rows) if row.key == key]
        options.highlighted = places[0] if places else 0
        options.call_after_refresh(options.scroll_to_highlight)
        keys = say("↑↓ line   ←→ value   Enter begins, or the next value   Esc leaves")
        self._panel("keys").show([[(keys, DIM)]])
        self._show_about()

    def _text(self, row: MenuLine) -> Text:
        if row.is_heading:
            return Text(f"  {row.label}", styled("bold #ffd75f", self.theme))
        style = styled("bold #ffb347" if row.acts else "", self.theme)
        wide, label = _LABEL, row.label
        if row.key.startswith("option "):
            wide, label = _OPTION, f"    {row.label}"
        text = Text(f"{label:<{wide}} ", style, no_wrap=True, overflow="ellipsis")
        look = styled("bold #ffb347", self.theme) if row.is_changed else "bold"
        return text.append(f"{'*' if row.is_changed else ''}{row.value}", look)

    def _panel(self, name: str) -> Panel:
        return self.query_one(f"#{name}", Panel)

    @property
    def row(self) -> MenuLine:
        """The highlighted row."""
        return self._rows[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        self._show_about()

    def _show_about(self, problem: str = "") -> None:
        row = self.row
        text = (problem, BAD) if problem else (row.about, "")
        self._panel("about").show([[text]])
        pane = self.query_one("#about-pane", VerticalScroll)
        pane.border_title = row.label
        pane.scroll_home(animate=False)
        self._panel("words").show([[(as_command(["gridgames", *self._words(row.key)]), DIM)]])

    def _words(self, key: str) -> list[str]:
        """Return the command line of a row, by default the one that plays."""
        rows = {"resume": self.menu.resumed, "learn": self.menu.learned}
        return rows.get(key, self.menu.words)()

    def action_change(self, step: int) -> None:
        key = self.row.key
        before = self.menu.settings.language
        self.menu.change(key, step)
        if self.menu.settings.language != before:
            self.speak(self.menu.settings.language)
        self._show(key)

    def speak(self, language: str) -> None:
        """Use a language until the menu is left."""
        self.language.close()
        self.language.enter_context(use_language(Language(language)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        key = self._rows[event.option_index].key
        if key == "quit":
            self.action_leave()
        elif key not in ("play", "resume", "learn"):
            self.action_change(1)
        elif key == "play" and (problem := self.menu.form().problem()):
            self._show_about(problem)
        else:
            self._leave_with(self._words(key))

    def on_key(self, event: Key) -> None:
        if self.row.key == "name" and event.character and event.is_printable:
            if event.character not in ",=" and len(self.menu.name) < _LONGEST_NAME:
                self.menu.name += event.character
                self._show("name")
            event.stop()

    def action_shorten(self) -> None:
        if self.row.key == "name":
            self.menu.name = self.menu.name[:-1]
            self._show("name")

    def _leave_with(self, words: list[str]) -> None:
        self.menu.name = self.menu.name.strip()
        self.answer = ["--lang", current_language(), *words]
        self.action_leave()

    def action_leave(self) -> None:
        self.menu.keep()
        self.exit()


def run_start(menu: StartMenu, language: Language) -> list[str] | None:
    """Show the menu in a language; return the chosen command line, or None if it was left."""
    app = StartApp(menu)
    with app.language:
        app.speak(language)
        run_screen_app(app)
    return app.answer
