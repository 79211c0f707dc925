"""A dialog with the statistics of a game: a plot for each measure, then the tables."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Tab, Tabs

from gridgames.languages.messages import render_value, say
from gridgames.screen.widgets.dialogs import ScrollingDialog
from gridgames.screen.widgets.panels import Panel
from gridgames.show.statistics import Statistics
from gridgames.show.table import HEAD
from gridgames.table.statistics_text import plot_lines, sheet_lines
from gridgames.terminal import output
from gridgames.terminal.output import Clickable, Line


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
