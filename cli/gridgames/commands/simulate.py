"""``gridgames simulate`` and ``tournament``: many games between bots."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridcommon.game_loop import ROUNDS
from gridgames.command_line.game_arguments import Flags
from gridgames.command_line.options import AsJson, BotFrom, BotTime, Game, Options, Rounds, Seed
from gridgames.games.registry import Choice
from gridgames.languages.messages import render_message, say
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls

if TYPE_CHECKING:
    from gridgames.batches.outcome import Outcome
    from gridgames.batches.results.tally import Tally
    from gridgames.batches.simulation import Simulation
    from gridgames.bots.roster import Bots

_GAMES = 100
_TOLD = 10  # kinds of failures of custom bots

Games = Annotated[
    int | None,
    typer.Option(
        help="Number of games. By default, 100, or as many as --until needs.",
        min=1,
        show_default=False,
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="PERCENT",
        help="Play until every share of wins is known to this precision: 1% means within 1 "
        "% either way, with 95 % confidence. With --games, play at most that many.",
    ),
]
Records = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write the record of each game into this directory."),
]
Jobs = Annotated[
    int, typer.Option(help="Number of processes; 0 means one per core.", min=0, max=256)
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Play on the workers of this Dask scheduler, as in tcp://HOST:8786."
    ),
]
Details = Annotated[
    bool, typer.Option("--details", help="Also show the figures by round, and by plant or player.")
]
Output = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Also write files: .json for the summary, .csv or .parquet for rows by game, "
        "seat and round, .svg or .png for plots. Can be repeated.",
    ),
]
Collect = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE:CLASS", help="Your own collector. Can be repeated."),
]


def simulate(
    game: Game,
    flags: Flags,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT...", help="A bot for each seat: random, easy, normal, hard or expert."
        ),
    ] = None,
    games: Games = None,
    until: Until = None,
    rounds: Rounds = ROUNDS,
    seed: Seed = None,
    records: Records = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    collect: Collect = None,
    bot_from: BotFrom = None,
    bot_time: BotTime = None,
    out: Output = None,
    option: Options = None,
    details: Details = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, and show who won, with how many points, and how long the games
    were.

    Game i (counting from 0) uses seed + i, so you can play any one of them again. If a batch with
    --records is interrupted, run the same command to continue it.
    """
    from gridgames.batches.simulation import Simulation
    from gridgames.bots.roster import bots_of
    from gridgames.games.registry import game_of
    from gridgames.sessions.session import default_bots

    choice = Choice(game, option or (), flags)
    bots = bots_of(game, bot_from, bot_time)
    simulation = Simulation(
        game,
        choice.ruleset(),
        choice.setup(),
        _named(bots, seats) or tuple(default_bots(game_of(game))),
        0,
        games,
        records,
        choice.start(),
        own=bots.own,
        bot_time=bots.seconds,
        rounds=rounds,
    )
    _run(simulation, seed, until, jobs, scheduler, collect, out, details=details, as_json=as_json)


