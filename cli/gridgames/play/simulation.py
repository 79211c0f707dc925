"""Many games between bots, in one process or several, and their results."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from gridcommon import playing
from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError, Word, system_reason
from gridcommon.playing import play, recorded
from gridcommon.records import Header, format_line
from gridgames.games.registry import face_of, game_of, wing_of
from gridgames.languages.messages import say
from gridgames.terminal.output import Line

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Simulation:
    """Which games to play: the rules, a bot for each seat, and the first seed."""

    game: str
    ruleset: Mapping[str, Any]
    setup: Mapping[str, Any]
    levels: tuple[str, ...]
    seed: int
    games: int
    records: Path | None = None  # a directory
    given: Mapping[str, Any] = field(default_factory=dict)  # how else they start

    def record_file(self, number: int) -> Path | None:
        """Return the file for the record of game ``number``, None if records are not written."""
        if self.records is None:
            return None
        return self.records / f"{self.game}-{self.seed + number}.jsonl"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: who won and by which rule, the points of each seat, and how long it took."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    decided_by: str
    actions: int
    rounds: int


def run_simulation(simulation: Simulation, jobs: int = 1) -> dict[str, Any]:
    """Play all games and return the summary, which does not depend on the number of jobs.

    Raises NotationError before the first game if something cannot be played or written.
    """
    _check(simulation)
    numbers = range(simulation.games)
    one_game = partial(play_one, simulation)
    with ExitStack() as stack:
        outcomes: Iterable[Outcome]
        if jobs > 1:
            pool = ProcessPoolExecutor(min(jobs, simulation.games))
            stack.callback(pool.shutdown, cancel_futures=True)
            chunk = max(1, min(50, simulation.games // (4 * jobs)))
            outcomes = pool.map(one_game, numbers, chunksize=chunk)
        else:
            outcomes = map(one_game, numbers)
        return _summary(simulation, list(outcomes))


def _check(simulation: Simulation) -> None:
    game = game_of(simulation.game)
    for level in simulation.levels:
        if level not in game.LEVELS:
            raise NotationError(
                "unknown bot {found}; choose from {known}",
                key="seats",
                found=repr(level),
                known=", ".join(game.LEVELS),
            )
    state = _first_state(simulation, game, simulation.seed)
    if simulation.records is not None:
        try:
            game.draws(state)
        except ValueError:
            raise NotationError(
                "a game that does not start at its beginning has no record", key="records"
            ) from None
    if simulation.records is not None:
        try:
            simulation.records.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            reason = system_reason(problem)
            raise NotationError(
                "cannot be created: {reason}", source=str(simulation.records), reason=reason
            ) from None
    for number in range(simulation.games):
        file = simulation.record_file(number)
        if file is not None and file.exists():
            raise NotationError("already exists and is not overwritten", source=str(file))


def _first_state(simulation: Simulation, game: AnyGame, seed: int) -> Any:
    levels = tuple(simulation.levels)
    header = Header(simulation.game, simulation.ruleset, levels, seed, simulation.setup)
    if simulation.given:
        return face_of(simulation.game).start(header, simulation.given)
    return playing.start(game, header)


def play_one(simulation: Simulation, number: int) -> Outcome:
    """Play game ``number`` to its end, and write its record if asked to."""
    game = game_of(simulation.game)
    seed = simulation.seed + number
    state = _first_state(simulation, game, seed)
    bots = [
        game.make_bot(level, derived_seed(seed, "bot", seat))
        for seat, level in enumerate(simulation.levels)
    ]
    moves = play(game, state, bots)
    file = simulation.record_file(number)
    if file is None:
        actions = sum(1 for _ in moves)
    else:
        lines = list(recorded(game, state, moves))
        names = [f"{level} {seat + 1}" for seat, level in enumerate(simulation.levels)]
        header = playing.header(game, state, names, seed)
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.writelines(f"{line}\n" for line in (format_line(header.to_json()), *lines))
        actions = sum('"do":' in line for line in lines)
    result = game.result_facts(game.result(state))
    return Outcome(
        tuple(result["winners"]),
        tuple(result[wing_of(simulation.game).points]),
        result["decided_by"],
        actions,
        state.round,
    )


def _summary(simulation: Simulation, outcomes: list[Outcome]) -> dict[str, Any]:
    seats = range(len(simulation.levels))
    wins = [0.0 for _ in seats]
    for outcome in outcomes:
        for seat in outcome.winners:
            wins[seat] += 1 / len(outcome.winners)
    by_seat = [
        {
            "seat": seat,
            "bot": simulation.levels[seat],
            "wins": round(wins[seat], 3),
            "points": _spread([outcome.points[seat] for outcome in outcomes]),
        }
        for seat in seats
    ]
    decided: dict[str, int] = {}
    for outcome in outcomes:
        decided[outcome.decided_by] = decided.get(outcome.decided_by, 0) + 1
    return {
        "schema": SCHEMA,
        "game": simulation.game,
        "ruleset": dict(simulation.ruleset),
        "seed": simulation.seed,
        "games": simulation.games,
        "seats": by_seat,
        "actions": _spread([outcome.actions for outcome in outcomes]),
        "rounds": _spread([outcome.rounds for outcome in outcomes]),
        "shared": sum(len(outcome.winners) > 1 for outcome in outcomes),
        "decided_by": dict(sorted(decided.items())),
    }


def _spread(values: list[int]) -> dict[str, float]:
    return {"mean": round(mean(values), 3), "min": min(values), "max": max(values)}


def describe_simulation(summary: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the summary as text."""
    games = summary["games"]
    head = say(
        "{game}: {games} games, seeds {seed} and on",
        game=summary["game"],
        games=games,
        seed=summary["seed"],
    )
    yield [(head, "bold")]
    points = Word(wing_of(summary["game"]).unit)
    row = say("  seat  bot         wins    share   {points} (mean, least, most)", points=points)
    yield [(row, "dim")]
    for row in summary["seats"]:
        spread = row["points"]
        yield [
            (f"  {row['seat']:<5} {row['bot']:<8} {row['wins']:>8.1f}", ""),
            (f" {row['wins'] / games:>7.1%}", ""),
            (f"   {spread['mean']:.1f}, {spread['min']}, {spread['max']}", ""),
        ]
    for key in ("actions", "rounds"):
        spread = summary[key]
        text = say(
            "  {what}: {mean} on the average, {least} to {most}",
            what=Word(key),
            mean=f"{spread['mean']:.1f}",
            least=spread["min"],
            most=spread["max"],
        )
        yield [(text, "")]
    decided = ", ".join(f"{rule} {count}" for rule, count in summary["decided_by"].items())
    text = say(
        "  decided by: {rules}; shared wins: {count}", rules=decided, count=summary["shared"]
    )
    yield [(text, "")]
