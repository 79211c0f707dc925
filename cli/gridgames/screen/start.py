"""The front page in full screen: what to do next, and the form of the next game."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gridgames.languages.language import Language, current_language, use_language
from gridgames.languages.messages import say
from gridgames.screen.application import Application, run_screen_app
from gridgames.screen.pictures.pane import DrawnBoard
from gridgames.screen.widgets.panels import Board, Panel
from gridgames.screen.widgets.themes import SCREEN_CSS, register_themes, styled
from gridgames.show.table import BAD, DIM, HEAD
from gridgames.table.saves.front_page import ALL_SAVES, LANGUAGE, FrontEntry, FrontPage
from gridgames.table.saves.start_menu import MenuLine, StartMenu
from gridgames.terminal.output import Line
from gridgames.terminal.shell import as_command

_LABEL, _OPTION = 11, 42  # columns of a label, and of that of an option
_LONGEST_NAME, _LONGEST_QUESTION = 30, 200  # characters
_WIDE = 112  # columns of a screen with a board beside the list

_CSS = (
    SCREEN_CSS
    + """
#keys { height: 1; background: $panel; padding: 0 1; }
#head { height: 1; background: $panel; padding: 0 1; }
#list { width: 44; height: 1fr; border: none; background: $background; padding: 1 1;
        scrollbar-size: 1 1; text-wrap: nowrap; text-overflow: ellipsis; }
.narrow #list { width: 50%; }
#right { width: 1fr; padding: 1 1 0 1; }
#board { height: 1fr; }
#about { height: 9; padding: 1 0 0 0; }
.narrow #board { display: none; }
.narrow #about { height: 1fr; }
#menu { height: 1fr; border: round $frame; border-title-color: $foreground;
        border-title-style: bold; background: $background; padding: 0 1; scrollbar-size: 1 1; }
#about-pane { height: auto; max-height: 45%; border: round $rule; padding: 0 1;
              border-title-color: $foreground; border-title-style: bold; scrollbar-size: 1 1; }
