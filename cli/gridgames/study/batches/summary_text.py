"""The summary of a batch as lines of text."""

from collections.abc import Iterator, Mapping
from typing import Any

from gridcommon.errors import Word
from gridgames.languages.caveats import notes
from gridgames.languages.messages import render_value, say
from gridgames.show.registry import wing_of
from gridgames.show.statistics import SEAT
from gridgames.study.batches.tally import Tally
from gridgames.table.bots.custom_bots import FAILURES
from gridgames.table.statistics_text import by_round, fit_rows
from gridgames.terminal import output
from gridgames.terminal.output import Line


def describe_summary(summary: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the wins and points of each side, and the length of the games."""
    games = summary["games"]
    if "asked" in summary:
        template = "Stopped early: {games} of {asked} games are finished."
        if summary["asked"] is None:
            template = "Stopped early: {games:game is|games are} finished."
        yield [(say(template, games=games, asked=summary["asked"]), "bold")]
    if not games:
        return
    yield from output.wrapped(_head(summary), "  ", "bold", first="")
    points = Word(wing_of(summary["game"]).unit)
    title = say("{points} (mean, least, most)", points=points)
    heads = [say("wins"), say("share"), say("95%"), title]
    seats = [[str(row["seat"]), *_wins(row)] for row in summary["seats"]]
    if summary["sides"] == "seats":
        for row, cells in zip(summary["seats"], seats, strict=True):
            cells.insert(1, row["bot"])
        yield from _indented([[say("seat"), say("bot"), *heads], *seats])
    else:
        yield from _indented(_bots(summary, heads))
        yield from _indented([[say("seat"), *heads], *seats])
    for key in ("actions", "rounds"):
        spread = summary[key]
        text = say(
            "{what}: {mean} on average, {least} to {most}",
            what=Word(key),
            mean=f"{spread['mean']:.1f}",
            least=spread["min"],
            most=spread["max"],
        )
        yield from _item(text)
    rules = (f"{rule} {count}" for rule, count in summary["decided_by"].items())
    decided = ", ".join(rules) or "-"
    text = say("decided by: {rules}; shared wins: {count}", rules=decided, count=summary["shared"])
    yield from _item(text)
    if count := summary["broken_off"]:
        text = say("broken off without a winner (see --rounds): {count:game|games}", count=count)
        yield from _item(text)
    for row in summary["bots"]:
        if failures := row.get("failures"):
            kinds = (f"{render_value(FAILURES[kind])} {failures[kind]}" for kind in failures)
            text = say(
                "{count:move|moves} made for {bot}: {kinds}",
                bot=row["bot"],
                count=sum(failures.values()),
                kinds=", ".join(kinds),
            )
            yield from _item(text)
    for named, collected in summary.get("collected", {}).items():
        yield from _item(f"{named}: {collected}")


def _item(text: str) -> Iterator[Line]:
    yield from output.wrapped(text, "    ", first="  ")


def _bots(summary: Mapping[str, Any], heads: list[str]) -> list[list[str]]:
    """Return a row for each bot, strongest first, with its rating if there are several bots."""
    bots = sorted(summary["bots"], key=lambda row: -row["share"])
    rows = [
        [say("bot"), say("games"), *heads],
        *([row["bot"], str(row["games"]), *_wins(row)] for row in bots),
    ]
    if "rating" in bots[0]:
        ratings = (f"{row['rating']['strength']} ± {row['rating']['reach']}" for row in bots)
        for row, rating in zip(rows, [say("rating"), *ratings], strict=True):
            row.insert(-1, rating)
    return rows


def _head(summary: Mapping[str, Any]) -> str:
    values = {key: summary[key] for key in ("game", "games", "seed", "deals")}
    if summary["sides"] == "seats":
        return say("{game}: {games:game|games}, starting at seed {seed}", **values)
    return say(
        "{game}: {games:game|games}, {deals:deal|deals} starting at seed {seed}, each "
        "played by every choice of bots in every seating order",
        **values,
    )


def _wins(row: Mapping[str, Any]) -> list[str]:
    spread = row["points"]
    points = "-"  # if no game ended
    if spread["mean"] is not None:
        points = f"{spread['mean']:.1f}, {spread['min']}, {spread['max']}"
    return [f"{row['wins']:.1f}", f"{row['share']:.1%}", _percents(row, 1), points]


def describe_details(tally: Tally) -> Iterator[Line]:
    """Yield the average of each measure by round and side, and the game's tables."""
    summary = tally.summary()
    sides = side_names(summary)
    found = summary["by_round"]
    counts = [list(map(str, row)) for row in found["games"]]
    tables = [(say("games that reached each round"), counts)]
    for measure, one in zip(tally.shape.MEASURES, found["measures"], strict=True):
        means = [list(map(_number, values)) for values in one["means"]]
        tables.append((say("{what} by round, on average", what=measure.title), means))
    for title, values in tables if found["rounds"] else ():
        yield []
        yield [(title, "bold")]
        yield from by_round(found["rounds"], values, sides)
    for sheet, table in zip(tally.shape.sheets(), summary["tables"], strict=True):
        yield []
        yield [(render_value(sheet.title), "bold")]
        keys = [key for key in sheet.columns if key not in (SEAT, sheet.by)]
        heads = [render_value(sheet.columns[sheet.by]), say("games"), say("share"), say("95%")]
        lines = [[*heads, *(render_value(sheet.columns[key]) for key in keys)]]
        for row in table["rows"]:
            first = sides[row[SEAT]] if sheet.by == SEAT else str(row[sheet.by])
            cells = [first, str(row["games"]), f"{row['share']:.0%}", _percents(row, 0)]
            lines.append([*cells, *(_number(row[key]["mean"]) for key in keys)])
        yield from fit_rows(lines)
    for note in notes(tally.caveats):
        yield from output.wrapped(say("Not certain: {note}", note=note), "  ", "dim", first="")


def side_names(summary: Mapping[str, Any]) -> list[str]:
    """Return the names of the sides of a summary: seats with their bots, or bots."""
    if summary["sides"] == "seats":
        return [f"{row['seat']} {row['bot']}" for row in summary["seats"]]
    return [row["bot"] for row in summary["bots"]]


def _percents(row: Mapping[str, Any], digits: int) -> str:
    low, high = row["interval"]
    return f"{low:.{digits}%}-{high:.{digits}%}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def _indented(rows: list[list[str]]) -> Iterator[Line]:
    with output.within(output.width() - 2, on_screen=False):
        lines = list(fit_rows(rows))
    for line in lines:
        yield [("  ", ""), *line]
