"""``gridgames simulate`` and ``tournament``: many games between bots."""

import os
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from gridcommon.errors import NotationError
from gridcommon.game_loop import ROUNDS
from gridgames.commands.options import (
    AsJson,
    BotFrom,
    BotTime,
    Flags,
    GameArgument,
    Options,
    Rounds,
    Seed,
)
from gridgames.commands.progress import bar
from gridgames.languages.messages import render_message, say
from gridgames.show.registry import GameChoice, game_of
from gridgames.study.batches.batch import seed_in
from gridgames.study.batches.outputs import Outputs
from gridgames.study.batches.simulation import Simulation, checked, outcomes, read_collector, shape
from gridgames.study.batches.summary_text import describe_details, describe_summary
from gridgames.study.batches.tally import Tally
from gridgames.system.signals import end_on_signals
from gridgames.table.bots.roster import bots_of
from gridgames.table.saves.new_games import chosen_seed, default_bots
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls

_GAMES = 100
_MAX_FAILURES = 10  # kinds of failures of custom bots that are reported


@dataclass(frozen=True)
class BatchOptions:
    """The options of both commands."""

    games: Annotated[
        int | None,
        typer.Option(
            help="Number of games. By default, 100, or as many as --until needs.",
            min=1,
            show_default=False,
        ),
    ] = None
    until: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT",
            help="Play until every share of wins is known to this precision: 1% means within 1% "
            "either way, with 95% confidence. With --games, play at most that many.",
        ),
    ] = None
    rounds: Rounds = ROUNDS
    seed: Seed = None
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the record of each game into this directory."),
    ] = None
    jobs: Annotated[
        int, typer.Option(help="Number of processes; 0 means one per core.", min=0, max=256)
    ] = 1
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on the workers of this Dask scheduler, as in tcp://HOST:8786.",
        ),
    ] = None
    collect: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE:CLASS", help="Your own collector. Can be repeated."),
    ] = None
    bot_from: BotFrom = None
    bot_time: BotTime = None
    out: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Also write files: .json for the summary, .csv or .parquet for rows by game, "
            "seat and round, .svg or .png for plots. Can be repeated.",
        ),
    ] = None
    option: Options = None
    details: Annotated[
        bool,
        typer.Option("--details", help="Also show the figures by round, and by plant or player."),
    ] = False
    as_json: AsJson = False


def simulate(
    game: GameArgument,
    flags: Flags,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT...",
            help="A bot for each seat: random, easy, ... An unknown name lists all bots.",
        ),
    ] = None,
    *,
    batch: BatchOptions,
) -> None:
    """Let bots play many games, and show who won, with how many points, and how long the games
    were.

    Game i (counting from 0) uses seed + i, so you can play any one of them again. If a batch with
    --records is interrupted, run the same command to continue it.
    """
    _play(game, flags, seats, None, batch)


def tournament(
    game: GameArgument,
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
    *,
    batch: BatchOptions,
) -> None:
    """Let bots play each other in every seating order, and rate how strong each one is.

    For each seed, every choice of bots plays once in each rotation of the seats. These games make
    up a deal. A deal is always completed, so a few more games may be played. Intervals are computed
    over deals.
    """
    _play(game, flags, bots, players or max(2, game_of(game).SEATS[0]), batch)


def _play(
    game: str, flags: Flags, named: str | None, players: int | None, options: BatchOptions
) -> None:
    """Play a batch, and print the summary of the finished games, even after an interrupt.

    ``players`` is the number of seats of a tournament, or None for fixed seats.
    """
    if options.scheduler is not None and options.jobs != 1:
        raise NotationError("--jobs and --scheduler cannot be used together")
    width = _width(options.until) if options.until else None
    simulation = _simulation(game, flags, named, players, options)
    tally = Tally(simulation, shape(simulation))
    jobs = options.jobs or os.cpu_count() or 1
    played = outcomes(simulation, jobs, options.scheduler)
    reported: set[str] = set()  # failures of custom bots; the summary counts them all
    is_over = False
    with end_on_signals(), simulation.held():
        outputs = Outputs(options.out or (), simulation, tally.shape)
        try:
            with bar(say("games")) as watch, closing(played):
                for outcome in played:
                    tally.add(outcome)
                    for failure in outcome.failures:
                        message = render_message(failure.reason)
                        if message not in reported and len(reported) < _MAX_FAILURES:
                            reported.add(message)
                            output.print_error(message)
                    outputs.add(outcome)
                    watch(tally.games, tally.games_needed(width))
                    if width and tally.half_width <= width:
                        break
            is_over = True
        finally:
            try:
                _print_summary(tally, options, ended_early=not is_over)
            finally:  # standard output may be closed already
                files = [escape_controls(str(path)) for path in outputs.close(tally)]
        if files and not options.as_json:
            output.print_sentence(say("written: {file}", file=", ".join(files)), keep=files)


def _width(typed: str) -> float:
    """Return a half-width as a share. Raises NotationError unless it is a percentage."""
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


def _simulation(
    game: str, flags: Flags, named: str | None, players: int | None, options: BatchOptions
) -> Simulation:
    """Return the batch with its bots, its seed, its collectors, and the number of games needed."""
    choice = GameChoice(game, options.option or (), flags)
    bots = bots_of(game, options.bot_from, options.bot_time)
    if named:
        levels = tuple(bots.named(one.strip()) for one in named.split(","))
    else:
        levels = bots.levels if players else tuple(default_bots(game_of(game)))
    simulation = Simulation(
        game,
        choice.ruleset(),
        choice.setup(),
        levels,
        0,
        options.games if options.games or options.until else _GAMES,
        options.records,
        choice.start(),
        players,
        own=bots.own,
        bot_time=bots.seconds,
        rounds=options.rounds,
        with_statistics=bool(options.as_json or options.details or options.out),
    ).with_whole_deals()
    seed = options.seed
    if seed is None and options.records is not None:
        seed = seed_in(options.records, simulation.description())
    collectors = tuple(map(read_collector, options.collect or ()))
    return checked(replace(simulation, seed=chosen_seed(seed), collectors=collectors))


def _print_summary(tally: Tally, options: BatchOptions, *, ended_early: bool) -> None:
    summary = tally.summary(ended_early=ended_early)
    if options.as_json:
        output.print_json(summary)
        return
    output.print_lines(describe_summary(summary))
    if options.details:
        output.print_lines(describe_details(tally))