#help { height: auto; min-height: 2; }
#words { height: auto; min-height: 1; max-height: 3; padding: 0 1; background: $strip; }
"""
)


class StartApp(Application[None]):
    """The front page; ``answer`` is the chosen entry's command line, without ``gridgames``."""

    CSS = _CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c,f10,escape", "leave", show=False, priority=True),
        Binding("left", "change(-1)", show=False, priority=True),
        Binding("right", "change(1)", show=False, priority=True),
        Binding("backspace", "shorten", show=False),
    ]

    def __init__(self, menu: StartMenu, at: str = "") -> None:
        super().__init__()
        register_themes(self, menu.settings.theme)
        self.menu = menu
        self.page = FrontPage(menu)
        self.at = at or self.page.first  # the key of the highlighted entry
        self.answer: list[str] | None = None
        self.is_text = False  # the command of the answer only prints
        self._entries: list[FrontEntry] = []
        self._typed = ""
        self.language = ExitStack()  # restores the language that was in use before

    def compose(self) -> ComposeResult:
        yield Panel(id="head")
        with Horizontal():
            yield OptionList(id="list")
            with Vertical(id="right"):
                yield DrawnBoard(self.way)
                yield Panel(id="about")
        yield Panel(id="words")
        yield Panel(id="keys")

    def on_mount(self) -> None:
        self.show_entries()

    def on_resize(self, event: Resize) -> None:
        self.screen_stack[0].set_class(event.size.width < _WIDE, "narrow")

    def show_entries(self) -> None:
        """Write the list again, with the same entry highlighted."""
        self._entries = list(self.page.entries())
        listed = self.screen_stack[0].query_one("#list", OptionList)
        listed.clear_options()
        for number, entry in enumerate(self._entries):
            if entry.group:
                space = "\n" if number else ""
                heading = Text(f"{space}{entry.group}", styled(HEAD, self.theme))
                listed.add_option(Option(heading, disabled=True))
            listed.add_option(Option(_row(entry), id=entry.key))
        known = [entry.key for entry in self._entries]
        listed.highlighted = listed.get_option_index(self.at if self.at in known else known[0])
        self.show_entry()

    @property
    def entry(self) -> FrontEntry:
        """The highlighted entry."""
        return next((one for one in self._entries if one.key == self.at), self._entries[0])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        key = event.option.id
        if event.option_list.id == "list" and key and key != self.at:
            self.at, self._typed = key, ""
            if self.entry.key.startswith("play "):
                self.menu.game = self.entry.game
            self.show_entry()

    def show_entry(self, problem: str = "") -> None:
        """Show what the highlighted entry is about, and its board."""
        entry = self.entry
        self._panel("#head").show([[("gridgames", HEAD)]])
        self._panel("#about").show(self._about(entry, problem))
        words = self.page.words(entry, self._typed)
        self._panel("#words").show([[(as_command(["gridgames", *words]), DIM)]] if words else [])
        self._panel("#keys").show([[(self._keys(entry), DIM)]])
        self.call_after_refresh(self.draw_board)

    def _panel(self, name: str) -> Panel:
        return self.screen_stack[0].query_one(name, Panel)

    def _about(self, entry: FrontEntry, problem: str) -> Iterator[Line]:
        title = " ".join([entry.label, entry.value]) if entry.session else entry.label
        yield [(title, HEAD)]
        if problem:
            yield [(problem, BAD)]
        for sentence in entry.about:
            yield [(sentence, "")]
        if entry.key.startswith("play "):
            yield []
            yield _fact(say("Length"), say(self.menu.wing.length))
            yield _fact(say("Players"), self.menu.players(), say("← → number, B bots"))
            yield _fact(say("Rules"), self.menu.kind() or say("as usual"), say("O change"))
            yield []
        if entry.asks:
            yield [(f"{entry.asks}: ", DIM), (f"{self._typed}▏", "bold")]

    def _keys(self, entry: FrontEntry) -> str:
        if entry.asks:
            return say("↑↓ choose   type, then Enter   Esc leave")
        if entry.key == LANGUAGE:
            return say("↑↓ choose   ←→ change   Esc leave")
        if entry.key.startswith("play "):
            return say("↑↓ choose   Enter play now   L learn it first   O all options   Esc leave")
        return say("↑↓ choose   Enter begin   Esc leave")

    def draw_board(self) -> None:
        """Draw the board of the highlighted entry, if there is room for one."""
        board = self.screen_stack[0].query_one(DrawnBoard)
        if all(board.size):
            board.show_table(self.page.table(self.entry))

    def on_board_resized(self, _: Board.Resized) -> None:
        self.draw_board()

    def action_change(self, step: int) -> None:
        if isinstance(self.screen, FormScreen):
            self.screen.change(step)
        elif self.at == LANGUAGE:
            self.change("language", step)
        elif self.at.startswith("play "):
            self.change("players", step)

    def change(self, key: str, step: int) -> None:
        """Change a setting of the next game, or the language."""
        before = self.menu.settings.language
        self.menu.change(key, step)
        if self.menu.settings.language != before:
            self.speak(self.menu.settings.language)
        self.show_entries()

    def speak(self, language: str) -> None:
        """Use a language until the page is left."""
        self.language.close()
        self.language.enter_context(use_language(Language(language)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "list":
            self.begin(self.entry)

    def begin(self, entry: FrontEntry) -> None:
        """Leave with the command line of an entry, or show what is missing."""
        if entry.key == LANGUAGE:
            self.change("language", 1)
            return
        if entry.key == ALL_SAVES:
            self.page.shows_all = not self.page.shows_all
            self.show_entries()
            return
        problem = self.menu.form().problem() if entry.key.startswith("play ") else ""
        words = self.page.words(entry, self._typed)
        if problem or not words:
            self.show_entry(problem or say("{asked} is missing.", asked=entry.asks))
            return
        self.menu.name = self.menu.name.strip()
        self.answer = ["--lang", current_language(), *words]
        self.is_text = entry.is_text
        self.menu.keep()
        self.exit()

    def on_key(self, event: Key) -> None:
        if isinstance(self.screen, FormScreen):
            return
        if self.entry.asks:
            if event.character and event.is_printable and len(self._typed) < _LONGEST_QUESTION:
                self._typed += event.character
                self.show_entry()
            return
        match event.key.lower():
            case "o":
                self.push_screen(FormScreen(self.menu), lambda _: self.show_entries())
            case "b" if self.at.startswith("play "):
                self.change("bots", 1)
            case "l" if self.at.startswith("play "):
                lesson = f"learn {self.entry.game}"
                self.begin(next(one for one in self._entries if one.key == lesson))

    def action_shorten(self) -> None:
        if isinstance(self.screen, FormScreen):
            self.screen.shorten()
        elif self.entry.asks:
            self._typed = self._typed[:-1]
            self.show_entry()

    def action_leave(self) -> None:
        if isinstance(self.screen, FormScreen):
            self.screen.dismiss(None)
            return
        self.menu.keep()
        self.exit()


def _fact(label: str, value: str, keys: str = "") -> Line:
    return [(f"{label:<9} ", DIM), (value, ""), (f"   {keys}", DIM)]


def _row(entry: FrontEntry) -> Text:
    text = Text(f"  {entry.label}", "bold", no_wrap=True, overflow="ellipsis")
    if entry.value:
        text.append(f"  {entry.value}", "dim")
    return text


class FormScreen(Screen[None]):
    """The form of the next game: players, edition, map, and the options of the rules."""

    def __init__(self, menu: StartMenu) -> None:
        super().__init__()
        self.menu = menu
        self._rows: list[MenuLine] = []

    @property
    def _start(self) -> StartApp:
        app = self.app
        assert isinstance(app, StartApp)
        return app

    def compose(self) -> ComposeResult:
        yield OptionList(id="menu")
        with VerticalScroll(id="about-pane", can_focus=False):
            yield Panel(id="help")
        yield Panel(id="words")
        yield Panel(id="keys")

    def on_mount(self) -> None:
        self._show("game")

    def _show(self, key: str) -> None:
        """Write all rows again, and highlight the one with ``key``."""
        self._rows = list(self.menu.rows())
        options = self.query_one(OptionList)
        options.border_title = say("The next game")
        options.clear_options()
        for row in self._rows:
            options.add_option(Option(self._text(row), id=row.key, disabled=row.is_heading))
        places = [number for number, row in enumerate(self._rows) if row.key == key]
        options.highlighted = places[0] if places else 0
        options.call_after_refresh(options.scroll_to_highlight)
        keys = say("↑↓ line   ←→ value   Esc back")
        self._panel("keys").show([[(keys, DIM)]])
        self._show_about()

    def _text(self, row: MenuLine) -> Text:
        theme = self.app.theme
        if row.is_heading:
            return Text(f"  {row.label}", styled("bold #ffd75f", theme))
        wide, label = _LABEL, row.label
        if row.key.startswith("option "):
            wide, label = _OPTION, f"    {row.label}"
        text = Text(f"{label:<{wide}} ", no_wrap=True, overflow="ellipsis")
        look = styled("bold #ffb347", theme) if row.is_changed else "bold"
        return text.append(f"{'*' if row.is_changed else ''}{row.value}", look)

    def _panel(self, name: str) -> Panel:
        return self.query_one(f"#{name}", Panel)

    @property
    def row(self) -> MenuLine:
        """The highlighted row."""
        return self._rows[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._show_about()

    def _show_about(self) -> None:
        row = self.row
        self._panel("help").show([[(row.about, "")]])
        pane = self.query_one("#about-pane", VerticalScroll)
        pane.border_title = row.label
        pane.scroll_home(animate=False)
        self._panel("words").show([[(as_command(["gridgames", *self.menu.words()]), DIM)]])

    def change(self, step: int) -> None:
        """Select another value of the highlighted row."""
        key = self.row.key
        self._start.change(key, step)
        self._show(key)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.change(1)

    def on_key(self, event: Key) -> None:
        if self.row.key == "name" and event.character and event.is_printable:
            if event.character not in ",=" and len(self.menu.name) < _LONGEST_NAME:
                self.menu.name += event.character
                self._show("name")
            event.stop()

    def shorten(self) -> None:
        """Take the last character of the name away."""
        if self.row.key == "name":
            self.menu.name = self.menu.name[:-1]
            self._show("name")


def run_start(menu: StartMenu, language: Language, at: str = "") -> StartApp:
    """Show the front page in a language, with an entry highlighted; return it when it was left."""
    app = StartApp(menu, at)
    with app.language:
        app.speak(language)
        run_screen_app(app)
    return app
