"""The strength of bots: play the ladder of levels, and report the results.

    python benchmarks/strength.py play                        everything, which takes hours
    python benchmarks/strength.py play powergrid --groups two --deals 30 --minutes 20 --jobs 2
    python benchmarks/strength.py play --groups against --against 226ec54 --continue
    python benchmarks/strength.py table                       docs/strength.md from the results
    python benchmarks/strength.py --short                     check that levels still play

A deal is one seed, played once for each rotation of the seats, so that no bot has better seats;
intervals are computed over deals. Each finished deal is appended to the results as a line
(--results, docs/strength.jsonl), so the script can be stopped at any time; with --continue the
recorded deals are not played again. The same seeds give the same results, except for times.

--groups are: two (each level against the one below, for two), skip (against the one after that),
four (one against three of the level below), small (other set-ups, options and numbers of players,
few deals), and against (the strongest level against normal of the commit --against, for two and one
against three). The bots of that commit play in a separate process, with its engines.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import time
from _thread import interrupt_main
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from gridcommon import game_loop
from gridcommon.chance import derived_seed
from gridcommon.errors import GridgamesError, IllegalAction, NotationError
from gridcommon.records import Header
from gridgames.show.registry import GameChoice, game_of, names, wing_of
from gridgames.study.batches.simulation import WHOLE
from gridgames.study.batches.tally import Ratings, interval
from gridgames.study.batches.workers import run_in_processes

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "docs" / "strength.jsonl"
PAGE = ROOT / "docs" / "strength.md"
SEED = 1_000_000  # of the first deal: far from the games used for fitting
FORMAT, VERSION = "gridgames-strength", 1
_TIMES = 4  # classes of times between one and its double

# The set-ups by name: flags and options. The first one of each game is the most common.
SETUPS: Mapping[str, Mapping[str, tuple[Mapping[str, str], Sequence[str]]]] = {
    "powergrid": {
        "Recharged, Germany": ({}, ()),
        "Recharged, USA": ({"map": "usa"}, ()),
        "Classic, Germany": ({"edition": "classic"}, ()),
        "Classic, USA": ({"edition": "classic", "map": "usa"}, ()),
        "hidden money": ({}, ("hidden_money=true",)),
        "start cities": ({}, ("start_cities=true",)),
    },
    "eletrika": {
        "default options": ({}, ()),
        "energized=strict": ({}, ("energized=strict",)),
        "two_pawns_count": ({}, ("two_pawns_count=true",)),
        "reoccupy": ({}, ("reoccupy=true",)),
    },
}
DEALS = {"two": 100, "four": 25, "skip": 50, "against": 50, "small": 10}  # of each encounter
GROUPS = tuple(DEALS)


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter: a set-up, the first bot and the others, in the first rotation's seats."""

    game: str
    setup: str
    bots: tuple[str, ...]
    group: str

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        """The key that identifies the encounter."""
        return self.game, self.setup, self.bots

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """All rotations of the seats."""
        return [self.bots[turn:] + self.bots[:turn] for turn in range(len(self.bots))]


def encounters(game: str, against: str | None) -> Iterator[Encounter]:
    """Yield all encounters of a game."""
    first, *others = SETUPS[game]
    levels = list(game_of(game).LEVELS)
    pairs = list(zip(levels[1:], levels, strict=False))
    for strong, weak in pairs:
        yield Encounter(game, first, (strong, weak), "two")
        yield Encounter(game, first, (strong, weak, weak, weak), "four")
    for strong, weak in zip(levels[2:], levels, strict=False):
        yield Encounter(game, first, (strong, weak), "skip")
    if against:
        old = f"{against}:normal"
        yield Encounter(game, first, (levels[-1], old), "against")
        yield Encounter(game, first, (levels[-1], old, old, old), "against")
    for setup in others:
        for strong, weak in pairs:
            yield Encounter(game, setup, (strong, weak), "small")
    for seats in game_of(game).SEATS:
        if seats not in (2, 4):
            for strong, weak in pairs:
                yield Encounter(game, first, (strong, *[weak] * (seats - 1)), "small")


# Playing


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to be played."""

    encounter: Encounter
    deal: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The data that a process needs to play deals."""

    tasks: tuple[Task, ...]
    commit: str  # that is measured
    engines: tuple[tuple[str, str], ...]  # of other commits: their name and their folder


