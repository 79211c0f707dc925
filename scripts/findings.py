#!/usr/bin/env python3
"""Analyse games between bots, and write docs/findings.md with its pictures.

    python scripts/findings.py --normal 10000 --strongest 500 --jobs 0

It plays the batches below, with a record of each game in ``--folder``. Recorded games are not
played again, so an interrupted run continues; start with an empty folder when the bots have
changed. The page has the number of games behind it. A hundred games of ``normal`` take a minute, a
hundred games of the strongest bots some hours.
"""

import argparse
import os
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from textwrap import fill
from typing import Any

import powergrid
from gridgames.batches.collectors import read_collector
from gridgames.batches.outcome import WHOLE
from gridgames.batches.results.intervals import interval
from gridgames.batches.results.summary_plots import plots
from gridgames.batches.results.tally import Tally
from gridgames.batches.simulation import Simulation, checked, outcomes, shape
from gridgames.games.registry import Choice, game_of

_ROOT = Path(__file__).parent.parent
_PAGE = _ROOT / "docs" / "findings.md"
_RARE = 0.05  # share of the games; plants bought less often are left out of the tables
_SETS = """[meta]
game = "Eletrika"
version = 1
[set.different]
4 = 8
"""


class FirstPlaces:
    """A collector of wins by place in the first turn order, which is drawn at random."""

    def __init__(self) -> None:
        self.wins: Counter[int] = Counter()
        self._order: Sequence[int] = ()

    def begin(self, state: Any, _bots: Sequence[str]) -> None:
        """Record the turn order of the first round."""
        self._order = tuple(state.turn_order)

    def see(self, state: Any, _events: Sequence[Any]) -> None:
        """Record the winners of a finished game."""
        if powergrid.to_act(state) is None and (result := powergrid.result(state)):
            for seat in result.winners:
                self.wins[self._order.index(seat)] += WHOLE // len(result.winners)

    def merge(self, other: "FirstPlaces") -> None:
        """Add another game."""
        self.wins += other.wins

    def to_json(self) -> Any:
        """Return the shares of wins by place."""
        return {str(place): parts for place, parts in self.wins.items()}


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch of games with the same settings."""

    key: str
    title: str
    game: str
    players: int = 4
    bot: str = "normal"
    options: tuple[str, ...] = ()
    edition: str | None = None
    sets: bool = False  # with other set values


NORMAL = (
    Batch("pg-4", "Power Grid Recharged, Germany, 4 players", "powergrid"),
    Batch("pg-2", "Power Grid Recharged, Germany, 2 players", "powergrid", 2),
    Batch("pg-classic", "Power Grid Classic, Germany, 4 players", "powergrid", edition="classic"),
    Batch("el-4", "Eletrika, 4 players", "eletrika"),
    Batch("el-2", "Eletrika, 2 players", "eletrika", 2),
    Batch("el-component", "Eletrika, 4 players, energized=component", "eletrika",
          options=("energized=component",)),
    Batch("el-strict", "Eletrika, 4 players, energized=strict", "eletrika",
          options=("energized=strict",)),
    Batch("el-sets", "Eletrika, 4 players, 8 MW for 4 different", "eletrika", sets=True),
)  # fmt: skip
STRONGEST = ("pg-2", "el-2")  # number of these games to be played by the strongest bots


@dataclass(slots=True)
class Found:
    """The results of a batch."""

    batch: Batch
    simulation: Simulation
    summary: dict[str, Any]
    lengths: list[int]
    points: list[int]  # of all players together
    nothing: int  # games without any points

    def picture(self, plot: str) -> bytes:
        """Return a plot."""
        begun = shape(self.simulation)
        return next(data for name, data in plots(self.summary, begun, ".svg") if name == plot)


def played(batch: Batch, games: int, folder: Path, jobs: int) -> Found:
    """Play the games of a batch that have no record yet, and return the results of all games."""
    flags: dict[str, Any] = {"edition": batch.edition} if batch.edition else {}
    if batch.sets:
        table = folder / "sets.toml"
        table.write_text(_SETS, encoding="utf-8")
        flags["scoring"] = table
    choice = Choice(batch.game, batch.options, flags)
    bots = (batch.bot,) * batch.players
    records = folder / (batch.key if batch.bot == "normal" else f"{batch.key}-{batch.bot}")
    simulation = Simulation(batch.game, choice.ruleset(), {}, bots, 1, games, records)
    if batch.game == "powergrid":
        collector = read_collector(f"{Path(__file__)}:FirstPlaces")
        simulation = replace(simulation, collectors=(collector,))
    simulation = checked(simulation)
    tally = Tally(simulation, shape(simulation))
    lengths, points, nothing = [], [], 0
    with simulation.held():
        for outcome in outcomes(simulation, jobs):
            tally.add(outcome)
            lengths.append(outcome.rounds)
            points.append(sum(outcome.points))
            nothing += not any(outcome.points)
    print(f"{batch.key}: {len(lengths)} games", flush=True)
    return Found(batch, simulation, tally.summary(), lengths, points, nothing)


# Figures


def about(values: Sequence[float]) -> str:
    """Return a mean with its 95% interval."""
    if len(values) < 2:
        return f"{mean(values):.2f}"
    return f"{mean(values):.2f} ± {1.96 * stdev(values) / sqrt(len(values)):.2f}"


def share(row: Mapping[str, Any], even: float) -> str:
    """Return a share with its interval, marked if the interval excludes an even share."""
    low, high = row["interval"]
    mark = "" if low <= even <= high else " **"
    return f"{row['share']:.1%} ({low:.1%} to {high:.1%}){mark}"


def table(*rows: Sequence[str]) -> Iterator[str]:
    """Yield a table in Markdown; the first row is the header."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if number == 0:
            yield f"|{'---|' * len(row)}"
    yield ""


