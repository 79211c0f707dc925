"""Plots of a batch's summary as files, drawn by matplotlib from the extra ``plots``."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from gridcommon.errors import NotationError
from gridgames.languages.messages import render_value, say
from gridgames.show.statistics import SEAT, Statistics
from gridgames.study.batches.summary_text import side_names
from gridgames.terminal.canvas import hex_code
from gridgames.terminal.seat_styles import COLOURS_BY_THEME

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARKS = "osD^P*Xv"
_FEW = 0.05  # share of the games; means of fewer games are not drawn
_LOOK: dict[Any, Any] = {
    "svg.fonttype": "none",  # keep text as text
    "svg.hashsalt": "gridgames",  # make the files reproducible
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
}


def check_plots() -> None:
    """Raise NotationError if matplotlib is not installed."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it logs building its font cache
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NotationError('plots need the plots extra: pip install "gridgames[plots]"') from None


def plots(
    summary: Mapping[str, Any], shape: Statistics, suffix: str
) -> Iterator[tuple[str, bytes]]:
    """Yield each plot of a summary: its name, and the content of its file."""
    from matplotlib import rc_context

    if not summary["games"]:
        return
    with rc_context(_LOOK):
        for name, figure in _figures(summary, shape):
            data = BytesIO()
            metadata = {"Date": None} if suffix == ".svg" else None
            figure.savefig(data, format=suffix[1:], dpi=144, metadata=metadata)
            yield name, data.getvalue()


def _figures(summary: Mapping[str, Any], shape: Statistics) -> Iterator[tuple[str, "Figure"]]:
    sides = side_names(summary)
    players = len(summary["seats"])
    figure, axes = _figure(say("share of wins, with 95% intervals"), 1 + 0.3 * len(sides))
    _shares(axes, summary[summary["sides"]], sides, 1 / players)
    yield "wins", figure
    by_round = summary["by_round"]
    for measure, found in zip(shape.MEASURES, by_round["measures"], strict=True):
        figure, axes = _figure(say("{what} by round, on average", what=measure.title))
        _lines(axes, by_round, found["means"], sides)
        yield f"rounds-{measure.key}", figure
    for sheet, table in zip(shape.sheets(), summary["tables"], strict=True):
        columns = [key for key in sheet.columns if key not in (SEAT, sheet.by)]
        if sheet.by == SEAT:
            figure, axes = _figure(render_value(sheet.title))
            means = [[row[key]["mean"] for key in columns] for row in table["rows"]]
            names = [sides[row[SEAT]] for row in table["rows"]]
            _bars(axes, means, names, [render_value(sheet.columns[key]) for key in columns])
        else:
            heading = render_value(sheet.columns[sheet.by])
            title = say(
                "share of wins of those who had it, with 95% intervals: {what}", what=heading
            )
            figure, axes = _figure(title, 1 + 0.16 * len(table["rows"]))
            names = [str(row[sheet.by]) for row in table["rows"]]
            _shares(axes, table["rows"], names, 1 / players)
            axes.set_ylabel(heading)
        yield sheet.key, figure


def _figure(title: str, height: float = 3.2) -> tuple["Figure", "Axes"]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, max(height, 1.6)), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left")
    return figure, axes


def _colour(side: int) -> str:
    colours = COLOURS_BY_THEME["light"]
    return hex_code(colours[side % len(colours)])


def _shares(
    axes: "Axes", rows: Sequence[Mapping[str, Any]], names: Sequence[str], even: float
) -> None:
    """Draw each side's share with its interval, and a line at the share of equal strength."""
    from matplotlib.ticker import PercentFormatter

    axes.axvline(even, color="gray", linestyle="--", linewidth=1)
    for place, row in enumerate(rows):
        low, high = row["interval"]
        axes.plot([low, high], [place, place], color=_colour(5), linewidth=2)
        axes.plot(row["share"], place, "o", color=_colour(0), markersize=4)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(PercentFormatter(1))


def _lines(
    axes: "Axes",
    by_round: Mapping[str, Any],
    means: Sequence[Sequence[float | None]],
    names: Sequence[str],
) -> None:
    """Draw a line for each side, up to the last round that enough games reached."""
    from matplotlib.ticker import MaxNLocator

    rounds = by_round["rounds"]
    for side, (name, values) in enumerate(zip(names, means, strict=True)):
        games = by_round["games"][side]
        kept = [
            (number, value)
            for number, value, count in zip(rounds, values, games, strict=True)
            if value is not None and count >= _FEW * games[0]
        ]
        mark = _MARKS[side % len(_MARKS)]
        axes.plot(
            *zip(*kept, strict=True), f"{mark}-", color=_colour(side), label=name, markersize=4
        )
    axes.set_xlabel(say("round"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(frameon=False)


def _bars(
    axes: "Axes",
    means: Sequence[Sequence[float]],
    names: Sequence[str],
    columns: Sequence[str],
) -> None:
    width = 0.8 / len(names)
    for side, (name, values) in enumerate(zip(names, means, strict=True)):
        places = [column + (side - (len(names) - 1) / 2) * width for column in range(len(columns))]
        axes.bar(places, values, width, color=_colour(side), label=name)
    axes.set_xticks(range(len(columns)), ["\n".join(one.split(" ")) for one in columns])
    axes.legend(frameon=False)