class Times:
    """A histogram of the CPU seconds of moves, in classes of about 20 %."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0.0
        self.classes: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Add one move."""
        self.count += 1
        self.sum += seconds
        self.classes[round(_TIMES * log2(max(seconds, 1e-6)))] += 1

    def to_json(self) -> list[Any]:
        """Return the histogram for a line of the results."""
        classes = {str(one): count for one, count in sorted(self.classes.items())}
        return [self.count, round(self.sum, 4), classes]

    def join(self, told: Sequence[Any]) -> None:
        """Add a histogram that ``to_json`` returned."""
        self.count += told[0]
        self.sum += told[1]
        self.classes.update({int(one): count for one, count in told[2].items()})

    @property
    def most(self) -> float:
        """The time within which 95 % of the moves are made, to about 20 %."""
        left = 0.95 * self.count
        for one in sorted(self.classes):
            left -= self.classes[one]
            if left <= 0:
                return float(2 ** ((one + 0.5) / _TIMES))
        return 0.0


class Elsewhere:
    """The bots of another commit, in a process with the engines of that commit."""

    def __init__(self, folder: str) -> None:
        packages = [f"{folder}/packages/{name}" for name in ("common", *names())]
        self._process = subprocess.Popen(
            [sys.executable, ROOT / "benchmarks" / "answering.py"],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(packages)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, line: Mapping[str, Any]) -> None:
        """Send a line."""
        assert self._process.stdin
        self._process.stdin.write(f"{json.dumps(line)}\n")
        self._process.stdin.flush()

    def choose(self, seat: int) -> dict[str, Any]:
        """Return the line of the action that the bot of a seat chooses."""
        assert self._process.stdout
        self.tell({"choose": seat})
        answer = self._process.stdout.readline()
        if not answer:
            raise NotationError("the bots of the other commit have ended; see above")
        line: dict[str, Any] = json.loads(answer)
        return line

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@cache
def elsewhere(folder: str) -> Elsewhere:
    """Return the process for a commit, shared by all games of this process."""
    return Elsewhere(folder)


def play_game(plan: Plan, task: Task, bots: tuple[str, ...], times: Mapping[str, Times]) -> Any:
    """Play one game to its end and return its winners and points, by seat."""
    encounter, seed = task.encounter, SEED + task.deal
    game = game_of(encounter.game)
    flags, options = SETUPS[encounter.game][encounter.setup]
    ruleset = GameChoice(encounter.game, options, flags).ruleset()
    state = game_loop.start(game, Header(encounter.game, ruleset, bots, seed))
    seeds = [derived_seed(seed, "bot", seat) for seat in range(len(bots))]
    folders = dict(plan.engines)
    sides = [bot.rpartition(":") for bot in bots]
    others = {commit: elsewhere(folders[commit]) for commit, _, _ in sides if commit}
    for commit, other in others.items():
        levels = [level if of == commit else None for of, _, level in sides]
        header = game_loop.header(game, state, bots, seed).to_json()
        other.tell(header | {"bots": levels, "seeds": seeds})
    own = [
        None if commit else game.make_bot(level, one)
        for (commit, _, level), one in zip(sides, seeds, strict=True)
    ]
    while (seat := game.to_act(state)) is not None:
        if (bot := own[seat]) is None:
            action = game.action_from_json(others[sides[seat][0]].choose(seat))
        else:
            view, legal = game.observe(state, seat), game.legal_actions(state)
            began = time.process_time()
            action = bot.choose(view, legal)
            times[bots[seat]].add(time.process_time() - began)
        if refusal := game.check(state, action):
            raise IllegalAction(action, refusal)
        line = game.action_to_json(action)
        game.advance(state, action, [])
        for other in others.values():
            other.tell(line)
    result = game.result_facts(game.result(state))
    return [result["winners"], result[wing_of(game.NAME).points]]


def play_deal(plan: Plan, number: int) -> dict[str, Any]:
    """Return the line of the results for a deal."""
    task = plan.tasks[number]
    times: defaultdict[str, Times] = defaultdict(Times)
    games = [play_game(plan, task, seated, times) for seated in task.encounter.seatings]
    return {
        "game": task.encounter.game,
        "setup": task.encounter.setup,
        "bots": task.encounter.bots,
        "deal": task.deal,
        "commit": plan.commit,
        "games": games,  # winners and points by seat, for the game of each rotation
        "times": {bot: one.to_json() for bot, one in times.items()},
    }


def commit_of(name: str) -> str:
    """Return the short hash of a commit, with a mark for uncommitted changes."""
    words = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=7", "--exclude=*"]
    words += ["--dirty"] if name == "HEAD" else [name]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"no such commit: {name}")
    return done.stdout.strip()


def unpack(commit: str, folder: Path) -> str:
    """Write the engines of a commit into a folder."""
    words = ["git", "-C", str(ROOT), "archive", commit, "packages"]
    packed = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return str(folder)


def tasks_of(
    chosen: Iterable[Encounter], deals: int | None, done: Mapping[Any, set[int]]
) -> tuple[Task, ...]:
    """Return the missing deals, alternating between the encounters."""
    missing: list[tuple[float, int, Task]] = []
    for place, one in enumerate(chosen):
        most = min(deals or DEALS[one.group], DEALS[one.group])
        missing += [
            ((deal + 0.5) / most, place, Task(one, deal))
            for deal in range(most)
            if deal not in done.get(one.key, ())
        ]
    return tuple(task for _, _, task in sorted(missing, key=lambda item: item[:2]))