def tournament(
    game: Game,
    flags: Flags,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT...", help="The bots that take part. By default, every level."
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(help="Players per game. By default, two.", min=1, show_default=False),
    ] = None,
    games: Games = None,
    until: Until = None,
    rounds: Rounds = ROUNDS,
    seed: Seed = None,
    records: Records = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    collect: Collect = None,
    bot_from: BotFrom = None,
    bot_time: BotTime = None,
    out: Output = None,
    option: Options = None,
    details: Details = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other in every seating order, and rate how strong each one is.

    For each seed, every choice of bots plays once in each rotation of the seats. These games make
    up a deal. A deal is always completed, so a few more games may be played. Intervals are computed
    over deals.
    """
    from gridgames.batches.simulation import Simulation
    from gridgames.bots.roster import bots_of
    from gridgames.games.registry import game_of

    choice = Choice(game, option or (), flags)
    known = bots_of(game, bot_from, bot_time)
    simulation = Simulation(
        game,
        choice.ruleset(),
        choice.setup(),
        _named(known, bots) or known.levels,
        0,
        games,
        records,
        choice.start(),
        players or max(2, game_of(game).SEATS[0]),
        own=known.own,
        bot_time=known.seconds,
        rounds=rounds,
    )
    _run(simulation, seed, until, jobs, scheduler, collect, out, details=details, as_json=as_json)


def _named(bots: "Bots", typed: str | None) -> tuple[str, ...]:
    """Return the bots named on the command line. Raises NotationError for an unknown bot."""
    return tuple(bots.named(one.strip()) for one in typed.split(",")) if typed else ()


def _width(typed: str) -> float:
    """Return a half-width as a share. Raises NotationError unless it is a percentage."""
    from gridcommon.errors import NotationError

    text, percent, rest = typed.strip().partition("%")
    try:
        found = float(text.replace(",", ".")) / 100
    except ValueError:
        found = 0.0
    if not (percent and not rest.strip() and 0.0001 <= found <= 0.5):
        raise NotationError(
            "expected a percentage from 0.01% to 50%, as in 1%; found {found}",
            key="--until",
            found=repr(typed),
        )
    return found


def _run(
    simulation: "Simulation",
    seed: int | None,
    until: str | None,
    jobs: int,
    scheduler: str | None,
    collect: list[str] | None,
    out: list[Path] | None,
    *,
    details: bool,
    as_json: bool,
) -> None:
    """Play a batch, and print the summary of the finished games, even after an interrupt."""
    import os
    from contextlib import closing

    from gridcommon.errors import NotationError
    from gridgames.batches.progress import bar
    from gridgames.batches.results.outputs import Outputs
    from gridgames.batches.results.tally import Tally
    from gridgames.batches.simulation import outcomes, shape
    from gridgames.system.signals import end_on_signals

    if scheduler is not None and jobs != 1:
        raise NotationError("--jobs and --scheduler cannot be used together")
    width = _width(until) if until else None
    simulation = _prepared(simulation, seed, collect, has_end=width is not None)
    tally = Tally(simulation, shape(simulation))
    played = outcomes(simulation, jobs or os.cpu_count() or 1, _tell_lost, scheduler)
    failures = _Failures()
    is_over = False
    with end_on_signals(), simulation.held():
        outputs = Outputs(out or (), simulation, tally.shape)
        try:
            with bar(say("games")) as watch, closing(played):
                for outcome in played:
                    tally.add(outcome)
                    failures.tell(outcome)
                    outputs.add(outcome)
                    watch(tally.games, tally.games_needed(width))
                    if width and tally.half_width <= width:
                        break
            is_over = True
        finally:
            try:
                _tell(tally, ended_early=not is_over, details=details, as_json=as_json)
            finally:  # standard output may be closed already
                files = [escape_controls(str(path)) for path in outputs.close(tally)]
        if files and not as_json:
            output.print_sentence(say("written: {file}", file=", ".join(files)), keep=files)


def _prepared(
    simulation: "Simulation", seed: int | None, collect: list[str] | None, *, has_end: bool
) -> "Simulation":
    """Return the batch with its seed, its collectors, and the number of games needed."""
    from dataclasses import replace

    from gridgames.batches.batch import seed_in
    from gridgames.batches.collectors import read_collector
    from gridgames.batches.simulation import checked
    from gridgames.sessions.seeds import chosen_seed

    if simulation.games is None and not has_end:
        simulation = replace(simulation, games=_GAMES)
    simulation = simulation.with_whole_deals()
    if seed is None and simulation.records is not None:
        seed = seed_in(simulation.records, simulation.description())
    collectors = tuple(map(read_collector, collect or ()))
    return checked(replace(simulation, seed=chosen_seed(seed), collectors=collectors))


def _tell(tally: "Tally", *, ended_early: bool, details: bool, as_json: bool) -> None:
    from gridgames.batches.results.summary_text import describe_details, describe_summary

    summary = tally.summary(ended_early=ended_early)
    if as_json:
        output.print_json(summary)
        return
    output.print_lines(describe_summary(summary))
    if details:
        output.print_lines(describe_details(tally))


class _Failures:
    """Reports failures of custom bots, without repeating similar ones too often.

    The summary counts all failures.
    """

    def __init__(self) -> None:
        self._told: set[str] = set()

    def tell(self, outcome: "Outcome") -> None:
        """Report the failures in one game."""
        for failure in outcome.failures:
            told = render_message(failure.reason)
            if told not in self._told and len(self._told) < _TOLD:
                self._told.add(told)
                output.print_error(told)


def _tell_lost() -> None:
    output.print_error(
        say("a process that played was ended from outside; its games are played again")
    )