def verdict(rows: Sequence[Mapping[str, Any]], even: float, names: Sequence[str]) -> str:
    """Return a sentence about which of these shares are not even."""
    above = [n for n, row in zip(names, rows, strict=True) if row["interval"][0] > even]
    below = [n for n, row in zip(names, rows, strict=True) if row["interval"][1] < even]
    if not above and not below:
        return "no interval leaves out the even share"
    told = [("more often than even", above), ("less often than even", below)]
    return "; ".join(f"{', '.join(which)} {what}" for what, which in told if which)


def places(found: Found) -> list[dict[str, Any]]:
    """Return the shares of wins by the place in the first turn order."""
    games = found.summary["games"]
    (wins,) = found.summary["collected"].values()
    rows = []
    for place in range(found.batch.players):
        parts = wins.get(str(place), 0)  # rare, so it counts as a whole win in the squares
        ends = interval(games, parts, parts * WHOLE, WHOLE)
        rows.append({"share": parts / WHOLE / games, "interval": list(ends)})
    return rows


# The page


def commits(folder: Path, *, more: bool) -> list[str]:
    """Return the commits whose bots played the records in a folder.

    ``more`` is true if bots of the current commit have just played more of them.
    """
    kept = folder / "commits.txt"
    found = kept.read_text(encoding="utf-8").split() if kept.exists() else []
    if not more:
        return found
    words = ["git", "-C", str(_ROOT), "describe", "--always", "--exclude=*", "--dirty"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode == 0 and done.stdout.strip() not in found:
        found.append(done.stdout.strip())
        kept.write_text("\n".join(found) + "\n", encoding="utf-8")
    return found


def records(folder: Path) -> int:
    """Return the number of recorded games in a folder."""
    return sum(1 for _ in folder.rglob("*.jsonl"))


def page(
    normal: Mapping[str, Found], strongest: Sequence[Found], asked: str, by: Sequence[str]
) -> Iterator[str]:
    """Yield the lines of the page; ``by`` are the commits of the bots."""
    count = sum(one.summary["games"] for one in normal.values())
    yield "# Findings"
    yield ""
    yield (
        f"These are results of {count:,} games between `normal` bots"
        + (
            f" and {sum(one.summary['games'] for one in strongest)} between the strongest, "
            f"`{strongest[0].batch.bot}`"
            if strongest
            else ""
        )
        + ". They are findings about these bots: people who play differently may get different"
        " results. Every batch begins with seed 1, and each figure is followed by its 95% interval"
        " ([how it is computed](researchers.md#how-sure-is-a-result)); ** marks an interval that"
        " excludes the even share. One figure in twenty is marked by chance alone, so two of"
        " forty plants mean nothing."
        + (f" The bots were those of {' and '.join(f'`{one}`' for one in by)}." if by else "")
    )
    yield ""
    yield "This command writes the page; after an interruption, the same command continues:"
    yield ""
    yield "```text"
    yield f"$ python scripts/findings.py {asked}"
    yield "```"
    yield ""
    yield from seats(normal)
    yield from plants(normal["pg-4"])
    yield from editions(normal["pg-4"], normal["pg-classic"])
    yield from lengths([*normal.values(), *strongest])
    yield from readings([normal[key] for key in ("el-4", "el-component", "el-strict")])
    yield from set_values(normal["el-4"], normal["el-sets"])
    if strongest:
        yield from of_the_strongest(normal, strongest)


def seats(normal: Mapping[str, Found]) -> Iterator[str]:
    """Yield the section about the advantage of each seat."""
    yield "## Is a seat better than another?"
    yield ""
    yield (
        "Share of wins by seat. In Eletrika seat 0 begins. In Power Grid the first turn order is"
        " drawn, so all seats should be equally good, but the place in that order may matter."
    )
    yield ""
    rows = []
    for key in ("pg-4", "pg-2", "el-4", "el-2"):
        found = normal[key]
        even = 1 / found.batch.players
        by_seat = found.summary["seats"]
        names = [f"seat {row['seat']}" for row in by_seat]
        told = "<br>".join(f"{row['seat']}: {share(row, even)}" for row in by_seat)
        rows.append((title(found), told, verdict(by_seat, even, names)))
        if found.batch.game == "powergrid":
            drawn = places(found)
            names = [f"place {place + 1}" for place in range(len(drawn))]
            told = "<br>".join(
                f"{place}.: {share(row, even)}" for place, row in enumerate(drawn, start=1)
            )
            rows.append(("the same, by place in the first turn order", told,
                         verdict(drawn, even, names)))  # fmt: skip
    yield from table(("games", "share of wins", "who wins more or less"), *rows)
    yield "![Share of wins by seat in Eletrika with four](pictures/findings-seats.svg)"
    yield ""


def plants(found: Found) -> Iterator[str]:
    """Yield the section about the value of plants."""
    yield "## What is a plant worth?"
    yield ""
    yield (
        f"{title(found)}: how many buyers of each plant won, its price in the auction, and its gain"
        " after fuel and price (the income is divided among the plants that ran, in proportion to"
        f" the cities on their cards). Plants bought in fewer than {_RARE:.0%} of the games are"
        " left out. Players who are ahead buy the late plants, so a high share does not prove that"
        " the plant decided the game."
    )
    yield ""
    games = found.summary["games"]
    even = 1 / found.batch.players
    yield from best_and_worst(found)
    yield from table(
        ("plant", "bought in games", "price", "bought in round", "runs", "gain", "owner wins"),
        *(
            (
                str(row["plant"]),
                f"{row['games'] / games:.0%}",
                f"{row['price']['mean']:.1f}",
                f"{row['round']['mean']:.1f}",
                f"{row['runs']['mean']:.1f}",
                f"{row['gain']['mean']:.0f}",
                share(row, even),
            )
            for row in often_bought(found)
        ),
    )
    yield "![Share of wins of the owners of each plant](pictures/findings-plants.svg)"
    yield ""


def often_bought(found: Found) -> list[Mapping[str, Any]]:
    """Return the plants that are bought in enough games."""
    rows = found.summary["tables"][0]["rows"]
    return [row for row in rows if row["games"] >= _RARE * found.summary["games"]]


def best_and_worst(found: Found) -> Iterator[str]:
    """Yield the section about the plants of winners and losers."""
    rows = often_bought(found)
    best = sorted(rows, key=lambda row: -row["interval"][0])[:5]
    worst = sorted(rows, key=lambda row: row["interval"][1])[:5]
    for words, which in (("win", best), ("lose", worst)):
        numbers = ", ".join(str(row["plant"]) for row in which)
        yield f"- Plants whose owners most clearly {words}: {numbers}."
    yield ""


def editions(recharged: Found, classic: Found) -> Iterator[str]:
    """Yield the section about differences between the editions."""
    yield "## Classic against Recharged"
    yield ""
    yield from _of_power_grid([recharged, classic])
    yield "![Cities by round, Recharged](pictures/findings-cities.svg)"
    yield ""


def _of_power_grid(found: Sequence[Found]) -> Iterator[str]:
    rows = [("", *map(title, found))]
    rows.append(("rounds", *(about(one.lengths) for one in found)))
    powered = ([value / one.batch.players for value in one.points] for one in found)
    rows.append(("cities powered at the end, per player", *(about(values) for values in powered)))
    for rule in sorted({rule for one in found for rule in one.summary["decided_by"]}):
        shares = (one.summary["decided_by"].get(rule, 0) / one.summary["games"] for one in found)
        rows.append((f"decided by {rule}", *(f"{value:.0%}" for value in shares)))
    plants_of = [one.summary["tables"][0]["rows"] for one in found]
    bought = [sum(row["games"] for row in rows_of) for rows_of in plants_of]
    for key, name in (("price", "paid for a plant"), ("round", "round in which it was bought")):
        told = (
            f"{sum(row[key]['mean'] * row['games'] for row in rows_of) / count:.1f}"
            for rows_of, count in zip(plants_of, bought, strict=True)
        )
        rows.append((f"{name}, on average", *told))
    counts = (
        f"{count / one.summary['games'] / one.batch.players:.2f}"
        for count, one in zip(bought, found, strict=True)
    )
    rows.append(("plants bought, per player", *counts))
    yield from table(*rows)


def lengths(all_found: Sequence[Found]) -> Iterator[str]:
    """Yield the section about the length of games."""
    yield "## How long is a game?"
    yield ""
    yield from table(
        ("games", "bots", "rounds", "least and most", "actions"),
        *(
            (
                title(one),
                f"`{one.batch.bot}`",
                about(one.lengths),
                f"{min(one.lengths)} to {max(one.lengths)}",
                f"{one.summary['actions']['mean']:.0f}",
            )
            for one in all_found
        ),
    )


def _of_eletrika(found: Sequence[Found]) -> Iterator[str]:
    def by_player(key: str, column: str) -> Iterator[str]:
        for one in found:
            (sheet,) = (sheet for sheet in one.summary["tables"] if sheet["key"] == key)
            yield f"{mean(row[column]['mean'] for row in sheet['rows']):.2f}"

    points = ([value / one.batch.players for value in one.points] for one in found)
    kinds = [key for key in found[0].summary["tables"][1]["rows"][0] if key.startswith("equal_")]
    equal = [sum(map(float, values)) for values in zip(*(by_player("sets", k) for k in kinds),
                                                       strict=True)]  # fmt: skip
    yield from table(
        ("per player and game", *(title(one) for one in found)),
        ("points (MW)", *(about(values) for values in points)),
        ("for sets", *by_player("points", "set")),
        ("for high demand", *by_player("points", "high_demand")),
        ("for forests", *by_player("points", "forest")),
        ("for markers", *by_player("points", "marker")),
        ("sets of different kinds", *by_player("sets", "different")),
        ("sets of one kind", *(f"{value:.2f}" for value in equal)),
        ("structures built", *by_player("pawns", "structures")),
        ("rounds", *(about(one.lengths) for one in found)),
        (
            "games without any points",
            *(f"{one.nothing / len(one.lengths):.1%}" for one in found),
        ),
    )


def readings(found: Sequence[Found]) -> Iterator[str]:
    """Yield the section about the effect of the readings of the energizing rule."""
    yield "## Eletrika: do the readings matter?"
    yield ""
    yield (
        "The rulebook leaves open when a line is energized; `energized` has three readings"
        " ([options](compare/options.md)). With the same seeds and the same bots:"
    )
    yield ""
    yield from _of_eletrika(found)


def set_values(shipped: Found, other: Found) -> Iterator[str]:
    """Yield the section about the effect of set values."""
    yield "## Eletrika: do the values of sets matter?"
    yield ""
    yield (
        "The table of points is a lost picture; 5 MW for four different structures is"
        " reconstructed. What if it were 8?"
    )
    yield ""
    yield from _of_eletrika([shipped, other])
    yield "![Points by source, for each seat](pictures/findings-points.svg)"
    yield ""


def of_the_strongest(normal: Mapping[str, Found], strongest: Sequence[Found]) -> Iterator[str]:
    """Yield the section about how the strongest bots differ from normal ones."""
    yield "## Among the strongest bots"
    yield ""
    yield (
        f"`{strongest[0].batch.bot}` against itself. It takes long to think, so these are fewer"
        " games, for two players; the columns of `normal` are repeated for comparison."
    )
    yield ""
    for found in strongest:
        even = 1 / found.batch.players
        both = [found, normal[found.batch.key]]
        yield from table(
            ("share of wins", *map(title, both)),
            *(
                (f"seat {number}", *(share(one.summary["seats"][number], even) for one in both))
                for number in range(found.batch.players)
            ),
        )
        if found.batch.game == "powergrid":
            yield from _of_power_grid(both)
            yield from best_and_worst(found)
        else:
            yield from _of_eletrika(both)


def wrapped(line: str) -> str:
    """Return a paragraph wrapped to the usual length; tables and pictures keep their lines."""
    return (
        line if line.startswith(("|", "!", "```", "$")) else fill(line, 110, break_on_hyphens=False)
    )


def title(found: Found) -> str:
    """Return the title of a batch, with its number of games."""
    bot = "" if found.batch.bot == "normal" else f", `{found.batch.bot}`"
    return f"{found.batch.title}{bot} ({found.summary['games']} games)"


def main() -> None:
    """Play, and write the page."""
    words = argparse.ArgumentParser(description="Find out what games between bots tell.")
    words.add_argument("--normal", type=int, default=10_000, help="games of normal, in all")
    words.add_argument("--strongest", type=int, default=500, help="games of the strongest, in all")
    words.add_argument("--best", metavar="BOT", help="who plays these (default: the last level)")
    words.add_argument(
        "--folder", type=Path, default=_ROOT / "build" / "findings", help="of the records"
    )
    words.add_argument("--jobs", type=int, default=1, help="processes; 0 is one for each core")
    words.add_argument("--page", type=Path, default=_PAGE, help="the report to write")
    asked = words.parse_args()
    jobs = asked.jobs or os.cpu_count() or 1
    asked.folder.mkdir(parents=True, exist_ok=True)
    before = records(asked.folder)
    normal, strongest = {}, []
    for batch in NORMAL:
        games = max(1, asked.normal // len(NORMAL))
        normal[batch.key] = played(batch, games, asked.folder, jobs)
    for batch in NORMAL:
        games = asked.strongest // len(STRONGEST)
        if games and batch.key in STRONGEST:
            best = asked.best or list(game_of(batch.game).LEVELS)[-1]
            strongest.append(played(replace(batch, bot=best), games, asked.folder, jobs))
    pictures = asked.page.parent / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    drawn = {
        "seats": normal["el-4"].picture("wins"),
        "plants": normal["pg-4"].picture("plants"),
        "cities": normal["pg-4"].picture("rounds-cities"),
        "points": normal["el-4"].picture("points"),
    }
    for name, picture in drawn.items():
        (pictures / f"findings-{name}.svg").write_bytes(picture)
    told = f"--normal {asked.normal} --strongest {asked.strongest}"
    told += f" --best {asked.best}" if asked.best else ""
    by = commits(asked.folder, more=records(asked.folder) > before)
    lines = (wrapped(line) for line in page(normal, strongest, told, by))
    asked.page.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"written: {asked.page}")


if __name__ == "__main__":
    main()