def play(given: argparse.Namespace) -> None:
    """Play the missing deals of the chosen encounters, and append each one to the results."""
    path: Path = given.results
    if path.exists() and not given.goes_on:
        raise SystemExit(f"{path} is there already: --continue goes on with it")
    against = given.against and commit_of(given.against)
    if "against" in given.groups and given.against is None:
        given.groups.remove("against")
    chosen = [
        one
        for game in ([given.game] if given.game else names())
        for one in encounters(game, against)
        if one.group in given.groups and (not given.only or given.only in one.bots)
    ]
    done: dict[Any, set[int]] = defaultdict(set)
    for line in read(path):
        done[line["game"], line["setup"], tuple(line["bots"])].add(line["deal"])
    tasks = tasks_of(chosen, given.deals, done)
    print(f"{len(tasks)} deals of {len(chosen)} encounters", file=sys.stderr)
    with TemporaryDirectory() as folder, path.open("a", encoding="utf-8") as file:
        engines = ((against, unpack(against, Path(folder))),) if against else ()
        plan = Plan(tasks, commit_of("HEAD"), engines)
        work = partial(play_deal, plan)
        if not path.stat().st_size:
            file.write(f"{json.dumps({'format': FORMAT, 'version': VERSION})}\n")
        with closing(run_in_processes(work, len(tasks), given.jobs, lambda: None)) as lines:
            for number, line in enumerate(lines, start=1):
                file.write(f"{json.dumps(line)}\n")
                file.flush()
                print(f"\r{number} of {len(tasks)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def read(path: Path) -> list[dict[str, Any]]:
    """Return the deals in a file of results, without incomplete lines."""
    if not path.exists():
        return []
    head, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True) or ["{}"]
    found = json.loads(head)
    if (found.get("format"), found.get("version")) != (FORMAT, VERSION):
        raise SystemExit(f"{path} has no results of this program")
    return [json.loads(line) for line in lines if line.endswith("\n")]


# Telling


_HEAD = """\
# How strong the bots are

Made by `benchmarks/strength.py table` from `docs/strength.jsonl`, to which
`benchmarks/strength.py play` adds; do not edit it. Measured at {commits}.

A deal is one seed, played once for each rotation of the seats; a shared win counts as its share.
The 95% intervals are computed over deals, since the games of a deal belong together. *Wins* is the
share of the bot named first, and *even* its share if all bots were equally strong. *Without points*
are games in which a bot other than `random` ends without points. `226ec54:normal` is the level
`normal` of that commit, played by its engines.

Ratings are openskill's (Plackett-Luce), over all games of the first table of a game: in games for
two, a lead of two points wins 58% of the games, five points 70%, and ten 84%. Time is processor
time, on one core of the computer that played.
"""


def games_of(line: Mapping[str, Any]) -> Iterator[tuple[Sequence[str], list[int], list[int]]]:
    """Yield the games of a deal: the bots by seat, the winning seats, and the points."""
    bots = line["bots"]
    for turn, (winners, points) in enumerate(line["games"]):
        yield [*bots[turn:], *bots[:turn]], winners, points


@dataclass(slots=True)
class Score:
    """The results of the deals of one encounter."""

    deals: int = 0
    total: int = 0
    squares: int = 0
    games: int = 0
    pointless: int = 0  # games in which a bot other than ``random`` has no points

    def add(self, line: Mapping[str, Any]) -> None:
        """Add one deal."""
        parts, first = 0, line["bots"][0]
        for seated, winners, points in games_of(line):
            parts += WHOLE // len(winners) * sum(seated[seat] == first for seat in winners)
            self.pointless += any(
                not got and bot != "random" for bot, got in zip(seated, points, strict=True)
            )
        self.deals += 1
        self.games += len(line["games"])
        self.total += parts
        self.squares += parts * parts

    def cells(self, seats: int) -> list[str]:
        """Return the cells of a row: games, share, interval, games without points."""
        whole = WHOLE * seats
        low, high = interval(self.deals, self.total, self.squares, whole)
        share = self.total / (self.deals * whole)
        empty = f"{self.pointless / self.games:.1%}"
        return [f"{self.deals} × {seats}", f"{share:.1%}", f"{low:.1%}–{high:.1%}", empty]


