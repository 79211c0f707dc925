"""Many games between bots, in one process or several, the outcome of each, and custom collectors.

A collector is a class from a user's file that observes every game of a batch. The process that
plays a game makes a collector and shows it the game. Another collector, which sees no game, merges
all of them in the order of the batch. So the result does not depend on the number of processes.
"""

import json
import pickle
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from itertools import combinations
from math import comb, lcm
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from gridcommon import game_loop
from gridcommon.caveats import Caveat
from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame, Seat
from gridcommon.errors import NotationError, Wording
from gridcommon.game_loop import ROUNDS, play, play_recorded
from gridcommon.records import Header, check_seed, format_line, read_record
from gridcommon.tables import read_text
from gridgames.show.registry import face_of, game_of, wing_of
from gridgames.show.statistics import Statistics
from gridgames.study.batches import batch
from gridgames.study.batches.workers import max_jobs, run_in_processes, run_on_cluster
from gridgames.system.durable_files import create
from gridgames.system.files import locate, open_lines, writing
from gridgames.table.bots.custom_bots import Failure, close_programs
from gridgames.table.bots.notes import from_broken_off
from gridgames.table.bots.roster import SECONDS, Bots
from gridgames.table.bots.specs import CustomBotSpec
from gridgames.table.record_files import ReplayedRecord, replayed

WHOLE = lcm(*range(1, 11))  # fractions of a win, so that any number of winners shares it exactly


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one game: its bots, its winners, the deciding rule and its numbers.

    A game that was broken off has no winners, no points, and no rule that decided it.
    ``by_round`` has each round's number, with a list by seat for every measure of the game's
    statistics. ``sheets`` has the rows of each of their tables, and ``collected`` the pickled
    custom collectors.
    """

    number: int  # in the batch, from 0
    bots: tuple[str, ...]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    decided_by: str | None
    actions: int
    rounds: int
    by_round: Sequence[tuple[int, Sequence[Sequence[int]]]] = ()
    sheets: Sequence[Sequence[Sequence[int]]] = ()
    caveats: tuple[Caveat, ...] = ()
    collected: tuple[bytes, ...] = ()
    failures: tuple[Failure, ...] = ()  # of custom bots

    @property
    def is_broken_off(self) -> bool:
        """Whether the game was broken off after too many rounds, without a winner."""
        return self.decided_by is None

    def won(self, seat: Seat) -> int:
        """Return a seat's share of the win; the shares of all seats add up to ``WHOLE``."""
        return WHOLE // len(self.winners) if seat in self.winners else 0


class Collector(Protocol):
    """The interface of a class for ``--collect FILE:CLASS``.

    It is created without arguments, and must support pickling.
    """

    def begin(self, state: Any, bots: Sequence[str]) -> None:
        """Observe the first state of a game, and the bot of each seat."""

    def see(self, state: Any, events: Sequence[Any]) -> None:
        """Observe an action: the state after it, and its events."""

    def merge(self, other: Any) -> None:
        """Add another collector of this class, which has observed the next game."""

    def to_json(self) -> Any:
        """Return the collected data for the summary."""


_METHODS = ("begin", "see", "merge", "to_json")


@dataclass(frozen=True, slots=True)
class CollectorClass:
    """A class in a file, with the file's text, so that other machines can load it."""

    named: str  # FILE:CLASS
    text: str

    def made(self) -> "SupervisedCollector":
        """Return a new collector. Raises NotationError if its file or its class cannot be used."""
        file, _, name = self.named.rpartition(":")
        module = _module(file, self.text)
        found: Any = getattr(module, name, None)
        missing = [one for one in _METHODS if not callable(getattr(found, one, None))]
        if missing:
            raise NotationError(
                "no collector {name} here: a collector is a class with {methods}",
                source=file,
                name=repr(name),
                methods=", ".join(_METHODS),
            )
        return SupervisedCollector(self.named, found)


class SupervisedCollector:
    """A wrapper for a user's collector; its exceptions become errors that name it."""

    def __init__(self, named: str, make: Callable[[], Any]) -> None:
        self._named = named
        self._collector = self._call(make)

    def begin(self, state: Any, bots: Sequence[str]) -> None:
        self._call(self._collector.begin, state, bots)

    def see(self, state: Any, events: Sequence[Any]) -> None:
        self._call(self._collector.see, state, events)

    def packed(self) -> bytes:
        """Return the collector as bytes for :meth:`merge`."""
        packed: bytes = self._call(pickle.dumps, self._collector)
        return packed

    def merge(self, packed: bytes) -> None:
        """Add the data of another collector of its class."""
        self._call(self._collector.merge, self._call(pickle.loads, packed))

    def to_json(self) -> Any:
        """Return the collected data. Raises NotationError if it cannot be written as JSON."""
        return json.loads(self._call(lambda: json.dumps(self._collector.to_json())))

    def _call(self, function: Callable[..., Any], *values: Any) -> Any:
        try:
            return function(*values)
        except Exception as problem:
            raise NotationError(
                "the collector failed: {problem}",
                source=self._named,
                problem=f"{type(problem).__name__}: {problem}",
            ) from problem


