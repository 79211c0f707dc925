"""How often each alternative matters: counts over a batch of games, shipped as data.

``scripts/frequencies.py`` plays the batch and writes ``frequencies.json``. Game number n of a batch
is always the same game: bots of one level play it from seed n, with the variants, maps and numbers
of players in turn.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from gridcommon.game_loop import play
from gridgames.study.comparison.decisions import Judge, Judgement, alternatives
from gridgames.study.comparison.report import CountsJson
from gridgames.study.comparison.sides import GameComparison, game_comparison

LEVEL = "normal"  # of the bots
FILE = "frequencies.json"


class Frequency(NamedTuple):
    """How often an alternative matters: numbers of games, unless they are decisions.

    ``games`` are all in which it differs from the rules of the game, ``differing`` those with a
    decision that it changes, ``stopped`` those in which a choice becomes illegal, and ``winners``
    the others that end with another winner. ``seats`` has games and differing games by the number
    of players, ``rules`` differing games by rule.
    """

    name: str
    option: str
    rule: str
    games: int
    differing: int
    decisions: int
    stopped: int
    winners: int
    seats: Mapping[str, tuple[int, int]]
    rules: Mapping[str, int]

    @property
    def share(self) -> float:
        """The share of games with a decision that differs."""
        return self.differing / self.games

    @property
    def counts(self) -> CountsJson:
        """The numbers of games."""
        return {
            "games": self.games,
            "differing": self.differing,
            "stopped": self.stopped,
            "winners": self.winners,
        }

    @property
    def seats_that_differ(self) -> list[str]:
        """The numbers of players with a game that differs."""
        return [seats for seats, (_, differing) in self.seats.items() if differing]


class Batch(NamedTuple):
    """The counts of a batch of games; ``sample`` are those of its first games alone."""

    game: str
    games: int
    frequencies: tuple[Frequency, ...]
    sample: tuple[Frequency, ...] = ()
    sampled: int = 0


@cache  # one for each game
def read_frequencies(game: str) -> Batch:
    """Return the shipped counts of a game; none for a game that was not counted."""
    data = json.loads(Path(__file__).with_name(FILE).read_text("utf-8")).get(game)
    if data is None:
        return Batch(game, 0, ())
    total, sample = (tuple(map(_from_json, data[key])) for key in ("frequencies", "sample"))
    return Batch(game, data["games"], total, sample, data["sampled"])


def _from_json(data: Mapping[str, Any]) -> Frequency:
    seats = {key: (games, differing) for key, (games, differing) in data["seats"].items()}
    return Frequency(**{**data, "seats": seats})


def frequency_of(game: str, option: str) -> list[Frequency]:
    """Return the counts of each value of an option."""
    return [one for one in read_frequencies(game).frequencies if one.option == option]


Counts = dict[tuple[str, str, str], Counter[str]]  # keyed by name, option and rule


def count_game(game: str, number: int) -> Counts:
    """Play game ``number`` of the batch, and return its counts."""
    part = game_comparison(game)
    engine = part.RUNNER.game
    bases = _bases(part)
    ruleset = bases[number % len(bases)]
    seats = engine.SEATS[number // len(bases) % len(engine.SEATS)]
    state = engine.new_game(ruleset, seats, number, engine.Setup())
    bots = [engine.make_bot(LEVEL, number * len(engine.SEATS) + seat) for seat in range(seats)]
    judge = Judge(part, alternatives(part, ruleset, seats), state, seats, number)
    before = state.copy()
    for action, events in play(engine, state, bots):
        judge.see(before, action, events)
        before = state.copy()
    result = engine.result(state)
    return {
        (other.name, other.option, other.rule): _counted(one, seats, result)
        for one in judge.close(state)
        for other in (one.alternative,)
    }


def _counted(found: Judgement, seats: int, result: Any) -> Counter[str]:
    count = Counter({"games": 1, f"games of {seats}": 1, "decisions": found.decisions})
    if found.differences:
        count.update(["differing", f"differing of {seats}"])
        rules = {rule for one in found.differences for rule in one.rules}
        count.update(f"rule {rule}" for rule in sorted(rules))
    if found.stopped:
        count["stopped"] += 1
    elif result is not None and getattr(found.ending, "winners", None) != result.winners:
        count["winners"] += 1
    return count


def _bases(part: GameComparison) -> list[Any]:
    """Return the rulesets of a batch: each variant with each value of a choice beside options."""
    choices = part.RUNNER.choices
    more = [one for name, one in choices.options.items() if name not in part.RUNNER.game.OPTIONS]
    found: list[Any] = []
    variants = [one.chosen for one in choices.variants.values() if not one.seats] or [{}]
    for chosen, *values in product(variants, *(one.values for one in more)):
        named = {one.name: value for one, value in zip(more, values, strict=True)}
        found.append(part.RUNNER.ruleset(**chosen, **named))
    return found


def summed(game: str, games: Iterable[Counts]) -> list[Frequency]:
    """Return the counts of some games: the variants first, then the options as declared."""
    total: Counts = {}
    for counts in games:
        for key, count in counts.items():
            total.setdefault(key, Counter()).update(count)
    options = ["", *game_comparison(game).RUNNER.game.OPTIONS]
    keys = sorted(total, key=lambda key: options.index(key[1]))
    return [_frequency(*key, total[key]) for key in keys]


def _frequency(name: str, option: str, rule: str, count: Counter[str]) -> Frequency:
    def keyed(word: str) -> dict[str, int]:
        found = {key.removeprefix(word): count[key] for key in sorted(count)}
        return {key: found[key] for key in found if f"{word}{key}" in count}

    differing = keyed("differing of ")
    seats = {key: (games, differing.get(key, 0)) for key, games in keyed("games of ").items()}
    return Frequency(
        name,
        option,
        rule,
        games=count["games"],
        differing=count["differing"],
        decisions=count["decisions"],
        stopped=count["stopped"],
        winners=count["winners"],
        seats=seats,
        rules=keyed("rule "),
    )