def page(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the page with the results."""
    commits = ", ".join(sorted({f"`{line['commit']}`" for line in lines}))
    told = [_HEAD.format(commits=commits)]
    for game in names():
        of_game = [line for line in lines if line["game"] == game]
        if of_game:
            told += [f"## {wing_of(game).title}", "", *_game_lines(game, of_game)]
    return "\n".join(told).rstrip("\n") + "\n"


def _game_lines(game: str, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    levels = list(game_of(game).LEVELS)
    first = next(iter(SETUPS[game]))
    scores: dict[tuple[str, tuple[str, ...]], Score] = defaultdict(Score)
    times: dict[str, Times] = defaultdict(Times)
    for line in lines:
        scores[line["setup"], tuple(line["bots"])].add(line)
        for bot, told in line["times"].items():
            times[bot].join(told)

    def order(item: tuple[str, tuple[str, ...]]) -> Any:
        setup, bots = item
        place = levels.index(bots[0])
        return list(SETUPS[game]).index(setup), len(bots), place, bots[1:]

    for is_first, title in ((True, first), (False, "Other set-ups")):
        found = [one for one in sorted(scores, key=order) if (one[0] == first) is is_first]
        if not found:
            continue
        yield from [f"### {title}", ""]
        yield "| set-up | bots | deals × games | wins | 95% | even | without points |"
        yield "|---|---|--:|--:|--:|--:|--:|"
        for setup, bots in found:
            others = f"{len(bots) - 1} × {bots[1]}" if len(bots) > 2 else bots[1]
            games, share, sure, empty = scores[setup, bots].cells(len(bots))
            row = [setup, f"{bots[0]} – {others}", games, share, sure]
            yield f"| {' | '.join([*row, f'{1 / len(bots):.0%}', empty])} |"
        yield ""
    ratings = Ratings()
    for line in sorted(lines, key=lambda line: line["deal"]):  # encounters alternate
        if line["setup"] == first:
            for seated, winners, _ in games_of(line):
                ratings.add(seated, winners)
    yield from ["### Each level", ""]
    yield "| level | rating | ± | ms per move | 95% of moves within, ms |"
    yield "|---|--:|--:|--:|--:|"
    for bot, rating in ratings.found().items():
        spent = times.get(bot)
        cells = (
            [_ms(spent.sum / spent.count), _ms(spent.most)] if spent and spent.count else ["", ""]
        )
        row = [bot, f"{rating.strength:.1f}", f"{rating.reach:.1f}", *cells]
        yield f"| {' | '.join(row)} |"
    yield ""


def _ms(seconds: float) -> str:
    """Return a time in milliseconds, with its significant digits."""
    return f"{1000 * seconds:.0f}" if seconds > 0.01 else f"{1000 * seconds:.2g}"


# In short


def short() -> int:
    """Play a few games, and return 1 if a level between the first and the last did not play."""
    stopped = 0
    for game in names():
        levels = list(game_of(game).LEVELS)[1:-1]  # the last one takes half a minute
        first = next(iter(SETUPS[game]))
        for level in levels:
            other = level if level in levels[:2] else levels[0]  # the others take their time
            encounter = Encounter(game, first, (level, other), "two")
            plan = Plan((Task(encounter, 0),), "", ())
            times: defaultdict[str, Times] = defaultdict(Times)
            _, points = play_game(plan, plan.tasks[0], encounter.bots, times)
            print(f"{game} {' - '.join(encounter.bots)}: {points}")
            if not points[0]:
                stopped = 1
                print(f"{level} does not play {game}", file=sys.stderr)
    return stopped


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="a few games: do levels play?")
    commands = parser.add_subparsers(dest="command")
    one = commands.add_parser("play", help="play the missing games")
    one.add_argument("game", nargs="?", choices=names())
    one.add_argument("--groups", type=lambda text: text.split(","), default=list(GROUPS))
    one.add_argument("--only", metavar="BOT", help="only encounters with this bot")
    one.add_argument("--deals", type=int, help="maximum games per encounter")
    one.add_argument("--minutes", type=float, default=1e6, help="stop after so long")
    one.add_argument("--jobs", type=int, default=1)
    one.add_argument("--against", metavar="COMMIT")
    one.add_argument("--continue", action="store_true", dest="goes_on")
    table = commands.add_parser("table", help="write the page")
    for each in (one, table):
        each.add_argument("--results", type=Path, default=RESULTS)
    table.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    if given.short:
        return short()
    if given.command == "play":
        unknown = set(given.groups) - set(GROUPS)
        if unknown:
            parser.error(f"no such groups: {', '.join(unknown)}; choose from {', '.join(GROUPS)}")
        ends = Timer(60 * given.minutes, interrupt_main)
        ends.daemon = True
        ends.start()
        try:
            play(given)
        except KeyboardInterrupt:
            print("\nstopped; --continue plays the rest", file=sys.stderr)
        except GridgamesError as problem:
            raise SystemExit(f"\n{problem}") from None
        finally:
            ends.cancel()
        return 0
    if given.command == "table":
        given.page.write_text(page(read(given.results)), encoding="utf-8")
        return 0
    parser.print_help()
    return 2


if __name__ == "__main__":
    sys.exit(main())