def read_collector(named: str) -> CollectorClass:
    """Return the class that ``FILE:CLASS`` names. Raises NotationError if there is none."""
    file, colon, name = named.rpartition(":")
    if not (colon and file and name.isidentifier()):
        raise NotationError(
            "expected FILE:CLASS, found {found}", key="--collect", found=repr(named)
        )
    found = CollectorClass(named, read_text(locate(Path(file))))
    found.made()
    return found


def _module(file: str, text: str) -> ModuleType:
    """Return the module with this text, created once per process and named by its hash."""
    name = f"gridgames_collector_{sha256(text.encode()).hexdigest()[:16]}"
    if name not in sys.modules:
        module = ModuleType(name)
        module.__file__ = file
        sys.modules[name] = module  # pickle looks for it there
        try:
            exec(compile(text, file, "exec"), module.__dict__)
        except BaseException as problem:
            del sys.modules[name]
            if not isinstance(problem, Exception):
                raise
            raise NotationError(
                "cannot be loaded: {problem}",
                source=file,
                problem=f"{type(problem).__name__}: {problem}",
            ) from problem
    return sys.modules[name]


_MAX_SEATINGS = 10_000
_MAX_DEALS = 1 << 40  # games at most if only an interval ends the batch
_FAILURE = "failure"  # the note of a move that was made for a bot


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games to play: the rules, the bots and the first seed.

    ``levels`` are the bots in their seats. With ``players`` they are the entrants of a tournament:
    every selection of that many bots plays in every rotation of the seats. These games have the
    same seed and are one **deal**.
    """

    game: str
    ruleset: Mapping[str, Any]
    setup: Mapping[str, Any]
    levels: tuple[str, ...]
    seed: int
    games: int | None  # None: until it is interrupted
    records: Path | None = None  # a directory
    given: Mapping[str, Any] = field(default_factory=dict)  # the other options of the set-up
    players: int | None = None
    collectors: tuple[CollectorClass, ...] = ()
    own: tuple[CustomBotSpec, ...] = ()
    bot_time: float = SECONDS  # seconds that a custom bot may take for a move
    rounds: int = ROUNDS  # rounds after which a game is broken off
    with_statistics: bool = True  # whether outcomes have the values by round and the sheets

    @property
    def bots(self) -> Bots:
        """The bots that can play, by name."""
        return Bots(self.game, self.own, self.bot_time, is_heard=True)

    @property
    def seatings(self) -> Sequence[tuple[str, ...]]:
        """The bots by seat, for each game of a deal."""
        return _seatings(self.levels, self.players)

    def with_whole_deals(self) -> "Simulation":
        """Return the simulation with its games rounded up to whole deals.

        Raises NotationError if there are not enough bots, or too many seatings.
        """
        count, players = len(self.levels), self.players
        if players is not None and not 0 < players <= count:
            raise NotationError(
                "a game has {players} players, but only {count} take part; name more bots",
                key="players",
                players=players,
                count=count,
            )
        if players is not None and comb(count, players) * players > _MAX_SEATINGS:
            raise NotationError(
                "too many seating orders: choose fewer bots, or another number of players",
                key="players",
            )
        deal = len(self.seatings)
        return replace(self, games=self.games and -(-self.games // deal) * deal)

    def seating_of(self, number: int) -> tuple[tuple[str, ...], int]:
        """Return the bots by seat of a game of the batch, and its seed."""
        deal, place = divmod(number, len(self.seatings))
        return self.seatings[place], self.seed + deal

    @property
    def last_seed(self) -> int:
        """The seed of the last game."""
        deals = _MAX_DEALS if self.games is None else -(-self.games // len(self.seatings))
        return self.seed + deals - 1

    @property
    def mark(self) -> str:
        """The mark in names of unfinished files, empty if the batch cannot be continued."""
        return batch.mark_of(self.records, self.game, self.seed) if self.records else ""

    def record_file(self, number: int) -> Path | None:
        """Return the file for the record of game ``number``, or None if records are not written."""
        if self.records is None:
            return None
        deal, place = divmod(number, len(self.seatings))
        name = f"{self.game}-{self.seed + deal}"
        return self.records / f"{name}{f'.{place + 1}' if self.players else ''}.jsonl"

    def held(self) -> AbstractContextManager[None]:
        """Lock the folder of the records, if there is one, for this program.

        Raises NotationError if it cannot be written, or holds another batch of this seed.
        """
        if self.records is None:
            return nullcontext()
        return batch.locked_batch(self.records, self.seed, self.description())

    def description(self) -> dict[str, Any]:
        """Return the settings that identify a batch, without its first seed."""
        return batch.description(
            self.game, self.ruleset, self.setup, self.levels, self.players, self.rounds
        )


@lru_cache(maxsize=16)
def _seatings(bots: tuple[str, ...], players: int | None) -> Sequence[tuple[str, ...]]:
    """Return the bots by seat, for each game of a deal.

    >>> _seatings(("a", "b"), None)
    [('a', 'b')]
    >>> _seatings(("a", "b", "c"), 2)
    [('a', 'b'), ('b', 'a'), ('a', 'c'), ('c', 'a'), ('b', 'c'), ('c', 'b')]
    """
    if players is None:
        return [bots]
    chosen = combinations(bots, players)
    turns = (one[turn:] + one[:turn] for one in chosen for turn in range(players))
    return list(dict.fromkeys(turns))


def checked(simulation: Simulation) -> Simulation:
    """Return the simulation with its final rules, which may come from a start position.

    Raises NotationError if the games cannot be played or recorded.
    """
    game = game_of(simulation.game)
    simulation.bots.check(simulation.levels)
    state = _first_state(simulation, game, *simulation.seating_of(0))
    if simulation.records is not None:
        check_seed(simulation.last_seed)
    if not simulation.given:
        return simulation
    if simulation.records is not None:
        raise NotationError(
            "a batch that starts from a position cannot write records", key="records"
        )
    return replace(simulation, ruleset=state.ruleset.to_json())


def shape(simulation: Simulation) -> Statistics:
    """Return the statistics object of the first game before its first action."""
    game = game_of(simulation.game)
    state = _first_state(simulation, game, *simulation.seating_of(0))
    return wing_of(simulation.game).statistics(state, len(simulation.seatings[0]))


def outcomes(
    simulation: Simulation,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Generator[Outcome, None, None]:
    """Play all games, and yield their outcomes in order. Close the iterator to stop at once.

    They are played in this process, in ``jobs`` processes, or by the workers of a ``scheduler``.

    A game that has a record already is replayed and not played again. Raises NotationError for
    records that do not belong to these games, or cannot be written.
    """
    games = sys.maxsize if simulation.games is None else simulation.games
    jobs = max_jobs(jobs, games)
    if scheduler is not None:
        yield from run_on_cluster(partial(play_elsewhere, simulation), games, scheduler)
    elif jobs > 1:
        yield from run_in_processes(partial(play_one, simulation), games, jobs)
    else:
        try:
            yield from map(partial(play_one, simulation), range(games))
        finally:
            close_programs()


def play_elsewhere(simulation: Simulation, number: int) -> Outcome:
    """Play a game on another machine. Raises NotationError if its files are missing there."""
    folder = simulation.records
    if folder is not None and not batch.file_of(folder, simulation.game, simulation.seed).exists():
        raise NotationError(
            "a worker does not find this batch; records need a folder that all machines share",
            source=str(folder),
        )
    for own in simulation.own:
        if own.is_file and not Path(own.source).exists():
            raise NotationError("a worker does not find this bot", source=own.source)
    return play_one(simulation, number)


def _first_state(simulation: Simulation, game: AnyGame, bots: tuple[str, ...], seed: int) -> Any:
    header = Header(simulation.game, simulation.ruleset, bots, seed, simulation.setup)
    if not simulation.given:
        return game_loop.start(game, header)
    header, declarations = face_of(simulation.game).begin(header, simulation.given)
    state = game_loop.start(game, header)
    for one in declarations:
        game.apply_declaration(state, one.kind, one.data, None)
    return state


def play_one(simulation: Simulation, number: int) -> Outcome:
    """Return the outcome of game ``number``, from its record or by playing it.

    If records are wanted, the record is written completely or not at all.
    """
    game = game_of(simulation.game)
    bots, seed = simulation.seating_of(number)
    state = _first_state(simulation, game, bots, seed)
    collectors = [one.made() for one in simulation.collectors]
    for collector in collectors:
        collector.begin(state, bots)
    file = simulation.record_file(number)
    if file is not None and file.exists():
        wanted = game_loop.header(game, state, _names(bots), seed)
        found = _replayed(file, wanted, collectors, simulation.rounds)
        state, actions = found.state, found.actions
        statistics = found.statistics if simulation.with_statistics else None
        failures = _recorded_failures(file)
    else:
        observers: list[Statistics | SupervisedCollector] = list(collectors)
        statistics = None
        if simulation.with_statistics:
            statistics = wing_of(simulation.game).statistics(state, len(bots))
            observers.insert(0, statistics)
        actions, failures = _played(simulation, number, state, observers)
    result = game.result(state)
    facts = {} if result is None else game.result_facts(result)
    sheets = list(statistics.sheets()) if statistics else []
    return Outcome(
        number,
        bots,
        tuple(facts.get("winners", ())),
        tuple(facts.get(wing_of(game.NAME).points, ())),
        facts.get("decided_by"),
        actions,
        state.round - (result is None),  # a game is broken off at the start of a round
        tuple(zip(statistics.rounds, statistics.values, strict=True)) if statistics else (),
        tuple(sheet.rows for sheet in sheets),
        tuple(dict.fromkeys(caveat for sheet in sheets for caveat in sheet.caveats)),
        tuple(collector.packed() for collector in collectors),
        failures,
    )


def _played(
    simulation: Simulation,
    number: int,
    state: Any,
    observers: Sequence[Statistics | SupervisedCollector],
) -> tuple[int, tuple[Failure, ...]]:
    """Play a game from its first state; return the number of its actions, and the failures.

    If records are wanted, its record is written.
    """
    game, named = game_of(simulation.game), simulation.bots
    file = simulation.record_file(number)
    bots, seed = simulation.seating_of(number)
    players = [
        named.make(bot, derived_seed(seed, "bot", seat), seat) for seat, bot in enumerate(bots)
    ]
    moves = play(
        game,
        state,
        players,
        with_events=bool(observers or file),
        rounds=simulation.rounds,
        trusted=[seat for seat, bot in enumerate(bots) if named.is_ours(bot)],
        sample=seed,
    )
    actions = 0

    def seen() -> Iterator[tuple[Any, list[Any]]]:
        nonlocal actions
        for action, events in moves:
            actions += 1
            for observer in observers:
                observer.see(state, events)
            yield action, events

    lines: list[str] = []
    if file is not None:
        lines = list(play_recorded(game, state, seen()))
    elif observers:
        deque(seen(), maxlen=0)
    else:
        for actions, _ in enumerate(moves, start=1):  # noqa: B007
            pass
    failures = tuple(one for player in players for one in getattr(player, "failures", ()))
    if file is not None:
        header = game_loop.header(game, state, _names(bots), seed)  # with the draws of the game
        end = [] if game.result(state) is None else [lines.pop()]
        notes = [{_FAILURE: one.to_json()} for one in failures]
        if not end:
            notes.append(from_broken_off(simulation.rounds))
        if notes:
            header = replace(header, takes_notes=True)
        lines += [*(format_line({"note": note}) for note in notes), *end]
        text = "".join(f"{line}\n" for line in [format_line(header.to_json()), *lines])
        with writing(file):
            create(file, text.encode(), mode=0o666, mark=simulation.mark)
    return actions, failures


def _names(bots: Sequence[str]) -> list[str]:
    return [f"{bot} {seat + 1}" for seat, bot in enumerate(bots)]


def _recorded_failures(file: Path) -> tuple[Failure, ...]:
    with open_lines(file) as read:
        header, lines = read_record(read, str(file))
        if not header.takes_notes:
            return ()
        notes = [line.data.get(_FAILURE) for line in lines if line.kind == "note"]
    return tuple(Failure.from_json(note) for note in notes if note is not None)


def _replayed(
    file: Path, wanted: Header, collectors: Sequence[SupervisedCollector], rounds: int
) -> ReplayedRecord:
    """Replay a record for the collectors, and return it at its end.

    Raises NotationError if it belongs to another game, or was neither finished nor broken off after
    the same number of rounds.
    """

    def see(state: Any, events: Sequence[Any]) -> None:
        for collector in collectors:
            collector.see(state, events)

    def refused(why: Wording, line: int | None = None) -> NotationError:
        return NotationError(
            "is not the record of this game, and is not overwritten ({why}); move it away, and the"
            " game is played again",
            source=str(file),
            line=line,
            why=why,
        )

    try:
        found = replayed(file, see=see)
    except NotationError as problem:
        raise refused(problem.wording, problem.line) from None
    header = found.header
    setup = {key: header.setup.get(key) for key in wanted.setup}
    if (header.game, header.players) != (wanted.game, wanted.players) or (
        (dict(header.ruleset), setup) != (dict(wanted.ruleset), dict(wanted.setup))
    ):
        raise refused(Wording("it is the record of another game", {}))
    if found.difference:
        raise refused(found.difference.wording)
    if not found.finished and found.broken_off != rounds:
        raise refused(Wording("the game is not finished", {}))
    return found
