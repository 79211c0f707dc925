"""Many games between bots, in one process or several, and their results."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from gridcommon import playing
from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError, Wording, system_reason
from gridcommon.playing import play, recorded
from gridcommon.records import Header, format_line
from gridgames.games.registry import face_of, game_of, wing_of
from gridgames.play import batch
from gridgames.play.record_files import replayed
from gridgames.play.tally import Outcome, Tally
from gridgames.play.workers import in_processes, most_jobs
from gridgames.terminal.disk import create


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

    def held(self) -> AbstractContextManager[None]:
        """Hold the folder of the records, if there is one, for this program.

        Raises NotationError if it cannot be written, or holds another batch of this seed.
        """
        if self.records is None:
            return nullcontext()
        return batch.held(self.records, self.seed, self.description())

    def description(self) -> dict[str, Any]:
        """Return what makes two batches the same, their first seed aside."""
        return batch.description(self.game, self.ruleset, self.setup, self.levels)


def checked(simulation: Simulation) -> Simulation:
    """Return the simulation with the rules that are played: those of a position it starts from.

    Raises NotationError, before the first game, if something cannot be played or recorded.
    """
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
    if not simulation.given:
        return simulation
    if simulation.records is not None:
        raise NotationError("a batch that goes on from a position has no records", key="records")
    return replace(simulation, ruleset=state.ruleset.to_json())


def run_simulation(
    simulation: Simulation,
    tally: Tally,
    jobs: int = 1,
    lost: Callable[[], object] = lambda: None,
) -> None:
    """Play all games, and add up in ``tally`` what is finished, whatever ends it.

    Games that have a record already are not played again, but replayed. ``lost`` is called when a
    process of several was ended from outside, which costs only time. Raises NotationError for
    records that do not belong to these games, or cannot be written.
    """
    with ExitStack() as stack:
        jobs = most_jobs(jobs, simulation.games)
        outcomes: Iterable[Outcome]
        if jobs > 1:
            work = partial(play_one, simulation)
            outcomes = stack.enter_context(
                closing(in_processes(work, simulation.games, jobs, lost))
            )
        else:
            outcomes = (play_one(simulation, number) for number in range(simulation.games))
        for outcome in outcomes:
            tally.add(outcome)


def _first_state(simulation: Simulation, game: AnyGame, seed: int) -> Any:
    levels = tuple(simulation.levels)
    header = Header(simulation.game, simulation.ruleset, levels, seed, simulation.setup)
    if not simulation.given:
        return playing.start(game, header)
    header, told = face_of(simulation.game).begin(header, simulation.given)
    state = playing.start(game, header)
    for one in told:
        game.tell(state, one.kind, one.data, None)
    return state


def play_one(simulation: Simulation, number: int) -> Outcome:
    """Return the outcome of game ``number``: of its record, or else of playing it to its end.

    Where records are wanted, it is written whole or not at all.
    """
    game = game_of(simulation.game)
    seed = simulation.seed + number
    state = _first_state(simulation, game, seed)
    file = simulation.record_file(number)
    names = [f"{level} {seat + 1}" for seat, level in enumerate(simulation.levels)]
    if file is not None and file.exists():
        return _recorded_outcome(file, game, playing.header(game, state, names, seed))
    bots = [
        game.make_bot(level, derived_seed(seed, "bot", seat))
        for seat, level in enumerate(simulation.levels)
    ]
    moves = play(game, state, bots, with_events=file is not None)
    if file is None:
        return _outcome(game, state, sum(1 for _ in moves))
    lines = list(recorded(game, state, moves))
    header = playing.header(game, state, names, seed)
    _write(file, [format_line(header.to_json()), *lines])
    return _outcome(game, state, sum('"do":' in line for line in lines))


def _outcome(game: AnyGame, state: Any, actions: int) -> Outcome:
    result = game.result_facts(game.result(state))
    return Outcome(
        tuple(result["winners"]),
        tuple(result[wing_of(game.NAME).points]),
        result["decided_by"],
        actions,
        state.round,
    )


def _write(file: Path, lines: list[str]) -> None:
    try:
        create(file, "".join(f"{line}\n" for line in lines).encode(), mode=0o666)
    except OSError as problem:
        raise NotationError(
            "cannot be written: {reason}", source=str(file), reason=system_reason(problem)
        ) from None


def _recorded_outcome(file: Path, game: AnyGame, wanted: Header) -> Outcome:
    """Return the outcome of a record. Raises NotationError unless it is that of the game wanted."""
    try:
        found = replayed(file)
    except NotationError as problem:
        raise _in_the_way(file, problem.wording, problem.line) from None
    setup = {key: found.header.setup.get(key) for key in wanted.setup}
    same = (found.header.game, dict(found.header.ruleset), found.header.players, setup) == (
        wanted.game,
        dict(wanted.ruleset),
        wanted.players,
        dict(wanted.setup),
    )
    if not same:
        raise _in_the_way(file, Wording("it is the record of another game", {}))
    if found.difference:
        raise _in_the_way(file, found.difference.wording)
    if not found.finished:
        raise _in_the_way(file, Wording("the game is not finished", {}))
    return _outcome(game, found.state, found.actions)


def _in_the_way(file: Path, why: Wording, line: int | None = None) -> NotationError:
    return NotationError(
        "is not the record of this game, and is not overwritten ({why}); move it away, and the game"
        " is played again",
        source=str(file),
        line=line,
        why=why,
    )
